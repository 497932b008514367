"""Find what the user means when they set right what is told of their life."""

from __future__ import annotations

from typing import Final

from graph_aria.domain.memories import Memory, MemoryCandidate, MemoryKind, MemoryState
from graph_aria.domain.records import Profile
from graph_aria.errors import LifeOff, NotFound
from graph_aria.ports import Memories, Profiles

LIFE_OFF: Final = (
    "life is off: no focus and no milestone is learned, shown or used, and what is stored stays; "
    "`aria settings set life on` switches it on"
)


async def living(store: Profiles, profile_id: str) -> Profile:
    """The profile, if its life switch is on.

    Raises:
        LifeOff: it is off.
    """
    profile = await store.get_profile(profile_id)
    if not profile.lives:
        raise LifeOff(LIFE_OFF)
    return profile


async def get_life(store: Memories, profile_id: str, memory_id: str, kind: MemoryKind) -> Memory:
    """The focus or milestone with an id, whatever its state.

    Raises:
        NotFound: there is none of this kind.
    """
    known = await store.read_memories(profile_id, [memory_id])
    memory = known.memories.get(memory_id)
    if memory is None or memory.kind is not kind:
        listed = "focus" if kind is MemoryKind.FOCUS else "milestones"
        message = f"there is no {kind} with this id in this profile; see `aria life {listed} list`"
        raise NotFound(message)
    return memory


async def stands_for(store: Memories, profile_id: str, memory: Memory) -> Memory:
    """The memory that tells today what one told: that which took its place, and so on."""
    known = await store.read_memories(profile_id, [memory.id])
    seen: set[str] = set()
    while memory.state in {MemoryState.SUPERSEDED, MemoryState.MERGED} and memory.id not in seen:
        seen.add(memory.id)
        memory = known.memories.get(memory.superseded_by or "", memory)
    return memory


async def said_of_one(store: Memories, profile_id: str, focus: Memory) -> tuple[Memory, ...]:
    """All memories that tell of one focus, that it goes on and that it is over; by id."""
    known = await store.read_memories(profile_id, [focus.id])
    return tuple(
        one
        for memory_id, one in sorted(known.memories.items())
        if memory_id == focus.id
        or (
            one.kind is MemoryKind.FOCUS
            and focus.slot is not None
            and (one.scope, one.slot) == (focus.scope, focus.slot)
        )
    )


async def is_given_already(store: Memories, was: Memory, said: MemoryCandidate) -> bool:
    """Whether the user gave a memory the very same by their own hand before: nothing changes."""
    told = (was.text, was.reason, was.valid_from, was.valid_until, was.important)
    given = (said.text, said.reason, said.valid_from, said.valid_until, said.important)
    if told != given:
        return False
    known = await store.read_memories(was.profile_id, [was.id])
    own = [one for one in known.sources if one.memory_id == was.id and one.is_by_hand]
    last = max(own, key=lambda one: (one.said_at, one.entry_id), default=None)
    return last is not None and last.said.text == said.text
