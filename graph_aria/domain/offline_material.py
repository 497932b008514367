"""What ARIA without a model answers from, and what an answer is."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import date

from graph_aria.domain.drawn import Raised
from graph_aria.domain.graph import Chapter, Entity
from graph_aria.domain.life import Focus, Milestone, Upcoming
from graph_aria.domain.memories import Memory
from graph_aria.domain.mood_journal import MoodJournal
from graph_aria.domain.retrieval import HitKind, Quote, Retrieved
from graph_aria.domain.views import MoodDay


@dataclass(frozen=True, slots=True)
class Telling:
    """A relation with the words that it rests on.

    Attributes:
        id: of the relation.
        now, then: it as a sentence to the user, of the present and of the past.
        subject, object_: names of its ends, "you" for the user.
        is_active: whether it is active now.
        ended_on: the local day on which it ended, None if it did not.
        quotes: the newest words that say it; may be empty.
    """

    id: str
    now: str
    then: str
    subject: str
    object_: str
    is_active: bool = True
    ended_on: date | None = None
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that is asked about, as the graph has it.

    Attributes:
        entity: what.
        n_days: days on which the user spoke of it, within the time that is asked about.
        first_on, last_on: the first and the last of them, None if there is none.
        is_active: whether it is active now.
        has_died: whether it is somebody who died; they are spoken of in the past.
        died_on: the day on which they died, as far as it was told.
        death: the words that told it; may be empty.
        first, last: words of those days; may be empty.
        tellings: what is said of it, heaviest first.
    """

    entity: Entity
    n_days: int
    first_on: date | None
    last_on: date | None
    is_active: bool = True
    has_died: bool = False
    died_on: date | None = None
    death: tuple[Quote, ...] = ()
    first: tuple[Quote, ...] = ()
    last: tuple[Quote, ...] = ()
    tellings: tuple[Telling, ...] = ()


@dataclass(frozen=True, slots=True)
class Due:
    """Something that comes up by itself, with the words that it goes back to."""

    raised: Raised
    memory: Memory
    quote: Quote | None = None


@dataclass(frozen=True, slots=True)
class ToldFocus:
    """Something that the user is or was at, with the words that say it last."""

    focus: Focus
    quote: Quote | None = None


@dataclass(frozen=True, slots=True)
class ToldMilestone:
    """Something that changed in a life, with the words that say it last."""

    milestone: Milestone
    quote: Quote | None = None


@dataclass(frozen=True, slots=True)
class ToldAhead:
    """Something that lies ahead, and its day."""

    upcoming: Upcoming
    on: date


@dataclass(frozen=True, slots=True)
class LifeMaterial:
    """What is known of a life, as far as a reply may use it; all may be empty.

    Attributes:
        foci: what the user is or was at.
        milestones: what changed, newest first.
        ahead: what lies ahead, by day.
        n_days_ahead: in how many days.
        is_off: the life switch is off, so that nothing of it is looked at.
    """

    foci: tuple[ToldFocus, ...] = ()
    milestones: tuple[ToldMilestone, ...] = ()
    ahead: tuple[ToldAhead, ...] = ()
    n_days_ahead: int = 0
    is_off: bool = False


@dataclass(frozen=True, slots=True)
class Grounds:
    """What the reply before rested on; all may be empty.

    Attributes:
        quotes: the user's words.
        tellings: relations.
        memories: memories, each with the words that it was learned from.
    """

    quotes: tuple[Quote, ...] = ()
    tellings: tuple[Telling, ...] = ()
    memories: tuple[tuple[Memory, Quote | None], ...] = ()


@dataclass(frozen=True, slots=True)
class OfflineMaterial:
    """All that a reply is made of.

    Attributes:
        text: the turn; one that goes on with another one as it is meant in full.
        today: the user's local day.
        retrieved: what was found for it.
        topics: what it names, best first.
        tellings: what helped or brought something on, of a turn that asks for that.
        since, until: local days of the time that it asks about.
        moods: of those days.
        chapters: chapters that share days with that time, oldest first.
        titles: their titles, in their order.
        names: what came up most then, most first.
        scope: the days that the moods are of, in words ("on Mondays"), "" for all of that time.
        beside: words of the day that is asked about, whatever they are about.
        dates: the days that some words speak of.
        facts: plain facts about the user, of a turn that asks for them.
        faded: names of what is not spoken of any more, with the day it was last spoken of.
        due: what comes up by itself.
        grounds: of a turn that asks why; None if there was no reply before.
        replies: what was replied in this conversation before, oldest first.
        turns: ids and words of the user's own turns before, oldest first.
        dead: ids of those it names who are known to have died.
        life: what is known of a life, of a turn that asks for that.
        journal: how the user has been feeling lately, of a turn that asks for that.
        because: words of check-ins that give a reason for it.
        may_learn: whether what is told is remembered.
        is_further: it asks for what was before that which was just told.
    """

    text: str
    today: date
    retrieved: Retrieved = field(default_factory=Retrieved)
    topics: tuple[Topic, ...] = ()
    tellings: tuple[Telling, ...] = ()
    since: date | None = None
    until: date | None = None
    moods: tuple[MoodDay, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    titles: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    scope: str = ""
    beside: tuple[Quote, ...] = ()
    dates: tuple[tuple[Quote, date], ...] = ()
    facts: tuple[Memory, ...] = ()
    faded: tuple[tuple[str, date], ...] = ()
    due: tuple[Due, ...] = ()
    grounds: Grounds | None = None
    replies: tuple[str, ...] = ()
    turns: tuple[tuple[str, str], ...] = ()
    dead: frozenset[str] = frozenset()
    life: LifeMaterial | None = None
    journal: MoodJournal | None = None
    because: tuple[Quote, ...] = ()
    may_learn: bool = True
    is_further: bool = False


def quotes_in(material: OfflineMaterial) -> frozenset[Quote]:
    """All words of the user that a reply could hold."""
    tellings = [*material.tellings, *(one for topic in material.topics for one in topic.tellings)]
    found = [quote for hit in material.retrieved.hits for quote in hit.quotes]
    found += [
        quote for topic in material.topics for quote in (*topic.first, *topic.last, *topic.death)
    ]
    found += material.beside
    found += material.because
    if material.life is not None:
        found += [one.quote for one in material.life.foci if one.quote is not None]
        found += [one.quote for one in material.life.milestones if one.quote is not None]
    found += [due.quote for due in material.due if due.quote is not None]
    if material.grounds is not None:
        found += material.grounds.quotes
        found += [quote for _, quote in material.grounds.memories if quote is not None]
        tellings += material.grounds.tellings
    return frozenset([*found, *(quote for one in tellings for quote in one.quotes)])


def citing(material: OfflineMaterial, allowed: Collection[Quote]) -> OfflineMaterial:
    """The material with some of its words alone.

    What rests on words of which none is left goes with them; memories hold without.
    """

    def kept(quotes: Iterable[Quote]) -> tuple[Quote, ...]:
        return tuple(quote for quote in quotes if quote in allowed)

    def told(tellings: Iterable[Telling]) -> tuple[Telling, ...]:
        return tuple(
            replace(one, quotes=kept(one.quotes))
            for one in tellings
            if kept(one.quotes) or not one.quotes
        )

    def one_kept(quote: Quote | None) -> Quote | None:
        return quote if quote in allowed else None

    grounds, life = material.grounds, material.life
    return replace(
        material,
        because=kept(material.because),
        life=None
        if life is None
        else replace(
            life,
            foci=tuple(replace(one, quote=one_kept(one.quote)) for one in life.foci),
            milestones=tuple(replace(one, quote=one_kept(one.quote)) for one in life.milestones),
        ),
        retrieved=replace(
            material.retrieved,
            hits=tuple(
                replace(hit, quotes=kept(hit.quotes))
                for hit in material.retrieved.hits
                if kept(hit.quotes) or not hit.quotes or hit.kind is HitKind.MEMORY
            ),
        ),
        topics=tuple(
            replace(
                one,
                first=kept(one.first),
                last=kept(one.last),
                death=kept(one.death),
                tellings=told(one.tellings),
            )
            for one in material.topics
        ),
        tellings=told(material.tellings),
        beside=kept(material.beside),
        due=tuple(
            replace(one, quote=one.quote if one.quote in allowed else None) for one in material.due
        ),
        grounds=None
        if grounds is None
        else Grounds(
            quotes=kept(grounds.quotes),
            tellings=told(grounds.tellings),
            memories=tuple(
                (memory, quote if quote in allowed else None) for memory, quote in grounds.memories
            ),
        ),
    )


@dataclass(frozen=True, slots=True)
class OfflineAnswer:
    """A reply, or a part of one, with what it rests on.

    Attributes:
        text: the words.
        quotes, relation_ids, memory_ids, entity_ids, chapter_ids: what is in it.
        raised: what it brings up by itself.
        wants_question: whether a question of ARIA's fits behind it.
    """

    text: str
    quotes: tuple[Quote, ...] = ()
    relation_ids: tuple[str, ...] = ()
    memory_ids: tuple[str, ...] = ()
    entity_ids: tuple[str, ...] = ()
    chapter_ids: tuple[str, ...] = ()
    raised: tuple[Raised, ...] = ()
    wants_question: bool = False
