"""From records and readings to what is shown of them, phrase by phrase."""

from __future__ import annotations

from typing import Any, Final

from graph_aria.api.deps import Scope
from graph_aria.api.rendering import UNKNOWN, read_named
from graph_aria.api.schemas.entries import ShownEntry, ShownReading
from graph_aria.api.schemas.graph import name_of
from graph_aria.api.schemas.reading import (
    EntityName,
    Identified,
    PreviewPhrase,
    ReadDay,
    ReadPhrase,
    ReadStatement,
    ShownPreview,
    Statement,
    StatementState,
)
from graph_aria.domain.evidence import rejected_relations
from graph_aria.domain.graph import relation_id
from graph_aria.domain.records import (
    Assertion,
    EntryRecord,
    Mention,
    MentionState,
    RulingVerb,
    SpokenDate,
)
from graph_aria.domain.remedies import remedy_of
from graph_aria.domain.statements import canonical_map
from graph_aria.stages.preview import Preview

_ABOUT_STATEMENTS: Final = frozenset(
    {
        RulingVerb.MERGE,
        RulingVerb.UNMERGE,
        RulingVerb.ADD_RELATION,
        RulingVerb.REJECT_RELATION,
    }
)


async def show_reading(scope: Scope, record: EntryRecord) -> ShownReading:
    """An entry with what was read in it, phrase by phrase."""
    text = record.entry.text
    states = await _statement_states(scope, record)
    names = await read_named(scope, (m.entity_id for m in record.mentions if m.entity_id))
    by_id = {mention.id: mention for mention in record.mentions}

    def end_of(mention_id: str | None) -> str:
        if mention_id is None:
            return "you"
        mention = by_id.get(mention_id)
        if mention is None:
            return UNKNOWN
        entity = names.get(mention.entity_id or "")
        return entity.name if entity else mention.name

    def named(entity_id: str | None) -> EntityName | None:
        entity = names.get(entity_id or "")
        return name_of(entity) if entity else None

    return ShownReading(
        entry=ShownEntry.of(record.entry),
        phrases=[
            ReadPhrase(
                id=mention.id,
                entity=named(mention.entity_id),
                state=mention.state,
                **of_phrase(mention, text),
            )
            for mention in sorted(record.mentions, key=lambda m: (m.start, m.end, m.id))
        ],
        statements=[
            ReadStatement(
                id=item.id,
                state=states[item.id],
                subject=end_of(item.subject_id),
                object=end_of(item.object_id),
                **of_statement(item, text),
            )
            for item in sorted(record.assertions, key=lambda a: (a.start, a.end, a.id))
        ],
        dates=[show_day(day, text) for day in record.dates],
    )


def of_phrase(mention: Mention, text: str) -> dict[str, Any]:
    """What a phrase is read as, whether it is stored or not: the fields of a `Phrase`."""
    return {
        "start": mention.start,
        "end": mention.end,
        "words": text[mention.start : mention.end],
        "name": mention.name,
        "kind": mention.kind,
        "role": mention.role,
        "cadence": mention.cadence,
        "intensity": mention.intensity,
        "named": mention.named,
        "negated": mention.negated,
        "of_user": mention.of_user,
        "strength": mention.strength,
        "rule": mention.rule,
    }


def of_statement(item: Assertion, text: str) -> dict[str, Any]:
    """How a phrase relates two things: the fields of a `Statement`, but for its ends."""
    return {
        "start": item.start,
        "end": item.end,
        "quote": text[item.start : item.end],
        "predicate": item.predicate,
        "polarity": item.polarity,
        "tense": item.tense,
        "ended": item.ended,
        "strength": item.strength,
        "rule": item.rule,
    }


def show_day(day: SpokenDate, text: str) -> ReadDay:
    """A date that a text speaks of."""
    return ReadDay(
        words=text[day.start : day.end],
        first_on=day.first_on,
        last_on=day.last_on,
        rule=day.rule,
    )


def show_preview(found: Preview) -> ShownPreview:
    """What would be read in words, phrase by phrase, and whom they would be taken to mean."""
    record, reading = found.record, found.reading
    text = record.entry.text
    decisions = {item.mention_id: item for item in found.decisions}
    names = {mention.id: mention.name for mention in record.mentions}

    def named(entity_id: str) -> EntityName | None:
        known = found.known.get(entity_id)
        return name_of(known) if known else None

    def identified(mention_id: str) -> Identified | None:
        item = decisions.get(mention_id)
        if item is None:
            return None
        return Identified(
            verdict=item.outcome,
            entity=named(item.entity_id),
            may_be=[name for doubt in item.doubts if (name := named(doubt.entity_id))],
            reason=item.doubts[0].reason if item.doubts else item.reason,
            score=item.doubts[0].score if item.doubts else item.score,
        )

    return ShownPreview(
        language=reading.language,
        unread=reading.unread,
        remedy=remedy_of(reading.unread),
        valence=reading.valence,
        reader_id=reading.reader_id,
        phrases=[
            PreviewPhrase(identity=identified(mention.id), **of_phrase(mention, text))
            for mention in sorted(record.mentions, key=lambda m: (m.start, m.end, m.id))
        ],
        statements=[
            Statement(
                subject="you" if item.subject_id is None else names[item.subject_id],
                object="you" if item.object_id is None else names[item.object_id],
                **of_statement(item, text),
            )
            for item in sorted(record.assertions, key=lambda a: (a.start, a.end, a.id))
        ],
        dates=[show_day(day, text) for day in record.dates],
    )


async def _statement_states(scope: Scope, record: EntryRecord) -> dict[str, StatementState]:
    """Whether each statement of an entry counts, by its id."""
    if not record.assertions:
        return {}
    profile = scope.profile
    rulings = await scope.store.list_rulings(profile.id, verbs=_ABOUT_STATEMENTS)
    canonical, rejected = canonical_map(rulings), rejected_relations(rulings)
    mentions = {mention.id: mention for mention in record.mentions}
    states = {}
    for item in record.assertions:
        ends = [mentions.get(end) for end in (item.subject_id, item.object_id) if end is not None]
        worst = max([item.state, *(end.state for end in ends if end)], key=list(MentionState).index)
        states[item.id] = StatementState(worst)
        subject_id, object_id = (
            profile.user_id if end is None else (m.entity_id if (m := mentions.get(end)) else None)
            for end in (item.subject_id, item.object_id)
        )
        if worst is not MentionState.LIVE or subject_id is None or object_id is None:
            continue
        raw = relation_id(profile.id, subject_id, item.predicate, object_id)
        merged = relation_id(
            profile.id, canonical(subject_id), item.predicate, canonical(object_id)
        )
        if not rejected.isdisjoint((raw, merged)):
            states[item.id] = StatementState.REJECTED
    return states
