"""Which memories may be told in one, and what two embedders' cosines have in common."""

from __future__ import annotations

import math
from array import array
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.calibrating import NOTHING_ALIKE, calibrated
from graph_aria.domain.consolidating import MOST_IN_GROUP, groups_of, hold_together, told_in_one
from graph_aria.domain.memories import Category, Learned, Memory, MemoryKind, MemoryState
from graph_aria.domain.memory_changes import MemoryNeighbourhood, MemoryVector
from graph_aria.domain.memory_history import LinkKind, MemoryLink, MemoryRuling, MemoryVerb
from tests.unit.domain.memory_model import BEARINGS, BEGIN, Mind

NEARNESS = 0.9


def towards(angle: float) -> bytes:
    return array("f", [math.cos(angle), math.sin(angle)]).tobytes()


def known_at(*angles: float, **changes: object) -> MemoryNeighbourhood:
    """Memories whose vectors point at these angles."""
    mind = Mind()
    for n in range(len(angles)):
        mind.say(f"Thing {n} is what the user does.")
    memories = {key: replace(one, **changes) for key, one in mind.memories.items()}  # type: ignore[arg-type]
    vectors = {
        key: MemoryVector(key, "test", towards(angle))
        for key, angle in zip(memories, angles, strict=True)
    }
    return MemoryNeighbourhood(memories, tuple(mind.sources), vectors=vectors)


def grouped(known: MemoryNeighbourhood, *fresh: str) -> list[tuple[str, ...]]:
    ids = sorted(known.memories)
    near = {one: [other for other in ids if other != one] for one in ids}
    return list(groups_of(fresh or ids, near, known, least=NEARNESS).values())


def test_everybody_in_a_group_is_near_to_everybody_else() -> None:
    # Each is near to the next, the first not to the third.
    assert grouped(known_at(0, 0.3, 0.6)) == [("m001", "m002")]
    assert grouped(known_at(0, 0.1, 0.2)) == [("m001", "m002", "m003")]
    assert grouped(known_at(0, 1.5, 3.0)) == []


def test_groups_are_found_around_what_is_fresh_and_are_bounded() -> None:
    known = known_at(*[0.01 * n for n in range(2 * MOST_IN_GROUP)])
    (group,) = grouped(known, "m012")
    assert len(group) == MOST_IN_GROUP
    assert "m012" in group


@pytest.mark.parametrize(
    "changes",
    [
        {"pinned": True},
        {"state": MemoryState.PENDING},
        {"state": MemoryState.SUPERSEDED},
        {"state": MemoryState.MERGED},
        {"state": MemoryState.ARCHIVED},
        {"kind": MemoryKind.EVENT},
        {"kind": MemoryKind.CONTEXT},
        {"kind": MemoryKind.CORRECTION},
        {"learned": Learned.PATTERN},
        {"valid_until": date(2026, 3, 1)},
        {"expires_at": BEGIN},
    ],
)
def test_some_are_left_alone(changes: dict[str, object]) -> None:
    assert grouped(known_at(0, 0.1, **changes)) == []


def test_what_differs_in_scope_category_or_slot_stays_apart() -> None:
    known = known_at(0, 0.1)
    one, other = known.memories.values()

    def with_other(**changes: object) -> MemoryNeighbourhood:
        changed = replace(other, **changes)  # type: ignore[arg-type]
        return replace(known, memories={one.id: one, other.id: changed})

    assert grouped(with_other()) == [("m001", "m002")]
    assert grouped(with_other(scope="work")) == []
    assert grouped(with_other(category=Category.HEALTH)) == []
    assert grouped(with_other(slot="a", value="b")) == [("m001", "m002")]
    both = {key: replace(each, slot=key, value="b") for key, each in known.memories.items()}
    assert grouped(replace(known, memories=both)) == []


def test_what_stands_against_each_other_or_was_parted_stays_apart() -> None:
    known = known_at(0, 0.1)
    for kind in (LinkKind.EXCLUDES, LinkKind.CORRECTS, LinkKind.REPEATS, LinkKind.UNCLEAR):
        link = MemoryLink("m002", "m001", kind, "test")
        assert grouped(replace(known, links=(link,))) == []
    unclear = MemoryLink("m002", "m001", LinkKind.UNCLEAR, "test")
    for verb in (MemoryVerb.UNMERGE, MemoryVerb.SAME, MemoryVerb.UPDATE, MemoryVerb.BOTH):
        ruling = MemoryRuling("r1", verb, "m002", BEGIN, "m001")
        found = grouped(replace(known, links=(unclear,), rulings=(ruling,)))
        assert (found != []) is (verb is MemoryVerb.BOTH)


def test_a_pair_that_was_linked_or_ruled_about_is_held_together_once() -> None:
    mind = Mind()
    mind.say("The user drinks tea every day.")
    mind.say("The user never drinks tea.")
    mind.links.clear()
    known = MemoryNeighbourhood(dict(mind.memories), tuple(mind.sources))
    first = hold_together([("m001", "m002")], known, BEARINGS)
    assert hold_together([("m002", "m001"), ("m001", "m002")], known, BEARINGS) == first
    again = replace(known, links=first.links)
    assert hold_together([("m001", "m002")], again, BEARINGS).links == ()


def test_what_is_told_in_one_has_a_source_for_each_of_theirs_and_their_greatest_figures() -> None:
    mind = Mind()
    mind.say("The user swims.", entry="e1")
    mind.say("The user swims at dawn.", entry="e2", slot="swim", value="yes")
    originals: list[Memory] = [
        mind.memories["m001"],
        replace(mind.memories["m002"], learned=Learned.INFERRED),
    ]
    told = told_in_one(
        "The user swims at dawn.", originals, mind.sources, memory_id="m009", now=BEGIN
    )
    (memory,) = told.memories
    assert (memory.id, memory.text, memory.slot) == ("m009", "The user swims at dawn.", "swim")
    assert memory.learned is Learned.INFERRED
    assert [(one.memory_id, one.entry_id) for one in told.sources] == [
        ("m009", "e1"),
        ("m009", "e2"),
    ]
    assert all(one.is_drawn for one in told.sources)


COSINES = st.lists(st.floats(-1, 1), min_size=2, max_size=20)


@given(COSINES, COSINES, COSINES)
def test_bounds_are_in_order_whatever_the_cosines(
    same: list[float], near: list[float], apart: list[float]
) -> None:
    found = calibrated(same, near, apart)
    assert 0 <= found.related <= found.review <= found.least_grouped
    assert found.review <= found.same <= 1


@given(st.floats(0.05, 0.9), st.floats(0, 0.1))
def test_a_squeezed_space_has_squeezed_bounds(scale: float, shift: float) -> None:
    same, near, apart = [0.9, 0.95, 0.99], [0.6, 0.7, 0.8], [0.1, 0.2, 0.3]
    plain = calibrated(same, near, apart)
    moved = calibrated(*([scale * x + shift for x in each] for each in (same, near, apart)))
    for name in ("same", "review", "related"):
        expected = scale * getattr(plain, name) + shift
        assert getattr(moved, name) == pytest.approx(expected, abs=2e-4)


def test_an_embedder_that_tells_nothing_finds_nothing_alike() -> None:
    assert calibrated([0.5, 0.5], [0.5, 0.5], [0.5, 0.5]) == NOTHING_ALIKE
    assert calibrated([0.1, 0.2], [0.5, 0.6], [0.8, 0.9]) == NOTHING_ALIKE
