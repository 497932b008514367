"""Types that several schemas share."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated, Final, Generic, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
    WrapValidator,
)

from graph_aria.domain.days import zone_named
from graph_aria.domain.life_chapter import MAX_BUDGET, MIN_BUDGET
from graph_aria.errors import UnknownZone

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2999
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_INSTANT: Final = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*", re.ASCII)
_FIGURE: Final = re.compile(r"[-+]?[\d.]{1,20}|-?inf|nan", re.ASCII)
_OFFSET: Final = "; give a time with its offset, such as 2026-11-03T22:10:00+02:00"


def _in_range(day: date) -> None:
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        message = f"the year must lie between {FIRST_YEAR} and {LAST_YEAR}"
        raise ValueError(message)


def _instant(value: object) -> datetime:
    if isinstance(value, datetime):
        at = value
    elif isinstance(value, str) and _INSTANT.fullmatch(value):
        try:
            at = datetime.fromisoformat(value)
        except ValueError as error:
            message = f"there is no such time{_OFFSET}"
            raise ValueError(message) from error
    else:
        message = f"this is not a time{_OFFSET}"
        raise ValueError(message)
    if at.tzinfo is None:
        message = f"the time has no offset{_OFFSET}"
        raise ValueError(message)
    _in_range(at)
    return at


def _day(value: object) -> date:
    if isinstance(value, date) and not isinstance(value, datetime):
        day = value
    elif isinstance(value, str) and _DAY.fullmatch(value):
        try:
            day = date.fromisoformat(value)
        except ValueError as error:
            message = "there is no such day; give one such as 2026-11-03"
            raise ValueError(message) from error
    else:
        message = "this is not a day; give one such as 2026-11-03"
        raise ValueError(message)
    _in_range(day)
    return day


def _zone(value: str) -> str:
    try:
        zone_named(value)
    except UnknownZone as error:
        message = "there is no such time zone; use a name such as Europe/Athens"
        raise ValueError(message) from error
    return value


def _no_control(value: str) -> str:
    if any(ord(char) < ord(" ") for char in value):
        message = "it has a control character; remove it"
        raise ValueError(message)
    return value


def takes(said: str) -> WrapValidator:
    """Say what an input takes, and what it was given, where it is out of range.

    Args:
        said: such as "a whole number from 1 to 200".
    """

    def check(value: object, handler: ValidatorFunctionWrapHandler) -> object:
        try:
            if isinstance(value, bool):  # Python takes these for 0 and 1
                raise ValueError  # noqa: TRY004, TRY301 - told below, as all others are
            return handler(value)
        except ValueError as error:  # pydantic's own is one, too
            # Only figures are said again: whatever else it is may be words of a diary.
            given = str(value)
            shown = f", not {given}" if _FIGURE.fullmatch(given) else ""
            message = f"it is {said}{shown}"
            raise ValueError(message) from error

    return WrapValidator(check)


Instant = Annotated[
    datetime,
    BeforeValidator(_instant),
    WithJsonSchema(
        {
            "type": "string",
            "format": "date-time",
            "description": "ISO 8601 with an offset, in the years 1900 to 2999.",
            "examples": ["2026-11-03T22:10:00+02:00"],
        }
    ),
]
Day = Annotated[
    date,
    BeforeValidator(_day),
    WithJsonSchema(
        {
            "type": "string",
            "format": "date",
            "description": "A local day, in the years 1900 to 2999.",
            "examples": ["2026-11-03"],
        }
    ),
]
Zone = Annotated[
    str,
    Field(max_length=64, examples=["Europe/Athens"], description="IANA name of a time zone."),
    AfterValidator(_zone),
]
Label = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_no_control)]
"""A short text of one line: a name, an id from elsewhere."""
Words = Annotated[
    str,
    Field(max_length=500, description="Words that must all occur.", examples=["yoga evening"]),
    AfterValidator(_no_control),
]
Limit = Annotated[
    int,
    Field(ge=1, le=200, description="At most so many."),
    takes("a whole number from 1 to 200"),
]
TokenBudget = Annotated[
    int,
    Field(ge=MIN_BUDGET, le=MAX_BUDGET),
    takes(f"a whole number from {MIN_BUDGET} to {MAX_BUDGET:,}"),
]
Cursor = Annotated[
    str,
    Field(max_length=500, description="`next_cursor` of the part before."),
    AfterValidator(_no_control),
]

Item = TypeVar("Item")


class Sent(BaseModel):
    """A request's body: unknown fields are refused, so that a typo is noticed."""

    model_config = ConfigDict(extra="forbid")


class Shown(BaseModel):
    """A part of a response."""

    model_config = ConfigDict(frozen=True)


class Listed(Shown, Generic[Item]):
    """A part of a list."""

    items: list[Item]
    next_cursor: str | None = Field(
        default=None, description="Hand it back as `cursor` for the next part; null at the end."
    )
