"""What the user is working on or dealing with, and what they have finished or given up.

What is under way is told in the present ("I'm writing my thesis", "I've been looking for a
job"), or was begun ("I started chemo in May"); a passing task is none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_draft import objects_of
from graph_aria.adapters.language.fact_focus_ends import read_end
from graph_aria.adapters.language.fact_focus_states import (
    AM,
    HAVE,
    read_state,
    span_said,
    why_said,
)
from graph_aria.adapters.language.fact_lasting import (
    ANY_FOCUS,
    COURSES,
    LASTING,
    MY,
    TOLD_WORKS,
    TREATMENTS,
    WORKS,
    UnderWay,
    is_of,
    is_passing,
)
from graph_aria.adapters.language.fact_life import add_focus, dates_of, day_of, is_fiction, since_of
from graph_aria.adapters.language.fact_life_phrases import (
    key_of,
    lead_of,
    sentence_text,
    thing_told,
    things_of,
)
from graph_aria.adapters.language.fact_under_way import under_way
from graph_aria.adapters.language.fact_words import base_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category
from graph_aria.domain.reading import USER

if TYPE_CHECKING:
    from datetime import date

    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

_NOT_NOW: Final = frozenset(
    {"was", "were", "had", "will", "'ll", "would", "'d", "could", "should", "might", "may", "can",
     "going", "gon", "must", "to"}
)  # fmt: skip
_JOINED: Final = word_set("facts.focus_joined")
_CONTESTS: Final = (
    word_set("facts.focus_contests") | word_set("facts.focus_exams") | COURSES
    | frozenset({"driving", "degree", "swim"})
)  # fmt: skip
_ANY_MORE: Final = re.compile(r"\b(?:any ?more|any longer|no longer)\b", re.IGNORECASE)
_STATES: Final = frozenset(
    {"work", "attend", "struggle", "cope", "battle", "care", "look", "suffer"}
)
"""Verbs whose plain present tells what goes on, where it is a hardship."""

_OPEN_ENDED: Final = frozenset({"job", "company", "business", "work", "house", "home", "place"})


def read_focus(facts: Facts, clause: Clause) -> None:
    """Add what a clause of the user's tells of what they are at."""
    if clause.holder != USER or clause.verb.i in facts.claimed:
        return
    if is_fiction(facts, clause.verb.i):
        return
    if read_end(facts, clause) or _read_start(facts, clause) or read_state(facts, clause):
        return
    _read_on(facts, clause)


def _goes_on(facts: Facts, clause: Clause) -> bool:
    """Whether a verb in "-ing" tells what goes on now: "am writing", "have been writing"."""
    parse, verb = facts.parse, clause.verb
    helpers = [kid.lower for kid in parse.kids(verb, "aux", "auxpass") if kid.i < verb.i]
    if verb.tag != "VBG" or any(helper in _NOT_NOW for helper in helpers):
        return False
    if "been" in helpers:
        return any(helper in HAVE for helper in helpers)
    if any(helper in AM for helper in helpers):
        return True
    subject = clause.subject
    is_note = subject is not None and subject.start == subject.end
    is_listed = verb.dep == "conj" and _goes_on_above(facts, verb)
    return not helpers and (is_note or is_listed)


def _goes_on_above(facts: Facts, verb: Word) -> bool:
    above = facts.parse.head(verb)
    return above.tag == "VBG" and any(
        kid.lower in AM | {"been"} for kid in facts.parse.kids(above, "aux")
    )


def _read_on(facts: Facts, clause: Clause) -> None:  # noqa: C901
    parse, verb = facts.parse, clause.verb
    is_now = _goes_on(facts, clause)
    spent = base_of(verb) == "spend" and verb.tag == "VBN" and not clause.negated
    is_over = clause.over or (
        clause.negated and _ANY_MORE.search(sentence_text(facts, verb)) is not None
    )
    plain = clause.is_present and (is_over or (base_of(verb) in _STATES and not clause.negated))
    below = [kid for kid in parse.kids(verb, "xcomp", "advcl") if kid.i > verb.i]
    at = verb
    found: UnderWay | None = None
    if is_now or plain:
        found = under_way(facts, verb)
        if found is None and is_now and base_of(verb) == "start":
            _read_starting(facts, clause)
            return
        if found is None and is_now:
            at, found = _aimed_at(facts, below) or (verb, None)
    elif (
        clause.is_present
        and base_of(verb) == "be"
        and not clause.negated
        and any(kid.tag == "VBG" and kid.dep == "advcl" for kid in below)
    ):  # "I'm back at uni, doing a master's"
        at = next(kid for kid in below if kid.tag == "VBG")
        found = under_way(facts, at)
    elif spent or base_of(verb) in {"be", "keep"}:
        inner = next((kid for kid in below if kid.tag == "VBG"), None)
        found = under_way(facts, inner) if inner is not None and _is_busy(facts, clause) else None
    if found is None:
        return
    if is_over:
        _drop(facts, clause, found.says, found.key, found.category, found.last)
        return
    if clause.negated or (is_passing(facts, verb) and not _is_great(facts, verb)):
        return
    if base_of(verb) == "work" and plain and not is_now and " their " not in f" {found.says} ":
        return
    if found.key.startswith("care of") and plain and not LASTING.search(sentence_text(facts, verb)):
        return
    add_focus(
        facts, at, span_said(clause, found.last), f"is {found.says}", found.key,
        category=found.category, since=since_of(facts, verb), reason=why_said(facts, clause),
    )  # fmt: skip


def _aimed_at(facts: Facts, below: list[Word]) -> tuple[Word, UnderWay] | None:
    """What something is done for: "staying at hers to look after her"."""
    for kid in below:
        if kid.tag == "VB" and base_of(kid) in {"look", "care", "nurse", "take"}:
            found = under_way(facts, kid)
            if found is not None and found.key.startswith("care of"):
                return kid, found
    return None


def _is_busy(facts: Facts, clause: Clause) -> bool:
    """Whether a verb above says that what follows goes on: "I'm busy writing"."""
    if base_of(clause.verb) == "spend":
        return any(kid.lower in HAVE for kid in facts.parse.kids(clause.verb, "aux"))
    said = facts.parse.kid(clause.verb, "acomp")
    is_busy = said is not None and said.lower in {"busy", "preoccupied", "occupied"}
    return clause.is_present and (is_busy or base_of(clause.verb) == "keep")


def _is_great(facts: Facts, verb: Word) -> bool:
    """Whether a thing of the day is part of something great of the user's own."""
    for kid in facts.parse.sentence_words(verb):
        if kid.lower in WORKS - TOLD_WORKS and lead_of(facts, kid) == "my":
            return True
    return False


def _drop(facts: Facts, clause: Clause, says: str, key: str, category: Category, last: int) -> None:
    add_focus(
        facts, clause.verb, span_said(clause, last), f"is no longer {says}", key, stands="dropped",
        category=category, until=_last_day(facts, clause), reason=why_said(facts, clause),
    )  # fmt: skip


def _last_day(facts: Facts, clause: Clause) -> date | None:
    day = day_of(facts, clause.verb)
    return None if day is None else min(day.last_on, facts.said_on)


def _is_told_past(facts: Facts, clause: Clause) -> bool:
    """Whether a verb tells what has been done: "finished", "have finished"."""
    helpers = {kid.lower for kid in facts.parse.kids(clause.verb, "aux", "auxpass")}
    if clause.negated or helpers & (_NOT_NOW - {"had"}):
        return False
    if clause.subject is None and clause.verb.tag == "VBN":
        return True
    return clause.verb.tag == "VBD" or (clause.verb.tag == "VBN" and bool(helpers & HAVE))


def _read_start(facts: Facts, clause: Clause) -> bool:
    parse, verb = facts.parse, clause.verb
    lemma, prt = base_of(verb), parse.kid(verb, "prt")
    if not _is_told_past(facts, clause):
        return False
    if lemma in {"start", "begin", "resume"} or (lemma == "take" and prt is not None
                                                 and prt.lower == "up"):  # fmt: skip
        return _begun(facts, clause)
    targets: list[tuple[str, Word]] = []
    if lemma in {"enrol", "enroll", "register"} or (lemma == "sign" and prt is not None):
        targets = [(f"{'' if prt is None else prt.lower} {prep.lower}".strip(), what)
                   for prep, what in objects_of(facts, verb, "for", "in", "on", "at")]  # fmt: skip
    elif lemma == "join":
        targets = [("", thing) for thing in parse.kids(verb, "dobj")
                   if thing.lower in _JOINED]  # fmt: skip
    for between, thing in targets:
        wanted = _JOINED if lemma == "join" else _CONTESTS | ANY_FOCUS
        told = thing_told(facts, thing)
        if is_of(thing, wanted, facts) and told is not None and not _is_light(facts, thing):
            _add_begun(facts, clause, f"{verb.lower} {between} {told.text}", thing, told.last)
            return True
    return False


def _read_starting(facts: Facts, clause: Clause) -> None:
    """Read "I'm starting my own business": it is under way, unless a day ahead is named."""
    is_ahead = any(one.last_on > facts.said_on for one in dates_of(facts, clause.verb))
    if not clause.negated and not is_ahead and not is_passing(facts, clause.verb):
        _begun(facts, clause, lead="is starting")


def _is_light(facts: Facts, thing: Word) -> bool:
    return lead_of(facts, thing) in {"this", "that", "these", "those", "no", "any", "some"}


def _began_long_ago(facts: Facts, clause: Clause) -> bool:
    """Whether it began so long ago that it may well be over, and nothing says that it is not."""
    day = day_of(facts, clause.verb)
    is_old = day is not None and (facts.said_on - day.last_on).days > _A_YEAR
    return is_old and LASTING.search(sentence_text(facts, clause.verb)) is None


_A_YEAR: Final = 365


def _begun(facts: Facts, clause: Clause, lead: str = "") -> bool:
    parse, verb = facts.parse, clause.verb
    if _began_long_ago(facts, clause):
        return False
    for below in parse.kids(verb, "xcomp"):
        found = under_way(facts, below)
        if found is not None:
            day = day_of(facts, verb)
            add_focus(
                facts, verb, span_said(clause, found.last), f"is {found.says}", found.key,
                category=found.category, since=None if day is None else day.first_on,
                reason=why_said(facts, clause),
            )  # fmt: skip
            return True
    found = under_way(facts, verb)  # "started work on the barn"
    if found is not None:
        return _add_found(facts, clause, found)
    for thing in things_of(facts, verb):
        is_course = is_of(thing, ANY_FOCUS, facts) and (
            thing.lower not in _OPEN_ENDED or lead != ""
        )
        is_watched = thing.lower in TOLD_WORKS - {"podcast"} and (lead_of(facts, thing) not in MY)
        told = thing_told(facts, thing)
        if is_course and not is_watched and told is not None and not _is_light(facts, thing):
            lead = lead or ("took up" if base_of(verb) == "take" else "started")
            _add_begun(facts, clause, f"{lead} {told.text}", thing, told.last)
            return True
    return False


def _add_found(facts: Facts, clause: Clause, found: UnderWay) -> bool:
    day = day_of(facts, clause.verb)
    add_focus(
        facts, clause.verb, span_said(clause, found.last),
        f"is working {found.base.partition(' ')[2]}" if found.base.startswith("work ")
        else f"is {found.says}", found.key,
        category=found.category, since=None if day is None else day.first_on,
        reason=why_said(facts, clause),
    )  # fmt: skip
    return True


def _add_begun(facts: Facts, clause: Clause, says: str, thing: Word, last: int) -> None:
    day = day_of(facts, clause.verb)
    is_health = is_of(thing, TREATMENTS, facts)
    is_study = is_of(thing, COURSES, facts)
    category = Category.STUDY if is_study else Category.GOALS
    add_focus(
        facts, clause.verb, span_said(clause, last), says, key_of(facts, thing),
        category=Category.HEALTH if is_health else category,
        since=None if day is None else day.first_on,
        reason=why_said(facts, clause) or _for_what(facts, clause, thing),
    )  # fmt: skip


def _for_what(facts: Facts, clause: Clause, thing: Word) -> str | None:
    """What a treatment is for: "therapy for the panic attacks"."""
    if not is_of(thing, TREATMENTS, facts):
        return None
    for at in (clause.verb, thing):
        for prep in facts.parse.kids(at, "prep"):
            told = facts.words.phrase(prep, limit=8) if prep.lower == "for" else None
            if told is not None and facts.words.date_at(facts.parse.words[told.last]) is None:
                return told.text
    return None
