"""Rows of conversations, and of what models cost, as frozen values, and what is stored of them.

The order of a row is that of the fragment of its name in `cypher/queries/rows.cypher`;
nothing else in this folder knows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from graph_aria.adapters.neo4j.rows import Properties, Row, stored
from graph_aria.domain.conversations import Conversation, Reply
from graph_aria.domain.copies import Spent
from graph_aria.domain.drawn import Occasion, Raised, to_text
from graph_aria.domain.reading import Cost


def cost_of(row: Sequence[Any]) -> Cost | None:
    """What asking a model took, from (calls, sent, received, estimated); None without any."""
    n_calls, n_sent, n_received, estimated = row
    return None if n_calls is None else Cost(n_calls, n_sent, n_received, estimated)


def cost_properties(cost: Cost | None) -> Properties:
    """What reading an entry cost, on its node."""
    return {
        "cost_calls": cost and cost.n_calls,
        "cost_sent": cost and cost.n_sent,
        "cost_received": cost and cost.n_received,
        "cost_estimated": cost and cost.estimated,
    }


def spent_of(row: Row) -> Spent:
    """What a day cost, from (day, calls, sent, received, estimated)."""
    day, *cost = row
    return Spent(date.fromisoformat(day), Cost(*cost))


def spent_properties(item: Spent, profile_id: str) -> Properties:
    """All properties of what a day cost."""
    return {
        "profile_id": profile_id,
        "day": item.on,
        "n_calls": item.cost.n_calls,
        "n_sent": item.cost.n_sent,
        "n_received": item.cost.n_received,
        "estimated": item.cost.estimated,
    }


def conversation_properties(item: Conversation) -> Properties:
    """All properties of a conversation."""
    return {
        "profile_id": item.profile_id,
        "id": item.id,
        "started_at": stored(item.started_at),
        "remembers": item.remembers,
        "scope": item.scope,
        "external_id": item.external_id,
        "read_to": item.read_to,
        "last_at": stored(item.last_at or item.started_at),
    }


def reply_properties(item: Reply, profile_id: str) -> Properties:
    """All properties of a reply."""
    return {
        "profile_id": profile_id,
        "turn_id": item.turn_id,
        "text": item.text,
        "at": stored(item.at),
        "state": item.state.value,
        "drawn": None if item.drawn is None else to_text(item.drawn),
    }


def raised_of(row: Row) -> Raised:
    """What came up by itself, from `<<raised>>`."""
    memory_id, occasion, due_on = row
    return Raised(memory_id, Occasion(occasion), date.fromisoformat(due_on))


def raised_properties(item: Raised, profile_id: str) -> Properties:
    """All properties of what came up by itself."""
    return {
        "profile_id": profile_id,
        "memory_id": item.memory_id,
        "occasion": item.occasion.value,
        "due_on": item.on,
    }
