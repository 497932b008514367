"""No test reaches anything but this machine, whatever the environment says.

Addresses and keys of models are taken out of the environment, so that processes which tests
start do not have them either; and in this process a connection to any other machine is an
error, whichever library opens it.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from typing import Any, Final

_FORGOTTEN: Final = ("ARIA_LLM_", "ARIA_ANALYSIS_", "ARIA_CHAT_", "OPENAI_")


class NotHere(ConnectionRefusedError):
    """A test wanted to reach another machine."""


def stay_here() -> None:
    """Forget every endpoint, and refuse connections to other machines from now on."""
    for name in [name for name in os.environ if name.startswith(_FORGOTTEN)]:
        del os.environ[name]
    sys.addaudithook(_refuse)


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if event != "socket.connect" or not isinstance(arguments[1], tuple):
        return  # a path is a socket of this machine
    host = str(arguments[1][0])
    try:
        is_here = ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        is_here = host in {"localhost", ""}
    if not is_here:
        raise NotHere(f"a test must not connect to {host}; give it a server of its own on loopback")
