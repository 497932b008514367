"""Focus and milestones of the user's own hand: on a server, too, no word of them is left."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import cast

import pytest

from graph_aria.adapters.neo4j import Address, Neo4jStore
from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.domain.life import Standing
from graph_aria.errors import NotFound
from graph_aria.stages.find_life import said_of_one
from graph_aria.stages.forget_memory import forget_memories
from graph_aria.stages.note_focus import NotedFocus, add_focus, edit_focus, end_focus
from graph_aria.stages.note_milestone import NotedMilestone, add_milestone, edit_milestone
from graph_aria.stages.prove import prove
from graph_aria.stages.work import work
from tests.faculties import faculties_with
from tests.line.test_life_meanwhile import placed
from tests.line.world import ScriptedReader, TurnedClock, World, add_profile
from tests.neo4j.services import ask
from tests.servers import Neo4jUnderTest

CANARIES = ("quokka", "wombat", "numbat", "bilby", "potoroo")


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


def _left(server: Neo4jUnderTest) -> set[str]:
    """Which of the words stand in any property of any node or relationship."""
    anywhere = (
        "UNWIND $words AS word "
        "WITH word WHERE EXISTS { MATCH (n) WHERE any(k IN keys(n) "
        "  WHERE toLower(coalesce(toStringOrNull(n[k]), '')) CONTAINS word) } "
        "OR EXISTS { MATCH ()-[r]->() WHERE any(k IN keys(r) "
        "  WHERE toLower(coalesce(toStringOrNull(r[k]), '')) CONTAINS word) } "
        "RETURN word"
    )
    return {row[0] for row in ask(server.driver, anywhere, words=list(CANARIES))}


async def test_a_focus_and_a_milestone_that_are_deleted_leave_no_word(
    world: World, neo4j: Neo4jUnderTest
) -> None:
    place = placed(world)
    focus = await add_focus(*place, NotedFocus("I am drawing a quokka.", reason="the wombat"))
    await edit_focus(*place, focus.id, NotedFocus(text="I am drawing a numbat."))
    done, _ = await end_focus(*place, focus.id, Standing.DONE)
    moved = await add_milestone(*place, NotedMilestone("I moved to Bilby.", on="2019"))
    await edit_milestone(*place, moved.id, NotedMilestone(reason="potoroo", on="05-03"))
    assert _left(neo4j) == set(CANARIES)

    told = await said_of_one(world.store, world.profile_id, done)
    gone = await forget_memories(*place, [*(one.id for one in told), moved.id])
    await work(world.store, faculties_with(world.reader), world.clock, world.ids)

    assert len(gone) == 3
    assert _left(neo4j) == set()
    proof = await prove(world.store, world.profile_id, (), texts=[one.text for one in gone])
    assert proof.findings == ()
    with pytest.raises(NotFound):
        await end_focus(*place, focus.id, Standing.DONE)
    assert (await world.store.check()).problems == ()
