"""Refuse as a milestone what cannot have happened."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from graph_aria.domain.kin_days import cannot_be
from graph_aria.domain.memories import Memory, MemoryCandidate
from graph_aria.domain.partial_days import PartialDay, check_was
from graph_aria.domain.plausible_days import birth_told, is_ahead
from graph_aria.errors import InvalidInput
from graph_aria.ports import Memories
from graph_aria.stages.recall_birth import recall_birth

_OWN: Final = frozenset({"", "user"})
_OTHERS: Final = re.compile(r"The user['’]s (?!birth\b)")
"""What is told of somebody else: it may have been before the user was born."""
_AHEAD: Final = (
    "this tells of something to come: a milestone has happened. Add it when it has, and write "
    "what is planned as an entry (`aria log`)"
)


def latest_day(was: Memory, today: date) -> date:
    """The last day on which a milestone may have been that the user sets right.

    Where it was the day had begun, though it may not have here.
    """
    return max(today, was.valid_from or today)


async def check_milestone(
    store: Memories,
    profile_id: str,
    said: MemoryCandidate,
    days: Sequence[tuple[date, date]],
    today: date,
) -> None:
    """Refuse what lies ahead, or before the birth of whom it is told of.

    Args:
        store: where it is known when the user was born.
        profile_id: whose.
        said: the milestone, as the user writes it.
        days: first and last of the days that the words name, if they are new.
        today: the user's local day.

    Raises:
        InvalidInput: it tells of something to come.
        InvalidTime: its day lies ahead, or before the user's birth.

    Reads: when the user was born. Writes: nothing. Safe to repeat: yes.
    """
    if is_ahead(said, said_on=today):
        raise InvalidInput(_AHEAD)
    day = PartialDay(said.valid_from, said.valid_until or said.valid_from, said.important)
    once = said.important
    if day.first is None and once is not None and once.year is not None:
        on = date(once.year, once.month, once.day)
        day = PartialDay(on, on, once)
    if day.first is None and once is None:
        ahead = [first for first, _ in days if first > today]
        if ahead and len(ahead) == len(days):
            day = PartialDay(ahead[0], ahead[0], None)
    whose = (said.slot or "").rpartition("|")[2]
    born = await recall_birth(store, profile_id)
    is_own = whose in _OWN and _OTHERS.match(said.text) is None and birth_told([said]) is None
    if born is not None and day.last is not None:
        is_own = is_own or cannot_be(said.text, day.last, born)
    check_was(day, today=today, born=born if is_own else None)
