"""What holds only for a while: "for two weeks", "until Friday", "this week", "for now"."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_draft import category_for, share_of
from graph_aria.domain.function_words import NUMBERS
from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.memory_age import context_until

if TYPE_CHECKING:
    from datetime import date

    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts

_SEASONS: Final = "summer|winter|spring|autumn|fall|season|term|semester|holidays?"
_SPAN: Final = re.compile(
    r"\b(?:for (?:just |only |about |another |the next |the coming )*(?P<n>\w+|a few|a couple|"
    r"a couple of) (?:more )?(?P<unit>night|day|week|month)s?\b(?! (?:now|already|a|an|per|each|"
    r"every|in)\b)|(?P<until>until|till|til)\b|(?<!since )(?<!from )(?<!starting )(?<!as of )"
    rf"this (?P<this>week|weekend|month|{_SEASONS})\b|for (?:now|the (?:moment|time being|week|"
    rf"weekend|month|{_SEASONS}))\b|temporarily\b|(?:in the )?meantime\b|meanwhile\b)",
    re.IGNORECASE,
)
_DAYS: Final = {"night": 1, "day": 1, "week": 7}
"""Days of a unit; a month has about `_MONTH`."""
_FINITE: Final = frozenset({"VBP", "VBZ", "VBD", "MD"})
_JOINING: Final = frozenset({"and", "but", "so", "or", "yet"})
_SUNDAY: Final = 6
_MONTH: Final = 30
_WHILE: Final = 366


@dataclass(frozen=True, slots=True)
class Passing:
    """How long something holds that a clause says.

    Attributes:
        until: its last day, or None if that was not said.
        first, last: the words that say so.
    """

    until: date | None
    first: int
    last: int

    @property
    def words(self) -> str:
        """How it is told, so that it can be understood later."""
        day = self.until
        return "for now" if day is None else f"until {day.day} {day:%B %Y}"


def passing_of(facts: Facts, clause: Clause) -> Passing | None:
    """For how long it holds what a clause says, or None if it says nothing of that."""
    parse, verb = facts.parse, clause.verb
    begin, end = parse.sentences[verb.sentence]
    start = parse.words[begin].start
    text = parse.text[start : parse.words[end - 1].end]
    helpers = parse.kids(verb, "aux")
    is_perfect = any(kid.lemma == "have" or kid.lower == "'ve" for kid in helpers)
    for found in _SPAN.finditer(text):
        if found["unit"] and is_perfect:
            continue  # it has been so for that long
        first = parse.word_at(start + found.start())
        last = parse.word_at(start + found.end() - 1)
        if not _is_of(facts, clause, first, last):
            continue
        until = _until(facts, found, first, end - 1)
        if until is not None and (until - facts.said_on).days > _WHILE:
            continue  # what holds for years lasts
        if found["until"]:
            day = facts.words.date_in(first, end - 1)
            last = last if day is None else max(last, parse.word_at(day.end - 1))
        return Passing(until, first, last)
    return None


def _is_of(facts: Facts, clause: Clause, first: int, last: int) -> bool:
    """Whether a span of time belongs to a clause, and not to the one before or after it."""
    words, verb = facts.parse.words, clause.verb
    helpers = {kid.i for kid in facts.parse.kids(verb, "aux", "auxpass")}
    between = words[verb.i + 1 : first] if first > verb.i else words[last + 1 : verb.i]
    if any(word.tag in _FINITE and word.i not in helpers for word in between):
        return False
    if first < verb.i:
        return True
    following = words[last + 1] if last + 1 < len(words) else None
    is_next = following is not None and following.dep.startswith("nsubj")
    is_until = words[first].lower in {"until", "till", "til"}
    return words[first - 1].lower not in _JOINING and (is_until or not is_next)


def _until(facts: Facts, found: re.Match[str], first: int, end: int) -> date | None:
    today = facts.said_on
    if found["unit"]:
        n = NUMBERS.get(found["n"].lower(), found["n"])
        figure = 1 if n in {"a", "an"} else int(n) if n.isdigit() else None
        if figure is None:
            return None
        days = figure * _DAYS.get(found["unit"].lower(), _MONTH)
        return today + timedelta(min(days, 2 * _WHILE))
    if found["until"]:
        day = facts.words.date_in(first, end)
        return day.last_on if day is not None and day.last_on >= today else None
    match (found["this"] or "").lower():
        case "week" | "weekend":
            return today + timedelta(_SUNDAY - today.weekday())
        case "month":
            return today.replace(day=monthrange(today.year, today.month)[1])
    return None


def add_passing(
    facts: Facts, clause: Clause, passing: Passing, says: str, last: int, category: Category
) -> None:
    """Add what holds for a while: it takes no lasting fact's place, and expires.

    Args:
        facts: what was found so far.
        clause: says it.
        passing: for how long.
        says: what is going on, after "is": "living in Rome".
        last: the last word of what says it.
        category: what part of a life it is about.
    """
    if clause.negated or clause.over:
        return
    facts.add(
        f"{clause.who} is {says} {passing.words}",
        (min(clause.first, passing.first), max(last, passing.last)), "passing",
        kind=MemoryKind.CONTEXT, category=category_for(clause, category),
        importance=share_of(clause, 0.65), significance=0.3,
        valid=None if passing.until is None else (facts.said_on, passing.until),
        expires_on=context_until(facts.said_on, passing.until),
    )  # fmt: skip
