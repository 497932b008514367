"""Entries as they come in: what is checked before anything is stored."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from graph_aria.domain.days import AHEAD_LIMIT, utc, zone_named
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, Profile
from graph_aria.errors import InvalidMood, InvalidText, InvalidTime, TextTooLarge

MAX_TEXT_BYTES: Final = 1_000_000
MOODS: Final = range(1, 11)


def checked_text(text: str, *, may_be_empty: bool = False) -> str:
    """A text as it can be stored, or an error that says what is wrong with it.

    Raises:
        InvalidText: empty, with a NUL byte or a lone surrogate.
        TextTooLarge: more than 1,000,000 bytes in UTF-8.

    >>> checked_text("Slept well.")
    'Slept well.'
    """
    if not may_be_empty and not text.strip():
        raise InvalidText("the text is empty; write at least one word")
    if "\x00" in text:
        message = f"the text has a NUL byte at position {text.index(chr(0))}; remove it"
        raise InvalidText(message)
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError as error:
        message = (
            f"the text has a lone surrogate at position {error.start}, which is no character; "
            "remove it"
        )
        raise InvalidText(message) from error
    if size > MAX_TEXT_BYTES:
        message = (
            f"the text has {size:,} bytes; one entry holds at most {MAX_TEXT_BYTES:,}: "
            "split it into several"
        )
        raise TextTooLarge(message)
    return text


def checked_mood(mood: int | None) -> int | None:
    """A mood from 1 to 10, or None.

    Raises:
        InvalidMood: outside that range.
    """
    if mood is not None and mood not in MOODS:
        message = f"a mood is a whole number from 1 (worst) to 10 (best), not {mood}"
        raise InvalidMood(message)
    return mood


def checked_occurred_at(occurred_at: datetime, *, now: datetime) -> datetime:
    """The instant in UTC at which something was said.

    Raises:
        InvalidTime: naive, or more than a day ahead of `now`.
    """
    at = utc(occurred_at)
    if at - now > AHEAD_LIMIT:
        message = (
            f"{occurred_at.isoformat()} lies more than a day ahead; an entry is about what has been"
        )
        raise InvalidTime(message)
    return at


def check_in_text(feelings: tuple[str, ...], because: str) -> str:
    r"""The text of a mood check-in: a line of feelings, then the reason.

    >>> check_in_text(("calm", "hopeful"), "long walk")
    'calm, hopeful\nlong walk'
    """
    return f"{', '.join(feelings)}\n{because}"


def new_entry(  # noqa: PLR0913 - an entry has that many facts
    *,
    entry_id: str,
    profile: Profile,
    form: EntryForm,
    text: str,
    now: datetime,
    occurred_at: datetime | None = None,
    zone: str | None = None,
    mood: int | None = None,
    origin: str = "api",
    external_id: str | None = None,
) -> Entry:
    """An entry whose every field has been checked.

    Raises:
        InvalidText, TextTooLarge, InvalidTime, UnknownZone, InvalidMood.
    """
    name = zone or profile.zone
    zone_named(name)
    if form is EntryForm.MOOD_CHECK_IN and mood is None:
        raise InvalidMood("a mood check-in needs a mood from 1 (worst) to 10 (best)")
    return Entry(
        id=entry_id,
        profile_id=profile.id,
        form=form,
        text=checked_text(text, may_be_empty=form is EntryForm.MOOD_CHECK_IN),
        occurred_at=now if occurred_at is None else checked_occurred_at(occurred_at, now=now),
        zone=name,
        recorded_at=now,
        mood=checked_mood(mood),
        origin=origin,
        external_id=external_id,
    )
