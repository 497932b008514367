"""The forms of date expressions, as patterns over lower-case words."""

from __future__ import annotations

import calendar
import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.date_arithmetic import SEASONS, holiday_names
from graph_aria.adapters.language.lexicon import read_table

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORDS: Final = tuple(read_table("date_words.tsv"))
_NUMBERS: Final = {word: int(value) for kind, word, value in _WORDS if kind == "number"}
_ORDINALS: Final = {word: int(value) for kind, word, value in _WORDS if kind == "ordinal"}
DECADES: Final = {word: int(value) for kind, word, value in _WORDS if kind == "decade"}
RELATIVE_DAYS: Final = {word: int(value) for kind, word, value in _WORDS if kind == "relative"}

DAYS: Final = tuple(name.lower() for name in calendar.day_name)
SHORT_DAYS: Final = {day[:3]: at for at, day in enumerate(DAYS)} | {
    "tues": 1, "weds": 2, "thur": 3, "thurs": 3,
}  # fmt: skip
MONTHS: Final = tuple(name.lower() for name in calendar.month_name[1:])
SHORT_MONTHS: Final = {month[:3]: at + 1 for at, month in enumerate(MONTHS)} | {"sept": 9}


def _any_of(words: Iterable[str]) -> str:
    """A pattern for one of the words, longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True)).replace(r"\ ", " ")


def _bare(pattern: str) -> str:
    """A pattern without names for its groups, so that it can stand in another one twice."""
    return re.sub(r"\(\?P<\w+>", "(?:", pattern)


_PLAIN_NUMBER: Final = (
    r"\d{1,4}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[ -]"
    r"(?:one|two|three|four|five|six|seven|eight|nine)|"
    rf"(?:a |the )?(?:couple(?: of)?|few|dozen|hundred)|{_any_of(_NUMBERS)}"
)
_UNIT: Final = r"(?:days?|nights?|weeks?|weekends?|months?|years?|fortnights?|decades?)"
_AMOUNT: Final = (
    rf"(?:half an? (?P<half_of>year|month)|(?P<n>{_PLAIN_NUMBER})"
    rf"(?: (?:or|to) (?P<n2>{_PLAIN_NUMBER}))?(?P<half> and a half)? (?P<unit>{_UNIT})"
    r"(?P<half2> and a half)?)"
)
_ABOUT: Final = r"(?:(?:about|around|almost|nearly|roughly|exactly|only|just|over|maybe|like) )?"
_DAY: Final = rf"(?P<day>{_any_of([*DAYS, *SHORT_DAYS])})\b\.?"
_MONTH: Final = rf"(?P<month>{_any_of([*MONTHS, *SHORT_MONTHS])})\b\.?"
_ORDINAL: Final = _any_of(_ORDINALS)
_DOM: Final = rf"(?P<dom>(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?|{_ORDINAL})"
_DOM2: Final = _DOM.replace("<dom>", "<dom2>")
_YEARS: Final = r"(?:19|20)\d\d"
_YEAR: Final = (
    rf"(?:(?:,? (?:of |in )?|-)(?P<year>{_YEARS})|,? '(?P<yy>\d\d)|"
    r"(?: of|,)? (?P<that_year>last|this|next) year)?"
)
_TIME: Final = (
    r"(?:(?: early| late)? (?:morning|afternoon|evening|night|lunchtime|at noon|at midnight))?"
)
_WHICH: Final = (
    r"(?P<which>(?:this |the )?(?:last|past|next|coming|upcoming|previous)|this(?: very)?) "
)
_TO: Final = r"(?:(?: )?[-–—](?: )?| (?:to|till|until|through|thru) )"

_ON_DAY: Final = rf"(?:(?P<on_day>{_any_of([*DAYS, *SHORT_DAYS])})\.?,? )?"
_DOM_MONTH: Final = rf"{_ON_DAY}(?:the )?{_DOM}(?: day)?(?:(?: of)? |-){_MONTH}{_YEAR}"
_MONTH_DOM: Final = rf"{_ON_DAY}{_MONTH}(?:(?: the)? |-){_DOM}{_YEAR}(?!\d|:)"
_ISO: Final = rf"(?P<y>{_YEARS})[-/.](?P<m>[01]?\d)[-/.](?P<d>[0-3]?\d)"
_NUMERIC: Final = (
    r"(?P<a>[0-3]?\d)(?P<sign>[/.-])(?P<b>[0-3]?\d)(?:(?P=sign)(?P<year>(?:19|20)?\d\d))?"
)
_FEASTS: Final = _any_of(holiday_names()).replace("'", "'?")
_HOLIDAY: Final = rf"(?:{_WHICH})?(?P<holiday>{_FEASTS}){_YEAR}"
_RELATIVE: Final = rf"(?P<rel>{_any_of(RELATIVE_DAYS)}){_TIME}"
_WEEKDAY: Final = rf"(?:the )?(?:{_WHICH})?{_DAY}{_TIME}(?: (?P<last>last))?"
_MONTH_ALONE: Final = rf"(?:{_WHICH})?{_MONTH}{_YEAR}"
_NTH: Final = (
    rf"{_ON_DAY}(?:the )?(?P<dom>(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th))"
    r"(?: of (?P<of>(?:this|last|next|the) month))?"
)
_WHOLE: Final = rf"{_WHICH}(?P<unit>week|weekend|month|quarter|year|decade)"
_SEASON: Final = rf"(?:the )?(?:{_WHICH})?(?P<season>{_any_of(SEASONS)})(?: of)?{_YEAR}"
_YEAR_ALONE: Final = rf"(?P<y>{_YEARS})"
_POINT: Final = "|".join(
    map(_bare, (_RELATIVE, _HOLIDAY, _DOM_MONTH, _MONTH_DOM, _ISO, _WEEKDAY, _NTH))
)
_DURING: Final = r"(?:in|over|within|during|throughout)"
_EARLIER: Final = r"this (?:week|weekend|month|year|spring|summer|autumn|fall|winter)"
_STRETCH: Final = "|".join(map(_bare, (_WHOLE, _MONTH_ALONE, _SEASON, _YEAR_ALONE)))
_PART: Final = r"(?:the )?(?P<part>early|late|mid|middle|start|beginning|end)(?: part)?"
_NTH_OF: Final = rf"(?:on |in )?(?:the )?(?P<nth>{_ORDINAL}|last|[1-5](?:st|nd|rd|th))"
_BEYOND: Final = rf"week|weekend|month|year|{_any_of(DAYS)}"
_ANY_DAY: Final = rf"day|week|weekend|{_any_of(DAYS)}"
_OWN_STRETCH: Final = rf"{_STRETCH}|the (?:week|weekend|month|quarter|year|decade)"
_END: Final = rf"{_POINT}|{_bare(_MONTH_ALONE)}|{_YEAR_ALONE.replace('?P<y>', '?:')}|now"

_FORMS: Final = (
    ("day", _DOM_MONTH),
    ("day", _MONTH_DOM),
    ("range", rf"(?:from )?(?P<begin>{_END}){_TO}(?P<end>{_END})"),
    ("range", rf"between (?P<begin>{_END}) and (?P<end>{_END})"),
    ("range", rf"(?:from )?(?:the )?(?P<dom>{_bare(_DOM)}){_TO}(?P<end>{_bare(_DOM_MONTH)})"),
    ("range", rf"between (?:the )?(?P<dom>{_bare(_DOM)}) and (?P<end>{_bare(_DOM_MONTH)})"),
    ("range", rf"(?:from )?(?P<begin>{_bare(_MONTH_DOM)}){_TO}(?:the )?{_DOM2}{_YEAR}(?!:|\d)"),
    ("range", rf"between (?P<begin>{_bare(_MONTH_DOM)}) and (?:the )?{_DOM2}{_YEAR}(?!:|\d)"),
    ("this_time", r"(?:this time|this day|today) (?P<which>last|next) (?P<unit>week|month|year)"),
    ("steps", rf"(?P<steps>the day|{_AMOUNT}) (?P<side>before|after|from) (?P<point>{_POINT})"),
    ("steps", rf"(?P<steps>{_AMOUNT}) (?P<side>on )?(?P<point>today|tomorrow|{_bare(_DAY)})"),
    ("steps", rf"(?P<point>today|tomorrow|{_bare(_DAY)}) week\b"),
    ("steps", rf"the (?P<day>{_any_of(DAYS)}) (?P<side>before|after) (?P<point>{_POINT})"),
    ("relative", rf"{_RELATIVE}"),
    ("ago", rf"{_ABOUT}{_AMOUNT} (?:ago|back)(?: (?:today|now))?\b"),
    ("ago", rf"(?P<n>{_PLAIN_NUMBER}) (?P<day>{_any_of(DAYS)})s ago"),
    ("in", rf"in {_ABOUT}{_AMOUNT}(?:'s|s'|')?(?: time)?"),
    ("in", rf"{_ABOUT}{_AMOUNT}(?:'s|s'|')?(?: from now| time\b)"),
    ("window", rf"{_DURING} the (?P<which>last|past|next|coming) {_AMOUNT}"),
    ("window", rf"(?P<which>within) {_AMOUNT}"),
    ("window", rf"{_DURING} the (?P<which>last|past|next|coming) (?P<unit>week|month|year)"),
    ("in", rf"in an? (?P<unit>{_UNIT}) or (?P<n2>two|so)"),
    ("beyond", rf"the (?P<unit>{_BEYOND}) (?P<which>after next|before last)"),
    ("part", rf"{_PART}(?:-|(?: of| in)? )(?P<whole>{_OWN_STRETCH})"),
    ("part", rf"(?P<part>earlier|later) (?:on )?(?:in )?(?P<whole>{_EARLIER})"),
    ("ordinal", rf"{_NTH_OF} (?P<unit>{_ANY_DAY}) (?:of|in) (?P<whole>{_OWN_STRETCH})"),
    ("iso", _ISO),
    ("numeric", _NUMERIC),
    ("numeric", rf"(?P<m>0[1-9]|1[012])/(?P<y>{_YEARS})"),
    ("nth", _NTH),
    ("holiday", _HOLIDAY),
    ("whole", _WHOLE),
    ("weekend", r"(?:the )weekend"),
    ("weekday", _WEEKDAY),
    ("month", _MONTH_ALONE),
    ("quarter", rf"q(?P<q>[1-4])(?: (?P<year>{_YEARS}))?"),
    ("season", _SEASON),
    ("decade", rf"the (?:(?P<century>19|20)?(?P<tens>\d0)'?s|(?P<word>{_any_of(DECADES)}))"),
    ("year", _YEAR_ALONE),
)  # fmt: skip

FORMS: Final = tuple(
    (name, re.compile(rf"(?:{form})(?!\w)".replace(" ", " {1,3}"), re.IGNORECASE))
    for name, form in _FORMS
)
"""Name and pattern of every form; one space stands for up to three."""

STARTS: Final = re.compile(
    r"(?<![\w#$€£/.'-])(?:\d|(?:the|from|between|in|within|over|during|throughout|this|last|past|next|"
    r"coming|upcoming|previous|early|late|mid|middle|start|beginning|end|earlier|later|half|about|"
    r"around|almost|nearly|roughly|exactly|only|just|maybe|q[1-4]|"
    + _any_of({first for word in (
        *_NUMBERS, *_ORDINALS, *RELATIVE_DAYS, *DAYS, *SHORT_DAYS, *MONTHS, *SHORT_MONTHS, *SEASONS,
        *holiday_names(),
    ) for first in (word.split()[0].partition("'")[0], word.split()[0].replace("'", ""))})
    + r")\b)",
    re.IGNORECASE,
)  # fmt: skip
"""Where an expression can begin."""


def number_of(words: str) -> int:
    """The number that words or figures stand for, at most 9999.

    >>> number_of("three"), number_of("14"), number_of("twenty-one"), number_of("a couple of")
    (3, 14, 21, 2)
    """
    if words.isdigit():
        return int(words)
    words = words.removeprefix("a ").removeprefix("the ").removesuffix(" of")
    return sum(_NUMBERS[word] for word in re.split("[ -]", words))


def ordinal_of(words: str) -> int:
    """The number of an ordinal or plain figure: "3rd", "third", "3"."""
    return _ORDINALS[words] if words in _ORDINALS else int(words.rstrip("stndrh"))


def day_number(name: str) -> int:
    """0 for Monday to 6 for Sunday, from a full or short name."""
    name = name.strip(".")
    return DAYS.index(name) if name in DAYS else SHORT_DAYS[name]


def month_number(name: str) -> int:
    """1 to 12, from a full or short name."""
    name = name.strip(".")
    return MONTHS.index(name) + 1 if name in MONTHS else SHORT_MONTHS[name]
