"""The server is stopped amid an import and started again: nothing lost, nothing doubled."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from neo4j import GraphDatabase

from tests.neo4j.services import PATIENCE, Service, ask, eventually, running
from tests.servers import StartNeo4j

CANARY = "quincunxes"
N_BEFORE, N_AFTER = 20, 40
DOWN_SECONDS = 10.0


@dataclass
class Importer:
    """Imports one entry after the other and tries again what was refused, as a client would."""

    service: Service
    profile: str
    n_sent: int = 0
    n_refused: int = 0
    statuses: set[int] = field(default_factory=set)
    failed: list[BaseException] = field(default_factory=list)

    def run(self) -> None:
        try:
            with httpx.Client(headers=self.service.headers, timeout=60) as http:
                # As long as nothing is refused the outage has not begun.
                n_left = N_AFTER
                while n_left:
                    if self.n_sent >= N_BEFORE:
                        time.sleep(0 if self.n_refused else 0.1)
                        n_left -= self.n_refused > 0
                    self._send(http, self.n_sent)
                    self.n_sent += 1
        except BaseException as error:  # noqa: BLE001 - raised again where the test waits
            self.failed.append(error)

    def _send(self, http: httpx.Client, n: int) -> None:
        body = {
            "text": f"Day {n}: yoga helped, work made me anxious. {CANARY}",
            "occurred_at": f"2026-01-{1 + n % 28:02}T{n % 24:02}:00:00Z",
            "origin": "test",
            "external_id": f"e{n}",
        }
        headers = {"X-Aria-Profile": self.profile, "Idempotency-Key": f"key-{n}"}
        while True:
            answer = http.post(f"{self.service.address}/api/v1/entries", json=body, headers=headers)
            self.statuses.add(answer.status_code)
            if answer.status_code in {200, 201}:
                return
            assert answer.status_code == 503, answer.text
            assert CANARY not in answer.text
            self.n_refused += 1
            time.sleep(0.5)


@dataclass
class Watcher:
    """Asks all the while whether the service lives."""

    service: Service
    n_asked: int = 0
    bad: list[str] = field(default_factory=list)
    ending: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        while not self.ending.wait(0.2):
            try:
                answer = httpx.get(f"{self.service.address}/healthz", timeout=20)
            except httpx.HTTPError as error:
                self.bad.append(repr(error))
            else:
                self.n_asked += 1
                if answer.status_code != 200:
                    self.bad.append(answer.text)


@pytest.mark.slow
def test_an_import_outlives_an_outage_of_the_server(
    start_neo4j: StartNeo4j, tmp_path: Path
) -> None:
    server = start_neo4j()
    service = Service.on(server.uri, server.password, tmp_path / "data")
    with running(service):
        profile = service.add_profile("Maya")
        importer, watcher = Importer(service, profile), Watcher(service)
        threads = [threading.Thread(target=each.run) for each in (importer, watcher)]
        for thread in threads:
            thread.start()
        try:
            eventually(lambda: importer.n_sent >= N_BEFORE or bool(importer.failed))
            server.stop()
            _told_while_it_is_away(service)
            server.start()
            eventually(lambda: not service.problems())
            eventually(lambda: _n_waiting(service, profile) == 0 and importer.n_sent > N_BEFORE)
            threads[0].join(PATIENCE)
        finally:
            watcher.ending.set()
            threads[1].join(PATIENCE)
        assert importer.failed == []
        assert not threads[0].is_alive()
        assert importer.n_refused
        assert (watcher.bad, watcher.n_asked > 50) == ([], True)
        assert service.lives

        # Read without anybody's doing, long before a lease would run out.
        eventually(lambda: _n_waiting(service, profile) == 0)
        entries = service.everything("/entries", profile)
        names = [f"e{n}" for n in range(importer.n_sent)]
        assert sorted(entry["external_id"] for entry in entries) == sorted(names)
        assert {(entry["state"], entry["revision"]) for entry in entries} == {("read", 1)}
        reading = [job for job in service.everything("/jobs", profile) if job["kind"] == "read"]
        assert sorted(job["subject_id"] for job in reading) == sorted(e["id"] for e in entries)
        assert {job["state"] for job in reading} == {"done"}
        with GraphDatabase.driver(server.uri, auth=server.auth) as driver:
            counted = ask(
                driver,
                "MATCH (e:Entity {name: 'Yoga'}) "
                "MATCH (v:Evidence {target_id: e.id}) "
                "RETURN count(DISTINCT e), count(v), count(DISTINCT v.source_id)",
            )
            assert counted == [[1, len(entries), len(entries)]]
    said = service.log.read_text()
    assert all(json.loads(line) for line in said.splitlines())
    assert "store_unreachable" in said
    for secret in (CANARY, "yoga helped", server.password):
        assert secret not in said


def _told_while_it_is_away(service: Service) -> None:
    """Ten seconds in which the service says, at once, what is wrong."""
    away_until = time.monotonic() + DOWN_SECONDS
    while time.monotonic() < away_until:
        began = time.monotonic()
        answer = httpx.get(f"{service.address}/readyz", timeout=20)
        assert time.monotonic() - began < 10
        assert answer.status_code == 503
        assert answer.json()["problems"]["store"] == "store_unreachable"
        assert service.lives


def _n_waiting(service: Service, profile: str) -> int:
    answer = service.get("/entries", profile=profile, params={"state": "pending", "limit": 200})
    return len(answer.json()["items"]) if answer.status_code == 200 else -1
