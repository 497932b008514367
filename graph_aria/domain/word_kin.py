"""What English words have to do with each other: same, near, wider, opposite.

The tables are in `word_lists`. Words are compared by their stems, so that a table needs no
inflected forms.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graph_aria.domain.stems import stem
from graph_aria.domain.word_lists import APART, NEAR, SAME, WIDER

_SHORTEST: Final = 3
_SHORTEST_DENIED: Final = 4
_PREFIXES: Final = ("un", "dis", "non", "im", "in", "ir", "il", "anti", "mis")


def _groups(table: str) -> Iterator[list[str]]:
    """The groups of a table, each a list of stems."""
    for group in table.replace("\n", ";").split(";"):
        if group.strip():
            yield [stem(word) for word in group.split()]


def _pairs(table: str) -> frozenset[frozenset[str]]:
    return frozenset(
        frozenset((one, two))
        for group in _groups(table)
        for n, one in enumerate(group)
        for two in group[n + 1 :]
        if one != two
    )


_SAME_PAIRS: Final = _pairs(SAME)
_NEAR_PAIRS: Final = _pairs(NEAR)
_APART_PAIRS: Final = _pairs(APART)


def _same_as(stems: set[str]) -> set[str]:
    """Words with all that say the same."""
    return stems | {word for pair in _SAME_PAIRS if pair & stems for word in pair}


def _kinds_below() -> dict[str, frozenset[str]]:
    """For each wider word its kinds, the kinds of these, and what says the same as any."""
    direct: dict[str, set[str]] = {}
    for wide, *narrow in _groups(WIDER):
        direct.setdefault(wide, set()).update(narrow)
    below: dict[str, frozenset[str]] = {}
    for wide, kinds in direct.items():
        deeper = kinds.union(*(direct.get(kind, ()) for kind in kinds))
        for word in _same_as({wide}):
            below[word] = below.get(word, frozenset()) | (_same_as(deeper) - _same_as({wide}))
    return below


_KINDS_BELOW: Final = _kinds_below()


def are_same(one: str, two: str) -> bool:
    """Whether two base forms say the same in most sentences.

    >>> are_same("kid", "child"), are_same("child", "man")
    (True, False)
    """
    pair = frozenset((stem(one), stem(two)))
    return len(pair) == 1 or pair in _SAME_PAIRS


def are_near(one: str, two: str) -> bool:
    """Whether two base forms may say the same, if the sentences lie close."""
    one, two = stem(one), stem(two)
    return frozenset((one, two)) in _NEAR_PAIRS or _made_of(one, two) or _made_of(two, one)


def _made_of(one: str, two: str) -> bool:
    """Whether an adjective is made from a noun: "snowy", "muddy", "wooden", "wooded"."""
    if len(two) < _SHORTEST:
        return False
    return one in {f"{two}y", f"{two}{two[-1]}y", f"{two}en", f"{two}ed", f"{two}ful"}


def is_wider(wide: str, narrow: str) -> bool:
    """Whether what one base form names is a kind of what another names.

    >>> is_wider("animal", "dog"), is_wider("animal", "poodle"), is_wider("dog", "animal")
    (True, True, False)
    """
    return stem(narrow) in _KINDS_BELOW.get(stem(wide), ())


def are_apart(one: str, two: str) -> bool:
    """Whether of two base forms one excludes the other.

    >>> are_apart("sister", "brother"), are_apart("sister", "friend")
    (True, False)
    >>> are_apart("like", "dislike"), are_apart("careful", "careless")
    (True, True)
    """
    one, two = stem(one), stem(two)
    return frozenset((one, two)) in _APART_PAIRS or _denies(one, two) or _denies(two, one)


def _denies(one: str, two: str) -> bool:
    """Whether a word is another with a prefix or an ending that denies: "unhappy", "careless"."""
    if one.endswith("les") and two == f"{one.removesuffix('les')}ful":
        return True
    return len(two) >= _SHORTEST_DENIED and any(one == prefix + two for prefix in _PREFIXES)
