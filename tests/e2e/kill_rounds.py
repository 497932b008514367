"""Run by a test: a process that accepts and reads entries is killed again and again.

Usage: kill_rounds.py FOLDER SEED N_ROUNDS. The loop runs in forks of this process, which
has everything imported and no thread. Prints the ids that were accepted, one a line.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NoReturn

from graph_aria import bootstrap
from graph_aria.config import Settings
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Profile
from graph_aria.stages.capture import capture
from graph_aria.stages.work import work
from tests.api.harness import StubReader

FIRST = datetime(2026, 1, 1, 12, tzinfo=UTC)
TEXTS = ("Felt anxious. Yoga helped.", "Work with Priya.", "Yoga.", "Nothing much.", "Anxious.")


def text_of(n: int) -> str:
    """What entry `n` says."""
    return f"{TEXTS[n % len(TEXTS)]} ({n})"


async def accept_and_read(folder: Path, first: int, last: int, accepted: int) -> None:
    """Accept entries `first` to `last`, reading what is due after each third one."""
    vars(bootstrap)["ReaderProcess"] = StubReader  # nothing to load
    services = await bootstrap.open_services(Settings(data_dir=folder, keyring=False))
    profile: Profile = (await services.store.list_profiles())[0]
    for n in range(first, last):
        await capture(
            services.store,
            services.clock,
            services.ids,
            profile,
            form=EntryForm.JOURNAL,
            text=text_of(n),
            occurred_at=FIRST + timedelta(hours=7 * n),
            external_id=f"e{n}",
        )
        os.write(accepted, f"{n}\n".encode())
        if n % 3 == 0:
            await work(
                services.store, services.faculties, services.clock, services.ids, services.pace
            )
    await work(services.store, services.faculties, services.clock, services.ids, services.pace)
    await services.close()


def fork(folder: Path, first: int, last: int, accepted: int) -> int:
    """The process id of a fork that accepts and reads."""
    child = os.fork()
    if child == 0:
        _be_the_child(folder, first, last, accepted)
    return child


def _be_the_child(folder: Path, first: int, last: int, accepted: int) -> NoReturn:
    code = 1
    try:
        asyncio.run(accept_and_read(folder, first, last, accepted))
        code = 0
    finally:
        os._exit(code)


def main(folder: Path, seed: int, n_rounds: int) -> None:
    """Kill `n_rounds` times at least, then let it finish what was begun.

    A machine with much else to do accepts less in the same time, and is killed more often.
    """
    chance = random.Random(seed)
    accepted: set[int] = set()
    n_killed = 0
    while n_killed < n_rounds or len(accepted) <= n_rounds:
        n_killed += 1
        reads, writes = os.pipe()
        # Begins with what was accepted last: it may have been cut off after its commit.
        child = fork(folder, max(accepted, default=0), 100_000, writes)
        os.close(writes)
        time.sleep(chance.uniform(0.05, 0.5))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(reads) as told:
            accepted |= {int(line) for line in told.read().split()}
    reads, writes = os.pipe()
    child = fork(folder, 0, max(accepted) + 1, writes)
    _, status = os.waitpid(child, 0)
    if status:
        sys.exit("the last run failed")
    sys.stdout.write("".join(f"{n}\n" for n in sorted(accepted)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
