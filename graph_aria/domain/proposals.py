"""What a model proposes to have read: nothing of it is believed before it was judged.

Words where the vocabulary has closed lists, and whole numbers from 1 to 5, as they came.
`graph_aria.domain.judging` turns them into a reading.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from graph_aria.domain.reading import Cost


class Failure(StrEnum):
    """Why a text was read without the model. The value is the note of its reading."""

    UNREACHABLE = "model:unreachable"
    TIMEOUT = "model:timeout"
    BUSY = "model:busy"
    BROKEN = "model:error"
    GARBAGE = "model:garbage"
    TRUNCATED = "model:truncated"
    WRONG_KEY = "model:wrong_key"
    UNKNOWN = "model:unknown"
    REFUSED = "model:refused"
    TOO_LONG = "model:too_long"
    BUDGET = "model:budget"

    @property
    def is_lasting(self) -> bool:
        """Whether it stays so until somebody changes a setting."""
        return self in {Failure.WRONG_KEY, Failure.UNKNOWN}


@dataclass(frozen=True, slots=True)
class ProposedMention:
    """Something that the text is said to name.

    Attributes:
        name: the name to show; of an emotion, one of `EMOTIONS`.
        kind: a value of `Kind`.
        quote: the words that stand for it.
        role: a person's role to the user, or None.
        intensity: of an emotion, 1 to 5.
        negated: the emotion or condition is said not to be there.
        of_user: the emotion is the user's own.
    """

    name: str
    kind: str
    quote: str
    role: str | None = None
    intensity: int | None = None
    negated: bool = False
    of_user: bool = True


@dataclass(frozen=True, slots=True)
class ProposedRelation:
    """Something that the text is said to state.

    Attributes:
        subject, object: names of proposed mentions, or "user".
        predicate: a value of `Predicate`.
        quote: the words that state it.
        polarity, tense: values of `Polarity` and `Tense`.
        ended: it is said to be over.
    """

    subject: str
    predicate: str
    object: str
    quote: str
    polarity: str = "asserted"
    tense: str = "present"
    ended: bool = False


@dataclass(frozen=True, slots=True)
class ProposedMemory:
    """Something that is said to be worth remembering; see `MemoryCandidate`.

    Attributes:
        kind, category: values of `MemoryKind` and `Category`.
        importance, significance, confidence: 1 to 5.
        quotes: the words that it rests on.
        on: "2026-03-14", or "--03-14" if the year was not said.
        until: "2026-03-14", or None.
    """

    text: str
    kind: str
    category: str
    importance: int
    significance: int
    confidence: int
    quotes: tuple[str, ...]
    reason: str | None = None
    inferred: bool = False
    on: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True)
class Proposals:
    """All that a model proposes for one text."""

    mentions: tuple[ProposedMention, ...] = ()
    relations: tuple[ProposedRelation, ...] = ()
    memories: tuple[ProposedMemory, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of asking a model.

    Attributes:
        proposals: what it proposes, None if it failed.
        failure: why it failed, None if it did not.
        cost: what asking took, whatever came of it.
    """

    proposals: Proposals | None
    failure: Failure | None
    cost: Cost
