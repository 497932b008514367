from __future__ import annotations

import httpx
import pytest

from tests.servers import Neo4jUnderTest


def test_the_server_of_the_run_answers_and_is_empty(neo4j: Neo4jUnderTest) -> None:
    neo4j.driver.execute_query("CREATE (:Thing)-[:OF]->(:Thing), (:Migration {version: 0})")
    assert neo4j.count() == 2
    neo4j.empty()
    assert neo4j.count() == 0
    left = neo4j.driver.execute_query("MATCH (n:Migration {version: 0}) DELETE n RETURN n")
    assert len(left.records) == 1


def test_neo4j_browser_is_served(neo4j_server: Neo4jUnderTest) -> None:
    if neo4j_server.browser is None:
        pytest.skip("a server that was given may have its Browser anywhere")
    assert "Neo4j Browser" in httpx.get(neo4j_server.browser).text
