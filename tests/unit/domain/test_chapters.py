"""When a chapter closes."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.chapters import ChapterInput, derive_chapters, overlap, shares
from graph_aria.domain.graph import Chapter
from graph_aria.domain.views import ThemeDay
from graph_aria.domain.weights import Dial, Evidence, replay

FIRST = date(2026, 1, 1)
Said = dict[str, list[int]]


def chapters_of(said: Said, *, n_days: int, start: int = 0) -> list[Chapter]:
    """Chapters of a life in which each theme was spoken of on some days."""
    rows = []
    days: dict[date, int] = {}
    for theme, numbers in said.items():
        items = []
        for number in sorted(set(numbers)):
            day = FIRST + timedelta(days=number)
            at = datetime(day.year, day.month, day.day, 21, tzinfo=UTC)
            items.append(Evidence(f"{theme}{number}", theme, at, day, 1.0))
            days[day] = days.get(day, 0) + 1
        rows += [ThemeDay(theme, row) for row in replay(items, Dial())]
    source = ChapterInput("p", "UTC", Dial(), rows, days)
    return derive_chapters(
        source, start=FIRST + timedelta(days=start), until=FIRST + timedelta(days=n_days - 1)
    )


def every(step: int, first: int, last: int) -> list[int]:
    return list(range(first, last, step))


def test_a_life_that_goes_on_unchanged_does_not_turn_the_page() -> None:
    said = {f"theme-{n}": every(2 + n % 5, n, 730) for n in range(12)}
    chapters = chapters_of(said, n_days=730)
    assert len(chapters) == 1
    assert chapters[0].ended_on is None


def test_chance_alone_does_not_turn_the_page() -> None:
    for seed in range(5):
        chance = random.Random(seed)
        said = {
            f"theme-{n}": [day for day in range(730) if chance.random() < 0.2 + 0.04 * n]
            for n in range(10)
        }
        assert len(chapters_of(said, n_days=730)) == 1


def test_a_life_that_changes_turns_the_page() -> None:
    old = {f"old-{n}": every(2, n % 2, 60) for n in range(6)}
    new = {f"new-{n}": every(2, 60 + n % 2, 120) for n in range(6)}
    chapters = chapters_of(old | new, n_days=120)
    ends = [(c.ended_on - FIRST).days for c in chapters if c.ended_on]
    # A change this abrupt has a chapter of its own: the weeks in which old and new meet.
    assert len(ends) == 2
    assert 60 < ends[0] < 75
    assert ends[1] < 90
    assert {key[:3] for key in chapters[0].then} == {"old"}
    assert {key[:3] for key in chapters[-1].then} == {"new"}
    assert chapters[1].started_on == FIRST + timedelta(days=ends[0] + 1)


def test_silence_closes_a_chapter_and_the_next_word_opens_one() -> None:
    said = {f"theme-{n}": [*every(2, 0, 30), *every(2, 200, 230)] for n in range(6)}
    chapters = chapters_of(said, n_days=230)
    assert len(chapters) == 2
    assert chapters[1].started_on == FIRST + timedelta(days=200)
    assert chapters[0].features


def test_no_chapter_is_shorter_than_fourteen_days() -> None:
    said = {"only": [0]}
    (chapter,) = chapters_of(said, n_days=60)
    assert chapter.ended_on == FIRST + timedelta(days=13)


def test_fewer_than_five_themes_never_turn_the_page() -> None:
    said = {f"theme-{n}": every(2, 40 * n, 40 * n + 40) for n in range(4)}
    assert len(chapters_of(said, n_days=160)) == 1


@given(
    st.dictionaries(
        st.sampled_from("abcdefgh"),
        st.lists(st.integers(0, 150), min_size=1, max_size=40),
        min_size=1,
        max_size=8,
    ),
    st.integers(1, 150),
)
def test_deriving_from_any_chapter_on_gives_the_same(said: Said, cut: int) -> None:
    whole = chapters_of(said, n_days=151)
    first = (min(c.started_on for c in whole) - FIRST).days if whole else 0
    later = [c for c in whole if (c.started_on - FIRST).days >= cut]
    if later:
        start = (later[0].started_on - FIRST).days
        assert chapters_of(said, n_days=151, start=start) == later
    assert chapters_of(said, n_days=151, start=first) == whole


def test_overlap_counts_what_is_absent_as_nothing() -> None:
    assert overlap(shares({"a": 1.0, "b": 1.0}), shares({"c": 3.0})) == 0
    assert overlap({}, {}) == 1
