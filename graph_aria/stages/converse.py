"""Reply to a turn of the user."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace

from graph_aria.domain.conversations import Reply
from graph_aria.domain.drawn import Drawn
from graph_aria.domain.records import Entry, Profile
from graph_aria.errors import AriaError, ChatFailed
from graph_aria.ports import Clock, Ids, Store
from graph_aria.stages.answer_offline import answer_offline
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.prepare_prompt import prepare_prompt
from graph_aria.stages.take_reply import take_reply
from graph_aria.stages.tell_crises import TURN_SECONDS, care_reply, tell_crises
from graph_aria.stages.tell_time import tell_time


@dataclass(frozen=True, slots=True)
class Replied:
    """What came of replying.

    Attributes:
        reply: as it is stored.
        why: why no model was asked or heard to its end, None if there is nothing to say.
    """

    reply: Reply
    why: str | None = None


async def converse(
    store: Store,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile: Profile,
    turn: Entry,
    say: Callable[[str], None],
) -> Replied:
    """Reply to a turn that is stored, and store the reply.

    A turn that speaks of a crisis is answered with the text for that, and no model is asked.
    Else the chat model is. If it gives nothing, offline ARIA replies and says why; if it breaks
    off, or whoever waits for it is cancelled, what came is kept and marked as cut.

    What is known of the user is used as long as their memory switch is on, in a conversation
    that is not remembered as well: there nothing is learned, and nothing is forgotten.

    Args:
        store: where all of it is.
        faculties: what finds, and who talks.
        clock: tells the time.
        ids: gives a job its id.
        profile: whose turn it is.
        turn: a turn of a conversation, without a reply.
        say: told each piece of the reply as it comes; together they are what is stored.

    Raises:
        NotFound: the turn is gone.
        Conflict: another program has replied meanwhile.

    Reads: the conversation, what is found for the turn. Writes: the reply and a job to read the
    turn, what came up by itself, which memories were used. Safe to repeat: no.
    """
    speaking = _Speaking(store, clock, ids, turn, say)
    try:
        return await _reply(store, faculties, clock, profile, speaking)
    except BaseException:
        with suppress(AriaError):  # it is the first one that is told
            await speaking.keep(is_cut=True)
        raise
    finally:  # it is stored by now, or did not come up
        faculties.coming_up.release(profile.id, turn.id)


class _Speaking:
    """A reply that is being said."""

    def __init__(
        self, store: Store, clock: Clock, ids: Ids, turn: Entry, say: Callable[[str], None]
    ) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self.turn = turn
        self._say = say
        self.text = ""
        self.drawn = Drawn()

    def say(self, piece: str) -> None:
        """Say a piece more."""
        self.text += piece
        self._say(piece)

    async def keep(self, *, is_cut: bool = False) -> Reply:
        """Store what was said, and that it drew on memories."""
        turn = self.turn
        reply, is_new = await take_reply(
            self._store,
            self._clock,
            self._ids,
            turn.profile_id,
            turn.conversation_id or "",
            text=self.text,
            is_cut=is_cut,
            turn_id=turn.id,
            # What was not said did not come up, and drew on nothing.
            drawn=self.drawn if self.text else None,
        )
        if is_new and self.text and self.drawn.memory_ids:
            await self._store.use_memories(turn.profile_id, self.drawn.memory_ids, at=reply.at)
        return reply


async def _reply(
    store: Store, faculties: Faculties, clock: Clock, profile: Profile, speaking: _Speaking
) -> Replied:
    turn = speaking.turn
    if await tell_crises(faculties, [turn], seconds=TURN_SECONDS):
        text, speaking.drawn = care_reply(faculties)
        speaking.say(text)
        return Replied(await speaking.keep())
    companion = faculties.companion
    now = await tell_time(store, clock)
    talk = await store.get_conversation(profile.id, turn.conversation_id or "")
    prompt = await prepare_prompt(
        store,
        faculties,
        profile,
        text=turn.text,
        now=now,
        window=faculties.window,
        most_reply_tokens=faculties.most_reply_tokens,
        conversation=talk,
        turn_id=turn.id,
        holds=True,
    )
    why: str | None = None
    if companion is not None:
        speaking.drawn = replace(prompt.drawn, model_id=companion.model_id)
        try:
            async with aclosing(companion.reply(prompt.messages)) as pieces:
                async for piece in pieces:
                    speaking.say(piece)
        except ChatFailed as error:
            why = error.message
        if why is None or speaking.text:
            return Replied(await speaking.keep(is_cut=why is not None), why)
    text, speaking.drawn = await answer_offline(
        store,
        faculties,
        profile,
        prompt,
        text=turn.text,
        now=now,
        conversation=talk,
        turn_id=turn.id,
    )
    speaking.say(text if why is None else f"{text}\n(I could not ask the chat model: {why}.)")
    return Replied(await speaking.keep(), why)
