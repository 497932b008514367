"""What stands against two claims saying the same: grounds to exclude it, grounds to doubt it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

from graph_aria.domain.alignment import Alignment
from graph_aria.domain.attachment import has_swap, is_attached_alike
from graph_aria.domain.claims import Claim
from graph_aria.domain.function_words import (
    ADJUNCTS,
    ALTERING,
    BROAD_COUNTS,
    COMPLETED,
    FREQUENT_ADVERBS,
    INDEFINITE,
    TIMES,
    TURNING,
)
from graph_aria.domain.word_kin import are_apart

_WEAK_COUNTS: Final = frozenset({"1", "several"})
"""What "a" or a plural says just as well."""


class Ground(StrEnum):
    """What told most in a accord."""

    NOTHING = "nothing stands against it"
    MANNER = "one says how it is done"
    NEAR = "a word only may say the same"
    WIDER = "one uses a wider word"
    UNREAD = "at least one was not parsed"
    NEGATION = "one denies what the other says"
    NUMBERS = "numbers differ"
    NAMES = "names differ"
    ROLES = "who does what to whom differs"
    OPPOSITES = "words exclude each other"
    TIME = "time or certainty differs"
    DETAIL = "one says more"
    WORDS = "words have no counterpart"


@dataclass(frozen=True)
class Comparison:
    """Two claims with what stands for what.

    Attributes:
        one, other: the claims.
        alignment: of the one's terms with the other's.
    """

    one: Claim
    other: Claim
    alignment: Alignment

    @cached_property
    def extras(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Terms of either side that say something and have no counterpart."""
        return (
            tuple(i for i in self.alignment.left if not _is_light(i, self.one)),
            tuple(j for j in self.alignment.right if not _is_light(j, self.other)),
        )


def exclusion(comparison: Comparison) -> Ground | None:
    """Why the two cannot say the same; None if they can."""
    return _first(_EXCLUSIONS, comparison)


def doubt(comparison: Comparison) -> Ground | None:
    """Why the two may not say the same although they can; None if they do."""
    return _first(_DOUBTS, comparison)


_Test = tuple[Ground, Callable[[Comparison], bool]]


def _first(grounds: tuple[_Test, ...], comparison: Comparison) -> Ground | None:
    return next((reason for reason, holds in grounds if holds(comparison)), None)


def _denials_differ(it: Comparison) -> bool:
    return it.one.n_denials != it.other.n_denials


def _counts_exclude(it: Comparison) -> bool:
    one, other = it.one, it.other
    if one.numbers != other.numbers and one.numbers and other.numbers:
        return True
    counts = ((one.terms[i].numbers, other.terms[j].numbers) for i, j in it.alignment.pairs.items())
    return any(here and there and here != there for here, there in counts)


def _names_exclude(it: Comparison) -> bool:
    return any(it.one.terms[i].name for i in it.alignment.left) and any(
        it.other.terms[j].name for j in it.alignment.right
    )


def _has_opposites(it: Comparison) -> bool:
    ones, others = it.one.words - it.other.words, it.other.words - it.one.words
    return any(are_apart(word, another) for word in ones for another in others)


def _places_changed(it: Comparison) -> bool:
    return has_swap(it.one, it.other, it.alignment)


def _attached_otherwise(it: Comparison) -> bool:
    return not is_attached_alike(it.one, it.other, it.alignment)


def _moods_differ(it: Comparison) -> bool:
    one, other = it.one.terms, it.other.terms
    return any(one[i].moods != other[j].moods for i, j in it.alignment.pairs.items())


def _denies_elsewhere(it: Comparison) -> bool:
    """Whether what is denied here is not what is denied there, its doer aside.

    "No aunt smokes" denies what "The aunt doesn't smoke" denies.
    """
    pairs, back = it.alignment.pairs, it.alignment.back
    return not (_denials_met(it.one, it.other, pairs) and _denials_met(it.other, it.one, back))


def _denials_met(one: Claim, other: Claim, pairs: Mapping[int, int]) -> bool:
    for i, term in enumerate(one.terms):
        if not term.denied:
            continue
        near = {i} | {
            link.part if link.head == i else link.head
            for link in one.links
            if link.role == "subj" and i in {link.head, link.part}
        }
        if not any(other.terms[pairs[n]].denied for n in near if n in pairs):
            return False
    return True


def _has_lone_number(it: Comparison) -> bool:
    """Whether only one counts, and the other's plural does not leave the number open."""
    loose = set(it.one.numbers) ^ set(it.other.numbers)
    for i, j in it.alignment.pairs.items():
        here, there = it.one.terms[i], it.other.terms[j]
        if here.numbers != there.numbers and here.plural and there.plural:
            loose -= {n for n in (*here.numbers, *there.numbers) if n.isdigit()}
    return bool(loose - _WEAK_COUNTS)


def _has_lone_name(it: Comparison) -> bool:
    left, right = it.extras
    return any(it.one.terms[i].name for i in left) or any(it.other.terms[j].name for j in right)


def _has_other_words(it: Comparison) -> bool:
    """Whether both say something of their own: "slowly" is not "nervously" either."""
    return all(it.extras) or bool(it.alignment.left and it.alignment.right)


def _turns(it: Comparison) -> bool:
    """Whether only one has a word that turns what is said: "except", "if"."""
    return not TURNING.isdisjoint(it.one.words ^ it.other.words)


def _has_details(it: Comparison) -> bool:
    """Whether one says more than one word may add."""
    left, right = it.extras
    if len(left) + len(right) > 1:
        return True
    return any(not _describes(i, it.one) for i in left) or any(
        not _describes(j, it.other) for j in right
    )


def _narrows(it: Comparison) -> bool:
    """Whether to say more is to say less: "doesn't drink coffee", "doesn't drink it at night"."""
    says_more = bool(it.alignment.left or it.alignment.right or it.alignment.wider)
    turns = bool(it.one.n_denials) or not BROAD_COUNTS.isdisjoint(it.one.numbers)
    return says_more and turns


_EXCLUSIONS: Final[tuple[_Test, ...]] = (
    (Ground.NEGATION, _denials_differ),
    (Ground.NUMBERS, _counts_exclude),
    (Ground.NAMES, _names_exclude),
    (Ground.OPPOSITES, _has_opposites),
    (Ground.ROLES, _places_changed),
)
_DOUBTS: Final[tuple[_Test, ...]] = (
    (Ground.ROLES, _attached_otherwise),
    (Ground.TIME, _moods_differ),
    (Ground.NEGATION, _denies_elsewhere),
    (Ground.NUMBERS, _has_lone_number),
    (Ground.NAMES, _has_lone_name),
    (Ground.WORDS, _turns),
    (Ground.WORDS, _has_other_words),
    (Ground.DETAIL, _has_details),
    (Ground.DETAIL, _narrows),
)


def _is_light(at: int, claim: Claim) -> bool:
    """Whether a word can be left out without another claim: manner, "up", "someone"."""
    term = claim.terms[at]
    if term.name or term.numbers or term.denied:
        return False
    if term.key in INDEFINITE:
        return not any(link.head == at for link in claim.links)
    if term.key == "up":
        heads = {claim.terms[link.head].key for link in claim.links if link.part == at}
        return bool(heads) and heads <= COMPLETED
    is_manner = term.kind == "r" and term.key.endswith("ly") and term.key not in FREQUENT_ADVERBS
    return is_manner or term.key == "together"


def _describes(at: int, claim: Claim) -> bool:
    """Whether a word only adds to what is said.

    It describes a specific thing ("a black cat", not "black cats"), says whose it is, or
    where or with what something is done.
    """
    term = claim.terms[at]
    if term.key in ALTERING or term.key in TIMES or term.numbers or term.denied:
        return False
    links = [link for link in claim.links if at in {link.head, link.part}]
    if len(links) != 1 or links[0].part != at:
        return False
    head = claim.terms[links[0].head]
    if links[0].role in ADJUNCTS:
        return term.kind == "n" and head.kind == "v"
    is_looks = term.kind in {"a", "n", "v"} and head.kind == "n" and head.specific
    return links[0].role == "mod" and (is_looks or term.kind == "p")
