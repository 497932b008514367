"""The form of an answer, as the endpoint is told it; the only pydantic outside of the edges.

The JSON schema names the closed lists and the levels from 1 to 5, for endpoints that hold a
model to it. What comes back is read leniently, item by item, because many endpoints do not:
whether a kind, a predicate or a level exists, the domain judges.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from graph_aria.domain.judged_memories import MOST_MEMORIES
from graph_aria.domain.judging import MOST_MENTIONS, MOST_RELATIONS
from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.proposals import (
    Proposals,
    ProposedMemory,
    ProposedMention,
    ProposedRelation,
)
from graph_aria.domain.reading import Polarity, Tense
from graph_aria.domain.vocabulary import EMOTIONS, Kind, Predicate

_MOST_FEELINGS: Final = 20
_MOST_QUOTES: Final = 4


def _told(schema: dict[str, Any]) -> WithJsonSchema:
    return WithJsonSchema(schema)


def _one_of(names: list[str]) -> WithJsonSchema:
    return _told({"type": "string", "enum": names})


_Level = Annotated[int, _told({"type": "integer", "minimum": 1, "maximum": 5})]
_EntityKind = Annotated[str, _one_of([kind.value for kind in Kind if kind is not Kind.EMOTION])]
_EmotionName = Annotated[str, _one_of(list(EMOTIONS))]
_Predicate = Annotated[
    str, _one_of([name.value for name in Predicate if name is not Predicate.RELATED_TO])
]
_Polarity = Annotated[str, _one_of([name.value for name in Polarity])]
_Tense = Annotated[str, _one_of([name.value for name in Tense])]
_MemoryKind = Annotated[str, _one_of([name.value for name in MemoryKind])]
_Category = Annotated[str, _one_of([name.value for name in Category])]


def _at_most(n: int) -> Any:
    """A list that is told to be bounded; a longer one is cut, not refused."""
    return Field(json_schema_extra={"maxItems": n})


class Entity(BaseModel):
    """Something that the text names."""

    name: str
    kind: _EntityKind
    quote: str
    role: str | None = None


class Emotion(BaseModel):
    """Something that is felt."""

    name: _EmotionName
    quote: str
    intensity: _Level
    negated: bool = False
    of_user: bool = True


class Relation(BaseModel):
    """Something that the text states."""

    subject: str
    predicate: _Predicate
    object: str
    quote: str
    polarity: _Polarity = Polarity.ASSERTED.value
    tense: _Tense = Tense.PRESENT.value
    ended: bool = False


class Memory(BaseModel):
    """Something worth remembering."""

    text: str
    kind: _MemoryKind
    category: _Category
    importance: _Level
    significance: _Level
    confidence: _Level
    reason: str | None = None
    inferred: bool = False
    quotes: Annotated[list[str], _at_most(_MOST_QUOTES)]
    on: str | None = None
    until: str | None = None


class Analysis(BaseModel):
    """A whole answer. All four lists must be there: an echoed schema or "{}" is no answer."""

    model_config = ConfigDict(extra="forbid")

    entities: Annotated[list[Entity], _at_most(MOST_MENTIONS)]
    emotions: Annotated[list[Emotion], _at_most(_MOST_FEELINGS)]
    relations: Annotated[list[Relation], _at_most(MOST_RELATIONS)]
    memories: Annotated[list[Memory], _at_most(MOST_MEMORIES)]

    def proposals(self) -> Proposals:
        """The same as values of the domain."""
        entities = tuple(
            ProposedMention(name=item.name, kind=item.kind, quote=item.quote, role=item.role)
            for item in self.entities
        )
        feelings = tuple(
            ProposedMention(
                name=item.name,
                kind=Kind.EMOTION.value,
                quote=item.quote,
                intensity=item.intensity,
                negated=item.negated,
                of_user=item.of_user,
            )
            for item in self.emotions[:_MOST_FEELINGS]
        )
        return Proposals(
            # Feelings first: they are few, and a long list of names must not push them out.
            mentions=feelings + entities,
            relations=tuple(ProposedRelation(**item.model_dump()) for item in self.relations),
            memories=tuple(
                ProposedMemory(**{**item.model_dump(), "quotes": tuple(item.quotes)})
                for item in self.memories
            ),
        )
