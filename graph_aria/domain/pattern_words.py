"""How a pattern is said, what it is about, and what is better left unsaid."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from graph_aria.domain.memories import Category
from graph_aria.domain.partial_days import MONTHS
from graph_aria.domain.pattern_values import History
from graph_aria.domain.vocabulary import Kind

_BY_TOPIC: Final = {
    "creativity": Category.INTERESTS,
    "exercise": Category.HABITS,
    "family": Category.FAMILY,
    "food": Category.TASTES,
    "friends": Category.FRIENDS,
    "health": Category.HEALTH,
    "home": Category.HOME,
    "learning": Category.STUDY,
    "love": Category.ROMANCE,
    "money": Category.MONEY,
    "nature": Category.INTERESTS,
    "pets": Category.HOME,
    "recreation": Category.INTERESTS,
    "sleep": Category.HABITS,
    "spirituality": Category.BELIEFS,
    "travel": Category.INTERESTS,
    "work": Category.WORK,
}
_BY_KIND: Final = {
    Kind.ACTIVITY: Category.HABITS,
    Kind.TOPIC: Category.INTERESTS,
    Kind.EVENT: Category.EVENTS,
    Kind.GOAL: Category.GOALS,
}
_TENDER: Final = {
    Category.ROMANCE: r"dat(?:e|es|ing)|flirt\w*|sex|kiss\w*|romance|boyfriend|girlfriend|crush",
    Category.BELIEFS: r"pray\w*|church|mass|mosque|temple|synagogue|worship\w*|religio\w*|"
    r"confession|bible|quran|torah",
    Category.HEALTH: r"therap\w*|counsel\w*|psych\w*|medic\w*|pills?|drugs?|doctor\w*|clinic|"
    r"hospital|surgery|dialysis|chemo\w*|rehab\w*|diagnos\w*|treatment|dentist|"
    r"drink(?:ing)?|smok\w*|purg\w*|fasting|diet\w*|self-harm\w*",
}
"""Names of doings that belong to what may be said but never inferred."""
_TENDER_NAMES: Final = {
    category: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for category, words in _TENDER.items()
}
_SPAN: Final = "{0.day} {0:%B} {0.year}"


def category_of(history: History) -> Category | None:
    """What part of a life a theme belongs to, or None if nothing may be inferred of it.

    Feelings are moods themselves; conditions, health, romance and beliefs may be said, never
    inferred; people, animals and places are not looked at.

    Source: design, section 6, categories and levels.
    """
    category = _BY_KIND.get(history.kind)
    if category is None:
        return None
    if history.kind is Kind.TOPIC:
        category = _BY_TOPIC.get(history.name.casefold(), category)
    for tender, names in _TENDER_NAMES.items():
        if names.search(history.name):
            category = tender
    return None if category.is_sensitive or category is Category.HEALTH else category


def named(history: History) -> str:
    """A theme's name inside a sentence."""
    return history.name.lower() if history.kind is Kind.TOPIC else history.name


def mood_sentence(
    name: str, *, better: bool, next_day: bool, means: tuple[float, float], n_days: tuple[int, int]
) -> str:
    """How a pattern of moods is said.

    >>> mood_sentence("running", better=True, next_day=False, means=(7.1, 5.4), n_days=(24, 60))
    "The user's mood tends to be better on days with running: 7.1 on 24 days against 5.4 on 60 others."
    """  # noqa: E501 - the sentence is one line
    how = "better" if better else "worse"
    when = "the day after" if next_day else "on days with"
    return (
        f"The user's mood tends to be {how} {when} {name}: "
        f"{means[0]:.1f} on {n_days[0]} days against {means[1]:.1f} on {n_days[1]} others."
    )


def season_sentence(
    name: str,
    months: Sequence[int],
    *,
    n_years: int,
    inside: tuple[int, int],
    outside: tuple[int, int],
) -> str:
    """How a pattern of seasons is said.

    Args:
        name: of the theme.
        months: in order of time, 1 to 12 each.
        n_years: how many years were looked at.
        inside: days with it, and days written about, in those months.
        outside: the same in all others.

    >>> season_sentence("skiing", [12, 1], n_years=4, inside=(34, 120), outside=(3, 600))
    'The user tends to come back to skiing in December and January: on 34 of 120 days \
written about in 4 years, against 3 of 600 in other months.'
    """
    names = [MONTHS[month - 1] for month in months]
    when = f"from {names[0]} to {names[-1]}" if len(names) > len("ab") else " and ".join(names)
    return (
        f"The user tends to come back to {name} {'' if when.startswith('from') else 'in '}{when}: "
        f"on {inside[0]} of {inside[1]} days written about in {n_years} years, "
        f"against {outside[0]} of {outside[1]} in other months."
    )


def given_up_sentence(name: str, days: Sequence[date], *, n_since: int) -> str:
    """How it is said that something was given up.

    >>> days = [date(2026, 1, 3), date(2026, 8, 9)]
    >>> given_up_sentence("swimming", days, n_since=80)
    'The user seems to have given up swimming: spoken of on 2 days from 3 January 2026 to \
9 August 2026, and on none of the 80 days written about since.'
    """
    first, last = (_SPAN.format(day) for day in (days[0], days[-1]))
    return (
        f"The user seems to have given up {name}: spoken of on {len(days)} days from {first} "
        f"to {last}, and on none of the {n_since} days written about since."
    )
