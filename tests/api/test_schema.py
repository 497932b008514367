"""The API keeps to its own description: tried with inputs that nobody would think of."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, settings
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from graph_aria import bootstrap
from graph_aria.config import Settings
from graph_aria.server import Mode, create_app
from tests.api.harness import START, SetClock, StubReader

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
)


@dataclass(frozen=True)
class Live:
    """A server on a port of its own, and ids of things that it has."""

    address: str
    headers: dict[str, str]
    known: dict[str, str]
    folder: Path


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder = tmp_path_factory.mktemp("schema")
    opened: list[bootstrap.Services] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bootstrap, "ReaderProcess", StubReader)
        app = create_app(
            Settings(data_dir=folder / "data", keyring=False),
            Mode(serving=False, on_open=opened.append, clock=SetClock()),
        )
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, access_log=False))
        thread = threading.Thread(target=server.run)
        thread.start()
        try:
            while not server.started:
                thread.join(0.01)
                assert thread.is_alive()
            port = server.servers[0].sockets[0].getsockname()[1]
            yield _seeded(f"http://127.0.0.1:{port}", opened[0].admin_secret, folder)
        finally:
            server.should_exit = True
            thread.join()


def _seeded(address: str, secret: str, folder: Path) -> Live:
    import httpx  # noqa: PLC0415 - schemathesis brings a client of its own for the rest

    headers = {"Authorization": f"Bearer {secret}"}
    with httpx.Client(base_url=f"{address}/api/v1", headers=headers) as http:
        http.post("/profiles", json={"name": "Maya"})
        body = {"text": "Felt anxious. Yoga helped.", "occurred_at": START.isoformat()}
        entry = http.post("/entries?wait=read", json=body).json()["entry"]["id"]
        entity = http.get("/entities").json()["items"][0]["id"]
        relation = http.get("/relations").json()["items"][0]["id"]
        memory = http.post("/memories", json={"text": "I love swimming."}).json()["memory"]["id"]
        body = {"text": "I am writing my thesis."}
        focus = http.post("/life/focus", json=body).json()["focus"]["id"]
        body = {"text": "I moved to Ghent.", "on": "2019-05-03"}
        milestone = http.post("/life/milestones", json=body).json()["milestone"]["id"]
    known = {"entry_id": entry, "entity_id": entity, "relation_id": relation, "profile": "Maya"}
    known |= {"memory_id": memory, "focus_id": focus, "milestone_id": milestone}
    return Live(address, headers, known, folder)


# Nothing is opened for this: the description needs no store.
schema = schemathesis.openapi.from_dict(create_app(Settings(data_dir=Path("unused"))).openapi())


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=15, suppress_health_check=list(HealthCheck))
def test_no_input_breaks_the_service_or_its_description(
    case: schemathesis.Case[Any], live: Live
) -> None:
    parameters = dict(case.path_parameters or {})
    for name in parameters.keys() & live.known.keys():
        # Half of the time something that is there; nothing that others need is deleted.
        if case.method != "DELETE" and len(str(parameters[name])) % 2:
            parameters[name] = live.known[name]
    case.path_parameters = parameters
    body = case.body
    if case.path.endswith("/backup") and isinstance(body, dict):
        # Absolute paths stay in the test's own folder.
        inside = str(live.folder / "copy.db")
        case.body = {k: inside if str(v).startswith("/") else v for k, v in body.items()}
    response = case.call(base_url=live.address, headers=live.headers)
    if response.status_code == 503 and case.path == "/readyz":
        return
    case.validate_response(response, checks=list(CHECKS))
