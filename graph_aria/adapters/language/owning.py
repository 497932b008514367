"""What somebody has: "my car", "bought a new phone", "we have a cottage", "she has no car"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.draft import Stance
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.relations import quote_around, subjects_of
from graph_aria.adapters.language.stance import MY, stance_of
from graph_aria.adapters.language.wanting import wanted_by
from graph_aria.domain.reading import USER, Polarity, Tense
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

_GETTING: Final = word_set("owning.getting")
_BELONGINGS: Final = word_set("owning.belongings")
"""Things that one has for long, so that "my" or "have" says that one owns them."""

_USED_UP: Final = word_set("owning.used_up")
"""What is bought and gone: "bought groceries", "got a coffee"."""

_HOMES: Final = frozenset({"house", "home", "apartment"})
"""What is somebody else's as well: "my parents' house"."""

_DETERMINED: Final = frozenset({"a", "an", "another", "some", "two", "three", "my", "our"})
_OWNABLE: Final = frozenset({Kind.THING, Kind.ANIMAL})
_NOUNS: Final = frozenset({"NN", "NNS"})


def read_owning(draft: Draft) -> None:
    """Add OWNS for what is bought or got, and for belongings that are "my" or had."""
    parse = draft.parse
    for word in parse.words:
        if draft.quoted[word.i] or word.tag not in _NOUNS:
            continue
        verb = parse.head(word)
        owner = parse.kid(word, "poss")
        if word.lemma in _BELONGINGS and owner is not None:
            _own(draft, word, owner)
        elif word.dep == "dobj" and verb.lemma in _GETTING | {"have"}:
            _get(draft, verb, word)


def _own(draft: Draft, word: Word, owner: Word) -> None:
    holders = [USER] if owner.lower in MY else []
    if not holders and owner.tag.startswith("N") and word.lemma not in _HOMES:
        holders = [one for one in refer(draft, owner) if draft.kind(one) is Kind.PERSON]
    for holder in holders:
        for thing in refer(draft, word, create=True):
            if thing != USER and draft.kind(thing) in _OWNABLE | {Kind.PLACE}:
                draft.state(
                    holder,
                    Predicate.OWNS,
                    thing,
                    words=(owner.i, word.i),
                    rule="own:my",
                    stance=Stance(tense=Tense.PRESENT),
                )


def _get(draft: Draft, verb: Word, word: Word) -> None:
    """Read "bought a new couch", "got a skull pan for Halloween", "she has no car"."""
    parse = draft.parse
    if not _is_gotten(parse, verb, word) or wanted_by(parse, verb) is not None:
        return
    stance = stance_of(parse, verb)
    if stance.tense is Tense.FUTURE or stance.polarity is Polarity.HYPOTHETICAL:
        return
    determined = parse.kid(word, "det")
    if determined is not None and determined.lower in {"no", "any"}:
        stance = replace(stance, polarity=Polarity.NEGATED)
    for thing in refer(draft, word, create=True):
        if thing == USER or draft.kind(thing) not in _OWNABLE:
            continue
        for holder in subjects_of(draft, verb):
            draft.state(
                holder,
                Predicate.OWNS,
                thing,
                words=quote_around(draft, verb, thing),
                rule=f"own:{verb.lemma}",
                stance=stance,
            )


def _is_gotten(parse: Parse, verb: Word, word: Word) -> bool:
    determined = parse.kid(word, "det", "nummod", "poss")
    if verb.lemma == "have":
        return word.lemma in _BELONGINGS
    if word.lemma in _BELONGINGS:
        return True
    if determined is None or determined.lower not in _DETERMINED or word.lemma in _USED_UP:
        return False
    if parse.kid(verb, "dative", "prt") is not None or parse.kid(word, "prep") is not None:
        return False  # "got him a shirt", "got a lot of sleep"
    return verb.lemma in {"buy", "purchase"} or _is_thing_got(parse, word)


def _is_thing_got(parse: Parse, word: Word) -> bool:
    """Whether "get" is given a thing: "got a new skull pan", not "got a call"."""
    kinds = parse.kids(word, "amod", "compound")
    return any(kid.lower in {"new", "used"} or kid.dep == "compound" for kid in kinds)
