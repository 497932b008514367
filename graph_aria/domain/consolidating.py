"""Which memories say the same, and which may be told in one sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from graph_aria.domain.bearings import Bearings
from graph_aria.domain.memories import Learned, Memory, MemoryKind, MemoryState
from graph_aria.domain.memory_changes import MemoryNeighbourhood, cosine
from graph_aria.domain.memory_history import LinkKind, MemoryLink, MemoryVerb
from graph_aria.domain.memory_sources import MERGED, MemorySource, projected
from graph_aria.domain.remembering import Plan, Proposal, plan

MOST_IN_GROUP: Final = 6
"""Memories that are told in one sentence at most."""

MADE_BY_MODEL: Final = f"{MERGED}:model"
"""Rule of a source whose text a model made of several."""

_OPEN: Final = frozenset({MemoryState.CURRENT, MemoryState.HELD, MemoryState.PENDING})
_STANDING: Final = frozenset({MemoryState.CURRENT, MemoryState.HELD})
_LASTING: Final = frozenset(
    {MemoryKind.FACT, MemoryKind.PREFERENCE, MemoryKind.DECISION, MemoryKind.LESSON}
)
_AGAINST: Final = frozenset({LinkKind.EXCLUDES, LinkKind.CORRECTS, LinkKind.REPEATS})


@dataclass(frozen=True, slots=True)
class Joined:
    """What holding memories against each other finds.

    Attributes:
        links: between memories that exclude each other or may say the same.
        merges: pairs of a memory and the one that says the same and stands for both.
    """

    links: tuple[MemoryLink, ...] = ()
    merges: tuple[tuple[str, str], ...] = ()


def hold_together(
    pairs: Iterable[tuple[str, str]], known: MemoryNeighbourhood, bearings: Bearings
) -> Joined:
    """Hold stored memories against each other as new ones are held against stored ones.

    So what was stored while the embedder was away is found to be what it would have been.
    A pair that was linked or ruled about before is left as it is, whatever became of it.

    Args:
        pairs: ids of two memories that lie near to each other, in any order.
        known: all of them with what hangs together with them.
        bearings: how sentences are compared.
    """
    held = _Held(known)
    links: list[MemoryLink] = []
    merges: list[tuple[str, str]] = []
    gone: set[str] = set()
    for newer_id, older_ids in _by_newer(pairs):
        newer = known.memories.get(newer_id)
        if newer is None or newer_id in gone or not held.is_open(newer):
            continue
        rivals = [
            known.memories[one]
            for one in older_ids
            if one not in gone and held.may_be_held(newer, known.memories.get(one))
        ]
        if not rivals:
            continue
        found = plan(
            [Proposal(newer, held.source_of(newer_id), newer.kind is MemoryKind.CORRECTION)],
            known=rivals,
            sources=(),
            bearings=bearings,
        )
        same = [(newer_id, one.memory_id) for one in found.sources if one.memory_id != newer_id]
        if newer.kind is not MemoryKind.CORRECTION:
            same += [(one.older_id, newer_id) for one in found.links if _says_more(one)]
            links += [one for one in found.links if not _says_more(one)]
        else:
            links += found.links
        for going, into in same:
            pair = _spare_pinned(known, going, into)
            if pair is not None and not gone & set(pair):
                merges.append(pair)
                gone.add(pair[0])
    return Joined(tuple(links), tuple(merges))


def _says_more(link: MemoryLink) -> bool:
    return link.kind is LinkKind.REPEATS


def _by_newer(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, list[str]]]:
    """The older ones of each newer one, by their ids, which ascend with time."""
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        if one != other:
            found.setdefault(max(one, other), set()).add(min(one, other))
    for newer in sorted(found):
        yield newer, sorted(found[newer])


def _spare_pinned(known: MemoryNeighbourhood, going: str, into: str) -> tuple[str, str] | None:
    """The pair, turned round if the one that goes is pinned; None if both are."""
    if not known.memories[going].pinned:
        return going, into
    return None if known.memories[into].pinned else (into, going)


class _Held:
    """What was said, linked and ruled of some memories."""

    def __init__(self, known: MemoryNeighbourhood) -> None:
        self._sources: dict[str, MemorySource] = {}
        for source in known.sources:
            self._sources.setdefault(source.memory_id, source)
        self._settled = settled_pairs(known)

    def source_of(self, memory_id: str) -> MemorySource:
        return self._sources[memory_id]

    def is_open(self, memory: Memory) -> bool:
        """Whether it stands, and says something that was said."""
        is_said = memory.learned is not Learned.PATTERN and memory.id in self._sources
        return memory.state in _OPEN and is_said

    def may_be_held(self, newer: Memory, older: Memory | None) -> bool:
        return (
            older is not None
            and self.is_open(older)
            and older.scope == newer.scope
            and frozenset({newer.id, older.id}) not in self._settled
        )


def settled_pairs(known: MemoryNeighbourhood) -> set[frozenset[str]]:
    """Pairs of memories of which it was found or ruled how they stand to each other."""
    linked = {frozenset({one.newer_id, one.older_id}) for one in known.links}
    ruled = {
        frozenset({one.memory_id, one.other_id})
        for one in known.rulings
        if one.other_id is not None
    }
    return linked | ruled


def _kept_apart(known: MemoryNeighbourhood) -> set[frozenset[str]]:
    """Pairs that are not told in one: they exclude each other, wait for an answer, or were parted.

    Of two that were found to hold both, nothing keeps them apart.
    """
    ruled = {
        frozenset({one.memory_id, one.other_id}): one.verb
        for one in known.rulings
        if one.other_id is not None
    }
    both = {pair for pair, verb in ruled.items() if verb is MemoryVerb.BOTH}
    against, open_ones = (
        {frozenset({one.newer_id, one.older_id}) for one in known.links if one.kind in kinds}
        for kinds in (_AGAINST, {LinkKind.UNCLEAR})
    )
    return against | (ruled.keys() - both) | (open_ones - both)


def groups_of(
    fresh: Iterable[str],
    near: Mapping[str, Sequence[str]],
    known: MemoryNeighbourhood,
    *,
    least: float,
) -> dict[str, tuple[str, ...]]:
    """Groups of memories that may be told in one sentence, around each fresh one.

    Everybody in a group lies near to everybody else. Left out is what is pinned, written by
    hand, noticed, dated or passing, and what stands against another or was parted from it.

    Args:
        fresh: ids of memories around which to look.
        near: by those ids the ids of memories whose vectors lie near, nearest first.
        known: all of them.
        least: cosine from which two are near.

    Returns:
        By the fresh one that a group was found around, in ascending order, its ids in
        ascending order, at least two, at most `MOST_IN_GROUP`. Each memory is in one group at
        most.
    """
    by_hand = {one.memory_id for one in known.sources if one.is_by_hand}
    settled = _kept_apart(known)
    taken: set[str] = set()
    groups: dict[str, tuple[str, ...]] = {}
    for memory_id in sorted(set(fresh)):
        group: list[str] = []
        for one in (memory_id, *near.get(memory_id, ())):
            memory = known.memories.get(one)
            if memory is None or one in taken or one in group or one in by_hand:
                continue
            if not is_groupable(memory):
                continue
            if len(group) < MOST_IN_GROUP and all(
                frozenset({one, other}) not in settled
                and _go_together(memory, known.memories[other])
                and _likeness(known, one, other) >= least
                for other in group
            ):
                group.append(one)
        if len(group) > 1 and memory_id in group:
            taken |= set(group)
            groups[memory_id] = tuple(sorted(group))
    return groups


def is_groupable(memory: Memory) -> bool:
    """Whether a memory may be told together with others in one sentence."""
    is_dated = any((memory.expires_at, memory.valid_from, memory.valid_until, memory.important))
    return (
        memory.state in _STANDING
        and memory.kind in _LASTING
        and memory.learned is not Learned.PATTERN
        and not memory.pinned
        and not is_dated
    )


def _go_together(one: Memory, other: Memory) -> bool:
    # What fills two slots is two things: either may change without the other.
    has_own = one.slot is not None and other.slot is not None
    return one.scope == other.scope and one.category is other.category and not has_own


def _likeness(known: MemoryNeighbourhood, one: str, other: str) -> float:
    here, there = known.vectors.get(one), known.vectors.get(other)
    if here is None or there is None or here.embedder_id != there.embedder_id:
        return -1.0
    return cosine(here.numbers, there.numbers)


def told_in_one(
    text: str,
    originals: Sequence[Memory],
    sources: Collection[MemorySource],
    *,
    memory_id: str,
    now: datetime,
) -> Plan:
    """The memory that takes the place of several, with a source for each of theirs.

    Args:
        text: its sentence.
        originals: what it takes the place of, at least two, oldest first.
        sources: all of theirs.
        memory_id: its id.
        now: when it is stored.
    """
    first = originals[0]
    slotted = next((one for one in originals if one.slot is not None), first)
    is_inferred = any(one.learned is not Learned.SAID for one in originals)
    drawn: dict[tuple[str, str, int, int], MemorySource] = {}
    for source in sorted(sources, key=lambda one: one.key):
        said = replace(
            source.said,
            text=text,
            kind=first.kind,
            category=first.category,
            rule=MADE_BY_MODEL,
            learned=Learned.INFERRED if is_inferred else Learned.SAID,
            slot=slotted.slot,
            value=slotted.value,
            corrects=False,
        )
        made = replace(source, memory_id=memory_id, said=said)
        drawn.setdefault(made.key, made)
    memory = replace(
        first,
        id=memory_id,
        created_at=now,
        access_count=0,
        accessed_at=None,
        embedder_id=None,
    )
    return Plan((projected(memory, list(drawn.values())),), tuple(drawn.values()))
