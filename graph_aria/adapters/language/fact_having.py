"""What somebody has: children, animals, conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_draft import (
    bare,
    bounds_of,
    category_for,
    is_a,
    objects_of,
    read_not_me,
    share_of,
    slot_of,
    yes_or_no,
)
from graph_aria.adapters.language.fact_words import KIN, day_words
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.days import DAY
from graph_aria.domain.function_words import NUMBERS
from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.memory_age import context_until
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

_SPECIES: Final = word_set("facts.species")
_CHRONIC: Final = word_set("facts.chronic")
_ACUTE: Final = word_set("facts.acute")
_LIGHT: Final = frozenset(
    {"a", "an", "two", "three", "four", "five", "six", "seven", "one", "no", "2", "3", "4", "5",
     "6", "any", "both", "another"}
)  # fmt: skip


def _has(clause: Clause) -> str:
    return "does not have" if clause.negated else "has"


def read_having(facts: Facts, clause: Clause) -> None:  # noqa: PLR0911 - a ladder
    """Read "I have two children", "my sister has asthma"."""
    parse, verb = facts.parse, clause.verb
    has = clause.verb.lemma == "have" and clause.is_present
    had = clause.verb.lemma == "have" and verb.tag == "VBD" and clause.holder == USER
    thing = parse.kid(verb, "dobj")
    if (
        thing is None
        or not (has or had)
        or (parse.kid(verb, "aux") is not None and not clause.negated)
    ):
        return
    beside = [
        kid for kid in parse.kids(verb, "xcomp", "ccomp", "advcl", "npadvmod") if kid.i > verb.i
    ]
    if beside and clause.reason is None:
        return
    if thing.lemma in _CHRONIC or thing.lower in _CHRONIC or _with_s(facts, thing) in _CHRONIC:
        _read_condition(facts, clause, thing, was=had)
        return
    if thing.lower in _ACUTE and has and not clause.negated and not parse.kids(thing):
        facts.add(
            f"{clause.who} has {thing.lower}", (clause.first, thing.i), "acute",
            kind=MemoryKind.CONTEXT, category=category_for(clause, Category.HEALTH),
            importance=0.65, significance=0.6,
            expires_on=context_until(facts.said_on, facts.said_on + 30 * DAY),
        )  # fmt: skip
        return
    is_kin = thing.lemma in KIN or thing.lower in KIN
    if not has or not (is_kin or thing.lemma in _SPECIES) or thing.tag not in {"NN", "NNS"}:
        return
    parts = [kid for kid in parse.kids(thing) if kid.dep in {"det", "nummod"}]
    if not clause.negated and not any(kid.lower in _LIGHT for kid in parts):
        return
    relative = [kid for kid in parse.kids(thing, "relcl", "neg", "appos") if kid.i > thing.i]
    told = facts.words.phrase(thing, without=relative, limit=12)
    if told is None:
        return
    text = told.text.removeprefix("any ") if clause.negated else told.text
    category = Category.FAMILY if is_kin else Category.HOME
    what, value = counted(text, yes_or_no(clause))
    facts.add(
        f"{clause.who} {_has(clause)} {text}", (clause.first, told.last), "has",
        category=category_for(clause, category), importance=share_of(clause, 0.75),
        significance=0.3, slot=slot_of(clause, what), value=value,
        may_correct=clause.holder == USER,
    )  # fmt: skip
    denied = "no" if value in {"yes", "no"} else f"not {value}"
    read_not_me(facts, clause, f"does not have {text}", told.last, category, what, denied)


def _with_s(facts: Facts, thing: Word) -> str:
    """A word with the "'s" that belongs to it: "Parkinson's"."""
    case = facts.parse.kid(thing, "case")
    return thing.lower if case is None else thing.lower + case.lower


def counted(text: str, said: str) -> tuple[str, str]:
    """Slot and value of what somebody has: of several how many, of one whether or not."""
    number, _, rest = text.partition(" ")
    figure = NUMBERS.get(number.lower(), number)
    if said == "yes" and figure.isdigit() and figure != "1" and rest:
        *before, last = rest.split()
        return f"has how many|{' '.join([*before, _SAME.get(last, last)])}", figure
    return f"has|{bare(text)}", "no" if number == "no" else said


_SAME: Final = {"kids": "children", "grandkids": "grandchildren"}


def _read_condition(facts: Facts, clause: Clause, thing: Word, *, was: bool) -> None:
    parse = facts.parse
    said = [kid for kid in parse.kids(thing) if kid.dep in {"amod", "det", "compound", "poss"}]
    if any(kid.lower in {"my", "the", "this", "that", "some", "such"} for kid in said):
        return
    told = facts.words.phrase(thing, limit=7)
    if told is None or told.text.split()[0] in {"so", "more", "less", "much", "most"}:
        return
    text = told.text
    if was:
        prep = next((kid for kid in parse.kids(clause.verb, "prep")
                     if kid.lower in {"in", "as"} and kid.i > thing.i), None)  # fmt: skip
        when = None if prep is None else facts.words.phrase(prep, limit=5)
        if when is None:
            return
        facts.add(f"{clause.who} had {text} {when.text}", (clause.first, when.last), "had",
                  category=Category.HEALTH, importance=0.6, significance=0.3)  # fmt: skip
        return
    is_about = parse.kid(clause.verb, "prep") or parse.kid(thing, "prep")
    if thing.lower in {"anxiety", "depression", "insomnia"} and is_about:
        return
    if thing.lower == "migraine" and parse.kid(thing, "det") is not None:
        return  # one of today
    facts.add(
        f"{clause.who} {_has(clause)} {text}", (clause.first, told.last), "condition",
        category=category_for(clause, Category.HEALTH), importance=share_of(clause, 0.8),
        significance=0.4, slot=slot_of(clause, "has", bare(text)), value=yes_or_no(clause),
    )  # fmt: skip


def read_illness(facts: Facts, clause: Clause) -> None:
    """Read "I was diagnosed with diabetes", "my mum suffers from migraines"."""
    verb = clause.verb
    is_told = verb.lemma == "diagnose" and facts.parse.kid(verb, "auxpass") is not None
    is_lasting = verb.lemma == "suffer" and clause.is_present
    if clause.negated or not (is_told or is_lasting):
        return
    for prep, what in objects_of(facts, verb, "with", "from"):
        told = facts.words.phrase(what, limit=6)
        known = (
            what.lemma in _CHRONIC
            or what.lower in _CHRONIC
            or is_a(facts, what, frozenset({Kind.CONDITION}))
        )
        if told is None or not (is_told or known):
            continue
        day = facts.words.date_in(*bounds_of(facts, verb)) if is_told else None
        when = f" {day_words(day)}" if day is not None and day.last_on <= facts.said_on else ""
        says = "was diagnosed with" if is_told else "suffers from"
        text = f"{clause.who} {says} {told.text}"
        facts.add(
            text if when and when in text else text + when, (clause.first, told.last),
            "illness", category=category_for(clause, Category.HEALTH),
            importance=share_of(clause, 0.85), significance=0.8,
            slot=slot_of(clause, prep.lower, told.text),
        )  # fmt: skip
        return
