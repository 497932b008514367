"""What answers about two memories come to when more is said, answered, or over."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import permutations

import pytest

from graph_aria.domain.memories import MemoryState
from graph_aria.domain.memory_history import LinkKind, MemoryLink, MemoryVerb
from tests.unit.domain.memory_model import BEGIN, Mind

LIKES, DISLIKES = "The user drinks coffee.", "The user never drinks coffee."
CURRENT, PENDING = MemoryState.CURRENT, MemoryState.PENDING
SUPERSEDED, MERGED = MemoryState.SUPERSEDED, MemoryState.MERGED


def pinned_and_answered() -> Mind:
    """A pinned one, another that waited for an answer, and the answer."""
    mind = Mind()
    mind.say(LIKES)
    mind.rule(MemoryVerb.PIN, "m001")
    mind.say(DISLIKES)
    assert mind.texts(PENDING) == [DISLIKES]
    mind.rule(MemoryVerb.UPDATE, "m002", "m001")
    return mind


def test_an_update_passes_the_pin_on() -> None:
    outcomes = pinned_and_answered().outcomes()
    assert [(one.state, one.pinned) for one in outcomes.values()] == [
        (SUPERSEDED, False),
        (CURRENT, True),
    ]


def test_what_is_said_again_after_an_update_counts() -> None:
    mind = pinned_and_answered()
    mind.say(LIKES, day=600)
    assert mind.texts() == [DISLIKES]
    assert mind.texts(PENDING) == [LIKES]  # against the pin
    mind.rule(MemoryVerb.UNPIN, "m002")
    assert mind.texts() == [LIKES]
    assert mind.outcomes()["m002"].superseded_by == "m001"


def test_an_answer_to_what_was_unclear_tells_that_the_last_said_stands() -> None:
    mind = Mind()
    mind.say("The user lives near the old harbour.")
    mind.say("The user runs a bakery somewhere else.")
    mind.links = [MemoryLink("m002", "m001", LinkKind.UNCLEAR, "test")]
    assert mind.outcomes()["m002"].state is PENDING
    mind.rule(MemoryVerb.UPDATE, "m002", "m001")
    assert mind.outcomes()["m001"].superseded_by == "m002"
    mind.say("The user lives near the old harbour.", day=600)
    assert mind.outcomes()["m002"].superseded_by == "m001"
    mind.say("The user runs a bakery somewhere else.", day=601)
    assert mind.outcomes()["m001"].superseded_by == "m002"


def test_what_is_imported_late_is_no_later_saying() -> None:
    mind = pinned_and_answered()
    mind.say(LIKES, day=300)
    assert mind.texts() == [DISLIKES]


@pytest.mark.parametrize(
    ("verb", "one", "other", "states"),
    [
        (MemoryVerb.UPDATE, "m001", "m002", [CURRENT, SUPERSEDED]),
        (MemoryVerb.BOTH, "m001", "m002", [CURRENT, CURRENT]),
        (MemoryVerb.SAME, "m001", "m002", [MERGED, CURRENT]),
    ],
)
@pytest.mark.parametrize("first", [MemoryVerb.UPDATE, MemoryVerb.BOTH, MemoryVerb.SAME])
def test_the_last_answer_about_two_holds(
    first: MemoryVerb, verb: MemoryVerb, one: str, other: str, states: list[MemoryState]
) -> None:
    mind = Mind()
    mind.say(LIKES)
    mind.say(DISLIKES)
    mind.rule(first, "m001", "m002")
    mind.rule(verb, one, other)
    assert [how.state for how in mind.outcomes().values()] == states


@pytest.mark.parametrize("verb", [MemoryVerb.SAME, MemoryVerb.MERGE, MemoryVerb.UPDATE])
@pytest.mark.parametrize("n_memories", [2, 3])
def test_no_answers_make_everything_vanish(verb: MemoryVerb, n_memories: int) -> None:
    ids = [f"m{n:03d}" for n in range(1, n_memories + 1)]
    for order in permutations(range(n_memories)):
        mind = Mind()
        for name in ("sings", "swims", "paints")[:n_memories]:
            mind.say(f"The user {name}.")
        for n in order:
            mind.rule(verb, ids[n], ids[(n + 1) % n_memories])
        outcomes = mind.outcomes()
        assert [one for one, how in outcomes.items() if how.state is CURRENT]
        for one in ids:  # whatever gave its place up leads to something that stands
            last = one
            for _ in ids:
                last = outcomes[last].superseded_by or last
            assert outcomes[last].state is CURRENT


def test_of_a_circle_of_merges_the_first_stand_and_of_updates_the_last() -> None:
    for verb, left in ((MemoryVerb.SAME, "m002"), (MemoryVerb.UPDATE, "m002")):
        mind = Mind()
        mind.say("The user sings.")
        mind.say("The user swims.")
        mind.rule(verb, "m001", "m002")
        mind.rule(verb, "m002", "m001")
        assert [one for one, how in mind.outcomes().items() if how.state is CURRENT] == [left]


def test_an_answer_that_names_what_is_gone_holds_nothing_back() -> None:
    mind = pinned_and_answered()
    mind.forget("e002")
    assert mind.texts() == [LIKES]


def passing(mind: Mind, memory_id: str) -> None:
    """Let the time of a memory be over."""
    over = BEGIN - timedelta(days=1)
    mind.memories[memory_id] = replace(mind.memories[memory_id], expires_at=over)


@pytest.mark.parametrize("is_pinned", [False, True])
@pytest.mark.parametrize("verb", [None, MemoryVerb.UPDATE, MemoryVerb.SAME])
def test_what_has_expired_takes_nobodys_place(verb: MemoryVerb | None, *, is_pinned: bool) -> None:
    mind = Mind()
    mind.say("The user lives in Oslo.", slot="home", value="oslo")
    mind.say("The user lives in Rome.", slot="home", value="rome")
    if verb is MemoryVerb.SAME:
        mind.rule(verb, "m001", "m002")
    elif verb is not None:
        mind.rule(verb, "m002", "m001")
    assert mind.texts() == ["The user lives in Rome."]
    passing(mind, "m002")
    if is_pinned:
        mind.rule(MemoryVerb.PIN, "m002")
        assert mind.texts() == ["The user lives in Rome."]
        return
    assert mind.texts() == ["The user lives in Oslo."]
    assert mind.texts(MemoryState.ARCHIVED) == ["The user lives in Rome."]


def test_what_says_it_more_fully_for_a_while_gives_the_first_back() -> None:
    mind = Mind()
    mind.say("The user swims.")
    mind.say("The user swims at dawn.")
    mind.links = [MemoryLink("m002", "m001", LinkKind.REPEATS, "test")]
    assert mind.texts(MERGED) == ["The user swims."]
    passing(mind, "m002")
    assert mind.texts() == ["The user swims."]
    passing(mind, "m001")
    assert mind.texts() == []


def test_what_was_corrected_stays_so_when_the_correction_is_over() -> None:
    mind = Mind()
    mind.say(LIKES)
    mind.say(DISLIKES, corrects=True)
    passing(mind, "m002")
    assert mind.outcomes()["m001"].state is SUPERSEDED
