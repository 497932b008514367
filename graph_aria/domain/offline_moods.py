"""Questions about moods: of a day of the week, with somebody, or after something."""

from __future__ import annotations

import re
from typing import Final

from graph_aria.domain.offline_asks import Ask, plain
from graph_aria.domain.offline_words import feeling_of
from graph_aria.domain.stems import words

WEEKDAYS: Final = (
    "Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays",
)  # fmt: skip
"""As moods of all of them are spoken of, Monday first."""

_WEEKDAY: Final = re.compile(
    r"\b(?:every (?P<one>mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|(?P<all>mon|tues|wednes|thurs|fri|satur|sun)days)\b"
)
_STARTS: Final = ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")
_AFTER: Final = re.compile(r"\b(?:after|since|following)\b")
_OF_TIMES: Final = words(
    "mood moods life week weeks weekend month year years spring summer autumn fall winter "
    "yesterday january february march april may june july august september october november "
    "december monday tuesday wednesday thursday friday saturday sunday mondays tuesdays "
    "wednesdays thursdays fridays saturdays sundays christmas easter holiday holidays average "
    "mean general generally overall doing go going gone went whole entire few couple next "
    "morning evening night nights evenings mornings tonight until between these those after "
    "before during year's well change changed normally usually usual typical typically mostly "
    "first second third half middle end beginning early part two three four five six seven "
    "do did happen happens happened change changes changed"
)


def weekday_asked(ask: Ask) -> int | None:
    """The day of the week whose moods are asked for, 0 for Monday; None if none is."""
    found = _WEEKDAY.search(plain(ask.sentence))
    return None if found is None else _STARTS.index(found["one"] or found["all"])


def named_beside_time(ask: Ask) -> tuple[str, ...]:
    """What a question about a time names beside the time and the mood."""
    return tuple(
        word
        for word in ask.words
        if word.casefold() not in _OF_TIMES
        and feeling_of(word) is None
        and not any(map(str.isdigit, word))
    )


def asks_for_after(ask: Ask) -> bool:
    """Whether the time after something is asked about."""
    return _AFTER.search(plain(ask.sentence)) is not None
