"""What a focus is and how it stands by its words alone, where no rule reads them.

Source: docs/decisions/029-focus-and-milestones.md
"""

from __future__ import annotations

import re
from typing import Final

from graph_aria.domain.life import Standing
from graph_aria.domain.stems import words

_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_LITTLE: Final = words(
    "the a an user user's users i i'm my their his her our we me is am are was were be been being "
    "has have had at on in of for to with and or it this that about still now again trying try "
    "working work works doing dealing deals keeps getting got get finishing writing started "
    "starting start began beginning"
)
"""Words that say little of what something is."""

_USER: Final = (
    r"The user(?: and [^.,;]*?)?(?: (?:still|now|just|finally|already|also|again|currently))*"
)
_DONE: Final = (
    r"(?:finish|complet|conclud|wrapp|end)ed(?: up)?(?: with)?|(?:is|are) (?:done|through) with"
)
_DROPPED: Final = (
    r"(?:gave|given|gives) up(?: on)?|quits?|stopped|dropped|abandoned|cancell?ed|"
    r"(?:is|are) no longer|no longer"
)
_STATE: Final = r"(?P<state>done|finished|over|complete(?:d)?)|cancell?ed|abandoned|dropped"
_OVER: Final = re.compile(
    rf"{_USER}(?: (?:has|have|had))?(?: (?:now|just|finally|already))* "
    rf"(?:(?P<done>{_DONE})|{_DROPPED})\b|"
    r"The user['’]s (?P<what>[^.]*?) (?:is|are|was|were)(?: (?:now|finally|already))* "
    rf"(?:{_STATE})\b",
    re.IGNORECASE,
)
_DENIES: Final = re.compile(r"\b(?:not|never|cannot)\b|n['’]t\b", re.IGNORECASE)
_PLANNED: Final = re.compile(
    r"\b(?:plans?|planning|intends?|hopes?|hoping|wants?|wishes|will|would like|"
    r"(?:is|are) (?:going|about) to|considers?|considering|thinks?|thinking (?:of|about))\b",
    re.IGNORECASE,
)
_BEGUN: Final = re.compile(
    r"The user\b[^.]*?\b(?:started|began|begun|took up|taken up|joined|resumed)\b", re.IGNORECASE
)
_GOES_ON: Final = re.compile(
    rf"(?:The user['’]s\b[^.]*? (?:is|are|keeps?|(?:has|have) been)|"
    rf"{_USER} (?:is|are|keeps?|(?:has|have) (?:been|an?|the|their|some|two|three)|"
    r"(?!was|has|does)[a-z]+s))\b",
    re.IGNORECASE,
)


def key_words(text: str) -> str:
    """What something is, by the words that tell it from other things, in their order.

    >>> key_words("The user is writing their thesis on owls.")
    'thesis owls'
    """
    found = [word for word in _WORD.findall(text.lower()) if word not in _LITTLE]
    return " ".join(found) or " ".join(_WORD.findall(text.lower()))


def focus_slot(text: str) -> str:
    """The slot of a focus by its words, without those that only tell how it stands.

    >>> focus_slot("The user has wrapped up the shed roof.")
    'focus|shed roof'
    >>> focus_slot("The user's shed roof is finally done.")
    'focus|shed roof'
    """
    return f"focus|{key_words(_left(text) or text)}"


def standing_told(text: str) -> Standing | None:
    """How a focus stands by a sentence about the user; None if it does not tell.

    What is planned, denied or only told as something past is no focus.

    >>> standing_told("The user abandoned the roof.").value, standing_told("The user is ill.").value
    ('dropped', 'on')
    >>> standing_told("The user plans to mend the roof."), standing_told("The user saw a roof.")
    (None, None)
    """
    if _PLANNED.search(text) or _DENIES.search(text):
        return None
    over = _OVER.match(text)
    if over is not None and not _left(text):
        return None  # nor does it tell what is over
    if over is not None:
        return Standing.DONE if over["done"] or over["state"] else Standing.DROPPED
    goes_on = _BEGUN.match(text) or _GOES_ON.match(text)
    return Standing.ON if goes_on else None


def plainly_over(text: str) -> str | None:
    """The same sentence with the plainest verb for what is over; None if it is not, or says so.

    >>> plainly_over("The user has now wrapped up restoring a tractor.")
    'The user finished restoring a tractor.'
    """
    standing, left = standing_told(text), _left(text)
    if standing in {None, Standing.ON} or not left:
        return None
    told = f"The user {'finished' if standing is Standing.DONE else 'gave up'} {left}"
    return None if told == text else told


def _left(text: str) -> str:
    """What is left of a sentence that something is over: what is; "" if it goes on."""
    over = _OVER.match(text)
    if over is None:
        return ""
    left = over["what"] or text[over.end() :].strip()
    return left if _WORD.search(left) else ""
