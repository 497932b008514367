"""From words to how memories stand: reader, admission, plan and replay in one line."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from graph_aria.adapters.embedding.minilm import MiniLmEmbedder
from graph_aria.domain.admission import Admitted, Setting, admit
from graph_aria.domain.bearings import Bearings
from graph_aria.domain.claims import Claim, claim_of
from graph_aria.domain.memories import (
    Category,
    Level,
    Memory,
    MemoryCandidate,
    MemoryKind,
    MemoryState,
)
from graph_aria.domain.memory_age import as_told
from graph_aria.domain.memory_history import MemoryLink
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.reading import EntryForm, ReadRequest
from graph_aria.domain.remembering import plan, proposed
from graph_aria.domain.replaying import replay

if TYPE_CHECKING:
    from graph_aria.adapters.language.pipeline import SpacyReader

FIRST_DAY = date(2026, 3, 2)


class Life:
    """Entries of one user and the memories that they leave."""

    def __init__(self, reader: SpacyReader, embedder: MiniLmEmbedder) -> None:
        self.reader = reader
        self.embedder = embedder
        self.memories: dict[str, Memory] = {}
        self.sources: list[MemorySource] = []
        self.links: list[MemoryLink] = []
        self.n_entries = 0

    def _cosine(self, one: str, other: str) -> float:
        here, there = self.embedder.embed([one, other])
        return float(here @ there)

    def _claim(self, text: str) -> Claim:
        return claim_of(self.reader.parse_sentences([text])[0])

    def say(self, text: str, form: EntryForm = EntryForm.TURN) -> None:
        """Write one entry, a day after the last."""
        n = self.n_entries
        self.n_entries += 1
        day = FIRST_DAY + timedelta(n)
        at = datetime(day.year, day.month, day.day, 20, tzinfo=UTC)
        reading = self.reader.read_batch([ReadRequest(text, day, form)])[0]
        self._keep(
            [
                one
                for one in reading.memories
                if admit(one, text, Setting(Level.CLOSE, allows_romance=True)).admitted
                is not Admitted.REFUSED
            ],
            n,
            at,
        )

    def note(self, text: str) -> None:
        """Write one memory by hand, a day after the last entry."""
        n = self.n_entries
        self.n_entries += 1
        day = FIRST_DAY + timedelta(n)
        said = MemoryCandidate(text, MemoryKind.FACT, Category.INTERESTS, 0, len(text), "test:note")
        self._keep([said], n, datetime(day.year, day.month, day.day, 20, tzinfo=UTC))

    def _keep(self, read: list[MemoryCandidate], n: int, at: datetime) -> None:
        proposals = [
            proposed(
                one,
                memory_id=f"m{n:02d}{k}",
                profile_id="p",
                entry_id=f"e{n}",
                said_at=at,
                now=at,
            )
            for k, one in enumerate(read)
        ]
        made = plan(
            proposals,
            known=self.memories.values(),
            sources=self.sources,
            bearings=Bearings(self.embedder.likeness, self._cosine, self._claim),
        )
        self.memories.update({one.id: one for one in made.memories})
        self.sources.extend(made.sources)
        self.links.extend(made.links)

    def forget(self, entry: int) -> None:
        """Delete an entry."""
        self.sources = [one for one in self.sources if one.entry_id != f"e{entry}"]

    def texts(self, state: MemoryState = MemoryState.CURRENT) -> list[str]:
        """Texts of the memories in a state, sorted."""
        outcomes = replay(
            self.memories.values(), sources=self.sources, links=self.links, rulings=(),
            level=Level.CLOSE, allows_romance=True,
            now=datetime(FIRST_DAY.year, FIRST_DAY.month, FIRST_DAY.day, tzinfo=UTC),
        )  # fmt: skip
        return sorted(
            self.memories[one].text for one, how in outcomes.items() if how.state is state
        )


@pytest.fixture(scope="module")
def embedder() -> MiniLmEmbedder:
    return MiniLmEmbedder()


@pytest.fixture
def life(reader: SpacyReader, embedder: MiniLmEmbedder) -> Life:
    return Life(reader, embedder)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (("I am allergic to walnuts.", "I am allergic to walnuts.", "i'm allergic to walnuts"),
         "The user is allergic to walnuts."),
        (("My sister Nora lives in Oslo.", "my sister Nora lives in Oslo"),
         "The user's sister Nora lives in Oslo."),
        (("I play the cello.", "I play the cello.", "i play the cello"),
         "The user plays the cello."),
    ],
)  # fmt: skip
def test_what_is_repeated_is_one_memory(life: Life, said: tuple[str, ...], text: str) -> None:
    for one in said:
        life.say(one)
    assert life.texts().count(text) == 1
    memory = next(one for one in life.memories.values() if one.text == text)
    assert sum(source.memory_id == memory.id for source in life.sources) == len(said)


@pytest.mark.parametrize(
    ("before", "after", "old", "new"),
    [
        ("I adore my evening walk.", "I hate my evening walk now, the road is too loud.",
         "The user adores their evening walk.", "The user hates their evening walk."),
        ("I prefer tea to coffee.", "I prefer coffee to tea.",
         "The user prefers tea to coffee.", "The user prefers coffee to tea."),
        ("I live in Oslo.", "I live in Bergen.",
         "The user lives in Oslo.", "The user lives in Bergen."),
        ("Green tea after dinner helps me sleep.", "Green tea after dinner doesn't help me sleep.",
         "Green tea after dinner helps the user sleep.",
         "Green tea after dinner does not help the user sleep."),
        ("I'm vegan.", "I am not vegan anymore.",
         "The user is vegan.", "The user is no longer vegan."),
    ],
)  # fmt: skip
def test_what_changed_is_superseded_and_comes_back(
    life: Life, before: str, after: str, old: str, new: str
) -> None:
    life.say(before)
    life.say(after)
    assert life.texts() == [new]
    assert life.texts(MemoryState.SUPERSEDED) == [old]
    life.forget(1)
    assert life.texts() == [old]


@pytest.mark.parametrize(
    ("wrong", "correction", "gone", "known"),
    [
        ("I have a twin brother.", "No, you got that wrong: my father has a twin brother, not me.",
         "The user has a twin brother.", "The user's father has a twin brother."),
        ("I have a horse.", "No, my cousin has a horse, not me.",
         "The user has a horse.", "The user's cousin has a horse."),
        ("I live in Oslo.", "Actually, I live in Bergen.",
         "The user lives in Oslo.", "The user lives in Bergen."),
    ],
)  # fmt: skip
def test_a_correction_takes_back_at_once(
    life: Life, wrong: str, correction: str, gone: str, known: str
) -> None:
    life.say(wrong)
    life.say(correction)
    assert gone in life.texts(MemoryState.SUPERSEDED)
    assert known in life.texts()
    assert any(one.kind is MemoryKind.CORRECTION for one in life.memories.values())


def test_two_things_that_are_both_so_stay(life: Life) -> None:
    for text in ("I love dogs.", "I don't like cats.", "I love tea.", "I have a dog."):
        life.say(text)
    assert len(life.texts()) == 4


def test_what_was_to_come_is_told_as_past(life: Life) -> None:
    life.say("Piano exam tomorrow, so scared.")
    (memory,) = life.memories.values()
    assert as_told(memory, today=FIRST_DAY) == "The user has a piano exam on 3 March 2026."
    later = FIRST_DAY + timedelta(5)
    assert as_told(memory, today=later) == "The user had a piano exam on 3 March 2026."


@pytest.mark.parametrize(
    ("first", "fuller"),
    [
        ("The user plays the cello.", "The user plays the old cello."),
        ("The user keeps bees.", "The user keeps bees in the garden."),
        ("The user has a garden.", "The user has a small garden."),
    ],
)
def test_what_says_it_more_fully_stands_for_both(life: Life, first: str, fuller: str) -> None:
    life.note(first)
    life.note(fuller)
    assert life.texts() == [fuller]
    assert life.texts(MemoryState.MERGED) == [first]
    life.note(first)
    assert (len(life.memories), len(life.sources)) == (2, 3)
    life.forget(1)
    assert life.texts() == [first]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The user runs in the park every morning.", "The user walks in the park every morning."),
        ("The user sits by the river on Sundays.", "The user runs by the river on Sundays."),
        ("The user cooks with their son.", "The user swims with their son."),
    ],
)
def test_two_doings_in_one_place_take_nobodys_place(life: Life, one: str, other: str) -> None:
    life.note(one)
    life.note(other)
    assert not life.texts(MemoryState.SUPERSEDED)
    assert set(life.texts()) | set(life.texts(MemoryState.PENDING)) == {one, other}


def test_two_attitudes_to_one_thing_take_turns(life: Life) -> None:
    life.note("The user loves the old harbour.")
    life.note("The user hates the old harbour.")
    assert life.texts() == ["The user hates the old harbour."]
    assert life.texts(MemoryState.SUPERSEDED) == ["The user loves the old harbour."]
