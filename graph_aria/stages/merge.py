"""Apply a change to the graph: load what it touches, compute the delta, write it once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from datetime import date
from typing import Final, TypeVar

from graph_aria.domain.graph import GraphDelta, Neighbourhood
from graph_aria.domain.records import Profile
from graph_aria.domain.views import Lease
from graph_aria.errors import VersionConflict
from graph_aria.ports import Graph

MAX_TRIES: Final = 8


_Delta = TypeVar("_Delta", GraphDelta, GraphDelta | None)


async def merge(
    graph: Graph,
    compute: Callable[[], Awaitable[_Delta]],
    *,
    lease: Lease | None = None,
) -> _Delta:
    """Apply a delta in one transaction; compute it again if the graph has moved on.

    Args:
        graph: where it goes.
        compute: reads what it needs and computes the delta, with no effect of its own; None
            if there is nothing to write.
        lease: the right under which jobs do this.

    Returns:
        The delta that was applied, or None.

    Raises:
        VersionConflict: the graph moved on at every one of 8 tries.
        LeaseLost: another worker has taken over.

    Reads: whatever `compute` reads. Writes: one delta, or none. Safe to repeat: yes.
    """
    for attempt in range(MAX_TRIES):
        delta = await compute()
        if delta is None:
            return delta
        try:
            await graph.apply(delta, lease=lease)
        except VersionConflict:
            if attempt == MAX_TRIES - 1:
                raise
        else:
            return delta
    raise VersionConflict


async def load_neighbourhood(
    graph: Graph,
    profile: Profile,
    *,
    source_ids: Collection[str],
    target_ids: Collection[str],
    from_day: date,
) -> Neighbourhood:
    """The neighbourhood of a change, reaching back to the oldest evidence that it restates.

    A ruling about one of the targets can be older than the entries that change; then
    the histories must begin there.

    Args:
        graph: where it is.
        profile: as it was before anything else was read for the change. The delta is based
            on its version, so that whatever moved on since makes it be computed again.
        source_ids: what is restated.
        target_ids: see `statements.targets_of`.
        from_day: first day of what is restated.
    """
    while True:
        known = await graph.read_neighbourhood(
            profile.id, source_ids=source_ids, target_ids=target_ids, from_day=from_day
        )
        days = [item.day for pieces in known.evidence.values() for item in pieces]
        first = min(days, default=from_day)
        if first >= from_day:
            return replace(known, profile=profile)
        from_day = first
