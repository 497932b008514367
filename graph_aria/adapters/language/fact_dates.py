"""Days that return every year, and days to come."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.fact_clauses import is_real
from graph_aria.adapters.language.fact_words import KIN, day_words
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import is_question, stance_of
from graph_aria.domain.function_words import NUMBERS
from graph_aria.domain.memories import Category, ImportantDate, MemoryKind
from graph_aria.domain.memory_age import context_until
from graph_aria.domain.reading import Polarity

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Parse, Word
    from graph_aria.domain.reading import ReadDate

_YEARLY: Final = frozenset({"birthday", "anniversary"})
_APPOINTMENTS: Final = word_set("facts.appointments")
_GREAT: Final = word_set("facts.appointments_great")
_PREPARING: Final = frozenset(
    {"preparing", "studying", "revising", "cramming", "practising", "practicing", "rehearsing"}
)
_ORDINALS: Final = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "1st": 1, "2nd": 2, "3rd": 3,
}  # fmt: skip
_FURTHEST: Final = 400
"""Days ahead up to which an appointment is believed."""

_LATER: Final = timedelta(30)


def read_days(facts: Facts) -> None:
    """Add birthdays, anniversaries and what is to come."""
    for word in facts.parse.words:
        if facts.draft.quoted[word.i] or is_question(facts.parse, word):
            continue
        if word.lower in _YEARLY:
            _read_yearly(facts, word)
        elif word.lower in {"turns", "turned"} or (word.lower == "turn" and word.tag == "VBP"):
            _read_turning(facts, word)
        elif word.lower in _APPOINTMENTS:
            _read_coming(facts, word)
        elif word.lower in _PREPARING and word.tag == "VBG":
            _read_preparing(facts, word)
    _read_birthdays(facts)


def _read_yearly(facts: Facts, word: Word) -> None:
    parse = facts.parse
    verb = parse.head(word)
    poss = parse.kid(word, "poss")
    following = parse.words[word.i + 1].lower if word.i + 1 < len(parse.words) else ""
    is_short = following in {"'s", "’s"} and poss is not None and poss.lower == "my"
    if poss is None or (not is_short and (word.dep not in {"nsubj", "attr"} or verb.lemma != "be")):
        return
    if stance_of(parse, verb).polarity is not Polarity.ASSERTED:
        return
    begin, end = parse.sentences[word.sentence]
    day = facts.words.date_in(begin, end - 1)
    whose = _whose(facts, poss)
    if whose is None and poss.lower == "our" and word.lower == "anniversary":
        whose = "the user's"
    if day is None or whose is None or day.first_on != day.last_on:
        return
    if day.rule.endswith(("weekday", "weekend")) and not _near(facts, day):
        return
    kinds = [kid.lower for kid in parse.kids(word) if kid.dep in {"compound", "amod"}]
    year = next((day.first_on.year - _ORDINALS[kind] for kind in kinds if kind in _ORDINALS), None)
    wedding = "wedding " if "wedding" in kinds else ""
    what = f"{wedding}{word.lower}"
    important = ImportantDate(day.first_on.month, day.first_on.day, year)
    on = f"{day.first_on.day} {day.first_on:%B}"
    facts.add(
        f"{whose} {what} is on {on}",
        (_leftmost(parse, poss), max(word.i, verb.i, _at(facts, day))), "yearly",
        kind=MemoryKind.FACT, category=Category.DATES, importance=0.75, significance=0.4,
        important=important, slot=f"{whose}|{what}", value=f"{important.month}-{important.day}",
    )  # fmt: skip


_BIRTHDAY: Final = re.compile(
    r"\b[Mm]y (?P<who>(?P<role>[\w-]+)(?: (?P<name>(?!['’])[A-Z][\w-]+))?)"
    r"(?:['’]s birthday(?: is|['’]s)| has (?:his|her|their) birthday)\b(?! not\b)"
)


def _read_birthdays(facts: Facts) -> None:
    """Read "My sister Clara's birthday is on 14 March", where the parse goes astray."""
    parse = facts.parse
    for begin, end in parse.sentences:
        offset = parse.words[begin].start
        found = _BIRTHDAY.search(parse.text[offset : parse.words[end - 1].end])
        if found is None or found["role"].lower() not in KIN | {"friend"}:
            continue
        first, at = parse.word_at(offset + found.start()), parse.word_at(offset + found.end() - 1)
        last = next((n for n in range(at, end) if parse.words[n].lower in {",", ";", "not"}), end)
        day = facts.words.date_in(at, last - 1)
        if day is None or day.first_on != day.last_on or facts.draft.quoted[begin]:
            continue
        if not is_real(facts.draft, begin, end) or any(
            one.rule == "fact:yearly" and one.start == parse.words[first].start
            for one in facts.found.values()
        ):
            continue
        whose = f"the user's {found['who']}'s"
        facts.add(
            f"{whose} birthday is on {day.first_on.day} {day.first_on:%B}",
            (first, max(at, _at(facts, day))), "yearly", category=Category.DATES,
            importance=0.75, significance=0.4,
            important=ImportantDate(day.first_on.month, day.first_on.day, None),
            slot=f"{whose}|birthday", value=f"{day.first_on.month}-{day.first_on.day}",
        )  # fmt: skip


def _leftmost(parse: Parse, word: Word) -> int:
    """The first word of the phrase that a word heads."""
    first = word.i
    while kids := [kid.i for kid in parse.kids(parse.words[first]) if kid.i < first]:
        first = min(kids)
    return first


def _read_turning(facts: Facts, verb: Word) -> None:
    """Read "He turns seventy-nine on October 9th": a birthday, with the year of the first."""
    parse = facts.parse
    begin, end = parse.sentences[verb.sentence]
    after = [word.lower for word in parse.words[verb.i + 1 : end]][:4]
    number = re.match(r"(\d{1,3}|[a-z]+(?: ?- ?[a-z]+)?)", " ".join(after))
    years = None if number is None else _figure(number[1].replace(" ", ""))
    if _UNITS.intersection(after):
        return
    day = facts.words.date_in(begin, end - 1)
    subject = parse.subject(verb)
    if years is None or day is None or day.first_on != day.last_on or subject is None:
        return
    if stance_of(parse, verb).polarity is not Polarity.ASSERTED:
        return
    found = refer(facts.draft, subject)
    who = facts.words.person(found[0]) if len(found) == 1 else None
    if who is None:
        return
    born = ImportantDate(day.first_on.month, day.first_on.day, day.first_on.year - years)
    facts.add(
        f"{who}'s birthday is on {day.first_on.day} {day.first_on:%B}",
        (min(subject.i, verb.i), verb.i), "yearly", category=Category.DATES, importance=0.7,
        significance=0.3, important=born, slot=f"{who}'s|birthday",
        value=f"{born.month}-{born.day}",
    )  # fmt: skip


def _figure(words: str) -> int | None:
    """An age in figures: "79", "seventy-nine"; None if it is none."""
    parts = [NUMBERS.get(part, part) for part in words.split("-")]
    if not all(part.isdigit() for part in parts):
        return None
    age = sum(map(int, parts))
    return age if 0 < age <= _OLDEST else None


_OLDEST: Final = 120
_UNITS: Final = frozenset(
    {"months", "month", "weeks", "days", "o'clock", "am", "pm", "%", "degrees"}
)


def _near(facts: Facts, day: ReadDate) -> bool:
    return abs((day.first_on - facts.said_on).days) <= 7  # noqa: PLR2004 - within the week


def _whose(facts: Facts, poss: Word) -> str | None:
    """Whose day it is: "the user's", "the user's best friend's"."""
    if poss.lower == "my":
        return "the user's"
    if poss.lower == "our":
        return None
    inner = facts.parse.kid(poss, "poss")
    if poss.tag == "PRP$":
        return facts.words.whom(poss)
    index = facts.draft.mention_of(poss)
    if inner is not None and inner.lower in {"my", "our"}:
        between = facts.parse.words[inner.i + 1 : poss.i + 1]
        return "the user's " + " ".join(word.text for word in between) + "'s"
    if index is None:
        return None
    who = facts.words.person(index)
    return None if who is None else f"{who}'s"


def _read_coming(facts: Facts, word: Word) -> None:
    """Read "Driving test tomorrow", "My wedding is on 3 May", "I have an interview on Monday"."""
    parse = facts.parse
    begin, end = parse.sentences[word.sentence]
    day = _coming(facts, facts.words.date_in(begin, end - 1))
    if day is None or not facts.said_on < day.first_on <= facts.said_on + timedelta(_FURTHEST):
        return
    if (day.last_on - day.first_on).days > 31 or not _is_users(facts, word):  # noqa: PLR2004 - a month
        return
    beside = {"det", "poss", "npadvmod", "acl", "relcl"}
    drop = [kid for kid in parse.kids(word) if kid.dep in beside or kid.i > word.i]
    told = facts.words.phrase(word, without=drop, limit=4)
    if told is None or any(part.isdigit() for part in told.text.split()):
        return
    name = told.text if word.tag == "NNS" else f"{_article(told.text)} {told.text}"
    is_great = word.lower in _GREAT
    poss = parse.kid(word, "poss")
    says = f"the user has {name}" if poss is None else f"the user's {told.text} is"
    facts.add(
        f"{says} {day_words(day)}",
        (told.first if poss is None else poss.i, max(word.i, _at(facts, day))),
        "coming", kind=MemoryKind.EVENT, category=Category.EVENTS,
        importance=0.75 if is_great else 0.6, significance=0.6 if is_great else 0.4,
        valid=(day.first_on, day.last_on), confidence=0.8,
        expires_on=None if is_great else facts.said_on + _LATER,
    )  # fmt: skip


def _coming(facts: Facts, day: ReadDate | None) -> ReadDate | None:
    """The day meant where something is still to come: "I have an exam on Friday"."""
    if day is None or day.rule != "date:weekday" or day.first_on > facts.said_on:
        return day
    if "last" in day.words.lower() or not _near(facts, day):
        return day
    week = timedelta(7)
    return replace(day, first_on=day.first_on + week, last_on=day.last_on + week)


def _at(facts: Facts, day: ReadDate) -> int:
    return facts.parse.word_at(day.end - 1)


def _article(text: str) -> str:
    return "an" if text[:1].lower() in "aeiou" else "a"


def _is_users(facts: Facts, word: Word) -> bool:
    """Whether an appointment is the user's own: noted bare, had, or "my"."""
    parse = facts.parse
    poss, det = parse.kid(word, "poss"), parse.kid(word, "det")
    if poss is not None:
        is_mine = poss.lower == "my"
        above = parse.head(word)
        return is_mine and word.dep == "nsubj" and above.lemma == "be" and _is_so(facts, above)
    if word.dep == "dobj" and parse.head(word).lemma in {"have", "get"}:
        verb = parse.head(word)
        subject = parse.subject(verb)
        is_own = subject is not None and subject.lower == "i"
        return is_own and verb.tag in {"VBP", "VBN"} and _is_so(facts, verb)
    begin, _ = parse.sentences[word.sentence]
    above = parse.head(word)
    is_beside = word.dep == "nsubj" and above.tag.startswith("JJ") and not parse.kids(above, "cop")
    is_root = word.dep == "ROOT" and parse.kid(word, "nsubj") is None
    is_note = (is_root or is_beside) and det is None
    first = min((kid.i for kid in parse.kids(word, "compound", "amod")), default=word.i)
    return (is_note or _is_noted(facts, word)) and first - begin <= 1


def _is_noted(facts: Facts, word: Word) -> bool:
    """Whether a day follows a thing at once and nothing after it: "Exam tomorrow, …"."""
    begin, end = facts.parse.sentences[word.sentence]
    words = facts.parse.words
    day = facts.words.date_in(begin, end - 1)
    if day is None or day.start < word.end:
        return False
    between = facts.parse.text[word.end : day.start].split()
    last = _at(facts, day)
    return set(map(str.lower, between)) <= {"on", "in", "at"} and (
        last + 1 >= end or words[last + 1].tag in {",", ".", ":"}
    )


def _is_so(facts: Facts, verb: Word) -> bool:
    is_asserted = stance_of(facts.parse, verb).polarity is Polarity.ASSERTED
    return is_asserted and facts.parse.kid(verb, "neg") is None


def _read_preparing(facts: Facts, verb: Word) -> None:
    parse = facts.parse
    subject = parse.subject(verb)
    prep = next((kid for kid in parse.kids(verb, "prep") if kid.lower == "for"), None)
    what = None if prep is None else parse.kid(prep, "pobj")
    if subject is None or subject.lower != "i" or what is None or not _is_so(facts, verb):
        return
    if what.lemma not in _APPOINTMENTS and what.lower not in _APPOINTMENTS:
        return
    begin, end = parse.sentences[verb.sentence]
    day = facts.words.date_in(begin, end - 1)
    told = facts.words.phrase(what, limit=9)
    if told is None or (day is not None and day.last_on < facts.said_on):
        return
    when = f" {day_words(day)}" if day is not None and day_words(day) not in told.text else ""
    facts.add(
        f"the user is {verb.lower} for {told.text}{when}", (subject.i, told.last), "preparing",
        kind=MemoryKind.CONTEXT, category=Category.GOALS, importance=0.6, significance=0.3,
        expires_on=context_until(facts.said_on, day.last_on if day is not None else None),
        valid=(day.first_on, day.last_on) if day is not None else None,
    )  # fmt: skip
