"""What belongs to a profile and changes at run time: `aria settings`."""

from __future__ import annotations

import math
from typing import Annotated, Any, Final

import typer

from graph_aria.cli.grid import Column, grid
from graph_aria.cli.session import Session, command, default_command
from graph_aria.domain.sentences import counted
from graph_aria.errors import InvalidSetting, NotFound

settings = typer.Typer(help="Settings of the profile: list (the default), get, set.")
SETTABLE: Final = (
    "name",
    "zone",
    "token_budget",
    "decay_rate_per_day",
    "fade_threshold",
    "memory",
    "level",
    "level_grows",
    "romance",
    "life",
    "mood",
    "mood_days",
)
_NUMBERS: Final = {
    "token_budget": int,
    "decay_rate_per_day": float,
    "fade_threshold": float,
    "mood_days": int,
}
_SWITCHES: Final = frozenset({"memory", "level_grows", "romance", "life", "mood"})
_SAID: Final = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


@default_command(settings)
def all_settings(session: Session) -> None:
    """List the profile's settings."""
    _tell_settings(session, session.get("/settings"))


@command(settings, "list")
def list_settings(session: Session) -> None:
    """List the profile's settings."""
    _tell_settings(session, session.get("/settings"))


def _tell_settings(session: Session, answer: dict[str, Any]) -> None:
    if session.emit(answer):
        return
    columns = (Column("setting"), Column("value", least=10))
    rows = [(key, _said(answer[key])) for key in SETTABLE]
    session.out.print(grid(columns, rows, width=session.out.width))
    for told in (answer["pending"], answer["note"]):
        if told:
            session.note(told)


def _said(value: object) -> str:
    """A setting's value, for people."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


Key = Annotated[str, typer.Argument(metavar="SETTING", help=", ".join(SETTABLE) + ".")]


@command(settings, "get")
def get_setting(session: Session, key: Key) -> None:
    """Print one setting."""
    _known(key)
    value = session.get("/settings")[key]
    if not session.emit({key: value}):
        session.say(_said(value))


@command(settings, "set")
def set_setting(
    session: Session,
    key: Key,
    value: Annotated[str, typer.Argument(metavar="VALUE", help="The new value.")],
) -> None:
    """Change one setting. Another decay rate or threshold computes all weights again.

    `memory off` stores entries unread; `memory on` offers to read what waits. Another `level`,
    or `romance on` and `off`, frees and holds memories at once. `mood on` notes how entries feel
    when they are read; `mood off` keeps what was noted until it is cleared or `mood_days` are over.
    """
    _known(key)
    answer = session.patch("/settings", {key: _typed(key, value)})
    if session.emit(answer):
        return
    waits = " for this profile, and has no effect yet" * (
        key == "memory" and answer["memory"] and bool(answer["note"])
    )
    session.say(f"{key} is {_said(answer[key])}{waits or ' now'}")
    for told in (answer["pending"], answer["note"]):
        if told:
            session.note(told)
    if answer["n_memories"]:
        session.note(f"{counted(answer['n_memories'], 'memory', 'memories')} held or freed by that")
    if answer["n_unread"] and not answer["note"]:
        _offer_reading(session, answer["n_unread"])


def _typed(key: str, value: str) -> object:
    if key in _SWITCHES:
        if value.lower() not in _SAID:
            message = f"{key} is on or off, not {value!r}"
            raise InvalidSetting(message)
        return _SAID[value.lower()]
    try:
        typed = _NUMBERS.get(key, str)(value)
        if isinstance(typed, float) and not math.isfinite(typed):
            raise ValueError  # noqa: TRY301 - the same message as for any other
    except ValueError as error:
        message = f"{key} is a number, not {value!r}"
        raise InvalidSetting(message) from error
    return typed


def _offer_reading(session: Session, n_unread: int) -> None:
    """Offer to read what was stored while memory was off."""
    waits = f"{counted(n_unread, 'entry waits', 'entries wait')} unread"
    if not session.is_interactive:
        session.note(f"{waits}; `aria reread --unread` reads them")
        return
    if not typer.confirm(f"{waits}. Read them now?", default=True, err=True):
        session.note("`aria reread --unread` reads them later")
        return
    queued = session.post("/entries/reread", unread=True)
    session.say(f"{counted(queued['n_queued'], 'entry', 'entries')} to be read")


def _known(key: str) -> None:
    if key not in SETTABLE:
        message = f"there is no setting {key!r}; there are {', '.join(SETTABLE)}"
        raise NotFound(message)
