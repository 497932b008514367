"""What was given up: regular for months, then silent while the journal went on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import Final

from graph_aria.domain.days import DAY
from graph_aria.domain.pattern_values import (
    MAX_P,
    MIN_DAYS,
    SHARES,
    History,
    JournalDays,
    Pattern,
    PatternKind,
    heaviest,
)
from graph_aria.domain.pattern_words import category_of, given_up_sentence, named
from graph_aria.domain.vocabulary import Kind

WINDOW_DAYS: Final = 730
STRETCH: Final = 14
"""Days written about in a stretch."""
MIN_REGULAR_DAYS: Final = 168
"""From the first to the last day of it: 24 weeks."""
MIN_SILENT_DAYS: Final = 84
"""Since the last day of it: 12 weeks."""
_REGULAR: Final = 0.75
_LONGER: Final = 2
_IMPORTANCE: Final = 0.5


def given_up_patterns(journal: JournalDays) -> list[Pattern]:
    """Activities that were done for months, in three stretches of four, and then no more.

    Only days count that something was written about, so neither a journal that stops nor
    one that goes on with moods alone says anything. The silence must be twice as long as any
    before, so that what pauses every winter is not given up.

    Returns:
        In order of entity id.
    """
    since = journal.today - (WINDOW_DAYS - 1) * DAY
    told = sorted(day for day in journal.told if since <= day <= journal.today)
    window = frozenset(told)
    histories = tuple(
        History(item.entity_id, item.name, item.kind, item.days & window)
        for item in journal.histories
        if item.kind is Kind.ACTIVITY and category_of(item)
    )
    tried = [item for item in heaviest(histories) if len(item.days) >= MIN_DAYS]
    found = [_pattern(item, told, len(tried)) for item in tried]
    return sorted((item for item in found if item), key=lambda item: item.entity_id)


def _pattern(history: History, told: Sequence[date], n_tried: int) -> Pattern | None:
    places = [place for place, day in enumerate(told) if day in history.days]
    first, last = told[places[0]], told[places[-1]]
    n_since = len(told) - 1 - places[-1]
    silent = silences(places, len(told))
    earlier_gap = max((b - a for a, b in pairwise(places)), default=0)
    regular = silent[: len(silent) - _trailing(silent)]
    category = category_of(history)
    if (
        category is None
        or (last - first).days < MIN_REGULAR_DAYS
        or (told[-1] - last).days < MIN_SILENT_DAYS
        or n_since < max(MIN_DAYS, _LONGER * earlier_gap)
        or regular.count(False) < _REGULAR * len(regular)
    ):
        return None
    p_value = chance_of_order(silent) * n_tried * SHARES[PatternKind.GIVEN_UP]
    if p_value > MAX_P:
        return None
    days = [told[place] for place in places]
    return Pattern(
        kind=PatternKind.GIVEN_UP,
        entity_id=history.entity_id,
        text=given_up_sentence(named(history), days, n_since=n_since),
        value="given up",
        category=category,
        importance=_IMPORTANCE,
        days=tuple(days),
        n_without=n_since,
        with_it=len(places) / (places[-1] - places[0] + 1),
        without_it=0.0,
        p_value=p_value,
        n_shifts=math.comb(len(silent), silent.count(True)),
    )


def silences(places: Sequence[int], n_told: int) -> list[bool]:
    """Which stretches are silent, oldest first.

    Stretches of 14 days written about, counted back from the last of all; what is left at
    the beginning, and what lies before the first time, is no stretch.

    >>> silences([0, 3, 20], 70)
    [False, False, True, True, True]
    """
    n_stretches = (n_told - places[0]) // STRETCH
    begin = n_told - n_stretches * STRETCH
    loud = {(place - begin) // STRETCH for place in places if place >= begin}
    return [stretch not in loud for stretch in range(n_stretches)]


def chance_of_order(silent: Sequence[bool]) -> float:
    """How often so many silent stretches would all lie at the end, in any order of them.

    Within a stretch days may depend on one another in any way; only the order of whole
    stretches is held to be chance. Counted, not sampled: of all places that the silent
    stretches can have, the share that ends in at least as many.

    Returns:
        Above 0, at most 1.

    >>> round(1 / chance_of_order([False] * 18 + [True] * 5))
    33649
    """
    n_last = _trailing(silent)
    n_silent = sum(silent)
    return math.comb(len(silent) - n_last, n_silent - n_last) / math.comb(len(silent), n_silent)


def _trailing(silent: Sequence[bool]) -> int:
    n_last = 0
    for is_silent in reversed(silent):
        if not is_silent:
            break
        n_last += 1
    return n_last
