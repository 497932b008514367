"""Reads cost what they give, not what is stored: their plans over ten thousand rows."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import apsw
import pytest

from graph_aria.adapters.sqlite import SqliteStore, engine
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.domain.drawn import Occasion, Raised
from graph_aria.domain.memory_changes import Veto
from graph_aria.domain.memory_history import MemoryVerb
from graph_aria.domain.moods import MoodReading
from graph_aria.domain.vocabulary import Predicate
from tests.contract.memory_samples import (
    EMBEDDER,
    change,
    conversation,
    indexed,
    keep,
    link,
    memory,
    memory_ruling,
    revision,
    say,
    source,
    towards,
    vector,
)
from tests.contract.samples import (
    FixedClock,
    add_entry,
    add_profile,
    apply,
    at,
    days_of,
    entity,
    outcome,
    relation,
    said,
)
from tests.unit.adapters.sqlite.test_queries import EVERY, _bare, _bindings

# Whole tables by intent, each with its reason.
WHOLE = {
    ("profiles", "list_profiles"): "gives every profile",
    ("jobs", "find_due"): "looks at each profile, of which there are few",
    ("jobs", "count_jobs"): "counts what is open, by an index of nothing else",
    ("keeping", "count_schema"): "counts tables",
    ("keeping", "find_held"): "looks at each profile, once, when the store is opened",
    ("keeping", "free_all"): "looks at each profile, once, when the store is opened",
    ("keeping", "list_migrations"): "gives every step",
}
# One profile's rows by intent.
WHOLE_PROFILE = {
    ("record", "list_rulings"): "gives every ruling of some verbs",
    ("profiles", "list_tokens"): "gives every token",
    ("conversations", "list_replies"): "a deletion looks for its words in every reply",
    ("active", "list_pinned"): "an index of what is pinned",
    ("active", "count_pinned"): "an index of what is pinned",
    ("active", "list_hottest_entities"): "the order of the index, up to a limit",
    ("active", "list_hottest_relations"): "the order of the index, up to a limit",
    ("jobs", "find_due"): "the order of the index, up to one",
    ("jobs", "requeue_leased"): "an index of what is leased",
    ("jobs", "give_back"): "an index of what is leased",
    ("jobs", "retry_jobs"): "an index of what is dead",
    ("graph_write", "list_entity_ids"): "for a rebuild",
    ("graph_write", "clear_forms"): "for a rebuild",
    ("graph_write", "clear_relations"): "for a rebuild",
    ("graph_write", "clear_evidence"): "for a rebuild",
    ("graph_write", "clear_days"): "for a rebuild",
    ("conversations", "list_unanswered"): "an index of turns that wait",
    ("memories", "count_memories"): "counts them by an index of nothing else",
    ("memories", "find_strays"): "looks at each memory, once in a while, beside the writer",
    ("memories", "remove_lost_sources"): "looks at each where one was lost",
    ("memories", "remove_lost_memories"): "looks at each where one was lost",
    ("copying", "count_parts"): "counts each kind, once a copy",
    ("moods", "clear_mood_readings"): "all of them go",
    **{
        ("copying", name): "what is copied again goes first"
        for name in load_queries("copying")
        if name.startswith("clear_")
    },
}


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plans") / "data"
    asyncio.run(_seed(folder))
    return folder / "aria.db"


async def _seed(folder: Path) -> None:
    store = await SqliteStore.open(folder, clock=FixedClock())
    owner = await add_profile(store)
    things = [entity(owner, f"thing {n}", -n / 2) for n in range(2000)]
    links = [
        relation(owner, owner.user_id, Predicate.SUPPORTS, item.id, -n / 2)
        for n, item in enumerate(things)
    ]
    targets = [item.id for item in things] + [item.id for item in links]
    pieces = [said(target, -(n % 2000) / 2)[0] for n, target in enumerate(targets)]
    await apply(
        store,
        owner,
        save_entities=tuple(things),
        save_relations=tuple(links),
        save_evidence=tuple(pieces),
        save_day_rows=tuple(days_of(item.target_id, [item])[0] for item in pieces),
    )
    memories = [memory(owner, f"Memory {n}.", n / 9, expires_at=at(n)) for n in range(1500)]
    told = await keep(store, *memories)
    await change(
        store,
        owner,
        save_vectors=tuple(vector(each.id) for each in memories[::2]),
        save_links=tuple(link(one, other) for one, other in pairwise(memories)),
        save_rulings=tuple(memory_ruling(MemoryVerb.PIN, each) for each in memories),
        save_revisions=tuple(revision(each) for each in memories),
        save_vetoes=tuple(Veto(told.id, n, n + 1) for n in range(1500)),
    )
    talk = await store.save_conversation(conversation(owner))
    for _ in range(50):
        await say(store, talk, owner)
    await store.change_profile(owner.id, reads_moods=True)
    entries = [await add_entry(store, owner, day=n) for n in range(50)]
    moods = [MoodReading(each.id, each.day, 5.5, each.evidence_at) for each in entries]
    outcomes = [outcome(each, mood=mood) for each, mood in zip(entries, moods, strict=True)]
    await apply(store, owner, outcomes=tuple(outcomes))
    spans = [(n, n + 1, f"word {n}", (1.0, n, 0.0)) for n in range(30)]
    await store.save_passages(owner.id, [indexed(each, *spans) for each in entries])
    day = at(0).date()
    await store.note_raised(
        owner.id, [Raised(each.id, Occasion.FOLLOW_UP, day) for each in memories]
    )
    await store.close()


@pytest.fixture
def db(seeded: Path) -> Iterator[apsw.Connection]:
    made = apsw.Connection(str(seeded))
    yield made
    made.close()


def _plan(db: apsw.Connection, aggregate: str, name: str) -> list[str]:
    sql = load_queries(aggregate)[name]
    return [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", _bindings(sql))]


READS = [
    key
    for key in EVERY
    if key[0] not in {"maintenance", "stage"}
    and re.search(r"SELECT|UPDATE|DELETE", _bare(load_queries(key[0])[key[1]]))
]
# Parts of the query itself: its lists, its recursions, its subqueries.
_OWN = re.compile(
    r"SCAN (CONSTANT ROW|json_each|asked|pair|wanted|\w+_fts|same|subjects|objects|line|theme"
    r"|named|ranked|\(subquery-\d+\))\b.*|SCAN \(subquery-\d+\)"
)


@pytest.mark.parametrize(("aggregate", "name"), READS)
def test_no_read_goes_through_a_table(db: apsw.Connection, aggregate: str, name: str) -> None:
    for step in _plan(db, aggregate, name):
        if step.startswith("SCAN") and (aggregate, name) not in WHOLE:
            assert _OWN.fullmatch(step), step
        if step.endswith("(profile=?)"):
            assert (aggregate, name) in WHOLE_PROFILE, step
        assert "AUTOMATIC" not in step


@pytest.mark.parametrize(
    ("name", "index"),
    [
        ("count_entities", "entity_fades (profile=? AND fades_at>?)"),
        ("list_all_entities", "entity_fades (profile=? AND fades_at>?)"),
        ("list_hottest_entities", "entity_heat (profile=?)"),
        ("count_relations", "relation_fades (profile=? AND fades_at>?)"),
        ("list_all_relations", "relation_fades (profile=? AND fades_at>?)"),
        ("list_hottest_relations", "relation_heat (profile=?)"),
        ("list_due", "relation_due (profile=? AND fades_at<?)"),
        ("list_due", "entity_due (profile=? AND fades_at<?)"),
    ],
)
def test_hot_reads_are_range_reads(db: apsw.Connection, name: str, index: str) -> None:
    plan = _plan(db, "active", name)
    assert any(index in step for step in plan), plan
    if "hottest" in name:
        assert not any("TEMP B-TREE" in step for step in plan), plan


IN_ORDER = {
    "list_memories",
    "list_pinned",
    "list_of_state",
    "list_of_category",
    "list_of_kind",
    "read_messages",
    "list_conversations",
    "list_indexed_by",
    "read_beside",
    "read_next",
}


@pytest.mark.parametrize(
    ("aggregate", "name", "index"),
    [
        ("memories", "find_by_slots", "memory_slot (profile=? AND slot=?)"),
        ("memories", "find_by_words", "memory_words (profile=? AND words_key=?)"),
        ("memories", "find_by_entries", "memory_source_entry (profile=? AND entry_id=?)"),
        ("memories", "find_about", "mention_entity (profile=? AND entity_id=?)"),
        ("memories", "find_about", "memory_source_entry (profile=? AND entry_id=?)"),
        ("memories", "list_memories", "memory_order (profile=? AND "),
        ("memories", "list_pinned", "memory_order (profile=? AND pinned>? AND "),
        ("memories", "list_of_state", "memory_state (profile=? AND state=? AND "),
        ("memories", "list_of_category", "memory_category (profile=? AND category=? AND "),
        ("memories", "list_of_kind", "memory_kind (profile=? AND kind=? AND "),
        ("memories", "list_dated", "memory_begins (profile=? AND kind=? AND valid_from>? AND "),
        (
            "memories",
            "list_dated",
            "memory_returns (profile=? AND important_month=? AND important_day=?)",
        ),
        ("record", "list_on_days", "entry_day (profile=? AND day=?)"),
        ("moods", "read_mood_readings", "mood_reading_day (profile=? AND day>? AND day<?)"),
        ("moods", "expire_mood_readings", "mood_reading_day (profile=? AND day<?)"),
        (
            "memories",
            "list_expired",
            "memory_expires (profile=? AND expires_at>? AND expires_at<?)",
        ),
        ("memories", "list_unembedded", "memory_embedder (profile=? AND embedder_id=?)"),
        ("memories", "read_spent", "spent_day (day=?)"),
        ("conversations", "list_turns", "entry_conversation (profile=? AND conversation_id=?)"),
        ("conversations", "read_messages", "entry_conversation (profile=? AND conversation_id=?"),
        ("conversations", "list_unanswered", "entry_waiting (profile=?)"),
        ("conversations", "list_conversations", "conversation_last (profile=? AND "),
        ("conversations", "find_turn_of", "entry_conversation (profile=? AND conversation_id=?)"),
        ("passages", "list_indexers", "entry_indexed (profile=? AND indexed_by>?)"),
        ("passages", "list_indexed_by", "entry_indexed (profile=? AND indexed_by=?)"),
        (
            "passages",
            "read_passage_vectors",
            "passage_vector_embedder (profile=? AND embedder_id=?)",
        ),
        ("passages", "search_best", "SEARCH p USING INTEGER PRIMARY KEY (rowid=?)"),
        ("passages", "search_passages", "SEARCH p USING INTEGER PRIMARY KEY (rowid=?)"),
        ("passages", "search_stretch", "passage_day (profile=? AND day>? AND day<?)"),
        ("passages", "read_next", "entry_conversation (profile=? AND conversation_id=? AND id<?)"),
        ("passages", "read_next", "entry_conversation (profile=? AND conversation_id=? AND id>?)"),
        (
            "passages",
            "read_beside",
            "entry_conversation (profile=? AND conversation_id=? AND id<?)",
        ),
        (
            "passages",
            "read_beside",
            "entry_conversation (profile=? AND conversation_id=? AND id>?)",
        ),
    ],
)
def test_memories_are_read_by_an_index_of_their_own(
    db: apsw.Connection, aggregate: str, name: str, index: str
) -> None:
    plan = _plan(db, aggregate, name)
    assert any(index in step for step in plan), plan
    if name in IN_ORDER:
        assert not any("TEMP B-TREE" in step for step in plan), plan


async def test_what_is_active_costs_the_same_beside_many_faded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_N_READERS", 1)  # so that one connection counts them all
    # Not timed: counted in steps of the virtual machine.
    steps = {}
    for n_faded in (100, 3000):
        store = await SqliteStore.open(tmp_path / str(n_faded), clock=FixedClock())
        owner = await add_profile(store)
        await apply(
            store,
            owner,
            save_entities=(
                *(entity(owner, f"a{n}", 0) for n in range(50)),
                *(entity(owner, f"f{n}", -100 - n / 100) for n in range(n_faded)),
            ),
        )

        def count(db: apsw.Connection) -> None:
            counted = [0]

            def tick() -> bool:
                counted[0] += 1
                return False

            db.set_progress_handler(tick, 100)
            steps[n_faded] = counted  # noqa: B023 - run before the loop goes on

        await store._engine.read(count)
        for _ in range(3):
            await store.read_active(owner.id, now=at(0), max_entities=100, max_relations=100)
        await store.close()
    assert steps[3000][0] <= steps[100][0] * 1.2


async def test_a_new_memory_costs_the_same_beside_many_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_N_READERS", 1)
    steps = {}
    for n_others in (100, 3000):
        store = await SqliteStore.open(tmp_path / str(n_others), clock=FixedClock())
        owner = await add_profile(store)
        others = [
            memory(owner, f"The user likes number {n}.", n, slot=f"user|{n}", value="like")
            for n in range(n_others)
        ]
        await keep(store, *others)
        await change(store, owner, save_vectors=tuple(vector(each.id) for each in others))
        told = await add_entry(store, owner)
        await store.find_near(
            owner.id, towards(1, 0, 0), embedder_id=EMBEDDER, least=0.5, limit=9
        )  # the vectors are read once
        counted = [0]

        def count(db: apsw.Connection, counted: list[int] = counted) -> None:
            def tick() -> bool:
                counted[0] += 1
                return False

            db.set_progress_handler(tick, 10)

        await store._engine.read(count)
        await store._engine.run_bare(count)
        for n in range(5):
            new = memory(owner, f"The user hates number {n}.", 1, slot=f"user|{n}", value="hate")
            known = await store.find_memories(
                owner.id, slots=[f"user|{n}"], words=["the user hates"], entry_ids=[told.id]
            )
            await store.find_near(
                owner.id, towards(1, 0, 0), embedder_id=EMBEDDER, least=0.5, limit=9
            )
            await store.read_memories(owner.id, known)
            await store.read_vetoes(owner.id, [told.id])
            await change(
                store,
                owner,
                save=(new, others[n]),
                save_sources=(source(new, told.id),),
                save_links=(link(new, others[n]),),
                save_revisions=(revision(others[n], other_id=new.id),),
                save_vectors=(vector(new.id),),
            )
        steps[n_others] = counted[0]
        await store.close()
    assert steps[100] > 50
    assert steps[3000] <= steps[100] * 1.2
