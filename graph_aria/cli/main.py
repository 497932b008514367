"""The command `aria` put together."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Final

import typer
import typer.main

from graph_aria import __version__
from graph_aria.bootstrap import configure_logging
from graph_aria.cli import (
    browsing,
    chat,
    conversations,
    entries,
    finding,
    identity,
    keeping,
    life,
    life_group,
    memories,
    moving,
    reading,
    right,
    serving,
    settings,
    today,
    upkeep,
)
from graph_aria.cli.exits import Exit, Refused, exit_of, for_looking
from graph_aria.cli.screen import Screen, as_json, flush_all, give_up, spell_out
from graph_aria.cli.session import EVERYWHERE, command
from graph_aria.cli.stopping import Stopped
from graph_aria.config import load_settings
from graph_aria.errors import AriaError, InvalidText

app = typer.Typer(
    name="aria",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Your journal as a graph: what you mention grows, what you stop mentioning fades.",
    epilog="--json and --profile NAME can stand before or after every command.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
_SINGLE: Final[dict[str, Callable[..., None]]] = {
    "log": entries.log,
    "mood": entries.mood,
    "read": reading.read,
    "remember": memories.add,
    "forget": memories.forget,
    "search": finding.search,
    "today": today.today,
    "themes": life.themes,
    "graph": life.graph,
    "why": life.why,
    "decay": life.decay,
    "browser": browsing.browser,
    "reread": entries.reread,
    "rebuild": keeping.rebuild,
    "serve": serving.serve,
    "demo": serving.demo,
    "doctor": upkeep.doctor,
    "backup": upkeep.backup,
    "restore": upkeep.restore,
    "encrypt": upkeep.encrypt,
    "decrypt": upkeep.decrypt,
    "copy": moving.copy,
}
_GROUPS: Final = {
    "chat": chat.chat,
    "entry": entries.entry,
    "conversation": conversations.conversation,
    "chapter": life.chapter,
    "life": life_group.life,
    "memory": memories.memory,
    "entity": right.entity,
    "relation": right.relation,
    "question": identity.question,
    "jobs": keeping.jobs,
    "profile": keeping.profile,
    "token": keeping.token,
    "settings": settings.settings,
}
_LOOKING: Final = frozenset(
    {"read", "search", "today", "themes", "graph", "why", "chapter", "browser", "doctor"}
)
_LIFE_LOOKS: Final = frozenset({"list", "show", "upcoming", "mood"})
for _name, _function in _SINGLE.items():
    command(app, _name)(_function)
command(memories.memory, "consolidate")(keeping.consolidate)
for _name, _group in _GROUPS.items():
    app.add_typer(_group, name=_name)


def _show_version(asked: bool) -> None:  # noqa: FBT001 - Typer's callback
    if asked:
        sys.stdout.write(f"aria {__version__}\n")
        raise typer.Exit


@app.callback()
def _root(
    *,
    as_json: Annotated[bool, EVERYWHERE[0].annotation.__metadata__[0]] = False,
    profile: Annotated[str | None, EVERYWHERE[1].annotation.__metadata__[0]] = None,
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", is_eager=True, callback=_show_version),
    ] = False,
) -> None:
    """Options that may also stand after each command."""


def run(arguments: Sequence[str] | None = None) -> int:  # noqa: PLR0911 - one way out an error
    """Run a command and give its exit code; errors go to standard error, never a traceback.

    Args:
        arguments: without the program's name; those of the process if None.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    in_json = "--json" in given
    try:
        _check_utf8(given)
        settings = load_settings()
        is_told = "log_level" in settings.model_fields_set
        configure_logging(settings, least=None if is_told else "critical")
        result = typer.main.get_command(app).main(given, prog_name="aria", standalone_mode=False)
    except Refused as error:
        said = _for_command(error.detail, given)
        return _fail(said, exit_of(error), code=error.code, asked_for_json=in_json)
    except AriaError as error:
        said = _for_command(error.message, given)
        return _fail(said, exit_of(error), code=error.code, asked_for_json=in_json)
    except Stopped as error:
        return _fail(error.message, Exit.INTERRUPTED, code="stopped", asked_for_json=in_json)
    except typer.Abort:
        return _fail("stopped; nothing was changed", Exit.INTERRUPTED, asked_for_json=in_json)
    except typer.Exit as error:
        return error.exit_code
    except typer.TyperException as error:
        return _fail(error.format_message(), Exit.USAGE, hint=_usage(error), asked_for_json=in_json)
    except KeyboardInterrupt:
        return _fail("interrupted", Exit.INTERRUPTED, asked_for_json=in_json)
    except BrokenPipeError:  # whoever read the output has seen enough
        give_up(sys.stdout)
        return Exit.OK
    return result if isinstance(result, int) else Exit.OK


def main() -> None:
    """Entry point of the command `aria`."""
    spell_out()
    code = run()
    flush_all()
    sys.exit(code)


def _check_utf8(arguments: Sequence[str]) -> None:
    """Refuse what was not UTF-8 on the command line: Python keeps it as lone surrogates."""
    for position, argument in enumerate(arguments, start=1):
        try:
            argument.encode()
        except UnicodeEncodeError as error:
            message = (
                f"argument {position} is not valid UTF-8 (a lone surrogate at position "
                f"{error.start}); write it in UTF-8"
            )
            raise InvalidText(message) from error


def _for_command(message: str, arguments: Sequence[str]) -> str:
    return for_looking(message) if _only_looks(arguments) else message


def _only_looks(arguments: Sequence[str]) -> bool:
    """Whether a command changes nothing."""
    words: list[str] = []
    takes_value = False
    for argument in arguments:
        if not takes_value and not argument.startswith("-"):
            words.append(argument)
        takes_value = argument == "--profile"
    if not words or words[0] in _LOOKING:
        return True
    if words[0] == "life":
        is_group = words[1:2] in (["focus"], ["milestones"])
        told = words[2:3] if is_group else words[1:2]  # what follows are its arguments
        return "--clear" not in arguments and {*told} <= _LIFE_LOOKS
    return words[0] in _GROUPS and (len(words) == 1 or words[1] in {"list", "show", "get"})


def _usage(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "aria"
    return f"see `{path} --help`"


def _fail(
    message: str,
    exit_code: int,
    *,
    hint: str = "",
    code: str = "usage",
    asked_for_json: bool = False,
) -> int:
    if asked_for_json:
        with contextlib.suppress(BrokenPipeError):
            sys.stderr.write(as_json({"error": code, "detail": message}) + "\n")
        return int(exit_code)
    console = Screen(stderr=True, highlight=False, soft_wrap=True)
    # An input, a setting or a file keeps its name as it is.
    is_word = message.partition(" ")[0].rstrip(",;").isalpha()
    said = message[:1].upper() + message[1:] if is_word else message
    console.print(said, style="red", markup=False)
    if hint:
        console.print(hint, style="dim", markup=False)
    return int(exit_code)
