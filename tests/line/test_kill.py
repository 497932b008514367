"""Killed at any moment, again and again, the line loses nothing and does nothing twice."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from graph_aria.domain.records import EntryState
from tests.line.kill_loop import open_world, step, undisturbed

ROUNDS = 20
SEED = int(os.environ.get("KILL_SEED", "3"))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs fork and SIGKILL")
async def test_a_life_that_is_killed_again_and_again_is_the_life_that_was_lived(
    tmp_path: Path,
) -> None:
    killed_in = tmp_path / "killed"
    await (await open_world(killed_in, new=True)).store.close()
    run = subprocess.run(  # noqa: ASYNC221 - nothing else is to be done meanwhile
        [sys.executable, "-m", "tests.line.kill_loop", str(killed_in), str(ROUNDS), str(SEED)],
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    progress = [int(line) for line in run.stdout.split()]
    n_done = progress[-1]
    assert len(progress) == ROUNDS
    assert n_done > 2 * ROUNDS

    killed = await open_world(killed_in)
    lived = await undisturbed(tmp_path / "undisturbed", n_done + 1)
    try:
        report = await killed.store.check()
        assert report.problems == ()
        # The step that was under way may be there in part; done again it is whole.

        await step(killed, n_done)
        for world in (killed, lived):
            await world.work()
            await world.fade()
            await world.turn_pages()
        entries = (await killed.store.list_entries(killed.profile_id, limit=500)).items
        others = (await lived.store.list_entries(lived.profile_id, limit=500)).items
        assert sorted((e.external_id, e.text, e.revision) for e in entries) == sorted(
            (e.external_id, e.text, e.revision) for e in others
        )
        assert {entry.state for entry in entries} == {EntryState.READ}
        for world in (killed, lived):
            before = await world.tables()
            await world.rebuild()
            assert await world.tables() == before, world
        told, expected = await killed.story(), await lived.story()
        for part, rows in expected.items():
            assert told[part] == rows, part
        assert {job.state for job in await killed.jobs()} == {"done"}
    finally:
        await killed.store.close()
        await lived.store.close()
