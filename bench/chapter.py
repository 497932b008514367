"""Reading the active subgraph and writing the chapter, as the graph grows.

1,000 to 1,000,000 entities with five relations each, 300 active at every size, the user
an end of one relation in five. The first thousand are written through the port; the rest,
all of it faded, is filled in by SQL, which takes minutes instead of an hour.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from bench.lives import NOW, SetClock, fill_faded, graph_deltas, make_profile, open_store
from bench.report import conclude, spread
from graph_aria.adapters.clock import UuidIds
from graph_aria.adapters.sqlite.store import SqliteStore
from graph_aria.domain.records import Profile
from graph_aria.stages.synthesize import synthesize

CORE = 1_000
SIZES = (CORE, 10_000, 100_000, 1_000_000)
N_ACTIVE = 300
ROUNDS = 60
LIMIT = 1.5


async def build(folder: Path, n_entities: int) -> tuple[SqliteStore, Profile]:
    """A store of one size, open."""
    clock = SetClock()
    store = await open_store(folder, clock)
    profile = await make_profile(store, UuidIds())
    for delta in graph_deltas(profile, n_entities=CORE, n_active=N_ACTIVE):
        await store.apply(delta)
    await store.close()
    fill_faded(folder, profile, first=CORE, last=n_entities)
    store = await open_store(folder, clock)
    return store, await store.get_profile(profile.id)


async def main() -> None:
    """Build every size, then measure them in turns, and compare the ends."""
    sizes = SIZES[:3] if "--quick" in sys.argv else SIZES
    with tempfile.TemporaryDirectory() as folder:
        built = []
        for size in sizes:
            (Path(folder) / str(size)).mkdir(mode=0o700)
            built.append((size, *await build(Path(folder) / str(size), size)))
        times: dict[int, list[float]] = {size: [] for size in sizes}
        for _ in range(ROUNDS):
            for size, store, profile in built:
                began = time.perf_counter()
                await synthesize(store, profile, now=NOW)
                times[size].append((time.perf_counter() - began) * 1000)
        for size, store, _ in built:
            await store.close()
            print(f"{size:>9,} entities: ms {spread(times[size])}")
    conclude("chapter", median(times[sizes[-1]]) / median(times[sizes[0]]), LIMIT)


if __name__ == "__main__":
    asyncio.run(main())
