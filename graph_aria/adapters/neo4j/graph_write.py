"""The one verb that writes the graph: `apply`, one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Final, TypeVar

from graph_aria.adapters.neo4j.capture import believed_until, bury, move_mark, queue
from graph_aria.adapters.neo4j.conversation_rows import cost_properties
from graph_aria.adapters.neo4j.engine import Engine, Tx, no_profile, row, rows
from graph_aria.adapters.neo4j.memory_write import changes_memories, draw_about, save_memories
from graph_aria.adapters.neo4j.moods import mood_reading_properties
from graph_aria.adapters.neo4j.queries import for_type, load_queries
from graph_aria.adapters.neo4j.questions import question_properties
from graph_aria.adapters.neo4j.record_rows import (
    assertion_properties,
    dates_properties,
    mention_properties,
    profile_of,
    ruling_properties,
)
from graph_aria.adapters.neo4j.redacting import redact_replies
from graph_aria.adapters.neo4j.rows import (
    Properties,
    chapter_properties,
    day_row_properties,
    entity_properties,
    evidence_properties,
    form_properties,
    relations_by_type,
    stored,
    unique_key,
)
from graph_aria.adapters.neo4j.stage import take_out_of_stage
from graph_aria.errors import Conflict, LeaseLost, VersionConflict

if TYPE_CHECKING:
    from graph_aria.domain.graph import EntryOutcome, GraphDelta
    from graph_aria.domain.records import Profile
    from graph_aria.domain.views import Lease
    from graph_aria.domain.weights import Dial

T = TypeVar("T")
Statement = tuple[str, dict[str, Any], int | None]
"""A query, its parameters, and how many rows it has to have stored, if it tells."""

_MOST_ROWS: Final = 5_000
"""Of one sort in a statement. Only a rebuild has more; its message must not grow for ever."""
_Q: Final = load_queries("graph_write")
_QUESTIONS: Final = load_queries("questions")


class Neo4jGraphWrite:
    """Implements `ports.Graph.apply`."""

    _engine: Engine

    async def apply(self, delta: GraphDelta, *, lease: Lease | None = None) -> int:
        """See `ports.Graph`."""
        return await self._engine.write(lambda tx: apply_delta(tx, delta, lease))


async def apply_delta(tx: Tx, delta: GraphDelta, lease: Lease | None) -> int:
    """Apply a delta within the transaction that is open, and give the new version.

    Raises:
        NotFound, VersionConflict, LeaseLost, Conflict.
    """
    profile, is_staging, has_learned, contested = await _begin(tx, delta, lease)
    if delta.drop_entry_ids:
        await bury(tx, delta.profile_id, delta.drop_entry_ids)
    if delta.replace_all:
        for name in ("forms", "relations", "evidence", "days", "mentions"):
            await rows(tx, _Q[f"clear_{name}"], profile=delta.profile_id)
    at = stored(delta.at)
    is_plain = not (is_staging or has_learned or _has_more(delta))
    statements = [
        *_saving(delta, profile, lease, contested),
        *_saving_relations(delta, profile.dial),
    ]
    for n_left, (query, values, n_expected) in zip(
        range(len(statements) - 1, -1, -1), statements, strict=True
    ):
        # Whoever writes waits for the store's node: it is held from the last statement on.
        moved = {"at": at if is_plain and not n_left else None, "believed": believed_until(at)}
        saved = await row(tx, query, profile=delta.profile_id, **moved, **values)
        if n_expected is not None and saved != [n_expected]:
            raise Conflict("a relation was to be stored whose subject or object is not there")
    if not is_plain:
        merged = await _save_the_rest(tx, delta, profile)
        await save_memories(tx, delta)
        await draw_about(tx, delta, merged, read_again=has_learned)
        if is_staging:
            await take_out_of_stage(tx, delta)
        await redact_replies(tx, delta.profile_id, delta.unsaid)
        await move_mark(tx, delta.at)
    return profile.version


def _has_more(delta: GraphDelta) -> bool:
    """Whether there is more to write than what an entry brings."""
    return bool(
        delta.replace_all
        or delta.archive
        or delta.save_chapters
        or delta.drop_chapter_ids
        or delta.save_rulings
        or delta.drop_ruling_ids
        or delta.save_questions
        or delta.jobs
        or delta.unsaid
        or changes_memories(delta)
        or any(item.merged_into is not None for item in delta.save_entities)
    )


async def _begin(
    tx: Tx, delta: GraphDelta, lease: Lease | None
) -> tuple[Profile, bool, bool, frozenset[str]]:
    """Hold the profile, take away what is dropped, and see whether the delta still fits.

    Returns:
        The profile at its new version, whether a dial is in the making, whether something was
        learned from what is read here again, and the unique keys that others have.

    Raises:
        NotFound, VersionConflict, LeaseLost, Conflict.
    """
    entry_ids = {item.entry_id for item in delta.save_mentions}
    entry_ids |= {item.entry_id for item in delta.save_assertions}
    values = {"profile": delta.profile_id, "entry_ids": sorted(entry_ids), **_drops(delta)}
    begun = await row(tx, _Q["begin"], **values)
    if begun is None:
        raise no_profile(delta.profile_id)
    profile = profile_of(begun[0])
    _, fence, is_staging, at_revision, there, contested = begun
    if profile.version != delta.based_on + 1:
        raise VersionConflict
    if lease is not None and fence != lease.fence:
        raise LeaseLost
    if len(at_revision) != len(delta.outcomes):
        raise VersionConflict("the entry was changed or deleted while it was read")
    if len(there) < len(entry_ids) or not entry_ids.isdisjoint(delta.drop_entry_ids):
        raise Conflict("something was read in an entry that is not stored")
    return profile, is_staging, any(at_revision) or any(there), frozenset(contested)


def _drops(delta: GraphDelta) -> dict[str, Any]:
    # What is saved again is replaced whole: dropping its node would take its edges with it.
    entities = {item.id for item in delta.save_entities}
    relations = {item.id for item in delta.save_relations}
    return {
        "drop_mentions": delta.drop_mention_ids,
        "drop_assertions": delta.drop_assertion_ids,
        "drop_rulings": delta.drop_ruling_ids,
        "drop_forms": [
            [entity_id, name, kind.value, role, cadence]
            for entity_id, name, kind, role, cadence in delta.drop_forms
        ],
        "drop_evidence": [list(pair) for pair in delta.drop_evidence],
        "drop_days": [list(pair) for pair in delta.drop_day_rows],
        "drop_relations": sorted(set(delta.drop_relation_ids) - relations),
        "drop_entities": sorted(set(delta.drop_entity_ids) - entities),
        "outcomes": [{"id": item.entry_id, "revision": item.revision} for item in delta.outcomes],
        "entities": _keys(delta),
    }


def _keys(delta: GraphDelta) -> list[dict[str, Any]]:
    """Ids of the saved entities with their unique keys; each key once."""
    taken: set[str] = set()
    found: list[dict[str, Any]] = []
    for item in sorted(delta.save_entities, key=lambda entity: entity.id):
        key = unique_key(item)
        found.append({"id": item.id, "unique_key": None if key in taken else key})
        taken.update(() if key is None else (key,))
    return found


def _saving(
    delta: GraphDelta, profile: Profile, lease: Lease | None, contested: frozenset[str]
) -> Iterator[Statement]:
    chapters_from, chapters_to = _chapters(delta, profile)
    once: dict[str, Any] = {
        "done_at": stored(delta.at),
        "chapters_from": chapters_from,
        "chapters_to": chapters_to,
        "fence": None if lease is None else lease.fence,
        "done": [] if lease is None else [job.id for job in lease.jobs],
    }
    for part in _parts(_saves(delta, profile.dial, contested)):
        yield _Q["save"], {**once, **part}, None


def _saves(delta: GraphDelta, dial: Dial, contested: frozenset[str]) -> dict[str, list[Properties]]:
    profile_id = delta.profile_id
    keys = {item["id"]: item["unique_key"] for item in _keys(delta)}
    entities = []
    for item in sorted(delta.save_entities, key=lambda entity: entity.id):
        key = None if keys[item.id] in contested else keys[item.id]
        entities.append({**entity_properties(item, dial, delta.at), "unique_key": key})
    # In order of their keys: two that write the same rows then wait, and never for each other.
    return {
        "mentions": [mention_properties(item, profile_id) for item in delta.save_mentions],
        "assertions": [assertion_properties(item, profile_id) for item in delta.save_assertions],
        "rulings": [ruling_properties(item) for item in delta.save_rulings],
        "entities": entities,
        "forms": [form_properties(item, profile_id) for item in delta.save_forms],
        "evidence": [
            evidence_properties(item, profile_id)
            for item in sorted(delta.save_evidence, key=lambda v: (v.target_id, v.source_id))
        ],
        "days": [
            day_row_properties(item, profile_id)
            for item in sorted(delta.save_day_rows, key=lambda d: (d.target_id, d.day))
        ],
        "outcomes": [_outcome_properties(item, profile_id) for item in delta.outcomes],
    }


def _parts(saves: dict[str, list[Properties]]) -> Iterator[dict[str, list[Properties]]]:
    """The rows in parts; one part, unless there are a great many. Entities come first."""
    n_parts = max(1, *(-(-len(items) // _MOST_ROWS) for items in saves.values()))
    if n_parts == 1:
        yield saves
        return
    nothing: dict[str, list[Properties]] = {name: [] for name in saves}
    for name in sorted(saves, key=lambda name: name != "entities"):
        for items in _chunks(saves[name]):
            yield {**nothing, name: items}


def _chunks(items: Sequence[T]) -> Iterator[list[T]]:
    for start in range(0, len(items), _MOST_ROWS):
        yield list(items[start : start + _MOST_ROWS])


def _outcome_properties(item: EntryOutcome, profile_id: str) -> Properties:
    return {
        "id": item.entry_id,
        "state": item.state.value,
        "reason": item.reason,
        "language": item.language,
        "reader_id": item.reader_id,
        "refused": item.refused,
        "dates": dates_properties(item.dates),
        "cost": cost_properties(item.cost),
        "mood": item.mood and mood_reading_properties(item.mood, profile_id),
        "leaves_mood": item.leaves_mood,
    }


def _saving_relations(delta: GraphDelta, dial: Dial) -> Iterator[Statement]:
    """One statement for each type that is there: types cannot be parameters."""
    by_type = relations_by_type(delta.save_relations, dial, delta.at)
    for predicate, relations in sorted(by_type.items()):
        query = for_type(_Q["save_relations"], predicate)
        for items in _chunks(relations):
            yield query, {"relations": items}, len(items)


async def _save_the_rest(tx: Tx, delta: GraphDelta, profile: Profile) -> list[str]:
    """What only few deltas have; gives the entities that are merged now, or no longer."""
    profile_id = delta.profile_id
    merged = [
        {"id": item.id, "merged_into": item.merged_into}
        for item in delta.save_entities
        if item.merged_into is not None
    ]
    moved: list[str] = []
    if merged or delta.drop_ruling_ids or delta.save_rulings:
        every = [{"id": e.id, "merged_into": e.merged_into} for e in delta.save_entities]
        found = await rows(tx, _Q["draw_merges"], profile=profile_id, entities=every)
        moved = [str(item[0]) for item in found]
    for stamps in _chunks(delta.archive):
        values = [{"id": target_id, "at": stored(at)} for target_id, at in stamps]
        for name in ("archive_entities", "archive_relations"):
            await rows(tx, _Q[name], profile=profile_id, stamps=values)
    if delta.drop_chapter_ids:
        await rows(tx, _Q["drop_chapters"], profile=profile_id, ids=delta.drop_chapter_ids)
    if delta.save_chapters:
        chapters = [chapter_properties(item) for item in delta.save_chapters]
        await rows(tx, _Q["save_chapters"], profile=profile_id, chapters=chapters)
    if delta.save_chapters or delta.drop_chapter_ids:
        await rows(tx, _Q["order_chapters"], profile=profile_id)
    if delta.replace_all:
        await _drop_the_others(tx, delta, profile)
    if delta.save_questions:
        questions = [question_properties(item) for item in delta.save_questions]
        await rows(tx, _QUESTIONS["save_questions"], profile=profile_id, questions=questions)
    for job_id, kind in delta.jobs:
        await queue(tx, profile_id, job_id=job_id, kind=kind, due_at=delta.at, created_at=delta.at)
    return moved


async def _drop_the_others(tx: Tx, delta: GraphDelta, profile: Profile) -> None:
    """After a rebuild: what it did not save, and questions about that."""
    saved = [profile.user_id, *(entity.id for entity in delta.save_entities)]
    for name in ("drop_others", "drop_stray_questions"):
        await rows(tx, _Q[name], profile=profile.id, saved=saved)


def _chapters(delta: GraphDelta, profile: Profile) -> tuple[date | None, date | None]:
    """From which day on chapters are to be derived again, and up to which they are."""
    if delta.chapters_to is not None:
        return delta.chapters_from, delta.chapters_to
    days = [day for day in (profile.chapters_from, delta.chapters_from) if day is not None]
    return min(days, default=None), profile.chapters_to
