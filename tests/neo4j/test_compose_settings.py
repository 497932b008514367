"""A real server takes what compose.yaml sets, under the names that its image makes of it."""

from __future__ import annotations

import importlib
from pathlib import Path

import httpx
import pytest
from neo4j import GraphDatabase

from tests.servers import StartNeo4j

ROOT = Path(__file__).parents[2]
_OF_THE_IMAGE = {"NEO4J_AUTH"}


def _settings() -> dict[str, str]:
    text = (ROOT / "compose.yaml").read_text("utf-8")
    compose = importlib.import_module("yaml").safe_load(text)
    environment = compose["services"]["neo4j"]["environment"]
    # As the image does: one underscore is a point, two are one.
    return {
        name.removeprefix("NEO4J_").replace("_", ".").replace("..", "_"): str(value)
        for name, value in environment.items()
        if name not in _OF_THE_IMAGE
    }


@pytest.mark.slow
def test_the_server_starts_with_the_settings_of_the_compose_file(
    start_neo4j: StartNeo4j,
) -> None:
    wanted = _settings()
    # The heap is that of this machine's run.
    taken = {key: value for key, value in wanted.items() if ".memory." not in key}
    server = start_neo4j(**{key.replace(".", "__"): value for key, value in taken.items()})
    assert "db.tx_log.rotation.retention_policy" in taken
    with GraphDatabase.driver(server.uri, auth=server.auth) as driver:
        found = driver.execute_query("SHOW SETTINGS YIELD name, value", database_="system").records
    shown = {row["name"]: row["value"] for row in found}

    assert wanted.keys() <= shown.keys(), "a setting of that name is there"
    assert shown["db.tx_log.rotation.retention_policy"] == "keep_none"
    assert shown["db.tx_log.rotation.size"] == "128.00KiB"
    assert shown["db.checkpoint.interval.time"] == "5m"
    assert shown["db.logs.query.enabled"] == "OFF"
    assert shown["dbms.usage_report.enabled"] == "false"
    # What the health check of the compose file asks.
    page = httpx.get(f"http://127.0.0.1:{server.http_port}/", timeout=60)
    assert page.status_code == httpx.codes.OK
