"""What every command has: the API, the profile in use, a place to write to."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from types import TracebackType
from typing import Annotated, Any, Final, Self

import typer
from rich.prompt import Prompt

from graph_aria.cli.client import Client, api, changes, connect
from graph_aria.cli.first_run import default_name, greet
from graph_aria.cli.screen import Screen, as_json, give_up, visible
from graph_aria.cli.stopping import Stopped, brought_to_its_end
from graph_aria.cli.streams import Event, events_of
from graph_aria.config import Settings, load_settings
from graph_aria.errors import InvalidInput, NotFound, StoreUnreadable

IN_USE_NAME: Final = "profile"
"""A file in the data folder that holds the id of the profile in use."""


class Session:
    """One command's view of the world; its store is opened when it is first asked for.

    Attributes:
        settings: from the environment.
        as_json: print what the API gave, and nothing else.
        out, err: standard output and standard error.
        progress: what is told of it if the command is stopped now; of its changes in
            general if None.
        has_words: whether it has words to store.
        is_stored: whether they are stored.
    """

    def __init__(self, *, as_json: bool, profile: str | None) -> None:
        self.settings: Settings = load_settings()
        self.as_json = as_json
        self.out = Screen(highlight=False, soft_wrap=False)
        self.err = Screen(stderr=True, highlight=False)
        self._named = profile or self.settings.profile
        self.progress: str | None = None
        self.has_words = False
        self.is_stored = False
        self._n_changes = 0
        self._is_changing = False
        self._client: Client | None = None
        self._profile: dict[str, Any] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        is_stopped = kind is not None and issubclass(kind, (KeyboardInterrupt, typer.Abort))
        if is_stopped:
            self.hurry()
        try:
            self.close()
        except KeyboardInterrupt:
            message = f"stopped; {self.progress or 'what is left to do is done later'}"
            raise Stopped(message) from error
        if is_stopped:
            raise Stopped(self._told_of_stop()) from error

    def _told_of_stop(self) -> str:
        if self.progress is not None:
            return f"stopped; {self.progress}"
        if self._is_changing:
            return "stopped in the middle; look whether it was done before you repeat it"
        if self._n_changes:
            return "stopped; what was done until then is kept"
        return "stopped; nothing was changed"

    def hurry(self) -> None:
        """Leave the work that there is for the next command."""
        if self._client is not None:
            self._client.hurry()

    def close(self) -> None:
        """Let go of the store; safe to repeat."""
        client, self._client = self._client, None
        if client is not None:
            client.close()

    @property
    def is_interactive(self) -> bool:
        """Whether somebody sits at the terminal and can be asked."""
        return sys.stdin.isatty() and sys.stderr.isatty() and not self.as_json

    @property
    def profile(self) -> dict[str, Any]:
        """The profile that the command is about; made on the first run."""
        if self._profile is None:
            self._profile = self._find_profile()
        return self._profile

    @property
    def zone(self) -> str:
        """The profile's time zone."""
        return str(self.profile["zone"])

    def get(self, path: str, **params: Any) -> Any:
        """Ask for something of the profile."""
        return self.send("GET", path, params=params)

    def post(self, path: str, body: object = None, **params: Any) -> Any:
        """Have something done in the profile."""
        return self.send("POST", path, params=params, body=body)

    def patch(self, path: str, body: object, **params: Any) -> Any:
        """Change something of the profile."""
        return self.send("PATCH", path, params=params, body=body)

    def delete(self, path: str, **params: Any) -> Any:
        """Delete something of the profile."""
        return self.send("DELETE", path, params=params)

    def send(
        self, method: str, path: str, *, params: Mapping[str, Any], body: object = None
    ) -> Any:
        """Send a request about the profile."""
        profile = str(self.profile["id"])
        return self._sent(method, path, params=params, body=body, profile=profile)

    def expect_words(self) -> None:
        """Take it that there are words to store, which are not stored yet."""
        self.has_words = True
        self.progress = "what you wrote is not stored"

    def store(self, method: str, path: str, body: object) -> Any:
        """Store words; Ctrl-C waits until they are, so that it can be told."""
        self.expect_words()
        _ = self.profile  # the store is waited for and opened here: that may be stopped
        with brought_to_its_end():
            self.progress = (
                "whether what you wrote is stored is not known; `aria entry list` shows it"
            )
            answer = self.send(method, path, params={}, body=body)
            self.is_stored = True
            self.progress = "what you wrote is stored; it will be read later"
        return answer

    def _sent(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any],
        body: object,
        profile: str | None,
    ) -> Any:
        client = self._connected()
        self._is_changing = changes(method, path, body)
        answer = client.send(method, api(path), params=params, body=body, profile=profile)
        self._n_changes += self._is_changing
        self._is_changing = False
        return answer

    def stream(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> Iterator[Event]:
        """The events of an answer about the profile as they come; to be closed if left.

        Raises:
            Refused: with a problem.
            Unavailable: there is no answer, or it broke off.
        """
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named |= {"X-Aria-Profile": str(self.profile["id"]), "Accept": "text/event-stream"}
        client = self._connected()
        with closing(client.stream(method, api(path), body=body, headers=named)) as lines:
            yield from events_of(lines)

    def reconnect(self) -> None:
        """Find the service anew: it may have been started again, with another address."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def as_admin(self, method: str, path: str, *, body: object = None, **params: Any) -> Any:
        """Send a request that is about no profile."""
        return self._sent(method, path, params=params, body=body, profile=None)

    def pause(self, seconds: float) -> None:
        """Wait while the service goes on with its work."""
        self._connected().pause(seconds)

    def everything(self, path: str, **params: Any) -> list[dict[str, Any]]:
        """All items of a list, page after page."""
        items: list[dict[str, Any]] = []
        cursor = None
        while True:
            page = self.get(path, cursor=cursor, limit=200, **params)
            items += page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return items

    def emit(self, data: object) -> bool:
        """Print data as JSON if that was asked for; whether it was."""
        if self.as_json:
            try:
                sys.stdout.write(as_json(data, indent=2) + "\n")
                sys.stdout.flush()
            except BrokenPipeError:  # what was done stays done
                give_up(sys.stdout)
        return self.as_json

    def say(self, text: str, *, style: str | None = None) -> None:
        """Print a line for people; its words are never taken for markup."""
        self.out.print(text, style=style, markup=False)

    def note(self, text: str) -> None:
        """Print a line beside the result, on standard error."""
        self.err.print(text, style="dim", markup=False)

    def confirm(self, question: str, *, yes: bool) -> None:
        """Have a person agree to what cannot be undone; without a terminal, take `--yes`.

        Raises:
            typer.Abort: they do not.
            InvalidInput: nobody can be asked.
        """
        if yes:
            return
        if not self.is_interactive:
            message = f"{question} Nobody can be asked here; say --yes."
            raise InvalidInput(message)
        if not typer.confirm(visible(question), err=True):
            raise typer.Abort

    def ask_passphrase(self) -> str:
        """Ask for the passphrase of the store; empty if nobody can be asked."""
        if not sys.stdin.isatty():
            return ""
        return Prompt.ask("Passphrase of the store", console=self.err, password=True)

    def use(self, profile: Mapping[str, Any]) -> None:
        """Have later commands be about a profile.

        Raises:
            StoreUnreadable: the data folder cannot be written.
        """
        path = self.settings.data_dir / IN_USE_NAME
        try:
            path.write_text(str(profile["id"]), "utf-8")
            path.chmod(0o600)
        except OSError as error:
            message = f"{path} cannot be written; check the permissions of its folder"
            raise StoreUnreadable(message) from error

    def in_use(self) -> str | None:
        """Id of the profile that was chosen with `aria profile use`."""
        try:
            return (self.settings.data_dir / IN_USE_NAME).read_text("utf-8").strip() or None
        except (OSError, UnicodeDecodeError):
            return None

    def _tell_left(self, n_left: int) -> None:
        said = "entry still waits" if n_left == 1 else "entries still wait"
        self.note(f"{n_left:,} {said} to be read; `aria jobs run read` waits for that")

    def _connected(self) -> Client:
        if self._client is None:
            self._client = connect(
                self.settings,
                self.ask_passphrase,
                has_words=self.has_words,
                on_left=self._tell_left,
                on_wait=self.note,
            )
        return self._client

    def _find_profile(self) -> dict[str, Any]:
        profiles = self.as_admin("GET", "/profiles")["items"]
        if self._named is not None:
            for profile in profiles:
                if self._named in {profile["id"], profile["name"]}:
                    return dict(profile)
            if profiles or self.settings.profile != self._named:
                message = f"there is no profile {self._named!r}; see `aria profile list`"
                raise NotFound(message)
        if not profiles:
            return self._first_profile()
        chosen = self.in_use()
        return dict(next((p for p in profiles if p["id"] == chosen), profiles[0]))

    def _first_profile(self) -> dict[str, Any]:
        name, zone = self._named or default_name(), self.settings.new_zone
        if self.is_interactive:
            name, zone = greet(self.err, name=name, zone=zone)
        body = {"name": name, "zone": zone}
        profile = self.as_admin("POST", "/profiles", body=body)
        self.note(f"made a profile for {name} in {zone}; `aria settings` changes it")
        return dict(profile)


_JSON = typer.Option("--json", help="Print JSON instead of tables.", rich_help_panel="Everywhere")
_PROFILE = typer.Option(
    "--profile", metavar="NAME", help="Name or id of a profile.", rich_help_panel="Everywhere"
)
EVERYWHERE: Final = (
    inspect.Parameter(
        "as_json", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=Annotated[bool, _JSON]
    ),
    inspect.Parameter(
        "profile",
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[str | None, _PROFILE],
    ),
)
_CONTEXT: Final = inspect.Parameter(
    "ctx", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context
)
Function = Callable[..., None]


def command(app: typer.Typer, name: str) -> Callable[[Function], Function]:
    """Make a function a command; its first argument is the session, the rest are Typer's.

    Every command takes `--json` and `--profile`, which may also stand before its name.
    """

    def register(function: Function) -> Function:
        app.command(name)(_wrapped(function))
        return function

    return register


def default_command(app: typer.Typer) -> Callable[[Function], Function]:
    """Make a function what a group does when no command of it is named."""

    def register(function: Function) -> Function:
        app.callback(invoke_without_command=True)(_wrapped(function))
        return function

    return register


def _wrapped(function: Function) -> Function:
    signature = inspect.signature(function, eval_str=True)
    own = list(signature.parameters.values())[1:]

    @functools.wraps(function)
    def run(ctx: typer.Context, **given: Any) -> None:
        if ctx.invoked_subcommand is not None:
            return
        as_json, profile = given.pop("as_json"), given.pop("profile")
        outer = ctx.parent
        while outer is not None:
            as_json = as_json or outer.params.get("as_json", False)
            profile = profile or outer.params.get("profile")
            outer = outer.parent
        with Session(as_json=as_json, profile=profile) as session:
            function(session, **given)

    parameters = [_CONTEXT, *own, *EVERYWHERE]
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {item.name: item.annotation for item in parameters}
    return run
