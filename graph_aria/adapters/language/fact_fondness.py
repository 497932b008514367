"""What the user is fond of without "like": favourites, passions, what was done for years."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_tastes import category_of, is_generic, slot_words
from graph_aria.adapters.language.fact_words import base_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import is_question, stance_of
from graph_aria.domain.function_words import NUMBERS
from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.reading import USER, Polarity

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

_FAVOURITE: Final = frozenset({"favorite", "favourite", "fave"})
_VAGUE: Final = word_set("facts.liking_vague") - {"food"}
_DOINGS: Final = word_set("facts.habit_free") | word_set("facts.habit_timed")
_FONDNESS: Final = {"passionate": "about", "fond": "of", "obsessed": "with", "addicted": "to"}
_MOST_YEARS: Final = 90


def read_fondness(facts: Facts, clause: Clause) -> None:
    """Add what a clause of the user's says of passions and of what goes on for years."""
    if clause.holder != USER or clause.is_we or clause.negated or clause.over:
        return
    if clause.verb.lemma == "be" and clause.is_present:
        _read_passion(facts, clause)
    elif clause.verb.tag == "VBG":
        _read_years(facts, clause)


def _read_passion(facts: Facts, clause: Clause) -> None:
    """Read "I'm passionate about dance", "I'm into pottery", "I'm a fan of jazz"."""
    parse, verb = facts.parse, clause.verb
    state, fan = parse.kid(verb, "acomp"), parse.kid(verb, "attr")
    above, link, says = verb, "into", "is into"
    if state is not None and state.lower in _FONDNESS:
        above, link = state, _FONDNESS[state.lower]
        says = f"is {state.lower} {link}"
    elif fan is not None and fan.lower == "fan":
        above, link, says = fan, "of", "is a fan of"
    elif state is not None or fan is not None:
        return
    prep = next((kid for kid in parse.kids(above, "prep") if kid.lower == link), None)
    what = None if prep is None else parse.kid(prep, "pobj", "pcomp")
    if what is None or not (is_generic(facts, what) or what.tag.startswith("NNP")):
        return
    told = facts.words.phrase(what, limit=6)
    if told is None:
        return
    facts.add(
        f"the user {says} {told.text}", (clause.first, told.last), "fond",
        kind=MemoryKind.PREFERENCE, category=category_of(facts, what), importance=0.55,
        reason=facts.reason(clause), slot=f"the user|attitude|{slot_words(told.text)}",
        value="like",
    )  # fmt: skip


def _read_years(facts: Facts, clause: Clause) -> None:
    """Read "I've been playing the cello for ten years": since about 2016."""
    parse, verb = facts.parse, clause.verb
    helpers = {kid.lower for kid in parse.kids(verb, "aux")}
    if "been" not in helpers or not helpers & {"have", "'ve", "ve"} or base_of(verb) not in _DOINGS:
        return
    times = [kid for kid in parse.kids(verb, "prep") if kid.lower in {"for", "since"}]
    long = parse.kid(times[0], "pobj") if len(times) == 1 else None
    since = None if long is None else _since(facts, times[0], long)
    beside = {"nsubj", "aux", "punct", "cc", "conj", "advcl", "mark", "advmod", "intj", "dep"}
    drop = [kid for kid in parse.kids(verb) if kid.dep in beside]
    told = facts.words.phrase(verb, without=[*drop, *times], limit=8)
    if since is None or told is None or told.first != verb.i:
        return
    thing = parse.kid(verb, "dobj")
    if thing is not None and thing.tag.startswith("PRP"):
        return
    facts.add(
        f"the user has been {told.text} {since}", (clause.first, max(told.last, times[0].i + 1)),
        "years", category=Category.INTERESTS, importance=0.6, reason=facts.reason(clause),
    )  # fmt: skip


def _since(facts: Facts, prep: Word, long: Word) -> str | None:
    """Since when, in words that stay true: "since 2019", "since about 2016"."""
    if prep.lower == "since":
        year = long.lower
        is_year = long.tag == "CD" and year.isdigit() and len(year) == len("2019")
        return f"since {year}" if is_year else None
    number = facts.parse.kid(long, "nummod")
    if long.lower not in {"years", "year"} or number is None:
        return None
    figure = NUMBERS.get(number.lower, number.lower)
    if not figure.isdigit() or not 0 < int(figure) <= _MOST_YEARS:
        return None
    return f"since about {facts.said_on.year - int(figure)}"


def read_favourites(facts: Facts) -> None:
    """Read "My favourite author is Le Guin", "Pizza is my favorite food"."""
    parse = facts.parse
    for word in parse.words:
        poss, verb = parse.kid(word, "poss"), parse.head(word)
        is_one = any(kid.lower in _FAVOURITE for kid in parse.kids(word, "amod", "compound"))
        if not is_one or poss is None or poss.lower != "my" or word.lemma in _VAGUE:
            continue
        if word.dep not in {"nsubj", "attr"} or verb.lower not in {"is", "are", "'s"}:
            continue
        is_colour = word.lemma in {"colour", "color"}
        sides = ("attr", "acomp") if is_colour else ("attr",)
        other = parse.kid(verb, *(sides if word.dep == "nsubj" else ("nsubj",)))
        if other is None or not _is_said(facts, verb, word):
            continue
        _add_favourite(facts, word, other)


def _is_said(facts: Facts, verb: Word, word: Word) -> bool:
    parse = facts.parse
    is_so = stance_of(parse, verb).polarity is Polarity.ASSERTED
    narrow = parse.kid(word, "prep", "relcl", "acl") is not None
    is_main = verb.dep in {"ROOT", "conj", "ccomp", "parataxis"}
    return (
        is_so and is_main and not (narrow or is_question(parse, verb) or facts.draft.quoted[word.i])
    )


def _add_favourite(facts: Facts, word: Word, other: Word) -> None:
    what = facts.words.phrase(word, limit=5)
    which = facts.words.phrase(other, limit=7)
    is_named = other.tag.startswith(("NNP", "JJ")) or is_generic(facts, other)
    if what is None or which is None or not is_named:
        return
    name = what.text.replace("their ", "the user's ", 1)
    many = "are" if word.tag == "NNS" else "is"
    facts.add(
        f"{name} {many} {which.text}", (min(what.first, which.first), max(what.last, which.last)),
        "favourite", kind=MemoryKind.PREFERENCE, category=Category.TASTES, importance=0.55,
        slot=f"the user|favourite|{slot_words(what.text)}", value=slot_words(which.text),
    )  # fmt: skip
