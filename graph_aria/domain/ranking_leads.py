"""From what searches brought to what is relevant, best first: several signals as one score."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from graph_aria.domain.asking import Asked
from graph_aria.domain.likeness import Likeness

WORTH: Final = 0.8
"""Strength from which the best lead is relevant at all, see `strength_of`."""

_MEANING: Final = 4.0
_WORDS: Final = 3.0
_NAMES: Final = 0.8
_TIME: Final = 2.0
_LENGTH: Final = 1.0
_BEFORE: Final = (0.8, 1.2)
_AFTER: Final = (0.8, 0.8)
"""How much each signal counts, each being from 0 to 1; beside it, meaning and words of the
neighbours before and after."""
_TOGETHER: Final = 0.4
"""Of the score of the best of a group, that counts for all of it: what was said in one sitting
is mostly about one thing.

Source: Callan 1994 and later work on passages: a passage and the whole that it is of are better
evidence together than either.
"""

_FEW_CHARS: Final = 10
_PLENTY_CHARS: Final = 300
_LEAST_SHARE: Final = 0.05
"""Of the weight of the words that are looked for, from which words are a signal."""
_LEAST_SIGNALS: Final = 2
_LOOKED_AT: Final = 5
"""Of the best, among which one must be strong."""
_LENT: Final = 0.9
"""Of a neighbour's cosine, that counts for what stands beside it."""
_RARE: Final = 50
"""Leads that the rarity of words is at least told by."""


@dataclass(frozen=True, slots=True)
class Lead:
    """Something that a search brought.

    Attributes:
        key: what it is; leads that are the same have the same key.
        near: its cosine with what is asked, 0 if it was not among the nearest.
        rank: its rank by words, 0 if it has none of them.
        bases: base forms of its words.
        n_chars: how long it is.
        names: share of the names that are asked about that it is about, 0 to 1.
        kin: it is about somebody or something that is tied to what is asked about.
        time: how well its time is the one that is asked about, 0 to 1; 0 if none is.
        before, after: keys of its neighbours in what was said, None if it has none.
        worth: what it counts for besides: a factor around 1.
        group: what was said together, None if it stands alone.
    """

    key: str
    near: float = 0.0
    rank: float = 0.0
    bases: frozenset[str] = frozenset()
    n_chars: int = 0
    names: float = 0.0
    kin: bool = False
    time: float = 0.0
    before: str | None = None
    after: str | None = None
    worth: float = 1.0
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A lead with how relevant it is.

    Attributes:
        score: orders, among the leads of one question.
        strength: comparable between questions, see `strength_of`.
        n_signals: how many independent ones speak for it: meaning, words, graph, time.
    """

    lead: Lead
    score: float
    strength: float
    n_signals: int


def rarities(asked: Asked, leads: Collection[Lead]) -> dict[str, float]:
    """How much each telling word weighs, by how few of the leads hold it; > 0.

    Searches bring what holds the rare words first, so that what none of the leads holds is
    nowhere, and what most hold is common.

    Source: Robertson and Zaragoza 2009, the weight of a term in BM25.
    """
    n_all = max(len(leads), _RARE)
    found = {}
    for word in asked.bases:
        n = sum(word in lead.bases for lead in leads)
        rarity = math.log(1 + (n_all - n + 0.5) / (n + 0.5))
        found[word] = rarity * (0.3 if word in asked.slight else 1.0)
    return found


def ranked(asked: Asked, leads: Sequence[Lead], likeness: Likeness | None) -> list[Ranked]:
    """Leads by how relevant they are, best first, ties by key.

    Args:
        asked: what is looked for.
        leads: each once, with the neighbours of the best among them.
        likeness: what cosines mean; None while there are none.
    """
    if not leads:
        return []
    weights = rarities(asked, leads)
    by_key = {lead.key: lead for lead in leads}
    nearest = max(lead.near for lead in leads)
    highest = max(lead.rank for lead in leads)
    # What is looked up for each of hundreds is worked out once.
    parts = {
        lead.key: (_part(lead.near, nearest), _part(lead.rank, highest)) for lead in by_key.values()
    }
    held = {lead.key: lead.bases.intersection(weights) for lead in by_key.values()}
    shares: dict[frozenset[str], float] = {}
    best: dict[str, float] = {}
    own: list[tuple[Lead, float, float, float]] = []
    for lead in leads:
        by_meaning, by_words = parts[lead.key]
        score = _MEANING * by_meaning + _WORDS * by_words
        words, near = held[lead.key], max(lead.near, 0.0)
        for key, (for_meaning, for_words) in ((lead.before, _BEFORE), (lead.after, _AFTER)):
            other = by_key.get(key) if key else None
            if other is not None:
                by_meaning, by_words = parts[other.key]
                score += for_meaning * by_meaning
                score += for_words * by_words
                words = words | held[other.key]
                near = max(near, _LENT * other.near)
        score += _NAMES * max(lead.names, 0.5 * lead.kin) + _TIME * lead.time
        score += _LENGTH * math.log((min(lead.n_chars, _PLENTY_CHARS) + _FEW_CHARS) / _FEW_CHARS)
        score *= lead.worth
        if words not in shares:
            shares[words] = _share(weights, words)
        own.append((lead, score, near, shares[words]))
        group = lead.group or lead.key
        best[group] = max(score, best.get(group, 0.0))
    found = [
        Ranked(
            lead,
            # What the best of its group lends it; what stands alone is its own best.
            score + _TOGETHER * best[lead.group or lead.key],
            strength_of(near, share, likeness),
            _n_signals(lead, near, share, likeness),
        )
        for lead, score, near, share in own
    ]
    return sorted(found, key=lambda one: (-one.score, one.lead.key))


def relevant(found: Sequence[Ranked], *, asks_for_time_alone: bool = False) -> list[Ranked]:
    """Those of some leads that are relevant, in their order; none if the best is too weak.

    Args:
        found: best first.
        asks_for_time_alone: a time is asked about and nothing else; then what is of that time
            is relevant. Where something else is asked about too, what is of that time is, or, if
            nothing of that time is, what is of another: people say "last year" for much.

    Source: design, section 6: two independent signals and an absolute floor.
    """
    if asks_for_time_alone:
        return [one for one in found if one.lead.time == 1.0]
    then = [one for one in found if one.lead.time]
    return _sure(then) or _sure(found)


def _sure(found: Sequence[Ranked]) -> list[Ranked]:
    """Those for which two signals speak; none if the best is too weak."""
    sure = [one for one in found if one.n_signals >= _LEAST_SIGNALS]
    if max((one.strength for one in sure[:_LOOKED_AT]), default=0.0) < WORTH:
        return []
    return sure


def seated(
    found: Sequence[Ranked], seats: Iterable[tuple[Collection[str], int]], *, limit: int
) -> list[Ranked]:
    """The best of some leads, with seats for kinds that the others would crowd out.

    Args:
        found: best first.
        seats: the keys of a kind, and how many of its best are in at least.
        limit: most of them, > 0.

    Returns:
        At most `limit`, in the order of `found`.
    """
    kept: dict[str, Ranked] = {}
    for keys, n in seats:
        kept |= {one.lead.key: one for one in [each for each in found if each.lead.key in keys][:n]}
    for one in found:
        if len(kept) >= limit:
            break
        kept[one.lead.key] = one
    return [one for one in found if one.lead.key in kept][:limit]


def strength_of(near: float, share: float, likeness: Likeness | None) -> float:
    """How strongly signals speak for a lead, whatever else was found, 0 to 2.

    Args:
        near: its cosine with what is asked, or somewhat less than its neighbours' one.
        share: of the weight of the telling words, that it or its neighbours hold, 0 to 1.
        likeness: what cosines mean; None while there are none.
    """
    return share + (0.0 if likeness is None else _meaning(near, likeness))


def _meaning(near: float, likeness: Likeness) -> float:
    """A cosine as a share: 0 where it says nothing, 1 where two may say the same."""
    least = likeness.related / 2
    return min(1.0, max(0.0, (near - least) / max(likeness.review - least, 1e-9)))


def _n_signals(lead: Lead, near: float, share: float, likeness: Likeness | None) -> int:
    return (
        int(likeness is not None and near >= likeness.related)
        + int(share >= _LEAST_SHARE)
        # Without an embedder, words that stand together say more than each of them.
        + int(likeness is None and share >= WORTH)
        + int(lead.names > 0 or lead.kin)
        + int(lead.time > 0)
    )


def _share(weights: Mapping[str, float], held: Collection[str]) -> float:
    whole = sum(weights.values())
    return sum(weight for word, weight in weights.items() if word in held) / whole if whole else 0.0


def _part(value: float, most: float) -> float:
    return value / most if most > 0 and value > 0 else 0.0
