"""Words of the user told in the third person: pronouns, verbs and days made plain."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Word
    from graph_aria.domain.reading import ReadDate

_LONGEST: Final = 14
"""Most words of a phrase; what is longer is a story and no fact."""

_MINE: Final = {
    "my": "their", "our": "their", "mine": "theirs", "me": "them", "myself": "themselves",
    "us": "them", "ourselves": "themselves", "i": "they",
}  # fmt: skip
_USER_IN_REASON: Final = {"me": "the user", "i": "the user", "us": "the user", "we": "the user"}
_HE_SHE: Final = frozenset({"he", "him", "she", "her", "his", "hers"})
_VAGUE: Final = frozenset(
    {
        "it", "this", "that", "these", "those", "they", "them", "their", "theirs", "its", "here",
        "there", "you", "your", "yours", "yourself", "itself", "themselves", "himself", "herself",
        "today", "tonight", "yesterday", "tomorrow", "now", "then", "ago", "last", "next", "else",
        "such", "same", "other", "others", "another", "what", "which", "who", "why", "how", "where",
        "whatever", "so", "later", "earlier", "recently", "lately", "we", "yet",
    }
)  # fmt: skip
"""Words that say nothing by themselves months later."""

_ODD: Final = frozenset({":", ";", "(", ")", '"', "``", "''", "…", "...", "?", "!", "--", "/", "-"})
_DROPPED: Final = frozenset(
    {"relcl", "advcl", "parataxis", "ccomp", "dep", "meta", "intj", "discourse"}
)
TRAILING: Final = frozenset(
    {"now", "again", "anymore", "though", "too", "lately", "already", "still", "so", "much",
     "either", "however", "today", "lol", "haha", "well", "really", "right"}
)  # fmt: skip
_DATE_LEADS: Final = frozenset({"on", "in", "at", "during", "this", "for"})
_KEEPING: Final = frozenset({"since", "until", "till", "by", "from", "before", "after", "of"})
_MONTH_LENGTHS: Final = range(28, 32)
_YEAR_LENGTHS: Final = range(365, 367)
_WEEK: Final = 7
ROUGH: Final = re.compile(
    r"(?<!today )(?<!this day )\b(month|year|decade)s? (?:ago|back|before)\b"
    r"(?! (?:today|to the day|yesterday|on this day|tomorrow)\b)",
    re.IGNORECASE,
)
"""What names a month or a year and no day; "two years ago today" does name one."""
_SEASON: Final = re.compile(r"\b(?:spring|summer|autumn|fall|winter)\b", re.IGNORECASE)
_SEASON_LENGTHS: Final = range(89, 93)
_ES: Final = re.compile(r"(?:s|x|z|ch|sh|o)$")
_IRREGULAR: Final = {"be": "is", "am": "is", "are": "is", "have": "has", "'ve": "has", "do": "does"}
_AUX: Final = {
    "am": "is", "'m": "is", "m": "is", "are": "is", "'re": "is", "have": "has", "'ve": "has",
    "ve": "has", "do": "does", "were": "was", "'ll": "will", "n't": "not", "nt": "not", "ca": "can",
    "wo": "will", "'d": "had", "'s": "is", "cannot": "can",
}  # fmt: skip
_KEPT_ADVERBS: Final = frozenset(
    {"always", "never", "often", "usually", "rarely", "only", "not", "n't", "nt", "mostly"}
)


@dataclass(frozen=True, slots=True)
class Told:
    """A phrase in the third person, and the words that it was made of."""

    text: str
    first: int
    last: int


def day_words(found: ReadDate, *, bare: bool = False) -> str:  # noqa: PLR0911 - a ladder
    """A date as it is told for ever: "on 3 March 2026", "in 2018", without "on" if `bare`."""
    days = (found.last_on - found.first_on).days + 1
    first = found.first_on
    rough = ROUGH.search(found.words)
    if rough is not None and days < _WEEK:  # "two years ago" names no day
        when = f"{first:%B} {first.year}" if rough[1].lower() == "month" else str(first.year)
        return ("" if bare else "in ") + when
    if days == 1:
        return ("" if bare else "on ") + written(first)
    if days in _YEAR_LENGTHS and (first.month, first.day) == (1, 1):
        return ("" if bare else "in ") + str(first.year)
    if days in _MONTH_LENGTHS and first.day == 1 and (found.last_on + timedelta(1)).day == 1:
        return ("" if bare else "in ") + f"{first:%B} {first.year}"
    season = _SEASON.search(found.words)
    if season is not None and days in _SEASON_LENGTHS and first.day == 1:
        name, last = season[0].lower(), found.last_on.year
        return (
            ("" if bare else "in ")
            + f"{name} {first.year}"
            + (f"/{last}" if last != first.year else "")
        )
    if days == _WEEK:
        return ("" if bare else "in ") + f"the week of {written(first)}"
    return ("" if bare else "between ") + f"{written(first)} and {written(found.last_on)}"


def written(day: date) -> str:
    """A day in words.

    >>> written(date(2026, 3, 3))
    '3 March 2026'
    """
    return f"{day.day} {day:%B} {day.year}"


_UNKNOWN_LEMMAS: Final = {
    "born": "bear", "recording": "record", "packed": "pack", "tied": "tie",
    "withdrew": "withdraw", "withdrawn": "withdraw",
}  # fmt: skip
_TOLD_VERBS: Final = word_set("facts.told_verbs")
"""Verbs of lives that the general list of base forms does not know."""


@lru_cache(maxsize=4_000)
def _base(lemma: str) -> str:
    if lemma in _UNKNOWN_LEMMAS or lemma in _TOLD_VERBS:
        return _UNKNOWN_LEMMAS.get(lemma, lemma)
    for ending in ("", "ed", "ing", "d"):
        stem = lemma.removesuffix(ending)
        if ending and stem == lemma:
            continue
        undoubled = stem[:-1] if stem[-1:] == stem[-2:-1] else stem
        for base in (stem, stem + "e", undoubled):
            if base in _TOLD_VERBS:
                return base
    return lemma


def base_of(verb: Word) -> str:
    """The base form of a verb."""
    return _base(verb.lemma)


def third(verb: Word) -> str:
    """A verb of the first person as it is for "the user"; other forms stay."""
    lower = verb.lower
    if verb.lemma == "be" and verb.tag in {"VBP", "VBZ", "VBD"}:
        return "was" if verb.tag == "VBD" else "is"
    if verb.tag != "VBP":
        return lower
    return third_of(lower)


def third_of(base: str) -> str:
    """The third person of a base form.

    >>> third_of("carry"), third_of("go"), third_of("play")
    ('carries', 'goes', 'plays')
    """
    if base in _IRREGULAR:
        return _IRREGULAR[base]
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ies"
    return base + ("es" if _ES.search(base) else "s")


class Words:
    """Tells phrases of one entry in the third person.

    Attributes:
        draft: the entry.
        dates: what was read of days in it.
    """

    def __init__(self, draft: Draft, dates: Sequence[ReadDate]) -> None:
        self.draft = draft
        self.dates = dates

    def phrase(
        self,
        head: Word,
        *,
        without: Iterable[Word] = (),
        loose: bool = False,
        limit: int = _LONGEST,
    ) -> Told | None:
        """A word with what depends on it, in the third person.

        Args:
            head: the word.
            without: dependents to leave out, with all that hangs on them.
            loose: whether "it" and "they" may stand, as in a reason.
            limit: most words.

        Returns:
            None if it would not be understood by itself, or does not hang together.
        """
        words = _before_not_me(self._subtree(head, {word.i for word in without}, loose=loose))
        while words and (words[-1].lower in TRAILING or words[-1].dep in {"punct", "cc"}):
            words.pop()
        while words and (words[0].dep in {"punct", "cc"} or words[0].tag in {",", ":"}):
            words.pop(0)
        if not words or len(words) > limit or head not in words:
            return None
        if words[-1].i - words[0].i + 1 != len(words) or words[-1].sentence != words[0].sentence:
            return None
        return self.tell(words, loose=loose)

    def tell(self, words: Sequence[Word], *, loose: bool = False) -> Told | None:
        """Words in a row, in the third person; None if one of them says nothing by itself."""
        parts: list[str] = []
        skip_to = -1
        for at, word in enumerate(words):
            if word.i <= skip_to:
                continue
            found = self.date_at(word)
            if found is not None and not self._is_sort(found):
                if words[-1].end < found.end:
                    return None
                skip_to = self._last_of(found)
                before = words[at - 1].lower if at else ""
                if at and words[at - 1].tag == "IN" and before not in _DATE_LEADS | _KEEPING:
                    return None  # "about tomorrow"
                if before in _DATE_LEADS and parts and parts[-1].strip().lower() == before:
                    parts.pop()
                is_bare = before in _KEEPING or self._is_object(found)  # "spend next summer"
                parts.append(self._gap(words, at) + day_words(found, bare=is_bare))
                continue
            told = self._one(words, at, loose=loose)
            if told is None:
                return None
            parts.append(told)
        text = " ".join("".join(parts).split())
        return Told(text, words[0].i, words[-1].i) if text else None

    def _one(self, words: Sequence[Word], at: int, *, loose: bool) -> str | None:  # noqa: PLR0911 - a ladder
        word, lower = words[at], words[at].lower
        gap = self._gap(words, at)
        if word.text in _ODD or "\n" in gap:
            return word.text if word.text == "-" and not gap else None
        if loose and lower in _USER_IN_REASON:
            return gap + _USER_IN_REASON[lower]
        if lower in _MINE:
            return gap + _MINE[lower]
        if lower in _HE_SHE:
            who = self.whom(word)
            return None if who is None else gap + who
        before = words[at - 1].lower if at else ""
        if word.tag in {"VBP", "VBD", "VB"} and before in {"i", "we"}:
            if loose:
                return (gap or " ") + third(word)
            return (gap or " ") + {"am": "are", "'m": "are", "was": "were"}.get(lower, lower)
        if lower in {"it", "they", "them", "its", "their"} and loose:
            return gap + lower
        after = words[at + 1].lower if at + 1 < len(words) else ""
        is_plain = (lower == "how" and after == "to") or (lower == "other" and before == "every")
        is_mark = is_plain or (lower == "that" and word.dep == "mark")
        if lower in _VAGUE and not is_mark and not (lower == "so" and loose):
            return None
        begins = word.i == self.draft.parse.sentences[word.sentence][0]
        plain = word.lower if begins and not self._is_name(word) else word.text
        return gap + plain

    def _is_name(self, word: Word) -> bool:
        is_mention = self.draft.mention_of(word) is not None and word.tag.startswith("NNP")
        acronym = len(word.text) > 1 and word.text.isupper()
        return is_mention or acronym or (word.tag.startswith("NNP") and word.text[:1].isupper())

    def _gap(self, words: Sequence[Word], at: int) -> str:
        if not at:
            return ""
        return self.draft.parse.text[words[at - 1].end : words[at].start]

    def whom(self, word: Word) -> str | None:
        """Whom "he" or "her" means: "the user's sister Nora"; possessive where the word is."""
        found = refer(self.draft, word)
        if len(found) != 1 or found[0] == USER:
            return None
        name = self.person(found[0])
        is_possessive = word.tag == "PRP$" or word.dep == "poss"
        return name + "'s" if is_possessive and name is not None else name

    def person(self, index: int) -> str | None:
        """Who or what a mention is, to be understood by itself: "the user's sister Nora"."""
        if index == USER:
            return "the user"
        mention = self.draft.found[index]
        if mention.kind not in {Kind.PERSON, Kind.ANIMAL} or self.draft.quoted[mention.first]:
            return None
        if not mention.named:
            return None
        if mention.role is None:
            return mention.name if mention.name[:1].isupper() and mention.named else None
        if mention.name.casefold() == mention.role.casefold():
            return f"the user's {mention.role}"
        name = mention.name
        lead, _, rest = name.partition(" ")
        if rest and lead.casefold() == mention.role.casefold():
            name = rest  # "my Grandma Hilde"
        return f"the user's {mention.role} {name}"

    def date_at(self, word: Word) -> ReadDate | None:
        """The date that a word is part of, or None."""
        return next(
            (
                one
                for one in self.dates
                if one.start <= word.start < one.end and word.end > one.start
            ),
            None,
        )

    def date_in(self, first: int, last: int) -> ReadDate | None:
        """The only date that begins between two words, or None."""
        words = self.draft.parse.words
        found = [one for one in self.dates if words[first].start <= one.start < words[last].end]
        return found[0] if len(found) == 1 else None

    def _is_sort(self, found: ReadDate) -> bool:
        """Whether a day only says which sort something is: "the Christmas concert"."""
        parse = self.draft.parse
        last = parse.words[self._last_of(found)]
        return last.dep == "compound" and parse.head(last).i > last.i

    def _is_object(self, found: ReadDate) -> bool:
        words = self.draft.parse.words
        first = self.draft.parse.word_at(found.start)
        return any(word.dep == "dobj" for word in words[first : self._last_of(found) + 1])

    def _last_of(self, found: ReadDate) -> int:
        return self.draft.parse.word_at(found.end - 1)

    def _subtree(self, head: Word, without: set[int], *, loose: bool) -> list[Word]:
        parse, todo, kept = self.draft.parse, [head], []
        while todo:
            word = todo.pop()
            kept.append(word)
            for kid in parse.kids(word):
                if kid.i in without or len(kept) + len(todo) > 3 * _LONGEST:
                    continue
                if kid.dep in _DROPPED and not (loose and kid.dep in {"ccomp", "relcl"}):
                    continue
                if kid.dep == "conj" and _is_clause(parse.kids(kid), kid, word):
                    continue
                if kid.dep == "cc" and not self._joins(word, kid, without):
                    continue
                if kid.dep == "acl" and kid.tag not in {"VBG", "VBN", "VB"}:
                    continue
                todo.append(kid)
        return sorted(kept, key=lambda word: word.i)

    def _joins(self, word: Word, cc: Word, without: set[int]) -> bool:
        following = [kid for kid in self.draft.parse.kids(word, "conj") if kid.i > cc.i]
        if not following or following[0].i in without:
            return False
        return not _is_clause(self.draft.parse.kids(following[0]), following[0], word)

    def predicate(self, verb: Word, *, negated: bool) -> str:
        """The verb group for "the user": "does not eat", "has lived", "is learning"."""
        parse = self.draft.parse
        helpers = [
            kid for kid in parse.kids(verb, "aux", "auxpass", "neg", "advmod")
            if kid.i < verb.i and (kid.dep != "advmod" or kid.lower in _KEPT_ADVERBS)
        ]  # fmt: skip
        finite = next((kid for kid in helpers if kid.dep in {"aux", "auxpass"}), None)
        if finite is None:
            parts = [_AUX.get(kid.lower, kid.lower) for kid in helpers]
            return " ".join([*parts, third(verb)])
        parts = [_AUX.get(kid.lower, kid.lower) for kid in helpers if kid.lower != "to"]
        if finite.lower == "'s" and verb.tag == "VBN":
            parts[0] = "has"
        if negated and "not" not in parts and "never" not in parts:
            parts.insert(1, "not")
        return " ".join([*parts, verb.lower])


def _before_not_me(words: list[Word]) -> list[Word]:
    """Words without the "…, not me" that tells whom they are not about."""
    for at, (word, following) in enumerate(pairwise(words)):
        if word.lower == "not" and following.lower in {"me", "i"}:
            return words[:at]
    return words


def _is_clause(kids: Sequence[Word], word: Word, head: Word) -> bool:
    """Whether a conjunct is a clause of its own, and no further thing of the same sort."""
    if any(kid.dep in {"nsubj", "nsubjpass"} for kid in kids):
        return True
    return word.tag.startswith("VB") and word.tag != head.tag


FIRST: Final = frozenset({"i", "im"})
WE: Final = frozenset({"we"})
KIN: Final = word_set("facts.kin")
