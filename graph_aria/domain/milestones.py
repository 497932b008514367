"""Whether two milestones are one, told in other ways, and when it was by all that is told of it.

What makes a milestone the same one is whose it is, what it is, and when: its slot holds whose and
what, its value the place, the body or the name that tells it from another of its sort. Unlike
other slots one may hold several: nobody has but one job.

Source: docs/decisions/029-focus-and-milestones.md
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Final

from graph_aria.domain.days import DAY
from graph_aria.domain.memories import ImportantDate, Memory, MemoryCandidate, MemoryKind
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.roles import is_role, is_sole, is_telling, role_key

OTHER_DATE: Final = "tells another date of the same"
ONE_MILESTONE: Final = "tells the same milestone"
TWO_MILESTONES: Final = "tells another milestone"
USER: Final = "user"

_MILESTONE: Final = "milestone|"
_DIED: Final = "|died"
_BIRTHDAY: Final = "'s|birthday"
_USERS: Final = "the user's "
_DETAILED: Final = re.compile(
    r"(?P<what>new job|lost job|move|promotion|operation|diagnosis|graduation|place|start) "
    r"(?P<detail>(?:at|as|to|into|in|on|of|from|back)\b.*)"
)
"""What is of one sort, and which of it."""

_AGAIN: Final = "again"
"""Which wedding it is where somebody married again."""

_AGAIN_DAYS: Final = {
    "move": 31, "new job": 31, "lost job": 31, "quit job": 31, "promotion": 31, "graduation": 31,
    "operation": 7, "diagnosis": 31, "place": 31, "start": 31, "birth": 240, "pet": 31, "baby": 240,
    "miscarriage": 60, "loss of a baby": 60, "move in with": 31, "sick leave": 31, "emigration": 31,
    "house": 31, "separation": 90, "accident": 7,
}  # fmt: skip
"""Days that lie at least between two of what happens several times in a life."""

_MONTH: Final = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
)
_YEAR: Final = r"(?:1[89]|20)\d\d"
_ONE_DAY: Final = (
    rf"(?:(?:\d{{1,2}}\s+{_MONTH}|{_MONTH}(?:\s+\d{{1,2}}(?!\d))?)(?:,?\s+{_YEAR})?|{_YEAR})"
)
_WHEN: Final = re.compile(
    rf",?\s*\bbetween\s+{_ONE_DAY}\s+and\s+{_ONE_DAY}\b|"
    rf",?\s*\bin\s+the\s+week\s+of\s+{_ONE_DAY}\b|"
    rf",?\s*\b(?:in|at|during|since|by)\s+(?:the\s+)?(?:(?:early|late|mid)[\s-])?"
    rf"(?:spring|summer|autumn|fall|winter|beginning|start|middle|end)(?:\s+of)?\s+"
    rf"(?:{_MONTH}\s+)?{_YEAR}(?:/{_YEAR})?\b|"
    rf",?\s*\b(?:(?:[Oo]n|[Ii]n|[Ss]ince|from|of|by|until)\s+)?(?:the\s+)?(?:\d{{1,2}}(?:st|nd|rd|th)?\s+)?"
    rf"(?:{_MONTH}(?:\s+\d{{1,2}}(?!\d))?,?\s+)?\b{_YEAR}\b|"
    rf"\s*\b(?:[Oo]n\s+)?(?:\d{{1,2}}(?:st|nd|rd|th)?\s+{_MONTH}|{_MONTH}\s+\d{{1,2}})\b|"
    rf"\s+in\s+{_MONTH}\b"
)
_A_MONTH: Final = re.compile(rf"\bin {_MONTH} (?P<year>\d{{4}})\b")
_A_YEAR: Final = re.compile(r"\b(?:in|since) (?P<year>\d{4})\b")
_SPACE: Final = re.compile(r"\s+([.,;!]|$)")
_SORTS: Final = ("broken ", "quit ", "paid off ", "pet ", "first ", "found ")
_SORT_DAYS: Final = 31


class Fit(StrEnum):
    """How two milestones stand to each other."""

    ONE = "one"
    OPEN = "open"
    """The same by what they tell, but for the date: somebody must decide."""

    TWO = "two"


@dataclass(frozen=True, slots=True)
class Told:
    """When something was, as far as it is told.

    Attributes:
        first, last: the days between which it was, None if no year is known.
        yearly: month and day, None if they are not known.
    """

    first: date | None = None
    last: date | None = None
    yearly: ImportantDate | None = None

    @classmethod
    def of(cls, one: Memory | MemoryCandidate) -> Told:
        """What a memory or a candidate tells of it."""
        first = one.valid_from or one.valid_until
        last = one.valid_until or one.valid_from
        day = one.important
        if day is not None and day.year is not None and (first is None or last is None):
            first = last = date(day.year, day.month, day.day)
        return cls(first, last, day)

    @property
    def exactness(self) -> int:
        """0 if nothing is known, more the more exact it is."""
        if self.first is None or self.last is None:
            return 0 if self.yearly is None else 40_000
        return 100_000 - min((self.last - self.first).days, 50_000)

    def with_(self, other: Told) -> Told | None:
        """What both tell together; None if they do not fit.

        >>> may, day = ImportantDate(5, 3), Told(date(2019, 1, 1), date(2019, 12, 31))
        >>> day.with_(Told(yearly=may)).first
        datetime.date(2019, 5, 3)
        """
        yearly = self.yearly or other.yearly
        if self.yearly and other.yearly and _day(self.yearly) != _day(other.yearly):
            return None
        if yearly is not None:
            year = yearly.year or (other.yearly.year if other.yearly else None)
            yearly = replace(yearly, year=year)
        first = max(filter(None, (self.first, other.first)), default=None)
        last = min(filter(None, (self.last, other.last)), default=None)
        if first is None or last is None:
            return Told(None, None, yearly)
        if last < first:
            return None
        if yearly is None:
            return Told(first, last, None)
        every = replace(yearly, year=None)
        returns = every.next_from(first)
        if returns > last or _day(yearly) != (returns.month, returns.day):
            return None  # nor is there a 29 February in that year
        if every.next_from(returns + DAY) > last:
            first = last = returns
            yearly = replace(yearly, year=returns.year)
        return Told(first, last, yearly)


def _day(yearly: ImportantDate) -> tuple[int, int]:
    return yearly.month, yearly.day


def settled(said: MemoryCandidate) -> MemoryCandidate:
    """A candidate with slot and value in the form that is equal however it is put.

    "The user's grandma Rosa" is their grandmother, whose name is what tells her from another one;
    a job at Acme is a new job, and Acme tells which. What is no milestone stays as it is.
    """
    slot = said.slot
    if said.kind is MemoryKind.CORRECTION and slot is not None and slot.endswith(_DIED):
        whose, name = _folded(slot.removesuffix(_DIED).lower().removeprefix(_USERS))
        slot = f"{_USERS if name or is_role(whose) else ''}{whose}{_DIED}"
        return replace(said, slot=slot, value=f"|{name}")
    if said.kind is not MemoryKind.MILESTONE:
        return said
    said = _no_more_exact_than_told(said)
    if slot is None:
        return said
    detail = name = ""
    if slot.startswith(_MILESTONE):
        what, _, whose = slot.removeprefix(_MILESTONE).rpartition("|")
        found = _DETAILED.fullmatch(what.lower())
        what, detail = (found["what"], found["detail"]) if found else (what.lower(), "")
        whose, name = _folded(whose)
        slot = f"{_MILESTONE}{what}|{whose}"
    elif slot.endswith(_DIED):
        whose, name = _folded(slot.removesuffix(_DIED).lower().removeprefix(_USERS))
        slot = f"{_USERS if name or is_role(whose) else ''}{whose}{_DIED}"
    else:
        return said
    given = "" if said.value in {None, "yes"} else str(said.value)
    if "|" not in given:
        given = f"{given.lower() or detail}|{name}"
    return replace(said, slot=slot, value="" if given == "|" else given)


def _no_more_exact_than_told(said: MemoryCandidate) -> MemoryCandidate:
    """A single day that only stands for a month or a year, as "seven years ago", as these."""
    day = said.valid_from
    if day is None or day != said.valid_until or said.important is not None:
        return said
    month = _A_MONTH.search(said.text)
    if month is not None and int(month["year"]) == day.year:
        last = monthrange(day.year, day.month)[1]
        return replace(said, valid_from=day.replace(day=1), valid_until=day.replace(day=last))
    year = _A_YEAR.search(said.text)
    if year is not None and int(year["year"]) == day.year:
        return replace(said, valid_from=date(day.year, 1, 1), valid_until=date(day.year, 12, 31))
    return said


def _folded(whose: str) -> tuple[str, str]:
    """Whose it is, as a role with its synonyms folded, and the name that goes with it."""
    row = whose.lower().split()
    at = next((n for n, word in enumerate(row) if is_role(word)), None)
    if at is None or any(word.endswith(("'s", "’s")) for word in row):
        return whose.lower(), ""
    return role_key(row[at]), " ".join(row[at + 1 :])


def what_and_whose(slot: str | None, value: str | None) -> tuple[str, str]:
    """What a milestone is, and whose: "new job at acme", "sister clara"; "" where nothing tells."""
    detail, _, name = (value or "").partition("|")
    if slot is not None and slot.startswith(_MILESTONE):
        what, _, whose = slot.removeprefix(_MILESTONE).rpartition("|")
    elif slot is not None and slot.endswith(_DIED):
        what, whose = "death", slot.removesuffix(_DIED).lower().removeprefix(_USERS)
        detail = ""
    elif slot is not None and slot.endswith(_BIRTHDAY):
        return "birth", slot.removesuffix(_BIRTHDAY).lower().removeprefix(_USERS) or USER
    else:
        return "", ""
    return f"{what} {detail}".strip(), f"{whose} {name}".strip()


def fit(one: Memory, other: Memory) -> Fit | None:
    """How two memories stand to each other as milestones; the same with the two exchanged.

    ONE if the same sort of thing is told of the same person and the dates fit: one is not known,
    or they have a day in common. Else TWO if it may happen several times and lies far enough
    apart, and OPEN if not. What has no slot is of the same sort if it tells the same but for days.

    Returns:
        None if one is no milestone, or has no slot and other words: then those tell.

    Source: docs/decisions/029-focus-and-milestones.md
    """
    if not (is_kept_apart(one) and is_kept_apart(other)):
        return None
    if one.slot is None or other.slot is None:
        if normalized(undated(one.text)) != normalized(undated(other.text)):
            return None
        return Fit.ONE if Told.of(one).with_(Told.of(other)) is not None else Fit.OPEN
    return _fit_in_slot(one, other) if one.slot == other.slot else Fit.TWO


def is_kept_apart(memory: Memory) -> bool:
    """Whether several of its slot may stand beside it: a milestone's, unlike a birthday's."""
    slot = memory.slot
    return memory.kind is MemoryKind.MILESTONE and (
        slot is None or slot.startswith(_MILESTONE) or slot.endswith(_DIED)
    )


def undated(text: str) -> str:
    """A sentence without the days that it names.

    >>> undated("The user got married on 3 May 2019.")
    'The user got married.'
    """
    left = _SPACE.sub(r"\1", _WHEN.sub("", text)).strip(" ,")
    return left[:1].upper() + left[1:]


def differ_in_dates_alone(one: Memory, other: Memory) -> bool:
    """Whether two milestones of one slot tell the same sort of thing of the same person."""
    (detail, _, name), (detail_, _, name_) = (
        (each.value or "").partition("|") for each in (one, other)
    )
    _, whose = what_and_whose(one.slot, "")
    return _names_fit(whose, name, name_) and not (detail and detail_ and detail != detail_)


def is_death_of(memory: Memory, slot: str, value: str | None) -> bool:
    """Whether a memory tells the death of whom a slot and a value name, see `settled`.

    Of what several may be to the user, as brothers are, both must be named.
    """
    whose = slot.removesuffix(_DIED).removeprefix(_USERS)
    dead, meant = ((each or "").partition("|")[2] for each in (memory.value, value))
    if memory.kind is not MemoryKind.MILESTONE or memory.slot != slot:
        return False
    return is_sole(whose) or (bool(meant and dead) and _names_fit(whose, dead, meant))


def _fit_in_slot(one: Memory, other: Memory) -> Fit:
    if not differ_in_dates_alone(one, other):
        return Fit.TWO
    detail, detail_ = ((each.value or "").partition("|")[0] for each in (one, other))
    what, whose = what_and_whose(one.slot, "")
    here, there = Told.of(one), Told.of(other)
    again = _again_days(what, whose)
    is_other = detail != detail_ and (again is not None or _AGAIN in {detail, detail_})
    if is_other and None in {here.first, there.first}:
        return Fit.TWO  # "a new job", said years later, need not be the one at Acme
    if here.with_(there) is not None:
        return Fit.ONE
    if is_other and _AGAIN in {detail, detail_}:
        return Fit.TWO
    if again is None or here.first is None or there.first is None:
        return Fit.OPEN
    return Fit.TWO if _gap(here, there) >= again else Fit.OPEN


def _names_fit(whose: str, name: str, other: str) -> bool:
    if not name or not other:
        return name == other or is_telling(whose)
    here, there = frozenset(name.split()), frozenset(other.split())
    return here <= there or there <= here


def _again_days(what: str, whose: str) -> int | None:
    """Days between two of what happens several times, None for what happens once."""
    if what == "birth" and whose != USER:
        return None  # of a child itself
    sort = what.startswith(_SORTS)
    return _AGAIN_DAYS.get(what, _SORT_DAYS if sort else None)


def _gap(one: Told, other: Told) -> int:
    spans = [(each.first, each.last) for each in (one, other)]
    (first, last), (first_, last_) = spans
    if first is None or last is None or first_ is None or last_ is None:
        return 0
    return max((first_ - last).days, (first - last_).days)


def together(told: Iterable[Told]) -> Told:
    """When it was by all that is told of it: the more exact wins, the first of those that differ.

    Args:
        told: in the order in which it was told.
    """
    found = Told()
    for each in sorted(told, key=lambda one: -one.exactness):
        found = found.with_(each) or found
    return found


def whole_value(values: Iterable[str | None]) -> str:
    """The value of one milestone by all that is told of it: the first detail, the fullest name."""
    given = list(values)
    if not any("|" in (each or "") for each in given):
        return next((each for each in given if each), "")  # of another form: a birthday's
    parts = [(each or "").partition("|") for each in given]
    detail = next((one for one, _, _ in parts if one), "")
    name = max((name for _, _, name in parts), key=len, default="")
    return f"{detail}|{name}" if detail or name else ""
