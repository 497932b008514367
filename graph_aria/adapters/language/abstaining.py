"""What somebody does without: "no longer drink coffee", "no alcohol for me", "allergic to nuts"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.draft import Found
from graph_aria.adapters.language.lemma import lemma_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.relations import quote_around, subjects_of
from graph_aria.adapters.language.stance import stance_of
from graph_aria.domain.reading import USER, Polarity, Tense
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Word

_CONSUMING: Final = word_set("abstaining.consuming")
_SENSITIVE: Final = {"allergic": "allergy", "intolerant": "intolerance"}
_SINCE: Final = frozenset({"since", "until", "for"})
_BEINGS: Final = frozenset({Kind.PERSON, Kind.ANIMAL})


def read_abstaining(draft: Draft) -> None:
    """Add AVOIDS for what is no longer or never consumed, and allergies."""
    for word in draft.parse.words:
        if draft.quoted[word.i]:
            continue
        if word.lower in _SENSITIVE:
            _read_allergy(draft, word)
        elif word.lemma in _CONSUMING and word.tag.startswith("V"):
            _read_habit(draft, word)
        elif word.lower == "no" and word.dep == "det":
            _read_note(draft, draft.parse.head(word))


def _read_habit(draft: Draft, verb: Word) -> None:
    """Read "I no longer drink coffee", "she doesn't eat meat", "I never touch sugar"."""
    stance = stance_of(draft.parse, verb)
    ended = stance.ended and stance.polarity is Polarity.ASSERTED
    done = draft.parse.kid(verb, "dobj")
    without = stance.polarity is Polarity.NEGATED and verb.tag in {"VB", "VBP", "VBZ"}
    simple = not any(kid.tag in {"MD", "VBD"} for kid in draft.parse.kids(verb, "aux"))
    if done is None or stance.tense is not Tense.PRESENT or not (ended or (without and simple)):
        return
    if verb.head != verb.i and verb.dep in {"xcomp", "relcl", "acl"}:
        return
    stance = replace(stance, polarity=Polarity.ASSERTED, ended=False)
    for thing in refer(draft, done, create=ended):
        if thing == USER or draft.kind(thing) is not Kind.THING:
            continue
        words = quote_around(draft, verb, thing)
        for subject in subjects_of(draft, verb):
            draft.state(
                subject, Predicate.AVOIDS, thing, words=words, rule="avoid:habit", stance=stance
            )


def _read_note(draft: Draft, noun: Word) -> None:
    """Read "No alcohol for me since January", "No sugar until Easter."."""
    parse = draft.parse
    begin, _ = parse.sentences[noun.sentence]
    if noun.dep not in {"ROOT", "npadvmod", "dep", "nsubj"} or noun.i - begin > 1:
        return
    behind = parse.kids(noun, "prep")
    mine = any(kid.lower in {"me", "us"} for one in behind for kid in parse.kids(one, "pobj"))
    if not mine and not any(kid.lower in _SINCE for kid in behind):
        return
    last = max(kid.i for one in behind for kid in (one, *parse.kids(one, "pobj")))
    for thing in refer(draft, noun):
        if thing != USER and draft.kind(thing) is Kind.THING:
            draft.state(USER, Predicate.AVOIDS, thing, words=(noun.i - 1, last), rule="avoid:note")


def _read_allergy(draft: Draft, word: Word) -> None:
    """Read "I'm allergic to peanuts", "Leo is lactose intolerant"."""
    parse = draft.parse
    verb = parse.head(word)
    subject = parse.kid(verb, "nsubj")
    if word.dep != "acomp" or subject is None or not draft.is_free(word.i, word.i):
        return
    noun = next(
        (
            parse.kid(kid, "pobj")
            for one in (word, verb)
            for kid in parse.kids(one, "prep")
            if kid.lower in {"to", "of"}
        ),
        parse.kid(word, "npadvmod", "compound", "amod", "nmod"),
    )
    before = parse.words[word.i - 1] if word.i else word
    noun = before if noun is None and before.tag == "NN" else noun
    if noun is None or not noun.tag.startswith("N"):
        return
    stance = stance_of(parse, verb)
    holders = [one for one in refer(draft, subject) if draft.kind(one) in _BEINGS]
    ill = lemma_of(noun.lower, noun.tag).capitalize()
    condition = draft.add(
        Found(
            word.i, word.i, word.i, f"{ill} {_SENSITIVE[word.lower]}", Kind.CONDITION,
            "condition:allergy", negated=stance.polarity is Polarity.NEGATED,
        )
    )  # fmt: skip
    things = refer(draft, noun, create=True)
    words = (min(subject.i, word.i), max(noun.i, word.i))
    for holder in holders:
        for predicate, object_ in (
            (Predicate.HAS_CONDITION, condition),
            *((Predicate.AVOIDS, thing) for thing in things if thing != USER),
        ):
            if object_ == condition or draft.kind(object_) in {Kind.THING, Kind.ANIMAL}:
                draft.state(
                    holder, predicate, object_, words=words, rule="avoid:allergy", stance=stance
                )
