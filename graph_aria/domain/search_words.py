"""What somebody's own words look for: the words that carry it, and lists brought together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from graph_aria.domain.normalizing import normalized
from graph_aria.domain.stems import words

_WORD: Final = re.compile(r"\w+")
_EMPTY: Final = words(
    "a an the and or but not no nor if so as at by for from in into of on off onto out over to "
    "up with about than then that this these those there here what which who whom whose when "
    "where why how i me my mine myself you your yours he him his she her hers it its we us our "
    "they them their theirs am is are was were be been being do does did have has had having "
    "can could will would shall should may might must user s t m re ve ll d don doesn didn isn "
    "aren wasn weren won wouldn haven hasn hadn just also too very really"
)
"""Words that every memory may have: they find nothing in particular."""

_STEADY: Final = 60
"""How little the first ranks of a list outweigh the later ones.

Source: Cormack, Clarke and Büttcher 2009, reciprocal rank fusion.
"""


def telling_words(asked: str) -> str:
    """The words that tell what is looked for; all of them if none does.

    >>> telling_words("Where does my brother live?"), telling_words("the who")
    ('brother live', 'the who')
    """
    said = [word for word in _WORD.findall(asked) if word]
    return " ".join([one for one in said if normalized(one) not in _EMPTY] or said)


def fused(*lists: Sequence[str]) -> list[tuple[str, float]]:
    """Several ranked lists as one, by reciprocal ranks.

    Args:
        lists: ids, best first; each once in a list.

    Returns:
        Every id with a score > 0, best first, ties by id.

    >>> [one for one, _ in fused(["a", "b"], ["b", "c"])]
    ['b', 'a', 'c']

    Source: Cormack, Clarke and Büttcher 2009, reciprocal rank fusion.
    """
    scores: dict[str, float] = {}
    for ranked in lists:
        for rank, each in enumerate(ranked, start=1):
            scores[each] = scores.get(each, 0.0) + 1 / (_STEADY + rank)
    return sorted(scores.items(), key=lambda one: (-one[1], one[0]))
