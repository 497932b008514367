"""Look for patterns again when one of them went with an entry."""

from __future__ import annotations

from graph_aria.domain.memories import Learned
from graph_aria.domain.memory_changes import MemoryDelta
from graph_aria.domain.records import JobKind
from graph_aria.ports import Ids, Memories


async def notice_again(
    store: Memories, ids: Ids, profile_id: str, delta: MemoryDelta
) -> tuple[tuple[str, JobKind], ...]:
    """The job that looks for patterns anew if a change takes one away, else nothing.

    A pattern holds as long as all the days behind it; without one of them it may still be
    there, with other numbers.

    Reads: the memories that go. Writes: nothing. Safe to repeat: yes.
    """
    if not delta.drop_ids:
        return ()
    known = await store.read_memories(profile_id, delta.drop_ids)
    going = (known.memories[one] for one in delta.drop_ids if one in known.memories)
    if any(one.learned is Learned.PATTERN for one in going):
        return ((ids.new(), JobKind.NOTICE),)
    return ()
