"""What a turn asks for, told by fixed rules: what ARIA without a model understands of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from graph_aria.domain.offline_ask_rules import NEWS_WORDS, ORDERS, QUESTION_RULES, TALK, AskKind
from graph_aria.domain.offline_words import ASKING, SMALL_WORDS, is_foreign
from graph_aria.domain.search_words import content_words
from graph_aria.domain.taking_back import takes_back


@dataclass(frozen=True, slots=True)
class Ask:
    """What a turn asks for.

    Attributes:
        kind: of what sort it is.
        sentence: the sentence that asks; of what is told the whole turn.
        words: the words in it that tell what it is about, in order; may be empty.
        told: what the turn tells besides, "" if nothing.
        is_further: it asks for what was before that which was just told.
    """

    kind: AskKind
    sentence: str
    words: tuple[str, ...] = ()
    told: str = ""
    is_further: bool = False


_SENTENCE: Final = re.compile(r"[^.!?\n]+(?:[.!?]+|\n|\Z)")
_MOST_CHARS: Final = 300
"""Of a sentence, that are looked at: who asks in more words than that tells something."""

_MOST_SENTENCES: Final = 24
_MOST_END: Final = 2_000
"""Characters at either end of a long turn that are looked at: it asks there, or nowhere."""

_SHORT: Final = 8
"""Words up to which a whole turn may be a greeting, thanks or a goodbye."""

_LETTERS: Final = re.compile(r"[^\W\d_]+")

_FIGURE_ASKED: Final = re.compile(r"^how (?:old|many|much|long|far|tall|big|late)\b")
_TASTE: Final = re.compile(
    r"^(?:and )?(?:what|which things|whom?) (?:else )?do i (?:really |still |most )?"
    r"(?P<verb>love|like|hate|dislike|fear|enjoy|want|prefer|avoid|need|collect|admire|miss)"
    r"(?: most| best| the most)?\W*$"
)
_PEOPLE: Final = re.compile(r"\b(?:who|whom|people|persons?|friends?|family|anybody|anyone)\b")
_POLITE: Final = re.compile(
    r"^(?:(?:and|but|so|ok(?:ay)?|well|um+|hm+|hey|hi|hello|aria|please|actually|also|then|now|"
    r"yes|no|sorry)\b[\s,:;-]*)+"
)
_ASKS: Final = re.compile(
    r"^(?:what|which|who|whom|whose|when|where|why|how|"
    r"(?:do|does|did|have|has|had|am|is|are|was|were|can|could|will|would|should|may|might|shall)"
    r"(?:n't| not)? (?:i|we|you|he|she|it|they|my|our|the|there|any|anyone|anything|that|this)|"
    r"(?:tell|show|remind|give) me|list|find|search|look up|any(?:thing|one|body)?|"
    r"do you (?:know|remember))\b"
)


def ask_of(text: str, *, is_further: bool = False) -> Ask:
    """What a turn asks for; of several questions the last.

    Args:
        text: the turn.
        is_further: it asks for what was before that which was just told.

    >>> ask_of("Went out with Priya. How often do I run?").kind
    <AskKind.HOW_OFTEN: 'how_often'>
    >>> ask_of("When did I last see Priya?").words
    ('Priya',)
    """
    text = looked_at(text)
    sentences = [each.group().strip() for each in _SENTENCE.finditer(text)]
    sentences = [each for each in sentences if each]
    for position in range(len(sentences) - 1, max(-1, len(sentences) - _MOST_SENTENCES - 1), -1):
        sentence = sentences[position]
        kind = _asked(sentence)
        if kind is not None:
            told = " ".join(sentences[:position] + sentences[position + 1 :])
            told = "" if _talk(told) else told
            about = _telling(sentence)
            if kind is AskKind.NEWS:
                about = tuple(word for word in about if word.casefold() not in NEWS_WORDS)
            return Ask(kind, sentence, about, told, is_further)
    if takes_back(text) is not None:
        return Ask(AskKind.FORGET, text)
    if is_foreign(text):
        return Ask(AskKind.FOREIGN, text, content_words(text))
    talk = _talk(text)
    return Ask(talk or AskKind.TELL, text, _telling(text) if talk is None else (), text)


def asks_for_people(ask: Ask) -> bool:
    """Whether a question is for people, and not for anything else."""
    return _PEOPLE.search(plain(ask.sentence)[:_MOST_CHARS]) is not None


def wants_figure(ask: Ask) -> bool:
    """Whether a question wants a number or a day for an answer."""
    return ask.kind is AskKind.WHEN or asks_for_number(ask)


def asks_for_number(ask: Ask) -> bool:
    """Whether a question wants a number for an answer."""
    return _FIGURE_ASKED.search(plain(ask.sentence)) is not None


def taste_asked(ask: Ask) -> str | None:
    """The verb of a question for what the user likes, hates, wants …; None of any other.

    >>> taste_asked(ask_of("What do I hate?")), taste_asked(ask_of("What do I do?"))
    ('hate', None)
    """
    found = _TASTE.search(plain(ask.sentence)[:_MOST_CHARS])
    return None if found is None else found["verb"]


def looked_at(text: str) -> str:
    """The part of a turn that is looked at: all of it, or of a long one the beginning and the end.

    >>> looked_at("I ran."), len(looked_at("I ran. " * 100_000)) < 5_000
    ('I ran.', True)
    """
    if len(text) <= 2 * _MOST_END:
        return text
    return f"{text[:_MOST_END]}\n{text[-_MOST_END:]}"


def plain(text: str) -> str:
    """A text in small letters with straight quotation marks, on one line."""
    return " ".join(text.replace("’", "'").replace("‘", "'").casefold().split())


def _asked(sentence: str) -> AskKind | None:
    whole = plain(sentence)
    # Patterns look all over a sentence: what they cost grows with the square of its length.
    line = whole[:_MOST_CHARS]
    bare = _POLITE.sub("", line)
    is_question = whole.endswith("?") or _ASKS.search(bare) is not None
    for kind, pattern in QUESTION_RULES:
        if (is_question or kind in ORDERS) and pattern.search(bare):
            return kind
    if not is_question or is_foreign(sentence):
        return None
    # "You okay?", "Morning?" and the like ask for nothing that anybody wrote.
    return AskKind.WHAT if _talk(line) is None else None


def _talk(text: str) -> AskKind | None:
    line = plain(text)
    if not 0 < len(line.split()) <= _SHORT:
        return None
    kind = next((kind for kind, pattern in TALK if pattern.search(line)), None)
    return kind if kind is not None and not _beside_talk(line) else None


def _beside_talk(line: str) -> bool:
    """Whether anything telling is left of a turn beside its greeting, thanks or goodbye."""
    left = line
    for _, pattern in TALK:
        left = pattern.sub(" ", left)
    return any(word not in SMALL_WORDS for word in _LETTERS.findall(left))


def _telling(sentence: str) -> tuple[str, ...]:
    found = content_words(sentence.replace("’", "'"))
    return tuple(word for word in found if word.casefold() not in ASKING)
