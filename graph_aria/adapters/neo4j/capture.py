"""Storing what was said: an entry and its job in one transaction, once; and forgetting it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.hashes import hash_of_key, hash_of_origin, hash_of_request
from graph_aria.adapters.neo4j.engine import Row, Tx, no_profile, row, rows
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.record_rows import entry_of, entry_properties, job_properties
from graph_aria.adapters.neo4j.rows import Properties, stored
from graph_aria.adapters.plain_rows import job_of
from graph_aria.domain.days import LATEST, MARK_TRUST
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import JobKind
from graph_aria.domain.views import Job, Saved
from graph_aria.errors import (
    Conflict,
    CopyUnfinished,
    EntryDeleted,
    IdempotencyMismatch,
    NotFound,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from graph_aria.domain.records import Entry

_Q: Final = load_queries("record")
_JOBS: Final = load_queries("jobs")
_KEEPING: Final = load_queries("keeping")


async def capture(
    tx: Tx,
    entry: Entry,
    *,
    hash_key: bytes,
    job_id: str | None,
    idempotency_key: str | None,
    restore_deleted: bool,
    again: bool = False,
) -> Saved:
    """Store an entry, its reading job and its keys, or find the one that is there.

    Without a job's id it is a turn, whose job comes later. With `again` it may be this very
    entry, stored by a first run that never heard so.

    Raises:
        NotFound, EntryDeleted, IdempotencyMismatch, Conflict.
        CopyUnfinished: somebody copies into the store.
    """
    key = _key_properties(entry, hash_key, idempotency_key)
    tombstone = None
    if entry.external_id is not None:
        tombstone = hash_of_origin(hash_key, entry.origin, entry.external_id).hex()
    begun = await row(
        tx,
        _Q["begin_capture"],
        profile=entry.profile_id,
        key_hash=key and key["key_hash"],
        origin=entry.origin,
        external_id=entry.external_id,
        tombstone=tombstone,
        id=entry.id,
        conversation=entry.conversation_id,
    )
    if begun is None:
        raise no_profile(entry.profile_id)
    by_key, by_origin, was_deleted, is_taken, is_in_one, ((stored_key, is_copied_into),) = begun
    _check_place(entry, is_copied_into=is_copied_into, is_in_one=is_in_one)
    if stored_key != hash_key.hex():
        # A copy into the store, made since this process opened it, brought a key with it.
        return await capture(
            tx,
            entry,
            hash_key=bytes.fromhex(stored_key),
            job_id=job_id,
            idempotency_key=idempotency_key,
            restore_deleted=restore_deleted,
            again=again,
        )
    if again and is_taken and (mine := await _stored(tx, entry)) is not None:
        return Saved(mine, created=True)
    known = by_origin[0] if by_origin else None
    if key is not None and by_key:
        known = _known_by_key(by_key[0], key, restore_deleted=restore_deleted) or known
    if known is not None:
        return Saved(entry_of(known, entry.profile_id), created=False)
    if was_deleted and not restore_deleted:
        raise _is_deleted(entry)
    if is_taken:
        raise Conflict(f"there is an entry with the id {entry.id!r} already")
    at = stored(entry.recorded_at)
    job_ids = () if job_id is None else (job_id,)
    jobs = [reading_job(entry.profile_id, entry.id, one, entry.recorded_at) for one in job_ids]
    await rows(
        tx,
        _Q["save_entry"],
        profile=entry.profile_id,
        entry=entry_properties(entry),
        tombstone=tombstone,
        jobs=[job_properties(job, slot=None) for job in jobs],
        keys=[] if key is None else [key],
        at=at,
        believed=believed_until(at),
    )
    return Saved(entry, created=True)


def _check_place(entry: Entry, *, is_copied_into: bool, is_in_one: bool) -> None:
    """Go on only if the entry can be stored where it belongs.

    Raises:
        CopyUnfinished: somebody copies into the store.
        NotFound: it is a turn of a conversation that is not there.
    """
    if is_copied_into:
        raise CopyUnfinished
    if entry.form is EntryForm.TURN and not is_in_one:
        raise NotFound(f"this profile has no conversation with the id {entry.conversation_id!r}")


async def _stored(tx: Tx, entry: Entry) -> Entry | None:
    """The entry that is stored under an entry's id, None if it has other words."""
    ((found,),) = await rows(tx, _Q["get_entry"], profile=entry.profile_id, id=entry.id)
    stored_before = entry_of(found[0], entry.profile_id)
    return stored_before if stored_before.text == entry.text else None


def _is_deleted(entry: Entry) -> EntryDeleted:
    return EntryDeleted(
        f"the entry {entry.external_id!r} from {entry.origin!r} was deleted and stays "
        "deleted; ask for it with restore_deleted"
    )


async def bury(tx: Tx, profile_id: str, entry_ids: Sequence[str]) -> None:
    """Delete entries with all that was read in them; they leave hashes and ids behind.

    The profile is held by whoever calls this.
    """
    found = await rows(tx, _Q["find_origins"], profile=profile_id, ids=sorted(set(entry_ids)))
    if not found:
        return
    tombstones = [
        hash_of_origin(bytes.fromhex(hash_key), origin, external_id).hex()
        for _, origin, external_id, hash_key in found
        if external_id is not None
    ]
    ids = [entry_id for entry_id, *_ in found]
    await rows(tx, _Q["bury"], profile=profile_id, ids=ids, tombstones=sorted(tombstones))


async def queue(
    tx: Tx,
    profile_id: str,
    *,
    job_id: str,
    kind: JobKind,
    due_at: datetime,
    created_at: datetime,
    subject_id: str | None = None,
    slot: str | None = None,
) -> Job | None:
    """Queue a job, or give None if its slot was used or one like it waits; holds the profile.

    Raises:
        NotFound: there is no such profile.
    """
    job = Job(job_id, profile_id, kind.value, subject_id, "queued", 0, due_at, created_at)
    values = job_properties(job, slot=slot)
    found = await row(tx, _JOBS["queue_job"], profile=profile_id, job=values)
    if found is None:
        raise no_profile(profile_id)
    (made,) = found
    return job_of(made[0], profile_id) if made else None


async def queue_reading(
    tx: Tx, profile_id: str, entry_id: str, *, job_id: str, at: datetime
) -> None:
    """Queue a job that reads an entry, due at once, unless one waits already."""
    await queue(
        tx,
        profile_id,
        job_id=job_id,
        kind=JobKind.READ,
        due_at=at,
        created_at=at,
        subject_id=entry_id,
    )


async def move_mark(tx: Tx, at: datetime) -> None:
    """Move the high-water mark on; it goes back only from where it is not believed.

    Last in a transaction: everybody else's waits for it from here on.
    """
    at = stored(at)
    await rows(tx, _KEEPING["move_mark"], at=at, believed=believed_until(at))


def believed_until(at: datetime) -> datetime:
    """Up to where a mark is believed at an instant."""
    return min(at, LATEST - MARK_TRUST) + MARK_TRUST


def _key_properties(
    entry: Entry, hash_key: bytes, idempotency_key: str | None
) -> Properties | None:
    if idempotency_key is None:
        return None
    return {
        "profile_id": entry.profile_id,
        "key_hash": hash_of_key(hash_key, idempotency_key).hex(),
        "request_hash": hash_of_request(hash_key, entry).hex(),
        "entry_id": entry.id,
        "created_at": stored(entry.recorded_at),
    }


def _known_by_key(found: Row, key: Properties, *, restore_deleted: bool) -> Row | None:
    """The entry that a key stands for, None if the key is free for this one."""
    request_hash, known = found
    if request_hash is None:
        if restore_deleted:
            return None
        raise EntryDeleted("the entry that was sent with this Idempotency-Key was deleted")
    if request_hash != key["request_hash"]:
        raise IdempotencyMismatch
    return None if known is None else list(known)


def reading_job(profile_id: str, entry_id: str, job_id: str, at: datetime) -> Job:
    """A job that reads an entry, due at once."""
    return Job(job_id, profile_id, JobKind.READ.value, entry_id, "queued", 0, at, at)
