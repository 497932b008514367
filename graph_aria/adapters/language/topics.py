"""Topics that an entry is about without naming them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.draft import Found
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.matching import Match

_MOST: Final = 4
"""Most topics that one entry is taken to be about without naming them."""

_CLEAR: Final = 2
"""Points of a plain hint; an inferred topic needs as many."""

_WEAK: Final = word_set("topics.weak")
"""Words that point to a topic only together with another one."""


def read_topics(draft: Draft, matches: list[Match]) -> None:
    """Add the topics that the words point to, unless they are named; at most four."""
    named = {mention.name for mention in draft.found if mention.kind is Kind.TOPIC}
    score: Counter[str] = Counter()
    where: dict[str, Match] = {}
    seen: set[tuple[str, str]] = set()
    for match in sorted(matches, key=lambda match: match.first):
        word = draft.parse.words[match.last]
        if draft.quoted[match.first]:
            continue
        for sense in match.senses:
            if sense.family != "hint" or sense.name in named or (sense.name, word.lemma) in seen:
                continue
            seen.add((sense.name, word.lemma))
            score[sense.name] += 1 if {word.lemma, word.lower} & _WEAK else _CLEAR
            where.setdefault(sense.name, match)
    for topic, points in score.most_common(_MOST):
        if points < _CLEAR:
            break
        match = where[topic]
        draft.add(
            Found(match.first, match.last, match.last, topic, Kind.TOPIC, "topic:hint", named=False)
        )
