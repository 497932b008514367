"""A small world for tests of the whole line: a real store, a clock to turn, a scripted reader."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import apsw

from graph_aria.adapters.clock import UuidIds
from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.adapters.sqlite.rows import (
    day_row_of,
    entity_of,
    evidence_of,
    form_of,
    relation_of,
)
from graph_aria.domain.graph import Entity, Relation, relation_id, relation_key
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.reading import (
    USER,
    EntryForm,
    Polarity,
    ReadAssertion,
    Reading,
    ReadMention,
    ReadRequest,
)
from graph_aria.domain.records import Entry, JobKind, Profile, Ruling, RulingVerb
from graph_aria.domain.views import Job
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.domain.weights import Dial
from graph_aria.ports import Ids, Reader
from graph_aria.stages.capture import capture
from graph_aria.stages.edit import edit
from graph_aria.stages.fade import FadeReport, fade
from graph_aria.stages.forget import forget
from graph_aria.stages.rebuild import rebuild
from graph_aria.stages.rule import rule
from graph_aria.stages.turn_pages import turn_pages
from graph_aria.stages.work import work
from tests.faculties import faculties_with
from tests.unit.domain.graph_model import PROFILE_ID, USER_ID, GraphModel

BEGIN: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)
ME: Final = "me"
Triple = tuple[str, Predicate, str]

_MENTION: Final = re.compile(r"@([\w'-]+):(\w+)(?::(\d))?(?:=(\w+))?(!?)(~?)")
_STATEMENT: Final = re.compile(r"([\w'-]+)>([A-Z_]+)>([\w'-]+)(/ended|/not|)")


def after(days: float) -> datetime:
    """An instant, in days after the beginning."""
    return BEGIN + timedelta(days=days)


def decoded(text: str) -> Reading:
    """What a text in the tiny notation says.

    `@Yoga:Activity`, `@anxiety:Emotion:4` (intensity), `@Sam:Person=brother` (role), `!`
    it matters, `~` denied; `Yoga>MITIGATES>anxiety`, `me` is the user, `/ended` it is
    over, `/not` it is denied. All else is chatter.
    """
    mentions: list[ReadMention] = []
    at_index: dict[str, int] = {ME: USER}
    for found in _MENTION.finditer(text):
        name, kind, intensity, role, matters, denied = found.groups()
        at_index.setdefault(name, len(mentions))
        mentions.append(
            ReadMention(
                start=found.start(1),
                end=found.end(1),
                words=name,
                name=name,
                kind=Kind(kind),
                rule="test:notation",
                role=role,
                intensity=int(intensity) if intensity else None,
                matters=bool(matters),
                negated=bool(denied),
            )
        )
    assertions = tuple(
        ReadAssertion(
            subject=at_index[found[1]],
            predicate=Predicate(found[2]),
            object=at_index[found[3]],
            start=found.start(),
            end=found.end(),
            rule="test:notation",
            polarity=Polarity.NEGATED if found[4] == "/not" else Polarity.ASSERTED,
            ended=found[4] == "/ended",
        )
        for found in _STATEMENT.finditer(text)
    )
    return Reading(tuple(mentions), assertions, (), "en", "notation 1")


@dataclass
class TurnedClock:
    """A clock that stands still until it is turned."""

    instant: datetime = BEGIN

    def now(self) -> datetime:
        return self.instant


@dataclass
class CountedIds:
    """Ids that ascend: a prefix and a number."""

    prefix: str = "id"
    n: int = 0

    def new(self) -> str:
        self.n += 1
        return f"{self.prefix}-{self.n:06d}"


@dataclass
class ScriptedReader:
    """Reads the notation; some texts by a script; fails where it is told to.

    Attributes:
        script: readings by text, before the notation is tried.
        poison: raised for each text that holds one of these words.
        before: awaited before each batch.
        batches: how many texts each call had.
    """

    script: dict[str, Reading] = field(default_factory=dict)
    poison: dict[str, Exception] = field(default_factory=dict)
    before: Callable[[], Awaitable[None]] | None = None
    batches: list[int] = field(default_factory=list)

    @property
    def reader_id(self) -> str:
        return "notation 1"

    @property
    def degraded(self) -> str | None:
        return None

    async def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        self.batches.append(len(requests))
        if self.before is not None:
            await self.before()
        for request in requests:
            for word, error in self.poison.items():
                if word in request.text:
                    raise error
        return [self.script.get(request.text) or decoded(request.text) for request in requests]


@dataclass
class World:
    """One profile in a real store, with the stages as a person would use them."""

    store: SqliteStore
    clock: TurnedClock
    reader: Reader
    profile_id: str = PROFILE_ID
    ids: Ids = field(default_factory=UuidIds)

    async def profile(self) -> Profile:
        return await self.store.get_profile(self.profile_id)

    async def say(
        self,
        text: str,
        *,
        at: datetime | None = None,
        recorded_at: datetime | None = None,
        zone: str | None = None,
        mood: int | None = None,
        form: EntryForm = EntryForm.JOURNAL,
        external_id: str | None = None,
        idempotency_key: str | None = None,
        restore_deleted: bool = False,
    ) -> Entry:
        """Capture an entry; the clock is turned to when it is handed in."""
        if recorded_at is not None or at is not None:
            self.clock.instant = recorded_at or at or self.clock.instant
        saved = await capture(
            self.store,
            self.clock,
            self.ids,
            await self.profile(),
            form=form,
            text=text,
            occurred_at=at,
            zone=zone,
            mood=mood,
            external_id=external_id,
            idempotency_key=idempotency_key,
            restore_deleted=restore_deleted,
        )
        return saved.entry

    async def live(self, *told: tuple[datetime, str]) -> list[Entry]:
        """Say and read one entry after the other."""
        entries = []
        for at, text in told:
            entries.append(await self.say(text, at=at))
            await self.work()
        return entries

    async def work(self) -> int:
        """Do what is due; how many reading jobs that finished."""
        before = await self._n_read()
        await work(self.store, faculties_with(self.reader), self.clock, self.ids)
        return await self._n_read() - before

    async def _n_read(self) -> int:
        query = "SELECT count(*) FROM job WHERE kind = 'read' AND state = 'done'"
        return int((await self.sql(query))[0][0])

    async def reread(self, *entry_ids: str) -> None:
        """Queue reading jobs, as `aria reread` does, and do them."""
        for entry_id in entry_ids:
            await self.store.queue_job(
                job_id=self.ids.new(),
                profile_id=self.profile_id,
                kind=JobKind.READ,
                due_at=self.clock.now(),
                subject_id=entry_id,
            )
        await self.work()

    async def edit(self, entry_id: str, text: str) -> Entry:
        return await edit(self.store, self.clock, self.ids, self.profile_id, entry_id, text=text)

    async def forget(self, *entry_ids: str) -> None:
        await forget(self.store, self.clock, self.ids, self.profile_id, entry_ids)

    async def fade(self) -> FadeReport:
        return await fade(self.store, self.clock, self.profile_id)

    async def turn_pages(self) -> int:
        return await turn_pages(self.store, self.clock, self.profile_id)

    async def rebuild(self) -> int:
        return await rebuild(self.store, self.clock, self.profile_id)

    async def rule(
        self,
        verb: RulingVerb,
        target_id: str,
        *,
        value: str | None = None,
        triple: Triple | None = None,
        other_id: str | None = None,
    ) -> Ruling:
        return await rule(
            self.store,
            self.clock,
            self.ids,
            self.profile_id,
            verb,
            target_id,
            value=value,
            triple=triple,
            other_id=other_id,
        )

    async def rule_relation(
        self, verb: RulingVerb, subject: str, predicate: Predicate, object_: str
    ) -> Ruling:
        """Rule about a relation of two entities, given by name; `me` is the user."""
        triple = await self.triple(subject, predicate, object_)
        return await self.rule(verb, relation_id(self.profile_id, *triple), triple=triple)

    async def triple(self, subject: str, predicate: Predicate, object_: str) -> Triple:
        ends = [await self.id_of(subject), await self.id_of(object_)]
        return relation_key(ends[0], predicate, ends[1])

    async def id_of(self, name: str) -> str:
        return (await self.profile()).user_id if name == ME else (await self.entity(name)).id

    async def entities(self) -> dict[str, Entity]:
        """All but the user, by name."""
        page = await self.store.list_entities(self.profile_id, now=self.clock.now(), limit=500)
        assert page.next_cursor is None
        return {entity.name: entity for entity in page.items}

    async def entity(self, name: str) -> Entity:
        return (await self.entities())[name]

    async def relations(self) -> dict[tuple[str, str, str], Relation]:
        """All of them, by the names of their ends."""
        page = await self.store.list_relations(self.profile_id, now=self.clock.now(), limit=500)
        assert page.next_cursor is None
        names = {entity.id: name for name, entity in (await self.entities()).items()}
        names[(await self.profile()).user_id] = ME
        return {(names[r.subject_id], r.predicate.value, names[r.object_id]): r for r in page.items}

    async def active(self) -> set[str]:
        """Names of what is active now."""
        graph = await self.store.read_active(
            self.profile_id, now=self.clock.now(), max_entities=500, max_relations=500
        )
        return {entity.name for entity in graph.entities}

    async def weights(self) -> dict[str, float]:
        """Weight at its last reference of each entity, by name."""
        return {
            name: entity.standing.weight
            for name, entity in (await self.entities()).items()
            if entity.standing is not None
        }

    async def jobs(self, *, state: str | None = None) -> tuple[Job, ...]:
        return (await self.store.list_jobs(self.profile_id, state=state, limit=500)).items

    async def sql(self, query: str, bindings: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of a query on a snapshot."""
        return await self.store._engine.read(
            lambda db: list(db.execute(query, bindings).fetchall())
        )

    async def damage(self, *statements: str) -> None:
        """Change the file behind everybody's back."""

        def run(db: apsw.Connection) -> None:
            for statement in statements:
                db.execute(statement).fetchall()

        await self.store._engine.write(run)

    async def tables(self, *names: str) -> dict[str, list[tuple[Any, ...]]]:
        """Whole tables, every column but the row's own number, in a fixed order."""
        return {name: await self._table(name) for name in names or PROJECTIONS}

    async def _table(self, name: str) -> list[tuple[Any, ...]]:
        columns = [
            row[1] for row in await self.sql(f"PRAGMA table_info({name})") if row[1] != "seq"
        ]
        listed = ", ".join(columns)
        return await self.sql(f"SELECT {listed} FROM {name} ORDER BY {listed}")  # noqa: S608

    async def story(self) -> dict[str, object]:
        """All projections, chapters too, by name: the same in every store it happened in."""
        model = await self.mirror()
        names = {key: entity.name for key, entity in model.entities.items()}
        story = model.by_name()
        del story["evidence"]
        story["stamps"] = sorted(
            (target.archived_at or BEGIN, target.standing.fades_at)
            for target in _targets(model)
            if target.standing is not None and target.standing.fades_at > target.standing.ref_at
        )
        story["chapters"] = [
            (
                chapter.started_on,
                chapter.ended_on,
                {names[key]: share for key, share in chapter.then.items()},
                chapter.then_on,
                [(names[f.entity_id], f.weight, f.trend, f.rank) for f in chapter.features],
                chapter.mood,
                chapter.n_entries,
            )
            for chapter in (await self.store.read_chapters(self.profile_id, limit=200)).items
        ]
        return story

    async def mirror(self) -> GraphModel:
        """What is stored, as the pure model holds it."""
        key = (await self.sql("SELECT key FROM profile WHERE id = ?", [self.profile_id]))[0]
        pid = self.profile_id
        entry_ids = [row[0] for row in await self.sql("SELECT id FROM entry WHERE profile=?", key)]
        entities = await self.sql("SELECT * FROM entity_row WHERE profile = ? AND is_user = 0", key)
        relations = await self.sql("SELECT * FROM relation_row WHERE profile = ?", key)
        forms = await self.sql(
            "SELECT entity_id, name, kind, role, cadence, key, n FROM form WHERE profile = ?", key
        )
        evidence = await self.sql(
            "SELECT target_id, source_id, at, day, strength, ended FROM evidence WHERE profile = ?",
            key,
        )
        days = await self.sql(
            "SELECT target_id, day, at, strength, weight_after, ended FROM day_row "
            "WHERE profile = ?",
            key,
        )
        model = GraphModel(profile=await self.profile())
        model.records = {r.entry.id: r for r in await self.store.read_records(pid, entry_ids)}
        model.entities = {e.id: e for e in (entity_of(row, pid) for row in entities)}
        model.relations = {r.id: r for r in (relation_of(row, pid) for row in relations)}
        model.forms = {
            (f.entity_id, f.name, f.kind, f.role or "", f.cadence or ""): f
            for f in map(form_of, forms)
        }
        model.evidence = {(e.source_id, e.target_id): e for e in map(evidence_of, evidence)}
        model.rows = {(r.target_id, r.day): r for r in map(day_row_of, days)}
        model.rulings = {r.id: r for r in await self.store.list_rulings(pid)}
        return model


PROJECTIONS: Final = ("entity", "form", "relation", "evidence", "day_row")
RECORD: Final = ("entry", "mention", "assertion", "spoken_date", "ruling")
CHAPTERS: Final = ("chapter", "feature")


async def add_profile(
    store: SqliteStore,
    *,
    profile_id: str = PROFILE_ID,
    user_id: str = USER_ID,
    name: str = "Ann",
    zone: str = "UTC",
    dial: Dial | None = None,
) -> Profile:
    """A new profile with the entity that is its user."""
    profile = Profile(
        id=profile_id,
        name=name,
        zone=zone,
        user_id=user_id,
        dial=dial or Dial(),
        token_budget=800,
        version=0,
        chapters_from=None,
        chapters_to=None,
        created_at=BEGIN,
    )
    user = Entity(
        id=user_id,
        profile_id=profile_id,
        kind=Kind.PERSON,
        name=name,
        key=normalized(name),
        standing=None,
        is_user=True,
    )
    await store.create_profile(profile, user)
    return profile


@asynccontextmanager
async def opened(
    folder: Path,
    *,
    reader: Reader | None = None,
    zone: str = "UTC",
    dial: Dial | None = None,
    ids: Ids | None = None,
) -> AsyncIterator[World]:
    """A new world in a folder of its own."""
    clock = TurnedClock()
    store = await SqliteStore.open(folder / "data", clock=clock)
    try:
        await add_profile(store, zone=zone, dial=dial)
        yield World(store, clock, reader or ScriptedReader(), ids=ids or UuidIds())
    finally:
        await store.close()


def _targets(model: GraphModel) -> list[Entity | Relation]:
    return [*model.entities.values(), *model.relations.values()]
