"""What is found for a question, with the words it rests on, and what never is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest
import pytest_asyncio

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.retrieval import HitKind, Retrieved
from graph_aria.stages.index_entries import index_entries
from graph_aria.stages.retrieve import retrieve
from graph_aria.stages.synthesize import synthesize
from tests.faculties import faculties_with
from tests.line.talk import Talk
from tests.line.tended import Switched
from tests.line.world import World, after, opened

MONTHS = 242

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process() -> AsyncIterator[ReaderProcess]:
    """One reader for all: loading its models takes seconds."""
    async with ReaderProcess() as made:
        yield made


@pytest_asyncio.fixture(loop_scope="module")
async def world(tmp_path: Path, process: ReaderProcess) -> AsyncIterator[World]:
    async with opened(tmp_path, reader=process) as made:
        yield made


async def ask(world: World, text: str, *, scope: str = "", but: Sequence[str] = ()) -> Retrieved:
    return await retrieve(
        world.store,
        faculties_with(world.reader),
        await world.profile(),
        text,
        now=world.clock.now(),
        scope=scope,
        but=but,
    )


def quoted(found: Retrieved) -> str:
    """All the user's words that were found."""
    return "\n".join(quote.text for hit in found.hits for quote in hit.quotes)


async def test_somebody_who_faded_is_found_when_asked_about_though_not_in_the_chapter(
    world: World,
) -> None:
    await world.live(
        (after(0), "My cousin Wilma taught me to sail on the lake in Annecy."),
        (after(MONTHS), "Made soup today."),
    )
    chapter = await synthesize(world.store, await world.profile(), now=world.clock.now())
    assert "Wilma" not in chapter.text
    found = await ask(world, "Who taught me to sail?")
    assert "Wilma taught me to sail" in quoted(found)
    assert found.hits[0].quotes[0].day == after(0).date()
    by_name = await ask(world, "What do you know about Wilma?")
    assert "Wilma taught me to sail" in quoted(by_name)
    assert [entity.name for entity in by_name.entities] == ["Wilma"]


async def test_each_hit_has_the_very_words_where_they_stand(world: World) -> None:
    (entry,) = await world.live(
        (after(0), "Rain all day. My sister Ada moved to Lisbon in spring.")
    )
    found = await ask(world, "Where does my sister Ada live?")
    assert found.hits
    for quote in (quote for hit in found.hits for quote in hit.quotes):
        assert quote.entry_id == entry.id
        assert quote.text == entry.text[quote.start : quote.end]
        assert quote.day == after(0).date()


async def test_what_was_said_again_word_for_word_is_one_hit(world: World) -> None:
    for n in range(5):
        await world.say("Fencing with Zelda in the gym.", at=after(n))
    await world.work()
    (hit,) = (await ask(world, "Where do I go fencing with Zelda?")).of(HitKind.PASSAGE)
    assert {quote.text for quote in hit.quotes} == {"Fencing with Zelda in the gym."}
    assert len({quote.day for quote in hit.quotes}) == len(hit.quotes) == 3


async def test_what_ended_is_found_and_said_to_be_over(world: World) -> None:
    await world.live(
        (after(0), "I work at Acme as a welder."),
        (after(30), "I quit my job at Acme."),
    )
    found = await ask(world, "What about Acme?")
    over = [hit for hit in found.of(HitKind.RELATION) if not hit.is_active]
    assert any("Acme" in hit.text for hit in over)
    assert all(hit.relation is not None for hit in over)


async def test_nothing_is_found_for_what_nobody_said(world: World) -> None:
    await world.live(
        (after(0), "Yoga with Priya helped against my anxiety."),
        (after(1), "Dinner with my brother Tom, who burnt the lasagne."),
    )
    for question in (
        "Which submarine did the admiral sink?",
        "What is the boiling point of tungsten?",
        "the of and",
        "",
        "?!",
    ):
        assert (await ask(world, question)).hits == ()


async def test_three_entries_are_enough_to_answer_from_and_no_more(world: World) -> None:
    await world.live(
        (after(0), "My sister Nora gave me a notebook, and I began the migration at work."),
        (after(1), "My manager Helen wants a plan by tomorrow, and my dog Biscuit waited up."),
        (after(2), "Couldn't sleep, lay there until three with the migration in my head."),
    )
    said = ("Who is my manager?", "What is my dog called?", "What did Nora give me?")
    for question in (*said, "Did I sleep badly?", "How is the migration at work?"):
        assert (await ask(world, question)).hits, question
    for question in (
        "When is my wedding anniversary?",
        "What did the dentist say about my teeth?",
        "Which car did I buy?",
        "How was the concert in Berlin?",
    ):
        assert (await ask(world, question)).hits == (), question


async def test_one_word_in_common_is_one_signal_and_too_little(world: World) -> None:
    await world.live(
        (after(0), "The bank of the river was flooded, so we walked through the wood.")
    )
    assert (
        await ask(world, "Which bank gave the company its mortgage for the factory?")
    ).hits == ()


@dataclass(frozen=True)
class Year:
    """A year in which two seasons were about different things."""

    world: World


@pytest_asyncio.fixture(loop_scope="module")
async def year(world: World) -> Year:
    told = [
        (after(65 + 3 * n), text)
        for n in range(25)
        for text in ("Pottery class with Greta. The glaze came out well.",)
    ]
    told += [(after(160 + 3 * n), "Marathon training with Boris, long run.") for n in range(25)]
    for at, text in told:
        await world.say(text, at=at)
    await world.say("Quiet day at home.", at=after(400))
    await world.work()
    await world.turn_pages()
    return Year(world)


async def test_a_season_that_is_asked_about_gives_its_chapter_and_its_words(year: Year) -> None:
    found = await ask(year.world, "How was my spring of 2026?")
    assert (found.since, found.until) == (date(2026, 3, 1), date(2026, 5, 31))
    (chapter, *_) = found.of(HitKind.CHAPTER)
    assert "ottery" in chapter.text
    assert "Pottery" in quoted(found)
    assert "Marathon" not in quoted(found)


async def test_a_time_narrows_what_is_found(year: Year) -> None:
    found = await ask(year.world, "What did I do with Greta in April 2026?")
    days = {quote.day for hit in found.of(HitKind.PASSAGE) for quote in hit.quotes}
    assert days
    assert all(date(2026, 3, 25) <= day <= date(2026, 5, 31) for day in days)


async def test_neighbouring_turns_help_each_other(world: World) -> None:
    talk = await Talk.begin(world)
    await talk.live(
        ("I finally adopted the greyhound from the shelter in Leeds.", "How lovely!"),
        ("Her name is Duchess.", "A fine name."),
    )
    await world.work()
    found = await ask(world, "Which greyhound did I adopt from the shelter?")
    assert "Duchess" in quoted(found)


async def test_a_conversation_that_is_not_remembered_is_never_found(world: World) -> None:
    talk = await Talk.begin(world)
    await talk.live(("My neighbour Olga breeds alpacas in Wales.", "Alpacas!"))
    await world.work()
    assert "alpacas" in quoted(await ask(world, "Who breeds alpacas in Wales?"))
    await talk.remember(remembers=False)
    assert (await ask(world, "Who breeds alpacas in Wales?")).hits == ()
    await world.work()
    assert (await ask(world, "Who breeds alpacas in Wales?")).hits == ()


async def test_a_namespace_is_found_there_alone(world: World) -> None:
    talk = await Talk.begin(world, scope="work")
    await talk.live(("The turbine in Kassel failed its pressure test.", "I see."))
    await world.work()
    assert (await ask(world, "Which turbine failed the pressure test?")).hits == ()
    inside = await ask(world, "Which turbine failed the pressure test?", scope="work")
    assert "turbine in Kassel" in quoted(inside)


async def test_what_is_held_is_found_for_the_user_alone(world: World) -> None:
    await world.live((after(0), "I am afraid of flying."))
    question = "What am I afraid of, flying?"
    assert "flying" not in quoted(await ask(world, question))
    shown = await retrieve(
        world.store,
        faculties_with(world.reader),
        await world.profile(),
        question,
        now=world.clock.now(),
        with_held=True,
    )
    assert "afraid of flying" in quoted(shown)


async def test_what_the_user_wants_kept_from_memory_is_never_found(world: World) -> None:
    await world.live(
        (after(0), "Lunch by the canal. My aunt Hedwig stole a tractor. Don't remember that."),
    )
    assert "tractor" not in quoted(await ask(world, "Who stole a tractor?"))


async def test_words_of_a_crisis_are_never_found(world: World) -> None:
    await world.live((after(0), "I want to kill myself, the harbour is so close."))
    assert (await ask(world, "What did I say about the harbour being so close?")).hits == ()


async def test_what_is_deleted_or_left_out_is_not_found(world: World) -> None:
    first, second = await world.live(
        (after(0), "Karl repaired the weather vane on the barn."),
        (after(1), "Karl painted the weather vane on the barn red."),
    )
    question = "What did Karl do to the weather vane on the barn?"
    assert "repaired" not in quoted(await ask(world, question, but=[first.id]))
    await world.forget(second.id)
    left = quoted(await ask(world, question))
    assert "repaired" in left
    assert "painted" not in left


async def test_what_an_edit_took_out_is_not_found(world: World) -> None:
    (entry,) = await world.live((after(0), "Karl repaired the weather vane on the barn."))
    await world.edit(entry.id, "Ludwig tuned the harpsichord in the chapel.")
    assert (await ask(world, "Who repaired the weather vane on the barn?")).hits == ()
    await world.work()
    assert "harpsichord" in quoted(await ask(world, "Who tuned the harpsichord in the chapel?"))


async def test_without_an_embedder_words_and_names_find(world: World) -> None:
    await world.live((after(0), "My uncle Ferdinand keeps bees behind the abbey."))
    faculties = faculties_with(world.reader)
    away = Switched(faculties.vectors, is_away=True)
    found = await retrieve(
        world.store,
        type(faculties)(faculties.reader, faculties.parser, away),
        await world.profile(),
        "Who keeps bees behind the abbey?",
        now=world.clock.now(),
    )
    assert "Ferdinand keeps bees" in quoted(found)


async def test_what_was_stored_before_there_were_passages_is_caught_up_on(world: World) -> None:
    await world.live((after(0), "My uncle Ferdinand keeps bees behind the abbey."))
    faculties = faculties_with(world.reader)
    embedder_id = (await faculties.vectors.describe()).embedder_id
    assert await world.store.list_unindexed(world.profile_id, embedder_id, limit=9) == ()
    renamed = Switched(faculties.vectors, name="another")
    other = type(faculties)(faculties.reader, faculties.parser, renamed)
    assert await index_entries(world.store, other, world.profile_id, limit=9) == 1
    assert await index_entries(world.store, other, world.profile_id, limit=9) == 0
    renamed.is_away = True
    assert await index_entries(world.store, other, world.profile_id, limit=9) == 0
