"""The scheduled pass over 100,000 entities and 500,000 relations."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from bench.lives import SetClock, graph_deltas, make_profile, open_store
from bench.report import conclude, spread
from graph_aria.adapters.clock import UuidIds
from graph_aria.stages.fade import fade

N_ENTITIES = 100_000
N_DUE = 1_000
ROUNDS = 5
NOTHING_MS = 50.0
DUE_MS = 1_000.0


async def main() -> None:
    """One pass with 1,000 due, then passes with nothing due."""
    clock, ids = SetClock(), UuidIds()
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(Path(folder), clock)
        try:
            profile = await make_profile(store, ids)
            deltas = graph_deltas(profile, n_entities=N_ENTITIES, n_active=300, n_due=N_DUE)
            for delta in deltas:
                await store.apply(delta)
            began = time.perf_counter()
            report = await fade(store, clock, profile.id)
            due_ms = (time.perf_counter() - began) * 1000
            print(f"{len(report.stamps)} due: {due_ms:.1f} ms")
            if len(report.stamps) != N_DUE:
                message = f"{len(report.stamps)} were due, not {N_DUE}"
                raise SystemExit(message)
            quiet = []
            for _ in range(ROUNDS):
                began = time.perf_counter()
                await fade(store, clock, profile.id)
                quiet.append((time.perf_counter() - began) * 1000)
            print(f"nothing due: ms {spread(quiet)}")
        finally:
            await store.close()
    conclude("decay", max(max(quiet) / NOTHING_MS, due_ms / DUE_MS), 1.0)


if __name__ == "__main__":
    asyncio.run(main())
