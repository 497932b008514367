"""Memories of one entry in the making."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_clauses import Clause
from graph_aria.domain.memories import Category, ImportantDate, MemoryCandidate, MemoryKind
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.reading import USER

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.fact_words import Words
    from graph_aria.adapters.language.parse import Parse, Word
    from graph_aria.domain.vocabulary import Kind

MOST: Final = 12
"""Most memories of one entry; a diary page holds few."""

_OF_LIFE: Final = frozenset({MemoryKind.FOCUS, MemoryKind.MILESTONE})
"""What stays of its kind when it corrects something."""

_GIVES_WAY: Final = frozenset(
    {"goal", "learning", "studies", "study", "preparing", "event", "quit", "illness", "recovering",
     "saving", "decision", "passing", "years_sober", "moved", "years"}
)  # fmt: skip
"""Rules that tell nothing more where a focus or a milestone is told."""

_NARROWING: Final = frozenset(
    {"than", "unless", "except", "if", "when", "whenever", "while", "until", "without", "instead",
     "rather", "to", "over", "only"}
)  # fmt: skip
"""Words that change what was said before them, so that it may not be cut off there."""


@dataclass(slots=True)
class Facts:
    """What was found so far.

    Attributes:
        draft: the entry.
        words: tells its phrases in the third person.
        said_on: the user's local day.
        corrects: sentences by index in which the user takes something back.
        found: candidates in order of discovery.
        claimed: verbs of which a focus or a milestone tells.
    """

    draft: Draft
    words: Words
    said_on: date
    corrects: frozenset[int] = frozenset()
    found: dict[str, MemoryCandidate] = field(default_factory=dict)
    claimed: set[int] = field(default_factory=set)

    def claim(self, verb: Word) -> None:
        """Let what a verb tells be told by a focus or a milestone alone."""
        self.claimed.add(verb.i)

    @property
    def parse(self) -> Parse:
        """The words of the entry."""
        return self.draft.parse

    def add(  # noqa: PLR0913 - a memory has that many sides
        self,
        text: str,
        span: tuple[int, int],
        rule: str,
        *,
        kind: MemoryKind = MemoryKind.FACT,
        category: Category = Category.IDENTITY,
        importance: float = 0.6,
        significance: float = 0.1,
        confidence: float = 0.85,
        reason: str | None = None,
        slot: str | None = None,
        value: str = "yes",
        valid: tuple[date | None, date | None] | None = None,
        expires_on: date | None = None,
        important: ImportantDate | None = None,
        may_correct: bool = True,
        takes_back: bool = False,
    ) -> None:
        """Add a memory, unless it is there.

        Args:
            text: the sentence without its full stop; it may begin in lower case.
            span: first and last word of what says it.
            rule: what read it.
            kind: what sort of sentence it is.
            category: what part of a life it is about.
            importance: 0 to 1.
            significance: how much it means to the user, 0 to 1.
            confidence: 0 to 1.
            reason: why it is so, or None.
            slot: what it speaks of, in any case and spacing, or None.
            value: what it says there.
            expires_on: the last day on which it is of use, or None.
            important: a day that returns every year, or None.
            valid: first and last day on which it holds, each None where it is open, or None.
            takes_back: it takes something back by itself.
            may_correct: whether it takes something back where its sentence does.
        """
        if rule in _GIVES_WAY and any(span[0] <= at <= span[1] for at in self.claimed):
            return
        text = " ".join(text.split()).rstrip(" ,.;")
        text = text[:1].upper() + text[1:] + "."
        start, end = self.draft.quote(*span)
        corrects = self.parse.words[span[0]].sentence in self.corrects and slot is not None
        corrects = (corrects and may_correct) or takes_back
        candidate = MemoryCandidate(
            text=text, kind=MemoryKind.CORRECTION if corrects and kind not in _OF_LIFE else kind,
            category=category,
            start=start, end=end, rule=f"fact:{rule}", importance=importance,
            emotional_significance=significance, confidence=confidence, reason=reason,
            valid_from=valid[0] if valid else None, valid_until=valid[1] if valid else None,
            expires_on=expires_on, important=important,
            slot=None if slot is None else normalized(slot),
            value=None if slot is None else normalized(value),
            corrects=corrects,
        )  # fmt: skip
        is_about_user = "the user" in text.lower()  # a name alone says nothing months later
        if start >= end or not is_about_user or len(self.found) >= MOST:
            return
        if not self._says_less(candidate, span[1]):
            for said, one in list(self.found.items()):
                is_less = said == text and one.kind not in _OF_LIFE
                if _is_told_with_its_day(candidate, one) or (
                    is_less and candidate.kind in _OF_LIFE
                ):
                    del self.found[said]
            self.found.setdefault(text, candidate)

    def _says_less(self, candidate: MemoryCandidate, last: int) -> bool:
        """Whether a fuller one is there, or what follows would change what it says."""
        stem = candidate.text.removesuffix(".").lower() + " "
        for one in self.found.values():
            same = one.slot is not None and (one.slot, one.value) == (
                candidate.slot, candidate.value
            )  # fmt: skip
            if (same and not _tells_its_day(candidate, one)) or (one.text.lower().startswith(stem)):
                return True
        following = self.parse.words[last + 1] if last + 1 < len(self.parse.words) else None
        if following is None or following.sentence != self.parse.words[last].sentence:
            return False
        return candidate.kind is MemoryKind.PREFERENCE and following.lower in _NARROWING

    def reason(self, clause: Clause) -> str | None:
        """The reason of a clause as a plain text, or None."""
        return None if clause.reason is None else clause.reason.text.removeprefix("that ")


def _tells_its_day(candidate: MemoryCandidate, one: MemoryCandidate) -> bool:
    """Whether a milestone is told with another date: of another time, or more exactly."""
    day = candidate.valid_from, candidate.valid_until, candidate.important
    is_dated = candidate.kind is MemoryKind.MILESTONE and any(day)
    return is_dated and day != (one.valid_from, one.valid_until, one.important)


def _is_told_with_its_day(candidate: MemoryCandidate, one: MemoryCandidate) -> bool:
    """Whether a dated milestone tells what the entry has told without a date already."""
    same = one.slot is not None and (one.slot, one.value) == (candidate.slot, candidate.value)
    is_undated = not any((one.valid_from, one.valid_until, one.important))
    both = one.kind is candidate.kind is MemoryKind.MILESTONE
    return same and both and is_undated and _tells_its_day(candidate, one)


def read_not_me(
    facts: Facts,
    clause: Clause,
    says: str,
    last: int,
    category: Category,
    slot: str,
    value: str = "no",
) -> None:
    """Add that something is not so of the user: "my sister is a nurse, not me".

    Args:
        facts: what was found so far.
        clause: says it of another.
        says: what is not so, told of the user: "is not a nurse".
        last: the last word of what says it.
        category: what part of a life it is about.
        slot: what it speaks of, without the user.
        value: what it says there.
    """
    words = facts.parse.words
    _, end = facts.parse.sentences[clause.verb.sentence]
    tail = range(clause.verb.i, end - 1)
    at = next(
        (i for i in tail if words[i].lower == "not" and words[i + 1].lower in {"me", "i"}), None
    )
    if clause.holder == USER or at is None:
        return
    facts.add(
        f"the user {says}", (clause.first, max(last, at + 1)), "not_me", category=category,
        importance=0.75, slot=f"the user|{slot}", value=value,
    )  # fmt: skip


def slot_of(clause: Clause, *parts: str) -> str:
    """The slot of what is said of whoever a clause is about."""
    return "|".join((clause.who, *parts))


def share_of(clause: Clause, mine: float) -> float:
    """What is of others matters a little less."""
    return mine if clause.holder == USER else max(0.5, mine - 0.15)


def category_for(clause: Clause, mine: Category) -> Category:
    """The category, or that of the person where it is not the user's."""
    if clause.holder == USER:
        return mine
    return Category.FRIENDS if " friend" in clause.who else Category.FAMILY


def is_or_not(clause: Clause) -> str:
    """The copula, denied or not."""
    be = "are" if clause.who.endswith("parents") else "is"
    if clause.over:
        return f"{be} no longer"
    return f"{be} not" if clause.negated else be


def yes_or_no(clause: Clause) -> str:
    """The value of a slot that a clause affirms or denies."""
    return "no" if clause.negated or clause.over else "yes"


def objects_of(facts: Facts, verb: Word, *preps: str) -> Iterable[tuple[Word, Word]]:
    """Prepositions of a verb with what stands behind them."""
    parse = facts.parse
    for prep in parse.kids(verb, "prep"):
        inner = parse.kid(prep, "pobj")
        if prep.lower in preps and inner is not None:
            yield prep, inner


def is_a(facts: Facts, word: Word, kinds: frozenset[Kind]) -> bool:
    """Whether a word is a mention of one of some kinds."""
    index = facts.draft.mention_of(word)
    return index is not None and facts.draft.found[index].kind in kinds


def bounds_of(facts: Facts, verb: Word) -> tuple[int, int]:
    """First and last word of a verb's sentence."""
    begin, end = facts.parse.sentences[verb.sentence]
    return begin, end - 1


def bare(text: str) -> str:
    """A phrase without its article, for a slot that denial and statement share."""
    first, _, rest = text.partition(" ")
    return rest if first.lower() in {"a", "an", "any", "no", "the"} and rest else text
