"""Rows of profiles, tokens, jobs and the record as frozen values, and what is stored of them.

The order of a row is that of the fragment of its name in `cypher/queries/rows.cypher`;
nothing else in this folder knows it.
"""

from __future__ import annotations

from datetime import date

from graph_aria.adapters.neo4j.conversation_rows import cost_of, cost_properties
from graph_aria.adapters.neo4j.memory_rows import NO_EMBEDDER
from graph_aria.adapters.neo4j.rows import Properties, Row, day_or_none, stored, stored_or_none
from graph_aria.adapters.sqlite.tokens import word_list
from graph_aria.domain.days import from_micros
from graph_aria.domain.memories import Level
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import (
    Assertion,
    Entry,
    EntryState,
    Mention,
    Profile,
    Ruling,
    RulingVerb,
    SpokenDate,
)
from graph_aria.domain.views import Job, Token
from graph_aria.domain.vocabulary import Predicate
from graph_aria.domain.weights import Dial


def profile_of(row: Row) -> Profile:
    """A profile from `<<profile>>`."""
    (id_, name, zone, user_id, rate, threshold, budget, version, *dates) = row[:11]
    from_, to, created_at = dates
    rate_wanted, wanted, remembers, level, *switches = row[11:]
    allows_romance, level_grows, lives, reads_moods, mood_days = switches
    return Profile(
        id=id_,
        name=name,
        zone=zone,
        user_id=user_id,
        dial=Dial(rate, threshold),
        token_budget=budget,
        version=version,
        chapters_from=day_or_none(from_),
        chapters_to=day_or_none(to),
        created_at=from_micros(created_at),
        wanted=None if rate_wanted is None else Dial(rate_wanted, wanted),
        remembers=remembers,
        level=Level(level),
        allows_romance=allows_romance,
        level_grows=level_grows,
        lives=lives,
        reads_moods=reads_moods,
        mood_days=mood_days,
    )


def profile_properties(profile: Profile) -> Properties:
    """A profile's properties, without its lease and its stage."""
    return {
        "id": profile.id,
        "name": profile.name,
        "zone": profile.zone,
        "user_id": profile.user_id,
        "rate_per_day": profile.dial.rate_per_day,
        "threshold": profile.dial.threshold,
        "token_budget": profile.token_budget,
        "version": profile.version,
        "chapters_from": profile.chapters_from,
        "chapters_to": profile.chapters_to,
        "created_at": stored(profile.created_at),
        "wanted_rate": profile.wanted and profile.wanted.rate_per_day,
        "wanted_threshold": profile.wanted and profile.wanted.threshold,
        "remembers": profile.remembers,
        "level": profile.level.value,
        "allows_romance": profile.allows_romance,
        "level_grows": profile.level_grows,
        "lives": profile.lives,
        "reads_moods": profile.reads_moods,
        "mood_days": profile.mood_days,
    }


def token_properties(token: Token, secret_hash: bytes) -> Properties:
    """A token's properties."""
    return {
        "profile_id": token.profile_id,
        "id": token.id,
        "name": token.name,
        "read_only": token.read_only,
        "secret_hash": secret_hash.hex(),
        "created_at": stored(token.created_at),
        "last_used_at": stored_or_none(token.last_used_at),
        "revoked_at": stored_or_none(token.revoked_at),
    }


def entry_of(row: Row, profile_id: str) -> Entry:
    """An entry from `<<entry>>`."""
    return Entry(
        id=row[0],
        profile_id=profile_id,
        form=EntryForm(row[1]),
        text=row[2],
        occurred_at=from_micros(row[3]),
        zone=row[4],
        recorded_at=from_micros(row[5]),
        mood=row[6],
        origin=row[7],
        external_id=row[8],
        state=EntryState(row[9]),
        reason=row[10],
        revision=row[11],
        language=row[12],
        reader_id=row[13],
        cost=cost_of(row[14:18]),
        refused=row[18],
        conversation_id=row[19],
        reading_allowed=row[20],
    )


def entry_properties(entry: Entry) -> Properties:
    """An entry's properties, without the dates that it speaks of.

    A turn has no reply yet, and no entry has passages: what stores them says so. Notes never
    have any.
    """
    return {
        "profile_id": entry.profile_id,
        "id": entry.id,
        "form": entry.form.value,
        "text": entry.text,
        "words": word_list(entry.text),
        "occurred_at": stored(entry.occurred_at),
        "zone": entry.zone,
        "recorded_at": stored(entry.recorded_at),
        "day": entry.day,
        "mood": entry.mood,
        "origin": entry.origin,
        "external_id": entry.external_id,
        "state": entry.state.value,
        "reason": entry.reason,
        "revision": entry.revision,
        "language": entry.language,
        "reader_id": entry.reader_id,
        "refused": entry.refused,
        "conversation_id": entry.conversation_id,
        "reading_allowed": entry.reading_allowed,
        "indexed_by": None if entry.form is EntryForm.NOTE else NO_EMBEDDER,
        "unanswered": True if entry.form is EntryForm.TURN else None,
        **cost_properties(entry.cost),
    }


def mention_properties(item: Mention, profile_id: str) -> Properties:
    """All properties of a mention."""
    return {
        "profile_id": profile_id,
        "entry_id": item.entry_id,
        "id": item.id,
        "starts": item.start,
        "ends": item.end,
        "name": item.name,
        "kind": item.kind.value,
        "rule": item.rule,
        "strength": item.strength,
        "entity_id": item.entity_id,
        "role": item.role,
        "cadence": item.cadence,
        "named": item.named,
        "intensity": item.intensity,
        "negated": item.negated,
        "of_user": item.of_user,
        "matters": item.matters,
        "state": item.state.value,
    }


def assertion_properties(item: Assertion, profile_id: str) -> Properties:
    """All properties of an assertion."""
    return {
        "profile_id": profile_id,
        "entry_id": item.entry_id,
        "id": item.id,
        "subject_id": item.subject_id,
        "predicate": item.predicate.value,
        "object_id": item.object_id,
        "starts": item.start,
        "ends": item.end,
        "rule": item.rule,
        "strength": item.strength,
        "polarity": item.polarity.value,
        "tense": item.tense.value,
        "ended": item.ended,
        "state": item.state.value,
    }


def spoken_date_of(row: Row) -> SpokenDate:
    """A date that was spoken of, from an item of `<<spoken_dates>>`."""
    starts, ends, first_on, last_on, rule = row
    first, last = date.fromisoformat(first_on), date.fromisoformat(last_on)
    return SpokenDate(starts, ends, first, last, rule)


def dates_properties(dates: tuple[SpokenDate, ...]) -> Properties:
    """The dates that an entry speaks of, as lists of one length on its node."""
    return {
        "date_starts": [item.start for item in dates],
        "date_ends": [item.end for item in dates],
        "date_first_on": [item.first_on for item in dates],
        "date_last_on": [item.last_on for item in dates],
        "date_rules": [item.rule for item in dates],
    }


def ruling_of(row: Row, profile_id: str) -> Ruling:
    """A ruling from `<<ruling>>`."""
    (id_, verb, target_id, at, day, other_id, value, subject_id, predicate, object_id, ids) = row
    return Ruling(
        id=id_,
        profile_id=profile_id,
        verb=RulingVerb(verb),
        target_id=target_id,
        at=from_micros(at),
        day=date.fromisoformat(day),
        other_id=other_id,
        value=value,
        subject_id=subject_id,
        predicate=None if predicate is None else Predicate(predicate),
        object_id=object_id,
        mention_ids=tuple(ids),
    )


def ruling_properties(item: Ruling) -> Properties:
    """All properties of a ruling."""
    return {
        "profile_id": item.profile_id,
        "id": item.id,
        "verb": item.verb.value,
        "target_id": item.target_id,
        "at": stored(item.at),
        "day": item.day,
        "other_id": item.other_id,
        "value": item.value,
        "subject_id": item.subject_id,
        "predicate": None if item.predicate is None else item.predicate.value,
        "object_id": item.object_id,
        "mention_ids": list(item.mention_ids),
    }


def job_properties(job: Job, *, slot: str | None) -> Properties:
    """A job's properties; a lease adds its fence."""
    return {
        "profile_id": job.profile_id,
        "id": job.id,
        "kind": job.kind,
        "subject_id": job.subject_id,
        "slot": slot,
        "state": job.state,
        "attempts": job.attempts,
        "due_at": stored(job.due_at),
        "created_at": stored(job.created_at),
        "reason": job.reason,
        "finished_at": stored_or_none(job.finished_at),
        "summary": job.summary,
    }
