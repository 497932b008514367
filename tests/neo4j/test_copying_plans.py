"""Pages of a copy cost the same wherever they begin: their plans read an index in its order."""

from __future__ import annotations

import pytest

from graph_aria.adapters.neo4j import Address, Neo4jStore
from graph_aria.adapters.neo4j.queries import for_type, load_queries
from graph_aria.domain.vocabulary import Predicate
from tests.contract.samples import FixedClock
from tests.neo4j.cypher_texts import steps
from tests.servers import Neo4jUnderTest

QUERIES = load_queries("copying")
PAGES = sorted(name for name in QUERIES if name.startswith("export_") and name != "export_store")
VALUES = {
    "profile": "p",
    "after": "a",
    "name": "",
    "kind": "",
    "role": "",
    "cadence": "",
    "source": "",
    "entry": "",
    "older": "",
    "starts": -1,
    "ends": -1,
    "day": "0001-01-01",
    "occasion": "",
    "due_on": "0001-01-01",
    "limit": 10,
}


@pytest.fixture
async def prepared(neo4j: Neo4jUnderTest) -> Neo4jUnderTest:
    """With the schema, whatever ran before."""
    address = Address(neo4j.uri, neo4j.user, neo4j.password, neo4j.database)
    store = await Neo4jStore.open(address, clock=FixedClock())
    await store.close()
    neo4j.forget_plans()
    return neo4j


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_a_range_of_an_index_in_its_order(prepared: Neo4jUnderTest, name: str) -> None:
    query = for_type(QUERIES[name], Predicate.RELATED_TO)
    answer = prepared.driver.execute_query(f"EXPLAIN {query}", VALUES, database_=prepared.database)
    assert answer.summary.plan is not None
    operators = [step for step, _ in steps(answer.summary.plan)]
    assert any("IndexSeek" in each for each in operators), operators
    wrong = {"Top", "PartialTop", "Sort", "PartialSort", "Eager", "Union", "Distinct"}
    assert not wrong & set(operators), operators
    assert not any("Scan" in each for each in operators), operators
