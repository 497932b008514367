"""Dates that are spoken of: the model's DATE spans and our own patterns, read by rule.

What no rule covers goes to dateparser, the span alone: its free-text search sees dates
everywhere.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.date_rules import IN_RULE, RULES, read_expression
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import FIRST_PERSON
from graph_aria.domain.reading import ReadDate
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

_UNITS: Final = (
    r"(?:days?|weeks?|months?|years?|hours?|minutes?|weekends?|fortnights?|decades?|nights?|"
    r"mornings?|evenings?)"
)
_SEEDS: Final = re.compile(
    r"\b(?:today|tonight|yesterday|yesteday|tomm?orr?ow|tmrw?|yday|ago|from now|time|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:last|this|next|past|coming|the) "
    r"(?:week|weekend|month|year|night|morning|afternoon|evening|spring|summer|autumn|fall|winter)|"
    r"in (?:\w+ )?(?:\w+ )?(?:days?|weeks?|months?|years?|fortnights?)|"
    r"jan(?:uary)?|feb(?:ruary)?|march|apr(?:il)?|may|june|july|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:19|20)\d\d|christmas|halloween|"
    r"the \d{1,2}(?:st|nd|rd|th))\b",
    re.IGNORECASE,
)
"""Words around which our own rules look for a date that the model did not see."""

_DURATION: Final = re.compile(
    rf"(?:[\w'-]+ ){{0,8}}{_UNITS}(?: old| straight| in a row| now| off| long| later| before)?",
    re.IGNORECASE,
)
_MONTH_NAMES: Final = word_set("dates.month_names")
_SEASONAL: Final = frozenset(
    {"christmas", "halloween", "spring", "summer", "autumn", "fall", "winter"}
)
_LEADING: Final = word_set("dates.leading")
_NO_DATE: Final = re.compile(
    r"[\d\W]{1,6}|\d+(?:st|nd|rd|th)?|\d+[a-z]{0,3}|.*:.*|.*\b(?:am|pm|noon|lbs?|o'clock)\b.*",
    re.IGNORECASE,
)
"""Bare figures, ordinals, measures and clock times."""

_LONGEST: Final = 40
"""Longest expression in code points."""

_REACH: Final = 4
"""How many words on either side of a hint belong to an expression."""

_BREAK: Final = re.compile(r"\n\s*\n")
"""The end of a paragraph, which no date runs across; a single line break may wrap one."""

_MARKS: Final = frozenset({".", ",", ":"})
_FUTURE_HELPERS: Final = frozenset({"will", "shall", "would", "should", "to"})
_OPENING: Final = word_set("dates.opening")
"""What the first word of a date can be, figures apart."""
_ABSOLUTE: Final = re.compile(r"\d")
_AWAITING: Final = frozenset({"wait", "look", "hope", "want", "plan", "need", "expect", "book"})
_MOST_DATES: Final = 200


def read_dates(draft: Draft, said_on: date) -> tuple[ReadDate, ...]:
    """The days that an entry speaks of, at most 200, in order; durations are none.

    Args:
        draft: the entry with its people read, whose names are no dates.
        said_on: the user's local day of the entry.
    """
    parse = draft.parse
    found: dict[int, ReadDate] = {}
    taken: list[tuple[int, int]] = []
    for first, last in sorted(set(_candidates(parse)), key=lambda span: span[0] - span[1]):
        if any(first <= end and begin <= last for begin, end in taken) or draft.quoted[first]:
            continue
        if _is_name(draft, first, last) or _is_span_of_time(parse, first):
            continue
        read = _read(parse, first, last, said_on)
        if read is None:
            continue
        taken.append((first, last))
        found[read.start] = read
        if len(found) >= _MOST_DATES:
            break
    return tuple(found[start] for start in sorted(found))


def _candidates(parse: Parse) -> Iterator[tuple[int, int]]:
    """Spans of words that may be dates, those of the model and our own."""
    words = parse.words
    for first, last in _labelled(words):
        yield first, last
        if first and words[first - 1].lower == "in":
            yield first - 1, last
    for seed in _SEEDS.finditer(parse.text):
        at = parse.word_at(seed.start())
        if at >= 0:
            yield from _around(parse, at)


def _labelled(words: list[Word]) -> Iterator[tuple[int, int]]:
    """Spans that the model calls a date or a time."""
    first: int | None = None
    for word in words:
        if first is not None and (
            word.begins or word.ent != words[first].ent or _BREAK.search(word.text)
        ):
            yield first, word.i - 1
            first = None
        if first is None and word.ent in {"DATE", "TIME"} and not word.text.isspace():
            first = word.i
    if first is not None:
        yield first, len(words) - 1


def _around(parse: Parse, at: int) -> Iterator[tuple[int, int]]:
    """Spans around a word that hints at a date and that a rule covers whole."""
    words = parse.words
    begin, end = parse.sentences[words[at].sentence]
    for first in range(max(begin, at - _REACH), at + 1):
        if words[first].lower not in _OPENING and not words[first].text[0].isdigit():
            continue
        for last in range(at, min(end, at + _REACH + 1)):
            if words[last].tag in _MARKS and not words[last].text[-1].isalnum():
                continue
            text = " ".join(parse.text[words[first].start : words[last].end].lower().split())
            if len(text) < _LONGEST and _is_whole(text):
                yield first, last


def _is_whole(text: str) -> bool:
    return IN_RULE.fullmatch(text) is not None or any(
        pattern.fullmatch(text) for _, pattern, _ in RULES
    )


def _is_name(draft: Draft, first: int, last: int) -> bool:
    """Whether the words belong to a person, or "may" and "march" are plain verbs."""
    word = draft.parse.words[first]
    for i in range(first, last + 1):
        owner = draft.mention_of(draft.parse.words[i])
        if owner is not None and draft.found[owner].kind is Kind.PERSON:
            return True
    last_word = draft.parse.words[last]
    if last_word.dep == "compound" and last_word.lower in _SEASONAL:
        return True  # "Christmas tree", "winter coat"
    if first == last and word.lower in _MONTH_NAMES:
        return (
            not word.text[0].isupper()
            or word.tag not in {"NNP", "NNPS"}
            or (word.dep in {"nsubj", "nsubjpass"} and word.ent != "DATE")
        )
    return False


def _is_span_of_time(parse: Parse, first: int) -> bool:
    """Whether "in three weeks" tells how long, as in "the first time in three weeks"."""
    word = parse.words[first]
    if word.lower != "in":
        return False
    governor = parse.head(word)
    if (
        governor.tag.startswith("N")
        and parse.kid(governor, "amod", "det") is not None
        and governor.lower == "time"
    ):
        return True
    before = parse.words[first - 1] if first else None
    return (before is not None and before.lower in {"time", "once"}) or _direction(
        parse, word
    ) is True


def _read(parse: Parse, first: int, last: int, said_on: date) -> ReadDate | None:
    words = parse.words
    while first < last and (words[first].lower in _LEADING - {"in"} or words[first].text.isspace()):
        first += 1
    while first < last and words[last].text.isspace():
        last -= 1
    start, end = words[first].start, words[last].end
    text = parse.text[start:end]
    past = _direction(parse, words[first])
    read = read_expression(text, said_on, past=past)
    if read is None and words[first].lower == "in" and first < last:
        return _read(parse, first + 1, last, said_on)
    if read is None:
        read = _by_dateparser(text, said_on, past=past)
    if read is None:
        return None
    (first_on, last_on), rule = read
    return ReadDate(start, end, text, first_on, last_on, rule)


def _direction(parse: Parse, word: Word) -> bool | None:
    """Whether the clause around a word tells of the past (True) or of the future (False)."""
    verb = _verb_above(parse, word)
    if verb is None:
        return None
    helpers = parse.kids(verb, "aux", "auxpass")
    is_coming = any({kid.lemma, kid.lower} & _FUTURE_HELPERS for kid in helpers)
    is_going_on = verb.tag == "VBG" and any(kid.tag in {"VBZ", "VBP"} for kid in helpers)
    if is_coming or is_going_on or (verb.lemma in _AWAITING and verb.tag != "VBD"):
        return False
    is_over = any(kid.tag == "VBD" or kid.lemma == "have" for kid in helpers)
    if is_over or verb.tag == "VBD" or (verb.tag == "VBN" and not helpers):
        return True
    subject = parse.kid(verb, "nsubj") if verb.tag in {"VBZ", "VBP"} else None
    # "The wedding is in May" looks ahead; "I am tired" looks nowhere.
    return False if subject is not None and subject.lower not in FIRST_PERSON else None


def _leans(parse: Parse, verb: Word) -> bool:
    """Whether a verb takes its time from the one above: "stopped drinking in January"."""
    is_bare = verb.tag in {"VBG", "VB"} and not parse.kids(verb, "aux")
    return is_bare and verb.dep in {"xcomp", "pcomp", "advcl"} and verb.head != verb.i


def _verb_above(parse: Parse, word: Word) -> Word | None:
    """The verb of the clause that a word stands in."""
    for _ in range(8):
        if word.tag.startswith("V") and not _leans(parse, word):
            return word
        if word.tag == "MD" or word.head == word.i:
            return None
        word = parse.head(word)
    return None


def _by_dateparser(
    text: str, said_on: date, *, past: bool | None
) -> tuple[tuple[date, date], str] | None:
    """Ask dateparser about one expression with a figure in it; no durations, no clock times."""
    if not _ABSOLUTE.search(text) or _DURATION.fullmatch(text) or len(text) > _LONGEST:
        return None
    if _NO_DATE.fullmatch(text):
        return None
    import dateparser  # noqa: PLC0415 - slow to import, and hardly ever needed

    try:
        parsed = dateparser.parse(
            text,
            languages=["en"],
            settings={
                "RELATIVE_BASE": datetime.combine(said_on, time(12)),
                "PREFER_DATES_FROM": {True: "past", False: "future", None: "current_period"}[past],
                "REQUIRE_PARTS": ["day", "month"],
            },
        )
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None  # it counts beyond the years 1 to 9999, and trips over what it did not expect
    if parsed is None:
        return None
    day = parsed.date()
    return (day, day), "date:dateparser"
