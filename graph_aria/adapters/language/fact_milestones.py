"""Dated changes in the user's own life, or of somebody close: weddings, moves, jobs, losses.

What has happened only: no plans, no "if", no "never", no news.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_clauses import is_strung
from graph_aria.adapters.language.fact_draft import objects_of
from graph_aria.adapters.language.fact_known import is_known_by_name
from graph_aria.adapters.language.fact_life import add_milestone, day_of, is_fiction, when_told
from graph_aria.adapters.language.fact_life_phrases import (
    core,
    row_of,
    sentence_text,
    thing_told,
)
from graph_aria.adapters.language.fact_milestone_gains import read_gains
from graph_aria.adapters.language.fact_milestone_moves import read_move
from graph_aria.adapters.language.fact_milestone_standing import read_standing
from graph_aria.adapters.language.fact_milestone_things import read_things
from graph_aria.adapters.language.fact_milestone_ties import read_birth, read_parting
from graph_aria.adapters.language.fact_milestone_work import (
    CHIEFS,
    OCCUPATIONS,
    STUDIED_AT,
    accepted,
    read_becoming,
    read_career_end,
    read_job,
)
from graph_aria.adapters.language.fact_passing import passing_of
from graph_aria.adapters.language.fact_words import base_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category
from graph_aria.domain.reading import USER

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.fact_words import Told
    from graph_aria.adapters.language.parse import Word
    from graph_aria.domain.reading import ReadDate

_QUIT: Final = word_set("facts.quit_objects") - frozenset(
    {"job", "therapy", "medication", "running", "climbing", "football", "piano", "guitar",
     "antidepressants", "breakfast"}
)  # fmt: skip
_FAR: Final = word_set("facts.life_far")
_QUIT_DOINGS: Final = word_set("facts.quit_doings")
_HELPS: Final = frozenset({"have", "'ve", "ve", "’ve", "has", "'s", "had"})
_NOT_SO: Final = frozenset(
    {"will", "'ll", "would", "could", "should", "might", "may", "can", "to", "must", "'d"}
)
_BAD_KIDS: Final = frozenset({"almost", "nearly", "never", "not", "n't", "hardly", "basically"})
_PASTS: Final = frozenset({"got", "lost", "left", "bought", "won", "became", "quit", "moved"})
"""Forms of the past that may be taken for the present, as in "I GOT THE JOB"."""

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
    "widowed": ("loss of a spouse", "was widowed", Category.FAMILY, 0.9),
    "permanent": ("permanent job", "was made permanent", Category.WORK, 0.6),
    "sober": ("sobriety", "got sober", Category.HEALTH, 0.8),
}  # fmt: skip
_NOTED: Final = frozenset(
    {"promoted", "engaged", "fired", "sacked", "hired", "laid", "married", "divorced"}
)
"""What a note may say by itself: "Promoted!"."""

_NEEDS_GET: Final = frozenset({"married", "engaged", "divorced", "separated", "sober", "wed"})
"""What is a standing without "got", unless it is dated."""


def read_milestones(facts: Facts, clause: Clause) -> None:
    """Add what a clause tells to have happened in a life."""
    verb = clause.verb
    if clause.negated or verb.i in facts.claimed or is_fiction(facts, verb.i):
        return
    if read_standing(facts, clause) or not _has_happened(facts, clause):
        return
    role = "" if clause.holder == USER else facts.draft.found[clause.holder].role or ""
    if role in _FAR:
        return  # of somebody close only
    day = day_of(facts, verb)
    if (
        "the user" not in clause.who
        and day is not None
        and is_known_by_name(facts, clause.who, day, verb.i)
    ):
        clause = replace(clause, who=f"{clause.who}, whom the user knows,")
    _ = (
        _read_passive(facts, clause, day) or read_parting(facts, clause, day)
        or read_gains(facts, clause, day) or read_move(facts, clause, day) or read_birth(facts, clause, day)  # noqa: E501
        or read_job(facts, clause, day) or _read_quitting(facts, clause, day)
        or read_career_end(facts, clause, day) or read_becoming(facts, clause, day)
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
    if is_strung(parse, verb):
        return True
    passive = parse.kid(verb, "auxpass")
    was = passive is not None and passive.tag in {"VBD", "VBN"}
    return verb.tag == "VBN" and (bool(helpers & _HELPS) or was)


def _is_got(facts: Facts, clause: Clause, word: Word) -> bool:
    """Whether it is told as an event: "got married", "were married in 2010"."""
    helped = facts.parse.kid(word, "auxpass")
    return base_of(clause.verb) == "get" or (helped is not None and helped.lemma == "get")


def _read_passive(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:  # noqa: C901, PLR0911 - a ladder
    parse, verb = facts.parse, clause.verb
    word: Word | None = verb
    if base_of(verb) in {"get", "make", "be"}:
        word = next((kid for kid in parse.kids(verb) if kid.lower in _PASSIVE
                     and kid.i > verb.i), None)  # fmt: skip
        if base_of(verb) == "be" and (word is None or word.lower not in {"redundant", "permanent"}):
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
    if (
        word.lower in _NEEDS_GET
        and not is_noted
        and not _is_got(facts, clause, word)
        and day is None
    ):
        return False
    if (
        word.lower == "engaged"
        and parse.kid(word, "prep") is not None
        and any(
            prep.lower in {"in", "with"} and facts.words.date_at(what) is None
            for prep, what in objects_of(facts, word, "in", "with")
        )
    ):
        return False
    after = parse.words[word.i + 1].lower if word.i + 1 < len(parse.words) else ""
    if word.lower == "fired" and after == "up":
        return False
    what, says, category, significance = _PASSIVE[word.lower]
    last = max(word.i, verb.i)
    if word.lower == "promoted":
        row = parse.words[word.i + 1 : word.i + 6]
        if after == "to":
            at = next((n for n, one in enumerate(row) if n and _is_post(one)), None)
            told = None if at is None else _post_told(facts, row[1], row[at])
            if told is None:
                return False  # "promoted to favourite aunt"
            says, last = f"{says} to {told.text}", told.last
            what = f"promotion to {core(told.text)}"
    add_milestone(facts, clause, what, says, last, category=category, day=day,
                  significance=significance)  # fmt: skip
    return True


def objects_with(facts: Facts, at: Word) -> bool:
    """Whether "with" or "as" follows a verb: "diagnosed with diabetes"."""
    return any(kid.lower in {"with", "as"} for kid in facts.parse.kids(at, "prep"))


def _post_told(facts: Facts, first: Word, head: Word) -> Told | None:
    """A post with what it is of: "head of the children's library"."""
    words = facts.parse.words
    last, (_, end) = head.i, facts.parse.sentences[head.sentence]
    if last + 1 < end and words[last + 1].lower == "of":
        at = last + 2
        while at < min(end, last + 8) and words[at].tag in _NAMING:
            at += 1
        if words[at - 1].tag.startswith("NN") and facts.words.date_at(words[at - 1]) is None:
            last = at - 1
    return facts.words.tell(words[first.i : last + 1]) or facts.words.tell(
        words[first.i : head.i + 1]
    )


_NAMING: Final = frozenset({"NN", "NNS", "NNP", "NNPS", "JJ", "DT", "PRP$", "POS", "HYPH", "CC"})


def _is_post(word: Word) -> bool:
    return word.lower in OCCUPATIONS | CHIEFS


def _let_go(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:  # noqa: PLR0911 - a ladder
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
    for one in (verb, *parse.kids(verb)):
        if one.lower in {"accepted", "admitted"}:
            return accepted(facts, clause, one, day)
    at = verb if verb.lower == "diagnosed" else next(
        (kid for kid in parse.kids(verb) if kid.lower == "diagnosed"), None
    )  # fmt: skip
    if at is None:
        return False
    if not objects_with(facts, at) and day is not None:
        add_milestone(facts, clause, "diagnosis", "was diagnosed", at.i, category=Category.HEALTH,
                      day=day, significance=0.8, importance=0.85)  # fmt: skip
        return True
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


def _read_quitting(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:  # noqa: PLR0911 - a ladder
    """Read "I've given up coffee", "I quit smoking", "I dropped out of university"."""
    parse, verb = facts.parse, clause.verb
    if clause.holder != USER or clause.is_we or passing_of(facts, clause) is not None:
        return False
    gives_up = base_of(verb) == "give" and any(kid.lower == "up" for kid in parse.kids(verb))
    begin, end = parse.sentences[verb.sentence]
    row = [word.lower for word in parse.words[verb.i + 1 : min(end, verb.i + 4)]]
    if base_of(verb) == "drop" and row[:2] == ["out", "of"] and set(row) & STUDIED_AT:
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
    told = thing_told(facts, thing, limit=5)
    if is_doing:
        told = facts.words.tell([thing] if inner is None else [thing, *row_of(facts, inner)])
    if not (is_doing or is_thing) or told is None or re.search(
        r"\bfor (?:lent|january|a|the|now|one|two|three)\b", sentence_text(facts, verb), re.IGNORECASE  # noqa: E501
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
        category=Category.STUDY if thing.lower in STUDIED_AT else Category.HABITS, day=day,
        importance=0.65, significance=0.4,
    )  # fmt: skip
    return True
