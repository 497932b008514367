"""Where a correction looks for what it takes back."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, Protocol

from graph_aria.domain.records import Entry
from graph_aria.ports import Conversations, Record

_TURNS: Final = 6
_ENTRIES: Final = 12
_DAYS: Final = timedelta(days=2)


class SaidStore(Conversations, Record, Protocol):
    """What is needed of a store."""


async def said_before(store: SaidStore, entry: Entry) -> tuple[str, ...]:
    """Ids of what was said just before an entry, and of itself.

    Args:
        store: where both are.
        entry: a turn, before which the last turns of its conversation count; or an entry,
            before which those of the last two days do.

    Returns:
        Oldest first, the entry last.

    Reads: entries, messages. Writes: nothing. Safe to repeat: yes.
    """
    if entry.conversation_id is not None:
        messages = await store.read_messages(
            entry.profile_id, entry.conversation_id, before=entry.id, limit=2 * _TURNS
        )
        return (*dict.fromkeys(each.turn_id for each in messages), entry.id)
    page = await store.list_entries(
        entry.profile_id,
        since=entry.occurred_at - _DAYS,
        until=entry.occurred_at,
        limit=_ENTRIES,
    )
    earlier = [
        one.id
        for one in page.items
        if one.conversation_id is None and one.id != entry.id and _is_before(one, entry)
    ]
    return (*reversed(earlier), entry.id)


def _is_before(one: Entry, other: Entry) -> bool:
    return (one.occurred_at, one.id) < (other.occurred_at, other.id)
