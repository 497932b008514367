"""`aria serve` in processes of their own, each with its own data folder, on one Neo4j."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from neo4j import Driver

from tests.e2e.terminal import environment

PATIENCE = 120.0
"""Seconds after which what was waited for will not come; a busy machine needs many."""


@dataclass
class Service:
    """One process of the service.

    Attributes:
        folder: its data folder.
        variables: what it is told in its environment.
        address: where it answers, once it was started.
    """

    folder: Path
    variables: dict[str, str]
    address: str = ""
    process: subprocess.Popen[str] | None = field(default=None, repr=False)

    @classmethod
    def on(cls, uri: str, password: str, folder: Path, **more: str) -> Service:
        """One that uses a Neo4j; `start` starts it."""
        there = {"ARIA_STORE": uri, "ARIA_NEO4J_PASSWORD": password, "ARIA_ZONE": "UTC"}
        return cls(folder, {**there, **more})

    @property
    def log(self) -> Path:
        """What it said, of all its starts."""
        return self.folder.with_suffix(".log")

    @property
    def headers(self) -> dict[str, str]:
        """Those of somebody who may do everything."""
        return {"Authorization": f"Bearer {self._secret}"}

    @property
    def holder(self) -> str:
        """The name under which it holds profiles."""
        return hashlib.blake2b(self._secret.encode(), digest_size=8).hexdigest()

    @property
    def _secret(self) -> str:
        return (self.folder / "admin.secret").read_text()

    @property
    def lives(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def launch(self) -> None:
        """Start it without waiting."""
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "graph_aria.cli", "serve", "--port", "0", "--json"],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment(self.folder, **self.variables),
            )

    def wait(self, *, ready: bool = True) -> None:
        """Wait until it is ready, or until it answers at all."""
        assert self.process is not None
        assert self.process.stdout is not None
        lines = [self.process.stdout.readline() for _ in range(4)]
        assert all(lines), self.log.read_text()
        self.address = str(json.loads("".join(lines))["address"])
        if ready:
            eventually(lambda: not self.problems())

    def problems(self) -> dict[str, str]:
        """What keeps it from being ready, by part."""
        answer = self.get("/readyz", prefix="")
        assert answer.status_code in {200, 503}, answer.text
        return dict(answer.json().get("problems") or {})

    def start(self) -> None:
        """Start it, or start it again, and wait until it is ready."""
        self.launch()
        self.wait()

    def kill(self) -> None:
        """End it as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self._ended()

    def stop(self) -> None:
        """End it as an operator would."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            finally:
                self.kill()

    def _ended(self) -> None:
        assert self.process is not None
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def get(self, path: str, *, profile: str | None = None, **given: Any) -> httpx.Response:
        return self._call("GET", path, profile, **given)

    def post(
        self, path: str, body: object, *, profile: str | None = None, **given: Any
    ) -> httpx.Response:
        return self._call("POST", path, profile, json=body, **given)

    def _call(
        self, method: str, path: str, profile: str | None, *, prefix: str = "/api/v1", **given: Any
    ) -> httpx.Response:
        headers = {**self.headers, **given.pop("headers", {})}
        if profile is not None:
            headers["X-Aria-Profile"] = profile
        return httpx.request(
            method, f"{self.address}{prefix}{path}", headers=headers, timeout=60, **given
        )

    def add_profile(self, name: str) -> str:
        """A new profile; its id."""
        made = self.post("/profiles", {"name": name, "zone": "UTC"})
        assert made.status_code == 201, made.text
        return str(made.json()["id"])

    def everything(self, path: str, profile: str) -> list[dict[str, Any]]:
        """All items of a list, page after page."""
        items: list[dict[str, Any]] = []
        cursor: str | None = None
        while True:
            params = {"limit": "200"} | ({} if cursor is None else {"cursor": cursor})
            page = self.get(path, profile=profile, params=params).json()
            items += page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return items


@contextmanager
def running(*services: Service) -> Iterator[None]:
    """Start services at once, and end them all."""
    try:
        for service in services:
            service.launch()
        for service in services:
            service.wait()
        yield
    finally:
        for service in services:
            if service.lives:
                service.stop()
            else:
                service.kill()


def eventually(is_so: Callable[[], bool], *, within: float = PATIENCE, every: float = 0.1) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + within
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(every)


def ask(driver: Driver, query: str, **values: object) -> list[list[Any]]:
    """Rows of a query, asked beside the program."""
    found = driver.execute_query(query, values, database_="neo4j")
    return [record.values() for record in found.records]
