"""Faults to survive: kills, a full disk, a store from the future, clocks and time zones."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import apsw
import pytest

from graph_aria import bootstrap
from graph_aria.errors import DiskFull
from graph_aria.stages.schedule import DAILY, WEEKLY, schedule
from tests.api.harness import Api, SetClock, StubReader, problem_of
from tests.e2e import kill_rounds
from tests.e2e.terminal import environment

N_ROUNDS = 20


@pytest.fixture(autouse=True)
def _stub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "ReaderProcess", StubReader)


def _graph(api: Api) -> list[Any]:
    """Names and standing of everything, without ids: these differ from run to run."""
    entities = api.get("/entities?limit=200").json()["items"]
    relations = api.get("/relations?limit=200").json()["items"]
    return sorted(
        (
            item.get("sentence") or item["name"],
            item["fades_at"],
            item["first_on"],
            item["last_on"],
            item["n_days"],
        )
        for item in (*entities, *relations)
    )


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_killed_at_any_moment_it_loses_nothing_and_does_nothing_twice(tmp_path: Path) -> None:
    killed, undisturbed = tmp_path / "killed", tmp_path / "undisturbed"
    with Api(killed) as api:
        api.add_profile("Maya", zone="UTC")

    done = subprocess.run(
        [sys.executable, kill_rounds.__file__, str(killed / "data"), "7", str(N_ROUNDS)],
        env=environment(killed / "data", PYTHONPATH=str(Path(__file__).parents[2])),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    accepted = [int(line) for line in done.stdout.split()]
    assert len(accepted) > N_ROUNDS
    later = datetime.now(UTC) + timedelta(hours=1)
    with Api(killed, clock=SetClock(later)) as api:
        entries = _all(api, "/entries")
        assert {entry["state"] for entry in entries} == {"read"}
        assert {job["state"] for job in _all(api, "/jobs")} == {"done"}
        graph = _graph(api)
    stored = sorted(int(entry["external_id"].removeprefix("e")) for entry in entries)
    # One more than was accepted, if the last kill came after a commit and before the answer.
    assert stored == list(range(len(stored)))
    assert len(stored) - 1 - max(accepted) in {0, 1}
    with Api(undisturbed, clock=SetClock(later)) as api:
        api.add_profile("Maya", zone="UTC")
        for n in stored:
            at = kill_rounds.FIRST + timedelta(hours=7 * n)
            api.post("/entries", {"text": kill_rounds.text_of(n), "occurred_at": at.isoformat()})
        api.settle()
        assert _graph(api) == graph


def _all(api: Api, path: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    page: dict[str, Any] = {"next_cursor": ""}
    while page["next_cursor"] is not None:
        at = {"cursor": page["next_cursor"]} if page["next_cursor"] else {}
        page = api.get(path, params={"limit": 200, **at}).json()
        items += page["items"]
    return items


def test_what_a_dead_process_had_leased_is_done_at_the_next_start(tmp_path: Path) -> None:
    with Api(tmp_path) as api:
        api.add_profile("Maya")
        store, now = api.opened.store, api.clock.at

        async def lease_and_die() -> None:
            await store.lease_jobs(now=now, until=now + timedelta(hours=9), limit=1)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("graph_aria.server.Worker.do_round", _nothing)
            api.post("/entries", {"text": "Yoga."})
            api.run(lease_and_die())

    with Api(tmp_path) as api:
        assert api.entity("Yoga")["active"] is True


async def _nothing(_: object) -> int:
    return 0


def test_a_full_disk_is_told_with_507_and_stores_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Api(tmp_path) as api:
        api.add_profile("Maya")

        async def full(*_: object, **__: object) -> None:
            raise DiskFull

        with monkeypatch.context() as patch:
            patch.setattr(type(api.opened.store), "save_entry", full)
            problem = problem_of(api.post("/entries", {"text": "Yoga."}), 507)

        assert "room" in problem["detail"]
        assert api.get("/entries").json()["items"] == []
        assert api.post("/entries", {"text": "Yoga."}).status_code == 201


@pytest.mark.parametrize("path", ["/readyz", "/metrics", "/api/v1/entries"])
def test_a_store_that_fails_is_told_with_503(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    from graph_aria.errors import StoreUnreadable  # noqa: PLC0415

    async def failing(*_: object, **__: object) -> None:
        raise StoreUnreadable

    with Api(tmp_path) as api:
        api.add_profile("Maya")
        with monkeypatch.context() as patch:
            patch.setattr(type(api.opened.store), "count_jobs", failing)
            patch.setattr(type(api.opened.store), "list_entries", failing)
            assert api.get(path).status_code == 503


def _aria(folder: Path, arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> str:
    from graph_aria.cli.main import run  # noqa: PLC0415

    capsys.readouterr()
    with pytest.MonkeyPatch.context() as patch:
        for key, value in environment(folder).items():
            patch.setenv(key, value)
        code = run(arguments)
    printed = capsys.readouterr()
    assert (code, printed.out) == (5, "")
    assert "Traceback" not in printed.err
    return printed.err


def test_a_store_from_a_newer_version_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Api(tmp_path) as api:
        api.add_profile("Maya")
    store = tmp_path / "data" / "aria.db"
    db = apsw.Connection(str(store))
    db.pragma("user_version", 999)
    db.close()
    before = store.read_bytes()

    told = _aria(tmp_path / "data", ["log", "Yoga."], capsys)

    assert "upgrade graph-aria" in told
    assert store.read_bytes() == before


def test_a_damaged_store_is_told_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Api(tmp_path) as api:
        api.add_profile("Maya")
    (tmp_path / "data" / "aria.db").write_bytes(b"SQLite format 3\x00" + b"garbage" * 3000)

    assert "aria restore" in _aria(tmp_path / "data", ["entry", "list"], capsys)


def test_the_days_jobs_are_queued_once_in_a_gap_and_an_overlap_of_the_clock(
    tmp_path: Path,
) -> None:
    """Athens puts its clocks forward at 03:00 on 29 March and back at 04:00 on 25 October."""
    for night, due in (
        (datetime(2026, 3, 28, 22, tzinfo=UTC), datetime(2026, 3, 29, 1, 0, tzinfo=UTC)),
        (datetime(2026, 10, 24, 22, tzinfo=UTC), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
    ):
        with Api(tmp_path / str(night.month), clock=SetClock(night - timedelta(days=3))) as api:
            api.add_profile("Maya", zone="Europe/Athens")
            opened = api.opened

            def tick(services: bootstrap.Services = opened) -> Any:
                return schedule(services.store, services.clock, services.ids)

            api.clock.at = night
            # One more looks once for what was read before there were rules of care.
            assert api.run(tick()) == len(DAILY) + len(WEEKLY) + 1
            queued_at = []
            while api.clock.at < night + timedelta(hours=8):
                if api.run(tick()):
                    queued_at.append(api.clock.at)
                api.clock.at += timedelta(minutes=5)
            assert queued_at == [due]


def test_a_clock_set_back_a_day_lets_nothing_come_back_and_nothing_grow(tmp_path: Path) -> None:
    with Api(tmp_path) as api:
        api.add_profile("Maya")
        api.say("Yoga.")
        api.clock.at += timedelta(days=5, hours=19)
        api.say("Work.")  # the mark moves on to where yoga has faded
        assert api.entity("Yoga")["active"] is False

        api.clock.at -= timedelta(days=1)

        assert api.entity("Yoga")["active"] is False
        api.say("Priya.")
        weights = [item["weight"] for item in api.get("/entities").json()["items"]]
        assert all(1 <= weight <= 10 for weight in weights)
        assert api.entity("Priya")["active"] is True
