"""What a reply rests on, numbered, and how each of it is set right on the spot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from graph_aria.cli import pick, show
from graph_aria.cli.session import Session
from graph_aria.errors import InvalidInput, NotFound

_MOST_CHARS: Final = 300
_BY: Final = {
    "model": "the chat model {model} replied",
    "offline": "offline ARIA replied",
    "care": "the text for words that speak of a crisis was given",
    "client": "another program replied",
}
_FROM_CHAPTER: Final = "from your life chapter"


@dataclass(frozen=True, slots=True)
class Ground:
    """One thing that a reply rests on.

    Attributes:
        kind: "memory", "relation", "entity" or "words".
        said: it as a line.
        path: of the route that it is set right by.
        quotes: the user's own words with their day, as the API gives them.
        note: what is to be known of it, "" if nothing.
        span: of words, where they stand in their entry.
    """

    kind: str
    said: str
    path: str
    quotes: list[dict[str, Any]] = field(default_factory=list)
    note: str = ""
    span: tuple[int, int] | None = None


def grounds_of(context: dict[str, Any]) -> list[Ground]:
    """All that a reply rests on, in the order of its numbers.

    What was found for the turn comes first, then what the life chapter told.
    """
    known = [*_memories(context), *_relations(context["relations"])]
    told = [quote for ground in known for quote in ground.quotes]
    # Words that a memory or a relation rests on are shown there.
    words = [one for one in _words(context) if not _is_among(one.quotes[0], told)]
    return [*known, *words, *_chapter(context["told"])]


def _memories(context: dict[str, Any]) -> Iterator[Ground]:
    for each in context["memories"]:
        memory = each["memory"]
        note = "perhaps no longer so" if each["stale"] else ""
        yield Ground("memory", memory["text"], f"/memories/{memory['id']}", each["quotes"], note)


def _relations(relations: list[dict[str, Any]], note_first: str = "") -> Iterator[Ground]:
    for each in relations:
        over = "" if each["active"] else "not any more, or not spoken of for a while"
        note = "; ".join(filter(None, (note_first, over)))
        yield Ground("relation", each["sentence"], f"/relations/{each['id']}", each["quotes"], note)


def _chapter(told: dict[str, Any]) -> Iterator[Ground]:
    yield from _relations(told["relations"], _FROM_CHAPTER)
    for each in told["entities"]:
        entity = each["entity"]
        path = f"/entities/{entity['id']}"
        yield Ground("entity", entity["name"], path, each["quotes"], _FROM_CHAPTER)


def _words(context: dict[str, Any]) -> Iterator[Ground]:
    for each in context["quotes"]:
        note = "the entry was changed since" if each["changed"] else ""
        span = None if each["changed"] else (each["start"], each["end"])
        path = f"/entries/{each['entry_id']}"
        yield Ground("words", "you wrote", path, [each], note, span)


def _is_among(quote: dict[str, Any], told: list[dict[str, Any]]) -> bool:
    return any(
        each["entry_id"] == quote["entry_id"]
        and each["start"] < quote["end"]
        and quote["start"] < each["end"]
        for each in told
    )


def last_turn(session: Session, conversation_id: str | None = None) -> str:
    """The turn that was replied to last, in a conversation or in the latest one.

    Raises:
        NotFound: there is none.
    """
    if conversation_id is None:
        latest = session.get("/conversations", limit=1)["items"]
        if not latest:
            raise NotFound("there is no conversation yet; `aria chat` begins one")
        conversation_id = str(latest[0]["id"])
    page = session.get(f"/conversations/{conversation_id}/messages", limit=20)
    replied = [each for each in page["items"] if each["role"] == "assistant"]
    if not replied:
        raise NotFound("nothing was replied in this conversation yet")
    return str(replied[-1]["entry_id"])


def turn_named(session: Session, reference: str | None) -> str:
    """Id of a turn with an id, or the end of one; the last one that was replied to if None."""
    if reference is None or reference == "last":
        return last_turn(session)
    return pick.entry_id(session, reference)


def tell_grounds(session: Session, context: dict[str, Any]) -> None:
    """Print what a reply rests on, each with the user's own words and their day."""
    grounds = grounds_of(context)
    by = _BY.get(context["by"] or "", "nothing was replied").format(model=context["model"])
    session.say(f"{by}; turn {show.short(context['turn_id'])}", style="dim")
    for number, ground in enumerate(grounds, start=1):
        note = f" ({ground.note})" if ground.note else ""
        session.say(f"{number}. {ground.said}{note}")
        for quote in ground.quotes:
            session.say(f"     {quote['day']}: {_quoted(quote)}", style="dim")
    for chapter in context["chapters"]:
        session.say(f"   the chapter of {chapter['started_on']}: {chapter['title']}")
    if not grounds and not context["chapters"]:
        session.say("it rests on nothing that you said")
    for memory in context["left_out"]:
        session.say(f"   left out, since it did not fit: {memory['text']}", style="dim")


def set_right(
    session: Session, context: dict[str, Any], number: int, words: str | None, *, yes: bool
) -> Any:
    """Correct one of the grounds of a reply, or forget it; what the API answers.

    Args:
        session: of the command.
        context: what the reply rests on.
        number: which one, from 1 on.
        words: how it is right; of a relation the name of what it is about, of a theme or a person
            theirs. None forgets it.
        yes: nobody is to be asked.

    Raises:
        InvalidInput: there is no such number, or nothing of it can be corrected.
    """
    grounds = grounds_of(context)
    if not 1 <= number <= len(grounds):
        there = f"there are {len(grounds)}" if grounds else "it rests on nothing that you said"
        message = f"there is no number {number} in this reply: {there}; see `aria chat why`"
        raise InvalidInput(message)
    ground = grounds[number - 1]
    if words is None:
        return _forgotten(session, ground, yes=yes)
    return _corrected(session, ground, words)


def _forgotten(session: Session, ground: Ground, *, yes: bool) -> Any:
    if ground.kind == "relation":
        session.confirm(f"Reject “{ground.said}” for good?", yes=yes)
        return session.post(f"{ground.path}/reject")
    if ground.kind in {"memory", "entity"}:
        session.confirm(f"Delete “{ground.said}” for good?", yes=yes)
    else:
        what = _quoted(ground.quotes[0])
        session.confirm(f"Delete the whole entry that says {what}, and all from it?", yes=yes)
    return session.delete(ground.path)


def _corrected(session: Session, ground: Ground, words: str) -> Any:
    if ground.kind == "relation":
        return session.patch(ground.path, {"object_id": pick.entity_id(session, words)})
    if ground.kind == "memory":
        return session.patch(ground.path, {"text": words})
    if ground.kind == "entity":
        return session.patch(ground.path, {"name": words})
    if ground.span is None:
        message = "the entry was changed since; `aria entry edit` corrects it"
        raise InvalidInput(message)
    entry = session.get(ground.path)
    start, end = ground.span
    text = f"{entry['text'][:start]}{words}{entry['text'][end:]}"
    return session.patch(ground.path, {"text": text})


def _quoted(quote: dict[str, Any]) -> str:
    text = quote["text"]
    return "…" if text is None else f"“{show.first_line(text, _MOST_CHARS)}”"
