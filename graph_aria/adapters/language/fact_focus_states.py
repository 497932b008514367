"""States that somebody is dealing with: "burnt out", "in therapy", "off sick"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_draft import objects_of
from graph_aria.adapters.language.fact_lasting import (
    ANY_FOCUS,
    COURSES,
    EFFORTS,
    EVENTS,
    HARDSHIPS,
    MY,
    RENOVATED,
    TREATMENTS,
    UnderWay,
    is_of,
    is_passing,
)
from graph_aria.adapters.language.fact_life import add_focus, since_of
from graph_aria.adapters.language.fact_life_phrases import (
    key_of,
    lead_of,
    thing_told,
)
from graph_aria.adapters.language.fact_under_way import under_way
from graph_aria.adapters.language.fact_words import base_of
from graph_aria.domain.memories import Category

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

AM: Final = frozenset({"am", "'m", "m", "are", "'re", "is", "'s", "’m", "’re"})
HAVE: Final = frozenset({"have", "'ve", "ve", "’ve", "has", "'s"})
_BURNT: Final = re.compile(r"burn(?:t|ed)[- ]?out\b", re.IGNORECASE)
_MOST_WORDS: Final = 3


def span_said(clause: Clause, last: int) -> tuple[int, int]:
    """First and last word of what a clause says."""
    return clause.first, max(clause.verb.i, last)


def why_said(facts: Facts, clause: Clause) -> str | None:
    """Why it is so, as a clause tells it."""
    return facts.reason(clause)


def read_state(facts: Facts, clause: Clause) -> bool:
    """Read "I'm burnt out", "I'm in therapy", "we're in the middle of a round of IVF"."""
    parse, verb = facts.parse, clause.verb
    helpers = {kid.lower for kid in parse.kids(verb, "aux")}
    is_now = clause.is_present or (verb.lower == "been" and bool(helpers & HAVE))
    is_be = base_of(verb) == "be" or verb.lower in {"'m", "m"}
    burnt = _burnt(facts, clause)
    if burnt is not None and not clause.negated:
        add_focus(facts, verb, span_said(clause, burnt), "is burnt out", "burnout",
                  category=Category.HEALTH, since=since_of(facts, verb),
                  reason=why_said(facts, clause))  # fmt: skip
        return True
    if not is_be or not is_now or clause.negated:
        return False
    if _read_off(facts, clause):
        return True
    ats = [verb, *parse.kids(verb, "advmod")]  # "back in therapy"
    for prep, what in (
        two for at in ats for two in objects_of(facts, at, "in", "on", "with", "through")
    ):
        found = _within(facts, prep, what)
        if found is None:
            continue
        says, thing, last = found
        add_focus(
            facts, verb, span_said(clause, last), f"is {says}", key_of(facts, thing),
            category=Category.HEALTH if is_of(thing, TREATMENTS | HARDSHIPS, facts)
            else Category.STUDY if is_of(thing, COURSES, facts) else Category.GOALS,
            since=since_of(facts, verb), reason=why_said(facts, clause),
        )  # fmt: skip
        return True
    return False


_OFF: Final = re.compile(
    r"\b(?:off (?:sick|work)|on (?:(?:long-term )?sick|maternity|paternity|parental) leave)(?: (?:with|because of) (?P<what>[\w-]+))?",  # noqa: E501
    re.IGNORECASE,
)


def _read_off(facts: Facts, clause: Clause) -> bool:
    """Read "I'm off sick with depression"."""
    words, verb = facts.parse.words, clause.verb
    end = words[facts.parse.sentences[verb.sentence][1] - 1].end
    found = _OFF.search(facts.parse.text, verb.start, end)
    if found is None or facts.parse.word_at(found.start()) - verb.i > _MOST_WORDS:
        return False
    what = (found["what"] or "").lower()
    is_known = what in HARDSHIPS
    if not is_known and is_passing(facts, verb):
        return False
    if not is_known and found[0].lower() == "off work":
        return False
    says = "is off sick" + (f" with {what}" if is_known else "")
    leave = re.search(r"(?:maternity|paternity|parental|sick) leave", found[0], re.IGNORECASE)
    if leave is not None:
        says = f"is on {leave[0].lower()}"
    add_focus(facts, verb, span_said(clause, facts.parse.word_at(found.end() - 1)), says,
              what if is_known else "sick leave" if leave is None else leave[0].lower(), category=Category.HEALTH,  # noqa: E501
              since=since_of(facts, verb), reason=why_said(facts, clause))  # fmt: skip
    return True


_MIDDLE: Final = frozenset({"middle", "midst", "throes", "process", "thick"})
_HELD_IN: Final = TREATMENTS | frozenset({"recovery"})


def _within(facts: Facts, prep: Word, what: Word) -> tuple[str, Word, int] | None:  # noqa: PLR0911 - a ladder
    parse = facts.parse
    if prep.lower == "in" and what.lower in _HELD_IN and not parse.kids(what, "det"):
        told = thing_told(facts, what)
        return None if told is None else (f"in {told.text}", what, told.last)
    thing = what
    if what.lower in _MIDDLE:
        inner = next((kid for kid in parse.kids(what, "prep") if kid.lower == "of"), None)
        below = None if inner is None else parse.kid(inner, "pobj", "pcomp")
        if below is None:
            return None
        if below.tag == "VBG":
            found = under_way(facts, below) or _moving(below)
            thing = parse.kid(below, "dobj") or below
            return None if found is None else (found.says, thing, found.last)
        thing = below
    elif prep.lower == "in" or not _is_round(facts, what):
        return None
    if not is_of(thing, ANY_FOCUS | HARDSHIPS | RENOVATED | EFFORTS | EVENTS, facts):
        return None
    told = thing_told(facts, thing)
    if told is None:
        return None
    lead = f"in the {what.lower} of" if thing is not what else prep.lower
    return f"{lead} {told.text}", thing, told.last


def _moving(verb: Word) -> UnderWay | None:
    if base_of(verb) != "move":
        return None
    return UnderWay("moving", "move", "move", Category.HOME, verb.i)


def _is_round(facts: Facts, what: Word) -> bool:
    return what.lower in {"round", "cycle", "course", "draft"} and lead_of(facts, what) in MY


def _burnt(facts: Facts, clause: Clause) -> int | None:
    """The last word of "burnt out", said of the user now, or None."""
    words = facts.parse.words
    start = words[clause.first].start
    end = words[facts.parse.sentences[clause.verb.sentence][1] - 1].end
    found = _BURNT.search(facts.parse.text, start, end)
    is_now = clause.is_present or clause.verb.tag in {"VBN", "VBD"}
    if found is None or not is_now:
        return None
    at, last = facts.parse.word_at(found.start()), facts.parse.word_at(found.end() - 1)
    helpers = {kid.lower for kid in facts.parse.kids(clause.verb, "aux", "auxpass")}
    is_verb = at == clause.verb.i and bool(helpers & (AM | HAVE))
    is_said = clause.verb.lower in AM and 0 < at - clause.verb.i <= _MOST_WORDS
    return last if is_verb or is_said else None
