"""How old those near are: "my son Leo, who is five", "my seven-year-old daughter"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_clauses import is_real
from graph_aria.domain.function_words import NUMBERS
from graph_aria.domain.memories import Category

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts

_WHO: Final = (
    r"(?P<who>(?:(?:eldest|oldest|youngest|middle|little|older|younger|baby|twin) )?"
    r"(?:son|daughter|child|grandson|granddaughter|niece|nephew|stepson|stepdaughter|brother|"
    r"sister|mother|father|mum|mom|dad|grandmother|grandfather|grandma|grandpa|husband|wife|"
    r"partner|dog|cat|horse)(?-i: [A-Z][\w-]+)?)"
)
_NUMBER: Final = r"(?P<age>\d{1,3}|[a-z]+(?:-[a-z]+)?)"
_AGES: Final = (
    re.compile(
        rf"\bmy {_WHO},? (?:who is|who['’]s|is|aged|who just turned) {_NUMBER}"
        r"(?P<unit> years? old)?(?=[,.;!)]|$|\n| and\b| now\b)", re.IGNORECASE,
    ),
    re.compile(rf"\bmy {_NUMBER}[- ]years?[- ]old {_WHO}\b", re.IGNORECASE),
)  # fmt: skip
_ANIMAL: Final = re.compile(r"\b(?:dog|cat|horse)\b")
_OLDEST: Final = 115


def read_ages(facts: Facts) -> None:
    """Add how old somebody near is, with the month in which it was said."""
    parse = facts.parse
    for pattern in _AGES:
        for found in pattern.finditer(parse.text):
            first, last = parse.word_at(found.start()), parse.word_at(found.end() - 1)
            if first < 0 or facts.draft.quoted[first]:
                continue
            begin, end = parse.sentences[parse.words[first].sentence]
            age = _age(found["age"].lower())
            if age is None or not is_real(facts.draft, begin, end):
                continue
            is_one = age == 1
            month = f"{facts.said_on:%B} {facts.said_on.year}"
            who = found["who"]
            who = who if who.isupper() else " ".join([*_lowered(who)])
            facts.add(
                f"the user's {who} was {age} year{'' if is_one else 's'} old in {month}",
                (first, max(first, last)), "age", importance=0.65,
                category=Category.HOME if _ANIMAL.search(who) else Category.FAMILY,
                may_correct=False,
            )  # fmt: skip


def _lowered(who: str) -> list[str]:
    *_, last = words = who.split()
    is_name = len(words) > 1 and last[:1].isupper()
    return [word if is_name and word is last else word.lower() for word in words]


def _age(words: str) -> int | None:
    parts = [NUMBERS.get(part, part) for part in words.split("-")]
    if not all(part.isdigit() for part in parts):
        return None
    age = sum(map(int, parts))
    return age if 0 < age <= _OLDEST else None
