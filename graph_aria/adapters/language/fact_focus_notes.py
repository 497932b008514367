"""What somebody is at, told by notes: "First lesson", "The half marathon is in six weeks"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_clauses import Clause
from graph_aria.adapters.language.fact_lasting import (
    ANY_FOCUS,
    BUILT,
    DONE,
    EFFORTS,
    OWN,
    RENOVATED,
    TOLD_WORKS,
    TREATMENTS,
    is_of,
    is_passing,
)
from graph_aria.adapters.language.fact_life import (
    add_focus,
    day_of,
    since_of,
)
from graph_aria.adapters.language.fact_life_phrases import (
    core,
    key_of,
    thing_told,
    things_of,
)
from graph_aria.adapters.language.fact_under_way import under_way
from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts

_SOUGHT: Final = r"job|house|flat|apartment|home|room"
_CONTEST: Final = (
    r"(?:half |full )?(?:half-)?marathon|triathlon|ironman|ultramarathon|finals|exams?|viva|"
    r"thesis deadline|defen[cs]e|race|audition|recital"
)
_HUNTING: Final = re.compile(
    r"(?:\b(?:I|we)(?:['’](?:m|re|ve)| am| are| have)(?: been| still| now| currently)*|"
    r"^(?:still|been|back to)) "
    rf"(?P<what>{_SOUGHT})[- ]?(?:hunting|searching)\b",
    re.IGNORECASE,
)
_FIRST_TIME: Final = re.compile(
    r"^(?:(?:today|yesterday|it|this|\w+day) was |had |I had )?(?:my |our |the )?(?:very )?first "
    r"(?:(?P<what>[\w-]+) )?(?:session|appointment|lesson|class|round)"
    r"(?: (?:with|of) (?:my |a |the )?(?:new )?(?P<whom>[\w-]+))?",
    re.IGNORECASE,
)
_HEALERS: Final = frozenset({"therapist", "counsellor", "counselor", "psychologist", "shrink"})
_NO_MORE: Final = re.compile(r"^No more (?P<what>[A-Z][\w-]+)[.!]*$")
_LEFT: Final = re.compile(
    r"\b(?:quit|resigned|left|finished|done|over|handed in|gave up|given up|dropped)\b",
    re.IGNORECASE,
)
_DUE: Final = re.compile(
    rf"\b(?:(?:the|my|our) (?P<what>(?:[A-Z]\w+ )?(?:{_CONTEST}))|(?:my|our) (?P<own>wedding))"
    r"(?: (?:itself|now))? "
    r"(?:is|['’]s|are)(?: only| just| now)? (?:in (?:about |only |just )?|(?=\w+ (?:weeks|months) "
    r"(?:away|off|out)))(?:\w+|a few) (?:weeks|months)\b",
    re.IGNORECASE,
)
_PROJECT: Final = re.compile(
    r"^(?:(?:right now|at the moment|these days|currently),? )?(?:my|our) (?:(?:main|big|biggest|"
    r"current|new|only|winter|summer|spring|autumn|side|pandemic|retirement) )*"
    r"(?P<what>project|focus)(?: (?:right now|at the moment|these days|this \w+|now))? "
    r"(?:is|['’]s) (?:now |currently )?(?P<one>.+)$",
    re.IGNORECASE,
)
_IS_DONE: Final = re.compile(
    r"(?<!half )(?<!most of )(?<!part of )\b(?:the|my|our) (?:[\w-]+ ){0,2}?(?P<what>[\w-]+)(?: is|['’]s| are| was| has been) "  # noqa: E501
    r"(?:(?:finally|now|all|officially) )*(?P<how>done|finished|over|complete|handed in|"
    r"submitted)(?=[.,!;:]| and | at last| now|$)|"
    r"\b(?:my|our|the) (?:[\w-]+ ){0,1}?(?P<ended>[\w-]+) (?:has |finally )?(?:ended|finished)(?=[.,!;:]| and | in | on | last |$)",  # noqa: E501
    re.IGNORECASE,
)
_VAGUE_EFFORTS: Final = frozenset(
    {"project", "move", "search", "hunt", "planning", "training", "program", "programme", "campaign",  # noqa: E501
     "research", "diet", "application", "applications", "preparations", "edits", "extension",
     "treatment", "studies"}
)  # fmt: skip
_THATS_DONE: Final = re.compile(
    r"\bthat['’]?s (?:it for )?(?:the|my|our) (?:[\w-]+ ){0,2}?(?P<what>[\w-]+) "
    r"(?P<how>done|finished|over|sorted|submitted)(?=[.,!;:]| and | at last|$)",
    re.IGNORECASE,
)
_NO_MORE_FOR_ME: Final = re.compile(
    r"^no more (?P<what>(?:[\w-]+ )?[\w-]+) for me\b", re.IGNORECASE
)
_DONE_WITH: Final = re.compile(
    r"^(?:(?:and|so|finally|all|officially|at last) )*(?:done|finished) with (?P<what>.+)$",
    re.IGNORECASE,
)
_LAST_TIME: Final = re.compile(
    r"^(?:(?:today|yesterday|it|this|\w+day) was |had )?(?:my |the )?(?:very )?(?:last|final) "
    r"(?:ever )?(?:(?P<what>[\w-]+) )?(?:day|session|appointment|lesson|round|class|dose)"
    r"(?: of (?:my |the )?(?P<of>[\w-]+))?(?=[.,!;]|$| (?:today|yesterday|on|this|at last)\b)",
    re.IGNORECASE,
)
_CLEAR: Final = re.compile(
    r"\b(?:I|they|we)(?:['’]ve| have|['’]m| am)? (?:(?:finally|officially|just|been|was|got|gave me|"  # noqa: E501
    r"given) )*(?:(?:the|an) all[- ]clear|cancer[- ]free|in remission)\b",
    re.IGNORECASE,
)


_GOT: Final = ("milestone|new job", "milestone|house", "milestone|home", "milestone|found")
_NO_LONGER_LOOKING: Final = "The user is no longer looking"


def keep_last_state(facts: Facts) -> None:
    """Of a focus that an entry tells to be under way and then over, keep the end alone.

    A search that is over, in an entry that tells what was found, is done and not given up.
    """
    has_got = any((one.slot or "").startswith(_GOT) for one in facts.found.values())
    for text, one in list(facts.found.items()):
        if has_got and one.value == "dropped" and one.text.startswith(_NO_LONGER_LOOKING):
            del facts.found[text]
            said = one.text.replace(_NO_LONGER_LOOKING, "The user is done looking")
            facts.found[said] = replace(one, text=said, value="done")
    ended = {
        one.slot: one.start for one in facts.found.values()
        if one.kind is MemoryKind.FOCUS and one.value != "on"
    }  # fmt: skip
    for text, one in list(facts.found.items()):
        is_on = one.kind is MemoryKind.FOCUS and one.value == "on"
        if is_on and one.slot in ended and one.start <= ended[one.slot]:
            del facts.found[text]


def note_clause(facts: Facts, found: re.Match[str], begin: int, who: str = "the user") -> Clause:
    """A clause of what a pattern found, to be told as others are."""
    offset = facts.parse.words[begin].start
    first = facts.parse.word_at(offset + found.start())
    last = facts.parse.word_at(offset + found.end() - 1)
    sentence = facts.parse.words[begin].sentence
    inside = facts.parse.words[first : last + 1]
    verb = next((word for word in inside if word.tag.startswith("VB")), inside[-1])
    holder = USER if who == "the user" else -2
    head = verb if verb.sentence == sentence else facts.parse.words[begin]
    return Clause(head, None, holder, who, False, False, False, None, first, last)  # noqa: FBT003


def read_focus_notes(facts: Facts, text: str, begin: int, end: int) -> None:
    """Add what a note tells of what somebody is at."""
    _read_first_time(facts, text, begin)
    _read_noted(facts, begin, end)
    _read_last_time(facts, text, begin)
    found = _HUNTING.search(text)
    if found is not None:
        clause = note_clause(facts, found, begin)
        what = found["what"].lower()
        add_focus(facts, clause.verb, (clause.first, clause.last), f"is looking for a {what}", what,
                  category=Category.WORK if what == "job" else Category.HOME,
                  since=since_of(facts, clause.verb))  # fmt: skip
    found = _DUE.search(text)
    if found is not None:
        clause = note_clause(facts, found, begin)
        told = f"the {found['what']}" if found["what"] else f"their {found['own'].lower()}"
        add_focus(facts, clause.verb, (clause.first, clause.last),
                  f"is preparing for {told}", core(told).lower())  # fmt: skip
    found = _NO_MORE.match(text.strip())
    if found is not None and _LEFT.search(facts.parse.text):
        _drop(facts, found, begin, end)
    found = _PROJECT.match(text)
    if found is not None:
        _read_project(facts, found, begin, end)
    found = _NO_MORE_FOR_ME.match(text)
    if found is not None:
        _drop_for_me(facts, found, begin)
    for pattern, how in ((_THATS_DONE, ""), (_IS_DONE, ""), (_DONE_WITH, "is done with")):
        found = pattern.search(text)
        if found is not None:
            _read_done(facts, found, begin, how)


def _drop(facts: Facts, found: re.Match[str], begin: int, end: int) -> None:
    head = next((w for w in facts.parse.words[begin:end] if w.text == found["what"]), None)
    index = None if head is None else facts.draft.mention_of(head)
    kind = None if index is None else facts.draft.found[index].kind
    if head is None or not head.tag.startswith("NNP") or kind in {
        Kind.PERSON, Kind.PLACE, Kind.ANIMAL
    } or facts.words.date_at(head) is not None:  # fmt: skip
        return
    clause = note_clause(facts, found, begin)
    add_focus(facts, clause.verb, (clause.first, clause.last),
              f"is done with {found['what']}", found["what"].lower(), stands="dropped",
              category=Category.WORK)  # fmt: skip


def _drop_for_me(facts: Facts, found: re.Match[str], begin: int) -> None:
    """Read "No more piano lessons for me"."""
    offset = facts.parse.words[begin].start
    head = facts.parse.words[facts.parse.word_at(offset + found.end("what") - 1)]
    told = thing_told(facts, head)
    if told is not None and is_of(head, ANY_FOCUS, facts):
        clause = note_clause(facts, found, begin)
        add_focus(facts, clause.verb, (clause.first, clause.last),
                  f"gave up {core(told.text).removeprefix('no more ').removeprefix('more ')}",
                  key_of(facts, head), stands="dropped")  # fmt: skip


def _read_last_time(facts: Facts, text: str, begin: int) -> None:
    """Read "Last day of chemo!", "Got the all-clear"."""
    found = _LAST_TIME.match(text)
    for name in ("of", "what"):
        key = "" if found is None else (found[name] or "").lower()
        if found is not None and key in TREATMENTS | DONE:
            clause = note_clause(facts, found, begin)
            add_focus(facts, clause.verb, (clause.first, clause.last), f"finished {key}", key,
                      stands="done",
                      category=Category.HEALTH if key in TREATMENTS else Category.STUDY)  # fmt: skip  # noqa: E501
            return
    found = _CLEAR.search(text)
    if found is not None:
        clause = note_clause(facts, found, begin)
        add_focus(facts, clause.verb, (clause.first, clause.last), "is free of cancer", "cancer",
                  stands="done", category=Category.HEALTH)  # fmt: skip


def _read_noted(facts: Facts, begin: int, end: int) -> None:
    """Read "Working on my dissertation again, …": a note without its subject."""
    words = facts.parse.words
    at = begin
    while at + 1 < end and words[at].lower in {"still", "back", "to", "been", "now", "currently"}:
        at += 1
    verb = words[at]
    if verb.tag != "VBG" or verb.dep not in {"ROOT", "advcl", "ccomp", "dep", "acl"}:
        return
    if verb.i in facts.claimed or is_passing(facts, verb):
        return
    found = under_way(facts, verb)
    if found is not None and any(
        word.tag in {"VBZ", "VBP", "POS"} for word in words[verb.i : found.last]
    ):
        return
    following = words[found.last + 1] if found is not None and found.last + 1 < end else None
    if found is None or (following is not None and following.tag in {"VBZ", "VBP", "VBD", "MD"}):
        return
    add_focus(facts, verb, (at, max(found.last, at)), f"is {found.says}", found.key,
              category=found.category, since=since_of(facts, verb))  # fmt: skip


def _read_first_time(facts: Facts, text: str, begin: int) -> None:
    found = _FIRST_TIME.match(text)
    if found is None:
        return
    what, whom = ((found[name] or "").lower() for name in ("what", "whom"))
    key = "therapy" if whom in _HEALERS else ""
    for name in (what, whom):
        key = key or (name if name in TREATMENTS | ANY_FOCUS | {"driving"} else "")
    if not key:
        return
    clause = note_clause(facts, found, begin)
    day = day_of(facts, clause.verb)
    category = Category.HEALTH if key in TREATMENTS else Category.GOALS
    says = "started driving lessons" if key == "driving" else f"started {key}"
    add_focus(facts, clause.verb, (clause.first, clause.last), says, key, category=category,
              since=None if day is None else day.first_on)  # fmt: skip


def _read_project(facts: Facts, found: re.Match[str], begin: int, end: int) -> None:
    words = facts.parse.words
    at = facts.parse.word_at(words[begin].start + found.start("one"))
    stop = next((word.i for word in words[at:end] if word.tag in {",", ".", ":"}), end)
    told = facts.words.tell(words[at:stop]) if 0 < stop - at <= _LONGEST else None
    head = next((w for w in reversed(words[at:stop]) if w.tag.startswith("NN")), None)
    if (
        told is None
        or head is None
        or words[at].tag not in {"DT", "NN", "NNP", "VBG", "TO", "PRP$"}
    ):
        return
    clause = note_clause(facts, found, begin)
    add_focus(facts, clause.verb, (clause.first, told.last),
              f"has a {found['what'].lower()}: {told.text}", key_of(facts, head))  # fmt: skip


_LONGEST: Final = 9


def _read_done(facts: Facts, found: re.Match[str], begin: int, how: str) -> None:
    words = facts.parse.words
    offset = words[begin].start
    if how:
        at = words[facts.parse.word_at(offset + found.start("what")) - 1]
        head = next(things_of(facts, at), None)
    else:
        name = "what" if found["what"] else "ended"
        head = words[facts.parse.word_at(offset + found.start(name))]
    lead = found[0].split()[0].lower()
    is_mine = lead in {"my", "our"} or bool(how) or "finally" in found[0].lower()
    is_finished = not how and (found["how"] or "").lower() == "finished"
    wanted = (
        BUILT
        | (RENOVATED if is_finished else frozenset())
        | (DONE if is_mine else DONE - TOLD_WORKS)
        | (OWN | EFFORTS if is_mine else frozenset())
        | (EFFORTS - _VAGUE_EFFORTS)
    )
    if head is None or not is_of(head, wanted, facts):
        return
    told = thing_told(facts, head)
    clause = note_clause(facts, found, begin)
    if told is None or clause.verb.i in facts.claimed:
        return
    says = f"{how or 'is done with'} {told.text}"
    category = Category.HEALTH if is_of(head, TREATMENTS, facts) else Category.GOALS
    add_focus(facts, clause.verb, (clause.first, max(told.last, clause.last)), says,
              key_of(facts, head), stands="done", category=category)  # fmt: skip
