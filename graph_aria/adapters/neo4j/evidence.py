"""Reading evidence: the words behind a weight, and the days it is made of."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.cursors import instant_of, make_cursor, read_cursor
from graph_aria.adapters.neo4j.engine import Engine, Row, Tx, require_profile, rows
from graph_aria.adapters.neo4j.profiles import read_profile
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.record_rows import entry_of, ruling_of
from graph_aria.adapters.neo4j.relations import read_relations
from graph_aria.adapters.neo4j.rows import (
    day_row_of,
    entity_of,
    evidence_of,
    relation_of,
    stored,
)
from graph_aria.domain.days import LATEST, micros
from graph_aria.domain.views import AsOf, EvidenceLine, Page, ThemeDay
from graph_aria.domain.vocabulary import PREDICATES, THEME_KINDS, Kind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from datetime import date

    from graph_aria.domain.graph import Entity, Relation
    from graph_aria.domain.weights import DayRow

Span = tuple[int, int]
Spans = dict[str, list[Span]]

_BESIDE: Final = 2
"""Pieces of evidence without words, such as rulings, that are passed over for a quote."""
_EARLIEST: Final = datetime.min.replace(tzinfo=UTC)
_LONGEST_DAY: Final = timedelta(days=3)
_Q: Final = load_queries("evidence")


class Neo4jEvidence:
    """Implements the part of `ports.Graph` that reads evidence and days."""

    _engine: Engine

    async def read_evidence(
        self, profile_id: str, target_id: str, *, cursor: str | None = None, limit: int = 100
    ) -> Page[EvidenceLine]:
        """See `ports.Graph`; ties by source id descending."""
        before_at, before_id = LATEST, ""
        if cursor is not None:
            position, before_id = read_cursor("evidence", cursor, int, str)
            before_at = instant_of(position)
        values = {
            "profile": profile_id,
            "ids": [target_id],
            "before_at": before_at,
            "before_id": before_id,
            "limit": limit + 1,
        }

        async def work(tx: Tx) -> Page[EvidenceLine]:
            found = await rows(tx, _Q["list_evidence"], **values)
            if not found:
                await require_profile(tx, profile_id)
            lines = tuple(await _with_words(tx, profile_id, found[:limit]))
            if len(found) <= limit or not lines:
                return Page(lines)
            last = lines[-1].evidence
            return Page(lines, make_cursor("evidence", micros(last.at), last.source_id))

        return await self._engine.read(work)

    async def read_latest_evidence(
        self, profile_id: str, target_ids: Collection[str], *, limit: int = 1
    ) -> dict[str, tuple[EvidenceLine, ...]]:
        """See `ports.Graph`; ties by source id descending."""
        values = {
            "profile": profile_id,
            "ids": list(dict.fromkeys(target_ids)),
            "before_at": LATEST,
            "before_id": "",
            "limit": limit,
        }

        async def work(tx: Tx) -> dict[str, tuple[EvidenceLine, ...]]:
            found = await rows(tx, _Q["list_evidence"], **values)
            if not found:
                await require_profile(tx, profile_id)
            lines: dict[str, list[EvidenceLine]] = defaultdict(list)
            for line in await _with_words(tx, profile_id, found):
                lines[line.evidence.target_id].append(line)
            return {target_id: tuple(newest) for target_id, newest in lines.items()}

        return await self._engine.read(work)

    async def read_latest_quotes(
        self, profile_id: str, relation_ids: Collection[str], *, limit: int = 1
    ) -> dict[str, tuple[str, ...]]:
        """See `ports.Graph`."""
        values = {
            "profile": profile_id,
            "ids": list(dict.fromkeys(relation_ids)),
            "before_at": LATEST,
            "before_id": "",
            "limit": limit + _BESIDE,
        }

        async def work(tx: Tx) -> dict[str, tuple[str, ...]]:
            found = await rows(tx, _Q["list_evidence"], **values)
            if not found:
                await require_profile(tx, profile_id)
            quotes: dict[str, list[str]] = defaultdict(list)
            for line in await _with_words(tx, profile_id, found):
                quotes[line.evidence.target_id] += line.quotes
            return {
                relation_id: tuple(quotes[relation_id][:limit])
                for relation_id in dict.fromkeys(relation_ids)
                if quotes[relation_id]
            }

        return await self._engine.read(work)

    async def read_as_of(
        self, profile_id: str, target_ids: Collection[str], at: datetime
    ) -> dict[str, AsOf]:
        """See `ports.Graph`; every id that was asked for has an item."""
        instant = stored(at)
        values = {
            "profile": profile_id,
            "ids": list(dict.fromkeys(target_ids)),
            "at": instant,
            "since": instant - min(_LONGEST_DAY, instant - _EARLIEST),
        }

        async def work(tx: Tx) -> dict[str, AsOf]:
            found = await rows(tx, _Q["read_as_of"], **values)
            if not any(item[1] or item[2] for item in found):
                await require_profile(tx, profile_id)
            return {
                target_id: AsOf(
                    day_row_of(whole[0]) if whole else None,
                    tuple(evidence_of(item) for item in partial),
                )
                for target_id, whole, partial in found
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

        async def work(tx: Tx) -> tuple[ThemeDay, ...]:
            values = {"since": since, "until": until, "kinds": sorted(kinds)}
            found = await _rows_of(tx, "list_theme_days", profile_id, **values)
            days = (day_row_of(item[0]) for item in found)
            return tuple(ThemeDay(item.target_id, item) for item in days)

        return await self._engine.read(work)

    async def read_entity_days(
        self, profile_id: str, *, since: date, until: date
    ) -> tuple[tuple[Entity, DayRow], ...]:
        """See `ports.Graph`; in order of entity id."""

        async def work(tx: Tx) -> tuple[tuple[Entity, DayRow], ...]:
            found = await _rows_of(tx, "list_entity_days", profile_id, since=since, until=until)
            return tuple((entity_of(item, profile_id), day_row_of(day)) for item, day in found)

        return await self._engine.read(work)

    async def read_relation_days(
        self, profile_id: str, *, since: date, until: date
    ) -> tuple[tuple[Relation, DayRow], ...]:
        """See `ports.Graph`; in order of relation id, none of an entity with itself."""

        async def work(tx: Tx) -> tuple[tuple[Relation, DayRow], ...]:
            found = await _rows_of(tx, "list_relation_days", profile_id, since=since, until=until)
            return tuple((relation_of(item, profile_id), day_row_of(day)) for item, day in found)

        return await self._engine.read(work)


async def _rows_of(tx: Tx, name: str, profile_id: str, **values: Any) -> list[Row]:
    found = await rows(tx, _Q[name], profile=profile_id, **values)
    if not found:
        await require_profile(tx, profile_id)
    return found


async def _with_words(tx: Tx, profile_id: str, found: list[Row]) -> list[EvidenceLine]:
    """Evidence with its sources and the phrases in them, in the same order."""
    lines = [
        EvidenceLine(
            evidence_of(evidence),
            None if entry is None else entry_of(entry, profile_id),
            None if ruling is None else ruling_of(ruling, profile_id),
            (),
        )
        for evidence, entry, ruling in found
    ]
    entry_ids = {line.entry.id for line in lines if line.entry is not None}
    if not entry_ids:
        return lines
    spans = await _spans(tx, profile_id, {line.evidence.target_id for line in lines}, entry_ids)
    return [
        line
        if line.entry is None
        else EvidenceLine(
            line.evidence,
            line.entry,
            line.ruling,
            line.entry.quotes(spans[line.evidence.target_id].get(line.entry.id, ())),
        )
        for line in lines
    ]


async def _spans(
    tx: Tx, profile_id: str, target_ids: Collection[str], entry_ids: Collection[str]
) -> dict[str, Spans]:
    """Where in each entry each target is spoken of, by target id and entry id."""
    relations = await read_relations(tx, profile_id, sorted(target_ids))
    user_id = (await read_profile(tx, profile_id)).user_id if relations else ""
    ends = {item.id: {item.subject_id, item.object_id} - {user_id} for item in relations}
    entities = set(target_ids) - ends.keys()
    same = await _merged_into(tx, profile_id, entities.union(*_ends(relations)))
    here = {"profile": profile_id, "entry_ids": sorted(entry_ids)}
    wanted = set().union(*(same[one] for one in entities.union(*ends.values())))
    mentions = await rows(tx, _Q["list_mention_spans"], **here, entity_ids=sorted(wanted))
    spans = {target_id: _mentioned(mentions, same[target_id]) for target_id in entities}
    if not relations:
        return spans
    predicates = sorted({item.predicate.value for item in relations})
    said = await rows(
        tx, _Q["list_assertion_spans"], **here, predicates=predicates, user_id=user_id
    )
    for relation in relations:
        stated = _stated(said, relation, same)
        # What only stands together is shown by the words that do.
        for end in sorted(ends[relation.id]):
            for entry_id, found in _mentioned(mentions, same[end]).items():
                if entry_id not in stated:
                    spans.setdefault(relation.id, defaultdict(list))[entry_id] += found
        spans.setdefault(relation.id, defaultdict(list)).update(stated)
    return spans


def _ends(relations: Iterable[Relation]) -> list[tuple[str, str]]:
    return [(item.subject_id, item.object_id) for item in relations]


def _mentioned(mentions: list[Row], entity_ids: Collection[str]) -> Spans:
    spans: Spans = defaultdict(list)
    for entry_id, entity_id, starts, ends in mentions:
        if entity_id in entity_ids:
            spans[entry_id].append((starts, ends))
    return spans


def _stated(said: list[Row], relation: Relation, same: Mapping[str, Collection[str]]) -> Spans:
    subjects, objects = same[relation.subject_id], same[relation.object_id]
    symmetric = PREDICATES[relation.predicate].symmetric
    spans: Spans = defaultdict(list)
    for entry_id, subject_id, predicate, object_id, starts, ends in said:
        fits = subject_id in subjects and object_id in objects
        turned = symmetric and subject_id in objects and object_id in subjects
        if predicate == relation.predicate and (fits or turned):
            spans[entry_id].append((starts, ends))
    return spans


async def _merged_into(
    tx: Tx, profile_id: str, entity_ids: Collection[str]
) -> dict[str, frozenset[str]]:
    """Each of these entities with all that were merged into it, step by step."""
    parts: dict[str, set[str]] = defaultdict(set)
    edge, seen = set(entity_ids), set(entity_ids)
    while edge:
        found = await rows(tx, _Q["list_merged"], profile=profile_id, ids=sorted(edge))
        for entity_id, survivor_id in found:
            parts[survivor_id].add(entity_id)
        edge = {item[0] for item in found} - seen
        seen |= edge
    same = {}
    for entity_id in entity_ids:
        whole, edge = {entity_id}, {entity_id}
        while edge:
            edge = set().union(*(parts.get(one, ()) for one in edge)) - whole
            whole |= edge
        same[entity_id] = frozenset(whole)
    return same
