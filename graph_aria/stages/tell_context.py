"""What a model is told besides a text."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, Protocol

from graph_aria.domain.memories import MemoryState
from graph_aria.domain.reading import MOST_BEFORE, ReadContext, ReadRequest
from graph_aria.domain.records import Entry
from graph_aria.domain.sentences import one_line
from graph_aria.domain.views import Candidate
from graph_aria.ports import Conversations, Graph, Memories

_MOST_KNOWN: Final = 20
_MOST_MEMORIES: Final = 8
_MOST_WORDS: Final = 100
_WORD: Final = re.compile(r"[^\W\d_]{3,}")


class ContextStore(Graph, Memories, Conversations, Protocol):
    """What telling the context needs of a store."""


async def with_context(
    store: ContextStore, profile_id: str, entry: Entry, request: ReadRequest
) -> ReadRequest:
    """A request with what is known of what the text may mean.

    Known entities are those that share a word of their name with the text, the heaviest
    first, at most 20, each as its name, kind and role. Known memories are current ones that
    share words with it, the best first, at most 8. A turn is told with the messages before
    it.

    Reads: candidates, memories, messages. Writes: nothing. Safe to repeat: yes.
    """
    words = list(dict.fromkeys(_WORD.findall(request.text.casefold())))[:_MOST_WORDS]
    if not words:
        return request
    found = await store.find_candidates(profile_id, (), words=words)
    context = ReadContext(
        before=await _before(store, entry),
        known=tuple(_line(one) for one in sorted(found, key=_heat)[:_MOST_KNOWN]),
        memories=await _memories(store, profile_id, " ".join(words)),
    )
    return replace(request, context=context)


async def _before(store: ContextStore, entry: Entry) -> tuple[str, ...]:
    if entry.conversation_id is None:
        return ()
    messages = await store.read_messages(
        entry.profile_id, entry.conversation_id, before=entry.id, limit=MOST_BEFORE
    )
    return tuple(f"{message.role}: {one_line(message.text)}" for message in messages)


async def _memories(store: ContextStore, profile_id: str, words: str) -> tuple[str, ...]:
    ranked = await store.search_memories(profile_id, words, limit=4 * _MOST_MEMORIES)
    known = (await store.read_memories(profile_id, [one for one, _ in ranked])).memories
    current = [known[one] for one, _ in ranked if one in known]
    texts = [one.text for one in current if one.state is MemoryState.CURRENT]
    return tuple(texts[:_MOST_MEMORIES])


def _heat(candidate: Candidate) -> tuple[float, str]:
    standing = candidate.entity.standing
    return (0.0 if standing is None else -standing.heat, candidate.entity.id)


def _line(candidate: Candidate) -> str:
    entity = candidate.entity
    parts = (one_line(entity.name), entity.kind.value, entity.role)
    return ", ".join(part for part in parts if part)
