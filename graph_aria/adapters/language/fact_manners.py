"""How the user wants to be called and spoken to, and what is not to be touched."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_words import KIN
from graph_aria.domain.corrections import instead_text
from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.reading import USER, EntryForm

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts

_INSTEAD: Final = re.compile(
    r"\b(?:that|it|this)(?: was|'s| is)(?: actually| really)? my (?P<who>[\w-]+),? "
    r"(?:and )?not me\b",
    re.IGNORECASE,
)
_NEAR: Final = frozenset({"friend", "boss", "colleague", "neighbour", "neighbor", "flatmate"})
_DAYS: Final = r"(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Tomorrow|Later|Back|When|If)"
_NAME: Final = rf"(?P<name>{_DAYS}[A-Z][\w'-]{{1,30}}(?: [A-Z][\w'-]{{1,30}})?)"
_CALL: Final = re.compile(
    rf"(?:^|(?<=[.!?\n] ))(?:[Pp]lease |[Yy]ou can |[Jj]ust )*[Cc]all me {_NAME}(?=[.,!\n]|$)"
)
_MY_NAME: Final = re.compile(rf"\b[Mm]y (?:first |full |real )?name is {_NAME}(?=[.,!\n]| and\b|$)")
_PRONOUNS: Final = re.compile(
    r"\b[Mm]y pronouns are (?P<which>(?:he|she|they|xe|ze|ey)(?:/\w+){1,3})\b"
)
_ASK: Final = re.compile(
    r"(?:^|(?<=[.!?\n] ))[Pp]lease,? (?P<not>don't |do not |never |stop )?"
    r"(?P<verb>keep|be|give|use|write|answer|reply|speak|talk|ask|mention|call|remind|avoid|explain|treat|send|bring|tell|offer|"
    r"suggest|giving|using|asking|mentioning|sending|bringing|offering|calling)\b"
    r"(?P<rest>[^.!?\n;:]{2,80})(?=[.!\n]|$)"
)
_TO_ARIA: Final = re.compile(
    r"\b(?:answers?|repl(?:y|ies)|responses?|advice|emojis?|tone|brief|short|formal|honest|direct|"
    r"blunt|gentle|plain|bullet|exclamation|questions?|jokes|lectures?|compliments?)\b",
    re.IGNORECASE,
)
_TOUCH: Final = frozenset({"ask", "mention", "bring", "talk", "asking", "mentioning", "bringing"})
_MINE: Final = {"me": "them", "my": "their", "your": "its", "yourself": "itself", "you": "it",
                "i": "they", "myself": "themselves"}  # fmt: skip


def read_manners(facts: Facts, form: EntryForm) -> None:
    """Add what the user says to ARIA of how to be called and spoken to."""
    text = facts.parse.text
    for pattern, told, slot in (
        (_CALL, "the user wants to be called {}", "called"),
        (_MY_NAME, "the user's name is {}", "name"),
        (_PRONOUNS, "the user's pronouns are {}", "pronouns"),
    ):
        for found in pattern.finditer(text):
            if _is_quoted(facts, found.start()):
                continue
            facts.add(told.format(found[1]), _span(facts, found), "name", category=(
                Category.COMMUNICATION if slot == "called" else Category.IDENTITY),
                kind=MemoryKind.PREFERENCE if slot == "called" else MemoryKind.FACT,
                importance=0.9, slot=f"the user|{slot}", value=found[1])  # fmt: skip
    if form is EntryForm.TURN:
        for found in _ASK.finditer(text):
            _read_asking(facts, found)


def read_instead(facts: Facts) -> None:
    """Read "No, that was my brother, not me": who it was is told of what was said before."""
    for at in sorted(facts.corrects):
        if at >= len(facts.parse.sentences):
            continue
        begin, end = facts.parse.sentences[at]
        words = facts.parse.words
        start = words[begin].start
        found = _INSTEAD.search(facts.parse.text[start : words[end - 1].end])
        if found is None or found["who"].lower() not in KIN | _NEAR or facts.draft.quoted[begin]:
            continue
        facts.add(instead_text(f"the user's {found['who'].lower()}"), (begin, end - 1), "instead",
                  kind=MemoryKind.CORRECTION, category=Category.FAMILY, importance=0.7,
                  takes_back=True)  # fmt: skip


def _is_quoted(facts: Facts, offset: int) -> bool:
    at = facts.parse.word_at(offset)
    return at >= 0 and facts.draft.quoted[at]


def _span(facts: Facts, found: re.Match[str]) -> tuple[int, int]:
    first = max(0, facts.parse.word_at(found.start()))
    return first, max(first, facts.parse.word_at(found.end() - 1))


def _read_asking(facts: Facts, found: re.Match[str]) -> None:
    is_about = found["verb"] in _TOUCH
    if _is_quoted(facts, found.start()) or not (is_about or _TO_ARIA.search(found["rest"])):
        return
    words = [_MINE.get(word.lower(), word) for word in found["rest"].split()]
    denied = "not to " if found["not"] and found["not"].strip() != "stop" else "to "
    stops = "stop " if found["not"] and found["not"].strip() == "stop" else ""
    boundary = is_about and bool(found["not"])
    facts.add(
        f"the user asks ARIA {denied}{stops}{found['verb']} {' '.join(words)}",
        _span(facts, found), "manner", kind=MemoryKind.PREFERENCE,
        category=Category.BOUNDARIES if boundary else Category.COMMUNICATION,
        importance=0.8,
    )  # fmt: skip


def read_boundaries(facts: Facts, clause: Clause) -> None:
    """Read "I don't want to talk about my father", "I don't like being called Bob"."""
    parse, verb = facts.parse, clause.verb
    is_no = clause.negated and verb.lemma in {"want", "like"} and clause.is_present
    below = parse.kid(verb, "xcomp")
    if not is_no or clause.holder != USER or clause.is_we or below is None:
        return
    is_talk = below.lemma in {"talk", "speak", "discuss"} and verb.lemma == "want"
    is_call = below.lemma == "call" and below.tag == "VBN"
    is_touch = below.lemma in {"touch", "hug", "photograph"} and below.tag == "VBN"
    if not (is_talk or is_call or is_touch):
        return
    told = facts.words.phrase(below, without=parse.kids(below, "aux", "advcl", "punct"), limit=9)
    if told is None or (is_talk and parse.kid(below, "prep", "dobj") is None):
        return
    lead = "to " if below.tag == "VB" else ""
    being = next((kid.lower for kid in parse.kids(below, "auxpass")), "")
    link = f"{lead}{being} " if being else lead
    facts.add(
        f"the user does not {verb.lemma} {link}{told.text.removeprefix(being).strip()}",
        (clause.first, told.last), "boundary", kind=MemoryKind.PREFERENCE,
        category=Category.BOUNDARIES, importance=0.8, significance=0.4,
    )  # fmt: skip
