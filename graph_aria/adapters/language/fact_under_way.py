"""What takes weeks to do or to get through: "writing my thesis", "looking for a flat".

Small things of a day, such as the dishes or a report by five, are none: what is done must be
of a sort that lasts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_draft import objects_of
from graph_aria.adapters.language.fact_lasting import (
    APPLIED,
    APPOINTMENTS,
    AT,
    COURSES,
    DEBTS,
    EXAMS,
    HARDSHIPS,
    HOURS,
    LASTING,
    LITTLE,
    MADE,
    MET_LATER,
    MY,
    OBJECTS,
    RENOVATED,
    SOUGHT,
    TREATMENTS,
    UnderWay,
    category_of,
    ing,
    is_of,
    particle,
    say,
)
from graph_aria.adapters.language.fact_learning import learning, simple
from graph_aria.adapters.language.fact_life import dates_of
from graph_aria.adapters.language.fact_life_frames import reached
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
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

_SELVES: Final = word_set("facts.focus_selves")
_PATIENTS: Final = word_set("facts.focus_patients")
_SETTLED: Final = word_set("facts.focus_settled")
_VAGUE: Final = word_set("facts.focus_vague")
_QUIT: Final = word_set("facts.quit_objects")
_HABITS: Final = word_set("facts.focus_habits")
_DRUGS: Final = frozenset(
    {"antidepressants", "pills", "meds", "medication", "painkillers", "opioids", "sertraline",
     "valium", "tablets", "methadone", "citalopram", "prozac", "ssris"}
)  # fmt: skip


def under_way(facts: Facts, verb: Word) -> UnderWay | None:
    """What a verb of the user's says that takes weeks, in whatever form it stands; or None."""
    return (
        simple(facts, verb) or learning(facts, verb) or _working(facts, verb) or _caring(facts, verb)  # noqa: E501
        or _trying(facts, verb) or _hunting(facts, verb) or _quitting(facts, verb)
        or _with_prep(facts, verb) or _with_object(facts, verb)
    )  # fmt: skip


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
            is_mine = lead_of(facts, thing) in MY
            is_known = is_of(thing, MADE, facts) or thing.lower == "myself"
            is_known = is_known or (is_mine and is_of(thing, RENOVATED | _SELVES, facts))
            is_known = is_known or (
                prep.lower == "through" and is_of(thing, HARDSHIPS | _SETTLED, facts)
            )
            is_known = is_known or _is_project(facts, thing) or _is_long(facts, at, prep, thing)
            if not is_known:
                continue
            told = thing_told(facts, thing) or facts.words.tell(row_of(facts, thing))
            if told is not None and told.first > at.i:
                says = f"{prep.lower} {told.text}"
                return UnderWay(f"working {says}", f"work {says}", key_of(facts, thing),
                                category_of(facts, thing, Category.WORK), told.last)  # fmt: skip
    return None


def _is_long(facts: Facts, at: Word, prep: Word, thing: Word) -> bool:
    """Whether "still working on the migration" is of something that goes on for long."""
    begin, _ = facts.parse.sentences[at.sentence]
    before = {word.lower for word in facts.parse.words[max(begin, at.i - 3) : at.i]}
    is_still = (
        bool(before & {"still", "been"}) or LASTING.search(sentence_text(facts, at)) is not None
    )
    is_great = thing.tag in {"NN", "NNS"} and thing.lower not in _TRIFLES
    has_lead = lead_of(facts, thing) in {"the", "a", "an", "my", "our"}
    return prep.lower == "on" and is_still and is_great and has_lead


_TRIFLES: Final = word_set("facts.frame_trifles") | word_set("facts.frame_never") | frozenset(
    {"tan", "car", "problem", "issue", "thing", "stuff", "bug", "task", "sandwich", "coffee"}
)  # fmt: skip


def _is_project(facts: Facts, thing: Word) -> bool:
    """Whether a noun names a project: "Atlas", "the Atlas project", "a research project"."""
    index = facts.draft.mention_of(thing)
    kind = None if index is None else facts.draft.found[index].kind
    if thing.lower == "project":
        before = facts.parse.kids(thing, "compound", "amod")
        return any(kid.lower not in LITTLE for kid in before) and not any(
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
            who.text[:1].isupper() or (poss is not None and poss.lower in MY)
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
        is_sought = base_of(below) in {"find", "get"} and thing.lower in SOUGHT | APPLIED
        is_ended = base_of(below) in {"finish", "complete"} and is_of(thing, MADE | COURSES, facts)
        is_sought = is_sought or (base_of(below) in {"get", "pass"} and is_of(thing, EXAMS, facts))
        is_tried = base_of(below) in {"lose", "get"} and thing.lower in _TRIED
        if is_sought or is_ended or is_tried:
            inner = say(facts, below, "", thing, Category.GOALS,
                         _TRIED.get(thing.lower, "") if is_tried else "")  # fmt: skip
    if inner is None:
        inner = _bettering(facts, below)
    if inner is None and base_of(below) in _TRIED:
        inner = UnderWay("", base_of(below), _TRIED[base_of(below)], Category.FAMILY, below.i)
    if inner is None:
        return None
    lead = verb.lower if verb.tag == "VBG" else ing(base_of(verb))
    says = f"{lead} to {inner.base}"
    return UnderWay(says, f"{base_of(verb)} to {inner.base}", inner.key, inner.category, inner.last)


_BETTER: Final = frozenset(
    {"more", "less", "better", "earlier", "healthier", "healthily", "regularly"}
)
_WAYS: Final = frozenset(
    {"sleep", "eat", "drink", "exercise", "walk", "read", "move", "spend", "worry", "smoke", "work"}
)
_SHAPE: Final = re.compile(
    r"(?:(?P<part>(?:my|our) (?:\w+ )??(?P<what>\w+)) )?(?:back )?"
    r"(?:in(?:to)? shape|working again|moving again)\b",
    re.IGNORECASE,
)


def _bettering(facts: Facts, below: Word) -> UnderWay | None:
    """Read "sleep more", "get my knee back in shape" behind "trying to"."""
    words = facts.parse.words
    _, end = facts.parse.sentences[below.sentence]
    after = words[below.i + 1] if below.i + 1 < end else None
    if after is not None and base_of(below) in _WAYS and after.lower in _BETTER:
        said = f"{base_of(below)} {after.lower}"
        return UnderWay("", said, said, Category.HABITS, after.i)
    rest = facts.parse.text[below.end : words[end - 1].end].lstrip()
    found = _SHAPE.match(rest) if base_of(below) == "get" else None
    if found is None or (found["what"] and found["what"].lower() not in _BODY):
        return None
    said = re.sub(r"\b(?:my|our)\b", "their", found[0], flags=re.IGNORECASE)
    last = facts.parse.word_at(facts.parse.text.index(found[0], below.end) + len(found[0]) - 1)
    key = (found["what"] or "fitness").lower()
    return UnderWay("", f"get {said}", key, Category.HEALTH, last)


_BODY: Final = word_set("facts.life_bones") | frozenset(
    {"knee", "back", "hip", "shoulder", "body", "ankle", "foot", "hand", "legs"}
)


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
    if what not in SOUGHT or what == "work":
        return None
    says = f"looking for a {what}"
    category = Category.WORK if what == "job" else Category.HOME
    return UnderWay(says, f"look for a {what}", what, category, verb.i)


def _quitting(facts: Facts, verb: Word) -> UnderWay | None:
    """Read "quitting smoking", "giving up sugar"."""
    lemma = base_of(verb)
    if lemma in {"wean", "taper", "come", "detox"}:  # "coming off the antidepressants"
        for path, thing in reached(facts, verb):
            told = thing_told(facts, thing)
            is_drug = thing.lower in _DRUGS or is_of(thing, _QUIT, facts)
            if path in {"off", "off of", "from"} and is_drug and told is not None:
                own = "themselves " if lemma == "wean" else ""
                rest = f"{own}off {told.text}"
                return UnderWay(f"{ing(lemma)} {rest}", f"{lemma} {rest}",
                                f"without {core(told.text).lower()}", Category.HEALTH, told.last)  # fmt: skip  # noqa: E501
    if lemma == "cut":  # "cutting down on drinking"
        for path, thing in reached(facts, verb):
            if path in {"down on", "out", "back on", "down", "on"} and is_of(thing, _HABITS, facts):
                rest = f"down on {thing.lower}"
                return UnderWay(f"cutting {rest}", f"cut {rest}", f"less {thing.lower}",
                                Category.HABITS, thing.i)  # fmt: skip
    is_up = base_of(verb) == "give" and particle(facts, verb) == "up"
    if not (is_up or base_of(verb) in {"quit", "stop"}):
        return None
    for thing in facts.parse.kids(verb, "dobj", "xcomp"):
        if thing.i > verb.i and thing.lower in _QUIT - {"job", "school", "college", "university"}:
            return say(facts, verb, "up" if is_up else "", thing, Category.HABITS,
                        f"without {thing.lower}")  # fmt: skip
    return None


def _with_prep(facts: Facts, verb: Word) -> UnderWay | None:  # noqa: C901 - a ladder
    rule = AT.get(base_of(verb))
    if rule is None:
        return None
    things, category = rule[1:]
    if base_of(verb) == "rehearse":
        rule = ("for", things | word_set("facts.focus_played"), category)
    if base_of(verb) == "go" and any(what.lower in TREATMENTS
                                     or (what.lower in {"classes", "lessons"}
                                         and lead_of(facts, what) == "")
                                     for _, what in objects_of(facts, verb, "to")):  # fmt: skip
        rule = ("to", TREATMENTS | HOURS, Category.HEALTH)
    wanted, things, category = rule
    if base_of(verb) in {"fight", "battle"}:
        for prep, what in objects_of(facts, verb, "with", "against"):
            if what.lower in _OPPONENTS:
                wanted, things, category = prep.lower, _OPPONENTS, Category.GOALS
    ats = [verb, *facts.parse.kids(verb, "prt", "advmod")]
    preps = (wanted, "to") if base_of(verb) == "apply" else (wanted,)
    for prep, thing in (two for at in ats for two in objects_of(facts, at, *preps)):
        if not is_of(thing, things, facts) or _is_light(facts, thing):
            continue
        if prep.lower == "for" and _is_soon(facts, verb, thing):
            continue
        between = " ".join(part for part in (particle(facts, verb), prep.lower) if part)
        said = say(facts, verb, between, thing, category_of(facts, thing, category))
        if said is not None:
            return said
    return None


_OPPONENTS: Final = frozenset(
    {"landlord", "landlady", "insurer", "insurance", "council", "bureaucracy", "authorities",
     "jobcentre"}
)  # fmt: skip


def _is_soon(facts: Facts, verb: Word, thing: Word) -> bool:
    """Whether it is an appointment of the next weeks; what is done for it goes on till then."""
    if thing.lower == "place" and not re.search(
        r"\b(?:new|own|bigger|smaller|cheaper) place\b|\bplace (?:to (?:live|rent)|of)\b",
        sentence_text(facts, thing), re.IGNORECASE,
    ):  # fmt: skip
        return True
    if thing.lower not in APPOINTMENTS:
        return False
    ahead = [(one.first_on - facts.said_on).days for one in dates_of(facts, verb)]
    return thing.lower not in MET_LATER or any(abs(days) <= _SOON for days in ahead)


_SOON: Final = 31


def _is_light(facts: Facts, thing: Word) -> bool:
    """Whether it is asked for by the way: "this", "some", "no"."""
    return lead_of(facts, thing) in {"this", "that", "these", "those", "no", "any"}


def _with_object(facts: Facts, verb: Word) -> UnderWay | None:  # noqa: C901, PLR0912 - a ladder
    lemma, prt = base_of(verb), particle(facts, verb)
    rule = OBJECTS.get(lemma)
    if prt in {"up", "out"} and lemma in {"do", "fix"}:
        rule = (RENOVATED, Category.HOME)
    elif lemma == "sort" and prt == "out":
        rule = (word_set("facts.focus_settled"), Category.FAMILY)
    elif lemma == "put" and any(kid.lower == "together" for kid in facts.parse.kids(verb)):
        rule, prt = (word_set("facts.focus_shown"), Category.GOALS), "together"
    elif lemma == "pay" and prt in {"off", "back", "down"}:
        rule = (DEBTS, Category.MONEY)
    elif lemma == "set" and prt == "up":
        rule = (MADE, Category.WORK)
    elif lemma == "see":
        return _therapist(facts, verb)
    if rule is None:
        return None
    things, category = rule
    if lemma in {"plan", "organise", "organize"}:
        things |= _planned_ahead(facts, verb)
    for thing in things_of(facts, verb):
        if not is_of(thing, things, facts) or _is_light(facts, thing):
            continue
        if lemma in {"have", "get", "take"} and thing.lower in {"degree", "phd", "diploma"}:
            continue
        if lemma in {"have", "get", "attend"} and thing.lower in HOURS:
            continue
        if lemma in {"clear", "pack"} and lead_of(facts, thing) not in MY and prt == "":
            continue
        return say(facts, verb, prt, thing, category_of(facts, thing, category),
                   _journey_key(facts, thing))  # fmt: skip
    return None


def _journey_key(facts: Facts, thing: Word) -> str:
    """A journey by where it goes: "trip to japan"; "" for what is none."""
    if thing.lower not in _JOURNEYS:
        return ""
    told = thing_told(facts, thing)
    return "" if told is None else core(told.text).lower()


def _planned_ahead(facts: Facts, verb: Word) -> frozenset[str]:
    """What is planned for weeks: a journey to somewhere, or what is to be weeks ahead."""
    found: set[str] = set()
    ahead = [(one.first_on - facts.said_on).days for one in dates_of(facts, verb)]
    for thing in things_of(facts, verb):
        preps = [kid for at in (thing, verb) for kid in facts.parse.kids(at, "prep")]
        inner = [facts.parse.kid(kid, "pobj") for kid in preps
                 if kid.lower in {"to", "around", "through", "across"}]  # fmt: skip
        is_far = any(what is not None and what.tag.startswith("NNP") for what in inner)
        if thing.lower in _JOURNEYS and is_far:
            found.add(thing.lower)
        if thing.lower in _FEASTS and any(days >= _WEEKS_AHEAD for days in ahead):
            found.add(thing.lower)
    return frozenset(found)


_JOURNEYS: Final = frozenset({"trip", "journey", "tour", "holiday", "vacation", "expedition"})
_FEASTS: Final = frozenset({"dinner", "party", "reunion", "feast", "celebration", "concert"})
_WEEKS_AHEAD: Final = 14


def _therapist(facts: Facts, verb: Word) -> UnderWay | None:
    for thing in things_of(facts, verb):
        if thing.lower in {"therapist", "counsellor", "counselor", "psychologist"}:
            return say(facts, verb, "", thing, Category.HEALTH, "therapy")
    return None
