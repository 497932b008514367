"""`POST /entries` by ten clients at once, against what it cannot do without.

That is: a route that does nothing, asked in the same way, and a bare durable insert into a
SQLite file with the same settings. Once with the reader idle, once while it reads.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import apsw

from bench.memory import long_entry
from bench.report import conclude, lemotif_texts, percentile, spread
from bench.service import Service, running

N_CLIENTS = 10
N_EACH = 40
IDLE_LIMIT = 2.0
READING_LIMIT = 4.0
PART = 0.95
BACKLOG = 40


async def one_client(address: str, requests: list[bytes]) -> list[float]:
    """Send requests one after the other on one connection; milliseconds of each."""
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    times = []
    for request in requests:
        began = time.perf_counter()
        writer.write(request)
        await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        status = int(head.split(b" ", 2)[1])
        length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
        await reader.readexactly(length)
        times.append((time.perf_counter() - began) * 1000)
        if status not in {200, 201, 202}:
            message = f"the service answered {status}"
            raise SystemExit(message)
    writer.close()
    return times


async def all_clients(address: str, make: Callable[[int], bytes]) -> list[float]:
    """Ten clients at once, forty requests each."""
    batches = [
        [make(client * N_EACH + number) for number in range(N_EACH)] for client in range(N_CLIENTS)
    ]
    done = await asyncio.gather(*(one_client(address, batch) for batch in batches))
    return [value for times in done for value in times]


def requests_of(
    service: Service, texts: list[str]
) -> tuple[Callable[[int], bytes], Callable[[int], bytes]]:
    """Makers of requests: one that does nothing, one that posts an entry."""
    host = service.address.removeprefix("http://")
    always = f"Host: {host}\r\nAuthorization: Bearer {service.token}\r\n"

    def nothing(_number: int) -> bytes:
        return f"GET /healthz HTTP/1.1\r\n{always}\r\n".encode()

    def post(number: int) -> bytes:
        body = json.dumps({"text": texts[number % len(texts)]}).encode()
        head = (
            f"POST /api/v1/entries HTTP/1.1\r\n{always}Content-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body

    return nothing, post


def bare_inserts(texts: list[str]) -> list[float]:
    """Milliseconds of inserts that are durable when they return, for ten clients at once.

    One connection in one thread makes them, one transaction each: the least that a
    program with one writer does.
    """
    with tempfile.TemporaryDirectory() as folder:
        connection = apsw.Connection(str(Path(folder) / "bare.db"))
        connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT)")
        writer = ThreadPoolExecutor(1)

        def insert(text: str) -> None:
            connection.execute("INSERT INTO entry (text) VALUES (?)", (text,))

        def client(first: int) -> list[float]:
            times = []
            for number in range(first, first + N_EACH):
                began = time.perf_counter()
                writer.submit(insert, texts[number % len(texts)]).result()
                times.append((time.perf_counter() - began) * 1000)
            return times

        with ThreadPoolExecutor(N_CLIENTS) as clients:
            done = list(clients.map(client, range(0, N_CLIENTS * N_EACH, N_EACH)))
        writer.submit(connection.close).result()
        writer.shutdown()
        return [value for times in done for value in times]


async def measure(service: Service, texts: list[str], *, reading: bool) -> float:
    """p95 of posting over the p95 of what it cannot do without."""
    nothing, post = requests_of(service, texts)
    await all_clients(service.address, nothing)
    empty = await all_clients(service.address, nothing)
    if reading:
        for _ in range(BACKLOG):
            await asyncio.to_thread(service.post_entry, long_entry(20_000))
    posted = await all_clients(service.address, post)
    bare = bare_inserts(texts)
    floor = percentile(empty, PART) + percentile(bare, PART)
    figure = percentile(posted, PART) / floor
    print(f"{'while it reads' if reading else 'reader idle'}, ms:")
    print(f"  a route that does nothing: {spread(empty)}, p95 {percentile(empty, PART):.2f}")
    print(f"  a bare durable insert:     {spread(bare)}, p95 {percentile(bare, PART):.2f}")
    print(f"  POST /entries:             {spread(posted)}, p95 {percentile(posted, PART):.2f}")
    print(f"  ratio of the p95s: {figure:.2f}")
    return figure


def main() -> None:
    """Measure both; the figure is the worse of the two, as part of its limit."""
    texts = lemotif_texts(N_CLIENTS * N_EACH, name="accept")
    with running(sys.executable, "-m", "bench.accept_idle") as service:
        idle = asyncio.run(measure(service, texts, reading=False))
    with running() as service:
        reading = asyncio.run(measure(service, texts, reading=True))
    print(f"idle {idle:.2f} of {IDLE_LIMIT:g}, while it reads {reading:.2f} of {READING_LIMIT:g}")
    conclude("accept", max(idle / IDLE_LIMIT, reading / READING_LIMIT), 1.0)


if __name__ == "__main__":
    main()
