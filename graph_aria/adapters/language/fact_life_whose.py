"""Of whom a phrase of a life tells: the user, somebody near, or nobody whom they know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_known import is_known_by_name
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.naming import is_first_name
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.fact_life_tables import Idiom

DAYS_OF: Final = frozenset({"death", "loss"})
"""What a phrase is that tells of somebody's death."""


def of_whom(facts: Facts, idiom: Idiom, found: re.Match[str], begin: int) -> str | None:  # noqa: C901, PLR0911, PLR0912
    """Of whom a phrase tells; None if that is nobody near.

    Args:
        facts: what was found so far.
        idiom: the phrase or frame.
        found: where it stands in its sentence.
        begin: the first word of the sentence.
    """
    groups = found.groupdict()
    role = next((groups[n] for n in groups if n.startswith("role") and groups[n]), None)
    called = next((groups[n] for n in groups if n.startswith("called") and groups[n]), None)
    bare = next((groups[n] for n in groups if n.startswith("bare") and groups[n]), None)
    name = next((groups[n] for n in groups if n.startswith("name") and groups[n]), None)
    if _is_beside(facts, found, begin):
        return None
    is_shared = idiom.what in {"separation", "wedding", "engagement"} and "other" not in groups
    if is_shared and not (role is not None and role.lower() not in _PARTNERS):
        return "the user" if name is None or not _is_place(facts, name, found, begin) else None
    if role is not None:
        role = role.lower()
        if role in {"me", "her", "him", "them"}:
            if role == "me":
                return "the user"
            at = facts.parse.word_at(facts.parse.words[begin].start + found.end("role"))
            near = facts.parse.words[max(0, at - 2) : at + 1]
            word = next((one for one in near if one.lower == role), None)
            told = None if word is None else facts.words.whom(word)
            return told if told is not None and "the user" in told else None
        return f"the user's {role.removeprefix('my ').removeprefix('our ')} {called or ''}".rstrip()
    if bare is not None:
        role, _, named = bare.partition(" ")
        return f"the user's {role.lower()} {named}".rstrip()
    if name is not None:
        if idiom.what == "death" and RITE.search(found[0]):
            return None  # of whom only a name is known, it may have been on the news
        if not _is_person(facts, name, found, begin):
            return None
        index = facts.draft.mention_of(facts.parse.words[_at(facts, found, begin, name)])
        told = None if index is None else facts.words.person(index)
        if told is not None and "the user" in told:
            return told
        if idiom.is_frame and not is_known_by_name(facts, name, None, begin):
            return None
        return f"{name}, whom the user {'knew' if idiom.what in DAYS_OF else 'knows'},"
    first = found[0].split()[0].lower()
    is_others = idiom.is_frame and not _OWN_WORDS.search(found[0])
    meant = (_HE_OR_SHE if is_others else _FIRST_HE_OR_SHE).search(found[0])
    if meant is not None:
        at = facts.parse.words[begin].start + found.start() + meant.start()
        told = facts.words.whom(facts.parse.words[facts.parse.word_at(at)])
        if told is not None and "the user" in told:
            return told
    if idiom.what == "birth":
        start = facts.parse.words[begin].start
        around = facts.parse.text[start : start + len(found.string)]
        of = _OTHERS_CHILD.search(around)
        if of is not None:
            return f"the user's {of['role'].lower()}"
    if is_others:
        teller = _TOLD_BY.search(found.string, 0, found.start())
        if teller is not None:
            return _by_name(facts, teller, begin)
        if meant is not None:
            return None
    is_own = idiom.what in _OWN and not idiom.is_frame
    return None if first in {"he", "she", "they"} and not is_own else "the user"


_PARTNERS: Final = word_set("facts.life_partners")
RITE: Final = re.compile(
    r"ashes|coffin|cremat|eulogy|funeral|burial|buried|\bat (?:rest|peace)|\bwake\b", re.IGNORECASE
)
"""What is some days after a death, so that its day is none of death."""

_OTHERS_CHILD: Final = re.compile(
    r"\b(?:my|our) (?P<role>sister-in-law|brother-in-law|sister|brother|daughter-in-law|best friend|"  # noqa: E501
    r"cousin|niece|nephew|friend)\b",
    re.IGNORECASE,
)
_OWN: Final = frozenset({"birth", "separation", "engagement", "diagnosis", "lost job", "new job"})


_HE_OR_SHE: Final = re.compile(r"\b(?:he|she)\b", re.IGNORECASE)
_FIRST_HE_OR_SHE: Final = re.compile(r"^(?:he|she)\b", re.IGNORECASE)
_OWN_WORDS: Final = re.compile(r"\b(?:i|we|me|us|my|our)\b", re.IGNORECASE)
_TOLD_BY: Final = re.compile(
    r"\b(?:(?:my|our) (?P<role>[\w-]+)|(?P<name>(?-i:[A-Z][a-z]+)))"
    r"(?: (?:just|has|finally))* (?:phoned|rang|called|texted|emailed|wrote|messaged|told|says|said)\b",  # noqa: E501
    re.IGNORECASE,
)
"""Whoever told it, of whom it is then."""


_SOMEBODY: Final = re.compile(r"(?:(?:my|our) (?:[\w-]+ ){0,2}?)?", re.IGNORECASE)
_OF: Final = frozenset({"of", "by", "than"})


def _is_beside(facts: Facts, found: re.Match[str], begin: int) -> bool:
    """Whether whom a phrase starts with belongs to what stands before: "a friend of my mum"."""
    groups = found.groupdict()
    names = [n for n in groups if n.startswith(("role", "bare", "name")) and groups[n]]
    if not names:
        return False
    lead = min(names, key=found.start)
    is_lead = _SOMEBODY.fullmatch(found.string, found.start(), found.start(lead)) is not None
    if not is_lead or re.match(r",? who\b", found.string[found.end(lead) :]):
        return False
    words, start = facts.parse.words, facts.parse.words[begin].start
    first = facts.parse.word_at(start + found.start())
    before = words[first - 1] if first > begin else None
    if before is not None and (before.lower in _OF or before.tag == "PRP$"):
        return True
    if before is not None and before.tag == "IN" and before.lower != "that":
        tags = [one.tag for one in words[begin + 1 : first]]
        if not {"WP", "WDT"}.isdisjoint(tags) and "," not in tags:
            return True  # "who looked after my dad", where the parse takes "after" for a time
    word = words[facts.parse.word_at(start + found.end(lead) - 1)]
    while word.dep in {"conj", "appos", "compound"} and first <= word.head:
        word = words[word.head]
    return word.dep in {"pobj", "dobj"} and word.head < first


def _by_name(facts: Facts, found: re.Match[str], begin: int) -> str | None:
    if found["role"]:
        return f"the user's {found['role'].lower()}"
    is_known = _is_person(facts, found["name"], found, begin)
    return f"{found['name']}, whom the user knows," if is_known else None


def _at(facts: Facts, found: re.Match[str], begin: int, name: str) -> int:
    offset = facts.parse.words[begin].start + found.string.index(name, found.start())
    return facts.parse.word_at(offset)


def _is_place(facts: Facts, name: str, found: re.Match[str], begin: int) -> bool:
    word = facts.parse.words[_at(facts, found, begin, name)]
    index = facts.draft.mention_of(word)
    is_told = index is not None and index != USER and facts.draft.found[index].kind is Kind.PLACE
    return is_told or not (word.tag.startswith("NNP") or is_first_name(name))


def _is_person(facts: Facts, name: str, found: re.Match[str], begin: int) -> bool:
    at = _at(facts, found, begin, name)
    index = facts.draft.mention_of(facts.parse.words[at])
    if index is not None and index != USER:
        kind, is_named = facts.draft.found[index].kind, is_first_name(name)
        is_somebody = kind in {Kind.PERSON, Kind.ANIMAL} or (is_named and kind is not Kind.PLACE)
        return is_somebody and (facts.draft.found[index].role is not None or is_named)
    return is_first_name(name)
