"""What the same day of earlier years held."""

from __future__ import annotations

from calendar import isleap
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from graph_aria.domain.graph import Entity
from graph_aria.domain.memories import ImportantDate
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryRecord, EntryState, MentionState
from graph_aria.domain.remedies import WITHHELD
from graph_aria.domain.vocabulary import Kind

MOST_YEARS: Final = 60
"""How many years are looked back."""
MOST_ENTRIES: Final = 20
"""Entries of one day that are brought up."""
FORMS: Final = frozenset({EntryForm.JOURNAL, EntryForm.MOOD_CHECK_IN})
"""What is brought up: what was written down. What was said in a chat was said in passing."""
_MOST_NAMED: Final = 5
_LEAP_DAY: Final = (2, 29)


@dataclass(frozen=True, slots=True)
class YearAgo:
    """What a day of an earlier year held.

    Attributes:
        day: that local day.
        years: how many years ago, at least 1.
        entries: what was written on it, oldest first, at most 20, never empty.
        mood: mean of the moods that the user gave in them, 1 to 10, None if they gave none.
        feelings: names of the user's feelings in them, strongest first, at most five.
        cared_for: what else they spoke of, strongest first, at most five.
    """

    day: date
    years: int
    entries: tuple[Entry, ...]
    mood: float | None
    feelings: tuple[str, ...]
    cared_for: tuple[Entity, ...]


def days_before(today: date) -> tuple[date, ...]:
    """The same day of earlier years, latest first; 29 February belongs to 1 March as well.

    In years that have no 29 February it is remembered on 1 March, as important dates are.

    >>> [day.isoformat() for day in days_before(date(2026, 3, 1))[:4]]
    ['2025-03-01', '2024-03-01', '2024-02-29', '2023-03-01']
    >>> [day.isoformat() for day in days_before(date(2028, 2, 29))[:2]]
    ['2024-02-29', '2020-02-29']
    """
    month_days = [(today.month, today.day)]
    leap = ImportantDate(*_LEAP_DAY)
    if month_days != [_LEAP_DAY] and leap.next_from(today) == today:
        month_days.append(_LEAP_DAY)
    years = range(today.year - 1, max(0, today.year - 1 - MOST_YEARS), -1)
    return tuple(
        date(year, month, day)
        for year in years
        for month, day in month_days
        if (month, day) != _LEAP_DAY or isleap(year)
    )


def may_come_up(entry: Entry) -> bool:
    """Whether an entry may be brought up by itself, as far as its state tells.

    Not what is not to be known, waits to be read, or was only read because its author asked for it
    although it speaks of a crisis. Whether its words do is told by `care.concern_in`.
    """
    return (
        entry.form in FORMS
        and entry.reason not in WITHHELD
        and entry.state is not EntryState.PENDING
        and not entry.reading_allowed
    )


def years_ago(
    records: Iterable[EntryRecord],
    *,
    today: date,
    entities: Mapping[str, Entity],
) -> tuple[YearAgo, ...]:
    """What the days of earlier years held, latest first.

    Args:
        records: what may come up, of those days.
        today: the user's local day.
        entities: by id of a mention's entity what it stands for today; what is not among
            them, such as what the user deleted, is left out.
    """
    by_day: defaultdict[date, list[EntryRecord]] = defaultdict(list)
    for record in records:
        by_day[record.entry.day].append(record)
    return tuple(
        _year(day, by_day[day], today=today, entities=entities)
        for day in sorted(by_day, reverse=True)
    )


def _year(
    day: date, records: Sequence[EntryRecord], *, today: date, entities: Mapping[str, Entity]
) -> YearAgo:
    ordered = sorted(records, key=lambda one: (one.entry.evidence_at, one.entry.id))
    moods = [one.entry.mood for one in ordered if one.entry.mood is not None]
    strengths: defaultdict[str, float] = defaultdict(float)
    known: dict[str, Entity] = {}
    for record in ordered:
        strongest: dict[str, float] = {}
        for mention in record.mentions:
            if mention.state is not MentionState.LIVE or mention.entity_id is None:
                continue
            entity = entities.get(mention.entity_id)
            if entity is None or entity.is_user:
                continue
            known[entity.id] = entity
            strongest[entity.id] = max(strongest.get(entity.id, 0.0), mention.strength)
        for entity_id, strength in strongest.items():
            strengths[entity_id] += strength
    ranked = sorted(
        (one for one in known.values() if strengths[one.id] > 0),
        key=lambda one: (-strengths[one.id], one.name.casefold(), one.id),
    )
    return YearAgo(
        day=day,
        years=today.year - day.year,
        entries=tuple(one.entry for one in ordered),
        mood=sum(moods) / len(moods) if moods else None,
        feelings=tuple(one.name for one in ranked if one.kind is Kind.EMOTION)[:_MOST_NAMED],
        cared_for=tuple(one for one in ranked if one.kind is not Kind.EMOTION)[:_MOST_NAMED],
    )
