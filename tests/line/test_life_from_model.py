"""Focus and milestones that a model proposes, with the real rules beside a scripted model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.adapters.llm.analysis import OpenAiAnalysis
from graph_aria.adapters.llm.budget import ProcessBudget
from graph_aria.adapters.llm.endpoint import Endpoint
from graph_aria.bootstrap.models import ModelReader
from graph_aria.domain.life import Focus, Milestone, Precision, Standing
from graph_aria.domain.reading import EntryForm, Reading, ReadRequest
from graph_aria.domain.records import EntryState
from graph_aria.errors import ReaderFailed
from graph_aria.stages.list_focus import list_focus
from graph_aria.stages.list_milestones import list_milestones
from tests.line.world import World, opened
from tests.scripted_model import MODEL, ScriptedModel, saying

pytestmark = pytest.mark.asyncio(loop_scope="module")

SAID_AT: Final = datetime(2026, 3, 2, 19, tzinfo=UTC)
DAY: Final = timedelta(days=1)
NOTHING: Final[dict[str, Any]] = {
    "entities": [], "emotions": [], "relations": [], "memories": [],
}  # fmt: skip
TEN_WAYS: Final = (
    ("I got married.", "The user got married.", None),
    ("We got married in 2019.", "The user got married in 2019.", "2019-01-01"),
    ("Sam and I got married in May 2019.", "The user and Sam got married.", "2019-05-01"),
    ("I married Sam on 3 May 2019.", "The user married Sam.", "2019-05-03"),
    ("Our wedding was on 3 May 2019.", "The user's wedding was on 3 May 2019.", None),
    ("We tied the knot in May 2019.", "The user tied the knot in May 2019.", "2019-05-15"),
    ("Seven years ago I got married.", "The user got married in 2019.", "2019-03-02"),
    ("My husband and I married in 2019.", "The user and their husband married in 2019.", None),
    ("We got hitched in spring 2019.", "The user got hitched in spring 2019.", None),
    ("I got married on 3 May.", "The user got married on 3 May.", "2025-05-03"),
)


@dataclass
class Rules:
    """The real rules, which can be made to miss what entries tell, or to fail on sentences.

    Attributes:
        is_blind: no memory is read in an entry, as in words that they do not know.
        fails: they fail on what is read again for a model.
    """

    process: ReaderProcess
    is_blind: bool = False
    fails: bool = False

    @property
    def reader_id(self) -> str:
        return self.process.reader_id

    @property
    def degraded(self) -> str | None:
        return self.process.degraded

    async def start(self) -> None:
        """Started by the fixture."""

    async def close(self) -> None:
        """Closed by the fixture."""

    async def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        if self.fails and any(one.form is EntryForm.TURN for one in requests):
            raise ReaderFailed
        readings = await self.process.read_batch(requests)
        if not self.is_blind:
            return readings
        return [
            reading if request.form is EntryForm.TURN else replace(reading, memories=())
            for request, reading in zip(requests, readings, strict=True)
        ]


@dataclass
class Lived:
    """A world whose reader asks a model that says what it is told to."""

    world: World
    rules: Rules
    scripted: ScriptedModel

    async def say(self, text: str, *told: dict[str, Any]) -> None:
        """Write an entry of which the model proposes to remember something, the next day."""
        self.scripted.script(saying({**NOTHING, "memories": list(told)}))
        await self.world.say(text, at=self.world.clock.instant + DAY)
        await self.world.work()

    async def milestones(self) -> tuple[Milestone, ...]:
        return (await list_milestones(self.world.store, await self.world.profile())).items

    async def foci(self) -> list[Focus]:
        world = self.world
        every = frozenset(Standing)
        found = await list_focus(
            world.store, await world.profile(), now=world.clock.instant, standings=every
        )
        return list(found)

    async def n_sources(self, memory_id: str) -> int:
        known = await self.world.store.read_memories(self.world.profile_id, [memory_id])
        return sum(one.memory_id == memory_id for one in known.sources)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process() -> AsyncIterator[ReaderProcess]:
    """One reader for all: loading its models takes seconds."""
    async with ReaderProcess() as made:
        yield made


@pytest_asyncio.fixture(loop_scope="module")
async def lived(
    tmp_path: Path, process: ReaderProcess, scripted: ScriptedModel
) -> AsyncIterator[Lived]:
    async with opened(tmp_path, reader=process) as world:
        world.clock.instant = SAID_AT
        rules = Rules(process)
        endpoint = Endpoint(scripted.base_url, None, 5)
        model = OpenAiAnalysis(endpoint, MODEL, world.clock.now, first_wait_seconds=0.01)
        world.reader = ModelReader(rules, model, ProcessBudget(None), world.clock, at_once=1)
        yield Lived(world, rules, scripted)
        await model.close()


def milestone(told: str, text: str, on: str | None = None, **more: Any) -> dict[str, Any]:
    return _proposed("milestone", told, text, on=on, **more)


def focus(told: str, text: str, **more: Any) -> dict[str, Any]:
    return _proposed("focus", told, text, **more)


def _proposed(kind: str, told: str, quote: str, **more: Any) -> dict[str, Any]:
    return {
        "text": told, "kind": kind, "category": "events", "importance": 4, "significance": 3,
        "confidence": 5, "quotes": [quote], **more,
    }  # fmt: skip


async def test_a_wedding_that_the_model_tells_in_ten_ways_is_one_with_ten_sources(
    lived: Lived,
) -> None:
    lived.rules.is_blind = True
    for text, told, on in TEN_WAYS:
        await lived.say(text, milestone(told, text, on))
        assert len(lived.scripted.requests) == 1  # what is read again costs no call

    (one,) = await lived.milestones()
    assert (one.what, one.whose, one.precision) == ("wedding", "user", Precision.DAY)
    assert one.first == one.last == date(2019, 5, 3)
    assert "3 May 2019" in one.memory.text
    assert await lived.n_sources(one.memory.id) == len(TEN_WAYS)


@pytest.mark.parametrize("first_blind", [False, True])
async def test_what_the_rules_told_once_and_the_model_once_is_one(
    lived: Lived, *, first_blind: bool
) -> None:
    for is_blind in (first_blind, not first_blind):
        lived.rules.is_blind = is_blind
        text, told = "I married Sam in 2019.", "The user married Sam in 2019."
        await lived.say(text, *([milestone(told, text)] if is_blind else []))

    (one,) = await lived.milestones()
    assert (one.what, one.precision) == ("wedding", Precision.YEAR)
    assert await lived.n_sources(one.memory.id) == 2


async def test_what_both_tell_of_one_entry_is_kept_once(lived: Lived) -> None:
    text = "I married Sam on 3 May 2019. I am writing my thesis."
    await lived.say(
        text,
        milestone("The user's wedding was on 3 May 2019.", "married Sam on 3 May 2019"),
        focus("The user is working on their thesis.", "I am writing my thesis"),
    )

    (one,) = await lived.milestones()
    (under_way,) = await lived.foci()
    assert await lived.n_sources(one.memory.id) == 1
    assert await lived.n_sources(under_way.memory.id) == 1


@pytest.mark.parametrize(
    ("began", "over", "standing"),
    [
        (("I am writing my thesis.", "The user is writing their thesis."),
         ("I have finished writing my thesis.", "The user finished their thesis."), Standing.DONE),
        (("I am restoring an old tractor.", "The user is restoring an old tractor."),
         ("I wrapped up restoring the tractor.", "The user wrapped up restoring the tractor."),
         Standing.DONE),
        (("The zine on moss is what I'm at.", "The user's zine on moss."), None, None),
        (("I am busy with the tax audit.", "The user is busy with the tax audit."),
         ("I have abandoned the busy tax audit.", "The user abandoned the busy tax audit."),
         Standing.DROPPED),
    ],
)  # fmt: skip
async def test_that_a_focus_is_over_takes_the_place_of_that_it_goes_on(
    lived: Lived,
    began: tuple[str, str],
    over: tuple[str, str] | None,
    standing: Standing | None,
) -> None:
    lived.rules.is_blind = True
    await lived.say(began[0], focus(began[1], began[0]))
    if over is None:
        assert await lived.foci() == []  # nothing tells how it stands
        return
    (one,) = await lived.foci()
    assert one.standing is Standing.ON

    await lived.say(over[0], focus(over[1], over[0]))

    (one,) = await lived.foci()
    assert one.standing is standing


async def test_a_sisters_wedding_stands_beside_the_users(lived: Lived) -> None:
    lived.rules.is_blind = True
    own, hers = "I got married in 2019.", "My sister got married in 2019."
    await lived.say(own, milestone("The user got married in 2019.", own))
    await lived.say(hers, milestone("The user's sister got married in 2019.", hers))

    assert {one.whose for one in await lived.milestones()} == {"user", "sister"}


@pytest.mark.parametrize(
    ("text", "told", "on"),
    [
        ("I will marry Sam in June.", "The user will marry Sam in June.", None),
        ("I will marry Sam in June.", "The user married Sam.", None),
        ("We are getting married in June.", "The user got married in June.", "2026-06-01"),
        ("We are getting married in June.", "The user got married.", None),
        ("Our wedding is on 3 May 2027.", "The user's wedding is on 3 May 2027.", "2027-05-03"),
        ("I hope that I get married.", "The user got married.", None),
        ("I dreamt that I got married.", "The user got married.", None),
        ("If I get the job I move to Ghent.", "The user moved to Ghent.", None),
        ("My sister got married.", "The user got married.", None),
        ("Lovely weather again.", "The user got married.", None),
    ],
)
async def test_what_is_to_come_or_not_borne_out_is_no_milestone(
    lived: Lived, text: str, told: str, on: str | None
) -> None:
    lived.rules.is_blind = True
    await lived.say(text, milestone(told, text, on))

    assert await lived.milestones() == ()


@pytest.mark.parametrize(
    ("text", "told", "on", "when"),
    [
        ("I married Sam.", "The user married Sam.", "2026-03-03", (None, None)),
        ("I just married Sam.", "The user married Sam on 3 March 2026.", "2026-03-03",
         (None, None)),
        ("I married Sam in 2019.", "The user married Sam.", "2019-05-03",
         (date(2019, 1, 1), date(2019, 12, 31))),
        ("I married Sam two years ago.", "The user married Sam in 2024.", "2024-03-03",
         (date(2024, 1, 1), date(2024, 12, 31))),
        ("I married Sam on 3 May.", "The user married Sam.", "2025-05-03", (None, None)),
    ],
)  # fmt: skip
async def test_a_day_that_the_text_does_not_tell_is_not_kept(
    lived: Lived, text: str, told: str, on: str, when: tuple[date | None, date | None]
) -> None:
    lived.rules.is_blind = True
    await lived.say(text, milestone(told, text, on))

    (one,) = await lived.milestones()
    assert (one.first, one.last) == when
    assert "March" not in one.memory.text


async def test_garbage_in_these_kinds_and_answers_without_them_are_survived(lived: Lived) -> None:
    lived.rules.is_blind = True
    text = "I got married."
    good = milestone("The user got married.", text)
    junk = [
        {**good, "text": ""},
        {**good, "text": "The user "},
        {**good, "text": "The user's " + "|died" * 50},
        {**good, "kind": "MILESTONES"},
        {**good, "quotes": []},
        {**good, "on": "31 April"},
        focus("The user got married", text),
        focus("The user's", text),
    ]
    await lived.say(text, *junk, good)
    (one,) = await lived.milestones()
    assert one.what == "wedding"
    assert await lived.foci() == []

    await lived.say("A walk in the rain.")
    assert len(await lived.milestones()) == 1


async def test_a_sentence_that_the_rules_fail_on_costs_no_entry(lived: Lived) -> None:
    lived.rules.is_blind = lived.rules.fails = True
    for text in ("I got married.", "Yes, I got married!"):
        await lived.say(text, milestone("The user got married.", "I got married"))

    (one,) = await lived.milestones()  # by its words
    assert await lived.n_sources(one.memory.id) == 2
    page = await lived.world.store.list_entries(lived.world.profile_id, limit=5)
    assert {entry.state for entry in page.items} == {EntryState.READ}


async def test_while_life_is_off_neither_is_learned_of_a_model(lived: Lived) -> None:
    world = lived.world
    await world.store.change_profile(world.profile_id, lives=False)
    lived.rules.is_blind = True
    text = "I got married. I am writing my thesis."
    await lived.say(
        text,
        milestone("The user got married.", "I got married"),
        focus("The user is writing their thesis.", "I am writing my thesis"),
    )

    assert (await world.store.list_memories(world.profile_id, limit=10)).items == ()
