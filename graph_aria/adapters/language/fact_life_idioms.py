"""Set phrases that tell of a life, where no frame of verb and noun does: "Dad slipped away".

The phrases are a table; what stands around one must state it: no condition, no denial, no plan.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_focus_notes import note_clause
from graph_aria.adapters.language.fact_lasting import (
    ANY_FOCUS,
    EFFORTS,
    EVENTS,
    HARDSHIPS,
    RENOVATED,
    SOLID,
    TOLD_WORKS,
    TREATMENTS,
    is_of,
)
from graph_aria.adapters.language.fact_life import (
    add_focus,
    add_milestone,
    dates_of,
    has_been,
    is_fiction,
    returning,
    span_of,
    when_told,
)
from graph_aria.adapters.language.fact_life_phrases import core, key_of, thing_told
from graph_aria.adapters.language.fact_life_tables import age_told, idioms_in
from graph_aria.adapters.language.fact_life_whose import DAYS_OF, RITE, of_whom
from graph_aria.adapters.language.fact_under_way import under_way
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.naming import is_first_name
from graph_aria.domain.memories import Category, MemoryKind

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.fact_life_tables import Idiom
    from graph_aria.adapters.language.parse import Word
    from graph_aria.domain.reading import ReadDate

_DOUBT: Final = re.compile(
    r"\b(?:if|unless|would|wouldn['’]?t|might|could|should|hope|hoping|wish\w*|imagin\w+|almost|nearly|"
    r"this close|about to|(?<!stop )(?<!stopped )(?<!stopping )going to|gonna|wants?|planning|plans?|will|tomorrow|whether|supposed|maybe|"  # noqa: E501
    r"perhaps|probably|one day|some day|someday|apparently|rumou?r|film|movie|episode|novel about|"
    r"threaten\w*|pretend\w*|joke|joking|lol jk|like I|as though|as if|feels like|would have)\b|"
    r"['’]ll\b|\?",
    re.IGNORECASE,
)
_DOUBTED_AFTER: Final = re.compile(
    r"^ (?:if|unless|once|when)\b|\b(?:hopefully|i hope|maybe|probably|lol|jk|kidding|joke|joking|"
    r"in my dreams|apparently|said no one|misunderstanding|false alarm|"
    r"turned out (?:not|fine|to be)|(?:not|isn['’]t|wasn['’]t) true)\b|\?|"
    r"^(?:(?!\b(?:and|but|so|because|who|which)\b)[^.,;:!])*\bwould(?:n['’]?t)?\b",
    re.IGNORECASE,
)
_FEARED: Final = re.compile(
    r"\b(?:(?:afraid|scared|worried|frightened|terrified)(?! (?:of|about|for|by|when|because)\b)|"
    r"fear(?:s|ed|ing)?|dread(?:s|ed|ing)?|thought|(?P<belief>think|guess|reckon)|thinks|reckons|assumed?|"
    r"suspect(?:s|ed)?|ruled out|(?:misunderstanding|false alarm|mistake)(?: was)?)"
    r"(?! (?:of|about)\b)(?: that)?(?: (?!and\b|but\b|so\b|because\b|since\b|when\b|after\b|it\b)"
    r"[\w'’-]+){0,3} ?$|^(?:(?:and|but|oh),? )?had $",
    re.IGNORECASE,
)
"""What stands before a thing that was feared or thought only: "I was scared that", "Had"."""

_OWN_SELF: Final = re.compile(r"(?: that)? (?:I|we)\b", re.IGNORECASE)

_DENIED: Final = re.compile(
    r"\b(?:not(?! believe)|never|no|nobody|without|hardly)\b|"
    r"(?<!\bca)n['’]?t\b|\bcan['’]?t\b(?! (?:quite |still )?believe)|"
    r"\b(?:do|did|does) not believe\b",
    re.IGNORECASE,
)
_LONGEST: Final = 2_000
"""Characters of a sentence in which frames are looked for: what is longer is a list, and each name
of it could begin one."""
_BEFORE: Final = 24
_AFTER: Final = 160
_WORTH: Final = (
    ANY_FOCUS
    | EFFORTS
    | EVENTS
    | HARDSHIPS
    | SOLID
    | RENOVATED
    | TREATMENTS
    | word_set("facts.focus_fought")
)
_PLAIN: Final = word_set("facts.life_bones") | frozenset({"knee", "back", "hip", "shoulder"})


def read_idioms(facts: Facts, text: str, begin: int, end: int) -> None:  # noqa: C901
    """Add what a set phrase in a sentence tells, unless the sentence told something already.

    Args:
        facts: what was found so far.
        text: the sentence, stated and no question.
        begin: its first word.
        end: the word behind its last.
    """
    if is_fiction(facts, begin):
        return
    is_doubted = _DOUBT.search(text) is not None
    start, stop = facts.parse.words[begin].start, facts.parse.words[end - 1].end
    told = {
        one.kind for one in facts.found.values() if one.start < stop and start < one.end
    }  # fmt: skip
    made: list[tuple[str, tuple[int, int]]] = []
    for idiom in idioms_in(text):
        kind = MemoryKind.FOCUS if idiom.is_focus else MemoryKind.MILESTONE
        if (kind in told and not idiom.is_frame) or any(idiom.what == what for what, _ in made):
            continue
        if is_doubted and not idiom.is_frame:
            continue
        if idiom.is_frame and len(text) > _LONGEST:
            continue
        reach = facts.parse.text[start : stop + (_AFTER if idiom.looks_on else 0)]
        found = idiom.pattern.search(reach)
        if found is None or found.start() >= len(text):
            continue
        if any(found.start() < last and first < found.end() for _, (first, last) in made):
            continue
        if kind in told and not _is_apart(facts, kind, (start, stop), found):
            continue
        if _is_feared(text, found) or (idiom.is_frame and _is_doubted(text, found)):
            continue
        before = text[max(0, found.start() - _BEFORE) : found.start()]
        if _DENIED.search(before.rpartition(".")[2].rpartition(",")[2]):
            continue
        is_told = _focus(facts, idiom, found, begin, end) if idiom.is_focus else (
            _milestone(facts, idiom, found, begin)
        )  # fmt: skip
        if is_told:
            made.append((idiom.what, found.span()))


def _is_feared(text: str, found: re.Match[str]) -> bool:
    """Whether what is found was thought or feared only; of oneself one thinks what one knows."""
    feared = _FEARED.search(text[: found.start()])
    if feared is None or feared["belief"] is None:
        return feared is not None
    return _OWN_SELF.match(text, feared.end("belief")) is None


def _is_doubted(text: str, found: re.Match[str]) -> bool:
    """Whether what a frame finds in a sentence is planned only, or taken back behind it."""
    return bool(_DOUBT.search(text[: found.end()]) or _DOUBTED_AFTER.search(text[found.end() :]))


def _is_apart(
    facts: Facts, kind: MemoryKind, sentence: tuple[int, int], found: re.Match[str]
) -> bool:
    """Whether what a sentence has told already stands in other parts of it than a phrase."""
    text, (start, stop) = facts.parse.text, sentence
    first, last = start + found.start(), start + found.end()
    for one in facts.found.values():
        if one.kind is not kind or one.end <= start or stop <= one.start:
            continue
        between = text[one.end : first] if one.end <= first else text[last : one.start]
        is_apart = one.end <= first or last <= one.start
        if not is_apart or not re.search(r"[,;:–—]", between):
            return False
    return True


def _clip(facts: Facts, found: re.Match[str], begin: int, who: str) -> Clause:
    """The clause of a phrase, within its sentence."""
    clause = note_clause(facts, found, begin, who)
    _, end = facts.parse.sentences[facts.parse.words[begin].sentence]
    return clause if clause.last < end else _within(clause, end - 1)


def _within(clause: Clause, last: int) -> Clause:
    return type(clause)(clause.verb, None, clause.holder, clause.who, False, False, False, None,  # noqa: FBT003
                        clause.first, max(clause.first, last))  # fmt: skip


_FIRST_RACE: Final = re.compile(
    r"(?P<did>\w+) (?:my|his|her|our) first (?P<race>.+)", re.IGNORECASE
)


def _day(facts: Facts, clause: Clause, phrase: re.Match[str], at: int) -> ReadDate | None:
    """When it was: the date in the phrase, else that of its verb, else the one of its sentence."""
    begin, end = facts.parse.sentences[clause.verb.sentence]
    words = facts.parse.words
    all_of_it = [one for one in facts.words.dates
                 if words[begin].start <= one.start < words[end - 1].end]  # fmt: skip
    start = words[at].start
    inside = [one for one in all_of_it
              if start + phrase.start() <= one.start < start + phrase.end()]  # fmt: skip
    is_age = "age" in phrase.groupdict()
    if not inside and not is_age and re.search(r"\d(?!\d*k\b)", phrase[0]):
        return None
    found = inside or list(dates_of(facts, clause.verb)) or all_of_it
    return has_been(facts, found[0]) if len(found) == 1 else None


def _milestone(facts: Facts, idiom: Idiom, found: re.Match[str], begin: int) -> bool:
    who = of_whom(facts, idiom, found, begin)
    if who is None:
        return False
    ex = found.groupdict().get("ex")
    if ex is not None and not is_first_name(ex):
        return False  # one breaks up with sugar, too
    clause = _clip(facts, found, begin, "the user" if idiom.what == "loss" else who)
    if clause.verb.i in facts.claimed:
        return False
    if idiom.what in DAYS_OF:
        name = who.partition(",")[0]
        day = None if RITE.search(found[0]) else _day(facts, clause, found, begin)
        facts.add(
            f"{who} died {when_told(day)}", (clause.first, clause.last), "death",
            kind=MemoryKind.MILESTONE, category=Category.FAMILY, importance=0.85, significance=0.95,
            slot=f"{name}|died", valid=span_of(day), important=returning(day),
        )  # fmt: skip
        return True
    if idiom.is_frame and _is_ahead(facts, found, begin):
        return False
    day = None if idiom.what == "pregnancy" else _day(facts, clause, found, begin)
    said = {name: _told(name, one) for name, one in found.groupdict().items() if one}
    what, says = (_fill(part, said) for part in (idiom.what, idiom.says))
    raced = _FIRST_RACE.search(found[0]) if what == "first time" else None
    if raced is not None:
        race = raced["race"].lower()
        what, says = f"first {race}", f"{raced['did'].lower()} their first {race}"
    add_milestone(facts, clause, what, says, clause.last, category=idiom.category,
                  day=day, returns=not what.startswith("turned "), significance=0.8)  # fmt: skip
    return True


_NEAR: Final = 12
_LEAD_IN: Final = re.compile(
    r"^(?:[\w-]+ )?[\w-]+ing (?:(?:to|for|on|at|against|with|after|about) )?(?=\w)"
)
"""What is done with a thing, which is no part of what it is."""

_OURS: Final = re.compile(r"\b(?:my|our|his|her)\b", re.IGNORECASE)
_PLACE: Final = re.compile(r"\{(\w+)\}")


def _is_ahead(facts: Facts, found: re.Match[str], begin: int) -> bool:
    """Whether a phrase is dated, and on a day that lies ahead: "first day at school on Monday"."""
    start = facts.parse.words[begin].start
    return any(
        start + found.start() <= one.start < start + found.end() + _NEAR
        and one.first_on > facts.said_on
        for one in facts.words.dates
    )


def _told(name: str, words: str) -> str:
    """Words of a phrase in the third person, and an age in figures."""
    return age_told(words) if name == "age" else _OURS.sub("their", words)


def _fill(told: str, said: dict[str, str]) -> str:
    return " ".join(_PLACE.sub(lambda place: said.get(place[1], ""), told).split())


def _focus(facts: Facts, idiom: Idiom, found: re.Match[str], begin: int, end: int) -> bool:
    groups = found.groupdict()
    clause = _clip(facts, found, begin, "the user")
    said = {name: _told(name, one).lower() for name, one in groups.items() if one}
    key, says, last = idiom.what, idiom.says, clause.last
    if idiom.is_frame:
        key = core(_LEAD_IN.sub("", _fill(key, said)))
        says = _fill(says, {name: _told(name, one) for name, one in groups.items() if one})
        span = (clause.first, min(last, end - 1))
        add_focus(facts, clause.verb, span, says, key, stands=idiom.stands,
                  category=idiom.category)  # fmt: skip
        return True
    kin = groups.get("kin") or groups.get("kin2")
    if kin is not None:
        role = kin.lower().removeprefix("my ")
        key, says = key.replace("{kin}", role), says.replace("{kin}", f"their {role}")
    if "{thing}" in says or "{thing}" in key:
        told = _thing(facts, idiom, found, begin, end)
        if told is None:
            return False
        key, says, last = told[0], says.replace("{thing}", told[1]), max(last, told[2])
    add_focus(facts, clause.verb, (clause.first, min(last, end - 1)), says, key,
              stands=idiom.stands, category=idiom.category)  # fmt: skip
    return True


def _thing(  # noqa: PLR0911
    facts: Facts, idiom: Idiom, found: re.Match[str], begin: int, end: int
) -> tuple[str, str, int] | None:
    """Key, telling and last word of what a phrase is about; None if it is nothing that lasts."""
    groups = found.groupdict()
    words = facts.parse.words
    offset = words[begin].start
    if groups.get("thing2") is not None:
        said = groups["thing2"].lower()
        return said, f"the {said}", begin
    if not groups.get("thing"):
        return _spoken_of(facts, begin) if idiom.stands == "dropped" else None
    if groups.get("doing"):
        doing = words[facts.parse.word_at(offset + found.start("doing"))]
        under = under_way(facts, doing)
        return None if under is None else (under.key, under.says, under.last)
    at = facts.parse.word_at(offset + found.start("thing"))
    head: Word | None = None
    while at < end and words[at].tag.startswith(("NN", "JJ", "VBG", "HYPH", "NNP")):
        head = words[at]
        at += 1
    if head is None:
        return None
    is_given = "lessons" in idiom.says or idiom.says.endswith("at hand") or head.tag == "VBG"
    is_given = is_given or (idiom.stands != "on" and not idiom.says.startswith("is done"))
    if head.lower in TOLD_WORKS and idiom.says.startswith("is done"):
        return None
    if not is_given and not is_of(head, _WORTH, facts) and head.lower not in _PLAIN:
        return None
    told = thing_told(facts, head)
    return None if told is None else (key_of(facts, head), told.text, told.last)


def _spoken_of(facts: Facts, begin: int) -> tuple[str, str, int] | None:
    """What the sentence before spoke of: "the marathon … I've pulled out"."""
    number = facts.parse.words[begin].sentence
    for sentence in (number - 1, number):
        if sentence < 0:
            continue
        first, last = facts.parse.sentences[sentence]
        for word in facts.parse.words[first:last]:
            if word.tag.startswith("NN") and is_of(word, ANY_FOCUS | EFFORTS | EVENTS, facts):
                told = thing_told(facts, word)
                if told is not None:
                    return key_of(facts, word), told.text, begin
    return None
