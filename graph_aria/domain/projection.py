"""Rows of the graph, projected from day rows, forms and rulings."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final, TypeVar

from graph_aria.domain.evidence import FormKey, Triple
from graph_aria.domain.graph import Entity, Form, History, Relation
from graph_aria.domain.identity import by_role_alone
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.records import Ruling, RulingVerb
from graph_aria.domain.vocabulary import PREDICATES, Kind
from graph_aria.domain.weights import DayRow, Dial, Evidence, Standing, fold_days, replay, standing

_KINDS: Final = {kind: index for index, kind in enumerate(Kind)}
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Replayed:
    """A target's days after a change.

    Attributes:
        rows: all rows from the history's first day on, in order of `at`.
        saved: those that are new or differ.
        dropped: keys of those that are gone.
        standing: None if no evidence is left.
    """

    rows: tuple[DayRow, ...]
    saved: tuple[DayRow, ...]
    dropped: tuple[tuple[str, date], ...]
    standing: Standing | None


def replayed(
    history: History,
    *,
    drop: Mapping[str, Evidence],
    add: Mapping[str, Evidence],
    known: Standing | None,
    dial: Dial,
) -> Replayed:
    """Replay one target after some of its evidence changed.

    Args:
        history: from a day on that lies before every changed one.
        drop: evidence that goes, by source id.
        add: evidence that comes, by source id.
        known: where the target stood before, None if it is new.
        dial: rate and threshold.
    """
    old = {row.day: row for row in history.rows}
    evidence = [item for item in history.evidence if item.source_id not in drop]
    evidence += add.values()
    touched = {item.day for item in (*drop.values(), *add.values())}
    folded = {item.day: item.at for item in fold_days(evidence)}
    first_at = min(
        (at for day in touched for at in (_at_of(old.get(day)), folded.get(day)) if at),
        default=None,
    )
    # Days of different zones overlap, so rows are kept by instant, not by day.
    kept = [row for row in history.rows if first_at is not None and row.at < first_at]
    kept_days = {row.day for row in kept}
    before = max((row for row in (history.before, *kept) if row), key=_by_instant, default=None)
    rows = kept + replay(
        [item for item in evidence if item.day not in kept_days], dial, before=before
    )
    days = {row.day for row in rows}
    return Replayed(
        rows=tuple(rows),
        saved=tuple(row for row in rows if old.get(row.day) != row),
        dropped=tuple((row.target_id, row.day) for row in history.rows if row.day not in days),
        standing=_standing(history, rows, known, dial),
    )


def _at_of(row: DayRow | None) -> datetime | None:
    return row.at if row else None


def _by_instant(row: DayRow) -> tuple[datetime, date]:
    return row.at, row.day


def _standing(
    history: History, rows: Sequence[DayRow], known: Standing | None, dial: Dial
) -> Standing | None:
    before = history.before
    whole = sorted([before, *rows] if before is not None else rows, key=_by_instant)
    if not whole:
        return None
    fresh = standing(whole, dial)
    first_on, n_days = fresh.first_on, len(rows)
    if before is not None and known is not None:
        # The rows before this history are not loaded; the standing remembers them.
        first_on = known.first_on
        n_days = known.n_days - len(history.rows) + len(rows)
    ended_at = None
    for row in reversed(whole):
        if not row.ended:
            break
        ended_at = row.at
    else:
        if before is not None and known is not None and known.ended_at is not None:
            ended_at = min(known.ended_at, before.at)
    return replace(fresh, first_on=first_on, n_days=n_days, ended_at=ended_at)


def last_said_at(before: DayRow | None, rows: Sequence[DayRow]) -> datetime | None:
    """When a relation was last said to hold, None if it was only said to have ended."""
    for row in reversed([before, *rows] if before is not None else list(rows)):
        if not row.ended:
            return row.at
    return None


def end_superseded(
    siblings: Mapping[str, tuple[Standing, Sequence[DayRow]]],
) -> dict[str, Standing]:
    """End all relations of one subject and a functional predicate but the newest.

    Args:
        siblings: standing and all day rows of each, by relation id.

    Returns:
        Their standings. One that ended when another was said has that instant as its
        end; the one said last holds unless it was itself said to have ended.
    """
    said = sorted(
        (row.at, relation)
        for relation, (_, rows) in siblings.items()
        for row in rows
        if not row.ended
    )
    answer = {}
    for relation, (where, rows) in siblings.items():
        last = last_said_at(None, rows)
        ended_at = where.ended_at
        if ended_at is None and last is not None:
            ended_at = next(
                (at for at, other in said if other != relation and (at, other) > (last, relation)),
                None,
            )
        answer[relation] = replace(where, ended_at=ended_at)
    return answer


def total_forms(
    stored: Iterable[Form], changes: Mapping[FormKey, int]
) -> tuple[list[Form], list[Form]]:
    """Forms of an entity after a change, and those that are gone.

    Returns:
        (forms with at least one mention, forms with none left)
    """
    counts: Counter[FormKey] = Counter()
    for form in stored:
        counts[FormKey(form.entity_id, form.name, form.key, form.kind, form.role, form.cadence)] = (
            form.n
        )
    for key, n in changes.items():
        counts[key] += n
    forms = [Form(*key, n=n) for key, n in sorted(counts.items(), key=_form_order)]
    return [form for form in forms if form.n > 0], [form for form in forms if form.n <= 0]


def _form_order(item: tuple[FormKey, int]) -> tuple[str, ...]:
    return tuple(str(part) for part in item[0])


def _most(
    values: Iterable[tuple[_Value, int]], order: Mapping[_Value, int] | None = None
) -> _Value | None:
    """The value with the highest count; ties by `order`, else by the value itself."""
    counts: defaultdict[_Value, int] = defaultdict(int)
    for value, n in values:
        counts[value] += n
    return min(
        counts,
        key=lambda value: (-counts[value], order[value] if order else 0, str(value)),
        default=None,
    )


def _called(forms: Iterable[Form]) -> str:
    """What most mentions say; of as many ones a name that is not shouted."""
    counts: Counter[str] = Counter()
    for form in forms:
        counts[unicodedata.normalize("NFC", form.name)] += form.n
    return min(counts, key=lambda name: (-counts[name], name.isupper(), name), default="")


def kind_of(forms: Iterable[Form]) -> Kind:
    """The kind that most mentions say; ties by the order of the kinds."""
    return _most(((form.kind, form.n) for form in forms), _KINDS) or Kind.THING


def entity_row(
    entity_id: str,
    *,
    profile_id: str,
    forms: Sequence[Form],
    rulings: Iterable[Ruling],
    where: Standing | None,
    distinct: str,
    archived_at: datetime | None,
) -> Entity:
    """An entity as its mentions and the user's rulings describe it.

    Args:
        entity_id: its id.
        profile_id: its profile.
        forms: what its mentions say, not empty.
        rulings: oldest first; those about other targets are passed over.
        where: its standing.
        distinct: what tells it from another with the same key.
        archived_at: the stamp so far; it holds while it still fits.
    """
    # Whoever is also known by a role alone ("my mum") is called by the name.
    named = [form for form in forms if not by_role_alone(form)] or forms
    name = _called(named)
    kind = kind_of(forms)
    pinned = False
    for ruling in rulings:
        if ruling.target_id != entity_id:
            continue
        match ruling.verb:
            case RulingVerb.PIN | RulingVerb.UNPIN:
                pinned = ruling.verb is RulingVerb.PIN
            case RulingVerb.RENAME if ruling.value:
                name = ruling.value
            case RulingVerb.SET_KIND if ruling.value:
                kind = Kind(ruling.value)
            case _:
                pass
    return Entity(
        id=entity_id,
        profile_id=profile_id,
        kind=kind,
        name=name,
        key=normalized(name),
        standing=where,
        distinct=distinct,
        role=_most((form.role, form.n) for form in forms if form.role),
        cadence=_most((form.cadence, form.n) for form in forms if form.cadence),
        pinned=pinned,
        archived_at=kept_stamp(archived_at, where),
    )


def merged_shell(entity_id: str, *, profile_id: str, into: str) -> Entity:
    """What is left of an entity that was merged: its id and its survivor, no words."""
    return Entity(
        id=entity_id,
        profile_id=profile_id,
        kind=Kind.THING,
        name="",
        key="",
        standing=None,
        merged_into=into,
    )


def relation_row(
    relation_id: str,
    *,
    profile_id: str,
    triple: Triple,
    where: Standing,
    archived_at: datetime | None,
) -> Relation:
    """A relation as its statements describe it; a stamp holds while it still fits."""
    return Relation(
        id=relation_id,
        profile_id=profile_id,
        subject_id=triple[0],
        predicate=triple[1],
        object_id=triple[2],
        standing=where,
        archived_at=kept_stamp(archived_at, where),
    )


def kept_stamp(archived_at: datetime | None, where: Standing | None) -> datetime | None:
    """The stamp of the scheduled pass, which holds while the instant of fading does.

    What ended has none: a pass that comes later than the end would not set it.
    """
    if where is None or where.ended_at is not None or archived_at != where.fades_at:
        return None
    return archived_at


def is_functional(relation: Relation) -> bool:
    """Whether only one object holds at a time."""
    return PREDICATES[relation.predicate].functional
