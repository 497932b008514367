"""`aria copy` as a person uses it, and what is left when it is killed."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.domain.copies import Tally, parts_of, tally
from graph_aria.stages.copy import copy
from tests.contract.samples import FixedClock, add_profile, apply, days_of, entity, said
from tests.contract.whole_lives import live, nothing
from tests.e2e.terminal import Terminal, environment
from tests.servers import Neo4jUnderTest

CLOCK = FixedClock()


async def _make(folder: Path, n_entities: int = 0) -> None:
    store = await SqliteStore.open(folder, clock=CLOCK)
    owner = await live(store)
    things = [entity(owner, f"thing {n}") for n in range(n_entities)]
    pieces = [piece for item in things for piece in said(item.id, 0, 1)]
    await apply(
        store,
        owner,
        save_entities=tuple(things),
        save_evidence=tuple(pieces),
        save_day_rows=tuple(row for piece in pieces for row in days_of(piece.target_id, [piece])),
    )
    await store.close()


async def _tallies(folder: Path) -> dict[str, Tally]:
    store = await SqliteStore.open(folder, clock=CLOCK)
    try:
        ids = [profile.id for profile in await store.list_profiles()]
        return {
            f"{part}": tally((await store.export(part, limit=10**6)).items)
            for part in parts_of(ids)
        }
    finally:
        await store.close()


def test_a_store_is_copied_and_works_as_before(
    told: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "new" / "folder"
    told.ok("token", "new", "phone")
    entries, chapter = told.json("entry", "list"), told.ok("chapter", "show").out

    done = told.ok("copy", "--from", "sqlite:", "--to", f"sqlite:{target}")

    assert "entries" in done.out
    assert "not equal" not in done.out
    assert "copying" in done.err
    assert "comparing" in done.err
    monkeypatch.setenv("ARIA_DATA_DIR", str(target))
    assert told.json("entry", "list") == entries
    assert told.ok("chapter", "show").out == chapter
    assert [item["name"] for item in told.json("token", "list")["items"]] == ["phone"]
    told.ok("log", "Yoga again.")


def test_what_was_copied_is_told_to_programs(told: Terminal, tmp_path: Path) -> None:
    done = told.ok("copy", "--from", "sqlite:", "--to", f"sqlite:{tmp_path / 'b'}", "--json")
    assert done.data["equal"]
    assert not done.data["resumed"]
    by_kind = {each["kind"]: each for each in done.data["kinds"]}
    assert by_kind["entries"]["n_rows"] == 1
    assert len(by_kind["entries"]["digest"]) == 32
    assert done.err == ""


@pytest.mark.parametrize(
    ("source", "target", "code", "said"),
    [
        ("sqlite:", "sqlite:", 2, "into itself"),
        ("sqlite:", "sqlite:{data}", 2, "into itself"),
        ("sqlite:{none}", "sqlite:{new}", 3, "no store"),
        ("journal.txt", "sqlite:{new}", 2, "is no store"),
        ("sqlite:", "ftp://host", 2, "is no store"),
    ],
)
def test_what_cannot_be_copied_is_refused_and_leaves_nothing(
    told: Terminal, tmp_path: Path, source: str, target: str, code: int, said: str
) -> None:
    names = {"data": tmp_path / "data", "none": tmp_path / "none", "new": tmp_path / "new"}
    done = told("copy", "--from", source.format(**names), "--to", target.format(**names))
    assert done.code == code
    assert said in done.err
    assert not (tmp_path / "none").exists()
    assert not (tmp_path / "new").exists()


def test_a_full_target_and_one_that_is_not_whole_are_refused(
    told: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full, torn = tmp_path / "full", tmp_path / "torn"

    class _Killed(Exception):
        pass

    def kill(_: object) -> None:
        raise _Killed

    async def prepare() -> None:
        store = await SqliteStore.open(full, clock=CLOCK)
        await add_profile(store)
        source = await SqliteStore.open(tmp_path / "data", clock=CLOCK)
        target = await SqliteStore.open(torn, clock=CLOCK)
        with pytest.raises(_Killed):
            await copy(source, target, tell=kill)
        for each in (store, source, target):
            await each.close()

    asyncio.run(prepare())
    done = told("copy", "--from", "sqlite:", "--to", f"sqlite:{full}")
    assert (done.code, "holds 1 profile already" in done.err) == (4, True)
    done = told("copy", "--from", f"sqlite:{torn}", "--to", f"sqlite:{tmp_path / 'third'}")
    assert (done.code, "broken off" in done.err) == (5, True)
    monkeypatch.setenv("ARIA_DATA_DIR", str(torn))
    done = told("log", "Anything.")
    assert (done.code, "go on with the same `aria copy`" in done.err) == (5, True)
    done = told("doctor")
    assert "broken off" in done.out
    monkeypatch.setenv("ARIA_DATA_DIR", str(tmp_path / "data"))
    done = told.ok("copy", "--from", "sqlite:", "--to", f"sqlite:{torn}", "--json")
    assert done.data["resumed"]


def test_an_encrypted_store_is_copied_with_its_passphrase(
    told: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARIA_PASSPHRASE", "four random words here")
    told.ok("encrypt")
    to = f"sqlite:{tmp_path / 'plain'}"
    monkeypatch.setenv("ARIA_PASSPHRASE", "some other words")
    assert told("copy", "--from", "sqlite:", "--to", to).code == 5
    monkeypatch.setenv("ARIA_PASSPHRASE", "four random words here")
    done = told.ok("copy", "--from", "sqlite:", "--to", to)
    assert "not encrypted" in done.err
    assert (tmp_path / "plain" / "aria.db").read_bytes().startswith(b"SQLite format 3")


def _copy_under_fire(
    source: str, target: str, begins: Callable[[], Callable[[int], bool]], **settings: str
) -> int:
    """Kill `aria copy` at random moments, then let it end; how often it was killed.

    Args:
        source, target: where from and where to.
        begins: called before each try; gives what tells whether that process copies yet.
        settings: further variables of its environment.
    """
    command = [sys.executable, "-m", "graph_aria.cli", "copy", "--json"]
    command += ["--from", source, "--to", target]
    chance = Random(4)
    n_killed = 0
    while True:
        begun = begins()
        process = subprocess.Popen(
            command,
            env=environment(Path("unused"), **settings),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        while n_killed < 8 and not begun(process.pid) and process.poll() is None:
            time.sleep(0.01)
        try:
            out, err = process.communicate(
                timeout=chance.uniform(0.0, 0.6) if n_killed < 8 else 300
            )
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            n_killed += 1
            continue
        # The last one may have been killed when all was done and nothing said yet.
        assert '"equal": true' in out or "holds 3 profiles" in err, err
        return n_killed


def _owned(folder: Path) -> Callable[[], Callable[[int], bool]]:
    """Whether a process owns a folder; looking at the lock itself would get in its way."""

    def is_owned(pid: int) -> bool:
        try:
            return f'"pid": {pid},' in (folder / "aria.owner").read_text("utf-8")
        except OSError:
            return False

    return lambda: is_owned


def _moved_on(server: Neo4jUnderTest) -> Callable[[], Callable[[int], bool]]:
    """Whether anything was copied since the process began."""

    def read() -> list[str]:
        query = "MATCH (s:Store) WHERE s.copying IS NOT NULL RETURN s.copying"
        return [record[0] for record in server.driver.execute_query(query).records]

    def begins() -> Callable[[int], bool]:
        before = read()
        return lambda _: read() != before

    return begins


@pytest.mark.slow
def test_a_copy_that_is_killed_again_and_again_ends_equal(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    asyncio.run(_make(source, 6_000))

    n_killed = _copy_under_fire(f"sqlite:{source}", f"sqlite:{target}", _owned(target))

    assert n_killed >= 3
    assert asyncio.run(_tallies(target)) == asyncio.run(_tallies(source))


@pytest.mark.slow
def test_a_copy_into_a_server_and_back_that_is_killed_ends_equal(
    tmp_path: Path, neo4j: Neo4jUnderTest
) -> None:
    source, back = tmp_path / "source", tmp_path / "back"
    asyncio.run(_make(source, 1_500))
    password = {"ARIA_NEO4J_PASSWORD": neo4j.password}

    n_killed = _copy_under_fire(f"sqlite:{source}", neo4j.uri, _moved_on(neo4j), **password)
    assert n_killed >= 3
    n_killed = _copy_under_fire(neo4j.uri, f"sqlite:{back}", _owned(back), **password)
    assert n_killed >= 1
    assert asyncio.run(_tallies(back)) == asyncio.run(_tallies(source))
    # What is only there to look at was drawn as well.
    drawn = neo4j.driver.execute_query(
        "RETURN COUNT { ()-[:MENTIONS]->() }, COUNT { ()-[:MERGED_INTO]->() },"
        " COUNT { ()-[:FEATURES]->() }, COUNT { ()-[:FOLLOWS]->() }"
    ).records[0]
    assert all(drawn.values()), drawn


async def test_a_copy_of_a_copy_is_the_same(tmp_path: Path) -> None:
    await _make(tmp_path / "a")
    for here, there in (("a", "b"), ("b", "c")):
        source = await SqliteStore.open(tmp_path / here, clock=CLOCK)
        target = await SqliteStore.open(tmp_path / there, clock=CLOCK)
        assert (await copy(source, target, tell=nothing)).equal
        await source.close()
        await target.close()
    assert await _tallies(tmp_path / "c") == await _tallies(tmp_path / "a")
