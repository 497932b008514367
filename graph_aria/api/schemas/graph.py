"""Entities, relations, themes and chapters over the wire."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from pydantic import ConfigDict, Field

from graph_aria.api.schemas.reading import EntityName
from graph_aria.api.schemas.values import Instant, Label, Sent, Shown
from graph_aria.domain.chapter_life import LifeEvent
from graph_aria.domain.chapter_lines import Told, Weighed
from graph_aria.domain.graph import Chapter, Entity
from graph_aria.domain.life import Standing
from graph_aria.domain.life_chapter import LifeChapter
from graph_aria.domain.themes import Theme
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.domain.weights import Dial, shown

BrowserUrl = Annotated[
    str | None,
    Field(
        description="Opens Neo4j Browser on it; null if the store is no Neo4j.",
        examples=["http://127.0.0.1:7474/browser/?dbms=…&db=neo4j&cmd=edit&arg=MATCH%20…"],
    ),
]
EvidenceBrowserUrl = Annotated[
    str | None,
    Field(description="Opens Neo4j Browser on the entries that show it; null as above."),
]


class ShownEntity(EntityName):
    """An entity with its weight."""

    role: str | None
    cadence: str | None
    is_user: bool
    pinned: bool
    active: bool
    weight: float | None = Field(description="1 to 10, null for the user.")
    fades_at: datetime | None
    first_on: date | None
    last_on: date | None
    n_days: int = Field(description="Local days on which it was spoken of.")

    @classmethod
    def of(cls, entity: Entity, *, now: datetime, dial: Dial) -> ShownEntity:
        """An entity as it stands now."""
        where = entity.standing
        return cls(
            id=entity.id,
            name=entity.name,
            kind=entity.kind,
            role=entity.role,
            cadence=entity.cadence,
            is_user=entity.is_user,
            pinned=entity.pinned,
            active=entity.active_at(now),
            weight=shown(where.weight_at(now, dial)) if where else None,
            fades_at=where.fades_at if where else None,
            first_on=where.first_on if where else None,
            last_on=where.last_on if where else None,
            n_days=where.n_days if where else 0,
        )


class ShownEvidence(Shown):
    """One piece of evidence, with the words it came from."""

    source_id: str
    entry_id: str | None = Field(description="The entry; null if it is a ruling of the user.")
    ruling: str | None = Field(description="What the user ruled.", examples=["revive"])
    at: datetime
    day: date
    strength: float
    ended: bool
    quotes: list[str] = Field(examples=[["Yoga helped"]])


class Alias(Shown):
    """A way in which an entity is spoken of."""

    name: str
    kind: Kind
    role: str | None
    cadence: str | None
    n: int = Field(description="How many mentions have it.")


class EntityDetail(Shown):
    """An entity with all that supports it."""

    entity: ShownEntity
    reason: str = Field(description="Why it is in the life chapter, or why not.")
    trend_7d: float
    trend_30d: float
    aliases: list[Alias]
    evidence: list[ShownEvidence] = Field(description="Newest first, at most 100.")
    evidence_cursor: str | None = Field(
        description="For `GET /entities/{entity_id}/evidence`; null if that is all."
    )
    browser_url: BrowserUrl
    evidence_browser_url: EvidenceBrowserUrl
    note: str | None = Field(
        default=None, description="What else is to be known after a change; null mostly."
    )


class EditedEntity(Sent):
    """A new name or kind."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Hatha yoga"}]})

    name: Label | None = None
    kind: Kind | None = None


class Ruled(Shown):
    """A decision of the user that is in effect."""

    ruling_id: str
    verb: str
    target_id: str
    at: datetime


class ShownRelation(Shown):
    """A relation with its weight, as a sentence."""

    id: str
    subject: EntityName
    predicate: Predicate
    object: EntityName
    sentence: str = Field(examples=["Yoga eases anxiety"])
    active: bool
    weight: float
    fades_at: datetime
    ended_at: datetime | None
    first_on: date
    last_on: date
    n_days: int
    quotes: list[str] = Field(
        default_factory=list, description="The newest phrases that show it, at most three."
    )


class RelationDetail(Shown):
    """A relation with all that supports it."""

    relation: ShownRelation
    evidence: list[ShownEvidence]
    evidence_cursor: str | None
    browser_url: BrowserUrl
    evidence_browser_url: EvidenceBrowserUrl


class NewRelation(Sent):
    """A relation that the user states by hand. `me` stands for the user."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "subject_id": "019a4b7e-0c00-7000-8000-000000000001",
                    "predicate": "MITIGATES",
                    "object_id": "019a4b7e-0c00-7000-8000-000000000002",
                }
            ]
        }
    )

    subject_id: Label
    predicate: Predicate
    object_id: Label


class EditedRelation(Sent):
    """The parts of a relation that change; those left out stay."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"predicate": "SUPPORTS"}]})

    subject_id: Label | None = None
    predicate: Predicate | None = None
    object_id: Label | None = None


class EndedRelation(Sent):
    """When a relation ended."""

    model_config = ConfigDict(json_schema_extra={"examples": [{}]})

    at: Instant | None = Field(default=None, description="Now if left out.")


class ShownGraph(Shown):
    """The entities around a centre and the relations between them."""

    center: ShownEntity
    entities: list[ShownEntity]
    relations: list[ShownRelation]
    browser_url: BrowserUrl


class EmotionDays(Shown):
    """An emotion that comes with a theme."""

    name: str
    n_days: int


class ShownTheme(Shown):
    """A theme with its trend and what comes with it."""

    entity: EntityName
    weight: float
    trend_7d: float
    trend_30d: float
    emotions: list[EmotionDays]
    mood_with: float | None = Field(
        description="Mean mood on days with it; null unless there are five days of each."
    )
    mood_without: float | None
    n_mood_with: int
    n_mood_without: int
    first_on: date
    last_on: date
    n_days: int

    @classmethod
    def of(cls, theme: Theme) -> ShownTheme:
        """A theme as it is shown."""
        return cls(
            entity=name_of(theme.entity),
            weight=shown(theme.weight),
            trend_7d=theme.trend_7d,
            trend_30d=theme.trend_30d,
            emotions=[EmotionDays(name=name, n_days=n) for name, n in theme.emotions],
            mood_with=theme.mood_with,
            mood_without=theme.mood_without,
            n_mood_with=theme.n_mood_with,
            n_mood_without=theme.n_mood_without,
            first_on=theme.first_on,
            last_on=theme.last_on,
            n_days=theme.n_days,
        )


class Themes(Shown):
    """Themes, heaviest first."""

    as_of: datetime
    themes: list[ShownTheme]


class ChapterPart(Shown):
    """Something that a chapter speaks of."""

    entity: EntityName
    role: str | None
    cadence: str | None
    weight: float
    trend: float

    @classmethod
    def of(cls, item: Weighed) -> ChapterPart:
        """A part as it is shown."""
        return cls(
            entity=name_of(item.entity),
            role=item.entity.role,
            cadence=item.entity.cadence,
            weight=shown(item.weight),
            trend=item.trend,
        )


class ChapterRelation(Shown):
    """A relation that a chapter tells of."""

    relation_id: str
    sentence: str
    weight: float

    @classmethod
    def of(cls, item: Told) -> ChapterRelation:
        """A relation as it is shown."""
        return cls(relation_id=item.relation.id, sentence=item.sentence, weight=shown(item.weight))


class ChapterEvent(Shown):
    """A focus or a milestone of a chapter's time."""

    memory_id: str
    text: str
    first_on: date | None
    last_on: date | None = Field(description="Null for a focus that goes on.")
    stands: Standing | None = Field(description="How a focus stood; null for a milestone.")
    told_on: date | None = Field(
        description="When a milestone that nobody dated was first told; else null."
    )

    @classmethod
    def of(cls, item: LifeEvent) -> ChapterEvent:
        """An event as it is shown."""
        return cls(
            memory_id=item.memory.id,
            text=item.memory.text,
            first_on=item.first_on,
            last_on=item.last_on,
            stands=item.standing,
            told_on=item.told_on,
        )


class ChapterMood(Shown):
    """Mean mood of its last seven days, and of the seven before."""

    mean: float
    n: int
    before: float | None


class ShownChapter(Shown):
    """A life chapter, as text and in its parts."""

    id: str | None = Field(description="Null while no chapter has begun.")
    started_on: date | None
    ended_on: date | None
    title: str
    text: str = Field(description="The block exactly as ARIA reads it.")
    n_tokens: int
    token_budget: int
    themes: list[ChapterPart]
    habits: list[ChapterPart]
    relations: list[ChapterRelation]
    people: list[ChapterPart]
    around: list[ChapterPart]
    focus: list[ChapterEvent] = Field(
        description="What the user is at, or was at the end of it; the most important first."
    )
    milestones: list[ChapterEvent] = Field(description="What changed in its time, newest first.")
    mood: ChapterMood | None
    left_out: dict[str, int] = Field(description="How many of each section did not fit.")
    browser_url: BrowserUrl

    @classmethod
    def of(
        cls,
        told: LifeChapter,
        *,
        chapter: Chapter | None,
        token_budget: int,
        browser_url: str | None,
    ) -> ShownChapter:
        """A chapter as it is shown."""
        mood = told.mood
        return cls(
            id=chapter.id if chapter else None,
            started_on=chapter.started_on if chapter else told.started_on,
            ended_on=chapter.ended_on if chapter else None,
            title=told.title,
            text=told.text,
            n_tokens=told.n_tokens,
            token_budget=token_budget,
            themes=[ChapterPart.of(item) for item in told.themes],
            habits=[ChapterPart.of(item) for item in told.habits],
            relations=[ChapterRelation.of(item) for item in told.relations],
            people=[ChapterPart.of(item) for item in told.people],
            around=[ChapterPart.of(item) for item in told.around],
            focus=[ChapterEvent.of(item) for item in told.focus],
            milestones=[ChapterEvent.of(item) for item in told.milestones],
            mood=ChapterMood(mean=mood.mean, n=mood.n, before=mood.before) if mood else None,
            left_out=dict(told.left_out),
            browser_url=browser_url,
        )


class ChapterLine(Shown):
    """A chapter in a list."""

    id: str
    started_on: date
    ended_on: date | None = Field(description="Null while it is open.")
    themes: list[EntityName] = Field(description="What it was about, heaviest first.")
    mood: float | None
    n_entries: int


def name_of(entity: Entity) -> EntityName:
    """An entity, in short."""
    return EntityName(id=entity.id, name=entity.name, kind=entity.kind)
