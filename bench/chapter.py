"""Reading the active subgraph and writing the chapter, as the graph grows.

1,000 to 1,000,000 entities with five relations each, 300 active at every size, the user
an end of one relation in five.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from bench.lives import NOW, SetClock, graph_deltas, make_profile, open_store
from bench.report import conclude, spread
from graph_aria.adapters.clock import UuidIds
from graph_aria.stages.synthesize import synthesize

SIZES = (1_000, 10_000, 100_000, 1_000_000)
N_ACTIVE = 300
ROUNDS = 60
LIMIT = 1.5


async def measure(n_entities: int) -> list[float]:
    """Milliseconds of each chapter at one size."""
    clock, ids = SetClock(), UuidIds()
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(Path(folder), clock)
        try:
            profile = await make_profile(store, ids)
            for delta in graph_deltas(profile, n_entities=n_entities, n_active=N_ACTIVE):
                await store.apply(delta)
            profile = await store.get_profile(profile.id)
            times = []
            shown = 0
            for _ in range(ROUNDS):
                began = time.perf_counter()
                chapter = await synthesize(store, profile, now=NOW)
                times.append((time.perf_counter() - began) * 1000)
                shown = len(chapter.themes) + len(chapter.people) + len(chapter.around)
            print(f"{n_entities:>9,} entities: ms {spread(times)}; {shown} entities loaded")
            return times
        finally:
            await store.close()


async def main() -> None:
    """Measure every size, smallest first, and compare the ends."""
    sizes = SIZES[:3] if "--quick" in sys.argv else SIZES
    medians = [median(await measure(size)) for size in sizes]
    conclude("chapter", medians[-1] / medians[0], LIMIT)


if __name__ == "__main__":
    asyncio.run(main())
