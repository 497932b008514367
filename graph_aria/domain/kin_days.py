"""Days on which nothing can have happened to somebody as who they are to the user."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

_WHO: Final = r"The user['’]s (?:[a-z]+est |first |second |third |only |late |beloved |dear )*"
_BORN_LATER: Final = re.compile(
    rf"{_WHO}(?:(?:grand)?(?:daughter|son|child|kid|baby|children|kids)|twins)\b(?!-)",
    re.IGNORECASE,
)
_ALIVE_THEN: Final = re.compile(rf"{_WHO}(?:mother|mom|mum|mama|mommy|mummy)\b(?!-)", re.IGNORECASE)
_MET_LATER: Final = re.compile(
    rf"{_WHO}(?:ex-?)?(?:wife|husband|spouse|partner|boyfriend|girlfriend|fianc[eé]e?)\b",
    re.IGNORECASE,
)
_DIED: Final = re.compile(r"\b(?:died|dies|passed away|passed|is dead|death)\b", re.IGNORECASE)


def cannot_be(text: str, last: date, born: date) -> bool:
    """Whether a sentence tells something that cannot have been before the user was born.

    A child of the user's was born later; a mother lived until then; a spouse's death is one
    only of somebody whom the user met. What happened to others may have been before.

    Args:
        text: a sentence about the user.
        last: the last of the days between which it is told to have been.
        born: the user's birth.

    >>> cannot_be("The user's daughter was born.", date(1970, 12, 31), date(1988, 5, 3))
    True
    >>> cannot_be("The user's father died.", date(1988, 1, 9), date(1988, 5, 3))
    False
    """
    if last >= born:
        return False
    if _BORN_LATER.match(text) is not None:
        return True
    died = _DIED.search(text) is not None
    return died and (_ALIVE_THEN.match(text) or _MET_LATER.match(text)) is not None
