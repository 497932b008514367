"""What a proper name names: by its own words, by its frame, then by the model's label."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.lexicon import KNOWN_LEMMAS, word_set
from graph_aria.adapters.language.naming import is_about_a_job, is_first_name, is_known_place
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.parse import Parse, Word

KIND_OF_LABEL: Final = {
    "GPE": Kind.PLACE,
    "LOC": Kind.PLACE,
    "FAC": Kind.PLACE,
    "ORG": Kind.ORGANIZATION,
    "EVENT": Kind.EVENT,
    "PRODUCT": Kind.THING,
    "WORK_OF_ART": Kind.THING,
}
"""Kinds of the model's entity labels; people have rules of their own."""

PROJECT_NOUNS: Final = word_set("proper_names.project_nouns")
"""Nouns that a project's name stands before."""

SAINT: Final = frozenset({"st", "st.", "saint"})
_ORG_ENDINGS: Final = word_set("proper_names.org_endings")
_PLACE_ENDINGS: Final = word_set("proper_names.place_endings")
_EMPLOYED: Final = word_set("proper_names.employed")
_JOB_NOUNS: Final = word_set("proper_names.job_nouns")
_TO_A_PLACE: Final = word_set("proper_names.to_a_place")
_AWAY_FROM: Final = frozenset({"move", "return", "fly", "drive"})
_DISMISSED: Final = frozenset({"fire", "lay", "resign", "retire"})
_WORKED_ON: Final = frozenset({"work", "start", "put", "spend", "hour", "hours"})
_JOINED: Final = frozenset({"leave", "join", "quit"})
_CALLING: Final = word_set("people.official_verbs")
_BEFORE_PLACES: Final = word_set("proper_names.before_places")
_WITH_PLACES: Final = word_set("proper_names.with_places")
_NOTE_GOES_ON: Final = frozenset({"again", "all", "until"})
_ARGUMENTS: Final = frozenset({"pobj", "dobj", "nsubj", "nsubjpass", "conj"})

_Answer = tuple[Kind | None, str]
_NOTHING: Final[_Answer] = (None, "")


def kind_of_name(parse: Parse, first: int, last: int) -> tuple[Kind | None, str]:
    """The kind of what a span of capitalised words names, and the rule that told it.

    Returns:
        The kind, or None if the words are better left alone.
    """
    by_itself = _by_its_words(parse, first, last)
    if by_itself is not None:
        return by_itself
    framed = _by_frame(parse, first, last)
    if framed is not None:
        return framed, "name:frame"
    word = parse.words[last]
    if _opens(parse, first) and not is_plain_word(parse, word) and _opens_a_note(parse, word):
        return Kind.THING, "name:note"
    label = _label(parse, first, last)
    if label == "PERSON":
        return _rejected_person(parse, first, last)
    if label in KIND_OF_LABEL:
        return _by_label(parse, first, last, label)
    return _unlabelled(parse, first, last)


def _by_its_words(parse: Parse, first: int, last: int) -> _Answer | None:
    word = parse.words[last]
    if word.ent in {"LANGUAGE", "NORP"}:
        return Kind.THING, "name:language"
    if is_known_place(word.lower) and not is_first_name(word.lower):
        return Kind.PLACE, "name:known"
    if first < last and parse.words[first].lower in SAINT:
        return Kind.PLACE, "name:saint"
    if first < last and word.lower.strip(".") in _ORG_ENDINGS:
        return Kind.ORGANIZATION, "name:ending"
    if first < last and word.lower in _PLACE_ENDINGS:
        return Kind.PLACE, "name:ending"
    return None


def _by_frame(parse: Parse, first: int, last: int) -> Kind | None:
    """The kind that the words around a name tell: "job at X", "moved to X", "the X project"."""
    word = parse.words[last]
    head = parse.head(word)
    if word.dep == "compound" and head.i > last and head.lower in PROJECT_NOUNS:
        return Kind.THING
    if first and parse.words[first - 1].lower == "project":
        return Kind.THING
    if word.dep in {"pobj", "conj"} and head.tag in {"IN", "TO", "RP"}:
        return _by_preposition(parse, first, last, head)
    if word.dep == "dobj" and head.lemma in _JOINED and not is_first_name(word.lower):
        return Kind.ORGANIZATION if _label(parse, first, last) not in {"GPE", "LOC"} else None
    return None


def _by_preposition(parse: Parse, first: int, last: int, preposition: Word) -> Kind | None:
    word = parse.words[last]
    governor = parse.head(preposition)
    match preposition.lower:
        case "from" if governor.lemma in _DISMISSED:
            return Kind.ORGANIZATION
        case "at" | "for" | "with" if _employs(governor, preposition):
            return Kind.ORGANIZATION
        case "at" if _label(parse, first, last) not in {"LOC", "FAC", "EVENT"}:
            following = parse.words[last + 1] if last + 1 < len(parse.words) else None
            at_somebodys = following is not None and following.lower == "'s"
            return None if at_somebodys or "'" in word.text else Kind.ORGANIZATION
        case "to" | "in" | "into" | "out" | "from" if _leads_to_a_place(governor, preposition):
            return None if is_first_name(word.lower) else Kind.PLACE
        case "on" if governor.lemma in _WORKED_ON:
            return Kind.THING
        case _:
            return None


def _employs(governor: Word, preposition: Word) -> bool:
    """Whether an employer follows: "work for", "a job at", "an interview with"."""
    if governor.lower in _JOB_NOUNS:
        return True
    return preposition.lower != "with" and governor.lemma in _EMPLOYED


def _leads_to_a_place(governor: Word, preposition: Word) -> bool:
    verbs = _AWAY_FROM if preposition.lower == "from" else _TO_A_PLACE
    return governor.lemma in verbs


def _rejected_person(parse: Parse, first: int, last: int) -> _Answer:
    """What the model calls a person and no rule for people took."""
    word = parse.words[last]
    if not _opens(parse, first):
        is_person = first < last or is_first_name(word.lower)
        return (Kind.PERSON if is_person else Kind.THING), "name:ner"
    if is_plain_word(parse, word) or word.dep not in {"compound", "ROOT", "nsubj"}:
        return _NOTHING
    return Kind.THING, "name:ner"


def _by_label(parse: Parse, first: int, last: int, label: str) -> _Answer:
    word = parse.words[last]
    kind = KIND_OF_LABEL[label]
    if label == "GPE" and first == last and not _stands_as_place(parse, word):
        return _NOTHING
    if _opens(parse, first) and kind is Kind.ORGANIZATION:
        # Small models call any capitalised word an organisation.
        if word.dep == "compound" or is_plain_word(parse, word):
            return _NOTHING
        kind = Kind.THING
    return kind, f"ner:{label}"


def _unlabelled(parse: Parse, first: int, last: int) -> _Answer:
    word = parse.words[last]
    if word.tag != "NNP":
        return _NOTHING
    if word.dep == "nsubj" and parse.head(word).lemma in _CALLING and is_about_a_job(parse):
        return Kind.ORGANIZATION, "name:job"
    if _opens(parse, first) or word.dep not in _ARGUMENTS:
        return _NOTHING
    return Kind.THING, "name:noun"


def is_plain_word(parse: Parse, word: Word) -> bool:
    """Whether a capital only opens the sentence: the word is common, or also in lower case."""
    known = word.lower in KNOWN_LEMMAS or word.lemma in KNOWN_LEMMAS
    return known or parse.writes(word.lower)


def _opens_a_note(parse: Parse, word: Word) -> bool:
    """Whether a sentence without verb is about the name: "Atlas again until eight."."""
    begin, end = parse.sentences[word.sentence]
    following = parse.words[word.i + 1].lower if word.i + 1 < end else "."
    has_verb = any(one.tag in {"VBD", "VBZ", "VBP", "MD"} for one in parse.words[begin:end])
    return following == ":" or (not has_verb and following in _NOTE_GOES_ON)


def _stands_as_place(parse: Parse, word: Word) -> bool:
    """Whether a lone name stands where places stand; small models see places in brands."""
    head = parse.head(word)
    if word.dep == "pobj":
        return head.lower in _BEFORE_PLACES
    if word.dep == "compound":
        return head.tag in {"NN", "NNS"}
    return head.lemma in _WITH_PLACES or head.ent == "GPE"


def _opens(parse: Parse, first: int) -> bool:
    return first == parse.sentences[parse.words[first].sentence][0]


def _label(parse: Parse, first: int, last: int) -> str:
    return next((word.ent for word in parse.words[first : last + 1] if word.ent), "")
