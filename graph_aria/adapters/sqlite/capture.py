"""Storing what was said: an entry and its job in one transaction, once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.hashes import hash_of_key, hash_of_origin, hash_of_request
from graph_aria.adapters.sqlite.engine import profile_key, row
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.record_rows import entry_of, entry_values
from graph_aria.domain.days import MARK_TRUST, micros
from graph_aria.domain.records import JobKind
from graph_aria.domain.views import Saved
from graph_aria.errors import Conflict, EntryDeleted, IdempotencyMismatch, NotFound

if TYPE_CHECKING:
    from datetime import datetime

    import apsw

    from graph_aria.domain.records import Entry

URGENCY: Final = {kind: kind.urgency for kind in JobKind}

_Q: Final = load_queries("record")
_CONVERSATIONS: Final = load_queries("conversations")
_JOBS: Final = load_queries("jobs")
_KEEPING: Final = load_queries("keeping")
_TRUST_MICROS: Final = MARK_TRUST.total_seconds() * 1_000_000


def capture(
    db: apsw.Connection,
    entry: Entry,
    *,
    job_id: str,
    idempotency_key: str | None,
    restore_deleted: bool,
) -> Saved:
    """Store an entry, its reading job and its keys, or find the one that is there.

    Raises:
        NotFound, EntryDeleted, IdempotencyMismatch, Conflict.
    """
    key = profile_key(db, entry.profile_id)
    hash_key = read_hash_key(db)
    known = None
    if idempotency_key is not None:
        known = _find_by_key(
            db, key, entry, idempotency_key, hash_key, restore_deleted=restore_deleted
        )
    if known is None and entry.external_id is not None:
        known = _find_by_external_id(db, key, entry)
    if known is not None:
        return Saved(known, created=False)
    _save_new(db, key, entry, restore_deleted=restore_deleted)
    queue_reading(db, key, entry.id, job_id=job_id, at=entry.recorded_at)
    if idempotency_key is not None:
        values = {
            "profile": key,
            "key_hash": hash_of_key(hash_key, idempotency_key),
            "request_hash": hash_of_request(hash_key, entry),
            "entry_id": entry.id,
            "at": micros(entry.recorded_at),
        }
        db.execute(_Q["save_idempotency"], values)
    move_mark(db, entry.recorded_at)
    return Saved(entry, created=True)


def capture_turn(db: apsw.Connection, entry: Entry) -> Saved:
    """Store a turn without a job, or find the one that is there.

    Raises:
        NotFound, EntryDeleted, Conflict.
    """
    key = profile_key(db, entry.profile_id)
    if row(db, _CONVERSATIONS["get_conversation"], (key, entry.conversation_id)) is None:
        raise NotFound(f"this profile has no conversation with the id {entry.conversation_id!r}")
    if entry.external_id is not None:
        known = _find_by_external_id(db, key, entry)
        if known is not None:
            return Saved(known, created=False)
    _save_new(db, key, entry, restore_deleted=False)
    move_mark(db, entry.recorded_at)
    return Saved(entry, created=True)


def _save_new(db: apsw.Connection, key: int, entry: Entry, *, restore_deleted: bool) -> None:
    if entry.external_id is not None:
        _pass_tombstone(db, key, entry, read_hash_key(db), restore_deleted=restore_deleted)
    if row(db, _Q["get_entry"], (key, entry.id)) is not None:
        raise Conflict(f"there is an entry with the id {entry.id!r} already")
    db.execute(_Q["save_entry"], {"profile": key, **entry_values(entry)})


def bury(db: apsw.Connection, key: int, entry_id: str) -> None:
    """Delete an entry with all that was read in it, what was replied to it, and its vetoes.

    It leaves a hash and ids behind. What was learned from it is the caller's.
    """
    found = row(db, _Q["get_external_id"], (key, entry_id))
    if found is None:
        return
    origin, external_id = found
    if external_id is not None:
        hashed = hash_of_origin(read_hash_key(db), origin, external_id)
        db.execute(_Q["save_tombstone"], {"profile": key, "hash": hashed})
    values = {"profile": key, "entry_id": entry_id}
    db.execute(_Q["forget_request"], values)
    db.execute(_JOBS["delete_jobs_of"], values)
    db.execute(_Q["delete_evidence_of"], values)
    db.execute(_Q["delete_entry"], values)


def queue_reading(
    db: apsw.Connection, key: int, entry_id: str, *, job_id: str, at: datetime
) -> None:
    """Queue a job that reads an entry, due at once, unless one waits already."""
    values = {
        "profile": key,
        "id": job_id,
        "kind": JobKind.READ.value,
        "urgency": URGENCY[JobKind.READ],
        "subject_id": entry_id,
        "slot": None,
        "due_at": micros(at),
        "created_at": micros(at),
    }
    db.execute(_JOBS["queue_job"], values)


def move_mark(db: apsw.Connection, at: datetime) -> None:
    """Move the high-water mark on; it goes back only from where it is not believed."""
    db.execute(_KEEPING["move_mark"], {"at": micros(at), "trust": int(_TRUST_MICROS)})


def read_hash_key(db: apsw.Connection) -> bytes:
    """The store's own random key, made with it."""
    found = row(db, _KEEPING["read_meta"], {"name": "hash_key"})
    return bytes(found[0]) if found else b""


def _find_by_key(
    db: apsw.Connection,
    key: int,
    entry: Entry,
    idempotency_key: str,
    hash_key: bytes,
    *,
    restore_deleted: bool,
) -> Entry | None:
    key_hash = hash_of_key(hash_key, idempotency_key)
    found = row(db, _Q["find_idempotency"], (key, key_hash))
    if found is None:
        return None
    request_hash, entry_id = found
    if request_hash is None:
        if restore_deleted:
            return None
        raise EntryDeleted("the entry that was sent with this Idempotency-Key was deleted")
    if request_hash != hash_of_request(hash_key, entry):
        raise IdempotencyMismatch
    stored = row(db, _Q["get_entry"], (key, entry_id))
    return None if stored is None else entry_of(stored, entry.profile_id)


def _find_by_external_id(db: apsw.Connection, key: int, entry: Entry) -> Entry | None:
    stored = row(db, _Q["find_external"], (key, entry.origin, entry.external_id))
    return None if stored is None else entry_of(stored, entry.profile_id)


def _pass_tombstone(
    db: apsw.Connection, key: int, entry: Entry, hash_key: bytes, *, restore_deleted: bool
) -> None:
    hashed = hash_of_origin(hash_key, entry.origin, entry.external_id or "")
    if row(db, _Q["find_tombstone"], (key, hashed)) is None:
        return
    if not restore_deleted:
        raise EntryDeleted(
            f"the entry {entry.external_id!r} from {entry.origin!r} was deleted and stays "
            "deleted; ask for it with restore_deleted"
        )
    db.execute(_Q["delete_tombstone"], (key, hashed))
