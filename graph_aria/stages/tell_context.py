"""What a model is told besides a text."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, Protocol

from graph_aria.domain.memories import MemoryState
from graph_aria.domain.reading import MOST_BEFORE, ReadContext, ReadRequest
from graph_aria.domain.records import Entry
from graph_aria.domain.remedies import WITHHELD
from graph_aria.domain.sentences import one_line
from graph_aria.domain.unwanted import unwanted_spans
from graph_aria.domain.views import Candidate
from graph_aria.ports import Conversations, Graph, Memories, Passages, Record
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.search_memories import search_memories
from graph_aria.stages.tell_crises import tell_crises
from graph_aria.stages.turns_taken_back import turns_taken_back

_MOST_KNOWN: Final = 20
_MOST_MEMORIES: Final = 8
_MOST_LOOKED_AT: Final = 400
_MOST_WORDS: Final = 100
_WORD: Final = re.compile(r"[^\W\d_]{3,}")


class ContextStore(Record, Graph, Memories, Conversations, Passages, Protocol):
    """What telling the context needs of a store."""


async def with_context(
    store: ContextStore,
    faculties: Faculties,
    profile_id: str,
    entry: Entry,
    request: ReadRequest,
) -> ReadRequest:
    """A request with what is known of what the text may mean.

    Known entities are those that share a word of their name with the text, the heaviest
    first, at most 20, each as its name, kind and role. Known memories are current ones that
    are near to it by meaning or by words, the best first, at most 8: those that hold
    everywhere, and those of the namespace of the entry's conversation. A turn is told with
    the messages before it, but for those of a crisis and what was replied to them.

    Reads: candidates, memories, the conversation, messages. Writes: nothing. Safe to repeat:
    yes.
    """
    words = list(dict.fromkeys(_WORD.findall(request.text.casefold())))[:_MOST_WORDS]
    context = ReadContext(before=await _before(store, faculties, entry))
    if words:
        found = await store.find_candidates(profile_id, (), words=words)
        context = replace(
            context,
            known=tuple(_line(one) for one in sorted(found, key=_heat)[:_MOST_KNOWN]),
            memories=await _memories(store, faculties, entry, request.text),
        )
    return replace(request, context=context)


async def _before(store: ContextStore, faculties: Faculties, entry: Entry) -> tuple[str, ...]:
    if entry.conversation_id is None:
        return ()
    messages = await store.read_messages(
        entry.profile_id, entry.conversation_id, before=entry.id, limit=MOST_BEFORE
    )
    records = await store.read_records(entry.profile_id, {one.turn_id for one in messages})
    entries = [record.entry for record in records]
    # Nothing is learned from these, so no model is told of them either.
    silent = {*await tell_crises(faculties, entries)}
    silent |= await turns_taken_back(store, entry.profile_id, records)
    silent |= {one.id for one in entries if one.reason in WITHHELD or unwanted_spans(one.text)}
    return tuple(
        f"{message.role}: {one_line(message.text)}"
        for message in messages
        if message.turn_id not in silent
    )


async def _memories(
    store: ContextStore, faculties: Faculties, entry: Entry, text: str
) -> tuple[str, ...]:
    scopes = {""}
    if entry.conversation_id is not None:
        talk = await store.get_conversation(entry.profile_id, entry.conversation_id)
        scopes.add(talk.scope)
    found = await search_memories(
        store,
        faculties,
        entry.profile_id,
        " ".join(text.split()[:_MOST_WORDS]),
        states=(MemoryState.CURRENT,),
        limit=_MOST_LOOKED_AT,
    )
    return tuple([one.text for one in found if one.scope in scopes][:_MOST_MEMORIES])


def _heat(candidate: Candidate) -> tuple[float, str]:
    standing = candidate.entity.standing
    return (0.0 if standing is None else -standing.heat, candidate.entity.id)


def _line(candidate: Candidate) -> str:
    entity = candidate.entity
    parts = (one_line(entity.name), entity.kind.value, entity.role)
    return ", ".join(part for part in parts if part)
