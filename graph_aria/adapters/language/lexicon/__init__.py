"""The word lists, and one matcher that finds all of them in a single pass.

Each list is a table of tab-separated columns beside this module; a line that starts
with "#" is a comment. Columns that hold several forms separate them by "|".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Sense:
    """What a word or phrase of a list stands for.

    Attributes:
        family: the list: "emotion", "activity", "condition", "event", "topic", "role",
            "thing", "place", "landmark", "goal", "task", "animal", "hint" (points to a topic),
            "idiom" (its words mean something else).
        name: the name of what it stands for.
        form: how the word must be used: "n", "v", "a" or "" for any; for emotions the type.
        intensity: strength of a feeling, 1 to 5; 0 for other families.
        detail: for a role its relation to the user; for a verb "*" if it takes any object.
    """

    family: str
    name: str
    form: str = ""
    intensity: int = 0
    detail: str = ""


class PhraseNode(dict[str, "PhraseNode"]):
    """A step of the tree of phrases: next word → node, and what ends here."""

    __slots__ = ("senses",)

    def __init__(self) -> None:
        super().__init__()
        self.senses: tuple[Sense, ...] = ()


def read_table(name: str) -> Iterator[list[str]]:
    """The rows of a list, cells stripped; comments and empty lines left out."""
    text = (resources.files(__package__) / name).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            yield [cell.strip() for cell in line.split("\t")]


def read_words(name: str) -> frozenset[str]:
    """A list of single words, several on a line, in lower case."""
    return frozenset(word for row in read_table(name) for cell in row for word in cell.split())


@cache
def _word_sets() -> dict[str, frozenset[str]]:
    return {
        name: frozenset(words.split())
        for table in ("word_sets.tsv", "relation_sets.tsv", "fact_sets.tsv")
        for name, words in read_table(table)
    }


def word_set(name: str) -> frozenset[str]:
    """A closed set of words that a rule tests against, from `word_sets.tsv` or its kin."""
    return _word_sets()[name]


@cache
def given_names() -> frozenset[str]:
    """Given names, in lower case, that are no ordinary words."""
    return read_words("first_names.txt") - word_set("people.word_names")


@cache
def all_function_words() -> dict[str, frozenset[str]]:
    """The function words of every language that is told from others, by ISO 639-1 code."""
    return {row[0]: frozenset(row[1].split()) for row in read_table("function_words.tsv")}


def function_words(language: str) -> frozenset[str]:
    """The function words of a language; empty if it has no list."""
    return all_function_words().get(language, frozenset())


@cache
def phrases() -> PhraseNode:
    """The tree of all phrases; built once."""
    root = PhraseNode()
    for phrase, sense in _all_senses():
        node = root
        for word in phrase.split(" "):
            node = node.setdefault(word, PhraseNode())
        node.senses = (*node.senses, sense)
    return root


_NAMED_TABLES: Final = (
    ("activity", "activities.tsv"),
    ("condition", "conditions.tsv"),
    ("event", "events.tsv"),
    ("thing", "things.tsv"),
    ("animal", "animals.tsv"),
    ("place", "places.tsv"),
    ("landmark", "landmarks.tsv"),
    ("goal", "goals.tsv"),
    ("task", "tasks.tsv"),
)


def _all_senses() -> Iterator[tuple[str, Sense]]:
    """Every phrase of every list with what it stands for."""
    yield from _special_senses()
    for topic, named, hints in read_table("topics.tsv"):
        yield from ((word, Sense("topic", topic, "n")) for word in _forms(named))
        yield from ((word, Sense("hint", topic)) for word in _forms(hints))
    for family, table in _NAMED_TABLES:
        for name, *columns in read_table(table):
            for form, cell in zip(("n", "v"), columns, strict=False):
                for word in _forms(cell):
                    yield word.rstrip("*"), Sense(family, name, form, detail=word[-1:])


def _forms(cell: str) -> Iterator[str]:
    return filter(None, cell.split("|"))


def _special_senses() -> Iterator[tuple[str, Sense]]:
    """The lists whose columns are their own: emotions, idioms, roles."""
    for emotion, form, intensity, words in read_table("emotions.tsv"):
        for word in words.split("|"):
            yield word, Sense("emotion", emotion, form, int(intensity))
    for (idiom,) in read_table("idioms.txt"):
        yield idiom, Sense("idiom", idiom)
    for role, predicate, words in read_table("roles.tsv"):
        for word in (role, *_forms(words)):
            yield word, Sense("role", role, detail=predicate)


def _known_lemmas() -> frozenset[str]:
    words: set[str] = set(read_words("verbs.txt"))
    words.update(row[0] for row in read_table("irregular.tsv"))
    for phrase, _ in _all_senses():
        words.update(phrase.split(" "))
    return frozenset(words)


KNOWN_LEMMAS: Final = _known_lemmas()
"""Every word of every list: the base forms that an inflected word is tried against."""
