"""What somebody's own words look for: the words that carry it, and lists brought together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from graph_aria.domain.function_words import DENIALS
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.person_names import unaccented
from graph_aria.domain.stems import words
from graph_aria.domain.word_forms import base

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

_NEGATIONS: Final = DENIALS | {"cannot", "t"}
"""Words that turn what is said; "t" is what is left of "don't"."""
_UNSPACED: Final = "\u2e80"
"""From here on scripts write without spaces between words."""

_STEADY: Final = 60
"""How little the first ranks of a list outweigh the later ones.

Source: Cormack, Clarke and Büttcher 2009, reciprocal rank fusion.
"""


def telling_words(asked: str) -> str:
    """The words that tell what is looked for; all of them if none does.

    >>> telling_words("Where does my brother live?"), telling_words("the who")
    ('brother live', 'the who')
    """
    return " ".join(content_words(asked) or _WORD.findall(asked))


def content_words(asked: str) -> tuple[str, ...]:
    """The words that tell what is meant, in order; empty if every memory may have them all.

    >>> content_words("that I live on Mars"), content_words("the who")
    (('live', 'Mars'), ())
    """
    return tuple(word for word in _WORD.findall(asked) if normalized(word) not in _EMPTY)


def holds_words(text: str, asked: str) -> bool:
    """Whether a text holds every word that tells what is meant, in any form.

    What is denied is only held by what denies it, and what is stated ("that I …") not by
    what denies it. Nothing holds words that tell nothing.

    >>> holds_words("The user lives in Ghent.", "where I am living in Ghent")
    True
    >>> holds_words("The user lives in Ghent.", "my address in Rome")
    False
    >>> holds_words("The user does not like tea.", "that I like tea")
    False
    """
    wanted = [word for word in content_words(asked) if normalized(word) not in _NEGATIONS]
    said, there = _forms(asked), _forms(text)
    denies, is_denied = not said.isdisjoint(_NEGATIONS), not there.isdisjoint(_NEGATIONS)
    if not wanted or (denies and not is_denied) or ("i" in said and is_denied and not denies):
        return False
    whole = unaccented(normalized(text))
    return all(
        base(folded) in there or (folded[0] >= _UNSPACED and folded in whole)
        for folded in (unaccented(normalized(word)) for word in wanted)
    )


def _forms(text: str) -> set[str]:
    """The words of a text, as they are and in their base forms."""
    folded = [unaccented(normalized(word)) for word in _WORD.findall(text)]
    return {form for word in folded for form in (word, base(word))}


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
