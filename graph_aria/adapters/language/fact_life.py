"""What a focus and a milestone share: whose it is, when it was, and how it is kept."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_life_at_hand import at_hand
from graph_aria.adapters.language.fact_life_phrases import NOT_ON
from graph_aria.adapters.language.fact_words import ROUGH, base_of, day_words, written
from graph_aria.domain.memories import Category, ImportantDate, MemoryKind
from graph_aria.domain.reading import USER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word
    from graph_aria.domain.reading import ReadDate

_EARLIEST: Final = 1900
"""Nobody who writes was there before."""

_MONTHS: Final = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_YEARLESS: Final = re.compile(
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTHS})|"
    rf"(?:{_MONTHS}) (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)\.?",
    re.IGNORECASE,
)
"""A day and a month alone, of which the year is not said."""

_NO_DAY: Final = re.compile(
    r"\b(?:31(?:st)?(?: of)? (?:feb|apr|jun|sep|nov)|(?:feb|apr|jun|sep|nov)\w* 31)|"
    r"\b30(?:th)?(?: of)? feb|\bfeb\w* 30",
    re.IGNORECASE,
)
_AGO: Final = re.compile(
    r"\bweeks? (?:ago|back)\b(?! (?:today|to the day)\b)|\ba few\b|\babout\b", re.IGNORECASE
)
_AGAIN: Final = re.compile(
    r"(?: (?!and\b|but\b)\w+){0,3} "
    r"(?:again|(?:a|the|for (?:a|the)) (?:second|third|fourth) time)\b",
    re.IGNORECASE,
)
"""Another wedding than the first."""

_EXACT_BEFORE: Final = re.compile(
    r"\b(?:today|(?:on )?this (?:very )?day),? (?:exactly )?$", re.IGNORECASE
)
_EXACT_AFTER: Final = re.compile(
    r",? (?:to the day|today|(?:on )?this (?:very )?day)\b", re.IGNORECASE
)
_YEARS_AGO: Final = re.compile(
    r",? (?:exactly )?[\w-]+ (?:years?|months?|weeks?|decades?) ago\b", re.IGNORECASE
)
_NEAR: Final = 24
_JUST_NOW: Final = 31
"""Days after which nobody says the year of whatever has happened."""

_HALF_A_YEAR: Final = 183
"""The same for what nobody speaks of by its day for ever."""

_KEPT_DAYS: Final = frozenset({"wedding", "remarriage", "birth"})
"""What people name by its day alone for ever: "we married on 3 May"."""

_FINITE: Final = frozenset({"VBP", "VBZ", "VBD", "MD"})


def dates_of(facts: Facts, verb: Word, *, also: int | None = None) -> Iterator[ReadDate]:
    """The dates in a sentence that belong to one verb of it, in order.

    Args:
        facts: what was found so far.
        verb: the verb.
        also: a verb that may stand between, such as the one that it hangs on.
    """
    parse = facts.parse
    words = parse.words
    begin, end = parse.sentences[verb.sentence]
    own = {verb.i, also} | {kid.i for kid in parse.kids(verb, "aux", "auxpass")}
    for one in facts.words.dates:
        if not words[begin].start <= one.start < words[end - 1].end:
            continue
        first, last = parse.word_at(one.start), parse.word_at(one.end - 1)
        between = words[verb.i + 1 : first] if first > verb.i else words[last + 1 : verb.i]
        subject = parse.kid(verb, "nsubj", "nsubjpass")
        if (
            first < verb.i
            and subject is not None
            and last < subject.i
            and verb.dep == "conj"
            and (any(word.dep == "cc" for word in between))
        ):  # "I left in 2022 and my daughter was born here": the date is of what stands before
            continue
        if _is_denied(facts, first):
            continue
        if not any(word.tag in _FINITE and word.i not in own for word in between):
            yield one


def _is_denied(facts: Facts, first: int) -> bool:
    """Whether a date is one on which it was not: "in 2018, not in 2019"."""
    words = facts.parse.words
    row = [word.lower for word in words[max(0, first - 2) : first]]
    return row[-1:] == ["not"] or (row[:1] == ["not"] and row[-1] in {"in", "on", "at"})


def day_of(facts: Facts, verb: Word, *, also: int | None = None) -> ReadDate | None:
    """When it was what a verb tells; None if that is not said, or cannot have been."""
    words = facts.parse.words
    found = [
        one
        for one in dates_of(facts, verb, also=also)
        if words[max(0, facts.parse.word_at(one.start) - 1)].lower not in NOT_ON
        and words[facts.parse.word_at(one.start)].lower not in NOT_ON
    ]
    if len(found) > 1:  # "today five years ago"
        found = [one for one in found if not _is_that_day(facts, one)]
    if len(found) > 1:  # "we met in 2009 and married on 7 July 2012"
        found = [one for one in found if one.start > verb.start]
    if len(found) != 1:
        return None if found else at_hand(facts, verb)
    is_either = verb.lower == base_of(verb)  # "I quit on 31 October": so no day ahead was meant
    return has_been(facts, _year_before(facts, found[0]) if is_either else found[0])


def _is_that_day(facts: Facts, day: ReadDate) -> bool:
    """Whether "today" only says that it was on this very day, years ago."""
    after = facts.parse.text[day.end : day.end + _NEAR]
    return day.words.lower() == "today" and _YEARS_AGO.match(after) is not None


def _year_before(facts: Facts, day: ReadDate) -> ReadDate:
    """A day without a year that was read as ahead, as the last such day."""
    if not is_yearless(day) or day.first_on <= facts.said_on:
        return day
    if (day.first_on.month, day.first_on.day) == (2, 29):
        return day
    last = day.first_on.replace(year=day.first_on.year - 1)
    return replace(day, first_on=last, last_on=last)


def _to_the_day(facts: Facts, day: ReadDate) -> ReadDate:
    """A day of years ago as exact as it is told: "five years ago to the day"."""
    before = facts.parse.text[max(0, day.start - _NEAR) : day.start]
    after = facts.parse.text[day.end : day.end + _NEAR]
    is_exact = _EXACT_BEFORE.search(before) or _EXACT_AFTER.match(after)
    return replace(day, words=f"{day.words} to the day") if is_exact else day


def has_been(facts: Facts, day: ReadDate) -> ReadDate | None:
    """A date if something may have happened on it already."""
    begin, end = facts.parse.sentences[facts.parse.words[facts.parse.word_at(day.start)].sentence]
    words = facts.parse.words
    around = facts.parse.text[words[begin].start : words[end - 1].end]
    is_past = day.first_on.year >= _EARLIEST and day.first_on <= facts.said_on
    if not is_past or _NO_DAY.search(around):
        return None
    if ROUGH.search(day.words) or _AGO.search(day.words):
        return _to_the_day(facts, day)
    return _of_late(day, facts.said_on, _JUST_NOW)


def _of_late(day: ReadDate, said_on: date, within: int) -> ReadDate:
    """A day without a year with that of the last such day, if that is at most so long ago."""
    if is_yearless(day) and 0 <= (said_on - day.first_on).days <= within:
        return replace(day, words=f"{day.words} {day.first_on.year}")
    return day


def since_of(facts: Facts, verb: Word) -> date | None:
    """Since when it goes on what a verb tells, if that was said."""
    words = facts.parse.words
    for one in dates_of(facts, verb):
        at = facts.parse.word_at(one.start)
        lead = {words[at].lower, words[max(0, at - 1)].lower}
        if lead & {"since", "from"} and has_been(facts, one) is not None:
            return one.first_on
    return None


def is_yearless(day: ReadDate) -> bool:
    """Whether a date names a day and a month, and no year."""
    return _YEARLESS.fullmatch(day.words.strip()) is not None


def when_told(day: ReadDate | None) -> str:
    """When it was, as it is told for ever; "" if it is not known."""
    if day is None:
        return ""
    if is_yearless(day):
        return "on " + written(day.first_on).rpartition(" ")[0]
    return day_words(day)


def returning(day: ReadDate | None) -> ImportantDate | None:
    """The day that returns every year, without a year where none was said."""
    if day is None or day.first_on != day.last_on:
        return None
    if ROUGH.search(day.words) or _AGO.search(day.words):
        return None
    year = None if is_yearless(day) else day.first_on.year
    return ImportantDate(day.first_on.month, day.first_on.day, year)


def span_of(day: ReadDate | None) -> tuple[date, date] | None:
    """First and last day of what is dated; None without a year."""
    if day is None or is_yearless(day):
        return None
    return day.first_on, day.last_on


def whose_of(who: str) -> str:
    """Whose it is, in a slot: "user", "sister clara"."""
    who = who.partition(",")[0]
    return who.removeprefix("the user's ").removeprefix("the ").lower()


def add_milestone(  # noqa: PLR0913 - a memory has that many sides
    facts: Facts,
    clause: Clause,
    what: str,
    says: str,
    last: int,
    *,
    category: Category,
    significance: float = 0.7,
    importance: float = 0.75,
    day: ReadDate | None = None,
    returns: bool = True,
    reason: str | None = None,
) -> None:
    """Add what changed in a life.

    Args:
        facts: what was found so far.
        clause: says it.
        what: what it is, in a form that is equal however it is put: "move to ghent".
        says: what is told of whoever it is of: "moved to Ghent".
        last: the last word of what says it.
        category: what part of a life it is about, if it is the user's own.
        significance: how much it means, 0 to 1.
        importance: 0 to 1.
        day: when it was, or None.
        returns: whether its day is one that returns every year.
        reason: why, or None.
    """
    which = ""
    if day is not None and what not in _KEPT_DAYS:
        day = _of_late(day, facts.said_on, _HALF_A_YEAR)
    if what == "wedding" and _AGAIN.match(facts.parse.text[clause.verb.end :]):
        which, says = "again", f"{says} again"
    elif what == "remarriage":
        what, which = "wedding", "again"
    is_user = clause.holder == USER
    near = Category.FRIENDS if " friend" in clause.who else Category.FAMILY
    when = when_told(day)
    says = says.replace(f"{clause.who}'s", "their")
    if "the user" in clause.who:  # of others nothing is kept, and a frame may know who it is
        facts.claim(clause.verb)
    facts.add(
        f"{clause.who} {says} {when if when and when not in says else ''}",
        (clause.first, max(last, _until(facts, day, clause))), "milestone",
        kind=MemoryKind.MILESTONE, category=category if is_user else near,
        importance=importance if is_user else importance - 0.15,
        significance=significance if is_user else significance - 0.2,
        reason=reason or facts.reason(clause), important=returning(day) if returns else None,
        valid=span_of(day), slot=f"milestone|{what}|{whose_of(clause.who)}", value=which,
    )  # fmt: skip


def _until(facts: Facts, day: ReadDate | None, clause: Clause) -> int:
    """The last word of a quote that holds the date."""
    if day is None:
        return clause.verb.i
    at = facts.parse.word_at(day.end - 1)
    return at if facts.parse.words[at].sentence == clause.verb.sentence else clause.verb.i


def add_focus(  # noqa: PLR0913 - a memory has that many sides
    facts: Facts,
    verb: Word,
    span: tuple[int, int],
    says: str,
    key: str,
    *,
    stands: str = "on",
    category: Category = Category.GOALS,
    since: date | None = None,
    until: date | None = None,
    reason: str | None = None,
) -> None:
    """Add what the user is working on or dealing with, or that it is over.

    Args:
        facts: what was found so far.
        verb: the verb that says it.
        span: first and last word of what says it.
        says: what is told of the user: "is writing their thesis".
        key: what it is, however it is put: "thesis".
        stands: "on", "done" or "dropped".
        category: what part of a life it is about.
        since: the first day of when it began, or None.
        until: the last day of when it ended, or None.
        reason: why, or None.
    """
    facts.claim(verb)
    facts.add(
        f"the user {says}", span, "focus", kind=MemoryKind.FOCUS, category=category,
        importance=0.7, significance=0.4, reason=reason, valid=(since, until),
        slot=f"focus|{key}", value=stands,
    )  # fmt: skip


_SUPPOSED: Final = re.compile(
    r"\b(?:hypothetically|theoretically|let['’]?s say|say (?:a|an|the|my|I|you|they)\b|suppose|imagine|"  # noqa: E501
    r"back ?story|d ?& ?d|dnd|what if|for (?:my|a|the) (?:story|novel|character|screenplay|writing group))",  # noqa: E501
    re.IGNORECASE,
)


def is_supposed(facts: Facts, at: int) -> bool:
    """Whether the sentence of a word only supposes: "hypothetically, say a firm hired me"."""
    words = facts.parse.words
    begin, end = facts.parse.sentences[words[at].sentence]
    return _SUPPOSED.search(facts.parse.text[words[begin].start : words[end - 1].end]) is not None


_FICTION: Final = re.compile(
    r"\b(?:dreamt|dreamed|(?:weird|strange|odd|bad|vivid|stupid|another|same|my|a|the|last night's) "  # noqa: E501
    r"dream(?!s? (?:job|house|home|holiday))|nightmare|sims?|role[- ]?play\w*|dungeons|"
    r"video ?games?|monopoly|minecraft|stardew|the plot|my character|improv|fortune[- ]teller|"
    r"horoscope|tarot|soap opera|watch(?:ed|ing) (?:a|an|the|that) (?:[\w-]+ )?(?:film|movie|series|"  # noqa: E501
    r"show|documentary))\b",
    re.IGNORECASE,
)
_AWAKE: Final = re.compile(r"\b(?:woke|awake|in real life|meanwhile|actually)\b", re.IGNORECASE)


def is_fiction(facts: Facts, at: int) -> bool:
    """Whether what a sentence tells belongs to a dream, a game or a film told of just before."""
    words, sentences = facts.parse.words, facts.parse.sentences
    number = words[at].sentence
    first = sentences[max(0, number - 2)][0]
    text = facts.parse.text[words[first].start : words[sentences[number][1] - 1].end]
    if is_supposed(facts, at):
        return True
    return _FICTION.search(text) is not None and _AWAKE.search(text) is None
