"""What cannot be opened is told in one line with a remedy, and nothing is half written."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import structlog
from neo4j import GraphDatabase

from graph_aria import bootstrap
from graph_aria.adapters.neo4j import Address, Neo4jStore, opening
from graph_aria.domain.copies import CopyMark, Part, RowKind
from graph_aria.errors import (
    AriaError,
    Conflict,
    CopyUnfinished,
    InvalidSetting,
    StoreCorrupt,
    StoreNewer,
    StoreReadOnly,
    StoreRefused,
    StoreTooOld,
    StoreUnknown,
    StoreUnreachable,
)
from tests.api.harness import StubReader
from tests.contract.samples import FixedClock, tell_story
from tests.e2e.terminal import Done, Pipe, Terminal
from tests.neo4j.services import Service, eventually
from tests.servers import Neo4jUnderTest, StartNeo4j
from tools.neo4j_server import Neo4jServer

SECRET = "sesame-opens-this"
READ_ONLY = "server.databases.read_only"
COMMANDS = (("themes",), ("log", "Yoga."), ("serve", "--port", "0"), ("doctor",))
Shape = tuple[int, int, list[str]]


@pytest.fixture
def terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Terminal]:
    for key in [key for key in os.environ if key.startswith("ARIA_")]:
        monkeypatch.delenv(key)
    monkeypatch.setenv("ARIA_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("ARIA_KEYRING", "false")
    monkeypatch.setenv("COLUMNS", "400")
    monkeypatch.setattr(bootstrap, "ReaderProcess", StubReader)
    monkeypatch.setattr("sys.stdin", Pipe(b""))
    yield Terminal(capsys)
    structlog.reset_defaults()  # a command logs to its own standard error, which is closed now


@dataclass
class Refusing:
    """Has a server asked in every way, each of which must be refused alike."""

    terminal: Terminal
    patch: pytest.MonkeyPatch

    def check(
        self,
        address: Address,
        error: type[AriaError],
        *said: str,
        code: int = 5,
        by_store: bool = True,
    ) -> None:
        """See that all refuse, in one line that says these words and no password."""
        if by_store:
            message = self._open(address, error)
            self._is_clear(message, address, said)
        self.tell(address)
        for command in COMMANDS:
            self._command(command, address, said, code)

    def tell(self, address: Address) -> None:
        """Have commands use an address."""
        for key, value in self._variables(address).items():
            self.patch.setenv(key, value)

    def _open(self, address: Address, error: type[AriaError]) -> str:
        async def opened() -> None:
            store = await Neo4jStore.open(address, clock=FixedClock())
            await store.close()

        with pytest.raises(error) as refused:
            asyncio.run(opened())
        assert type(refused.value) is error
        return refused.value.message

    def _command(
        self, command: tuple[str, ...], address: Address, said: tuple[str, ...], code: int
    ) -> None:
        done: Done = self.terminal(*command)
        if command == ("doctor",) and code != 2:
            assert done.code == 1, done
            (line,) = [line for line in done.out.splitlines() if "broken" in line]
            assert done.err == "", done.err
        else:
            assert (done.code, done.out) == (code, ""), done
            lines = [line for line in done.err.splitlines() if not line.startswith("{")]
            assert len(lines) == 1, done.err
            (line,) = lines
        self._is_clear(line, address, said)
        assert (address.password or SECRET) not in done.err + done.out

    def _is_clear(self, line: str, address: Address, said: tuple[str, ...]) -> None:
        for word in (address.uri, *said):
            assert word in line, line
        assert (address.password or SECRET) not in line
        assert "Traceback" not in line

    def _variables(self, address: Address) -> dict[str, str]:
        return {
            "ARIA_STORE": address.uri,
            "ARIA_NEO4J_USER": address.user,
            "ARIA_NEO4J_PASSWORD": address.password or "",
            "ARIA_NEO4J_DATABASE": address.database,
            "ARIA_NEO4J_CONNECT_SECONDS": str(address.connect_seconds),
            "ARIA_NEO4J_ACQUIRE_SECONDS": str(address.acquire_seconds),
            "ARIA_NEO4J_RETRY_SECONDS": str(address.retry_seconds),
        }


@pytest.fixture
def refusing(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> Refusing:
    return Refusing(terminal, monkeypatch)


def _address(server: Neo4jUnderTest, **changes: Any) -> Address:
    # Whoever is to be refused need not be tried for long.
    found = Address(server.uri, server.user, server.password, server.database, retry_seconds=0.2)
    return replace(found, **changes)


def _shape(server: Neo4jUnderTest) -> Shape:
    """How much there is: nodes, relationships, and what is known of the schema."""
    nodes = server.driver.execute_query("MATCH (n) RETURN count(n) AS n").records[0]["n"]
    ties = server.driver.execute_query("MATCH ()-[r]->() RETURN count(r) AS n").records[0]["n"]
    schema = [
        record["name"]
        for query in ("SHOW CONSTRAINTS YIELD name", "SHOW INDEXES YIELD name")
        for record in server.driver.execute_query(query).records
    ]
    return nodes, ties, sorted(schema)


@pytest.fixture
def lived(neo4j: Neo4jUnderTest) -> Neo4jUnderTest:
    """The server of the run with a life in it."""

    async def live() -> None:
        store = await Neo4jStore.open(_address(neo4j), clock=FixedClock())
        await tell_story(store)
        await store.close()

    asyncio.run(live())
    return neo4j


def test_a_user_that_is_not_known_is_refused(lived: Neo4jUnderTest, refusing: Refusing) -> None:
    before = _shape(lived)
    # Not a wrong password of the user of the run: after three of those nobody is let in.
    address = _address(lived, user="nobody", password=SECRET)
    refusing.check(address, StoreRefused, "ARIA_NEO4J_USER", "ARIA_NEO4J_PASSWORD")
    assert _shape(lived) == before


def test_without_any_password_it_is_refused(lived: Neo4jUnderTest, refusing: Refusing) -> None:
    address = _address(lived, password=None)
    refusing.check(address, StoreRefused, "ARIA_NEO4J_PASSWORD")


def test_a_database_that_is_not_there_is_told(lived: Neo4jUnderTest, refusing: Refusing) -> None:
    before = _shape(lived)
    address = _address(lived, database="elsewhere")
    refusing.check(address, StoreUnknown, "ARIA_NEO4J_DATABASE")
    assert _shape(lived) == before


@pytest.mark.parametrize("uri", ["bolt://127.0.0.1:1", "neo4j://127.0.0.1:1"])
def test_a_port_that_nobody_listens_on_is_told(
    neo4j_server: Neo4jUnderTest, refusing: Refusing, uri: str
) -> None:
    refusing.check(
        _address(neo4j_server, uri=uri, password=SECRET), StoreUnreachable, "start it", "ARIA_STORE"
    )


def test_a_host_that_is_not_known_is_told(neo4j_server: Neo4jUnderTest, refusing: Refusing) -> None:
    address = _address(neo4j_server, uri="bolt://nowhere.invalid:7687", password=SECRET)
    refusing.check(address, StoreUnreachable, "ARIA_STORE")


def test_what_is_no_neo4j_is_told(neo4j_server: Neo4jUnderTest, refusing: Refusing) -> None:
    """A port that answers with something else, and one that never says a word."""
    if neo4j_server.browser is not None:
        port = neo4j_server.browser.split("/")[2]
        address = _address(neo4j_server, uri=f"bolt://{port}", password=SECRET)
        refusing.check(address, StoreUnreachable, "ARIA_STORE")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = _address(
            neo4j_server,
            uri=f"bolt://127.0.0.1:{silent.getsockname()[1]}",
            password=SECRET,
            connect_seconds=0.5,
            acquire_seconds=0.5,
        )
        began = time.monotonic()
        refusing.check(address, StoreUnreachable)
        assert time.monotonic() - began < 30


@pytest.mark.parametrize(
    ("uri", "by_store"),
    [
        ("http://127.0.0.1:7474", False),
        ("bolt://", False),
        ("bolt://127.0.0.1:many", True),
        ("bolt://127.0.0.1:70000", True),
        ("nonsense", True),
    ],
)
def test_what_is_no_address_is_told(
    neo4j_server: Neo4jUnderTest, refusing: Refusing, uri: str, *, by_store: bool
) -> None:
    address = _address(neo4j_server, uri=uri, password=SECRET)
    refusing.check(address, InvalidSetting, code=2, by_store=by_store)


def test_a_release_that_is_too_old_is_left_alone(
    neo4j: Neo4jUnderTest, refusing: Refusing, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def old(_: object) -> tuple[str, str]:
        return "5.25.1", "community"

    before = _shape(neo4j)
    monkeypatch.setattr(opening, "read_server", old)
    refusing.check(_address(neo4j), StoreTooOld, "5.25.1", "5.26 or newer")
    assert _shape(neo4j) == before


@pytest.mark.parametrize(
    ("version", "is_old"),
    [
        ("4.4.40", True),
        ("5.9.0", True),
        ("5.25.99", True),
        ("5.26.0", False),
        ("5.26-aura", False),
        ("5.27.0", False),
        ("2025.01.0", False),
        ("2026.09.0", False),
        ("0", True),
    ],
)
def test_releases_are_told_apart(version: str, *, is_old: bool) -> None:
    if is_old:
        with pytest.raises(StoreTooOld):
            opening._refuse_old((version, "enterprise"), "bolt://somewhere")
    else:
        opening._refuse_old((version, "enterprise"), "bolt://somewhere")


def test_a_store_from_a_newer_version_is_left_alone(
    lived: Neo4jUnderTest, refusing: Refusing
) -> None:
    lived.driver.execute_query("CREATE (:Migration {number: 99, name: 'later', sha256: 'abc'})")
    try:
        before = _shape(lived)
        refusing.check(_address(lived), StoreNewer, "upgrade graph-aria")
        assert _shape(lived) == before
    finally:
        lived.driver.execute_query("MATCH (m:Migration {number: 99}) DELETE m")


def test_a_store_whose_schema_others_made_is_left_alone(
    lived: Neo4jUnderTest, refusing: Refusing
) -> None:
    changed = "MATCH (m:Migration {number: 1}) SET m.kept = m.sha256, m.sha256 = 'abc'"
    lived.driver.execute_query(changed)
    try:
        before = _shape(lived)
        refusing.check(
            _address(lived), StoreCorrupt, "tep 1 of the schema", "the version that made it"
        )
        assert _shape(lived) == before
    finally:
        lived.driver.execute_query(
            "MATCH (m:Migration {number: 1}) SET m.sha256 = m.kept REMOVE m.kept"
        )


def test_a_database_of_something_else_is_left_alone(
    lived: Neo4jUnderTest, refusing: Refusing
) -> None:
    lived.empty()
    # As it is before graph-aria ever came, but for the indexes.
    steps = lived.driver.execute_query(
        "MATCH (m:Migration) WITH m, properties(m) AS kept DELETE m RETURN kept"
    )
    # Others have profiles and stores, too.
    lived.driver.execute_query(
        "CREATE (:Film {title: 'Alien'})<-[:SAW]-(:Profile:Person {id: 'ann', name: 'Ann'}), "
        "(:Store {name: 'Video rental'})"
    )
    try:
        before = _shape(lived)
        refusing.check(_address(lived), Conflict, "something else", "ARIA_NEO4J_DATABASE", code=4)
        assert _shape(lived) == before
    finally:
        lived.driver.execute_query(
            "UNWIND $steps AS step CREATE (m:Migration) SET m = step",
            steps=[record["kept"] for record in steps.records],
        )


def test_a_store_that_was_not_copied_whole_is_left_alone(
    neo4j: Neo4jUnderTest, refusing: Refusing
) -> None:
    async def begin() -> None:
        store = await Neo4jStore.open(_address(neo4j), clock=FixedClock(), copying=True)
        await store.begin_copy(CopyMark("another store", Part(RowKind.STORE)))
        await store.close()

    asyncio.run(begin())
    before = _shape(neo4j)
    refusing.check(_address(neo4j), CopyUnfinished, "aria copy")
    assert _shape(neo4j) == before


def test_a_database_that_cannot_be_written_is_told_and_one_that_starts_is_waited_for(
    start_neo4j: StartNeo4j, refusing: Refusing, tmp_path: Path
) -> None:
    server = start_neo4j()
    address = Address(server.uri, *server.auth, retry_seconds=0.2)
    with GraphDatabase.driver(server.uri, auth=server.auth) as driver:
        here = Neo4jUnderTest(server.uri, server.password, driver)

        server.kill()
        server.settings["server.databases.read_only"] = "neo4j"
        server.start()
        before = _shape(here)
        refusing.check(address, StoreReadOnly, READ_ONLY)
        # After some wrong passwords a server lets nobody in for seconds, and says so otherwise.
        refusing.check(replace(address, password=SECRET), StoreRefused, "ARIA_NEO4J_PASSWORD")
        assert _shape(here) == before

        server.kill()
        del server.settings["server.databases.read_only"]
        _opened_while_it_starts(server, address, refusing)
        # Does what is outstanding, so that the process has held the profile.
        assert refusing.terminal("themes", "--profile", "Ann").code == 0

        server.stop()  # what was killed is to be recovered, which needs to write
        server.settings["server.databases.read_only"] = "neo4j"
        server.start()
        before = _shape(here)
        _looked_at_only(address, refusing, tmp_path)
        assert _shape(here) == before


def _looked_at_only(address: Address, refusing: Refusing, tmp_path: Path) -> None:
    """A life that cannot be written to can be looked at; what would be stored is refused."""
    refusing.tell(address)
    looked = refusing.terminal("themes", "--profile", "Ann")
    assert (looked.code, looked.err) == (0, "")
    for command in (("log", "Yoga."), ("profile", "add", "Bea")):
        done = refusing.terminal(*command, "--profile", "Ann")
        assert (done.code, done.out) == (5, "")
        (line,) = done.err.splitlines()
        assert address.uri in line
        assert READ_ONLY in line
    examined = refusing.terminal("doctor")
    assert examined.code == 1
    assert "store_read_only" in examined.out

    service = Service.on(address.uri, address.password or "", tmp_path / "serving")
    try:
        service.launch()
        service.wait(ready=False)
        eventually(lambda: "worker" in service.problems())
        assert service.problems()["worker"] == "store_read_only"
        assert service.get("/profiles").status_code == 200
        refused = service.post("/profiles", {"name": "Bea", "zone": "UTC"})
        assert (refused.status_code, refused.json()["code"]) == (503, "store_read_only")
    finally:
        service.stop()


def _opened_while_it_starts(server: Neo4jServer, address: Address, refusing: Refusing) -> None:
    """Try again and again until it is up; before, each time the same refusal."""

    async def opened() -> None:
        store = await Neo4jStore.open(address, clock=FixedClock())
        await tell_story(store)
        await store.close()

    refusing.tell(address)
    server.launch()
    told: list[str] = []
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline:
        try:
            asyncio.run(opened())
        except StoreUnreachable as error:
            told.append(error.message)
        else:
            break
        done = refusing.terminal("themes")
        assert done.code in {0, 5}
        if done.code:
            assert address.uri in done.err
            assert len(done.err.splitlines()) == 1
    server.wait()
    assert told
    assert all(address.uri in message for message in told)
