"""From records and readings to what is shown of them, phrase by phrase."""

from __future__ import annotations

from typing import Any, Final

from graph_aria.api.deps import Scope
from graph_aria.api.remembered import show_learned
from graph_aria.api.rendering import UNKNOWN, read_named
from graph_aria.api.schemas.care import ShownCare
from graph_aria.api.schemas.entries import ShownEntry, ShownReading
from graph_aria.api.schemas.graph import name_of
from graph_aria.api.schemas.learned import Fate, ForeseenMemory
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
from graph_aria.domain.admission import Admitted, Why
from graph_aria.domain.evidence import rejected_relations
from graph_aria.domain.graph import relation_id
from graph_aria.domain.memories import MemoryState
from graph_aria.domain.records import (
    Assertion,
    EntryRecord,
    Mention,
    MentionState,
    RulingVerb,
    SpokenDate,
)
from graph_aria.domain.remedies import refusal_of, remedy_of
from graph_aria.domain.statements import canonical_map
from graph_aria.stages.preview import Foreseen, Preview

_ABOUT_STATEMENTS: Final = frozenset(
    {
        RulingVerb.MERGE,
        RulingVerb.UNMERGE,
        RulingVerb.ADD_RELATION,
        RulingVerb.REJECT_RELATION,
    }
)
_MEMORY_IS_OFF: Final = "memory is off: as an entry, the words would be stored unread"
_FATES: Final = {
    Fate.NEW: "it would be a new memory",
    Fate.KNOWN: "it would confirm a memory that is there",
    Fate.HELD: "it would be kept, but not used before the level or the setting `romance` allows it",
    Fate.UPDATE: "it would take the place of what was so until now",
    Fate.UNCLEAR: "it may repeat or contradict a memory: you would be asked",
    Fate.SUPERSEDED: "something that was said later holds instead",
}
_STANDING: Final = {
    MemoryState.CURRENT: Fate.NEW,
    MemoryState.HELD: Fate.HELD,
    MemoryState.PENDING: Fate.UNCLEAR,
    MemoryState.SUPERSEDED: Fate.SUPERSEDED,
    MemoryState.MERGED: Fate.KNOWN,
    MemoryState.ARCHIVED: Fate.SUPERSEDED,
}
_REFUSED: Final = {
    Why.WORTH: "",
    Why.ABOVE_LEVEL: "it lies above the level of the profile and does not weigh much",
    Why.NOT_ALLOWED: "the setting `romance` is off, and it does not weigh much",
    Why.NO_SOURCE: "no words of the text say it",
    Why.NOT_THE_USER: "it was not said by you",
    Why.SECRET: "it looks like a password, a key or a card number: never remembered",
    Why.UNWANTED: "you asked not to remember it",
    Why.NO_SENTENCE: "it is no sentence that stands for itself",
    Why.INSTRUCTION: "it tells ARIA what to do; a text is never followed",
    Why.QUESTION: "it is a question",
    Why.GUESS: "it is a guess",
    Why.UNSURE: "it is not sure enough",
    Why.SENSITIVE: "such things are remembered only if you say them",
    Why.MOOD: "it is a passing mood",
    Why.TODAY: "it is about today only",
    Why.SMALL_TALK: "it is small talk",
    Why.NEWS: "it is not about you",
    Why.UNIMPORTANT: "it does not weigh enough to be remembered",
}


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
        memories=await show_learned(scope, record.entry),
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


def show_preview(found: Preview, care: ShownCare | None) -> ShownPreview:
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
        memories=[show_foreseen(each, text) for each in found.memories],
        refused=refusal_of(found.refused),
        note=None if found.remembers else _MEMORY_IS_OFF,
        care=care,
    )


def show_foreseen(found: Foreseen, text: str) -> ForeseenMemory:
    """What would become of something that words propose to remember."""
    said, why = found.said, found.admission.why
    is_secret = why is Why.SECRET
    fate = _fate(found)
    return ForeseenMemory(
        text=None if is_secret else said.text,
        kind=said.kind,
        category=said.category,
        reason=None if is_secret else said.reason,
        start=said.start,
        end=said.end,
        quote=text[said.start : said.end],
        rule=said.rule,
        fate=fate,
        why=_REFUSED[why] if fate is Fate.REFUSED else _FATES[fate],
        takes_place_of=[memory.text for memory in found.takes_place_of],
    )


def _fate(found: Foreseen) -> Fate:
    if found.admission.admitted is Admitted.REFUSED:
        return Fate.REFUSED
    if found.is_known:
        return Fate.KNOWN
    if found.memory is None:
        return Fate.UNCLEAR
    if found.memory.state is MemoryState.CURRENT and found.takes_place_of:
        return Fate.UPDATE
    return _STANDING[found.memory.state]


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
