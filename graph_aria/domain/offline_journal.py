"""How ARIA without a model tells how the user has been feeling lately."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from graph_aria.domain.mood_journal import GoesWith, MoodJournal, MoodPoint, Trend, mean_of
from graph_aria.domain.offline_material import OfflineMaterial
from graph_aria.domain.offline_saying import capitalized, cited, listed, on_day
from graph_aria.domain.sentences import counted, one_line

_MOST: Final = 2
_TRENDS: Final = {
    Trend.BETTER: "better in the second half",
    Trend.WORSE: "worse in the second half",
    Trend.STEADY: "much the same all the time",
}


def journal_lines(material: OfflineMaterial) -> list[str]:
    """How the last days were, by the mood journal; none if no day has a mood.

    What was read in entries is told apart from what the user gave themselves, and what goes with
    better or worse days is never told as its cause. No figure is told of what was read: the reply
    is kept longer than that is.

    Args:
        material: with a mood journal.
    """
    journal, today = material.journal, material.today
    if journal is None or not journal.points:
        return []
    said = [one for one in journal.points if one.said is not None]
    n_read = len(journal.points) - len(said)
    lines = [capitalized(f"{_said_line(journal, said, today)}.")] if said else []
    if n_read:
        days = f"{counted(n_read, 'day')} of these have" if said else counted(n_read, "day")
        have = "" if said else " has" if n_read == 1 else " have"
        lines.append(
            f"{capitalized(days)}{have} only a mood that was read in what you wrote"
            f"{_leaning(journal)}."
        )
    if journal.feelings:
        named = [
            f"{one_line(one.entity.name)} on {counted(one.n_days, 'day')}"
            for one in journal.feelings[:_MOST]
        ]
        lines.append(f"You wrote of {listed(named)}.")
    lines += _going_with(journal)
    lines += [capitalized(cited(quote, today)) for quote in material.because]
    return lines


def _said_line(journal: MoodJournal, said: Sequence[MoodPoint], today: date) -> str:
    """What the days were like on which the user gave a mood; how it went, if these are all."""
    level = mean_of(said)
    line = f"your mood was {level:.1f} of 10 on the average ({counted(len(said), 'day')} noted)"
    low = min(said, key=lambda one: (one.mood, one.day))
    high = max(said, key=lambda one: (one.mood, -one.day.toordinal()))
    if low.mood < high.mood:
        line += (
            f", lowest {on_day(low.day, today)} ({low.mood:.3g}), "
            f"highest {on_day(high.day, today)} ({high.mood:.3g})"
        )
    trend = _TRENDS.get(journal.trend)
    if _has_read(journal) or trend is None or journal.earlier is None or journal.later is None:
        return line
    return f"{line}; {trend} ({journal.earlier:.1f}, then {journal.later:.1f})"


def _leaning(journal: MoodJournal) -> str:
    """Where days go some of which were only read, without a figure; "" where nothing tells."""
    trend = _TRENDS.get(journal.trend)
    return f"; all in all it was {trend}" if trend else ""


def _has_read(journal: MoodJournal) -> bool:
    return any(one.said is None for one in journal.points)


def _going_with(journal: MoodJournal) -> list[str]:
    has_figures = not _has_read(journal)
    lines = [
        *_days_with(journal.better, "better", has_figures=has_figures),
        *_days_with(journal.worse, "worse", has_figures=has_figures),
    ]
    if lines:
        return [*lines, "Which brings about which, that does not tell."]
    if journal.is_told:
        return []
    return ["What goes with better or worse days I cannot tell yet: there are too few of them."]


def _days_with(found: Sequence[GoesWith], how: str, *, has_figures: bool) -> list[str]:
    return [
        f"Days on which you wrote of {one_line(one.entity.name)} were {how}"
        + (f": {one.with_it:.1f} against {one.without_it:.1f}." if has_figures else ".")
        for one in found[:_MOST]
    ]
