"""Whether what holds between two words of one claim holds between their counterparts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graph_aria.domain.alignment import Alignment
from graph_aria.domain.claims import Claim, Link, Term
from graph_aria.domain.function_words import ADJUNCTS, NEAR_ROLES, PLACE_ADVERBS
from graph_aria.domain.word_kin import are_apart

_ARGUMENTS: Final = frozenset({"subj", "obj", "comp"})
_DOERS: Final = frozenset({"subj", "comp"})
_LONGEST_CHAIN: Final = 4


def is_attached_alike(one: Claim, other: Claim, alignment: Alignment) -> bool:
    """Whether every link between aligned words holds on the other side, give or take a parse."""
    back = alignment.back
    return (
        all(_holds(link, one, other, alignment.pairs) for link in one.links)
        and all(_holds(link, other, one, back) for link in other.links)
        and _is_in_order(one, other, alignment)
    )


def is_attached_exactly(one: Claim, other: Claim, alignment: Alignment) -> bool:
    """Whether no link is the other side's only nearly: by another preposition, or at the doer."""
    there = {(link.head, link.part): link.role for link in other.links}
    for link in one.links:
        head, part = alignment.pairs.get(link.head), alignment.pairs.get(link.part)
        if head is None or part is None:
            continue
        if there.get((head, part), link.role) != link.role:
            return False
        heads = {at.head for at in other.links if (at.part, at.role) == (part, link.role)}
        if head not in heads and any(_is_told_of_doer(link.role, head, at, other) for at in heads):
            return False
    return True


def has_swap(one: Claim, other: Claim, alignment: Alignment) -> bool:
    """Whether doer and deed's object, or two things beside one word, changed places."""
    there = {(link.head, link.part): link.role for link in other.links}
    for link in one.links:
        head, part = alignment.pairs.get(link.head), alignment.pairs.get(link.part)
        if head is None or part is None or Link(head, link.role, part) in other.links:
            continue
        role = there.get((head, part))
        if role is not None and (
            {link.role, role} == {"subj", "obj"} or are_apart(role, link.role)
        ):
            return True
        if _stands_in(link, Link(head, link.role, part), one, other, alignment):
            return True
    return False


def _stands_in(link: Link, image: Link, one: Claim, other: Claim, alignment: Alignment) -> bool:
    """Whether what stands in a part's place there stands elsewhere here."""
    for another in other.links:
        if (another.head, another.role) != (image.head, image.role):
            continue
        here = alignment.back.get(another.part)
        if here is not None and Link(link.head, link.role, here) not in one.links:
            return True
    return False


def _holds(link: Link, here: Claim, there: Claim, pairs: Mapping[int, int]) -> bool:
    head, part = pairs.get(link.head), pairs.get(link.part)
    if head is None or part is None or Link(head, link.role, part) in there.links:
        return True
    parts = (here.terms[link.part], there.terms[part])
    for other in there.links:
        if other.part != part:
            continue
        if other.head == head and _are_near(link.role, other.role, parts):
            return True
        if other.role == link.role and (
            _may_attach(link.role, head, other.head, there)
            or _is_told_of_doer(link.role, head, other.head, there)
        ):
            return True
    return False


def _are_near(one: str, other: str, parts: tuple[Term, Term]) -> bool:
    """Whether two roles may say the same; an adverb of place stands for a phrase."""
    is_place = "mod" in {one, other} and any(part.key in PLACE_ADVERBS for part in parts)
    return is_place or any({one, other} <= near for near in NEAR_ROLES)


def _may_attach(role: str, here: int, there: int, claim: Claim) -> bool:
    """Whether a parser may have hung the same phrase on one word or on the other.

    That is so where both are on one chain of objects and phrases ("keeps tea in a tin on
    the shelf"), or in one compound ("oak kitchen table").
    """
    if role in _ARGUMENTS:
        return False
    barred = _DOERS if role == "mod" else _DOERS | {"mod"}
    return _leads(here, there, claim, barred) or _leads(there, here, claim, barred)


def _is_told_of_doer(role: str, here: int, there: int, claim: Claim) -> bool:
    """Whether a phrase is told of the deed on one side and of its doer on the other.

    "The aunt in Oslo works" says nearly what "The aunt works in Oslo" does.
    """
    deeds = {Link(here, "subj", there), Link(there, "subj", here)}
    return role in ADJUNCTS and not deeds.isdisjoint(claim.links)


def _leads(top: int, bottom: int, claim: Claim, barred: frozenset[str]) -> bool:
    reached = {top}
    for _ in range(_LONGEST_CHAIN):
        reached |= {
            link.part for link in claim.links if link.head in reached and link.role not in barred
        }
    return bottom in reached


def _is_in_order(one: Claim, other: Claim, alignment: Alignment) -> bool:
    """Whether words that no link holds stand in the same order: nothing else tells them apart."""
    held = {at for link in one.links for at in (link.head, link.part)}
    held_there = {at for link in other.links for at in (link.head, link.part)}
    loose = [j for i, j in sorted(alignment.pairs.items()) if i not in held and j not in held_there]
    return loose == sorted(loose)
