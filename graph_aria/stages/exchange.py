"""Exchanges between a client of OpenAI's form and the endpoint, with memory on the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from secrets import token_hex
from typing import Final

from graph_aria.domain.client_messages import USER, is_clients_own, may_be_clients_own, spoken_in
from graph_aria.domain.client_quotes import told_in
from graph_aria.domain.client_requests import (
    OWN_MODEL,
    ClientRequest,
    body_for,
    n_tokens,
)
from graph_aria.domain.completions import Heard, OwnReply
from graph_aria.domain.conversations import Reply, ReplyState
from graph_aria.domain.drawn import Drawn
from graph_aria.domain.prompting import Prompt
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, Profile
from graph_aria.domain.sentences import estimate_tokens
from graph_aria.errors import AriaError, InvalidInput, NotFound
from graph_aria.ports import Budget, Clock, Ids, Relay, Store
from graph_aria.stages.answer_offline import answer_offline
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.hand_on import Handing, Settling
from graph_aria.stages.place_turn import Followed, Placed, place_turn
from graph_aria.stages.put_in_front import InFront, put_in_front
from graph_aria.stages.tell_crises import TURN_SECONDS, care_reply, tell_crises
from graph_aria.stages.tell_time import tell_time

_SEAL_BYTES: Final = 6
_OK: Final = 200
_STREAM: Final = "text/event-stream"
_OWN_WORDS: Final = "ARIA (offline)"
"""What a client is given for a title and the like while there is no model."""
_UNTOLD: Final = "ARIA"
"""What it is given for one of a chat that speaks of a crisis, of which no model is asked."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What an exchange is about.

    Attributes:
        profile: whose.
        placed: the turn that it answers, None where nothing is kept.
        drawn: what the reply draws on.
        memory: how much of what is known is in front.
        may_replace: whether a reply that is there is replaced.
    """

    profile: Profile
    placed: Placed | None = None
    drawn: Drawn = field(default_factory=Drawn)
    memory: InFront = InFront.NONE
    may_replace: bool = True

    @property
    def turn_id(self) -> str | None:
        """The turn that is answered, None if it is not kept."""
        return None if self.placed is None else self.placed.turn_id


@dataclass(frozen=True, slots=True)
class Own:
    """An answer that no model gave."""

    subject: Subject
    reply: OwnReply


@dataclass(frozen=True, slots=True)
class Handed:
    """An answer of the endpoint, as it is handed on.

    Attributes:
        subject: what it is about.
        status, content_type, retry_after: as in `ports.Answering`.
        parts: the body; a stream as it comes, and it goes on to its end whoever reads it.
    """

    subject: Subject
    status: int
    content_type: str
    retry_after: str | None
    parts: AsyncIterator[bytes]


class Exchanges:
    """Takes requests of clients, and answers them."""

    def __init__(
        self,
        store: Store,
        faculties: Faculties,
        clock: Clock,
        ids: Ids,
        *,
        relay: Relay | None,
        budget: Budget,
        key: bytes,
        wake: Callable[[], None],
    ) -> None:
        """Say with what.

        Args:
            store: where all of it is.
            faculties: what finds.
            clock: tells the time.
            ids: gives ids to turns, conversations and jobs.
            relay: the endpoint, None if there is no chat model.
            budget: what may be spent in a day.
            key: of the hashes by which histories are compared.
            wake: called when there is a turn to be read.
        """
        self._store = store
        self._faculties = faculties
        self._clock = clock
        self._ids = ids
        self.relay = relay
        self._budget = budget
        self._followed = Followed(key)
        self._wake = wake
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, profile: Profile, request: ClientRequest) -> Own | Handed:
        """Answer a request, and keep what the user said and what was replied.

        What a client asks for itself (a title, a summary) is handed on as it is, and nothing of
        it is kept. The endpoint's answer is handed back as it is.

        Raises:
            InvalidText, TextTooLarge: the user's words cannot be stored.
            InvalidInput: there are no words to answer, and no model to look at the rest.
            ChatFailed: the endpoint gives no answer.
        """
        if is_clients_own(request.messages):
            last = [each for each in request.messages if each.role == USER][-1:]
            if await self._is_of_crisis(profile, told_in(last, quoted=False)):
                return Own(Subject(profile), self._said(request, self._faculties.care_text))
            if await self._is_of_crisis(profile, told_in(request.messages)):
                return Own(Subject(profile), self._said(request, _UNTOLD))
            if self.relay is None:
                return Own(Subject(profile), self._said(request, _OWN_WORDS))
            return await self._hand_on(self.relay, request, Subject(profile), None)
        placed = await place_turn(
            self._store,
            self._clock,
            self._ids,
            profile,
            self._followed,
            request.messages,
            name=request.name,
            remembers=request.remembers,
        )
        subject = Subject(profile, placed, may_replace=not may_be_clients_own(request.messages))
        try:
            return await self._answer(request, subject)
        except BaseException:
            with suppress(AriaError):  # it is the first one that is told
                await self._keep(subject, Heard())
            raise

    async def close(self) -> None:
        """Stop what is under way, and keep it as cut; safe to repeat."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        if self.relay is not None:
            await self.relay.close()

    async def _answer(self, request: ClientRequest, subject: Subject) -> Own | Handed:
        turn_id = subject.turn_id
        text = spoken_in(request.text)
        turn = self._as_turn(subject.profile, text)
        if turn_id is not None:
            with suppress(NotFound):  # deleted just now
                turn = await self._store.get_entry(subject.profile.id, turn_id)
                text = turn.text
        if await tell_crises(self._faculties, [turn], seconds=TURN_SECONDS):
            words, drawn = care_reply(self._faculties)
            return await self._say(request, replace(subject, drawn=drawn), words)
        now = await tell_time(self._store, self._clock)
        prompt, memory = await put_in_front(
            self._store,
            self._faculties,
            subject.profile,
            request,
            subject.placed,
            text=text,
            now=now,
            hands_on=self.relay is not None,
        )
        subject = replace(subject, memory=memory)
        if self.relay is None:
            return await self._say_offline(request, subject, prompt, text, now)
        if prompt is None:
            return await self._hand_on(self.relay, request, subject, None)
        model = request.body.get("model")
        model_id = model if isinstance(model, str) and model != OWN_MODEL else self._model_id
        drawn = replace(prompt.drawn, model_id=model_id)
        return await self._hand_on(
            self.relay, request, replace(subject, drawn=drawn), prompt.messages[0].text
        )

    async def _is_of_crisis(self, profile: Profile, text: str) -> bool:
        turn = self._as_turn(profile, text)
        return bool(await tell_crises(self._faculties, [turn], seconds=TURN_SECONDS))

    def _as_turn(self, profile: Profile, text: str) -> Entry:
        """Words that are not kept, as the turn that they would be."""
        now = self._clock.now()
        return Entry(
            id="",
            profile_id=profile.id,
            form=EntryForm.TURN,
            text=text,
            occurred_at=now,
            zone=profile.zone,
            recorded_at=now,
        )

    @property
    def _model_id(self) -> str:
        companion = self._faculties.companion
        return "" if companion is None else companion.model_id

    async def _say_offline(
        self,
        request: ClientRequest,
        subject: Subject,
        prompt: Prompt | None,
        text: str,
        now: datetime,
    ) -> Own:
        placed = subject.placed
        if placed is None or prompt is None:
            raise InvalidInput("messages: there are no words of the user to answer")
        words, drawn = await answer_offline(
            self._store,
            self._faculties,
            subject.profile,
            prompt,
            text=text,
            now=now,
            conversation=placed.conversation,
            turn_id=placed.turn_id,
        )
        return await self._say(request, replace(subject, drawn=drawn), words)

    async def _say(self, request: ClientRequest, subject: Subject, words: str) -> Own:
        await self._keep(subject, Heard(text=words, is_over=True))
        return Own(subject, self._said(request, words))

    def _said(self, request: ClientRequest, words: str) -> OwnReply:
        return OwnReply(
            id=self._ids.new(),
            created=int(self._clock.now().timestamp()),
            model=OWN_MODEL,
            text=words,
            n_sent=n_tokens(request) + estimate_tokens(request.text),
            n_received=estimate_tokens(words),
        )

    async def _hand_on(
        self, relay: Relay, request: ClientRequest, subject: Subject, memory: str | None
    ) -> Handed:
        seal = token_hex(_SEAL_BYTES)
        body = body_for(request, model=self._model_id, memory=memory, seal=seal)
        settling = Settling(self._budget, self._clock, body)
        handing = Handing(relay, body, settling, partial(self._keep, subject))
        answering = await handing.begin()
        if answering.status != _OK or not answering.content_type.startswith(_STREAM):
            whole = await handing.read_whole(answering)
            parts = _one(whole)
        else:
            task = asyncio.create_task(handing.read_stream(answering), name="aria-exchange")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            parts = handing.listen()
        return Handed(
            subject, answering.status, answering.content_type, answering.retry_after, parts
        )

    async def _keep(self, subject: Subject, heard: Heard) -> None:
        """Store what was replied; a call of a tool is no reply, the exchange goes on."""
        if subject.turn_id is None:
            return
        try:
            if not (heard.calls_tools and heard.is_over):
                await self._store_reply(subject, subject.turn_id, heard)
        finally:  # it is stored by now, or did not come up
            self._faculties.coming_up.release(subject.profile.id, subject.turn_id)

    async def _store_reply(self, subject: Subject, turn_id: str, heard: Heard) -> None:
        is_whole = heard.is_over and bool(heard.text.strip())
        text = heard.text.replace("\x00", "").encode("utf-8", "replace").decode()
        reply = Reply(
            turn_id=turn_id,
            text=text,
            at=await tell_time(self._store, self._clock),
            state=ReplyState.FINISHED if is_whole else ReplyState.CUT,
            # What was not said did not come up, and drew on nothing.
            drawn=subject.drawn if text else None,
        )
        profile_id = subject.profile.id
        if not subject.may_replace:
            with suppress(NotFound):
                there = await self._store.get_reply(profile_id, turn_id)
                if there.state is ReplyState.FINISHED:
                    return
        with suppress(NotFound):  # the turn was deleted meanwhile
            await self._store.save_reply(profile_id, reply, job_id=self._ids.new())
            if text and subject.drawn.memory_ids:
                ids = subject.drawn.memory_ids
                await self._store.use_memories(profile_id, ids, at=reply.at)
        if is_whole:
            self._followed.note_reply(profile_id, turn_id, text)
        self._wake()


async def _one(part: bytes) -> AsyncGenerator[bytes, None]:
    yield part
