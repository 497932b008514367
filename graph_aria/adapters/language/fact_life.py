"""What a focus and a milestone share: whose it is, when it was, and how it is kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_words import ROUGH, day_words, written
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category, ImportantDate, MemoryKind
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.fact_words import Told
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
    rf"\b(?:3[01](?:st)?(?: of)? (?:feb|apr|jun|sep|nov)|(?:feb|apr|jun|sep|nov)\w* 31)|"
    r"\b30(?:th)?(?: of)? feb|\bfeb\w* 30",
    re.IGNORECASE,
)
_AGO: Final = re.compile(r"\bweeks? (?:ago|back)\b|\ba few\b|\babout\b", re.IGNORECASE)
_FINITE: Final = frozenset({"VBP", "VBZ", "VBD", "MD"})
_NOT_ON: Final = frozenset({"until", "till", "til", "by", "before", "since", "from", "for"})
_BARE_ARTICLES: Final = frozenset({"a", "an", "the", "my", "our", "their", "own"})
_SAID_LITTLE: Final = word_set("facts.focus_little")
"""What is said of a thing and makes it no other: "new", "big", "second"."""

_SORTS: Final = word_set("facts.focus_sorts")
"""Nouns that give way to what stands before them: "Spanish course", "Atlas project"."""

_PARTS: Final = word_set("facts.focus_parts")
"""Nouns that give way to what stands behind "of": "a round of IVF"."""


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
        if not any(word.tag in _FINITE and word.i not in own for word in between):
            yield one


def day_of(facts: Facts, verb: Word, *, also: int | None = None) -> ReadDate | None:
    """When it was what a verb tells; None if that is not said, or cannot have been."""
    words = facts.parse.words
    found = [
        one
        for one in dates_of(facts, verb, also=also)
        if words[max(0, facts.parse.word_at(one.start) - 1)].lower not in _NOT_ON
        and words[facts.parse.word_at(one.start)].lower not in _NOT_ON
    ]
    if len(found) > 1:  # "we met in 2009 and married on 7 July 2012"
        found = [one for one in found if one.start > verb.start]
    return has_been(facts, found[0]) if len(found) == 1 else None


def has_been(facts: Facts, day: ReadDate) -> ReadDate | None:
    """A date if something may have happened on it already."""
    begin, end = facts.parse.sentences[facts.parse.words[facts.parse.word_at(day.start)].sentence]
    words = facts.parse.words
    around = facts.parse.text[words[begin].start : words[end - 1].end]
    is_past = _EARLIEST <= day.first_on.year and day.first_on <= facts.said_on
    return day if is_past and not _NO_DAY.search(around) else None


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
        reason: why, or None.
    """
    is_user = clause.holder == USER
    near = Category.FRIENDS if " friend" in clause.who else Category.FAMILY
    when = when_told(day)
    says = says.replace(f"{clause.who}'s", "their")
    facts.claim(clause.verb)
    facts.add(
        f"{clause.who} {says} {when if when and when not in says else ''}",
        (clause.first, max(last, _until(facts, day, clause))), "milestone",
        kind=MemoryKind.MILESTONE, category=category if is_user else near,
        importance=importance if is_user else importance - 0.15,
        significance=significance if is_user else significance - 0.2,
        reason=reason or facts.reason(clause), important=returning(day), valid=span_of(day),
        slot=f"milestone|{what}|{whose_of(clause.who)}", value="",
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


def key_of(facts: Facts, head: Word) -> str:
    """What something is, in a form that is equal however it is put."""
    parse = facts.parse
    if head.lemma in _PARTS or head.lower in _PARTS:
        prep = next((kid for kid in parse.kids(head, "prep") if kid.lower == "of"), None)
        inner = None if prep is None else parse.kid(prep, "pobj")
        if inner is not None:
            return key_of(facts, inner)
    before = [
        kid.lower
        for kid in parse.kids(head, "compound", "amod", "nmod", "poss", "nummod")
        if kid.i < head.i and kid.tag not in {"PRP$", "CD"} and kid.lower not in _SAID_LITTLE
        and (kid.dep != "amod" or kid.text[:1].isupper() or kid.lower in {"half", "full"})
    ]
    plain = head.lower if head.tag == "NNP" or head.lemma == "" else head.lemma.lower()
    if plain in _SORTS and before:
        return " ".join(before)
    return " ".join([*before, plain])


def thing_told(facts: Facts, head: Word, limit: int = 7) -> Told | None:
    """A thing in the third person, as full as it can be told.

    What is loosely said of it is left out, and days: those are told apart.
    """
    parse = facts.parse
    row = row_of(facts, head)
    kept: Told | None = None
    if head.tag.startswith("NN"):
        loose = [kid for kid in parse.kids(head) if kid.dep in _LOOSE or is_dated(facts, kid)]
        kept = facts.words.phrase(head, without=loose, limit=limit)
    if kept is None or kept.first > row[0].i or len(row) > kept.last - kept.first + 1:
        return facts.words.tell(row) if len(row) <= limit else None
    return kept if _is_whole(kept.text) else facts.words.tell(row)


def _is_whole(text: str) -> bool:
    """Whether a phrase does not end in the middle: "a job for"."""
    return text.rsplit(maxsplit=1)[-1].lower() not in _NOT_LAST


_NOT_LAST: Final = frozenset({"for", "in", "at", "on", "of", "with", "to", "from", "by", "and"})


def is_dated(facts: Facts, word: Word) -> bool:
    """Whether a preposition leads to a day: "the test on Monday"."""
    if facts.words.date_at(word) is not None:
        return True
    inner = facts.parse.kid(word, "pobj") if word.dep == "prep" else None
    return inner is not None and (
        facts.words.date_at(inner) is not None or word.lower in _NOT_ON - {"for", "from", "by"}
    )


def row_of(facts: Facts, head: Word) -> list[Word]:
    """The words of a plain phrase up to its noun: "our second round", whatever the parse."""
    words = facts.parse.words
    begin, _ = facts.parse.sentences[head.sentence]
    first = head.i
    while first > begin and _stands_before(words[first - 1], words[first]):
        first -= 1
        if words[first].tag in {"DT", "PRP$"}:
            break
    return words[first : head.i + 1]


def _stands_before(word: Word, following: Word) -> bool:
    is_named = word.tag == "POS" or word.tag.startswith(("NN", "JJ")) or word.tag == "HYPH"
    is_said = word.tag in {"DT", "PRP$", "CD", "VBN"} and word.dep not in {"ROOT", "auxpass"}
    is_noun_of = following.dep in {"compound", "amod"} or not following.tag.startswith("PRP")
    return (is_named or is_said) and is_noun_of and word.lower not in {"back", "home"}


def lead_of(facts: Facts, head: Word) -> str:
    """The article or possessive of a noun, in lower case; "" for none."""
    row = row_of(facts, head)
    found = next((word for word in row[:-1] if word.tag in {"DT", "PRP$"}), None)
    own = facts.parse.kid(head, "poss", "det")
    if found is None and own is not None and own.i < head.i:
        found = own
    return "" if found is None else found.lower


def things_of(facts: Facts, verb: Word) -> Iterator[Word]:
    """What a verb takes: its objects, else the noun of the phrase that follows it."""
    parse = facts.parse
    found = [thing for thing in parse.kids(verb, "dobj") if thing.i > verb.i]
    yield from found
    _, end = parse.sentences[verb.sentence]
    at = verb.i + 1
    words = parse.words
    while at < end and words[at].dep in {"prt", "advmod", "dative"} and words[at].i <= verb.i + 2:
        at += 1
    first = at
    while at < end and words[at].tag.startswith(("NN", "JJ", "DT", "PRP$", "CD", "HYPH", "POS")):
        if facts.words.date_at(words[at]) is not None:
            break
        at += 1
    if at > first + 1 and words[at - 1].lower.endswith("ing"):
        at -= 1  # "broke my leg skiing"
    if at == first < end and words[at].tag in {"VB", "VBP"} and words[at].dep == "xcomp":
        yield words[at]  # a noun that the parser takes for a verb: "finished chemo"
    if at > first and words[at - 1] not in found and words[at - 1].tag not in {"DT", "PRP$"}:
        yield words[at - 1]


_LOOSE: Final = frozenset({"relcl", "appos", "cc", "conj", "advcl", "npadvmod", "punct", "acl"})


def core(text: str) -> str:
    """A phrase without its article or possessive."""
    parts = text.split()
    while parts and parts[0].lower() in _BARE_ARTICLES:
        parts.pop(0)
    return " ".join(parts)


def is_place(facts: Facts, word: Word) -> bool:
    """Whether a word is the name of a place."""
    index = facts.draft.mention_of(word)
    known = index is not None and facts.draft.found[index].kind is Kind.PLACE
    return word.tag.startswith("NNP") and (known or word.ent in {"GPE", "LOC"})


def is_body(facts: Facts, word: Word) -> bool:
    """Whether a word is the name of a firm, a school or the like."""
    index = facts.draft.mention_of(word)
    known = index is not None and facts.draft.found[index].kind is Kind.ORGANIZATION
    return word.tag.startswith("NNP") and (known or word.ent in {"ORG", "FAC"})


def sentence_text(facts: Facts, word: Word) -> str:
    """The sentence that a word stands in."""
    begin, end = facts.parse.sentences[word.sentence]
    words = facts.parse.words
    return facts.parse.text[words[begin].start : words[end - 1].end]
