"""How memories stand, derived from where they were said and what the user ruled.

Nothing here looks at how a memory stood before. So deleting the entry that superseded an
older fact brings the older one back, and what is imported late falls into its place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from graph_aria.domain.admission import may_be_used
from graph_aria.domain.endings import ends
from graph_aria.domain.memories import Level, Memory, MemoryState
from graph_aria.domain.memory_age import is_expired
from graph_aria.domain.memory_answers import root_of, ruled
from graph_aria.domain.memory_history import (
    LinkKind,
    MemoryLink,
    MemoryRuling,
    MemoryVerb,
)
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.slots import OTHER_VALUE, SlotRivals, milestone_links
from graph_aria.domain.tellings import claims, tellings

NOT_UNDONE: Final = "nothing stands against it any more"
PINNED: Final = "what it excludes is pinned"
SAID_AGAIN: Final = "said again after it was taken back"
BY_LEVEL: Final = "above the level of the profile"
BY_RULING: Final = "ruled"
EXPIRED: Final = "its time is over"
PART_GONE: Final = "a part of it does not hold any more"

_Last = tuple[datetime, str, int, str]
"""When, in which entry, where in it, and which memory: a total order."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a memory stands.

    Attributes:
        state: what it is.
        why: what made it so; no words of the user.
        confirmed_at: when it was last said.
        superseded_by: the memory that took its place, or that it went into.
        pinned: whether it is.
    """

    state: MemoryState
    why: str
    confirmed_at: datetime
    superseded_by: str | None = None
    pinned: bool = False


@dataclass(slots=True)
class _Life:
    """Everything about some memories, while their states are derived.

    `told` is when they were last spoken of, which what was written over them may come after;
    `expired` are those whose time is over: unless they are pinned they take nobody's place.
    """

    said: dict[str, _Last]
    told: dict[str, datetime]
    links: list[MemoryLink]
    expired: Collection[str]
    slots: SlotRivals
    pinned: set[str] = field(default_factory=set)
    archived: set[str] = field(default_factory=set)
    merged: dict[str, str] = field(default_factory=dict)
    updated: dict[str, str] = field(default_factory=dict)
    apart: set[frozenset[str]] = field(default_factory=set)
    over: dict[str, tuple[str, str]] = field(default_factory=dict)
    pending: dict[str, str] = field(default_factory=dict)

    def is_past(self, memory_id: str) -> bool:
        """Whether a memory is of no use any more because of its date."""
        return memory_id in self.expired and memory_id not in self.pinned


def replay(
    memories: Iterable[Memory],
    *,
    sources: Iterable[MemorySource],
    links: Iterable[MemoryLink],
    rulings: Sequence[MemoryRuling],
    level: Level,
    allows_romance: bool,
    now: datetime,
) -> dict[str, Outcome]:
    """Derive how memories stand.

    Args:
        memories: all that hang together by links, rulings and slots; their states do not
            matter.
        sources: every source of theirs that is left.
        links: all between them; those that name others are ignored.
        rulings: about them, oldest first.
        level: the profile's.
        allows_romance: its switch.
        now: what expired until then is archived and takes nobody's place, unless it is
            pinned; what it corrected stays corrected.

    Returns:
        One outcome for each memory that has a source left, by id; one that has none is
        gone. The order of memories, sources and links does not matter. No two that are
        current exclude each other, by a link or by their slot. A text that was made of several
        memories stands as long as each of them would; else they stand for themselves.
    """
    known = {memory.id: memory for memory in memories}
    by_memory: dict[str, list[MemorySource]] = defaultdict(list)
    for source in sources:
        if source.memory_id in known:
            by_memory[source.memory_id].append(source)
    between = sorted(
        (one for one in links if one.newer_id in by_memory and one.older_id in by_memory),
        key=lambda one: (one.newer_id, one.older_id),
    )
    slots = SlotRivals.among((known[one] for one in by_memory), between)
    between = [
        one
        for one in between
        if one.kind is not LinkKind.ENDS or ends(known[one.newer_id], known[one.older_id])
    ]
    between += milestone_links(
        (known[one] for one in sorted(by_memory)),
        between,
        pinned=_pinned(rulings),
        sources=by_memory,
    )

    expired = {one for one in by_memory if is_expired(known[one], now=now)}
    used = {
        category
        for category in {known[one].category for one in by_memory}
        if may_be_used(category, level, allows_romance=allows_romance)
    }

    def stand(rulings: Sequence[MemoryRuling]) -> dict[str, Outcome]:
        said = {one: _last(claims(found)) for one, found in by_memory.items()}
        told = {
            one: max(each.said_at for each in tellings(found)) for one, found in by_memory.items()
        }
        life = _Life(said, told, list(between), expired, slots)
        _apply_rulings(life, rulings)
        _apply_corrections(life, by_memory)
        _pass_on(life)
        _apply_doubts(life)
        _apply_time(life)
        return {
            memory_id: _outcome(
                known[memory_id],
                life,
                is_used=known[memory_id].category in used,
            )
            for memory_id in sorted(by_memory)
        }

    parts = _parts(by_memory, rulings)
    if not parts:
        return stand(rulings)
    alone = stand([one for one in rulings if one not in parts])
    fallen = _fallen(parts, alone)
    outcomes = stand([one for one in rulings if one not in parts or one.other_id not in fallen])
    return outcomes | {one: _without_part(outcomes[one], by) for one, by in fallen.items()}


def _parts(
    sources: Mapping[str, Sequence[MemorySource]], rulings: Sequence[MemoryRuling]
) -> list[MemoryRuling]:
    """The rulings by which memories went into a text that was made of several.

    What is pinned meanwhile stands by itself.
    """
    pinned = _pinned(rulings)
    return [
        ruling
        for ruling in rulings
        if ruling.verb is MemoryVerb.MERGE
        and ruling.other_id is not None
        and ruling.other_id not in pinned
        and any(one.is_drawn for one in sources.get(ruling.other_id, ()))
    ]


def _pinned(rulings: Sequence[MemoryRuling]) -> frozenset[str]:
    """What the rulings about pins alone leave pinned."""
    pinned: dict[str, bool] = {}
    for ruling in rulings:
        if ruling.verb in {MemoryVerb.PIN, MemoryVerb.UNPIN}:
            pinned[ruling.memory_id] = ruling.verb is MemoryVerb.PIN
    return frozenset(one for one, is_so in pinned.items() if is_so)


def _fallen(parts: Sequence[MemoryRuling], alone: Mapping[str, Outcome]) -> dict[str, str | None]:
    """Texts of several memories of which one does not stand, with what took its place."""
    fallen: dict[str, str | None] = {}
    stands = {MemoryState.CURRENT, MemoryState.HELD}
    n_before = -1
    while n_before < len(fallen):  # what fell may itself have gone into another
        n_before = len(fallen)
        for ruling in parts:
            part = alone.get(ruling.memory_id)
            if ruling.other_id is None or ruling.other_id in fallen or part is None:
                continue
            if part.state not in stands:
                fallen[ruling.other_id] = part.superseded_by
            elif ruling.memory_id in fallen:
                fallen[ruling.other_id] = fallen[ruling.memory_id]
    return fallen


def _without_part(outcome: Outcome, by: str | None) -> Outcome:
    state = MemoryState.ARCHIVED if by is None else MemoryState.SUPERSEDED
    return replace(outcome, state=state, why=PART_GONE, superseded_by=by)


def _last(sources: Iterable[MemorySource]) -> _Last:
    return max((one.said_at, one.entry_id, one.said.start, one.memory_id) for one in sources)


def _apply_rulings(life: _Life, rulings: Sequence[MemoryRuling]) -> None:
    said = {one: last[0] for one, last in life.said.items()}
    found = ruled(rulings, said=said, expired=life.expired)
    life.pinned, life.archived, life.merged = found.pinned, found.archived, found.merged
    life.updated, life.apart = found.updated, found.apart
    life.links = [
        replace(link, kind=LinkKind.EXCLUDES, reason=BY_RULING)
        if link.kind is LinkKind.UNCLEAR and _pair(link) in found.lapsed
        else link
        for link in life.links
    ]


def _pass_on(life: _Life) -> None:
    """Let what stands against a merged memory stand against the one that it went into."""
    links: dict[tuple[str, str, LinkKind], MemoryLink] = {}
    for link in life.links:
        if link.kind in {LinkKind.EXCLUDES, LinkKind.UNCLEAR}:
            newer, older = _root(life, link.newer_id), _root(life, link.older_id)
            if newer == older:
                continue
            for one, root in ((link.newer_id, newer), (link.older_id, older)):
                _said_with(life, one, root)
            moved = replace(link, newer_id=newer, older_id=older)
            links.setdefault((newer, older, link.kind), moved)
        else:
            links[link.newer_id, link.older_id, link.kind] = link
    life.links = list(links.values())
    for old, new in tuple(life.updated.items()):
        if (root := _root(life, new)) not in {new, old}:
            life.updated[old] = root
            life.apart.add(frozenset({old, root}))
    life.slots = life.slots.passed_on(lambda one: _root(life, one))
    for one, root in life.slots.moved():
        _said_with(life, one, root)


def _said_with(life: _Life, one: str, root: str) -> None:
    life.said[root] = max(life.said[root], (*life.said[one][:3], root))
    life.told[root] = max(life.told[root], life.told[one])


def _root(life: _Life, memory_id: str) -> str:
    return root_of(life.merged, memory_id)


def _apply_corrections(life: _Life, sources: Mapping[str, Sequence[MemorySource]]) -> None:
    """Take back what corrections name, the latest correction first."""
    corrections = [
        link
        for link in life.links
        if link.kind in {LinkKind.CORRECTS, LinkKind.REPEATS} and not _is_apart(life, link)
    ]
    corrections.sort(key=lambda link: (life.said[link.newer_id], link.older_id), reverse=True)
    for link in corrections:
        taking, taken = link.newer_id, link.older_id
        if taken in life.over or not _is_there(life, taking):
            continue
        if link.kind is LinkKind.REPEATS:
            outlasts = life.is_past(taking) and not life.is_past(taken)
            if taken not in life.pinned and not outlasts:
                life.merged.setdefault(taken, taking)
        elif any(one.said_at > life.said[taking][0] for one in claims(sources[taken])):
            # Corrections outrank everything; whether this is a new turn is for the user to say.
            life.pending[taken] = SAID_AGAIN
        else:
            life.over[taken] = taking, link.reason
            if taken in life.pinned:
                life.pinned.remove(taken)
                life.pinned.add(taking)


def _apply_doubts(life: _Life) -> None:
    """Leave open what only somebody can decide."""
    # What was answered to hold no longer makes nothing open; what holds instead is surer.
    answered = {old for old, new in life.updated.items() if _stands(life, new)}
    surer = {life.updated[old] for old in answered} - answered
    for link in life.links:
        if _is_apart(life, link) or not _stands(life, link.older_id, link.newer_id):
            continue
        if link.kind is LinkKind.UNCLEAR and answered.isdisjoint(_pair(link)):
            newer, older = link.newer_id, link.older_id
            is_sure = newer in surer and older not in life.pinned | surer
            open_one = older if newer in life.pinned or is_sure else newer
            life.pending.setdefault(open_one, link.reason)
        elif link.kind is LinkKind.EXCLUDES:
            later, earlier = _in_time(life, link)
            if earlier in life.pinned:
                life.pending.setdefault(later, PINNED)
    for _, later in life.slots.pairs(
        life.said,
        earlier={one for one in life.pinned if _stands(life, one)},
        later={one for one in life.said if _stands(life, one)},
        apart=life.apart,
        only_next=False,
    ):
        life.pending.setdefault(later, PINNED)


def _apply_time(life: _Life) -> None:
    """Of two that exclude each other, let the one that was said last stand."""
    updated = {old: new for old, new in life.updated.items() if _stands(life, new)}
    winners: dict[str, list[tuple[_Last, str, str]]] = defaultdict(list)
    for link in life.links:
        if link.kind is not LinkKind.EXCLUDES or _is_apart(life, link):
            continue
        later, earlier = _in_time(life, link)
        if _stands(life, later) and later not in life.pending and earlier not in life.pinned:
            winners[earlier].append((life.said[later], later, link.reason))
    for ending, ended, reason in _endings(life):
        winners[ended].append((life.said[ending], ending, reason))
    open_ones = {one for one in life.said if _stands(life, one) and one not in life.pending}
    for earlier, later in life.slots.pairs(
        life.said,
        earlier=life.said.keys() - life.pinned,
        later=open_ones,
        apart=life.apart,
        only_next=True,
    ):
        winners[earlier].append((life.said[later], later, OTHER_VALUE))
    for old, new in updated.items():
        life.over.setdefault(old, (new, BY_RULING))
    for earlier, found in winners.items():
        _, later, reason = min(found)  # the first that took its place
        life.over.setdefault(earlier, (later, reason))
    for old in updated:  # the earliest first: of a circle the last ruling stands
        if _leads_back(life, old):
            del life.over[old]


def _endings(life: _Life) -> Iterator[tuple[str, str, str]]:
    """What ended something that was not told again since, what it ended, and the reason."""
    for link in life.links:
        if link.kind is not LinkKind.ENDS or _is_apart(life, link):
            continue
        ending, ended = _root(life, link.newer_id), link.older_id
        is_later = life.said[ending][:3] >= life.said[ended][:3]
        if is_later and ended not in life.pinned and _stands(life, ending, ended):
            yield ending, ended, link.reason


def _leads_back(life: _Life, memory_id: str) -> bool:
    """Whether what took its place gave it up, in the end, to the same memory."""
    seen: set[str] = set()
    one = memory_id
    while one in life.over and one not in seen:
        seen.add(one)
        one = life.over[one][0]
    return one == memory_id and one in seen


def _in_time(life: _Life, link: MemoryLink) -> tuple[str, str]:
    """The later and the earlier of two, by when they were last said."""
    one, other = link.newer_id, link.older_id
    return (one, other) if life.said[one] > life.said[other] else (other, one)


def _is_apart(life: _Life, link: MemoryLink) -> bool:
    return _pair(link) in life.apart


def _pair(link: MemoryLink) -> frozenset[str]:
    return frozenset({link.newer_id, link.older_id})


def _stands(life: _Life, *memory_ids: str) -> bool:
    """Whether none of them was taken back, merged or put away, and the time of none is over."""
    return all(_is_there(life, one) and not life.is_past(one) for one in memory_ids)


def _is_there(life: _Life, memory_id: str) -> bool:
    return not (memory_id in life.over or memory_id in life.merged or memory_id in life.archived)


def _outcome(memory: Memory, life: _Life, *, is_used: bool) -> Outcome:
    one = memory.id
    pinned = one in life.pinned
    by = None
    if one in life.over:
        state, (by, why) = MemoryState.SUPERSEDED, life.over[one]
    elif one in life.merged:
        state, by, why = MemoryState.MERGED, life.merged[one], BY_RULING
    elif one in life.archived:
        state, why = MemoryState.ARCHIVED, BY_RULING
    elif life.is_past(one):
        state, why = MemoryState.ARCHIVED, EXPIRED
    elif one in life.pending:
        state, why = MemoryState.PENDING, life.pending[one]
    elif not is_used:
        state, why = MemoryState.HELD, BY_LEVEL
    else:
        state, why = MemoryState.CURRENT, NOT_UNDONE
    return Outcome(state, why, life.told[one], by, pinned)
