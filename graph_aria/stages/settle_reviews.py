"""Let a model decide what waits for somebody to decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from graph_aria.domain.advice import Verdict
from graph_aria.domain.guard import compare
from graph_aria.domain.memories import Memory, MemoryFilter, MemoryState
from graph_aria.domain.memory_changes import MemoryNeighbourhood
from graph_aria.domain.memory_history import (
    Author,
    LinkKind,
    MemoryLink,
    MemoryRuling,
    MemoryVerb,
)
from graph_aria.domain.memory_standing import MemoryChange
from graph_aria.domain.objections import Ground
from graph_aria.domain.reading import Cost
from graph_aria.domain.records import Profile
from graph_aria.domain.remembering import Plan
from graph_aria.domain.views import Lease
from graph_aria.domain.wording import says_more
from graph_aria.ports import Clock, Ids, MemoryAdviser
from graph_aria.stages.change_memories import MemoryChangeStore, MemoryStep, change_memories
from graph_aria.stages.compare import Comparison

MOST_PAIRS: Final = 16
"""Pairs that one run asks about."""
AT_ONCE: Final = 8
"""Pairs that are asked about in one call."""
ASKED: Final = "a model was asked about it"
"""Reason of a link about which the model is not asked again."""
_MOST_PENDING: Final = 200
_NEVER_SAME: Final = frozenset(
    {
        Ground.NEGATION,
        Ground.OPPOSITES,
        Ground.NUMBERS,
        Ground.NAMES,
        Ground.ROLES,
        Ground.TIME,
    }
)
"""What the guard finds between two sentences that no model may call the same."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What asking about reviews brought about.

    Attributes:
        n_asked: pairs that the model was asked about.
        n_decided: pairs that it decided; the others wait for the user.
        failure: why it was asked no further, None if it answered.
    """

    n_asked: int = 0
    n_decided: int = 0
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two memories that may say the same, in the order in which they were said."""

    link: MemoryLink
    earlier: Memory
    later: Memory

    @property
    def texts(self) -> tuple[str, str]:
        return self.earlier.text, self.later.text


async def settle_reviews(
    store: MemoryChangeStore,
    comparison: Comparison,
    adviser: MemoryAdviser,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    *,
    lease: Lease | None = None,
) -> Settled:
    """Ask the model about pairs that may say the same; its answers are rulings, to be undone.

    Each pair is asked about once. What it calls the same though the guard finds denials,
    numbers, names, roles or times that differ, and all that is pinned, waits for the user. Of
    two that say the same the one that says more stands for both.

    Reads: memories that wait. Writes: one delta a call. Safe to repeat: yes; a pair is asked
    about again only if there was no answer.
    """
    page = await store.list_memories(
        profile_id, MemoryFilter(state=MemoryState.PENDING), limit=_MOST_PENDING
    )
    waiting = [one.id for one in page.items]
    if not waiting:
        return Settled()
    pairs = _open_pairs(await store.read_memories(profile_id, waiting))[:MOST_PAIRS]
    settled = Settled()
    for at in range(0, len(pairs), AT_ONCE):
        few = pairs[at : at + AT_ONCE]
        answer = await adviser.compare([pair.texts for pair in few])
        await comparison.parse(text for pair in few for text in pair.texts)
        decided = await _write(
            store, comparison, clock, ids, profile_id, few, answer.given,
            is_answer=answer.failure is None, cost=answer.cost, lease=lease,
        )  # fmt: skip
        failure = None if answer.failure is None else answer.failure.value
        settled = Settled(settled.n_asked + len(few), settled.n_decided + decided, failure)
        if failure is not None:
            break
    return settled


async def _write(  # noqa: PLR0913 - what `change_memories` asks for, and the answer
    store: MemoryChangeStore,
    comparison: Comparison,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    asked: Sequence[_Pair],
    verdicts: Sequence[Verdict],
    *,
    is_answer: bool,
    cost: Cost,
    lease: Lease | None,
) -> int:
    """Write what was decided about pairs that are still as they were; how many were."""
    n_decided = 0

    async def decide(_profile: Profile, now: datetime) -> MemoryStep:
        nonlocal n_decided
        known = await store.read_memories(profile_id, [pair.later.id for pair in asked])
        still = {(pair.link, pair.texts) for pair in _open_pairs(known)}
        rulings, links = [], []
        for pair, verdict in zip(asked, verdicts, strict=True):
            if not is_answer or (pair.link, pair.texts) not in still:
                continue
            links.append(replace(pair.link, reason=ASKED))
            ruling = _ruling(pair, verdict, comparison, ids, now)
            if ruling is not None:
                rulings.append(ruling)
        n_decided = len(rulings)
        change = MemoryChange(
            Plan(links=tuple(links)), rulings=tuple(rulings), by=Author.CONSOLIDATION
        )
        return MemoryStep(known, change, cost=cost)

    await change_memories(store, comparison, clock, ids, profile_id, decide, lease=lease)
    return n_decided


def _open_pairs(known: MemoryNeighbourhood) -> list[_Pair]:
    """Pairs that wait and were not asked about, in order of their ids."""
    ruled = {
        frozenset({one.memory_id, one.other_id})
        for one in known.rulings
        if one.other_id is not None
    }
    pairs = []
    for link in known.links:
        two = known.memories.get(link.newer_id), known.memories.get(link.older_id)
        if link.kind is not LinkKind.UNCLEAR or link.reason == ASKED or None in two:
            continue
        if frozenset({link.newer_id, link.older_id}) in ruled:
            continue
        both = sorted(
            (one for one in two if one is not None), key=lambda one: (one.confirmed_at, one.id)
        )
        if _waits(both):
            pairs.append(_Pair(link, *both))
    return sorted(pairs, key=lambda pair: (pair.link.newer_id, pair.link.older_id))


def _waits(both: Sequence[Memory]) -> bool:
    states = {one.state for one in both}
    stands = {MemoryState.CURRENT, MemoryState.HELD, MemoryState.PENDING}
    return (
        MemoryState.PENDING in states and states <= stands and not any(one.pinned for one in both)
    )


def _ruling(
    pair: _Pair, verdict: Verdict, comparison: Comparison, ids: Ids, now: datetime
) -> MemoryRuling | None:
    match verdict:
        case Verdict.SAME:
            claim = comparison.bearings.claim
            earlier, later = claim(pair.earlier.text), claim(pair.later.text)
            if _NEVER_SAME & {compare(earlier, later).reason, pair.link.reason}:
                return None
            going, into = pair.link.newer_id, pair.link.older_id
            if says_more(*((later, earlier) if pair.later.id == going else (earlier, later))):
                going, into = into, going
            return MemoryRuling(ids.new(), MemoryVerb.SAME, going, now, into)
        case Verdict.UPDATE:
            return MemoryRuling(ids.new(), MemoryVerb.UPDATE, pair.later.id, now, pair.earlier.id)
        case Verdict.NEW:
            newer, older = pair.link.newer_id, pair.link.older_id
            return MemoryRuling(ids.new(), MemoryVerb.BOTH, newer, now, older)
        case _:
            return None
