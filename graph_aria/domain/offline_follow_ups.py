"""Turns that go on with the one before: what they ask for in full."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from graph_aria.domain.graph import Entity
from graph_aria.domain.offline_ask_rules import QUESTIONS
from graph_aria.domain.offline_asks import ask_of, looked_at
from graph_aria.domain.vocabulary import Kind

_FURTHER: Final = re.compile(
    r"^\W*(?:and |what about |how about |or )?(?:before (?:that|then)|the time before(?: that)?|"
    r"earlier|further back)\W*$",
    re.IGNORECASE,
)
_ANOTHER: Final = re.compile(
    r"^\W*(?:and|what about|how about|and what about|or)\s+"
    r"(?P<what>[^\s?.!,]+(?:\s+[^\s?.!,]+){0,2})"
    r"\s*\?*\s*$",
    re.IGNORECASE,
)
_PRONOUN: Final = re.compile(r"\b(?:she|he|they|her|him|them)\b", re.IGNORECASE)
_OWN: Final = frozenset(("i", "i'm", "i've", "i'd", "i'll", "aria", "offline"))
_NAME: Final = re.compile(
    r"(?<=[^\s.!?:“\"(>-])[ ,]+(?P<name>[^\W\d_a-z][^\W\d_]+(?: [^\W\d_a-z][^\W\d_]+)?)"
)
_FIRST: Final = re.compile(r"^\W*(?P<name>[^\W\d_a-z][^\W\d_]{2,})")
_MONTHS: Final = re.compile(
    r"^(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
_MOST_CHARS: Final = 80
_FAR: Final = 6
_FEW: Final = 9
"""Words up to which a turn may go on with the one before."""


def in_full(text: str, turns: Sequence[str]) -> tuple[str, bool]:
    """What a turn asks for in full, and whether for what was before that which was told.

    Args:
        text: the turn.
        turns: the user's own before it, oldest first.

    >>> in_full("and Tomás?", ["When did I last see Priya?"])
    ('When did I last see Tomás?', False)
    >>> in_full("who is she?", ["When did I last see Priya?"])
    ('who is Priya?', False)
    >>> in_full("and before that?", ["When did I last see Priya?"])
    ('When did I last see Priya?', True)
    """
    if not turns or len(text) > _MOST_CHARS or len(text.split()) > _FEW:
        return text, False
    # The one before may itself go on with another.
    if len(turns) > 1 and len(turns[-1]) <= _MOST_CHARS:
        turns = [*turns[:-1], in_full(turns[-1], turns[-_FAR - 1 : -1])[0]]
    asked = next((one for one in reversed(turns) if ask_of(one).kind in QUESTIONS), None)
    if _FURTHER.match(text):
        return (text, False) if asked is None else (ask_of(asked).sentence, True)
    another = _ANOTHER.match(text)
    if another is not None and asked is not None:
        return _instead(asked, another["what"]), False
    if _PRONOUN.search(text) and ask_of(text).kind in QUESTIONS and not _names(text):
        name = next((found[-1] for one in reversed(turns) if (found := _names(one))), None)
        if name is not None:
            return _PRONOUN.sub(name, text, count=1), False
    return text, False


def by_role(text: str, named: Sequence[Entity]) -> str:
    """A question with "my sister" in the place of her name; itself if it names nobody so known.

    What was written of "my sister" before she had a name is found by that alone.
    """
    for one in named:
        if one.kind is Kind.PERSON and one.role and one.role.casefold() != one.name.casefold():
            said, n = re.subn(
                rf"\b{re.escape(one.name)}\b", f"my {one.role}", text, flags=re.IGNORECASE
            )
            if n:
                return said
    return text


def _instead(asked: str, what: str) -> str:
    """A question with something else in the place of what it names."""
    ask = ask_of(asked)
    if not ask.words:
        return what
    proper = [word for word in ask.words if word[:1].isupper()] or [ask.words[-1]]
    pattern = r"\W+".join(map(re.escape, proper))
    said, n = re.subn(rf"(?:\bmy )?\b{pattern}\b", lambda _: what, ask.sentence, count=1)
    return said if n else what


def _names(text: str) -> list[str]:
    """Names in a text, as far as capitals tell them."""
    part = looked_at(text)
    found = [each["name"] for each in _NAME.finditer(part)]
    first = _FIRST.match(part)
    if not found and first is not None and ask_of(part).kind not in QUESTIONS:
        found = [first["name"]]
    return [one for one in found if one.casefold() not in _OWN and _MONTHS.match(one) is None]
