"""The named queries as they are sent to a server, for the tests that look at them all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from neo4j import ResultSummary

from graph_aria.adapters.neo4j.queries import cypher_folder, for_type, load_queries
from graph_aria.domain.vocabulary import Predicate
from tests.servers import Neo4jUnderTest

FILES: Final = sorted(item.name for item in (cypher_folder() / "queries").iterdir())
AGGREGATES: Final = [name.removesuffix(".cypher") for name in FILES if name != "rows.cypher"]
EVERY: Final = [(aggregate, name) for aggregate in AGGREGATES for name in load_queries(aggregate)]
# What is put in the place of a word when a query is run, if that is no plain name.
KEYS: Final = {("copying", "merge_nodes"): "profile_id: row.profile_id, id: row.id"}
# Statements about the schema, of which the server explains nothing.
UNEXPLAINED: Final = ("CREATE CONSTRAINT", "DROP INDEX", "SHOW ")

# What goes through a whole label or type, or through everything.
SCANS: Final = re.compile(
    r"AllNodesScan|.*ByLabelScan|.*ByLabelsScan|.*AllRelationshipsScan"
    r"|.*RelationshipTypeScan|.*RelationshipTypesScan|DynamicLabelNodeLookup"
)


def text_of(aggregate: str, name: str, predicate: Predicate | None = None) -> str:
    """A query as it is sent, for one type or for all."""
    text = load_queries(aggregate)[name]
    if predicate is None and re.search(r"(MERGE|CREATE) \(a\)-\[r:<<type>>", text):
        predicate = Predicate.KNOWS  # a new one is of one type
    key = KEYS.get((aggregate, name), "id")
    return for_type(text, predicate).replace("<<label>>", "Entity").replace("<<key>>", key)


def bare(text: str) -> str:
    """A query without its comment."""
    return re.sub(r"^\s*//[^\n]*\n", "", text, flags=re.MULTILINE)


def explain(server: Neo4jUnderTest, text: str) -> ResultSummary:
    """The plan of a query, and what the server notes about it."""
    with server.driver.session(
        database=server.database,
        # Of names that nothing has yet, and of parameters, there would be thousands.
        notifications_disabled_classifications=["UNRECOGNIZED", "GENERIC", "PERFORMANCE"],
    ) as session:
        return session.run(f"EXPLAIN {bare(text)}").consume()


def steps(plan: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each operator of a plan with what it says of itself."""
    yield plan["operatorType"].split("@")[0], plan.get("args", {}).get("Details", "")
    for child in plan.get("children", ()):
        yield from steps(child)
