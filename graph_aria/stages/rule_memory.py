"""Put a ruling of the user about memories into effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations
from typing import Final

from graph_aria.domain.memories import Memory, MemoryFilter, MemoryState
from graph_aria.domain.memory_changes import MemoryNeighbourhood
from graph_aria.domain.memory_history import (
    Author,
    LinkKind,
    MemoryLink,
    MemoryRuling,
    MemoryVerb,
)
from graph_aria.domain.memory_sources import MemorySource, leading, projected
from graph_aria.domain.memory_standing import MemoryChange
from graph_aria.domain.records import Profile
from graph_aria.domain.relinking import held_against
from graph_aria.domain.remembering import Plan, Proposal
from graph_aria.domain.slots import links_of
from graph_aria.errors import Conflict, NotFound
from graph_aria.ports import Clock, Ids
from graph_aria.stages.change_memories import MemoryChangeStore, MemoryStep, change_memories
from graph_aria.stages.compare import Comparison
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.remember import look_up

ANSWERS: Final = frozenset({MemoryVerb.SAME, MemoryVerb.UPDATE, MemoryVerb.BOTH})
"""Answers to a review: both memories say the same, the newer one holds now, both hold."""

_NO_DOUBT: Final = frozenset({LinkKind.REPEATS, LinkKind.ENDS, LinkKind.VOID})
"""Links that leave nothing to be answered."""

_OF: Final = {
    MemoryVerb.PIN: "the pin",
    MemoryVerb.UNPIN: "taking the pin away",
    MemoryVerb.ARCHIVE: "putting it away",
    MemoryVerb.RESTORE: "bringing it back",
    MemoryVerb.SAME: "the answer “same”",
    MemoryVerb.UPDATE: "the answer “update”",
    MemoryVerb.BOTH: "the answer “both”",
    MemoryVerb.MERGE: "the consolidation",
}
"""What is taken back, in words."""

_STANDS: Final = frozenset({MemoryState.CURRENT, MemoryState.HELD, MemoryState.PENDING})

_Look = Callable[[MemoryNeighbourhood, datetime], MemoryStep | None]


@dataclass(frozen=True, slots=True)
class Review:
    """A memory that waits for an answer, and what it may repeat or contradict.

    Attributes:
        memory: the one that waits.
        other: the one that it is held against.
        why: what told most.
    """

    memory: Memory
    other: Memory
    why: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """What came of a ruling, or of taking one back.

    Attributes:
        memory: as it stands now.
        note: why there was nothing to do, or what was taken back; None for a plain ruling.
    """

    memory: Memory
    note: str | None = None


async def rule_memory(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    memory_id: str,
    verb: MemoryVerb,
    *,
    other_id: str | None = None,
) -> Ruled:
    """Pin, unpin, archive or restore a memory, or answer a review of it.

    Args:
        store: where it is.
        faculties: as for reading.
        clock: tells when it is ruled.
        ids: gives the ruling its id.
        profile_id: whose.
        memory_id: which one.
        verb: what is ruled.
        other_id: for an answer the memory that it is held against.

    Returns:
        The memory, and why nothing was to be done if it stood so before.

    Raises:
        NotFound: one of them is not there.
        Conflict: an answer that fits no open review.

    Reads: the memory with its neighbourhood. Writes: one delta. Safe to repeat: yes.
    """
    note: str | None = None

    def look(known: MemoryNeighbourhood, now: datetime) -> MemoryStep | None:
        nonlocal note
        if verb in ANSWERS:
            _check_open(known, memory_id, other_id)
        note = _stands_so(known, memory_id, verb)
        if note is not None:
            return None
        ruling = MemoryRuling(ids.new(), verb, memory_id, now, other_id)
        return MemoryStep(known, MemoryChange(rulings=(ruling,), by=Author.USER))

    await _look_and_change(store, faculties, clock, ids, profile_id, memory_id, look)
    return Ruled(await store.get_memory(profile_id, memory_id), note)


async def undo_memory(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    memory_id: str,
) -> Ruled:
    """Take back the last thing that was ruled about a memory or written over it by hand.

    So a pin, an answer, a consolidation or an edit is undone; what was read stays. What a
    consolidation joined is not joined again.

    Returns:
        The memory, and what was taken back; of a text that took the place of several, and is
        gone with this, one of those that stand again.

    Raises:
        NotFound: it is not there.
        Conflict: nothing was done to it that can be taken back.

    Reads: the memory with its neighbourhood. Writes: one delta. Safe to repeat: it takes
    back one thing more.
    """
    part, note = memory_id, ""

    def look(known: MemoryNeighbourhood, now: datetime) -> MemoryStep:
        nonlocal part, note
        ruling = max(
            (
                one
                for one in known.rulings
                if memory_id in {one.memory_id, one.other_id} and one.verb is not MemoryVerb.UNMERGE
            ),
            key=lambda one: (one.at, one.id),
            default=None,
        )
        edit = max(
            (one for one in known.sources if one.memory_id == memory_id and one.is_edit),
            key=lambda one: one.entry_id,
            default=None,
        )
        if edit is not None and (ruling is None or ruling.at < edit.said_at):
            gone = {one.key for one in known.sources if one.entry_id == edit.entry_id}
            if not any(one.memory_id == memory_id and one.key not in gone for one in known.sources):
                message = "what it read before is deleted; edit it, or delete it"
                raise Conflict(message)
            part, note = memory_id, "the edit"
            change = MemoryChange(dropped=gone, by=Author.USER, why="undone")
            return MemoryStep(known, change, drop_entry_ids=(edit.entry_id,), scrubs=True)
        if ruling is None:
            message = f"nothing was done to memory {memory_id} that can be undone"
            raise Conflict(message)
        part, note = ruling.memory_id, _OF.get(ruling.verb, str(ruling.verb))
        return MemoryStep(known, _without(known, ruling, now, ids))

    await _look_and_change(store, faculties, clock, ids, profile_id, memory_id, look)
    try:
        return Ruled(await store.get_memory(profile_id, memory_id), note)
    except NotFound:
        return Ruled(await store.get_memory(profile_id, part), note)


async def list_reviews(
    store: MemoryChangeStore, profile_id: str, *, limit: int = 50
) -> list[Review]:
    """Memories that wait for an answer, each with what it is held against; may be empty."""
    page = await store.list_memories(
        profile_id, MemoryFilter(state=MemoryState.PENDING), limit=limit
    )
    if not page.items:
        return []
    known = await store.read_memories(profile_id, [one.id for one in page.items])
    reviews = []
    asked: set[frozenset[str]] = set()
    for memory in page.items:
        found = [
            Review(memory, other, link.reason)
            for link in links_of(memory, known.memories, known.links, known.sources)
            if link.kind not in _NO_DOUBT
            and (other := known.memories.get(_other_end(link, memory.id))) is not None
            and other.state in _STANDS
            and frozenset({memory.id, other.id}) not in asked
        ]
        if found:  # better against what holds than against what waits itself
            best = min(found, key=lambda one: one.other.state is MemoryState.PENDING)
            asked.add(frozenset({memory.id, best.other.id}))
            reviews.append(best)
    return reviews


def _other_end(link: MemoryLink, memory_id: str) -> str:
    return link.older_id if link.newer_id == memory_id else link.newer_id


async def _look_and_change(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    memory_id: str,
    look: _Look,
) -> None:
    async def decide(_profile: Profile, now: datetime) -> MemoryStep | None:
        known = await store.read_memories(profile_id, [memory_id])
        if memory_id not in known.memories:
            message = f"there is no memory {memory_id} in this profile (any more)"
            raise NotFound(message)
        step = look(known, now)
        return (
            None
            if step is None
            else await _with_links(store, profile_id, step, memory_id, comparison)
        )

    comparison = Comparison(faculties)
    await change_memories(store, comparison, clock, ids, profile_id, decide)


async def _with_links(
    store: MemoryChangeStore,
    profile_id: str,
    step: MemoryStep,
    memory_id: str,
    comparison: Comparison,
) -> MemoryStep:
    """A step with what stands against the memory by the words that it has afterwards."""
    dropped = set(step.change.dropped)
    left = [
        one for one in step.known.sources if one.memory_id == memory_id and one.key not in dropped
    ]
    was = step.known.memories[memory_id]
    after = projected(was, left) if left else was
    if after.text == was.text:
        return step
    known = await look_up(store, comparison, profile_id, [after], memory_ids=[memory_id])
    links = held_against(known, Proposal(after, leading(left)), comparison.bearings)
    return replace(step, known=known, change=replace(step.change, added=Plan(links=links)))


def _check_open(known: MemoryNeighbourhood, memory_id: str, other_id: str | None) -> None:
    memory = known.memories[memory_id]
    pairs = {
        frozenset({link.newer_id, link.older_id})
        for link in links_of(memory, known.memories, known.links, known.sources)
        if link.kind not in _NO_DOUBT
    }
    other = None if other_id is None else known.memories.get(other_id)
    is_open = (
        memory.state is MemoryState.PENDING
        and other is not None
        and other.state in _STANDS
        and frozenset({memory_id, other.id}) in pairs
    )
    if not is_open:
        message = (
            f"memory {memory_id} does not wait to be held against {other_id}; "
            "`aria memory review` lists what is open"
        )
        raise Conflict(message)


def _stands_so(known: MemoryNeighbourhood, memory_id: str, verb: MemoryVerb) -> str | None:
    """Why there is nothing to do, None if there is."""
    memory = known.memories[memory_id]
    is_put_away = memory.state is MemoryState.ARCHIVED
    shelved = [
        one
        for one in known.rulings
        if one.memory_id == memory_id and one.verb in {MemoryVerb.ARCHIVE, MemoryVerb.RESTORE}
    ]
    last = max(shelved, key=lambda one: (one.at, one.id), default=None)
    match verb:
        case MemoryVerb.PIN if memory.pinned:
            return "it was pinned already"
        case MemoryVerb.UNPIN if not memory.pinned:
            return "it was not pinned"
        case MemoryVerb.ARCHIVE if is_put_away and last and last.verb is MemoryVerb.ARCHIVE:
            return "it was put away already"
        case MemoryVerb.RESTORE if not is_put_away and (
            last is None or last.verb is MemoryVerb.RESTORE
        ):
            return "it was not put away"
        case _:
            return None


def _without(
    known: MemoryNeighbourhood, ruling: MemoryRuling, now: datetime, ids: Ids
) -> MemoryChange:
    """What happens when a ruling is taken back; a consolidation is taken back whole."""
    if ruling.verb is not MemoryVerb.MERGE or ruling.other_id is None:
        return MemoryChange(dropped_rulings={ruling.id}, by=Author.USER, why="undone")
    drawn = [one for one in known.sources if one.memory_id == ruling.other_id and one.is_drawn]
    together = [
        one
        for one in known.rulings
        if one == ruling
        or (drawn and one.verb is MemoryVerb.MERGE and one.other_id == ruling.other_id)
    ]
    apart = sorted({one.memory_id for one in together} | ({ruling.other_id} - _ids_of(drawn)))
    return MemoryChange(
        dropped={one.key for one in drawn},
        rulings=tuple(
            MemoryRuling(ids.new(), MemoryVerb.UNMERGE, one, now, other)
            for one, other in combinations(apart, 2)
        ),
        dropped_rulings={one.id for one in together},
        by=Author.USER,
        why="undone",
    )


def _ids_of(sources: Iterable[MemorySource]) -> set[str]:
    return {one.memory_id for one in sources}
