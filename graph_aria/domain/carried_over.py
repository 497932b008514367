"""What of a memory stays when the user gives it other words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from graph_aria.domain.left_out import left_out
from graph_aria.domain.memories import ImportantDate, Memory, MemoryCandidate
from graph_aria.domain.memory_sources import EDITED, words_key

_SLOT_PARTS: Final = 3
"""Of a slot that names whose it is, what of them, and a thing."""


def carried_over(
    said: MemoryCandidate,
    was: Memory,
    *,
    until: date | None,
    days: Sequence[tuple[date, date]],
    is_read: bool,
) -> MemoryCandidate:
    """What the user writes over a memory, with what the new words do not tell of it.

    The same words tell the same as before. Where nothing is read in other ones, days and slot
    stay as far as the words do not speak against them: one other day moves what was dated, and
    a slot stays while what fills it is in the words.

    Args:
        said: the new words, with what is read in them.
        was: the memory so far.
        until: the last local day on which that was of use, None if it lasts.
        days: first and last of the days that the new words name.
        is_read: whether something was read in the new words.
    """
    if words_key(said.text) == words_key(was.text):
        kept = replace(
            said,
            valid_from=was.valid_from,
            valid_until=was.valid_until,
            expires_on=until,
            important=was.important,
        )
        return replace(kept, slot=was.slot, value=was.value) if said.slot is None else kept
    if is_read:
        return said
    kept = _moved(said, was, until, days)
    if was.slot is not None and _still_says(said.text, was.slot, was.value or ""):
        return replace(kept, slot=was.slot, value=was.value)
    return kept


def _moved(  # noqa: PLR0911 - a ladder
    said: MemoryCandidate, was: Memory, until: date | None, days: Sequence[tuple[date, date]]
) -> MemoryCandidate:
    """Days as they were, moved to the only one that is named instead, or none."""
    first_on = was.valid_from or was.valid_until
    last_on = was.valid_until or was.valid_from
    important = was.important
    kept = replace(
        said,
        valid_from=was.valid_from,
        valid_until=was.valid_until,
        important=important or said.important,
    )
    kept = kept if until is None else replace(kept, expires_on=until)
    if not days:
        return kept
    if important is not None:
        if any((one.month, one.day) == (important.month, important.day) for one, _ in days):
            return kept
        day = days[0][0]
        moved = ImportantDate(day.month, day.day, None) if len(days) == 1 else None
        return replace(said, important=moved)
    if first_on is None or last_on is None:
        return kept
    if any(first <= last_on and last >= first_on for first, last in days):
        return kept
    if len(days) > 1:
        return said
    first, last = days[0]
    return replace(
        said,
        valid_from=first,
        valid_until=last,
        expires_on=said.expires_on if until is None else until + (last - last_on),
    )


def _still_says(text: str, slot: str, value: str) -> bool:
    parts = slot.split("|")
    thing = parts[-1] if len(parts) >= _SLOT_PARTS else ""
    missing, n_words = left_out(f"{thing} {value}", text)
    return n_words > 0 and not missing


def as_it_was(memory: Memory) -> MemoryCandidate:
    """A memory's own words, as if they were written over it."""
    return MemoryCandidate(
        text=memory.text,
        kind=memory.kind,
        category=memory.category,
        start=0,
        end=len(memory.text),
        rule=EDITED,
        importance=memory.importance,
        emotional_significance=memory.emotional_significance,
        confidence=1.0,
        reason=memory.reason,
        valid_from=memory.valid_from,
        valid_until=memory.valid_until,
        important=memory.important,
        slot=memory.slot,
        value=memory.value,
    )
