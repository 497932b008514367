"""The full backend: a Neo4j server behind the same ports as the embedded store."""

from graph_aria.adapters.neo4j.engine import Address
from graph_aria.adapters.neo4j.store import Neo4jStore

__all__ = ["Address", "Neo4jStore"]
