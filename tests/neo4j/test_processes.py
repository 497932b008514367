"""Three real services on one Neo4j: each thing is done once, whoever does it, whoever dies."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import cycle
from typing import Any

import pytest

from graph_aria.stages.schedule import DAILY, WEEKLY
from graph_aria.stages.work import LEASE
from tests.neo4j.services import Service, ask, eventually, running
from tests.servers import Neo4jUnderTest

pytestmark = pytest.mark.slow
N_SERVICES = 3
N_ENTRIES = 45
LONG = " ".join(f"On day {n} yoga with Priya helped, work made me anxious." for n in range(60))


@pytest.fixture(scope="module")
def services(
    neo4j_server: Neo4jUnderTest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Service]]:
    neo4j_server.empty()
    folder = tmp_path_factory.mktemp("services")
    made = [
        Service.on(neo4j_server.uri, neo4j_server.password, folder / f"{n}")
        for n in range(N_SERVICES)
    ]
    with running(*made):
        yield made


def _at_once(do: Callable[[int], Any], n: int) -> list[Any]:
    with ThreadPoolExecutor(n) as pool:
        return list(pool.map(do, range(n)))


def _settled(service: Service, profile: str) -> bool:
    params = {"state": "pending", "limit": "200"}
    return not service.get("/entries", profile=profile, params=params).json()["items"]


def _evidence(server: Neo4jUnderTest, profile: str, name: str) -> list[list[Any]]:
    """How many entities a name has, with how much evidence, from how many sources."""
    return ask(
        server.driver,
        "MATCH (e:Entity {profile_id: $profile, name: $name}) "
        "OPTIONAL MATCH (v:Evidence {profile_id: $profile, target_id: e.id}) "
        "RETURN count(DISTINCT e), count(v), count(DISTINCT v.source_id)",
        profile=profile,
        name=name,
    )


def test_each_entry_is_read_once_whichever_process_took_it(
    services: list[Service], neo4j_server: Neo4jUnderTest
) -> None:
    profile = services[0].add_profile("Maya")
    places = [service for _, service in zip(range(N_ENTRIES), cycle(services), strict=False)]

    def say(n: int) -> int:
        body = {"text": f"Day {n}: yoga helped, I was anxious.", "external_id": f"e{n}"}
        return places[n].post("/entries", body, profile=profile).status_code

    assert set(_at_once(say, N_ENTRIES)) == {201}
    eventually(lambda: _settled(services[1], profile))
    entries = services[2].everything("/entries", profile)
    assert len(entries) == N_ENTRIES
    assert {(entry["state"], entry["revision"]) for entry in entries} == {("read", 1)}
    jobs = [job for job in services[0].everything("/jobs", profile) if job["kind"] == "read"]
    assert {(job["state"], job["attempts"]) for job in jobs} == {("done", 1)}
    assert sorted(job["subject_id"] for job in jobs) == sorted(entry["id"] for entry in entries)
    assert _evidence(neo4j_server, profile, "Yoga") == [[1, N_ENTRIES, N_ENTRIES]]


def test_twenty_that_name_the_same_new_person_at_once_make_one(
    services: list[Service], neo4j_server: Neo4jUnderTest
) -> None:
    profile = services[0].add_profile("Tom")

    def say(n: int) -> int:
        body = {"text": "Lunch with my friend Priya."}
        service = services[n % N_SERVICES]
        return service.post("/entries?wait=read", body, profile=profile).status_code

    assert set(_at_once(say, 20)) <= {201, 202}
    eventually(lambda: _settled(services[0], profile))
    assert _evidence(neo4j_server, profile, "Priya") == [[1, 20, 20]]
    for service in services:
        found = service.get("/entities", profile=profile, params={"query": "Priya"}).json()["items"]
        assert [item["name"] for item in found] == ["Priya"]


def test_what_a_killed_service_held_is_its_own_again_at_once(
    services: list[Service], neo4j_server: Neo4jUnderTest
) -> None:
    killed, other = services[0], services[1]
    profile = other.add_profile("Ann")
    held = (
        "MATCH (p:Profile {id: $profile}) WHERE p.leased_until > datetime() "
        "RETURN p.leased_by = $holder"
    )

    def is_held() -> bool:
        values = {"profile": profile, "holder": killed.holder}
        return ask(neo4j_server.driver, held, **values) == [[True]]

    for attempt in range(5):
        for n in range(8):
            body = {"text": LONG, "external_id": f"{attempt}-{n}"}
            assert killed.post("/entries", body, profile=profile).status_code == 201
        while not is_held() and not _settled(other, profile):
            time.sleep(0.001)
        killed.kill()
        if is_held():
            break
        killed.start()  # it was done just then
    assert is_held()
    assert not _settled(other, profile)
    began = time.monotonic()
    killed.start()
    eventually(lambda: _settled(other, profile))
    assert time.monotonic() - began < LEASE / timedelta(seconds=1) / 2
    jobs = [job for job in other.everything("/jobs", profile) if job["kind"] == "read"]
    assert {job["state"] for job in jobs} == {"done"}
    entries = other.everything("/entries", profile)
    assert {entry["state"] for entry in entries} == {"read"}
    assert _evidence(neo4j_server, profile, "Priya") == [[1, len(entries), len(entries)]]


def test_the_pass_over_what_faded_was_queued_once(
    services: list[Service], neo4j_server: Neo4jUnderTest
) -> None:
    """All of them were begun, and one was begun again, on the same day."""
    profile = services[0].add_profile("Bea")
    for service in services[1:]:
        service.kill()
    for service in services[1:]:
        service.launch()
    for service in services[1:]:
        service.wait()
    slots = ask(
        neo4j_server.driver,
        "MATCH (j:Job) WHERE j.slot IS NOT NULL RETURN j.profile_id, j.kind, j.slot, j.attempts",
    )
    once = {tuple(slot[:3]) for slot in slots}
    assert len(once) == len(slots)
    kinds = {kind.value for kind in (*DAILY, *WEEKLY)}
    assert {slot[1] for slot in slots if slot[0] == profile} == kinds
    for service in services:
        assert service.lives
        assert "Traceback" not in service.log.read_text()
        assert neo4j_server.password not in service.log.read_text()
