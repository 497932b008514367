"""The last touches to a draft: what is said in two words or in three becomes one form."""

from __future__ import annotations

from graph_aria.domain.drafting import Draft
from graph_aria.domain.function_words import BRIDGES, PHRASAL
from graph_aria.domain.stems import stem

Links = set[tuple[int, str, int]]
Ends = list[tuple[str, int]]


def join(draft: Draft) -> None:
    """Bring a draft into its plain form: particles, then conjuncts, then joining words."""
    _join_particles(draft)
    _join_conjuncts(draft)
    _take_out_bridges(draft)


def _join_particles(draft: Draft) -> None:
    """Read a verb with its particle as the one word that it is: "give up" is "quit"."""
    tokens = draft.syntax.tokens
    for i in list(draft.notes):
        verb = tokens[i].head
        if verb not in draft.notes or not draft.syntax.is_verb(verb):
            continue
        phrase = PHRASAL.get(f"{stem(tokens[verb].lemma)} {tokens[i].lower}")
        if phrase is not None and not any(head == i for head, _, _ in draft.links):
            draft.notes[verb].phrase = phrase
            draft.links -= {link for link in draft.links if link[2] == i}
            del draft.notes[i]


def _join_conjuncts(draft: Draft) -> None:
    """What holds of one conjunct holds of the others."""
    for first, other in draft.conjuncts:
        one, two = draft.carrier(first), draft.carrier(other)
        if one is not None and two is not None and one != two:
            draft.links |= {(head, role, two) for head, role, part in draft.links if part == one}
            if not draft.syntax.tokens[two].tag.startswith("JJ"):
                draft.links.discard((one, "mod", two))


def _take_out_bridges(draft: Draft) -> None:
    """Take out what only joins: "a table made of oak", "of great age", "a nurse wearing blue"."""
    for at in list(draft.notes):
        note, role = draft.notes[at], BRIDGES.get(draft.syntax.tokens[at].lemma)
        if role is None or note.denied or note.moods or note.numbers:
            continue
        above = {link for link in draft.links if link[2] == at}
        below = {link for link in draft.links if link[0] == at}
        ends = [(end, part) for _, end, part in sorted(below)]
        if not draft.syntax.is_verb(at):
            joined = {(head, role, part) for head, _, _ in above for _, part in ends}
        elif above:
            continue
        else:
            joined = _worn(ends) if role == "in" else _made(ends)
        if joined:
            draft.links -= above | below
            draft.links |= joined
            del draft.notes[at]


def _worn(ends: Ends) -> Links:
    """Who wears what: "a nurse wearing a scarf" and "dressed in blue" are "a nurse in" these."""
    wearers = [part for role, part in ends if role == "subj"]
    things = [part for role, part in ends if role == "obj"]
    others = [(role, part) for role, part in ends if role not in {"subj", "obj", "mod"}]
    if wearers and things:
        worn = {(who, "in", thing) for who in wearers for thing in things}
        return worn | {(who, role, part) for who in wearers for role, part in others}
    return {(who, role, part) for who in things for role, part in others}


def _made(ends: Ends) -> Links:
    """What is made of, covered by or painted what: the one describes the other."""
    things = [part for role, part in ends if role == "obj"]
    return {(thing, "mod", part) for thing in things for role, part in ends if role != "obj"}
