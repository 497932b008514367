"""Ends a Neo4j server when the program that started it is gone, however that one ended.

Started by tools/neo4j_server.py, with the pid of the program and the folder to
remove (or `-` for none). Each line on standard input is the pid of the server
that runs now, or 0 for none. The end of the input is the end of the server.
"""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import sys

SECONDS_BETWEEN_LOOKS = 0.5


def _watch(parent: int) -> int:
    """The pid that was running when the program went, 0 for none."""
    running = 0
    waiting = b""
    while True:
        # A fork of the program may hold the pipe open after its death: look at both.
        is_gone = os.getppid() != parent
        readable, _, _ = select.select([0], [], [], 0 if is_gone else SECONDS_BETWEEN_LOOKS)
        if not readable:
            if is_gone:
                break
            continue
        read = os.read(0, 1024)
        if not read:
            break
        *lines, waiting = (waiting + read).split(b"\n")
        if lines:
            running = int(lines[-1])
    return running


def main() -> None:
    """Wait for the end, then end what is left."""
    parent, folder = int(sys.argv[1]), sys.argv[2]
    running = _watch(parent)
    if running:
        with contextlib.suppress(ProcessLookupError):
            os.kill(running, signal.SIGKILL)
    if folder != "-":
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
