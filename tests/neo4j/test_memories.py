"""What is drawn of memories for those who look into Neo4j, and the index of their vectors."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from graph_aria.adapters.neo4j import Address, Neo4jStore
from graph_aria.domain.memories import Memory, MemoryState
from graph_aria.domain.memory_changes import MemoryDelta
from graph_aria.domain.records import MentionState, Profile, RulingVerb
from graph_aria.domain.vocabulary import Kind
from tests.contract.memory_samples import (
    EMBEDDER,
    change,
    conversation,
    keep,
    memory,
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
    entity,
    mention,
    outcome,
    ruling,
)
from tests.neo4j.services import ask
from tests.servers import Neo4jUnderTest


@pytest.fixture
async def store(neo4j: Neo4jUnderTest) -> AsyncIterator[Neo4jStore]:
    address = Address(neo4j.uri, neo4j.user, neo4j.password, neo4j.database)
    opened = await Neo4jStore.open(address, clock=FixedClock())
    yield opened
    await opened.close()


@pytest.fixture
async def owner(store: Neo4jStore) -> Profile:
    return await add_profile(store)


def _about(neo4j: Neo4jUnderTest, one: Memory) -> list[str]:
    query = "MATCH (m:Memory {id: $id})-[:ABOUT]->(e:Entity) RETURN e.name ORDER BY e.name"
    return [str(name) for (name,) in ask(neo4j.driver, query, id=one.id)]


def _drawn(neo4j: Neo4jUnderTest, kind: str) -> list[list[str]]:
    query = f"MATCH (a)-[:{kind}]->(b) RETURN a.id, b.id ORDER BY a.id, b.id"
    return ask(neo4j.driver, query)


# ------------------------------------------------------------------------------------- edges


async def test_a_memory_points_at_what_its_words_mention(
    neo4j: Neo4jUnderTest, store: Neo4jStore, owner: Profile
) -> None:
    told = await add_entry(store, owner, "Sam swims. Ulm is far.")
    sam, ulm = entity(owner, "Sam", kind=Kind.PERSON), entity(owner, "Ulm", kind=Kind.PLACE)
    swims, all_of_it = memory(owner, "Sam swims."), memory(owner, "Sam swims, far from Ulm.")
    by_sam, by_ulm = mention(told, "Sam", sam), mention(told, "Ulm", ulm)
    await apply(
        store,
        owner,
        outcomes=(outcome(told),),
        save_entities=(sam, ulm),
        save_mentions=(by_sam, by_ulm),
        memories=MemoryDelta(
            save=(swims, all_of_it),
            save_sources=(source(swims, told.id, (0, 9)), source(all_of_it, told.id, (0, 22))),
        ),
    )
    assert (_about(neo4j, swims), _about(neo4j, all_of_it)) == (["Sam"], ["Sam", "Ulm"])

    # What is read again without a word about memories moves them too.
    withdrawn = replace(by_sam, state=MentionState.WITHDRAWN)
    await apply(store, owner, outcomes=(outcome(told),), save_mentions=(withdrawn,))
    assert (_about(neo4j, swims), _about(neo4j, all_of_it)) == ([], ["Ulm"])
    await apply(store, owner, save_mentions=(replace(by_sam, entity_id=ulm.id),))
    assert _about(neo4j, swims) == ["Ulm"]
    await change(store, owner, drop_sources=(source(all_of_it, told.id, (0, 22)).key,))
    assert _about(neo4j, all_of_it) == []


async def test_a_memory_points_at_what_stands_for_what_was_merged(
    neo4j: Neo4jUnderTest, store: Neo4jStore, owner: Profile
) -> None:
    told = await add_entry(store, owner, "Sam swims.")
    sam, samuel = (entity(owner, name, kind=Kind.PERSON) for name in ("Sam", "Samuel"))
    kept = memory(owner)
    await apply(
        store,
        owner,
        save_entities=(sam, samuel),
        save_mentions=(mention(told, "Sam", sam),),
        memories=MemoryDelta(save=(kept,), save_sources=(source(kept, told.id),)),
    )
    merged = replace(sam, merged_into=samuel.id)
    rule = ruling(owner, RulingVerb.MERGE, sam.id, other_id=samuel.id)
    await apply(store, owner, save_entities=(merged,), save_rulings=(rule,))
    assert _about(neo4j, kept) == ["Samuel"]
    # A rebuild makes every entity anew.
    await apply(store, owner, save_entities=(merged, samuel), replace_all=True)
    assert _about(neo4j, kept) == ["Samuel"]
    await apply(store, owner, save_entities=(sam,), drop_ruling_ids=(rule.id,))
    assert _about(neo4j, kept) == ["Sam"]


async def test_what_took_the_place_of_another_is_drawn(
    neo4j: Neo4jUnderTest, store: Neo4jStore, owner: Profile
) -> None:
    old, new, into = (memory(owner, f"Memory {n}.") for n in range(3))
    over = replace(old, state=MemoryState.SUPERSEDED, superseded_by=new.id)
    await keep(store, over, new, into)
    assert _drawn(neo4j, "SUPERSEDES") == [[new.id, old.id]]
    merged = replace(old, state=MemoryState.MERGED, superseded_by=into.id)
    await change(store, owner, save=(merged,))
    assert (_drawn(neo4j, "SUPERSEDES"), _drawn(neo4j, "MERGED_INTO")) == ([], [[old.id, into.id]])
    await change(store, owner, save=(old,))
    assert _drawn(neo4j, "MERGED_INTO") == []


async def test_turns_lead_to_their_conversation(
    neo4j: Neo4jUnderTest, store: Neo4jStore, owner: Profile
) -> None:
    talk = await store.save_conversation(conversation(owner))
    told = await say(store, talk, owner)
    assert _drawn(neo4j, "IN") == [[told.id, talk.id]]
    assert ask(neo4j.driver, "MATCH (n:Entry:Turn) RETURN count(n)") == [[1]]


# ----------------------------------------------------------------------------------- vectors


async def test_what_is_near_is_not_hidden_by_others_that_are_nearer(
    neo4j: Neo4jUnderTest, store: Neo4jStore, owner: Profile
) -> None:
    kept, far = memory(owner), memory(owner, "The user runs.")
    await keep(store, kept, far)
    await change(store, owner, save_vectors=(vector(kept.id, (1, 0.5)), vector(far.id, (0, 1))))
    neo4j.driver.execute_query(
        "UNWIND range(1, 1500) AS n CREATE (:MemoryVector {profile_id: 'other', memory_id: 'm' + n,"
        " embedder_id: $embedder, numbers: [1.0, n * 0.0001]})",
        embedder=EMBEDDER,
        database_=neo4j.database,
    )
    found = await store.find_near(owner.id, towards(1, 0), embedder_id=EMBEDDER, least=0.5, limit=8)
    assert [one for one, _ in found] == [kept.id]


async def test_what_is_near_is_found_while_the_index_is_missing(
    neo4j: Neo4jUnderTest, store: Neo4jStore, owner: Profile
) -> None:
    kept = memory(owner)
    await keep(store, kept)
    await change(store, owner, save_vectors=(vector(kept.id),))
    ask(neo4j.driver, "DROP INDEX memory_nearness")
    (problem,) = (await store.check()).problems
    assert (problem.state, "memory_nearness" in problem.detail) == ("degraded", True)
    near = await store.find_near(
        owner.id, towards(1, 0, 0), embedder_id=EMBEDDER, least=0.9, limit=8
    )
    assert [one for one, _ in near] == [kept.id]
    await store.scrub()
    assert (await store.check()).problems == ()


async def test_long_texts_and_slots_are_kept_and_found(store: Neo4jStore, owner: Profile) -> None:
    # Longer than an index of the server takes.
    long = "swims " * 4000
    kept = memory(owner, f"The user {long}.", slot=long, value=long, reason=long)
    await keep(store, kept)
    assert await store.find_memories(owner.id, slots=[long]) == (kept.id,)
    assert await store.get_memory(owner.id, kept.id) == kept
