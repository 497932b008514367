"""What a reader gives back for one text: frozen values, no library object.

Offsets count Unicode code points of the text that was handed in.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from graph_aria.domain.memories import MemoryCandidate
from graph_aria.domain.vocabulary import Kind, Predicate

USER: Final = -1
"""Index that stands for the user where an assertion names a mention."""


class EntryForm(StrEnum):
    """How something was said. The value is also its label in Neo4j."""

    JOURNAL = "Journal"
    MOOD_CHECK_IN = "MoodCheckIn"
    TURN = "Turn"
    NOTE = "Note"
    """A memory that the user wrote down as one; nothing else is read in it."""


class Polarity(StrEnum):
    """How an assertion stands to the truth. Only ASSERTED is evidence."""

    ASSERTED = "asserted"
    NEGATED = "negated"
    HYPOTHETICAL = "hypothetical"
    ASKED = "asked"
    REPORTED = "reported"


class Tense(StrEnum):
    """When an assertion holds, seen from the entry."""

    PAST = "past"
    PRESENT = "present"
    FUTURE = "future"


@dataclass(frozen=True, slots=True)
class ReadContext:
    """What a model is told besides the text; nothing is ever read in it.

    Attributes:
        before: the messages before it, oldest first; the last `MOST_BEFORE` are told.
        known: entities nearest to it, each by its name and kind ("Sam, Person, brother").
        memories: memories nearest to it, by their text.
    """

    before: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    memories: tuple[str, ...] = ()


MOST_BEFORE: Final = 6
"""Messages before a text that are told with it."""


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """One text to read.

    Attributes:
        text: the words, at most 1 MiB in UTF-8.
        said_on: the user's local day on which they were said; dates are relative to it.
        form: journal entry, mood check-in or turn. In a check-in the first line holds
            the feelings picked, comma-separated (it may be empty), the rest the reason.
        context: what a model is told besides; rules read the text alone.
    """

    text: str
    said_on: date
    form: EntryForm = EntryForm.JOURNAL
    context: ReadContext = ReadContext()


@dataclass(frozen=True, slots=True)
class ReadMention:
    """A span of the text that stands for something.

    Attributes:
        start, end: the span, `text[start:end] == words`, never empty.
        words: the words themselves.
        name: the name to show: "Yoga", "Sam", "anxiety" (emotions: a key of `EMOTIONS`;
            inferred topics: one of `TOPICS`; role-only people: the role, "mum").
        kind: what it is.
        rule: the rule that read it, `family:detail`, for example `ner:PERSON`.
        role: a person's role to the user ("sister", "manager"), else None.
        cadence: how often a habit is done ("daily", "twice a week"), else None.
        named: False for a topic or a feeling read from what is said without being named.
        intensity: strength of feeling 1 to 5, for emotions only.
        negated: the emotion or condition is said not to be there ("not anxious any more").
        of_user: the user's own; False for somebody else's emotion, and for what lies in
            quoted text.
        matters: the user says that it matters to them.
    """

    start: int
    end: int
    words: str
    name: str
    kind: Kind
    rule: str
    role: str | None = None
    cadence: str | None = None
    named: bool = True
    intensity: int | None = None
    negated: bool = False
    of_user: bool = True
    matters: bool = False


@dataclass(frozen=True, slots=True)
class ReadAssertion:
    """A statement that relates two mentions.

    Attributes:
        subject, object: indexes into the reading's mentions, or `USER`.
        start, end: the quote that shows it; it encloses what is needed to see why.
        rule: the rule that read it, `family:detail`.
        ended: it says that the relation is over ("quit", "broke up", "used to").
    """

    subject: int
    predicate: Predicate
    object: int
    start: int
    end: int
    rule: str
    polarity: Polarity = Polarity.ASSERTED
    tense: Tense = Tense.PRESENT
    ended: bool = False


@dataclass(frozen=True, slots=True)
class ReadDate:
    """A date that is spoken of: first and last local day, equal for a single day."""

    start: int
    end: int
    words: str
    first_on: date
    last_on: date
    rule: str


@dataclass(frozen=True, slots=True)
class ReadIdentity:
    """A statement of the user that two names mean the same, or do not.

    Attributes:
        one, other: indexes into the reading's mentions, never equal.
        same: True for "Ben is short for Benjamin", False for "two different people".
        start, end: the clause that says so.
        rule: the rule that read it, `identity:detail`.
    """

    one: int
    other: int
    same: bool
    start: int
    end: int
    rule: str


@dataclass(frozen=True, slots=True)
class LatentName:
    """Words that no rule took for anything, but that may be a name which the graph knows."""

    start: int
    end: int
    words: str


@dataclass(frozen=True, slots=True)
class Cost:
    """What asking a model took.

    Attributes:
        n_calls: requests that were sent, those in vain included.
        n_sent, n_received: tokens, as the endpoint counts them.
        estimated: the endpoint did not tell all of them, and the rest was estimated.
    """

    n_calls: int = 0
    n_sent: int = 0
    n_received: int = 0
    estimated: bool = False

    @property
    def n_tokens(self) -> int:
        """All tokens together."""
        return self.n_sent + self.n_received

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.n_calls + other.n_calls,
            self.n_sent + other.n_sent,
            self.n_received + other.n_received,
            self.estimated or other.estimated,
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was read in one text.

    Attributes:
        mentions: in order of start; spans may overlap only for what is not named.
        assertions: in order of start.
        dates: in order of start.
        language: ISO 639-1 code, "und" if it cannot be told.
        reader_id: name and version of the reader with its model.
        unread: why the text was not read ("language:de"), or None if it was.
        identities: what the user says about names themselves, in order of start.
        latent: what may be a name that was named before, in order of start, longer ones
            first; spans may overlap each other, but no mention.
        topics: names of all topics, what the text is most about first: those among the
            mentions, and those that it leans to too little for a mention.
        valence: how pleasant it was for the user, from -1 to 1; None if nothing tells it.
        foreign: spans that the user wrote down but did not say: pasted, or said by others;
            in order of start.
        memories: what a model proposes to remember, as far as it rests on the text; whether
            it is worth a memory, a duplicate or a secret, others decide.
        note: why the text was read without the model ("model:timeout"); None if it was read
            with it, or if there is none.
        cost: what asking a model took, None if none was asked.
    """

    mentions: tuple[ReadMention, ...]
    assertions: tuple[ReadAssertion, ...]
    dates: tuple[ReadDate, ...]
    language: str
    reader_id: str
    unread: str | None = None
    identities: tuple[ReadIdentity, ...] = ()
    latent: tuple[LatentName, ...] = ()
    topics: tuple[str, ...] = ()
    valence: float | None = None
    foreign: tuple[tuple[int, int], ...] = ()
    memories: tuple[MemoryCandidate, ...] = ()
    note: str | None = None
    cost: Cost | None = None
