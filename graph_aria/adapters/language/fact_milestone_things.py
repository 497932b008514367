"""Milestones by what is bought, had, broken, passed and won: houses, operations, degrees."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_lasting import WORKS, is_of
from graph_aria.adapters.language.fact_life import add_focus, add_milestone
from graph_aria.adapters.language.fact_life_phrases import (
    core,
    key_of,
    lead_of,
    row_of,
    sentence_text,
    thing_told,
    things_of,
)
from graph_aria.adapters.language.fact_words import base_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category
from graph_aria.domain.reading import USER

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word
    from graph_aria.domain.reading import ReadDate

_HOMES: Final = word_set("facts.life_homes")
_AHEAD: Final = frozenset({"planned", "scheduled", "booked", "cancelled", "postponed"})
_OPERATIONS: Final = word_set("facts.life_operations")
_OPERATION: Final = re.compile(r".{3,}(?:ectomy|plasty|otomy|ostomy)")
_BONES: Final = word_set("facts.life_bones")
_DEGREES: Final = word_set("facts.life_degrees")
_EXAMS: Final = word_set("facts.life_exams")
_PAPERS: Final = word_set("facts.life_papers")
_PETS: Final = word_set("facts.life_pets")
_CHILDREN: Final = word_set("facts.life_children")
_SHOPS: Final = word_set("facts.life_shops")
_PRIZES: Final = word_set("facts.life_prizes")
_FEATS: Final = word_set("facts.life_feats")
_DEBTS: Final = word_set("facts.focus_debts")
_SMALL_EXAMS: Final = frozenset({"test", "exam", "exams"})
_SMALL_TESTS: Final = frozenset(
    {"little", "small", "spelling", "eye", "blood", "drug", "covid", "hearing", "pregnancy", "smear",  # noqa: E501
     "maths", "vocabulary", "taste", "mock", "stress"}
)  # fmt: skip
_GREAT_EXAM: Final = re.compile(
    r"\b(?:driving|theory|practical|nursing|bar|final|citizenship|board|state|medical|licensing|entrance|a-level)\b",
    re.IGNORECASE,
)
_KEYS: Final = re.compile(
    r"\bkeys (?:to|for|of) (?:the|our|my) (?:[\w-]+ )?(?:house|flat|apartment|home|place)\b"
)
_DAILY: Final = re.compile(
    r"\bat (?:\d|\w+ o'clock|six|seven|eight|nine|ten|eleven|noon)|\b(?:late|early|as usual)\b",
    re.IGNORECASE,
)
_FOR_GOOD: Final = re.compile(r"\b(?:for good|for ever|forever|permanently|down|in \d{4})\b")
_MY: Final = frozenset({"my", "our", "his", "her", "their"})
_A: Final = frozenset({"a", "an", "another"})
_DOINGS: Final = {
    # verb: what it takes, what is told, what it is, category, significance
    "buy": (_HOMES, "bought", "house", Category.HOME, 0.7),
    "sell": (_HOMES, "sold", "sold home", Category.HOME, 0.6),
    "adopt": (_PETS | _CHILDREN, "adopted", "adoption", Category.HOME, 0.8),
    "pass": (_EXAMS, "passed", "passed", Category.STUDY, 0.6),
    "earn": (_DEGREES, "earned", "graduation", Category.STUDY, 0.7),
    "receive": (_DEGREES | _PAPERS, "received", "graduation", Category.STUDY, 0.7),
    "open": (_SHOPS, "opened", "opening of", Category.WORK, 0.7),
    "found": (_SHOPS, "founded", "founding of", Category.WORK, 0.7),
    "start": (_SHOPS, "started", "founding of", Category.WORK, 0.7),
    "close": (_SHOPS, "closed", "closing of", Category.WORK, 0.7),
    "win": (_PRIZES, "won", "won", Category.EVENTS, 0.6),
    "publish": (_FEATS, "published", "published", Category.WORK, 0.8),
    "release": (_FEATS, "released", "published", Category.WORK, 0.7),
}  # fmt: skip
_FIRST_DOINGS: Final = {
    "run": "ran", "finish": "finished", "complete": "completed", "sell": "sold", "play": "played",
    "do": "did",
}  # fmt: skip
_OWN_ONLY: Final = frozenset({"sell", "open", "close", "publish", "release"})


def read_things(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    """Add what a clause says to have been bought, had, broken, passed or won.

    Args:
        facts: what was found so far.
        clause: says it, of the past.
        day: when it was, or None.

    Returns:
        Whether it says something of the sort.
    """
    for thing in things_of(facts, clause.verb):
        if (
            _read_operation(facts, clause, thing, day) or _read_bone(facts, clause, thing, day)
            or _read_got(facts, clause, thing, day) or _read_first(facts, clause, thing, day)
            or _read_doing(facts, clause, thing, day)
        ):  # fmt: skip
            return True
    return _read_bare(facts, clause, day)


def _read_bare(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    """Read "I miscarried", "I was in a car accident", "I converted to Islam"."""
    parse, verb = facts.parse, clause.verb
    lemma = base_of(verb)
    if lemma == "miscarry":
        add_milestone(facts, clause, "miscarriage", "had a miscarriage", verb.i,
                      category=Category.HEALTH, day=day, significance=0.9)  # fmt: skip
        return True
    for prep in parse.kids(verb, "prep"):
        what = parse.kid(prep, "pobj")
        if what is None:
            continue
        told = thing_told(facts, what, limit=5)
        is_crash = lemma == "be" and prep.lower == "in" and what.lower in {"accident", "crash"}
        is_hit = lemma in {"hit", "knock"} and prep.lower == "by" and what.lower in {
            "car", "bus", "lorry", "truck", "van", "motorbike"
        }  # fmt: skip
        is_faith = lemma == "convert" and prep.lower == "to" and what.tag == "NNP"
        if told is None or not (is_crash or is_hit or is_faith):
            continue
        says = f"{'was ' if not is_faith else ''}{'' if is_crash else verb.lower} "
        kind = "conversion" if is_faith else "accident"
        add_milestone(facts, clause, kind, f"{says}{prep.lower} {told.text}", told.last,
                      category=Category.BELIEFS if is_faith else Category.HEALTH, day=day,
                      significance=0.8)  # fmt: skip
        return True
    return False


def _read_operation(facts: Facts, clause: Clause, thing: Word, day: ReadDate | None) -> bool:
    parse, verb = facts.parse, clause.verb
    if base_of(verb) not in {"have", "undergo", "get", "suffer"}:
        return False
    is_attack = thing.lower == "attack" and any(
        kid.lower == "heart" for kid in parse.kids(thing, "compound", "nmod", "amod")
    )
    is_known = thing.lower in _OPERATIONS or _OPERATION.fullmatch(thing.lower) is not None
    if thing.lower == "replacement":
        is_known = any(kid.lower in {"hip", "knee", "valve"} for kid in parse.kids(thing))
    lead = lead_of(facts, thing)
    is_one = lead in _A | _MY | {""}
    told = thing_told(facts, thing, limit=7)
    is_stroke = thing.lower == "stroke" and re.search(r"stroke of", told.text if told else "")
    if not (is_attack or is_known) or not is_one or told is None or is_stroke:
        return False
    if thing.lower == "accident" and not lead:
        return False
    if any(kid.lower in _AHEAD and kid.i > thing.i for kid in parse.kids(thing)):
        return False
    add_milestone(
        facts, clause, key_of(facts, thing), f"had {told.text}", told.last,
        category=Category.HEALTH, day=day, significance=0.9,
    )  # fmt: skip
    return True


def _read_bone(facts: Facts, clause: Clause, thing: Word, day: ReadDate | None) -> bool:
    verb = clause.verb
    lemma = base_of(verb)
    is_own = lead_of(facts, thing) in _MY
    if lemma not in {"break", "fracture", "tear", "shatter"} or thing.lower not in _BONES:
        return False
    told = thing_told(facts, thing, limit=4)
    if not is_own or told is None or (thing.lower in {"back", "toe", "finger"} and lemma == "tear"):
        return False
    says = {"break": "broke", "fracture": "fractured", "tear": "tore", "shatter": "shattered"}
    text = f"{says[lemma]} {told.text}"
    add_milestone(facts, clause, f"broken {thing.lower}", text, told.last,
                  category=Category.HEALTH, day=day, significance=0.6, importance=0.65)  # fmt: skip
    return True


def _read_got(facts: Facts, clause: Clause, thing: Word, day: ReadDate | None) -> bool:
    """Read "we got a puppy", "I got my degree", "we got the keys to the house"."""
    parse, verb = facts.parse, clause.verb
    if base_of(verb) not in {"get", "bring", "collect"}:
        return False
    lead = lead_of(facts, thing)
    told = thing_told(facts, thing, limit=8)
    if told is None:
        return False
    what, category = "", Category.HOME
    if thing.lower in _PETS and lead in _A and not parse.kids(verb, "prep", "xcomp", "ccomp"):
        what = f"pet {key_of(facts, thing)}"
    elif base_of(verb) == "get" and thing.lower in _DEGREES | _PAPERS and lead in _MY | _A:
        is_driving = thing.lower in {"licence", "license"}
        what = "licence" if is_driving else "graduation"
        what = thing.lower if thing.lower in _PAPERS and not is_driving else what
        category = Category.STUDY
    elif thing.lower == "tenure" and base_of(verb) == "get":
        what, category = "tenure", Category.WORK
    elif thing.lower == "diagnosis" and lead in _MY | _A | {"the"}:
        of = key_of(facts, thing)
        what = "diagnosis" if of == "diagnosis" else f"diagnosis of {of.removesuffix(' diagnosis')}"
        category = Category.HEALTH
    elif thing.lower == "keys" and _KEYS.search(sentence_text(facts, thing)):
        what = "house"
    elif thing.lower == "card" and any(kid.lower == "green" for kid in parse.kids(thing)):
        what, category = "residency", Category.IDENTITY
    if not what:
        return False
    add_milestone(facts, clause, what, f"got {told.text}", told.last, category=category, day=day)
    return True


def _read_first(facts: Facts, clause: Clause, thing: Word, day: ReadDate | None) -> bool:
    """Read "I ran my first marathon", "I sold my first painting"."""
    lemma = base_of(clause.verb)
    is_first = any(kid.lower in {"first", "1st"} for kid in row_of(facts, thing))
    told = thing_told(facts, thing, limit=6)
    if lemma not in _FIRST_DOINGS or not is_first or thing.lower not in _FEATS or told is None:
        return False
    if lead_of(facts, thing) not in _MY:
        return False
    add_milestone(facts, clause, f"first {key_of(facts, thing)}",
                  f"{_FIRST_DOINGS[lemma]} {told.text}", told.last, category=Category.GOALS,
                  day=day, significance=0.6)  # fmt: skip
    if lemma in {"finish", "complete"} and clause.holder == USER and is_of(thing, WORKS, facts):
        add_focus(facts, clause.verb, (clause.first, told.last), f"is done with {told.text}",
                  key_of(facts, thing), stands="done",
                  until=None if day is None else day.last_on)  # fmt: skip
    return True


def _read_doing(facts: Facts, clause: Clause, thing: Word, day: ReadDate | None) -> bool:  # noqa: PLR0911 - a ladder
    parse, verb = facts.parse, clause.verb
    lemma = base_of(verb)
    prt = parse.kid(verb, "prt")
    lead = lead_of(facts, thing)
    told = thing_told(facts, thing, limit=7)
    if told is None:
        return False
    if lemma == "pay" and prt is not None and thing.lower in _DEBTS and lead in _MY | {"the"}:
        add_milestone(facts, clause, f"paid off {core(told.text)}", f"paid off {told.text}",
                      told.last, category=Category.MONEY, day=day)  # fmt: skip
        return True
    if lemma == "lose" and thing.lower == "baby" and lead in {"the", "our", "my"}:
        add_milestone(facts, clause, "loss of a baby", "lost their baby", told.last,
                      category=Category.FAMILY, day=day, significance=0.95)  # fmt: skip
        return True
    if lemma == "find" and thing.lower in _HOMES and lead in _A and clause.holder == USER:
        add_milestone(facts, clause, f"found {thing.lower}", f"found {told.text}", told.last,
                      category=Category.HOME, day=day)  # fmt: skip
        return True
    rule = _DOINGS.get(lemma)
    if (
        rule is None
        or not {thing.lower, thing.lemma} & rule[0]
        or lead in {"this", "that", "no", "some"}
    ):
        return False
    _, says, kind, category, significance = rule
    if not _is_fit(facts, clause, thing, lead):
        return False
    is_named = kind in {"passed", "won", "published", "adoption"} or kind.endswith(" of")
    what = f"{kind} {key_of(facts, thing)}" if is_named else kind
    add_milestone(facts, clause, what, f"{says} {told.text}", told.last, category=category,
                  day=day, significance=significance)  # fmt: skip
    return True


def _is_fit(facts: Facts, clause: Clause, thing: Word, lead: str) -> bool:  # noqa: C901, PLR0911
    """Whether a thing is somebody's own, and of the great sort."""
    lemma = base_of(clause.verb)
    if lemma == "pass" and thing.lower in _SMALL_EXAMS:
        kids = {kid.lower for kid in facts.parse.kids(thing, "amod", "compound", "nmod")}
        if kids & _SMALL_TESTS:
            return False
        is_own = lead in _MY and bool(kids)
        return is_own or _GREAT_EXAM.search(" ".join(kids)) is not None
    text = sentence_text(facts, thing)
    if lemma in {"open", "close"} and _DAILY.search(text):
        return False
    if lemma == "close" and not _FOR_GOOD.search(text):
        return False
    if lemma in {"open", "close"} and lead == "the":
        return _FOR_GOOD.search(text) is not None or re.search(r"\b\d{4}\b", text) is not None
    if lemma in _OWN_ONLY:
        return lead in _MY or (lemma in {"open", "publish"} and lead in _A)
    if lemma in {"found", "start"}:
        return lead in _A | _MY
    if lemma == "win":
        if thing.lower == "custody":
            return True
        return lead in _A | {"the", "first"} | _MY and thing.lower != "lottery"
    if lemma == "buy":
        if {kid.lower for kid in facts.parse.kids(thing)} & {"toy", "doll", "bird", "play"}:
            return False
        return lead in _A | _MY | {"the", "our"} and (clause.holder == USER or lead != "the")
    return True
