"""A companion that says what a test tells it to, piece by piece, when it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.chat import ChatMessage, Speaker
from graph_aria.errors import ChatFailed
from graph_aria.ports import Reader
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.live_replies import LiveReplies, LiveReply
from tests.faculties import faculties_with
from tests.line.world import World

CARE = "You are not alone. Call somebody."


@dataclass
class Companion:
    """A chat model, as the port has it.

    Attributes:
        pieces: what it says.
        fails: why it breaks off after its pieces; None if it does not.
        held: whether it waits for `go` before each piece.
        prompts: what it was sent.
        most_at_once: how many replies it was asked for at the same time, at most.
    """

    pieces: Sequence[str] | Callable[[str], Sequence[str]] = ("Good ", "to hear!")
    fails: str | None = None
    held: bool = False
    prompts: list[tuple[ChatMessage, ...]] = field(default_factory=list)
    most_at_once: int = 0
    model_id: str = "scripted"
    window: int = 4_096
    most_reply_tokens: int = 600
    degraded: str | None = None
    _go: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    _n_at_once: int = 0

    def go(self, n: int = 1) -> None:
        """Let it say some pieces."""
        for _ in range(n):
            self._go.release()

    async def reply(self, prompt: Sequence[ChatMessage]) -> AsyncGenerator[str, None]:
        """Say the pieces."""
        self.prompts.append(tuple(prompt))
        self._n_at_once += 1
        self.most_at_once = max(self.most_at_once, self._n_at_once)
        pieces = self.pieces(prompt[-1].text) if callable(self.pieces) else self.pieces
        try:
            for piece in pieces:
                if self.held:
                    await self._go.acquire()
                yield piece
            if self.fails is not None:
                raise ChatFailed(self.fails)
        finally:
            self._n_at_once -= 1

    async def close(self) -> None:
        """Nothing is held."""

    def sent(self) -> str:
        """All that it was sent last."""
        return "\n".join(message.text for message in self.prompts[-1])

    def told(self) -> list[tuple[Speaker, str]]:
        """Messages of the conversation that it was sent last."""
        return [(one.speaker, one.text) for one in self.prompts[-1][1:]]


def faculties_of(reader: Reader | ReaderProcess, companion: Companion | None) -> Faculties:
    """Faculties with somebody to talk with."""
    plain = faculties_with(reader)
    return Faculties(plain.reader, plain.parser, plain.vectors, companion=companion, care_text=CARE)


def replies_in(world: World, companion: Companion | None) -> LiveReplies:
    """Replies in a world."""
    return LiveReplies(
        world.store,
        faculties_of(world.reader, companion),
        world.clock,
        world.ids,
        wake=lambda: None,
    )


async def heard(live: LiveReply, since: int = 0) -> str:
    """What is heard of a reply until it ends."""
    return "".join([piece async for piece in live.follow(since, beat_seconds=5)])


async def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    for _ in range(2_000):
        if holds():
            return
        await asyncio.sleep(0.002)
    raise TimeoutError
