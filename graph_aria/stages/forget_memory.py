"""Delete memories so that no word of them is left that nothing else supports."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from graph_aria.domain.memories import Memory, MemoryState
from graph_aria.domain.memory_changes import MemoryNeighbourhood, Veto
from graph_aria.domain.memory_history import Author, MemoryRuling, MemoryVerb
from graph_aria.domain.memory_standing import MemoryChange
from graph_aria.domain.records import Profile
from graph_aria.domain.vetoes import found_again
from graph_aria.errors import NotFound
from graph_aria.ports import Clock, Ids, Record
from graph_aria.stages.change_memories import MemoryChangeStore, MemoryStep, change_memories
from graph_aria.stages.compare import Comparison
from graph_aria.stages.faculties import Faculties


async def forget_memories(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    memory_ids: Collection[str],
) -> tuple[Memory, ...]:
    """Delete memories; the entries that they were learned from stay, and teach them no more.

    What was merged into one of them goes with it. What one of them superseded is current
    again. Notes that the user wrote as memories go too.

    Returns:
        What was deleted, for a proof that it is gone.

    Raises:
        NotFound: one of them does not exist; nothing was deleted.

    Reads: the memories with their neighbourhood. Writes: one delta. Safe to repeat: the
    second time they are not found.
    """
    gone: list[Memory] = []

    async def decide(_profile: Profile, _now: datetime) -> MemoryStep:
        known = await store.read_memories(profile_id, memory_ids)
        missing = set(memory_ids) - set(known.memories)
        if missing:
            message = f"there is no memory {min(missing)} in this profile; nothing was deleted"
            raise NotFound(message)
        step = await with_vetoes(store, profile_id, forgotten(known, memory_ids))
        gone[:] = gone_with(step)
        return step

    await change_memories(store, Comparison(faculties), clock, ids, profile_id, decide)
    return tuple(gone)


async def with_vetoes(store: Record, profile_id: str, step: MemoryStep) -> MemoryStep:
    """A deletion whose vetoes lie where the words are, though an entry was edited just now.

    Until such an entry is read again, what was learned from it names spans of earlier words.

    Reads: entries. Writes: nothing. Safe to repeat: yes.
    """
    ids = {veto.entry_id for veto in step.save_vetoes}
    edited = {
        record.entry.id: record.entry.text
        for record in await store.read_records(profile_id, ids)
        if record.entry.is_read_as_it_was
    }
    if not edited:
        return step
    dropped = set(step.change.dropped)
    vetoes = {veto for veto in step.save_vetoes if veto.entry_id not in edited}
    for source in step.known.sources:
        if source.key in dropped and source.entry_id in edited and not source.is_drawn:
            veto = Veto(source.entry_id, source.said.start, source.said.end)
            vetoes.update(found_again(veto, edited[source.entry_id], source.said.text))
    return replace(step, save_vetoes=tuple(sorted(vetoes)))


def forgotten(known: MemoryNeighbourhood, memory_ids: Collection[str]) -> MemoryStep:
    """What happens when some memories are deleted."""
    wanted = set(memory_ids)
    while (
        more := {
            one.id
            for one in known.memories.values()
            if one.superseded_by in wanted and one.state is MemoryState.MERGED
        }
        - wanted
    ):
        wanted |= more
    # A text that was made of one of them and others says its words too.
    made: set[str | None] = set(wanted)
    while further := {one.other_id for one in known.rulings if _leads_on(one, made)} - made:
        made |= further
    going = [
        source
        for source in known.sources
        if source.memory_id in wanted or (source.memory_id in made and source.is_drawn)
    ]
    notes = {source.entry_id for source in going if source.is_by_hand}
    keys = {source.key for source in known.sources if source.entry_id in notes}
    return MemoryStep(
        known,
        MemoryChange(dropped=keys | {source.key for source in going}, by=Author.DELETION),
        drop_entry_ids=tuple(sorted(notes)),
        save_vetoes=tuple(
            sorted(
                {
                    Veto(source.entry_id, source.said.start, source.said.end)
                    for source in going
                    if source.entry_id not in notes and not source.is_drawn
                }
            )
        ),
        scrubs=True,
    )


def _leads_on(ruling: MemoryRuling, made: Collection[str | None]) -> bool:
    return ruling.verb is MemoryVerb.MERGE and ruling.memory_id in made


def gone_with(step: MemoryStep) -> list[Memory]:
    """The memories that a step leaves without any source, in order of their ids."""
    dropped = set(step.change.dropped)
    kept = {source.memory_id for source in step.known.sources if source.key not in dropped}
    return [one for key, one in sorted(step.known.memories.items()) if key not in kept]
