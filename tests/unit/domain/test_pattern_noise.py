"""No pattern is claimed from noise: journals whose moods were moved in time."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.mood_lives import invented, moved, shifted
from graph_aria.domain.patterns import find_patterns

N_JOURNALS = 1000
MOST_FALSE = 0.01


@pytest.mark.slow
def test_at_most_one_journal_in_a_hundred_with_moved_moods_shows_a_pattern() -> None:
    """Among their themes some do move moods: only the moving in time takes that away."""
    n_false, kinds = 0, Counter[str]()
    for seed in range(N_JOURNALS):
        found = find_patterns(shifted(moved(invented(seed), seed), seed))
        n_false += bool(found)
        kinds.update(item.kind.value for item in found)
    assert n_false <= MOST_FALSE * N_JOURNALS, kinds


@pytest.mark.slow
def test_the_same_journals_show_what_is_there_before_their_moods_are_moved() -> None:
    """Else the test above would be passed by finding nothing ever."""
    n_found = 0
    for seed in range(0, N_JOURNALS, 10):
        n_found += bool(find_patterns(moved(invented(seed, n_days=364), seed)))
    assert n_found >= 0.3 * N_JOURNALS / 10


@pytest.mark.slow
def test_moods_that_never_knew_of_the_themes_show_no_pattern() -> None:
    n_false = sum(bool(find_patterns(invented(seed))) for seed in range(10_000, 10_300))
    assert n_false <= MOST_FALSE * 300
