"""What the user has finished, and what they have given up."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_draft import objects_of
from graph_aria.adapters.language.fact_lasting import (
    ANY_FOCUS,
    BUILT,
    COURSES,
    DONE,
    DROPPED,
    HARDSHIPS,
    OWN,
    SKILLS,
    TOLD_WORKS,
    TREATMENTS,
    WORKS,
    is_of,
)
from graph_aria.adapters.language.fact_life import add_focus, dates_of, day_of
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
from graph_aria.domain.memories import Category, MemoryKind

if TYPE_CHECKING:
    from datetime import date

    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

_HELPS: Final = frozenset({"have", "'ve", "ve", "’ve", "has", "am", "'m", "m", "are", "'re"})
_FINISHED: Final = {
    "finish": "finished", "complete": "completed", "submit": "submitted", "defend": "defended",
    "conclude": "finished", "end": "finished",
}  # fmt: skip
_WITH_PARTICLE: Final = {
    ("hand", "in"): "handed in", ("turn", "in"): "handed in", ("send", "off"): "sent off",
    ("wrap", "up"): "finished", ("finish", "off"): "finished", ("finish", "up"): "finished",
}  # fmt: skip
_DROPPED: Final = {
    "quit": "quit", "drop": "dropped", "abandon": "abandoned", "ditch": "gave up",
    "scrap": "gave up", "shelve": "gave up", "cancel": "cancelled", "stop": "stopped",
    "leave": "left",
}  # fmt: skip
_LEFT: Final = COURSES | frozenset({"phd", "masters", "course", "band", "choir"})
_KEPT: Final = frozenset({"band", "choir", "allotment", "orchestra", "podcast", "blog", "dojo"})
_PLAYED: Final = word_set("facts.play_objects")
_VAIN: Final = frozenset({"trying", "looking", "searching", "hunting", "fighting", "applying"})
"""What somebody is done with who gives it up."""

_RACES: Final = frozenset({"marathon", "half-marathon", "triathlon", "ironman", "ultramarathon"})
_NOT_DONE: Final = frozenset({"almost", "nearly", "half", "not", "never"})
_READ: Final = re.compile(r"\b(?:read|reading|watch\w*|listen\w*|page|episode)\b", re.IGNORECASE)
_MY: Final = frozenset({"my", "our"})
_LIGHT: Final = frozenset({"this", "that", "these", "those", "no", "some", "another"})


def read_end(facts: Facts, clause: Clause) -> bool:
    """Add what a clause says to be finished or given up; whether it does."""
    if clause.negated or any(kid.lower in _NOT_DONE for kid in facts.parse.kids(clause.verb)):
        return False
    return _read_done(facts, clause) or _read_dropped(facts, clause) or _read_over(facts, clause)


def _is_past(facts: Facts, clause: Clause) -> bool:
    verb = clause.verb
    helpers = {kid.lower for kid in facts.parse.kids(verb, "aux", "auxpass")}
    is_noted = clause.subject is None and verb.tag == "VBN"
    is_ending = verb.tag == "VBG" and bool(helpers & {"am", "'m", "m", "are", "'re"})
    if is_ending and "going" not in helpers and base_of(verb) in {"give", "quit", "drop"}:
        return not any(one.first_on > facts.said_on for one in dates_of(facts, verb))
    is_past = verb.tag == "VBD" or is_noted or (verb.lower == "quit" and not helpers)
    return is_past or (verb.tag == "VBN" and bool(helpers & _HELPS))


def _prt(facts: Facts, verb: Word) -> str:
    prt = facts.parse.kid(verb, "prt")
    return "" if prt is None else prt.lower


def _read_done(facts: Facts, clause: Clause) -> bool:  # noqa: C901, PLR0911 - a ladder
    verb, lemma = clause.verb, base_of(clause.verb)
    if not _is_past(facts, clause):
        return False
    says = _WITH_PARTICLE.get((lemma, _prt(facts, verb)), _FINISHED.get(lemma, ""))
    if says and _end_it(facts, clause, "finished", "done"):
        return True
    if says and not (lemma in {"finish", "complete"} and _is_race(facts, verb)):
        for below in facts.parse.kids(verb, "xcomp"):
            found = under_way(facts, below)
            if found is not None:
                _add(facts, clause, f"finished {found.says}", found.key, found.category,
                     found.last, "done")  # fmt: skip
                return True
        return any(
            _end(facts, clause, says, thing, "done")
            for thing in things_of(facts, verb)
            if lemma != "submit" or is_of(thing, WORKS, facts)
        )
    if lemma in {"run", "swim", "finish", "complete", "race"}:
        for thing in things_of(facts, verb):
            told = thing_told(facts, thing)
            is_known = thing.lower in _RACES and lead_of(facts, thing) in {"the", "my", "our"}
            if is_known and told is not None:
                _add(facts, clause, f"finished {told.text}", key_of(facts, thing), Category.GOALS,
                     told.last, "done")  # fmt: skip
                return True
    if lemma in {"recover", "heal"}:
        for _, thing in objects_of(facts, verb, "from"):
            told = thing_told(facts, thing)
            if told is not None and is_of(thing, HARDSHIPS, facts):
                _add(facts, clause, f"recovered from {told.text}", key_of(facts, thing),
                     Category.HEALTH, told.last, "done")  # fmt: skip
                return True
    if lemma == "get" and _prt(facts, verb) == "":
        return any(
            _end(facts, clause, "got through", thing, "done")
            for _, thing in objects_of(facts, verb, "through")
            if is_of(thing, TREATMENTS | COURSES, facts)
        )
    return False


def _is_race(facts: Facts, verb: Word) -> bool:
    return any(thing.lower in _RACES for thing in things_of(facts, verb))


def _end_it(facts: Facts, clause: Clause, says: str, stands: str) -> bool:
    """Read "…, and yesterday I finished it": what was told to be under way just before."""
    thing = facts.parse.kid(clause.verb, "dobj")
    if thing is None or thing.lower not in {"it", "them"}:
        return False
    start = facts.parse.words[clause.verb.i].start
    open_ones = [one for one in facts.found.values()
                 if one.kind is MemoryKind.FOCUS and one.value == "on" and one.start < start]  # fmt: skip  # noqa: E501
    if not open_ones:
        return False
    last = open_ones[-1]
    what = last.text.removeprefix("The user is ").removeprefix("The user ").rstrip(".")
    key = (last.slot or "").removeprefix("focus|")
    lead = "is no longer" if stands == "dropped" else says
    _add(facts, clause, f"{lead} {what}", key, last.category, thing.i, stands)
    return True


def _read_over(facts: Facts, clause: Clause) -> bool:
    """Read "I'm done with my thesis", "I'm finished with chemo", "I'm done writing"."""
    parse, verb = facts.parse, clause.verb
    said = parse.kid(verb, "acomp") if base_of(verb) == "be" and clause.is_present else verb
    if said is None or said.lower not in {"done", "finished", "through"}:
        return False
    for at in (said, verb):
        for _, thing in objects_of(facts, at, "with"):
            if _end(facts, clause, "is done with", thing, "done"):
                return True
        for below in parse.kids(at, "xcomp", "advcl", "ccomp"):
            found = under_way(facts, below) if below.tag == "VBG" and below.i > at.i else None
            if found is not None:
                is_vain = found.says.partition(" ")[0] in _VAIN
                _add(facts, clause, f"is done {found.says}", found.key, found.category,
                     found.last, "dropped" if is_vain else "done")  # fmt: skip
                return True
    return False


def _read_dropped(facts: Facts, clause: Clause) -> bool:
    parse, verb = facts.parse, clause.verb
    lemma, prt = base_of(verb), _prt(facts, verb)
    if not _is_past(facts, clause):
        return False
    is_up = lemma == "give" and any(kid.lower == "up" for kid in parse.kids(verb))
    if not is_up and lemma not in _DROPPED and lemma != "withdraw":
        return False
    if lemma != "leave" and _end_it(facts, clause, "gave up", "dropped"):
        return True
    for below in parse.kids(verb, "xcomp", "advcl", "pcomp"):
        found = under_way(facts, below) if below.tag == "VBG" and below.i > verb.i else None
        if found is not None and (is_up or lemma in {"quit", "stop"}):
            lead = "gave up" if is_up else _DROPPED[lemma]
            _add(facts, clause, f"{lead} {found.says}", found.key, found.category, found.last,
                 "dropped")  # fmt: skip
            return True
    things = [("", thing) for thing in things_of(facts, verb)]
    ats = [verb, *parse.kids(verb, "prt", "advmod", "prep")]
    for prep, thing in (two for at in ats for two in objects_of(facts, at, "on", "of", "from")):
        if (is_up and prep.lower == "on") or lemma == "withdraw" or prt == "out":
            things.append((prep.lower, thing))
    things += _out_of(facts, verb)
    for lead_in, thing in things:
        wanted = _LEFT if lemma in {"leave", "withdraw", "cancel"} else ANY_FOCUS | OWN | _KEPT
        lead = "gave up" if is_up else _DROPPED.get(lemma, "withdrew")
        is_out = lemma == "drop" and lead_in == "of"
        lead = "dropped out of" if is_out else f"{lead} {lead_in}".strip()
        if is_of(thing, wanted, facts) and _end(facts, clause, lead, thing, "dropped"):
            return True
    return False


def _out_of(facts: Facts, verb: Word) -> list[tuple[str, Word]]:
    """What somebody drops out of."""
    found = []
    for out in facts.parse.kids(verb, "prep", "advmod", "prt"):
        for prep in [out, *facts.parse.kids(out, "prep")]:
            inner = facts.parse.kid(prep, "pobj")
            if out.lower == "out" and inner is not None:
                found.append(("of", inner))
    return found if base_of(verb) == "drop" else []


def _end(facts: Facts, clause: Clause, says: str, thing: Word, stands: str) -> bool:
    """Add that a thing is done or given up, if it is of a sort that takes weeks."""
    lead = lead_of(facts, thing)
    is_mine = lead in _MY or any(
        base_of(kid) in {"write", "work", "build", "make", "record"}
        for kid in facts.parse.kids(thing, "relcl")
    )
    is_known = is_of(thing, DONE if stands == "done" else DROPPED, facts)
    is_known = is_known or (is_mine and is_of(thing, OWN, facts))
    if is_of(thing, BUILT if stands == "done" else _KEPT, facts):
        is_known = True
    if stands == "dropped" and is_of(thing, SKILLS, facts):
        is_known = is_known or lead == "" or (lead == "the" and thing.lower in _PLAYED)
    if thing.lower in {"exam", "test"} and not is_mine:
        return False
    is_watched = thing.lower in TOLD_WORKS and not is_mine
    is_made = thing.lower in WORKS - TOLD_WORKS
    if lead in _LIGHT:
        return False
    if not is_known or (is_watched and not is_made):
        return False
    if thing.lower in TOLD_WORKS and _READ.search(sentence_text(facts, thing)):
        return False
    told = thing_told(facts, thing)
    if told is None:
        return False
    category = Category.STUDY if is_of(thing, COURSES, facts) else Category.GOALS
    category = Category.HEALTH if is_of(thing, TREATMENTS, facts) else category
    _add(facts, clause, f"{says} {told.text}", key_of(facts, thing), category, told.last, stands)
    return True


def _add(
    facts: Facts,
    clause: Clause,
    says: str,
    key: str,
    category: Category,
    last: int,
    stands: str,
) -> None:
    add_focus(
        facts, clause.verb, (clause.first, max(last, clause.verb.i)), says, key, stands=stands,
        category=category, until=_last_day(facts, clause), reason=facts.reason(clause),
    )  # fmt: skip


def _last_day(facts: Facts, clause: Clause) -> date | None:
    day = day_of(facts, clause.verb)
    return None if day is None else min(day.last_on, facts.said_on)
