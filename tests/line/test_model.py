"""The graph in the store is the graph of the pure model, whatever happens to it."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from graph_aria.domain.graph import Entity, Relation, relation_id, relation_key
from graph_aria.domain.reading import Reading
from graph_aria.domain.records import Entry, EntryState, JobKind, RulingVerb
from graph_aria.domain.vocabulary import Kind, Predicate, fits
from graph_aria.stages.rule import rule
from graph_aria.stages.work import work
from tests.faculties import faculties_with
from tests.line.world import PROJECTIONS, CountedIds, ScriptedReader, World, opened
from tests.unit.domain.graph_model import BEGIN, PROFILE_ID, USER_ID, GraphModel
from tests.unit.domain.strategies import STATED, crowds, lives, readings

LATER = BEGIN + timedelta(days=62)
ENTITY_VERBS = [
    RulingVerb.PIN,
    RulingVerb.UNPIN,
    RulingVerb.REVIVE,
    RulingVerb.RENAME,
    RulingVerb.SET_KIND,
    RulingVerb.DELETE,
    RulingVerb.MERGE,
]
RELATION_VERBS = [
    RulingVerb.ADD_RELATION,
    RulingVerb.REJECT_RELATION,
    RulingVerb.END_RELATION,
    RulingVerb.DELETE_RELATION,
]


@dataclass
class Noting(GraphModel):
    """The model, which notes the ids that it gives to newcomers."""

    used: list[str] = field(default_factory=list)

    def new_id(self) -> str:
        self.used.append(super().new_id())
        return self.used[-1]


@dataclass
class Shared:
    """Hands the store's stages the ids that the model has used."""

    given: list[str] = field(default_factory=list)
    spare: CountedIds = field(default_factory=lambda: CountedIds("spare"))

    def new(self) -> str:
        return self.given.pop(0) if self.given else self.spare.new()


@dataclass
class Twins:
    """The same life in the store and in the model."""

    world: World
    reader: ScriptedReader
    model: Noting = field(default_factory=Noting)
    shared: Shared = field(default_factory=Shared)
    now: datetime = LATER

    async def read(self, *readings: tuple[Entry, Reading]) -> None:
        """Read in the model, then in the store with the same ids for newcomers."""
        self.model.used.clear()
        self.model.read(*readings)
        # The first is that of a job to consolidate, which comes before those of memories.
        self.shared.given = [self.shared.spare.new(), *self.model.used]
        await work(self.world.store, faculties_with(self.reader), self.world.clock, self.shared)
        assert self.shared.given == []

    async def tell(self, life: list[tuple[Entry, Reading]]) -> None:
        """Say some entries and read them in one batch."""
        said = []
        for entry, reading in life:
            self.reader.script[entry.id] = reading
            said.append(
                (await self.world.say(entry.id, at=entry.occurred_at, zone=entry.zone), reading)
            )
            self.world.clock.instant = self.now
        await self.read(*said)

    async def read_anew(self, text: str, reading: Reading) -> None:
        """Read an entry again, with another reading."""
        record = next(r for r in self.model.records.values() if r.entry.text == text)
        self.reader.script[text] = reading
        await self.world.store.queue_job(
            job_id=self.shared.spare.new(),
            profile_id=PROFILE_ID,
            kind=JobKind.READ,
            due_at=self.now,
            subject_id=record.entry.id,
        )
        await self.read((record.entry, reading))

    async def rewrite(self, text: str, reading: Reading) -> None:
        """Edit an entry."""
        record = next(r for r in self.model.records.values() if r.entry.text == text)
        edited = await self.world.edit(record.entry.id, f"{text}'")
        assert edited.state is EntryState.PENDING
        self.reader.script[edited.text] = reading
        await self.read((edited, reading))

    async def delete(self, *entry_ids: str) -> None:
        self.model.delete(*entry_ids)
        await self.world.forget(*entry_ids)

    async def rule(self, drawn: Drawn | None) -> None:
        if drawn is None:
            return
        self.now += timedelta(hours=1)
        at = self.world.clock.instant = self.now
        delta = self.model.rule(
            drawn.verb,
            drawn.target_id,
            at=at,
            value=drawn.value,
            other_id=drawn.other_id,
            triple=drawn.triple,
        )
        await rule(
            self.world.store,
            self.world.clock,
            Shared([ruling.id for ruling in delta.save_rulings], self.shared.spare),
            PROFILE_ID,
            drawn.verb,
            drawn.target_id,
            value=drawn.value,
            other_id=drawn.other_id,
            triple=drawn.triple,
        )

    async def fade(self, *, days: int) -> None:
        """Let days pass, then run the scheduled pass."""
        self.now += timedelta(days=days)
        at = self.world.clock.instant = self.now
        await self.world.fade()
        for key, entity in self.model.entities.items():
            if _is_due(entity, at) and entity.standing is not None:
                stamped = replace(entity, archived_at=entity.standing.fades_at)
                self.model.entities[key] = stamped
        for key, relation in self.model.relations.items():
            if _is_due(relation, at):
                stamp = relation.standing.fades_at
                self.model.relations[key] = replace(relation, archived_at=stamp)

    async def check(self) -> None:
        """Compare every row, ids and all."""
        stored = await self.world.mirror()
        for name, rows in self.model.projections().items():
            assert stored.projections()[name] == rows, name
        assert stored.rulings == self.model.rulings
        assert stored.records.keys() == self.model.records.keys()
        for key, record in self.model.records.items():
            found = stored.records[key]
            assert set(found.mentions) == set(record.mentions)
            assert set(found.assertions) == set(record.assertions)


def _is_due(target: Entity | Relation, at: datetime) -> bool:
    if target.standing is None or target.archived_at is not None:
        return False
    if isinstance(target, Entity) and (target.pinned or target.merged_into):
        return False
    if target.standing.ended_at is not None:
        return False  # it ended, it did not fade
    # What never was active did not fade either.
    return target.standing.ref_at < target.standing.fades_at <= at


def alive(model: GraphModel) -> list[Entity]:
    return sorted((e for e in model.entities.values() if e.merged_into is None), key=lambda e: e.id)


def live_in_twins(run: Callable[[Twins], Awaitable[None]]) -> None:
    """Run a life in a store of its own."""

    async def main() -> None:
        reader = ScriptedReader()
        with tempfile.TemporaryDirectory() as folder:
            async with opened(Path(folder), reader=reader, ids=CountedIds("entry")) as world:
                await run(Twins(world, reader))

    asyncio.run(main())


@dataclass(frozen=True)
class Drawn:
    """A ruling to make."""

    verb: RulingVerb
    target_id: str
    value: str | None = None
    other_id: str | None = None
    triple: tuple[str, Predicate, str] | None = None


def draw_ruling(graph: GraphModel, data: st.DataObject) -> Drawn | None:
    """A ruling about something that is there, if anything is."""
    entities = alive(graph)
    if not entities:
        return None
    if data.draw(st.booleans()):
        return _draw_entity_ruling(data, entities)
    return _draw_relation_ruling(graph, data, entities)


def _draw_entity_ruling(data: st.DataObject, entities: list[Entity]) -> Drawn | None:
    target = data.draw(st.sampled_from(entities))
    verb = data.draw(st.sampled_from(ENTITY_VERBS))
    if verb is RulingVerb.RENAME:
        value = data.draw(st.sampled_from(["Yoga", "Sam", "Asana"]))
        return Drawn(verb, target.id, value=value)
    if verb is RulingVerb.SET_KIND:
        value = data.draw(st.sampled_from([Kind.ACTIVITY, Kind.THING, Kind.EVENT])).value
        return Drawn(verb, target.id, value=value)
    if verb is RulingVerb.MERGE:
        others = [entity for entity in entities if entity.id != target.id]
        if not others:
            return None
        return Drawn(verb, target.id, other_id=data.draw(st.sampled_from(others)).id)
    return Drawn(verb, target.id)


def _draw_relation_ruling(
    graph: GraphModel, data: st.DataObject, entities: list[Entity]
) -> Drawn | None:
    relations = sorted(graph.relations.values(), key=lambda r: r.id)
    verb = data.draw(st.sampled_from(RELATION_VERBS))
    if verb is RulingVerb.ADD_RELATION:
        subject = data.draw(st.sampled_from([*entities, None]))
        object_ = data.draw(st.sampled_from(entities))
        predicate = data.draw(st.sampled_from(STATED))
        kind = subject.kind if subject else Kind.PERSON
        if subject is object_ or not fits(predicate, kind, object_.kind):
            return None
        triple = relation_key(subject.id if subject else USER_ID, predicate, object_.id)
    elif relations:
        relation = data.draw(st.sampled_from(relations))
        triple = (relation.subject_id, relation.predicate, relation.object_id)
    else:
        return None
    return Drawn(verb, relation_id(PROFILE_ID, *triple), triple=triple)


# A failing life is not made smaller: each try takes a store of its own.
STORED = settings(phases=(Phase.explicit, Phase.generate), report_multiple_bugs=False)
MANY = settings().max_examples


@settings(STORED, max_examples=MANY // 2)
@given(lives(max_size=10), st.data())
def test_the_store_holds_what_the_model_holds(
    life: list[tuple[Entry, Reading]], data: st.DataObject
) -> None:
    async def run(twins: Twins) -> None:
        order = data.draw(st.permutations(life))
        batch = data.draw(st.integers(1, len(life)))
        for first in range(0, len(order), batch):
            await twins.tell(list(order[first : first + batch]))
        await twins.check()
        for _ in range(data.draw(st.integers(1, 6))):
            known = sorted(twins.model.records)
            what = data.draw(st.sampled_from(["rule", "rule", "reread", "edit", "delete", "fade"]))
            if what == "rule":
                await twins.rule(draw_ruling(twins.model, data))
            elif what == "fade":
                await twins.fade(days=data.draw(st.integers(0, 40)))
            elif known:
                record = twins.model.records[data.draw(st.sampled_from(known))]
                if what == "delete":
                    await twins.delete(record.entry.id)
                elif what == "edit":
                    await twins.rewrite(record.entry.text, data.draw(readings()))
                else:
                    await twins.read_anew(record.entry.text, data.draw(readings()))
            await twins.check()
        before = await twins.world.tables()
        await twins.world.rebuild()
        assert await twins.world.tables() == before

    live_in_twins(run)


@settings(STORED, max_examples=MANY // 2)
@given(lives(max_size=10, told=crowds()), st.data())
def test_the_store_finds_the_same_people_as_one_who_knows_all(
    life: list[tuple[Entry, Reading]], data: st.DataObject
) -> None:
    async def run(twins: Twins) -> None:
        batch = data.draw(st.integers(1, len(life)))
        for first in range(0, len(life), batch):
            await twins.tell(life[first : first + batch])
        await twins.check()
        before = await twins.world.tables(*PROJECTIONS, "question")
        await twins.world.reread(*sorted(twins.model.records))
        await twins.world.rebuild()
        assert await twins.world.tables(*PROJECTIONS, "question") == before

    live_in_twins(run)


@given(lives(max_size=6), st.data())
def test_the_graph_is_what_the_record_gives_whatever_happens(
    life: list[tuple[Entry, Reading]], data: st.DataObject
) -> None:
    graph = GraphModel()
    graph.read(*life)
    now = LATER
    for _ in range(data.draw(st.integers(1, 5))):
        now += timedelta(hours=1)
        known = sorted(graph.records)
        what = data.draw(st.sampled_from(["rule", "rule", "reread", "edit", "delete"]))
        if what == "rule":
            drawn = draw_ruling(graph, data)
            if drawn is not None:
                graph.rule(
                    drawn.verb,
                    drawn.target_id,
                    at=now,
                    value=drawn.value,
                    other_id=drawn.other_id,
                    triple=drawn.triple,
                )
        elif known:
            entry = graph.records[data.draw(st.sampled_from(known))].entry
            if what == "delete":
                graph.delete(entry.id)
            elif what == "edit":
                graph.read((replace(entry, state=EntryState.PENDING), data.draw(readings())))
            else:
                graph.read((entry, data.draw(readings())))
        assert graph.rebuilt().projections() == graph.projections()


@settings(STORED, max_examples=MANY // 5)
@given(lives(max_size=8), st.data())
def test_rebuilding_mends_what_was_damaged(
    life: list[tuple[Entry, Reading]], data: st.DataObject
) -> None:
    async def run(twins: Twins) -> None:
        await twins.tell(life)
        for _ in range(3):
            await twins.rule(draw_ruling(twins.model, data))
        await twins.fade(days=20)
        before = await twins.world.tables()
        damages = {
            "evidence": "DELETE FROM evidence WHERE source_id > 'entry-000002'",
            "weights": "UPDATE entity SET weight = 9.5, heat = heat + 1, n_days = 7 "
            "WHERE weight IS NOT NULL",
            "days": "UPDATE day_row SET weight_after = 5.0, day = day + 1000",
            "relations": "DELETE FROM relation",
            "stray": "INSERT INTO entity (profile, id, kind, name, key, distinction, is_user, "
            "pinned) SELECT key, 'stray', 'Thing', 'Stray', 'stray', '', 0, 0 FROM profile",
            "forms": "UPDATE form SET n = n + 3, name = name || 'x', key = key || 'x'",
            "names": "UPDATE entity SET name = 'Nobody', key = 'nobody' WHERE is_user = 0",
        }
        chosen = data.draw(st.lists(st.sampled_from(sorted(damages)), min_size=1, unique=True))
        await twins.world.damage(*(damages[name] for name in chosen))
        await twins.world.rebuild()
        after = await twins.world.tables(*PROJECTIONS)
        if "relations" in chosen:
            # The stamps of the pass lay in the rows that are gone; it sets them again.
            await twins.world.fade()
            after = await twins.world.tables(*PROJECTIONS)
        assert after == before

    live_in_twins(run)


@settings(STORED, max_examples=MANY // 4)
@given(lives(max_size=6), st.data())
def test_at_the_very_instant_of_fading_every_path_gives_one_answer(
    life: list[tuple[Entry, Reading]], data: st.DataObject
) -> None:
    async def run(twins: Twins) -> None:
        await twins.tell(life)
        for _ in range(2):
            await twins.rule(draw_ruling(twins.model, data))
        model, store = twins.model, twins.world.store
        targets: list[Entity | Relation] = [*alive(model), *model.relations.values()]
        chosen = data.draw(st.sampled_from(targets)) if targets else None
        if chosen is None or chosen.standing is None:
            return
        for step in (-1, 0, 1):
            now = chosen.standing.fades_at + timedelta(microseconds=step)
            expected = {e.id for e in alive(model) if e.active_at(now)}
            held = {
                r.id
                for r in model.relations.values()
                if r.active_at(now) and r.subject_id != r.object_id
            }
            listed = await store.list_entities(PROFILE_ID, now=now, active=True, limit=500)
            rest = await store.list_entities(PROFILE_ID, now=now, active=False, limit=500)
            assert {e.id for e in listed.items} == expected
            assert {e.id for e in rest.items} == {e.id for e in alive(model)} - expected
            assert all(e.active_at(now) for e in listed.items)
            bonds = await store.list_relations(PROFILE_ID, now=now, active=True, limit=500)
            assert {r.id for r in bonds.items} == held
            graph = await store.read_active(
                PROFILE_ID, now=now, max_entities=500, max_relations=500
            )
            assert {e.id for e in graph.entities} == expected
            assert {r.id for r in graph.relations} == held
            assert (graph.n_entities, graph.n_relations) == (len(expected), len(held))
            few = await store.read_active(PROFILE_ID, now=now, max_entities=1, max_relations=0)
            assert {e.id for e in few.entities} <= expected
            assert few.n_entities == len(expected)
            around = await store.read_graph(PROFILE_ID, USER_ID, now=now, hops=4, limit=500)
            assert {e.id for e in around.entities} - {USER_ID} <= expected
            assert {r.id for r in around.relations} <= held
            due = await store.read_due(PROFILE_ID, now=now, limit=500)
            faded = {target.id for target in targets if _is_due(target, now)}
            assert {target for target, _ in due} == faded

    live_in_twins(run)
