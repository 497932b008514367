"""Messages between the service and its reader: a length, then a pickle.

Both ends are this package, started by itself, over a private pipe; nothing that a user
writes is ever unpickled.
"""

from __future__ import annotations

import pickle
import struct
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from typing import BinaryIO

HEADER: Final = struct.Struct(">I")
"""What stands before each message: its length in bytes, at most 4 GiB."""


def pack(message: object) -> bytes:
    """A message as it goes over the pipe."""
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return HEADER.pack(len(body)) + body


def unpack(body: bytes) -> Any:
    """The message in the bytes behind a header."""
    return pickle.loads(body)  # noqa: S301 - see the module's docstring


def receive(stream: BinaryIO) -> Any:
    """The next message of a stream.

    Raises:
        EOFError: the other end has gone.
    """
    return unpack(_exactly(stream, HEADER.unpack(_exactly(stream, HEADER.size))[0]))


def _exactly(stream: BinaryIO, n: int) -> bytes:
    parts: list[bytes] = []
    while n:
        part = stream.read(n)
        if not part:
            raise EOFError
        parts.append(part)
        n -= len(part)
    return b"".join(parts)
