"""What becomes of what is said again, otherwise, or taken back."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_aria.domain.bearings import are_denials
from graph_aria.domain.corrections import instead_text, redirected
from graph_aria.domain.memories import Category, Level, MemoryState
from graph_aria.domain.memory_changes import MemoryDelta, MemoryNeighbourhood, MemoryVector
from graph_aria.domain.memory_history import Author, MemoryRuling, MemoryVerb
from graph_aria.domain.memory_standing import MemoryChange, restand
from graph_aria.domain.remembering import Plan
from tests.unit.domain.memory_model import BEGIN, WITHOUT_VECTORS, Mind, claim

SWIM = "The user loves their morning swim."
HATES_SWIM = "The user hates their morning swim."
SLOT = "the user|attitude|morning swim"


def test_the_same_sentence_again_is_another_source() -> None:
    mind = Mind()
    for text in ("The user is allergic to nuts.", "The user is allergic to nuts.",
                 "the user is allergic to nuts"):  # fmt: skip
        mind.say(text)
    assert mind.texts() == ["The user is allergic to nuts."]
    assert len(mind.sources) == 3


def test_the_same_entry_read_again_adds_nothing() -> None:
    mind = Mind()
    mind.say(SWIM, entry="e1", day=1)
    mind.say(SWIM, entry="e1", day=1)
    assert len(mind.sources) == 1


def restood(mind: Mind, stored: MemoryNeighbourhood, change: MemoryChange) -> MemoryDelta:
    """The delta by which what is stored becomes what the mind says."""
    numbers = itertools.count(1)
    return restand(
        stored,
        change,
        level=mind.level,
        allows_romance=mind.allows_romance,
        now=BEGIN,
        new_id=lambda: f"v{next(numbers)}",
    )


def stored_as(mind: Mind, delta: MemoryDelta) -> MemoryNeighbourhood:
    """What a store holds after a delta that was the first or saved every memory."""
    return MemoryNeighbourhood(
        {one.id: one for one in delta.save}, tuple(mind.sources), tuple(mind.links)
    )


def test_love_that_turned_to_hate_is_superseded_and_comes_back_when_that_is_deleted() -> None:
    mind = Mind()
    mind.say(SWIM, slot=SLOT, value="like")
    first = MemoryNeighbourhood(dict(mind.memories), tuple(mind.sources))
    mind.say(HATES_SWIM, slot=SLOT, value="dislike")
    assert mind.texts() == [HATES_SWIM]
    assert mind.texts(MemoryState.SUPERSEDED) == [SWIM]
    added = Plan((mind.memories["m002"],), (mind.sources[1],), tuple(mind.links))
    changed = restood(mind, first, MemoryChange(added))
    assert [(one.before, one.after, one.other_id) for one in changed.save_revisions] == [
        ("current", "superseded", "m002")
    ]
    stored = stored_as(mind, changed)
    gone = MemoryChange(dropped=[mind.sources[1].key], by=Author.DELETION)
    back = restood(mind, stored, gone)
    assert back.drop_ids == ("m002",)
    assert [(one.id, one.state) for one in back.save] == [("m001", MemoryState.CURRENT)]
    assert [(one.before, one.after) for one in back.save_revisions] == [("superseded", "current")]


def test_the_text_is_the_first_ones_and_the_next_ones_when_that_goes() -> None:
    mind = Mind()
    mind.say(SWIM, slot=SLOT, value="like")
    mind.say("The user enjoys their morning swim.", slot=SLOT, value="like")
    assert len(mind.memories) == 1
    stored = MemoryNeighbourhood(
        dict(mind.memories),
        tuple(mind.sources),
        vectors={"m001": MemoryVector("m001", "e", b"")},
    )
    delta = restood(mind, stored, MemoryChange(dropped=[mind.sources[0].key]))
    assert [one.text for one in delta.save] == ["The user enjoys their morning swim."]
    assert [(one.field, one.before, one.after) for one in delta.save_revisions] == [
        ("text", "e001", "e002")
    ]
    assert delta.drop_vectors == ("m001",)


def test_what_was_drawn_from_two_entries_goes_with_either_and_gives_back_what_it_merged() -> None:
    mind = Mind()
    mind.say("The user swims at dawn.", entry="e1")
    mind.say("The user has a pool.", entry="e2")
    drawn = mind.propose("The user swims in their pool at dawn.")
    sources = tuple(
        replace(
            drawn.source, entry_id=entry_id, said=replace(drawn.source.said, rule="merged:model")
        )
        for entry_id in ("e1", "e2")
    )
    at = BEGIN
    merges = tuple(
        MemoryRuling(f"r{n}", MemoryVerb.MERGE, one, at, drawn.memory.id)
        for n, one in enumerate(("m001", "m002"))
    )
    first = MemoryNeighbourhood(dict(mind.memories), tuple(mind.sources))
    merged = restood(mind, first, MemoryChange(Plan((drawn.memory,), sources), rulings=merges))
    states = {one.id: one.state for one in merged.save}
    assert states == {
        "m001": MemoryState.MERGED,
        "m002": MemoryState.MERGED,
        drawn.memory.id: MemoryState.CURRENT,
    }
    stored = MemoryNeighbourhood(
        {one.id: one for one in merged.save}, (*mind.sources, *sources), rulings=merges
    )
    gone = [one.key for one in stored.sources if one.entry_id == "e1"]
    back = restood(mind, stored, MemoryChange(dropped=gone, by=Author.DELETION))
    assert set(back.drop_ids) == {"m001", drawn.memory.id}
    assert [(one.id, one.state) for one in back.save] == [("m002", MemoryState.CURRENT)]


def test_what_was_liked_again_is_current_again() -> None:
    mind = Mind()
    for value, text in (("like", SWIM), ("dislike", HATES_SWIM), ("like", SWIM)):
        mind.say(text, slot=SLOT, value=value)
    assert mind.texts() == [SWIM]
    assert len(mind.memories) == 2


def test_an_older_entry_that_comes_late_falls_into_its_place() -> None:
    mind = Mind()
    mind.say(HATES_SWIM, day=20, slot=SLOT, value="dislike")
    mind.say(SWIM, day=3, slot=SLOT, value="like")
    assert mind.texts() == [HATES_SWIM]
    assert mind.texts(MemoryState.SUPERSEDED) == [SWIM]


def test_the_order_of_a_preference_is_an_update() -> None:
    mind = Mind()
    slot = "the user|prefers|planes / trains"
    mind.say("The user prefers trains to planes.", slot=slot, value="trains")
    mind.say("The user prefers planes to trains.", slot=slot, value="planes")
    assert mind.texts() == ["The user prefers planes to trains."]


@pytest.mark.parametrize("bearings", ["with", "without"])
def test_a_denial_without_slot_is_never_the_same(bearings: str) -> None:
    mind = Mind() if bearings == "with" else Mind(WITHOUT_VECTORS)
    mind.say("The user sleeps well.")
    mind.say("The user does not sleep well.")
    assert mind.texts() == ["The user does not sleep well."]
    assert mind.texts(MemoryState.SUPERSEDED) == ["The user sleeps well."]


def test_a_correction_takes_back_at_once_and_for_good() -> None:
    mind = Mind()
    slot = "the user|has|twin sister"
    mind.say("The user has a twin sister.", slot=slot, value="yes")
    no = "The user does not have a twin sister."
    mind.say(no, slot=slot, value="no", corrects=True)
    assert mind.texts() == [no]
    # Said again later it is for the user to decide; a correction is not undone in passing.
    mind.say("The user has a twin sister.", slot=slot, value="yes")
    assert mind.texts() == [no]
    assert mind.texts(MemoryState.PENDING) == ["The user has a twin sister."]
    mind.rule(MemoryVerb.UPDATE, "m001", "m002")
    assert mind.texts() == ["The user has a twin sister."]


def test_a_correction_of_a_correction_brings_back() -> None:
    mind = Mind()
    slot = "the user|has|twin sister"
    mind.say("The user has a twin sister.", slot=slot, value="yes")
    mind.say("The user does not have a twin sister.", slot=slot, value="no", corrects=True)
    mind.say("The user has a twin sister.", slot=slot, value="yes", corrects=True)
    assert mind.texts() == ["The user has a twin sister."]


def test_it_was_somebody_else() -> None:
    mind = Mind()
    mind.say("The user broke their leg.")
    said = mind.propose(instead_text("the user's brother"), corrects=True)
    told = redirected(said, list(mind.memories.values()))
    assert told is not None
    mind.take(told)
    assert mind.texts() == ["The user's brother broke their leg."]
    assert mind.texts(MemoryState.SUPERSEDED) == ["The user broke their leg."]


def test_only_what_says_who_it_was_instead_is_redirected() -> None:
    mind = Mind()
    plain = mind.propose("The user likes tea.", corrects=True)
    assert redirected(plain, []) == plain
    alone = mind.propose(instead_text("the user's brother"), corrects=True)
    assert redirected(alone, []) is None


def test_what_is_pinned_stands_until_it_is_corrected() -> None:
    mind = Mind()
    mind.say(SWIM, slot=SLOT, value="like")
    mind.rule(MemoryVerb.PIN, "m001")
    mind.say(HATES_SWIM, slot=SLOT, value="dislike")
    assert mind.texts() == [SWIM]
    assert mind.texts(MemoryState.PENDING) == [HATES_SWIM]
    mind.say(HATES_SWIM, slot=SLOT, value="dislike", corrects=True)
    outcomes = mind.outcomes()
    current = [one for one, how in outcomes.items() if how.state is MemoryState.CURRENT]
    assert [mind.memories[one].text for one in current] == [HATES_SWIM]
    assert outcomes[current[0]].pinned, "the correction takes over the pin"


def test_two_of_one_batch_find_each_other() -> None:
    one, other = Mind(), Mind()
    batch = [one.propose(SWIM, slot=SLOT, value="like") for _ in range(2)]
    one.take(*batch)
    for proposal in batch:
        other.take(proposal)
    assert one.memories == other.memories
    assert one.sources == other.sources
    assert len(one.memories) == 1


def test_what_lies_above_the_level_is_held() -> None:
    mind = Mind(level=Level.FRIEND)
    mind.take(mind.propose("The user is afraid of heights.", category=Category.FEARS))
    assert mind.texts(MemoryState.HELD) == ["The user is afraid of heights."]
    mind.level = Level.CLOSE
    assert mind.texts() == ["The user is afraid of heights."]


def test_a_merge_is_undone_and_spares_what_is_pinned() -> None:
    mind = Mind()
    mind.say("The user runs in the mornings.")
    mind.say("The user likes apples.")
    mind.rule(MemoryVerb.MERGE, "m001", "m002")
    assert mind.texts(MemoryState.MERGED) == ["The user runs in the mornings."]
    mind.rule(MemoryVerb.UNMERGE, "m001")
    assert len(mind.texts()) == 2
    mind.rule(MemoryVerb.PIN, "m001")
    mind.rule(MemoryVerb.MERGE, "m001", "m002")
    assert len(mind.texts()) == 2


THINGS = ["tea", "coffee", "rain"]
VALUES = {"like": "The user loves {}.", "dislike": "The user hates {}."}
PLAIN = [
    "The user sleeps well.", "The user does not sleep well.", "The user drinks tea.",
    "The user does not drink tea.", "The user never drinks tea.",
]  # fmt: skip


@st.composite
def saids(draw: st.DrawFn) -> tuple[str, int, bool, str | None, str | None]:
    """Something said on some day."""
    day, corrects = draw(st.integers(1, 30)), draw(st.integers(0, 5)) == 0
    if draw(st.booleans()):
        thing, value = draw(st.sampled_from(THINGS)), draw(st.sampled_from(sorted(VALUES)))
        return VALUES[value].format(thing), day, corrects, f"the user|attitude|{thing}", value
    return draw(st.sampled_from(PLAIN)), day, corrects, None, None


def _mind(said: list[tuple[str, int, bool, str | None, str | None]]) -> Mind:
    mind = Mind()
    for at, (text, day, corrects, slot, value) in enumerate(said):
        mind.say(text, day=day, entry=f"e{day:02d}-{at}", corrects=corrects, slot=slot, value=value)
    return mind


@settings(max_examples=300, deadline=None)
@given(
    st.lists(saids(), max_size=12),
    st.lists(st.tuples(st.sampled_from(["pin", "unpin", "archive", "restore"]),
                       st.integers(1, 12)), max_size=4),
    st.sets(st.integers(0, 11), max_size=4),
)  # fmt: skip
def test_no_two_current_memories_contradict(
    said: list[tuple[str, int, bool, str | None, str | None]],
    rulings: list[tuple[str, int]],
    deleted: set[int],
) -> None:
    mind = _mind(said)
    texts = {memory.id: memory.text for memory in mind.memories.values()}
    for verb, n in rulings:
        if f"m{n:03d}" in mind.memories:
            mind.rule(MemoryVerb(verb), f"m{n:03d}")
    for at in deleted:
        mind.sources = [one for one in mind.sources if not one.entry_id.endswith(f"-{at}")]
    outcomes = mind.outcomes()
    current = [
        mind.memories[one] for one, how in outcomes.items() if how.state is MemoryState.CURRENT
    ]
    for at, one in enumerate(current):
        for other in current[at + 1 :]:
            assert not are_denials(claim(one.text), claim(other.text))
            assert one.slot is None or one.slot != other.slot or one.value == other.value
    sourced = {source.memory_id for source in mind.sources}
    assert set(outcomes) == sourced, "every memory has a source, and what has none is gone"
    assert {memory.id: memory.text for memory in mind.memories.values()} == texts


@settings(max_examples=200, deadline=None)
@given(st.lists(saids(), max_size=8), st.randoms(use_true_random=False))
def test_without_corrections_the_order_of_arrival_does_not_matter(
    said: list[tuple[str, int, bool, str | None, str | None]],
    random: object,
) -> None:
    told = [(text, at + 1, False, slot, value) for at, (text, _, _, slot, value) in enumerate(said)]
    shuffled = list(told)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = _mind(told), _mind(shuffled)
    assert one.texts() == other.texts()
    assert one.texts(MemoryState.SUPERSEDED) == other.texts(MemoryState.SUPERSEDED)


@settings(max_examples=100, deadline=None)
@given(st.lists(saids(), max_size=8), st.integers(0, 8))
def test_a_batch_is_the_same_as_one_by_one(
    said: list[tuple[str, int, bool, str | None, str | None]], cut: int
) -> None:
    whole, parts = Mind(), Mind()
    proposals = [
        whole.propose(text, day=day, corrects=corrects, slot=slot, value=value)
        for text, day, corrects, slot, value in said
    ]
    whole.take(*proposals)
    parts.take(*proposals[:cut])
    parts.take(*proposals[cut:])
    assert whole.memories == parts.memories
    assert whole.sources == parts.sources
    assert whole.outcomes() == parts.outcomes()
