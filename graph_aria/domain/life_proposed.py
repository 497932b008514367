"""Focus and milestones that a model proposes, so that they stand as those that rules read do.

The rules read its sentence and tell what it is, whose, and how it stands; when it was, the text
tells. What they cannot read is compared by its words.

Source: docs/decisions/029-focus-and-milestones.md
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from graph_aria.domain.focus_told import focus_slot, standing_told
from graph_aria.domain.memories import ImportantDate, MemoryCandidate
from graph_aria.domain.milestones import Told, settled, together, undated
from graph_aria.domain.partial_days import PartialDay, redated
from graph_aria.domain.plausible_days import is_ahead
from graph_aria.domain.reading import ReadDate

_MONTHS: Final = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_YEARLESS: Final = re.compile(
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTHS})|"
    rf"(?:{_MONTHS}) (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)\.?",
    re.IGNORECASE,
)
"""A day and a month alone, of which the year is not said."""

_ROUGH_YEAR: Final = re.compile(r"\byears?\b", re.IGNORECASE)
_ROUGH_MONTH: Final = re.compile(r"\b(?:months?|weeks?)\b", re.IGNORECASE)
"""Words with which a day only stands for the year or the month that it lies in."""


@dataclass(frozen=True, slots=True)
class Retold:
    """What rules read in the sentence that a model proposes.

    Attributes:
        text: the sentence, with days like "yesterday" resolved.
        like: the one thing of its kind that it says, None if it is none or several.
        days: first and last of the days that it names.
        important: the only day among them that returns every year, or None.
    """

    text: str
    like: MemoryCandidate | None = None
    days: Sequence[tuple[date, date]] = ()
    important: ImportantDate | None = None


def focus_proposed(
    said: MemoryCandidate, retold: Retold, *, dates: Sequence[ReadDate]
) -> MemoryCandidate | None:
    """A focus of a model with what it is and how it stands; None if nothing tells.

    Args:
        said: as it was judged.
        retold: what rules read in its sentence.
        dates: the days that the text names.
    """
    read = retold.like
    if read is not None and read.slot is not None:
        since = read.valid_from
        is_said = since is not None and any(_as_told(one).first == since for one in dates)
        return replace(
            said,
            text=retold.text,
            category=read.category,
            slot=read.slot,
            value=read.value,
            valid_from=since if is_said else said.valid_from,
        )
    standing = standing_told(said.text)
    if standing is None:
        return None
    return replace(said, slot=focus_slot(said.text), value=standing)


def milestone_proposed(
    said: MemoryCandidate, retold: Retold, *, dates: Sequence[ReadDate], said_on: date
) -> MemoryCandidate | None:
    """A milestone of a model with what it is, whose, and when; None if it is still to come.

    When it was is told by days of the text alone, no more exactly than there.

    Args:
        said: as it was judged, with at most the day that the model gave.
        retold: what rules read in its sentence.
        dates: the days that the text names.
        said_on: the user's local day.
    """
    read = None if retold.like is None else settled(retold.like)
    if is_ahead(said, said_on=said_on) or _lies_ahead(retold, said_on):
        return None
    in_words = _in_words(read, retold)
    given = Told.of(said)
    known = [_as_told(one) for one in dates]
    on = together(
        [*_borne_out(in_words, known, is_told=True), *_borne_out(given, known, is_told=False)]
    )
    if on.first is not None and on.first > said_on:
        on = Told()
    return replace(
        said,
        text=_worded(retold.text, read, in_words, on),
        category=said.category if read is None else read.category,
        valid_from=on.first,
        valid_until=on.last,
        important=on.yearly,
        slot=None if read is None else read.slot,
        value=None if read is None else read.value,
    )


def _lies_ahead(retold: Retold, said_on: date) -> bool:
    """Whether all days that a sentence names are still to come."""
    is_dated = retold.like is not None and Told.of(retold.like) != Told()
    if is_dated or retold.important is not None or not retold.days:
        return False
    return all(first > said_on for first, _ in retold.days)


def _in_words(read: MemoryCandidate | None, retold: Retold) -> Told:
    """When it was by the sentence itself."""
    told = Told() if read is None else Told.of(read)
    if told != Told():
        return told
    yearly = retold.important
    if yearly is not None:
        day = None if yearly.year is None else date(yearly.year, yearly.month, yearly.day)
        return Told(day, day, yearly)
    return Told(*retold.days[0]) if len(retold.days) == 1 else Told()


def _borne_out(told: Told, known: Iterable[Told], *, is_told: bool) -> list[Told]:
    """A date as exactly as the text has it; none if it does not have it.

    Args:
        told: the date.
        known: those of the text.
        is_told: words say so, and no more exactly than they do; else a model picked one day.
    """
    if told == Told():
        return []
    meeting = [one for one in known if one.with_(told) is not None and _meet(one, told)]
    if not meeting:
        return []
    best = max(meeting, key=lambda one: one.exactness)
    return [min((best, told), key=lambda one: one.exactness) if is_told else best]


def _meet(one: Told, other: Told) -> bool:
    """Whether two dates are told in a way that can be compared: both with a year, or a day."""
    has_years = one.first is not None and other.first is not None
    return has_years or (one.yearly is not None and other.yearly is not None)


def _as_told(day: ReadDate) -> Told:
    """A date of a text, no more exact than its words."""
    first, last = day.first_on, day.last_on
    if first != last:
        return Told(first, last)
    if _YEARLESS.fullmatch(day.words.strip()):
        return Told(yearly=ImportantDate(first.month, first.day))
    if _ROUGH_YEAR.search(day.words):
        return Told(date(first.year, 1, 1), date(first.year, 12, 31))
    if _ROUGH_MONTH.search(day.words):
        last = first.replace(day=monthrange(first.year, first.month)[1])
        return Told(first.replace(day=1), last)
    return Told(first, first, ImportantDate(first.month, first.day, first.year))


def _worded(text: str, read: MemoryCandidate | None, in_words: Told, on: Told) -> str:
    """The sentence with the date that is kept, and no other."""
    plain = undated(text)
    if in_words == on:
        return text
    if in_words != Told() and plain == text and read is not None:
        plain = undated(read.text)  # it says when in words that only hold today
    return redated(plain, PartialDay(None, None, None), PartialDay(on.first, on.last, on.yearly))
