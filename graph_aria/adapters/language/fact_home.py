"""Where somebody lives, works, studies and comes from; and who has died."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_deaths import is_not_who
from graph_aria.adapters.language.fact_draft import (
    bounds_of,
    category_for,
    is_a,
    objects_of,
    share_of,
    slot_of,
    yes_or_no,
)
from graph_aria.adapters.language.fact_known import is_known_by_name
from graph_aria.adapters.language.fact_life import day_of, has_been, returning, span_of, when_told
from graph_aria.adapters.language.fact_passing import add_passing, passing_of
from graph_aria.adapters.language.fact_words import ROUGH, base_of, day_words
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category, ImportantDate, MemoryKind
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.fact_words import Told
    from graph_aria.adapters.language.parse import Word
    from graph_aria.domain.reading import ReadDate

_OCCUPATIONS: Final = word_set("facts.occupations")
_BEREAVED: Final = word_set("facts.bereaved")
_WORKPLACES: Final = word_set("facts.workplaces")
_CHILDREN: Final = word_set("facts.life_children")
_PLACES: Final = frozenset({Kind.PLACE})
_BODIES: Final = frozenset({Kind.ORGANIZATION, Kind.PLACE})
_NOW: Final = frozenset({"have", "has", "'ve", "am", "'m", "is", "'s", "are", "'re"})
_IMPORTANT: Final = 0.8
_LONGEST_PLACE: Final = 8


def read_home(facts: Facts, clause: Clause) -> None:
    """Read "I live in Ghent", "I used to live in Paris", "I live alone"."""
    _read_company(facts, clause)
    for prep, place in objects_of(facts, clause.verb, "in", "near", "outside"):
        told = facts.words.phrase(
            place, without=facts.parse.kids(place, "appos", "neg", "conj", "cc")
        )
        is_place = is_a(facts, place, _PLACES) and place.tag.startswith("NNP")
        if told is None or not is_place:
            continue
        passing = passing_of(facts, clause)
        if passing is not None and _is_now(facts, clause):
            says = f"living {prep.lower} {told.text}"
            add_passing(facts, clause, passing, says, told.last, Category.HOME)
            return
        used = facts.parse.head(clause.verb).lemma == "use"
        if (clause.verb.tag == "VBD" or used) and not clause.negated:
            facts.add(f"{clause.who} used to live {prep.lower} {told.text}",
                      (clause.first, told.last), "lived",
                      category=category_for(clause, Category.HOME),
                      importance=share_of(clause, 0.6))  # fmt: skip
            continue
        if clause.verb.tag not in {"VBP", "VBZ", "VBN"} and not clause.negated:
            continue
        if clause.verb.tag == "VBN" and not _goes_on(facts, clause):
            continue  # "I have lived in Oslo" may be long ago
        gone = clause.negated or clause.over
        functional = prep.lower == "in" and not gone
        slot = slot_of(clause, "lives in") if functional else slot_of(clause, "lives", told.text)
        facts.add(
            f"{clause.who} {_no_longer(clause, 'live')} {prep.lower} {told.text}",
            (clause.first, told.last), "home", category=category_for(clause, Category.HOME),
            importance=share_of(clause, _IMPORTANT), slot=slot,
            value=told.text if functional else yes_or_no(clause),
        )  # fmt: skip
        return


def _is_now(facts: Facts, clause: Clause) -> bool:
    """Whether a clause speaks of the present: "I live", "I am living", "I have been living"."""
    helpers = facts.parse.kids(clause.verb, "aux")
    return clause.is_present or (
        clause.verb.tag in {"VBG", "VBN"} and any(kid.lower in _NOW for kid in helpers)
    )


def _goes_on(facts: Facts, clause: Clause) -> bool:
    """Whether what has been so still is: "for ten years", "since 2015", "all my life"."""
    _, end = facts.parse.sentences[clause.verb.sentence]
    after = facts.parse.words[clause.verb.i : end]
    return any(word.lower in {"for", "since", "all", "always"} for word in after) or any(
        kid.lower == "always" for kid in facts.parse.kids(clause.verb)
    )


def _read_company(facts: Facts, clause: Clause) -> None:
    """Read "I live alone", "I live with my parents"."""
    parse, verb = facts.parse, clause.verb
    if clause.negated or clause.over or clause.is_we or not _is_now(facts, clause):
        return
    passing = passing_of(facts, clause)
    if verb.tag not in {"VBP", "VBZ"} and passing is None:
        return
    following = parse.words[verb.i + 1] if verb.i + 1 < len(parse.words) else None
    who = next((what for _, what in objects_of(facts, verb, "with")), None)
    poss = None if who is None else parse.kid(who, "poss")
    if following is not None and following.lower == "alone":
        text, last = "alone", following.i
    elif who is not None and poss is not None and poss.lower == "my" and _is_role(facts, who):
        told = facts.words.phrase(who, without=parse.kids(who, "relcl", "acl"), limit=6)
        if told is None:
            return
        text, last = f"with {told.text}", told.last
    else:
        return
    if passing is not None:
        add_passing(facts, clause, passing, f"living {text}", last, Category.HOME)
        return
    facts.add(
        f"{clause.who} lives {text}", (clause.first, last), "company",
        category=category_for(clause, Category.HOME), importance=share_of(clause, 0.7),
    )  # fmt: skip


def _is_role(facts: Facts, word: Word) -> bool:
    index = facts.draft.mention_of(word)
    return index is not None and facts.draft.found[index].role is not None


def _no_longer(clause: Clause, verb: str) -> str:
    """One of "lives", "does not live" and "no longer lives"."""
    if clause.over:
        return f"no longer {verb}s"
    return f"does not {verb}" if clause.negated else f"{verb}s"


def read_work(facts: Facts, clause: Clause) -> None:
    """Read "I work at a school", "I work as a nurse"."""
    parse = facts.parse
    if not _is_now(facts, clause) or clause.negated:
        return
    passing = passing_of(facts, clause)
    for prep, what in objects_of(facts, clause.verb, "at", "for", "as"):
        told = facts.words.phrase(what, limit=9)
        if told is None:
            continue
        is_job = prep.lower == "as" and what.lower in _OCCUPATIONS
        det = parse.kid(what, "det")
        is_sort = what.lower in _WORKPLACES and det is not None and det.lower in {"a", "an", "the"}
        is_body = prep.lower != "as" and (
            is_sort or (is_a(facts, what, _BODIES) and what.tag.startswith("NNP"))
        )
        if not is_job and not is_body:
            continue
        if any(one.rule == "fact:work" and told.text in one.text for one in facts.found.values()):
            return  # said in full
        value = "as " + what.lower if is_job else told.text
        if passing is not None:
            says = f"working {prep.lower} {told.text}"
            add_passing(facts, clause, passing, says, told.last, Category.WORK)
            return
        where = _where_too(facts, clause, told.last)
        text = told.text if where is None else f"{told.text} {where.text}"
        facts.add(
            f"{clause.who} {_no_longer(clause, 'work')} {prep.lower} {text}",
            (clause.first, told.last if where is None else where.last), "work",
            category=category_for(clause, Category.WORK), importance=share_of(clause, _IMPORTANT),
            slot=slot_of(clause, "works", value), value=yes_or_no(clause),
        )  # fmt: skip
        return


def _where_too(facts: Facts, clause: Clause, last: int) -> Told | None:
    """What else is said of somebody's work: "at St Mary's hospital", "as a bookkeeper"."""
    words, (_, end) = facts.parse.words, facts.parse.sentences[clause.verb.sentence]
    if last + 1 >= end or words[last + 1].lower not in {"at", "in", "for", "as"}:
        return None
    stop = next(
        (
            word.i
            for word in words[last + 2 : end]
            if word.tag in {",", ".", ":", "CC", "IN", "-LRB-"}
        ),
        end,
    )  # fmt: skip
    told = facts.words.tell(words[last + 1 : stop])
    return told if told is not None and stop - last <= _LONGEST_PLACE else None


def read_study(facts: Facts, clause: Clause) -> None:
    """Read "I study physics at Leiden University"."""
    if clause.verb.tag not in {"VBP", "VBZ", "VBG"} or clause.negated:
        return
    thing = facts.parse.kid(clause.verb, "dobj")
    places = [what for _, what in objects_of(facts, clause.verb, "at")
              if is_a(facts, what, _BODIES) and what.tag.startswith("NNP")]  # fmt: skip
    is_subject = thing is not None and thing.tag in {"NN", "NNS", "NNP"}
    is_subject = is_subject and thing is not None and facts.parse.kid(thing, "det", "poss") is None
    at = facts.words.phrase(places[0]) if places else None
    what = facts.words.phrase(thing, limit=4) if is_subject and thing is not None else None
    if at is None:
        return
    subject = f" {what.text}" if what is not None else ""
    passing = passing_of(facts, clause)
    if passing is not None:
        says = f"studying{subject} at {at.text}"
        add_passing(facts, clause, passing, says, at.last, Category.STUDY)
        return
    facts.add(f"{clause.who} studies{subject} at {at.text}", (clause.first, at.last), "study",
              category=category_for(clause, Category.STUDY),
              importance=share_of(clause, _IMPORTANT),
              slot=slot_of(clause, "studies at", at.text))  # fmt: skip


def read_origin(facts: Facts, clause: Clause) -> None:
    """Read "I grew up in Cork", "my grandmother was born in Naples"."""
    verb = clause.verb
    parse = facts.parse
    lemma = base_of(verb)
    how = {"grow": "grew up", "bear": "was born", "raise": "was raised", "come": "comes"}
    if lemma == "grow" and not any(kid.lower == "up" for kid in parse.kids(verb)):
        return
    if lemma in {"bear", "raise"} and parse.kid(verb, "nsubjpass") is None:
        return
    if clause.negated or (lemma == "come" and not clause.is_present):
        return
    if lemma == "bear":
        _read_birth(facts, clause)
    preps = ("from",) if lemma == "come" else ("in",)
    for prep, place in objects_of(facts, verb, *preps):
        told = facts.words.phrase(place)
        if told is None or not place.tag.startswith("NNP") or facts.words.date_at(place):
            continue
        day = facts.words.date_in(*bounds_of(facts, verb)) if lemma == "bear" else None
        is_dated = day is not None and day.last_on <= facts.said_on
        when = f" {day_words(day)}" if day is not None and is_dated else ""
        facts.add(f"{clause.who} {how[lemma]} {prep.lower} {told.text}{when}",
                  (clause.first, told.last), "origin", importance=share_of(clause, _IMPORTANT),
                  category=category_for(clause, Category.IDENTITY),
                  slot=slot_of(clause, how[lemma]), value=told.text)  # fmt: skip
        return


def _read_birth(facts: Facts, clause: Clause) -> None:
    """Read "my daughter was born on 4 July 2015": a day that returns."""
    day = facts.words.date_in(*bounds_of(facts, clause.verb))
    if day is None or day.first_on != day.last_on or day.last_on > facts.said_on:
        return
    born = ImportantDate(day.first_on.month, day.first_on.day, day.first_on.year)
    role = "" if clause.holder == USER else facts.draft.found[clause.holder].role or ""
    is_child = role in _CHILDREN
    facts.add(
        f"{clause.who}'s birthday is on {day.first_on.day} {day.first_on:%B}",
        (clause.first, max(clause.verb.i, facts.parse.word_at(day.end - 1))), "yearly",
        category=Category.DATES, importance=0.75, significance=0.4, important=born,
        slot=f"{clause.who}'s|birthday", value=f"{born.month}-{born.day}",
        kind=MemoryKind.MILESTONE if is_child else MemoryKind.FACT,
        valid=(day.first_on, day.last_on) if is_child else None,
    )  # fmt: skip


_ENDINGS: Final = frozenset(
    {"accident", "crash", "war", "fire", "flood", "earthquake", "hospital", "childbirth", "sleep",
     "birth", "attack", "pandemic"}
)  # fmt: skip


def yearly(day: ReadDate | None) -> ImportantDate | None:
    """The day that returns, of something that was on one day."""
    if day is None or day.first_on != day.last_on or ROUGH.search(day.words):
        return None
    return ImportantDate(day.first_on.month, day.first_on.day, day.first_on.year)


_FIGURES: Final = frozenset(
    {"embarrassment", "laughter", "laughing", "shame", "boredom", "envy", "curiosity", "jealousy",
     "hunger", "thirst", "excitement", "happiness", "cuteness", "game", "match", "film", "movie",
     "dream", "book", "level", "episode", "round"}
)  # fmt: skip
"""What nobody dies of or in."""


def _is_figure(facts: Facts, verb: Word) -> bool:
    """Whether somebody "died of shame", or was lost at chess or in a crowd."""
    for prep in facts.parse.kids(verb, "prep"):
        what = facts.parse.kid(prep, "pobj", "pcomp")
        if what is not None and what.lower in _FIGURES:
            return True
        if verb.lemma == "lose" and prep.lower in {"at", "in", "on", "behind"} and what is not None:
            # "in 2018", "in May" and "in an accident" stay.
            return what.ent not in {"DATE", "TIME"} and what.lower not in _ENDINGS
    return False


def read_death(facts: Facts, clause: Clause) -> None:  # noqa: C901, PLR0911
    """Read "My dad died in 2018", "I lost my brother"."""
    parse, verb = facts.parse, clause.verb
    who, last = clause.who, verb.i
    if clause.negated or verb.tag not in {"VBD", "VBN"} or _is_figure(facts, verb):
        return
    if is_not_who(facts, verb):
        return
    if verb.lemma == "lose":
        lost = parse.kid(verb, "dobj")
        index = None if lost is None else facts.draft.mention_of(lost)
        if lost is None or index is None or clause.holder != USER or lost.lower not in _BEREAVED:
            return
        poss = parse.kid(lost, "poss")
        named = facts.words.person(index)
        if (
            poss is None
            or poss.lower not in {"my", "our"}
            or named is None
            or lost.lower in {"dog", "cat"}
        ):
            return
        who, last = named, lost.i
    elif verb.lemma == "pass":
        away = next((kid for kid in parse.kids(verb) if kid.lower == "away"), None)
        if away is None:
            return
        last = away.i
    elif verb.lemma in {"take", "kill"}:
        own = parse.kid(verb, "dobj")
        is_life = (
            own is not None
            and own.lower == "life"
            and any(kid.lower == "own" for kid in parse.kids(own))
        )
        if own is None or not (is_life or own.lower in {"himself", "herself", "themselves"}):
            return
        last = own.i
    if who == "the user":
        return
    day = facts.words.date_in(*bounds_of(facts, verb))
    day = day_of(facts, verb) if day is None else has_been(facts, day)
    name = who
    if "the user" not in who:  # a first name alone is somebody known, unless it is long ago
        before = parse.words[max(0, clause.first - 1)]
        is_told = before.tag.startswith("NN") and before.sentence == verb.sentence
        is_told = is_told and clause.first > 0
        if is_told or not is_known_by_name(facts, who, day, verb.i):
            return
        who = f"{name}, whom the user knew,"
    when = f" {when_told(day)}" if day is not None else ""
    facts.add(
        f"{who} died{when}", (clause.first, last), "death", kind=MemoryKind.MILESTONE,
        category=Category.FRIENDS if " friend" in who else Category.FAMILY, importance=0.85,
        significance=0.95, confidence=0.9, slot=f"{name}|died",
        important=returning(day), valid=span_of(day),
    )  # fmt: skip
