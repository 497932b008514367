"""Words of a crisis through the whole line: stored, with their mood, and nothing made of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.adapters.llm.analysis import OpenAiAnalysis
from graph_aria.adapters.llm.budget import ProcessBudget
from graph_aria.adapters.llm.endpoint import Endpoint
from graph_aria.bootstrap.models import ModelReader
from graph_aria.domain.care import Concern, concern_in
from graph_aria.domain.memories import MemoryState
from graph_aria.domain.memory_history import MemoryVerb
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryState, JobKind
from graph_aria.domain.remedies import CRISIS
from graph_aria.errors import Conflict, EmbedderAway
from graph_aria.stages import tell_crises, withdraw_crises
from graph_aria.stages.allow_reading import allow_reading
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.index_entries import index_entries
from graph_aria.stages.preview import preview
from graph_aria.stages.schedule import schedule
from graph_aria.stages.synthesize import synthesize
from graph_aria.stages.work import Pace, work
from tests.line.talk import Mind, Talk
from tests.line.world import BEGIN, PROJECTIONS, World, after, opened
from tests.scripted_model import KEY, MODEL, ScriptedModel, saying

QUIET: Final = "I'm allergic to peanuts. Yoga with Priya eased my anxiety."
DARK: Final = (
    "I'm allergic to walnuts. Saw Ana in Lisbon and sat by the river. I want to kill myself."
)
CHECK_IN: Final = "hopeless, empty\nI had a fight with Leo and I don't want to live anymore."
INDIRECT: Final = "Tea with Ana. By the time anybody reads this I will be gone for good."
ABUSED: Final = "My husband Karl hit me again last night, after the dinner with Ana."
pytestmark = pytest.mark.asyncio(loop_scope="module")
MADE: Final = (*PROJECTIONS, "mention", "assertion", "memory", "memory_source", "passage")
READ_BY_MODEL: Final[dict[str, Any]] = {
    "entities": [],
    "emotions": [],
    "relations": [],
    "memories": [],
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process() -> AsyncIterator[ReaderProcess]:
    """One reader for all: loading its models takes seconds."""
    async with ReaderProcess() as made:
        yield made


@dataclass
class Lived:
    """A world whose reader, with rules and a model, is a real one."""

    world: World
    faculties: Faculties
    scripted: ScriptedModel

    async def work(self) -> None:
        await work(
            self.world.store,
            self.faculties,
            self.world.clock,
            self.world.ids,
            Pace(tells_context=True),
        )
        await index_entries(self.world.store, self.faculties, self.world.profile_id, limit=100)

    async def say(self, text: str, days: float = 0, **facts: Any) -> Entry:
        entry = await self.world.say(text, at=after(days), **facts)
        await self.work()
        return await self.stored(entry.id)

    async def stored(self, entry_id: str) -> Entry:
        return await self.world.store.get_entry(self.world.profile_id, entry_id)

    async def reread(self, *entry_ids: str) -> None:
        for entry_id in entry_ids:
            await self.queue(entry_id)
        await self.work()

    async def queue(self, entry_id: str) -> None:
        await self.world.store.queue_job(
            job_id=self.world.ids.new(),
            profile_id=self.world.profile_id,
            kind=JobKind.READ,
            due_at=self.world.clock.now(),
            subject_id=entry_id,
        )

    async def edit(self, entry_id: str, text: str) -> Entry:
        await self.world.edit(entry_id, text)
        await self.work()
        return await self.stored(entry_id)

    async def allow(self, entry_id: str) -> Entry:
        store, ids = self.world.store, self.world.ids
        await allow_reading(store, ids, self.world.profile_id, entry_id)
        await self.work()
        return await self.stored(entry_id)

    async def made(self) -> dict[str, int]:
        """How many rows there are of all that is made of entries, the user's own aside."""
        counts = {}
        for table in MADE:
            where = " WHERE is_user = 0" if table == "entity" else ""
            rows = await self.world.sql(f"SELECT count(*) FROM {table}{where}")  # noqa: S608
            counts[table] = int(rows[0][0])
        return counts

    def asked(self) -> str:
        """All that the model was ever sent."""
        return "\n".join(str(request.body) for request in self.scripted.requests)


@asynccontextmanager
async def lived_in(
    folder: Path, process: ReaderProcess, scripted: ScriptedModel
) -> AsyncIterator[Lived]:
    scripted.script(saying(READ_BY_MODEL))
    async with opened(folder, reader=process) as world:
        model = OpenAiAnalysis(
            Endpoint(scripted.base_url, KEY, 5), MODEL, world.clock.now, first_wait_seconds=0.01
        )
        world.reader = ModelReader(process, model, ProcessBudget(None), world.clock, at_once=2)
        faculties = Faculties(
            world.reader, process, process, rules=process, second_look=process, care_text="Be well."
        )
        try:
            yield Lived(world, faculties, scripted)
        finally:
            await model.close()


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (DARK, EntryForm.JOURNAL),
        (CHECK_IN, EntryForm.MOOD_CHECK_IN),
        (ABUSED, EntryForm.JOURNAL),
        (INDIRECT, EntryForm.JOURNAL),
    ],
)
async def test_nothing_is_made_of_it_but_the_mood_and_no_model_sees_it(
    tmp_path: Path, process: ReaderProcess, scripted: ScriptedModel, text: str, form: EntryForm
) -> None:
    async with lived_in(tmp_path, process, scripted) as life:
        before = await life.made()
        entry = await life.say(text, mood=2, form=form)
        await life.reread(entry.id)

        assert (entry.state, entry.reason, entry.text) == (EntryState.UNREAD, CRISIS, text)
        assert await life.made() == before
        assert scripted.requests == []
        store, profile = life.world.store, await life.world.profile()
        (day,) = await store.read_moods(profile.id, since=BEGIN.date(), until=BEGIN.date())
        assert (day.mood, day.n) == (2, 1)
        assert "Ana" not in (await synthesize(store, profile, now=life.world.clock.now())).text
        assert await store.search_passages(profile.id, "Ana Leo", limit=9) == ()
        assert (await store.list_entries(profile.id, query="Ana")).items == (
            (entry,) if "Ana" in text else ()
        )


async def test_it_is_read_like_any_other_once_the_user_asks(
    tmp_path: Path, process: ReaderProcess, scripted: ScriptedModel
) -> None:
    async with lived_in(tmp_path, process, scripted) as life:
        entry = await life.say(DARK)
        read = await life.allow(entry.id)

        assert (read.state, read.reason, read.reading_allowed) == (EntryState.READ, None, True)
        assert "Ana" in await life.world.entities()
        assert "walnuts" in life.asked()
        assert any("walnuts" in text for text in await Mind(life.world).texts())
        n = len(scripted.requests)
        assert n
        await life.allow(entry.id)  # once more: nothing is queued
        assert len(scripted.requests) == n
        changed = await life.edit(entry.id, f"{DARK} Still.")
        assert changed.state is EntryState.READ
        found = await life.world.store.search_passages(life.world.profile_id, "Lisbon", limit=9)
        assert {each.entry_id for each in found} == {entry.id}


async def test_an_edit_that_makes_it_a_crisis_withdraws_what_was_read_and_one_back_reads_it(
    tmp_path: Path, process: ReaderProcess, scripted: ScriptedModel
) -> None:
    async with lived_in(tmp_path, process, scripted) as life:
        nothing = await life.made()
        entry = await life.say(QUIET)
        full = await life.made()
        assert full != nothing
        for memory in await Mind(life.world).all():
            await Mind(life.world).rule(memory.id, MemoryVerb.PIN)
        n = len(scripted.requests)

        dark = await life.edit(entry.id, f"{QUIET} I want to kill myself.")
        assert (dark.state, dark.reason) == (EntryState.UNREAD, CRISIS)
        assert "Yoga" not in await life.world.active()
        assert await Mind(life.world).texts(MemoryState.CURRENT) == []
        live = "SELECT count(*) FROM mention WHERE state = 'live'"
        assert (await life.world.sql(live))[0][0] == 0
        assert len(scripted.requests) == n

        light = await life.edit(entry.id, QUIET)
        assert light.state is EntryState.READ
        assert {"Yoga", "Priya"} <= await life.world.active()
        assert (await Mind(life.world).texts()) != []


async def test_an_edit_and_a_rereading_decide_alike_about_what_is_told_by_meaning(
    tmp_path: Path, process: ReaderProcess, scripted: ScriptedModel
) -> None:
    async with lived_in(tmp_path, process, scripted) as life:
        assert concern_in(INDIRECT) is None
        entry = await life.say(QUIET)
        dark = await life.edit(entry.id, INDIRECT)
        assert (dark.state, dark.reason) == (EntryState.UNREAD, CRISIS)
        await life.reread(entry.id)
        assert (await life.stored(entry.id)).reason == CRISIS
        assert "gone for good" not in life.asked()
        light = await life.edit(entry.id, QUIET)
        assert light.state is EntryState.READ


async def test_nothing_is_read_while_the_second_look_is_away_and_later_it_is_told(
    tmp_path: Path, process: ReaderProcess, scripted: ScriptedModel
) -> None:
    async with lived_in(tmp_path, process, scripted) as life:
        whole = life.faculties
        life.faculties = replace(whole, second_look=_Away())
        entry = await life.say(INDIRECT)
        assert entry.state is EntryState.PENDING
        assert scripted.requests == []
        life.faculties = whole
        life.world.clock.instant += timedelta(hours=3)
        await life.work()
        assert (await life.stored(entry.id)).reason == CRISIS
        life.faculties = replace(whole, second_look=None)
        await life.reread(entry.id)
        assert (await life.stored(entry.id)).reason == CRISIS
        assert scripted.requests == []


async def test_what_was_read_before_there_was_care_is_withdrawn_once(
    tmp_path: Path,
    process: ReaderProcess,
    scripted: ScriptedModel,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(withdraw_crises, "AT_ONCE", 2)
    async with lived_in(tmp_path, process, scripted) as life:
        whole, life.faculties = life.faculties, replace(life.faculties, second_look=None)
        with monkeypatch.context() as unknowing:
            unknowing.setattr(tell_crises, "concern_in", lambda _: None)
            texts = (DARK, "Tea with Mira.", "Soup with Jonas.", ABUSED, DARK)
            dark, quiet, _, abused, allowed = [
                await life.say(text, days) for days, text in enumerate(texts)
            ]
            await life.allow(allowed.id)
            assert dark.state is EntryState.READ
        life.faculties = whole
        store, world = life.world.store, life.world
        await schedule(store, world.clock, world.ids)
        await life.work()

        for entry in (dark, abused):
            assert (await life.stored(entry.id)).reason == CRISIS
        assert (await life.stored(quiet.id)).state is EntryState.READ
        assert (await life.stored(allowed.id)).state is EntryState.READ
        found = await store.search_passages(world.profile_id, "Lisbon", limit=9)
        assert {each.entry_id for each in found} == {allowed.id}
        n = len((await store.list_jobs(world.profile_id, limit=200)).items)
        await schedule(store, world.clock, world.ids)
        assert len((await store.list_jobs(world.profile_id, limit=200)).items) == n


class _Away:
    async def concerns_of(self, sentences: Sequence[str]) -> list[Concern | None] | None:
        raise EmbedderAway(str(len(sentences)))


async def test_it_is_deleted_like_any_other(
    tmp_path: Path, process: ReaderProcess, scripted: ScriptedModel
) -> None:
    async with lived_in(tmp_path, process, scripted) as life:
        entry = await life.say(DARK, mood=1)
        await life.world.forget(entry.id)

        page = await life.world.store.list_entries(life.world.profile_id)
        assert page.items == ()
        moods = await life.world.store.read_moods(
            life.world.profile_id, since=BEGIN.date(), until=BEGIN.date()
        )
        assert moods == ()


async def test_no_model_is_told_of_it_as_what_was_said_before(
    tmp_path: Path, process: ReaderProcess, scripted: ScriptedModel
) -> None:
    async with lived_in(tmp_path, process, scripted) as life:
        talk = await Talk.begin(life.world)
        first = await talk.hear("Ana came over for tea.", at=after(1))
        await talk.answer("How nice.")
        dark = await talk.hear("I want to kill myself, the letter lies in the blue drawer.")
        await talk.answer("Please call somebody. Be well.")
        await life.work()
        last = await talk.hear("Today I planted tulips with Ben.", at=after(2))
        await talk.answer("Lovely.")
        await life.work()

        states = [(await life.stored(one.id)).state for one in (first, dark, last)]
        assert states == [EntryState.READ, EntryState.UNREAD, EntryState.READ]
        assert "tulips" in life.asked()
        assert "came over for tea" in life.asked()
        for word in ("blue drawer", "kill myself", "Please call somebody"):
            assert word not in life.asked()
        await life.allow(dark.id)
        assert "blue drawer" in life.asked()


async def test_a_preview_of_it_asks_nobody_and_reads_nothing(
    tmp_path: Path, process: ReaderProcess, scripted: ScriptedModel
) -> None:
    async with lived_in(tmp_path, process, scripted) as life:
        found = await preview(
            life.world.store,
            life.faculties,
            life.world.clock,
            await life.world.profile(),
            text=DARK,
        )

        assert found.concern is Concern.SELF_HARM
        assert (found.reading.unread, found.record.mentions, found.memories) == (CRISIS, (), ())
        assert scripted.requests == []


async def test_a_memory_by_hand_is_kept_and_is_not_to_be_read(
    tmp_path: Path, process: ReaderProcess, scripted: ScriptedModel
) -> None:
    async with lived_in(tmp_path, process, scripted) as life:
        await Mind(life.world).add("In March I wanted to die again every night.")
        page = await life.world.store.list_entries(life.world.profile_id, form=EntryForm.NOTE)

        assert len(await Mind(life.world).texts()) == 1
        with pytest.raises(Conflict):
            await life.allow(page.items[0].id)
