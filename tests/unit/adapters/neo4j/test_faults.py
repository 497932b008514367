"""What a server or a driver says, as a sentence with a remedy."""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from neo4j.exceptions import (
    ConfigurationError,
    ConnectionAcquisitionTimeoutError,
    IncompleteCommit,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
    UnsupportedServerProduct,
)

from graph_aria.adapters.neo4j import Address, Neo4jStore
from graph_aria.adapters.neo4j.engine import Work
from graph_aria.adapters.neo4j.faults import translated
from graph_aria.adapters.neo4j.profiles import Neo4jProfiles
from graph_aria.adapters.neo4j.record import Neo4jRecord
from graph_aria.domain.views import Token
from graph_aria.errors import (
    AriaError,
    InvalidSetting,
    OutcomeUnknown,
    StoreBusy,
    StoreReadOnly,
    StoreRefused,
    StoreTooOld,
    StoreUnreachable,
)
from tests.contract.samples import BEGIN, FixedClock, entry, profile

URI = "neo4j://graph.example.org:7687"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("Unauthorized", "refuses the user or the password"),
        ("CredentialsExpired", "ALTER CURRENT USER SET PASSWORD"),
        ("AuthenticationRateLimit", "wait some seconds"),
        ("Forbidden", "has no right"),
    ],
)
def test_each_refusal_has_its_own_sentence(code: str, said: str) -> None:
    error = Neo4jError._hydrate_neo4j(code=f"Neo.ClientError.Security.{code}", message="no")
    ours = translated(error, URI)
    assert type(ours) is StoreRefused
    assert said in ours.message
    assert URI in ours.message
    assert "ARIA_NEO4J_" in ours.message


@pytest.mark.parametrize(
    ("error", "kind", "said"),
    [
        (UnsupportedServerProduct("speaks Bolt 3"), StoreTooOld, "5.26"),
        (ConnectionAcquisitionTimeoutError("pool"), StoreBusy, "ARIA_NEO4J_POOL_SIZE"),
        (IncompleteCommit("connection"), OutcomeUnknown, "may be stored"),
        (ServiceUnavailable("away"), StoreUnreachable, "Nothing was stored"),
        (SessionExpired("away"), StoreUnreachable, "Nothing was stored"),
        (ConfigurationError(f"{URI} hunter2"), InvalidSetting, "is no address of a Neo4j"),
    ],
)
def test_what_the_driver_fails_with_is_told(
    error: Exception, kind: type[AriaError], said: str
) -> None:
    ours = translated(error, URI, writing=True)
    assert type(ours) is kind
    assert said in ours.message
    assert URI in ours.message
    assert "hunter2" not in ours.message


def test_only_a_transaction_that_was_to_write_says_that_nothing_was_stored() -> None:
    reading = translated(ServiceUnavailable("away"), URI)
    assert "stored" not in str(reading)
    assert "Nothing was stored" not in str(translated(IncompleteCommit("away"), URI, writing=True))


async def test_a_password_in_an_address_is_not_repeated() -> None:
    for uri in (
        "bolt://neo4j:hunter2@host:70000",
        "bolt://neo4j:hunter2@host",
        "ftp://a:hunter2@b",
    ):
        with pytest.raises(InvalidSetting) as refused:
            await Neo4jStore.open(Address(uri), clock=FixedClock())
        assert "hunter2" not in refused.value.message


@contextmanager
def _answering(answer: bytes, *, unasked: bool) -> Iterator[int]:
    """A port that answers every connection alike, whether or not it is asked first."""

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):
                if not unasked:
                    self.request.recv(20)
                self.request.sendall(answer)
                self.request.shutdown(socket.SHUT_WR)
                self.request.settimeout(2)
                self.request.recv(20)

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        block_on_close = False

    with Server(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join(10)


@pytest.mark.parametrize("scheme", ["bolt", "neo4j", "neo4j+ssc"])
@pytest.mark.parametrize(
    ("answer", "unasked", "kind"),
    [
        pytest.param(bytes(4), False, StoreTooOld, id="no version in common"),
        pytest.param(b"\0\0\0\1", False, StoreTooOld, id="first version of all"),
        pytest.param(b"SSH-2.0-9\r\n", True, StoreTooOld, id="ssh"),
        pytest.param(b"HTTP/1.1 400 No\r\n\r\n", False, StoreUnreachable, id="http"),
        pytest.param(b"\0", False, StoreUnreachable, id="too short"),
        pytest.param(b"", True, StoreUnreachable, id="not a word"),
    ],
)
async def test_what_speaks_no_bolt_of_today_is_told_in_one_line(
    answer: bytes, kind: type[AriaError], scheme: str, *, unasked: bool
) -> None:
    expected = StoreUnreachable if scheme == "neo4j+ssc" else kind
    with _answering(answer, unasked=unasked) as port:
        address = Address(
            f"{scheme}://127.0.0.1:{port}", connect_seconds=1, acquire_seconds=1, retry_seconds=0
        )
        with pytest.raises(expected) as refused:
            await Neo4jStore.open(address, clock=FixedClock())
    assert type(refused.value) is expected
    assert address.uri in refused.value.message
    assert "ARIA_STORE" in refused.value.message
    assert "\n" not in refused.value.message


class _Engine:
    """Stands in for the engine: its writes fail one after the other, its reads find a token."""

    def __init__(self, *failures: AriaError, found: object = None) -> None:
        self.failures = list(failures)
        self.found = found
        self.hash_key = b"key"
        self.clock = FixedClock()
        self.address = SimpleNamespace(uri=URI)

    async def read(self, _: Work[object]) -> object:
        return self.found

    async def write(self, _: Work[object]) -> object:
        raise self.failures.pop(0)


def _with(kind: Any, engine: _Engine) -> Any:
    made = kind()
    made._engine = engine
    return made


async def test_what_cannot_be_looked_for_stays_unknown() -> None:
    """The server is gone when the entry is looked for: still nobody knows about the first try."""
    engine = _Engine(OutcomeUnknown("first"), StoreUnreachable("Nothing was stored"))
    record = _with(Neo4jRecord, engine)
    with pytest.raises(OutcomeUnknown, match="first"):
        await record.save_entry(entry(profile()), job_id="job")
    assert engine.failures == []


async def test_an_entry_that_was_surely_not_stored_is_not_tried_again() -> None:
    engine = _Engine(StoreUnreachable("Nothing was stored"))
    with pytest.raises(StoreUnreachable, match="Nothing"):
        await _with(Neo4jRecord, engine).save_entry(entry(profile()), job_id="job")


@pytest.mark.parametrize("error", [StoreReadOnly, StoreUnreachable, OutcomeUnknown])
async def test_a_token_lets_in_while_its_use_cannot_be_noted(error: type[AriaError]) -> None:
    token = Token(id="t", profile_id="p", name="phone", created_at=BEGIN, read_only=True)
    for used in (None, BEGIN - timedelta(hours=2)):
        known = replace(token, last_used_at=used)
        profiles = _with(Neo4jProfiles, _Engine(error(), found=known))
        assert await profiles.find_token(b"hash", now=BEGIN) == known
