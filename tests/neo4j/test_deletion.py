"""What was deleted is nowhere in a Neo4j: no node, no relationship, no full-text index."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Any, cast

import pytest

from graph_aria.adapters.neo4j import Address, Neo4jStore
from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.adapters.sqlite.tokens import stems_of
from graph_aria.domain.records import JobKind, RulingVerb
from graph_aria.domain.vocabulary import Kind
from graph_aria.stages.forget import forget
from graph_aria.stages.prove import prove
from graph_aria.stages.work import work
from tests.contract.memory_samples import indexed
from tests.faculties import faculties_with
from tests.line.test_forget import CANARIES, KEPT, RULED, told
from tests.line.world import ScriptedReader, TurnedClock, World, add_profile, after
from tests.neo4j.services import ask
from tests.servers import Neo4jUnderTest

CHANGED = "floccinaucinihil"
POISON = "unfathomably"
WORDS = (*CANARIES.values(), *RULED.values(), CHANGED, POISON)
INDEXES = ("entry_text", "entity_name", "form_name", "memory_text", "passage_text")


@pytest.fixture
async def world(neo4j: Neo4jUnderTest) -> AsyncIterator[World]:
    address = Address(neo4j.uri, neo4j.user, neo4j.password, neo4j.database)
    clock = TurnedClock()
    store = await Neo4jStore.open(address, clock=clock)
    # What of a world is used here asks nothing that only a file answers.
    alike = cast("SqliteStore", store)
    await add_profile(alike)
    yield World(alike, clock, ScriptedReader())
    await store.close()


async def _work(world: World) -> None:
    await work(world.store, faculties_with(world.reader), world.clock, world.ids)


async def _live(world: World) -> tuple[str, str, str]:
    """Say a canary in every place that words can come to; ids of what was said."""
    kept = await world.say(f"{KEPT} @Yoga:Activity", at=after(0))
    doomed = await world.say(
        told(), at=after(1), external_id=CANARIES["external"], idempotency_key=CANARIES["key"]
    )
    failing = await world.say(f"{POISON} poison", at=after(1))
    assert isinstance(world.reader, ScriptedReader)
    world.reader.poison["poison"] = RuntimeError(POISON)
    await _work(world)
    pieces = [indexed(one, (0, len(one.text), one.text, (1, 0))) for one in (kept, doomed, failing)]
    assert await world.store.save_passages(world.profile_id, pieces) == len(pieces)
    person, thing = await world.entity(CANARIES["person"]), await world.entity(CANARIES["object"])
    await world.rule(RulingVerb.RENAME, person.id, value=RULED["name"])
    await world.rule(RulingVerb.RENAME, person.id, value=RULED["second"])
    await world.rule(RulingVerb.SET_KIND, person.id, value=Kind.ANIMAL.value)
    await world.rule(RulingVerb.PIN, thing.id)
    await world.edit(failing.id, f"{CHANGED} poison")
    await _work(world)
    world.clock.instant = after(40)
    await world.fade()
    await world.turn_pages()
    await world.store.freshen_weights(world.profile_id, now=world.clock.now())
    return kept.id, doomed.id, failing.id


def _found(server: Neo4jUnderTest, words: Iterable[str]) -> set[str]:
    """Which words stand anywhere, by a look of one's own at all there is."""
    asked = {word.casefold() for word in words}
    seen: list[Any] = ask(
        server.driver, "MATCH (n) RETURN labels(n) AS kinds, properties(n) AS all_of_it"
    ) + ask(server.driver, "MATCH ()-[r]->() RETURN type(r) AS kinds, properties(r) AS all_of_it")
    everything = "\n".join(repr(row) for row in seen).casefold()
    return {word for word in asked if word in everything} | _indexed(server, asked)


def _indexed(server: Neo4jUnderTest, words: Iterable[str]) -> set[str]:
    """Which words an index knows, asked as one term, and as a part of any."""
    hits = set()
    for word in words:
        for index in INDEXES:
            stem = "_".join(stems_of(word))
            for query in (f"words:{word}", f"words:*{word[1:]}", f"words:{stem}"):
                rows = ask(
                    server.driver,
                    "CALL db.index.fulltext.queryNodes($index, $asked) YIELD node "
                    "RETURN count(node)",
                    index=index,
                    asked=query,
                )
                if rows != [[0]]:
                    hits.add(word)
    return hits


async def test_a_deleted_entry_leaves_no_trace(world: World, neo4j: Neo4jUnderTest) -> None:
    kept, doomed, failing = await _live(world)
    present = {word.casefold() for word in WORDS} - {CANARIES["key"], RULED["name"], POISON}
    assert present <= _found(neo4j, WORDS)

    deleted = await forget(world.store, world.clock, world.ids, world.profile_id, [doomed, failing])
    proof = await prove(world.store, world.profile_id, deleted)
    assert proof.n_words > 4
    assert proof.findings == ()
    await _work(world)
    await world.turn_pages()
    assert _found(neo4j, WORDS) == set()
    assert ask(neo4j.driver, "MATCH (x:Passage) RETURN x.entry_id") == [[kept]]
    # The same looks find what was kept, and nothing points to what is gone.
    assert _found(neo4j, [KEPT]) == {KEPT}
    assert _indexed(neo4j, [KEPT]) == {KEPT}
    assert {f.word for f in await world.store.prove_gone([*WORDS, KEPT])} == {KEPT}
    # But for a key that must not be used again for another request.
    left = repr(ask(neo4j.driver, "MATCH (n) WHERE NOT n:RequestKey RETURN properties(n) AS p"))
    assert doomed not in left
    assert failing not in left
    assert kept in left
    assert ask(neo4j.driver, "MATCH (n:Ruling) RETURN count(n)") == [[0]]
    assert set(await world.entities()) == {"Yoga"}
    assert (await world.store.check()).problems == ()


async def test_a_deleted_profile_leaves_no_trace(world: World, neo4j: Neo4jUnderTest) -> None:
    await add_profile(
        world.store, profile_id="other", user_id="other-user", name=f"Bea {KEPT}", zone="UTC"
    )
    await _live(world)
    await world.store.change_profile(world.profile_id, name=CHANGED)
    await world.store.queue_job(
        job_id="scrub", profile_id="other", kind=JobKind.SCRUB, due_at=world.clock.now()
    )
    await world.store.delete_profile(world.profile_id)
    await _work(world)
    assert _found(neo4j, WORDS) == set()
    assert await world.store.prove_gone(WORDS) == ()
    of_it = "MATCH (n) WHERE n.id = $id OR n.profile_id = $id RETURN count(n)"
    assert ask(neo4j.driver, of_it, id=world.profile_id) == [[0]]
    # What is left: the store, the other one with who is its user, and its jobs.
    labels = {row[0] for row in ask(neo4j.driver, "MATCH (n) UNWIND labels(n) AS l RETURN l")}
    assert labels == {"Store", "Migration", "Profile", "Entity", "Person", "Job"}
    assert _found(neo4j, [KEPT]) == {KEPT}
