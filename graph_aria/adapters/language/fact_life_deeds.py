"""What others did to the user: "they offered me the job", "she left me for her teacher".

Whoever did it may be a pronoun, a firm or "they": it changed the user's life all the same.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_clauses import is_real
from graph_aria.adapters.language.fact_life import add_milestone, day_of, is_fiction
from graph_aria.adapters.language.fact_life_frames import own_clause, reached
from graph_aria.adapters.language.fact_life_phrases import core, lead_of, sentence_text, thing_told
from graph_aria.adapters.language.fact_milestone_work import CHIEFS, OCCUPATIONS
from graph_aria.adapters.language.fact_words import base_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import stance_of
from graph_aria.domain.memories import Category
from graph_aria.domain.reading import Polarity

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word
    from graph_aria.domain.reading import ReadDate

_ME: Final = frozenset({"me", "us"})
_GIVEN: Final = frozenset(
    {"job", "position", "role", "post", "promotion", "place", "contract", "internship",
     "apprenticeship", "scholarship", "grant", "custody", "tenure", "award", "visa", "citizenship"}
)  # fmt: skip
_PARTNERS: Final = word_set("facts.life_partners")
_YES: Final = re.compile(
    r"\b(?:said|say|saying|shouted|yelled|SAID) yes\b|\byes,? of course\b", re.IGNORECASE
)
_NO: Final = re.compile(
    r"\b(?:said no|turned (?:it|them|him|her) down|declined|refused|n't take it)\b", re.IGNORECASE
)
_STAYS: Final = re.compile(
    r"\b(?:alone|behind|waiting|hanging|standing|speechless|cold|in (?:the|a|peace|charge|stitches|"
    r"tears|bits)|at the|with (?:the|a|my|his|her)|on (?:the|read)|a |an |the |some |to |for "
    r"(?:work|a|an|the|\d|two|three|five|ten|hours|lunch|dinner|dead))\b",
    re.IGNORECASE,
)
_ROUND: Final = frozenset({"will", "would", "could", "should", "might", "may", "can", "to", "'ll"})


def read_deeds(facts: Facts) -> None:
    """Add what others did to the user that changed their life."""
    parse, draft = facts.parse, facts.draft
    for verb in parse.words:
        if verb.tag not in {"VBD", "VBN"} or verb.i in facts.claimed or draft.quoted[verb.i]:
            continue
        subject = parse.kid(verb, "nsubj")
        if subject is None or subject.lower in {"i", "we", "you", "who", "that", "it"}:
            continue
        begin, end = parse.sentences[verb.sentence]
        helpers = {kid.lower for kid in parse.kids(verb, "aux", "auxpass", "neg")}
        if helpers & (_ROUND | {"n't", "not", "never"}) or verb.dep in {"relcl", "acl"}:
            continue
        if stance_of(parse, verb).polarity is not Polarity.ASSERTED:
            continue
        if not is_real(draft, begin, end) or is_fiction(facts, verb.i):
            continue
        if any(kid.lower in {"almost", "nearly", "if", "when"} for kid in parse.kids(verb)):
            continue
        _ = _read_given(facts, verb, subject) or _read_left(facts, verb, subject) or (
            _read_asked(facts, verb, subject)
        )  # fmt: skip


def _hits_me(facts: Facts, verb: Word) -> Word | None:
    """The "me" that a verb is done to."""
    for kid in facts.parse.kids(verb, "dobj", "dative"):
        if kid.lower in _ME and kid.i > verb.i:
            return kid
        inner = facts.parse.kid(kid, "pobj")
        if kid.dep == "dative" and inner is not None and inner.lower in _ME:
            return inner
    after = facts.parse.words[verb.i + 1] if verb.i + 1 < len(facts.parse.words) else None
    return after if after is not None and after.lower in _ME else None


def _read_given(facts: Facts, verb: Word, subject: Word) -> bool:  # noqa: C901, PLR0911
    me, lemma, day = _hits_me(facts, verb), base_of(verb), day_of(facts, verb)
    text = sentence_text(facts, verb)
    if me is None or _NO.search(facts.parse.text[verb.start : verb.start + 300]):
        return False
    clause = own_clause(facts, verb, subject.i, me.i)
    if lemma in {"hire", "employ"}:
        return _add(facts, clause, day, "new job", "was hired", me.i, Category.WORK)
    if lemma == "promote":
        return _add(facts, clause, day, "promotion", "got promoted", me.i, Category.WORK)
    if lemma in {"offer", "give", "award", "grant", "get"}:
        for path, thing in reached(facts, verb):
            told = thing_told(facts, thing, limit=6)
            is_it = thing.lower in _GIVEN and lead_of(facts, thing) in {"the", "a", "an", "my", ""}
            after = (
                facts.parse.words[thing.i + 1].lower if thing.i + 1 < len(facts.parse.words) else ""
            )
            if path == "" and is_it and told is not None and after not in {"of", "to"}:
                what = "new job" if thing.lower in {"job", "position", "role", "post"} else (
                    f"new {thing.lower}"
                )  # fmt: skip
                says = f"{'was offered' if lemma == 'offer' else 'got'} {told.text}"
                return _add(facts, clause, day, what, says, told.last, Category.WORK)
    if lemma in {"make", "appoint", "name", "elect"}:
        for _path, role in reached(facts, verb):
            told = thing_told(facts, role, limit=5)
            if role.lower in CHIEFS | OCCUPATIONS and told is not None and role.i > me.i:
                return _add(facts, clause, day, "promotion", f"was made {told.text}", told.last,
                            Category.WORK)  # fmt: skip
    if lemma == "accept" and re.search(r"\b(?:on|onto|into|to|at|as) ", text):
        for path, school in reached(facts, verb):
            told = thing_told(facts, school, limit=5)
            if path in {"on", "onto", "into", "to", "at"} and told is not None and school.lower in {
                "course", "programme", "program", "university", "college", "school", "degree"
            }:  # fmt: skip
                return _add(facts, clause, day, f"place at {core(told.text)}",
                            f"got a place at {told.text}", told.last, Category.STUDY)  # fmt: skip
    return False


def _read_left(facts: Facts, verb: Word, subject: Word) -> bool:
    """Read "she left me for her teacher", "he dumped me by text", "he broke up with me"."""
    lemma = base_of(verb)
    me = _hits_me(facts, verb)
    is_pronoun = subject.lower in {"he", "she", "they"}
    is_partner = subject.lower in _PARTNERS
    if not (is_pronoun or is_partner or subject.tag == "NNP"):
        return False
    day = day_of(facts, verb)
    is_up = lemma in {"break", "split"} and any(
        path == "up with" and what.lower in _ME for path, what in reached(facts, verb)
    )
    if not is_up and (me is None or lemma not in {"leave", "dump", "divorce"}):
        return False
    if lemma == "leave" and me is not None:
        rest = facts.parse.text[me.end : me.end + 40]
        is_for = re.match(
            r"\s+for (?:his|her|their|another|someone|somebody|a (?:man|woman|girl|guy))\b", rest
        )
        is_dated = day is not None and is_partner
        if is_for is None and (not is_dated or _STAYS.match(rest.strip())):
            return False
    last = verb.i if me is None else me.i
    clause = own_clause(facts, verb, subject.i, last)
    return _add(facts, clause, day, "separation", "and their partner broke up", last,
                Category.FAMILY)  # fmt: skip


def _read_asked(facts: Facts, verb: Word, subject: Word) -> bool:
    """Read "he proposed, and I said yes", "she asked me to marry her"."""
    lemma = base_of(verb)
    rest = facts.parse.text[verb.start : verb.start + 400]
    is_asked = lemma == "ask" and re.match(r"\w+ me to marry|\w+ me if I['’]d marry", rest)
    is_proposed = lemma == "propose" and facts.parse.kid(verb, "dobj") is None
    to_whom = re.match(r"\w+ to (?!me\b|us\b)", rest)
    if not (is_asked or is_proposed) or to_whom or _NO.search(rest) or not _YES.search(rest):
        return False
    if not (subject.tag in {"PRP", "NNP", "NN"} or subject.lower in _PARTNERS):
        return False
    clause = own_clause(facts, verb, subject.i, verb.i)
    return _add(facts, clause, day_of(facts, verb), "engagement", "got engaged", verb.i,
                Category.FAMILY)  # fmt: skip


def _add(
    facts: Facts,
    clause: Clause,
    day: ReadDate | None,
    what: str,
    says: str,
    last: int,
    category: Category,
) -> bool:  # fmt: skip
    add_milestone(facts, clause, what, says, last, category=category, day=day,
                  significance=0.8)  # fmt: skip
    return True
