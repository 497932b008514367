"""What is written in the form of a memory, as the user would say it themselves.

A reader understands what people say of themselves; "The user lives in Oslo." it takes for a
sentence about somebody else.
"""

from __future__ import annotations

import re
from typing import Final

from graph_aria.domain.stems import words

_USER: Final = re.compile(r"\b(?:the\s+)?user(?:(?P<own>['’]s)|\b(?!['’\-]))", re.IGNORECASE)
_BEGINS: Final = re.compile(r"\s*(?:the\s+user|users?(?:['’]s)?\s)", re.IGNORECASE)
_TOLD: Final = re.compile(r"\bthe\s+user\b", re.IGNORECASE)
_OWN: Final = {
    "their": "my", "theirs": "mine", "them": "me", "themselves": "myself", "themself": "myself",
    "they": "I",
}  # fmt: skip
_OWN_WORD: Final = re.compile(rf"\b(?:{'|'.join(_OWN)})\b(?!['’])", re.IGNORECASE)
_THEY_ARE: Final = re.compile(r"\bthey(?:\s+|(?=['’]re))(?:are|['’]re)\b", re.IGNORECASE)
_BARRIERS: Final = words(
    "that because when whenever if since unless while before after until till as where than but so "
    "though although once whether"
)
"""Words behind which a clause begins: the user is who does something there."""

_ADVERBS: Final = words(
    "also always ever never no longer not often rarely seldom sometimes still usually just only "
    "already now once almost even mostly currently really both"
)
"""Words that may stand between the user and the verb."""

_VERBS: Final = {
    "is": "am", "isn't": "am not", "isn’t": "am not", "has": "have", "hasn't": "haven't",
    "hasn’t": "haven’t", "does": "do", "doesn't": "don't", "doesn’t": "don’t", "was": "was",
    "lies": "lie", "dies": "die", "ties": "tie", "aches": "ache",
}  # fmt: skip
_SIBILANTS: Final = ("sses", "shes", "ches", "xes", "zzes", "oes")
_FORMS: Final = re.compile(r"[\w'’\-]+")
_JOINED: Final = re.compile(
    r"\b(?P<joint>and|or|but)\s+(?P<verb>is|has|does|isn['’]t|doesn['’]t)\b"
)
_PLURAL: Final = re.compile(r"\b(?:[a-z]{2,}[^\Wsui]s|people|children|men|women|police)\b")
_SHORTEST: Final = 3
_ASKED: Final = re.compile(
    r"\s*the\s+user\s+asks\s+aria\s+(?:(?P<not>not\s+)?to|for(?=\s+no\b))\s+(?P<what>.+)",
    re.IGNORECASE | re.DOTALL,
)
_CALLED: Final = re.compile(
    r"\s*the\s+user\s+(?:(?P<not>does\s+not|doesn['’]t)\s+want|wants)\s+to\s+be\s+called\s+"
    r"(?P<what>.+)",
    re.IGNORECASE | re.DOTALL,
)
_ITS: Final = re.compile(r"\b(?:its|itself)\b", re.IGNORECASE)


def is_told(text: str) -> bool:
    """Whether a sentence speaks of the user as a memory does.

    >>> is_told("Tom is the user's friend."), is_told("I like user interfaces.")
    (True, False)
    """
    return _BEGINS.match(text) is not None or _TOLD.search(text) is not None


def in_first_person(text: str) -> str:
    """A sentence about "the user" as the user says it; any other as it is.

    "They" and "their" are taken for the user unless several of anything were named before:
    who is meant then cannot be told from the words.

    Args:
        text: one sentence in English.

    >>> in_first_person("The user no longer lives with their sister.")
    'I no longer live with my sister.'
    >>> in_first_person("Tom is the user's friend."), in_first_person("Tea keeps the user awake.")
    ('Tom is my friend.', 'Tea keeps me awake.')
    >>> in_first_person("I live in Oslo.")
    'I live in Oslo.'
    """
    if not is_told(text):
        return text
    asked = _asked(text)
    return _said_of_oneself(text) if asked is None else asked


def _asked(text: str) -> str | None:
    """What ARIA is asked for, as it is said to ARIA: "Please don't use emojis."."""
    called = _CALLED.match(text)
    if called is not None:
        return _please(called, f"call me {called['what']}")
    asked = _ASKED.match(text)
    if asked is None:
        return None
    what = _ITS.sub(lambda its: "yourself" if len(its[0]) > _SHORTEST else "your", asked["what"])
    return _please(asked, _owned(what, ""))


def _please(found: re.Match[str], what: str) -> str:
    return f"Please don't {what}" if found["not"] else f"Please {what}"


def _said_of_oneself(text: str) -> str:
    parts: list[str] = []
    done = 0
    for found in _USER.finditer(text):
        if found.start() < done:
            continue
        before = text[done : found.start()]
        parts.append(_owned(before, text[: found.start()]))
        done = found.end()
        if found["own"]:
            parts.append("My" if _begins(text[: found.start()]) else "my")
        elif _is_subject(text[: found.start()], text[found.end() :]):
            said, length = _agreeing(text[done:])
            parts += ["I", said]
            done += length
        else:
            parts.append("me")
    parts.append(_owned(text[done:], text[:done]))
    return "".join(parts).lstrip()


def _begins(before: str) -> bool:
    return not before.strip() or before.rstrip()[-1] in ".!?"


def _is_subject(before: str, after: str) -> bool:
    """Whether the user does what is said, rather than has it done to them."""
    if not _FORMS.search(after):
        return False
    if _begins(before):
        return True
    last = before.rsplit(maxsplit=1)[-1].lower()
    return last in _BARRIERS or last.endswith((",", ";", ":"))


def _agreeing(after: str) -> tuple[str, int]:
    """The words up to the verb behind "the user" as they are behind "I", and their length."""
    for found in _FORMS.finditer(after):
        word = found[0]
        low = word.lower()
        if low in _ADVERBS or (low.endswith("ly") and len(low) > _SHORTEST + 1):
            continue
        return after[: found.start()] + _base_of(word), found.end()
    return "", 0


def _base_of(verb: str) -> str:
    """A verb of the third person as it is for "I"; other forms stay.

    >>> _base_of("carries"), _base_of("goes"), _base_of("loses"), _base_of("was")
    ('carry', 'go', 'lose', 'was')
    """
    low = verb.lower()
    if low in _VERBS:
        return _VERBS[low]
    if len(low) <= _SHORTEST or not low.endswith("s") or low.endswith(("ss", "us", "'s", "’s")):
        return verb
    if low.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if low.endswith(_SIBILANTS) else verb[:-1]


def _owned(part: str, before: str) -> str:
    """A stretch of the sentence with "their" and "they" as the user's own."""
    part = _JOINED.sub(lambda found: f"{found['joint']} {_VERBS[found['verb'].lower()]}", part)
    part = _THEY_ARE.sub(
        lambda found: found[0] if _names_several(before + part[: found.start()]) else "I am", part
    )

    def own(found: re.Match[str]) -> str:
        if _names_several(before + part[: found.start()]):
            return found[0]
        mine = _OWN[found[0].lower()]
        return mine.capitalize() if found[0][0].isupper() else mine

    return _OWN_WORD.sub(own, part)


def _names_several(before: str) -> bool:
    """Whether a word before may be one for several."""
    told = _USER.search(before)
    rest = before[told.end() :] if told is not None else before
    if told is not None and not told["own"]:
        rest = rest[_agreeing(rest)[1] :]  # the verb ends in "s" as well
    return _PLURAL.search(rest) is not None
