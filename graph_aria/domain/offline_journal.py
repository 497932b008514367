"""How ARIA without a model tells how the user has been feeling lately."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graph_aria.domain.mood_journal import GoesWith, MoodJournal, Trend
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
    better or worse days is never told as its cause.

    Args:
        material: with a mood journal.
    """
    journal, today = material.journal, material.today
    if journal is None or journal.level is None or not journal.points:
        return []
    n = len(journal.points)
    line = f"your mood was {journal.level:.1f} of 10 on the average ({counted(n, 'day')} noted)"
    low = min(journal.points, key=lambda one: (one.mood, one.day))
    high = max(journal.points, key=lambda one: (one.mood, -one.day.toordinal()))
    if low.mood < high.mood:
        line += (
            f", lowest {on_day(low.day, today)} ({low.mood:.3g}), "
            f"highest {on_day(high.day, today)} ({high.mood:.3g})"
        )
    trend = _TRENDS.get(journal.trend)
    if trend is not None and journal.earlier is not None and journal.later is not None:
        line += f"; {trend} ({journal.earlier:.1f}, then {journal.later:.1f})"
    lines = [capitalized(f"{line}.")]
    read = [one for one in journal.points if one.said is None]
    if read:
        lines.append(
            f"{capitalized(counted(len(read), 'day'))} of these have only a mood that was read in "
            "what you wrote."
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


def _going_with(journal: MoodJournal) -> list[str]:
    lines = [
        *_days_with(journal.better, "better"),
        *_days_with(journal.worse, "worse"),
    ]
    if lines:
        return [*lines, "Which brings about which, that does not tell."]
    if journal.is_told:
        return []
    return ["What goes with better or worse days I cannot tell yet: there are too few of them."]


def _days_with(found: Sequence[GoesWith], how: str) -> list[str]:
    return [
        f"Days on which you wrote of {one_line(one.entity.name)} were {how}: "
        f"{one.with_it:.1f} against {one.without_it:.1f}."
        for one in found[:_MOST]
    ]
