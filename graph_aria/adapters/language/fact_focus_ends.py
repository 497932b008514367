"""What the user has finished, and what they have given up."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_clauses import is_strung
from graph_aria.adapters.language.fact_draft import objects_of
from graph_aria.adapters.language.fact_lasting import (
    ANY_FOCUS,
    BUILT,
    COURSES,
    DONE,
    DROPPED,
    EFFORTS,
    EVENTS,
    HARDSHIPS,
    LITTLE,
    OWN,
    SKILLS,
    SOLID,
    TOLD_WORKS,
    TREATMENTS,
    WORKS,
    UnderWay,
    is_of,
)
from graph_aria.adapters.language.fact_life import add_focus, dates_of, day_of
from graph_aria.adapters.language.fact_life_frames import reached
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
    # verb and small words: what is told
    **dict.fromkeys((("finish", ""), ("finish", "off"), ("finish", "up"), ("finish", "with"),
                     ("wrap", "up"), ("conclude", ""), ("end", "")), "finished"),
    ("complete", ""): "completed", ("submit", ""): "submitted", ("defend", ""): "defended",
    ("hand", "in"): "handed in", ("turn", "in"): "handed in", ("send", "off"): "sent off",
    ("send", "in"): "sent in", ("send", ""): "sent off",
}  # fmt: skip
_DROPPED: Final = {
    **dict.fromkeys((("give", "up"), ("give", "up on"), ("give", "on"), ("scrap", ""),
                     ("shelve", ""), ("ditch", ""), ("bin", ""), ("trash", ""), ("pack", "in"), ("jack", "in")), "gave up"),  # noqa: E501
    ("quit", ""): "quit", ("drop", ""): "dropped", ("drop", "out of"): "dropped out of",
    ("abandon", ""): "abandoned", ("cancel", ""): "cancelled", ("call", "off"): "called off",
    ("stop", ""): "stopped", ("stop", "with"): "stopped", ("leave", ""): "left",
    ("pull", "out of"): "pulled out of", ("back", "out of"): "backed out of",
    ("bail", "on"): "gave up", ("withdraw", "from"): "withdrew from",
    ("walk", "away from"): "gave up", ("walk", "from"): "gave up", ("bow", "out of"): "gave up",
}  # fmt: skip
_ENDING: Final = frozenset({"give", "quit", "drop", "stop", "abandon", "cancel", "withdraw"})
_RESOLVED: Final = frozenset({"decide", "have", "choose", "agree"})
_HELD: Final = frozenset({"hold", "ice", "side", "pause", "burner"})
_SENT: Final = frozenset({"application", "manuscript", "tender", "proposal", "portfolio"})
_LEFT: Final = COURSES | frozenset({"phd", "masters", "course", "band", "choir"})
_KEPT: Final = frozenset({"band", "choir", "allotment", "orchestra", "podcast", "blog", "dojo"})
_PLAYED: Final = word_set("facts.play_objects")
_VAIN: Final = frozenset({"trying", "looking", "searching", "hunting", "fighting", "applying"})
"""What somebody is done with who gives it up."""

_WRITTEN: Final = frozenset({"book", "novel", "album", "collection", "translation", "comic"})
_RACES: Final = frozenset({"marathon", "half-marathon", "triathlon", "ironman", "ultramarathon"})
_NOT_DONE: Final = frozenset({"almost", "nearly", "half", "not", "never"})
_READ: Final = re.compile(
    r"\b(?:read|reading|watch\w*|listen\w*|page|episode|minutes|chapters?)\b", re.IGNORECASE
)
_MY: Final = frozenset({"my", "our"})
MINE_OR_THE: Final = _MY | {"the"}
_CONTESTS: Final = word_set("facts.focus_contests")
_LIGHT: Final = frozenset({"this", "that", "these", "those", "no", "some", "another"})


def read_end(facts: Facts, clause: Clause) -> bool:
    """Add what a clause says to be finished or given up; whether it does."""
    if clause.negated and base_of(clause.verb) == "go" and _read_not_ahead(facts, clause):
        return True
    if clause.negated or any(kid.lower in _NOT_DONE for kid in facts.parse.kids(clause.verb)):
        return False
    return _read_done(facts, clause) or _read_dropped(facts, clause) or _read_over(facts, clause)


def _read_not_ahead(facts: Facts, clause: Clause) -> bool:
    """Read "I'm not going ahead with the masters"."""
    return any(
        path in {"ahead with", "through with"}
        and is_of(thing, ANY_FOCUS | OWN | EFFORTS | EVENTS, facts)
        and _end(facts, clause, "gave up", thing, "dropped")
        for path, thing in reached(facts, clause.verb)
    )  # fmt: skip


def _is_past(facts: Facts, clause: Clause) -> bool:
    verb = clause.verb
    helpers = {kid.lower for kid in facts.parse.kids(verb, "aux", "auxpass")}
    is_noted = clause.subject is None and verb.tag == "VBN"
    is_ending = verb.tag == "VBG" and bool(helpers & {"am", "'m", "m", "are", "'re"})
    if is_ending and "going" not in helpers and base_of(verb) in _ENDING:
        return not any(one.first_on > facts.said_on for one in dates_of(facts, verb))
    is_past = (
        verb.tag == "VBD"
        or is_noted
        or is_strung(facts.parse, verb)
        or (verb.lower == "quit" and not helpers)
    )
    return is_past or (verb.tag == "VBN" and bool(helpers & _HELPS))


def _read_done(facts: Facts, clause: Clause) -> bool:  # noqa: C901, PLR0911
    verb, lemma = clause.verb, base_of(clause.verb)
    if not _is_past(facts, clause):
        return False
    found = [(path, thing) for path, thing in reached(facts, verb) if (lemma, path) in _FINISHED]
    if found and _end_it(facts, clause, "finished", "done"):
        return True
    if lemma in {"finish", "complete", "run", "swim", "race", "do"}:
        raced = _race(facts, clause)
        if raced or lemma in {"run", "swim", "race", "do"}:
            return raced
    for below in facts.parse.kids(verb, "xcomp") if lemma == "finish" else ():
        under = under_way(facts, below)
        if under is not None:
            _add(facts, clause, f"finished {under.says}", under.key, under.category, under.last,
                 "done")  # fmt: skip
            return True
    if lemma == "write" and _wrote_last(facts, clause):
        return True
    for path, thing in found:
        says = _FINISHED[lemma, path]
        is_fit = lemma not in {"submit", "send"} or is_of(thing, WORKS | _SENT, facts)
        if is_fit and _end(facts, clause, says, thing, "done"):
            return True
    for path, thing in reached(facts, verb):
        told = thing_told(facts, thing)
        if lemma in {"recover", "heal"} and path == "from" and told is not None and is_of(
            thing, HARDSHIPS, facts
        ):  # fmt: skip
            _add(facts, clause, f"recovered from {told.text}", key_of(facts, thing),
                 Category.HEALTH, told.last, "done")  # fmt: skip
            return True
        is_through = lemma == "get" and path == "through"
        if is_through and is_of(thing, TREATMENTS | COURSES, facts):
            return _end(facts, clause, "got through", thing, "done")
    return False


def _wrote_last(facts: Facts, clause: Clause) -> bool:
    """Read "I wrote the last page of the memoir"."""
    for part in things_of(facts, clause.verb):
        is_last = any(kid.lower in {"last", "final"} for kid in facts.parse.kids(part))
        for prep in facts.parse.kids(part, "prep"):
            whole = facts.parse.kid(prep, "pobj")
            if is_last and prep.lower == "of" and whole is not None and is_of(whole, WORKS, facts):
                told = thing_told(facts, whole)
                if told is not None:
                    _add(facts, clause, f"finished {told.text}", key_of(facts, whole),
                         Category.GOALS, told.last, "done")  # fmt: skip
                    return True
    return False


def _race(facts: Facts, clause: Clause) -> bool:
    """Read "I ran the marathon": what was trained for is done."""
    for thing in things_of(facts, clause.verb):
        told = thing_told(facts, thing)
        is_known = thing.lower in _RACES and lead_of(facts, thing) in {"the", "my", "our"}
        is_first = any(kid.lower == "first" for kid in facts.parse.kids(thing))
        if is_known and told is not None and not is_first:
            _add(facts, clause, f"finished {told.text}", key_of(facts, thing), Category.GOALS,
                 told.last, "done")  # fmt: skip
            return True
    return False


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
    if not _is_past(facts, clause):
        return False
    if base_of(verb) in _RESOLVED:  # "I've decided to stop", "I had to give up"
        below = next((kid for kid in parse.kids(verb, "xcomp") if kid.tag == "VB"), None)
        if below is None:
            return _read_against(facts, clause)
        verb = below
    return _drops(facts, clause, verb)


def _read_against(facts: Facts, clause: Clause) -> bool:
    """Read "we decided against the extension"."""
    return any(
        path == "against" and is_of(thing, ANY_FOCUS | OWN | EFFORTS, facts)
        and _end(facts, clause, "decided against", thing, "dropped")
        for path, thing in reached(facts, clause.verb)
    )  # fmt: skip


def _drops(facts: Facts, clause: Clause, verb: Word) -> bool:
    parse, lemma = facts.parse, base_of(verb)
    found = list(reached(facts, verb))
    is_held = (
        lemma == "put" and any(path in {"on", "to"} and what.lower in _HELD for path, what in found)
    ) or (lemma == "put" and any(kid.lower in {"aside", "away"} for kid in parse.kids(verb)))
    is_up = lemma == "give" and any(kid.lower == "up" for kid in parse.kids(verb))
    verbs = {one for one, _ in _DROPPED}
    if not is_held and lemma not in verbs:
        return False
    if lemma != "leave" and (is_up or lemma != "give") and not is_held and _end_it(
        facts, clause, "gave up", "dropped"
    ):  # fmt: skip
        return True
    for below in parse.kids(verb, "xcomp", "advcl", "pcomp"):
        under = under_way(facts, below) if below.tag == "VBG" and below.i > verb.i else None
        if under is not None and (is_up or lemma in {"quit", "stop"}):
            lead = "gave up" if is_up else _DROPPED[lemma, ""]
            _add(facts, clause, f"{lead} {under.says}", under.key, under.category, under.last,
                 "dropped")  # fmt: skip
            return True
    doing = _doing_behind(facts, verb) if is_up or lemma in {"quit", "stop"} else None
    if doing is not None:
        lead = "gave up" if is_up else _DROPPED[lemma, ""]
        _add(facts, clause, f"{lead} {doing.says}", doing.key, doing.category, doing.last,
             "dropped")  # fmt: skip
        return True
    for path, thing in found:
        says = "put aside" if is_held and path == "" else _DROPPED.get((lemma, path))
        wanted = _LEFT if lemma == "leave" else ANY_FOCUS | OWN | _KEPT | EFFORTS | EVENTS
        if says is not None and is_of(thing, wanted, facts) and _end(
            facts, clause, says, thing, "dropped"
        ):  # fmt: skip
            return True
    return False


def _doing_behind(facts: Facts, verb: Word) -> UnderWay | None:
    """What is given up behind "up on", whatever the parse: "gave up on learning Polish"."""
    words = facts.parse.words
    _, end = facts.parse.sentences[verb.sentence]
    at = verb.i + 1
    while at < end and words[at].lower in {"up", "on", "the", "my", "all"}:
        at += 1
    is_doing = at < end and words[at].lower.endswith("ing")
    return under_way(facts, words[at]) if is_doing else None


def _end(facts: Facts, clause: Clause, says: str, thing: Word, stands: str) -> bool:
    """Add that a thing is done or given up, if it is of a sort that takes weeks."""
    lead = lead_of(facts, thing)
    is_mine = lead in _MY or any(
        base_of(kid) in {"write", "work", "build", "make", "record"}
        for kid in facts.parse.kids(thing, "relcl")
    )
    is_known = is_of(thing, DONE if stands == "done" else DROPPED, facts)
    is_known = is_known or (is_mine and is_of(thing, OWN | SOLID, facts))
    is_known = is_known or (is_of(thing, EFFORTS, facts) and _is_great(facts, thing, lead))
    is_known = is_known or (
        stands == "dropped" and is_of(thing, EVENTS, facts) and lead in MINE_OR_THE
    )
    is_known = is_known or (
        stands == "dropped" and is_of(thing, _CONTESTS, facts) and lead in MINE_OR_THE
    )
    if is_of(thing, BUILT if stands == "done" else _KEPT, facts):
        is_known = True
    if stands == "dropped" and is_of(thing, SKILLS, facts):
        is_known = is_known or lead == "" or (lead == "the" and thing.lower in _PLAYED)
    if thing.lower in {"exam", "test"} and not is_mine:
        return False
    is_watched = thing.lower in TOLD_WORKS and not is_mine
    is_made = thing.lower in WORKS - TOLD_WORKS
    if lead in _LIGHT or (base_of(clause.verb) == "quit" and thing.lower in TOLD_WORKS | {"app"}):
        return False
    is_made = is_made or base_of(clause.verb) in {"bin", "scrap", "shelve", "abandon", "trash"}
    is_made = is_made or (clause.is_we and stands == "dropped")
    is_made = is_made or (lead == "the" and says == "gave up" and thing.lower in _WRITTEN)
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


def _is_great(facts: Facts, thing: Word, lead: str) -> bool:
    """Whether an effort is the user's: "my application", "the loft conversion"."""
    return (
        lead in _MY
        or any(
            kid.lower not in LITTLE for kid in facts.parse.kids(thing, "compound", "nmod", "amod")
        )
        or thing.lower in {"renovation", "renovations", "conversion", "refurbishment", "fostering"}
    )


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
    if day is not None and base_of(clause.verb) in {"call", "cancel"}:
        at = facts.parse.word_at(day.start)
        if {one.lower for one in facts.parse.words[at - 1 : at + 1]} & {"on", "in"}:
            return None  # "called off the wedding on 5 December": that of the wedding
    return None if day is None else min(day.last_on, facts.said_on)
