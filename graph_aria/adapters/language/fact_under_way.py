"""What takes weeks to do or to get through: "writing my thesis", "looking for a flat".

Small things of a day, such as the dishes or a report by five, are none: what is done must be
of a sort that lasts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_draft import objects_of
from graph_aria.adapters.language.fact_life import (
    dates_of,
    is_dated,
    key_of,
    lead_of,
    sentence_text,
    thing_told,
    things_of,
)
from graph_aria.adapters.language.fact_words import base_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

WORKS: Final = word_set("facts.focus_works")
TOLD_WORKS: Final = word_set("facts.focus_told_works")
_VENTURES: Final = word_set("facts.focus_ventures")
RENOVATED: Final = word_set("facts.focus_renovated")
_CONTESTS: Final = word_set("facts.focus_contests")
_EXAMS: Final = word_set("facts.focus_exams")
_SOUGHT: Final = word_set("facts.focus_sought")
_APPLIED: Final = word_set("facts.focus_applied")
HARDSHIPS: Final = word_set("facts.focus_hardships")
COURSES: Final = word_set("facts.focus_courses")
TREATMENTS: Final = word_set("facts.focus_treatments")
_SELVES: Final = word_set("facts.focus_selves")
_EVENTS: Final = word_set("facts.focus_events")
_DEBTS: Final = word_set("facts.focus_debts")
_PATIENTS: Final = word_set("facts.focus_patients")
_VAGUE: Final = word_set("facts.focus_vague")
_LITTLE: Final = word_set("facts.focus_little")
_PARTS: Final = word_set("facts.focus_parts")
_SKILLS: Final = (
    word_set("facts.languages") | word_set("facts.play_objects") | word_set("facts.subjects")
)
_SAVED_FOR: Final = word_set("facts.saving_objects")
_HOMES: Final = word_set("facts.life_homes")
_QUIT: Final = word_set("facts.quit_objects")
_MADE: Final = WORKS | _VENTURES
_APPOINTMENTS: Final = word_set("facts.appointments")
_MET_LATER: Final = _CONTESTS | _EXAMS | _EVENTS
_MET: Final = _CONTESTS | _EXAMS | _EVENTS | word_set("facts.appointments")
_HOURS: Final = frozenset({"class", "classes", "lesson", "lessons", "course", "program"})
"""What may be an hour of the day as well."""

SKILLS: Final = _SKILLS - frozenset({"go", "darts", "bridge", "music", "art", "game", "business"})
DONE: Final = WORKS | _EXAMS | TREATMENTS | (COURSES - _HOURS) | frozenset({"course"})
"""What is finished, whosesoever it is."""

DROPPED: Final = WORKS | COURSES | TREATMENTS
OWN: Final = _VENTURES | RENOVATED
"""What is finished or given up if it is the user's own."""

ANY_FOCUS: Final = WORKS | _VENTURES | _CONTESTS | _EXAMS | COURSES | TREATMENTS | SKILLS
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

_MY: Final = frozenset({"my", "our"})


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


_OBJECTS: Final = {
    # verb: what it takes, and what part of a life that is
    **dict.fromkeys(
        ("write", "rewrite", "edit", "revise", "translate", "compose", "record", "draft",
         "illustrate", "research"),
        (WORKS, Category.GOALS),
    ),
    **dict.fromkeys(
        ("build", "develop", "code", "design", "create", "launch", "found", "program"),
        (_MADE, Category.GOALS),
    ),
    "make": (WORKS, Category.GOALS),
    **dict.fromkeys(
        ("renovate", "restore", "refurbish", "rebuild", "gut", "convert", "remodel",
         "redecorate", "redo"),
        (RENOVATED, Category.HOME),
    ),
    **dict.fromkeys(("plan", "organise", "organize"), (_EVENTS, Category.EVENTS)),
    **dict.fromkeys(("pack", "sell", "clear", "buy"), (_HOMES, Category.HOME)),
    **dict.fromkeys(("adopt", "foster"), (word_set("facts.life_children"), Category.FAMILY)),
    **dict.fromkeys(("fight", "battle", "process", "survive", "beat"),
                    (HARDSHIPS, Category.HEALTH)),
    **dict.fromkeys(("do", "take", "attend", "have", "get", "undergo", "pursue", "receive"),
                    (COURSES | TREATMENTS, Category.STUDY)),
}  # fmt: skip

_AT: Final = {
    **dict.fromkeys(
        ("train", "prepare", "prep", "practise", "practice", "rehearse", "study", "revise",
         "cram", "ready"),
        ("for", _MET | word_set("facts.degrees_of_study"), Category.GOALS),
    ),
    "apply": ("for", _APPLIED, Category.GOALS),
    "save": ("for", _SAVED_FOR, Category.GOALS),
    "try": ("for", frozenset({"baby", "child", "second"}), Category.FAMILY),
    "fight": ("for", frozenset({"custody", "asylum"}), Category.FAMILY),
    **dict.fromkeys(("look", "search", "hunt"), ("for", _SOUGHT, Category.GOALS)),
    **dict.fromkeys(("deal", "struggle", "cope", "wrestle", "grapple", "live", "battle"),
                    ("with", HARDSHIPS, Category.HEALTH)),
    **dict.fromkeys(("recover", "heal", "recuperate"), ("from", HARDSHIPS, Category.HEALTH)),
    "go": ("through", HARDSHIPS, Category.HEALTH),
}  # fmt: skip


def under_way(facts: Facts, verb: Word) -> UnderWay | None:
    """What a verb of the user's says that takes weeks, in whatever form it stands; or None."""
    return (
        _learning(facts, verb) or _working(facts, verb) or _caring(facts, verb)
        or _trying(facts, verb) or _hunting(facts, verb) or _quitting(facts, verb)
        or _with_prep(facts, verb) or _with_object(facts, verb)
    )  # fmt: skip


def is_passing(facts: Facts, verb: Word) -> bool:
    """Whether what a verb tells is spoken of as a thing of the day."""
    return _PASSING.search(sentence_text(facts, verb)) is not None


def is_of(head: Word, words: frozenset[str], facts: Facts) -> bool:
    """Whether a noun is one of some words, or a part of one: "my second round of IVF"."""
    if head.lower in words or head.lemma in words:
        return True
    if head.lower in _PARTS or head.lemma in _PARTS:
        for prep in facts.parse.kids(head, "prep"):
            inner = facts.parse.kid(prep, "pobj")
            if prep.lower == "of" and inner is not None and is_of(inner, words, facts):
                return True
    case = facts.parse.kid(head, "case")
    if case is not None and head.lower + case.lower in words:
        return True
    last = head.lower.rsplit("-", maxsplit=1)[-1]
    return "-" in head.lower and last in words


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


def _say(
    facts: Facts, verb: Word, between: str, thing: Word, category: Category, key: str = ""
) -> UnderWay | None:
    told = thing_told(facts, thing)
    if told is None or told.first < verb.i:
        return None
    rest = f"{between} {told.text}".strip()
    lead = verb.lower if verb.tag == "VBG" else ing(base_of(verb))
    key = key or key_of(facts, thing)
    return UnderWay(f"{lead} {rest}", f"{base_of(verb)} {rest}", key, category, told.last)


def _particle(facts: Facts, verb: Word) -> str:
    prt = facts.parse.kid(verb, "prt")
    return "" if prt is None else prt.lower


def _category(facts: Facts, thing: Word, category: Category) -> Category:
    if is_of(thing, TREATMENTS, facts):
        return Category.HEALTH
    if is_of(thing, COURSES | _EXAMS, facts):
        return Category.STUDY
    if thing.lemma in {"divorce", "separation", "breakup", "custody", "affair"}:
        return Category.FAMILY
    return Category.WORK if thing.lemma in {"job", "work", "position", "company"} else category


def _learning(facts: Facts, verb: Word) -> UnderWay | None:
    parse, lemma = facts.parse, base_of(verb)
    if lemma not in {"learn", "study", "teach"}:
        return None
    below = parse.kid(verb, "xcomp")
    if below is not None and below.tag == "VB" and lemma == "learn":
        beside = [kid for kid in parse.kids(below)
                  if kid.dep in {"advcl", "cc", "conj"} or is_dated(facts, kid)]  # fmt: skip
        told = facts.words.phrase(below, without=beside)
        if told is None or told.first < verb.i or base_of(below) in {"be", "live", "let", "say"}:
            return None
        text = told.text.removeprefix("to ").removeprefix("how to ")
        thing = parse.kid(below, "dobj")
        key = base_of(below) if thing is None else key_of(facts, thing)
        return UnderWay(f"learning to {text}", f"learn to {text}", key, Category.GOALS, told.last)
    for thing in things_of(facts, verb):
        if thing.lower in _VAGUE or thing.lemma in _VAGUE or thing.tag.startswith("PRP"):
            continue
        lead = lead_of(facts, thing)
        if lead and (lead != "the" or thing.lower not in _SKILLS):
            continue
        is_great = thing.lower in _SKILLS or lemma == "learn"
        if thing.tag in {"NN", "NNP", "NNS"} and is_great:
            if lemma == "teach" and not any(kid.lower in {"myself", "ourselves"}
                                            for kid in parse.kids(verb)):  # fmt: skip
                continue
            between = "themselves" if lemma == "teach" else ""
            is_study = lemma == "study"
            return _say(facts, verb, between, thing,
                        Category.STUDY if is_study else Category.GOALS)  # fmt: skip
    return None


def _working(facts: Facts, verb: Word) -> UnderWay | None:
    parse = facts.parse
    nouns = [verb] if base_of(verb) == "work" else [
        thing for thing in things_of(facts, verb)
        if thing.lower == "work" and base_of(verb) in {"start", "begin", "resume", "do"}
    ]  # fmt: skip
    for at in nouns:
        for prep in parse.kids(at, "prep") + (parse.kids(verb, "prep") if at is not verb else []):
            thing = parse.kid(prep, "pobj")
            if prep.lower not in {"on", "through"} or thing is None:
                continue
            is_mine = lead_of(facts, thing) in _MY
            is_known = is_of(thing, _MADE, facts) or thing.lower == "myself"
            is_known = is_known or (is_mine and is_of(thing, RENOVATED | _SELVES, facts))
            is_known = is_known or (prep.lower == "through" and is_of(thing, HARDSHIPS, facts))
            is_known = is_known or _is_project(facts, thing)
            if not is_known:
                continue
            told = thing_told(facts, thing)
            if told is not None and told.first > at.i:
                says = f"{prep.lower} {told.text}"
                return UnderWay(f"working {says}", f"work {says}", key_of(facts, thing),
                                _category(facts, thing, Category.WORK), told.last)  # fmt: skip
    return None


def _is_project(facts: Facts, thing: Word) -> bool:
    """Whether a noun names a project: "Atlas", "the Atlas project", "a research project"."""
    index = facts.draft.mention_of(thing)
    kind = None if index is None else facts.draft.found[index].kind
    if thing.lower == "project":
        before = facts.parse.kids(thing, "compound", "amod")
        return any(kid.lower not in _LITTLE for kid in before) and not any(
            kid.lower in {"school", "little", "small", "quick"} for kid in before
        )
    is_name = thing.tag == "NNP" and facts.words.date_at(thing) is None
    return is_name and kind not in {Kind.PERSON, Kind.PLACE, Kind.ANIMAL} and thing.ent not in {
        "GPE", "LOC", "DATE", "TIME", "FAC"
    }  # fmt: skip


def _caring(facts: Facts, verb: Word) -> UnderWay | None:
    """Read "caring for my mother", "looking after her", "nursing my husband"."""
    parse = facts.parse
    found: list[tuple[str, Word]] = []
    if base_of(verb) in {"care", "look"}:
        wanted = "for" if base_of(verb) == "care" else "after"
        found = [(prep.lower, what) for prep, what in objects_of(facts, verb, wanted)]
    elif base_of(verb) == "nurse":
        found = [("", thing) for thing in things_of(facts, verb)]
    elif base_of(verb) == "take" and any(kid.lower == "care" for kid in parse.kids(verb, "dobj")):
        care = next(kid for kid in parse.kids(verb, "dobj") if kid.lower == "care")
        inner = [
            parse.kid(prep, "pobj")
            for prep in [*parse.kids(care, "prep"), *parse.kids(verb, "prep")]
            if prep.lower == "of"
        ]
        found = [("care of", what) for what in inner if what is not None]
    for between, who in found:
        index = facts.draft.mention_of(who)
        poss = parse.kid(who, "poss")
        is_near = who.lower in _PATIENTS and (
            who.text[:1].isupper() or (poss is not None and poss.lower in _MY)
        )
        if who.tag in {"PRP", "PRP$"}:
            name = facts.words.whom(who)
        elif is_near and index is not None:
            name = facts.words.person(index)
        else:
            continue
        if name is None or not name.startswith("the user's ") or name == "the user's":
            continue
        if not any(part in _PATIENTS for part in name.lower().split()):
            continue
        name = "their " + name.removeprefix("the user's ").removesuffix("'s")
        rest = f"{between} {name}".strip()
        lead = verb.lower if verb.tag == "VBG" else ing(base_of(verb))
        key = "care of " + name.removeprefix("their ")
        return UnderWay(f"{lead} {rest}", f"{base_of(verb)} {rest}", key, Category.FAMILY, who.i)
    return None


_TRIED: Final = {
    "conceive": "baby", "pregnant": "baby", "weight": "weight", "sober": "sobriety",
    "fit": "fitness",
}  # fmt: skip


def _trying(facts: Facts, verb: Word) -> UnderWay | None:
    """Read "trying to find a job", "trying to get pregnant", "trying to finish my novel"."""
    parse = facts.parse
    below = parse.kid(verb, "xcomp")
    if base_of(verb) not in {"try", "struggle", "fight"} or below is None or below.tag != "VB":
        return None
    inner = under_way(facts, below)
    thing = parse.kid(below, "dobj", "acomp")
    if inner is None and thing is not None and thing.i > below.i:
        is_sought = base_of(below) in {"find", "get"} and thing.lower in _SOUGHT | _APPLIED
        is_ended = base_of(below) in {"finish", "complete"} and is_of(thing, _MADE | COURSES, facts)
        is_tried = base_of(below) in {"lose", "get"} and thing.lower in _TRIED
        if is_sought or is_ended or is_tried:
            inner = _say(facts, below, "", thing, Category.GOALS,
                         _TRIED.get(thing.lower, "") if is_tried else "")  # fmt: skip
    if inner is None and base_of(below) in _TRIED:
        inner = UnderWay("", base_of(below), _TRIED[base_of(below)], Category.FAMILY, below.i)
    if inner is None:
        return None
    lead = verb.lower if verb.tag == "VBG" else ing(base_of(verb))
    says = f"{lead} to {inner.base}"
    return UnderWay(says, f"{base_of(verb)} to {inner.base}", inner.key, inner.category, inner.last)


def _hunting(facts: Facts, verb: Word) -> UnderWay | None:
    """Read "job hunting", "house-hunting", "flat hunting"."""
    words = facts.parse.words
    begin, _ = facts.parse.sentences[verb.sentence]
    row = [word for word in words[max(begin, verb.i - 2) : verb.i] if word.text != "-"]
    what = row[-1].lower if row else ""
    if "-" in verb.lower:
        what = verb.lower.partition("-")[0]
    if verb.lower.rsplit("-", maxsplit=1)[-1] not in {"hunting", "searching"}:
        return None
    if what not in _SOUGHT or what == "work":
        return None
    says = f"looking for a {what}"
    category = Category.WORK if what == "job" else Category.HOME
    return UnderWay(says, f"look for a {what}", what, category, verb.i)


def _quitting(facts: Facts, verb: Word) -> UnderWay | None:
    """Read "quitting smoking", "giving up sugar"."""
    is_up = base_of(verb) == "give" and _particle(facts, verb) == "up"
    if not (is_up or base_of(verb) in {"quit", "stop"}):
        return None
    for thing in facts.parse.kids(verb, "dobj", "xcomp"):
        if thing.i > verb.i and thing.lower in _QUIT - {"job", "school", "college", "university"}:
            return _say(facts, verb, "up" if is_up else "", thing, Category.HABITS,
                        f"without {thing.lower}")  # fmt: skip
    return None


def _with_prep(facts: Facts, verb: Word) -> UnderWay | None:
    rule = _AT.get(base_of(verb))
    if rule is None:
        return None
    if base_of(verb) == "go" and any(what.lower in TREATMENTS
                                     for _, what in objects_of(facts, verb, "to")):  # fmt: skip
        rule = ("to", TREATMENTS, Category.HEALTH)
    wanted, things, category = rule
    preps = (wanted, "to") if base_of(verb) == "apply" else (wanted,)
    for prep, thing in objects_of(facts, verb, *preps):
        if not is_of(thing, things, facts) or _is_light(facts, thing):
            continue
        if _is_soon(facts, verb, thing):
            continue
        between = " ".join(part for part in (_particle(facts, verb), prep.lower) if part)
        said = _say(facts, verb, between, thing, _category(facts, thing, category))
        if said is not None:
            return said
    return None


def _is_soon(facts: Facts, verb: Word, thing: Word) -> bool:
    """Whether it is an appointment of the next weeks; what is done for it goes on till then."""
    if thing.lower not in _APPOINTMENTS:
        return False
    ahead = [(one.first_on - facts.said_on).days for one in dates_of(facts, verb)]
    return thing.lower not in _MET_LATER or any(0 <= days <= _SOON for days in ahead)


_SOON: Final = 31


def _is_light(facts: Facts, thing: Word) -> bool:
    """Whether it is asked for by the way: "this", "some", "no"."""
    return lead_of(facts, thing) in {"this", "that", "these", "those", "no", "any"}


def _with_object(facts: Facts, verb: Word) -> UnderWay | None:
    lemma, prt = base_of(verb), _particle(facts, verb)
    rule = _OBJECTS.get(lemma)
    if prt in {"up", "out"} and lemma in {"do", "fix"}:
        rule = (RENOVATED, Category.HOME)
    elif lemma == "pay" and prt == "off":
        rule = (_DEBTS, Category.MONEY)
    elif lemma == "set" and prt == "up":
        rule = (_MADE, Category.WORK)
    elif lemma == "see":
        return _therapist(facts, verb)
    if rule is None:
        return None
    things, category = rule
    for thing in things_of(facts, verb):
        if not is_of(thing, things, facts) or _is_light(facts, thing):
            continue
        if lemma in {"have", "get", "take"} and thing.lower in {"degree", "phd", "diploma"}:
            continue
        if lemma in {"have", "get", "attend"} and thing.lower in _HOURS:
            continue
        if lemma in {"clear", "pack"} and lead_of(facts, thing) not in _MY and prt == "":
            continue
        return _say(facts, verb, prt, thing, _category(facts, thing, category))
    return None


def _therapist(facts: Facts, verb: Word) -> UnderWay | None:
    for thing in things_of(facts, verb):
        if thing.lower in {"therapist", "counsellor", "counselor", "psychologist"}:
            return _say(facts, verb, "", thing, Category.HEALTH, "therapy")
    return None


