"""Entry point of the command `aria`: ready for Ctrl-C before anything else is loaded."""

from __future__ import annotations

import os
import signal
from types import FrameType
from typing import Final

_INTERRUPTED: Final = 130
_STDERR: Final = 2


def _leave(_signal: int, _frame: FrameType | None) -> None:
    os.write(_STDERR, b"Stopped; nothing was changed\n")
    os._exit(_INTERRUPTED)


def main() -> None:
    """Load the command and run it. Ctrl-C while it loads ends it without a traceback."""
    # Where Ctrl-C is ignored, as in the background of a script, it stays so.
    is_heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_heard:
        signal.signal(signal.SIGINT, _leave)
    from graph_aria.cli.main import main as run  # noqa: PLC0415 - this is what takes the time

    if is_heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()
