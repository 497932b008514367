"""Who somebody is, where they live and work, what they have: the user and those near."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_doings import BOUND
from graph_aria.adapters.language.fact_draft import (
    category_for,
    is_a,
    is_or_not,
    read_not_me,
    share_of,
    slot_of,
    yes_or_no,
)
from graph_aria.adapters.language.fact_fits import is_allergen
from graph_aria.adapters.language.fact_having import read_having, read_illness
from graph_aria.adapters.language.fact_home import (
    read_death,
    read_home,
    read_origin,
    read_study,
    read_work,
)
from graph_aria.adapters.language.fact_words import base_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

_TRAITS: Final = {
    word: (Category(category), importance)
    for name, category, importance in (
        ("facts.traits_health", "health", 0.8),
        ("facts.traits_diet", "identity", 0.8),
        ("facts.traits_family", "family", 0.8),
        ("facts.traits_work", "work", 0.8),
        ("facts.traits_belief", "beliefs", 0.7),
        ("facts.traits_self", "identity", 0.8),
    )
    for word in word_set(name)
}
_OCCUPATIONS: Final = word_set("facts.occupations")
_STANDINGS: Final = word_set("facts.standings")
_BAD: Final = frozenset(
    {
        "bad", "terrible", "good", "great", "awful", "horrible", "better", "lousy", "big", "huge",
        "real", "total", "complete", "lucky", "proud", "happy", "fake", "wonderful", "nice",
        "decent", "perfect", "different",
    }
)  # fmt: skip
_OF_WHAT: Final = frozenset({"intolerant"})
"""Traits that say nothing unless it is said of what: "lactose intolerant"."""

_PLACES: Final = frozenset({Kind.PLACE})
_AGES: Final = range(10, 111)


def read_people(facts: Facts, clause: Clause) -> None:
    """Add what a clause says of who somebody is."""
    verb = clause.verb
    lemma = base_of(verb)
    if lemma == "be":
        _read_being(facts, clause)
        return
    read = _READERS.get(lemma)
    if read is not None and not (lemma == "have" and clause.is_we):
        read(facts, clause)


_READERS: Final = {
    "have": read_having, "diagnose": read_illness, "suffer": read_illness, "live": read_home,
    "reside": read_home, "work": read_work, "study": read_study, "major": read_study,
    "grow": read_origin, "bear": read_origin, "raise": read_origin, "come": read_origin,
    "die": read_death, "pass": read_death, "lose": read_death, "take": read_death,
    "kill": read_death,
}  # fmt: skip


def _read_being(facts: Facts, clause: Clause) -> None:
    parse, verb = facts.parse, clause.verb
    if clause.is_we or not clause.is_present or verb.tag == "VBG":
        return
    acomp, attr = parse.kid(verb, "acomp"), parse.kid(verb, "attr")
    people = acomp if acomp is not None else attr
    if people is not None and people.ent == "NORP" and people.lower not in _TRAITS:
        _read_nation(facts, clause, people)
    elif acomp is not None and acomp.lower in _TRAITS:
        _read_trait(facts, clause, acomp)
    elif attr is not None and attr.lower in _TRAITS and not _beside(facts, attr):
        _read_trait(facts, clause, attr)
    elif attr is not None and attr.tag in {"NN", "NNP"}:
        _read_role(facts, clause, attr)
    _read_age(facts, clause, attr or acomp)
    prep = parse.kid(verb, "prep")
    place = None if prep is None or prep.lower != "from" else parse.kid(prep, "pobj")
    if place is not None and is_a(facts, place, _PLACES) and acomp is None and attr is None:
        told = facts.words.phrase(place)
        if told is not None:
            facts.add(f"{clause.who} {is_or_not(clause)} from {told.text}",
                      (clause.first, told.last), "from",
                      category=category_for(clause, Category.IDENTITY),
                      importance=share_of(clause, 0.8), slot=slot_of(clause, "from", told.text),
                      value=yes_or_no(clause))  # fmt: skip


def _beside(facts: Facts, attr: Word) -> list[Word]:
    """What hangs on a word, but for the ", not me" behind it."""
    kids = facts.parse.kids(attr)
    return [kid for kid in kids if kid.i < attr.i or kid.dep not in {"neg", "appos", "punct"}]


def _read_trait(facts: Facts, clause: Clause, trait: Word) -> None:
    category, importance = _TRAITS[trait.lower]
    parse = facts.parse
    if any(kid.lower in {"too", "almost", "half", "pretty", "newly"} for kid in parse.kids(trait)):
        return
    text, last, key = trait.lower, trait.i, trait.lower
    if category is Category.BELIEFS:
        text = key = trait.lower.capitalize() if trait.text[:1].isupper() else trait.lower
    if trait.lower in _OF_WHAT:
        what = parse.kid(trait, "amod", "compound", "npadvmod")
        if what is None and parse.kid(trait, "prep") is None:
            return
        text = key = trait.lower if what is None else f"{what.lower} {trait.lower}"
    prep = parse.kid(trait, "prep") or parse.kid(clause.verb, "prep")
    if prep is not None and prep.lower in {"to", "of"}:
        told = facts.words.phrase(prep)
        if told is None or not is_allergen(told.text.lower().split()):
            return
        text, last, key = f"{text} {told.text}", told.last, f"{key} {told.text}"
    elif trait.lower == "allergic" or (trait.lower in {*_OF_WHAT, "engaged"} and prep):
        return
    after = parse.words[last + 1 : last + 3]
    if BOUND.match(" ".join(word.lower for word in after)):
        return
    superlative = prep is not None and any(
        word.tag in {"RBS", "JJS"} for word in parse.words[prep.i : last + 1]
    )
    if superlative:
        return
    facts.add(
        f"{clause.who} {is_or_not(clause)} {text}", (clause.first, last), "trait",
        category=category_for(clause, category), importance=share_of(clause, importance),
        significance=0.2, reason=facts.reason(clause), slot=slot_of(clause, "is", key),
        value=yes_or_no(clause), may_correct=clause.holder == USER,
    )  # fmt: skip
    read_not_me(facts, clause, f"is not {text}", last, category, f"is|{key}")


def _read_nation(facts: Facts, clause: Clause, people: Word) -> None:
    """Read "I'm Italian"."""
    is_plain = people.text[:1].isupper() and people.tag.startswith(("JJ", "NNP"))
    if not is_plain or facts.parse.kids(people):
        return
    facts.add(
        f"{clause.who} {is_or_not(clause)} {people.text}", (clause.first, people.i), "nation",
        category=category_for(clause, Category.IDENTITY), importance=share_of(clause, 0.8),
        slot=slot_of(clause, "is", people.lower), value=yes_or_no(clause),
    )  # fmt: skip


def _read_age(facts: Facts, clause: Clause, said: Word | None) -> None:
    """Read "I'm 73", "I am 73 years old": so old on that day."""
    parse = facts.parse
    years = None if said is None or said.lower != "old" else parse.kid(said, "npadvmod")
    number = said if years is None else parse.kid(years, "nummod")
    if said is None or number is None or clause.holder != USER or clause.negated:
        return
    if number.tag != "CD" or not number.lower.isdigit() or parse.kids(number):
        return
    if (said.lower == "old") is (years is None) or int(number.lower) not in _AGES:
        return
    if years is not None and years.lower != "years":
        return
    month = f"{facts.said_on:%B} {facts.said_on.year}"
    facts.add(f"the user was {number.lower} years old in {month}", (clause.first, said.i), "age",
              category=Category.IDENTITY, importance=0.8)  # fmt: skip


def _read_role(facts: Facts, clause: Clause, attr: Word) -> None:
    parse = facts.parse
    det = parse.kid(attr, "det")
    lower = attr.lower
    is_known = lower in _OCCUPATIONS or lower in _STANDINGS
    if not is_known or det is None or det.lower not in {"a", "an"}:
        return
    if any(kid.lower in _BAD or kid.dep == "relcl" or kid.tag in {"JJR", "JJS"}
           for kid in parse.kids(attr)):  # fmt: skip
        return
    beside = [kid for kid in parse.kids(attr, "neg", "appos") if kid.i > attr.i]
    told = facts.words.phrase(attr, without=beside, limit=9)
    if told is None:
        return
    category = Category.WORK if lower in _OCCUPATIONS else Category.IDENTITY
    category = Category.STUDY if lower in {"student", "undergraduate", "postgraduate"} else category
    category = _TRAITS[lower][0] if lower in _TRAITS else category
    facts.add(
        f"{clause.who} {is_or_not(clause)} {told.text}", (clause.first, told.last), "role",
        category=category_for(clause, category), importance=share_of(clause, 0.85),
        slot=slot_of(clause, "is", lower), value=yes_or_no(clause),
        may_correct=clause.holder == USER,
    )  # fmt: skip
    read_not_me(facts, clause, f"is not {told.text}", told.last, category, f"is|{lower}")
