"""Diary style leaves "I" out: "Went for a run." A parser does better with it.

The subject is put in before parsing and taken out again as a word of no length, so that
every rule sees "I" and every offset stays that of the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from graph_aria.adapters.language.lexicon import read_words, word_set

SUBJECT: Final = "I "
"""What is put in; its length is taken off the offsets behind it."""

_AMBIGUOUS: Final = word_set("notes.ambiguous")
"""Past forms that are orders, nouns or adjectives just as well: "let", "cut", "left"."""


def _past_of(verb: str) -> str:
    """The regular past of a verb; irregular ones have a list of their own."""
    if verb.endswith("y") and verb[-2] not in "aeo":
        return verb[:-1] + "ied"
    return verb.removesuffix("e") + "ed"


_READ: Final = word_set("notes.read")
_PAST: Final = word_set("notes.past") | {_past_of(verb) for verb in read_words("verbs.txt")}
_HELPERS: Final = frozenset({"did", "had", "was", "were"})
_OTHER_SUBJECTS: Final = word_set("notes.other_subjects")
"""Behind "did" or "was" these make a question of it, or are its subject."""

_SENTENCE_START: Final = re.compile(
    r"(?:\A|(?<=[.!?…]\s)|(?<=\n))[ \t]*(?P<verb>[A-Za-z]{2,12})(?= +(?P<next>[\w']+)|[.!,\s]|\Z)"
)


@dataclass(frozen=True, slots=True)
class Noted:
    """A text with its subjects put in.

    Attributes:
        text: what to parse.
        inserted: where in it each `SUBJECT` stands, in order.
    """

    text: str
    inserted: tuple[int, ...]


def with_subjects(text: str) -> Noted:
    """Put "I" before sentences that begin with a verb in the past.

    >>> with_subjects("Went home. Was it late? Slept badly.").text
    'I went home. Was it late? I slept badly.'
    """
    parts: list[str] = []
    inserted: list[int] = []
    done = 0
    for found in _SENTENCE_START.finditer(text):
        verb = found["verb"].lower()
        if not _lacks_subject(verb, (found["next"] or "").lower()):
            continue
        at = found.start("verb")
        parts.extend((text[done:at], SUBJECT, verb[0]))
        inserted.append(at + len(SUBJECT) * len(inserted))
        done = at + 1
    return Noted("".join((*parts, text[done:])), tuple(inserted)) if inserted else Noted(text, ())


def _lacks_subject(verb: str, following: str) -> bool:
    if verb == "read":
        return following in _READ  # "Read a book.", but not "Read this"
    if verb not in _PAST or verb in _AMBIGUOUS:
        return False
    return verb not in _HELPERS or following not in _OTHER_SUBJECTS
