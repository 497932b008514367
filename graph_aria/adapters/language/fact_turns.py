"""What the user decided, gave up and went through."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_doings import BOUND, clause_text, reason_for
from graph_aria.adapters.language.fact_draft import category_for
from graph_aria.adapters.language.fact_words import base_of, day_words, third_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word
    from graph_aria.domain.reading import ReadDate

_QUIT: Final = word_set("facts.quit_objects")
_QUIT_DOINGS: Final = word_set("facts.quit_doings")
_GOALS: Final = word_set("facts.goal_objects") | {"marathon", "course", "class", "classes"}
_MOVES: Final = word_set("facts.major_moves")


def read_turns(facts: Facts, clause: Clause) -> None:
    """Add decisions and events that a clause tells; moves of others too."""
    _read_return(facts, clause)
    if clause.holder == USER:
        _read_decision(facts, clause)
        _read_quitting(facts, clause)
        _read_abstaining(facts, clause)
        _read_event(facts, clause)
        _read_signing_up(facts, clause)


def _read_decision(facts: Facts, clause: Clause) -> None:
    parse, verb = facts.parse, clause.verb
    if verb.lemma != "decide" or verb.tag not in {"VBD", "VBN"} or clause.negated:
        return
    below = parse.kid(verb, "xcomp")
    if below is None or below.tag != "VB" or below.lemma not in _MOVES:
        return
    thing = parse.kid(below, "dobj")
    if thing is not None and thing.tag.startswith("PRP"):
        return
    if below.lemma in {"keep", "change", "give", "leave", "return", "start"} and thing is None:
        return
    told = facts.words.phrase(below, without=parse.kids(below, "aux", "advcl", "neg", "cc", "conj"))
    if told is None or told.first < verb.i:
        return
    denied = "not to" if parse.kid(below, "neg") is not None else "to"
    reason = reason_for(facts, clause, below)
    facts.add(
        f"the user decided {denied} {told.text}", (clause.first, told.last), "decision",
        kind=MemoryKind.DECISION, category=Category.GOALS, importance=0.65, significance=0.3,
        reason=reason, confidence=0.8,
    )  # fmt: skip


def _read_quitting(facts: Facts, clause: Clause) -> None:
    """Read "I've given up coffee", "I quit my job", "I stopped smoking"."""
    parse, verb = facts.parse, clause.verb
    gives_up = verb.lemma == "give" and any(kid.lower == "up" for kid in parse.kids(verb))
    if not (gives_up or verb.lemma in {"quit", "stop"}) or clause.negated or clause.is_we:
        return
    if verb.tag not in {"VBD", "VBN", "VBP"} or (verb.tag == "VBP" and verb.lemma != "quit"):
        return
    thing = parse.kid(verb, "dobj", "xcomp")
    if thing is None or thing.i < verb.i:
        return
    det = parse.kid(thing, "det")
    is_doing = thing.tag == "VBG" and thing.lemma in _QUIT_DOINGS
    is_thing = thing.lower in _QUIT and (det is None)
    if not (is_doing or is_thing) or (is_doing and thing.lemma in {"eat", "use", "drink"}
                                      and not _has_quit_object(facts, thing)):  # fmt: skip
        return
    told = facts.words.phrase(thing, limit=5)
    if told is None:
        return
    day = _past_day(facts, verb)
    says = "gave up" if gives_up else {"quit": "quit", "stop": "stopped"}[verb.lemma]
    category = Category.WORK if thing.lower == "job" else Category.HABITS
    when = f" {day_words(day)}" if day is not None and day_words(day) not in told.text else ""
    facts.add(
        f"the user {says} {told.text}{when}", (clause.first, told.last), "quit",
        kind=MemoryKind.DECISION, category=category, importance=0.65, significance=0.4,
        reason=facts.reason(clause),
    )  # fmt: skip


def _read_abstaining(facts: Facts, clause: Clause) -> None:  # noqa: PLR0911 - a ladder
    """Read "I don't drink", "I never eat meat", "I no longer smoke"."""
    parse, verb = facts.parse, clause.verb
    never = any(kid.lower == "never" for kid in parse.kids(verb))
    if verb.lemma not in {"drink", "smoke", "eat", "vape", "gamble"} or clause.is_we:
        return
    if not (clause.negated or clause.over or never) or verb.tag not in {"VBP", "VB"}:
        return
    if any(kid.lower not in {"do", "n't", "not", "nt"} for kid in parse.kids(verb, "aux")):
        return
    thing = parse.kid(verb, "dobj")
    if (thing is None and verb.lemma == "eat") or parse.kid(verb, "prep", "advcl", "npadvmod"):
        return
    if thing is not None and (thing.lower not in _QUIT or parse.kid(thing, "det")):
        return
    if BOUND.search(clause_text(facts, clause)):
        return
    told = None if thing is None else facts.words.phrase(thing, limit=3)
    if thing is not None and told is None:
        return
    what = "" if told is None else f" {told.text}"
    says = (
        f"no longer {third_of(verb.lemma)}"
        if clause.over
        else (f"never {third_of(verb.lemma)}" if never else f"does not {verb.lemma}")
    )
    facts.add(
        f"the user {says}{what}", (clause.first, verb.i if thing is None else thing.i), "abstains",
        kind=MemoryKind.PREFERENCE, category=Category.HABITS, importance=0.7,
        reason=facts.reason(clause), slot=f"the user|{verb.lemma}|{what.strip()}", value="no",
    )  # fmt: skip


def _has_quit_object(facts: Facts, doing: Word) -> bool:
    thing = facts.parse.kid(doing, "dobj")
    return (thing is None and doing.lemma == "drink") or (
        thing is not None and thing.lower in _QUIT
    )


def _read_signing_up(facts: Facts, clause: Clause) -> None:
    """Read "I signed up for the half marathon"."""
    parse, verb = facts.parse, clause.verb
    ups = any(kid.lower == "up" for kid in parse.kids(verb))
    prep = next((kid for kid in parse.kids(verb, "prep") if kid.lower == "for"), None)
    what = None if prep is None else parse.kid(prep, "pobj")
    if verb.lemma != "sign" or verb.tag not in {"VBD", "VBN"} or not ups or what is None:
        return
    if clause.negated or what.lower not in _GOALS:
        return
    drop = parse.kids(what, "prep", "acl", "relcl", "appos", "cc", "conj")
    told = facts.words.phrase(what, without=drop, limit=5)
    if told is not None:
        facts.add(
            f"the user signed up for {told.text}", (clause.first, told.last), "goal",
            kind=MemoryKind.EVENT, category=Category.GOALS, importance=0.65, significance=0.3,
            reason=facts.reason(clause),
        )  # fmt: skip


def _past_day(facts: Facts, verb: Word) -> ReadDate | None:
    begin, end = facts.parse.sentences[verb.sentence]
    found = facts.words.date_in(begin, end - 1)
    return found if found is not None and found.last_on <= facts.said_on else None


_STAYING: Final = re.compile(
    r"\b(?:for good|for ever|forever|permanently|to stay|to live)\b|"
    r"(?:\b(?:no longer|not|stopped|never)|n['’]t) liv(?:e|es|ing)\b",
    re.IGNORECASE,
)
"""What makes being back somewhere living there."""


def _read_event(facts: Facts, clause: Clause) -> None:
    verb = clause.verb
    if clause.negated or verb.tag not in {"VBD", "VBN"}:
        return
    told = _event(facts, clause)
    if told is None:
        return
    text, last, category, significance = told
    day = _past_day(facts, verb)
    when = f" {day_words(day)}" if day is not None and day_words(day) not in text else ""
    facts.add(
        f"the user {text}{when}", (clause.first, last), "event", kind=MemoryKind.EVENT,
        category=category, importance=0.7, significance=significance,
        reason=facts.reason(clause),
        valid=(day.first_on, day.last_on) if day is not None else None,
    )  # fmt: skip


def _event(facts: Facts, clause: Clause) -> tuple[str, int, Category, float] | None:
    parse, verb = facts.parse, clause.verb
    thing = parse.kid(verb, "dobj")
    if thing is None:
        return None
    told = facts.words.phrase(thing, limit=6)
    if told is None:
        return None
    det = parse.kid(thing, "det", "poss")
    if thing.lower == "attack" and not re.search(r"\b(?:panic|heart) attack\b", told.text):
        return None
    own = det is not None and det.lower in {"a", "an", "my", "our"}
    pairs = {
        "pass": ({"test", "exam", "exams", "bar", "viva"}, "passed", Category.EVENTS, 0.6),
        "fail": ({"test", "exam", "exams", "bar", "viva"}, "failed", Category.EVENTS, 0.6),
        "have": ({"miscarriage", "stroke", "abortion", "attack", "breakdown", "seizure",
                  "surgery"}, "had", Category.HEALTH, 0.9),
    }  # fmt: skip
    words, says, category, significance = pairs.get(verb.lemma, (set(), "", Category.EVENTS, 0.0))
    if own and thing.lower in words:
        return f"{says} {told.text}", told.last, category, significance
    return None


def _read_return(facts: Facts, clause: Clause) -> None:
    """Read "I am back in Oslo for good", "I no longer live in Bergen, I am back in Oslo"."""
    parse, verb = facts.parse, clause.verb
    if base_of(verb) not in {"be", "come", "go", "return"} or clause.negated or clause.over:
        return
    begin, end = parse.sentences[verb.sentence]
    words = parse.words
    is_back = verb.lemma == "return"
    at = verb.i if is_back else next(
        (word.i for word in words[verb.i + 1 : verb.i + 4] if word.lower == "back"), None
    )  # fmt: skip
    prep = words[at + 1] if at is not None and at + 1 < end else None
    place = parse.kid(prep, "pobj") if prep is not None and prep.lower in {"in", "to"} else None
    text = parse.text[words[begin].start : words[end - 1].end]
    if place is None or not place.tag.startswith("NNP") or not _STAYING.search(text):
        return
    index = facts.draft.mention_of(place)
    told = facts.words.phrase(place, limit=4)
    if index is None or facts.draft.found[index].kind is not Kind.PLACE or told is None:
        return
    facts.add(
        f"{clause.who} lives in {told.text}", (clause.first, told.last), "home",
        category=category_for(clause, Category.HOME), importance=0.8 if clause.holder == USER
        else 0.65, slot=f"{clause.who}|lives in", value=told.text,
    )  # fmt: skip
