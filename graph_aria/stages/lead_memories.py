"""Look for memories by their words and their meaning."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from graph_aria.domain.asking import bases_in
from graph_aria.domain.memories import Memory, MemoryKind, MemoryState
from graph_aria.domain.memory_age import is_expired, standing
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.names_said import names_one
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.promising import likeliest
from graph_aria.domain.ranking_leads import Lead
from graph_aria.domain.records import SpokenDate
from graph_aria.ports import Memories
from graph_aria.stages.lead_passages import Sought
from graph_aria.stages.together import together

MOST_LOOKED_AT: Final = 100
"""Memories that are found on either way."""

_MOST_READ: Final = 60
"""Of the best of them, what they say."""


@dataclass(frozen=True, slots=True)
class MemoryLeads:
    """What was found.

    Attributes:
        leads: memories that are current, by words or meaning.
        memories: by the key of its lead.
        sources: where each was said, best first.
    """

    leads: tuple[Lead, ...] = ()
    memories: Mapping[str, Memory] = field(default_factory=dict)
    sources: Mapping[str, tuple[MemorySource, ...]] = field(default_factory=dict)


async def lead_memories(
    store: Memories,
    profile_id: str,
    sought: Sought,
    *,
    names: Collection[str],
    now: datetime,
    but: Collection[MemoryKind] = (),
) -> MemoryLeads:
    """Memories that may be relevant; never held ones, nor such as are over.

    Args:
        store: where they are.
        profile_id: whose.
        sought: what is looked for.
        names: of those that are asked about.
        now: the instant.
        but: kinds that are not looked at: focus and milestones while the life switch is off.

    Reads: memories. Writes: nothing. Safe to repeat: yes.
    """
    ranks, near = await together(
        _by_words(store, profile_id, sought), _by_meaning(store, profile_id, sought)
    )
    if not ranks and not near:
        return MemoryLeads()
    highest = max(ranks.values(), default=1.0)
    likely = likeliest(near, ranks, limit=_MOST_READ)
    known = await store.read_learned(profile_id, likely)
    sources: dict[str, list[MemorySource]] = {}
    for source in known.sources:
        sources.setdefault(source.memory_id, []).append(source)
    leads: list[Lead] = []
    memories: dict[str, Memory] = {}
    said: dict[str, tuple[MemorySource, ...]] = {}
    asked_names = [normalized(name) for name in names]
    for memory_id in sorted(known.memories.keys() & set(likely)):
        memory = known.memories[memory_id]
        if memory.kind in but or not _may_be_used(memory, sought.scope, now):
            continue
        own = [one for one in sources.get(memory_id, ()) if one.entry_id not in sought.but]
        if not own:
            continue
        key = f"memory {memory_id}"
        n_named = sum(names_one(memory.text, [name]) for name in asked_names)
        leads.append(
            Lead(
                key,
                near=near.get(memory_id, 0.0),
                rank=ranks.get(memory_id, 0.0) / highest,
                bases=bases_in(f"{memory.text} {memory.reason or ''}"),
                n_chars=len(memory.text),
                names=n_named / len(asked_names) if asked_names else 0.0,
                time=_time_of(memory, own, sought),
                worth=_worth(memory, now),
            )
        )
        memories[key] = memory
        said[key] = tuple(sorted(own, key=lambda one: one.said_at, reverse=True))
    return MemoryLeads(tuple(leads), memories, said)


async def _by_words(store: Memories, profile_id: str, sought: Sought) -> dict[str, float]:
    if not sought.asked.words:
        return {}
    words = " ".join(sought.asked.words)
    return dict(await store.search_memories(profile_id, words, limit=MOST_LOOKED_AT))


async def _by_meaning(store: Memories, profile_id: str, sought: Sought) -> dict[str, float]:
    near: dict[str, float] = {}
    if sought.made is None:
        return near
    for scope in sorted({"", sought.scope}):
        near |= dict(
            await store.find_near(
                profile_id,
                sought.made.vectors[0],
                embedder_id=sought.made.embedder_id,
                least=0.0,
                limit=MOST_LOOKED_AT,
                scope=scope,
                states=(MemoryState.CURRENT,),
            )
        )
    return near


def _may_be_used(memory: Memory, scope: str, now: datetime) -> bool:
    return (
        memory.state is MemoryState.CURRENT
        and memory.scope in {"", scope}
        and not is_expired(memory, now=now)
    )


def _time_of(memory: Memory, sources: Collection[MemorySource], sought: Sought) -> float:
    if sought.stretch is None:
        return 0.0
    spoken: tuple[SpokenDate, ...] = ()
    if memory.valid_from is not None:
        until = memory.valid_until or memory.valid_from
        spoken = (SpokenDate(0, 1, memory.valid_from, until, "memory"),)
    return max(sought.stretch.fits(one.said_at.date(), spoken) for one in sources)


def _worth(memory: Memory, now: datetime) -> float:
    """What a memory counts for besides: from some 0.9 to 1.2, so that it decides between likes.

    Source: design, section 6, retrieval: importance, emotional significance, recency, use and
    confidence rank gently.
    """
    return (
        1.0
        + 0.10 * (memory.importance - 0.5)
        + 0.05 * memory.emotional_significance
        + 0.05 * (standing(memory, now=now) - 0.5)
        + 0.05 * (memory.confidence - 0.8)
        + 0.02 * min(1.0, math.log1p(memory.access_count) / 3)
    )
