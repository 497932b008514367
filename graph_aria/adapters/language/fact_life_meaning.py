"""Focus and milestones by the meaning of a sentence, where no rule found one.

People tell these by the way: "C1 certificate in hand", "took the violin back to the hire shop".
No rule puts such a sentence in other words, so what is remembered are the user's own, with the day.

Source: docs/decisions/033-a-life-by-its-meaning.md
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from graph_aria.adapters.language.fact_life import has_been, span_of, whose_of
from graph_aria.adapters.language.fact_life_open import Sentence, is_person, open_sentences
from graph_aria.adapters.language.fact_life_phrases import NOT_ON, key_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.lives import (
    CLOSE,
    FOCUS_DONE,
    FOCUS_DROPPED,
    FOCUS_ON,
    MINE,
    Lives,
    Telling,
)
from graph_aria.adapters.language.prototypes import Prototypes
from graph_aria.domain.focus_told import key_words
from graph_aria.domain.memories import LIFE_KINDS, Category, MemoryKind
from graph_aria.domain.own_words import own_words

if TYPE_CHECKING:
    from datetime import date

    from numpy.typing import NDArray

    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.domain.reading import ReadDate

_ODDS: Final = {FOCUS_ON: 0.2, FOCUS_DONE: 0.3, FOCUS_DROPPED: 0.1, MINE: 0.35, CLOSE: 0.3}
"""From which odds on a sentence is taken to tell something of a life."""

_ODDS_BESIDE: Final = 0.5
"""The same beside a sentence that tells one already, and goes on about it."""

_LEAD: Final = {FOCUS_ON: 0.85, FOCUS_DONE: 0.6, FOCUS_DROPPED: 0.7, MINE: 0.8, CLOSE: 0.9}
"""How far its kind must be ahead. Chosen with the odds for a precision of 0.95 by
cross-validation over `lexicon/life.tsv`, and on the texts of `tests/quality/life*.jsonl`."""

_CLEAR: Final = 0.2
"""How far it must be ahead of a kind that it might be as well, as a change and what is finished."""

_MOST_SENTENCES: Final = 60
"""Sentences of one entry that are looked at; each costs milliseconds."""

_MOST: Final = 3
"""Most of one entry that are taken by their meaning, the likeliest."""

_STANDS: Final = {FOCUS_ON: "on", FOCUS_DONE: "done", FOCUS_DROPPED: "dropped"}
_AHEAD: Final = re.compile(
    r"\b(?:will|shall|tomorrow|tonight|next (?:week|month|year|spring|summer|autumn|winter|"
    r"\w+day))\b|['’]ll\b",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(r"\b(?:not|never|nobody|without)\b|n['’]?t\b", re.IGNORECASE)
_HABIT: Final = re.compile(
    r"\b(?:once|twice|times) (?:a|per) (?:day|week|month|year)\b|\b(?:usually|always|most days)\b|"
    r"\bevery (?:\w+ )?(?:day|morning|evening|night|week|weekend|month|summer|winter|\w+day)\b",
    re.IGNORECASE,
)
_VAGUE: Final = (
    word_set("arguments.vague") | word_set("arguments.more_vague") | word_set("arguments.measures")
    | word_set("arguments.amounts")
    | frozenset({"hand", "moment", "life", "month", "week", "wks", "wk", "year", "day", "morning",
                 "evening", "box", "hour", "minute", "door", "update", "news"})
)  # fmt: skip
"""What no focus is about, whatever is done to it."""

_FROM_THEN_ON: Final = re.compile(r"\b(?:since|for the (?:past|last))\b", re.IGNORECASE)
"""With it a habit is something that goes on: "revising every single day since Easter"."""

_BY_TOPIC: Final = {
    "Health": Category.HEALTH, "Love": Category.ROMANCE, "Money": Category.MONEY,
    "Work": Category.WORK, "Home": Category.HOME, "Learning": Category.STUDY,
}  # fmt: skip
_GUARDED: Final = frozenset({Category.HEALTH, Category.ROMANCE, Category.MONEY})
_PERHAPS: Final = 0.2
"""From this chance on a sentence is taken to be about what is told to few only."""

_LIKELY: Final = 0.6


@dataclass(slots=True)
class Meaning:
    """What looks at meanings in one entry.

    Attributes:
        lives: tells what sentences tell of a life.
        prototypes: tells what they are about.
        text: the entry as it was written.
        vectors: of what was looked at already.
    """

    lives: Lives
    prototypes: Prototypes
    text: str
    vectors: dict[str, NDArray[np.float32]] = field(default_factory=dict)

    def of(self, sentences: list[str]) -> NDArray[np.float32]:
        """Their vectors, those that are new looked up; shape (n, dimension)."""
        new = [one for one in dict.fromkeys(sentences) if one not in self.vectors]
        self.vectors.update(zip(new, self.lives.embed(new), strict=True))
        return np.array([self.vectors[one] for one in sentences])


def read_by_meaning(facts: Facts, meaning: Meaning) -> None:
    """Add what sentences tell of a life in which rules found nothing of it.

    Args:
        facts: what was found so far; all rules come before.
        meaning: what looks at meanings.
    """
    stated = list(open_sentences(facts, meaning.text))
    worth = meaning.lives.may_tell([one.text for one in stated])
    sentences = [one for one, is_so in zip(stated, worth, strict=True) if is_so][:_MOST_SENTENCES]
    if not sentences:
        return
    texts = [one.text for one in sentences]
    vectors = meaning.of(texts)
    found = [
        (told.odds, one, told, vector)
        for one, told, vector in zip(
            sentences, meaning.lives.tell(texts, vectors), vectors, strict=True
        )
        if _is_taken(told)
    ]
    taken = 0
    for odds, one, told, vector in sorted(found, key=lambda each: -each[0]):
        kind = _kind(one, told)
        is_enough = odds >= _ODDS_BESIDE or not _is_beside(facts, one)
        if kind is not None and is_enough and taken < _MOST:
            taken += _add(facts, meaning, one, kind, vector)


def _is_taken(told: Telling) -> bool:
    """Whether it is sure enough that something is told, and what."""
    is_told = told.odds >= _ODDS[told.kind]
    return is_told and told.lead >= _LEAD[told.kind] and told.clear >= _CLEAR


def _is_beside(facts: Facts, one: Sentence) -> bool:
    """Whether the sentence before or after tells a focus or a milestone."""
    words, number = facts.parse.words, facts.parse.words[one.first].sentence
    return any(
        abs(words[facts.parse.word_at(found.start)].sentence - number) == 1
        for found in facts.found.values()
        if found.kind in LIFE_KINDS
    )


def _kind(one: Sentence, told: Telling) -> str | None:
    """What a sentence tells, if of whom and of when it speaks fits that."""
    kind = told.kind
    if kind == MINE and one.near is not None and not one.is_of_user:
        kind = CLOSE  # who it is of is told by its subject, not by its meaning
    if (one.near is None) if kind == CLOSE else (not one.is_of_user):
        return None
    if kind in {FOCUS_DONE, MINE, CLOSE} and _DENIED.search(one.text):
        return None
    if kind != FOCUS_ON:
        return None if _AHEAD.search(one.text) else kind
    is_habit = _HABIT.search(one.text) is not None and _FROM_THEN_ON.search(one.text) is None
    return None if is_habit else kind


def _add(
    facts: Facts, meaning: Meaning, one: Sentence, kind: str, vector: NDArray[np.float32]
) -> bool:
    """Add what a sentence tells; whether it was added."""
    n_before = len(facts.found)
    span = (one.first, one.last)
    says = own_words(one.text, facts.said_on)
    day = _day_of(facts, one)
    category = _category(meaning, vector)
    if kind in _STANDS:
        since = _since(facts, one) if kind == FOCUS_ON else None
        until = day.last_on if day is not None and kind != FOCUS_ON else None
        facts.add(
            says, span, "focus-meaning", kind=MemoryKind.FOCUS,
            category=category or Category.GOALS, importance=0.7, significance=0.4, confidence=0.7,
            valid=(since, until), slot=f"focus|{_key(facts, one)}", value=_STANDS[kind],
        )  # fmt: skip
        return len(facts.found) > n_before
    who = None if one.near is None else facts.words.person(one.near)
    is_mine = who is None or kind == MINE
    near = Category.FRIENDS if who is not None and " friend" in who else Category.FAMILY
    whose = "user" if is_mine or who is None else whose_of(who)
    facts.add(
        says, span, "milestone-meaning", kind=MemoryKind.MILESTONE,
        category=(category or Category.EVENTS) if is_mine else near,
        importance=0.75 if is_mine else 0.6, significance=0.7 if is_mine else 0.5, confidence=0.7,
        valid=span_of(day), slot=f"milestone|{_what(one)}|{whose}", value="",
    )  # fmt: skip
    return len(facts.found) > n_before


def _category(meaning: Meaning, vector: NDArray[np.float32]) -> Category | None:
    """What part of a life it is about; what is told to few only is kept so where it may be that."""
    topics = meaning.prototypes.leanings(vector[None, :])[0].topics
    chances = dict(zip(meaning.prototypes.topics, map(float, topics), strict=True))
    by_chance = sorted(_BY_TOPIC, key=lambda name: -chances.get(name, 0.0))
    for name in by_chance:
        least = _PERHAPS if _BY_TOPIC[name] in _GUARDED else _LIKELY
        if chances.get(name, 0.0) >= least:
            return _BY_TOPIC[name]
    return None


def _dates(facts: Facts, one: Sentence) -> list[ReadDate]:
    words = facts.parse.words
    start, stop = words[one.first].start, words[one.last].end
    return [each for each in facts.words.dates if start <= each.start < stop]


def _lead_of(facts: Facts, day: ReadDate) -> set[str]:
    words = facts.parse.words
    at = facts.parse.word_at(day.start)
    return {words[at].lower, words[max(0, at - 1)].lower}


def _day_of(facts: Facts, one: Sentence) -> ReadDate | None:
    """When it was, if one day is named that may have been it."""
    found = [each for each in _dates(facts, one) if not _lead_of(facts, each) & NOT_ON]
    return has_been(facts, found[0]) if len(found) == 1 else None


def _since(facts: Facts, one: Sentence) -> date | None:
    """Since when it goes on, if that was said."""
    for each in _dates(facts, one):
        if _lead_of(facts, each) & {"since", "from"} and has_been(facts, each) is not None:
            return each.first_on
    return None


def _key(facts: Facts, one: Sentence) -> str:
    """What a focus is about: the first thing that is done something to, else any noun."""
    words = facts.parse.words[one.first : one.last + 1]
    nouns = [
        word for word in words
        if word.tag in {"NN", "NNS", "NNP", "NNPS"} and facts.words.date_at(word) is None
        and word.dep not in {"compound", "poss", "npadvmod"}
    ]  # fmt: skip
    for deps in ({"dobj", "nsubjpass"}, {"ROOT"}, {"nsubj"}, {"pobj"}):
        for word in nouns:
            if word.dep in deps and not is_person(facts, word) and word.lemma not in _VAGUE:
                return key_of(facts, word)
    return key_words(one.text)


def _what(one: Sentence) -> str:
    """What a milestone is, by its words: equal only where it is told alike."""
    return " ".join(key_words(one.text).replace("|", " ").split()[:8])
