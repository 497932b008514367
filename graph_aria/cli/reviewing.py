"""What may repeat or contradict something known: `aria memory review`."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer

from graph_aria.cli import pick
from graph_aria.cli.session import Session
from graph_aria.cli.show import short
from graph_aria.errors import InvalidInput, NotFound

_ANSWERS: Final = "same, update, both"
_SHORT: Final = {"s": "same", "u": "update", "b": "both", "l": "later"}


def review(
    session: Session,
    reference: Annotated[
        str | None,
        typer.Argument(metavar="[MEMORY]", help="An id, the end of one, or words of it."),
    ] = None,
    answer: Annotated[
        str | None, typer.Option("--answer", metavar="ANSWER", help=f"{_ANSWERS}.")
    ] = None,
) -> None:
    """Say how memories stand to each other that may repeat or contradict one another."""
    if answer is not None:
        answer = _SHORT.get(answer.strip().lower(), answer.strip().lower())
        if answer not in _ANSWERS.split(", "):
            message = f"{answer!r} is no answer; give one of {_ANSWERS}"
            raise InvalidInput(message)
    items = _waiting(session, reference)
    if answer is not None:
        if reference is None:
            raise InvalidInput("say which memory that answers; `aria memory review` lists them")
        done = _answered(session, items[0], answer)
        if not session.emit(done):
            session.say(done["standing"])
        return
    if session.emit({"items": items, "next_cursor": None}):
        return
    if not items:
        session.say("nothing waits for an answer")
    elif session.is_interactive:
        _ask_all(session, reference)
    else:
        for item in items:
            _tell_review(session, item)
        session.note(f"`aria memory review MEMORY --answer ANSWER` ({_ANSWERS})")


def _ask_all(session: Session, reference: str | None) -> None:
    """Ask one after the other; an answer may leave a memory waiting for another one."""
    asked: set[tuple[str, str]] = set()
    target = None if reference is None else pick.memory_id(session, reference)
    while True:
        items = session.get("/memories/review", limit=200)["items"]
        item = next((one for one in items if _pair(one) not in asked and _is_of(one, target)), None)
        if item is None:
            return
        asked.add(_pair(item))
        _tell_review(session, item)
        _ask(session, item)


def _pair(item: dict[str, Any]) -> tuple[str, str]:
    return item["memory"]["id"], item["other"]["id"]


def _is_of(item: dict[str, Any], target: str | None) -> bool:
    return target is None or target in _pair(item)


def _waiting(session: Session, reference: str | None) -> list[dict[str, Any]]:
    """What waits for an answer: all of it, or of one memory."""
    items = list(session.get("/memories/review", limit=200)["items"])
    if reference is None:
        return items
    target = pick.memory_id(session, reference)
    items = [one for one in items if _is_of(one, target)]
    if not items:
        message = f"{reference!r} waits for no answer; `aria memory review` lists what does"
        raise NotFound(message)
    return items


def _tell_review(session: Session, item: dict[str, Any]) -> None:
    one, other = item["memory"], item["other"]
    session.say(f"{short(one['id'])}  {one['text']}")
    if item["quote"]:
        session.say(f"  “{item['quote']}”", style="dim")
    session.say(f"  beside: {other['text']}")
    if item["other_quote"]:
        session.say(f"  “{item['other_quote']}”", style="dim")
    session.say(f"  not clear: {item['why'].replace('_', ' ')}", style="dim")


def _ask(session: Session, item: dict[str, Any]) -> None:
    while True:
        said = str(typer.prompt(f"{_ANSWERS} or later", err=True)).strip().lower()
        said = _SHORT.get(said, said)
        if said == "later":
            return
        if said in _ANSWERS.split(", "):
            session.say(_answered(session, item, said)["standing"])
            return


def _answered(session: Session, item: dict[str, Any], answer: str) -> dict[str, Any]:
    body = {"other_id": item["other"]["id"], "answer": answer}
    return dict(session.post(f"/memories/{item['memory']['id']}/answer", body))
