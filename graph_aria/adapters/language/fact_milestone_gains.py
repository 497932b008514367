"""What was got, signed, offered, granted or left behind, by verb, small words and noun.

Each rule is a verb with a path and a sort of noun; what it tells follows from the sort.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_life import add_milestone
from graph_aria.adapters.language.fact_life_frames import reached
from graph_aria.adapters.language.fact_life_phrases import (
    core,
    is_body,
    is_place,
    key_of,
    lead_of,
    sentence_text,
    thing_told,
)
from graph_aria.adapters.language.fact_milestone_work import CHIEFS, OCCUPATIONS
from graph_aria.adapters.language.fact_words import base_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category
from graph_aria.domain.reading import USER

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word
    from graph_aria.domain.reading import ReadDate

_HOMES: Final = word_set("facts.life_homes")
_WORKPLACES: Final = word_set("facts.workplaces")
_HABITS: Final = word_set("facts.focus_habits")
_PETS: Final = word_set("facts.life_pets") | word_set("facts.species")
_PARTNERS: Final = word_set("facts.life_partners")
_MINE: Final = frozenset({"my", "our", "his", "her", "their"})
_A: Final = frozenset({"a", "an", "another", "the"})
_ANY: Final = _MINE | _A | {""}
_JOBS: Final = frozenset(
    {"job", "position", "role", "post", "internship", "apprenticeship", "traineeship", "residency",
     "fellowship", "scholarship", "bursary", "tenure", "promotion", "professorship", "contract"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Gain:
    """A rule: what a verb reaches, and what that tells.

    Attributes:
        things: nouns.
        leads: articles and possessives that it may have.
        what: the milestone; "{key}" is what the noun says.
        says: what is told before the noun; None for the verb alone.
        category: what part of a life it is about.
        before: a word of which one must stand before the noun ("last cigarette"), or none.
    """

    things: frozenset[str]
    leads: frozenset[str]
    what: str
    says: str
    category: Category
    before: frozenset[str] = frozenset()


_LAST: Final = frozenset({"last", "final"})
_RULES: Final[dict[tuple[str, str], tuple[Gain, ...]]] = {
    **dict.fromkeys(
        (("offer", ""), ("give", ""), ("land", ""), ("accept", ""), ("get", ""), ("receive", ""),
         ("award", ""), ("win", ""), ("secure", ""), ("bag", ""), ("score", "")),
        (
            Gain(_JOBS - {"contract"}, _A, "new {key}", "got", Category.WORK),
            Gain(frozenset({"place", "spot"}), _A, "place", "got", Category.STUDY,
                 frozenset({"university", "uni", "college", "school", "phd", "masters", "ma"})),
            Gain(frozenset({"contract", "deal"}), _A, "{key}", "got", Category.WORK,
                 frozenset({"book", "record", "publishing", "permanent", "recording"})),
        ),
    ),
    ("sign", ""): (
        Gain(frozenset({"lease", "tenancy", "deeds"}), _ANY, "home", "signed", Category.HOME),
        Gain(frozenset({"papers"}), _ANY, "{key}", "signed", Category.FAMILY,
             frozenset({"divorce", "adoption", "house", "mortgage"})),
        Gain(frozenset({"contract", "deal"}), _ANY, "{key}", "signed", Category.WORK,
             frozenset({"book", "record", "publishing", "permanent", "work", "employment", "job",
                        "recording"})),
    ),
    ("exchange", ""): (Gain(frozenset({"contracts"}), _ANY, "house", "exchanged", Category.HOME),),
    ("sell", ""): (Gain(_HOMES | {"business", "company", "farm"}, _MINE | {"the"}, "sold {key}",
                        "sold", Category.HOME),),
    ("change", ""): (Gain(frozenset({"name", "surname"}), _MINE, "change of name", "changed",
                          Category.IDENTITY),),
    **dict.fromkeys(
        (("have", ""), ("smoke", ""), ("drink", "")),
        (Gain(_HABITS, _MINE, "quit {key}", "had", Category.HABITS, _LAST),),
    ),
    ("take", ""): (
        Gain(frozenset({"steps"}), _MINE, "first steps", "took", Category.FAMILY,
             frozenset({"first"})),
        Gain(frozenset({"oath"}), _ANY, "oath", "took", Category.IDENTITY),
        Gain(_HABITS, _MINE, "quit {key}", "had", Category.HABITS, _LAST),
    ),
    ("make", ""): (Gain(frozenset({"payment", "instalment", "installment"}), _ANY, "paid off debt",
                        "made", Category.MONEY, _LAST),),
    ("pay", ""): (Gain(frozenset({"payment", "instalment", "installment", "bit"}), _ANY,
                       "paid off debt", "paid", Category.MONEY, _LAST),),
    ("bring", "home"): (Gain(_PETS, _A - {"the"}, "pet {key}", "brought home", Category.HOME),),
    ("rescue", ""): (Gain(_PETS, _A - {"the"}, "pet {key}", "rescued", Category.HOME),),
    **dict.fromkeys(
        (("come", "out of"), ("get", "out of"), ("leave", ""), ("release", "from"),
         ("discharge", "from")),
        (Gain(frozenset({"prison", "jail", "rehab"}), frozenset({""}), "release from {key}",
              "came out of", Category.HEALTH),),
    ),
    **dict.fromkeys(
        (("go", "to"), ("go", "into"), ("check", "into")),
        (Gain(frozenset({"rehab", "prison", "jail"}), frozenset({""}), "{key}", "went to",
              Category.HEALTH),),
    ),
}  # fmt: skip
_WAYS: Final = frozenset({"camino", "appalachian", "way", "trail", "path", "pilgrimage"})
_OWN_WAYS: Final = frozenset({"freelance", "self-employed", "solo", "independent"})
_ELECTED: Final = frozenset({"elect", "appoint", "vote", "name", "ordain", "elected"})
_BODIES: Final = frozenset(
    {"council", "board", "committee", "parliament", "senate", "assembly", "mayor", "president",
     "chair", "chairman", "chairwoman", "captain", "treasurer", "secretary", "head", "leader",
     "director", "dean", "principal", "councillor", "representative", "rep"}
)  # fmt: skip


def read_gains(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    """Add what a clause says to have been got, signed or left behind; whether it does."""
    return (
        _read_rule(facts, clause, day) or _read_way(facts, clause, day)
        or _read_signed(facts, clause, day) or _read_left(facts, clause, day)
    )  # fmt: skip


def _read_rule(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    verb = clause.verb
    for path, thing in reached(facts, verb):
        for rule in _RULES.get((base_of(verb), path), ()):
            is_given = base_of(verb) not in {"offer", "give", "award"} or _is_passive(facts, verb)
            if (
                not is_given
                or thing.lower not in rule.things
                or lead_of(facts, thing) not in rule.leads
            ):
                continue
            if rule.before and not _has(facts, thing, rule.before):
                continue
            told = thing_told(facts, thing, limit=8)
            if told is None or told.first < clause.first or _is_other(facts, thing):
                continue
            key = key_of(facts, thing)
            add_milestone(
                facts, clause, rule.what.format(key=key), f"{rule.says} {told.text}",
                told.last, category=rule.category, day=day,
            )  # fmt: skip
            return True
    return False


def _has(facts: Facts, thing: Word, wanted: frozenset[str]) -> bool:
    before = {kid.lower for kid in facts.parse.kids(thing) if kid.i < thing.i}
    behind = {
        inner.lower for prep in facts.parse.kids(thing, "prep")
        for inner in facts.parse.kids(prep, "pobj")
    }  # fmt: skip
    return bool(wanted & (before | behind)) or (
        wanted is not _LAST and any(one in core(word) for word in behind for one in wanted)
    )


def _is_other(facts: Facts, thing: Word) -> bool:
    """Whether it is "the job done", "a place to sit": what follows makes another thing of it."""
    words = facts.parse.words
    after = words[thing.i + 1].lower if thing.i + 1 < len(words) else ""
    is_screen = thing.lower in {"name", "surname"} and after == "on"
    return (
        after in {"done", "finished", "right", "off", "to"}
        or is_screen
        or (thing.lower in _JOBS and after == "of")
    )


def _read_way(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:  # noqa: PLR0911
    """Read "I went freelance", "I qualified as a midwife", "we got back together"."""
    parse, verb = facts.parse, clause.verb
    lemma = base_of(verb)
    begin, end = parse.sentences[verb.sentence]
    row = [word.lower for word in parse.words[verb.i + 1 : min(end, verb.i + 4)]]
    if lemma in {"go", "turn", "become"} and row and (
        row[0] in _OWN_WAYS or row[:3] == ["self", "-", "employed"]
    ):  # fmt: skip
        way = "self-employed" if row[0] == "self" else row[0]
        add_milestone(facts, clause, f"went {way}", f"went {way}", verb.i + 1,
                      category=Category.WORK, day=day)  # fmt: skip
        return begin >= 0
    if lemma in {"get", "be"} and row[:2] == ["back", "together"] and clause.is_we:
        add_milestone(facts, clause, "back together", "and their partner got back together",
                      verb.i + 2, category=Category.FAMILY, day=day)  # fmt: skip
        return True
    for path, what in reached(facts, verb):
        told = thing_told(facts, what, limit=5)
        if told is None:
            continue
        is_home = lemma in {"go", "move"} and path in {"into", "to"} and what.lower in {
            "home", "hospice"
        } and clause.holder != USER and lead_of(facts, what) in {"a", "the"}  # fmt: skip
        if is_home:
            add_milestone(facts, clause, f"move into {core(told.text)}",
                          f"{verb.lower} {path} {told.text}", told.last, category=Category.HOME,
                          day=day)  # fmt: skip
            return True
        is_peak = lemma in {"climb", "summit"} and path == "" and what.tag.startswith("NNP")
        is_way = (
            lemma in {"finish", "complete", "walk", "hike", "cycle"}
            and path == ""
            and what.tag.startswith("NNP")
            and what.lower in _WAYS
        )
        if (is_peak or is_way) and clause.holder == USER:
            add_milestone(facts, clause, f"{lemma} {core(told.text).lower()}",
                          f"{verb.lower} {told.text}", told.last, category=Category.GOALS,
                          day=day, significance=0.6)  # fmt: skip
            return True
        if lemma in {"qualify", "certify", "license", "retrain", "enlist"} and path == "as" and (
            what.lower in OCCUPATIONS
        ):  # fmt: skip
            add_milestone(facts, clause, f"became {core(told.text).lower()}",
                          f"qualified as {told.text}", told.last, category=Category.WORK,
                          day=day)  # fmt: skip
            return True
        is_chosen = lemma in _ELECTED and path in {"to", "onto", "as", ""}
        if is_chosen and what.lower in _BODIES | CHIEFS and _is_passive(facts, verb):
            between = f"{path} " if path else ""
            add_milestone(facts, clause, f"election to {core(told.text).lower()}",
                          f"was {verb.lower} {between}{told.text}", told.last,
                          category=Category.WORK, day=day)  # fmt: skip
            return True
    return False


def _is_passive(facts: Facts, verb: Word) -> bool:
    return facts.parse.kid(verb, "auxpass") is not None


def _read_signed(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    """Read "signed with the bakery", "signed the contract with the hospital"."""
    verb = clause.verb
    if base_of(verb) != "sign" or clause.holder != USER:
        return False
    found = list(reached(facts, verb))
    is_contract = any(path == "" and what.lower in {"contract", "deal"} for path, what in found)
    bare = not any(path == "" for path, _ in found)
    for path, what in found:
        is_firm = what.lower in _WORKPLACES | {"agent", "label", "agency", "publisher", "club",
                                               "team"} or is_body(facts, what)  # fmt: skip
        told = thing_told(facts, what, limit=5)
        if path != "with" or not is_firm or told is None or not (is_contract or bare):
            continue
        add_milestone(facts, clause, f"new job at {core(told.text)}", f"signed with {told.text}",
                      told.last, category=Category.WORK, day=day)  # fmt: skip
        return True
    return False


_YEAR: Final = 28


def _read_left(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    """Read "I left Syria in 2015", "we moved here from Lagos in 2016", "my husband moved out"."""
    verb, lemma = clause.verb, base_of(clause.verb)
    is_long = day is not None and (day.last_on - day.first_on).days >= _YEAR
    is_here = lemma in {"move", "come", "arrive"} and any(
        word.lower == "here" for word in facts.parse.words[verb.i + 1 : verb.i + 3]
    )
    for path, place in reached(facts, verb):
        told = thing_told(facts, place, limit=4)
        is_left = lemma in {"leave", "flee"} and path == "" and (is_long or lemma == "flee")
        is_from = is_here and path in {"from", "here from"} and (is_long or lemma == "move")
        if told is not None and (is_left or is_from) and is_place(facts, place):
            add_milestone(facts, clause, f"emigration from {told.text}", f"{verb.lower} {told.text}"
                          if is_left else f"moved away from {told.text}", told.last,
                          category=Category.HOME, day=day)  # fmt: skip
            return True
    role = "" if clause.holder == USER else facts.draft.found[clause.holder].role or ""
    row = [word.lower for word in facts.parse.words[verb.i + 1 : verb.i + 2]]
    if role in _PARTNERS and lemma in {"move", "walk"} and row == ["out"] and not re.search(
        r"\bout (?:of (?:the|her|his) (?:room|shot|way|office|meeting)|to|into|for)\b",
        sentence_text(facts, verb), re.IGNORECASE,
    ):  # fmt: skip
        ours = replace(clause, holder=USER, who="the user")
        add_milestone(facts, ours, "separation", f"was left by their {role}", verb.i + 1,
                      category=Category.FAMILY, day=day, significance=0.8)  # fmt: skip
        return True
    return False
