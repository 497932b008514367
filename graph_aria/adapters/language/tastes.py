"""Tastes that no verb of liking states: favourites, the best part of a day, welcome company."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.situations import company_of, situation_before
from graph_aria.adapters.language.stance import FIRST_PERSON, MY, stance_of
from graph_aria.domain.reading import USER, Polarity
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Word

_FAVOURITE: Final = frozenset({"favorite", "favourite", "fave", "favs", "fav"})
_PARTS: Final = word_set("tastes.parts")
_LIKING: Final = word_set("tastes.liking")
_COMPANY: Final = word_set("tastes.company")
_STATES: Final = frozenset({Kind.CONDITION, Kind.EMOTION})
_BEINGS: Final = frozenset({Kind.PERSON, Kind.ANIMAL})


def read_tastes(draft: Draft) -> None:
    """Add LIKES from "X is my favourite", "my favourite is X" and "enjoyed being with X"."""
    for word in draft.parse.words:
        if draft.quoted[word.i]:
            continue
        if word.lower in _FAVOURITE:
            _read_favourite(draft, word)
        elif word.lower == "best":
            _read_best_part(draft, word)
        elif word.lower in _FUN:
            _read_fun(draft, word)
        elif word.lemma in _LIKING and word.tag.startswith("V"):
            _read_company(draft, word)


def _read_favourite(draft: Draft, word: Word) -> None:
    """Read "X is one of my favourites", "my favourite hobby is X", "my favourite cake"."""
    parse = draft.parse
    noun = parse.head(word) if word.dep == "amod" else word
    owner = parse.kid(noun, "poss") or parse.kid(word, "poss")
    if owner is None:
        return
    holders = [USER] if owner.lower in MY else refer(draft, owner)
    top = noun
    of = parse.head(noun)
    if noun.dep == "pobj" and of.lower == "of" and parse.head(of).lower in {"one", "some"}:
        top = parse.head(of)
    verb = parse.head(top)
    if verb.lemma == "be" and top.dep == "attr":
        things = _subject(draft, verb)
    elif verb.lemma == "be" and top.dep in {"nsubj", "csubj"}:
        things = refer(draft, parse.kid(verb, "attr", "xcomp", "ccomp"), create=True)
    elif noun.lower not in _PARTS and word.dep == "amod":
        things, verb = refer(draft, noun, create=True), top
    else:
        return
    _like(draft, holders, things, verb, word)


def _read_best_part(draft: Draft, word: Word) -> None:
    """Read "X is the best part of my day"."""
    parse = draft.parse
    noun = parse.head(word)
    verb = parse.head(noun)
    if word.dep != "amod" or noun.lower not in _PARTS or verb.lemma != "be":
        return
    if noun.dep == "attr":
        _like(draft, [USER], _subject(draft, verb), verb, noun)


_FUN: Final = word_set("tastes.fun")
_TASTY: Final = word_set("tastes.tasty")
_ENJOYED: Final = frozenset({Kind.ACTIVITY, Kind.EVENT, Kind.TOPIC, Kind.THING})


def _read_fun(draft: Draft, word: Word) -> None:
    """Read "the hike was so much fun", "it was enjoyable", "the chicken was delicious"."""
    parse = draft.parse
    first = parse.head(word) if word.dep == "conj" else word
    verb = parse.head(first)
    if verb.lemma not in {"be", "taste"} or first.dep not in {"acomp", "attr"}:
        return
    stance = stance_of(parse, verb)
    subject = parse.kid(verb, "nsubj")
    if subject is None or subject.lower in FIRST_PERSON or stance.polarity is Polarity.REPORTED:
        return
    if subject.lower == "it" and any(
        kid.tag in {"VB", "VBG"} and kid.i > word.i
        for one in (word, verb)
        for kid in parse.kids(one, "xcomp", "ccomp", "advcl")
    ):
        return  # "it was fun to talk to her"
    if word.lower in _TASTY:
        things = refer(draft, subject, create=True)
    else:
        things = refer(draft, subject) or situation_before(draft, subject, company=False)
    meant = [one for one in things if one != USER and draft.kind(one) in _ENJOYED]
    _like(draft, [USER], meant, verb, word)


def _subject(draft: Draft, verb: Word) -> list[int]:
    subject = draft.parse.kid(verb, "nsubj", "csubj")
    if subject is None or subject.lower in FIRST_PERSON:
        return []
    return refer(draft, subject, create=True) or (
        company_of(draft, subject) if subject.tag == "VBG" else []
    )


def _read_company(draft: Draft, verb: Word) -> None:
    """Read "I enjoyed being with her", "I love spending time with my sister"."""
    parse = draft.parse
    doing = parse.kid(verb, "xcomp", "ccomp", "dobj", "advcl")
    if doing is None or doing.tag != "VBG" or doing.lemma not in _COMPANY:
        return
    subject = parse.subject(verb)
    holders = [USER] if subject is None else refer(draft, subject)
    beings = [one for one in company_of(draft, doing) if draft.kind(one) in _BEINGS]
    _like(draft, holders, beings, verb, doing)


def _like(draft: Draft, holders: list[int], things: list[int], verb: Word, anchor: Word) -> None:
    stance = stance_of(draft.parse, verb)
    if stance.polarity is Polarity.REPORTED:
        return
    for holder in holders:
        for thing in things:
            if thing == USER or draft.kind(thing) in _STATES:
                continue
            one = draft.found[thing]
            same = draft.parse.words[one.first].sentence == anchor.sentence
            at = [anchor.i, verb.i, *((one.first, one.last) if same else ())]
            draft.state(
                holder,
                Predicate.LIKES,
                thing,
                words=(min(at), max(at)),
                rule="taste:favourite" if anchor.tag[:1] != "V" else "taste:company",
                stance=stance,
            )
