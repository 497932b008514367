"""Ctrl-C: what is told of what was done, and how a step is brought to its end first."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_STDERR: Final = 2
_ONCE_MORE: Final = b"\nstopping as soon as it is stored; Ctrl-C again leaves at once\n"


class Stopped(Exception):
    """A command was stopped, or nobody answered its question; the message says what is kept."""

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(message)


@contextmanager
def brought_to_its_end() -> Iterator[None]:
    """Let a first Ctrl-C wait until the block is over, so that it is known what was done.

    A second one ends the block at once.

    Raises:
        KeyboardInterrupt: there was one.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    n_told = 0

    def note(_signal: int, _frame: FrameType | None) -> None:
        nonlocal n_told
        n_told += 1
        if n_told > 1:
            raise KeyboardInterrupt
        os.write(_STDERR, _ONCE_MORE)

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if n_told:
        raise KeyboardInterrupt
