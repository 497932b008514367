"""How memories stand to each other, what was ruled about them, and how each one changed.

Flat values, as in `memories`; none of them holds words of the user.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class LinkKind(StrEnum):
    """How two memories stand to each other."""

    EXCLUDES = "excludes"
    """They cannot both be so; which came later is told by when they were said."""

    CORRECTS = "corrects"
    """The one takes the other back, whatever came later."""

    REPEATS = "repeats"
    """The one says the same and stands for the other.

    It says it more fully, or it is a correction and stands for one.
    """

    UNCLEAR = "unclear"
    """They may say the same; somebody must decide."""

    ENDS = "ends"
    """The one ended what the other tells, if that was not told again since."""

    VOID = "void"
    """They stood against each other in words that one of them no longer has."""


@dataclass(frozen=True, slots=True)
class MemoryLink:
    """What was found when a memory was held against an older one.

    Attributes:
        newer_id, older_id: the memory that came in, and the one that was there.
        kind: how they stand to each other.
        reason: what told most; no words of the user.
    """

    newer_id: str
    older_id: str
    kind: LinkKind
    reason: str


class MemoryVerb(StrEnum):
    """What a user, or a job that the user may undo, can rule about memories."""

    PIN = "pin"
    UNPIN = "unpin"
    ARCHIVE = "archive"
    RESTORE = "restore"
    MERGE = "merge"
    UNMERGE = "unmerge"
    SAME = "same"
    """Answer to a review: the target says what the other says."""

    UPDATE = "update"
    """Answer to a review: the target takes the other's place."""

    BOTH = "both"
    """Answer to a review: both hold, now and later."""


@dataclass(frozen=True, slots=True)
class MemoryRuling:
    """A ruling about a memory.

    Attributes:
        id: UUIDv7.
        verb: what was ruled.
        memory_id: the memory it is about.
        other_id: the other one of MERGE (what it was merged into), SAME, UPDATE and BOTH.
        at: when.
    """

    id: str
    verb: MemoryVerb
    memory_id: str
    at: datetime
    other_id: str | None = None


class Author(StrEnum):
    """Who changed a memory."""

    READING = "reading"
    USER = "user"
    CONSOLIDATION = "consolidation"
    DELETION = "deletion"
    EXPIRY = "expiry"
    NOTICING = "noticing"


@dataclass(frozen=True, slots=True)
class MemoryRevision:
    """One change of one memory.

    Attributes:
        id: UUIDv7; ascending ids are the order of changes.
        memory_id: which one.
        field: what changed: "state", "text", "pinned".
        before, after: from what to what, None for nothing; of a text the ids of the entries
            whose words it was and is.
        why: a reason code or a short phrase; no words of the user.
        at, by: when, and who did it.
        other_id: the memory that it has to do with, or None.
    """

    id: str
    memory_id: str
    field: str
    before: str | None
    after: str | None
    why: str
    at: datetime
    by: Author
    other_id: str | None = None
