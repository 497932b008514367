"""Which memories exclude each other because they give one slot different values.

That is told by the slot itself, so no link is stored for it: whatever is deleted, edited or
comes late, each two of a slot stand as their present values say. A link for each pair would
grow with the square of what was said of the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final

from graph_aria.domain.memories import Memory
from graph_aria.domain.memory_history import LinkKind, MemoryLink
from graph_aria.domain.memory_sources import MemorySource, words_key
from graph_aria.domain.milestones import (
    ONE_MILESTONE,
    OTHER_DATE,
    Fit,
    Told,
    differ_in_dates_alone,
    fit,
    is_kept_apart,
)

OTHER_VALUE: Final = "says something else of the same"
TAKEN_BACK: Final = "the user took it back"

SAID: Final = frozenset({LinkKind.CORRECTS, LinkKind.REPEATS})
"""Links that tell how two stand whatever their values are: that was said, not found."""

_JUST: Final = timedelta(days=2)
"""For how long a correction may be of what was said before it."""

_Time = tuple[datetime, str, int, str]


def give_other_values(one: Memory, other: Memory) -> bool:
    """Whether two memories give one slot different values, in other words.

    Milestones never do: several may fill one, see `milestones.fit`.
    """
    return (
        one.slot is not None
        and not (is_kept_apart(one) or is_kept_apart(other))
        and (one.scope, one.slot) == (other.scope, other.slot)
        and one.value != other.value
        and words_key(one.text) != words_key(other.text)
    )


def fill_open(one: Memory, other: Memory) -> bool:
    """Whether two milestones of one slot differ in their dates alone, and somebody must decide."""
    return one.id != other.id and _fit_here(one, other) is Fit.OPEN


def _fit_here(one: Memory, other: Memory) -> Fit | None:
    is_one_slot = one.slot is not None and (one.scope, one.slot) == (other.scope, other.slot)
    return fit(one, other) if is_one_slot else None


def milestone_links(
    memories: Iterable[Memory],
    links: Iterable[MemoryLink],
    *,
    pinned: Collection[str],
    sources: Mapping[str, Sequence[MemorySource]],
) -> tuple[MemoryLink, ...]:
    """What follows from the dates of milestones that fill one slot.

    The one that tells less exactly when it was repeats the other; of two whose dates do not fit
    the newer one is unclear, or the one wrong that the other takes back, as "no, it was in 2018"
    does. Pairs of which it was said how they stand are left to that.

    Args:
        memories: as their sources tell them.
        links: the stored ones between them.
        pinned: what stands whatever is told: the other one repeats it.
        sources: of these memories.
    """
    said = {frozenset({link.newer_id, link.older_id}) for link in links if link.kind in SAID}
    slots: dict[tuple[str, str], list[Memory]] = defaultdict(list)
    for memory in memories:
        if memory.slot is not None and is_kept_apart(memory):
            slots[memory.scope, memory.slot].append(memory)
    found = []
    for group in slots.values():
        group.sort(key=lambda one: (one.id not in pinned, -Told.of(one).exactness, one.id))
        for first, second in combinations(group, 2):
            if frozenset({first.id, second.id}) in said:
                continue
            how = fit(first, second)
            if how is Fit.ONE:
                found.append(MemoryLink(first.id, second.id, LinkKind.REPEATS, ONE_MILESTONE))
            elif how is Fit.OPEN:
                found.append(_other_date(first, second, sources))
            elif _was_just_corrected(first, second, sources):
                # Whoever moves there twice does not say "no" in between: somebody must decide.
                newer, older = max(first.id, second.id), min(first.id, second.id)
                found.append(MemoryLink(newer, older, LinkKind.UNCLEAR, OTHER_DATE))
    return tuple(found)


def _other_date(
    one: Memory, other: Memory, sources: Mapping[str, Sequence[MemorySource]]
) -> MemoryLink:
    """How two stand whose dates do not fit: who corrected last is right, else it is open."""
    taking = [
        (source.said_at, source.entry_id, source.said.start, right, wrong)
        for source, right, wrong in _corrections(one, other, sources)
    ]
    if taking:
        *_, right, wrong = max(taking, key=lambda each: each[:3])
        return MemoryLink(right.id, wrong.id, LinkKind.CORRECTS, TAKEN_BACK)
    newer, older = max(one.id, other.id), min(one.id, other.id)
    return MemoryLink(newer, older, LinkKind.UNCLEAR, OTHER_DATE)


def _was_just_corrected(
    one: Memory, other: Memory, sources: Mapping[str, Sequence[MemorySource]]
) -> bool:
    """Whether another date was told, as a correction, of what may happen several times."""
    return (
        _fit_here(one, other) is Fit.TWO
        and differ_in_dates_alone(one, other)
        and any(
            timedelta() <= source.said_at - told.said_at <= _JUST
            for source, _, wrong in _corrections(one, other, sources)
            for told in sources.get(wrong.id, ())
        )
    )


def _corrections(
    one: Memory, other: Memory, sources: Mapping[str, Sequence[MemorySource]]
) -> Iterator[tuple[MemorySource, Memory, Memory]]:
    """Where a date is told as a correction of another: there, what is right, and what is not."""
    for right, wrong in ((one, other), (other, one)):
        for source in sources.get(right.id, ()):
            if source.said.corrects and Told.of(source.said).with_(Told.of(wrong)) is None:
                yield source, right, wrong


def links_of(
    memory: Memory,
    memories: Mapping[str, Memory],
    links: Collection[MemoryLink],
    sources: Iterable[MemorySource] = (),
) -> Iterator[MemoryLink]:
    """All that stands against a memory: what is stored, and what follows from its slot.

    Args:
        memory: the one.
        memories: those it hangs together with, by id.
        links: the stored ones between them.
        sources: of these memories; without them no milestone was corrected.
    """
    told: dict[str, list[MemorySource]] = defaultdict(list)
    for source in sources:
        told[source.memory_id].append(source)
    linked = set()
    for link in links:
        if memory.id in {link.newer_id, link.older_id}:
            linked.add(link.older_id if link.newer_id == memory.id else link.newer_id)
            yield link
    for other in memories.values():
        if other.id not in linked and (
            fill_open(memory, other) or _was_just_corrected(memory, other, told)
        ):
            newer, older = max(memory.id, other.id), min(memory.id, other.id)
            yield MemoryLink(newer, older, LinkKind.UNCLEAR, OTHER_DATE)
        elif other.id not in linked and give_other_values(memory, other):
            newer, older = max(memory.id, other.id), min(memory.id, other.id)
            yield MemoryLink(newer, older, LinkKind.EXCLUDES, OTHER_VALUE)


@dataclass(frozen=True, slots=True)
class _Filler:
    """A memory that fills a slot: under which id it stands now, and what it says there."""

    memory_id: str
    told_id: str
    value: str | None
    words: str


def _under(filler: _Filler, memory_id: str) -> _Filler:
    return filler if filler.memory_id == memory_id else replace(filler, memory_id=memory_id)


@dataclass(frozen=True, slots=True)
class SlotRivals:
    """Some memories by the slots that more than one value of theirs fills.

    Pairs of which it was said how they stand are left to that.

    Attributes:
        groups: the memories of each such slot.
        said: those pairs, by the ids under which they were told.
    """

    groups: tuple[tuple[_Filler, ...], ...]
    said: frozenset[frozenset[str]]

    @classmethod
    def among(cls, memories: Iterable[Memory], links: Iterable[MemoryLink]) -> SlotRivals:
        """Those among some memories with their links."""
        found: dict[tuple[str, str], list[Memory]] = defaultdict(list)
        for memory in memories:
            if memory.slot is not None and not is_kept_apart(memory):
                found[memory.scope, memory.slot].append(memory)
        groups = tuple(
            tuple(_Filler(one.id, one.id, one.value, words_key(one.text)) for one in group)
            for group in found.values()
            if len({one.value for one in group}) > 1
        )
        said = {frozenset({link.newer_id, link.older_id}) for link in links if link.kind in SAID}
        return cls(groups, frozenset(said))

    def passed_on(self, root: Callable[[str], str]) -> SlotRivals:
        """The same with each memory under the id of the one that it went into."""
        groups = (tuple(_under(one, root(one.memory_id)) for one in group) for group in self.groups)
        return replace(self, groups=tuple(groups))

    def moved(self) -> Iterator[tuple[str, str]]:
        """What went into another and has a rival outside of that, with the other."""
        for group in self.groups:
            for one in group:
                is_moved = one.told_id != one.memory_id
                if is_moved and any(self._exclude(one, other, ()) for other in group):
                    yield one.told_id, one.memory_id

    def pairs(
        self,
        said: Mapping[str, _Time],
        *,
        earlier: Collection[str],
        later: Collection[str],
        apart: Collection[frozenset[str]],
        only_next: bool,
    ) -> Iterator[tuple[str, str]]:
        """Pairs that exclude each other, the one that was said earlier first.

        Args:
            said: when each was said last, a total order.
            earlier: which may be the one.
            later: which may be the other.
            apart: pairs that were ruled to hold both.
            only_next: of each earlier one only the pair with the first that came after it.
        """
        for group in self.groups:
            ordered = sorted(group, key=lambda one: said[one.memory_id])
            rivals = [one for one in ordered if one.memory_id in later]
            times = [said[one.memory_id] for one in rivals]
            for one in ordered:
                if one.memory_id not in earlier:
                    continue
                for other in rivals[bisect_right(times, said[one.memory_id]) :]:
                    if self._exclude(one, other, apart):
                        yield one.memory_id, other.memory_id
                        if only_next:
                            break

    def _exclude(self, one: _Filler, other: _Filler, apart: Collection[frozenset[str]]) -> bool:
        return (
            one.memory_id != other.memory_id
            and one.value != other.value
            and one.words != other.words
            and frozenset({one.memory_id, other.memory_id}) not in apart
            and frozenset({one.told_id, other.told_id}) not in self.said
        )
