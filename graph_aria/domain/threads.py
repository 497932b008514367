"""Where a client's history belongs: which turns of it are stored, and in which conversation.

A client of OpenAI's form sends its whole history with every message, and may send it otherwise
each time: without its beginning, with an earlier message edited, with other replies. What is
compared are keyed hashes of the user's own messages, along the way that leads to the last one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

ORIGIN: Final = "openai"
"""The origin of turns that came this way."""
TELLING: Final = 12
"""Words from which on what was said before is hardly said alike in two chats by chance."""
AGAIN_WITHIN: Final = timedelta(hours=1)
"""How long a chat's first message is taken for the same one when it comes again."""
TRIED_AGAIN_WITHIN: Final = timedelta(minutes=10)
"""How long one without a reply is taken for the same in a conversation that the client names."""
GONE: Final = "gone"
"""In place of a turn before that is not stored any more, or was not looked at."""
_LOOK_BACK: Final = 40
"""Messages of a history that are compared, counted from its end."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the user in a client's history.

    Attributes:
        digest: keyed hash of its words.
        n_words: how many there are.
        reply: keyed hash of what stands as reply to it there, "" if nothing does.
    """

    digest: str
    n_words: int
    reply: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A stored turn.

    Attributes:
        turn_id: its entry.
        conversation_id: what it belongs to.
        external_id: names the way to it: keyed hash of the turn before and of its words.
        digest, n_words: as in `Said`.
        parent: external id of the turn before it on its way, "" for a first one, `GONE` if it
            is not there any more. It may lie in another conversation, see `find_place`.
        at: when it was stored.
        reply: keyed hash of its reply, "" while there is none that is whole.
        before: keyed hash of what the client sent as the user's message before it, stored or
            not; "" if it sent none, or that is not known any more.
    """

    turn_id: str
    conversation_id: str
    external_id: str
    digest: str
    n_words: int
    parent: str
    at: datetime
    reply: str = ""
    before: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the last message of a history belongs.

    Attributes:
        conversation_id: of the conversation that goes on, None if a new one begins.
        parent: external id of the turn before it, "" for a first one.
        known: the turn that it is, None if it is new.
    """

    conversation_id: str | None = None
    parent: str = ""
    known: Node | None = None


@dataclass
class Threads:
    """The stored turns of one profile, by their hashes; in memory alone."""

    nodes: dict[str, Node] = field(default_factory=dict)
    by_turn: dict[str, str] = field(default_factory=dict)
    by_digest: dict[str, list[str]] = field(default_factory=dict)
    children: dict[str, list[str]] = field(default_factory=dict)
    latest: dict[str, str] = field(default_factory=dict)

    def add(self, node: Node) -> None:
        """Take a turn, or what is new about it."""
        if node.external_id not in self.nodes:
            self.by_digest.setdefault(node.digest, []).append(node.external_id)
            self.children.setdefault(node.parent, []).append(node.external_id)
        self.nodes[node.external_id] = node
        self.by_turn[node.turn_id] = node.external_id
        last = self.last_of(node.conversation_id)
        if last is None or node.at >= last.at:
            self.latest[node.conversation_id] = node.external_id

    def last_of(self, conversation_id: str) -> Node | None:
        """The turn that was stored last in a conversation."""
        named = self.latest.get(conversation_id)
        return None if named is None else self.nodes[named]

    def may_come_again(self, node: Node) -> bool:
        """Whether it may be this turn that is sent again: nothing followed, or it has no reply."""
        return not node.reply or self.last_of(node.conversation_id) == node

    def like(self, digest: str) -> list[Node]:
        """Turns with these words."""
        return [self.nodes[each] for each in self.by_digest.get(digest, ())]

    def after(self, parent: str) -> list[Node]:
        """Turns that were said right after one; first ones after ""."""
        return [self.nodes[each] for each in self.children.get(parent, ())]

    def find_after(self, parent: str, digest: str) -> Node | None:
        """The turn with these words right after one, None if there is none."""
        return next((node for node in self.after(parent) if node.digest == digest), None)

    def way_to(self, node: Node) -> list[Node]:
        """The turns that lead to one, itself first, back to the first one."""
        way = [node]
        while way[-1].parent in self.nodes and len(way) < _LOOK_BACK:
            way.append(self.nodes[way[-1].parent])
        return way


def digest_of(key: bytes, *parts: str) -> str:
    """A keyed hash of some texts; without the key nobody can try texts against it."""
    hashed = hashlib.blake2b(key=key[:64], digest_size=16)
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass")
        hashed.update(len(raw).to_bytes(8, "big") + raw)
    return hashed.hexdigest()


def external_id_of(key: bytes, conversation_id: str, parent: str, digest: str) -> str:
    """The name of a turn: it is the same whenever the same is said after the same.

    What is said first has nothing before it, and is told apart by its conversation.
    """
    return digest_of(key, "turn", parent or conversation_id, digest)


def replies_of(key: bytes, text: str) -> str:
    """What replies are compared by: their letters, for clients trim and reformat them."""
    letters = "".join(filter(str.isalnum, text.casefold()))
    return digest_of(key, "reply", letters) if letters else ""


@dataclass(frozen=True, slots=True)
class _Fit:
    """How well the way to a turn fits a history.

    Attributes:
        node: the turn.
        known: the last message of the history, if it was said after it.
        is_whole: whether way and history are the same.
        is_open: whether one of the two is all in the other, and nothing else was said after it.
        n_replies: replies that are the same.
        n_words: words that are the same.
        at: when it was last gone along.
    """

    node: Node
    known: Node | None
    is_whole: bool
    is_open: bool
    n_replies: int
    n_words: int
    at: datetime

    @property
    def rank(self) -> tuple[bool, int, bool, int, datetime]:
        # Where replies do not tell them apart, what was said before is not stored again.
        return (self.is_whole, self.n_replies, self.known is not None, self.n_words, self.at)


def find_place(
    threads: Threads,
    history: Sequence[Said],
    *,
    now: datetime,
    conversation_id: str | None = None,
) -> Place:
    """Where the last message of a history belongs.

    A message is known if the same was said after the same before. It goes on a conversation if
    what was said before it leads there beyond doubt: all of it, or so much that two chats
    hardly have it in common. Where a way forks after a few common words ("hi"), there are two
    chats, and the new one begins after the common turn; after more, one message of one chat was
    edited. Many words that come again within an hour are the same message, if that has no reply
    yet, or is the last of its conversation and the client sends nothing else before it now.

    Args:
        threads: what is stored.
        history: the user's messages, oldest first, not empty.
        now: the time.
        conversation_id: the one that the client names; no other is looked at then.
    """
    place = _found(threads, history, now=now, conversation_id=conversation_id)
    if place.known is not None or history[-1].n_words < TELLING:
        return place
    before = history[-2].digest if len(history) > 1 else ""
    again = [
        node
        for node in threads.like(history[-1].digest)
        if now - node.at <= AGAIN_WITHIN
        and conversation_id in {None, node.conversation_id}
        and threads.may_come_again(node)
        and not (node.reply and before and node.before and before != node.before)
    ]
    if not again:
        return place
    latest = max(again, key=lambda node: node.at)
    return Place(latest.conversation_id, latest.parent, latest)


def _found(
    threads: Threads, history: Sequence[Said], *, now: datetime, conversation_id: str | None
) -> Place:
    """Where the last message belongs by what was said before it."""
    last, before = history[-1], history[:-1][-_LOOK_BACK:]
    if not before and conversation_id is None:
        return _first(threads, last, now=now)
    fits = list(_fits(threads, before, last, now=now, conversation_id=conversation_id))
    if not fits:
        if conversation_id is None:
            return Place()
        return _named(threads, last, conversation_id, now=now)
    best = max(fits, key=lambda fit: fit.rank)
    parent = best.node.external_id
    if best.known is not None:
        return Place(best.known.conversation_id, parent, best.known)
    is_fork = bool(threads.after(parent))
    if is_fork and conversation_id is None and best.n_words < TELLING:
        return Place(None, parent)
    return Place(best.node.conversation_id, parent)


def _first(threads: Threads, last: Said, *, now: datetime) -> Place:
    """Where a message without any before it belongs."""
    roots = [node for node in threads.like(last.digest) if not node.parent]
    if not roots:
        return Place()
    root = max(reversed(roots), key=lambda node: node.at)  # of two at once the later one
    is_alone = not threads.after(root.external_id)
    if is_alone and not root.reply:  # it failed, and is tried again
        return Place(root.conversation_id, "", root)
    latest = threads.last_of(root.conversation_id) or root
    if is_alone and now - latest.at <= AGAIN_WITHIN:
        return Place(root.conversation_id, "", root)
    return Place()


def _named(threads: Threads, last: Said, conversation_id: str, *, now: datetime) -> Place:
    """Where a message belongs in a conversation that is named, with nothing to go by.

    A client that sends its newest message alone may well say the same once more: it is known
    only if nothing came in between, or if it failed just now.
    """
    latest = threads.last_of(conversation_id)
    if latest is None:
        return Place(conversation_id)
    again = [
        node
        for node in threads.like(last.digest)
        if node.conversation_id == conversation_id
        and (node == latest or (not node.reply and now - node.at <= TRIED_AGAIN_WITHIN))
    ]
    if again:
        known = max(again, key=lambda node: node.at)
        return Place(conversation_id, known.parent, known)
    return Place(conversation_id, latest.external_id)


def _fits(
    threads: Threads,
    before: Sequence[Said],
    last: Said,
    *,
    now: datetime,
    conversation_id: str | None,
) -> Iterator[_Fit]:
    """The stored turns that may be the one before the last message of a history."""
    for at in range(len(before) - 1, -1, -1):
        found = False
        for node in threads.like(before[at].digest):
            if conversation_id not in {None, node.conversation_id}:
                continue
            fit = _fit(threads, node, before[: at + 1], last)
            if conversation_id is not None or _is_sure(fit, now, is_last=at == len(before) - 1):
                found = True
                yield fit
        if found:
            return


def _is_sure(fit: _Fit, now: datetime, *, is_last: bool) -> bool:
    """Whether what was said before leads there beyond doubt."""
    if fit.n_words >= TELLING or fit.n_replies:
        return True
    is_recent = now - fit.at <= AGAIN_WITHIN
    return is_last and (fit.is_whole or (fit.is_open and is_recent))


def _fit(threads: Threads, node: Node, before: Sequence[Said], last: Said) -> _Fit:
    """How well the way to a turn fits what was said before."""
    way = threads.way_to(node)
    matched = _matched(way, before[::-1])
    known = threads.find_after(node.external_id, last.digest)
    return _Fit(
        node=node,
        known=known,
        is_whole=len(matched) == len(before) == len(way),
        is_open=len(matched) in {len(way), len(before)}
        and (known is not None or not threads.after(node.external_id)),
        n_replies=sum(bool(turn.reply) and turn.reply == said.reply for turn, said in matched),
        n_words=sum(turn.n_words for turn, _ in matched),
        at=max(node.at, known.at) if known is not None else node.at,
    )


def _matched(way: Sequence[Node], before: Sequence[Said]) -> list[tuple[Node, Said]]:
    """Pairs of a way and a history that are the same, both from their ends back.

    Where they differ, the shorter gap is passed over: a message that was never stored, or one
    that the client dropped.
    """
    pairs: list[tuple[Node, Said]] = []
    i = j = 0
    places: Mapping[str, list[int]] = _places(before)
    while i < len(way) and j < len(before):
        if way[i].digest == before[j].digest:
            pairs.append((way[i], before[j]))
            i, j = i + 1, j + 1
            continue
        later = next((at for at in places.get(way[i].digest, ()) if at > j), None)
        if later is None:
            i += 1
        else:
            j = later
    return pairs


def _places(before: Sequence[Said]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for at, said in enumerate(before):
        places.setdefault(said.digest, []).append(at)
    return places
