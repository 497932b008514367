"""Dated changes in the user's own life, or of somebody close: weddings, moves, jobs, losses.

What has happened only: no plans, no "if", no "never", no news.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_draft import objects_of, share_of, slot_of
from graph_aria.adapters.language.fact_life import (
    add_milestone,
    core,
    day_of,
    is_body,
    is_place,
    lead_of,
    sentence_text,
    thing_told,
    things_of,
    when_told,
)
from graph_aria.adapters.language.fact_milestone_things import read_things
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

_QUIT: Final = word_set("facts.quit_objects") - frozenset(
    {"job", "therapy", "medication", "running", "climbing", "football", "piano", "guitar",
     "antidepressants", "breakfast"}
)  # fmt: skip
_STUDIED_AT: Final = frozenset({"school", "college", "university", "uni"})
_FAR: Final = word_set("facts.life_far")
_QUIT_DOINGS: Final = word_set("facts.quit_doings")
_PLACES: Final = word_set("facts.life_places")
_HOMES: Final = word_set("facts.life_homes")
_PARTNERS: Final = word_set("facts.life_partners")
_CHILDREN: Final = word_set("facts.life_children")
_PARENTS: Final = word_set("facts.life_parents")
_OCCUPATIONS: Final = word_set("facts.occupations")
_HELPS: Final = frozenset({"have", "'ve", "ve", "’ve", "has", "'s", "had"})
_NOT_SO: Final = frozenset(
    {"will", "'ll", "would", "could", "should", "might", "may", "can", "to", "must", "'d"}
)
_BAD_KIDS: Final = frozenset({"almost", "nearly", "never", "not", "n't", "hardly", "basically"})
_PASTS: Final = frozenset({"got", "lost", "left", "bought", "won", "became", "quit", "moved"})
"""Forms of the past that may be taken for the present, as in "I GOT THE JOB"."""

_CHIEFS: Final = frozenset(
    {"manager", "director", "partner", "lead", "leader", "head", "supervisor", "chief", "foreman",
     "captain", "citizen", "president", "principal", "dean", "officer", "sergeant", "sister"}
)  # fmt: skip

_PASSIVE: Final = {
    # participle: what it is, what is told, category, significance
    "married": ("wedding", "got married", Category.FAMILY, 0.9),
    "hitched": ("wedding", "got married", Category.FAMILY, 0.9),
    "wed": ("wedding", "got married", Category.FAMILY, 0.9),
    "remarried": ("remarriage", "remarried", Category.FAMILY, 0.8),
    "engaged": ("engagement", "got engaged", Category.FAMILY, 0.9),
    "divorced": ("divorce", "got divorced", Category.FAMILY, 0.9),
    "separated": ("separation", "separated", Category.FAMILY, 0.8),
    "promoted": ("promotion", "got promoted", Category.WORK, 0.7),
    "hired": ("new job", "got hired", Category.WORK, 0.7),
    "fired": ("lost job", "got fired", Category.WORK, 0.8),
    "sacked": ("lost job", "was sacked", Category.WORK, 0.8),
    "laid": ("lost job", "was laid off", Category.WORK, 0.8),
    "redundant": ("lost job", "was made redundant", Category.WORK, 0.8),
    "evicted": ("eviction", "was evicted", Category.HOME, 0.8),
    "baptised": ("baptism", "was baptised", Category.BELIEFS, 0.7),
    "baptized": ("baptism", "was baptized", Category.BELIEFS, 0.7),
    "ordained": ("ordination", "was ordained", Category.WORK, 0.8),
    "naturalised": ("citizenship", "was naturalised", Category.IDENTITY, 0.7),
    "naturalized": ("citizenship", "was naturalized", Category.IDENTITY, 0.7),
    "sober": ("sobriety", "got sober", Category.HEALTH, 0.8),
}  # fmt: skip
_NOTED: Final = frozenset({"promoted", "engaged", "fired", "sacked", "hired", "laid"})
"""What a note may say by itself: "Promoted!"."""

_NEEDS_GET: Final = frozenset({"married", "engaged", "divorced", "separated", "sober", "wed"})
"""What is a standing without "got", unless it is dated."""


def read_milestones(facts: Facts, clause: Clause) -> None:
    """Add what a clause tells to have happened in a life."""
    verb = clause.verb
    if clause.negated or verb.i in facts.claimed or not _has_happened(facts, clause):
        return
    role = "" if clause.holder == USER else facts.draft.found[clause.holder].role or ""
    if role in _FAR:
        return  # of somebody close only
    day = day_of(facts, verb)
    _ = (
        _read_passive(facts, clause, day) or _read_move(facts, clause, day)
        or _read_parting(facts, clause, day) or _read_birth(facts, clause, day)
        or _read_job(facts, clause, day) or _read_quitting(facts, clause, day)
        or _read_end(facts, clause, day) or _read_becoming(facts, clause, day)
        or read_things(facts, clause, day)
    )  # fmt: skip


def _has_happened(facts: Facts, clause: Clause) -> bool:
    verb, parse = clause.verb, facts.parse
    helpers = {kid.lower for kid in parse.kids(verb, "aux", "auxpass")}
    before = parse.words[max(0, verb.i - 3) : verb.i]
    if helpers & _NOT_SO or any(word.lower in _BAD_KIDS for word in before):
        return False
    if verb.tag == "VBD" or (verb.lower in _PASTS and not helpers):
        return True
    is_bare = clause.subject is None or parse.kid(verb, "nsubj") is not None
    if verb.tag == "VBN" and not helpers and is_bare:
        return True  # a past that the parser takes for a participle: "he proposed"
    passive = parse.kid(verb, "auxpass")
    was = passive is not None and passive.tag in {"VBD", "VBN"}
    return verb.tag == "VBN" and (bool(helpers & _HELPS) or was)


def _is_got(facts: Facts, clause: Clause, word: Word) -> bool:
    """Whether it is told as an event: "got married", "were married in 2010"."""
    helped = facts.parse.kid(word, "auxpass")
    return base_of(clause.verb) == "get" or (helped is not None and helped.lemma == "get")


def _read_passive(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    parse, verb = facts.parse, clause.verb
    word: Word | None = verb
    if base_of(verb) in {"get", "make", "be"}:
        word = next((kid for kid in parse.kids(verb) if kid.lower in _PASSIVE
                     and kid.i > verb.i), None)  # fmt: skip
        if base_of(verb) == "be" and (word is None or word.lower != "redundant"):
            return _let_go(facts, clause, day)
    elif parse.kid(verb, "auxpass") is None and not (
        clause.subject is None and verb.lower in _NOTED
    ):
        return False
    if word is None or word.lower not in _PASSIVE:
        return _let_go(facts, clause, day)
    if word.lower == "laid" and not any(kid.lower == "off" for kid in parse.kids(word)):
        return False
    is_noted = clause.subject is None
    if word.lower in _NEEDS_GET and not is_noted and not _is_got(facts, clause, word) and day is None:
        return False
    if word.lower == "engaged" and parse.kid(word, "prep") is not None and any(
        prep.lower in {"in", "with"} and facts.words.date_at(what) is None
        for prep, what in objects_of(facts, word, "in", "with")
    ):
        return False
    after = parse.words[word.i + 1].lower if word.i + 1 < len(parse.words) else ""
    if word.lower == "fired" and after == "up":
        return False
    what, says, category, significance = _PASSIVE[word.lower]
    last = max(word.i, verb.i)
    if word.lower == "promoted":
        for _, role in objects_of(facts, word, "to"):
            told = thing_told(facts, role, limit=5)
            if told is not None:
                says, last = f"{says} to {told.text}", told.last
                what = f"promotion to {core(told.text)}"
    add_milestone(facts, clause, what, says, last, category=category, day=day,
                  significance=significance)  # fmt: skip
    return True


def _let_go(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    """Read "I was let go", "my dad was diagnosed with diabetes", "she was operated on"."""
    parse, verb = facts.parse, clause.verb
    passive = parse.kid(verb, "auxpass") is not None or base_of(verb) == "get"
    if not passive:
        return False
    if verb.lower == "let" and any(kid.lower == "go" for kid in parse.kids(verb)):
        add_milestone(facts, clause, "lost job", "was let go", verb.i + 1, category=Category.WORK,
                      day=day, significance=0.8)  # fmt: skip
        return True
    if verb.lower == "operated":
        add_milestone(facts, clause, "operation", "had an operation", verb.i,
                      category=Category.HEALTH, day=day, significance=0.8)  # fmt: skip
        return True
    if verb.lower in {"accepted", "admitted"} or any(
        kid.lower == "accepted" for kid in parse.kids(verb)
    ):
        at = verb if verb.lower in {"accepted", "admitted"} else next(
            kid for kid in parse.kids(verb) if kid.lower == "accepted"
        )  # fmt: skip
        return _accepted(facts, clause, at, day)
    at = verb if verb.lower == "diagnosed" else next(
        (kid for kid in parse.kids(verb) if kid.lower == "diagnosed"), None
    )  # fmt: skip
    if at is None:
        return False
    for _, what in objects_of(facts, at, "with"):
        told = thing_told(facts, what, limit=6)
        if told is not None:
            add_milestone(
                facts, clause, f"diagnosis of {core(told.text).lower()}",
                f"was diagnosed with {told.text}", told.last, category=Category.HEALTH, day=day,
                significance=0.8, importance=0.85,
            )  # fmt: skip
            return True
    return False


def _accepted(facts: Facts, clause: Clause, at: Word, day: ReadDate | None) -> bool:
    for _, what in objects_of(facts, at, "to", "into", "at", "by"):
        told = thing_told(facts, what, limit=5)
        is_school = what.lower in _STUDIED_AT or is_body(facts, what)
        if told is not None and is_school:
            add_milestone(facts, clause, f"place at {core(told.text)}",
                          f"got a place at {told.text}", told.last, category=Category.STUDY,
                          day=day)  # fmt: skip
            return True
    return False


def _read_move(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    parse, verb = facts.parse, clause.verb
    lemma = base_of(verb)
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
    return _read_moved_out(facts, clause, day, row)


def _preps(facts: Facts, verb: Word) -> list[Word]:
    """The prepositions of a move, also behind "back", "in" and "out"."""
    found = list(facts.parse.kids(verb, "prep"))
    for kid in facts.parse.kids(verb, "prt", "advmod", "prep"):
        found += facts.parse.kids(kid, "prep")
    order = {"to": 0, "into": 1, "with": 2, "from": 3}
    return sorted(found, key=lambda one: order.get(one.lower, 4))


def _read_moved_out(
    facts: Facts, clause: Clause, day: ReadDate | None, row: list[str]
) -> bool:
    if row[:2] == ["out", "of"] and not _OUT_OF_HOME.search(sentence_text(facts, clause.verb)):
        return False
    if row[:2] == ["back", "home"] or row[:1] == ["out"] or row[:2] == ["in", "together"]:
        says = "out" if row[0] == "out" else " ".join(row[:2])
        rest = row[len(says.split()):]
        if rest[:1] not in ([], ["."], ["on"], ["in"], ["last"], [","], ["of"], ["and"], ["at"],
                            ["when"], ["yesterday"], ["today"], ["!"], ["this"], ["from"]):  # fmt: skip
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


def _read_parting(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    """Read "we broke up", "I married Tom", "my husband left me", "we eloped"."""
    parse, verb = facts.parse, clause.verb
    lemma, thing = base_of(verb), parse.kid(verb, "dobj")
    words = parse.words
    after = words[verb.i + 1].lower if verb.i + 1 < len(words) else ""
    if lemma == "marry" and parse.kid(verb, "auxpass") is None:
        is_whom = thing is not None and (
            thing.tag == "NNP" or (thing.tag == "NN" and lead_of(facts, thing) != "")
        )
        told = None if thing is None else thing_told(facts, thing, limit=4)
        if is_whom and told is not None:
            says, last = f"married {told.text}", told.last
        elif thing is None and (day is not None or clause.is_we):
            says, last = "got married", verb.i
        else:
            return False
        add_milestone(facts, clause, "wedding", says, last, category=Category.FAMILY, day=day,
                      significance=0.9)  # fmt: skip
        return True
    if verb.lower == "remarried":
        add_milestone(facts, clause, "remarriage", "remarried", verb.i, category=Category.FAMILY,
                      day=day, significance=0.8)  # fmt: skip
        return True
    if lemma == "elope" or (lemma == "tie" and thing is not None and thing.lower == "knot"):
        add_milestone(facts, clause, "wedding", "got married", verb.i, category=Category.FAMILY,
                      day=day, significance=0.9)  # fmt: skip
        return True
    if lemma == "divorce" and clause.subject is not None and parse.kid(verb, "auxpass") is None:
        add_milestone(facts, clause, "divorce", "got divorced", verb.i, category=Category.FAMILY,
                      day=day, significance=0.9)  # fmt: skip
        return True
    role = "" if clause.holder == USER else facts.draft.found[clause.holder].role or ""
    is_ours = clause.holder == USER or role in _PARTNERS
    if lemma == "propose" and thing is None and is_ours and (
        re.search(r"\byes\b|\bto me\b", sentence_text(facts, verb), re.IGNORECASE)
    ):
        ours = replace(clause, holder=USER, who="the user")
        add_milestone(facts, ours, "engagement", "got engaged", verb.i,
                      category=Category.FAMILY, day=day, significance=0.9)  # fmt: skip
        return True
    is_up = (lemma == "break" and after == "up") or (lemma == "split" and after == "up")
    following = words[verb.i + 2] if verb.i + 2 < len(words) else verb
    is_up = is_up and following.tag not in {"DT", "TO", "PRP$", "NN", "NNS"}
    is_up = is_up or (
        lemma == "separate" and thing is None and clause.is_we
        and not any(kid.lower in {"at", "into", "for"} for kid in parse.kids(verb, "prep"))
    )
    is_two = clause.is_we or clause.is_joint or any(
        what.tag == "NNP" or parse.kid(what, "poss") is not None
        for _, what in [*objects_of(facts, verb, "with"),
                        *(two for kid in parse.kids(verb, "prt", "advmod")
                          for two in objects_of(facts, kid, "with"))]
    )  # fmt: skip
    if is_up and is_two and clause.holder == USER:
        add_milestone(facts, clause, "separation", "and their partner broke up", verb.i + 1,
                      category=Category.FAMILY, day=day, significance=0.8)  # fmt: skip
        return True
    is_left = lemma in {"leave", "dump"} and thing is not None and thing.lower in {"me", "us"}
    if is_left and not _is_left_for_good(facts, thing, day):
        return False
    if is_left and role in _PARTNERS and parse.kid(verb, "xcomp", "ccomp") is None:
        says = "left them" if lemma == "leave" else "broke up with them"
        facts.claim(verb)
        add_milestone(facts, clause, "separation", says.replace("them", "the user"),
                      max(verb.i, thing.i if thing else 0), category=Category.FAMILY, day=day,
                      significance=0.8)  # fmt: skip
        return True
    return False


def _is_left_for_good(facts: Facts, thing: Word | None, day: ReadDate | None) -> bool:
    """Whether "left me" is not "left me a note", "left me at the station"."""
    words = facts.parse.words
    at = 0 if thing is None else thing.i + 1
    if not at or at >= len(words):
        return True
    after = words[at]
    if after.lower in {"in", "on", "at", "last", "two", "three", "a", "this"}:
        return day is not None and facts.words.date_at(words[min(at + 1, len(words) - 1)]) is not None
    return after.tag in {".", ",", ":", "CC"} or after.lower in {"for", "after", "when", "because"} or (
        facts.words.date_at(after) is not None
    )  # fmt: skip


def _read_birth(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    parse, verb = facts.parse, clause.verb
    lemma, thing = base_of(verb), parse.kid(verb, "dobj")
    if lemma == "give" and thing is not None and thing.lower == "birth":
        add_milestone(facts, clause, "birth", "gave birth", thing.i, category=Category.FAMILY,
                      day=day, significance=0.95)  # fmt: skip
        return True
    if lemma in {"have", "welcome"} and thing is not None and thing.lower in _CHILDREN:
        lead = lead_of(facts, thing)
        is_new = thing.lower in {"baby", "twins", "triplets"} or lemma == "welcome" or (
            day is not None
        )  # fmt: skip
        told = thing_told(facts, thing, limit=5)
        is_own = lead in {"", "a", "an", "our", "my", "her", "his", "their"}
        if is_new and is_own and told is not None and not parse.kids(verb, "xcomp", "ccomp"):
            says = f"{'had' if lemma == 'have' else 'welcomed'} {told.text}"
            add_milestone(facts, clause, "birth", says, told.last, category=Category.FAMILY,
                          day=day, significance=0.95)  # fmt: skip
            return True
    is_child = clause.holder != USER and (
        (facts.draft.found[clause.holder].role or "") in _CHILDREN
    )
    is_born = lemma == "bear" and parse.kid(verb, "nsubjpass") is not None
    if is_child and is_born and (day is None or day.first_on != day.last_on):
        add_milestone(facts, clause, "birth", "was born", verb.i, category=Category.FAMILY,
                      day=day, significance=0.95)  # fmt: skip
        return True
    return False


def _read_job(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    parse, verb = facts.parse, clause.verb
    lemma, thing = base_of(verb), next(things_of(facts, verb), None)
    if thing is not None and thing.lower in {"job", "position", "promotion", "notice"}:
        lead = lead_of(facts, thing)
        told = thing_told(facts, thing)
        verbs = {"get": "got", "land": "got", "start": "started", "begin": "started",
                 "accept": "accepted", "lose": "lost", "quit": "quit", "leave": "left",
                 "hand": "handed in", "give": "gave"}  # fmt: skip
        if lemma not in verbs or told is None or lead in {"", "this", "that"}:
            return False
        if lemma in {"hand", "give"} and thing.lower != "notice":
            return False
        if lemma in {"lose", "quit", "leave"} and lead not in {"my", "his", "her", "their"}:
            return False
        after = parse.words[thing.i + 1].lower if thing.i + 1 < len(parse.words) else ""
        if lemma == "get" and after in {"done", "finished", "right"}:
            return False
        where = next((what for _, what in [*objects_of(facts, thing, "at", "with"),
                                           *objects_of(facts, verb, "at", "with")]
                      if what.tag.startswith("NNP") and not facts.words.date_at(what)), None)  # fmt: skip
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


def _read_firm(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    """Read "I started at Fernhill", "she resigned", "I left Brightloom after six years"."""
    parse, verb = facts.parse, clause.verb
    lemma, thing = base_of(verb), parse.kid(verb, "dobj")
    text = sentence_text(facts, verb)
    if lemma == "get" and _accepted_into(facts, clause, day):
        return True
    is_school = thing is not None and thing.lower in _STUDIED_AT
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
    if lemma == "start" and thing is None and parse.kid(verb, "xcomp") is None:
        for prep, what in objects_of(facts, verb, "at", "as"):
            told = thing_told(facts, what, limit=6)
            is_job = prep.lower == "as" and what.lower in _OCCUPATIONS
            is_firm = prep.lower == "at" and is_body(facts, what)
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
        if told is not None and what.lower in _STUDIED_AT:
            add_milestone(facts, clause, f"place at {core(told.text)}",
                          f"got into {told.text}", told.last, category=Category.STUDY,
                          day=day)  # fmt: skip
            return True
    return False


def _read_quitting(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    """Read "I've given up coffee", "I quit smoking", "I dropped out of university"."""
    parse, verb = facts.parse, clause.verb
    if clause.holder != USER or clause.is_we or passing_of(facts, clause) is not None:
        return False
    gives_up = base_of(verb) == "give" and any(kid.lower == "up" for kid in parse.kids(verb))
    begin, end = parse.sentences[verb.sentence]
    row = [word.lower for word in parse.words[verb.i + 1 : min(end, verb.i + 4)]]
    if base_of(verb) == "drop" and row[:2] == ["out", "of"] and set(row) & _STUDIED_AT:
        add_milestone(facts, clause, f"left {row[-1]}", f"dropped out of {row[-1]}", verb.i + 3,
                      category=Category.STUDY, day=day, significance=0.6)  # fmt: skip
        return begin >= 0
    if not (gives_up or base_of(verb) in {"quit", "stop"}):
        return False
    thing = parse.kid(verb, "dobj", "xcomp")
    if thing is None or thing.i < verb.i:
        return False
    is_doing = thing.tag == "VBG" and thing.lemma in _QUIT_DOINGS
    inner = parse.kid(thing, "dobj")
    if is_doing and thing.lemma in {"eat", "use", "drink"}:
        is_doing = (inner is None and thing.lemma == "drink") or (
            inner is not None and inner.lower in _QUIT
        )
    is_thing = thing.lower in _QUIT and parse.kid(thing, "det") is None
    told = facts.words.phrase(thing, limit=5)
    if not (is_doing or is_thing) or told is None or re.search(
        r"\bfor (?:lent|january|a|the|now|one|two|three)\b", sentence_text(facts, verb), re.I
    ):  # fmt: skip
        return False
    if base_of(verb) == "stop" and not is_doing:
        return False
    says = "gave up" if gives_up else {"quit": "quit", "stop": "stopped"}[base_of(verb)]
    text = told.text
    when = when_told(day)
    name = text.removesuffix(when).strip()
    key = {"smoke": "smoking", "vape": "vaping", "gamble": "gambling"}.get(thing.lemma, name)
    add_milestone(
        facts, clause, f"quit {key}", f"{says} {name}", told.last,
        category=Category.STUDY if thing.lower in _STUDIED_AT else Category.HABITS, day=day,
        importance=0.65, significance=0.4,
    )  # fmt: skip
    return True


def _read_end(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    """Read "I graduated from Leeds University", "my dad retired in 2019"."""
    parse, verb = facts.parse, clause.verb
    lemma = base_of(verb)
    if lemma not in {"graduate", "retire"} or parse.kid(verb, "dobj") is not None:
        return False
    if any(kid.lower == "to" for kid in parse.kids(verb, "prep")) or any(
        what.lower in {"race", "match", "game", "tournament"}
        for _, what in objects_of(facts, verb, "from")
    ):
        return False
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


def _read_becoming(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
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
            is_kin = whom.lower in _PARENTS | _CHILDREN | {"family", "friends"}
            if told is not None and (is_kin or prep.lower == "as"):
                add_milestone(facts, clause, "coming out", f"came out {prep.lower} {told.text}",
                              told.last, category=Category.IDENTITY, day=day)  # fmt: skip
                return begin >= 0
    if lemma not in {"become", "make"}:
        return False
    role = parse.kid(verb, "attr", "oprd", "dobj", "acomp")
    if role is None or (lemma == "make" and parse.kid(verb, "auxpass") is None):
        return False
    told = thing_told(facts, role, limit=6)
    is_parent = role.lower in _PARENTS
    is_role = role.lower in _OCCUPATIONS | _CHIEFS
    if told is None or not (is_parent or is_role):
        return False
    what = "birth" if is_parent else f"became {core(told.text).lower()}"
    what = "citizenship" if role.lower == "citizen" else what
    says = f"{'became' if lemma == 'become' else 'was made'} {told.text}"
    add_milestone(facts, clause, what, says, told.last,
                  category=Category.FAMILY if is_parent else Category.WORK, day=day,
                  significance=0.9 if is_parent else 0.7)  # fmt: skip
    return True
