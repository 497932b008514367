"""Keep from reading what the user does not want to be remembered, and words of a crisis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from graph_aria.domain.reading import EntryForm, Reading
from graph_aria.domain.records import EntryRecord
from graph_aria.domain.remedies import CONVERSATION_OFF, CRISIS, MEMORY_OFF, TAKEN_BACK
from graph_aria.ports import Conversations, Passages, Profiles, Record
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.tell_crises import tell_crises
from graph_aria.stages.turns_taken_back import turns_taken_back


class WithholdStore(Profiles, Record, Conversations, Passages, Protocol):
    """What withholding needs of a store."""


async def withhold(
    store: WithholdStore, faculties: Faculties, profile_id: str, records: Sequence[EntryRecord]
) -> dict[str, Reading | None]:
    """What stands in for the reading of entries that are not to be read, by entry id.

    A turn of a conversation that is not remembered has an empty reading, which takes back
    what was learned from it; so has one that the user's next words take back. So has what
    speaks of a crisis, unless the user asked to have it read: no model is shown it, and
    nothing is made of it. While memory is off, so has an entry with new words; one that was
    read before is left as it is, which None stands for. So is a note: it is a memory already.

    Args:
        store: where switches and conversations are.
        faculties: the switch of all profiles.
        profile_id: whose entries.
        records: the entries.

    Raises:
        EmbedderAway: what tells crises by their meaning cannot be asked just now; reading
            without it could read one.

    Reads: profile, conversations, the turns after turns. Writes: nothing. Safe to repeat: yes.
    """
    found: dict[str, Reading | None] = {}
    off: dict[str, bool] = {}
    remembers = faculties.may_learn(await store.get_profile(profile_id))
    crises = await tell_crises(faculties, [record.entry for record in records])
    taken_back = await turns_taken_back(store, profile_id, records)
    for record in records:
        entry = record.entry
        conversation_id = entry.conversation_id
        if conversation_id is not None and conversation_id not in off:
            conversation = await store.get_conversation(profile_id, conversation_id)
            off[conversation_id] = not conversation.remembers
        if entry.form is EntryForm.NOTE:
            found[entry.id] = None
        elif conversation_id is not None and off[conversation_id]:
            found[entry.id] = unread(CONVERSATION_OFF)
        elif entry.id in taken_back:
            found[entry.id] = unread(TAKEN_BACK)
        elif entry.id in crises:
            found[entry.id] = unread(CRISIS)
        elif not remembers:
            is_new = entry.reader_id is None or entry.is_read_as_it_was
            found[entry.id] = unread(MEMORY_OFF) if is_new else None
    return found


def unread(reason: str) -> Reading:
    """A reading with nothing in it.

    Args:
        reason: why, see `graph_aria.domain.remedies`.
    """
    return Reading((), (), (), language="und", reader_id="", unread=reason)
