"""How two memories are held against each other: whether they say the same, or one excludes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from graph_aria.domain.claims import Claim
from graph_aria.domain.guard import compare
from graph_aria.domain.likeness import Likeness
from graph_aria.domain.memories import Memory, MemoryKind
from graph_aria.domain.memory_history import LinkKind
from graph_aria.domain.memory_sources import words_key
from graph_aria.domain.milestones import ONE_MILESTONE, OTHER_DATE, TWO_MILESTONES, Fit, fit
from graph_aria.domain.objections import Ground
from graph_aria.domain.sameness import FAR, Likening, Sameness, decided
from graph_aria.domain.slots import OTHER_VALUE
from graph_aria.domain.stems import stem

SAME_WORDS: Final = "the same words"
OPPOSITE: Final = "says the opposite of the same"
OTHER_DOING: Final = "says another doing of the same"
_ATTITUDES: Final = frozenset(
    map(
        stem,
        ("love", "like", "enjoy", "adore", "want", "trust", "hate", "dislike", "detest",
         "loathe", "despise", "mistrust", "distrust", "fear", "avoid"),
    )
)  # fmt: skip
"""Verbs of which nobody has two of one thing at the same time."""
_SHIFTING: Final = frozenset({"long", "longer", "anymore", "more", "any"})

_EXCLUDING: Final = frozenset({Ground.NEGATION, Ground.OPPOSITES})


@dataclass(frozen=True, slots=True)
class Bearings:
    """How sentences are compared.

    Attributes:
        likeness: what the embedder's cosines mean.
        cosine: of the vectors of two texts; None while one has no vector.
        claim: what a text claims; without terms if it could not be parsed.
    """

    likeness: Likeness
    cosine: Callable[[str, str], float | None]
    claim: Callable[[str], Claim]


def judge(new: Memory, one: Memory, bearings: Bearings) -> Likening:  # noqa: PLR0911 - a ladder
    """Whether two memories say the same.

    Milestones do by what they are, whose and when, see `milestones.fit`. Of others equal words
    do, and equal values of one slot, whatever their vectors; different values of one slot do
    not. Else likeness and guard decide; without vectors nothing is the same.
    """
    how = fit(new, one)
    if how is not None:
        return _MILESTONES[how]
    if words_key(new.text) == words_key(one.text):
        return Likening(Sameness.SAME, SAME_WORDS)
    if new.slot is not None and new.slot == one.slot:
        is_same = new.value == one.value
        return (
            Likening(Sameness.SAME, SAME_WORDS)
            if is_same
            else Likening(Sameness.DIFFERENT, OTHER_VALUE)
        )
    claims = bearings.claim(new.text), bearings.claim(one.text)
    if are_denials(*claims):
        return Likening(Sameness.DIFFERENT, Ground.NEGATION)
    cosine = bearings.cosine(new.text, one.text)
    if cosine is None or cosine < bearings.likeness.review:
        return Likening(Sameness.DIFFERENT, FAR)
    accord = compare(*claims)
    if accord.reason in _EXCLUDING and (verbs := _verbs_that_differ(*claims)):
        # Who walks in the park may run there as well; who loves it does not hate it.
        told = OPPOSITE if verbs <= _ATTITUDES else OTHER_DOING
        return Likening(Sameness.DIFFERENT, told)
    decision = decided(cosine, accord, bearings.likeness)
    if decision.reason in _EXCLUDING:
        # They lie close and exclude each other, but not plainly: somebody must look.
        return Likening(Sameness.UNCLEAR, decision.reason)
    return decision


_MILESTONES: Final = {
    Fit.ONE: Likening(Sameness.SAME, ONE_MILESTONE),
    Fit.OPEN: Likening(Sameness.UNCLEAR, OTHER_DATE),
    Fit.TWO: Likening(Sameness.DIFFERENT, TWO_MILESTONES),
}


def are_denials(one: Claim, other: Claim) -> bool:
    """Whether one claim says in the same words what the other denies.

    Words that only shift with the denial ("does", "no longer", "anymore") do not count.
    """
    if not one.terms or one.n_denials % 2 == other.n_denials % 2:
        return False
    return _keys(one) == _keys(other)


def _keys(claim: Claim) -> list[str]:
    return sorted(term.key for term in claim.terms if term.key not in _SHIFTING)


def _verbs_that_differ(one: Claim, other: Claim) -> frozenset[str]:
    """The two verbs where nothing else differs, as in "loves tea", "hates tea"; else none."""
    here, there = ({term.key: term.kind for term in claim.terms} for claim in (one, other))
    mine = {key: kind for key, kind in here.items() if key not in there.keys() | _SHIFTING}
    theirs = {key: kind for key, kind in there.items() if key not in here.keys() | _SHIFTING}
    if list(mine.values()) != ["v"] or list(theirs.values()) != ["v"]:
        return frozenset()
    return frozenset(mine) | frozenset(theirs)


def standing_between(one: Memory, other: Memory, bearings: Bearings) -> tuple[LinkKind, str]:
    """How two memories stand to each other by their words alone, and what told it.

    VOID where neither stands against the other, and where their slot tells it anyhow; not so
    for a correction, which outranks what only came later.
    """
    decision = judge(one, other, bearings)
    if decision.reason == OTHER_VALUE and MemoryKind.CORRECTION not in {one.kind, other.kind}:
        return LinkKind.VOID, decision.reason
    if excludes(one, other, decision, bearings):
        return LinkKind.EXCLUDES, decision.reason
    if decision.sameness is Sameness.UNCLEAR and (one.slot is None or other.slot is None):
        return LinkKind.UNCLEAR, decision.reason
    return LinkKind.VOID, decision.reason


def excludes(one: Memory, other: Memory, decision: Likening, bearings: Bearings) -> bool:
    """Whether of two memories, held against each other as `judge` says, only one can hold."""
    if fit(one, other) is not None:
        return False
    return decision.reason in {OTHER_VALUE, OPPOSITE} or are_denials(
        bearings.claim(one.text), bearings.claim(other.text)
    )
