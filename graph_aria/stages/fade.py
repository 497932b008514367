"""The scheduled pass: archive what has faded."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.views import Lease
from graph_aria.errors import InvalidTime
from graph_aria.ports import Clock
from graph_aria.stages.merge import merge
from graph_aria.stages.read import ReadStore
from graph_aria.stages.tell_time import tell_time

BATCH: Final = 2000


@dataclass(frozen=True, slots=True)
class FadeReport:
    """What a pass archived, or would archive.

    Attributes:
        as_of: the instant it looked from.
        stamps: (target id, instant of fading) pairs, earliest first.
        dry_run: nothing was written.
    """

    as_of: datetime
    stamps: tuple[tuple[str, datetime], ...]
    dry_run: bool


async def fade(
    store: ReadStore,
    clock: Clock,
    profile_id: str,
    *,
    as_of: datetime | None = None,
    dry_run: bool = False,
    lease: Lease | None = None,
) -> FadeReport:
    """Stamp everything that has faded and is not yet archived with its instant of fading.

    The stamp is the instant itself, so a pass that is late by days leaves what daily
    passes leave. Nothing that is read depends on it.

    Args:
        store: where the graph is.
        clock: tells now.
        profile_id: whose graph.
        as_of: look from this instant; now if None.
        dry_run: only report.
        lease: fences the writes, None by hand.

    Raises:
        InvalidTime: `as_of` lies in the future and it is no dry run.

    Reads: what has crossed. Writes: deltas of at most 2,000 stamps. Safe to repeat: yes.
    """
    now = await tell_time(store, clock)
    if as_of is not None and as_of > now and not dry_run:
        message = f"{as_of.isoformat()} lies in the future; look there with --dry-run"
        raise InvalidTime(message)
    at = as_of or now
    if dry_run:
        due = await store.read_due(profile_id, now=at, limit=100_000)
        return FadeReport(at, due, dry_run=True)
    stamps: list[tuple[str, datetime]] = []
    while True:
        batch: tuple[tuple[str, datetime], ...] = ()

        async def compute() -> GraphDelta:
            nonlocal batch
            profile = await store.get_profile(profile_id)
            batch = await store.read_due(profile_id, now=at, limit=BATCH)
            return GraphDelta(
                profile_id=profile_id, based_on=profile.version, at=now, archive=batch
            )

        await merge(store, compute, lease=lease)
        stamps += batch
        if len(batch) < BATCH:
            return FadeReport(at, tuple(stamps), dry_run=False)
