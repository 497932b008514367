"""How far somebody is with what they are at: "halfway through my PhD", "week three of rehab"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_focus_notes import note_clause
from graph_aria.adapters.language.fact_lasting import (
    ANY_FOCUS,
    COURSES,
    EFFORTS,
    HARDSHIPS,
    TOLD_WORKS,
    TREATMENTS,
    is_of,
)
from graph_aria.adapters.language.fact_life import add_focus
from graph_aria.adapters.language.fact_life_phrases import key_of, thing_told
from graph_aria.adapters.language.fact_under_way import under_way
from graph_aria.domain.memories import Category

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

_N: Final = (
    r"(?:\d[\d,.]*k?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|"
    r"twenty|thirty|forty|fifty|first|second|third|fourth|fifth|sixth|last|final|latest|next)"
)
_UNIT: Final = (
    r"(?:days?|weeks?|months?|years?|chapters?|pages?|words?|lessons?|sessions?|rounds?|cycles?|drafts?|"
    r"modules?|semesters?|terms?|rows?|verses?|scenes?|attempts?)"
)
_THROUGH: Final = re.compile(
    rf"\b(?:half[- ]?way|midway|part[- ]?way|most of the way|almost|deep|knee[- ]deep|{_N}(?: \w+)? {_UNIT}|"  # noqa: E501
    r"up to (?:my|our) \w+|buried|drowning|swamped|immersed|snowed under) "
    r"(?:through|into|(?:in|with)(?=\s+(?:my|our|the|a|thesis|job|uni)\b)) (?:(?:my|our|the|a|an) )?",  # noqa: E501
    re.IGNORECASE,
)
_ORDINAL: Final = re.compile(
    rf"(?:^|\b(?:I['’]m|we['’]re|I am|we are|i'm) (?:now |already |still |currently )?(?:on|in|at) (?:the |my |our )?)"  # noqa: E501
    rf"(?:just )?(?:(?:day|week|month|year|session|lesson|round|chapter|draft|attempt)(?: number)? {_N}|"  # noqa: E501
    rf"(?:my |our |the )?{_N} (?:day|week|month|year|session|lesson|round|chapter|draft|attempt|cycle)) "  # noqa: E501
    r"(?:of|at|with) (?:(?:my|our|the|a|an) )?",
    re.IGNORECASE,
)
_OFTEN: Final = re.compile(
    r"^(?P<what>[\w-]+) (?:is |every |each |on )?(?:twice|once|three times|\d x|\d+ times|\dx|every|each|"  # noqa: E501
    r"weekly|daily|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b",
    re.IGNORECASE,
)
_WAITING: Final = re.compile(
    r"\b(?:I['’]m|I am|we['’]re|we are|im|I['’]ve been|been) (?:still |now |currently |finally )?on "  # noqa: E501
    r"(?:a|the|their|three|two) (?:[\w-]+ )?(?:waiting[- ]?lists?|list|waitlists?) for (?:a |an |the |my )?",  # noqa: E501
    re.IGNORECASE,
)
_ON_LIST: Final = re.compile(
    r"\b(?:I['’]m|I am|we['’]re|we are)(?: still| now| finally)? on (?:the|a|an) "
    r"(?P<list>adoption|transplant|housing|donor|surgery)(?: waiting)? list(?P<care>)\b",
    re.IGNORECASE,
)
_IN_CARE: Final = re.compile(
    r"^(?:still |back |been |now |currently )+in (?P<care>therapy|rehab|counselling|counseling|detox|"  # noqa: E501
    r"recovery|physio)\b",
    re.IGNORECASE,
)
_WAITED: Final = frozenset(
    {"kidney", "liver", "transplant", "surgery", "operation", "assessment", "therapy", "diagnosis",
     "hip", "knee", "therapist", "council", "flat", "house", "visa", "hearing", "adoption", "ivf",
     "treatment", "counselling", "heart", "cornea", "lung", "replacement", "specialist"}
)  # fmt: skip


def read_stages(facts: Facts, text: str, begin: int, end: int) -> None:
    """Add what a sentence tells somebody to be some way through.

    Args:
        facts: what was found so far.
        text: the sentence, stated and no question.
        begin: its first word.
        end: the word behind its last.
    """
    known = ANY_FOCUS | TREATMENTS | COURSES | EFFORTS
    for pattern, wanted, says in (
        (_THROUGH, known, "is working on"), (_ORDINAL, known, "is working on"),
        (_WAITING, _WAITED, "is on a waiting list for"),
    ):  # fmt: skip
        found = pattern.search(text)
        if found is None:
            continue
        at = facts.parse.word_at(facts.parse.words[begin].start + found.end())
        doing = facts.parse.words[at] if begin <= at < end else None
        under = under_way(facts, doing) if doing is not None and doing.tag == "VBG" else None
        if under is not None and pattern is _THROUGH:
            clause = note_clause(facts, found, begin)
            add_focus(facts, clause.verb, (clause.first, under.last), f"is {under.says}", under.key,
                      category=under.category)  # fmt: skip
            return
        head = _noun_at(facts, begin, end, found.end())
        if head is None or not is_of(head, wanted, facts):
            continue
        is_mine = re.search(r"\b(?:my|our)\s*$", found[0], re.IGNORECASE) is not None
        if head.lower in TOLD_WORKS and not is_mine:
            continue  # read, or watched
        _add(facts, found, begin, head, says)
        return
    found = _ON_LIST.search(text) or _IN_CARE.match(text)
    if found is not None:
        clause = note_clause(facts, found, begin)
        what = (found.groupdict().get("list") or found["care"]).lower()
        says = f"is on the {what} list" if "list" in found[0].lower() else f"is in {what}"
        add_focus(facts, clause.verb, (clause.first, clause.last), says, what,
                  category=Category.HEALTH if what in TREATMENTS else Category.GOALS)  # fmt: skip
        return
    found = _OFTEN.match(text)
    if found is not None and found["what"].lower() in TREATMENTS:
        head = facts.parse.words[begin]
        _add(facts, found, begin, head, "is in")


def _noun_at(facts: Facts, begin: int, end: int, offset: int) -> Word | None:
    """The noun of the phrase that begins at an offset of a sentence."""
    words = facts.parse.words
    at = facts.parse.word_at(words[begin].start + offset)
    if at < 0 or at >= end:
        return None
    last = None
    while at < end and words[at].tag.startswith(("NN", "JJ", "VBG", "HYPH", "CD")):
        last = words[at] if words[at].tag.startswith(("NN", "VBG")) else last
        at += 1
    return last


def _add(facts: Facts, found: re.Match[str], begin: int, head: Word, says: str) -> None:
    told = thing_told(facts, head)
    if told is None or any(
        one.slot == f"focus|{key_of(facts, head)}" for one in facts.found.values()
    ):
        return
    clause = note_clause(facts, found, begin)
    is_health = is_of(head, TREATMENTS | HARDSHIPS, facts)
    category = Category.STUDY if is_of(head, COURSES, facts) else Category.GOALS
    add_focus(facts, clause.verb, (clause.first, max(told.last, clause.last)), f"{says} {told.text}",  # noqa: E501
              key_of(facts, head), category=Category.HEALTH if is_health else category)  # fmt: skip
