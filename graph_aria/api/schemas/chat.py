"""What is asked of ARIA, what she replies, and what that rests on, over the wire."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from graph_aria.api.schemas.graph import ChapterLine
from graph_aria.api.schemas.memories import ShownMemory
from graph_aria.api.schemas.reading import EntityName
from graph_aria.api.schemas.values import Label, Sent, Shown, Zone
from graph_aria.domain.chat import Speaker
from graph_aria.domain.conversations import ReplyState
from graph_aria.domain.drawn import Occasion

_LONGEST = 1_000_000
_EXAMPLE_ID = "019a4b7e-0c00-7000-8000-00000000000c"


class ToReply(Sent):
    """What the user says, and where."""

    text: str = Field(max_length=_LONGEST)
    conversation_id: str | None = Field(
        default=None, max_length=64, description="Which one it goes on with; null begins one."
    )
    namespace: Label | None = Field(
        default=None,
        description="Of a new conversation: where its memories are used; null for everywhere.",
    )

    @model_validator(mode="after")
    def _of_a_new_one(self) -> Self:
        """Refuse what only a new conversation can have."""
        if self.conversation_id is not None and self.namespace is not None:
            message = "only a new conversation has a `namespace`; leave it out"
            raise ValueError(message)
        return self


class NewChat(ToReply):
    """A turn to reply to."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": "What helped last time?"}]})

    remember: bool = Field(
        default=True,
        strict=True,
        description="`false`: nothing is learned from the conversation, what was said in it "
        "before too. Turning that back takes a PATCH of the conversation.",
    )
    zone: Zone | None = Field(default=None, description="Of the turn; the profile's if null.")
    external_id: Label | None = Field(
        default=None,
        description="Id of the turn at your client: one with it is stored and answered once. "
        "An `Idempotency-Key` is one, too.",
    )


class PreviewedChat(ToReply):
    """A turn whose prompt is wanted."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": "What helped last time?"}]})


class PromptMessage(Shown):
    """A message of a prompt."""

    role: Speaker
    text: str


class ShownPrompt(Shown):
    """A prompt as the chat model would be sent it; nothing of it was stored or sent."""

    messages: list[PromptMessage]
    n_tokens: int = Field(description="Of all messages, estimated.")
    window: int = Field(description="Tokens that prompt and reply may take together.")
    model: str | None = Field(description="Who would be asked; null: offline ARIA would reply.")
    parts: dict[str, int] = Field(description="Tokens that each part takes.")
    budgets: dict[str, int] = Field(description="Tokens that each part may take.")
    memory_ids: list[str]
    left_out_ids: list[str] = Field(description="Pinned ones and boundaries that do not fit.")


class DrawnOn(Shown):
    """How much a reply drew on; `GET /api/v1/chat/{turn_id}/context` shows it."""

    memories: int
    stale: int = Field(description="How many of these are perhaps no longer so.")
    relations: int
    quotes: int
    chapters: int = Field(description="Closed ones; the open one is always there.")
    raised: int = Field(description="What came up by itself.")


By = Literal["model", "offline", "care", "client"]
_BY = (
    "`model`: the chat model; `offline`: ARIA without one; `care`: the text for words that "
    "speak of a crisis; `client`: another program. Null if nothing was said."
)


class ShownReply(Shown):
    """A whole reply."""

    turn_id: str
    conversation_id: str
    text: str
    state: ReplyState
    by: By | None = Field(description=_BY)
    model: str | None
    note: str | None = Field(description="Why no model was asked, or heard to its end.")
    drawn: DrawnOn


class ShownTurn(Shown):
    """The first event of a stream: what is replied to."""

    turn_id: str
    conversation_id: str
    created: bool = Field(description="False if the turn had been stored before.")


class ShownPiece(Shown):
    """An event of a stream: some words more."""

    text: str


class Way(Shown):
    """A request that sets something right, ready to be sent."""

    does: str
    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    body: dict[str, Any] | None = Field(
        default=None, description="With `…` where your own words go."
    )


class UsedQuote(Shown):
    """Words of the user that a reply drew on."""

    entry_id: str
    start: int
    end: int
    day: date = Field(description="The local day on which they were said.")
    text: str | None = Field(
        description="The very words; null if the entry was changed since, or is being read again."
    )
    changed: bool = Field(description="The entry was changed since; it may say something else.")
    ways: list[Way]


class UsedMemory(Shown):
    """A memory that a reply drew on, as it is now."""

    memory: ShownMemory
    stale: bool = Field(description="It was flagged as perhaps no longer so.")
    quotes: list[UsedQuote] = Field(description="The words that it was learned from.")
    ways: list[Way]


class UsedRelation(Shown):
    """A relation that a reply drew on, as it is now."""

    id: str
    sentence: str
    active: bool
    ended_at: datetime | None
    quotes: list[UsedQuote] = Field(description="The newest words that say it.")
    ways: list[Way]


class ToldEntity(Shown):
    """A theme, a habit, a person or a thing that the life chapter told, as it is now."""

    entity: EntityName
    quotes: list[UsedQuote] = Field(description="The newest words that name it.")
    ways: list[Way]


class ToldChapter(Shown):
    """What the open life chapter gave a reply, besides what was found for the turn."""

    relations: list[UsedRelation]
    entities: list[ToldEntity]


class CameUp(Shown):
    """Something that came up by itself."""

    memory_id: str
    occasion: Occasion
    on: date


class ShownContext(Shown):
    """What a reply rests on. What was deleted since is not in it any more."""

    turn_id: str
    conversation_id: str
    by: By | None = Field(description=_BY)
    model: str | None
    state: ReplyState
    memories: list[UsedMemory] = Field(description="In the order of the prompt.")
    left_out: list[ShownMemory] = Field(description="Pinned ones and boundaries that did not fit.")
    relations: list[UsedRelation]
    quotes: list[UsedQuote] = Field(description="Pieces of entries and turns.")
    chapters: list[ChapterLine] = Field(description="Closed ones that were found.")
    told: ToldChapter = Field(description="What the open life chapter told.")
    entities: list[EntityName] = Field(description="What the turn named.")
    raised: list[CameUp]
    parts: dict[str, int] = Field(description="Tokens that each part of the prompt took.")
    budgets: dict[str, int] = Field(description="Tokens that each part could take then.")
