"""Conversations and their messages over the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from graph_aria.api.schemas.care import ShownCare
from graph_aria.api.schemas.entries import Deleted
from graph_aria.api.schemas.values import Instant, Label, Sent, Shown, Zone, takes
from graph_aria.domain.conversations import Conversation, Message, Role

_LONGEST = 1_000_000
MessageLimit = Annotated[
    int,
    Field(ge=2, le=200, description="At most so many."),
    takes("a whole number from 2 to 200"),
]


class NewConversation(Sent):
    """A conversation to begin."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"external_id": "chat-1"}]})

    external_id: Label | None = Field(
        default=None, description="Its id at your client: one with it is begun once."
    )
    namespace: Label | None = Field(
        default=None, description="Where its memories are used; null for everywhere."
    )
    remember: bool = Field(
        default=True, strict=True, description="Whether anything is learned from it."
    )


class EditedConversation(Sent):
    """What changes about a conversation."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"remember": False}]})

    remember: bool = Field(
        strict=True,
        description="`false` withdraws all that was learned from it, what was said before too; "
        "`true` learns it again.",
    )


class NewMessage(Sent):
    """A message of a conversation that your own client leads."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"role": "user", "text": "Yoga with Priya helped.", "external_id": "chat-1-1"}
            ]
        }
    )

    role: Literal["user", "assistant"] = Field(
        description="`user`: a turn. `assistant`: the reply to the last turn; nothing is learned "
        "from it."
    )
    text: str = Field(max_length=_LONGEST)
    occurred_at: Instant | None = None
    zone: Zone | None = Field(default=None, description="Of a turn; the profile's if null.")
    external_id: Label | None = Field(
        default=None, description="Of a turn, its id at your client: one with it is stored once."
    )
    cut: bool = Field(
        default=False, strict=True, description="Of a reply: it was broken off; it may be empty."
    )

    @model_validator(mode="after")
    def _of_its_role(self) -> Self:
        """Refuse what a message of its role cannot have."""
        if self.role == "user" and self.cut:
            message = "only an assistant's message is cut; leave `cut` out"
            raise ValueError(message)
        if self.role == "assistant" and (self.external_id or self.zone):
            message = "only a user's message has `external_id` and `zone`; leave them out"
            raise ValueError(message)
        return self


class ShownConversation(Shown):
    """A conversation."""

    id: str
    started_at: datetime
    last_at: datetime = Field(description="When something was last said in it.")
    external_id: str | None
    namespace: str | None = Field(description="Where its memories are used; null: everywhere.")
    remember: bool = Field(description="Whether anything is learned from it.")

    @classmethod
    def of(cls, conversation: Conversation) -> ShownConversation:
        """A conversation as it is shown."""
        return cls(
            id=conversation.id,
            started_at=conversation.started_at,
            last_at=conversation.last_at or conversation.started_at,
            external_id=conversation.external_id,
            namespace=conversation.scope or None,
            remember=conversation.remembers,
        )


class ShownMessage(Shown):
    """A message of a conversation."""

    entry_id: str = Field(description="The turn that it is, or that it replies to.")
    role: Role
    text: str
    at: datetime
    cut: bool = Field(description="A reply that was broken off.")

    @classmethod
    def of(cls, message: Message) -> ShownMessage:
        """A message as it is shown."""
        return cls(
            entry_id=message.turn_id,
            role=message.role,
            text=message.text,
            at=message.at,
            cut=message.is_cut,
        )


class TakenMessage(Shown):
    """A message that is stored."""

    message: ShownMessage
    created: bool = Field(description="False if it had been stored before.")
    care: ShownCare | None = Field(
        default=None,
        description="Told where a turn speaks of a crisis: it is stored, nothing is made of it.",
    )


class DeletedConversation(Deleted):
    """What became of the deletion of a conversation."""

    n_turns: int = Field(description="Turns that went with it, each with its reply.")
