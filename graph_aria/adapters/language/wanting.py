"""What a clause only wants, plans or likes to be so: "I want to visit", "I'd love to paint"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import stance_of
from graph_aria.domain.reading import Polarity, Tense
from graph_aria.domain.vocabulary import Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Stance
    from graph_aria.adapters.language.parse import Parse, Word

EMBEDDING: Final[dict[str, Predicate]] = {
    "want": Predicate.WANTS,
    "wish": Predicate.WANTS,
    "hope": Predicate.WANTS,
    "dream": Predicate.WANTS,
    "plan": Predicate.PLANS,
    "intend": Predicate.PLANS,
    "decide": Predicate.PLANS,
    "aim": Predicate.PLANS,
    "go": Predicate.PLANS,
    "mean": Predicate.PLANS,
    "like": Predicate.LIKES,
    "love": Predicate.LIKES,
    "hate": Predicate.DISLIKES,
}
"""Verbs in front of "to" and what they say of what follows."""

_AIMS: Final = word_set("wanting.aims")
_ABLE: Final = frozenset({"able", "free", "ready"})
_WOULD: Final = frozenset({"would", "'d"})


@dataclass(frozen=True, slots=True)
class Wanted:
    """How the governing verb stands to what its complement says.

    Attributes:
        predicate: WANTS, PLANS, LIKES or DISLIKES.
        governor: the verb that says so.
        stance: how that verb stands to the truth.
    """

    predicate: Predicate
    governor: Word
    stance: Stance


def _aimed_at(parse: Parse, governor: Word) -> Predicate | None:
    """What "my goal is to …", "our plan was to …" say of what follows."""
    aim = parse.kid(governor, "nsubj") if governor.lemma == "be" else None
    if aim is None or aim.lower not in _AIMS:
        return None
    return Predicate.PLANS if aim.lemma == "plan" else Predicate.WANTS


def is_carried_out(wanted: Wanted) -> bool:
    """Whether a decision of the past was most likely carried out: "decided to work out"."""
    stance = wanted.stance
    decided = wanted.governor.lemma == "decide" and stance.tense is Tense.PAST
    return decided and stance.polarity is Polarity.ASSERTED


def wanted_by(parse: Parse, verb: Word) -> Wanted | None:
    """Tell whether a verb stands only under "want to", "plan to", "like to" and their like."""
    if verb.dep == "conj" and verb.tag == "VB":
        first = parse.head(verb)
        verb = first if first.tag == "VB" and parse.kid(verb, "nsubj") is None else verb
    governor = parse.head(verb)
    if governor.lower in _ABLE and governor.dep in {"acomp", "xcomp"}:
        verb = parse.head(governor)  # "I hope to be able to walk"
        governor = parse.head(verb)
    predicate = EMBEDDING.get(governor.lemma) or _aimed_at(parse, governor)
    if predicate is None or verb.tag != "VB" or verb.dep not in {"xcomp", "ccomp"}:
        return None
    if governor.lemma == "go" and governor.tag != "VBG":
        return None
    stance = stance_of(parse, governor)
    if predicate is Predicate.LIKES and any(
        kid.lower in _WOULD for kid in parse.kids(governor, "aux")
    ):
        predicate = Predicate.WANTS  # "I'd love to": a wish, not a taste
        if stance.polarity is Polarity.HYPOTHETICAL:
            stance = replace(stance, polarity=Polarity.ASSERTED)
    return Wanted(predicate, governor, stance)
