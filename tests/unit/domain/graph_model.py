"""A graph of dictionaries: what a delta means, in fifty lines, for testing pure code."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from itertools import count

from graph_aria.domain.changes import Change
from graph_aria.domain.graph import (
    DAY_MARGIN,
    Entity,
    Form,
    GraphDelta,
    History,
    Neighbourhood,
    Relation,
)
from graph_aria.domain.known import Known
from graph_aria.domain.merging import change
from graph_aria.domain.reading import EntryForm, Reading
from graph_aria.domain.records import (
    Entry,
    EntryRecord,
    EntryState,
    Profile,
    Ruling,
    RulingVerb,
)
from graph_aria.domain.rulings import ruled
from graph_aria.domain.statements import targets_of
from graph_aria.domain.views import Candidate
from graph_aria.domain.vocabulary import PREDICATES, Predicate
from graph_aria.domain.weights import DayRow, Dial, Evidence
from graph_aria.stages.resolve import resolve

PROFILE_ID = "profile"
USER_ID = "0-user"
BEGIN = datetime(2026, 1, 1, 12, tzinfo=UTC)


def profile(*, dial: Dial | None = None, zone: str = "UTC") -> Profile:
    """A profile for tests."""
    return Profile(
        id=PROFILE_ID,
        name="Test",
        zone=zone,
        user_id=USER_ID,
        dial=dial or Dial(),
        token_budget=800,
        version=0,
        chapters_from=None,
        chapters_to=None,
        created_at=BEGIN,
    )


def entry(entry_id: str, at: datetime, *, zone: str = "UTC", text: str = "…") -> Entry:
    """A journal entry for tests."""
    return Entry(
        id=entry_id,
        profile_id=PROFILE_ID,
        form=EntryForm.JOURNAL,
        text=text,
        occurred_at=at,
        zone=zone,
        recorded_at=at + timedelta(days=1000),
    )


@dataclass
class GraphModel:
    """All tables of one profile."""

    profile: Profile = field(default_factory=profile)
    records: dict[str, EntryRecord] = field(default_factory=dict)
    entities: dict[str, Entity] = field(default_factory=dict)
    relations: dict[str, Relation] = field(default_factory=dict)
    forms: dict[tuple[str, str, str, str, str], Form] = field(default_factory=dict)
    evidence: dict[tuple[str, str], Evidence] = field(default_factory=dict)
    rows: dict[tuple[str, date], DayRow] = field(default_factory=dict)
    rulings: dict[str, Ruling] = field(default_factory=dict)
    ids: Iterator[int] = field(default_factory=count)

    def new_id(self) -> str:
        """The next id."""
        return f"e{next(self.ids):05d}"

    def apply(self, delta: GraphDelta) -> None:
        """What a store does with a delta."""
        if delta.replace_all:
            for table in (self.entities, self.relations, self.forms, self.evidence, self.rows):
                table.clear()
        for entry_id in delta.drop_entry_ids:
            del self.records[entry_id]
        for entity_id in delta.drop_entity_ids:
            del self.entities[entity_id]
        for relation in delta.drop_relation_ids:
            del self.relations[relation]
        for form_key in delta.drop_forms:
            del self.forms[form_key]
        for evidence_key in delta.drop_evidence:
            del self.evidence[evidence_key]
        for row_key in delta.drop_day_rows:
            del self.rows[row_key]
        for ruling_id in delta.drop_ruling_ids:
            self.rulings.pop(ruling_id, None)
        self.entities |= {e.id: e for e in delta.save_entities}
        self.relations |= {r.id: r for r in delta.save_relations}
        self.forms |= {
            (f.entity_id, f.name, f.kind, f.role or "", f.cadence or ""): f
            for f in delta.save_forms
        }
        self.evidence |= {(e.source_id, e.target_id): e for e in delta.save_evidence}
        self.rows |= {(r.target_id, r.day): r for r in delta.save_day_rows}
        self.rulings |= {r.id: r for r in delta.save_rulings}
        stamps = dict(delta.archive)
        self.entities |= {
            key: replace(self.entities[key], archived_at=at)
            for key, at in stamps.items()
            if key in self.entities
        }
        self.relations |= {
            key: replace(self.relations[key], archived_at=at)
            for key, at in stamps.items()
            if key in self.relations
        }
        self.profile = replace(self.profile, version=self.profile.version + 1)

    def neighbourhood(
        self, sources: Iterable[str], targets: Iterable[str], from_day: date
    ) -> Neighbourhood:
        """What a store loads for a change."""
        wanted = set(targets)
        rulings = [
            r
            for r in self.rulings.values()
            if not wanted.isdisjoint((r.target_id, r.other_id, r.subject_id, r.object_id))
        ]
        named = {*sources, *(r.id for r in rulings)}
        evidence: dict[str, tuple[Evidence, ...]] = {}
        for (source, target), item in self.evidence.items():
            if source in named:
                evidence[source] = (*evidence.get(source, ()), item)
                wanted.add(target)
                from_day = min(from_day, item.day)
        whole = set()
        for key in list(wanted):
            relation = self.relations.get(key)
            if relation and PREDICATES[relation.predicate].functional:
                whole |= {
                    r.id
                    for r in self.relations.values()
                    if (r.subject_id, r.predicate) == (relation.subject_id, relation.predicate)
                }
        # A newly said functional relation has siblings too.
        whole |= {r.id for r in self.relations.values() if PREDICATES[r.predicate].functional}
        wanted |= whole
        first = from_day - timedelta(days=DAY_MARGIN)
        return Neighbourhood(
            profile=self.profile,
            entities={k: e for k, e in self.entities.items() if k in wanted},
            relations={k: r for k, r in self.relations.items() if k in wanted},
            forms={
                k: tuple(f for f in self.forms.values() if f.entity_id == k)
                for k in wanted
                if k in self.entities
            },
            histories={k: self._history(k, date.min if k in whole else first) for k in wanted},
            evidence=evidence,
            rulings=tuple(sorted(rulings, key=lambda r: (r.at, r.id))),
        )

    def _history(self, target: str, first: date) -> History:
        rows = sorted((r for r in self.rows.values() if r.target_id == target), key=_by_at)
        return History(
            target_id=target,
            before=max((r for r in rows if r.day < first), key=_by_at, default=None),
            rows=tuple(r for r in rows if r.day >= first),
            evidence=tuple(
                e for e in self.evidence.values() if e.target_id == target and e.day >= first
            ),
        )

    def candidates(self) -> list[Candidate]:
        """Everything that a mention can stand for."""
        return [
            Candidate(e, tuple(f for f in self.forms.values() if f.entity_id == e.id))
            for e in self.entities.values()
            if e.merged_into is None
        ]

    def read(self, *readings: tuple[Entry, Reading]) -> GraphDelta:
        """Read entries, for the first time or again, as one change."""
        known = Known.of(self.candidates())
        before = [self.records.get(item.id, EntryRecord(item)) for item, _ in readings]
        before = [replace(b, entry=item) for b, (item, _) in zip(before, readings, strict=True)]
        after = [
            resolve(b, reading, known=known, new_id=self.new_id)
            for b, (_, reading) in zip(before, readings, strict=True)
        ]
        merges = self._merges()
        neighbourhood = self.neighbourhood(
            [b.entry.id for b in before],
            targets_of(self.profile, [*before, *after], merges),
            min(b.entry.day for b in before),
        )
        known_rulings = {r.id: r for r in (*merges, *neighbourhood.rulings)}
        delta = change(
            neighbourhood,
            Change(
                before=before,
                after=after,
                rulings=sorted(known_rulings.values(), key=lambda r: (r.at, r.id)),
                now=BEGIN,
                distinct=known.distinct,
            ),
        )
        self.apply(delta)
        for record in after:
            done = replace(record.entry, state=EntryState.READ)
            self.records[done.id] = replace(record, entry=done)
        return delta

    def delete(self, *entry_ids: str) -> GraphDelta:
        """Delete entries."""
        records = [self.records[entry_id] for entry_id in entry_ids]
        merges = self._merges()
        neighbourhood = self.neighbourhood(
            entry_ids,
            targets_of(self.profile, records, merges),
            min(r.entry.day for r in records),
        )
        known_rulings = {r.id: r for r in (*merges, *neighbourhood.rulings)}
        delta = change(
            neighbourhood,
            Change(
                before=records,
                after=(),
                rulings=sorted(known_rulings.values(), key=lambda r: (r.at, r.id)),
                now=BEGIN,
                forget=True,
            ),
        )
        self.apply(delta)
        return delta

    def rule(
        self,
        verb: RulingVerb,
        target_id: str,
        *,
        at: datetime,
        other_id: str | None = None,
        value: str | None = None,
        triple: tuple[str, Predicate, str] | None = None,
        mention_ids: Sequence[str] = (),
    ) -> GraphDelta:
        """Put a ruling into effect, over all entries."""
        subject_id, predicate, object_id = triple or (None, None, None)
        ruling = Ruling(
            id=f"r{next(self.ids):05d}",
            profile_id=PROFILE_ID,
            verb=verb,
            target_id=target_id,
            at=at,
            day=at.date(),
            other_id=other_id,
            value=value,
            subject_id=subject_id,
            predicate=predicate,
            object_id=object_id,
            mention_ids=tuple(mention_ids),
        )
        merges = self._merges()
        records = list(self.records.values())
        neighbourhood = self.neighbourhood(
            self.records,
            targets_of(self.profile, records, merges)
            | targets_of(self.profile, records, [*merges, ruling])
            | self.entities.keys()
            | self.relations.keys(),
            min([ruling.day, *(r.entry.day for r in records)]),
        )
        what = ruled(neighbourhood, ruling, records=records, merges=merges)
        delta = change(neighbourhood, what)
        self.apply(delta)
        self.records |= {r.entry.id: r for r in what.after}
        return delta

    def rebuilt(self) -> GraphModel:
        """The same graph, derived from the record again."""
        fresh = GraphModel(
            profile=self.profile, records=dict(self.records), rulings=dict(self.rulings)
        )
        rulings = sorted(self.rulings.values(), key=lambda r: (r.at, r.id))
        fresh.apply(
            change(
                Neighbourhood(profile=self.profile, rulings=tuple(rulings)),
                Change(
                    before=(),
                    after=list(self.records.values()),
                    rulings=rulings,
                    now=BEGIN,
                    distinct={k: e.distinct for k, e in self.entities.items()},
                    stamps={k: e.archived_at for k, e in self.entities.items()}
                    | {k: r.archived_at for k, r in self.relations.items()},
                    touched=frozenset(r.target_id for r in rulings if r.verb is RulingVerb.MERGE),
                    whole=True,
                ),
            )
        )
        return fresh

    def _merges(self) -> list[Ruling]:
        return sorted(
            (r for r in self.rulings.values() if r.verb in {RulingVerb.MERGE, RulingVerb.UNMERGE}),
            key=lambda r: (r.at, r.id),
        )

    def projections(self) -> dict[str, object]:
        """Everything that is projected, ids included."""
        return {
            "entities": self.entities,
            "relations": self.relations,
            "forms": self.forms,
            "evidence": self.evidence,
            "rows": self.rows,
        }

    def by_name(self) -> dict[str, object]:
        """Everything that is projected, with names instead of ids."""
        names = {key: f"{e.kind}:{e.name}" for key, e in self.entities.items()}
        names[USER_ID] = "user"

        def triple(relation: Relation) -> str:
            ends = names[relation.subject_id], names[relation.object_id]
            if PREDICATES[relation.predicate].symmetric:
                ends = min(ends), max(ends)
            return f"{ends[0]} {relation.predicate} {ends[1]}"

        names |= {key: triple(r) for key, r in self.relations.items()}
        days: defaultdict[str, list[tuple[object, ...]]] = defaultdict(list)
        for row in sorted(self.rows.values(), key=_by_at):
            days[names[row.target_id]].append(
                (row.day, row.at, row.strength, row.weight_after, row.ended)
            )
        return {
            "entities": {
                names[k]: (e.standing, e.role, e.cadence, e.pinned)
                for k, e in self.entities.items()
            },
            "relations": {names[k]: r.standing for k, r in self.relations.items()},
            "forms": sorted((names[f.entity_id], f.name, f.kind, f.n) for f in self.forms.values()),
            "days": dict(days),
            "evidence": sorted(
                (s, names[t], e.at, e.strength, e.ended) for (s, t), e in self.evidence.items()
            ),
        }


def _by_at(row: DayRow) -> tuple[datetime, date]:
    return row.at, row.day
