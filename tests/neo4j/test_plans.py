"""Reads cost what they give, not what is stored: their plans over ten thousand entities.

One profile has nearly everything, as in most stores: there an index that begins with the profile
tells the planner least, and a scan looks cheapest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, Final

import pytest

from graph_aria.adapters.neo4j import Address, Neo4jStore
from graph_aria.domain.records import Profile
from graph_aria.domain.vocabulary import Predicate
from tests.contract.samples import BEGIN, FixedClock, add_profile, at
from tests.neo4j.cypher_texts import EVERY, SCANS, UNEXPLAINED, bare, explain, steps, text_of
from tests.servers import Neo4jUnderTest

N_ENTITIES: Final = 10_000
N_RELATIONS: Final = 50_000
N_ACTIVE: Final = 300
_SLICE: Final = 1_000

# Whole labels by intent, each with its reason.
WHOLE = {
    ("profiles", "list_profiles"): "gives every profile",
    ("keeping", "list_migrations"): "gives every step",
    ("keeping", "find_stranger"): "asked of a database that is new to us, and ends at the first",
    ("copying", "count_profiles"): "counts profiles, by a count that the server keeps",
    ("maintenance", "count_rows"): "counts labels and types, by counts that the server keeps",
    ("maintenance", "count_stray_mentions"): "a check goes through all",
    ("maintenance", "count_stray_assertions"): "a check goes through all",
    ("maintenance", "count_stray_memories"): "a check goes through all",
    ("maintenance", "list_texts"): "a proof goes through all",
    ("maintenance", "list_relation_texts"): "a proof goes through all",
    ("maintenance", "list_said"): "a proof goes through all",
}
# Whole indexes or one profile's whole part of an index by intent.
WHOLE_INDEX = {
    ("profiles", "list_tokens"): "gives every token",
    ("conversations", "list_replies"): "a deletion looks for its words in every reply",
    ("record", "list_rulings"): "gives every ruling of some verbs",
    ("active", "read_active"): "an index of what is pinned",
    ("active", "list_due"): "an index of what is not stamped yet, which may be empty",
    ("jobs", "find_due_of_all"): "looks at each profile, of which there are few",
    ("jobs", "find_due"): "looks at each profile, of which there are few",
    ("jobs", "free_held"): "looks at each profile, of which there are few",
    ("jobs", "count_jobs"): "counts what is open",
    ("graph_write", "clear_forms"): "for a rebuild",
    ("graph_write", "clear_relations"): "for a rebuild",
    ("graph_write", "clear_evidence"): "for a rebuild",
    ("graph_write", "clear_days"): "for a rebuild",
    ("graph_write", "clear_mentions"): "for a rebuild",
    ("graph_write", "drop_others"): "for a rebuild",
    ("graph_write", "drop_stray_questions"): "for a rebuild",
    ("graph_write", "order_chapters"): "a life has tens of chapters",
    ("memories", "list_groundless"): "a check goes through all",
    ("memories", "remove_strays"): "a check goes through all",
    ("memory_write", "list_ids"): "for a rebuild",
    ("maintenance", "sweep"): "all that a deleted profile held",
    ("maintenance", "delete_profile"): "all tokens of a deleted profile",
    ("stage", "mark_all"): "all targets are replayed",
    ("stage", "set_dial"): "chapters are derived again from the first day on",
    **dict.fromkeys(
        [
            ("stage", name)
            for name in (
                "clear_days",
                "clear_standings",
                "clear_unstaged",
                "find_unstaged",
                "hand_out",
                "take_days",
                "take_entities",
                "take_relations",
            )
        ],
        "an index of what is in the making",
    ),
}
# What an index gives in order, but for ties, so that no more than a page is read.
IN_ORDER = {
    "list_entities",
    "list_of_kind",
    "list_pinned",
    "list_active",
    "list_faded",
    "list_chapters",
    "list_unpinned",
    "list_unpinned_in_state",
    "list_unpinned_of_kind",
    "list_conversations",
}
# All rows of a profile by intent; tests/neo4j/test_copying_plans.py looks at them.
EXEMPT = {"copying"}


@pytest.fixture(scope="module")
def seeded(neo4j_server: Neo4jUnderTest) -> Iterator[Profile]:
    neo4j_server.empty()
    profile = asyncio.run(_seed(neo4j_server))
    neo4j_server.forget_plans()
    yield profile
    neo4j_server.empty()


async def _seed(server: Neo4jUnderTest) -> Profile:
    address = Address(server.uri, server.user, server.password, server.database)
    store = await Neo4jStore.open(address, clock=FixedClock())
    owner = await add_profile(store)
    await store.close()
    _fill(server, owner.id, N_ENTITIES, N_RELATIONS)
    # Else plans would be those of an empty database.
    server.driver.execute_query("CALL db.prepareForReplanning(300)", database_=server.database)
    return owner


def _fill(server: Neo4jUnderTest, profile_id: str, n_entities: int, n_relations: int) -> None:
    """Entities and relations, some of them active, with some of everything else."""

    def run(query: str, n: int, **values: object) -> None:
        shared = {"profile": profile_id, "now": BEGIN, "active": N_ACTIVE, "n": n_entities}
        # Not all at once: a test server has a small heap.
        for first in range(0, n, _SLICE):
            part = {"first": first, "last": min(n, first + _SLICE) - 1}
            server.driver.execute_query(
                query, {**shared, **part, **values}, database_=server.database
            )

    standing = """
        heat: 1000.0 - i * 0.01, ref_weight: 2.0, ref_at: $now - duration({days: 1 + i / 10}),
        fades_at: CASE WHEN i < $active THEN $now + duration({hours: 1 + i})
                       ELSE $now - duration({hours: 1 + i}) END,
        first_on: date('2025-01-01'), last_on: date('2025-01-01') + duration({days: i % 300}),
        n_days: 1"""
    run(
        f"""
        UNWIND range($first, $last) AS i
        CREATE (e:Entity:Activity {{profile_id: $profile, id: $profile + '-e' + i,
            kind: ['Activity', 'Person', 'Place'][i % 3], name: 'thing ' + i, key: 'thing ' + i,
            words: 'thing ' + i, unique_key: 'u' + i, distinction: '', is_user: false,
            pinned: CASE WHEN i % 1000 = 0 THEN true END, {standing}}})
        SET e.due_at = CASE WHEN i < $active + 100 THEN e.fades_at END
        CREATE (:Form {{profile_id: $profile, entity_id: e.id, name: 'form ' + i, kind: e.kind,
            role: '', cadence: '', key: 'form ' + i, words: 'form ' + i, n: 1}})""",
        n_entities,
    )
    for place, predicate in enumerate(Predicate):
        run(
            f"""
            UNWIND range($first, $last) AS j
            WITH j * $step + $place AS i
            MATCH (a:Entity {{profile_id: $profile, id: $profile + '-e' + (i % 7 * i % $n)}})
            MATCH (b:Entity {{profile_id: $profile, id: $profile + '-e' + ((i * 31 + 1) % $n)}})
            CREATE (a)-[r:{predicate} {{profile_id: $profile, id: $profile + '-r' + i,
                {standing}}}]->(b)
            SET r.due_at = CASE WHEN i < $active + 100 THEN r.fades_at END""",
            n_relations // len(Predicate),
            place=place,
            step=len(Predicate),
        )
    run(
        """
        UNWIND range($first, $last) AS i
        WITH i, $now - duration({hours: i}) AS at,
             $profile + CASE i % 2 WHEN 0 THEN '-e' ELSE '-r' END + (i % 700) AS target_id
        CREATE (n:Entry {profile_id: $profile, id: $profile + '-n' + i, form: 'journal',
            text: 'thing', words: 'thing', occurred_at: at, recorded_at: at, day: date(at),
            zone: 'UTC', origin: 'api', external_id: 'x' + i, state: 'read', revision: 1,
            indexed_by: CASE WHEN i % 5 = 0 THEN '' ELSE 'e1' END})
        CREATE (:Mention {profile_id: $profile, id: $profile + '-m' + i, entry_id: n.id, starts: 0,
            ends: 5, name: 'thing', kind: 'Activity', entity_id: $profile + '-e' + (i % 900),
            state: 'live', strength: 1.0})
        CREATE (:Assertion {profile_id: $profile, id: $profile + '-a' + i, entry_id: n.id,
            predicate: 'KNOWS', state: 'live', polarity: 'asserted'})
        CREATE (:Evidence {profile_id: $profile, target_id: target_id, source_id: n.id, at: at,
            day: date(at), strength: 1.0, ended: false})
        MERGE (:DayRow {profile_id: $profile, target_id: target_id, day: date(at), at: at,
            strength: 1.0, weight_after: 2.0, ended: false})
        CREATE (:RequestKey {profile_id: $profile, key_hash: 'k' + i, entry_id: n.id,
            created_at: at})
        WITH i, at, n
        MATCH (e:Entity {profile_id: $profile, id: $profile + '-e' + (i % $n % 400)})
        CREATE (n)-[:MENTIONS {strength: 1.0, at: at}]->(e)
        CREATE (:Tombstone {profile_id: $profile, hash: 't' + i})
        CREATE (:Job {profile_id: $profile, id: $profile + '-j' + i, kind: 'read', state: 'done',
            subject_id: n.id, due_at: at, created_at: at, finished_at: at})""",
        n_entities,
    )
    run(
        """
        UNWIND range($first, $last) AS i
        WITH i, $now - duration({hours: i}) AS at
        CREATE (:Ruling {profile_id: $profile, id: $profile + '-u' + i, verb: 'pin',
            target_id: $profile + '-e' + i, other_id: $profile + '-e' + (i + 1),
            subject_id: $profile + '-e' + i, object_id: $profile + '-e' + (i + 2), at: at,
            day: date(at)})
        CREATE (:Question {profile_id: $profile, id: $profile + '-q' + i, asked_at: at,
            one_id: $profile + '-e' + i, other_id: $profile + '-e' + (i + 1), score: 0.5,
            reason: 'nickname', is_open: CASE WHEN i < 100 THEN true END})
        CREATE (:Chapter {profile_id: $profile, id: $profile + '-c' + i,
            started_on: date(at) - duration({days: i}), n_entries: 1})""",
        n_entities // 10,
    )
    run(
        """
        UNWIND range($first, $last) AS i
        WITH i, $now - duration({hours: i}) AS at, $profile + '-k' + i AS id
        CREATE (m:Memory {profile_id: $profile, id: id, text: 'The user ' + i,
            kind: CASE WHEN i % 100 = 0 THEN 'focus' ELSE 'fact' END,
            category: 'habits', words: 'the user ' + i, text_key: 't' + i, slot_key: 's' + i,
            state: ['current', 'held', 'superseded'][i % 3], confirmed_at: at, created_at: at,
            due_at: CASE WHEN i % 50 = 0 THEN at END, scope: '', embedder_id: 'e' + i % 2,
            pinned: CASE WHEN i % 500 = 0 THEN true END})
        WITH i, at, id, m
        MATCH (n:Entry {profile_id: $profile, id: $profile + '-n' + i})
        CREATE (m)-[:LEARNED_FROM {profile_id: $profile, memory_id: id, entry_id: n.id, starts: 0,
            ends: 5, text: 'The user ' + i}]->(n)
        CREATE (:MemoryLink {profile_id: $profile, newer_id: id,
            older_id: $profile + '-k' + (i + 1), kind: 'excludes'})
        CREATE (:MemoryRuling {profile_id: $profile, id: $profile + '-v' + i, memory_id: id,
            other_id: $profile + '-k' + (i + 1), verb: 'merge', at: at})
        CREATE (:MemoryRevision {profile_id: $profile, id: $profile + '-w' + i, memory_id: id,
            other_id: $profile + '-k' + (i + 1), at: at})
        CREATE (:MemoryVector {profile_id: $profile, memory_id: id, embedder_id: 'e' + i % 2,
            numbers: [sin(i), cos(i), 0.5]})
        CREATE (:Veto {profile_id: $profile, entry_id: n.id, starts: 0, ends: 5})
        CREATE (:Spent {profile_id: $profile, day: date(at) - duration({days: i}), n_calls: 1})
        CREATE (c:Conversation {profile_id: $profile, id: $profile + '-c' + i, started_at: at,
            last_at: at, external_id: 'x' + i, remembers: true, scope: ''})
        SET n.conversation_id = c.id, n.unanswered = CASE WHEN i % 20 = 0 THEN true END
        CREATE (n)-[:IN]->(c)
        CREATE (:Reply {profile_id: $profile, turn_id: n.id, text: 'yes', at: at})
        CREATE (:Passage {profile_id: $profile, entry_id: n.id, starts: 0, ends: 5,
            words: 'thing ' + i, embedder_id: 'e1', numbers: [sin(i), cos(i), 0.5],
            day: date(at), scope: '', conversation_id: c.id})
        CREATE (:MoodReading {profile_id: $profile, entry_id: n.id, day: date(at), mood: 5.5,
            at: at})
        CREATE (:Raised {profile_id: $profile, memory_id: id, occasion: 'follow_up',
            due_on: date(at)})""",
        n_entities // 5,
    )


def _plan(
    server: Neo4jUnderTest, aggregate: str, name: str, predicate: Predicate | None = None
) -> list[tuple[str, str]]:
    plan = explain(server, text_of(aggregate, name, predicate)).plan
    assert plan is not None
    return list(steps(plan))


READS = [
    key
    for key in EVERY
    if key[0] not in EXEMPT and not bare(text_of(*key)).strip().startswith(UNEXPLAINED)
]


@pytest.mark.parametrize(("aggregate", "name"), READS)
def test_nothing_goes_through_a_label_or_a_type(
    neo4j_server: Neo4jUnderTest, seeded: Profile, aggregate: str, name: str
) -> None:
    for step, details in _plan(neo4j_server, aggregate, name):
        if SCANS.fullmatch(step):
            assert (aggregate, name) in WHOLE, (step, details)
        if "IndexScan" in step or _is_whole_profile(step, details):
            assert (aggregate, name) in WHOLE_INDEX, (step, details)


def _is_whole_profile(step: str, details: str) -> bool:
    """Whether a search of an index asks for nothing but the profile."""
    if "IndexSeek" not in step or " WHERE " not in details:
        return False
    asked = details.split(" WHERE ", 1)[1].split(", cache[", 1)[0].split(" AND ")
    beside = [item for item in asked if not item.startswith("profile_id = ")]
    return bool(beside) and all(item.endswith("IS NOT NULL") for item in beside)


@pytest.mark.parametrize(
    ("aggregate", "name", "index"),
    [
        ("active", "read_active", "e:Entity(profile_id, fades_at) WHERE profile_id = $profile"),
        ("active", "read_active", "e:Entity(profile_id, pinned, heat) WHERE profile_id ="),
        ("active", "list_due", "e:Entity(profile_id, due_at) WHERE profile_id = $profile AND due"),
        ("questions", "list_open", "q:Question(profile_id, is_open, asked_at) WHERE profile_id ="),
        ("questions", "read_about", "q:Question(profile_id, one_id) WHERE profile_id = $profile"),
        ("entities", "list_entities", "e:Entity(profile_id, heat) WHERE profile_id = $profile"),
        ("entities", "list_of_kind", "e:Entity(profile_id, kind, heat) WHERE profile_id ="),
        ("entities", "list_pinned", "e:Entity(profile_id, pinned, heat) WHERE profile_id ="),
        ("entities", "list_active", "e:Entity(profile_id, heat) WHERE profile_id = $profile"),
        ("entities", "list_faded", "e:Entity(profile_id, fades_at) WHERE profile_id = $profile"),
        ("evidence", "list_evidence", "v:Evidence(profile_id, target_id, at) WHERE profile_id ="),
        ("evidence", "read_as_of", "d:DayRow(profile_id, target_id, at) WHERE profile_id ="),
        ("chapters", "list_chapters", "c:Chapter(profile_id, started_on) WHERE profile_id ="),
        ("memory_lists", "list_pinned", "m:Memory(profile_id, pinned, confirmed_at) WHERE"),
        ("memory_lists", "list_unpinned", "m:Memory(profile_id, confirmed_at) WHERE profile_id ="),
        (
            "memory_lists",
            "list_unpinned_in_state",
            "m:Memory(profile_id, state, confirmed_at) WHERE profile_id =",
        ),
        (
            "memory_lists",
            "list_unpinned_of_kind",
            "m:Memory(profile_id, kind, confirmed_at) WHERE profile_id =",
        ),
        ("moods", "read_mood_readings", "x:MoodReading(profile_id, day) WHERE profile_id ="),
        ("moods", "delete_mood_readings", "x:MoodReading(profile_id, day) WHERE profile_id ="),
        ("memory_lists", "list_about", "x:Mention(profile_id, entity_id) WHERE profile_id ="),
        ("memory_lists", "list_dated", "m:Memory(profile_id, valid_from) WHERE profile_id ="),
        (
            "memory_lists",
            "list_dated",
            "m:Memory(profile_id, important_month, important_day) WHERE profile_id =",
        ),
        ("record", "list_on_days", "n:Entry(profile_id, day) WHERE profile_id = $profile AND day"),
        ("memories", "find_by_slots", "m:Memory(profile_id, slot_key) WHERE profile_id ="),
        ("memories", "find_by_words", "m:Memory(profile_id, text_key) WHERE profile_id ="),
        ("memories", "list_expired", "m:Memory(profile_id, due_at) WHERE profile_id ="),
        ("memories", "list_unembedded", "m:Memory(profile_id, embedder_id, id) WHERE profile_id"),
        ("memories", "find_near_exactly", "x:MemoryVector(profile_id, embedder_id) WHERE"),
        ("conversations", "list_conversations", "c:Conversation(profile_id, last_at) WHERE"),
        ("conversations", "drop_passages", "x:Passage(profile_id, entry_id) WHERE profile_id ="),
        ("conversations", "list_raised", "a:Raised(profile_id, memory_id) WHERE profile_id ="),
        ("passages", "list_unindexed", "n:Entry(profile_id, indexed_by, occurred_at, id) WHERE"),
        ("passages", "count_passages", "x:Passage(profile_id, embedder_id, day) WHERE"),
        ("passages", "find_near_exactly", "x:Passage(profile_id, embedder_id, day) WHERE"),
        ("passages", "save_passages", "x:Passage(profile_id, entry_id) WHERE profile_id ="),
        ("passages", "read_beside", "o:Entry(profile_id, conversation_id, id) WHERE profile_id"),
        ("record", "bury", "x:Passage(profile_id, entry_id) WHERE profile_id ="),
        ("record", "edit_entry", "t:Entry(profile_id, conversation_id, occurred_at) WHERE"),
        ("record", "save_entry", "t:Entry(profile_id, conversation_id, occurred_at) WHERE"),
        ("conversations", "read_messages", "n:Entry(profile_id, conversation_id, id) WHERE"),
        ("conversations", "list_unanswered", "n:Entry(profile_id, unanswered, id) WHERE"),
    ],
)
def test_hot_reads_are_range_reads(
    neo4j_server: Neo4jUnderTest, seeded: Profile, aggregate: str, name: str, index: str
) -> None:
    plan = _plan(neo4j_server, aggregate, name)
    assert any(index in details for step, details in plan if step.endswith("IndexSeek")), plan
    if name in IN_ORDER:
        assert any(step == "PartialTop" for step, _ in plan), plan
        assert not any(step == "Sort" for step, _ in plan), plan


@pytest.mark.parametrize(
    ("aggregate", "name", "column"),
    [
        ("active", "read_active", "fades_at"),
        ("relations", "list_active", "fades_at"),
        ("relations", "list_window", "heat"),
        ("relations", "count_window", "heat"),
        ("relations", "list_by_ids", "id"),
    ],
)
def test_relations_of_all_types_are_found_by_the_index_of_each(
    neo4j_server: Neo4jUnderTest, seeded: Profile, aggregate: str, name: str, column: str
) -> None:
    plan = _plan(neo4j_server, aggregate, name)
    assert not any(step.startswith("Expand") for step, _ in plan), plan
    found = [
        details
        for step, details in plan
        if step.endswith("IndexSeek") and f"(profile_id, {column})" in details and "[r:" in details
    ]
    assert len(found) == len(Predicate)


def test_relations_of_one_type_come_in_the_order_of_its_index(
    neo4j_server: Neo4jUnderTest, seeded: Profile
) -> None:
    plan = _plan(neo4j_server, "relations", "list_of_type", Predicate.CAUSES)
    assert any(step == "PartialTop" for step, _ in plan), plan


def test_what_is_active_costs_the_same_beside_many_faded(
    neo4j_server: Neo4jUnderTest, seeded: Profile
) -> None:
    # Not timed: counted in what is looked at.
    small = "few"
    neo4j_server.driver.execute_query(
        "CREATE (:Profile {id: $id, name: $id, user_id: 'nobody'})",
        id=small,
        database_=neo4j_server.database,
    )
    _fill(neo4j_server, small, 400, 600)
    hits = {}
    for profile_id in (small, seeded.id):
        values = {
            "profile": profile_id,
            "now": at(0) + timedelta(minutes=1),
            "max_entities": 40,
            "max_relations": 60,
        }
        text = bare(text_of("active", "read_active"))
        found = neo4j_server.driver.execute_query(
            f"PROFILE {text}", values, database_=neo4j_server.database
        )
        assert found.records[0]["n_entities"] >= N_ACTIVE
        assert found.records[0]["n_relations"] >= N_ACTIVE
        assert found.summary.profile is not None
        hits[profile_id] = _hits(found.summary.profile)
    assert hits[seeded.id] <= hits[small] * 1.2


def _hits(plan: Mapping[str, Any]) -> int:
    return int(plan.get("dbHits", 0)) + sum(_hits(child) for child in plan.get("children", ()))
