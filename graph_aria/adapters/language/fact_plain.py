"""What a plain statement says, read from the row of its words and not from its parse.

A small parser goes astray where a full stop or an apostrophe is missing ("i prefer tea to
coffee"). The words stand in the same row all the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_clauses import is_real
from graph_aria.adapters.language.fact_doings import BOUND
from graph_aria.adapters.language.fact_words import TRAILING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.fact_words import Told
    from graph_aria.adapters.language.parse import Word

_LEADS: Final = frozenset(
    {
        "hi", "hey", "hello", "honestly", "well", "and", "but", "so", "also", "actually", "yes",
        "yeah", "no", "nope", "ok", "okay", "lol", "haha", "personally", "btw", "oh", "anyway",
        "besides", "plus", "frankly", "truthfully", "fyi", "ah", "hmm", "right", "generally",
        "basically", "then", "aria", "please", ",", "-", "…", "...", "!", "by", "the", "way", "to",
        "be", "honest", "as", "you", "know", "for", "record",
    }
)  # fmt: skip
"""Words before a statement that say nothing of it."""

_PAIRS: Final = (("by", "the", "way"), ("to", "be", "honest"), ("for", "the", "record"),
                 ("as", "you", "know"), ("you", "know"))  # fmt: skip
_SINGLE: Final = _LEADS - {word for pair in _PAIRS for word in pair}
_BEFORE: Final = frozenset({",", "and", "but", "so", ";", "because", "since", ":", "-", "—", "–"})
_SUPPOSING: Final = frozenset(
    {"if", "when", "whenever", "unless", "suppose", "imagine", "while", "until", "once", "whether",
     "wish", "maybe", "perhaps", "probably", "said", "says", "told", "tells", "thinks", "think",
     "thought", "dreamt", "dreamed", "dream", "almost", "nearly", "would", "could", "might",
     "pretend", "pretended", "asked", "asks", "believes", "claims", "wrote", "writes", "heard"}
)  # fmt: skip
_WHY: Final = frozenset({"because", "cause", "cos", "coz", "bc"})
_STOPS: Final = frozenset({".", ";", "!", ":", "(", ")", "…", "...", "—", "–", "--", "?", "\n"})
_BREAKING: Final = frozenset({"but", "although", "though", "which", "yet", "thus", "hence"})
_OPEN: Final = frozenset({"if", "unless", "when", "whenever", "except", "until", "while", "where",
                          "wherever", "depending", "provided"})  # fmt: skip
"""What makes a statement hold only now and then, so that it may not be cut off."""

_IS: Final = (["'s"], ["is"], ["s"], ["’s"])
_FINITE: Final = frozenset({"VBP", "VBZ", "VBD", "MD"})
_LONGEST_REASON: Final = 18


@dataclass(frozen=True, slots=True)
class Plain:
    """A statement as the row of its words.

    Attributes:
        words: from its first word to where it ends.
        text: these in lower case, with a space between any two.
        reason: why, in the third person, or None.
        is_open: it holds only under a condition or at times.
        last: the last word of its reason, or of itself.
    """

    words: Sequence[Word]
    text: str
    reason: str | None
    is_open: bool
    last: int

    def part(self, begin: int, end: int) -> Sequence[Word]:
        """The words between two offsets of `text`."""
        at, found = 0, []
        for word in self.words:
            if at >= begin and at + len(word.lower) <= end:
                found.append(word)
            at += len(word.lower) + 1
        return found


def plains(facts: Facts) -> Iterator[Plain]:
    """The statements of an entry that begin a sentence, or follow a comma or an "and"."""
    parse, draft = facts.parse, facts.draft
    for begin, end in parse.sentences:
        words = parse.words[begin:end]
        if not words or draft.quoted[begin] or not is_real(draft, begin, end):
            continue
        for start in _starts(words):
            if draft.quoted[words[start].i]:
                continue
            one = _plain(facts, words[start:])
            if one is not None:
                yield one


def _starts(words: Sequence[Word]) -> Iterator[int]:
    """Where statements begin: the first word but for what says nothing, and each own "I"."""
    lowers = [word.lower for word in words]
    first = 0
    while first < len(words):
        pair = next((pair for pair in _PAIRS if tuple(lowers[first : first + len(pair)]) == pair),
                    None)  # fmt: skip
        if pair is not None:
            first += len(pair)
        elif lowers[first] in _SINGLE:
            first += 1
        else:
            break
    if first < len(words):
        yield first
    for at in range(first + 1, len(words)):
        is_why = lowers[at - 1] == "why" and lowers[at - 2 : at - 1] in (
            ["'s"],
            ["is"],
            ["s"],
            ["’s"],
        )
        if lowers[at] not in {"i", "we", "my"} or not (lowers[at - 1] in _BEFORE or is_why):
            continue
        if not _SUPPOSING.intersection(lowers[:at]):
            yield at


def _plain(facts: Facts, words: Sequence[Word]) -> Plain | None:
    end, is_open = len(words), False
    for at in range(1, len(words)):
        if _ends(words, at):
            end = at
            break
    mark = words[end].lower if end < len(words) else ""
    is_open = mark in _OPEN
    kept = list(words[:end])
    if BOUND.search(" ".join(word.lower for word in kept)):
        return None
    while kept and _is_idle(kept[-1]):
        kept.pop()
    if not kept:
        return None
    why = _reason(facts, words, end)
    last = kept[-1].i if why is None else why.last
    text = " ".join(word.lower for word in kept)
    reason = None if why is None else why.text.removeprefix("that ")
    if reason is None and words[0].i and facts.parse.words[words[0].i - 1].lower == "why":
        reason = why_before(facts, words[0].i)
    return Plain(kept, text, reason, is_open, last)


def _is_idle(word: Word) -> bool:
    """Whether a word at the end of a statement says nothing."""
    return (word.lower in TRAILING and word.lower != "anymore") or word.tag in {",", "CC", "."}


def _ends(words: Sequence[Word], at: int) -> bool:  # noqa: PLR0911 - a ladder
    """Whether a statement ends before a word."""
    word, after = words[at], words[at + 1] if at + 1 < len(words) else words[at]
    lower = word.lower
    if lower in _STOPS | _WHY | _BREAKING | _OPEN or word.text.startswith("\n"):
        return True
    if lower == "since":
        return _is_causal(words, at)
    if lower == "as":
        return after.lower in {"i", "we", "it", "my", "they", "he", "she"}
    if lower == "so":
        return after.lower in {"i", "we", "it", "that", "my", "they", "he", "she", ","}
    if lower in {"and", "or"}:
        is_clause = after.lower in {"i", "we", "it", "my", "he", "she", "they", "you", "that"}
        return is_clause or after.tag in _FINITE | {"RB"}
    if lower == ",":
        return not _is_list(words, at)
    return False


def _is_list(words: Sequence[Word], at: int) -> bool:
    """Whether a comma stands between two of a list: "tea, coffee and wine"."""
    after = words[at + 1 : at + 5]
    if not after or after[0].tag in {"PRP", "PRP$", "IN", "WP", "WDT", "WRB", "RB", "MD"}:
        return False
    if any(word.tag in _FINITE for word in after):
        return False
    return any(word.lower in {"and", "or"} for word in words[at + 1 : at + 6])


def _is_causal(words: Sequence[Word], at: int) -> bool:
    """Whether "since" says why: a clause in the present follows it."""
    after = words[at + 1 : at + 6]
    if not after or after[0].tag == "CD":
        return False
    verb = next((word for word in after[1:] if word.tag in _FINITE), None)
    return verb is not None and verb.tag in {"VBZ", "VBP"}


def _reason(facts: Facts, words: Sequence[Word], end: int) -> Told | None:
    """Why a statement holds, from the words behind it."""
    if end >= len(words):
        return None
    at = end + 1 if words[end].lower == "," and end + 1 < len(words) else end
    lower = words[at].lower
    rest = words[at + 1 :]
    is_aim = lower == "so" and bool(rest) and (
        rest[0].lower == "that" or any(word.lower in {"can", "could"} for word in rest[1:4])
    )  # fmt: skip
    if lower not in _WHY and not is_aim and not (
        lower in {"since", "as"} and _ends(words, at)
    ):  # fmt: skip
        return None
    if (is_aim and rest[0].lower == "that") or (rest and rest[0].lower == "of"):
        rest = rest[1:]
    stop = next(
        (i for i, word in enumerate(rest) if word.lower in _STOPS | _BREAKING | {","}
         or (word.lower == "and" and i + 1 < len(rest) and rest[i + 1].lower in {"i", "we"})),
        len(rest),
    )  # fmt: skip
    kept = list(rest[:stop])
    while kept and kept[-1].lower in TRAILING:
        kept.pop()
    if not kept or len(kept) > _LONGEST_REASON:
        return None
    return facts.words.tell(kept, loose=True)


_THATS_WHY: Final = re.compile(
    r"(?:^|[,;.] ?|\band )(?:(?:that|this) ?['’]?s|that is|this is|which is) why ", re.IGNORECASE
)


def why_before(facts: Facts, at: int) -> str | None:
    """The reason before "that's why …", where a word stands behind it.

    Args:
        facts: what was found so far.
        at: the word, as index of the parse.
    """
    parse = facts.parse
    begin, end = parse.sentences[parse.words[at].sentence]
    text = parse.text
    found = _THATS_WHY.search(text[parse.words[begin].start : parse.words[end - 1].end])
    offset = parse.words[begin].start
    if found is None or offset + found.end() > parse.words[at].start:
        return None
    until = offset + found.start()
    first = begin
    if until <= parse.words[begin].start:
        sentence = parse.words[begin].sentence - 1
        if sentence < 0:
            return None
        first, until = parse.sentences[sentence][0], offset
    words = [word for word in parse.words[first:end] if word.end <= until]
    return _told_before(facts, words)


def _told_before(facts: Facts, words: list[Word]) -> str | None:
    while words and (words[-1].tag in {".", ",", ":", "CC"} or words[-1].lower in {".", ","}):
        words.pop()
    while words and words[0].lower in _SINGLE:
        words.pop(0)
    if not words or len(words) > _LONGEST_REASON:
        return None
    if not is_real(facts.draft, words[0].i, words[-1].i + 1):
        return None
    told = facts.words.tell(words, loose=True)
    return None if told is None else told.text
