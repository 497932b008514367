"""Replies that are being said: they go on whoever listens, and can be listened to again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

import structlog

from graph_aria.domain.conversations import Reply, ReplyState, Role
from graph_aria.domain.drawn import Drawn
from graph_aria.domain.records import Entry, Profile
from graph_aria.domain.views import Saved
from graph_aria.errors import AriaError, IdempotencyMismatch, NotFound, Unavailable
from graph_aria.ports import Clock, Ids, Store
from graph_aria.stages.answer_lost import OWN_ORIGIN
from graph_aria.stages.converse import converse
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.take_reply import take_reply
from graph_aria.stages.take_turn import take_turn

MOST_RUNNING: Final = 32
"""Replies that are being said or waited for at once, of all profiles."""
MOST_KEPT: Final = 128
KEPT_SECONDS: Final = 300.0
"""How long what was said stays in memory, for who comes back; then the store has it."""

_FAULT: Final = "something went wrong; the log names the place"
_STOPPED: Final = "the service was stopped"
_log = structlog.get_logger("graph_aria.chat")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a reply ended.

    Attributes:
        text: the whole of it.
        state: finished or cut; None if its turn was deleted, and with it the reply.
        drawn: what it drew on, None if another program replied, or nothing was said.
        why: why no model was asked or heard to its end, None if there is nothing to say, or
            it is not known any more.
    """

    text: str
    state: ReplyState | None
    drawn: Drawn | None = None
    why: str | None = None

    @classmethod
    def of(cls, reply: Reply, why: str | None = None) -> Ended:
        """How a stored reply ended."""
        return cls(reply.text, reply.state, reply.drawn, why)


class LiveReply:
    """A reply that is being said, or was a short while ago.

    Attributes:
        profile_id, conversation_id, turn_id: what it answers.
        text: what was said so far.
        ended: how it ended, None while it goes on.
    """

    def __init__(self, turn: Entry, ended: Ended | None = None) -> None:
        self.profile_id = turn.profile_id
        self.conversation_id = turn.conversation_id or ""
        self.turn_id = turn.id
        self.text = "" if ended is None else ended.text
        self.ended = ended
        self._changed = asyncio.Event()

    def say(self, piece: str) -> None:
        """Say a piece more to all who listen."""
        self.text += piece
        self._tell()

    def end(self, ended: Ended) -> None:
        """Tell all who listen that it is over."""
        self.text, self.ended = ended.text, ended
        self._tell()

    async def follow(self, since: int = 0, *, beat_seconds: float) -> AsyncGenerator[str, None]:
        """What is said from a place on, as it comes, until it ended.

        Args:
            since: characters that are known, >= 0.
            beat_seconds: "" is given whenever nothing was said for so long, > 0.
        """
        while True:
            changed = self._changed
            if since < len(self.text):
                piece, since = self.text[since:], len(self.text)
                yield piece
            elif self.ended is not None:
                return
            else:
                try:
                    await asyncio.wait_for(changed.wait(), beat_seconds)
                except TimeoutError:
                    yield ""

    async def wait(self) -> Ended:
        """How it ended, once it did."""
        while self.ended is None:
            await self._changed.wait()
        return self.ended

    def _tell(self) -> None:
        told, self._changed = self._changed, asyncio.Event()
        told.set()


class _Talk:
    """One conversation: its turns arrive in an order, and are answered in that order."""

    def __init__(self) -> None:
        self.arriving = asyncio.Lock()
        self.speaking = asyncio.Lock()


@dataclass(frozen=True, slots=True)
class _UnderWay:
    """A reply with the task that makes it."""

    turn: Entry
    live: LiveReply
    task: asyncio.Task[None]


class LiveReplies:
    """All replies that are being said, and those of the last minutes."""

    def __init__(
        self,
        store: Store,
        faculties: Faculties,
        clock: Clock,
        ids: Ids,
        *,
        wake: Callable[[], None],
        kept_seconds: float = KEPT_SECONDS,
    ) -> None:
        """Say with what to reply.

        Args:
            store: where all is.
            faculties: what finds, and who talks.
            clock: tells the time.
            ids: gives ids to turns and jobs.
            wake: called when there is a turn to be read.
            kept_seconds: how long what was said stays in memory, > 0.
        """
        self._store = store
        self._faculties = faculties
        self._clock = clock
        self._ids = ids
        self._wake = wake
        self._kept_seconds = kept_seconds
        self._lives: dict[str, LiveReply] = {}
        self._under_way: dict[str, _UnderWay] = {}
        self._talks: WeakValueDictionary[str, _Talk] = WeakValueDictionary()
        self._n_arriving = 0
        self._is_closed = False

    @property
    def running(self) -> Collection[str]:
        """Ids of the turns that are being answered."""
        return self._under_way.keys()

    async def ask(
        self,
        profile: Profile,
        conversation_id: str,
        *,
        text: str,
        zone: str | None = None,
        external_id: str | None = None,
    ) -> tuple[LiveReply, Saved]:
        """Store a turn, and reply to it; the reply goes on whoever listens.

        A turn with an `external_id` that was stored before is not stored or answered again:
        its reply is given, as it is being said or as it was. Only where nothing of it was said
        and it is the last turn, it is answered after all. Turns of one conversation are
        answered one after the other.

        Raises:
            InvalidText, TextTooLarge, UnknownZone, EntryDeleted.
            NotFound: there is no such conversation.
            IdempotencyMismatch: the turn with this id had other words.
            Unavailable: too many replies are being said, or the service is stopping; then
                nothing is stored.
        """
        self._check_may_ask()
        self._n_arriving += 1  # its place is kept: what is stored is answered
        try:
            return await self._take(
                profile, conversation_id, text=text, zone=zone, external_id=external_id
            )
        finally:
            self._n_arriving -= 1

    async def _take(
        self,
        profile: Profile,
        conversation_id: str,
        *,
        text: str,
        zone: str | None,
        external_id: str | None,
    ) -> tuple[LiveReply, Saved]:
        talk = self._talks.setdefault(conversation_id, _Talk())
        async with talk.arriving:
            saved = await take_turn(
                self._store,
                self._clock,
                self._ids,
                profile,
                conversation_id,
                text=text,
                zone=zone,
                origin=OWN_ORIGIN,
                external_id=external_id,
                answering=tuple(self.running),
            )
            turn = saved.entry
            if not saved.created:
                if turn.text != text:
                    message = "a turn with this id had other words; give a new id to a new turn"
                    raise IdempotencyMismatch(message)
                known = await self.find(profile.id, turn.id)
                if known is not None and not await self._may_answer_after_all(turn, known):
                    return known, saved
            if turn.conversation_id != conversation_id:
                talk = self._talks.setdefault(turn.conversation_id or "", _Talk())
            if self._is_closed:  # since the turn was stored
                live = LiveReply(turn)
                await self._end_cut(turn, live, _STOPPED, has_begun=False)
                return live, saved
            return self._start(profile, turn, talk), saved

    async def find(self, profile_id: str, turn_id: str) -> LiveReply | None:
        """The reply to a turn: as it is being said, or as it is stored; None if there is none.

        Raises:
            NotFound: there is no such turn.
        """
        turn = await self._store.get_entry(profile_id, turn_id)
        live = self._lives.get(turn_id)
        if live is not None and live.ended is None:
            return live
        if turn.conversation_id is None:
            raise NotFound("this is no turn of a conversation; see `aria conversation list`")
        with suppress(NotFound):
            reply = await self._store.get_reply(profile_id, turn_id)
            # As it is stored: words of what was deleted since are no longer in it.
            return LiveReply(turn, Ended.of(reply))
        return live

    def drop(self, turn_ids: Collection[str]) -> None:
        """Let go of what was said to turns that are deleted, and stop what is being said."""
        for turn_id in turn_ids:
            live = self._lives.pop(turn_id, None)
            if live is not None:
                live.end(Ended("", None))
            if turn_id in self._under_way:
                self._under_way[turn_id].task.cancel()

    def drop_profile(self, profile_id: str) -> None:
        """Let go of all that was said to a profile."""
        self.drop([one.turn_id for one in self._lives.values() if one.profile_id == profile_id])

    async def close(self) -> None:
        """Stop what is being said, keep it as cut, and take no more; safe to repeat."""
        self._is_closed = True
        under_way = tuple(self._under_way.values())
        for one in under_way:
            one.task.cancel()
        if under_way:
            await asyncio.wait([one.task for one in under_way])
        for one in under_way:
            if one.live.ended is None:  # it was stopped before it began
                await self._end_cut(one.turn, one.live, _STOPPED, has_begun=False)

    def _check_may_ask(self) -> None:
        if self._is_closed:
            raise Unavailable("the service is stopping; ask again in a moment")
        if len(self._under_way) + self._n_arriving >= MOST_RUNNING:
            message = f"{MOST_RUNNING} replies are being written already; ask again in a moment"
            raise Unavailable(message)

    async def _may_answer_after_all(self, turn: Entry, known: LiveReply) -> bool:
        """Whether nothing was said to a turn, nobody is at it, and nothing came after it."""
        ended = known.ended
        if ended is None or ended.text or ended.state is not ReplyState.CUT:
            return False
        last = await self._store.read_messages(turn.profile_id, known.conversation_id, limit=1)
        return bool(last) and last[-1].turn_id == turn.id and last[-1].role is Role.ASSISTANT

    def _start(self, profile: Profile, turn: Entry, talk: _Talk) -> LiveReply:
        live = LiveReply(turn)
        self._lives[turn.id] = live
        task = asyncio.create_task(self._run(profile, turn, talk, live), name="aria-reply")
        self._under_way[turn.id] = _UnderWay(turn, live, task)
        task.add_done_callback(lambda _: self._over(live))
        return live

    async def _run(self, profile: Profile, turn: Entry, talk: _Talk, live: LiveReply) -> None:
        has_begun = False
        try:
            async with talk.speaking:
                has_begun = True
                profile = await self._store.get_profile(profile.id)  # as it is after the wait
                replied = await converse(
                    self._store, self._faculties, self._clock, self._ids, profile, turn, live.say
                )
            live.end(Ended.of(replied.reply, replied.why))
        except asyncio.CancelledError:
            if live.ended is None:
                await self._end_cut(turn, live, _STOPPED, has_begun=has_begun)
        except AriaError as error:
            _log.warning("no_reply", error=error.code)
            await self._end_cut(turn, live, error.message, has_begun=has_begun)
        except Exception as error:  # noqa: BLE001 - whatever it is, nobody waits in vain
            _log.error("no_reply", error=type(error).__name__)
            await self._end_cut(turn, live, _FAULT, has_begun=has_begun)

    async def _end_cut(self, turn: Entry, live: LiveReply, why: str, *, has_begun: bool) -> None:
        if not has_begun:
            with suppress(AriaError):  # it is noted as cut at the next start else
                await take_reply(
                    self._store,
                    self._clock,
                    self._ids,
                    turn.profile_id,
                    live.conversation_id,
                    text="",
                    is_cut=True,
                    turn_id=turn.id,
                )
        live.end(Ended(live.text, ReplyState.CUT, None, why))

    def _over(self, live: LiveReply) -> None:
        self._under_way.pop(live.turn_id, None)
        self._wake()
        over = [one for one in self._lives.values() if one.ended is not None]
        for oldest in over[: max(0, len(over) - MOST_KEPT)]:
            self._lives.pop(oldest.turn_id, None)
        loop = asyncio.get_running_loop()
        loop.call_later(self._kept_seconds, self._let_go, live)

    def _let_go(self, live: LiveReply) -> None:
        if self._lives.get(live.turn_id) is live:
            del self._lives[live.turn_id]
