"""Tell which words go with what is deleted."""

from __future__ import annotations

from collections.abc import Iterable

from graph_aria.domain.memory_changes import MemoryDelta
from graph_aria.domain.proof import telling_words
from graph_aria.ports import Memories


async def unsay(
    store: Memories, profile_id: str, changed: MemoryDelta, *, texts: Iterable[str] = ()
) -> tuple[str, ...]:
    """The words, folded, of what a change takes away: replies may repeat them.

    Some of them may stand elsewhere too; the store looks for that when it applies the change.

    Args:
        store: as it is before the change.
        profile_id: whose.
        changed: what happens to memories: of those that go, that lose a source, or that read
            otherwise afterwards, what they said goes.
        texts: what else goes.

    Reads: memories. Writes: nothing. Safe to repeat: yes.
    """
    said = list(texts)
    after = {one.id: one.text for one in changed.save}
    lost = set(changed.drop_sources)
    touched = {*changed.drop_ids, *after, *(memory_id for memory_id, *_ in lost)}
    if touched:
        known = await store.read_memories(profile_id, touched)
        gone = set(changed.drop_ids)
        for one in known.memories.values():
            if one.id in gone or one.text != after.get(one.id, one.text):
                said += [one.text, one.reason or ""]
        for source in known.sources:
            if source.key in lost or source.memory_id in gone:
                said += [source.said.text, source.said.reason or ""]
    return telling_words(said)
