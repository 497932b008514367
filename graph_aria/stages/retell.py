"""Tell memories that lie near to each other in one sentence."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from graph_aria.domain.consolidating import groups_of, is_groupable, told_in_one
from graph_aria.domain.memories import Memory
from graph_aria.domain.memory_changes import MemoryNeighbourhood
from graph_aria.domain.memory_history import Author, MemoryRuling, MemoryVerb
from graph_aria.domain.memory_standing import MemoryChange
from graph_aria.domain.reading import Cost
from graph_aria.domain.records import Profile
from graph_aria.domain.views import Lease
from graph_aria.domain.wording import Rejected, rejection_of
from graph_aria.ports import Clock, Ids, MemoryAdviser
from graph_aria.stages.change_memories import MemoryChangeStore, MemoryStep, change_memories
from graph_aria.stages.compare import Comparison
from graph_aria.stages.rejoin import read_near

MOST_GROUPS: Final = 2
"""Groups that one run asks about, so few that it is done before its lease runs out."""


@dataclass(frozen=True, slots=True)
class Retold:
    """What telling memories in one sentence brought about.

    Attributes:
        n_asked: groups that the model was asked about.
        n_told: groups that one sentence took the place of.
        rejected: why a sentence was turned down, one for each.
        next_after: id of a memory after which there are more groups to ask about, None if
            those were all.
        failure: why it was asked no further, None if it answered.
    """

    n_asked: int = 0
    n_told: int = 0
    rejected: tuple[Rejected, ...] = ()
    next_after: str | None = None
    failure: str | None = None


async def retell(
    store: MemoryChangeStore,
    comparison: Comparison,
    adviser: MemoryAdviser,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    memory_ids: Collection[str],
    *,
    lease: Lease | None = None,
) -> Retold:
    """Let the model tell groups of memories in one sentence each, under guard.

    What it tells is turned down if it is longer than the sentences together, or if names,
    numbers, denials or things in it are not theirs. The originals are put away as merged; the
    new memory has their sources, so that it goes, and they stand again, when one of those goes.

    Args:
        store: where memories are.
        comparison: parses and embeds what is told.
        adviser: the model.
        clock: tells when it happens.
        ids: gives ids to memories and rulings.
        profile_id: whose.
        memory_ids: those around which groups are looked for.
        lease: the right under which jobs do this.

    Reads: memories, their neighbours. Writes: one delta a group. Safe to repeat: yes, but what
    was turned down is asked again.
    """
    made_by = await comparison.meet()
    if made_by is None or not memory_ids:
        return Retold()
    known, near = await read_near(store, comparison, profile_id, memory_ids, grouped=True)
    groups = groups_of(memory_ids, near, known, least=made_by.likeness.least_grouped)
    n_asked, n_told, rejected, failure = 0, 0, [], None
    around = list(groups)[:MOST_GROUPS]
    for group in (groups[one] for one in around):
        originals = [known.memories[one] for one in group]
        wording = await adviser.merge([one.text for one in originals])
        n_asked += 1
        text, why = wording.text, None
        if text is not None:
            text = " ".join(text.split())
            why = await _judged(comparison, text, originals)
        if why is not None:
            rejected.append(why)
            text = None
        n_told += await _write(
            store, comparison, clock, ids, profile_id, originals, text, wording.cost, lease
        )
        if wording.failure is not None:
            failure = wording.failure.value
            break
    next_after = around[-1] if len(groups) > len(around) and failure is None else None
    return Retold(n_asked, n_told, tuple(rejected), next_after, failure)


async def _judged(
    comparison: Comparison, text: str, originals: Sequence[Memory]
) -> Rejected | None:
    await comparison.parse([text, *(one.text for one in originals)])
    claim = comparison.bearings.claim
    return rejection_of(text, claim(text), {one.text: claim(one.text) for one in originals})


async def _write(  # noqa: PLR0913, PLR0917 - what `change_memories` asks for, and the answer
    store: MemoryChangeStore,
    comparison: Comparison,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    originals: Sequence[Memory],
    text: str | None,
    cost: Cost,
    lease: Lease | None,
) -> bool:
    """Write what was told, if all is still as it was, and what asking took; whether it was."""
    is_told = False

    async def decide(_profile: Profile, now: datetime) -> MemoryStep | None:
        nonlocal is_told
        is_told = False
        if text is None:
            return MemoryStep(MemoryNeighbourhood(), MemoryChange(), cost=cost)
        known = await store.read_memories(profile_id, [one.id for one in originals])
        present = [known.memories.get(one.id) for one in originals]
        if not all(
            here is not None and is_groupable(here) and here.text == was.text
            for here, was in zip(present, originals, strict=True)
        ):
            return MemoryStep(known, MemoryChange(by=Author.CONSOLIDATION), cost=cost)
        wanted = {one.id for one in originals}
        told = told_in_one(
            text,
            originals,
            [source for source in known.sources if source.memory_id in wanted],
            memory_id=ids.new(),
            now=now,
        )
        into = told.memories[0].id
        rulings = tuple(
            MemoryRuling(ids.new(), MemoryVerb.MERGE, one.id, now, into) for one in originals
        )
        is_told = True
        change = MemoryChange(told, rulings=rulings, by=Author.CONSOLIDATION)
        return MemoryStep(known, change, cost=cost)

    await change_memories(store, comparison, clock, ids, profile_id, decide, lease=lease)
    return is_told
