"""Moves from one home or country to another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_draft import objects_of, share_of, slot_of
from graph_aria.adapters.language.fact_life import add_milestone
from graph_aria.adapters.language.fact_life_phrases import (
    core,
    is_place,
    sentence_text,
    thing_told,
    things_of,
)
from graph_aria.adapters.language.fact_passing import passing_of
from graph_aria.adapters.language.fact_words import base_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category
from graph_aria.domain.reading import USER

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word
    from graph_aria.domain.reading import ReadDate

_PLACES: Final = word_set("facts.life_places")
_HOMES: Final = word_set("facts.life_homes")


def read_move(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:  # noqa: C901, PLR0911, PLR0912
    """Read "I moved to Ghent", "we moved into our own house"; whether it is told."""
    parse, verb = facts.parse, clause.verb
    lemma = base_of(verb)
    if lemma == "come":
        return _read_coming(facts, clause, day)
    if (
        lemma == "leave"
        and day is not None
        and (day.last_on - day.first_on).days >= _YEAR
        and any(thing.lower == "home" for thing in things_of(facts, verb))
    ):
        add_milestone(facts, clause, "left home", "left home", verb.i + 1, category=Category.HOME,
                      day=day)  # fmt: skip
        return True
    if lemma not in {"move", "emigrate", "immigrate", "relocate", "migrate"}:
        return False
    if parse.kid(verb, "dobj", "auxpass") is not None:
        house = parse.kid(verb, "dobj")
        if lemma != "move" or house is None or house.lower not in {"house", "home", "out"}:
            return False
        if parse.kids(house):
            return False
        add_milestone(facts, clause, "move", "moved house", house.i, category=Category.HOME,
                      day=day, significance=0.5)  # fmt: skip
        return True
    words = parse.words
    end = parse.sentences[verb.sentence][1]
    row = [word.lower for word in words[verb.i + 1 : min(end, verb.i + 4)]]
    back = "back " if row[:1] == ["back"] else ""
    for kid in _preps(facts, verb):
        place = parse.kid(kid, "pobj")
        if place is None:
            continue
        told = thing_told(facts, place, limit=5)
        if kid.lower in {"to", "from"} and told is not None and (
            is_place(facts, place) or (place.lower in _PLACES and kid.lower == "to")
            or (lemma in {"emigrate", "immigrate"} and place.tag.startswith("NNP"))
        ):  # fmt: skip
            _move_to(facts, clause, day, f"{back}{kid.lower}", told.text, told.last)
            return True
        poss = parse.kid(place, "poss")
        is_home = place.lower in _HOMES | {"place"} and parse.kid(place, "det", "poss") is not None
        if kid.lower == "into" and is_home and told is not None:
            add_milestone(facts, clause, f"move into {core(told.text)}",
                          f"moved into {told.text}", told.last, category=Category.HOME, day=day,
                          significance=0.6)  # fmt: skip
            return True
        if kid.lower == "with" and "in" in row[:2] and place.lower in {"us", "me"}:
            add_milestone(facts, clause, "move in with the user", "moved in with the user",
                          place.i, category=Category.HOME, day=day, significance=0.7)  # fmt: skip
            return True
        if kid.lower == "with" and "in" in row[:2] and poss is not None and told is not None:
            add_milestone(facts, clause, f"move in with {core(told.text)}",
                          f"moved {back}in with {told.text}", told.last, category=Category.HOME,
                          day=day, significance=0.7)  # fmt: skip
            return True
    if lemma in {"emigrate", "immigrate"} and day is not None:
        add_milestone(facts, clause, "emigration", f"{lemma}d", verb.i, category=Category.HOME,
                      day=day)  # fmt: skip
        return True
    return _read_moved_out(facts, clause, day, row)


_YEAR: Final = 300


def _read_coming(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    """Read "I came to England in 1962"; who came on a day may have been on a visit."""
    if day is None or (day.last_on - day.first_on).days < _YEAR:
        return False
    for _, place in objects_of(facts, clause.verb, "to"):
        told = thing_told(facts, place, limit=4)
        if told is not None and is_place(facts, place):
            add_milestone(facts, clause, f"move to {told.text}", f"came to {told.text}", told.last,
                          category=Category.HOME, day=day)  # fmt: skip
            return True
    return False


def _preps(facts: Facts, verb: Word) -> list[Word]:
    """The prepositions of a move, also behind "back", "in" and "out"."""
    found = list(facts.parse.kids(verb, "prep"))
    for kid in facts.parse.kids(verb, "prt", "advmod", "prep"):
        found += facts.parse.kids(kid, "prep")
    order = {"to": 0, "into": 1, "with": 2, "from": 3}
    return sorted(found, key=lambda one: order.get(one.lower, 4))


def _read_moved_out(facts: Facts, clause: Clause, day: ReadDate | None, row: list[str]) -> bool:
    if row[:2] == ["out", "of"] and not _OUT_OF_HOME.search(sentence_text(facts, clause.verb)):
        return False
    if row[:2] == ["back", "home"] or row[:1] == ["out"] or row[:2] == ["in", "together"]:
        says = "out" if row[0] == "out" else " ".join(row[:2])
        rest = row[len(says.split()) :]
        if rest[:1] not in ([], ["."], ["on"], ["in"], ["last"], [","], ["of"], ["and"], ["at"],
                            ["when"], ["yesterday"], ["today"], ["!"], ["this"], ["from"]):  # fmt: skip  # noqa: E501
            return False
        add_milestone(facts, clause, f"move {says}", f"moved {says}",
                      clause.verb.i + len(says.split()), category=Category.HOME, day=day,
                      significance=0.6)  # fmt: skip
        return True
    return False


_OUT_OF_HOME: Final = re.compile(
    r"\bout of (?:my|our|his|her|their|the) (?:[\w'’-]+ ){0,2}?(?:house|flat|apartment|home|place|"
    r"room|halls|dorm|parents)\b",
    re.IGNORECASE,
)


def _move_to(
    facts: Facts, clause: Clause, day: ReadDate | None, prep: str, place: str, last: int
) -> None:
    lemma = base_of(clause.verb)
    if prep.endswith("from") and lemma == "move":
        return
    says = f"{clause.verb.lower} {prep} {place}"
    where = f"{'emigration from' if prep.endswith('from') else 'move to'} {place}"
    add_milestone(facts, clause, where, says, last, category=Category.HOME, day=day,
                  significance=0.6)  # fmt: skip
    is_new = day is None or (facts.said_on - day.last_on).days <= _LATELY
    if prep.endswith("to") and is_new and passing_of(facts, clause) is None and place[:1].isupper():
        facts.add(
            f"{clause.who} lives in {place}", (clause.first, last), "home",
            category=Category.HOME if clause.holder == USER else Category.FRIENDS
            if " friend" in clause.who else Category.FAMILY,
            importance=share_of(clause, 0.8), confidence=0.8, slot=slot_of(clause, "lives in"),
            value=place,
        )  # fmt: skip


_LATELY: Final = 366
"""Days since a move within which somebody still lives there, for all that is said."""
