"""What merely comes up together: a weak relation between the most salient entities."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Final

from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft

MOST: Final = 6
"""Most entities of an entry between which co-occurrence is noted."""

_RANK: Final = dict.fromkeys(Kind, 2) | {
    Kind.PERSON: 3,
    Kind.ACTIVITY: 3,
    Kind.CONDITION: 3,
    Kind.GOAL: 3,
    Kind.PLACE: 1,
    Kind.TOPIC: 1,
}
"""How much a kind says about a life, where nothing else decides."""


def relate_salient(draft: Draft) -> None:
    """Add RELATED_TO between the six most salient entities that nothing else joins.

    Salient is what is said most often, then what is in more relations, then by kind, then
    what comes first. What is denied, somebody else's or only inferred does not count.
    """
    joined: set[frozenset[str]] = set()
    degree: Counter[str] = Counter()
    for fact in draft.facts():
        ends = (draft.key(fact.subject), draft.key(fact.object))
        joined.add(frozenset(ends))
        degree.update(ends)
    joined.update(
        frozenset((draft.key(said.one), draft.key(said.other))) for said in draft.identities
    )
    count: Counter[str] = Counter()
    first: dict[str, int] = {}
    for index, mention in enumerate(draft.found):
        if not mention.live or not mention.named or mention.negated or not mention.of_user:
            continue
        key = draft.key(index)
        count[key] += 1
        if key not in first or mention.first < draft.found[first[key]].first:
            first[key] = index
    ranked = sorted(
        first,
        key=lambda key: (
            -count[key],
            -degree[key],
            -_RANK[draft.kind(first[key])],
            draft.found[first[key]].first,
        ),
    )[:MOST]
    for one, other in combinations(
        sorted(ranked, key=lambda key: draft.found[first[key]].first), 2
    ):
        if frozenset((one, other)) in joined:
            continue
        left, right = draft.found[first[one]], draft.found[first[other]]
        draft.state(
            first[one],
            Predicate.RELATED_TO,
            first[other],
            words=(min(left.first, right.first), max(left.last, right.last)),
            rule="together:salient",
        )
