"""What the user wrote of themselves, in the form of a memory: the other way of `first_person`.

Where a reader tells all of a sentence, its own wording is kept. Where it tells less, the user's
words stay, and this makes them a sentence about "the user", so that ARIA does not say "my aunt".
"""

from __future__ import annotations

import re
from typing import Final

from graph_aria.domain.first_person import is_told
from graph_aria.domain.stems import words

_OWN: Final = {
    "my": "their", "our": "their", "mine": "theirs", "ours": "theirs", "me": "them", "us": "them",
    "myself": "themselves", "ourselves": "themselves", "i": "they", "we": "they",
}  # fmt: skip
_OWN_WORD: Final = re.compile(rf"\b(?:{'|'.join(_OWN)})\b(?!-)", re.IGNORECASE)
_ACRONYM: Final = re.compile(r"US\b")
_ARE: Final = re.compile(r"\b(?:I|we)(?:\s+am\b|['’](?:m|re)\b)", re.IGNORECASE)
_WAS: Final = re.compile(r"\bI\s+was\b")
_HAVE: Final = re.compile(r"\b(?:I|we)['’]ve\b", re.IGNORECASE)
_SHALL: Final = re.compile(r"\b(?:I|we)['’]ll\b", re.IGNORECASE)
_WE: Final = re.compile(r"(?:we|us)\b", re.IGNORECASE)
_WHOSE: Final = re.compile(r"(?:My|Our)\b", re.IGNORECASE)
_WHO: Final = re.compile(
    r"I(?P<be>['’]m)?(?P<have>['’]ve)?\s+(?P<how>(?:(?:have|had)\s+)?(?:[a-z]+ly\s+|just\s+|still\s+|"
    r"never\s+|once\s+|also\s+|now\s+)*)?(?P<verb>[\w'’]+)"
)
_THIRD: Final = {
    "am": "is", "have": "has", "do": "does", "don't": "doesn't", "don’t": "doesn’t",
    "haven't": "hasn't", "haven’t": "hasn’t", "go": "goes",
}  # fmt: skip
_AS_IT_IS: Final = words(
    "was wasn't had hadn't did didn't will won't would wouldn't can can't could couldn't may might "
    "must should shall became began bought broke brought built came caught chose cut dealt drew "
    "drove ate fell felt fought found flew forgot forgave froze gave got grew heard held hit hurt "
    "kept knew laid led left lent let lit lost made meant met paid put quit read rode rose ran saw "
    "said sang sold sent set shot shut slept sold spent spoke stood stole struck swam swore taught "
    "took told thought threw understood went woke won wore wrote"
)
"""Verbs that are the same behind "I" and "the user"."""


def in_third_person(text: str) -> str:
    """A sentence of somebody about themselves as one about the user; any other as it is.

    A sentence that begins with "we" stays: who else is in it cannot be told from the words.

    Args:
        text: one sentence in English.

    >>> in_third_person("Our cat Minka died."), in_third_person("My great-aunt raised me.")
    ("The user's cat Minka died.", "The user's great-aunt raised them.")
    >>> in_third_person("I'm helping my sister move."), in_third_person("I lost my job.")
    ('The user is helping their sister move.', 'The user lost their job.')
    >>> in_third_person("We moved."), in_third_person("The user moved."), in_third_person("A move.")
    ('We moved.', 'The user moved.', 'A move.')
    """
    plain = text.strip()
    if is_told(plain):
        return text
    whose = _WHOSE.match(plain)
    if whose is not None:
        return f"The user's{_owned(plain[whose.end() :])}"
    who = _WHO.match(plain)
    if who is not None:
        return f"The user {_done(plain, who)}"
    begins = _WE.match(plain)
    return text if begins or not _OWN_WORD.search(plain) else _owned(plain)


def _done(plain: str, who: re.Match[str]) -> str:
    """What stands behind "I" in a sentence, as it stands behind "the user"."""
    how = (who["how"] or "").split()
    if who["be"] or who["have"]:
        at = who.start("how") if how else who.start("verb")
        return f"{'is' if who['be'] else 'has'} {_owned(plain[at:])}"
    if how[:1] in (["have"], ["had"]):
        verb = "has" if how[0] == "have" else "had"
        return f"{verb} {_owned(plain[who.start('how') + len(how[0]) :].lstrip())}"
    told = " ".join([*how, _third(who["verb"])])
    return f"{told}{_owned(plain[who.end() :])}"


def _third(verb: str) -> str:
    """A verb behind "I" as it is behind "the user"."""
    low = verb.lower()
    if low in _THIRD:
        return _THIRD[low]
    if low in _AS_IT_IS or low.endswith("ed") or not low.isalpha():
        return verb
    if low.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{verb}es"
    if low.endswith("y") and low[-2:-1] not in set("aeiou"):
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def _owned(part: str) -> str:
    """A stretch of the sentence behind its subject."""
    part = _HAVE.sub("they have", _SHALL.sub("they will", _ARE.sub("they are", part)))
    part = _WAS.sub("they were", part)
    return _OWN_WORD.sub(
        lambda found: found[0] if _ACRONYM.match(found[0]) else _OWN[found[0].lower()], part
    )
