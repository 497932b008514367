"""Rows of profiles, tokens, jobs and the record as frozen values, and back.

Each function names the columns in the order of its view or table; nothing else in
this folder knows that order.
"""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import Any, Final

from graph_aria.adapters.plain_rows import by_value
from graph_aria.domain.days import from_micros, micros
from graph_aria.domain.memories import Level
from graph_aria.domain.reading import Cost, EntryForm
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
from graph_aria.domain.views import Token
from graph_aria.domain.vocabulary import Predicate
from graph_aria.domain.weights import Dial

Row = tuple[Any, ...]

_FORMS: Final = by_value(EntryForm)
_STATES: Final = by_value(EntryState)


def micros_or_none(at: datetime | None) -> int | None:
    """An instant as it is stored."""
    return None if at is None else micros(at)


def day_or_none(value: int | None) -> date | None:
    """A stored day."""
    return None if value is None else date.fromordinal(value)


def ordinal_or_none(day: date | None) -> int | None:
    """A day as it is stored."""
    return None if day is None else day.toordinal()


# --- profiles and tokens ---------------------------------------------------------------


def profile_of(row: Row) -> Profile:
    """A profile from `profile_row`."""
    (id_, name, zone, user_id, rate, threshold, budget, version, *rest) = row
    from_, to, created_at, rate_wanted, wanted, remembers, level, *switches = rest
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
        remembers=bool(remembers),
        level=Level(level),
        allows_romance=bool(allows_romance),
        level_grows=bool(level_grows),
        lives=bool(lives),
        reads_moods=bool(reads_moods),
        mood_days=mood_days,
    )


def profile_values(profile: Profile) -> Row:
    """A profile in the order of `profile_row`."""
    return (
        profile.id,
        profile.name,
        profile.zone,
        profile.user_id,
        profile.dial.rate_per_day,
        profile.dial.threshold,
        profile.token_budget,
        profile.version,
        ordinal_or_none(profile.chapters_from),
        ordinal_or_none(profile.chapters_to),
        micros(profile.created_at),
        profile.wanted and profile.wanted.rate_per_day,
        profile.wanted and profile.wanted.threshold,
        profile.remembers,
        profile.level.value,
        profile.allows_romance,
        profile.level_grows,
        profile.lives,
        profile.reads_moods,
        profile.mood_days,
    )


def token_columns(key: int, token: Token, secret_hash: bytes) -> dict[str, Any]:
    """A token's columns by name."""
    return {
        "profile": key,
        "id": token.id,
        "name": token.name,
        "read_only": token.read_only,
        "secret_hash": secret_hash,
        "created_at": micros(token.created_at),
        "last_used_at": micros_or_none(token.last_used_at),
        "revoked_at": micros_or_none(token.revoked_at),
    }


# --- the record --------------------------------------------------------------------------


def entry_of(row: Row, profile_id: str) -> Entry:
    """An entry from `entry_row`."""
    return Entry(
        id=row[1],
        profile_id=profile_id,
        form=_FORMS[row[2]],
        text=row[3],
        occurred_at=from_micros(row[4]),
        zone=row[5],
        recorded_at=from_micros(row[6]),
        mood=row[7],
        origin=row[8],
        external_id=row[9],
        state=_STATES[row[10]],
        reason=row[11],
        revision=row[12],
        language=row[13],
        reader_id=row[14],
        refused=row[17],
        conversation_id=row[18],
        cost=None if row[19] is None else Cost(row[19], row[20], row[21], bool(row[22])),
        reading_allowed=bool(row[23]),
    )


def entry_values(entry: Entry) -> dict[str, Any]:
    """An entry's columns by name."""
    return {
        "id": entry.id,
        "form": entry.form.value,
        "text": entry.text,
        "occurred_at": micros(entry.occurred_at),
        "zone": entry.zone,
        "recorded_at": micros(entry.recorded_at),
        "day": entry.day.toordinal(),
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
        **cost_columns(entry.cost),
    }


def cost_columns(cost: Cost | None) -> dict[str, int | None]:
    """The columns by name of what asking a model took."""
    names = ("n_calls", "n_sent", "n_received", "estimated")
    return {name: None if cost is None else getattr(cost, name) for name in names}


def mention_values(key: int, item: Mention) -> Row:
    """A mention in the order of its table."""
    return (
        key,
        item.entry_id,
        item.id,
        item.start,
        item.end,
        item.name,
        item.kind.value,
        item.rule,
        item.strength,
        item.entity_id,
        item.role,
        item.cadence,
        item.named,
        item.intensity,
        item.negated,
        item.of_user,
        item.matters,
        item.state.value,
    )


def assertion_values(key: int, item: Assertion) -> Row:
    """An assertion in the order of its table."""
    return (
        key,
        item.entry_id,
        item.id,
        item.subject_id,
        item.predicate.value,
        item.object_id,
        item.start,
        item.end,
        item.rule,
        item.strength,
        item.polarity.value,
        item.tense.value,
        item.ended,
        item.state.value,
    )


def spoken_date_of(row: Row) -> SpokenDate:
    """A date that was spoken of, from (starts, ends, first_on, last_on, rule)."""
    starts, ends, first_on, last_on, rule = row
    return SpokenDate(starts, ends, date.fromordinal(first_on), date.fromordinal(last_on), rule)


def ruling_of(row: Row, profile_id: str) -> Ruling:
    """A ruling from its table, without the profile."""
    (id_, verb, target_id, at, day, other_id, value, subject_id, predicate, object_id, ids) = row
    return Ruling(
        id=id_,
        profile_id=profile_id,
        verb=RulingVerb(verb),
        target_id=target_id,
        at=from_micros(at),
        day=date.fromordinal(day),
        other_id=other_id,
        value=value,
        subject_id=subject_id,
        predicate=None if predicate is None else Predicate(predicate),
        object_id=object_id,
        mention_ids=tuple(json.loads(ids)),
    )


def ruling_values(key: int, item: Ruling) -> Row:
    """A ruling in the order of its table."""
    return (
        key,
        item.id,
        item.verb.value,
        item.target_id,
        micros(item.at),
        item.day.toordinal(),
        item.other_id,
        item.value,
        item.subject_id,
        None if item.predicate is None else item.predicate.value,
        item.object_id,
        json.dumps(item.mention_ids),
    )
