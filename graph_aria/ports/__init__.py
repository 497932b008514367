"""Protocols that the stages know the outside world by.

Written as domain verbs; no query, no driver's type and no HTTP crosses them. `get`
gives one or raises `NotFound`, `find` gives one or None, `list` a page or a tuple,
`read` a projection. Every method but those of `Profiles` and `Maintenance` is scoped
to one profile: another profile's id is as unknown as one that never was.
All stores raise `StoreLocked`, `StoreCorrupt`, `StoreUnreadable` or `DiskFull` when the
machine is in the way.
"""

from __future__ import annotations

from typing import Protocol

from graph_aria.ports.graph import WORD_LIMIT, Graph
from graph_aria.ports.keeping import Copying, Jobs, Maintenance
from graph_aria.ports.machine import (
    AnalysisModel,
    Budget,
    ChatModel,
    Clock,
    Embedder,
    Ids,
    MemoryAdviser,
    Parser,
    Reader,
    SecondLook,
    Vectors,
)
from graph_aria.ports.memories import Memories
from graph_aria.ports.passages import Passages
from graph_aria.ports.record import Conversations, MoodReadings, Profiles, Record
from graph_aria.ports.relay import Answering, Relay

__all__ = [
    "WORD_LIMIT",
    "AnalysisModel",
    "Answering",
    "Budget",
    "ChatModel",
    "Clock",
    "Conversations",
    "Copying",
    "Embedder",
    "Graph",
    "Ids",
    "Jobs",
    "Maintenance",
    "Memories",
    "MemoryAdviser",
    "MoodReadings",
    "Parser",
    "Passages",
    "Profiles",
    "Reader",
    "Record",
    "Relay",
    "SecondLook",
    "Store",
    "Vectors",
]


class Store(
    Profiles,
    Record,
    MoodReadings,
    Conversations,
    Passages,
    Memories,
    Graph,
    Jobs,
    Maintenance,
    Copying,
    Protocol,
):
    """All of it, as one adapter implements it."""
