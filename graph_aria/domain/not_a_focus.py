"""Why a sentence that the user adds as a focus is none: it is over, or it happened once."""

from __future__ import annotations

import re
from typing import Final

from graph_aria.domain.focus_told import standing_told
from graph_aria.domain.life import Standing
from graph_aria.domain.stems import words

_PAST: Final = re.compile(
    r"The user(?:['’]s [\w'’-]+(?: [\w'’-]+)??)? (?:(?:has|just|finally|"
    r"recently|once) )*(?P<verb>[a-z]+)\b"
)
_ONCE: Final = words(
    "became bought broke brought built chose died fell found flew gave got lost made met paid ran "
    "saw sold sent spent swam went won wrote"
)
"""Verbs, in the past, of what happens once; those in "ed" are told by their ending."""
_GOES_ON: Final = words("need started decided supposed used")
_OVER: Final = (
    "this tells that it is {how}: a focus goes on. Say it of one that is known with `aria life "
    "focus {verb} FOCUS`, or note what you reached with `aria life milestones add`"
)
_HAPPENED: Final = (
    "this tells of something that has happened: a focus goes on. Note it with `aria life "
    'milestones add`, or say what you are at, such as "I am settling in in Bonn."'
)


def why_no_focus(text: str, standing: Standing, *, is_read: bool) -> str | None:
    """Why a sentence is no focus, and what to do; None if it may be one.

    Args:
        text: a sentence about the user, or words that name what they are at.
        standing: how it stands by these words.
        is_read: whether a focus was read in them.

    >>> why_no_focus("The user moved to Bonn.", Standing.ON, is_read=False) is None
    False
    >>> why_no_focus("The user is moving to Bonn.", Standing.ON, is_read=False) is None
    True
    """
    if standing is Standing.DONE:
        return _OVER.format(how="done", verb="done")
    if standing is Standing.DROPPED:
        return _OVER.format(how="over", verb="drop")
    if is_read or standing_told(text) is not None:
        return None
    past = _PAST.match(text)
    if past is None or past["verb"] in _GOES_ON:
        return None
    return _HAPPENED if past["verb"] in _ONCE or past["verb"].endswith("ed") else None
