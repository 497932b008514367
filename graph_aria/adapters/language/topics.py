"""Topics that an entry is about: named, pointed to by words, or told by what it means."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from graph_aria.adapters.language.draft import Found
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.prototypes import NO_TOPIC
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.matching import Match
    from graph_aria.adapters.language.told import Told

_MOST: Final = 4
"""Most topics that one entry is taken to be about without naming them."""

_CLEAR: Final = 2
"""Points of a plain hint; an inferred topic needs as many."""

_WEAK: Final = word_set("topics.weak")
"""Words that point to a topic only together with another one."""

_TOLD: Final = 0.6
"""Chance from which a topic is read in an entry that has no word for it.

At 0.6 four in five of the topics so read were ticked by an entry's writer, at 0.5 three in
four, at 0.2 every second one (Lemotif).
"""

_LEANS: Final = 0.2
"""Chance from which an entry leans to a topic, which is then among the last of its topics."""

_LEAST_TOLD: Final = 0.02
"""Chance below which no difference is made: words decide."""

_PER_WORD: Final = 0.4
_MOST_WORDS: Final = 3
_PER_NAME: Final = 0.5
_MOST_NAMES: Final = 2


@dataclass(slots=True)
class _Words:
    """What the words of an entry say about its topics.

    Attributes:
        points: by topic, of the words that point to it.
        n_words, n_names: by topic, how many different words point to it and name it.
        where: by topic, the first word that points to it.
    """

    points: Counter[str] = field(default_factory=Counter)
    n_words: Counter[str] = field(default_factory=Counter)
    n_names: Counter[str] = field(default_factory=Counter)
    where: dict[str, Match] = field(default_factory=dict)


def read_topics(draft: Draft, matches: list[Match], told: Told | None = None) -> tuple[str, ...]:
    """Add the topics that are not named: those that words point to, and those that are told.

    Args:
        draft: the entry, with the topics that are named.
        matches: what the lists know of its words.
        told: what it tells by its meaning, if that is known.

    Returns:
        All its topics, what it is most about first; among them those that it only leans to,
        for which there is no mention.
    """
    words = _count(draft, matches)
    named = {mention.name for mention in draft.found if mention.kind is Kind.TOPIC and mention.live}
    read = dict.fromkeys(sorted(named))
    for topic, points in words.points.most_common():
        if points < _CLEAR or len(read) >= _MOST + len(named):
            break
        if topic not in named:
            match = words.where[topic]
            read[topic] = None
            draft.add(
                Found(
                    match.first, match.last, match.last, topic, Kind.TOPIC, "topic:hint",
                    named=False,
                )
            )  # fmt: skip
    if told is not None and told.topics:
        least = max(_LEANS, told.topics[NO_TOPIC])
        for topic, chance in told.topics.items():
            if chance < least or topic in read or topic == NO_TOPIC:
                continue
            read[topic] = None
            if chance < _TOLD:
                continue
            first, last = told.where[topic]
            draft.found.append(
                Found(first, last, last, topic, Kind.TOPIC, f"prototype:{topic}", named=False)
            )
    return tuple(sorted(read, key=lambda topic: -_salience(topic, words, told)))


def _count(draft: Draft, matches: list[Match]) -> _Words:
    words = _Words()
    seen: set[tuple[str, str, str]] = set()
    for match in sorted(matches, key=lambda match: match.first):
        if draft.quoted[match.first]:
            continue
        word = draft.parse.words[match.last]
        for sense in match.senses:
            key = (sense.family, sense.name, word.lemma)
            if key in seen:
                continue
            seen.add(key)
            if sense.family == "topic":
                words.n_names[sense.name] += 1
            elif sense.family == "hint":
                words.n_words[sense.name] += 1
                words.points[sense.name] += 1 if {word.lemma, word.lower} & _WEAK else _CLEAR
                words.where.setdefault(sense.name, match)
    return words


def _salience(topic: str, words: _Words, told: Told | None) -> float:
    """How much an entry is about a topic: log-odds by meaning, more for each word."""
    chance = max(_LEAST_TOLD, told.topics.get(topic, 0.0)) if told is not None else 1.0
    return (
        float(np.log(chance))
        + _PER_WORD * min(_MOST_WORDS, words.n_words[topic])
        + _PER_NAME * min(_MOST_NAMES, words.n_names[topic])
    )
