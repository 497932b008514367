"""What the user does again and again, wants, decided, and what has happened to them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_clauses import why
from graph_aria.adapters.language.fact_words import base_of, day_words, third, third_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word
    from graph_aria.domain.reading import ReadDate

_FREE: Final = word_set("facts.habit_free")
_TIMED: Final = word_set("facts.habit_timed")
_PLAYED: Final = word_set("facts.play_objects")
_KEPT: Final = word_set("facts.keep_objects")
_GOAL_VERBS: Final = word_set("facts.goal_verbs")
_GOAL_OBJECTS: Final = word_set("facts.goal_objects")
_QUIT: Final = word_set("facts.quit_objects")
_QUIT_DOINGS: Final = word_set("facts.quit_doings")
_MOVES: Final = word_set("facts.major_moves")
_CADENCE: Final = re.compile(
    r"\b(?:every (?:other |single )?(?:day|morning|evening|night|week|month|year|weekend|fortnight|"
    r"mon|tues|wednes|thurs|fri|satur|sun)\w*|each (?:day|morning|evening|night|week|month|year)|"
    r"daily|weekly|monthly|everyday|(?:once|twice|(?:two|three|four|five|six|\d) (?:times|days)) "
    r"(?:a|per|every|each) \w+|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|usually|most (?:days|"
    r"mornings|evenings|nights|weekends))\b",
    re.IGNORECASE,
)
_BOUND: Final = re.compile(
    r"\b(?:today|tonight|yesterday|tomorrow|this (?:week|month|morning)|lately|recently|these days|"
    r"right now|at the moment|currently|used to)\b",
    re.IGNORECASE,
)


def read_doings(facts: Facts, clause: Clause) -> None:
    """Add habits, goals, decisions and events that a clause of the user's tells."""
    if clause.holder != USER:
        _read_move(facts, clause)
        return
    _read_habit(facts, clause)
    _read_goal(facts, clause)
    _read_decision(facts, clause)
    _read_quitting(facts, clause)
    _read_abstaining(facts, clause)
    _read_event(facts, clause)
    _read_move(facts, clause)


def _clause_text(facts: Facts, clause: Clause) -> str:
    begin, end = facts.parse.sentences[clause.verb.sentence]
    words = facts.parse.words
    return facts.parse.text[words[begin].start : words[end - 1].end]


def _read_habit(facts: Facts, clause: Clause) -> None:
    parse, verb = facts.parse, clause.verb
    if verb.tag != "VBP" or verb.lower != verb.lemma or clause.negated or clause.is_we or parse.kid(verb, "aux") is not None:
        return
    text = _clause_text(facts, clause)
    if _BOUND.search(text) or verb.lemma not in _FREE | _TIMED:
        return
    thing = parse.kid(verb, "dobj")
    is_timed = _CADENCE.search(text) is not None and verb.lemma in _TIMED | _FREE
    is_free = verb.lemma in _FREE and _is_free(facts, verb, thing)
    if not is_timed and not is_free:
        return
    told = facts.words.phrase(verb, without=_beside(facts, clause), limit=14)
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
    return [
        kid for kid in parse.kids(verb)
        if kid.dep in {"nsubj", "advcl", "punct", "cc", "mark", "aux", "neg", "intj", "dep", "ccomp"}
        or (kid.dep == "conj") or kid.i < verb.i
    ]  # fmt: skip


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
        if told is None or told.first < verb.i:
            return
        says = "is " + verb.lower if verb.tag == "VBG" else third(verb)
        reason = _reason(facts, clause, below)
        _add_goal(facts, clause, f"the user {says} to {told.text}", told.last, reason)
    elif verb.tag == "VBG":
        _read_under_way(facts, clause)


def _add_goal(
    facts: Facts, clause: Clause, text: str, last: int, reason: str | None = None
) -> None:
    facts.add(text, (clause.first, last), "goal", category=Category.GOALS, importance=0.65,
              significance=0.3, reason=reason or facts.reason(clause), confidence=0.8)  # fmt: skip


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
    if not (is_learning or is_writing or is_for) or _BOUND.search(_clause_text(facts, clause)):
        return
    told = facts.words.phrase(verb, without=_beside(facts, clause), limit=12)
    if told is not None and told.first >= verb.i:
        _add_goal(facts, clause, f"the user is {told.text}", told.last)


def _read_decision(facts: Facts, clause: Clause) -> None:
    parse, verb = facts.parse, clause.verb
    if verb.lemma != "decide" or verb.tag not in {"VBD", "VBN"} or clause.negated or clause.is_we:
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
    reason = _reason(facts, clause, below)
    facts.add(
        f"the user decided {denied} {told.text}", (clause.first, told.last), "decision",
        kind=MemoryKind.DECISION, category=Category.GOALS, importance=0.65, significance=0.3,
        reason=reason, confidence=0.8,
    )  # fmt: skip


def _reason(facts: Facts, clause: Clause, below: Word) -> str | None:
    """Why something is decided or wanted: said with the verb, or with what depends on it."""
    told = why(facts.words, below)
    return facts.reason(clause) or (None if told is None else told.text)


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
    category = Category.WORK if thing.lower in {"job"} else Category.HABITS
    when = f" {day_words(day)}" if day is not None and day_words(day) not in told.text else ""
    facts.add(
        f"the user {says} {told.text}{when}", (clause.first, told.last), "quit",
        kind=MemoryKind.DECISION, category=category, importance=0.65, significance=0.4,
        reason=facts.reason(clause),
    )  # fmt: skip


def _read_abstaining(facts: Facts, clause: Clause) -> None:
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
    if thing is None and verb.lemma == "eat" or parse.kid(verb, "prep", "advcl", "npadvmod"):
        return
    if thing is not None and (thing.lower not in _QUIT or parse.kid(thing, "det")):
        return
    if _BOUND.search(_clause_text(facts, clause)):
        return
    told = None if thing is None else facts.words.phrase(thing, limit=3)
    what = "" if told is None else f" {told.text}"
    says = f"no longer {third_of(verb.lemma)}" if clause.over else (
        f"never {third_of(verb.lemma)}" if never else f"does not {verb.lemma}"
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


def _past_day(facts: Facts, verb: Word) -> ReadDate | None:
    begin, end = facts.parse.sentences[verb.sentence]
    found = facts.words.date_in(begin, end - 1)
    return found if found is not None and found.last_on <= facts.said_on else None


_EVENTS: Final = (
    # verb, what it takes ("" for nothing), what is told, category, significance
    ("marry", "married", "got married", Category.FAMILY, 0.9),
    ("divorce", "divorced", "got divorced", Category.FAMILY, 0.9),
    ("engage", "engaged", "got engaged", Category.FAMILY, 0.9),
    ("promote", "promoted", "got promoted", Category.WORK, 0.7),
    ("fire", "fired", "got fired", Category.WORK, 0.8),
)


def _read_event(facts: Facts, clause: Clause) -> None:
    parse, verb = facts.parse, clause.verb
    if clause.negated or verb.tag not in {"VBD", "VBN"}:
        return
    told = _event(facts, clause)
    if told is None:
        return
    text, last, category, significance = told
    day = _past_day(facts, verb)
    when = f" {day_words(day)}" if day is not None and day_words(day) not in text else ""
    if text == "graduated" and parse.kid(verb, "dobj") is not None:
        return
    facts.add(
        f"the user {text}{when}", (clause.first, last), "event", kind=MemoryKind.EVENT,
        category=category, importance=0.7, significance=significance,
        reason=facts.reason(clause),
        valid=(day.first_on, day.last_on) if day is not None else None,
    )  # fmt: skip


def _event(facts: Facts, clause: Clause) -> tuple[str, int, Category, float] | None:
    parse, verb = facts.parse, clause.verb
    helped = parse.kid(verb, "auxpass")
    for lemma, participle, text, category, significance in _EVENTS:
        if base_of(verb) == lemma and verb.lower == participle and helped is not None:
            is_got = helped.lemma == "get" or lemma in {"promote", "fire"}
            return (text, verb.i, category, significance) if is_got else None
        if verb.lemma == "get":
            what = parse.kid(verb, "acomp", "xcomp", "advcl", "ccomp", "dobj")
            if what is not None and what.lower == participle:
                return text, what.i, category, significance
    thing = parse.kid(verb, "dobj")
    if base_of(verb) == "graduate" and thing is None:
        return "graduated", verb.i, Category.STUDY, 0.7
    if thing is None:
        return None
    told = facts.words.phrase(thing, limit=6)
    if told is None:
        return None
    det = parse.kid(thing, "det", "poss")
    own = det is not None and det.lower in {"a", "an", "my", "our"}
    pairs = {
        "buy": ({"house", "flat", "apartment", "farm"}, "bought", Category.HOME, 0.7),
        "adopt": ({"dog", "cat", "puppy", "kitten", "child", "baby", "boy", "girl"}, "adopted",
                  Category.HOME, 0.7),
        "pass": ({"test", "exam", "exams", "bar", "viva"}, "passed", Category.EVENTS, 0.6),
        "fail": ({"test", "exam", "exams", "bar", "viva"}, "failed", Category.EVENTS, 0.6),
        "finish": ({"degree", "thesis", "dissertation", "novel", "phd"}, "finished",
                   Category.STUDY, 0.6),
        "have": ({"miscarriage", "stroke", "abortion"}, "had", Category.HEALTH, 0.9),
    }  # fmt: skip
    words, says, category, significance = pairs.get(verb.lemma, (set(), "", Category.EVENTS, 0.0))
    if own and thing.lower in words:
        return f"{says} {told.text}", told.last, category, significance
    return None


def _read_move(facts: Facts, clause: Clause) -> None:
    """Read "I moved to Boulder in 2019", of others too."""
    parse, verb = facts.parse, clause.verb
    if base_of(verb) not in {"move", "emigrate", "relocate"} or clause.negated:
        return
    if verb.tag not in {"VBD", "VBN"} or parse.kid(verb, "dobj", "auxpass") is not None:
        return
    prep = next((kid for kid in parse.kids(verb, "prep") if kid.lower == "to"), None)
    place = None if prep is None else parse.kid(prep, "pobj")
    index = None if place is None else facts.draft.mention_of(place)
    if place is None or index is None or facts.draft.found[index].kind is not Kind.PLACE:
        return
    told = facts.words.phrase(place, limit=4)
    if told is None or not place.tag.startswith("NNP"):
        return
    day = _past_day(facts, verb)
    when = f" {day_words(day)}" if day is not None else ""
    is_user = clause.holder == USER
    facts.add(
        f"{clause.who} moved to {told.text}{when}", (clause.first, told.last), "moved",
        kind=MemoryKind.EVENT, category=Category.HOME if is_user else Category.FAMILY,
        importance=0.75 if is_user else 0.55, significance=0.5, slot=f"{clause.who}|lives in",
        value=told.text,
        valid=(day.first_on, day.last_on) if day is not None else None,
    )  # fmt: skip
