"""The reader's process: reads requests from its standard input until that ends.

Started by `child.ReaderProcess` as `python -m graph_aria.adapters.language.child_main`.
When the service dies, however it dies, the pipe ends, and so does this process.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING, Any, Final

from graph_aria.adapters.language.frames import pack, receive

if TYPE_CHECKING:
    from typing import BinaryIO

    from graph_aria.adapters.language.pipeline import SpacyReader

_THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_POLITE: Final = 5
"""How much the reader steps back behind the server that answers users."""


def main(model: str) -> int:
    """Load the reader, say hello, then answer each batch until the pipe ends.

    Args:
        model: the setting, "" if there is none.

    Returns:
        The exit code: 0, or 1 if the reader could not be loaded.
    """
    requests, replies = _take_pipes()
    # Ctrl-C reaches every process of the terminal; the service decides when to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in _THREADS:
        os.putenv(name, "1")  # before numpy is loaded: one thread, and no memory for more
    if hasattr(os, "nice"):
        os.nice(_POLITE)
    try:
        from graph_aria.adapters.language.pipeline import SpacyReader  # noqa: PLC0415 - only here

        reader = SpacyReader(model or None)
    except Exception as error:  # noqa: BLE001 - the parent tells the user
        _send(replies, ("failed", f"{type(error).__name__}: {error}"))
        return 1
    _send(replies, ("ready", (reader.reader_id, reader.degraded)))
    while True:
        try:
            order = receive(requests)
        except EOFError:
            return 0
        _answer(reader, order, replies)


def _answer(reader: SpacyReader, order: tuple[str, list[Any]], replies: BinaryIO) -> None:
    verb, batch = order
    try:
        answer: object
        match verb:
            case "read":
                answer = reader.read_batch(batch)
            case "parse":
                answer = reader.parse_sentences(batch)
            case "look":
                answer = reader.concerns_of(batch)
            case _:
                answer = reader.embed_sentences(batch)
        message: tuple[str, object] = ("done", answer)
    except Exception as error:  # noqa: BLE001 - one bad text must not end the process
        # The kind of error only: its message could quote a diary.
        message = ("failed", type(error).__name__)
    _send(replies, message)


def _send(stream: BinaryIO, message: object) -> None:
    stream.write(pack(message))
    stream.flush()


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The two pipes, with standard output led away so that no library can write into it."""
    requests = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    quiet = os.open(os.devnull, os.O_RDWR)
    os.dup2(quiet, 0)
    os.dup2(quiet, 1)
    os.close(quiet)
    return requests, replies


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
