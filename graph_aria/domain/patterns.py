"""Patterns: what months of a life show and chance does not explain."""

from __future__ import annotations

from graph_aria.domain.pattern_given_up import given_up_patterns
from graph_aria.domain.pattern_moods import mood_patterns
from graph_aria.domain.pattern_seasons import season_patterns
from graph_aria.domain.pattern_values import JournalDays, Pattern


def find_patterns(journal: JournalDays) -> tuple[Pattern, ...]:
    """All patterns of a journal, the most certain first, ties by kind and entity id.

    The same journal gives the same patterns, in whatever order it is handed in. A journal
    without any gives one with p <= 0.002: a half of that goes to moods, a quarter each to
    seasons and to what was given up. Takes about a second for five full years and 100 themes.

    Returns:
        Empty for most journals: each pattern needs eight days on either side, moods of at
        least 60 days, seasons of three years, or a silence of twelve weeks.

    Source: design, section 6, patterns; docs/decisions/017.
    """
    found = [*mood_patterns(journal), *season_patterns(journal), *given_up_patterns(journal)]
    return tuple(sorted(found, key=lambda item: (item.p_value, item.kind.value, item.entity_id)))
