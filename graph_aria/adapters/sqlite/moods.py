"""Moods that were read in entries."""

from __future__ import annotations

import json
import re
import struct
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.sqlite.capture import URGENCY
from graph_aria.adapters.sqlite.engine import Engine, profile_key, rows
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.domain.days import from_micros, micros
from graph_aria.domain.moods import MoodReading
from graph_aria.domain.records import JobKind
from graph_aria.domain.views import Finding

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    import apsw

    from graph_aria.adapters.sqlite.record_rows import Row
    from graph_aria.domain.graph import EntryOutcome

_UUID: Final = re.compile(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_Q: Final = load_queries("moods")
_JOBS: Final = load_queries("jobs")
_KEEPING: Final = load_queries("keeping")


class SqliteMoodReadings:
    """Implements `ports.MoodReadings`."""

    _engine: Engine

    async def read_mood_readings(
        self, profile_id: str, *, since: date, until: date
    ) -> tuple[MoodReading, ...]:
        """See `ports.MoodReadings`; of one day, in order of time."""

        def work(db: apsw.Connection) -> tuple[MoodReading, ...]:
            values = (profile_key(db, profile_id), since.toordinal(), until.toordinal())
            return tuple(map(mood_reading_of, rows(db, _Q["read_mood_readings"], values)))

        return await self._engine.read(work)

    async def find_moods_left(
        self, profile_id: str, readings: Collection[MoodReading]
    ) -> tuple[Finding, ...]:
        """See `ports.MoodReadings`; pages are deciphered."""

        def work(db: apsw.Connection) -> tuple[Finding, ...]:
            key = profile_key(db, profile_id)
            ids = json.dumps([one.entry_id for one in readings])
            left = {found[0] for found in rows(db, _Q["find_mood_readings"], (key, ids))}
            traces = _traces(bytes(db.serialize("main")), readings) - left
            return tuple(
                Finding("mood_reading.mood" if entry_id in left else "pages", entry_id)
                for entry_id in sorted(left | traces)
            )

        return await self._engine.read_afresh(work)

    async def clear_mood_readings(self, profile_id: str, *, job_id: str, at: datetime) -> int:
        """See `ports.MoodReadings`."""

        def work(db: apsw.Connection) -> int:
            key = profile_key(db, profile_id)
            db.execute(_Q["clear_mood_readings"], (key,)).fetchall()
            return _wish_scrub(db, key, db.changes(), job_id=job_id, at=at)

        return await self._engine.write(work)

    async def expire_mood_readings(
        self, profile_id: str, before: date, *, job_id: str, at: datetime
    ) -> int:
        """See `ports.MoodReadings`."""

        def work(db: apsw.Connection) -> int:
            key = profile_key(db, profile_id)
            db.execute(_Q["expire_mood_readings"], (key, before.toordinal())).fetchall()
            return _wish_scrub(db, key, db.changes(), job_id=job_id, at=at)

        return await self._engine.write(work)


def _traces(pages: bytes, readings: Collection[MoodReading]) -> set[str]:
    """Entry ids of readings whose row stands anywhere in some pages: its id, day and mood.

    Source: SQLite, database file format, section 2.1: columns stand one behind the other, whole
    numbers in as few bytes as they take, a whole real number as such.
    """
    wanted = {one.entry_id.encode(): _row_of(one) for one in readings}
    found = {
        match[0]
        for match in _UUID.finditer(pages)
        if (row := wanted.get(match[0])) is not None and pages.startswith(row, match.end())
    }
    found |= {
        entry_id
        for entry_id, row in wanted.items()
        if _UUID.fullmatch(entry_id) is None and entry_id + row in pages
    }
    return {entry_id.decode() for entry_id in found}


def _row_of(reading: MoodReading) -> bytes:
    """What stands behind an entry's id in the row of a reading: three bytes of day, the mood."""
    day = reading.day.toordinal().to_bytes(3, "big")
    if not reading.mood.is_integer():
        return day + struct.pack(">d", reading.mood)
    return day + (b"" if reading.mood == 1 else bytes([int(reading.mood)]))


def _wish_scrub(db: apsw.Connection, key: int, n_gone: int, *, job_id: str, at: datetime) -> int:
    """After rows went, queue what takes their traces from the file; gives how many went."""
    if n_gone:
        job = {
            "profile": key,
            "id": job_id,
            "kind": JobKind.SCRUB.value,
            "urgency": URGENCY[JobKind.SCRUB],
            "subject_id": None,
            "slot": None,
            "due_at": micros(at),
            "created_at": micros(at),
        }
        db.execute(_JOBS["queue_job"], job).fetchall()
        db.execute(_KEEPING["want_scrub"]).fetchall()
    return n_gone


def note_mood(db: apsw.Connection, key: int, outcome: EntryOutcome) -> None:
    """Store the mood that was read in an entry, in place of that of the reading before."""
    if outcome.leaves_mood:
        return
    entry = {"profile": key, "entry_id": outcome.entry_id}
    db.execute(_Q["drop_mood_reading"], entry).fetchall()
    if outcome.mood is not None:
        db.execute(_Q["save_mood_reading"], mood_reading_columns(key, outcome.mood)).fetchall()


def mood_reading_of(row: Row) -> MoodReading:
    """A mood reading from its table, without the profile."""
    entry_id, day, mood, at = row
    return MoodReading(entry_id, date.fromordinal(day), mood, from_micros(at))


def mood_reading_columns(key: int, item: MoodReading) -> dict[str, Any]:
    """A mood reading's columns by name."""
    return {
        "profile": key,
        "entry_id": item.entry_id,
        "day": item.day.toordinal(),
        "mood": item.mood,
        "at": micros(item.at),
    }
