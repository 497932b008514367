"""First and last days, what one had done to one's body, and the keys to a home."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_focus_notes import note_clause
from graph_aria.adapters.language.fact_life import add_milestone, day_of
from graph_aria.adapters.language.fact_life_frames import own_clause
from graph_aria.adapters.language.fact_life_phrases import core, is_body, thing_told
from graph_aria.adapters.language.fact_words import base_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category
from graph_aria.domain.reading import USER

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts

_BOUND: Final = re.compile(
    r"(?:^|\b(?:was|is|had|did|finished|survived|after|it['’]s)\b)(?: (?:today|yesterday))?"
    r"(?:(?:today|yesterday|it|this|\w+day) was )?(?:and )?(?P<own>my )?(?:very )?(?P<which>first|last|final) "  # noqa: E501
    r"(?P<unit>day|week|shift|month) (?P<prep>at|as|with|in) (?P<where>(?:the|my|a|an) new \w+|.+)",
    re.IGNORECASE,
)
_FIRST_DAY_OF: Final = re.compile(
    r"\b(?:my|our) (?:[\w-]+ )?(?P<who>son|daughter|youngest|eldest|oldest|little one|boy|girl)['’]s "  # noqa: E501
    r"(?:very )?first day (?:at|of|in) (?:big |primary |secondary |high |nursery |pre)?"
    r"(?P<where>school|nursery|kindergarten|preschool|university|uni|college|reception)\b",
    re.IGNORECASE,
)
_WORKPLACES: Final = word_set("facts.workplaces")
_OCCUPATIONS: Final = word_set("facts.occupations")
_JOBS: Final = frozenset(
    {"job", "work", "office", "firm", "company", "hospital", "practice", "role"}
)
_BODY: Final = word_set("facts.life_bones") | frozenset(
    {"appendix", "tonsils", "gallbladder", "spleen", "thyroid", "womb", "prostate", "kidney",
     "heart", "valve", "lens", "lenses", "cataract", "cataracts", "breast", "breasts", "tumour",
     "tumor", "pacemaker", "stent", "ovaries", "ovary", "lump"}
)  # fmt: skip
_DONE_TO: Final = frozenset(
    {"replaced", "removed", "out", "taken", "operated", "amputated", "fitted"}
)
_KEYS: Final = re.compile(
    r"\b(?:we|I)(?:['’]ve| have)? (?:finally |just )?(?:got|picked up|collected|have|were given|"
    r"were handed)(?: given| handed)? (?:the|our|my) (?:house |flat )?keys\b(?! (?:to|for|of) (?!the new|our|my|the (?:flat|house)))",  # noqa: E501
    re.IGNORECASE,
)
_HOME: Final = re.compile(
    r"\b(?:house|flat|apartment|home|cottage|studio|landlord|estate agent|solicitor|mortgage|"
    r"bedrooms?|moved? in|ours)\b",
    re.IGNORECASE,
)
_NOT_HOME: Final = re.compile(
    r"\b(?:car|rental|bike|van|office|gym|lost|found|fridge|pocket|back|hotel|airbnb|spare|borrowed|"
    r"neighbou?rs?)\b",
    re.IGNORECASE,
)


def read_bounds(facts: Facts, text: str, begin: int, end: int) -> None:
    """Read "First day at Fernhill", "it was my last day at the post office"."""
    child = _FIRST_DAY_OF.search(text)
    if child is not None:
        who = f"the user's {child['who'].lower()}"
        clause = note_clause(facts, child, begin, who)
        add_milestone(facts, clause, f"start of {child['where'].lower()}",
                      f"started {child['where'].lower()}", clause.last, category=Category.FAMILY,
                      day=day_of(facts, clause.verb))  # fmt: skip
        return
    found = _BOUND.search(text)
    if found is None:
        return
    words = facts.parse.words
    at = facts.parse.word_at(words[begin].start + found.start("where"))
    last = at
    while last + 1 < end and words[last + 1].tag.startswith(("NN", "JJ", "HYPH", "POS")):
        last += 1
    head = words[last]
    row = {word.lower for word in words[at : last + 1]}
    is_last = found["which"].lower() != "first"
    is_new = "new" in row and head.lower in _JOBS | _WORKPLACES
    is_work = head.lower in _WORKPLACES and (is_last or is_new)
    is_work = is_work or (is_last and head.lower in {"work", "job", "office"})
    is_as = found["prep"].lower == "as" and head.lower in _OCCUPATIONS
    told = thing_told(facts, head, limit=5)
    if told is None or not (is_body(facts, head) or is_new or is_as or is_work):
        return
    clause = note_clause(facts, found, begin)
    if clause.verb.i in facts.claimed:
        return
    where = f"{found['prep'].lower()} {told.text}"
    what = "new job" if is_new else f"new job {where}" if is_as else f"new job at {core(told.text)}"
    what = f"end of {where}" if is_last else what
    says = f"had their {found['which'].lower()} {found['unit'].lower()} {where}"
    day = day_of(facts, clause.verb)
    add_milestone(facts, clause, what, says, told.last, category=Category.WORK, day=day)


def read_causative(facts: Facts, begin: int, end: int) -> None:
    """Read "I had my appendix out", "Mum had her hip replaced on Thursday"."""
    parse = facts.parse
    for verb in parse.words[begin:end]:
        if base_of(verb) not in {"have", "get"} or verb.tag not in {"VBD", "VBN"}:
            continue
        if verb.i in facts.claimed or parse.kid(verb, "neg") is not None:
            continue
        row = parse.words[verb.i + 1 : min(end, verb.i + 8)]
        part = next((word for word in row if word.lower in _BODY), None)
        if part is None or parse.words[part.i - 1].tag in {"IN", "VBD"}:
            continue
        behind = [word.lower for word in parse.words[part.i + 1 : min(end, part.i + 4)]]
        if not set(behind[:2]) & _DONE_TO or not any(
            word.tag == "PRP$" and word.i < part.i for word in row[:4]
        ):
            continue
        subject = parse.subject(verb)
        if subject is None:
            continue
        name = part.lower
        clause = own_clause(facts, verb, subject.i, part.i + 1)
        if subject.lower not in {"i", "we"}:
            owned = _person(facts, clause, subject.i)
            if owned is None:
                continue
            clause = owned
        add_milestone(facts, clause, f"operation on {name}", f"had an operation on their {name}",
                      part.i + 1, category=Category.HEALTH, day=day_of(facts, verb))  # fmt: skip


def _person(facts: Facts, clause: Clause, subject: int) -> Clause | None:
    index = facts.draft.mention_of(facts.parse.words[subject])
    who = None if index is None or index == USER else facts.words.person(index)
    if who is None or index is None or "the user" not in who:
        return None
    return replace(clause, holder=index, who=who)


def read_keys(facts: Facts, text: str, begin: int) -> None:
    """Read "we got the keys on Friday! The flat is ours"."""
    found = _KEYS.search(text)
    if found is None:
        return
    start = facts.parse.words[begin].start
    around = facts.parse.text[max(0, start - 150) : start + len(text) + 150]
    if _NOT_HOME.search(text) or not _HOME.search(around):
        return
    clause = note_clause(facts, found, begin)
    if clause.verb.i not in facts.claimed:
        add_milestone(facts, clause, "house", "got the keys to their home", clause.last,
                      category=Category.HOME, day=day_of(facts, clause.verb))  # fmt: skip
