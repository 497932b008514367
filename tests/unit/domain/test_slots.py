"""What excludes what since it gives one slot another value, without any link for it."""

from __future__ import annotations

import itertools
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from graph_aria.domain.memories import MemoryState
from graph_aria.domain.memory_history import LinkKind, MemoryLink, MemoryVerb
from graph_aria.domain.replaying import Outcome, replay
from graph_aria.domain.slots import OTHER_VALUE, SAID, give_other_values, links_of
from tests.unit.domain.memory_model import BEGIN, Mind

WEIGHT = "the user|weighs|kg"
TWO_EACH = (MemoryVerb.MERGE, MemoryVerb.SAME, MemoryVerb.UPDATE, MemoryVerb.BOTH)
ONE_EACH = (MemoryVerb.PIN, MemoryVerb.UNPIN, MemoryVerb.ARCHIVE, MemoryVerb.RESTORE)


@st.composite
def minds(draw: st.DrawFn) -> Mind:
    """Values of two slots that were said on some days, corrected, ruled about and forgotten."""
    mind = Mind()
    said = draw(st.lists(st.tuples(st.integers(0, 4), st.integers(1, 30), st.booleans(),
                                   st.integers(0, 9)), min_size=1, max_size=9))  # fmt: skip
    for value, day, is_weight, luck in said:
        slot = WEIGHT if is_weight else "the user|lives in|"
        text = f"The user {'weighs' if is_weight else 'lives in'} {value}."
        mind.say(text, day=day, corrects=luck == 0, slot=slot, value=str(value))
    ids = sorted(mind.memories)
    which = st.sampled_from(ids)
    for verb, one, other in draw(
        st.lists(st.tuples(st.sampled_from(TWO_EACH + ONE_EACH), which, which), max_size=4)
    ):
        if verb in ONE_EACH:
            mind.rule(verb, one)
        elif one != other:
            mind.rule(verb, one, other)
    entries = sorted({source.entry_id for source in mind.sources})
    for entry in draw(st.sets(st.sampled_from(entries), max_size=3)):
        mind.forget(entry)
    return mind


def outcomes_by_links(mind: Mind) -> dict[str, Outcome]:
    """How all stand where each two that exclude each other are linked, and slots say nothing."""
    said = {frozenset({one.newer_id, one.older_id}) for one in mind.links if one.kind in SAID}
    links = [
        MemoryLink(newer.id, older.id, LinkKind.EXCLUDES, OTHER_VALUE)
        for older, newer in itertools.combinations(
            sorted(mind.memories.values(), key=lambda one: one.id), 2
        )
        if give_other_values(newer, older) and frozenset({newer.id, older.id}) not in said
    ]
    return replay(
        [replace(one, slot=None, value=None) for one in mind.memories.values()],
        sources=mind.sources,
        links=[*mind.links, *links],
        rulings=mind.rulings,
        level=mind.level,
        allows_romance=mind.allows_romance,
        now=BEGIN,
    )


@settings(max_examples=400, deadline=None)
@given(minds())
def test_a_slot_tells_what_a_link_for_each_pair_would(mind: Mind) -> None:
    assert mind.outcomes() == outcomes_by_links(mind)


@settings(max_examples=400, deadline=None)
@given(minds())
def test_no_slot_has_two_current_values_unless_the_user_let_both_hold(mind: Mind) -> None:
    current = [
        mind.memories[one]
        for one, how in mind.outcomes().items()
        if how.state is MemoryState.CURRENT
    ]
    both = {
        frozenset({one.memory_id, one.other_id})
        for one in mind.rulings
        if one.verb in {MemoryVerb.BOTH, MemoryVerb.UPDATE}
    }
    told = {one.other_id for one in mind.rulings if one.verb in TWO_EACH}
    for one, other in itertools.combinations(current, 2):
        if give_other_values(one, other) and frozenset({one.id, other.id}) not in both:
            # What others went into may bear their rulings.
            assert told & {one.id, other.id}, (one, other)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=9),
    st.sets(st.integers(0, 8), max_size=4),
    st.randoms(use_true_random=False),
)
def test_the_value_said_last_stands_whatever_is_deleted_and_in_whatever_order_it_came(
    values: list[int], deleted: set[int], random: object
) -> None:
    told = list(enumerate(values))
    random.shuffle(told)  # type: ignore[attr-defined]
    mind = Mind()
    for day, value in told:
        mind.say(
            f"The user weighs {value}.",
            day=day + 1,
            entry=f"e{day}",
            slot=WEIGHT,
            value=str(value),
        )
    for day in deleted:
        mind.forget(f"e{day}")
    left = [value for day, value in enumerate(values) if day not in deleted]
    assert mind.texts() == [f"The user weighs {value}." for value in left[-1:]]
    assert mind.links == []


def test_values_of_one_slot_in_two_scopes_both_hold() -> None:
    mind = Mind()
    for n, scope in enumerate(("", "work")):
        one = mind.propose(f"The user weighs {n}.", slot=WEIGHT, value=str(n))
        mind.take(replace(one, memory=replace(one.memory, scope=scope)))
    assert len(mind.texts()) == 2


def test_what_stands_against_a_memory_by_its_slot_is_given_once() -> None:
    mind = Mind()
    for n in range(3):
        mind.say(f"The user weighs {n}.", slot=WEIGHT, value=str(n))
    mind.say("The user has a scale.")
    first, *_ = (mind.memories[one] for one in sorted(mind.memories))
    stored = MemoryLink("m002", "m001", LinkKind.CORRECTS, "said")
    found = list(links_of(first, mind.memories, [stored]))
    assert [(one.newer_id, one.older_id, one.kind) for one in found] == [
        ("m002", "m001", LinkKind.CORRECTS),
        ("m003", "m001", LinkKind.EXCLUDES),
    ]
