"""What becomes of proposals: new memories, further sources, updates, open questions.

A plan only adds: memories, sources, links between memories. How each memory stands is
never decided by a plan but derived from all of these by `replay`, so that what comes in
another order, or goes again, leads to the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from graph_aria.domain.bearings import Bearings, excludes, judge
from graph_aria.domain.days import end_of_day
from graph_aria.domain.endings import ENDED, ended_by, tells_fully
from graph_aria.domain.memories import Memory, MemoryCandidate, MemoryKind
from graph_aria.domain.memory_history import LinkKind, MemoryLink
from graph_aria.domain.memory_sources import MemorySource, projected, words_key
from graph_aria.domain.milestones import ONE_MILESTONE, is_kept_apart, settled
from graph_aria.domain.records import Entry
from graph_aria.domain.sameness import Likening, Sameness
from graph_aria.domain.slots import OTHER_VALUE, TAKEN_BACK

_NEW: Final = 0
"""Which of the two that `judge` compares is the new one."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """An admitted candidate as it would be stored.

    Attributes:
        memory: with an id of its own; its state does not matter.
        source: where it was said.
        corrects: it takes back what fills its slot, or what it denies.
        takes_back: ids of further memories that it takes back, by name.
    """

    memory: Memory
    source: MemorySource
    corrects: bool = False
    takes_back: frozenset[str] = frozenset()


def proposed(  # noqa: PLR0913 - what is stored beside what was read
    said: MemoryCandidate,
    *,
    memory_id: str,
    profile_id: str,
    entry_id: str,
    said_at: datetime,
    now: datetime,
    expires_at: datetime | None = None,
    scope: str = "",
    takes_back: frozenset[str] = frozenset(),
) -> Proposal:
    """A proposal to remember what was read.

    Args:
        said: an admitted candidate.
        memory_id: a new id, for the case that it is not known yet.
        profile_id: whose memory it is.
        entry_id: where it was said.
        said_at: the entry's time of evidence.
        now: when it is stored.
        expires_at: the end of `said.expires_on` in the user's zone, None if it lasts.
        scope: "" for everywhere, else a namespace.
        takes_back: ids of memories that it takes back by name.
    """
    said = settled(said)
    memory = Memory(
        id=memory_id,
        profile_id=profile_id,
        text=said.text,
        kind=said.kind,
        category=said.category,
        importance=said.importance,
        emotional_significance=said.emotional_significance,
        confidence=said.confidence,
        reason=said.reason,
        learned=said.learned,
        created_at=now,
        confirmed_at=said_at,
        valid_from=said.valid_from,
        valid_until=said.valid_until,
        expires_at=expires_at,
        important=said.important,
        slot=said.slot,
        value=said.value,
        scope=scope,
    )
    source = MemorySource(memory_id, entry_id, said, said_at, expires_at)
    return Proposal(memory, source, said.corrects, takes_back)


def proposed_in(
    entry: Entry, said: MemoryCandidate, *, memory_id: str, now: datetime, scope: str = ""
) -> Proposal:
    """A proposal to remember what was read in an entry; arguments as in `proposed`."""
    return proposed(
        said,
        memory_id=memory_id,
        profile_id=entry.profile_id,
        entry_id=entry.id,
        said_at=entry.evidence_at,
        now=now,
        expires_at=expiry_of(said, entry.zone),
        scope=scope,
    )


def expiry_of(said: MemoryCandidate, zone: str) -> datetime | None:
    """The end of the last day on which something is of use to a user in a zone, or None."""
    return None if said.expires_on is None else end_of_day(said.expires_on, zone)


@dataclass(frozen=True, slots=True)
class Plan:
    """What proposals add, in their order; each part may be empty.

    Attributes:
        memories: new ones.
        sources: of new and of known memories; none that was there before.
        links: between new memories and others.
    """

    memories: tuple[Memory, ...] = ()
    sources: tuple[MemorySource, ...] = ()
    links: tuple[MemoryLink, ...] = ()


NOTHING_ADDED: Final = Plan()


def plan(
    proposals: Sequence[Proposal],
    *,
    known: Iterable[Memory],
    sources: Iterable[MemorySource],
    bearings: Bearings,
) -> Plan:
    """Hold each proposal against what is known, and against those before it.

    Args:
        proposals: of one batch, in the order in which they were said.
        known: memories near any of them: of the same slot, of the same words, or alike by
            their vectors; superseded, held and merged ones too.
        sources: of the known ones.
        bearings: how sentences are compared.

    Returns:
        The same as planning one proposal after the other.
    """
    draft = _Draft({memory.id: memory for memory in known})
    for source in sources:
        draft.note(source)
    draft.tell_anew([one for one in draft.known.values() if one.kind is MemoryKind.MILESTONE])
    for proposal in proposals:
        _place(proposal, draft, bearings)
    return Plan(tuple(draft.new), tuple(draft.added), tuple(draft.links.values()))


@dataclass(slots=True)
class _Draft:
    known: dict[str, Memory]
    keys: set[tuple[str, str, int, int]] = field(default_factory=set)
    told: dict[str, list[MemorySource]] = field(default_factory=lambda: defaultdict(list))
    new: list[Memory] = field(default_factory=list)
    added: list[MemorySource] = field(default_factory=list)
    links: dict[tuple[str, str], MemoryLink] = field(default_factory=dict)

    def say(self, source: MemorySource, memory_id: str) -> None:
        """Add a source to a memory, unless it has it."""
        source = replace(source, memory_id=memory_id)
        if source.key not in self.keys:
            self.note(source)
            self.added.append(source)
            if self.known[memory_id].kind is MemoryKind.MILESTONE:
                self.tell_anew([self.known[memory_id]])

    def note(self, source: MemorySource) -> None:
        """Take a source to be there."""
        self.keys.add(source.key)
        self.told[source.memory_id].append(source)

    def tell_anew(self, memories: Iterable[Memory]) -> None:
        """Let memories tell what their present sources say: when it was goes by all of them."""
        for memory in list(memories):
            if self.told[memory.id]:
                self.known[memory.id] = projected(memory, self.told[memory.id])

    def link(self, newer: Memory, older: Memory, kind: LinkKind, reason: str) -> None:
        """Link two memories, once."""
        self.links.setdefault((newer.id, older.id), MemoryLink(newer.id, older.id, kind, reason))


def _place(proposal: Proposal, draft: _Draft, bearings: Bearings) -> None:
    new = proposal.memory
    rivals = [one for one in draft.known.values() if one.scope == new.scope and one.id != new.id]
    decisions = {one.id: judge(new, one, bearings) for one in rivals}
    same = [one for one in rivals if decisions[one.id].sameness is Sameness.SAME]
    if proposal.corrects and not is_kept_apart(new):
        # It stands for itself, and for what said the same before.
        same = [one for one in same if one.kind is MemoryKind.CORRECTION]
    if same:
        best = min(same, key=lambda one: _preference(new, one))
        if decisions[best.id].fuller != _NEW or best.pinned:
            draft.say(proposal.source, best.id)
            _link_endings(draft.known[best.id], draft)
            return
    draft.known[new.id] = new
    draft.new.append(new)
    draft.say(proposal.source, new.id)
    for one in rivals:
        _link(proposal, one, decisions[one.id], draft, bearings)
    _link_endings(new, draft)


def _link_endings(new: Memory, draft: _Draft) -> None:
    """Link what a memory ends, and what ends it; which came first is told by when it was said."""
    others = [one for one in draft.known.values() if one.scope == new.scope and one.id != new.id]
    for one in ended_by(new, others):
        draft.link(new, one, LinkKind.ENDS, ENDED)
    for one in others:
        if ended_by(one, [new]):
            draft.link(one, new, LinkKind.ENDS, ENDED)
        for telling, other in ((new, one), (one, new)):
            if tells_fully(telling, other):
                draft.link(telling, other, LinkKind.REPEATS, ONE_MILESTONE)


def _preference(new: Memory, one: Memory) -> tuple[bool, bool, str]:
    """Equal words first, then equal slots, then the older id."""
    return (
        words_key(new.text) != words_key(one.text),
        new.slot is None or new.slot != one.slot,
        one.id,
    )


def _link(
    proposal: Proposal, one: Memory, decision: Likening, draft: _Draft, bearings: Bearings
) -> None:
    new, corrects = proposal.memory, proposal.corrects
    is_either = excludes(new, one, decision, bearings)
    if one.id in proposal.takes_back:
        draft.link(new, one, LinkKind.CORRECTS, TAKEN_BACK)
    elif decision.sameness is Sameness.SAME:
        # It takes back what said the same, or says it more fully, and stands for both.
        draft.link(new, one, LinkKind.REPEATS, decision.reason)
    elif is_either and corrects:
        draft.link(new, one, LinkKind.CORRECTS, TAKEN_BACK)
    elif is_either and one.kind is MemoryKind.CORRECTION:
        draft.link(one, new, LinkKind.CORRECTS, TAKEN_BACK)
    elif decision.reason == OTHER_VALUE or (new.slot is not None and new.slot == one.slot):
        return  # their slot tells it, see `slots`
    elif is_either:
        draft.link(new, one, LinkKind.EXCLUDES, decision.reason)
    elif decision.sameness is Sameness.UNCLEAR and (new.slot is None or one.slot is None):
        # What speaks of two slots is about two things, however alike the sentences look.
        draft.link(new, one, LinkKind.UNCLEAR, decision.reason)
