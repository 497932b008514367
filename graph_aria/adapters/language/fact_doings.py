"""What the user does again and again, and what they want."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_clauses import why
from graph_aria.adapters.language.fact_fits import goal_slot, is_goal
from graph_aria.adapters.language.fact_tastes import slot_words
from graph_aria.adapters.language.fact_words import base_of, third
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category
from graph_aria.domain.reading import USER

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.fact_words import Told
    from graph_aria.adapters.language.parse import Word

_FREE: Final = word_set("facts.habit_free")
_TIMED: Final = word_set("facts.habit_timed")
_PLAYED: Final = word_set("facts.play_objects")
_KEPT: Final = word_set("facts.keep_objects")
_GOAL_VERBS: Final = word_set("facts.goal_verbs")
_GOAL_OBJECTS: Final = word_set("facts.goal_objects")
_CADENCE: Final = re.compile(
    r"\b(?:every (?:other |single )?(?:day|morning|evening|night|week|month|year|weekend|fortnight|"
    r"mon|tues|wednes|thurs|fri|satur|sun)\w*|each (?:day|morning|evening|night|week|month|year)|"
    r"daily|weekly|monthly|everyday|(?:once|twice|(?:two|three|four|five|six|\d) (?:times|days)) "
    r"(?:a|per|every|each) \w+|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|usually|most (?:days|"
    r"mornings|evenings|nights|weekends))\b",
    re.IGNORECASE,
)
BOUND: Final = re.compile(
    r"\b(?:today|tonight|yesterday|tomorrow|this (?:week|month|morning)|lately|recently|these days|"
    r"right now|at the moment|currently|used to)\b",
    re.IGNORECASE,
)


def read_doings(facts: Facts, clause: Clause) -> None:
    """Add habits and goals that a clause of the user's tells."""
    if clause.holder == USER:
        _read_habit(facts, clause)
        _read_goal(facts, clause)


def clause_text(facts: Facts, clause: Clause) -> str:
    """The sentence that a clause stands in."""
    begin, end = facts.parse.sentences[clause.verb.sentence]
    words = facts.parse.words
    return facts.parse.text[words[begin].start : words[end - 1].end]


def _read_habit(facts: Facts, clause: Clause) -> None:
    parse, verb = facts.parse, clause.verb
    if (
        verb.tag != "VBP"
        or verb.lower != verb.lemma
        or clause.negated
        or clause.is_we
        or parse.kid(verb, "aux") is not None
    ):
        return
    text = clause_text(facts, clause)
    if BOUND.search(text) or verb.lemma not in _FREE | _TIMED:
        return
    thing = parse.kid(verb, "dobj")
    is_timed = _CADENCE.search(text) is not None and verb.lemma in _TIMED | _FREE
    is_free = verb.lemma in _FREE and _is_free(facts, verb, thing)
    is_free = is_free or (thing is None and _is_for_what_it_does(clause))
    if not is_timed and not is_free:
        return
    told = _told_doing(facts, clause)
    if told is None or told.first < verb.i or (thing is not None and not _is_plain(facts, thing)):
        return
    if is_timed and not is_free and not _CADENCE.search(told.text):
        return
    rest = told.text.partition(" ")[2]
    facts.add(
        f"the user {third(verb)} {rest}", (clause.first, told.last), "habit",
        category=Category.HABITS if is_timed else Category.INTERESTS, importance=0.55,
        reason=facts.reason(clause), confidence=0.8,
    )  # fmt: skip


def _beside(facts: Facts, clause: Clause) -> list[Word]:
    """Dependents of a verb that belong to no plain phrase of it."""
    parse, verb = facts.parse, clause.verb
    return [kid for kid in parse.kids(verb) if kid.dep in _BESIDE or kid.i < verb.i]


def _told_doing(facts: Facts, clause: Clause) -> Told | None:
    """A habit in the third person; "go running" keeps what one goes for."""
    parse, verb = facts.parse, clause.verb
    doing = next((kid for kid in parse.kids(verb, "advcl", "xcomp") if kid.tag == "VBG"), None)
    if verb.lemma != "go" or doing is None or doing.i != verb.i + 1:
        return facts.words.phrase(verb, without=_beside(facts, clause), limit=14)
    begin, end = parse.sentences[verb.sentence]
    words = parse.words[verb.i : end]
    ends = (at for at, word in enumerate(words) if word.tag in {",", ".", "CC", ":"})
    stop = next(ends, len(words))
    kept = words[:stop]
    while kept and kept[-1].lower in {"now", "again", "too"}:
        kept.pop()
    return facts.words.tell(kept) if begin <= verb.i and len(kept) <= _LONGEST_HABIT else None


_GENERAL: Final = frozenset(
    {"work", "do", "take", "see", "call", "phone", "go", "attend", "visit", "meet", "drive",
     "commute", "host"}
)  # fmt: skip
"""Verbs that say little of what is done, and are done for many reasons."""

_LONGEST_HABIT: Final = 12
_BESIDE: Final = frozenset(
    {"nsubj", "advcl", "punct", "cc", "mark", "aux", "neg", "intj", "dep", "ccomp", "conj"}
)


def _is_free(facts: Facts, verb: Word, thing: Word | None) -> bool:
    if verb.lemma == "play":
        return thing is not None and thing.lower in _PLAYED
    if verb.lemma == "keep":
        return (
            thing is not None
            and (thing.lemma in _KEPT or thing.lower in _KEPT)
            and (facts.parse.kid(thing, "poss") is None)
        )
    if verb.lemma == "collect":
        return thing is not None and thing.tag == "NNS" and facts.parse.kid(thing, "det") is None
    prep = facts.parse.kid(verb, "prep")
    if verb.lemma in {"volunteer", "sing", "teach", "coach"}:
        return (prep is not None and prep.lower in {"at", "in", "for", "with"}) or (
            thing is not None and thing.tag in {"NN", "NNS", "NNP"}
        )
    return False


def _is_for_what_it_does(clause: Clause) -> bool:
    """Whether it is said what a doing is good for: "I garden because it calms me"."""
    is_for = clause.reason is not None and clause.reason.text.startswith("it ")
    return is_for and clause.verb.lemma not in _GENERAL


def _is_plain(facts: Facts, thing: Word) -> bool:
    """Whether an object is no single one of today: "the dishes" may stay, "this" not."""
    det = facts.parse.kid(thing, "det")
    is_noun = thing.tag.startswith(("NN", "VBG", "CD"))
    return is_noun and (det is None or det.lower not in {"this", "that", "these", "those", "some"})


def _read_goal(facts: Facts, clause: Clause) -> None:
    parse, verb = facts.parse, clause.verb
    if clause.is_we or clause.over or clause.negated:
        return
    lemma = base_of(verb)
    is_now = clause.is_present or (verb.tag == "VBG" and _is_progressive(facts, verb))
    if not is_now:
        return
    if lemma in {"want", "plan", "hope", "aim", "intend", "dream"}:
        if parse.kids(verb, "aux") and verb.tag != "VBG":
            return
        below = parse.kid(verb, "xcomp")
        if below is None or below.tag != "VB" or not _is_goal(facts, below):
            return
        told = facts.words.phrase(below, without=parse.kids(below, "aux", "advcl", "cc", "conj"))
        if told is None or told.first < verb.i or BOUND.search(clause_text(facts, clause)):
            return
        says = "is " + verb.lower if verb.tag == "VBG" else third(verb)
        reason = reason_for(facts, clause, below)
        _add_goal(facts, clause, f"the user {says} to {told.text}", told.last, reason)
    elif verb.tag == "VBG":
        _read_under_way(facts, clause)


def _add_goal(
    facts: Facts, clause: Clause, text: str, last: int, reason: str | None = None
) -> None:
    phrase = text.removeprefix("the user ").partition(" ")[2]
    facts.add(text, (clause.first, last), "goal", category=Category.GOALS, importance=0.65,
              significance=0.3, reason=reason or facts.reason(clause), confidence=0.8,
              slot=goal_slot(phrase) if is_goal(phrase.lower().split()) else None,
              value=slot_words(text))  # fmt: skip


def _is_progressive(facts: Facts, verb: Word) -> bool:
    return any(kid.lower in {"am", "'m", "m", "is", "'s", "'ve", "have"}
               for kid in facts.parse.kids(verb, "aux"))  # fmt: skip


def _is_goal(facts: Facts, verb: Word) -> bool:
    """Whether what is wanted takes months: "become a nurse", "run a marathon"."""
    parse = facts.parse
    if verb.lemma not in _GOAL_VERBS:
        return False
    thing = parse.kid(verb, "dobj", "attr", "acomp")
    prep = parse.kid(verb, "prep")
    inner = None if prep is None else parse.kid(prep, "pobj")
    if verb.lemma in {"move", "travel"}:
        place = inner is not None and inner.tag.startswith("NNP") and prep is not None
        return place and prep is not None and prep.lower in {"to", "around", "through"}
    if verb.lemma in {"become", "learn"}:
        return thing is not None or parse.kid(verb, "xcomp") is not None
    if verb.lemma in {"retire", "emigrate", "graduate"}:
        return True
    return thing is not None and (thing.lemma in _GOAL_OBJECTS or thing.lower in _GOAL_OBJECTS)


def _read_under_way(facts: Facts, clause: Clause) -> None:
    """Read "I'm learning Spanish", "I'm training for a marathon", "I'm writing a novel"."""
    parse, verb = facts.parse, clause.verb
    thing = parse.kid(verb, "dobj")
    prep = next((kid for kid in parse.kids(verb, "prep") if kid.lower == "for"), None)
    inner = None if prep is None else parse.kid(prep, "pobj")
    below = parse.kid(verb, "xcomp")
    is_learning = verb.lemma == "learn" and (
        (
            thing is not None
            and thing.tag in {"NN", "NNP", "NNS"}
            and parse.kid(thing, "det") is None
        )
        or (below is not None and below.tag == "VB")
    )
    is_writing = verb.lemma in {"write", "build", "restore", "open", "start"} and (
        thing is not None and (thing.lemma in _GOAL_OBJECTS)
    )
    is_for = (
        base_of(verb) in {"train", "save", "study"}
        and inner is not None
        and (inner.lemma in _GOAL_OBJECTS or inner.lower in _GOAL_OBJECTS)
    )
    if not (is_learning or is_writing or is_for) or BOUND.search(clause_text(facts, clause)):
        return
    told = facts.words.phrase(verb, without=_beside(facts, clause), limit=12)
    if told is not None and told.first >= verb.i:
        _add_goal(facts, clause, f"the user is {told.text}", told.last)


def reason_for(facts: Facts, clause: Clause, below: Word) -> str | None:
    """Why something is decided or wanted: said with the verb, or with what depends on it."""
    told = why(facts.words, below)
    return facts.reason(clause) or (None if told is None else told.text)
