"""Finding the phrases of the word lists in a parse, in one pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graph_aria.adapters.language.lexicon import PhraseNode, Sense, phrases

if TYPE_CHECKING:
    from graph_aria.adapters.language.parse import Parse, Word


@dataclass(frozen=True, slots=True)
class Match:
    """A phrase of a list in the text: its words, both ends included, and its senses."""

    first: int
    last: int
    senses: tuple[Sense, ...]


def find_phrases(parse: Parse) -> list[Match]:
    """All phrases of all lists, longest first, then in order; they may overlap.

    A word counts as written (in lower case) or in its base form; phrases do not cross a
    sentence end.
    """
    root = phrases()
    words = parse.words
    matches: list[Match] = []
    for begin, end in parse.sentences:
        for first in range(begin, end):
            word = words[first]
            node = root.get(word.lower)
            if node is not None:
                _follow(words, first, end, node, matches)
            if word.lemma != word.lower:
                node = root.get(word.lemma)
                if node is not None:
                    _follow(words, first, end, node, matches)
    matches.sort(key=lambda match: match.first - match.last)
    return _without_idioms(matches)


def _without_idioms(matches: list[Match]) -> list[Match]:
    """Drop idioms and whatever lies within one."""
    idioms = [match for match in matches if any(sense.family == "idiom" for sense in match.senses)]
    if not idioms:
        return matches
    inside = {i for idiom in idioms for i in range(idiom.first, idiom.last + 1)}
    return [
        match for match in matches
        if not (match.first in inside and match.last in inside)
    ]  # fmt: skip


def _follow(
    words: list[Word], first: int, end: int, node: PhraseNode, matches: list[Match]
) -> None:
    """Walk the tree of phrases from a first word on."""
    at = first
    step = node
    while True:
        senses = step.senses
        if senses:
            matches.append(Match(first, at, senses))
        at += 1
        if at >= end or not step:
            return
        following = step.get(words[at].lower)
        if following is None and words[at].lemma != words[at].lower:
            following = step.get(words[at].lemma)
        if following is None:
            return
        step = following
