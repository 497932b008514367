"""Do the scheduled work on memories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from graph_aria.domain.records import JobKind
from graph_aria.domain.views import Job, Lease
from graph_aria.ports import Clock, Ids, Store
from graph_aria.stages.consolidate import consolidate
from graph_aria.stages.expire import expire
from graph_aria.stages.expire_moods import expire_moods
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.grow_closer import grow_closer
from graph_aria.stages.index_entries import MOST_INDEXED, index_entries
from graph_aria.stages.reconcile import reconcile
from graph_aria.stages.store_patterns import store_patterns
from graph_aria.stages.tell_time import tell_time
from graph_aria.stages.withdraw_crises import withdraw_crises

EVERYTHING: Final = "all"
"""Subject of a consolidation of all memories; without one, of those made since it was queued."""


async def tend(
    store: Store, faculties: Faculties, clock: Clock, ids: Ids, job: Job, fence: Lease
) -> Mapping[str, int | str]:
    """Expire, reconcile, consolidate, notice or grow closer, as a job says.

    Args:
        store: where memories are.
        faculties: what compares and judges.
        clock: tells when it happens.
        ids: gives ids to what is made.
        job: a leased one of these kinds.
        fence: the right under which it is done, without the job itself.

    Returns:
        What was done, by what it is called; figures and reason codes alone.

    Reads and writes: as the stage of the job does. Safe to repeat: yes.
    """
    profile_id = fence.profile_id
    match JobKind(job.kind):
        case JobKind.GROW:
            rose = await grow_closer(store, faculties, clock, ids, profile_id, lease=fence)
            return {"level": "closer"} if rose else {}
        case JobKind.EXPIRE:
            n_archived = await expire(store, faculties, clock, ids, profile_id, lease=fence)
            n_moods = await expire_moods(store, clock, ids, profile_id)
            return {"expired": n_archived, "moods forgotten": n_moods}
        case JobKind.RECONCILE if job.subject_id is not None:
            n_again = await withdraw_crises(store, clock, ids, profile_id, job.subject_id)
            return {"to read again": n_again}
        case JobKind.RECONCILE:
            done = await reconcile(store, faculties, clock, ids, profile_id, lease=fence)
            n_indexed = await index_entries(store, faculties, profile_id, limit=MOST_INDEXED)
            return {
                "embedded": done.n_embedded,
                "embedded anew": done.n_remade,
                "joined": done.n_joined,
                "to review": done.n_open,
                "strays removed": done.n_strays,
                "indexed": n_indexed,
            } | ({"embedder": "away"} if done.is_away else {})
        case JobKind.NOTICE:
            kept = await store_patterns(store, faculties, clock, ids, profile_id, lease=fence)
            return {"found": kept.n_kept, "new": kept.n_new, "gone": kept.n_gone}
        case _:
            return await _consolidate(store, faculties, clock, ids, job, fence)


async def _consolidate(
    store: Store, faculties: Faculties, clock: Clock, ids: Ids, job: Job, fence: Lease
) -> Mapping[str, int | str]:
    after = job.id if job.subject_id is None else job.subject_id
    done = await consolidate(
        store,
        faculties,
        clock,
        ids,
        fence.profile_id,
        after="" if after == EVERYTHING else after,
        lease=fence,
    )
    if done.next_after is not None:
        await store.queue_job(
            job_id=ids.new(),
            profile_id=fence.profile_id,
            kind=JobKind.CONSOLIDATE,
            due_at=await tell_time(store, clock),
            subject_id=done.next_after,
        )
    rejected = Counter(f"rejected: {why}" for why in done.retold.rejected)
    failure = done.settled.failure or done.retold.failure
    return {
        "seen": done.n_seen,
        "joined": done.rejoined.n_joined,
        "asked about": done.settled.n_asked + done.retold.n_asked,
        "decided": done.settled.n_decided,
        "told in one": done.retold.n_told,
        **rejected,
        "to review": done.n_open,
    } | ({} if failure is None else {"model": failure})


def told(done: Mapping[str, int | str]) -> str:
    """What was done in a line; what did not happen is left out.

    >>> told({"joined": 2, "embedded": 0, "embedder": "away"})
    '2 joined, embedder away'
    """
    parts = [
        f"{name} {what}" if isinstance(what, str) else f"{what} {name}"
        for name, what in done.items()
        if what
    ]
    return ", ".join(parts) or "nothing to do"
