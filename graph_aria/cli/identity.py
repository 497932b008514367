"""Who is the same as whom: `aria question …`, and merging and splitting entities."""

from __future__ import annotations

import itertools
import operator
import re
from typing import Annotated, Any, Final

import typer

from graph_aria.cli import pick
from graph_aria.cli.life import EntityRef
from graph_aria.cli.right import entity
from graph_aria.cli.session import Session, command, default_command
from graph_aria.cli.show import short
from graph_aria.domain.questions import Answer
from graph_aria.domain.sentences import counted
from graph_aria.errors import InvalidInput, NotFound

question = typer.Typer(help="Open questions about who is who: list (the default), answer.")
_ANSWERS: Final = ", ".join(Answer)
_SHORT: Final = {"s": Answer.SAME, "d": Answer.DIFFERENT, "n": Answer.UNSURE, "u": Answer.UNSURE}
_LATER: Final = "later"
_WHY: Final = {
    "several": "several have this name",
    "first_name": "the same first name",
    "surname": "the same surname",
    "nickname": "one name can be short for the other",
    "accents": "the names differ in accents only",
    "spelling": "the names are spelt alike",
    "title": "one has a title, the other has none",
    "generation": "one is junior or senior, of the other it is not said",
    "qualifier": "one is told apart by what stands behind the name",
    "role": "several have this role",
    "other_role": "one name, in two roles",
    "same_role": "both have this role",
    "same_name": "both have this name",
}
_ENTRY_OF: Final = operator.itemgetter("entry_id")
_RANGE: Final = re.compile(r"(\d+)(?:-(\d+))?")


@default_command(question)
def open_questions(session: Session) -> None:
    """List open questions."""
    _tell_questions(session, session.get("/questions", limit=20))


@command(question, "list")
def list_questions(
    session: Session,
    limit: Annotated[int, typer.Option("--limit", help="At most so many.")] = 20,
) -> None:
    """List what could not be told: whether two entities are the same; newest first."""
    _tell_questions(session, session.get("/questions", limit=limit))


def _tell_questions(session: Session, page: dict[str, Any]) -> None:
    if session.emit(page):
        return
    if not page["items"]:
        session.say("no open questions")
        return
    for item in page["items"]:
        _tell_question(session, item)
    session.note("`aria question answer ID same|different|unsure`, or without ID one by one")


def _tell_question(session: Session, item: dict[str, Any]) -> None:
    why = _WHY.get(item["reason"], item["reason"].replace("_", " "))
    session.say(f"{short(item['id'])}  {item['sentence']}")
    session.say(f"  {why}; {item['score']:.0%} likely", style="dim")
    for each in (item["one"], item["other"]):
        what = each["role"] or each["kind"].lower()
        said = f" “{each['quote']}”" if each["quote"] else ""
        session.say(f"  {each['name']}, {what}:{said}")


@command(question, "answer")
def answer(
    session: Session,
    reference: Annotated[
        str | None,
        typer.Argument(metavar="[QUESTION]", help="An id, or the end of one; all if left out."),
    ] = None,
    said: Annotated[str | None, typer.Argument(metavar="[ANSWER]", help=_ANSWERS + ".")] = None,
) -> None:
    """Say whether two are the same; it holds for ever, and what it merges can be undone."""
    if reference is None:
        _ask_all(session)
        return
    items = session.everything("/questions")
    try:
        found = pick.by_suffix(items, reference, "open question")
    except NotFound as error:
        message = (
            f"{error.message}. One that was answered, or settled by another answer, is not open "
            "any more; `aria entity merge`, `unmerge` and `split` change what was decided"
        )
        raise NotFound(message) from error
    item = next(each for each in items if each["id"] == found)
    if said is None:
        said = _ask(session, item)
        if said is None:
            return
    done = session.post(f"/questions/{item['id']}/answer", {"answer": _answer_of(said).value})
    if not session.emit(done):
        session.say(_told(done))


def _answer_of(said: str) -> Answer:
    try:
        return Answer(said.strip().lower())
    except ValueError as error:
        message = f"{said!r} is no answer; give one of {_ANSWERS}"
        raise InvalidInput(message) from error


def _ask_all(session: Session) -> None:
    """Ask one question after the other."""
    items = session.everything("/questions")
    if not items:
        if not session.emit({"items": []}):
            session.say("no open questions")
        return
    for item in items:
        said = _ask(session, item)
        if said is not None:
            body = {"answer": _answer_of(said).value}
            session.say(_told(session.post(f"/questions/{item['id']}/answer", body)))


def _ask(session: Session, item: dict[str, Any]) -> str | None:
    if not session.is_interactive:
        message = f"nobody can be asked here; give an answer: {_ANSWERS}"
        raise InvalidInput(message)
    _tell_question(session, item)
    while True:
        said = str(typer.prompt("same, different, unsure or later", err=True)).strip().lower()
        if said == _LATER:
            return None
        said = _SHORT.get(said, said)
        if said in set(Answer):
            return said


def _told(item: dict[str, Any]) -> str:
    one, other = item["one"]["name"], item["other"]["name"]
    match item["answer"]:
        case Answer.SAME:
            return f"{other} is one now, with all that was said; `aria entity unmerge` undoes it"
        case Answer.DIFFERENT:
            return f"{one} and {other} are kept apart, whatever is read"
        case _:
            return "left as it is; it is not asked again"


@command(entity, "merge")
def merge(
    session: Session,
    reference: EntityRef,
    into: Annotated[str, typer.Argument(metavar="INTO", help="The one that stays.")],
    *,
    override: Annotated[
        bool, typer.Option("--override", help="Also if you said that they are never the same.")
    ] = False,
) -> None:
    """Make two entities one; it can be undone."""
    target = pick.entity_id(session, reference, whole=True)
    other = pick.entity_id(session, into, whole=True)
    body = {"into": other, "override": override}
    done = session.post(f"/entities/{target}/merge", body)
    if not session.emit(done):
        name = done["entity"]["name"]
        session.say(f"they are one now, {name}; `aria entity unmerge` undoes it")


@command(entity, "unmerge")
def unmerge(
    session: Session,
    reference: EntityRef,
    merged: Annotated[
        str | None,
        typer.Argument(metavar="[MERGED]", help="Name or id of what was merged into it."),
    ] = None,
) -> None:
    """Undo a merge: the latest, or the one of a name. What was said since stays."""
    target = pick.entity_id(session, reference)
    items = session.get(f"/entities/{target}/merged")["items"]
    chosen = None if merged is None else _absorbed(items, merged)
    done = session.post(f"/entities/{target}/unmerge", {"merged_id": chosen})
    if not session.emit(done):
        other = session.get(f"/entities/{target}")["entity"]["name"]
        session.say(f"{done['entity']['name']} stands for itself again, beside {other}")


def _absorbed(items: list[dict[str, Any]], reference: str) -> str:
    wanted = reference.casefold()
    named = [item for item in items if wanted in {name.casefold() for name in item["names"]}]
    if len(named) == 1:
        return str(named[0]["id"])
    if not named and not items:
        raise NotFound("nothing was merged into it")
    return pick.by_suffix(items, reference, "entity merged into it")


@command(entity, "split")
def split(
    session: Session,
    reference: EntityRef,
    numbers: Annotated[
        str | None,
        typer.Argument(metavar="[MENTIONS]", help="Their numbers in the list, such as 1,3-5."),
    ] = None,
) -> None:
    """Make some mentions of an entity one of their own. Without numbers they are listed."""
    target = pick.entity_id(session, reference, whole=True)
    items = session.everything(f"/entities/{target}/mentions")
    # All of them, counted from the oldest: a number stays what it is while more is written.
    by_entry = [list(part) for _, part in itertools.groupby(items, key=_ENTRY_OF)]
    items = [item for part in reversed(by_entry) for item in part]
    if numbers is None:
        if session.emit({"items": items}):
            return
        for number, item in enumerate(items, start=1):
            session.say(f"{number:>4}  {item['day']}  “{item['quote']}”")
        if not session.is_interactive:
            session.note("give the numbers of those that are somebody or something else")
            return
        numbers = str(typer.prompt("Which are somebody or something else? (1,3-5)", err=True))
    chosen = [items[number - 1]["id"] for number in chosen_numbers(numbers, len(items))]
    done = session.post(f"/entities/{target}/split", {"mention_ids": chosen})
    if not session.emit(done):
        item = done["entity"]
        session.say(
            f"{counted(len(chosen), 'mention')} split off as another {item['name']} "
            f"({short(item['id'])}); `aria entity rename` tells them apart"
        )


def chosen_numbers(text: str, most: int) -> list[int]:
    """Numbers from 1 to `most`, from a list such as "1,3-5"."""
    chosen: set[int] = set()
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = _RANGE.fullmatch(part)
        first = int(match[1]) if match else 0
        last = int(match[2] or first) if match else 0
        if not 1 <= first <= last <= most:
            message = f"{part!r} is none of the numbers from 1 to {most}; give such as 1,3-5"
            raise InvalidInput(message)
        chosen |= set(range(first, last + 1))
    return sorted(chosen)
