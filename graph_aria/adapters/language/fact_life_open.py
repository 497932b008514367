"""Sentences in which a focus or a milestone may still be read by their meaning.

They are the user's own, state something as so, and no rule found anything in them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.fact_clauses import is_real
from graph_aria.adapters.language.fact_life import is_fiction
from graph_aria.adapters.language.fact_words import FIRST, KIN, WE
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

_MOST_CHARS: Final = 8_000
_FEWEST_WORDS: Final = 3
_MOST_WORDS: Final = 40
_LONGEST: Final = 220
_UNSAID: Final = re.compile(
    r"\b(?:if|unless|would|might|could|should|hop(?:e|es|ed|ing)|wish\w*|imagin\w+|almost|nearly|"
    r"plan(?:ned|ning|s)? (?:to|on|for)|wants?|wanted|gonna|going to|whether|supposed|maybe|"
    r"perhaps|probably|someday|one day|threat\w*|used to|says?|said|reckons?|apparently|rumou?rs?|"
    r"heard|read (?:that|about|of|a|an|the)|dream\w*|dreamt|nightmare|film|movie|novel|episode|"
    r"series|podcast|song|drama|soap|sitcom|documentary|character|games?|sims?|the news|radio|"
    r"telly|tv|headlines?|celebrity|actor|actress|minister|president|jok(?:e|es|ed|ing)|kidding|"
    r"pretend\w*)\b|\bmay (?:not |still |yet |even )?[a-z]|['’]d\b|[?\"“”]",
    re.IGNORECASE,
)
"""What is supposed, planned, reported, asked, played or shown, and not told of a life."""

_MINE: Final = frozenset({"my", "our"})
_FIRST_PERSON: Final = FIRST | WE | {"me", "us", "my", "our", "mine", "ours", "myself", "i"}
_SUBJECTS: Final = frozenset({"nsubj", "nsubjpass"})
_PEOPLE_WORDS: Final = frozenset(
    {"he", "she", "you", "they", "who", "someone", "somebody", "everyone", "everybody", "people"}
)
_NEAR: Final = KIN | {"friend", "mate", "grandmother", "grandfather", "grandma", "grandpa"}
_SIGNS: Final = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the user's.

    Attributes:
        first, last: its words.
        text: what is written there.
        is_of_user: the user speaks of themselves, or of nobody.
        near: a mention of the person near to them of whom it tells, or None.
    """

    first: int
    last: int
    text: str
    is_of_user: bool
    near: int | None


def open_sentences(facts: Facts, text: str) -> Iterator[Sentence]:
    """The user's own sentences that state something and hold no memory yet.

    Args:
        facts: what was found so far.
        text: the entry as it was written.
    """
    draft, parse = facts.draft, facts.parse
    covered = [(one.start, one.end) for one in facts.found.values()]
    for begin, end in parse.sentences:
        words = [word for word in parse.words[begin:end] if word.end > word.start]
        words = [word for word in words if not word.text.isspace()]
        if not words or words[0].start > _MOST_CHARS:
            continue
        start, stop = words[0].start, words[-1].end
        n_words = sum(word.text[:1].isalnum() for word in words)
        if not _FEWEST_WORDS <= n_words <= _MOST_WORDS or stop - start > _LONGEST:
            continue
        if any(draft.quoted[word.i] for word in words):
            continue
        if any(first < stop and start < last for first, last in covered):
            continue
        if any(begin <= at < end for at in facts.claimed):
            continue
        plain = parse.text[start:stop]
        written = text[start:stop].translate(_SIGNS)
        if plain.lower() != written.lower() or "\n" in plain or _UNSAID.search(plain):
            continue
        if not is_real(draft, begin, end) or is_fiction(facts, begin):
            continue
        near = _near(facts, words)
        is_of_user = _is_of_user(facts, words)
        if is_of_user or near is not None:
            yield Sentence(words[0].i, words[-1].i, text[start:stop], is_of_user, near)


def _is_of_user(facts: Facts, words: list[Word]) -> bool:
    """Whether the user speaks of themselves, or of no person: "the quilt is finished"."""
    is_named = False
    for word in words:
        if word.lower in _FIRST_PERSON and not (
            word.lower in _MINE and is_person(facts, facts.parse.head(word))
        ):
            return True
        is_named = is_named or word.ent == "PERSON" or is_person(facts, word)
        if word.dep in _SUBJECTS and word.lower in _PEOPLE_WORDS:
            is_named = True
    return not is_named


def is_person(facts: Facts, word: Word) -> bool:
    """Whether a word names somebody, or an animal."""
    index = facts.draft.mention_of(word)
    return index is not None and facts.draft.found[index].kind in {Kind.PERSON, Kind.ANIMAL}


def _near(facts: Facts, words: list[Word]) -> int | None:
    """The person of the user's of whom it tells, None if it tells first of the user or nobody."""
    for word in words:
        if word.lower in FIRST | WE and word.dep in _SUBJECTS:
            return None
        if word.dep not in _SUBJECTS and not (word.i == words[0].i or word.dep == "ROOT"):
            continue
        index = facts.draft.mention_of(word)
        if index is not None and _is_near(facts, index):
            return index
        if word.lower in {"he", "she"}:
            found = refer(facts.draft, word)
            if len(found) == 1 and found[0] != USER and _is_near(facts, found[0]):
                return found[0]
    return None


def _is_near(facts: Facts, index: int) -> bool:
    mention = facts.draft.found[index]
    who = facts.words.person(index)
    if who is None or not who.startswith("the user's ") or mention.kind is not Kind.PERSON:
        return False
    return (mention.role or "").rpartition(" ")[2].lower() in _NEAR
