"""Activities, conditions, events, goals and topics that are named, by the word lists."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.denial import is_denied
from graph_aria.adapters.language.draft import Found
from graph_aria.adapters.language.emotions import head_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import FIRST_PERSON
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.lexicon import Sense
    from graph_aria.adapters.language.matching import Match
    from graph_aria.adapters.language.parse import Parse, Word

_KIND_OF_FAMILY: Final = {
    "activity": Kind.ACTIVITY,
    "condition": Kind.CONDITION,
    "event": Kind.EVENT,
    "goal": Kind.GOAL,
    "landmark": Kind.PLACE,
    "task": Kind.THING,
    "thing": Kind.THING,
    "place": Kind.PLACE,
    "animal": Kind.ANIMAL,
}
_LISTED: Final = frozenset({"activity", "condition", "event", "goal", "topic"})
_PINNING: Final = frozenset({"pin", "unpin", "mute", "unmute", "track", "rename", "merge"})
"""Orders to this program, which a tagger takes for nouns."""

_LATENT: Final = frozenset({"thing", "place", "animal"})
"""Families that become a mention only when a relation needs them."""

_DISTANCE: Final = re.compile(
    r"\d+([.,]\d+)?(k|km|m|mi|miles?|kilometers?|kilometres?|laps?|min)?\Z"
)
_EXTENTS: Final = word_set("doings.extents")
_TIMES: Final = word_set("things.times")
_UNITS: Final = word_set("things.units")
_PHRASAL: Final = word_set("things.phrasal")
_READ: Final = word_set("things.read")
_COMPOUND_EVENTS: Final = frozenset(
    {"Meeting", "Party", "Class", "Interview", "Exam", "Conference"}
)
_LESSONS: Final = word_set("things.lessons")
"""Nouns that an activity's name may stand before and still be the activity."""


def read_things(draft: Draft, matches: list[Match]) -> None:
    """Add what the lists know, longest phrases first, and note what a relation may need."""
    for match in matches:
        is_verb = draft.parse.words[match.first].tag.startswith("V")
        for sense in sorted(match.senses, key=lambda sense: (sense.form == "v") is not is_verb):
            if sense.family in _LATENT:
                _note_latent(draft, match, sense)
            elif sense.family in _KIND_OF_FAMILY and draft.is_free(match.first, match.last):
                word = head_of(draft.parse, match.first, match.last)
                if _fits_use(draft, match, sense, word):
                    _add(draft, match, sense, word)


def read_named_topics(draft: Draft, matches: list[Match]) -> None:
    """Add topics that are named by a word of their own ("work", "money", "my family")."""
    for match in matches:
        sense = next((one for one in match.senses if one.family == "topic"), None)
        if sense is None or not draft.is_free(match.first, match.last):
            continue
        word = draft.parse.words[match.last]
        if word.tag and not (word.tag.startswith("NN") or _is_named(draft.parse, word)):
            continue
        if word.dep == "compound" and draft.parse.head(word).i != word.i and sense.name != "Work":
            continue
        draft.add(Found(match.first, match.last, word.i, sense.name, Kind.TOPIC, "topic:named"))


def names_by_list(draft: Draft, matches: list[Match]) -> frozenset[int]:
    """Words behind a verb that a list knows for a doing or a topic: "pin Yoga and Work"."""
    words = draft.parse.words
    known: set[int] = set()
    for match in matches:
        word = words[match.first]
        if not any(sense.family in _LISTED for sense in match.senses):
            continue
        before = words[max(0, word.i - 1)]
        if before.text.islower() and (
            _is_verb_like(before) or (word.dep == "conj" and word.head in known)
        ):
            known.add(word.i)
    return frozenset(known)


def _is_verb_like(word: Word) -> bool:
    return word.tag.startswith("V") or word.lower in _PINNING


def _is_named(parse: Parse, word: Word) -> bool:
    """Whether a word that is tagged as no noun stands as the name of a topic all the same."""
    is_governed = word.dep == "dobj" and word.text.istitle() and word.tag == "VB"
    return is_governed or _is_all(parse, word)


def _is_all(parse: Parse, word: Word) -> bool:
    """Whether the word is all that its sentence says; the tagger then takes "work" for a verb."""
    begin, end = parse.sentences[word.sentence]
    return not any(one.text.isalpha() for one in parse.words[begin:end] if one.i != word.i)


def kind_of(sense: Sense) -> Kind:
    """The kind of entity that a sense of the lists stands for."""
    return _KIND_OF_FAMILY[sense.family]


def _note_latent(draft: Draft, match: Match, sense: Sense) -> None:
    word = draft.parse.words[match.last]
    if word.tag and not word.tag.startswith("N"):
        return
    for i in range(match.first, match.last + 1):
        draft.latent.setdefault(i, (match.first, match.last, sense))


def _add(draft: Draft, match: Match, sense: Sense, word: Word) -> None:
    first, name = match.first, sense.name
    words = draft.parse.words
    if sense.family == "event" and sense.name in _COMPOUND_EVENTS and match.first == match.last:
        before = words[first - 1] if first else word
        is_compound = before.dep == "compound" and before.head == word.i
        if is_compound and before.tag in {"NN", "VBG"} and draft.is_free(before.i, before.i):
            first -= 1
            name = f"{before.lower.capitalize()} {name.lower()}"
    if first and words[first - 1].lower == "dog" and name == "Walking":
        first -= 1
        name = "Dog walking"
    kind = _KIND_OF_FAMILY[sense.family]
    negated = kind is Kind.CONDITION and is_denied(draft.parse, first, word)
    if kind is Kind.CONDITION and match.last > first and words[first].lower in {"no", "lack"}:
        negated = False
    draft.add(
        Found(
            first,
            match.last,
            word.i,
            name,
            kind,
            f"{sense.family}:{'verb' if sense.form == 'v' else 'noun'}",
            negated=negated,
            of_user=not draft.quoted[match.first],
        )
    )


def _fits_use(draft: Draft, match: Match, sense: Sense, word: Word) -> bool:
    if not word.tag:
        return sense.form == "n"  # without a model only nouns can be told
    if sense.form == "v":
        return _is_done(draft, match, sense, word)
    if match.first < match.last:
        is_nominal = draft.parse.words[match.last].tag.startswith(("N", "V"))
        return is_nominal or sense.family != "condition"  # "a cold day" is no illness
    return _is_noun(draft.parse, word, sense)


def _is_noun(parse: Parse, word: Word, sense: Sense) -> bool:
    """Whether a single word is used as the noun that the list means."""
    is_activity = sense.family == "activity"
    before = parse.words[word.i - 1] if word.i else word
    if sense.family == "landmark" and _is_part_of_name(parse, word, before):
        return False
    if word.lower == "exercise" and not _is_own_exercise(parse, word):
        return False  # the topic
    if word.tag.startswith("NN") or (word.tag in {"FW", "JJ"} and not is_activity):
        if word.dep != "compound" or sense.family in {"condition", "event", "goal"}:
            return True
        return is_activity and word.head > word.i and parse.head(word).lower in _LESSONS
    if word.tag in {"VBG", "VB", "VBP"} and word.lower.endswith("ing"):
        return _is_gerund(parse, word)
    # Verbless notes confuse the tagger: "Yoga again.", "Ran, yoga, bed."
    return is_activity and word.lower in {"yoga", "pilates", "therapy"}


def _is_part_of_name(parse: Parse, word: Word, before: Word) -> bool:
    """Whether a place has a name of its own: "Greenfield Hospital", "St. Mary's hospital"."""
    if before.tag == "POS" and before.i:
        return parse.words[before.i - 1].tag == "NNP"
    return word.text.istitle() and before.tag == "NNP"


def _is_own_exercise(parse: Parse, word: Word) -> bool:
    """Whether "exercise" is some that somebody did, and not exercise at large."""
    return word.dep in {"dobj", "pobj"} or parse.kid(word, "poss") is not None


def _is_gerund(parse: Parse, word: Word) -> bool:
    """Whether an "-ing" is something one does rather than the verb of a clause."""
    if parse.kid(word, "prt", "nsubj") is not None:
        return False
    if any(kid.lower in _PHRASAL for kid in parse.kids(word)):
        return False
    done = parse.kid(word, "dobj")
    if done is not None and not _is_distance(done):
        return word.lower in {"baking", "cooking", "reading", "painting"}
    return not (word.dep == "acl" and parse.head(word).tag.startswith("N"))


def _is_done(draft: Draft, match: Match, sense: Sense, word: Word) -> bool:
    """Whether a verb tells of the activity: somebody runs, and not late, out or a business."""
    parse = draft.parse
    if not word.tag.startswith("V"):
        return False
    doer = parse.subject(word)
    if doer is None:
        if word.dep not in {"ROOT", "conj", "xcomp", "advcl", "pcomp", "ccomp", "dep"}:
            return False
    elif doer.lower not in FIRST_PERSON | {"he", "she", "they", "who"}:
        mention = draft.mention_of(doer)
        if mention is None or draft.found[mention].kind not in {Kind.PERSON, Kind.ANIMAL}:
            return False
    return match.first < match.last or _is_done_so(parse, word, sense)


def _is_done_so(parse: Parse, word: Word, sense: Sense) -> bool:
    """Whether a verb's particles and object leave it the activity: "walked a lot"."""
    kids = parse.kids(word)
    if word.lemma == "walk":
        return any(_is_distance(kid) or kid.lower in _EXTENTS for kid in kids)
    if any(kid.dep == "prt" or kid.lower in _PHRASAL for kid in kids):
        return False
    return _may_be_done_to(parse.kid(word, "dobj"), sense)


def _may_be_done_to(done: Word | None, sense: Sense) -> bool:
    """Whether an activity's verb is still the activity with this object: "read a book"."""
    if done is None or sense.detail == "*" or _is_distance(done) or done.lower in _TIMES:
        return True
    if done.lower in {"couple", "few"}:
        return True  # "ran a couple of miles"
    return sense.name == "Reading" and done.lower in _READ


def _is_distance(word: Word) -> bool:
    return bool(_DISTANCE.match(word.lower)) or word.lower in _UNITS
