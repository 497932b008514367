"""Whether a capitalised word is somebody's name, by lists, frames and the model's label.

Small models take projects for people and people for companies, so a lone unknown name
counts as a person only where a person can stand.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.draft import FREE
from graph_aria.adapters.language.lexicon import KNOWN_LEMMAS, read_words, word_set
from graph_aria.domain.person_names import unaccented

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

TITLES: Final = word_set("people.titles")
"""Words that stand before a name and belong to it."""

_CERTAIN_TITLES: Final = frozenset({"dr", "dr.", "mr", "mr.", "mrs", "mrs.", "ms", "ms."})
_SAINT: Final = frozenset({"st", "st.", "saint"})
_SUFFIXES: Final = frozenset({"jr", "jr.", "sr", "sr.", "ii", "iii"})
_HUMAN_VERBS: Final = word_set("people.human_verbs")
_STRONG_HUMAN_VERBS: Final = word_set("people.strong_human_verbs")
_OFFICIAL_VERBS: Final = word_set("people.official_verbs")
_OFFICIALLY_SAYING: Final = _OFFICIAL_VERBS | {"say", "ask", "tell"}
_SEEN_THROUGH: Final = frozenset({"use", "want", "start", "keep", "try", "have"})
_JOB_WORDS: Final = frozenset({"job", "interview", "application", "vacancy"})
_NOT_NAMES: Final = word_set("people.not_names")
_NO_NAME_TAGS: Final = word_set("people.no_name_tags")
_THING_PREPOSITIONS: Final = word_set("people.thing_prepositions")
_THING_VERBS: Final = word_set("people.thing_verbs")
_VERBS_OF_THINGS: Final = word_set("people.verbs_of_things")
_WORD_NAMES: Final = word_set("people.word_names")
"""Given names that are words or months as well: they need a frame that only a person fits."""

_IRISH: Final = re.compile(r"(?:[DO]'|Mc)[A-Z][a-z]+")
"""Surnames that are nothing else: "D'Arcy", "O'Brien", "McKay"."""

_MONTHS: Final = frozenset({"may", "june", "april", "august", "summer"})
_BEFORE_PEOPLE: Final = word_set("people.before_people")
_LONGEST_ACRONYM: Final = 5
_ORDERS: Final = word_set("people.orders")
_BEFORE_ORDERS: Final = frozenset({"please", "then", "-", "–", "—", "*", "•", ":", '"', "“", "("})
_MET: Final = word_set("people.met")
_COMPANY: Final = word_set("people.company")
"""What one does, or has, "with" somebody."""

_SHOWS: Final = frozenset({"film", "movie", "cinema", "theatre", "theater", "musical", "play"})
_MISREAD: Final = frozenset({"", "PERSON", "GPE", "PRODUCT"})
"""Labels that small models give to names of people that they do not know."""


@cache
def known_places() -> frozenset[str]:
    """Well-known places, in lower case."""
    return read_words("known_places.txt")


@cache
def _pet_names() -> frozenset[str]:
    return read_words("pet_names.txt")


@cache
def _first_names() -> frozenset[str]:
    return read_words("first_names.txt")


def is_known_place(word: str) -> bool:
    """Whether a word, in lower case, is a well-known place, with its accents or without."""
    return word in known_places() or (not word.isascii() and unaccented(word) in known_places())


def is_first_name(word: str) -> bool:
    """Whether a word is a common given name, with its accents or without."""
    lower = word.lower()
    return lower in _first_names() or (not lower.isascii() and unaccented(lower) in _first_names())


def is_pet_name(word: str) -> bool:
    """Whether a word is a name that people give to animals only."""
    return word.lower() in _pet_names()


def is_about_a_job(parse: Parse) -> bool:
    """Whether the entry speaks of getting a job, so that who rings may be an employer."""
    return any(_is_written(parse, word) for word in _JOB_WORDS)


def _is_written(parse: Parse, word: str) -> bool:
    return any(map(parse.writes, (word, word.capitalize(), word.upper())))


def tidy(name: str) -> str:
    """A name on one line, without a possessive ending."""
    name = " ".join(name.split())
    if name.rpartition(" ")[2].lower() not in _SUFFIXES:
        # A word with a mark that stands by itself keeps the full stop behind it.
        name = re.sub(r"(?<=[\w\u0300-\u036f]{3})[.,!?;:]+$", "", name)
    return name.removesuffix("'s").removesuffix("'")


def is_name(word: Word) -> bool:
    """Whether a word beside a role can be the name that belongs to it."""
    if not word.text[:1].isupper() or word.lower in _NOT_NAMES:
        return False
    return word.tag in {"NNP", "NNPS", ""} or word.ent == "PERSON" or is_first_name(word.lower)


def is_title(word: Word) -> bool:
    """Whether a word is a title before a name, and not the verb in "I miss Priya"."""
    return word.lower in TITLES and not word.tag.startswith("V")


def with_suffix(words: list[Word], last: int) -> int:
    """The last word of a name with the full stop of its "Sr." or "Jr."."""
    if words[last].lower not in _SUFFIXES or last + 1 >= len(words):
        return last
    following = words[last + 1]
    joined = following.text == "." and following.start == words[last].end
    return last + 1 if joined and words[last].lower in {"jr", "sr"} else last


def may_be_person(parse: Parse, word: Word) -> bool:
    """Whether a person's name begins with a word."""
    if not _looks_like_a_name(parse, word):
        return False
    before = _before(parse, word)
    if before is not None and before.lower in _CERTAIN_TITLES:
        return True
    if is_pet_name(word.lower):
        return _is_used_as_pet(parse, word)
    if word.lower in _WORD_NAMES:
        return _is_used_as_name(parse, word)
    opens = word.i == parse.sentences[word.sentence][0]
    if is_first_name(word.lower):
        return not opens or _acts(parse, word) or word.tag in {"NNP", "NNPS", "NN", "JJ"}
    return _may_be_unknown_person(parse, word, opens=opens)


def continues_name(draft: Draft, word: Word, following: Word) -> bool:
    """Whether the next word belongs to the same name."""
    if not following.text[:1].isupper():
        return False
    if draft.owner[following.i] != FREE or following.tag != "NNP":
        return following.lower in _SUFFIXES
    if following.lower in _NOT_NAMES or following.sentence != word.sentence:
        return False
    if following.head == word.i or word.head == following.i:
        return True
    return following.ent == "PERSON" and not following.begins


def _looks_like_a_name(parse: Parse, word: Word) -> bool:
    if not word.text[:1].isupper() or word.lower in _NOT_NAMES or word.tag in _NO_NAME_TAGS:
        return False
    before = _before(parse, word)
    if is_order(parse, word):
        return False
    if word.lower in _SAINT or (before is not None and before.lower in _SAINT):
        return False
    if is_first_name(word.lower):
        return True
    is_acronym = word.text.isupper() and 1 < len(word.text) <= _LONGEST_ACRONYM
    return not is_acronym and not is_known_place(word.lower)


def _may_be_unknown_person(parse: Parse, word: Word, *, opens: bool) -> bool:
    """Whether a name that no list knows stands where a person stands."""
    if _IRISH.fullmatch(word.text) or (not opens and _is_company(parse, word)):
        return True
    acts = _acts(parse, word)
    verb = _main_verb(parse, word)
    if not acts and (word.tag not in {"NNP", "NNPS"} or _is_used_as_thing(parse, word)):
        return False
    if word.tag not in {"NNP", "NNPS"} and not opens:
        return False
    if word.ent == "PERSON":
        humane = word.dep in {"nsubj", "conj"} and verb.lemma in _HUMAN_VERBS
        return not opens or acts or humane
    if not acts or (verb.lemma in _OFFICIAL_VERBS and is_about_a_job(parse)):
        return False  # "Fernhill rang. I got the job!"
    return word.ent not in {"ORG", "DATE", "NORP"} or verb.lemma not in _OFFICIALLY_SAYING


def is_order(parse: Parse, word: Word) -> bool:
    """Whether a capital only opens an order or a note to oneself: "Ignore …", "Buy milk".

    A word that stands as a name elsewhere in the entry is one here, too.
    """
    if word.lower not in _ORDERS:
        return False
    before = _before(parse, word)
    if before is not None and not (before.lower in _BEFORE_ORDERS or before.text.isspace()):
        return False
    return not any(
        other.text == word.text and other.i != word.i and other.tag in {"NNP", "NNPS"}
        and other.i > parse.sentences[other.sentence][0]
        for other in parse.words
    )  # fmt: skip


def _is_company(parse: Parse, word: Word) -> bool:
    """Whether an unknown name stands where company stands: "coffee with X", "met X"."""
    if not _is_lone_name(parse, word):
        return False
    head = parse.head(word)
    if word.dep == "conj":
        return head.i < word.i and head.tag == "NNP" and _is_company(parse, head)
    if word.dep == "pobj":
        governor = parse.head(head)
        known = governor.lower in _COMPANY or governor.lemma in _COMPANY
        return head.lower == "with" and known
    return word.dep in {"dobj", "oprd"} and head.lemma in _MET and _meets(parse, head, word)


def _is_lone_name(parse: Parse, word: Word) -> bool:
    """Whether a word can be a name that no list knows, and stands without "the" or "my"."""
    is_plain = word.text.istitle() and word.text.isalpha() and word.tag.startswith("NN")
    if not is_plain or word.ent not in _MISREAD or word.lower in KNOWN_LEMMAS:
        return False
    return parse.kid(word, "det", "poss", "amod") is None


def _meets(parse: Parse, head: Word, word: Word) -> bool:
    if head.lemma == "call":  # "a café called Blume", "we called her Nadiya"
        return parse.kid(head, "nsubj") is not None and parse.kids(head, "dobj", "oprd") == [word]
    return head.lemma != "see" or not any(one.lower in _SHOWS for one in parse.sentence_words(word))


def _acts(parse: Parse, word: Word) -> bool:
    """Whether the word is the subject of what only people do."""
    return (
        word.dep in {"nsubj", "nsubjpass"} and _main_verb(parse, word).lemma in _STRONG_HUMAN_VERBS
    )


def _main_verb(parse: Parse, word: Word) -> Word:
    """The verb of a subject, seen through "used to say", "wants to ask"."""
    verb = parse.head(word)
    if verb.lemma in _SEEN_THROUGH:
        return parse.kid(verb, "xcomp") or verb
    return verb


def _is_used_as_pet(parse: Parse, word: Word) -> bool:
    if not word.text.istitle() or word.tag[:2] not in {"NN", "JJ"}:
        return False
    opens = word.i == parse.sentences[word.sentence][0]
    return not opens or word.dep in {"nsubj", "nsubjpass", "poss"}


def _is_used_as_thing(parse: Parse, word: Word) -> bool:
    """Whether an unknown name stands where things stand: "the Atlas project", "on Atlas"."""
    head = parse.head(word)
    if (word.dep == "compound" and head.tag in {"NN", "NNS"}) or parse.kid(word, "det") is not None:
        return True
    following = _after(parse, word)
    if following is not None and (following.tag == "NNP" or following.lower == "'s"):
        return False  # a surname, or somebody's
    if word.dep == "pobj":
        return head.lower in _THING_PREPOSITIONS
    if word.dep == "nsubj":
        return head.lemma in _VERBS_OF_THINGS
    if word.dep == "dobj":
        return head.lemma in _THING_VERBS
    listed = word.dep == "conj" and head.dep == "ROOT" and head.tag == "NNP"
    return listed or word.dep in {"ROOT", "appos", "npadvmod"}


def _is_used_as_name(parse: Parse, word: Word) -> bool:
    """Whether a word such as "May" or "Will" stands where only a person can stand."""
    following = _after(parse, word)
    if following is not None and _shows_person(parse, word, following):
        return True
    is_person = word.ent == "PERSON"
    before = _before(parse, word)
    if before is not None and before.lower == "and":
        return is_person or (before.i > 0 and parse.words[before.i - 1].ent == "PERSON")
    if word.tag != "NNP":
        return False
    if before is not None and before.lower in _BEFORE_PEOPLE:
        return word.lower != "christian"
    return is_person and word.lower not in _MONTHS


def _shows_person(parse: Parse, word: Word, following: Word) -> bool:
    """Whether what follows is said of people only: "May called", "Will and I"."""
    if following.lemma in _STRONG_HUMAN_VERBS and following.tag in {"VBD", "VBZ", "VBN"}:
        return True
    if following.tag == "POS":
        return word.lower not in _MONTHS
    after = _after(parse, following)
    return following.lower == "and" and after is not None and after.lower == "i"


def _before(parse: Parse, word: Word) -> Word | None:
    return parse.words[word.i - 1] if word.i > parse.sentences[word.sentence][0] else None


def _after(parse: Parse, word: Word) -> Word | None:
    return parse.words[word.i + 1] if word.i + 1 < parse.sentences[word.sentence][1] else None
