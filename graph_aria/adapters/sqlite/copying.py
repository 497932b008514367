"""Handing all rows over to another store, and taking them in."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.cursors import make_cursor, read_cursor
from graph_aria.adapters.plain_rows import instant_or_none
from graph_aria.adapters.sqlite.capture import read_hash_key
from graph_aria.adapters.sqlite.chapters import with_features
from graph_aria.adapters.sqlite.copied_rows import WAYS
from graph_aria.adapters.sqlite.copied_ways import Key
from graph_aria.adapters.sqlite.engine import Engine, many, profile_key, row, rows
from graph_aria.adapters.sqlite.graph_write import save_chapter, save_spoken_dates
from graph_aria.adapters.sqlite.passages import export_passages, store_passages
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.record_rows import profile_of, profile_values, spoken_date_of
from graph_aria.domain.copies import OWN, CopyMark, RowKind, SpokenDates, StoreFacts
from graph_aria.domain.days import micros
from graph_aria.domain.sentences import counted
from graph_aria.domain.views import Page
from graph_aria.errors import Conflict, InvalidCursor

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import apsw

    from graph_aria.adapters.sqlite.nearest import Nearest
    from graph_aria.adapters.sqlite.record_rows import Row
    from graph_aria.domain.copies import CopiedRow, Part

_Q: Final = load_queries("copying")
_KEEPING: Final = load_queries("keeping")
_PROFILES: Final = load_queries("profiles")
_MARK: Final = "copying"
_BY_FIRST: Final[Key] = ((0, str),)


class SqliteCopying:
    """Implements `ports.Copying`; the mark is a value in `meta`."""

    _engine: Engine
    _nearest: Nearest

    async def count_rows(self, profile_id: str) -> Mapping[RowKind, int]:
        """See `ports.Copying`."""

        def work(db: apsw.Connection) -> Mapping[RowKind, int]:
            values = {"profile": profile_key(db, profile_id)}
            counts = row(db, _Q["count_parts"], values) or ()
            return dict(zip(OWN, counts, strict=True))

        return await self._engine.read(work)

    async def export(self, part: Part, *, after: str | None = None, limit: int) -> Page[CopiedRow]:
        """See `ports.Copying`; in order of their keys."""
        return await self._engine.read(lambda db: _export(db, part, after, limit))

    async def absorb(self, part: Part, rows: Sequence[CopiedRow], *, mark: CopyMark) -> None:
        """See `ports.Copying`."""

        def work(db: apsw.Connection) -> None:
            _absorb(db, part, rows)
            _note(db, mark)

        await self._engine.write(work, kept=lambda _: self._nearest.forget(part.profile_id or ""))

    async def clear(self, part: Part) -> None:
        """See `ports.Copying`; the file is to be scrubbed afterwards."""

        def work(db: apsw.Connection) -> None:
            key = profile_key(db, part.profile_id or "")
            special = {
                RowKind.SPOKEN_DATE: _Q["clear_spoken_dates"],
                RowKind.CHAPTER: _Q["clear_chapters"],
                RowKind.PASSAGE: _Q["clear_passages"],
            }
            sql = special.get(part.kind) or WAYS[part.kind].clear
            db.execute(sql, (key,)).fetchall()
            db.execute(_KEEPING["want_scrub"]).fetchall()

        await self._engine.write(work, kept=lambda _: self._nearest.forget(part.profile_id or ""))

    async def read_copy(self) -> CopyMark | None:
        """See `ports.Copying`."""
        found = await self._engine.read(lambda db: row(db, _KEEPING["read_meta"], {"name": _MARK}))
        return None if found is None else CopyMark.read(found[0])

    async def begin_copy(self, mark: CopyMark) -> None:
        """See `ports.Copying`."""

        def work(db: apsw.Connection) -> None:
            if found := rows(db, _PROFILES["list_profiles"]):
                raise Conflict(
                    f"the store to copy into holds {counted(len(found), 'profile')} already; "
                    "copy into an empty one"
                )
            _note(db, mark)

        await self._engine.write(work)

    async def note_copy(self, mark: CopyMark) -> None:
        """See `ports.Copying`."""
        await self._engine.write(lambda db: _note(db, mark))

    async def end_copy(self) -> None:
        """See `ports.Copying`."""
        await self._engine.write(
            lambda db: db.execute(_KEEPING["drop_meta"], {"name": _MARK}).fetchall()
        )


def _export(db: apsw.Connection, part: Part, after: str | None, limit: int) -> Page[CopiedRow]:
    if part.kind is RowKind.STORE:
        mark = row(db, _KEEPING["read_meta"], {"name": "mark"})
        at = None if mark is None else instant_or_none(mark[0])
        return Page((StoreFacts(read_hash_key(db), at),))
    columns = WAYS[part.kind].key if part.kind in WAYS else _BY_FIRST
    name = f"copy {part.kind} {part.profile_id}"
    position = _read_position(name, after, columns)
    if part.kind is RowKind.PROFILE:
        found = rows(db, _PROFILES["export_profiles"], (*position, limit))
        items: Sequence[CopiedRow] = [profile_of(item) for item in found]
    else:
        profile_id = part.profile_id or ""
        key = profile_key(db, profile_id)
        if part.kind is RowKind.SPOKEN_DATE:
            values = {"profile": key, "after": position[0], "limit": limit}
            found = rows(db, _Q["export_spoken_dates"], values)
            items = [
                SpokenDates(entry_id, tuple(spoken_date_of(item[1:]) for item in of_entry))
                for entry_id, of_entry in groupby(found, key=itemgetter(0))
            ]
        elif part.kind is RowKind.CHAPTER:
            found = rows(db, _Q["export_chapters"], (key, *position, limit))
            items = with_features(db, key, profile_id, found)
        elif part.kind is RowKind.PASSAGE:
            found, items = export_passages(db, key, position[0], limit)
        else:
            way = WAYS[part.kind]
            found = rows(db, way.export, (key, *position, limit))
            items = [way.read(item, profile_id) for item in found]
    if len(items) < limit:
        return Page(tuple(items))
    return Page(tuple(items), _make_position(name, found[-1], columns))


def _absorb(db: apsw.Connection, part: Part, items: Sequence[CopiedRow]) -> None:
    given: Any = items  # all of the kind that the part says
    if part.kind is RowKind.STORE:
        for facts in given:
            _absorb_facts(db, facts)
        return
    if part.kind is RowKind.PROFILE:
        many(db, _PROFILES["absorb_profile"], [profile_values(item) for item in given])
        return
    key = profile_key(db, part.profile_id or "")
    if part.kind is RowKind.SPOKEN_DATE:
        for item in given:
            save_spoken_dates(db, key, item.entry_id, item.dates)
    elif part.kind is RowKind.CHAPTER:
        for item in given:
            save_chapter(db, key, item)
    elif part.kind is RowKind.PASSAGE:
        store_passages(db, key, given)
    else:
        way = WAYS[part.kind]
        many(db, way.save, (way.values(key, item) for item in given))


def _absorb_facts(db: apsw.Connection, facts: StoreFacts) -> None:
    _save_meta(db, "hash_key", facts.hash_key)
    if facts.mark is None:
        db.execute(_KEEPING["drop_meta"], {"name": "mark"}).fetchall()
    else:
        _save_meta(db, "mark", micros(facts.mark))


def _note(db: apsw.Connection, mark: CopyMark) -> None:
    _save_meta(db, _MARK, mark.text)


def _save_meta(db: apsw.Connection, name: str, value: str | int | bytes) -> None:
    db.execute(_KEEPING["save_meta"], {"name": name, "value": value}).fetchall()


def _read_position(name: str, after: str | None, columns: Key) -> tuple[Any, ...]:
    """The key after which a page begins; that of the first page comes before all keys."""
    types = [type_ for _, type_ in columns]
    if after is None:
        return tuple(type_() for type_ in types)
    parts = read_cursor(name, after, *(str if type_ is bytes else type_ for type_ in types))
    try:
        return tuple(
            bytes.fromhex(part) if type_ is bytes else part
            for part, type_ in zip(parts, types, strict=True)
        )
    except ValueError as error:
        raise InvalidCursor from error


def _make_position(name: str, last: Row, columns: Key) -> str:
    parts = [last[at].hex() if type_ is bytes else last[at] for at, type_ in columns]
    return make_cursor(name, *parts)
