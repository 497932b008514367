"""Jobs, profiles, tokens: `aria jobs`, `rebuild`, `profile`, `token`."""

from __future__ import annotations

import time
from typing import Annotated, Any, Final

import typer
from rich.text import Text

from graph_aria.cli import pick, show, tables
from graph_aria.cli.grid import Column, grid
from graph_aria.cli.options import Yes
from graph_aria.cli.session import Session, command, default_command
from graph_aria.domain.sentences import counted
from graph_aria.errors import Ambiguous, NotFound, Unavailable

jobs = typer.Typer(help="Jobs: list (the default), retry, run.")
profile = typer.Typer(no_args_is_help=True, help="Profiles: add, list, use, delete.")
token = typer.Typer(no_args_is_help=True, help="Access tokens: new, list, revoke.")
_LOOK_SECONDS: Final = 0.1
_WAIT_SECONDS: Final = 600.0
Name = Annotated[str, typer.Argument(metavar="NAME", help="Name or id.")]


@default_command(jobs)
def newest_jobs(session: Session) -> None:
    """List the newest jobs."""
    _tell_jobs(session, session.get("/jobs", limit=20))


@command(jobs, "list")
def list_jobs(
    session: Session,
    state: Annotated[
        str | None, typer.Option("--state", help="queued, leased, done or dead.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", help="At most so many.")] = 20,
) -> None:
    """List jobs, newest first."""
    _tell_jobs(session, session.get("/jobs", state=state, limit=limit))


def _tell_jobs(session: Session, page: dict[str, Any]) -> None:
    if session.emit(page):
        return
    if not page["items"]:
        session.say("no jobs")
        return
    session.out.print(tables.job_table(page["items"], session.zone, session.out.width))


@command(jobs, "retry")
def retry(
    session: Session,
    reference: Annotated[
        str | None, typer.Argument(metavar="[JOB]", help="An id, or the end of one.")
    ] = None,
) -> None:
    """Try dead jobs again: one, or all of them."""
    job_id = None
    if reference is not None:
        job_id = pick.by_suffix(session.everything("/jobs", state="dead"), reference, "dead job")
    answer = session.post("/jobs/retry", {"job_id": job_id})
    if not session.emit(answer):
        n = answer["n_queued"]
        session.say(f"{counted(n, 'job')} queued again" if n else "no job has been given up")


@command(jobs, "run")
def run(
    session: Session,
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="read, fade, chapters, rebuild, reweigh, scrub, consolidate, notice, expire or "
            "reconcile.",
        ),
    ],
) -> None:
    """Do something now that the schedule does otherwise, and wait for it."""
    _run(session, kind)


def rebuild(session: Session) -> None:
    """Derive entities, relations and weights from the record again."""
    _run(session, "rebuild")


def consolidate(session: Session) -> None:
    """Join memories that say the same; with a model also tell in one what lies close."""
    _run(session, "consolidate")


def _wait_for_reading(session: Session) -> None:
    """Have everything read that waits for it; it is done without being asked for."""
    deadline = time.monotonic() + _WAIT_SECONDS
    while session.get("/entries", state="pending", limit=1)["items"]:
        if time.monotonic() > deadline:
            message = f"not all is read after {_WAIT_SECONDS:.0f} s; see `aria jobs`"
            raise Unavailable(message)
        session.pause(_LOOK_SECONDS)
    if not session.emit({"job": None}):
        session.say("no entry waits to be read")


def _run(session: Session, kind: str) -> None:
    if kind == "read":
        _wait_for_reading(session)
        return
    answer = session.post(f"/jobs/{kind}/run")
    job = answer["job"]
    if job is None:
        if not session.emit(answer):
            session.say(f"a job of the kind {kind} is waiting already; see `aria jobs`")
        return
    deadline = time.monotonic() + _WAIT_SECONDS
    while job["state"] in {"queued", "leased"} and not job["reason"]:
        if time.monotonic() > deadline:
            message = f"{kind} is not done after {_WAIT_SECONDS:.0f} s; see `aria jobs`"
            raise Unavailable(message)
        session.pause(_LOOK_SECONDS)
        found = session.get("/jobs", limit=50)["items"]
        job = next((item for item in found if item["id"] == job["id"]), job)
    if not session.emit({"job": job}):
        session.say(f"{kind}: {job['summary'] or job['reason'] or job['state']}")
    if job["state"] != "done":
        raise typer.Exit(1)


@command(profile, "add")
def add_profile(
    session: Session,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name for it.")],
    zone: Annotated[
        str | None, typer.Option("--zone", metavar="ZONE", help="Such as Europe/Athens.")
    ] = None,
) -> None:
    """Add a profile: one person's graph."""
    answer = session.as_admin("POST", "/profiles", body={"name": name, "zone": zone})
    if not session.emit(answer):
        session.say(f"added {answer['name']} ({answer['zone']}); `aria profile use` chooses it")


@command(profile, "list")
def list_profiles(session: Session) -> None:
    """List profiles; the one in use is marked."""
    answer = session.as_admin("GET", "/profiles")
    if session.emit(answer):
        return
    profiles = answer["items"]
    if not profiles:
        session.say("no profile yet; the first entry makes one")
        return
    used = session.in_use()
    used = used if used in {item["id"] for item in profiles} else profiles[0]["id"]
    columns = (
        Column(""),
        Column("name", least=10),
        Column("zone", spare=1),
        Column("since", spare=2),
        Column("id", least=12),
    )
    rows = [
        (
            Text("●" if item["id"] == used else "", style="cyan"),
            item["name"],
            item["zone"],
            show.local(item["created_at"], item["zone"])[:10],
            Text(item["id"], style="dim"),
        )
        for item in profiles
    ]
    session.out.print(grid(columns, rows, width=session.out.width))


@command(profile, "use")
def use_profile(session: Session, name: Name) -> None:
    """Have later commands be about a profile."""
    found = _profile_named(session, name)
    session.use(found)
    if not session.emit(found):
        session.say(f"{found['name']} is in use")


@command(profile, "delete")
def delete_profile(session: Session, name: Name, *, yes: Yes = False) -> None:
    """Delete a profile with everything in it."""
    found = _profile_named(session, name)
    session.confirm(f"Delete {found['name']} with every entry, for good?", yes=yes)
    answer = session.as_admin("DELETE", f"/profiles/{found['id']}")
    if not session.emit(answer):
        session.say(f"deleted {found['name']} with everything in it")
        if answer["note"]:
            session.note(answer["note"])


@command(token, "new")
def new_token(
    session: Session,
    *,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is for.")],
    read_only: Annotated[bool, typer.Option("--read-only", help="It may not write.")] = False,
) -> None:
    """Make an access token of the profile. Its secret is shown this once."""
    answer = session.post("/tokens", {"name": name, "read_only": read_only})
    if session.emit(answer):
        return
    session.out.print(answer["secret"], markup=False, soft_wrap=True)
    may = "may read" if read_only else "may read and write"
    session.note(f"{name} {may} {session.profile['name']}; keep it now, it is not shown again")


@command(token, "list")
def list_tokens(session: Session) -> None:
    """List the profile's access tokens."""
    answer = session.get("/tokens")
    if session.emit(answer):
        return
    if not answer["items"]:
        session.say("no tokens; make one with `aria token new NAME`")
        return
    columns = (
        Column("name", least=10),
        Column("may", spare=1),
        Column("made", spare=3),
        Column("last used", spare=2),
        Column("state"),
        Column("id"),
    )
    rows = [
        (
            item["name"],
            "read" if item["read_only"] else "read, write",
            show.local(item["created_at"], session.zone),
            show.local(item["last_used_at"], session.zone) or "never",
            Text("revoked" if item["revoked_at"] else "", style="yellow"),
            Text(show.short(item["id"]), style="dim"),
        )
        for item in answer["items"]
    ]
    session.out.print(grid(columns, rows, width=session.out.width))


@command(token, "revoke")
def revoke_token(
    session: Session,
    reference: Annotated[
        str, typer.Argument(metavar="TOKEN", help="Its name, its id, or the end of that.")
    ],
) -> None:
    """Take an access token back."""
    tokens = session.get("/tokens")["items"]
    named = [item for item in tokens if item["name"] == reference and not item["revoked_at"]]
    if len(named) > 1:
        lines = [
            f"  {show.short(item['id'])}  made {show.local(item['created_at'], session.zone)}"
            for item in named
        ]
        said = f"{reference!r} means more than one thing; use an id:"
        raise Ambiguous("\n".join([said, *lines]))
    token_id = named[0]["id"] if named else pick.by_suffix(tokens, reference, "token")
    answer = session.delete(f"/tokens/{token_id}")
    if not session.emit(answer):
        session.say(f"revoked {answer['name']}")


def _profile_named(session: Session, name: str) -> dict[str, Any]:
    """The profile with a name or an id; a name may hold what no address can."""
    for found in session.as_admin("GET", "/profiles")["items"]:
        if name in {found["id"], found["name"]}:
            return dict(found)
    message = f"there is no profile {name!r}; see `aria profile list`"
    raise NotFound(message)
