"""How ARIA without a model tells of moods: with figures of what was said alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

import pytest

from graph_aria.domain.mood_journal import GoesWith, MoodJournal, MoodPoint, halves, mean_of
from graph_aria.domain.offline_journal import journal_lines
from graph_aria.domain.offline_material import OfflineMaterial
from tests.unit.domain.test_mood_journal import thing

SINCE, UNTIL = date(2026, 11, 1), date(2026, 11, 30)


def said(n: int, mood: float, read: float | None = None) -> MoodPoint:
    return MoodPoint(SINCE + timedelta(n), mood, 1, read, int(read is not None))


def read(n: int, mood: float) -> MoodPoint:
    return MoodPoint(SINCE + timedelta(n), None, 0, mood, 1)


def told(points: Sequence[MoodPoint], *, better: tuple[GoesWith, ...] = ()) -> list[str]:
    earlier, later = halves(points, since=SINCE, until=UNTIL)
    journal = MoodJournal(
        SINCE, UNTIL, tuple(points), mean_of(points), earlier, later, (), (), better, (),
        len(better), reads_moods=True, n_read=sum(one.n_read for one in points),
    )  # fmt: skip
    return journal_lines(OfflineMaterial("how have I been?", UNTIL, journal=journal))


def test_what_was_said_is_told_with_its_figures() -> None:
    first, *_ = told([said(n, 4 + n % 2) for n in range(6)] + [said(20 + n, 8) for n in range(6)])

    assert first.startswith("Your mood was 6.2 of 10 on the average (12 days noted), lowest ")
    assert first.endswith("better in the second half (4.5, then 8.0).")


@pytest.mark.parametrize("n_said", [0, 1, 6])
def test_no_figure_of_what_was_read_is_told(n_said: int) -> None:
    """A reply stays when the days of a reading are over."""
    points = [read(n, 2.57) for n in range(7)]
    points += [said(20 + n, 8, read=3.33) for n in range(n_said)] or [read(22, 7.77)]
    yoga = GoesWith(thing("Yoga"), 6.31, 2.57, 6, 7, 0.001)

    lines = told(points, better=(yoga,))

    figures = re.findall(r"\d+(?:\.\d+)?", " ".join(lines))
    assert not {one for one in figures if "." in one} - {"8.0"}
    assert "only a mood that was read in what you wrote" in " ".join(lines)
    assert "Days on which you wrote of Yoga were better." in lines


def test_where_days_go_that_were_read_is_told_in_words() -> None:
    points = [read(n, 2.57) for n in range(5)] + [read(20 + n, 7.1) for n in range(5)]

    assert told(points)[0] == (
        "10 days have only a mood that was read in what you wrote; all in all it was better in "
        "the second half."
    )
    assert told([read(1, 3.3)])[0] == "1 day has only a mood that was read in what you wrote."
