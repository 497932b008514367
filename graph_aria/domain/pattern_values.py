"""What patterns are looked for in, and what one is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from graph_aria.domain.memories import Category
from graph_aria.domain.vocabulary import Kind

MIN_DAYS: Final = 8
"""Days that either side of a comparison needs."""
MAX_P: Final = 0.002
"""The greatest family-wise p, over all that is tried in one run, that is believed."""
MAX_TRIED: Final = 100
"""How many themes are tried for each kind of pattern: those with most days, ties by id."""


class PatternKind(StrEnum):
    """What sort of pattern it is."""

    SAME_DAY = "mood_same_day"
    NEXT_DAY = "mood_next_day"
    SEASON = "season"
    GIVEN_UP = "given_up"


SHARES: Final = {
    PatternKind.SAME_DAY: 2,
    PatternKind.NEXT_DAY: 2,
    PatternKind.SEASON: 4,
    PatternKind.GIVEN_UP: 4,
}
"""What each test's own p is multiplied by, so that together they keep to `MAX_P`.

Same day and next day are one test, so the shares are a half, a quarter and a quarter.
"""


@dataclass(frozen=True, slots=True)
class History:
    """When a theme was spoken of.

    Attributes:
        entity_id, name, kind: what it is.
        days: the local days with evidence of it.
    """

    entity_id: str
    name: str
    kind: Kind
    days: frozenset[date]


@dataclass(frozen=True, slots=True)
class JournalDays:
    """A journal as far as patterns are concerned.

    Attributes:
        today: the last local day that counts.
        moods: mean mood, 1 to 10, of each local day that has one.
        entries: local days with any entry.
        histories: its themes, in any order, each once.
    """

    today: date
    moods: Mapping[date, float]
    entries: frozenset[date]
    histories: tuple[History, ...]

    @property
    def told(self) -> frozenset[date]:
        """Days with an entry that tells of anything but a feeling.

        A day with nothing but a mood cannot tell whether something was done on it.
        """
        themes = (item.days for item in self.histories if item.kind is not Kind.EMOTION)
        return frozenset[date]().union(*themes) & self.entries


@dataclass(frozen=True, slots=True)
class Pattern:
    """Something that months show and chance does not explain; always tentative.

    Attributes:
        kind: which sort.
        entity_id: the theme.
        text: one sentence about the user, with its numbers.
        value: "better" or "worse"; of a season its months, "4-6"; "given up".
        category, importance: as of a memory.
        days: the days behind it, oldest first: those with it that were compared.
        n_without: how many days they were compared with.
        with_it, without_it: mean moods, 1 to 10; of a season the share of the days
            written about on which it was spoken of, in it and out of it; of what was given
            up that share before and since.
        p_value: family-wise, over all that was tried in the run, above 0, at most `MAX_P`.
        n_shifts: how many slidings, or orders, it was held against.
    """

    kind: PatternKind
    entity_id: str
    text: str
    value: str
    category: Category
    importance: float
    days: tuple[date, ...]
    n_without: int
    with_it: float
    without_it: float
    p_value: float
    n_shifts: int

    @property
    def slot(self) -> str:
        """What it speaks of; a later run's pattern of the same slot takes its place."""
        moods = {PatternKind.SAME_DAY, PatternKind.NEXT_DAY}
        about = "mood" if self.kind in moods else self.kind.value
        return f"pattern|{about}|{self.entity_id}"


def heaviest(histories: tuple[History, ...]) -> list[History]:
    """Those with most days, at most `MAX_TRIED`, ties by id."""
    ranked = sorted(histories, key=lambda item: (-len(item.days), item.entity_id))
    return ranked[:MAX_TRIED]
