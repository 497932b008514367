"""Read entries and merge what they say into the graph."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final, Protocol

from graph_aria.domain.changes import Change
from graph_aria.domain.days import EPOCH, local_day
from graph_aria.domain.graph import EntryOutcome, GraphDelta
from graph_aria.domain.merging import change
from graph_aria.domain.moods import first_day_kept, mood_reading
from graph_aria.domain.reading import Reading, ReadRequest
from graph_aria.domain.records import EntryRecord, EntryState, Profile
from graph_aria.domain.said import settle
from graph_aria.domain.statements import canonical_map, targets_of
from graph_aria.domain.views import Job, Lease
from graph_aria.errors import LeaseLost, ReaderFailed, StoreUnusable, Unavailable
from graph_aria.ports import (
    Clock,
    Conversations,
    Graph,
    Ids,
    Jobs,
    Memories,
    Passages,
    Profiles,
    Reader,
    Record,
)
from graph_aria.stages.ask import ask
from graph_aria.stages.await_consolidation import await_consolidation
from graph_aria.stages.compare import Comparison
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.merge import load_neighbourhood, merge
from graph_aria.stages.notice_again import notice_again
from graph_aria.stages.postpone import postpone, reason_of, was_last_try
from graph_aria.stages.recall import IDENTITY, MERGES, read_spoken_of, recall
from graph_aria.stages.remember import remember
from graph_aria.stages.resolve import resolve
from graph_aria.stages.take_back import take_back
from graph_aria.stages.tell_context import with_context
from graph_aria.stages.tell_time import tell_time
from graph_aria.stages.turns_taken_back import turns_to_read_again
from graph_aria.stages.withhold import withhold

BATCH: Final = 32
"""Entries that are merged in one transaction."""
_HARMLESS: Final = "Yes."


class ReadStore(Profiles, Record, Conversations, Passages, Memories, Graph, Jobs, Protocol):
    """What reading needs of a store."""


_Read = list[tuple[EntryRecord, Reading]]


class _Readings:
    """Readings by entry and revision, so that no words are read twice for one change."""

    def __init__(
        self, store: ReadStore, faculties: Faculties, profile_id: str, *, tells_context: bool
    ) -> None:
        self._tells_context = tells_context
        self._store = store
        self._faculties = faculties
        self._profile_id = profile_id
        self._known: dict[tuple[str, int], Reading] = {}
        self.comparison = Comparison(faculties)

    async def get(self, jobs: Sequence[Job]) -> _Read:
        """The jobs' entries as they are now, those that still exist, with their readings.

        Raises:
            ReaderFailed: one of them could not be read.
        """
        entry_ids = [job.subject_id for job in jobs if job.subject_id is not None]
        records = await self._store.read_records(self._profile_id, entry_ids)
        # What the user takes back in one of them is taken back in the same transaction.
        records = (*records, *await turns_to_read_again(self._store, self._profile_id, records))
        withheld = await withhold(self._store, self._faculties, self._profile_id, records)
        fresh = [
            record
            for record in records
            if record.entry.id not in withheld and _key(record) not in self._known
        ]
        if fresh:
            requests = [_request(record) for record in fresh]
            if self._tells_context:
                requests = [
                    await with_context(
                        self._store, self._faculties, self._profile_id, record.entry, request
                    )
                    for record, request in zip(fresh, requests, strict=True)
                ]
            readings = await self._faculties.reader.read_batch(requests)
            self._known.update(zip(map(_key, fresh), readings, strict=True))
        return [
            (record, reading)
            for record in records
            if (reading := withheld.get(record.entry.id, self._known.get(_key(record))))
        ]


def _key(record: EntryRecord) -> tuple[str, int]:
    return record.entry.id, record.entry.revision


async def read(
    store: ReadStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    lease: Lease,
    *,
    tells_context: bool = False,
) -> int:
    """Read the entries of a lease's jobs and merge them, 32 in one transaction.

    While a batch is merged the reader reads the next one. If a batch fails, its entries
    are tried one by one, so that a bad one blocks nobody: it is tried again later, five
    times in all, and then lies among the dead with its reason.

    Returns:
        How many entries were read.

    Raises:
        LeaseLost: another worker has taken over; nothing was written.
        Unavailable: the store cannot be written; the jobs stay leased.

    Reads: entries, candidates, neighbourhood. Writes: one delta, or one an entry.
    Safe to repeat: yes.
    """
    readings = _Readings(store, faculties, lease.profile_id, tells_context=tells_context)
    batches = [lease.jobs[at : at + BATCH] for at in range(0, len(lease.jobs), BATCH)]
    n_done = 0
    ahead = asyncio.create_task(readings.get(batches[0]))
    try:
        for batch, following in zip(batches, [*batches[1:], ()], strict=True):
            await asyncio.wait({ahead})
            found, ahead = ahead, asyncio.create_task(readings.get(following))
            n_done += await _merge_batch(
                store, faculties, clock, ids, replace(lease, jobs=batch), readings, found
            )
    finally:
        ahead.cancel()
        await asyncio.wait({ahead})
        if not ahead.cancelled():
            ahead.exception()  # looked at, so that nobody is warned of it
    return n_done


async def _merge_batch(
    store: ReadStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    lease: Lease,
    readings: _Readings,
    found: asyncio.Task[_Read] | None = None,
) -> int:
    job_id = ids.new()  # before those of memories

    async def compute() -> GraphDelta:
        nonlocal found
        if found is not None:
            # Only the readings are kept of what was read ahead; a failure is met here, in
            # its turn.
            ahead, found = found, None
            await ahead
        # The version comes first: what the records hold must not be older than it says.
        profile = await store.get_profile(lease.profile_id)
        return await _delta(store, readings, clock, ids, profile, await readings.get(lease.jobs))

    try:
        delta = await merge(store, compute, lease=lease)
    except (LeaseLost, StoreUnusable):
        raise  # of the second, no entry is to blame, and none could be put back now
    except Exception as error:  # noqa: BLE001 - whatever it is, it must block nobody
        if len(lease.jobs) > 1:
            n_done = 0
            for job in lease.jobs:
                alone = replace(lease, jobs=(job,))
                n_done += await _merge_batch(store, faculties, clock, ids, alone, readings)
            return n_done
        await _give_up_or_postpone(store, faculties.reader, clock, lease, lease.jobs[0], error)
        return 0
    await await_consolidation(store, delta, job_id=job_id)
    return len(lease.jobs)


def _request(record: EntryRecord) -> ReadRequest:
    entry = record.entry
    return ReadRequest(
        text=entry.text, said_on=local_day(entry.occurred_at, entry.zone), form=entry.form
    )


async def _delta(
    store: ReadStore,
    readings: _Readings,
    clock: Clock,
    ids: Ids,
    profile: Profile,
    read_now: _Read,
) -> GraphDelta:
    profile_id = profile.id
    now = await tell_time(store, clock)
    if not read_now:
        return GraphDelta(profile_id=profile_id, based_on=profile.version, at=now)
    identity = await store.list_rulings(profile_id, verbs=IDENTITY)
    merges = [ruling for ruling in identity if ruling.verb in MERGES]
    known = await recall(store, profile_id, [reading for _, reading in read_now], identity)
    read_before = [record for record, _ in read_now]
    resolved = [
        resolve(record, reading, known=known, new_id=ids.new) for record, reading in read_now
    ]
    said = settle(
        profile,
        [
            (before, after, reading)
            for after, (before, reading) in zip(resolved, read_now, strict=True)
        ],
        identity,
        stored=known.entities,
        now=now,
    )
    standing = said.applied_to(identity)
    canonical = canonical_map(merges)
    were = {canonical(entity_id) for entity_id in said.bears_upon}
    more = await read_spoken_of(
        store,
        profile_id,
        said.bears_upon | were,
        merges,
        but={record.entry.id for record in read_before},
    )
    remembered = await remember(
        store, readings.comparison, profile, read_now, now=now, new_id=ids.new
    )
    corrected = await take_back(store, profile_id, remembered.delta, resolved=resolved)
    before = corrected.first([*read_before, *more])
    after = corrected.then([*resolved, *more])
    neighbourhood = await load_neighbourhood(
        store,
        profile,
        source_ids=[record.entry.id for record in before],
        target_ids=targets_of(profile, [*before, *after], merges)
        | targets_of(profile, after, [ruling for ruling in standing if ruling.verb in MERGES]),
        from_day=min(record.entry.day for record in before),
    )
    kept_since = first_day_kept(local_day(now, profile.zone), profile.mood_days)
    delta = change(
        neighbourhood,
        Change(
            before=before,
            after=after,
            rulings=said.applied_to(neighbourhood.rulings_with(merges)),
            now=now,
            ruling_ids=frozenset(ruling.id for ruling in said.saved),
            dropped_ruling_ids=frozenset(ruling.id for ruling in said.dropped),
            distinct=known.distinct,
            touched=said.bears_upon | were,
            outcomes=tuple(
                _outcome(record, reading, remembered.refused.get(record.entry.id), kept_since)
                for record, (_, reading) in zip(resolved, read_now, strict=True)
            ),
        ),
    )
    delta = replace(
        delta,
        memories=remembered.delta,
        jobs=delta.jobs + await notice_again(store, ids, profile_id, remembered.delta),
    )
    return await ask(store, delta, standing, doubts=known.doubts, taken_back=said.dropped, at=now)


def _outcome(
    record: EntryRecord, reading: Reading, refused: str | None, kept_since: date
) -> EntryOutcome:
    return EntryOutcome(
        entry_id=record.entry.id,
        revision=record.entry.revision,
        state=EntryState.READ if reading.unread is None else EntryState.UNREAD,
        reason=reading.note if reading.unread is None else reading.unread,
        language=reading.language,
        reader_id=reading.reader_id or None,
        dates=record.dates,
        cost=reading.cost,
        refused=refused,
        mood=mood_reading(record.entry, reading, since=kept_since),
    )


async def _give_up_or_postpone(
    store: ReadStore, reader: Reader, clock: Clock, lease: Lease, job: Job, error: Exception
) -> None:
    dead = was_last_try(job) and not await _is_elsewhere(reader, error)
    if dead and job.subject_id is not None:
        await _mark_failed(store, lease.profile_id, job.subject_id, reason_of(error))
    await postpone(store, clock, lease, job, error, dead=dead)


async def _is_elsewhere(reader: Reader, error: Exception) -> bool:
    """Whether the fault lies with the machine, so that waiting can mend it."""
    if not isinstance(error, Unavailable):
        return False
    if not isinstance(error, ReaderFailed):
        return True
    # An entry that makes the reader fail is a bad entry, unless nothing can be read.
    try:
        await reader.read_batch([ReadRequest(text=_HARMLESS, said_on=EPOCH.date())])
    except ReaderFailed:
        return True
    return False


async def _mark_failed(store: ReadStore, profile_id: str, entry_id: str, reason: str) -> None:
    async def compute() -> GraphDelta:
        profile = await store.get_profile(profile_id)
        records = await store.read_records(profile_id, [entry_id])
        return GraphDelta(
            profile_id=profile_id,
            based_on=profile.version,
            at=profile.created_at,
            outcomes=tuple(
                EntryOutcome(
                    entry_id=entry_id,
                    revision=record.entry.revision,
                    state=EntryState.FAILED,
                    reason=reason,
                    language=None if record.entry.is_read_as_it_was else record.entry.language,
                    reader_id=None if record.entry.is_read_as_it_was else record.entry.reader_id,
                    dates=record.dates,
                    cost=record.entry.cost,
                    refused=record.entry.refused,
                )
                for record in records
            ),
        )

    await merge(store, compute)
