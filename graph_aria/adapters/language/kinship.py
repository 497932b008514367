"""Relatives of others by name: "Paul and his wife Marie", "Nora's brother Tom"."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.lexicon import read_table
from graph_aria.adapters.language.stance import stance_of
from graph_aria.domain.reading import USER, Polarity
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Word

_THEIR: Final = frozenset({"his", "her", "their"})
_JILTING: Final = frozenset({"dump", "ditch", "jilt", "divorce"})
_LEAVING: Final = _JILTING | {"leave"}
_STOPPING: Final = frozenset({"stop", "quit"})
_SEEING: Final = frozenset({"see", "visit", "date", "talk", "speak", "text", "call"})
_LOOSE: Final = (
    Predicate.KNOWS, Predicate.FRIEND_OF, Predicate.COLLEAGUE_OF, Predicate.PARTNER_OF,
)  # fmt: skip
"""What ends with the last meeting; a mother stays one."""


@cache
def _roles() -> dict[str, str]:
    return {
        word: relation
        for role, relation, more in read_table("roles.tsv")
        for word in (role, *more.split("|"))
        if word and relation[1:] != Predicate.RELATIVE_OF
    }


def read_kinship(draft: Draft) -> None:
    """Relate named people to whoever has them, and end what is said to be over."""
    for word in draft.parse.words:
        if draft.quoted[word.i]:
            continue
        if word.lower in _roles():
            _relate(draft, word)
        elif word.tag == "VBG" and word.lemma in _SEEING:
            _end(draft, word)
        elif word.lemma in _LEAVING or (word.lemma == "be" and word.tag != "VB"):
            _part(draft, word)


def _relate(draft: Draft, word: Word) -> None:
    parse = draft.parse
    index = draft.mention_of(word)
    owner = parse.kid(word, "poss")
    if index is None or owner is None or draft.found[index].rule != "name:role":
        return
    if owner.lower not in _THEIR and not owner.tag.startswith("NNP"):
        return
    holders = [one for one in refer(draft, owner) if one != index]
    relation = _roles()[word.lower]
    for holder in holders:
        if holder == USER or draft.kind(holder) is not Kind.PERSON:
            continue
        ends = (index, holder) if relation[0] == "<" else (holder, index)
        near = parse.words[draft.found[holder].first].sentence == word.sentence
        at = [owner.i, word.i, draft.found[index].last]
        at.extend([draft.found[holder].first] if near else [])
        draft.state(
            ends[0], Predicate(relation[1:]), ends[1], words=(min(at), max(at)), rule="kin:of"
        )


def _part(draft: Draft, verb: Word) -> None:
    """Read "Tom dumped me", "I left Tom", "I'm no longer with Tom": a partner no more."""
    parse = draft.parse
    stance = stance_of(parse, verb)
    subject = parse.subject(verb)
    if stance.polarity is not Polarity.ASSERTED or subject is None:
        return
    if verb.lemma == "be":
        behind = next((kid for kid in parse.kids(verb, "prep") if kid.lower == "with"), None)
        left = parse.kid(behind, "pobj") if behind is not None and stance.ended else None
    else:
        left = parse.kid(verb, "dobj")
    if left is None:
        return
    two = {*refer(draft, subject), *refer(draft, left)}
    others = sorted(two - {USER})
    if USER not in two or len(others) != 1 or draft.kind(others[0]) is not Kind.PERSON:
        return
    fact = draft.fact(USER, Predicate.PARTNER_OF, others[0])
    if fact is None and verb.lemma not in _JILTING and verb.lemma != "be":
        return  # "Nora left me at the station"
    words = (min(subject.i, verb.i), max(left.i, verb.i))
    over = replace(stance, ended=True)
    draft.state(USER, Predicate.PARTNER_OF, others[0], words=words, rule="kin:over", stance=over)


def _end(draft: Draft, verb: Word) -> None:
    """Read "I stopped seeing my therapist": what "my" said is over."""
    parse = draft.parse
    governor = parse.head(verb)
    subject = parse.subject(governor)
    if governor.lemma not in _STOPPING or subject is None or USER not in refer(draft, subject):
        return
    seen = [parse.kid(verb, "dobj"), *(parse.kid(kid, "pobj") for kid in parse.kids(verb, "prep"))]
    people = {one for word in seen for one in refer(draft, word)}
    stance = stance_of(parse, verb)
    if stance.polarity is not Polarity.ASSERTED or not stance.ended:
        return
    for other in sorted(people - {USER}):
        for predicate in _LOOSE:
            fact = draft.fact(USER, predicate, other)
            if fact is not None and fact.rule == "role:kin":
                words = (subject.i, max(draft.found[other].last, verb.i))
                draft.state(USER, predicate, other, words=words, rule="kin:over", stance=stance)
