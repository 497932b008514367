"""The form of an answer, as the endpoint is told it; the only pydantic outside of the edges.

The JSON schema names the closed lists, the levels from 1 to 5 and how much there may be, for
endpoints that hold a model to it. What comes back is read leniently, item by item, because
many endpoints do not: whether a kind, a predicate or a level exists, the domain judges.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, create_model

from graph_aria.domain.advice import Verdict
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
_LONGEST_NAME: Final = 80
_LONGEST_QUOTE: Final = 300
_LONGEST_MEMORY: Final = 400

_BOUNDS: Final = (
    # characters of the text, then entities, emotions, relations and memories
    (150, (8, 4, 8, 3)),
    (400, (12, 6, 12, 4)),
    (1_500, (30, 12, 30, MOST_MEMORIES)),
)
"""What a short text can hold: a small model that repeats itself is not stopped by less."""


def _told(schema: dict[str, Any]) -> WithJsonSchema:
    return WithJsonSchema(schema)


def _one_of(names: list[str]) -> WithJsonSchema:
    return _told({"type": "string", "enum": names})


def _text(longest: int) -> Any:
    """A text that is told to be bounded; a longer one is read all the same."""
    return Field(json_schema_extra={"maxLength": longest})


_Name = Annotated[str, _text(_LONGEST_NAME)]
_Quote = Annotated[str, _text(_LONGEST_QUOTE)]
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

    name: _Name
    kind: _EntityKind
    quote: _Quote
    role: _Name | None = None


class Emotion(BaseModel):
    """Something that is felt."""

    name: _EmotionName
    quote: _Quote
    intensity: _Level
    negated: bool = False
    of_user: bool = True


class Relation(BaseModel):
    """Something that the text states."""

    subject: _Name
    predicate: _Predicate
    object: _Name
    quote: _Quote
    polarity: _Polarity = Polarity.ASSERTED.value
    tense: _Tense = Tense.PRESENT.value
    ended: bool = False


class Memory(BaseModel):
    """Something worth remembering."""

    text: _Quote
    kind: _MemoryKind
    category: _Category
    importance: _Level
    significance: _Level
    confidence: _Level
    reason: _Quote | None = None
    inferred: bool = False
    quotes: Annotated[list[_Quote], _at_most(_MOST_QUOTES)]
    on: _Name | None = None
    until: _Name | None = None


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


def form_for(text: str) -> type[Analysis]:
    """The form of an answer about a text: the shorter the text, the less it may list.

    Whatever is listed beyond that by an endpoint that does not hold a model to it is read.
    """
    return _form(next((most for longest, most in _BOUNDS if len(text) <= longest), None))


@cache
def _form(most: tuple[int, int, int, int] | None) -> type[Analysis]:
    if most is None:
        return Analysis
    entities, emotions, relations, memories = most
    return create_model(
        Analysis.__name__,
        __base__=Analysis,
        __doc__=Analysis.__doc__,
        entities=Annotated[list[Entity], _at_most(entities)],
        emotions=Annotated[list[Emotion], _at_most(emotions)],
        relations=Annotated[list[Relation], _at_most(relations)],
        memories=Annotated[list[Memory], _at_most(memories)],
    )


class PairVerdict(BaseModel):
    """What is said of one pair."""

    pair: int
    verdict: Annotated[str, _one_of([verdict.value for verdict in Verdict])]


class Compared(BaseModel):
    """A whole answer about pairs."""

    model_config = ConfigDict(extra="forbid")

    verdicts: list[PairVerdict]


class Merged(BaseModel):
    """A whole answer about several sentences; the text must be there, if only as null."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[
        str | None,
        _told({"anyOf": [{"type": "string", "maxLength": _LONGEST_MEMORY}, {"type": "null"}]}),
    ]
