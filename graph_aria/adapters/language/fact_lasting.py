"""What lasts for weeks: sorts of works, courses, hardships, and the verbs that take them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_life_phrases import (
    key_of,
    row_of,
    sentence_text,
    thing_told,
)
from graph_aria.adapters.language.fact_words import base_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

WORKS: Final = word_set("facts.focus_works")
TOLD_WORKS: Final = word_set("facts.focus_told_works")
_VENTURES: Final = word_set("facts.focus_ventures")
RENOVATED: Final = word_set("facts.focus_renovated")
_CONTESTS: Final = word_set("facts.focus_contests")
EXAMS: Final = word_set("facts.focus_exams")
SOUGHT: Final = word_set("facts.focus_sought")
APPLIED: Final = word_set("facts.focus_applied")
HARDSHIPS: Final = word_set("facts.focus_hardships")
COURSES: Final = word_set("facts.focus_courses")
TREATMENTS: Final = word_set("facts.focus_treatments")
EVENTS: Final = word_set("facts.focus_events")
EFFORTS: Final = word_set("facts.focus_efforts")
SOLID: Final = word_set("facts.focus_solid")
DEBTS: Final = word_set("facts.focus_debts")
LITTLE: Final = word_set("facts.focus_little")
_PARTS: Final = word_set("facts.focus_parts")
_SKILLS: Final = (
    word_set("facts.languages") | word_set("facts.play_objects") | word_set("facts.subjects")
)
_SAVED_FOR: Final = word_set("facts.saving_objects")
_HOMES: Final = word_set("facts.life_homes")
MADE: Final = WORKS | _VENTURES
APPOINTMENTS: Final = word_set("facts.appointments")
MET_LATER: Final = _CONTESTS | EXAMS | EVENTS
_MET: Final = _CONTESTS | EXAMS | EVENTS | word_set("facts.appointments")
HOURS: Final = frozenset({"class", "classes", "lesson", "lessons", "course", "program"})
"""What may be an hour of the day as well."""

SKILLS: Final = _SKILLS - frozenset({"go", "darts", "bridge", "music", "art", "game", "business"})
DONE: Final = WORKS | EXAMS | TREATMENTS | (COURSES - HOURS) | frozenset({"course"})
"""What is finished, whosesoever it is."""

DROPPED: Final = WORKS | COURSES | TREATMENTS
OWN: Final = _VENTURES | RENOVATED
"""What is finished or given up if it is the user's own."""

ANY_FOCUS: Final = WORKS | _VENTURES | _CONTESTS | EXAMS | COURSES | TREATMENTS | SKILLS
"""What may be begun."""

_PASSING: Final = re.compile(
    r"\b(?:today|tonight|rn|this (?:morning|afternoon|evening)|by (?:noon|midnight|\d\S*|one|two|"
    r"three|four|five|six|seven|eight|nine|ten|lunch|dinner|bedtime|tomorrow)|before "
    r"(?:bed|lunch|dinner|work)|for (?:an?|two|three|four|five|\d+|half an) (?:hours?|minutes?)|"
    r"all (?:day|morning|afternoon|evening|night)|tomorrow|yesterday|last night|then bed)\b",
    re.IGNORECASE,
)
LASTING: Final = re.compile(
    r"\b(?:since|(?:for|(?:in )?the (?:last|past)) (?:\w+ ){0,3}(?:weeks?|months?|years?|ages)|"
    r"these days|at the moment|currently|right now|lately|still|this (?:year|spring|summer|autumn|"
    r"fall|winter|term|semester))\b",
    re.IGNORECASE,
)
_FOR_LONG: Final = re.compile(
    r"\bsince (?!(?:this morning|noon|yesterday|lunch|breakfast))|"
    r"\b(?:for|(?:in )?the (?:last|past)) (?:\w+ ){0,3}(?:weeks|months?|years?|ages)\b",
    re.IGNORECASE,
)
_AFFAIRS: Final = word_set("facts.focus_affairs")
BUILT: Final = word_set("facts.focus_built")
"""What nobody finishes in a day."""

MY: Final = frozenset({"my", "our"})


@dataclass(frozen=True, slots=True)
class UnderWay:
    """Something that takes weeks.

    Attributes:
        says: what is done, without "is": "writing their thesis".
        base: the same after "to": "write their thesis".
        key: what it is, however it is put.
        category: what part of a life it is about.
        last: the last word of what says it.
    """

    says: str
    base: str
    key: str
    category: Category
    last: int


OBJECTS: Final = {
    # verb: what it takes, and what part of a life that is
    **dict.fromkeys(
        ("write", "rewrite", "edit", "revise", "compose", "record", "draft", "illustrate"),
        (WORKS, Category.GOALS),
    ),
    **dict.fromkeys(("translate", "research"),
                    (WORKS | word_set("facts.focus_traced"), Category.GOALS)),
    **dict.fromkeys(
        ("build", "develop", "code", "design", "create", "launch", "found", "program"),
        (MADE, Category.GOALS),
    ),
    **dict.fromkeys(
        ("renovate", "restore", "refurbish", "rebuild", "gut", "convert", "remodel",
         "redecorate", "redo"),
        (RENOVATED | word_set("facts.focus_dug"), Category.HOME),
    ),
    **dict.fromkeys(("plan", "organise", "organize"), (EVENTS, Category.EVENTS)),
    **dict.fromkeys(("pack", "sell", "clear", "buy"), (_HOMES, Category.HOME)),
    **dict.fromkeys(("adopt", "foster"), (word_set("facts.focus_children"), Category.FAMILY)),
    **dict.fromkeys(("dig", "plant", "lay", "construct"),
                    (word_set("facts.focus_dug"), Category.HOME)),
    **dict.fromkeys(("curate", "assemble"), (word_set("facts.focus_shown"), Category.GOALS)),
    **dict.fromkeys(("direct", "produce", "choreograph", "stage", "shoot"),
                    (word_set("facts.focus_played"), Category.GOALS)),
    **dict.fromkeys(("trace", "transcribe", "digitise", "digitize", "catalogue"),
                    (word_set("facts.focus_traced"), Category.INTERESTS)),
    **dict.fromkeys(("knit", "crochet", "sew", "quilt", "carve", "weave", "make", "paint"),
                    (WORKS | SOLID, Category.INTERESTS)),
    **dict.fromkeys(("settle", "untangle", "administer"),
                    (word_set("facts.focus_settled"), Category.FAMILY)),
    **dict.fromkeys(("process", "survive", "beat"), (HARDSHIPS, Category.HEALTH)),
    **dict.fromkeys(("fight", "battle", "appeal", "contest"),
                    (HARDSHIPS | word_set("facts.focus_fought"), Category.HEALTH)),
    **dict.fromkeys(("do", "take", "attend", "have", "get", "undergo", "pursue", "receive"),
                    (COURSES | TREATMENTS, Category.STUDY)),
}  # fmt: skip

AT: Final = {
    **dict.fromkeys(
        ("train", "prepare", "prep", "practise", "practice", "rehearse", "study", "revise",
         "cram", "ready"),
        ("for", _MET | word_set("facts.degrees_of_study"), Category.GOALS),
    ),
    "apply": ("for", APPLIED, Category.GOALS),
    **dict.fromkeys(("stand", "run"), ("for", word_set("facts.focus_offices"), Category.GOALS)),
    "save": ("for", _SAVED_FOR, Category.GOALS),
    "try": ("for", frozenset({"baby", "child", "second"}), Category.FAMILY),
    "fight": ("for", frozenset({"custody", "asylum", "application", "benefits", "compensation"}),
              Category.FAMILY),
    **dict.fromkeys(("look", "search", "hunt"), ("for", SOUGHT | {"place"}, Category.GOALS)),
    **dict.fromkeys(("deal", "struggle", "cope", "wrestle", "grapple", "live", "battle"),
                    ("with", HARDSHIPS, Category.HEALTH)),
    **dict.fromkeys(("recover", "heal", "recuperate"), ("from", HARDSHIPS, Category.HEALTH)),
    "go": ("through", HARDSHIPS, Category.HEALTH),
}  # fmt: skip


def is_passing(facts: Facts, verb: Word) -> bool:
    """Whether what a verb tells is spoken of as a thing of the day."""
    text = sentence_text(facts, verb)
    return _PASSING.search(text) is not None and _FOR_LONG.search(text) is None


def is_of(head: Word, words: frozenset[str], facts: Facts) -> bool:
    """Whether a noun is one of some words, or a part of one: "my second round of IVF"."""
    if head.lower in words or head.lemma in words:
        return True
    if head.lower in _PARTS or head.lemma in _PARTS:
        for prep in facts.parse.kids(head, "prep"):
            inner = facts.parse.kid(prep, "pobj")
            if prep.lower == "of" and inner is not None and is_of(inner, words, facts):
                return True
    if head.lower in _AFFAIRS and any(
        kid.lower in words for kid in facts.parse.kids(head, "compound", "amod", "nmod")
    ):
        return True
    case = facts.parse.kid(head, "case")
    if case is not None and head.lower + case.lower in words:
        return True
    row = "".join(word.lower for word in row_of(facts, head)[-3:])
    last = head.lower.rsplit("-", maxsplit=1)[-1]
    return row in words or ("-" in head.lower and last in words)


def ing(base: str) -> str:
    """The form in "-ing" of a base form.

    >>> ing("write"), ing("train"), ing("run")
    ('writing', 'training', 'running')
    """
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith("ee"):
        return base[:-1] + "ing"
    return (base + base[-1] if base in _DOUBLED else base) + "ing"


_DOUBLED: Final = frozenset({"run", "get", "cut", "plan", "program", "gut", "prep", "cram", "quit"})


def say(
    facts: Facts, verb: Word, between: str, thing: Word, category: Category, key: str = ""
) -> UnderWay | None:
    """What a verb says of a thing, told of the user; None if it cannot be told."""
    told = thing_told(facts, thing)
    if told is None or told.first < verb.i:
        return None
    rest = f"{between} {told.text}".strip()
    lead = verb.lower if verb.tag == "VBG" else ing(base_of(verb))
    key = key or key_of(facts, thing)
    return UnderWay(f"{lead} {rest}", f"{base_of(verb)} {rest}", key, category, told.last)


def particle(facts: Facts, verb: Word) -> str:
    """The particle of a verb: "up", or ""."""
    prt = facts.parse.kid(verb, "prt")
    return "" if prt is None else prt.lower


def category_of(facts: Facts, thing: Word, category: Category) -> Category:
    """What part of a life a thing is about, by its sort."""
    if is_of(thing, TREATMENTS, facts):
        return Category.HEALTH
    if is_of(thing, COURSES | EXAMS, facts):
        return Category.STUDY
    if thing.lemma in {"divorce", "separation", "breakup", "custody", "affair"}:
        return Category.FAMILY
    return Category.WORK if thing.lemma in {"job", "work", "position", "company"} else category
