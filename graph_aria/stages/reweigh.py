"""Replay all evidence under another decay rate or threshold."""

from __future__ import annotations

from typing import Final

from graph_aria.domain.views import Lease
from graph_aria.domain.weights import Dial, replay, standing
from graph_aria.ports import Graph

BATCH: Final = 500


async def reweigh(graph: Graph, profile_id: str, dial: Dial, *, lease: Lease | None = None) -> int:
    """Replay every target, then switch over at once.

    It can be stopped at any point and goes on where it was; until the switch every
    weight is read under the old dial. What is written meanwhile is replayed again.

    Returns:
        How many targets were replayed.

    Reads: all evidence, 500 targets at a time. Writes: a stage beside the graph, then
    all of it in one transaction. Safe to repeat: yes.
    """
    n_targets = 0
    while True:
        while unstaged := await graph.read_unstaged(profile_id, dial, limit=BATCH):
            rows = [replay(evidence, dial) for evidence in unstaged.values()]
            await graph.stage(profile_id, [(standing(days, dial), days) for days in rows if days])
            n_targets += len(rows)
        if await graph.switch_dial(profile_id, dial, lease=lease):
            return n_targets
