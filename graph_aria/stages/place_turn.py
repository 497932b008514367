"""Find where a message of a client's history belongs, and store it once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from graph_aria.domain.client_messages import ASSISTANT, USER, ClientMessage, spoken_in
from graph_aria.domain.conversations import Conversation, Role
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, Profile
from graph_aria.domain.threads import (
    GONE,
    ORIGIN,
    Node,
    Place,
    Said,
    Threads,
    digest_of,
    external_id_of,
    find_place,
    replies_of,
)
from graph_aria.errors import EntryDeleted, NotFound
from graph_aria.ports import Clock, Ids
from graph_aria.stages.begin_conversation import begin_conversation
from graph_aria.stages.set_remembered import set_remembered
from graph_aria.stages.take_turn import TurnStore, take_turn
from graph_aria.stages.tell_time import tell_time

_PAGE: Final = 500
_PAGES: Final = 4
_WITH_REPLIES: Final = 30
"""Conversations whose replies are looked at when a profile's turns are first needed."""
_TRIED: Final = 100
"""Turns of its conversation, and of all, that are tried for the one that a turn was said after."""
_LATEST_MESSAGES: Final = 100


@dataclass
class Followed:
    """What is known in memory of the chats that clients lead: hashes and ids, no words.

    Attributes:
        key: of the hashes.
        threads: by profile; read from the store when first needed.
        locks: by profile: of two requests at once the second sees what the first stored.
    """

    key: bytes
    threads: dict[str, Threads] = field(default_factory=dict)
    locks: dict[str, asyncio.Lock] = field(default_factory=dict)

    def note_reply(self, profile_id: str, turn_id: str, text: str) -> None:
        """Take what was replied to a turn."""
        threads = self.threads.get(profile_id)
        node = None if threads is None else threads.by_turn.get(turn_id)
        if threads is not None and node is not None:
            threads.add(replace(threads.nodes[node], reply=replies_of(self.key, text)))


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a message belongs.

    Attributes:
        conversation: the one that it is part of.
        turn_id: the entry that it is, None if that was deleted.
        is_new: whether it was stored now.
        held_ids: stored turns whose words are in the client's own history before it.
    """

    conversation: Conversation
    turn_id: str | None
    is_new: bool
    held_ids: tuple[str, ...] = ()


async def place_turn(
    store: TurnStore,
    clock: Clock,
    ids: Ids,
    profile: Profile,
    followed: Followed,
    messages: Sequence[ClientMessage],
    *,
    name: str | None = None,
    remembers: bool | None = None,
) -> Placed | None:
    """Store the last message of the user in a client's history, unless that was done before.

    Whether something is learned is a matter of whole conversations. Where a request wants it
    otherwise than the one that it goes on, a new conversation begins there: what was said
    before stays as it was.

    Args:
        store: where it goes.
        clock: tells when it was handed in.
        ids: gives ids to the turn and its conversation.
        profile: whose turn it is.
        followed: what is known of the client's chats.
        messages: the history as it was sent, oldest first.
        name: the conversation's id at the client; found by the history if None.
        remembers: whether anything is learned from what is said; as in the conversation that
            goes on if None, and then it is in a new one.

    Returns:
        Where it belongs; None if no message of the user has words.

    Raises:
        InvalidText, TextTooLarge: it cannot be stored.

    Reads: when first asked, the profile's last turns that came this way, and replies. Writes:
    a conversation, a turn. Safe to repeat: yes.
    """
    said, text = _said(followed.key, messages)
    if not said:
        return None
    lock = followed.locks.setdefault(profile.id, asyncio.Lock())
    async with lock:
        threads = followed.threads.get(profile.id)
        if threads is None:
            threads = await _read_threads(store, profile, followed.key)
            followed.threads[profile.id] = threads
        placing = _Placing(store, clock, ids, profile, followed.key, threads, remembers)
        try:
            return await placing.place(said, text, name)
        except NotFound:  # its conversation was deleted meanwhile
            del followed.threads[profile.id]
            threads = await _read_threads(store, profile, followed.key)
            followed.threads[profile.id] = placing.threads = threads
            return await placing.place(said, text, name)


def _said(key: bytes, messages: Sequence[ClientMessage]) -> tuple[list[Said], str]:
    """The messages of the user that have words, and the words of the last."""
    said: list[Said] = []
    text = ""
    for message in messages:
        if message.role == USER and (words := spoken_in(message.text)).strip():
            text = words
            said.append(Said(digest_of(key, words.strip()), len(words.split())))
        elif message.role == ASSISTANT and said and message.text.strip():
            said[-1] = replace(said[-1], reply=replies_of(key, message.text))
    return said, text


@dataclass
class _Placing:
    """Stores one message of one profile."""

    store: TurnStore
    clock: Clock
    ids: Ids
    profile: Profile
    key: bytes
    threads: Threads
    remembers: bool | None

    async def place(self, said: Sequence[Said], text: str, name: str | None) -> Placed:
        """See `place_turn`.

        Raises:
            NotFound: the conversation is not there any more.
        """
        now = await tell_time(self.store, self.clock)
        named = None if name is None else await self._named(name)
        named_id = None if named is None else named.id
        place = find_place(self.threads, said, now=now, conversation_id=named_id)
        placed = await self._place(place, named, said, text)
        return replace(placed, held_ids=self._held(said[:-1]))

    async def _place(
        self, place: Place, named: Conversation | None, said: Sequence[Said], text: str
    ) -> Placed:
        found = named
        if found is None and place.conversation_id is not None:
            found = await self.store.get_conversation(self.profile.id, place.conversation_id)
        known = place.known
        if found is not None and self.remembers not in {None, found.remembers}:
            if known is None:
                return await self._take(await self._begin(), place.parent, said, text)
            if known.reply or known.parent or self.threads.after(known.external_id):
                return await self._again(known, said, text)
            found = await set_remembered(  # it is all that there is, and failed
                self.store,
                self.clock,
                self.ids,
                self.profile.id,
                found.id,
                remembers=bool(self.remembers),
            )
        conversation = found or await self._begin()
        if known is not None:
            return Placed(conversation, known.turn_id, is_new=False)
        return await self._take(conversation, place.parent, said, text)

    async def _again(self, known: Node, said: Sequence[Said], text: str) -> Placed:
        """Store what was said before once more, as it is to be remembered otherwise now."""
        if not known.parent:
            return await self._take(await self._begin(), "", said, text)
        parent = known.external_id
        there = self.threads.nodes.get(external_id_of(self.key, "", parent, known.digest))
        if there is None:
            return await self._take(await self._begin(), parent, said, text)
        found = await self.store.get_conversation(self.profile.id, there.conversation_id)
        return Placed(found, there.turn_id, is_new=False)

    def _held(self, before: Sequence[Said]) -> tuple[str, ...]:
        """Turns that the client sends along."""
        digests = {each.digest for each in before}
        nodes = (node for digest in digests for node in self.threads.like(digest))
        return tuple(node.turn_id for node in nodes)

    async def _begin(self) -> Conversation:
        begun, _ = await begin_conversation(
            self.store,
            self.clock,
            self.ids,
            self.profile.id,
            remembers=self.remembers is not False,
        )
        return begun

    async def _named(self, name: str) -> Conversation:
        """The conversation that the client names, or what is said aside from it."""
        found = await self._save(name)
        if self.remembers in {None, found.remembers}:
            return found
        aside = "remembered" if self.remembers else "not remembered"
        return await self._save(digest_of(self.key, aside, name))

    async def _save(self, external_id: str) -> Conversation:
        """The conversation with an id, as it is if it is there."""
        wanted = Conversation(
            id=self.ids.new(),
            profile_id=self.profile.id,
            started_at=await tell_time(self.store, self.clock),
            remembers=self.remembers is not False,
            external_id=external_id,
        )
        return await self.store.save_conversation(wanted)

    async def _take(
        self, conversation: Conversation, parent: str, said: Sequence[Said], text: str
    ) -> Placed:
        external_id = external_id_of(self.key, conversation.id, parent, said[-1].digest)
        try:
            saved = await take_turn(
                self.store,
                self.clock,
                self.ids,
                self.profile,
                conversation.id,
                text=text,
                origin=ORIGIN,
                external_id=external_id,
            )
        except EntryDeleted:
            return Placed(conversation, None, is_new=False)
        node = _node_of(self.key, saved.entry, parent)
        self.threads.add(replace(node, before=said[-2].digest if len(said) > 1 else ""))
        return Placed(conversation, saved.entry.id, saved.created)


def _node_of(key: bytes, entry: Entry, parent: str, reply: str = "") -> Node:
    return Node(
        turn_id=entry.id,
        conversation_id=entry.conversation_id or "",
        external_id=entry.external_id or "",
        digest=digest_of(key, entry.text.strip()),
        n_words=len(entry.text.split()),
        parent=parent,
        at=entry.recorded_at,
        reply=reply,
    )


async def _read_threads(store: TurnStore, profile: Profile, key: bytes) -> Threads:
    """The last turns that came this way, with what each was said after."""
    turns: list[Entry] = []
    cursor = None
    for _ in range(_PAGES):
        page = await store.list_entries(profile.id, form=EntryForm.TURN, cursor=cursor, limit=_PAGE)
        turns += [turn for turn in page.items if turn.origin == ORIGIN and turn.external_id]
        cursor = page.next_cursor
        if cursor is None:
            break
    turns.sort(key=lambda turn: turn.id)
    latest = list(dict.fromkeys(turn.conversation_id or "" for turn in reversed(turns)))
    replies: dict[str, str] = {}
    for conversation_id in latest[:_WITH_REPLIES]:
        with suppress(NotFound):
            for message in await store.read_messages(
                profile.id, conversation_id, limit=_LATEST_MESSAGES
            ):
                if message.role is Role.ASSISTANT and not message.is_cut:
                    replies[message.turn_id] = replies_of(key, message.text)
    threads = Threads()
    said: list[Node] = []
    by_talk: dict[str, list[Node]] = {}
    for turn in turns:
        node = _node_of(key, turn, "", replies.get(turn.id, ""))
        here = by_talk.setdefault(node.conversation_id, [])
        before = (*here[: -_TRIED - 1 : -1], *said[: -_TRIED - 1 : -1])
        node = replace(node, parent=_parent_of(key, node, before))
        threads.add(node)
        here.append(node)
        said.append(node)
    return threads


def _parent_of(key: bytes, node: Node, before: Sequence[Node]) -> str:
    """What a stored turn was said after: its name tells, by trying turns before it."""
    for parent in ("", *(each.external_id for each in before)):
        named = external_id_of(key, node.conversation_id, parent, node.digest)
        if named == node.external_id:
            return parent
    return GONE
