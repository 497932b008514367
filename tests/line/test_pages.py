"""The life chapter and the chapters before it, along the whole line."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.domain.life_chapter import LifeChapter
from graph_aria.domain.reading import EntryForm, Reading, ReadRequest
from graph_aria.domain.records import RulingVerb
from graph_aria.domain.sentences import estimate_tokens
from graph_aria.domain.vocabulary import THEME_KINDS, Kind
from graph_aria.stages.synthesize import render_chapter, synthesize
from tests.line.world import World, after, opened

Told = list[tuple[datetime, str]]


class InThisProcess:
    """The real reader, without a process of its own."""

    degraded = None

    def __init__(self) -> None:
        self.reader = SpacyReader()
        self.reader_id = self.reader.reader_id

    async def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        return self.reader.read_batch(requests)


@pytest.fixture(scope="module")
def real_reader() -> InThisProcess:
    return InThisProcess()


async def written(world: World, *, token_budget: int | None = None) -> LifeChapter:
    now = world.clock.now()
    return await synthesize(world.store, await world.profile(), now=now, token_budget=token_budget)


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (
            [
                "Slept badly again. The deadline at work is making me anxious. Yoga helped.",
                "Lunch with my sister Nora. I felt calm for once.",
                "Went running with Sam before breakfast. I'm proud of myself.",
            ],
            ["Sleep", "Work", "anxiety", "yoga", "Nora", "calm", "running", "Sam", "pride"],
        ),
        (
            [
                "I was so angry with Tom today :(",
                "Therapy again this week. Dr. Patel thinks my insomnia comes from stress.",
                "Painted all afternoon!! Maria loved it. Feeling happy and a bit tired.",
            ],
            [
                "anger",
                "Tom",
                "therapy",
                "Patel",
                "insomnia",
                "stress",
                "paint",
                "Maria",
                "happiness",
            ],
        ),
    ],
)
async def test_after_three_entries_on_three_days_the_chapter_names_what_was_in_them(
    tmp_path: Path, real_reader: InThisProcess, texts: list[str], names: list[str]
) -> None:
    async with opened(tmp_path, reader=real_reader) as world:
        for day, text in enumerate(texts):
            await world.say(text, at=after(day))
            await world.work()
        await world.say("calm, tired", mood=6, form=EntryForm.MOOD_CHECK_IN)
        await world.work()
        chapter = await written(world)
        block = chapter.text.casefold()
        for name in names:
            assert name.casefold() in block, f"{name} is not in:\n{chapter.text}"
        # Whatever was read of themes and people is in it, but what is only guessed at so far.
        for entity in (await world.entities()).values():
            if entity.kind in THEME_KINDS | {Kind.PERSON} and entity.active_at(world.clock.now()):
                assert entity.name.casefold() in block
        assert "Left out: nothing." in chapter.text
        assert "Mood: 6.0 of 10" in chapter.text
        assert chapter.n_tokens == estimate_tokens(chapter.text) <= 800


async def test_the_block_keeps_to_its_budget_and_says_what_it_left_out(
    world: World,
) -> None:
    names = " ".join(f"@Theme{n}:Activity @Person{n}:Person" for n in range(60))
    stated = " ".join(f"Person{n}>LIKES>Theme{n}" for n in range(60))
    await world.live(*((after(day), f"{names} {stated}") for day in range(3)))
    for budget in (0, 120, 300, 800, 5000):
        chapter = await written(world, token_budget=budget)
        assert estimate_tokens(chapter.text) <= max(budget, 120)
        assert "Left out" in chapter.text
        assert chapter.text.splitlines()[0].startswith("[LIFE CHAPTER")
        assert chapter.text.splitlines()[-1] == "[END OF LIFE CHAPTER]"
        lines = [line for line in chapter.text.splitlines() if line.startswith("- ")]
        assert lines
        assert len(lines) + sum(chapter.left_out.values()) == 180


EARLY = ["Yoga", "Chess", "Running", "Reading", "Cooking"]
LATE = ["Piano", "Swimming", "Painting", "Gardening", "Dancing"]


def two_lives(*, until: int = 150) -> Told:
    """Seventy days of one life, then another one."""
    told: Told = []
    for day in range(until):
        names = EARLY if day < 70 else LATE
        said = " ".join(f"@{n}:Activity" for i, n in enumerate(names) if day % (i + 1) == 0)
        told.append((after(day), f"{day} {said} @Nora:Person"))
    return told


async def all_told(world: World, told: Told, *, until: int = 151) -> None:
    """Import everything, and derive the chapters once."""
    world.clock.instant = after(until)
    for at, text in told:
        await world.say(text, at=at, recorded_at=after(until))
    await world.work()
    await world.fade()
    await world.turn_pages()


async def test_chapters_do_not_depend_on_when_or_in_which_order_they_are_told(
    tmp_path: Path,
) -> None:
    told = two_lives()
    stories = []
    async with opened(tmp_path / "daily") as world:
        for at, text in told:
            await world.say(text, at=at)
            await world.work()
            await world.turn_pages()
        world.clock.instant = after(151)
        await world.fade()
        await world.turn_pages()
        stories.append(await world.story())
    for name, order in (("imported", told), ("newest first", told[::-1])):
        async with opened(tmp_path / name) as world:
            await all_told(world, order)
            stories.append(await world.story())
            # Once more from nothing: what is derived does not depend on what was.
            await world.damage(
                "DELETE FROM chapter", "UPDATE profile SET chapters_to = NULL, chapters_from = NULL"
            )
            await world.turn_pages()
            assert await world.story() == stories[-1]
    for story in stories[1:]:
        for part, rows in story.items():
            assert rows == stories[0][part], part
    chapters = stories[0]["chapters"]
    assert isinstance(chapters, list)
    newest, *closed = chapters
    assert newest[1] is None
    # The first life ends within some weeks after the other one began, and not before.
    assert after(70).date() < closed[-1][1] < after(100).date()
    assert closed[-1][0] == after(0).date()
    for later, earlier in pairwise(chapters):
        assert later[0] == earlier[1] + timedelta(days=1)


@pytest.mark.parametrize("day", [-40, 20, 69, 100, 148])
async def test_a_late_an_edited_and_a_deleted_entry_are_as_if_told_in_time(
    tmp_path: Path, day: int
) -> None:
    told = two_lives()
    more = (after(day) + timedelta(hours=1), "@Poker:Activity @Yoga:Activity @Piano:Activity!")
    other = (more[0], "@Poker:Activity elsewhere")
    async with opened(tmp_path / "without") as world:
        await all_told(world, told)
        without = await world.story()
    async with opened(tmp_path / "other") as world:
        await all_told(world, [*told, other])
        otherwise = await world.story()
    async with opened(tmp_path / "with") as world:
        await all_told(world, [*told, more])
        within = await world.story()
    assert within != without
    async with opened(tmp_path / "late") as world:
        await all_told(world, told)
        entry = await world.say(more[1], at=more[0], recorded_at=after(151))
        await world.work()
        await world.fade()
        await world.turn_pages()
        assert await world.story() == within
        await world.edit(entry.id, other[1])
        await world.work()
        await world.fade()
        await world.turn_pages()
        assert await world.story() == otherwise
        await world.forget(entry.id)
        await world.work()
        await world.fade()
        await world.turn_pages()
        assert await world.story() == without


async def test_a_kind_that_is_ruled_otherwise_tells_the_chapters_anew(tmp_path: Path) -> None:
    async with opened(tmp_path) as world:
        await all_told(world, two_lives())
        for name in ("Chess", "Yoga", "Painting"):
            await world.rule(
                RulingVerb.SET_KIND, (await world.entity(name)).id, value=Kind.THING.value
            )
        await world.rule(
            RulingVerb.SET_KIND, (await world.entity("Nora")).id, value=Kind.GOAL.value
        )
        await world.turn_pages()
        story = await world.story()
        await world.damage(
            "DELETE FROM chapter", "UPDATE profile SET chapters_to = NULL, chapters_from = NULL"
        )
        await world.turn_pages()
        assert await world.story() == story


async def test_a_closed_chapter_tells_nothing_of_what_was_deleted(world: World) -> None:
    told = two_lives()
    secret = (after(30), "@Secretword:Activity! @Hiddenname:Person=lover me>LIKES>Hiddenname")
    nights = [(at + timedelta(days=n), text) for n, (at, text) in enumerate([secret] * 4)]
    await all_told(world, [*told, *nights])
    closed = (await world.store.read_chapters(world.profile_id)).items[-1]
    assert closed.ended_on is not None
    profile = await world.profile()
    now = world.clock.now()

    async def texts() -> list[str]:
        chapters = (await world.store.read_chapters(world.profile_id)).items
        rendered = [
            await render_chapter(world.store, profile, chapter, now=now) for chapter in chapters
        ]
        return [f"{r.title} {r.text} {r.themes} {r.people} {r.relations}" for r in rendered]

    # A chapter that ends while they are still active would name them.
    ended = after(38).date()
    as_if = type(closed)(**{f: getattr(closed, f) for f in closed.__slots__} | {"ended_on": ended})
    before = (await render_chapter(world.store, profile, as_if, now=now)).text
    assert "Secretword" in before
    assert "Hiddenname, lover" in before

    doomed = [
        entry.id
        for entry in (await world.store.list_entries(world.profile_id, limit=500)).items
        if "Secretword" in entry.text
    ]
    await world.forget(*doomed)
    for text in [*await texts(), (await render_chapter(world.store, profile, as_if, now=now)).text]:
        for word in ("Secretword", "Hiddenname", "lover"):
            assert word not in text
    await world.work()
    await world.turn_pages()
    assert "Secretword" not in "".join(await texts())


async def test_what_somebody_gave_up_is_no_habit(
    tmp_path: Path, real_reader: InThisProcess
) -> None:
    texts = ["I meditate every morning. I go running every day.", "I stopped meditating."]
    async with opened(tmp_path, reader=real_reader) as world:
        for day, text in enumerate(texts):
            await world.say(text, at=after(day))
            await world.work()
            chapter = await written(world)
            habits = {item.entity.name.lower() for item in chapter.habits}
            assert ("meditation" in habits) is (day == 0), habits
            assert "running" in habits
        chapter = await written(world)

    assert "meditation" in {item.entity.name.lower() for item in chapter.themes}
    (line,) = [line for line in chapter.text.splitlines() if "editation" in line and "- " in line]
    assert "every morning" not in line
