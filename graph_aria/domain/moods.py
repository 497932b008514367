"""How an entry felt, as it was read: what check-ins say is the user's own, and is not this."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from graph_aria.domain.reading import EntryForm, Reading
from graph_aria.domain.records import Entry
from graph_aria.domain.vocabulary import Kind

FEWEST_DAYS: Final = 7
MOST_DAYS: Final = 3_650
"""For how many days a profile may keep what was read of moods."""
NEUTRAL: Final = 5.5
"""In the middle of 1 to 10: what leans to neither."""
_REACH: Final = 3.0
"""A text tells better which side it leans to than how far: the ends are the user's own to say."""
_CLEARLY: Final = 0.3
"""Where no feeling is read something was felt from here on; words that praise or complain do it."""


@dataclass(frozen=True, slots=True)
class MoodReading:
    """A mood that was read in an entry; at most one an entry.

    Attributes:
        entry_id: the entry, with which it goes.
        day: the user's local day of the entry, see `Entry.day`.
        mood: 1 (worst) to 10 (best), in steps of 0.01.
        at: the entry's time of evidence.
    """

    entry_id: str
    day: date
    mood: float
    at: datetime


def mood_of(reading: Reading) -> float | None:
    """The mood that the user was in, on the scale on which they give their own.

    The pleasantness of the text, from -1 to 1, laid around the middle: `5.5 + 3 * valence`.

    Args:
        reading: what was read in the text.

    Returns:
        From 2.5 to 8.5, in steps of 0.01. None if nothing was felt: no feeling of the user's was
        read, be it that it is there or that it is not, and the text is not clearly pleasant or
        unpleasant (0.3); or if all feelings in it are those of others.

    Source: docs/decisions/030-moods-that-are-read.md
    """
    if reading.unread is not None or reading.valence is None:
        return None
    feelings = [item for item in reading.mentions if item.kind is Kind.EMOTION]
    if not any(item.of_user for item in feelings) and (feelings or abs(reading.valence) < _CLEARLY):
        return None
    return round(NEUTRAL + _REACH * max(-1.0, min(1.0, reading.valence)), 2)


def first_day_kept(today: date, days: int) -> date:
    """The earliest day whose readings are kept.

    Args:
        today: the user's local day.
        days: for how many days they are kept, 7 to 3,650.

    >>> first_day_kept(date(2026, 3, 31), 30)
    datetime.date(2026, 3, 1)
    """
    return today - timedelta(days=days)


def mood_reading(entry: Entry, reading: Reading, *, since: date) -> MoodReading | None:
    """The mood that was read in an entry, if it is to be stored.

    None is if the user gave a mood themselves, which holds; if the entry is a check-in or a
    note; if they had to ask to have it read because it speaks of a crisis; or if it would not be
    kept any more.

    Args:
        entry: what was read.
        reading: what was read in it.
        since: the first day whose readings are kept.
    """
    if entry.form not in {EntryForm.JOURNAL, EntryForm.TURN}:
        return None
    if entry.mood is not None or entry.reading_allowed or entry.day < since:
        return None
    mood = mood_of(reading)
    return None if mood is None else MoodReading(entry.id, entry.day, mood, entry.evidence_at)
