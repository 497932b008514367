"""Weddings, partings and births."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_draft import objects_of
from graph_aria.adapters.language.fact_life import add_milestone
from graph_aria.adapters.language.fact_life_phrases import (
    lead_of,
    sentence_text,
    thing_told,
)
from graph_aria.adapters.language.fact_words import base_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word
    from graph_aria.domain.reading import ReadDate

_PARTNERS: Final = word_set("facts.life_partners")
CHILDREN: Final = word_set("facts.life_children")


def _is_partner(facts: Facts, word: Word) -> bool:
    """Whether a word means somebody whom one may marry or part from."""
    index = facts.draft.mention_of(word)
    kind = None if index is None else facts.draft.found[index].kind
    return (
        word.lower in _PARTNERS
        or kind is Kind.PERSON
        or word.lower in {"him", "her"}
        or (kind is None and word.ent == "PERSON")
    )


def read_parting(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:  # noqa: C901, PLR0911 - a ladder
    """Read "we broke up", "I married Tom", "my husband left me", "we eloped"."""
    parse, verb = facts.parse, clause.verb
    lemma, thing = base_of(verb), parse.kid(verb, "dobj")
    words = parse.words
    after = words[verb.i + 1].lower if verb.i + 1 < len(words) else ""
    if lemma == "marry" and parse.kid(verb, "auxpass") is None:
        is_whom = thing is not None and (
            _is_partner(facts, thing) or thing.lower in {"man", "woman", "guy", "girl", "love"}
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
    if lemma == "divorce" and thing is not None and not _is_partner(facts, thing):
        return False
    if lemma == "divorce" and clause.subject is not None and parse.kid(verb, "auxpass") is None:
        add_milestone(facts, clause, "divorce", "got divorced", verb.i, category=Category.FAMILY,
                      day=day, significance=0.9)  # fmt: skip
        return True
    role = "" if clause.holder == USER else facts.draft.found[clause.holder].role or ""
    is_ours = clause.holder == USER or role in _PARTNERS
    if (
        lemma == "propose"
        and thing is None
        and is_ours
        and (re.search(r"\byes\b|\bto me\b", sentence_text(facts, verb), re.IGNORECASE))
    ):
        ours = replace(clause, holder=USER, who="the user")
        add_milestone(facts, ours, "engagement", "got engaged", verb.i,
                      category=Category.FAMILY, day=day, significance=0.9)  # fmt: skip
        return True
    is_up = (lemma == "break" and after == "up") or (lemma == "split" and after == "up")
    following = words[verb.i + 2] if verb.i + 2 < len(words) else verb
    is_up = is_up and not re.search(
        r"\b(?:band|gig|group|team|teams)\b", facts.parse.text, re.IGNORECASE
    )
    is_up = is_up and following.tag not in {"DT", "TO", "PRP$", "NN", "NNS"}
    is_up = is_up or (
        lemma == "separate"
        and thing is None
        and clause.is_we
        and not any(kid.lower in {"at", "into", "for"} for kid in parse.kids(verb, "prep"))
    )
    is_two = clause.is_we or clause.is_joint or any(
        _is_partner(facts, what)
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
        says = "left" if lemma == "leave" else "broke up with"
        ours = replace(clause, holder=USER, who="the user")
        add_milestone(facts, ours, "separation", f"was left by their {role}" if says == "left"
                      else f"was broken up with by their {role}",
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
        return (
            day is not None and facts.words.date_at(words[min(at + 1, len(words) - 1)]) is not None
        )
    return after.tag in {".", ",", ":", "CC"} or after.lower in {"for", "after", "when", "because"} or (  # noqa: E501
        facts.words.date_at(after) is not None
    )  # fmt: skip


def words_after(words: Sequence[Word], at: int) -> str:
    """The word behind another, in lower case; "" at the end."""
    return words[at + 1].lower if at + 1 < len(words) else ""


def read_birth(facts: Facts, clause: Clause, day: ReadDate | None) -> bool:
    """Read "I gave birth", "my brother had a baby girl"; whether it is told."""
    parse, verb = facts.parse, clause.verb
    lemma, thing = base_of(verb), parse.kid(verb, "dobj")
    if lemma == "give" and thing is not None and thing.lower == "birth":
        add_milestone(facts, clause, "birth", "gave birth", thing.i, category=Category.FAMILY,
                      day=day, significance=0.95)  # fmt: skip
        return True
    is_name = lemma == "welcome" and thing is not None and thing.tag == "NNP" and re.search(
        r"\b(?:little|baby|world|daughter|son|born)\b", sentence_text(facts, verb), re.IGNORECASE
    )  # fmt: skip
    if is_name and clause.holder == USER and thing is not None:
        add_milestone(facts, clause, "birth", "had a baby", thing.i, category=Category.FAMILY,
                      day=day, significance=0.95)  # fmt: skip
        return True
    if lemma in {"have", "welcome"} and thing is not None and thing.lower in CHILDREN:
        lead = lead_of(facts, thing)
        is_new = thing.lower in {"baby", "twins", "triplets"} or lemma == "welcome" or (
            day is not None
        )  # fmt: skip
        told = thing_told(facts, thing, limit=5)
        is_own = lead in {"", "a", "an", "our", "my", "her", "his", "their"}
        after = words_after(parse.words, thing.i)
        is_guest = after in {"over", "round", "around"} or any(
            kid.lower in {"over", "round", "around"} for kid in parse.kids(verb)
        )
        if (
            is_new
            and is_own
            and told is not None
            and not is_guest
            and not parse.kids(verb, "xcomp", "ccomp")
        ):
            says = f"{'had' if lemma == 'have' else 'welcomed'} {told.text}"
            add_milestone(facts, clause, "birth", says, told.last, category=Category.FAMILY,
                          day=day, significance=0.95)  # fmt: skip
            return True
    is_child = clause.holder != USER and ((facts.draft.found[clause.holder].role or "") in CHILDREN)
    is_born = lemma == "bear" and parse.kid(verb, "nsubjpass") is not None
    if is_child and is_born and (day is None or day.first_on != day.last_on):
        add_milestone(facts, clause, "birth", "was born", verb.i, category=Category.FAMILY,
                      day=day, significance=0.95)  # fmt: skip
        return True
    return False
