"""What a profile holds, deleted in many small transactions: after it, or to be copied anew."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from graph_aria.adapters.neo4j.engine import Engine, rows
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.schema import insist
from graph_aria.errors import AriaError

_KEYS: Final = {
    "Conversation": "id",
    "Entry": "id",
    "Reply": "turn_id",
    "MoodReading": "entry_id",
    "Mention": "entry_id",
    "Assertion": "entry_id",
    "Ruling": "at",
    "Tombstone": "hash",
    "RequestKey": "key_hash",
    "Entity": "id",
    "Form": "key",
    "Question": "id",
    "Evidence": "source_id",
    "DayRow": "day",
    "Chapter": "started_on",
    "Memory": "id",
    "MemoryLink": "newer_id",
    "MemoryRuling": "id",
    "MemoryRevision": "id",
    "MemoryVector": "memory_id",
    "Veto": "entry_id",
    "Passage": "entry_id",
    "Raised": "memory_id",
    "Spent": "day",
    "Unstaged": "target_id",
    "StagedStanding": "target_id",
    "StagedDay": "target_id",
    "Job": "created_at",
    "Token": "id",
}
"""Labels of what belongs to a profile, each with a property by which an index finds it all."""
_Q: Final = load_queries("maintenance")


async def list_deleted(engine: Engine) -> list[str]:
    """Profiles that were deleted, and the database was not scrubbed since."""
    return [found[0] for found in await engine.read(lambda tx: rows(tx, _Q["list_deleted"]))]


async def sweep(engine: Engine, profile_id: str) -> None:
    """Delete what a profile that is gone held; safe to repeat.

    Raises:
        AriaError: it was broken off; the next scrub, and the next opening, go on with it.
    """
    for label in _KEYS:
        await sweep_label(engine, profile_id, label)


async def sweep_label(engine: Engine, profile_id: str, label: str) -> None:
    """Delete all nodes of a profile under one label; safe to repeat.

    Raises:
        AriaError: it was broken off.
    """
    query = _Q["sweep"].replace("<<label>>", label).replace("<<key>>", _KEYS[label])
    await insist(engine, query, profile=profile_id)


async def sweep_all(engine: Engine) -> None:
    """Go on with every deletion that may have been broken off, as far as it goes."""
    with suppress(AriaError):
        for profile_id in await list_deleted(engine):
            await sweep(engine, profile_id)
