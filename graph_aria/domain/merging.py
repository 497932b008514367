"""A change to the graph is the difference between what the sources said and now say.

Reading, reading again, editing, deleting and ruling all go through `change`: it states
what each touched source says afterwards, compares that with what the graph holds, and
replays the targets that differ.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Final, TypeVar

from graph_aria.domain.changes import Change
from graph_aria.domain.days import DAY, local_day
from graph_aria.domain.evidence import FormKey, count_forms
from graph_aria.domain.graph import (
    Entity,
    Form,
    GraphDelta,
    History,
    Neighbourhood,
    Relation,
)
from graph_aria.domain.projection import (
    Replayed,
    end_superseded,
    entity_row,
    is_functional,
    kept_stamp,
    merged_shell,
    relation_row,
    replayed,
    total_forms,
)
from graph_aria.domain.records import Assertion, Mention
from graph_aria.domain.statements import canonical_map, lineage_map, state
from graph_aria.domain.vocabulary import THEME_KINDS
from graph_aria.domain.weights import Evidence

_BY_SOURCE: Final[Mapping[str, Evidence]] = {}


class _Workings:
    """One change in the making: local to `change`, never shared."""

    def __init__(self, neighbourhood: Neighbourhood, what: Change) -> None:
        self.known = neighbourhood
        self.what = what
        self.profile = neighbourhood.profile
        self.canonical = canonical_map(what.rulings)
        self.lineage = lineage_map(what.rulings)
        self.stated = state(self.profile, what.after, what.rulings)
        self.gone = {r.entry.id for r in what.before} - {r.entry.id for r in what.after}
        self.forms = self._forms()
        self.old: defaultdict[str, dict[str, Evidence]] = defaultdict(dict)
        self.new: defaultdict[str, dict[str, Evidence]] = defaultdict(dict)
        restated = set(self.stated.evidence) | self.gone | set(what.dropped_ruling_ids)
        for source in restated:
            for item in neighbourhood.evidence.get(source, ()):
                self.old[item.target_id][source] = item
        for source, pieces in self.stated.evidence.items():
            if self._is_about_nobody(pieces):
                continue
            for item in pieces:
                self.new[item.target_id][source] = item
        for target in [key for key in self.new if not self._is_said(key)]:
            del self.new[target]
        self.dirty = sorted(
            target
            for target in self.old.keys() | self.new.keys()
            if what.whole or self.old[target] != self.new[target]
        )
        self.replays = {target: self._replay(target) for target in self.dirty}

    def _is_about_nobody(self, pieces: Sequence[Evidence]) -> bool:
        """Whether a source is a ruling about an entity that nobody speaks of now."""
        triples = self.stated.triples
        return any(
            item.target_id not in triples and not self._forms_of(item.target_id) for item in pieces
        )

    def _is_said(self, target: str) -> bool:
        """Whether anything says of a target more than that it is over.

        To end a relation that nobody states any more is to say nothing: it must not keep
        what was deleted. Every ruling that ends it is restated here with its day, so a row
        before the history cannot be such a ruling alone.
        """
        history = self.known.histories.get(target, History(target))
        gone = self.old.get(target, _BY_SOURCE)
        return (
            any(item.strength > 0 for item in self.new[target].values())
            or history.before is not None
            or any(item.strength > 0 and item.source_id not in gone for item in history.evidence)
        )

    def _forms_of(self, entity_id: str) -> Sequence[Form]:
        """How an entity is spoken of after the change; empty if nobody does any more."""
        if entity_id in self.forms:
            return self.forms[entity_id][0]
        return self.known.forms.get(entity_id, ())

    def _forms(self) -> dict[str, tuple[list[Form], list[Form]]]:
        changes: defaultdict[str, Counter[FormKey]] = defaultdict(Counter)
        was = canonical_map(self.known.rulings)
        for records, canonical, sign in (
            (() if self.what.whole else self.what.before, was, -1),
            (self.what.after, self.canonical, 1),
        ):
            for record in records:
                for key, n in count_forms(record.mentions, canonical).items():
                    changes[key.entity_id][key] += sign * n
        return {
            entity_id: total_forms(self.known.forms.get(entity_id, ()), counts)
            for entity_id, counts in changes.items()
            if any(counts.values())
        }

    def _standing_of(self, target: str) -> Entity | Relation | None:
        return self.known.entities.get(target) or self.known.relations.get(target)

    def _replay(self, target: str) -> Replayed:
        stored = self._standing_of(target)
        return replayed(
            self.known.histories.get(target, History(target)),
            drop=self.old.get(target, _BY_SOURCE),
            add=self.new.get(target, _BY_SOURCE),
            known=stored.standing if stored else None,
            dial=self.profile.dial,
        )

    def is_relation(self, target: str) -> bool:
        """Whether a target is a relation."""
        return target in self.stated.triples or target in self.known.relations

    def entities(self) -> tuple[list[Entity], list[str]]:
        """Entity rows to save, and ids of those that are gone."""
        ids = {target for target in self.dirty if not self.is_relation(target)}
        ids |= self.forms.keys() | self.what.touched
        saved, dropped = [], []
        for entity_id in sorted(ids - {self.profile.user_id}):
            stored = self.known.entities.get(entity_id)
            row = self._entity(entity_id, stored)
            if row is None and stored is not None:
                dropped.append(entity_id)
            if row is not None and row != stored:
                saved.append(row)
        return saved, dropped

    def _entity(self, entity_id: str, stored: Entity | None) -> Entity | None:
        line = self.lineage(entity_id)
        if len(line) > 1:
            # Step by step: when the survivor is merged too, or that is undone, it still fits.
            return merged_shell(entity_id, profile_id=self.profile.id, into=line[1])
        forms = self._forms_of(entity_id)
        if not forms:
            return None
        where = stored.standing if stored else None
        if entity_id in self.replays:
            where = self.replays[entity_id].standing
        return entity_row(
            entity_id,
            profile_id=self.profile.id,
            forms=forms,
            rulings=self.what.rulings,
            where=where,
            distinct=stored.distinct if stored else self.what.distinct.get(entity_id, ""),
            archived_at=stored.archived_at if stored else self.what.stamps.get(entity_id),
        )

    def relations(self) -> tuple[list[Relation], list[str]]:
        """Relation rows to save, and ids of those that are gone."""
        rows: dict[str, Relation] = {}
        dropped = []
        for target in self.dirty:
            if not self.is_relation(target):
                continue
            stored = self.known.relations.get(target)
            where = self.replays[target].standing
            if where is None:
                if stored is not None:
                    dropped.append(target)
                continue
            triple = self.stated.triples.get(target)
            if triple is None and stored is not None:
                triple = (stored.subject_id, stored.predicate, stored.object_id)
            if triple is not None:
                rows[target] = relation_row(
                    target,
                    profile_id=self.profile.id,
                    triple=triple,
                    where=where,
                    archived_at=stored.archived_at if stored else self.what.stamps.get(target),
                )
        self._supersede(rows, set(dropped))
        saved = [row for row in rows.values() if row != self.known.relations.get(row.id)]
        return saved, dropped

    def _supersede(self, rows: dict[str, Relation], dropped: set[str]) -> None:
        """Settle which of the functional relations of a subject holds."""
        present = {
            target: relation
            for target, relation in self.known.relations.items()
            if target not in dropped
        } | rows
        groups: defaultdict[tuple[str, str], list[Relation]] = defaultdict(list)
        changed = {
            (relation.subject_id, relation.predicate)
            for relation in [*rows.values(), *(self.known.relations[t] for t in dropped)]
            if is_functional(relation)
        }
        for relation in present.values():
            group = (relation.subject_id, relation.predicate)
            if group in changed:
                groups[group].append(relation)
        for relations in groups.values():
            # Their histories are whole, so replaying gives each its own end.
            replays = {relation.id: self._replay(relation.id) for relation in relations}
            settled = end_superseded(
                {
                    target: (replay.standing, replay.rows)
                    for target, replay in replays.items()
                    if replay.standing is not None
                }
            )
            for relation in relations:
                where = settled[relation.id]
                rows[relation.id] = replace(
                    relation,
                    standing=where,
                    archived_at=kept_stamp(relation.archived_at, where),
                )

    def orphans(self, entity_ids: Sequence[str], relation_ids: Sequence[str]) -> tuple[str, ...]:
        """Ids of rulings about what vanishes for good.

        What a deletion takes away is forgotten with all that was ruled about it. So is an
        entity whose last words were edited away: as no mention knows its id, it cannot
        come back, but a name that it was given would stay for ever.
        """
        lost = {*entity_ids, *relation_ids} if self.what.forget else {*entity_ids}
        if not self.what.forget:
            lost -= {
                self.canonical(mention.entity_id)
                for record in self.what.after
                for mention in record.mentions
                if mention.entity_id is not None
            }
        return tuple(
            ruling.id
            for ruling in self.what.rulings
            if not lost.isdisjoint(
                (ruling.target_id, ruling.other_id, ruling.subject_id, ruling.object_id)
            )
        )

    def shells_of(self, ruling_ids: Collection[str]) -> list[str]:
        """Ids of what was merged by rulings that go, and so stands for nothing any more."""
        rulings = {r.id: r for r in (*self.known.rulings, *self.what.rulings)}
        return [
            ruling.target_id
            for ruling in rulings.values()
            if ruling.id in ruling_ids
            and (stored := self.known.entities.get(ruling.target_id)) is not None
            and stored.merged_into is not None
        ]

    def chapters_from(self, saved: Sequence[Entity]) -> date | None:
        """First day that the change reaches back to, None if none is derived that far."""
        derived_to = self.profile.chapters_to
        days = [row.day for item in self.replays.values() for row in item.saved]
        days += [day for item in self.replays.values() for _, day in item.dropped]
        days += [record.entry.day for record in (*self.what.before, *self.what.after)]
        days += [
            stored.standing.first_on
            for entity in saved
            if (stored := self.known.entities.get(entity.id)) is not None
            and stored.standing is not None
            and (stored.kind in THEME_KINDS) != (entity.kind in THEME_KINDS)
        ]
        first = min(days, default=None)
        if derived_to is None:
            # Nothing is derived yet; a day that is over calls for it.
            derived_to = local_day(self.what.now, self.profile.zone) - DAY
        return first if first is not None and first <= derived_to else None


def change(neighbourhood: Neighbourhood, what: Change) -> GraphDelta:
    """The delta that brings the graph from what sources said to what they now say.

    Args:
        neighbourhood: of all targets of `what.before` and `what.after` (`targets_of`);
            with the present evidence of every changed source and of its own rulings.
        what: the change to the sources.

    Returns:
        A delta based on the neighbourhood's version. The same change applied twice
        gives a second delta that alters nothing.
    """
    work = _Workings(neighbourhood, what)
    entities, dropped_entities = work.entities()
    relations, dropped_relations = work.relations()
    orphans = work.orphans(dropped_entities, dropped_relations)
    # Of a merge that is taken back the shell becomes an entity again, if it is spoken of.
    shells = set(work.shells_of({*orphans, *what.dropped_ruling_ids}))
    shells -= {entity.id for entity in entities}
    dropped_entities = sorted({*dropped_entities, *shells})
    mentions_before, mentions_after = (
        {mention.id: mention for record in records for mention in record.mentions}
        for records in (what.before, what.after)
    )
    assertions_before, assertions_after = (
        {assertion.id: assertion for record in records for assertion in record.assertions}
        for records in (what.before, what.after)
    )
    return GraphDelta(
        profile_id=work.profile.id,
        based_on=work.profile.version,
        at=what.now,
        outcomes=what.outcomes,
        drop_entry_ids=tuple(sorted(work.gone)),
        save_mentions=_changed(mentions_before, mentions_after),
        drop_mention_ids=tuple(sorted(mentions_before.keys() - mentions_after.keys())),
        save_assertions=_changed(assertions_before, assertions_after),
        drop_assertion_ids=tuple(sorted(assertions_before.keys() - assertions_after.keys())),
        save_entities=tuple(entities),
        drop_entity_ids=tuple(dropped_entities),
        save_forms=tuple(
            form
            for entity_id, (kept, _) in work.forms.items()
            for form in kept
            if form not in neighbourhood.forms.get(entity_id, ())
        ),
        drop_forms=tuple(
            (form.entity_id, form.name, form.kind, form.role or "", form.cadence or "")
            for _, gone in work.forms.values()
            for form in gone
        ),
        save_relations=tuple(relations),
        drop_relation_ids=tuple(dropped_relations),
        save_evidence=tuple(
            item
            for target in work.dirty
            for source, item in work.new[target].items()
            if work.old[target].get(source) != item
        ),
        drop_evidence=tuple(
            (source, target)
            for target in work.dirty
            for source in work.old[target]
            if source not in work.new[target]
        ),
        save_day_rows=tuple(row for item in work.replays.values() for row in item.saved),
        drop_day_rows=tuple(key for item in work.replays.values() for key in item.dropped),
        save_rulings=tuple(
            ruling
            for ruling in what.rulings
            if ruling.id in what.ruling_ids and ruling.id not in orphans
        ),
        drop_ruling_ids=tuple(sorted({*what.dropped_ruling_ids, *orphans})),
        chapters_from=work.chapters_from(entities),
        replace_all=what.whole,
    )


_Row = TypeVar("_Row", Mention, Assertion)


def _changed(before: Mapping[str, _Row], after: Mapping[str, _Row]) -> tuple[_Row, ...]:
    return tuple(row for key, row in after.items() if before.get(key) != row)
