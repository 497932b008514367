"""The service on a port of its own, in a thread of this process, for real clients."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx
import uvicorn

from graph_aria.bootstrap import Services
from graph_aria.config import Settings
from graph_aria.server import Mode, create_app

_PATIENCE: Final = 20.0


@dataclass
class LiveService:
    """A running service, with a profile and a token of it.

    Attributes:
        address: without a path.
        token: may write.
        reading_token: may only read.
        profile_id: whose they are.
    """

    address: str
    token: str
    reading_token: str
    profile_id: str

    @property
    def base_url(self) -> str:
        """What a client of OpenAI's form is given."""
        return f"{self.address}/v1"

    def get(self, path: str, **params: Any) -> Any:
        """What the service's own API answers."""
        headers = {"Authorization": f"Bearer {self.token}"}
        answer = httpx.get(f"{self.address}/api/v1{path}", headers=headers, params=params)
        answer.raise_for_status()
        return answer.json()

    def post(self, body: Any, *, path: str = "/chat/completions", **headers: str) -> httpx.Response:
        """A request in OpenAI's form."""
        sent = {"Authorization": f"Bearer {self.token}"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        return httpx.post(f"{self.base_url}{path}", json=body, headers=sent, timeout=_PATIENCE)

    def ask_for(self, path: str) -> httpx.Response:
        """What is there in OpenAI's form."""
        headers = {"Authorization": f"Bearer {self.token}"}
        return httpx.get(f"{self.base_url}{path}", headers=headers, timeout=_PATIENCE)

    def talks(self) -> dict[str, list[tuple[str, str, bool]]]:
        """The messages of each conversation, the newest first: role, words, whether cut."""
        talks = {}
        for talk in self.get("/conversations")["items"]:
            items = self.get(f"/conversations/{talk['id']}/messages")["items"]
            talks[talk["id"]] = [
                (item["role"], item["text"], bool(item.get("cut"))) for item in items
            ]
        return talks

    def wait_for(self, *messages: tuple[str, str, bool]) -> None:
        """Wait until the only conversation holds just these messages."""
        until = time.monotonic() + _PATIENCE
        while (found := list(self.talks().values())) != [list(messages)]:
            if time.monotonic() > until:
                raise AssertionError(found)
            time.sleep(0.02)


@contextmanager
def live(folder: Path, **given: Any) -> Iterator[LiveService]:
    """A service for the time of a test."""
    settings = Settings(data_dir=folder / "data", keyring=False, zone="Europe/Athens", **given)
    opened: list[Services] = []
    app = create_app(settings, Mode(serving=False, on_open=opened.append))
    config = uvicorn.Config(
        app,
        host="127.0.0.1",
        port=0,
        log_config=None,
        log_level="critical",
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        until = time.monotonic() + _PATIENCE
        while not server.started:
            assert thread.is_alive(), "the service does not start"
            assert time.monotonic() < until, "the service takes too long to start"
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        address = f"http://127.0.0.1:{port}"
        admin = {"Authorization": f"Bearer {opened[0].admin_secret}"}
        known = httpx.get(f"{address}/api/v1/profiles", headers=admin).json()["items"]
        if not known:
            made = httpx.post(f"{address}/api/v1/profiles", json={"name": "Maya"}, headers=admin)
            known = [made.json()]
        profile_id = known[0]["id"]
        tokens = [
            httpx.post(
                f"{address}/api/v1/tokens",
                json={"name": "client", "read_only": read_only},
                headers={**admin, "X-Aria-Profile": profile_id},
            ).json()["secret"]
            for read_only in (False, True)
        ]
        yield LiveService(address, tokens[0], tokens[1], profile_id)
    finally:
        server.should_exit = True
        thread.join(_PATIENCE)
