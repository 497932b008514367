"""The first run: a name and a time zone, both with defaults."""

from __future__ import annotations

import getpass

from rich.console import Console
from rich.prompt import Prompt

from graph_aria.domain.days import zone_named
from graph_aria.errors import UnknownZone


def default_name() -> str:
    """The name that the machine knows its user by, else "me"."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "me"
    return name.strip() or "me"


def greet(console: Console, *, name: str, zone: str) -> tuple[str, str]:
    """Ask for a name and a time zone until both are good.

    Args:
        console: where to ask.
        name: what an empty first answer stands for.
        zone: what an empty second answer stands for.
    """
    console.print("Welcome. This is where your journal becomes a map of your life.")
    console.print("Everything stays in your data folder, on this machine.", style="dim")
    chosen = Prompt.ask("What shall I call you", console=console, default=name).strip() or name
    while True:
        answer = Prompt.ask("Your time zone", console=console, default=zone).strip()
        try:
            zone_named(answer)
        except UnknownZone as error:
            console.print(error.message, markup=False)
        else:
            return chosen, answer
