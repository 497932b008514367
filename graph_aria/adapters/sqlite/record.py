"""The record: entries as they were said, what was read in them, and rulings."""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.cursors import make_cursor, read_cursor
from graph_aria.adapters.plain_rows import assertion_of, mention_of
from graph_aria.adapters.sqlite.capture import capture, capture_turn, queue_reading
from graph_aria.adapters.sqlite.engine import Engine, profile_key, row, rows
from graph_aria.adapters.sqlite.memory_write import move_vetoes
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.record_rows import (
    entry_of,
    entry_values,
    micros_or_none,
    ruling_of,
    spoken_date_of,
)
from graph_aria.adapters.sqlite.words import match_all
from graph_aria.domain.days import micros
from graph_aria.domain.records import EntryRecord
from graph_aria.domain.views import MoodDay, Page, Saved
from graph_aria.errors import NotFound, VersionConflict

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date, datetime

    import apsw

    from graph_aria.adapters.sqlite.nearest import Nearest
    from graph_aria.domain.reading import EntryForm
    from graph_aria.domain.records import Entry, EntryState, Ruling, RulingVerb, SpokenDate

_Q: Final = load_queries("record")
_PROFILES: Final = load_queries("profiles")


class SqliteRecord:
    """Implements `ports.Record`."""

    _engine: Engine
    _nearest: Nearest

    async def save_entry(
        self,
        entry: Entry,
        *,
        job_id: str,
        idempotency_key: str | None = None,
        restore_deleted: bool = False,
    ) -> Saved:
        """See `ports.Record`."""

        def work(db: apsw.Connection) -> Saved:
            return capture(
                db,
                entry,
                job_id=job_id,
                idempotency_key=idempotency_key,
                restore_deleted=restore_deleted,
            )

        return await self._engine.write(work, grouped=True)

    async def save_turn(self, entry: Entry) -> Saved:
        """See `ports.Record`."""
        return await self._engine.write(lambda db: capture_turn(db, entry), grouped=True)

    async def edit_entry(self, entry: Entry, *, job_id: str) -> Entry:
        """See `ports.Record`."""
        now = self._engine.clock.now()

        def work(db: apsw.Connection) -> Entry:
            key = profile_key(db, entry.profile_id)
            stored = _get_entry(db, key, entry.profile_id, entry.id)
            if stored.revision != entry.revision:
                raise VersionConflict(
                    f"the entry is at revision {stored.revision}, the change was made on "
                    f"{entry.revision}; read it again"
                )
            db.execute(_Q["edit_entry"], {"profile": key, **entry_values(entry)})
            if entry.text != stored.text:
                move_vetoes(db, key, stored, entry.text)
            queue_reading(db, key, entry.id, job_id=job_id, at=now)
            db.execute(_PROFILES["raise_version"], {"key": key})
            if entry.counts_otherwise_than(stored):
                day = min(stored.day, entry.day).toordinal()
                db.execute(_Q["stale_chapters"], {"profile": key, "day": day})
            return _get_entry(db, key, entry.profile_id, entry.id)

        def follow(_: Entry) -> None:
            self._nearest.follow_passages(entry.profile_id, (entry.id,))

        return await self._engine.write(work, kept=follow)

    async def allow_reading(self, profile_id: str, entry_id: str, *, job_id: str) -> Entry:
        """See `ports.Record`."""
        now = self._engine.clock.now()

        def work(db: apsw.Connection) -> Entry:
            key = profile_key(db, profile_id)
            if row(db, _Q["allow_reading"], (key, entry_id)) is not None:
                queue_reading(db, key, entry_id, job_id=job_id, at=now)
            return _get_entry(db, key, profile_id, entry_id)

        return await self._engine.write(work)

    async def get_entry(self, profile_id: str, entry_id: str) -> Entry:
        """The entry with an id."""

        def work(db: apsw.Connection) -> Entry:
            return _get_entry(db, profile_key(db, profile_id), profile_id, entry_id)

        return await self._engine.look(work)

    async def list_entries(
        self,
        profile_id: str,
        *,
        form: EntryForm | None = None,
        state: EntryState | None = None,
        query: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[Entry]:
        """See `ports.Record`; `since` is included, `until` is not."""
        before_at, before_id = None, ""
        if cursor is not None:
            before_at, before_id = read_cursor("entries", cursor, int, str)

        def work(db: apsw.Connection) -> Page[Entry]:
            values: dict[str, Any] = {
                "profile": profile_key(db, profile_id),
                "form": None if form is None else form.value,
                "state": None if state is None else state.value,
                "since": micros_or_none(since),
                "until": micros_or_none(until),
                "before_at": before_at,
                "before_id": before_id,
                "limit": limit + 1,
            }
            name = "list_entries"
            if query is not None:
                name = "search_entries"
                values["words"] = match_all(query)
                if values["words"] is None:
                    return Page(())
            found = rows(db, _Q[name], values)
            items = tuple(entry_of(item, profile_id) for item in found[:limit])
            more = len(found) > limit and items
            last = (
                make_cursor("entries", micros(items[-1].occurred_at), items[-1].id)
                if more
                else None
            )
            return Page(items, last)

        return await self._engine.read(work)

    async def read_records(
        self, profile_id: str, entry_ids: Collection[str]
    ) -> tuple[EntryRecord, ...]:
        """See `ports.Record`; in order of id."""

        def work(db: apsw.Connection) -> tuple[EntryRecord, ...]:
            values = {
                "profile": profile_key(db, profile_id),
                "ids": json.dumps(list(dict.fromkeys(entry_ids))),
            }
            mentions, assertions, dates = defaultdict(list), defaultdict(list), defaultdict(list)
            for item in rows(db, _Q["list_mentions"], values):
                mentions[item[0]].append(mention_of(item))
            for item in rows(db, _Q["list_assertions"], values):
                assertions[item[0]].append(assertion_of(item))
            for item in rows(db, _Q["list_spoken_dates"], values):
                dates[item[0]].append(spoken_date_of(item[1:]))
            entries = (entry_of(item, profile_id) for item in rows(db, _Q["list_by_ids"], values))
            return tuple(
                EntryRecord(
                    entry,
                    tuple(mentions[entry.id]),
                    tuple(assertions[entry.id]),
                    tuple(dates[entry.id]),
                )
                for entry in entries
            )

        return await self._engine.read(work)

    async def read_spoken_dates(
        self, profile_id: str, entry_ids: Collection[str]
    ) -> dict[str, tuple[SpokenDate, ...]]:
        """See `ports.Record`; in order of id."""

        def work(db: apsw.Connection) -> dict[str, tuple[SpokenDate, ...]]:
            values = {
                "profile": profile_key(db, profile_id),
                "ids": json.dumps(sorted(set(entry_ids))),
            }
            found = rows(db, _Q["list_dates_as_read"], values)
            return {
                entry_id: tuple(spoken_date_of(item[1:]) for item in of_entry)
                for entry_id, of_entry in groupby(found, key=itemgetter(0))
            }

        return await self._engine.read(work)

    async def list_entry_ids(
        self, profile_id: str, *, after: str = "", limit: int = 500
    ) -> tuple[str, ...]:
        """See `ports.Record`."""

        def work(db: apsw.Connection) -> tuple[str, ...]:
            values = (profile_key(db, profile_id), after, limit)
            return tuple(item[0] for item in rows(db, _Q["list_entry_ids"], values))

        return await self._engine.read(work)

    async def list_rulings(
        self,
        profile_id: str,
        *,
        target_id: str | None = None,
        verbs: Collection[RulingVerb] | None = None,
    ) -> tuple[Ruling, ...]:
        """See `ports.Record`."""

        def work(db: apsw.Connection) -> tuple[Ruling, ...]:
            values: dict[str, Any] = {
                "profile": profile_key(db, profile_id),
                "verbs": None if verbs is None else json.dumps([verb.value for verb in verbs]),
            }
            name = "list_rulings"
            if target_id is not None:
                name = "list_rulings_about"
                values["ids"] = json.dumps([target_id])
            return tuple(ruling_of(item, profile_id) for item in rows(db, _Q[name], values))

        return await self._engine.read(work)

    async def list_source_ids(
        self, profile_id: str, entity_ids: Collection[str]
    ) -> tuple[str, ...]:
        """See `ports.Record`."""

        def work(db: apsw.Connection) -> tuple[str, ...]:
            values = {
                "profile": profile_key(db, profile_id),
                "ids": json.dumps(sorted(set(entity_ids))),
            }
            return tuple(item[0] for item in rows(db, _Q["list_source_ids"], values))

        return await self._engine.read(work)

    async def list_on_days(
        self,
        profile_id: str,
        days: Collection[date],
        *,
        forms: Collection[EntryForm],
        limit: int,
    ) -> tuple[Entry, ...]:
        """See `ports.Record`."""

        def work(db: apsw.Connection) -> tuple[Entry, ...]:
            values = {
                "profile": profile_key(db, profile_id),
                "days": json.dumps([day.toordinal() for day in set(days)]),
                "forms": json.dumps(sorted(forms)),
                "limit": limit,
            }
            found = rows(db, _Q["list_on_days"], values)
            return tuple(entry_of(item, profile_id) for item in found)

        return await self._engine.read(work)

    async def read_entry_days(
        self, profile_id: str, *, since: date, until: date
    ) -> dict[date, int]:
        """See `ports.Record`; oldest first."""

        def work(db: apsw.Connection) -> dict[date, int]:
            values = (profile_key(db, profile_id), since.toordinal(), until.toordinal())
            counted = rows(db, _Q["count_entry_days"], values)
            return {since.fromordinal(day): n for day, n in counted}

        return await self._engine.read(work)

    async def read_moods(self, profile_id: str, *, since: date, until: date) -> tuple[MoodDay, ...]:
        """See `ports.Record`; both days are included."""

        def work(db: apsw.Connection) -> tuple[MoodDay, ...]:
            values = (profile_key(db, profile_id), since.toordinal(), until.toordinal())
            return tuple(
                MoodDay(since.fromordinal(day), mood, n)
                for day, mood, n in rows(db, _Q["read_moods"], values)
            )

        return await self._engine.read(work)


def _get_entry(db: apsw.Connection, key: int, profile_id: str, entry_id: str) -> Entry:
    found = row(db, _Q["get_entry"], (key, entry_id))
    if found is None:
        raise NotFound(f"this profile has no entry with the id {entry_id!r}")
    return entry_of(found, profile_id)
