"""What ARIA knows about the user: one self-contained sentence each, with where it came from.

Every value here is flat, so that a store can hold it as a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final


class MemoryKind(StrEnum):
    """What sort of sentence a memory is."""

    FACT = "fact"
    PREFERENCE = "preference"
    EVENT = "event"
    CONTEXT = "context"
    """What is going on now; it always expires."""

    DECISION = "decision"
    CORRECTION = "correction"
    LESSON = "lesson"
    """An approach that failed or worked, and why."""

    NOTE = "note"
    FOCUS = "focus"
    """What the user is working on or dealing with; it ends when they say so."""

    MILESTONE = "milestone"
    """A dated change in the user's own life, or of somebody close; it never fades."""


LIFE_KINDS: Final = frozenset({MemoryKind.FOCUS, MemoryKind.MILESTONE})
"""What the life switch is about."""


class Level(StrEnum):
    """How close the user and ARIA are; what is told to whom goes by it."""

    ACQUAINTANCE = "acquaintance"
    FRIEND = "friend"
    CLOSE = "close"

    @property
    def rank(self) -> int:
        """0 for the most distant."""
        return _RANKS[self]


_RANKS: Final = {level: rank for rank, level in enumerate(Level)}


class Category(StrEnum):
    """What part of a life a memory is about."""

    IDENTITY = "identity"
    WORK = "work"
    STUDY = "study"
    INTERESTS = "interests"
    TASTES = "tastes"
    HABITS = "habits"
    COMMUNICATION = "communication"
    BOUNDARIES = "boundaries"
    DATES = "dates"
    FAMILY = "family"
    FRIENDS = "friends"
    HOME = "home"
    GOALS = "goals"
    EVENTS = "events"
    HEALTH = "health"
    MONEY = "money"
    FEARS = "fears"
    BELIEFS = "beliefs"
    REGRETS = "regrets"
    ROMANCE = "romance"

    @property
    def level(self) -> Level:
        """From which level on it is used.

        Source: design, section 6, categories and levels.
        """
        return _LEVELS[self]

    @property
    def is_sensitive(self) -> bool:
        """Whether it may be said only, never inferred."""
        return self in _CLOSE


_FRIEND: Final = frozenset(
    {
        Category.FAMILY, Category.FRIENDS, Category.HOME, Category.GOALS, Category.EVENTS,
        Category.HEALTH, Category.MONEY,
    }
)  # fmt: skip
_CLOSE: Final = frozenset({Category.FEARS, Category.BELIEFS, Category.REGRETS, Category.ROMANCE})
_LEVELS: Final = (
    dict.fromkeys(Category, Level.ACQUAINTANCE)
    | dict.fromkeys(_FRIEND, Level.FRIEND)
    | dict.fromkeys(_CLOSE, Level.CLOSE)
)


class Learned(StrEnum):
    """How a memory came about; the last two are shown as tentative."""

    SAID = "said"
    INFERRED = "inferred"
    PATTERN = "pattern"


class MemoryState(StrEnum):
    """How a memory stands."""

    CURRENT = "current"
    HELD = "held"
    """Kept and shown, but not used before the profile's level allows it."""

    SUPERSEDED = "superseded"
    MERGED = "merged"
    ARCHIVED = "archived"
    PENDING = "pending"
    """It may repeat or contradict another; somebody must decide."""


@dataclass(frozen=True, slots=True)
class ImportantDate:
    """A day that returns every year.

    Attributes:
        month: 1 to 12.
        day: 1 to 31.
        year: of the first time, None if it is not known.
    """

    month: int
    day: int
    year: int | None = None

    def __post_init__(self) -> None:
        """Refuse a day that no calendar has.

        Raises:
            ValueError: there is no such day.
        """
        date(self.year or 2000, self.month, self.day)

    def next_from(self, day: date) -> date:
        """The first return on or after a day; 29 February falls on 1 March in other years.

        >>> ImportantDate(5, 9).next_from(date(2026, 5, 10)).isoformat()
        '2027-05-09'
        """
        this_year = self._in(day.year)
        return this_year if this_year >= day else self._in(day.year + 1)

    def _in(self, year: int) -> date:
        try:
            return date(year, self.month, self.day)
        except ValueError:
            return date(year, 3, 1)


@dataclass(frozen=True, slots=True)
class MemoryCandidate:
    """A memory as a reader proposes it; pure policies decide what becomes of it.

    Attributes:
        text: one self-contained sentence in the third person, about the user.
        kind, category: what it is, and about what.
        start, end: the span of the entry that says it, never empty.
        rule: what read it, `family:detail`.
        importance, emotional_significance, confidence: 0 to 1.
        reason: why it is so, a clause without its "because", or None.
        learned: said or inferred.
        valid_from, valid_until: local days between which it holds, None if open.
        expires_on: the last local day on which it is of use, None if it lasts.
        important: a day that returns every year, or None.
        slot: what it speaks of, in a form that is equal for what says something of the
            same ("attitude|swimming"), or None. Two current memories never fill one slot
            with different values.
        value: what it says there ("like"), None without a slot.
        corrects: it takes something back that was said or understood before.
    """

    text: str
    kind: MemoryKind
    category: Category
    start: int
    end: int
    rule: str
    importance: float = 0.5
    emotional_significance: float = 0.0
    confidence: float = 0.8
    reason: str | None = None
    learned: Learned = Learned.SAID
    valid_from: date | None = None
    valid_until: date | None = None
    expires_on: date | None = None
    important: ImportantDate | None = None
    slot: str | None = None
    value: str | None = None
    corrects: bool = False

    def __post_init__(self) -> None:
        """Refuse figures outside 0 to 1, an empty span, and a value without a slot.

        Raises:
            ValueError: one of these.
        """
        for figure in (self.importance, self.emotional_significance, self.confidence):
            if not 0 <= figure <= 1:
                raise ValueError(f"{figure} is not between 0 and 1")
        if not 0 <= self.start < self.end:
            raise ValueError(f"the span {self.start} to {self.end} is empty")
        if (self.slot is None) != (self.value is None):
            raise ValueError("slot and value go together")


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known about the user.

    Attributes:
        id, profile_id: UUIDv7.
        text, kind, category, importance, emotional_significance, confidence, reason,
            learned, valid_from, valid_until, important, slot, value: projections of what its
            sources say, see `memory_sources.projected`.
        expires_at: from then on it is no longer of use, None if it lasts.
        state: derived from sources, links and rulings, see `remembering.replay`.
        superseded_by: the memory that took its place, or None.
        pinned: its text never changes but by the user's own hand.
        scope: "" for everywhere, else the namespace that it is used in.
        access_count, accessed_at: how often it was used (put into a prompt, or opened by
            the user), and when last.
        created_at: when it was stored.
        confirmed_at: when it was last said.
        embedder_id: what made its vector, None while it has none; a store fills it in.
    """

    id: str
    profile_id: str
    text: str
    kind: MemoryKind
    category: Category
    importance: float
    emotional_significance: float
    confidence: float
    reason: str | None
    learned: Learned
    created_at: datetime
    confirmed_at: datetime
    valid_from: date | None = None
    valid_until: date | None = None
    expires_at: datetime | None = None
    important: ImportantDate | None = None
    slot: str | None = None
    value: str | None = None
    state: MemoryState = MemoryState.CURRENT
    superseded_by: str | None = None
    pinned: bool = False
    scope: str = ""
    access_count: int = 0
    accessed_at: datetime | None = None
    embedder_id: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """Which memories to list; None leaves open.

    Attributes:
        state, category, kind, pinned: as in `Memory`.
        scope: "" for those that are used everywhere, else a namespace.
        about_id: an entity that the words which they were learned from mention, or one that
            was merged into it.
        but_values: leaves out what says one of these in its slot ("done"); what says nothing
            there stays.
    """

    state: MemoryState | None = None
    category: Category | None = None
    kind: MemoryKind | None = None
    pinned: bool | None = None
    scope: str | None = None
    about_id: str | None = None
    but_values: frozenset[str] = frozenset()


EVERY_MEMORY: Final = MemoryFilter()
