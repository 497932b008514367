"""Focus and milestones as the user writes them by hand, so that they stand as read ones do."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import Final

from graph_aria.domain.focus_told import focus_slot, key_words, standing_told
from graph_aria.domain.life import Standing, focus_of
from graph_aria.domain.memories import (
    Category,
    ImportantDate,
    Memory,
    MemoryCandidate,
    MemoryKind,
)
from graph_aria.domain.memory_sources import BY_HAND
from graph_aria.domain.partial_days import MONTHS

_IMPORTANCE: Final = 0.7
_SIGNIFICANCE: Final = 0.4
_GOES_ON: Final = re.compile(r"^(?P<who>The user) is (?P<what>\w+ing\b.*)$")
_BEGAN: Final = re.compile(
    r"^(?P<who>The user) (?:started|began|took up|is starting) (?P<what>.+)$"
)
_JOINED: Final = re.compile(r"^(?P<who>The user) joined (?P<what>.+)$")
_FOR_LONG: Final = re.compile(
    r" (?:for|since) (?:(?:some|many|several|a few|a couple of|a|an|the (?:last|past)|over|about|"
    r"\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve) )*"
    r"(?:days?|weeks?|months?|years?|ages|while|long|time)(?: now)?$"
)
"""How long something has gone on, which is no part of what it is."""
_SINCE: Final = re.compile(
    r",? since (?:the )?(?:(?:early|late|mid|beginning of|end of|spring|summer|autumn|fall|winter)"
    r"[ -](?:of )?)?(?:\d{1,2}(?:st|nd|rd|th)? )?"
    r"(?:(?:January|February|March|April|May|June|July|August|September|October|November|December)"
    r"(?: \d{1,2}(?!\d))?(?:,? (?:19|20)\d\d)?|(?:19|20)\d\d)\b"
    r"(?=[.,;!]|$| (?:for|with|to|because|and)\b| \()"
)
_IS: Final = re.compile(r"^(?P<who>The user) is (?P<what>.+)$")
_LASTED: Final = re.compile(r"^The user (?:is no longer|no longer has)\b")
_HAS: Final = re.compile(r"^(?P<who>The user) has (?P<what>.+)$")
_OVER: Final = re.compile(
    r"^(?P<who>The user) (?:finished|gave up(?: on)?|is no longer|no longer has) (?P<what>.+)$"
)


def focus_by_hand(
    wrote: str,
    text: str,
    *,
    like: MemoryCandidate | None = None,
    category: Category | None = None,
    since: date | None = None,
    reason: str | None = None,
) -> MemoryCandidate:
    """A focus that the user adds.

    Args:
        wrote: their words, which are its quote.
        text: one sentence in the third person, as it is remembered.
        like: what was read in the words, None for nothing; used if it is a focus.
        category: what part of a life it is about, None leaves it to what was read.
        since: the first day, None leaves it to what was read.
        reason: why it matters, None leaves it to what was read.
    """
    read = like if like is not None and like.kind is MemoryKind.FOCUS else None
    said = _by_hand(wrote, text, MemoryKind.FOCUS, read, category=category, reason=reason)
    return replace(
        said,
        valid_from=since or (read.valid_from if read else None),
        valid_until=read.valid_until if read else None,
        slot=read.slot if read and read.slot else focus_slot(text),
        value=read.value if read and read.slot else standing_told(text) or Standing.ON,
    )


def milestone_by_hand(
    wrote: str,
    text: str,
    *,
    like: MemoryCandidate | None = None,
    category: Category | None = None,
    first: date | None = None,
    last: date | None = None,
    important: ImportantDate | None = None,
    reason: str | None = None,
) -> MemoryCandidate:
    """A milestone that the user adds.

    Args:
        wrote: their words, which are its quote.
        text: one sentence in the third person, as it is remembered.
        like: what was read in the words, None for nothing; used if it is a milestone.
        category: what part of a life it is about, None leaves it to what was read.
        first: of the days between which it happened, None leaves them to what was read.
        last: of these days; a single day is both, a year its first and its last day.
        important: month and day where no year is known, or the day itself; None leaves it to
            the days, or to what was read.
        reason: None leaves it to what was read.

    Raises:
        ValueError: `last` comes before `first`.
    """
    if first is not None and last is not None and last < first:
        message = f"{last} comes before {first}"
        raise ValueError(message)
    read = like if like is not None and like.kind is MemoryKind.MILESTONE else None
    is_dated = first is not None or last is not None or important is not None
    if read is not None and not is_dated:
        first, last, important = read.valid_from, read.valid_until, read.important
    first, last = first or last, last or first
    if important is None and first is not None and first == last:
        important = ImportantDate(first.month, first.day, first.year)
    said = _by_hand(wrote, text, MemoryKind.MILESTONE, read, category=category, reason=reason)
    return replace(
        said,
        valid_from=first,
        valid_until=last,
        important=important,
        slot=read.slot if read and read.slot else f"milestone|{key_words(text)}|user",
        value=read.value if read and read.slot else "",
    )


_OTHERWISE: Final = {MemoryKind.FOCUS: Category.GOALS, MemoryKind.MILESTONE: Category.EVENTS}
"""What part of a life each is about where nothing tells."""


def _by_hand(
    wrote: str,
    text: str,
    kind: MemoryKind,
    read: MemoryCandidate | None,
    *,
    category: Category | None,
    reason: str | None,
) -> MemoryCandidate:
    """What is written by hand, whatever it is: with what was read where that was not given."""
    return MemoryCandidate(
        text=text,
        kind=kind,
        category=category or (read.category if read else _OTHERWISE[kind]),
        start=0,
        end=len(wrote),
        rule=f"{BY_HAND}:add",
        importance=max(_IMPORTANCE, read.importance if read else 0.0),
        emotional_significance=read.emotional_significance if read else _SIGNIFICANCE,
        confidence=1.0,
        reason=reason or (read.reason if read else None),
    )


def finished(focus: Memory, standing: Standing, *, on: date | None = None) -> MemoryCandidate:
    """That a focus is done or dropped; its text is the quote, as what the user ruled.

    Args:
        focus: the memory that tells it, with its slot.
        standing: done or dropped; on, if it is taken up again.
        on: the last day of it, None if that is not known.

    Raises:
        ValueError: the memory is no focus.
    """
    if focus_of(focus) is None:
        message = f"memory {focus.id} is of kind {focus.kind}, no focus"
        raise ValueError(message)
    text = _told(focus.text, standing)
    return MemoryCandidate(
        text=text,
        kind=MemoryKind.FOCUS,
        category=focus.category,
        start=0,
        end=len(text),
        rule=f"{BY_HAND}:add",
        importance=focus.importance,
        emotional_significance=focus.emotional_significance,
        confidence=1.0,
        reason=focus.reason,
        valid_from=focus.valid_from,
        valid_until=None if standing is Standing.ON else on,
        slot=focus.slot or focus_slot(focus.text),
        value=standing,
    )


def without_since(text: str, since: date | None) -> str:
    """A sentence that does not tell since which day something goes on.

    Args:
        text: the sentence.
        since: the day that is known; a time that is another one is of what it is about.

    >>> without_since("The user is in therapy since May 2026.", date(2026, 5, 1))
    'The user is in therapy.'
    >>> without_since("The user is writing a book on Rome since 1945.", date(2026, 5, 1))
    'The user is writing a book on Rome since 1945.'
    """
    if since is None:
        return text
    return _SINCE.sub(lambda found: "" if _names(found[0], since) else found[0], text)


def _names(told: str, day: date) -> bool:
    year = re.search(r"\d{4}", told)
    months = [month for month in MONTHS if month in told]
    return (year is None or int(year[0]) == day.year) and (
        not months or months == [MONTHS[day.month - 1]]
    )


def _told(text: str, standing: Standing) -> str:
    """The sentence that a focus goes on, or is over.

    >>> _told("The user is in therapy.", Standing.DONE)
    'The user is no longer in therapy.'
    >>> _told("The user is trying for a baby.", Standing.DROPPED)
    'The user is no longer trying for a baby.'
    >>> _told("The user finished knitting a scarf.", Standing.DROPPED)
    'The user is no longer knitting a scarf.'
    >>> _told("The user is looking for a bigger flat for weeks.", Standing.DONE)
    'The user finished looking for a bigger flat.'
    >>> _told("The user joined a choir.", Standing.DONE)
    'The user is no longer in a choir.'
    >>> _told("The user gave up the marathon.", Standing.ON)
    'The user is at it again: the marathon.'
    """
    plain = text.rstrip(".!")
    if standing is Standing.ON:
        over = _OVER.match(plain)
        if over is None:
            return f"{plain}."
        is_doing = _is_doing(over)
        return f"{over['who']} is {'' if is_doing else 'at it again: '}{over['what']}."
    verb = "finished" if standing is Standing.DONE else "gave up"
    plain = _FOR_LONG.sub("", plain)
    over = _OVER.match(plain)
    if over is not None and _LASTED.match(plain) is not None and not _is_doing(over):
        return f"{plain}."  # that tells either
    if over is not None:  # it ended in another way than was told
        plain = f"{over['who']} {'is' if _is_doing(over) else 'began'} {over['what']}"
    for form, told in (
        # Why they are no longer at it nobody knows: it need not be that they gave up.
        (_GOES_ON, "finished {}" if standing is Standing.DONE else "is no longer {}"),
        (_JOINED, "is no longer in {}"),
        (_BEGAN, f"{verb} {{}}"),
        (_IS, "is no longer {}"),
        (_HAS, "no longer has {}"),
    ):
        found = form.match(plain)
        if found is not None:
            return f"{found['who']} {told.format(found['what'])}."
    return f"The user {verb} this: {plain}."


def _is_doing(over: re.Match[str]) -> bool:
    """Whether what is over is told as something that was done: "knitting a scarf"."""
    return over["what"].partition(" ")[0].endswith("ing")
