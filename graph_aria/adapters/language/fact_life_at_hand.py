"""The day of what has just happened, where no date is named but the words point to it.

"Lotte was born at 4:12" and "an hour ago" are of the day of the entry; "it started last night"
dates what stands in the sentence before. Where nothing points to a day none is guessed.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from graph_aria.domain.reading import ReadDate

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

AT_HAND: Final = "fact:at_hand"
"""The rule of a day that no date names."""

_NOW: Final = re.compile(
    r"\bat (?:about |around |exactly |precisely )?(?:[01]?\d|2[0-3])"
    r"(?:[:.][0-5]\d(?: ?[ap]\.?m\b)?| ?[ap]\.?m\b| o['’]clock)|"
    r"\b(?:just|right|only) now\b|"
    r"\b(?:half )?(?:an?|\w+|a few|a couple of) (?:hours?|minutes?) ago\b",
    re.IGNORECASE,
)
_IN_THE_NIGHT: Final = re.compile(
    r"\b(?:in|during) the (?:middle of the )?night(?=[.,!;]|$)", re.IGNORECASE
)
_BACK_THEN: Final = re.compile(
    r"\b(?:that (?:day|year|night|morning|summer|winter|time)|back then|when|years?|months?|weeks?|"
    r"the (?:day|night|year|morning) (?:when|that|before|after)|long ago|as a (?:child|kid)|once|"
    r"on a \w+|every)\b",
    re.IGNORECASE,
)
"""Words of a story of some other day."""

_TOLD_ON: Final = re.compile(
    r"\W*(?:it|that|this|which|the pain|the bleeding|labour|labor|contractions|everything)"
    r"(?: all)? (?:started|began|happened|was|came|went)\b",
    re.IGNORECASE,
)
"""How the next sentence begins that says when it was."""

_LATELY: Final = 2


def at_hand(facts: Facts, verb: Word) -> ReadDate | None:
    """When it was what a verb tells, by words that point to the day of the entry.

    Args:
        facts: what was found so far.
        verb: a verb that tells of something that has happened.

    Returns:
        The day of the entry, or one just before; None if nothing points to one.
    """
    words, number = facts.parse.words, verb.sentence
    begin, end = facts.parse.sentences[number]
    start, stop = words[begin].start, words[end - 1].end
    text = facts.parse.text[start:stop]
    if any(start <= one.start < stop for one in facts.words.dates) or _BACK_THEN.search(text):
        return None
    for pattern, days in ((_NOW, 0), (_IN_THE_NIGHT, 1)):
        found = pattern.search(text)
        if found is not None:
            on = facts.said_on - timedelta(days)
            said = "last night" if days else "today"
            return ReadDate(start + found.start(), start + found.end(), said, on, on, AT_HAND)
    return _told_next(facts, number)


def _told_next(facts: Facts, number: int) -> ReadDate | None:
    """The day that the next sentence gives: "I had a miscarriage. It started last night."."""
    words, sentences = facts.parse.words, facts.parse.sentences
    if number + 1 >= len(sentences):
        return None
    begin, end = sentences[number + 1]
    start, stop = words[begin].start, words[end - 1].end
    found = [one for one in facts.words.dates if start <= one.start < stop]
    if len(found) != 1 or not _TOLD_ON.match(facts.parse.text[start:stop]):
        return None
    day = found[0]
    is_late = 0 <= (facts.said_on - day.last_on).days <= _LATELY
    return day if is_late and day.first_on == day.last_on else None
