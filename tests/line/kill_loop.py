"""Run by a test: says, reads, edits, rules and forgets until it is killed.

Usage: python -m tests.line.kill_loop FOLDER ROUNDS SEED. Each round is a fork of this
process, which has everything imported and no thread; it is killed at a random moment.
What was acknowledged is printed, one step a line.
"""

from __future__ import annotations

import asyncio
import os
import random
import select
import signal
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.domain.records import RulingVerb
from graph_aria.domain.vocabulary import Predicate
from graph_aria.errors import NotFound
from tests.line.world import ScriptedReader, TurnedClock, World, add_profile, after

NAMES = ["Yoga", "Chess", "Running", "Reading", "Cooking", "Piano"]
LONGEST_SECONDS = 0.3


def text_of(n: int) -> str:
    """What entry `n` says."""
    said = " ".join(f"@{name}:Activity" for i, name in enumerate(NAMES) if n % (i + 2) == 0)
    felt = "@calm:Emotion:4 @Sam:Person Sam>KNOWS>me" if n % 3 == 0 else ""
    tied = "Yoga>EVOKES>calm" if "Yoga" in said and felt else ""
    return f"{n} {said} {felt} {tied}"


async def step(world: World, n: int) -> None:
    """Do step `n`; doing it twice is the same as once."""
    text, at = text_of(n), after(n / 3)
    entry = await world.say(text, at=at, recorded_at=after(1000), external_id=str(n))
    if n % 5 == 4:
        await world.edit(entry.id, f"@Gardening:Activity in place of {n}")
    if n % 7 == 6:
        gone = (await world.store.list_entries(world.profile_id, query=f"{n - 3}", limit=1)).items
        with suppress(NotFound):
            await world.forget(*(one.id for one in gone if one.external_id == str(n - 3)))
    entities = await world.entities()
    if n % 11 == 10 and "Yoga" in entities:
        verb = RulingVerb.PIN if n % 2 else RulingVerb.UNPIN
        await world.rule(verb, entities["Yoga"].id)
    if n == 20:
        await world.work()
        await world.rule_relation(RulingVerb.REJECT_RELATION, "Yoga", Predicate.EVOKES, "calm")


async def keep_working(world: World) -> None:
    while True:
        await world.work()
        await world.fade()
        await world.turn_pages()
        await asyncio.sleep(0.005)


async def open_world(folder: Path, *, new: bool = False) -> World:
    """The world in a folder, as late as the end of all steps."""
    clock = TurnedClock(after(1000))
    store = await SqliteStore.open(folder, clock=clock)
    if new:
        await add_profile(store)
    return World(store, clock, ScriptedReader())


async def live(folder: Path, first: int, acknowledged: int) -> None:
    """Do one step after the other from `first` on, while another task works them off."""
    world = await open_world(folder)
    working = asyncio.create_task(keep_working(world))
    for n in range(first, 1_000_000):
        await step(world, n)
        os.write(acknowledged, f"{n}\n".encode())
        await asyncio.sleep(0.01)
        if working.done():
            working.result()


async def undisturbed(folder: Path, n_steps: int) -> World:
    """A world in which the same steps were done in peace."""
    world = await open_world(folder, new=True)
    for n in range(n_steps):
        await step(world, n)
        await world.work()
    return world


def fork(folder: Path, first: int) -> tuple[int, int]:
    """Begin a round: its process id and where it acknowledges."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    os.close(reading)
    try:
        asyncio.run(live(folder, first, writing))
    except BaseException:  # noqa: BLE001 - shown, then the fork must not go on as its parent
        traceback.print_exc()
    finally:
        os._exit(1)


def drain(reading: int) -> list[int]:
    """All that was acknowledged; waits for the end of the pipe."""
    with os.fdopen(reading, "rb") as pipe:
        return [int(line) for line in pipe.read().decode().split()]


def main() -> NoReturn:
    """Kill round after round."""
    folder, n_rounds, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    dice = random.Random(seed)
    n_done = 0
    for _ in range(n_rounds):
        child, reading = fork(folder, n_done)
        # A round begins to count with its first step; killed any time after that, or
        # even before it, while the store is opened.
        if dice.random() < 0.8:
            select.select([reading], [], [], 10)
        time.sleep(dice.random() * LONGEST_SECONDS)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            sys.exit(f"a round ended by itself: {status}")
        for n in drain(reading):
            if n != n_done:
                sys.exit(f"step {n} was acknowledged after step {n_done - 1}")
            n_done += 1
        os.write(sys.stdout.fileno(), f"{n_done}\n".encode())
    sys.exit(0)


if __name__ == "__main__":
    main()
