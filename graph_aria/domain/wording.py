"""What guards a sentence that takes the place of several."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from graph_aria.domain.admission import is_instruction
from graph_aria.domain.claims import Claim

_LONGEST: Final = 400
_WORD: Final = re.compile(r"[^\W_]+")
_SUBJECT: Final = re.compile(r"The user(?:['’]s)?\s\S")
_FIRST_WORDS: Final = 1
_CORE: Final = frozenset({"subj", "obj"})
_NAMING: Final = frozenset({"n", "p"})
_SAYING: Final = frozenset({"n", "v", "a"})


class Rejected(StrEnum):
    """Why a sentence may not take the place of several."""

    FORM = "it is no sentence about the user"
    LONGER = "it is longer than the sentences together"
    UNREAD = "at least one could not be parsed"
    NAME = "its names are not theirs"
    NUMBER = "its numbers are not theirs"
    DENIAL = "its denials are not theirs"
    THING = "it speaks of something that they do not"
    LOST = "it leaves out something that they say"
    ROLES = "who does what differs"


def rejection_of(text: str, claim: Claim, originals: Mapping[str, Claim]) -> Rejected | None:
    """Why a text may not take the place of some others; None if it may.

    It must not be longer than they together, bring in a name, a number, a denial or a thing,
    nor lose one, or anything else that they say: what is lost in the telling is lost to whoever
    is told.

    Args:
        text: the new sentence.
        claim: what it claims.
        originals: what each of the others claims, by its text.

    Source: design, section 6, consolidation.
    """
    whole = " ".join(originals)
    words = {word.casefold() for word in _WORD.findall(whole)}
    claims = list(originals.values())
    is_sentence = _SUBJECT.match(text) and "\n" not in text and "?" not in text
    names = {name for one in originals for name in _names(one)}
    denies = any(one.n_denials for one in claims)
    tests = (
        (Rejected.FORM, not is_sentence or len(text) > _LONGEST or is_instruction(text)),
        (Rejected.LONGER, len(text) > sum(map(len, originals))),
        (Rejected.UNREAD, not all(one.terms for one in (claim, *claims))),
        (Rejected.NAME, _names(text) != names or not _named([claim]) <= _named(claims) | words),
        (
            Rejected.NUMBER,
            _digits(text) != _digits(whole) or set(claim.numbers) != _numbers(claims),
        ),
        (
            Rejected.DENIAL,
            _denied([claim]) != _denied(claims) or bool(claim.n_denials) is not denies,
        ),
        (Rejected.THING, not _things([claim]) <= _things(claims) | words),
        (Rejected.ROLES, not _is_done_so(claim, claims)),
        (Rejected.LOST, not _said(claims) <= _said([claim]) | claim.words),
    )
    return next((why for why, applies in tests if applies), None)


def says_more(one: Claim, other: Claim) -> bool:
    """Whether one claim has every word that the other has, and another one."""
    return _said([other]) < _said([one])


def _names(text: str) -> set[str]:
    """Capitalised words, but for those that begin a sentence."""
    found = set()
    for sentence in re.split(r"(?<=[.!])\s+", text):
        words = _WORD.findall(sentence)[_FIRST_WORDS:]
        found |= {word.casefold() for word in words if word[0].isupper() and word != "I"}
    return found


def _digits(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text) if any(map(str.isdigit, word))}


def _named(claims: Iterable[Claim]) -> set[str]:
    return {term.key.casefold() for claim in claims for term in claim.terms if term.name}


def _numbers(claims: Iterable[Claim]) -> set[str]:
    return {number for claim in claims for number in claim.numbers}


def _denied(claims: Iterable[Claim]) -> set[str]:
    return {term.key for claim in claims for term in claim.terms if term.denied}


def _things(claims: Iterable[Claim]) -> set[str]:
    return {term.key.casefold() for claim in claims for term in claim.terms if term.kind == "n"}


def _is_done_so(claim: Claim, originals: Sequence[Claim]) -> bool:
    """Whether what goes with each verb, in which role, goes with it in the originals, too.

    A parser may hang "with a dog" on the morning in one sentence and on the running in the
    next; so what hangs on no other verb may hang on this one.
    """
    theirs = _doings(originals)
    loose = {
        (link.role, one.terms[link.part].key)
        for one in originals
        for link in one.links
        if one.terms[link.head].kind != "v"
    }
    bound = {(role, part) for _, _, role, part in theirs}
    return all(
        doing in theirs or (doing[2] not in _CORE and doing[2:] in loose - bound)
        for doing in _doings([claim])
    )


def _doings(claims: Iterable[Claim]) -> set[tuple[str, bool, str, str]]:
    """Verb, whether it is denied, role, and who or what it is that goes with it."""
    found = set()
    for claim in claims:
        for link in claim.links:
            head, part = claim.terms[link.head], claim.terms[link.part]
            if head.kind == "v" and part.kind in _NAMING:
                found.add((head.key, head.denied, link.role, part.key))
    return found


def _said(claims: Iterable[Claim]) -> set[str]:
    return {term.key for claim in claims for term in claim.terms if term.kind in _SAYING}
