"""The one verb that writes the graph: `apply`, one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.sqlite.capture import URGENCY, bury, move_mark
from graph_aria.adapters.sqlite.conversations import move_on
from graph_aria.adapters.sqlite.engine import Engine, many, profile_key, row, rows
from graph_aria.adapters.sqlite.jobs import check_fence, mark_done
from graph_aria.adapters.sqlite.memory_write import add_spent, change_memories
from graph_aria.adapters.sqlite.moods import note_mood
from graph_aria.adapters.sqlite.profiles import read_profile
from graph_aria.adapters.sqlite.proof import redact_replies
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.questions import question_values
from graph_aria.adapters.sqlite.record_rows import (
    assertion_values,
    cost_columns,
    entry_values,
    mention_values,
    ordinal_or_none,
    ruling_values,
)
from graph_aria.adapters.sqlite.rows import (
    chapter_values,
    day_row_values,
    entity_values,
    evidence_values,
    form_values,
    relation_values,
)
from graph_aria.adapters.sqlite.stage import take_out_of_stage
from graph_aria.domain.days import micros, utc
from graph_aria.errors import VersionConflict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date

    import apsw

    from graph_aria.adapters.sqlite.nearest import Nearest
    from graph_aria.domain.graph import Chapter, GraphDelta
    from graph_aria.domain.records import Profile, SpokenDate
    from graph_aria.domain.views import Lease

_Q: Final = load_queries("graph_write")
_COPYING: Final = load_queries("copying")
_JOBS: Final = load_queries("jobs")
_QUESTIONS: Final = load_queries("questions")


class SqliteGraphWrite:
    """Implements `ports.Graph.apply`."""

    _engine: Engine
    _nearest: Nearest

    async def apply(self, delta: GraphDelta, *, lease: Lease | None = None) -> int:
        """See `ports.Graph`."""

        def follow(_: int) -> None:
            self._nearest.follow(delta.profile_id, delta.memories)
            anew = (entry.id for entry in delta.save_entries)
            gone = (*delta.drop_entry_ids, *delta.unplaced_entry_ids, *anew)
            self._nearest.follow_passages(delta.profile_id, gone)

        return await self._engine.write(lambda db: apply_delta(db, delta, lease), kept=follow)


def apply_delta(db: apsw.Connection, delta: GraphDelta, lease: Lease | None) -> int:
    """Apply a delta within the transaction that is open, and give the new version.

    Raises:
        NotFound, VersionConflict, LeaseLost.
    """
    profile = read_profile(db, delta.profile_id)
    key = profile_key(db, delta.profile_id)
    if profile.version != delta.based_on:
        raise VersionConflict
    if lease is not None:
        check_fence(db, key, lease)
    _check_revisions(db, key, delta)
    for entry_id in delta.drop_entry_ids:
        bury(db, key, entry_id)
    if delta.replace_all:
        _clear_projections(db, key)
    _drop(db, key, delta)
    _save(db, key, delta)
    _note_outcomes(db, key, delta)
    change_memories(db, key, delta.memories)
    many(db, _Q["unplace_entry"], _pairs(key, delta.unplaced_entry_ids))
    for chapter in delta.save_chapters:
        save_chapter(db, key, chapter)
    if delta.replace_all:
        _drop_entities_not_saved(db, key, profile, delta)
    take_out_of_stage(db, key, delta)
    redact_replies(db, key, delta.unsaid, within=delta.profile_id)
    _queue_jobs(db, key, delta)
    if lease is not None:
        mark_done(db, key, lease, delta.at)
    move_mark(db, delta.at)
    _move_profile(db, key, profile, delta)
    return profile.version + 1


def _check_revisions(db: apsw.Connection, key: int, delta: GraphDelta) -> None:
    for outcome in delta.outcomes:
        found = row(db, _Q["read_revision"], (key, outcome.entry_id))
        if found is None or found[0] != outcome.revision:
            raise VersionConflict("the entry was changed or deleted while it was read")


def _clear_projections(db: apsw.Connection, key: int) -> None:
    for name in ("clear_forms", "clear_relations", "clear_evidence", "clear_days"):
        db.execute(_Q[name], (key,))


def _drop_entities_not_saved(
    db: apsw.Connection, key: int, profile: Profile, delta: GraphDelta
) -> None:
    saved = {profile.user_id, *(entity.id for entity in delta.save_entities)}
    stored = {item[0] for item in rows(db, _Q["list_entity_ids"], (key,))}
    many(db, _Q["drop_entity"], _pairs(key, stored - saved))


def _drop(db: apsw.Connection, key: int, delta: GraphDelta) -> None:
    many(db, _Q["drop_mention"], _pairs(key, delta.drop_mention_ids))
    many(db, _Q["drop_assertion"], _pairs(key, delta.drop_assertion_ids))
    many(db, _Q["drop_entity"], _pairs(key, delta.drop_entity_ids))
    many(
        db,
        _Q["drop_form"],
        (
            (key, entity_id, name, kind.value, role, cadence)
            for entity_id, name, kind, role, cadence in delta.drop_forms
        ),
    )
    many(db, _Q["drop_relation"], _pairs(key, delta.drop_relation_ids))
    many(db, _Q["drop_evidence"], ((key, target, source) for source, target in delta.drop_evidence))
    many(
        db, _Q["drop_day"], ((key, target, day.toordinal()) for target, day in delta.drop_day_rows)
    )
    many(db, _Q["drop_ruling"], _pairs(key, delta.drop_ruling_ids))
    many(db, _Q["drop_chapter"], _pairs(key, delta.drop_chapter_ids))
    # Nothing may speak of a target that is gone: not its other names, not its days.
    entities = set(delta.drop_entity_ids).difference(item.id for item in delta.save_entities)
    relations = set(delta.drop_relation_ids).difference(item.id for item in delta.save_relations)
    many(db, _Q["drop_forms_of"], _pairs(key, entities))
    for name in ("drop_evidence_of", "drop_days_of"):
        many(db, _Q[name], _pairs(key, entities | relations))


def _save(db: apsw.Connection, key: int, delta: GraphDelta) -> None:
    entries = ({"profile": key, **entry_values(item)} for item in delta.save_entries)
    many(db, _COPYING["absorb_entry"], entries)
    many(db, _Q["save_mention"], (mention_values(key, item) for item in delta.save_mentions))
    many(db, _Q["save_assertion"], (assertion_values(key, item) for item in delta.save_assertions))
    many(db, _Q["save_entity"], (entity_values(key, item) for item in delta.save_entities))
    many(db, _Q["save_form"], (form_values(key, item) for item in delta.save_forms))
    many(db, _Q["save_relation"], (relation_values(key, item) for item in delta.save_relations))
    many(db, _Q["save_evidence"], (evidence_values(key, item) for item in delta.save_evidence))
    many(db, _Q["save_day"], (day_row_values(key, item) for item in delta.save_day_rows))
    many(db, _Q["save_ruling"], (ruling_values(key, item) for item in delta.save_rulings))
    questions = (question_values(key, item) for item in delta.save_questions)
    many(db, _QUESTIONS["save_question"], questions)
    stamps = [(micros(at), key, target_id) for target_id, at in delta.archive]
    many(db, _Q["archive_entity"], stamps)
    many(db, _Q["archive_relation"], stamps)


def _note_outcomes(db: apsw.Connection, key: int, delta: GraphDelta) -> None:
    for outcome in delta.outcomes:
        values = {
            "profile": key,
            "id": outcome.entry_id,
            "state": outcome.state.value,
            "reason": outcome.reason,
            "language": outcome.language,
            "reader_id": outcome.reader_id,
            "refused": outcome.refused,
            **cost_columns(outcome.cost),
        }
        db.execute(_Q["note_outcome"], values)
        save_spoken_dates(db, key, outcome.entry_id, outcome.dates)
        note_mood(db, key, outcome)
        move_on(db, key, outcome.entry_id)
    costs = [*(outcome.cost for outcome in delta.outcomes), delta.cost]
    add_spent(db, key, (cost for cost in costs if cost is not None), utc(delta.at).date())


def save_spoken_dates(
    db: apsw.Connection, key: int, entry_id: str, dates: Sequence[SpokenDate]
) -> None:
    """Store the dates that an entry speaks of, in place of those of the reading before."""
    db.execute(_Q["drop_spoken_dates"], (key, entry_id))
    many(
        db,
        _Q["save_spoken_date"],
        (
            (
                key,
                entry_id,
                position,
                item.start,
                item.end,
                item.first_on.toordinal(),
                item.last_on.toordinal(),
                item.rule,
            )
            for position, item in enumerate(dates)
        ),
    )


def save_chapter(db: apsw.Connection, key: int, chapter: Chapter) -> None:
    """Store a chapter with its features, in place of the one with its id."""
    many(db, _Q["drop_chapter"], [(key, chapter.id)])
    db.execute(_Q["save_chapter"], chapter_values(key, chapter))
    many(
        db,
        _Q["save_feature"],
        (
            (key, chapter.id, position, item.entity_id, item.weight, item.trend, item.rank)
            for position, item in enumerate(chapter.features)
        ),
    )


def _queue_jobs(db: apsw.Connection, key: int, delta: GraphDelta) -> None:
    for job_id, kind in delta.jobs:
        values = {
            "profile": key,
            "id": job_id,
            "kind": kind.value,
            "urgency": URGENCY[kind],
            "subject_id": None,
            "slot": None,
            "due_at": micros(delta.at),
            "created_at": micros(delta.at),
        }
        db.execute(_JOBS["queue_job"], values)


def _move_profile(db: apsw.Connection, key: int, profile: Profile, delta: GraphDelta) -> None:
    chapters_from, chapters_to = delta.chapters_from, profile.chapters_to
    if delta.chapters_to is not None:
        chapters_to = delta.chapters_to
    else:
        chapters_from = _earlier(profile.chapters_from, delta.chapters_from)
    values = {
        "key": key,
        "version": profile.version + 1,
        "chapters_from": ordinal_or_none(chapters_from),
        "chapters_to": ordinal_or_none(chapters_to),
    }
    db.execute(_Q["move_profile"], values)


def _earlier(one: date | None, other: date | None) -> date | None:
    if one is None or other is None:
        return one or other
    return min(one, other)


def _pairs(key: int, ids: Iterable[str]) -> Iterator[tuple[int, str]]:
    return ((key, id_) for id_ in ids)
