"""The reader's process: starts, reads, fails, starts again, and never outlives the service."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psutil
import pytest

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.reading import ReadRequest
from graph_aria.errors import ReaderFailed

if TYPE_CHECKING:
    from graph_aria.adapters.language.pipeline import SpacyReader

REQUEST: Final = ReadRequest("My sister Nora called. I was so happy.", date(2026, 11, 25))


@pytest.fixture
async def process() -> AsyncIterator[ReaderProcess]:
    async with ReaderProcess() as started:
        yield started


def _pid(process: ReaderProcess) -> int:
    assert process.process_id is not None
    return process.process_id


async def test_reads_what_the_reader_reads(process: ReaderProcess, reader: SpacyReader) -> None:
    assert await process.read_batch([REQUEST]) == reader.read_batch([REQUEST])
    assert process.reader_id == reader.reader_id
    assert process.degraded is None
    assert await process.read_batch([]) == []


async def test_calls_at_once_get_their_own_answers(process: ReaderProcess) -> None:
    texts = [f"I met Sam on day {n}. " * n for n in range(1, 6)]
    answers = await asyncio.gather(
        *(process.read_batch([ReadRequest(text, REQUEST.said_on)]) for text in texts)
    )
    counts = [sum(one.name == "Sam" for one in answer[0].mentions) for answer in answers]
    assert counts == [1, 2, 3, 4, 5]


async def test_a_killed_child_fails_once_and_is_started_again(process: ReaderProcess) -> None:
    before = _pid(process)
    reading = asyncio.create_task(
        process.read_batch([ReadRequest("I was anxious. " * 5_000, REQUEST.said_on)])
    )
    await asyncio.sleep(0.2)
    os.kill(before, signal.SIGKILL)
    with pytest.raises(ReaderFailed):
        await reading
    assert len(await process.read_batch([REQUEST])) == 1
    assert _pid(process) != before


async def test_a_child_that_died_idle_is_noticed(process: ReaderProcess) -> None:
    before = _pid(process)
    os.kill(before, signal.SIGKILL)
    psutil.Process(before).wait(5) if psutil.pid_exists(before) else None
    await asyncio.sleep(0.2)
    assert len(await process.read_batch([REQUEST])) == 1


async def test_a_child_that_hangs_is_stopped() -> None:
    async with ReaderProcess(batch_seconds=0.5, seconds_per_kb=0) as process:
        before = _pid(process)
        os.kill(before, signal.SIGSTOP)
        with pytest.raises(ReaderFailed, match="longer than"):
            await process.read_batch([REQUEST])
        assert not psutil.pid_exists(before)


async def test_a_cancelled_call_leaves_no_answer_behind(process: ReaderProcess) -> None:
    long = ReadRequest("I was anxious. " * 5_000, REQUEST.said_on)
    reading = asyncio.create_task(process.read_batch([long]))
    await asyncio.sleep(0.2)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    answer = await process.read_batch([REQUEST])
    assert answer[0].mentions[0].name in {"Nora", "Family"}


async def test_ctrl_c_is_for_the_service_to_answer(process: ReaderProcess) -> None:
    before = _pid(process)
    os.kill(before, signal.SIGINT)
    await process.read_batch([REQUEST])
    assert _pid(process) == before


async def test_a_model_that_is_missing_is_reported() -> None:
    async with ReaderProcess("no_such_model") as process:
        assert process.degraded is not None
        assert "no_such_model" in process.degraded


async def test_closing_ends_it_and_may_be_done_twice() -> None:
    process = ReaderProcess()
    await process.start()
    before = _pid(process)
    await process.close()
    await process.close()
    assert process.process_id is None
    assert not psutil.pid_exists(before)


async def test_the_child_stays_small(process: ReaderProcess) -> None:
    await process.read_batch([ReadRequest("I was anxious about Sam. " * 1_500, REQUEST.said_on)])
    assert psutil.Process(_pid(process)).memory_info().rss < 400 * 1024 * 1024


def test_the_service_does_not_load_spacy() -> None:
    code = "import sys, graph_aria.adapters.language.child; sys.exit('spacy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_child_ends_with_a_service_that_was_killed(tmp_path: Path) -> None:
    script = tmp_path / "service.py"
    script.write_text(
        textwrap.dedent(
            """
            import asyncio
            from graph_aria.adapters.language.child import ReaderProcess

            async def main():
                process = ReaderProcess()
                await process.start()
                print(process.process_id, flush=True)
                await asyncio.sleep(60)

            asyncio.run(main())
            """
        ),
        encoding="utf-8",
    )
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE) as service:
        assert service.stdout is not None
        child = int(service.stdout.readline())
        service.kill()
    deadline = time.monotonic() + 10
    while psutil.pid_exists(child) and time.monotonic() < deadline:
        if psutil.Process(child).status() == psutil.STATUS_ZOMBIE:
            break  # ended, and nobody is left to fetch it
        time.sleep(0.05)
    assert time.monotonic() < deadline


async def test_parses_what_the_reader_parses(process: ReaderProcess, reader: SpacyReader) -> None:
    texts = ["The user's sister Nora has two cats.", ""]
    assert await process.parse_sentences(texts) == reader.parse_sentences(texts)
    assert await process.parse_sentences([]) == []
