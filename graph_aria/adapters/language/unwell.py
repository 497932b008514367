"""Low spirits in words that mean something else as well: "I feel down", "I'm not ok"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.denial import is_unreal
from graph_aria.adapters.language.draft import Found
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import FIRST_PERSON, is_question
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

_INTENSITY: Final = 3
_WELL: Final = word_set("unwell.well")
_ONLY_FELT: Final = frozenset({"good", "right"})
"""Words that speak of well-being only behind "feel" and "doing"."""

_NOT: Final = frozenset({"not", "n't", "nt", "never", "dont"})
_BEING: Final = frozenset({"be", "m", "'m"})
_OTHERWISE: Final = word_set("unwell.otherwise")
"""What follows when something else is meant: "not fine with", "not good at", "down for"."""

_BUT: Final = frozenset({"only", "just"})
_THINKING: Final = frozenset({"think", "believe"})
_LIGHT_TAGS: Final = frozenset(
    {"RB", "RBR", "UH", "JJ", "RP", "IN", "DT", ".", ",", ":", "_SP", ""}
)


def read_unwell(draft: Draft) -> None:
    """Add sadness where the user is, feels or does "not ok", "not well", "not great"."""
    parse = draft.parse
    for word in parse.words:
        if word.lower not in _WELL:
            continue
        denial = _denial(parse, word)
        if denial is None or draft.quoted[word.i] or not denial.i < word.i:
            continue
        if not draft.is_free(word.i, word.i) or is_unreal(parse, word) or is_question(parse, word):
            continue
        first = denial.i if draft.is_free(denial.i, word.i) else word.i
        draft.add(
            Found(
                first, word.i, word.i, "sadness", Kind.EMOTION, "emotion:unwell",
                intensity=_INTENSITY,
            )
        )  # fmt: skip


def is_down(parse: Parse, word: Word) -> bool:
    """Whether "down" is how somebody feels, and no direction."""
    if parse.kid(word, "pobj") is not None or _means_otherwise(parse, word):
        return False
    head = parse.head(word)
    if head.i == word.i:
        return _is_bare(parse, word)
    if head.lemma == "feel":
        return True
    subject = parse.subject(head)
    return _is_being(head) and subject is not None and subject.lower in FIRST_PERSON


def _denial(parse: Parse, word: Word) -> Word | None:
    """The "not" by which a word for well-being means the contrary; None if there is none."""
    if _means_otherwise(parse, word):
        return None
    verb = parse.head(word)
    if verb.i == word.i:
        bare = word.lower not in _ONLY_FELT and _is_bare(parse, word)
        return _not_below(parse, word) if bare and parse.subject(word) is None else None
    if word.dep not in {"acomp", "advmod", "oprd"} or not _is_users_state(parse, verb, word):
        return None
    found = _not_below(parse, verb)
    above = parse.head(verb)
    if found is None and verb.dep == "ccomp" and above.lemma in _THINKING:
        found = _not_below(parse, above)
    return found


def _not_below(parse: Parse, word: Word) -> Word | None:
    found = next((kid for kid in parse.kids(word) if kid.lower in _NOT), None)
    return None if found is None or parse.words[found.i + 1].lower in _BUT else found


def _is_users_state(parse: Parse, verb: Word, word: Word) -> bool:
    """Whether a clause says how the user is, feels or does."""
    is_felt = verb.lemma == "feel" or verb.lower == "doing"
    if not is_felt and not (_is_being(verb) and word.lower not in _ONLY_FELT):
        return False
    subject = parse.subject(verb)
    if subject is not None:
        return subject.lower in FIRST_PERSON
    return is_felt or verb.i == parse.sentences[verb.sentence][0]


def _means_otherwise(parse: Parse, word: Word) -> bool:
    end = parse.sentences[word.sentence][1]
    if word.i + 1 >= end:
        return False
    following = parse.words[word.i + 1]
    return following.lower in _OTHERWISE or following.tag == "CD"


def _is_being(verb: Word) -> bool:
    return verb.lemma in _BEING or verb.lower in _BEING


def _is_bare(parse: Parse, word: Word) -> bool:
    """Whether a note says nothing else: "rlly down", "not great today"."""
    begin, end = parse.sentences[word.sentence]
    if word.i == begin:
        return False
    return all(
        one.tag in _LIGHT_TAGS or one.ent in {"DATE", "TIME"} or one.lower in _NOT
        for one in parse.words[begin:end]
    )
