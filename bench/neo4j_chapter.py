"""Reading a chapter from a Neo4j, as the graph grows, and beside the bare driver.

1,000 and 1,000,000 entities with five relations each, on a server of their own; 300 entities
active at both. The bare driver asks the same Cypher with the same parameters, and does nothing
with the answers.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from neo4j import AsyncGraphDatabase

from bench.bare import ask_again, noting
from bench.imported import NOW, loaded
from bench.lives import SetClock
from bench.report import conclude, spread
from graph_aria.stages.synthesize import synthesize

SIZES = (1_000, 1_000_000)
QUICK = (1_000, 20_000)
ROUNDS = 60
WARM = 15
GROWTH_LIMIT = 2.0
DRIVER_LIMIT = 1.5


async def main() -> None:
    """Load both sizes, measure them in turns, and compare the ends."""
    sizes = QUICK if "--quick" in sys.argv else SIZES
    ours: dict[int, list[float]] = {size: [] for size in sizes}
    bare: dict[int, list[float]] = {size: [] for size in sizes}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        graphs = [stack.enter_context(loaded(Path(folder) / str(n), n)) for n in sizes]
        stores = [await graph.open(SetClock(NOW)) for graph in graphs]
        drivers = [
            AsyncGraphDatabase.driver(
                graph.address.uri, auth=("neo4j", graph.server.password), telemetry_disabled=True
            )
            for graph in graphs
        ]
        for at in range(WARM + ROUNDS):
            for graph, store, driver in zip(graphs, stores, drivers, strict=True):
                with noting() as asked:
                    began = time.perf_counter()
                    await synthesize(store, graph.profile, now=NOW)
                    spent = time.perf_counter() - began
                began = time.perf_counter()
                await ask_again(driver, asked)
                if at >= WARM:  # plans are made and compiled first
                    ours[graph.n_entities].append(spent * 1000)
                    bare[graph.n_entities].append((time.perf_counter() - began) * 1000)
        for store, driver in zip(stores, drivers, strict=True):
            await store.close()
            await driver.close()
    for size in sizes:
        print(f"{size:>9,} entities: ms {spread(ours[size])}; bare {spread(bare[size])}")
    large = sizes[-1]
    beside = median(ours[large]) / median(bare[large])
    print(f"beside the bare driver {beside:.2f}x, limit {DRIVER_LIMIT:g}x")
    grown = median(ours[large]) / median(ours[sizes[0]])
    print(f"grown by the size {grown:.2f}x, limit {GROWTH_LIMIT:g}x")
    conclude("neo4j_chapter", max(grown / GROWTH_LIMIT, beside / DRIVER_LIMIT), 1.0)


if __name__ == "__main__":
    asyncio.run(main())
