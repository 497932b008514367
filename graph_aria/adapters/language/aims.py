"""What a clause wants or plans beyond the rules of its verb: "I hope to write a novel"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.draft import Stance
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.relations import quote_around, subjects_of
from graph_aria.adapters.language.wanting import wanted_by
from graph_aria.domain.reading import USER, Polarity
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

_AIMED: Final = frozenset({Predicate.WANTS, Predicate.PLANS})
_NO_AIM: Final = word_set("aims.no_aim")
"""Verbs whose object is not what is aimed at: "want to tell Nora", "going to do the dishes"."""

_LOOSE: Final = frozenset({"go", "mean", "decide"})
"""Governors that speak of errands, too: only what a list knows is planned by them."""

_AIMABLE: Final = frozenset({Kind.ACTIVITY, Kind.EVENT, Kind.GOAL, Kind.THING})
_TO_GET: Final = ("for", "to", "on", "in", "into", "with")
_UNTIL: Final = frozenset({"for", "until", "till", "til"})


def read_aims(draft: Draft) -> None:
    """Add WANTS and PLANS for what an infinitive below "want", "hope", "plan" is about."""
    for verb in draft.parse.words:
        if draft.quoted[verb.i] or not verb.tag.startswith("V"):
            continue
        if verb.lemma == "wait":
            _read_waiting(draft, verb)
        elif verb.tag == "VB" and verb.lemma not in _NO_AIM:
            _read_aim(draft, verb)


def _read_aim(draft: Draft, verb: Word) -> None:
    wanted = wanted_by(draft.parse, verb)
    if wanted is None or wanted.predicate not in _AIMED:
        return
    if wanted.stance.ended or wanted.stance.polarity is Polarity.HYPOTHETICAL:
        return
    filler = _filler(draft.parse, verb)
    if filler is None:
        return
    create = wanted.governor.lemma not in _LOOSE and draft.parse.kid(filler, "relcl") is None
    for object_ in refer(draft, filler, create=create):
        if object_ == USER or draft.kind(object_) not in _AIMABLE:
            continue
        for subject in subjects_of(draft, wanted.governor):
            draft.state(
                subject,
                wanted.predicate,
                object_,
                words=quote_around(draft, wanted.governor, object_, verb.i),
                rule=f"aim:{verb.lemma}",
                stance=wanted.stance,
            )


def _filler(parse: Parse, verb: Word) -> Word | None:
    done = parse.kid(verb, "dobj")
    if done is not None:
        return done
    for kid in parse.kids(verb, "prep"):
        if kid.lower in _TO_GET:
            return parse.kid(kid, "pobj")
    return None


def _read_waiting(draft: Draft, verb: Word) -> None:
    """Read "I can't wait for the holidays", "cannot wait until my vacation"."""
    parse = draft.parse
    helped = {kid.lemma for kid in parse.kids(verb, "aux")}
    denied = parse.kid(verb, "neg") is not None or any(
        one.lower in {"cannot", "cant", "n't", "not", "hardly"}
        for one in parse.words[max(0, verb.i - 2) : verb.i]
    )
    if not denied or not helped & {"can", "could", "ca", "cannot"}:
        return
    for kid in parse.kids(verb, "prep"):
        if kid.lower not in _UNTIL:
            continue
        for object_ in refer(draft, parse.kid(kid, "pobj"), create=True):
            if object_ == USER or draft.kind(object_) not in _AIMABLE:
                continue
            stance = Stance()  # whoever cannot wait denies nothing
            for subject in subjects_of(draft, verb):
                words = quote_around(draft, verb, object_)
                comes = draft.kind(object_) is Kind.EVENT  # "my vacation": it will be
                for predicate in (Predicate.WANTS, *([Predicate.PLANS] if comes else [])):
                    draft.state(
                        subject, predicate, object_, words=words, rule="aim:wait", stance=stance
                    )
