"""A real service in a process of its own, in a throwaway folder, for benchmarks."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

START_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Service:
    """A running service.

    Attributes:
        address: where it answers.
        token: of its one profile.
        process: the serving process; its reader is a child of it.
        ready_seconds: from its start until `/readyz` said 200.
    """

    address: str
    token: str
    process: psutil.Process
    ready_seconds: float

    def get(self, path: str) -> int:
        """Status of a GET."""
        try:
            with urllib.request.urlopen(self.address + path, timeout=30) as answer:  # noqa: S310
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    def post_entry(self, text: str, *, wait: bool = False) -> None:
        """Log an entry."""
        request = urllib.request.Request(  # noqa: S310 - loopback
            f"{self.address}/api/v1/entries{'?wait=read' if wait else ''}",
            data=json.dumps({"text": text}).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
            answer.read()


@contextlib.contextmanager
def running(*command: str) -> Iterator[Service]:
    """Start a service, wait until it is ready, and end it afterwards.

    Args:
        command: a program that takes `serve`; `aria` itself if there is none.
    """
    aria = str(Path(sys.executable).with_name("aria"))
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "ARIA_DATA_DIR": folder,
            "ARIA_PORT": "0",
            "ARIA_KEYRING": "false",
            "ARIA_LOG_LEVEL": "error",
            "ARIA_ZONE": "UTC",
        }
        made = subprocess.run(
            [aria, "token", "new", "bench", "--json"],
            env=environment,
            capture_output=True,
            check=True,
        )
        token = str(json.loads(made.stdout)["secret"])
        began = time.perf_counter()
        server = subprocess.Popen(
            [*(command or (aria,)), "serve"], env=environment, stdout=subprocess.DEVNULL
        )
        try:
            address = _address(Path(folder), server, began)
            service = Service(address, token, psutil.Process(server.pid), 0.0)
            while service.get("/readyz") != 200:
                _still(server, began)
            yield Service(address, token, service.process, time.perf_counter() - began)
        finally:
            server.terminate()
            server.wait(timeout=60)


def _address(folder: Path, server: subprocess.Popen[bytes], began: float) -> str:
    from graph_aria.adapters.folder import read_owner  # noqa: PLC0415 - only here

    while True:
        owner = read_owner(folder)
        if owner and owner.get("pid") == server.pid and owner.get("address"):
            return str(owner["address"])
        _still(server, began)


def _still(server: subprocess.Popen[bytes], began: float) -> None:
    if server.poll() is not None:
        message = f"the service ended with {server.returncode}"
        raise SystemExit(message)
    if time.perf_counter() - began > START_SECONDS:
        raise SystemExit("the service does not get ready")
    time.sleep(0.02)


def megabytes(process: psutil.Process) -> float:
    """Memory of a process and its children; pages that they share count once."""
    total = 0
    for each in [process, *process.children(recursive=True)]:
        with contextlib.suppress(psutil.NoSuchProcess):
            memory = each.memory_full_info()
            total += getattr(memory, "pss", memory.rss)
    return total / 1e6
