"""Reading evidence: the words behind a weight, and the days it is made of."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.cursors import make_cursor, read_cursor
from graph_aria.adapters.sqlite.engine import Engine, profile_key, row, rows
from graph_aria.adapters.sqlite.profiles import read_profile
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.record_rows import entry_of, ruling_of
from graph_aria.adapters.sqlite.rows import day_row_of, entity_of, evidence_of, relation_of
from graph_aria.domain.days import micros
from graph_aria.domain.views import AsOf, EvidenceLine, Page, ThemeDay
from graph_aria.domain.vocabulary import PREDICATES, THEME_KINDS, Kind, Predicate

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date, datetime

    import apsw

    from graph_aria.domain.graph import Entity, Relation
    from graph_aria.domain.weights import DayRow, Evidence

_BESIDE: Final = 2
"""Pieces of evidence without words, such as rulings, that are passed over for a quote."""
_Q: Final = load_queries("evidence")
_RECORD: Final = load_queries("record")


class SqliteEvidence:
    """Implements the part of `ports.Graph` that reads evidence and days."""

    _engine: Engine

    async def read_evidence(
        self, profile_id: str, target_id: str, *, cursor: str | None = None, limit: int = 100
    ) -> Page[EvidenceLine]:
        """See `ports.Graph`; ties by source id descending."""
        before_at, before_id = None, ""
        if cursor is not None:
            before_at, before_id = read_cursor("evidence", cursor, int, str)

        def work(db: apsw.Connection) -> Page[EvidenceLine]:
            key = profile_key(db, profile_id)
            values = {
                "profile": key,
                "target_id": target_id,
                "before_at": before_at,
                "before_id": before_id,
                "limit": limit + 1,
            }
            found = [evidence_of(item) for item in rows(db, _Q["list_evidence"], values)]
            items = found[:limit]
            lines = _with_sources(db, key, profile_id, target_id, items)
            if len(found) <= limit or not items:
                return Page(lines)
            return Page(lines, make_cursor("evidence", micros(items[-1].at), items[-1].source_id))

        return await self._engine.read(work)

    async def read_latest_evidence(
        self, profile_id: str, target_ids: Collection[str], *, limit: int = 1
    ) -> dict[str, tuple[EvidenceLine, ...]]:
        """See `ports.Graph`; ties by source id descending."""

        def work(db: apsw.Connection) -> dict[str, tuple[EvidenceLine, ...]]:
            key = profile_key(db, profile_id)
            found: dict[str, tuple[EvidenceLine, ...]] = {}
            for target_id in dict.fromkeys(target_ids):
                items = _newest(db, key, target_id, limit)
                if items:
                    found[target_id] = tuple(_with_sources(db, key, profile_id, target_id, items))
            return found

        return await self._engine.read(work)

    async def read_latest_quotes(
        self, profile_id: str, relation_ids: Collection[str], *, limit: int = 1
    ) -> dict[str, tuple[str, ...]]:
        """See `ports.Graph`."""

        def work(db: apsw.Connection) -> dict[str, tuple[str, ...]]:
            key = profile_key(db, profile_id)
            found: dict[str, tuple[str, ...]] = {}
            for relation_id in dict.fromkeys(relation_ids):
                items = _newest(db, key, relation_id, limit + _BESIDE)
                lines = _with_sources(db, key, profile_id, relation_id, items)
                quotes = [quote for line in lines for quote in line.quotes]
                if quotes:
                    found[relation_id] = tuple(quotes[:limit])
            return found

        return await self._engine.read(work)

    async def read_as_of(
        self, profile_id: str, target_ids: Collection[str], at: datetime
    ) -> dict[str, AsOf]:
        """See `ports.Graph`; every id that was asked for has an item."""

        def work(db: apsw.Connection) -> dict[str, AsOf]:
            values = {
                "profile": profile_key(db, profile_id),
                "ids": json.dumps(list(dict.fromkeys(target_ids))),
                "at": micros(at),
            }
            whole = {item[0]: day_row_of(item) for item in rows(db, _Q["list_last_rows"], values)}
            partial: dict[str, list[Evidence]] = defaultdict(list)
            for item in rows(db, _Q["list_unfinished"], values):
                partial[item[0]].append(evidence_of(item))
            return {
                target_id: AsOf(whole.get(target_id), tuple(partial.get(target_id, ())))
                for target_id in target_ids
            }

        return await self._engine.read(work)

    async def read_theme_days(
        self,
        profile_id: str,
        *,
        since: date,
        until: date,
        kinds: Collection[Kind] = THEME_KINDS,
    ) -> tuple[ThemeDay, ...]:
        """See `ports.Graph`."""

        def work(db: apsw.Connection) -> tuple[ThemeDay, ...]:
            values = {
                "profile": profile_key(db, profile_id),
                "since": since.toordinal(),
                "until": until.toordinal(),
                "kinds": json.dumps(sorted(kinds)),
            }
            found = rows(db, _Q["list_theme_days"], values)
            return tuple(ThemeDay(item[0], day_row_of(item)) for item in found)

        return await self._engine.read(work)

    async def read_entity_days(
        self, profile_id: str, *, since: date, until: date
    ) -> tuple[tuple[Entity, DayRow], ...]:
        """See `ports.Graph`; in order of entity id."""

        def work(db: apsw.Connection) -> tuple[tuple[Entity, DayRow], ...]:
            values = {
                "profile": profile_key(db, profile_id),
                "since": since.toordinal(),
                "until": until.toordinal(),
            }
            last: dict[str, tuple[Entity, DayRow]] = {}
            for item in rows(db, _Q["list_entity_days"], values):
                last[item[0]] = entity_of(item[6:], profile_id), day_row_of(item[:6])
            return tuple(last.values())

        return await self._engine.read(work)

    async def read_relation_days(
        self, profile_id: str, *, since: date, until: date
    ) -> tuple[tuple[Relation, DayRow], ...]:
        """See `ports.Graph`; in order of relation id, none of an entity with itself."""

        def work(db: apsw.Connection) -> tuple[tuple[Relation, DayRow], ...]:
            values = {
                "profile": profile_key(db, profile_id),
                "since": since.toordinal(),
                "until": until.toordinal(),
            }
            last: dict[str, tuple[Relation, DayRow]] = {}
            for item in rows(db, _Q["list_relation_days"], values):
                last[item[0]] = relation_of(item[6:], profile_id), day_row_of(item[:6])
            return tuple(last.values())

        return await self._engine.read(work)


def _newest(db: apsw.Connection, key: int, target_id: str, limit: int) -> list[Evidence]:
    values = {
        "profile": key,
        "target_id": target_id,
        "before_at": None,
        "before_id": "",
        "limit": limit,
    }
    return [evidence_of(item) for item in rows(db, _Q["list_evidence"], values)]


def _with_sources(
    db: apsw.Connection, key: int, profile_id: str, target_id: str, items: list[Evidence]
) -> tuple[EvidenceLine, ...]:
    sources = {"profile": key, "ids": json.dumps([item.source_id for item in items])}
    entries = {
        item[1]: entry_of(item, profile_id) for item in rows(db, _RECORD["list_by_ids"], sources)
    }
    rulings = {
        item[0]: ruling_of(item, profile_id)
        for item in rows(db, _Q["list_rulings_by_ids"], sources)
    }
    spans = _spans(db, sources, profile_id, target_id)
    lines = []
    for item in items:
        entry = entries.get(item.source_id)
        quotes = () if entry is None else entry.quotes(spans.get(item.source_id, ()))
        lines.append(EvidenceLine(item, entry, rulings.get(item.source_id), quotes))
    return tuple(lines)


def _spans(
    db: apsw.Connection, sources: dict[str, Any], profile_id: str, target_id: str
) -> dict[str, list[tuple[int, int]]]:
    """Where in each entry a target is spoken of, by entry id."""
    values = {**sources, "target_id": target_id}
    relation = row(db, _Q["get_relation"], (sources["profile"], target_id))
    if relation is None:
        found = rows(db, _Q["list_mention_spans"], values)
    else:
        _, _, subject_id, predicate, object_id, *_ = relation
        user_id = read_profile(db, profile_id).user_id
        ends = {
            "subject_id": subject_id,
            "object_id": object_id,
            "predicate": predicate,
            "user_id": user_id,
            "symmetric": PREDICATES[Predicate(predicate)].symmetric,
        }
        found = rows(db, _Q["list_assertion_spans"], {**sources, **ends})
        stated = {item[0] for item in found}
        for end in {subject_id, object_id} - {user_id}:
            # What only stands together is shown by the words that do.
            apart = rows(db, _Q["list_mention_spans"], {**values, "target_id": end})
            found += [item for item in apart if item[0] not in stated]
    spans: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for entry_id, starts, ends_at in found:
        spans[entry_id].append((starts, ends_at))
    return spans
