"""What somebody learns, trains to be, grieves for, campaigns for: verbs that say it alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_draft import objects_of
from graph_aria.adapters.language.fact_lasting import (
    HARDSHIPS,
    SKILLS,
    UnderWay,
    ing,
    is_of,
    say,
)
from graph_aria.adapters.language.fact_life_phrases import (
    core,
    is_dated,
    key_of,
    lead_of,
    thing_told,
    things_of,
)
from graph_aria.adapters.language.fact_words import base_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

_VAGUE: Final = word_set("facts.focus_vague")


def simple(facts: Facts, verb: Word) -> UnderWay | None:  # noqa: C901, PLR0911
    """Read "adopting", "grieving for my brother", "campaigning against the road"."""
    lemma, parse = base_of(verb), facts.parse
    lead = verb.lower if verb.tag == "VBG" else ing(lemma)
    things = list(things_of(facts, verb))
    if lemma in {"adopt", "foster"} and not things and not parse.kids(verb, "prep"):
        return UnderWay(lead, lemma, lemma, Category.FAMILY, verb.i)
    wanted = {"grieve": ("for",), "mourn": ("for",), "campaign": ("for", "against"),
              "retrain": ("as",), "train": ("as",), "work": ("towards", "toward"),
              "get": ("over",)}.get(lemma)  # fmt: skip
    if wanted is None:
        return None
    ats = [verb, *parse.kids(verb, "prt", "advmod")]
    for prep, thing in (two for at in ats for two in objects_of(facts, at, *wanted)):
        told = thing_told(facts, thing)
        is_job = prep.lower != "as" or thing.lower in _OCCUPATIONS
        is_over = lemma != "get" or is_of(thing, HARDSHIPS, facts) or (
            thing.tag == "NNP" and thing.ent == "PERSON") or thing.lower in {"ex", "breakup"}  # fmt: skip  # noqa: E501
        if told is None or not is_job or not is_over or thing.tag.startswith("PRP"):
            continue
        is_loss = lemma in {"grieve", "mourn"}
        category = Category.FAMILY if is_loss else Category.GOALS
        key = f"grief for {core(told.text)}" if is_loss else key_of(facts, thing)
        rest = f"{prep.lower} {told.text}"
        return UnderWay(f"{lead} {rest}", f"{lemma} {rest}", key, category, told.last)
    below = parse.kid(verb, "xcomp")
    if lemma in {"train", "retrain", "study", "learn"} and below is not None and (
        base_of(below) in {"be", "become"}
    ):  # fmt: skip
        role = parse.kid(below, "attr", "acomp")
        told = None if role is None else thing_told(facts, role)
        if role is not None and role.lower in _OCCUPATIONS and told is not None:
            rest = f"to {base_of(below)} {told.text}"
            return UnderWay(f"{lead} {rest}", f"{lemma} {rest}", key_of(facts, role),
                            Category.WORK, told.last)  # fmt: skip
    if lemma == "grieve" and not things and not parse.kids(verb, "prep"):
        return UnderWay(lead, lemma, "grief", Category.FAMILY, verb.i)
    if lemma == "raise" and things and things[0].lower in {"money", "funds"}:
        for prep, thing in (
            two for at in (verb, things[0]) for two in objects_of(facts, at, "for")
        ):
            told = thing_told(facts, thing)
            if told is not None and prep.i > things[0].i:
                rest = f"{things[0].lower} for {told.text}"
                return UnderWay(f"{lead} {rest}", f"raise {rest}", key_of(facts, thing),
                                Category.GOALS, told.last)  # fmt: skip
    kilos = things[0] if things and lemma == "lose" else None
    if kilos is not None and kilos.lower in _WEIGHTS:
        return say(facts, verb, "", kilos, Category.HEALTH, "weight")
    return None


_WEIGHTS: Final = frozenset({"weight", "kilos", "kilo", "kg", "pounds", "stone", "lbs"})
_OCCUPATIONS: Final = word_set("facts.occupations")


def learning(facts: Facts, verb: Word) -> UnderWay | None:
    """Read "learning Polish", "learning to swim", "studying law", "teaching myself the banjo"."""
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
        if lead and (lead != "the" or thing.lower not in SKILLS):
            continue
        is_great = thing.lower in SKILLS or lemma == "learn"
        is_noun = thing.tag in {"NN", "NNP", "NNS"} or (thing.tag == "JJ" and thing.lower in SKILLS)
        if is_noun and is_great:
            if lemma == "teach" and not any(kid.lower in {"myself", "ourselves"}
                                            for kid in parse.kids(verb)):  # fmt: skip
                continue
            between = "themselves" if lemma == "teach" else ""
            is_study = lemma == "study"
            return say(facts, verb, between, thing,
                        Category.STUDY if is_study else Category.GOALS)  # fmt: skip
    return None
