"""What was found, and what comes up today, as lines of a prompt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Final

from graph_aria.domain.block_text import as_data, as_quote
from graph_aria.domain.days import local_day, zone_named
from graph_aria.domain.drawn import Occasion, Raised
from graph_aria.domain.elapsed import ago, as_meant, when
from graph_aria.domain.losses import Weight, weight_of
from graph_aria.domain.memories import Memory
from graph_aria.domain.memory_age import as_told
from graph_aria.domain.records import SpokenDate
from graph_aria.domain.retrieval import Hit, HitKind, Quote

NOTHING_FOUND: Final = (
    "Nothing relevant was found in what the user has told. If they ask about something that is "
    "not above either, say that you do not know it; never guess."
)
_LONGEST_TEXT: Final = 60
_LONGEST_CHAPTER: Final = 120

Dates = Mapping[str, Iterable[SpokenDate]]
"""Dates that entries speak of, by the entry's id."""


def quoted(quote: Quote, dates: Dates, *, today: date, max_tokens: int) -> str:
    """The user's own words, each date in them with the day that it means."""
    first = quote.start
    own = [
        SpokenDate(one.start - first, one.end - first, one.first_on, one.last_on, one.rule)
        for one in dates.get(quote.entry_id, ())
        if one.start >= first and one.end <= quote.end
    ]
    return as_quote(as_meant(quote.text, own, today=today), max_tokens=max_tokens)


def found_line(hit: Hit, dates: Dates, *, today: date, zone: str, max_tokens: int) -> str | None:
    """Something that was found, with when it was said or ended; None for a memory.

    Args:
        hit: what was found.
        dates: that its quotes speak of.
        today: the user's local day.
        zone: the user's.
        max_tokens: of its quote.
    """
    quote = hit.quotes[0] if hit.quotes else None
    words = "" if quote is None else quoted(quote, dates, today=today, max_tokens=max_tokens)
    if hit.kind is HitKind.PASSAGE:
        if quote is None:
            return f"- The user wrote: {as_quote(hit.text, max_tokens=max_tokens)}"
        return f"- {_begun(when(quote.day, today=today))}, the user wrote: {words}"
    if hit.kind is HitKind.CHAPTER:
        return f"- A past chapter: {as_data(hit.text, max_tokens=_LONGEST_CHAPTER)}"
    if hit.kind is HitKind.MEMORY:
        return None
    return f"- {_relation(hit, words, today=today, zone=zone)}"


def _relation(hit: Hit, words: str, *, today: date, zone: str) -> str:
    """A relation, whether it still holds, and what shows it."""
    told = f"{_standing(hit, today=today, zone=zone)}{as_data(hit.text, max_tokens=_LONGEST_TEXT)}"
    if hit.quotes:
        return f"{told} ({when(hit.quotes[0].day, today=today)}: {words})"
    if hit.relation is None:
        return told
    return f"{told} (last spoken of {when(hit.relation.standing.last_on, today=today)})"


def _begun(words: str) -> str:
    return words[:1].upper() + words[1:]


def _standing(hit: Hit, *, today: date, zone: str) -> str:
    """Whether a relation still holds."""
    if hit.relation is None or hit.is_active:
        return ""
    ended_at = hit.relation.standing.ended_at
    if ended_at is not None:
        return f"No longer so, ended {ago(min(local_day(ended_at, zone), today), today=today)}: "
    return f"Last spoken of {ago(min(hit.relation.standing.last_on, today), today=today)}: "


def now_line(now: datetime, zone: str) -> str:
    """What day and time it is for the user.

    >>> from datetime import UTC
    >>> now_line(datetime(2026, 11, 30, 13, 5, tzinfo=UTC), "Europe/Athens")
    'For the user it is Monday 30 November 2026, 15:05 (Europe/Athens).'
    """
    here = now.astimezone(zone_named(zone))
    return (
        f"For the user it is {here:%A} {here.day} {here:%B} {here.year:04d}, {here:%H:%M} ({zone})."
    )


def raised_line(raised: Raised, memory: Memory, *, today: date, zone: str) -> str:
    """What comes up by itself, and what to do with it.

    Args:
        raised: why and for which day.
        memory: what it is about.
        today: the user's local day.
        zone: the user's.
    """
    text = as_data(as_told(memory, today=today), max_tokens=_LONGEST_TEXT)
    if raised.occasion is Occasion.FOLLOW_UP:
        last = memory.valid_until or memory.valid_from or today
        return (
            f"- {text} ({_begun(ago(last, today=today))}.) If it fits, ask once, kindly, how it "
            "went, unless they have told."
        )
    if raised.occasion is Occasion.MOVED_ON:
        said = when(local_day(memory.confirmed_at, zone), today=today)
        return (
            f"- {text} (Last spoken of {said}.) If it fits, ask once, lightly, whether it is still "
            "so; never assume that it is over, nor that it is not."
        )
    weight = weight_of(memory)
    is_today = "Today is" if raised.on >= today else "Yesterday was"  # elsewhere it still is
    if weight is not None:
        what = "a loss" if weight is Weight.LOSS else "something hard"
        return f"- {is_today} the day of {what}: {text} Be gentle; congratulate nobody."
    year = memory.important and memory.important.year
    count = f" (the year was {year}, {today.year - year} years ago)" if year else ""
    return f"- {is_today} the day of this: {text}{count} Mention it once, if it fits."
