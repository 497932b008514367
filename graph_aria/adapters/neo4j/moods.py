"""Moods that were read in entries."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.neo4j.capture import queue
from graph_aria.adapters.neo4j.engine import Engine, Tx, require_profile, row, rows
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.rows import Properties, Row, stored
from graph_aria.domain.days import from_micros
from graph_aria.domain.moods import MoodReading
from graph_aria.domain.records import JobKind
from graph_aria.domain.views import Finding

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

_Q: Final = load_queries("moods")


class Neo4jMoodReadings:
    """Implements `ports.MoodReadings`."""

    _engine: Engine

    async def read_mood_readings(
        self, profile_id: str, *, since: date, until: date
    ) -> tuple[MoodReading, ...]:
        """See `ports.MoodReadings`; of one day, in order of time."""

        async def work(tx: Tx) -> tuple[MoodReading, ...]:
            await require_profile(tx, profile_id)
            days = {"since": since, "until": until}
            found = await rows(tx, _Q["read_mood_readings"], profile=profile_id, **days)
            return tuple(mood_reading_of(item[0]) for item in found)

        return await self._engine.read(work)

    async def find_moods_left(
        self, profile_id: str, readings: Collection[MoodReading]
    ) -> tuple[Finding, ...]:
        """See `ports.MoodReadings`; a server's files are not for its clients to read."""

        async def work(tx: Tx) -> tuple[Finding, ...]:
            await require_profile(tx, profile_id)
            ids = sorted({one.entry_id for one in readings})
            found = await rows(tx, _Q["find_mood_readings"], profile=profile_id, ids=ids)
            return tuple(Finding("moodreading.mood", entry_id) for (entry_id,) in found)

        return await self._engine.read(work)

    async def clear_mood_readings(self, profile_id: str, *, job_id: str, at: datetime) -> int:
        """See `ports.MoodReadings`."""
        return await self._delete(profile_id, None, job_id=job_id, at=at)

    async def expire_mood_readings(
        self, profile_id: str, before: date, *, job_id: str, at: datetime
    ) -> int:
        """See `ports.MoodReadings`."""
        return await self._delete(profile_id, before, job_id=job_id, at=at)

    async def _delete(
        self, profile_id: str, before: date | None, *, job_id: str, at: datetime
    ) -> int:
        async def work(tx: Tx) -> int:
            await require_profile(tx, profile_id)
            last = date.max if before is None else before
            found = await row(tx, _Q["delete_mood_readings"], profile=profile_id, before=last)
            n_gone = 0 if found is None else int(found[0])
            if n_gone:
                await queue(
                    tx, profile_id, job_id=job_id, kind=JobKind.SCRUB, due_at=at, created_at=at
                )
            return n_gone

        return await self._engine.write(work)


def mood_reading_of(row: Row) -> MoodReading:
    """A mood reading from `<<mood_reading>>`."""
    entry_id, day, mood, at = row
    return MoodReading(entry_id, date.fromisoformat(day), mood, from_micros(at))


def mood_reading_properties(item: MoodReading, profile_id: str) -> Properties:
    """A mood reading's properties."""
    return {
        "profile_id": profile_id,
        "entry_id": item.entry_id,
        "day": item.day,
        "mood": item.mood,
        "at": stored(item.at),
    }
