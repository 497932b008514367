"""Where somebody was: a named or public place in a clause about the past."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.relations import is_worth_a_visit, quote_around, subjects_of
from graph_aria.adapters.language.stance import stance_of
from graph_aria.domain.reading import USER, Polarity, Tense
from graph_aria.domain.vocabulary import Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

_THERE: Final = frozenset({"at", "in", "to", "into", "around", "inside"})
_NOT_THERE: Final = word_set("visits.not_there")
"""Verbs whose "in" and "at" say something else than where one was."""

_OUT: Final = frozenset({"go", "spend", "be", "stay", "come"})
_NOMINAL: Final = frozenset({"dobj", "pobj", "attr"})
_DEEPEST: Final = 3


def read_visits(draft: Draft) -> None:
    """Add VISITED for places where the subject of a clause in the past was."""
    parse = draft.parse
    for word in parse.words:
        if draft.quoted[word.i]:
            continue
        if word.dep == "prep" and word.lower in _THERE:
            place = parse.kid(word, "pobj")
        elif word.dep in {"advmod", "npadvmod"} and word.i in draft.latent:
            place = word
        else:
            continue
        verb = _verb_above(parse, word)
        if place is None or verb is None or verb.lemma in _NOT_THERE:
            continue
        stance = stance_of(parse, verb)
        if stance.polarity is not Polarity.ASSERTED or stance.tense is not Tense.PAST:
            continue
        for index in refer(draft, place):
            if index == USER or not is_worth_a_visit(draft, index):
                continue
            words = quote_around(draft, verb, index)
            for subject in subjects_of(draft, verb):
                draft.state(
                    subject,
                    Predicate.VISITED,
                    index,
                    words=words,
                    rule="visit:past",
                    stance=stance,
                )


def _verb_above(parse: Parse, word: Word) -> Word | None:
    """The finite verb in the past that a phrase hangs on, directly or below its object."""
    for _ in range(_DEEPEST):
        head = parse.head(word)
        if head.tag == "VBD":
            return head
        if head.tag == "VBG" and head.dep in {"xcomp", "advcl"}:
            above = parse.head(head)  # "went hiking in the Dolomites"
            return above if above.tag == "VBD" and above.lemma in _OUT else None
        if head.dep not in _NOMINAL and head.dep != "prep":
            return None
        word = head
    return None
