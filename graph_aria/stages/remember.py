"""Make memories of what was read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Final, Protocol

from graph_aria.domain.admission import Admitted, Setting, Why, admit, untold
from graph_aria.domain.corrections import of_a_death, redirected, says_instead
from graph_aria.domain.memories import Memory, MemoryCandidate, MemoryKind, MemoryState
from graph_aria.domain.memory_changes import NO_CHANGE, MemoryDelta, MemoryNeighbourhood, Veto
from graph_aria.domain.memory_sources import MemorySource, projected, words_key
from graph_aria.domain.memory_standing import MemoryChange, restand
from graph_aria.domain.plausible_days import (
    birth_told,
    is_plausible,
    plausible,
    without_date,
    without_days_before,
)
from graph_aria.domain.reading import EntryForm, Reading
from graph_aria.domain.reading_again import (
    in_the_users_words,
    is_kept,
    still_drawn,
    was_lived,
)
from graph_aria.domain.records import Entry, EntryRecord, Profile
from graph_aria.domain.remedies import CONVERSATION_OFF, CRISIS
from graph_aria.domain.remembering import Plan, Proposal, plan, proposed_in
from graph_aria.ports import Memories
from graph_aria.stages.compare import Comparison
from graph_aria.stages.dated_before import dated_before
from graph_aria.stages.find_endings import find_endings
from graph_aria.stages.recall_birth import recall_birth
from graph_aria.stages.recall_lived import recall_lived
from graph_aria.stages.said_before import SaidStore, said_before

MOST_NEAR: Final = 8
"""Memories that lie nearest to a new one and are held against it."""

OPEN: Final = frozenset({MemoryState.CURRENT, MemoryState.HELD, MemoryState.PENDING})
"""States of what stands, or may stand yet."""


class MemoryStore(Memories, SaidStore, Protocol):
    """What remembering needs of a store."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """What readings leave behind.

    Attributes:
        delta: the change to memories.
        refused: by entry id, why something that it says was not remembered, where the user
            should be told.
    """

    delta: MemoryDelta = NO_CHANGE
    refused: Mapping[str, str] = field(default_factory=dict)


_Admitted = list[tuple[Entry, list[Proposal]]]


async def remember(
    store: MemoryStore,
    comparison: Comparison,
    profile: Profile,
    read_now: Sequence[tuple[EntryRecord, Reading]],
    *,
    now: datetime,
    new_id: Callable[[], str],
) -> Remembered:
    """Derive what changes about memories when entries are read, or read again.

    What an entry said before is dropped and planned anew, so that reading it again adds
    nothing. What is pinned keeps its words as long as the entry keeps its own.

    Args:
        store: what is known.
        comparison: vectors and claims, kept from one try to the next.
        profile: whose.
        read_now: entries as they are stored, with what is read in them, in their order.
        now: the instant.
        new_id: gives new memories and revisions their ids.

    Reads: memories, vetoes, conversations. Writes: nothing. Safe to repeat: yes.
    """
    again = [record.entry for record, _ in read_now if _was_read(record.entry)]
    off = {
        record.entry.id
        for record, reading in read_now
        if reading.unread in {CONVERSATION_OFF, CRISIS}
    }
    # Of all: what was read before a switch was off has no reader any more.
    says = [record.entry.id for record, reading in read_now if reading.memories]
    vetoes = await store.read_vetoes(profile.id, says) if says else ()
    told = [one for _, reading in read_now for one in reading.memories]
    hangs_on_it = any(one.kind is MemoryKind.MILESTONE or one.corrects for one in told)
    born = await recall_birth(store, profile.id, told) if hangs_on_it else None
    lived = await recall_lived(store, profile, again)
    refused: dict[str, str] = {}
    admitted: _Admitted = []
    for record, reading in read_now:
        entry = record.entry
        scope = await _scope_of(store, entry) if reading.memories else ""
        why = untold(entry.text) if reading.unread is None else None
        if why is not None:
            refused[entry.id] = why.value  # whether or not anybody proposed it
        setting = setting_of(profile, entry)
        proposals = []
        for read in reading.memories:
            said = plausible(read, said_on=entry.day, born=born)
            lives = profile.lives or was_lived(said, entry.id, lived)
            verdict = admit(said, entry.text, replace(setting, lives=lives))
            if verdict.why is Why.SECRET:
                refused[entry.id] = verdict.why.value
            if verdict.admitted is Admitted.REFUSED or _is_vetoed(said, entry, vetoes):
                continue
            proposals.append(proposed_in(entry, said, memory_id=new_id(), now=now, scope=scope))
        admitted.append((entry, proposals))
    if not again and not any(proposals for _, proposals in admitted):
        return Remembered(refused=refused)
    told_now = birth_told(one.memory for _, proposals in admitted for one in proposals)
    early = await dated_before(store, profile.id, told_now) if told_now is not None else ()
    known, before = await _look_up(store, comparison, profile.id, admitted, again, early)
    change = _planned(
        known, admitted, again, before, comparison, off=off, lives=profile.lives, born=born
    )
    if told_now is not None:
        set_right = without_days_before(
            told_now, [one for one in known.sources if one.memory_id in early], change.dropped
        )
        added = replace(change.added, sources=(*change.added.sources, *set_right))
        change = replace(change, added=added)
    delta = restand(
        known,
        change,
        level=profile.level,
        allows_romance=profile.allows_romance,
        now=now,
        new_id=new_id,
    )
    return Remembered(await with_vectors(comparison, known, delta), refused)


async def with_vectors(
    comparison: Comparison, known: MemoryNeighbourhood, delta: MemoryDelta
) -> MemoryDelta:
    """The delta, with vector and claim for each memory that is new or has other words."""
    fresh = [
        memory
        for memory in delta.save
        if memory.id not in known.memories or memory.id in delta.drop_vectors
    ]
    await comparison.embed(memory.text for memory in fresh)
    await comparison.parse(memory.text for memory in fresh)
    vectors = [vector for vector in map(comparison.vector_of, fresh) if vector is not None]
    return replace(delta, save_vectors=tuple(vectors)) if vectors else delta


def _was_read(entry: Entry) -> bool:
    """Whether something may have been learned from an entry before.

    Where the reading of new words failed for good no reader is named, but what the earlier
    ones said is there still.
    """
    return entry.reader_id is not None or entry.revision > 1


def setting_of(profile: Profile, entry: Entry) -> Setting:
    """What admission must know of an entry and whose it is."""
    return Setting(
        level=profile.level,
        allows_romance=profile.allows_romance,
        lives=profile.lives,
        said_on=entry.day,
        is_chat=entry.form is EntryForm.TURN,
    )


async def _scope_of(store: MemoryStore, entry: Entry) -> str:
    if entry.conversation_id is None:
        return ""
    return (await store.get_conversation(entry.profile_id, entry.conversation_id)).scope


def _is_vetoed(said: MemoryCandidate, entry: Entry, vetoes: Iterable[Veto]) -> bool:
    return any(
        veto.entry_id == entry.id and veto.start < said.end and said.start < veto.end
        for veto in vetoes
    )


async def _look_up(
    store: MemoryStore,
    comparison: Comparison,
    profile_id: str,
    admitted: _Admitted,
    again: Sequence[Entry],
    early: Collection[str],
) -> tuple[MemoryNeighbourhood, Mapping[str, tuple[str, ...]]]:
    """What is known near some proposals, and what was said before each one that corrects."""
    proposals = [one for _, found in admitted for one in found]
    before: dict[str, tuple[str, ...]] = {}
    for entry, found in admitted:
        if any(map(says_instead, found)):
            before[entry.id] = await said_before(store, entry)
    known = await look_up(
        store,
        comparison,
        profile_id,
        [one.memory for one in proposals],
        entry_ids={*(one.id for one in again), *(each for ids in before.values() for each in ids)},
        memory_ids=early,
    )
    return known, before


async def look_up(
    store: Memories,
    comparison: Comparison,
    profile_id: str,
    memories: Sequence[Memory],
    *,
    entry_ids: Collection[str] = (),
    memory_ids: Collection[str] = (),
) -> MemoryNeighbourhood:
    """What must be known to hold some memories against the stored ones.

    All that hangs together with them is given, so that it can be derived anew how each stands.
    Held against the new ones are, but for equal words and slots, only those found here: only
    their vectors and claims are taken, or a long line of what is alike would be held against
    each newcomer and linked with it.

    Args:
        store: where they are.
        comparison: takes vectors and claims of what is held against the new ones.
        profile_id: whose.
        memories: new ones, as they would be stored.
        entry_ids: with whatever was learned from these.
        memory_ids: with these, and what is linked with them.

    Reads: memories. Writes: nothing. Safe to repeat: yes.
    """
    texts = {memory.text for memory in memories}
    await comparison.embed(texts)
    near = await _find_near(store, comparison, profile_id, memories)
    found = await store.find_memories(
        profile_id,
        slots={memory.slot for memory in memories if memory.slot is not None},
        words={words_key(text) for text in texts},
        entry_ids=entry_ids,
    )
    ids = {*memory_ids, *near, *found, *await find_endings(store, profile_id, memories)}
    known = await store.read_memories(profile_id, ids) if ids else MemoryNeighbourhood()
    held = {*memory_ids, *near}
    held |= {source.memory_id for source in known.sources if source.entry_id in entry_ids}
    for link in known.links:
        if link.newer_id in memory_ids or link.older_id in memory_ids:
            held |= {link.newer_id, link.older_id}
    rivals = [memory for memory in known.memories.values() if memory.id in held]
    comparison.take(rivals, known.vectors)
    if memories:
        await comparison.parse(texts | {memory.text for memory in rivals})
    return known


async def _find_near(
    store: Memories, comparison: Comparison, profile_id: str, memories: Iterable[Memory]
) -> set[str]:
    """Ids of what lies nearest to each new memory in its scope.

    So many of any state, since what is said again may be a memory that stands no longer, and
    so many of those that stand or may stand yet, however many others lie nearer.
    """
    found: set[str] = set()
    made_by = comparison.made_by
    if made_by is None:
        return found
    for scope, text in sorted({(memory.scope, memory.text) for memory in memories}):
        vector = comparison.vector(text)
        if vector is None:
            continue
        for states in (None, OPEN):
            near = await store.find_near(
                profile_id,
                vector,
                embedder_id=made_by.embedder_id,
                least=made_by.likeness.least_held,
                limit=MOST_NEAR,
                scope=scope,
                states=states,
            )
            found |= {memory_id for memory_id, _ in near}
            if len(near) < MOST_NEAR:  # all that is near at all
                break
    return found


def _planned(
    known: MemoryNeighbourhood,
    admitted: _Admitted,
    again: Sequence[Entry],
    before: Mapping[str, tuple[str, ...]],
    comparison: Comparison,
    *,
    off: Collection[str],
    lives: bool,
    born: date | None,
) -> MemoryChange:
    """What happens when entries are read; of those in `off` nothing is kept, pinned or not."""
    reread = {entry.id: entry for entry in again}
    dropped = {
        source.key
        for source in known.sources
        if source.entry_id in reread
        and (
            source.entry_id in off
            or not is_kept(source, known, reread[source.entry_id], lives=lives)
        )
    }
    sources = [source for source in known.sources if source.key not in dropped]
    left = {source.memory_id for source in sources}
    memories = {
        one.id: one if one.id in left else without_date(one) for one in known.memories.values()
    }
    kept = in_the_users_words(known.sources, sources, reread)
    added = Plan()
    for entry, proposals in _steps(admitted):
        told = []
        for each in proposals:
            one = _redirected(each, entry, memories, sources, before)
            one = None if one is None else of_a_death(one, memories.values())
            if one is None or not is_plausible(one.source.said, said_on=entry.day, born=born):
                continue
            memory_id = kept.get(one.source.key[1:])
            if memory_id is None:
                told.append(one)
                continue
            source = replace(one.source, memory_id=memory_id)
            if source.key not in {there.key for there in sources}:
                sources.append(source)
                added = replace(added, sources=(*added.sources, source))
        step = plan(told, known=memories.values(), sources=sources, bearings=comparison.bearings)
        memories.update({memory.id: memory for memory in step.memories})
        sources += step.sources
        added = Plan(
            added.memories + step.memories,
            added.sources + step.sources,
            added.links + step.links,
        )
    return MemoryChange(added, dropped=dropped - still_drawn(known, sources, dropped))


def _steps(admitted: _Admitted) -> Iterable[tuple[Entry, list[Proposal]]]:
    """What is planned at once: who corrects may look at what the same entry said before."""
    for entry, proposals in admitted:
        last = sorted(filter(says_instead, proposals), key=lambda one: one.source.said.start)
        yield entry, [one for one in proposals if not says_instead(one)]
        for one in last:
            yield entry, [one]


def _redirected(
    proposal: Proposal,
    entry: Entry,
    memories: Mapping[str, Memory],
    sources: Sequence[MemorySource],
    before: Mapping[str, tuple[str, ...]],
) -> Proposal | None:
    order = {entry_id: n for n, entry_id in enumerate(before.get(entry.id, ()))}
    at = proposal.source.said.start
    learned = sorted(
        (
            source
            for source in sources
            if source.entry_id in order and (source.entry_id != entry.id or source.said.end <= at)
        ),
        key=lambda one: (order[one.entry_id], one.said.start),
    )
    told = {
        one.memory_id: [each for each in sources if each.memory_id == one.memory_id]
        for one in learned
    }
    return redirected(
        proposal, [projected(memories[one.memory_id], told[one.memory_id]) for one in learned]
    )
