"""The record: entries as they were said, what was read in them, and rulings."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.cursors import instant_of, make_cursor, read_cursor
from graph_aria.adapters.neo4j.capture import capture, queue_reading
from graph_aria.adapters.neo4j.engine import Engine, Row, Tx, no_profile, row
from graph_aria.adapters.neo4j.memory_write import move_vetoes
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.record_rows import (
    entry_of,
    entry_properties,
    ruling_of,
    spoken_date_of,
)
from graph_aria.adapters.neo4j.rows import stored
from graph_aria.adapters.neo4j.searching import search
from graph_aria.adapters.neo4j.words import match_all
from graph_aria.adapters.plain_rows import assertion_of, mention_of
from graph_aria.domain.days import EARLIEST, LATEST, micros
from graph_aria.domain.records import EntryRecord
from graph_aria.domain.views import MoodDay, Page, Saved
from graph_aria.errors import NotFound, OutcomeUnknown, Unavailable, VersionConflict

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection
    from datetime import datetime

    from graph_aria.domain.reading import EntryForm
    from graph_aria.domain.records import Entry, EntryState, Ruling, RulingVerb, SpokenDate

AFTER_ALL_IDS: Final = "\U0010ffff"
"""Greater than every id."""
_EDITABLE: Final = ("text", "words", "mood", "occurred_at", "zone", "day")
_Q: Final = load_queries("record")


class Neo4jRecord:
    """Implements `ports.Record`."""

    _engine: Engine

    async def save_entry(
        self,
        entry: Entry,
        *,
        job_id: str,
        idempotency_key: str | None = None,
        restore_deleted: bool = False,
    ) -> Saved:
        """See `ports.Record`; tried once more if nobody heard whether it was stored."""
        work = partial(
            capture,
            entry=entry,
            hash_key=self._engine.hash_key,
            job_id=job_id,
            idempotency_key=idempotency_key,
            restore_deleted=restore_deleted,
        )
        return await self._capture(work)

    async def save_turn(self, entry: Entry) -> Saved:
        """See `ports.Record`; tried once more if nobody heard whether it was stored."""
        work = partial(
            capture,
            entry=entry,
            hash_key=self._engine.hash_key,
            job_id=None,
            idempotency_key=None,
            restore_deleted=False,
        )
        return await self._capture(work)

    async def edit_entry(self, entry: Entry, *, job_id: str) -> Entry:
        """See `ports.Record`."""
        now = stored(self._engine.clock.now())
        properties = entry_properties(entry)
        changes = {name: properties[name] for name in _EDITABLE}

        async def work(tx: Tx) -> Entry:
            names = {"profile_id": entry.profile_id, "id": entry.id}
            before = _only(await _listed(tx, "begin_edit", **names), entry)
            if before.revision != entry.revision:
                raise VersionConflict(
                    f"the entry is at revision {before.revision}, the change was made on "
                    f"{entry.revision}; read it again"
                )
            stale = entry.counts_otherwise_than(before)
            stale_from = min(before.day, entry.day) if stale else None
            values = {"profile": entry.profile_id, "id": entry.id, "changes": changes}
            edited = await row(tx, _Q["edit_entry"], **values, stale_from=stale_from)
            if entry.text != before.text:
                await move_vetoes(tx, before, entry.text)
            await queue_reading(tx, entry.profile_id, entry.id, job_id=job_id, at=now)
            return _only(edited or [], entry)

        return await self._engine.write(work)

    async def allow_reading(self, profile_id: str, entry_id: str, *, job_id: str) -> Entry:
        """See `ports.Record`."""
        now = stored(self._engine.clock.now())

        async def work(tx: Tx) -> Entry:
            found = await _listed(tx, "begin_edit", profile_id=profile_id, id=entry_id)
            if not found:
                raise _no_entry(entry_id)
            before = entry_of(found[0], profile_id)
            if before.reading_allowed:
                return before
            values = {"profile": profile_id, "id": entry_id}
            changed = await row(tx, _Q["allow_reading"], **values) or []
            await queue_reading(tx, profile_id, entry_id, job_id=job_id, at=now)
            return entry_of(changed[0], profile_id)

        return await self._engine.write(work)

    async def get_entry(self, profile_id: str, entry_id: str) -> Entry:
        """The entry with an id."""

        async def work(tx: Tx) -> Entry:
            found = await _listed(tx, "get_entry", profile_id=profile_id, id=entry_id)
            if not found:
                raise _no_entry(entry_id)
            return entry_of(found[0], profile_id)

        return await self._engine.read(work)

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
        values: dict[str, Any] = {
            "form": None if form is None else form.value,
            "state": None if state is None else state.value,
            "since": EARLIEST if since is None else stored(since),
            "limit": limit + 1,
        }
        values["until"], values["before_id"] = _bound(until, cursor)
        name = "list_entries" if state is None else "list_entries_in_state"
        if query is not None:
            name = "search_entries"
            values["words"] = match_all(query, profile_id=profile_id)

        async def work(tx: Tx) -> Page[Entry]:
            if query is not None and values["words"] is None:
                await _listed(tx, "get_entry", profile_id=profile_id, id="")
                return Page(())
            found = await _listed(tx, name, profile_id=profile_id, **values)
            items = tuple(entry_of(item, profile_id) for item in found[:limit])
            if len(found) <= limit or not items:
                return Page(items)
            last = items[-1]
            return Page(items, make_cursor("entries", micros(last.occurred_at), last.id))

        return await search(self._engine, work)

    async def read_records(
        self, profile_id: str, entry_ids: Collection[str]
    ) -> tuple[EntryRecord, ...]:
        """See `ports.Record`; in order of id."""
        ids = sorted(set(entry_ids))

        async def work(tx: Tx) -> tuple[EntryRecord, ...]:
            found = await _listed(tx, "read_records", profile_id=profile_id, ids=ids)
            return tuple(
                EntryRecord(
                    entry_of(entry, profile_id),
                    tuple(mention_of(item) for item in mentions),
                    tuple(assertion_of(item) for item in assertions),
                    tuple(spoken_date_of(item) for item in dates),
                )
                for entry, mentions, assertions, dates in found
            )

        return await self._engine.read(work)

    async def read_spoken_dates(
        self, profile_id: str, entry_ids: Collection[str]
    ) -> dict[str, tuple[SpokenDate, ...]]:
        """See `ports.Record`; in order of id."""
        ids = sorted(set(entry_ids))

        async def work(tx: Tx) -> dict[str, tuple[SpokenDate, ...]]:
            found = await _listed(tx, "read_spoken_dates", profile_id=profile_id, ids=ids)
            return {
                entry_id: tuple(spoken_date_of(item) for item in dates) for entry_id, dates in found
            }

        return await self._engine.read(work)

    async def list_entry_ids(
        self, profile_id: str, *, after: str = "", limit: int = 500
    ) -> tuple[str, ...]:
        """See `ports.Record`."""

        async def work(tx: Tx) -> tuple[str, ...]:
            name = "list_entry_ids"
            return tuple(await _listed(tx, name, profile_id=profile_id, after=after, limit=limit))

        return await self._engine.read(work)

    async def list_rulings(
        self,
        profile_id: str,
        *,
        target_id: str | None = None,
        verbs: Collection[RulingVerb] | None = None,
    ) -> tuple[Ruling, ...]:
        """See `ports.Record`."""
        name = "list_rulings" if target_id is None else "list_rulings_about"
        values: dict[str, Any] = {
            "verbs": None if verbs is None else [verb.value for verb in verbs],
            "id": target_id,
        }

        async def work(tx: Tx) -> tuple[Ruling, ...]:
            found = await _listed(tx, name, profile_id=profile_id, **values)
            return tuple(ruling_of(item, profile_id) for item in found)

        return await self._engine.read(work)

    async def list_source_ids(
        self, profile_id: str, entity_ids: Collection[str]
    ) -> tuple[str, ...]:
        """See `ports.Record`."""
        ids = sorted(set(entity_ids))

        async def work(tx: Tx) -> tuple[str, ...]:
            return tuple(await _listed(tx, "list_source_ids", profile_id=profile_id, ids=ids))

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

        async def work(tx: Tx) -> tuple[Entry, ...]:
            found = await _listed(
                tx,
                "list_on_days",
                profile_id=profile_id,
                days=sorted(set(days)),
                forms=sorted(forms),
                limit=limit,
            )
            return tuple(entry_of(item, profile_id) for item in found)

        return await self._engine.read(work)

    async def read_entry_days(
        self, profile_id: str, *, since: date, until: date
    ) -> dict[date, int]:
        """See `ports.Record`; oldest first."""

        async def work(tx: Tx) -> dict[date, int]:
            days = {"since": since, "until": until}
            found = await _listed(tx, "count_entry_days", profile_id=profile_id, **days)
            return {date.fromisoformat(day): n for day, n in found}

        return await self._engine.read(work)

    async def read_moods(self, profile_id: str, *, since: date, until: date) -> tuple[MoodDay, ...]:
        """See `ports.Record`; both days are included."""

        async def work(tx: Tx) -> tuple[MoodDay, ...]:
            days = {"since": since, "until": until}
            found = await _listed(tx, "read_moods", profile_id=profile_id, **days)
            return tuple(MoodDay(date.fromisoformat(day), total / n, n) for day, total, n in found)

        return await self._engine.read(work)

    async def _capture(self, work: Callable[..., Awaitable[Saved]]) -> Saved:
        try:
            return await self._engine.write(work)
        except OutcomeUnknown as unknown:
            try:
                return await self._engine.write(partial(work, again=True))
            except Unavailable:
                raise unknown from None  # what cannot be asked now is no better known


async def _listed(tx: Tx, name: str, *, profile_id: str, **values: object) -> list[Any]:
    """What a query collects for a profile.

    Raises:
        NotFound: there is no such profile.
    """
    found = await row(tx, _Q[name], profile=profile_id, **values)
    if found is None:
        raise no_profile(profile_id)
    return list(found[0])


def _bound(until: datetime | None, cursor: str | None) -> tuple[datetime, str]:
    """Where a list of entries begins: at an instant, and there before an id."""
    at, before_id = (LATEST, AFTER_ALL_IDS) if until is None else (stored(until), "")
    if cursor is None:
        return at, before_id
    position, last_id = read_cursor("entries", cursor, int, str)
    return min((at, before_id), (instant_of(position), last_id))


def _only(found: list[Row], wanted: Entry) -> Entry:
    if not found:
        raise _no_entry(wanted.id)
    return entry_of(found[0], wanted.profile_id)


def _no_entry(entry_id: str) -> NotFound:
    return NotFound(f"this profile has no entry with the id {entry_id!r}")
