"""New jobs and lost ones, degrees, places at a school, what somebody becomes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_draft import objects_of
from graph_aria.adapters.language.fact_life import add_milestone
from graph_aria.adapters.language.fact_life_phrases import (
    core,
    is_body,
    lead_of,
    sentence_text,
    thing_told,
    things_of,
)
from graph_aria.adapters.language.fact_milestone_ties import CHILDREN
from graph_aria.adapters.language.fact_words import base_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category
from graph_aria.domain.reading import USER

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word
    from graph_aria.domain.reading import ReadDate

_WORKED_AT: Final = word_set("facts.workplaces") | frozenset(
    {"work", "teaching", "nursing", "job", "army", "navy", "police", "force", "service", "uni",
     "medicine", "farming", "law", "railway", "railways", "buses", "trams", "post"}
)  # fmt: skip
STUDIED_AT: Final = frozenset({"school", "college", "university", "uni"})
_PARENTS: Final = word_set("facts.life_parents")
OCCUPATIONS: Final = word_set("facts.occupations")
CHIEFS: Final = frozenset(
    {"manager", "director", "partner", "lead", "leader", "head", "supervisor", "chief", "foreman",
     "captain", "citizen", "president", "principal", "dean", "officer", "sergeant", "sister"}
)  # fmt: skip


def accepted(facts: Facts, clause: Clause, at: Word, day: ReadDate | None) -> bool:
    """Read "I got accepted at Leeds University"; whether it is told."""
    for _, what in objects_of(facts, at, "to", "into", "at", "by"):
        told = thing_told(facts, what, limit=5)
        is_school = what.lower in STUDIED_AT or is_body(facts, what)
        if told is not None and is_school:
            add_milestone(facts, clause, f"place at {core(told.text)}",
                          f"got a place at {told.text}", told.last, category=Category.STUDY,
                          day=day)  # fmt: skip
            return True
    return False


def read_job(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:  # noqa: PLR0911
    """Read "I got the job", "she lost her job"; whether it is told."""
    parse, verb = facts.parse, clause.verb
    lemma, thing = base_of(verb), next(things_of(facts, verb), None)
    if thing is not None and thing.lower in {"job", "position", "promotion", "notice"}:
        lead = lead_of(facts, thing)
        told = thing_told(facts, thing)
        verbs = {"get": "got", "find": "found", "land": "got", "start": "started", "begin": "started",  # noqa: E501
                 "accept": "accepted", "lose": "lost", "quit": "quit", "leave": "left",
                 "hand": "handed in", "give": "gave"}  # fmt: skip
        if lemma not in verbs or told is None or lead in {"", "this", "that"}:
            return False
        if lemma in {"hand", "give"} and thing.lower != "notice":
            return False
        if lemma in {"lose", "quit", "leave"} and lead not in {"my", "his", "her", "their"}:
            return False
        after = parse.words[thing.i + 1].lower if thing.i + 1 < len(parse.words) else ""
        if lemma == "give" and after in {"a", "the", "another"}:
            return False
        if lemma == "get" and after in {"done", "finished", "right", "of"}:
            return False
        where = next((what for _, what in [*objects_of(facts, thing, "at", "with"),
                                           *objects_of(facts, verb, "at", "with")]
                      if what.tag.startswith("NNP") and not facts.words.date_at(what)), None)  # fmt: skip  # noqa: E501
        place = None if where is None else thing_told(facts, where, limit=4)
        text, last = told.text, told.last
        if place is not None and place.text not in text:
            text, last = f"{text} at {place.text}", max(last, place.last)
        kind = {"lose": "lost job", "quit": "quit job", "leave": "quit job",
                "hand": "quit job", "give": "quit job"}.get(lemma, "new job")  # fmt: skip
        kind = "promotion" if thing.lower == "promotion" else kind
        what = kind if place is None else f"{kind} at {core(place.text)}"
        add_milestone(facts, clause, what, f"{verbs[lemma]} {text}", last, category=Category.WORK,
                      day=day, significance=0.7)  # fmt: skip
        return True
    return _read_firm(facts, clause, day)


def _read_firm(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:  # noqa: PLR0911 - a ladder
    """Read "I started at Fernhill", "she resigned", "I left Brightloom after six years"."""
    parse, verb = facts.parse, clause.verb
    lemma, thing = base_of(verb), parse.kid(verb, "dobj")
    text = sentence_text(facts, verb)
    if lemma == "get" and _accepted_into(facts, clause, day):
        return True
    is_school = thing is not None and thing.lower in STUDIED_AT
    if lemma in {"start", "begin"} and thing is not None and is_school:
        told = thing_told(facts, thing, limit=4)
        is_great = thing.lower != "school" or clause.holder != USER or (
            re.search(r"\b(?:primary|secondary|high|law|med|medical|nursing|art|music|grad|drama) "
                      r"school", text, re.IGNORECASE) is not None
        )  # fmt: skip
        if told is not None and is_great and told.text.split()[0] not in {"this", "that"}:
            add_milestone(facts, clause, f"start of {core(told.text)}", f"started {told.text}",
                          told.last, category=Category.STUDY, day=day)  # fmt: skip
            return True
    if lemma == "resign" and thing is None and not re.search(r"\bresigned to\b", text):
        add_milestone(facts, clause, "quit job", "resigned", verb.i, category=Category.WORK,
                      day=day, significance=0.7)  # fmt: skip
        return True
    if lemma in {"start", "begin"} and thing is None and parse.kid(verb, "xcomp") is None:
        for prep, what in objects_of(facts, verb, "at", "as"):
            told = thing_told(facts, what, limit=6)
            is_job = prep.lower == "as" and what.lower in OCCUPATIONS
            is_firm = prep.lower == "at" and (
                is_body(facts, what) or (what.lower in _WORKED_AT and day is not None)
            )
            if told is not None and (is_job or is_firm):
                says = f"started {prep.lower} {told.text}"
                add_milestone(facts, clause, f"new job {prep.lower} {core(told.text)}", says,
                              told.last, category=Category.WORK, day=day)  # fmt: skip
                return True
    is_firm = thing is not None and (is_body(facts, thing) or thing.lower in {"army", "navy"})
    is_for_good = re.search(r"\b(?:after (?:\w+ ){1,3}years|for good|as an? )", text) is not None
    if thing is None or not is_firm or lemma not in {"leave", "join"}:
        return False
    told = thing_told(facts, thing, limit=4)
    if told is None or not (is_for_good or thing.lower in {"army", "navy"}):
        return False
    kind = "quit job" if lemma == "leave" else "new job"
    says = f"{'left' if lemma == 'leave' else 'joined'} {told.text}"
    add_milestone(facts, clause, f"{kind} at {core(told.text)}", says, told.last,
                  category=Category.WORK, day=day)  # fmt: skip
    return True


def _accepted_into(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    """Read "my daughter got into medical school"."""
    for _, what in objects_of(facts, clause.verb, "into"):
        told = thing_told(facts, what, limit=5)
        if told is not None and what.lower in STUDIED_AT:
            add_milestone(facts, clause, f"place at {core(told.text)}",
                          f"got into {told.text}", told.last, category=Category.STUDY,
                          day=day)  # fmt: skip
            return True
    return False


def read_career_end(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    """Read "I graduated from Leeds University", "my dad retired in 2019"."""
    parse, verb = facts.parse, clause.verb
    lemma = base_of(verb)
    if lemma not in {"graduate", "retire"} or parse.kid(verb, "dobj") is not None:
        return False
    if any(kid.lower == "to" for kid in parse.kids(verb, "prep")) or any(
        not (what.tag.startswith("NNP") or what.lower in _WORKED_AT)
        for _, what in objects_of(facts, verb, "from")
        if facts.words.date_at(what) is None
    ):
        return False
    if lemma == "retire" and any(
        word.lower in {"night", "bed", "headache", "migraine"}
        for word in parse.words[verb.i : parse.sentences[verb.sentence][1]]
    ):
        return False  # to bed
    preps = [prep for prep in parse.kids(verb, "prep") if prep.lower in {"from", "in", "with"}]
    if lemma == "retire" and day is None and not any(prep.lower == "from" for prep in preps):
        return False
    says, last = f"{lemma}d", verb.i
    for prep in preps:
        inner = parse.kid(prep, "pobj")
        told = None if inner is None or facts.words.date_at(inner) else facts.words.phrase(prep)
        if told is not None:
            says, last = f"{says} {told.text}", max(last, told.last)
    category = Category.STUDY if lemma == "graduate" else Category.WORK
    what = "graduation" if lemma == "graduate" else "retirement"
    add_milestone(facts, clause, what, says, last, category=category, day=day)
    return True


def read_becoming(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    """Read "I became a dad", "she was made partner", "I came out to my parents"."""
    parse, verb = facts.parse, clause.verb
    lemma = base_of(verb)
    begin, end = parse.sentences[verb.sentence]
    row = [word.lower for word in parse.words[verb.i + 1 : min(end, verb.i + 3)]]
    if lemma == "come" and row[:1] == ["out"] and row[1:2] in (["to"], ["as"]):
        for prep, whom in [*objects_of(facts, verb, "to", "as"),
                           *(two for kid in parse.kids(verb, "prt", "advmod", "prep")
                             for two in objects_of(facts, kid, "to", "as"))]:  # fmt: skip
            told = thing_told(facts, whom, limit=4)
            is_kin = whom.lower in _PARENTS | CHILDREN | {
                "family",
                "friends",
                "us",
                "me",
                "everyone",
            }
            if told is not None and (is_kin or prep.lower == "as"):
                add_milestone(facts, clause, "coming out", f"came out {prep.lower} {told.text}",
                              told.last, category=Category.IDENTITY, day=day)  # fmt: skip
                return begin >= 0
    if lemma not in {"become", "make"}:
        return False
    role = parse.kid(verb, "attr", "oprd", "dobj", "acomp") or next(things_of(facts, verb), None)
    if role is None or (lemma == "make" and parse.kid(verb, "auxpass") is None):
        return False
    told = thing_told(facts, role, limit=6)
    is_parent = role.lower in _PARENTS
    is_role = role.lower in OCCUPATIONS | CHIEFS
    if told is None or not (is_parent or is_role):
        return False
    what = "birth" if is_parent else f"became {core(told.text).lower()}"
    what = "citizenship" if role.lower == "citizen" else what
    says = f"{'became' if lemma == 'become' else 'was made'} {told.text}"
    add_milestone(facts, clause, what, says, told.last,
                  category=Category.FAMILY if is_parent else Category.WORK, day=day,
                  significance=0.9 if is_parent else 0.7)  # fmt: skip
    return True
