"""Queries for Neo4j Browser, where a person looks at their life with no program between."""

from __future__ import annotations

from typing import Final, Literal

from graph_aria.adapters.neo4j.queries import for_type, load_queries
from graph_aria.domain.vocabulary import Predicate

Look = Literal["active", "around", "why_entity", "relation", "why_relation", "chapter"]

_Q: Final = load_queries("browser")


def browser_query(look: Look, predicate: Predicate | None = None) -> str:
    """What Browser is to draw, with the parameters $profile and $id.

    Args:
        look: at what.
        predicate: the relation's, if it is one.
    """
    return for_type(_Q[look], predicate)
