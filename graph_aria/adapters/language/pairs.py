"""What is said of two at once: "Priya and Dev got engaged"; and who works where as what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import employer, refer
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.relations import quote_around
from graph_aria.adapters.language.stance import stance_of
from graph_aria.domain.reading import USER, Tense
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Word

_PAIRING: Final = word_set("pairs.pairing")
_PAIRED: Final = frozenset({"engaged", "married"})
_LEARNERS: Final = word_set("states.learners")
_NO_JOBS: Final = word_set("states.no_jobs")
_BODIES: Final = frozenset({Kind.ORGANIZATION, Kind.PLACE})
_AT: Final = frozenset({"at", "for", "with"})
_PAIR: Final = 2


def read_pairs(draft: Draft) -> None:
    """Add PARTNER_OF for pairs, WORKS_AT and STUDIES for "a nurse at X", LOCATED_IN for "is in"."""
    for verb in draft.parse.words:
        if draft.quoted[verb.i]:
            continue
        if verb.lower in _PAIRED and verb.dep == "acomp":
            _read_pair(draft, draft.parse.head(verb), verb)
        elif not verb.tag.startswith("V"):
            continue
        elif verb.lemma in _PAIRING:
            _read_pair(draft, verb, verb)
        elif verb.lemma == "be":
            _read_post(draft, verb)
            _read_place(draft, verb)


def _read_pair(draft: Draft, verb: Word, word: Word) -> None:
    """Read "Priya and Dev got engaged", "Nora and I are dating", "Priya is engaged to Dev"."""
    parse = draft.parse
    helper = parse.kid(verb, "auxpass")
    subject = parse.subject(verb) or (parse.subject(helper) if helper is not None else None)
    if subject is None or parse.kid(verb, "dobj") is not None:
        return
    pair = [one for one in refer(draft, subject) if draft.kind(one) is Kind.PERSON]
    for to in (*parse.kids(word, "prep"), *(parse.kids(verb, "prep") if verb is not word else ())):
        if to.lower == "to" and len(pair) == 1:
            others = refer(draft, parse.kid(to, "pobj"))
            pair.extend(one for one in others if draft.kind(one) is Kind.PERSON)
    if len(pair) != _PAIR:
        return
    known = [one for one in pair if one != USER]
    words = quote_around(draft, verb, known[-1], word.i)
    draft.state(*_user_first(pair), words=words, rule="pair:joined", stance=stance_of(parse, verb))


def _user_first(pair: list[int]) -> tuple[int, Predicate, int]:
    one, other = sorted(pair, key=lambda index: index != USER)
    return one, Predicate.PARTNER_OF, other


def _read_post(draft: Draft, verb: Word) -> None:
    """Read "I'm a nurse at X", "she is a student at Y"."""
    parse = draft.parse
    post = parse.kid(verb, "attr")
    subject = parse.kid(verb, "nsubj")
    if post is None or subject is None or parse.kid(post, "det") is None:
        return
    if not post.tag.startswith("NN") or post.lower in _NO_JOBS:
        return
    place = next(
        (
            parse.kid(kid, "pobj")
            for word in (post, verb)
            for kid in parse.kids(word, "prep")
            if kid.lower in _AT
        ),
        None,
    )
    if place is None:
        return
    bodies = refer(draft, place) or employer(draft, place)
    predicate = Predicate.STUDIES if post.lower in _LEARNERS else Predicate.WORKS_AT
    stance = stance_of(parse, verb)
    for holder in refer(draft, subject):
        for body in bodies:
            if body == USER or draft.kind(body) not in _BODIES:
                continue
            words = quote_around(draft, verb, body, post.i)
            draft.state(holder, predicate, body, words=words, rule="pair:post", stance=stance)


def _read_place(draft: Draft, verb: Word) -> None:
    """Read "the office is in Leeds"."""
    parse = draft.parse
    subject = parse.kid(verb, "nsubj")
    stance = stance_of(parse, verb)
    if subject is None or stance.tense is not Tense.PRESENT:
        return
    for kid in parse.kids(verb, "prep"):
        if kid.lower != "in":
            continue
        for place in refer(draft, parse.kid(kid, "pobj")):
            if place == USER or draft.kind(place) is not Kind.PLACE:
                continue
            for thing in refer(draft, subject):
                if thing == USER or draft.kind(thing) not in _BODIES:
                    continue
                words = quote_around(draft, verb, place)
                draft.state(
                    thing,
                    Predicate.LOCATED_IN,
                    place,
                    words=words,
                    rule="pair:place",
                    stance=stance,
                )
