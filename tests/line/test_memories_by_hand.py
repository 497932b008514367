"""What the user does with memories by hand: adding, editing, ruling, forgetting, searching."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta

import pytest

from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.domain.first_person import in_first_person
from graph_aria.domain.memories import (
    Category,
    ImportantDate,
    Level,
    Memory,
    MemoryCandidate,
    MemoryFilter,
    MemoryKind,
    MemoryState,
)
from graph_aria.domain.memory_history import Author, MemoryVerb
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import RulingVerb
from graph_aria.errors import Conflict, InvalidText, NotFound
from graph_aria.ports import Ids
from graph_aria.stages.about_entity import about_entity
from graph_aria.stages.change_level import change_level
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.forget_memory import forget_memories
from graph_aria.stages.note_memory import Noted, add_memory, edit_memory
from graph_aria.stages.preview import preview
from graph_aria.stages.rule import rule_away
from graph_aria.stages.rule_memory import rule_memory, undo_memory
from graph_aria.stages.search_memories import search_memories
from tests.faculties import faculties_with
from tests.line.world import ScriptedReader, TurnedClock, World, decoded


def said(
    text: str, words: str, memory: str, *, slot: str | None = None, value: str | None = None,
    category: Category = Category.TASTES, importance: float = 0.6,
) -> MemoryCandidate:  # fmt: skip
    """A proposal that rests on some words of a text."""
    start = text.index(words)
    return MemoryCandidate(
        text=memory, kind=MemoryKind.FACT, category=category, start=start,
        end=start + len(words), rule="test:memory", importance=importance, slot=slot, value=value,
    )  # fmt: skip


@dataclass
class Hand:
    """A user's hand on the memories of a world."""

    world: World
    reader: ScriptedReader

    @property
    def faculties(self) -> Faculties:
        return faculties_with(self.reader)

    def proposes(self, text: str, *proposals: MemoryCandidate) -> None:
        self.reader.script[text] = replace(decoded(text), memories=proposals)

    async def say(self, text: str, *proposals: MemoryCandidate) -> str:
        self.proposes(text, *proposals)
        self.world.clock.instant += timedelta(minutes=1)
        entry = await self.world.say(text)
        await self.world.work()
        return entry.id

    async def add(self, text: str, **given: object) -> Memory:
        self.world.clock.instant += timedelta(minutes=1)
        noted = Noted(text, **given)  # type: ignore[arg-type]
        return await add_memory(*self.place, noted)

    @property
    def place(self) -> tuple[SqliteStore, Faculties, TurnedClock, Ids, str]:
        world = self.world
        return world.store, self.faculties, world.clock, world.ids, world.profile_id

    async def edit(self, memory_id: str, text: str) -> Memory:
        self.world.clock.instant += timedelta(minutes=1)
        return await edit_memory(*self.place, memory_id, Noted(text))

    async def rule(self, verb: MemoryVerb, memory_id: str, other_id: str | None = None) -> Memory:
        self.world.clock.instant += timedelta(minutes=1)
        return (await rule_memory(*self.place, memory_id, verb, other_id=other_id)).memory

    async def undo(self, memory_id: str) -> Memory:
        return (await undo_memory(*self.place, memory_id)).memory

    async def forget(self, *memory_ids: str) -> tuple[Memory, ...]:
        return await forget_memories(*self.place, memory_ids)

    async def all(self) -> dict[str, Memory]:
        """Every memory, by its text."""
        page = await self.world.store.list_memories(self.world.profile_id, limit=500)
        return {memory.text: memory for memory in page.items}

    async def notes(self) -> list[str]:
        page = await self.world.store.list_entries(self.world.profile_id, form=EntryForm.NOTE)
        return [entry.text for entry in page.items]


@pytest.fixture
def hand(world: World, reader: ScriptedReader) -> Hand:
    return Hand(world, reader)


SWIM = "Swimming makes me glad."
DREAD = "Swimming is dreadful now."
LOVES = said(SWIM, SWIM, "The user loves swimming.", slot="swim", value="like")
HATES = said(DREAD, DREAD, "The user hates swimming.", slot="swim", value="dislike")


async def test_what_is_written_is_read_like_any_other_words(hand: Hand) -> None:
    await hand.say(SWIM, LOVES)
    hand.proposes("Now I hate swimming.", replace(HATES, start=0, end=20))

    added = await hand.add("Now I hate swimming.")

    assert added.text == "The user hates swimming."
    assert added.state is MemoryState.CURRENT
    assert (await hand.all())["The user loves swimming."].state is MemoryState.SUPERSEDED


@pytest.mark.parametrize("verb", [MemoryVerb.ARCHIVE, None, MemoryVerb.UPDATE])
async def test_what_stood_no_longer_and_is_written_again_by_hand_stands(
    hand: Hand, verb: MemoryVerb | None
) -> None:
    await hand.say(SWIM, LOVES)
    loves = (await hand.all())["The user loves swimming."]
    if verb is MemoryVerb.ARCHIVE:
        await hand.rule(verb, loves.id)
    if verb is MemoryVerb.UPDATE:
        await hand.rule(MemoryVerb.PIN, loves.id)
    if verb is not MemoryVerb.ARCHIVE:
        await hand.say(DREAD, HATES)
    if verb is MemoryVerb.UPDATE:
        hates = (await hand.all())["The user hates swimming."]
        await hand.rule(verb, hates.id, loves.id)
        await hand.rule(MemoryVerb.UNPIN, hates.id)  # or the newcomer must wait for an answer
    assert (await hand.all())["The user loves swimming."].state is not MemoryState.CURRENT

    added = await hand.add("the user loves swimming")

    assert (added.id, added.state) == (loves.id, MemoryState.CURRENT)
    assert len([x for x in (await hand.all()).values() if x.state is MemoryState.CURRENT]) == 1


async def test_what_is_put_away_again_by_undoing_stays_put_away(hand: Hand) -> None:
    await hand.say(SWIM, LOVES)
    loves = (await hand.all())["The user loves swimming."]
    await hand.rule(MemoryVerb.ARCHIVE, loves.id)
    await hand.add("The user loves swimming.")

    assert (await hand.undo(loves.id)).state is MemoryState.ARCHIVED


@pytest.mark.parametrize(
    ("written", "read", "kept"),
    [
        ("I prefer tea to coffee", "The user prefers tea.", "I prefer tea to coffee"),
        ("I prefer tea to coffee!", "The user prefers tea to coffee.", None),
        ("The user sort of likes tea", "The user likes tea.", "The user sort of likes tea"),
        ("My brother's dog bit me.", "The user has a brother.", "My brother's dog bit me."),
        ("I don't like tea.", "The user likes tea.", "I don't like tea."),
        ("I am proud of my son", "The user has a son.", "I am proud of my son"),
        ("The user has a test tomorrow", "The user has a test on 3 May 2026.", None),
    ],
)
async def test_what_is_read_never_says_less_than_what_is_written(
    hand: Hand, written: str, read: str, kept: str | None
) -> None:
    said_of_oneself = in_first_person(written)
    proposal = said(said_of_oneself, said_of_oneself, read, slot="it", value="yes")
    hand.proposes(said_of_oneself, proposal)
    await hand.say("Some words.", said("Some words.", "Some", read, slot="it", value="yes"))

    added = await hand.add(written)

    assert added.text == (kept or read)
    assert added.state is MemoryState.CURRENT


async def test_what_is_written_like_a_memory_is_read_like_ones_own_words(hand: Hand) -> None:
    await hand.say("Oslo.", said("Oslo.", "Oslo", "The user lives in Oslo.", slot="h", value="o"))
    text = "I live in Bergen, by the sea."
    hand.proposes(text, said(text, text, "The user lives in Bergen.", slot="h", value="b"))

    added = await hand.add("The user lives in Bergen, by the sea.")

    assert added.text == "The user lives in Bergen, by the sea."
    assert (added.slot, added.value) == ("h", "b")
    assert (await hand.all())["The user lives in Oslo."].superseded_by == added.id


async def test_an_edit_of_other_facts_keeps_days_and_slot(hand: Hand) -> None:
    text, on = "Exam on 14 May.", date(2026, 5, 14)
    exam = replace(
        said(text, text, "The user has an exam on 14 May 2026.", slot="exam", value="14"),
        kind=MemoryKind.EVENT, valid_from=on, valid_until=on, expires_on=date(2026, 5, 20),
    )  # fmt: skip
    await hand.say(text, exam)
    (was,) = (await hand.all()).values()
    hand.world.clock.instant += timedelta(minutes=1)

    noted = Noted(was.text, category=Category.STUDY)
    now = await edit_memory(*hand.place, was.id, noted)

    assert now.category is Category.STUDY
    assert (now.valid_from, now.expires_at, now.slot) == (on, was.expires_at, "exam")
    assert was.expires_at is not None

    hand.world.clock.instant += timedelta(minutes=1)
    sooner = was.expires_at - timedelta(days=3)
    noted = Noted(was.text, expires_on=sooner)
    ends = (await edit_memory(*hand.place, was.id, noted)).expires_at
    assert ends is not None
    assert ends < was.expires_at


async def test_several_things_at_once_stay_in_the_users_own_words(hand: Hand) -> None:
    text = "I swim and I fear dogs."
    hand.proposes(
        text,
        said(text, "I swim", "The user swims.", category=Category.HABITS),
        said(text, "I fear dogs", "The user fears dogs.", category=Category.FEARS, importance=0.9),
    )

    added = await hand.add(text)

    assert (added.text, added.category, added.state) == (text, Category.FEARS, MemoryState.HELD)


async def test_what_goes_on_now_expires_and_a_day_is_a_date(hand: Hand) -> None:
    passing = await hand.add("Painting the kitchen.", kind=MemoryKind.CONTEXT)
    birthday = await hand.add("Ana's birthday.", important=ImportantDate(5, 9))

    assert passing.expires_at is not None
    assert timedelta(days=6) < passing.expires_at - hand.world.clock.now() < timedelta(days=9)
    assert birthday.category is Category.DATES
    assert birthday.expires_at is None


@pytest.mark.parametrize(
    "text", ["", " ", "two\nlines", "x" * 401, "a\x00b", "My password is hunter2hunter2"]
)
async def test_what_cannot_be_kept_leaves_nothing_behind(hand: Hand, text: str) -> None:
    with pytest.raises(InvalidText):
        await hand.add(text)

    assert await hand.all() == {}
    assert await hand.notes() == []


async def test_an_edit_works_on_what_is_pinned_and_survives_reading_again(hand: Hand) -> None:
    entry_id = await hand.say(SWIM, LOVES)
    (memory,) = (await hand.all()).values()
    await hand.rule(MemoryVerb.PIN, memory.id)

    edited = await hand.edit(memory.id, "The user adores swimming.")
    await hand.world.reread(entry_id)

    assert edited.pinned
    assert list(await hand.all()) == ["The user adores swimming."]
    (pinned, text) = await hand.world.store.list_revisions(hand.world.profile_id, memory.id)
    assert (pinned.field, pinned.why) == ("pinned", "ruled")
    assert (text.field, text.why, text.by) == ("text", "written by hand", Author.USER)
    assert (text.before, await hand.notes()) == (entry_id, ["The user adores swimming."])


async def test_an_edit_finds_what_it_now_excludes(hand: Hand) -> None:
    await hand.say(SWIM, LOVES)
    other = await hand.add("I row.")
    hand.proposes("I hate swimming.", replace(HATES, start=0, end=16))

    edited = await hand.edit(other.id, "I hate swimming.")

    assert edited.state is MemoryState.CURRENT
    assert (await hand.all())["The user loves swimming."].superseded_by == other.id
    await hand.undo(other.id)
    assert (await hand.all())["The user loves swimming."].state is MemoryState.CURRENT


async def test_an_edit_lets_go_of_what_stood_against_the_former_words(hand: Hand) -> None:
    await hand.say(SWIM, LOVES)
    await hand.say(DREAD, HATES)
    hates = (await hand.all())["The user hates swimming."]

    await hand.edit(hates.id, "The user hates mornings.")
    assert (await hand.all())["The user loves swimming."].state is MemoryState.CURRENT

    await hand.undo(hates.id)
    loves = (await hand.all())["The user loves swimming."]
    assert (loves.state, loves.superseded_by) == (MemoryState.SUPERSEDED, hates.id)


async def test_undoing_an_edit_finds_what_came_in_meanwhile(hand: Hand) -> None:
    await hand.say(SWIM, LOVES)
    (memory,) = (await hand.all()).values()
    await hand.edit(memory.id, "The user loves rowing.")
    await hand.say(DREAD, HATES)
    assert {one.state for one in (await hand.all()).values()} == {MemoryState.CURRENT}

    undone = await hand.undo(memory.id)

    assert undone.state is MemoryState.SUPERSEDED
    assert (await hand.all())["The user hates swimming."].state is MemoryState.CURRENT


async def test_an_edit_to_words_that_were_superseded_leaves_no_two_that_deny_each_other(
    hand: Hand,
) -> None:
    await hand.say(DREAD, HATES)
    await hand.say(SWIM, LOVES)
    other = await hand.add("I row.")
    hand.proposes("I hate swimming.", replace(HATES, start=0, end=16))

    edited = await hand.edit(other.id, "I hate swimming.")

    assert {text: one.state for text, one in (await hand.all()).items()} == {
        "The user hates swimming.": MemoryState.MERGED,
        "The user loves swimming.": MemoryState.SUPERSEDED,
        "I hate swimming.": MemoryState.CURRENT,
    }
    assert (await hand.all())["The user hates swimming."].superseded_by == edited.id


async def test_an_edit_to_what_another_says_leaves_one_of_the_two(hand: Hand) -> None:
    await hand.say(SWIM, LOVES)
    loves = (await hand.all())["The user loves swimming."]
    other = await hand.add("I row.")

    edited = await hand.edit(other.id, "the user loves  swimming")

    now = await hand.all()
    assert edited.state is MemoryState.CURRENT
    assert now["The user loves swimming."].state is MemoryState.MERGED
    assert now["The user loves swimming."].superseded_by == edited.id

    await hand.undo(edited.id)
    assert {one.state for one in (await hand.all()).values()} == {MemoryState.CURRENT}

    await hand.rule(MemoryVerb.PIN, loves.id)
    edited = await hand.edit(other.id, "The user loves swimming!")
    assert (edited.state, edited.superseded_by) == (MemoryState.MERGED, loves.id)


async def test_an_edit_to_what_it_took_the_place_of_says_the_same_once(hand: Hand) -> None:
    await hand.say(SWIM, LOVES)
    await hand.say(DREAD, HATES)
    hates = (await hand.all())["The user hates swimming."]
    hand.proposes("Swimming, I love it.", replace(LOVES, start=0, end=20))

    await hand.edit(hates.id, "Swimming, I love it.")

    assert {text: one.state for text, one in (await hand.all()).items()} == {
        "The user loves swimming.": MemoryState.MERGED,
        "Swimming, I love it.": MemoryState.CURRENT,
    }
    await hand.undo(hates.id)
    assert (await hand.all())["The user loves swimming."].state is MemoryState.SUPERSEDED


async def test_undo_takes_back_the_last_thing_first(hand: Hand) -> None:
    await hand.say(SWIM, LOVES)
    (memory,) = (await hand.all()).values()
    await hand.rule(MemoryVerb.PIN, memory.id)
    await hand.edit(memory.id, "The user adores swimming.")
    await hand.rule(MemoryVerb.ARCHIVE, memory.id)

    assert (await hand.undo(memory.id)).state is MemoryState.CURRENT
    assert (await hand.undo(memory.id)).text == "The user loves swimming."
    assert not (await hand.undo(memory.id)).pinned
    with pytest.raises(Conflict):
        await hand.undo(memory.id)
    assert await hand.notes() == []


async def test_what_is_forgotten_does_not_come_back_when_read_again(hand: Hand) -> None:
    first = await hand.say(SWIM, LOVES)
    second = await hand.say(DREAD, HATES)
    hates = (await hand.all())["The user hates swimming."]
    await hand.edit(hates.id, "The user cannot stand swimming.")

    gone = await hand.forget(hates.id)
    await hand.world.reread(first, second)

    assert [memory.id for memory in gone] == [hates.id]
    assert {text: one.state for text, one in (await hand.all()).items()} == {
        "The user loves swimming.": MemoryState.CURRENT
    }
    assert await hand.notes() == []
    with pytest.raises(NotFound):
        await hand.forget(hates.id)


async def test_they_are_found_by_words_while_the_embedder_is_away(hand: Hand) -> None:
    await hand.say(SWIM, LOVES)
    await hand.add("Ana keeps bees.", reason="honey")
    store, faculties, *_, profile_id = hand.place

    async def found(words: str, wanted: MemoryFilter = MemoryFilter()) -> list[str]:  # noqa: B008
        memories = await search_memories(store, faculties, profile_id, words, wanted, limit=9)
        return [memory.text for memory in memories]

    assert await found("who keeps BEES?") == ["Ana keeps bees."]
    assert await found("honey") == ["Ana keeps bees."]
    assert await found("bees", MemoryFilter(category=Category.FEARS)) == []
    for words in ("", "  ", "the", '"', "bees AND", "* OR (", "-bees", "\N{HONEYBEE}"):
        await found(words)


async def test_another_level_touches_only_what_it_concerns(hand: Hand) -> None:
    text = "Dogs scare me."
    await hand.say(text, said(text, text, "The user fears dogs.", category=Category.FEARS))
    await hand.say(SWIM, LOVES)
    love = await hand.add("I love Sam.", category=Category.ROMANCE)
    assert love.state is MemoryState.HELD

    assert await change_level(*hand.place, level=Level.CLOSE) == 1
    assert await change_level(*hand.place, level=Level.CLOSE) == 0
    assert await change_level(*hand.place, allows_romance=True) == 1
    assert {one.state for one in (await hand.all()).values()} == {MemoryState.CURRENT}

    assert await change_level(*hand.place, level=Level.ACQUAINTANCE) == 2
    states = {text: one.state for text, one in (await hand.all()).items()}
    assert states["The user loves swimming."] is MemoryState.CURRENT
    assert states["The user fears dogs."] is MemoryState.HELD
    assert states["I love Sam."] is MemoryState.HELD


async def test_with_an_entity_go_the_memories_about_it_and_what_was_merged_into_it(
    hand: Hand,
) -> None:
    text = "@Sam:Person came. @Sammy:Person called."
    entry_id = await hand.say(
        text,
        said(text, "@Sam:Person came", "Sam is the user's friend.", category=Category.FRIENDS),
        said(
            text,
            "@Sammy:Person called",
            "The user's friend Sammy calls often.",
            category=Category.FRIENDS,
        ),
    )
    await hand.say(SWIM, LOVES)
    world = hand.world
    sam, sammy = await world.entity("Sam"), await world.entity("Sammy")
    await world.rule(RulingVerb.MERGE, sammy.id, other_id=sam.id)
    assert len(await about_entity(world.store, world.profile_id, sam.id)) == 2

    ruling, gone = await rule_away(world.store, world.clock, world.ids, world.profile_id, sam.id)
    await world.reread(entry_id)

    assert ruling.target_id == sam.id
    assert {memory.text for memory in gone} == {
        "Sam is the user's friend.",
        "The user's friend Sammy calls often.",
    }
    assert list(await hand.all()) == ["The user loves swimming."]
    assert "Sam" not in await world.entities()


async def test_a_preview_keeps_nothing_and_says_what_would_change(hand: Hand) -> None:
    await hand.say(SWIM, LOVES)
    hand.proposes(DREAD, HATES)
    before = await hand.world.tables()

    store, faculties, clock, *_ = hand.place
    found = await preview(store, faculties, clock, await hand.world.profile(), text=DREAD)

    (foreseen,) = found.memories
    assert foreseen.memory is not None
    assert foreseen.memory.state is MemoryState.CURRENT
    assert [one.text for one in foreseen.takes_place_of] == ["The user loves swimming."]
    assert await hand.world.tables() == before
    assert list(await hand.all()) == ["The user loves swimming."]
