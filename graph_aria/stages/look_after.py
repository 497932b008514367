"""See whether memories or entries lack anything that a job could mend."""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol

from graph_aria.domain.records import JobKind
from graph_aria.errors import EmbedderAway, NotFound
from graph_aria.ports import Clock, Ids, Jobs, Memories, Passages, Profiles, Record
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.tell_time import tell_time

_PROBE = "The user is here."


class LookAfterStore(Profiles, Record, Passages, Memories, Jobs, Protocol):
    """What looking after them needs of a store."""


async def look_after(store: LookAfterStore, faculties: Faculties, clock: Clock, ids: Ids) -> int:
    """Queue reconciling for each profile where a memory lacks a vector, or an entry passages.

    Cheap enough for every minute: few rows are looked for in each profile, and the embedder is
    asked for a vector only if there is one; while it is away nothing is queued.

    Returns:
        How many jobs were queued.

    Reads: profiles, one memory and one entry each. Writes: jobs. Safe to repeat: yes.
    """
    if not faculties.remembers:
        return 0
    n_queued = 0
    try:
        waiting = await _list_waiting(store, faculties)
        if waiting:
            await faculties.vectors.embed([_PROBE])
    except EmbedderAway:
        return 0
    now = await tell_time(store, clock)
    for profile_id in waiting:
        with suppress(NotFound):
            job = await store.queue_job(
                job_id=ids.new(), profile_id=profile_id, kind=JobKind.RECONCILE, due_at=now
            )
            n_queued += job is not None
    return n_queued


async def _list_waiting(store: LookAfterStore, faculties: Faculties) -> list[str]:
    """Ids of profiles where something lacks a vector of the present embedder."""
    waiting = []
    for profile in await store.list_profiles():
        if not profile.remembers:
            continue
        with suppress(NotFound):  # deleted since it was listed
            # Where nothing is known, no embedder need be woken to say so.
            if await store.list_memory_ids(profile.id, limit=1) or (
                await store.list_entry_ids(profile.id, limit=1)
            ):
                embedder_id = (await faculties.vectors.describe()).embedder_id
                if await store.list_unembedded(profile.id, embedder_id, limit=1) or (
                    await store.list_unindexed(profile.id, embedder_id, limit=1)
                ):
                    waiting.append(profile.id)
    return waiting
