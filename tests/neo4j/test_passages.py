"""What only a Neo4j can do wrong with passages: its indexes know all profiles, and give a few."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from graph_aria.adapters.neo4j import Address, Neo4jStore, passages
from graph_aria.adapters.neo4j.queries import load_migrations
from graph_aria.domain.passages import IndexedEntry, Passage, PassageFilter
from graph_aria.domain.records import Entry, Profile
from tests.contract.memory_samples import EMBEDDER, OTHER, conversation, say, towards
from tests.contract.samples import FixedClock, add_entry, add_profile, apply, at, outcome
from tests.neo4j.services import ask
from tests.servers import Neo4jUnderTest

N_OTHERS = 1_500


@pytest.fixture
async def store(neo4j: Neo4jUnderTest) -> AsyncIterator[Neo4jStore]:
    address = Address(neo4j.uri, neo4j.user, neo4j.password, neo4j.database)
    opened = await Neo4jStore.open(address, clock=FixedClock())
    yield opened
    await opened.close()


@pytest.fixture
async def owner(store: Neo4jStore) -> Profile:
    return await add_profile(store)


def _indexed(told: Entry, vector: bytes, words: str | None = None) -> IndexedEntry:
    end = len(told.text)
    piece = Passage(told.id, 0, end, words or told.text, vector)
    return IndexedEntry(told.id, told.revision, EMBEDDER, (piece,))


def _crowd(neo4j: Neo4jUnderTest, profile_id: str, **changes: object) -> None:
    """Passages that lie nearer and say it more often than any other."""
    neo4j.driver.execute_query(
        "UNWIND range(1, $n) AS n CREATE (x:Passage) SET x = {profile_id: $profile, "
        "entry_id: 'm' + n, starts: 0, ends: 9, text: 'swim', words: 'swim swim swim', "
        "embedder_id: $embedder, numbers: [1.0, n * 0.0001], day: date('2020-01-01'), "
        "scope: ''}, x += $changes",
        n=N_OTHERS,
        profile=profile_id,
        embedder=EMBEDDER,
        changes=changes,
        database_=neo4j.database,
    )
    ask(neo4j.driver, "CALL db.awaitIndexes()")


@pytest.mark.parametrize("few", [0, 100_000])
@pytest.mark.parametrize(
    ("whose", "changes"),
    [("other", {}), ("own", {}), ("own", {"scope": "work"}), ("own", {"embedder_id": OTHER})],
)
async def test_others_that_are_nearer_hide_nothing(
    neo4j: Neo4jUnderTest,
    store: Neo4jStore,
    owner: Profile,
    monkeypatch: pytest.MonkeyPatch,
    few: int,
    whose: str,
    changes: dict[str, object],
) -> None:
    monkeypatch.setattr(passages, "_FEW", few)
    told = await add_entry(store, owner, "I swim now and then, when the sun is out.")
    far = await add_entry(store, owner, "Nothing of it.", 1)
    await store.save_passages(
        owner.id, [_indexed(told, towards(1, 0.5)), _indexed(far, towards(0, 1))]
    )
    _crowd(neo4j, owner.id if whose == "own" else whose, **changes)
    wanted = PassageFilter(since=told.day)
    near = await store.find_near_passages(
        owner.id, towards(1, 0), wanted, embedder_id=EMBEDDER, least=0.5, limit=8
    )
    assert [one.entry_id for one in near] == [told.id]
    said = await store.search_passages(owner.id, "swimming", wanted, limit=8)
    if "embedder_id" not in changes:
        assert [one.entry_id for one in said] == [told.id]
    assert said[0].score > 0


async def test_the_best_words_are_found_among_many_that_are_as_good(
    neo4j: Neo4jUnderTest, store: Neo4jStore, owner: Profile
) -> None:
    _crowd(neo4j, owner.id)
    found = await store.search_passages(owner.id, "swim", limit=3)
    assert [one.entry_id for one in found] == ["m1", "m10", "m100"]


@pytest.mark.parametrize("few", [0, 100_000])
async def test_what_is_near_is_found_while_the_index_is_missing(
    neo4j: Neo4jUnderTest,
    store: Neo4jStore,
    owner: Profile,
    monkeypatch: pytest.MonkeyPatch,
    few: int,
) -> None:
    monkeypatch.setattr(passages, "_FEW", few)
    told = await add_entry(store, owner, "I swim.")
    await store.save_passages(owner.id, [_indexed(told, towards(1, 0))])
    ask(neo4j.driver, "DROP INDEX passage_nearness")
    (problem,) = (await store.check()).problems
    assert (problem.state, "passage_nearness" in problem.detail) == ("degraded", True)
    near = await store.find_near_passages(
        owner.id, towards(1, 0), embedder_id=EMBEDDER, least=0.9, limit=8
    )
    assert [one.entry_id for one in near] == [told.id]
    await store.scrub()
    assert (await store.check()).problems == ()


async def test_a_passage_that_stays_behind_is_found_and_swept(
    neo4j: Neo4jUnderTest, store: Neo4jStore, owner: Profile
) -> None:
    told = await add_entry(store, owner, "I swim with otters.")
    await store.save_passages(owner.id, [_indexed(told, towards(1, 0))])
    assert await store.prove_gone(["otters", "beavers"]) != ()
    ask(neo4j.driver, "MATCH (n:Entry {id: $id}) DETACH DELETE n", id=told.id)
    assert "no memory or no entry" in (await store.check()).problems[0].detail
    assert {one.where for one in await store.prove_gone(["otters"])} == {"passage.text"}
    assert await store.remove_strays(owner.id) > 0
    assert await store.prove_gone(["otters"]) == ()
    assert (await store.check()).problems == ()


async def test_a_deleted_entry_leaves_no_passage(
    neo4j: Neo4jUnderTest, store: Neo4jStore, owner: Profile
) -> None:
    told = await add_entry(store, owner, "I swim with otters.")
    await store.save_passages(owner.id, [_indexed(told, towards(1, 0))])
    asked = "CALL db.index.fulltext.queryNodes('passage_text', 'words:otter') YIELD node "
    assert ask(neo4j.driver, f"{asked}RETURN count(node)") == [[1]]
    await apply(store, owner, drop_entry_ids=(told.id,))
    assert await store.prove_gone(["otters"]) == ()
    assert ask(neo4j.driver, f"{asked}RETURN count(node)") == [[0]]
    assert ask(neo4j.driver, "MATCH (x:Passage) RETURN count(x)") == [[0]]


async def test_a_store_of_before_is_given_what_it_lacks(
    neo4j: Neo4jUnderTest, store: Neo4jStore, owner: Profile
) -> None:
    talk = await store.save_conversation(conversation(owner))
    quiet = await store.save_conversation(conversation(owner, 1))
    told, later = await say(store, talk, owner), await say(store, talk, owner, day=2)
    written = await add_entry(store, owner, "I swim.", 1)
    await apply(store, owner, outcomes=tuple(map(outcome, (told, later, written))))
    # As the step before left it.
    ask(neo4j.driver, "MATCH (n:Entry) REMOVE n.indexed_by, n.reading_allowed")
    ask(neo4j.driver, "MATCH (c:Conversation) REMOVE c.last_at")
    ask(neo4j.driver, "MATCH (p:Profile) REMOVE p.level_grows")
    for statement in load_migrations()[3].statements:
        with neo4j.driver.session(database=neo4j.database) as session:
            session.run(statement).consume()
    assert await store.list_unindexed(owner.id, EMBEDDER, limit=9) == (
        later.id,
        written.id,
        told.id,
    )
    listed = (await store.list_conversations(owner.id)).items
    assert [(one.id, one.last_at) for one in listed] == [(talk.id, at(2)), (quiet.id, at(1))]
    assert not (await store.get_profile(owner.id)).level_grows
    assert not (await store.get_entry(owner.id, told.id)).reading_allowed
