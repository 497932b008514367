"""What the machine brings: time, ids, readers, models, embedders."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Protocol

from graph_aria.domain.advice import Verdicts, Wording
from graph_aria.domain.care import Concern
from graph_aria.domain.chat import ChatMessage
from graph_aria.domain.clauses import ParsedText
from graph_aria.domain.likeness import Likeness
from graph_aria.domain.memory_changes import Embedding
from graph_aria.domain.proposals import Answer
from graph_aria.domain.reading import Reading, ReadRequest

if TYPE_CHECKING:  # who only hands an embedder on needs no numpy
    import numpy as np
    from numpy.typing import NDArray


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present instant, aware, in UTC."""


class Ids(Protocol):
    """Makes ids."""

    def new(self) -> str:
        """A new UUIDv7, greater than every one before it from this process."""


class Reader(Protocol):
    """Reads texts."""

    @property
    def reader_id(self) -> str:
        """Name and version of the reader with its model."""

    @property
    def degraded(self) -> str | None:
        """What the reader lacks and how to mend it, or None."""

    async def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        """One reading for each request, in their order.

        Raises:
            ReaderFailed: it crashed or took too long; the next call finds a new one.
        """


class AnalysisModel(Protocol):
    """Proposes what a text says; nothing of it is believed before it was judged."""

    @property
    def model_id(self) -> str:
        """Name of the model, for `Reading.reader_id`; never an address or a key."""

    @property
    def degraded(self) -> str | None:
        """Why it is not asked just now and how to mend it, or None."""

    def estimate(self, request: ReadRequest) -> int:
        """The most tokens that asking once may take, answer included."""

    async def propose(self, request: ReadRequest) -> Answer:
        """What it proposes for one text, or why it does not.

        Never raises for what the endpoint or the model does. Takes a bounded time.
        """

    async def close(self) -> None:
        """Let go of connections; safe to repeat."""


class ChatModel(Protocol):
    """Talks with the user."""

    @property
    def model_id(self) -> str:
        """Name of the model; never an address or a key."""

    @property
    def window(self) -> int:
        """Tokens that prompt and reply may take together."""

    @property
    def most_reply_tokens(self) -> int:
        """Tokens that a reply may take; less than `window`."""

    @property
    def degraded(self) -> str | None:
        """Why it is not asked just now and how to mend it, or None."""

    def reply(self, prompt: Sequence[ChatMessage]) -> AsyncGenerator[str, None]:
        """What it replies, piece by piece as it comes.

        To be closed where it is not read to its end. What comes is bounded, in length and in
        time.

        Raises:
            ChatFailed: it gave no reply, or broke off; what came before is part of one.
        """

    async def close(self) -> None:
        """Let go of connections; safe to repeat."""


class MemoryAdviser(Protocol):
    """Says how memories stand to each other; nothing of it is believed before it was judged."""

    async def compare(self, pairs: Sequence[tuple[str, str]]) -> Verdicts:
        """How the second sentence of each pair stands to the first; the first was said earlier.

        Never raises for what the endpoint or the model does. Takes a bounded time.
        """

    async def merge(self, texts: Sequence[str]) -> Wording:
        """One sentence that says what some sentences say together, or none.

        Never raises for what the endpoint or the model does. Takes a bounded time.
        """


class Budget(Protocol):
    """How many tokens may still be spent in a day."""

    def left(self, on: date) -> int | None:
        """Tokens that are left of a day, 0 or more; None without a limit."""

    def spend(self, n_tokens: int, on: date) -> None:
        """Note that tokens were spent; a negative number gives back what was not."""


class Embedder(Protocol):
    """Places texts in a space in which those that mean the same lie close together."""

    @property
    def embedder_id(self) -> str:
        """Name and version of the model; vectors of different ids are never compared."""

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""

    @property
    def likeness(self) -> Likeness:
        """What its cosines mean."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of length 1, of shape (number of texts, `dimension`), in order of the texts.

        The product of two is their cosine. A text has the same vector whatever its
        neighbours; what is too long for the model is cut at its end. Takes some
        milliseconds a text, on the caller's thread.
        """


class Parser(Protocol):
    """Parses sentences, so that the guard can compare what they claim."""

    @property
    def parser_id(self) -> str:
        """Name and version of what parses; parses of two are never compared."""

    async def parse_sentences(self, texts: Sequence[str]) -> list[ParsedText]:
        """One parse for each text, in their order; without a model its words lack labels.

        Raises:
            ReaderFailed: it crashed or took too long; the next call finds a new one.
        """


class SecondLook(Protocol):
    """Tells by their meaning which sentences speak of a crisis, where no pattern did."""

    async def concerns_of(self, sentences: Sequence[str]) -> list[Concern | None] | None:
        """What each sentence speaks of, in their order; None if it has no model to tell by.

        Raises:
            EmbedderAway: it cannot be asked just now.
        """


class Vectors(Protocol):
    """An embedder that is waited for: in another process, or at an endpoint."""

    async def describe(self) -> Embedding:
        """What it is, without any vector.

        Raises:
            EmbedderAway: it cannot be asked just now.
        """

    async def embed(self, texts: Sequence[str]) -> Embedding:
        """Vectors of texts, in their order.

        Raises:
            EmbedderAway: it cannot be asked just now.
        """
