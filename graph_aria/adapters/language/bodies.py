"""Pain by its place: "my back has been hurting", "a pain in my knee"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.draft import FREE, Found
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.relations import quote_around
from graph_aria.adapters.language.stance import MY, stance_of
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Word

_PARTS: Final = word_set("bodies.parts")
_HURTING: Final = word_set("bodies.hurting")
_PAINING: Final = word_set("bodies.paining")
_NAMES: Final = {
    "head": "Headache",
    "throat": "Sore throat",
    "stomach": "Stomach ache",
    "belly": "Stomach ache",
    "tummy": "Stomach ache",
    "tooth": "Toothache",
    "teeth": "Toothache",
}
"""Pains that have a name of their own; the others are called by their place."""


def read_bodies(draft: Draft) -> None:
    """Add the user's pain where a part of the body hurts."""
    parse = draft.parse
    for word in parse.words:
        if word.lower not in _PARTS or draft.owner[word.i] != FREE or draft.quoted[word.i]:
            continue
        owner = parse.kid(word, "poss")
        if owner is None or owner.lower not in MY:
            continue
        verb = _hurting(draft, word)
        if verb is None:
            continue
        name = _NAMES.get(word.lower, f"{word.lemma.capitalize()} pain")
        index = draft.add(Found(word.i, word.i, word.i, name, Kind.CONDITION, "condition:body"))
        draft.state(
            USER,
            Predicate.HAS_CONDITION,
            index,
            words=quote_around(draft, verb, index),
            rule="state:body",
            stance=stance_of(parse, verb),
        )


def _hurting(draft: Draft, word: Word) -> Word | None:
    """The verb that says that a part hurts, or that its pain is there; None if nothing does."""
    parse = draft.parse
    head = parse.head(word)
    if word.dep == "nsubj" and head.tag.startswith("V"):
        inner = parse.kid(head, "xcomp") or head
        return head if {head.lemma, inner.lemma} & _HURTING else None
    if word.dep == "pobj" and head.lower == "in" and parse.head(head).lower in _PAINING:
        pain = parse.head(head)
        return parse.head(pain) if parse.head(pain).tag.startswith("V") else pain
    return None
