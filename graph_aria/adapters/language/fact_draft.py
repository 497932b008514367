"""Memories of one entry in the making."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_clauses import Clause
from graph_aria.domain.identity import normalized
from graph_aria.domain.memories import Category, ImportantDate, MemoryCandidate, MemoryKind

if TYPE_CHECKING:
    from datetime import date

    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.fact_words import Words
    from graph_aria.adapters.language.parse import Parse

MOST: Final = 12
"""Most memories of one entry; a diary page holds few."""


@dataclass(slots=True)
class Facts:
    """What was found so far.

    Attributes:
        draft: the entry.
        words: tells its phrases in the third person.
        said_on: the user's local day.
        corrects: sentences by index in which the user takes something back.
        found: candidates in order of discovery.
    """

    draft: Draft
    words: Words
    said_on: date
    corrects: frozenset[int] = frozenset()
    found: dict[str, MemoryCandidate] = field(default_factory=dict)

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
        valid: tuple[date, date] | None = None,
        expires_on: date | None = None,
        important: ImportantDate | None = None,
        may_correct: bool = True,
    ) -> None:
        """Add a memory, unless it is there.

        Args:
            text: the sentence without its full stop; it may begin in lower case.
            span: first and last word of what says it.
            rule: what read it.
            kind, category, importance, significance, confidence, reason, slot, value,
                expires_on, important: see `MemoryCandidate`.
            valid: first and last day on which it holds, or None.
            may_correct: whether it takes something back where its sentence does.
        """
        text = " ".join(text.split()).rstrip(" ,.;")
        text = text[:1].upper() + text[1:] + "."
        start, end = self.draft.quote(*span)
        corrects = self.parse.words[span[0]].sentence in self.corrects and slot is not None
        corrects = corrects and may_correct
        candidate = MemoryCandidate(
            text=text, kind=MemoryKind.CORRECTION if corrects else kind, category=category,
            start=start, end=end, rule=f"fact:{rule}", importance=importance,
            emotional_significance=significance, confidence=confidence, reason=reason,
            valid_from=valid[0] if valid else None, valid_until=valid[1] if valid else None,
            expires_on=expires_on, important=important,
            slot=None if slot is None else normalized(slot), value=None if slot is None else normalized(value),
            corrects=corrects,
        )  # fmt: skip
        if start < end and len(self.found) < MOST:
            self.found.setdefault(text, candidate)

    def reason(self, clause: Clause) -> str | None:
        """The reason of a clause as a plain text, or None."""
        return None if clause.reason is None else clause.reason.text.removeprefix("that ")
