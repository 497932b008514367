"""What ARIA without a model answers from, and what an answer is."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from graph_aria.domain.drawn import Raised
from graph_aria.domain.graph import Chapter, Entity
from graph_aria.domain.memories import Memory
from graph_aria.domain.retrieval import Quote, Retrieved
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
        first, last: words of those days; may be empty.
        tellings: what is said of it, heaviest first.
    """

    entity: Entity
    n_days: int
    first_on: date | None
    last_on: date | None
    is_active: bool = True
    has_died: bool = False
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
        text: the turn.
        today: the user's local day.
        retrieved: what was found for it.
        topics: what it names, best first.
        tellings: what helped or brought something on, of a turn that asks for that.
        since, until: local days of the time that it asks about.
        moods: of those days.
        chapters: chapters that share days with that time, oldest first.
        titles: their titles, in their order.
        names: what came up most then, most first.
        faded: names of what is not spoken of any more, with the day it was last spoken of.
        due: what comes up by itself.
        grounds: of a turn that asks why; None if there was no reply before.
        replies: what was replied in this conversation before, oldest first.
        may_learn: whether what is told is remembered.
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
    faded: tuple[tuple[str, date], ...] = ()
    due: tuple[Due, ...] = ()
    grounds: Grounds | None = None
    replies: tuple[str, ...] = ()
    may_learn: bool = True


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
