"""The projected graph."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Protocol

from graph_aria.domain.graph import Chapter, Entity, GraphDelta, Neighbourhood, Relation
from graph_aria.domain.questions import Question
from graph_aria.domain.views import (
    ActiveGraph,
    AsOf,
    Candidate,
    EvidenceLine,
    Lease,
    Page,
    Subgraph,
    ThemeDay,
)
from graph_aria.domain.vocabulary import THEME_KINDS, Kind, Predicate
from graph_aria.domain.weights import DayRow, Dial, Evidence, Standing

WORD_LIMIT = 200
"""How many forms with one and the same word are looked at for a candidate."""


class Graph(Protocol):
    """The projected graph."""

    async def find_candidates(
        self,
        profile_id: str,
        keys: Collection[str],
        *,
        words: Collection[str] = (),
        roles: Collection[str] = (),
    ) -> tuple[Candidate, ...]:
        """Entities that a mention may stand for.

        They have one of these keys, by name or by any form, or a form with one of these
        words in its name (whatever their case and accents; of each word the first
        `WORD_LIMIT`), or a form with one of these roles (of each role as many). Merged
        ones are left out and stand as their survivor. The user is never one.
        """

    async def read_questions(
        self, profile_id: str, entity_ids: Collection[str]
    ) -> tuple[Question, ...]:
        """Questions about any of these entities, answered or not, in order of id."""

    async def list_questions(
        self, profile_id: str, *, cursor: str | None = None, limit: int = 50
    ) -> Page[Question]:
        """Questions that are not answered, newest first, ties by id descending."""

    async def get_question(self, profile_id: str, question_id: str) -> Question:
        """The question with this id, answered or not."""

    async def read_neighbourhood(
        self,
        profile_id: str,
        *,
        source_ids: Collection[str],
        target_ids: Collection[str],
        from_day: date,
    ) -> Neighbourhood:
        """What a change to these sources and targets must know.

        Holds the targets' rows, the canonical entities of any merged one among them,
        every ruling about those targets (as target, other, subject or object), the
        present evidence of the sources and of those rulings, the rows, forms and
        histories of the targets that this evidence names, and for each functional
        relation among all these (see `PREDICATES`) its siblings: all relations of the
        same subject and predicate, with their whole history. Other histories have every
        row and piece of evidence whose day is at least `from_day` − `DAY_MARGIN` days,
        and the last row before them.
        """

    async def apply(self, delta: GraphDelta, *, lease: Lease | None = None) -> int:
        """Apply a delta, mark the lease's jobs done, and give the new version.

        Raises:
            VersionConflict: the profile is not at `based_on`, or an outcome's entry is
                not at its revision.
            LeaseLost: the lease's fence is not the profile's.
        """

    async def read_active(
        self, profile_id: str, *, now: datetime, max_entities: int, max_relations: int
    ) -> ActiveGraph:
        """The heaviest active entities and relations, pinned entities first."""

    async def get_entity(self, profile_id: str, entity_id: str) -> Candidate:
        """An entity by id; a merged one gives its survivor."""

    async def list_entities(
        self,
        profile_id: str,
        *,
        now: datetime,
        kind: Kind | None = None,
        active: bool | None = None,
        pinned: bool | None = None,
        query: str | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[Entity]:
        """Entities, hottest first, ties by id; merged ones and the user are left out.

        `query` are words of a name or another form, the last one may be a prefix.
        """

    async def list_faded(
        self, profile_id: str, *, since: datetime, now: datetime, limit: int = 50
    ) -> tuple[Entity, ...]:
        """Entities that once were active and faded in [since, now], latest first."""

    async def list_relations(
        self,
        profile_id: str,
        *,
        now: datetime,
        entity_id: str | None = None,
        predicate: Predicate | None = None,
        active: bool | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[Relation]:
        """Relations, hottest first, ties by id; those of an entity with itself hidden."""

    async def get_relation(self, profile_id: str, relation_id: str) -> Relation:
        """The relation with this id."""

    async def read_entities(
        self, profile_id: str, entity_ids: Collection[str]
    ) -> tuple[Entity, ...]:
        """The entities that exist among these, the user included, as stored."""

    async def read_graph(
        self,
        profile_id: str,
        center_id: str,
        *,
        now: datetime,
        hops: int,
        active: bool = True,
        kind: Kind | None = None,
        limit: int = 200,
    ) -> Subgraph:
        """The heaviest entities within `hops` (1 to 4) of a centre; at most `limit`.

        The user is not walked through unless it is the centre.
        """

    async def read_evidence(
        self, profile_id: str, target_id: str, *, cursor: str | None = None, limit: int = 100
    ) -> Page[EvidenceLine]:
        """Evidence of one target, newest first."""

    async def read_latest_evidence(
        self, profile_id: str, target_ids: Collection[str], *, limit: int = 1
    ) -> dict[str, tuple[EvidenceLine, ...]]:
        """The newest evidence of each of these targets, at most `limit` of each, newest first.

        A target that has none is left out.
        """

    async def read_latest_quotes(
        self, profile_id: str, relation_ids: Collection[str], *, limit: int = 1
    ) -> dict[str, tuple[str, ...]]:
        """The newest phrases that show each of these relations, at most `limit` of each.

        Looks at the newest few pieces of evidence only; without any phrase in them, or
        where there is no such relation, a relation is left out.
        """

    async def read_as_of(
        self, profile_id: str, target_ids: Collection[str], at: datetime
    ) -> dict[str, AsOf]:
        """What the targets' weights at an instant are computed from."""

    async def read_theme_days(
        self,
        profile_id: str,
        *,
        since: date,
        until: date,
        kinds: Collection[Kind] = THEME_KINDS,
    ) -> tuple[ThemeDay, ...]:
        """Day rows of entities of these kinds in [since, until], in order of `at`.

        With them, for each of these entities, its last row before `since`.
        """

    async def read_entity_days(
        self, profile_id: str, *, since: date, until: date
    ) -> tuple[tuple[Entity, DayRow], ...]:
        """For each entity with evidence in [since, until] its last row in that range."""

    async def read_relation_days(
        self, profile_id: str, *, since: date, until: date
    ) -> tuple[tuple[Relation, DayRow], ...]:
        """For each relation with evidence in [since, until] its last row in that range."""

    async def read_due(
        self, profile_id: str, *, now: datetime, limit: int
    ) -> tuple[tuple[str, datetime], ...]:
        """What has faded and is not archived, pinned or the user, earliest first.

        What never was active did not fade, nor did a relation that ended. As pairs of
        target id and `fades_at`.
        """

    async def freshen_weights(self, profile_id: str, *, now: datetime) -> int:
        """Bring up to date the weights that the store shows to those who look into it.

        Whatever this program reads it computes; a store that nobody else looks into has
        nothing to do. Costs what is active or was so lately. How many it looked at.
        """

    async def read_chapters(
        self, profile_id: str, *, cursor: str | None = None, limit: int = 50
    ) -> Page[Chapter]:
        """Chapters, newest first; the open one, if there is one, is the first."""

    async def get_chapter(self, profile_id: str, chapter_id: str) -> Chapter:
        """The chapter with this id."""

    async def read_unstaged(
        self, profile_id: str, dial: Dial, *, limit: int
    ) -> dict[str, tuple[Evidence, ...]]:
        """Targets whose days are not yet staged for a new dial, with all their evidence.

        Staging for another dial than the last call's begins anew. A delta that touches
        a target takes it out of the stage again.
        """

    async def stage(
        self, profile_id: str, rows: Sequence[tuple[Standing, Sequence[DayRow]]]
    ) -> None:
        """Keep replayed days beside the present ones; nothing reads them yet."""

    async def switch_dial(self, profile_id: str, dial: Dial, *, lease: Lease | None) -> bool:
        """Put all staged rows and the dial in place in one transaction.

        Of a target's standing only weight, heat, `fades_at` and with it the stamp change;
        the profile no longer wants it, if it did, and its chapters are derived again.

        False, with nothing changed, if a target is not staged (see `read_unstaged`).
        """
