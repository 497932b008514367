"""Values for the contract suite: a small life, made with the domain's own functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from itertools import count

from graph_aria.domain.graph import Entity, EntryOutcome, Form, GraphDelta, Relation, relation_id
from graph_aria.domain.questions import Question, Reason, new_question
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import (
    Assertion,
    Entry,
    EntryState,
    Mention,
    Profile,
    Ruling,
    RulingVerb,
)
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.domain.weights import DayRow, Dial, Evidence, Standing, replay, standing
from graph_aria.ports import Store

BEGIN = datetime(2026, 1, 1, 12, tzinfo=UTC)
DIAL = Dial()
_ids = count()


def new_id(kind: str = "x") -> str:
    """An id that no other call gives; ascending."""
    return f"{kind}-{next(_ids):06d}"


def at(days: float) -> datetime:
    """An instant, in days after the beginning."""
    return BEGIN + timedelta(days=days)


@dataclass
class FixedClock:
    """A clock that stands still until it is moved."""

    instant: datetime = BEGIN

    def now(self) -> datetime:
        return self.instant


def profile(name: str = "Ann", **changes: object) -> Profile:
    made = Profile(
        id=new_id("profile"),
        name=name,
        zone="UTC",
        user_id=new_id("user"),
        dial=DIAL,
        token_budget=800,
        version=0,
        chapters_from=None,
        chapters_to=None,
        created_at=BEGIN,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def user_of(owner: Profile) -> Entity:
    return Entity(
        id=owner.user_id,
        profile_id=owner.id,
        kind=Kind.PERSON,
        name=owner.name,
        key=owner.name.lower(),
        standing=None,
        is_user=True,
    )


async def add_profile(store: Store, name: str = "Ann") -> Profile:
    made = profile(name)
    await store.create_profile(made, user_of(made))
    return made


def entry(owner: Profile, text: str = "Yoga with Sam.", day: float = 0, **changes: object) -> Entry:
    made = Entry(
        id=new_id("entry"),
        profile_id=owner.id,
        form=EntryForm.JOURNAL,
        text=text,
        occurred_at=at(day),
        zone="UTC",
        recorded_at=at(day),
    )
    return replace(made, **changes)  # type: ignore[arg-type]


async def add_entry(
    store: Store, owner: Profile, text: str = "Yoga with Sam.", day: float = 0, **changes: object
) -> Entry:
    saved = await store.save_entry(entry(owner, text, day, **changes), job_id=new_id("job"))
    return saved.entry


def days_of(target_id: str, pieces: Iterable[Evidence], dial: Dial = DIAL) -> list[DayRow]:
    return replay([replace(item, target_id=target_id) for item in pieces], dial)


def said(target_id: str, *days: float, strength: float = 1.0) -> list[Evidence]:
    """Evidence of made-up sources on some days after the beginning."""
    return [
        Evidence(new_id("source"), target_id, at(day), at(day).date(), strength) for day in days
    ]


def stands(*days: float, strength: float = 1.0) -> Standing:
    return standing(days_of("", said("", *days, strength=strength)), DIAL)


def entity(
    owner: Profile,
    name: str = "yoga",
    *days: float,
    kind: Kind = Kind.ACTIVITY,
    strength: float = 1.0,
    **changes: object,
) -> Entity:
    """An entity that was mentioned once on each of these days, day 0 if none is given."""
    made = Entity(
        id=new_id("entity"),
        profile_id=owner.id,
        kind=kind,
        name=name,
        key=name.lower(),
        standing=stands(*(days or (0,)), strength=strength),
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def relation(
    owner: Profile,
    subject_id: str,
    predicate: Predicate,
    object_id: str,
    *days: float,
    strength: float = 1.0,
    ended_at: datetime | None = None,
) -> Relation:
    where = replace(stands(*(days or (0,)), strength=strength), ended_at=ended_at)
    id_ = relation_id(owner.id, subject_id, predicate, object_id)
    return Relation(id_, owner.id, subject_id, predicate, object_id, where)


def form(whose: Entity, name: str, n: int = 1, role: str | None = None) -> Form:
    return Form(whose.id, name, name.lower(), whose.kind, role, None, n)


def mention(inside: Entry, words: str, whose: Entity | None, **changes: object) -> Mention:
    start = inside.text.index(words)
    made = Mention(
        id=new_id("mention"),
        entry_id=inside.id,
        start=start,
        end=start + len(words),
        name=words,
        kind=Kind.ACTIVITY if whose is None else whose.kind,
        rule="test:mention",
        strength=0.0 if whose is None else 1.0,
        entity_id=None if whose is None else whose.id,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def assertion(
    inside: Entry,
    quote: str,
    subject: Mention | None,
    predicate: Predicate,
    obj: Mention | None,
    **changes: object,
) -> Assertion:
    start = inside.text.index(quote)
    made = Assertion(
        id=new_id("assertion"),
        entry_id=inside.id,
        subject_id=None if subject is None else subject.id,
        predicate=predicate,
        object_id=None if obj is None else obj.id,
        start=start,
        end=start + len(quote),
        rule="test:assertion",
        strength=1.0,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def ruling(
    owner: Profile, verb: RulingVerb, target_id: str, day: float = 0, **more: object
) -> Ruling:
    made = Ruling(new_id("ruling"), owner.id, verb, target_id, at(day), at(day).date())
    return replace(made, **more)  # type: ignore[arg-type]


def question(
    owner: Profile, one_id: str, other_id: str, day: float = 0, **more: object
) -> Question:
    made = new_question(owner.id, one_id, other_id, reason=Reason.NICKNAME, score=1 / 3, at=at(day))
    return replace(made, **more)  # type: ignore[arg-type]


def outcome(read: Entry, **changes: object) -> EntryOutcome:
    made = EntryOutcome(read.id, read.revision, EntryState.READ, None, "en", "test reader")
    return replace(made, **changes)  # type: ignore[arg-type]


async def apply(store: Store, owner: Profile, **parts: object) -> int:
    """Apply a delta to whatever the profile's version is now."""
    version = (await store.get_profile(owner.id)).version
    parts.setdefault("at", BEGIN)
    delta = GraphDelta(profile_id=owner.id, based_on=version, **parts)  # type: ignore[arg-type]
    return await store.apply(delta)


@dataclass
class Story:
    """A profile with one entry that was read: somebody does yoga with Sam, who lives in Ulm."""

    owner: Profile
    entry: Entry
    yoga: Entity
    sam: Entity
    ulm: Entity
    lives: Relation
    does: Relation
    evidence: list[Evidence] = field(default_factory=list)
    mentions: Sequence[Mention] = ()


async def tell_story(store: Store, name: str = "Ann", day: float = 0) -> Story:
    """Store a story as reading it would."""
    owner = await add_profile(store, name)
    text = "Yoga with Sam again. Sam lives in Ulm."
    told = await add_entry(store, owner, text, day)
    yoga = entity(owner, "yoga", day)
    sam = entity(owner, "Sam", day, kind=Kind.PERSON)
    ulm = entity(owner, "Ulm", day, kind=Kind.PLACE)
    lives = relation(owner, sam.id, Predicate.LIVES_IN, ulm.id, day)
    does = relation(owner, owner.user_id, Predicate.DOES, yoga.id, day)
    targets = (yoga.id, sam.id, ulm.id, lives.id, does.id)
    evidence = [Evidence(told.id, target, at(day), at(day).date(), 1.0) for target in targets]
    mentions = [
        mention(told, "Yoga", yoga),
        mention(told, "Sam", sam),
        mention(told, "Sam", sam, start=21, end=24),
        mention(told, "Ulm", ulm),
    ]
    await apply(
        store,
        owner,
        outcomes=(outcome(told),),
        save_mentions=tuple(mentions),
        save_assertions=(
            assertion(told, "Sam lives in Ulm", mentions[2], Predicate.LIVES_IN, mentions[3]),
            assertion(told, "Yoga with Sam", None, Predicate.DOES, mentions[0]),
        ),
        save_entities=(yoga, sam, ulm),
        save_forms=(form(yoga, "Yoga"), form(sam, "Sam", 2), form(ulm, "Ulm")),
        save_relations=(lives, does),
        save_evidence=tuple(evidence),
        save_day_rows=tuple(row for item in evidence for row in days_of(item.target_id, [item])),
    )
    read = await store.get_entry(owner.id, told.id)
    return Story(owner, read, yoga, sam, ulm, lives, does, evidence, mentions)


def day_of(days: float) -> date:
    return at(days).date()
