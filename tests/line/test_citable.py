"""Words that a reply may not hold: of held memories, of another namespace, forgotten ones."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.memories import MemoryState
from graph_aria.domain.prompting import Prompt
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import EntryState
from graph_aria.domain.retrieval import Quote
from graph_aria.stages.answer_offline import answer_offline
from graph_aria.stages.citable import citable
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.forget_memory import forget_memories
from graph_aria.stages.index_entries import index_entries
from graph_aria.stages.prepare_prompt import prepare_prompt
from graph_aria.stages.retrieve import retrieve
from graph_aria.stages.work import work
from tests.line.talk import Mind, Talk
from tests.line.world import World, opened

pytestmark = pytest.mark.asyncio(loop_scope="module")

SAID_AT: Final = datetime(2026, 3, 2, 19, tzinfo=UTC)
HELD: Final = "I work at Acme with Olga and I am afraid of flying. Marta is my partner."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process() -> AsyncIterator[ReaderProcess]:
    """One reader for all: loading its models takes seconds."""
    async with ReaderProcess() as made:
        yield made


@pytest_asyncio.fixture(loop_scope="module")
async def world(tmp_path: Path, process: ReaderProcess) -> AsyncIterator[World]:
    async with opened(tmp_path, reader=process) as made:
        made.clock.instant = SAID_AT
        yield made


class Asking:
    """Questions to a world, with the faculties that ship."""

    def __init__(self, world: World, process: ReaderProcess) -> None:
        self.world = world
        self.faculties = Faculties(process, process, process)

    async def do(self) -> None:
        world = self.world
        await work(world.store, self.faculties, world.clock, world.ids)

    async def say(self, text: str) -> str:
        entry = await self.world.say(text)
        await self.do()
        return entry.id

    async def found(self, text: str, *, with_held: bool = False, scope: str = "") -> str:
        """All words that a search cites."""
        world = self.world
        found = await retrieve(
            world.store,
            self.faculties,
            await world.profile(),
            text,
            now=world.clock.instant + timedelta(hours=1),
            with_held=with_held,
            scope=scope,
        )
        return "\n".join(quote.text for hit in found.hits for quote in hit.quotes)

    async def prompt(self, text: str) -> Prompt:
        world = self.world
        return await prepare_prompt(
            world.store,
            self.faculties,
            await world.profile(),
            text=text,
            now=world.clock.instant + timedelta(hours=1),
            window=8_192,
            most_reply_tokens=600,
            conversation=None,
            turn_id=None,
        )

    async def answer(self, text: str) -> str:
        """What ARIA without a model says."""
        world = self.world
        told, _ = await answer_offline(
            world.store,
            self.faculties,
            await world.profile(),
            await self.prompt(text),
            text=text,
            now=world.clock.instant + timedelta(hours=1),
            before=(),
        )
        return told


@pytest.fixture
def asking(world: World, process: ReaderProcess) -> Asking:
    return Asking(world, process)


@pytest.mark.parametrize("text", ["Where do I work?", "Who is Olga?", "What am I afraid of?"])
async def test_the_words_of_a_held_memory_are_never_cited(asking: Asking, text: str) -> None:
    await asking.say(HELD)
    held = await Mind(asking.world).texts(MemoryState.HELD)
    assert "The user is afraid of flying." in held

    assert "flying" not in await asking.found(text)
    assert "flying" not in await asking.answer(text)
    sent = (await asking.prompt(text)).messages
    assert not any("afraid of flying" in one.text for one in sent)
    # The user's own eyes see them.
    assert "flying" in await asking.found("afraid of flying", with_held=True)


async def test_the_words_of_another_namespace_are_never_cited(asking: Asking) -> None:
    talk = await Talk.begin(asking.world, scope="work")
    await talk.hear("My sister Clara lives in Kassel and yoga eases my anxiety.")
    await talk.answer("Good.")
    await asking.do()

    for text in ("Where does Clara live?", "Who is Clara?", "What helps with my anxiety?"):
        assert "Kassel" not in await asking.found(text)
        answer = await asking.answer(text)
        assert "and yoga" not in answer
        assert "My sister" not in answer
    assert "Kassel" in await asking.found("Where does Clara live?", scope="work")


async def test_what_was_forgotten_is_not_cited_and_the_rest_is(asking: Asking) -> None:
    await asking.say(
        "I am allergic to peanuts. I repaired the old bicycle of my neighbour Karl all afternoon."
    )
    mind = Mind(asking.world)
    peanuts = await mind.the("The user is allergic to peanuts.")
    world = asking.world
    await forget_memories(
        world.store, asking.faculties, world.clock, world.ids, world.profile_id, [peanuts.id]
    )
    await asking.do()
    # What is left of the entry is placed anew by the next look at what lacks it.
    assert await world.store.list_unindexed(world.profile_id, "none", limit=9)

    await index_entries(world.store, asking.faculties, world.profile_id, limit=9)

    assert "peanuts" not in await asking.found("What am I allergic to? peanuts")
    assert "bicycle" in await asking.found("Whose bicycle did I repair?")
    assert "I am allergic" not in await asking.answer("Am I allergic to peanuts?")


async def test_what_was_read_for_a_reply_is_judged_as_it_was_read(asking: Asking) -> None:
    entry_id = await asking.say("I am allergic to peanuts.")
    store, whose = asking.world.store, asking.world.profile_id
    entry = await store.get_entry(whose, entry_id)
    words = Quote(entry_id, 0, len(entry.text), entry.revision, entry.text, entry.day)
    for known in (None, {entry_id: entry}):
        assert await citable(store, whose, {words}, scope="", known=known) == {words}
    for other in (
        replace(entry, revision=entry.revision + 1),
        replace(entry, state=EntryState.PENDING),
        replace(entry, form=EntryForm.NOTE),
    ):
        assert await citable(store, whose, {words}, scope="", known={entry_id: other}) == set()
    # What was forgotten since then counts all the same.
    world, gone = asking.world, await Mind(asking.world).the("The user is allergic to peanuts.")
    await forget_memories(store, asking.faculties, world.clock, world.ids, whose, [gone.id])
    assert await citable(store, whose, {words}, scope="", known={entry_id: entry}) == set()


async def test_a_question_to_aria_is_no_word_about_anybody(asking: Asking) -> None:
    talk = await Talk.begin(asking.world)
    for text in ("Who is Ana?", "Did I ever go skiing in Norway", "When did I last see Tomas?"):
        await talk.hear(text)
        await talk.answer("I do not know.")
    await asking.do()
    assert await asking.world.entities() == {}
    assert await asking.found("When was I skiing in Norway?") == ""

    await talk.hear("I met Ana today. Who is she to me?")
    await talk.answer("A friend?")
    await asking.do()
    assert "Ana" in await asking.world.entities()
    # In a diary one asks oneself.
    await asking.say("Why did Tomas leave me?")
    assert "Tomas" in await asking.world.entities()


async def test_what_is_to_be_remembered_is_judged_on_its_content(asking: Asking) -> None:
    talk = await Talk.begin(asking.world)
    for text in (
        "remember that I am vegetarian since 2019",
        "Please don't forget that I hate surprises.",
        "Remember that my password is hunter2secret.",
        "remember that the kettle is on",
    ):
        await talk.hear(text)
        await talk.answer("I have read it.")
    await asking.do()
    texts = await Mind(asking.world).texts()
    assert any("vegetarian" in one for one in texts)
    assert any("surprises" in one for one in texts)
    assert not any("hunter2" in one or "kettle" in one for one in texts)
