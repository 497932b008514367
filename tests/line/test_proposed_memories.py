"""What a model may make a memory of, in conversations: never of what the assistant said."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from graph_aria.adapters.llm.budget import ProcessBudget
from graph_aria.domain.likeness import Likeness
from graph_aria.domain.memory_changes import Embedding
from graph_aria.domain.proposals import Answer, Proposals, ProposedMemory
from graph_aria.domain.reading import Cost, Reading, ReadRequest
from graph_aria.stages.consult import consult
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.preview import Preview, preview
from graph_aria.stages.work import Pace, work
from tests.faculties import WordsAlone, faculties_with
from tests.line.talk import Mind, Talk, says
from tests.line.world import ScriptedReader, World, after

PACE = Pace(tells_context=True)
_OF_YOU = re.compile(
    r"\b(?:are you|do you|you)\b\s*(?P<is>(?:are|have|live|love)\b)?", re.IGNORECASE
)


@dataclass
class Echoing:
    """A model that turns all that it is told, the assistant's words first, into memories.

    Attributes:
        heard: what it was asked.
        told: proposals beside its own, as they stand.
    """

    heard: list[ReadRequest] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    model_id: str = "model:echoing"
    degraded: str | None = None

    def estimate(self, request: ReadRequest) -> int:
        return len(request.text)

    async def propose(self, request: ReadRequest) -> Answer:
        self.heard.append(request)
        lines = [line.partition(": ")[2] for line in request.context.before]
        texts = [*self.told, *(text for line in lines for text in _of_user(line))]
        quotes = [request.text, *request.text.replace(",", " ").split()]
        memories = [
            ProposedMemory(text, "fact", "interests", 5, 4, 5, (quote.strip(".!?"),))
            for text in texts
            for quote in quotes
        ]
        return Answer(Proposals(memories=tuple(memories)), None, Cost(n_calls=1))

    async def close(self) -> None:
        """Nothing to close."""


def _of_user(line: str) -> list[str]:
    """What a line says of "you", told of the user."""
    rest = line.rstrip("?.!")
    told = _OF_YOU.sub("", rest).strip()
    if "are you" in line.casefold() or "you are" in line.casefold():
        told = re.sub(r"^are\b", "", told).strip()
        return [f"The user is {told}"]
    verb, _, more = told.partition(" ")
    return [f"The user {verb}s {more}"]


@dataclass
class Consulting:
    """A reader that asks a model about every text, as the running one does."""

    rules: ScriptedReader
    model: Echoing
    clock: object

    @property
    def reader_id(self) -> str:
        return self.rules.reader_id

    @property
    def degraded(self) -> str | None:
        return None

    async def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        budget = ProcessBudget(None)
        return await consult(self.rules, self.model, budget, self.clock, requests)  # type: ignore[arg-type]


@pytest.fixture
def model(world: World, reader: ScriptedReader) -> Echoing:
    made = Echoing()
    world.reader = Consulting(reader, made, world.clock)
    return made


async def _read(world: World, faculties: Faculties | None = None) -> None:
    asked = faculties or faculties_with(world.reader)
    await work(world.store, asked, world.clock, world.ids, PACE)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("You are allergic to peanuts.", "Lovely weather again."),
        ("Are you allergic to peanuts?", "No."),
        ("Are you allergic to peanuts?", "Hm, ok. Talk later then."),
        ("You love skydiving, right?", "I had soup and slept."),
        ("You live in Paris.", "Paris is far away."),
        ("You are a nurse.", "What makes you think so?"),
    ],
)
async def test_nothing_leads_from_a_reply_to_a_memory(
    world: World, model: Echoing, asked: str, said: str
) -> None:
    talk = await Talk.begin(world)
    await talk.hear("Hello there.")
    await talk.answer(asked)
    turn = await talk.hear(said, at=after(1))
    await talk.answer(asked)
    await _read(world)
    await world.reread(turn.id)

    (heard, *_) = [one for one in model.heard if one.text == said]
    assert heard.context.before[-1] == f"assistant: {asked}"
    assert await Mind(world).all() == []


@pytest.mark.parametrize("said", ["Yes, that one.", "Exactly!", "Yes."])
async def test_a_yes_is_the_source_and_the_question_only_its_context(
    world: World, model: Echoing, said: str
) -> None:
    talk = await Talk.begin(world)
    await talk.hear("Hello there.")
    await talk.answer("Are you allergic to peanuts?")
    turn = await talk.hear(said, at=after(1))
    await talk.answer("Noted.")
    await _read(world)

    (memory,) = await Mind(world).all()
    assert memory.text == "The user is allergic to peanuts"
    (source,) = await Mind(world).sources(memory.id)
    assert source.entry_id == turn.id
    assert said[source.said.start : source.said.end].casefold() in said.casefold()
    assert model.heard


async def test_a_yes_to_what_the_user_asked_is_none(world: World, model: Echoing) -> None:
    model.told.append("The user is allergic to peanuts.")
    talk = await Talk.begin(world)
    await talk.hear("Are peanuts nuts?")
    await talk.hear("Yes.", at=after(1))
    await talk.answer("I see.")
    await _read(world)

    assert await Mind(world).all() == []


async def test_what_is_known_in_a_namespace_is_told_there_alone(
    world: World, model: Echoing, reader: ScriptedReader
) -> None:
    sides = {"": "The user grows tomatoes.", "work": "The user sells tomatoes.",
             "play": "The user paints tomatoes."}  # fmt: skip
    for n, (scope, told) in enumerate(sides.items()):
        text = f"Of tomatoes {n}."
        reader.script[text] = says(text, told)
        await (await Talk.begin(world, scope=scope)).live((text, "I see."), at=after(n))

    async def told_in(scope: str | None) -> set[str]:
        text = f"More tomatoes in {scope}."
        if scope is None:
            await world.say(text, at=after(5))
        else:
            talk = await Talk.begin(world, scope=scope)
            await talk.hear(text, at=after(5))
            await talk.answer("I see.")
        await _read(world)
        return set(next(one for one in model.heard if one.text == text).context.memories)

    assert await told_in(None) == {sides[""]}
    assert await told_in("") == {sides[""]}
    assert await told_in("work") == {sides[""], sides["work"]}
    assert await told_in("play") == {sides[""], sides["play"]}


class _OneMeaning(WordsAlone):
    """Takes all sentences to mean much the same."""

    async def describe(self) -> Embedding:
        return Embedding("one", 2, Likeness(same=1, review=1, related=0.5))

    async def embed(self, texts: Sequence[str]) -> Embedding:
        return replace(await self.describe(), vectors=(array("f", (1, 0)).tobytes(),) * len(texts))


async def test_what_is_near_by_meaning_alone_is_told(
    world: World, model: Echoing, reader: ScriptedReader
) -> None:
    faculties = Faculties(world.reader, WordsAlone(), _OneMeaning())
    reader.script["Of plants."] = says("Of plants.", "The user grows tomatoes.")
    await world.say("Of plants.", at=after(0))
    await _read(world, faculties)
    await world.say("Watered every bed.", at=after(1))
    await _read(world, faculties)

    assert model.heard[-1].context.memories == ("The user grows tomatoes.",)


async def test_while_memory_is_off_a_preview_asks_no_model(
    world: World, model: Echoing, reader: ScriptedReader
) -> None:
    faculties = replace(faculties_with(world.reader), rules=reader)
    profile = await world.profile()

    async def foresee(*, remembers: bool) -> Preview:
        asked = replace(faculties, remembers=remembers)
        return await preview(world.store, asked, world.clock, profile, text="@Yoga:Activity")

    off = await foresee(remembers=False)
    assert [mention.name for mention in off.reading.mentions] == ["Yoga"]
    assert model.heard == []
    await foresee(remembers=True)
    assert len(model.heard) == 1
