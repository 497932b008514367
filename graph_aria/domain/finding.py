"""Who and what a text names, and how well a day fits the time that it asks about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from graph_aria.domain.asking import Asked, base_of, bases_in
from graph_aria.domain.graph import Entity
from graph_aria.domain.records import SpokenDate
from graph_aria.domain.roles import role_key
from graph_aria.domain.views import Candidate

MOST_NAMED: Final = 6
"""Entities that one text is taken to name."""

_TOLD_LATER: Final = timedelta(days=31)
_PLANNED: Final = timedelta(days=7)
_NEAR_ENOUGH: Final = 0.4


@dataclass(frozen=True, slots=True)
class Stretch:
    """The local days that are asked about, both included."""

    first_on: date
    last_on: date

    @property
    def wide(self) -> tuple[date, date]:
        """Days on which something of that time may have been told, the first and the last."""
        earliest = date.min + _PLANNED
        latest = date.max - _TOLD_LATER
        return max(self.first_on, earliest) - _PLANNED, min(self.last_on, latest) + _TOLD_LATER

    def fits(self, day: date, spoken: Iterable[SpokenDate] = ()) -> float:
        """How well what was said on a day fits: 1 within, 0 where it does not.

        What speaks of a date within fits too; what was said shortly before or after fits less.

        >>> from datetime import date
        >>> may = Stretch(date(2023, 5, 1), date(2023, 5, 31))
        >>> may.fits(date(2023, 5, 8)), may.fits(date(2023, 6, 8)), may.fits(date(2024, 5, 8))
        (1.0, 0.4, 0.0)
        """
        if self.first_on <= day <= self.last_on:
            return 1.0
        if any(one.first_on <= self.last_on and self.first_on <= one.last_on for one in spoken):
            return 1.0
        first, last = self.wide
        return _NEAR_ENOUGH if first <= day <= last else 0.0


def stretch_of(dates: Sequence[SpokenDate], *, today: date) -> Stretch | None:
    """The time that a question asks about, or None.

    What lies ahead was told before it comes, so it narrows nothing; of several dates the whole
    that they span is meant.

    >>> at = SpokenDate(0, 4, date(2026, 3, 1), date(2026, 5, 31), "date:season")
    >>> stretch_of([at], today=date(2026, 11, 30)).last_on.isoformat()
    '2026-05-31'
    >>> stretch_of([at], today=date(2026, 2, 1)) is None
    True
    """
    past = [one for one in dates if one.first_on <= today]
    if not past:
        return None
    return Stretch(min(one.first_on for one in past), min(today, max(one.last_on for one in past)))


def named_in(asked: Asked, found: Iterable[Candidate]) -> tuple[Entity, ...]:
    """The entities that a text names, those first whose names say most; at most six.

    By a whole name, by one word of it that is not slight, or by their role to the user.

    Args:
        asked: the text.
        found: entities that share a word with it.
    """
    said = set(asked.bases)
    roles = {role_key(word.casefold()) for word in asked.words}
    known: list[tuple[tuple[int, float, str], Entity]] = []
    for candidate in found:
        entity = candidate.entity
        names = {entity.name, *(form.name for form in candidate.forms)}
        telling = {form.role for form in candidate.forms if form.role} | {entity.role or ""}
        n_words = max((_n_said(name, said, asked) for name in names), default=0)
        by_role = any(role_key(role.casefold()) in roles for role in telling if role)
        if n_words or by_role:
            heat = 0.0 if entity.standing is None else entity.standing.heat
            known.append(((-n_words, -heat, entity.id), entity))
    return tuple(entity for _, entity in sorted(known, key=lambda one: one[0])[:MOST_NAMED])


def _n_said(name: str, said: set[str], asked: Asked) -> int:
    """How many words of a name are said, 0 if they do not tell it."""
    own = bases_in(name)
    shared = own & said
    if own and shared == own:
        return len(own) if shared - asked.slight else 0
    first = base_of(name.split(maxsplit=1)[0]) if name.split() else ""
    is_proper = name[:1].isupper()
    return 1 if is_proper and first in shared and first not in asked.slight else 0
