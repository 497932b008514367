"""Who is who: which entity a mention stands for, and which it may stand for.

People, places and organisations are told apart by name and role, never by likeness of
meaning. What cannot be told apart is kept apart, and asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from graph_aria.domain.graph import Entity, Form
from graph_aria.domain.nicknames import may_be_one_name
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.person_names import (
    PersonName,
    parsed,
    plainly_spelt,
    titles_clash,
    unaccented,
)
from graph_aria.domain.questions import Reason
from graph_aria.domain.reading import ReadMention
from graph_aria.domain.roles import (
    is_in_family,
    is_sole,
    is_telling,
    role_key,
    roles_agree,
    roles_are_apart,
)
from graph_aria.domain.views import Candidate
from graph_aria.domain.vocabulary import Kind

_APART: Final = frozenset({Kind.PERSON, Kind.EMOTION, Kind.TOPIC})
_GUESSED: Final = frozenset({Kind.THING, Kind.ORGANIZATION, Kind.PLACE, Kind.ANIMAL})
_LONGEST_ACRONYM: Final = 6


class Verdict(StrEnum):
    """How two stand to each other."""

    SAME = "same"
    UNCLEAR = "unclear"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a mention stands for an entity.

    Attributes:
        score: how likely it is that it does, 0 to 1.
    """

    verdict: Verdict
    reason: Reason
    score: float


@dataclass(frozen=True, slots=True)
class Doubt:
    """An entity that may be meant as well."""

    entity_id: str
    reason: Reason
    score: float


@dataclass(frozen=True, slots=True)
class Choice:
    """What a mention stands for.

    Attributes:
        candidate: the entity, or None if it is a new one.
        doubts: entities that this one may be the same as, likeliest first.
    """

    candidate: Candidate | None
    reason: Reason
    score: float
    doubts: tuple[Doubt, ...] = ()


class Outcome(StrEnum):
    """What became of a mention: a known entity, a new one, or a new one with a question."""

    KNOWN = "known"
    NEW = "new"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Decision:
    """What one mention of a reading was taken for, and why.

    Attributes:
        mention_id: the mention, as in the entry's record.
        entity_id: the known entity, or the id of the new one.
        score: how sure that is, 0 to 1.
        doubts: known entities that it may be as well; a question is asked about each.
    """

    mention_id: str
    outcome: Outcome
    entity_id: str
    reason: Reason
    score: float
    doubts: tuple[Doubt, ...] = ()


def role_of(said: ReadMention | Form | Entity) -> str | None:
    """The key of a person's role, from what is said of it or from the name itself."""
    if said.role is not None:
        return role_key(normalized(said.role))
    return parsed(normalized(said.name)).kin or None


def by_role_alone(said: ReadMention | Form) -> bool:
    """Whether a person is known by a role and no name ("my mum")."""
    return said.role is not None and normalized(said.name) in {
        normalized(said.role),
        role_key(normalized(said.role)),
    }


def is_acronym(name: str) -> bool:
    """Whether a name is a short row of capitals, which says nothing about its kind."""
    letters = name.replace(".", "")
    return 1 < len(letters) <= _LONGEST_ACRONYM and letters.isalnum() and letters.isupper()


def roles_of(candidate: Candidate) -> frozenset[str]:
    """Keys of all roles that a person is known in."""
    found = {role_of(form) for form in candidate.forms} | {role_of(candidate.entity)}
    return frozenset(role for role in found if role is not None)


def names_of(candidate: Candidate) -> frozenset[str]:
    """Keys of all names of an entity, those that are a role aside."""
    roles = {form.key for form in candidate.forms if by_role_alone(form)}
    return frozenset({candidate.entity.key, *(form.key for form in candidate.forms)}) - roles


def keys_of(candidate: Candidate) -> frozenset[str]:
    """Keys of all names of an entity and of all its forms."""
    return frozenset({candidate.entity.key, *(form.key for form in candidate.forms)})


def judge(mention: ReadMention, candidate: Candidate) -> Judgement:
    """Whether a mention stands for an entity, judged by these two alone."""
    key, entity = normalized(mention.name), candidate.entity
    if mention.kind is Kind.PERSON and entity.kind is Kind.PERSON:
        return _judge_people(mention, candidate)
    if key in keys_of(candidate):
        if _kinds_agree(mention, candidate):
            return Judgement(Verdict.SAME, Reason.SAME_NAME, 1.0)
        return _NOTHING
    if mention.kind in _APART or entity.kind in _APART:
        return _NOTHING
    plain = plainly_spelt(key)
    if not plain.isdecimal() and any(plain == plainly_spelt(each) for each in keys_of(candidate)):
        return Judgement(Verdict.SAME, Reason.ACCENTS, 0.9)
    return _NOTHING


_NOTHING: Final = Judgement(Verdict.DIFFERENT, Reason.NOTHING_LIKE_IT, 0.0)


def _kinds_agree(mention: ReadMention, candidate: Candidate) -> bool:
    entity = candidate.entity
    if mention.kind is entity.kind:
        return True
    if is_acronym(mention.name) or any(is_acronym(form.name) for form in candidate.forms):
        return not {mention.kind, entity.kind} & {Kind.EMOTION, Kind.TOPIC}
    if mention.kind is Kind.PERSON:
        # A name that is known as a pet, a firm or a thing is not a new person.
        return mention.role is None and entity.kind not in _APART
    if entity.kind is Kind.PERSON:
        # Nor is a person a new firm because a model labels the name so.
        return mention.kind in _GUESSED and mention.rule.startswith(("ner:", "name:"))
    return mention.kind not in _APART and entity.kind not in _APART


def _judge_people(mention: ReadMention, candidate: Candidate) -> Judgement:  # noqa: PLR0911 - a ladder
    role, roles = role_of(mention), roles_of(candidate)
    key, names = normalized(mention.name), names_of(candidate)
    if by_role_alone(mention) or not names:
        return _judge_by_role(mention, candidate, role, roles)
    if not roles_agree(role, roles):
        return Judgement(Verdict.DIFFERENT, Reason.OTHER_ROLE, 0.0)
    if roles_are_apart(role, roles) and not parsed(key).is_full and key in names:
        return Judgement(Verdict.UNCLEAR, Reason.OTHER_ROLE, 0.4)
    if key in names:
        return Judgement(Verdict.SAME, Reason.SAME_NAME, 1.0 if role in roles else 0.9)
    judged = [judge_names(parsed(key), parsed(name)) for name in sorted(names)]
    best = max(judged, key=lambda one: one.score)
    if best.verdict is Verdict.SAME:
        return best
    if any(one.verdict is Verdict.DIFFERENT and one is not _NOTHING for one in judged):
        return Judgement(Verdict.DIFFERENT, best.reason, 0.0)
    if best.reason is Reason.NICKNAME and role in roles and role and is_in_family(role):
        return Judgement(Verdict.SAME, Reason.NICKNAME, 0.9)
    if best.verdict is Verdict.UNCLEAR and role is not None and role in roles:
        return Judgement(Verdict.UNCLEAR, best.reason, min(0.9, best.score + 0.2))
    return best


def _judge_by_role(
    mention: ReadMention, candidate: Candidate, role: str | None, roles: frozenset[str]
) -> Judgement:
    """One of the two is known by a role and no name."""
    if role is None or role not in roles:
        return _NOTHING
    if by_role_alone(mention) and any(by_role_alone(form) for form in candidate.forms):
        return Judgement(Verdict.SAME, Reason.SAME_ROLE, 1.0)
    if not is_telling(role):
        return Judgement(Verdict.DIFFERENT, Reason.ROLE, 0.1)
    return Judgement(Verdict.SAME, Reason.SAME_ROLE, 0.9 if is_sole(role) else 0.7)


def judge_names(one: PersonName, other: PersonName) -> Judgement:
    """Two names of people, no matter who bears them."""
    if titles_clash(one.title, other.title):
        return Judgement(Verdict.DIFFERENT, Reason.TITLE, 0.0)
    if one.generation and other.generation and one.generation != other.generation:
        return Judgement(Verdict.DIFFERENT, Reason.GENERATION, 0.0)
    if one.qualifier and other.qualifier and one.qualifier != other.qualifier:
        return Judgement(Verdict.DIFFERENT, Reason.QUALIFIER, 0.0)
    likeness = _compare_words(one, other)
    if likeness.verdict is not Verdict.SAME:
        return likeness
    for reason, here, there in (
        (Reason.GENERATION, one.generation, other.generation),
        (Reason.QUALIFIER, one.qualifier, other.qualifier),
        (Reason.TITLE, one.title, other.title),
    ):
        if here != there:
            return Judgement(Verdict.UNCLEAR, reason, 0.5 if reason is Reason.TITLE else 0.4)
    return likeness


def _compare_words(one: PersonName, other: PersonName) -> Judgement:  # noqa: PLR0911 - a ladder
    if one.words == other.words:
        return Judgement(Verdict.SAME, Reason.SAME_NAME, 0.95)
    if one.is_full and other.is_full:
        return _compare_full(one, other)
    short, long = (one, other) if len(one.words) <= len(other.words) else (other, one)
    like = _compare_given(short.first, long.first)
    if like is not None and not long.is_full:
        return like
    if short.first == long.first:
        return Judgement(Verdict.UNCLEAR, Reason.FIRST_NAME, 0.5)
    if plainly_spelt(short.first) == plainly_spelt(long.last):
        return Judgement(Verdict.UNCLEAR, Reason.SURNAME, 0.4)
    if like is not None:
        return Judgement(Verdict.UNCLEAR, like.reason, 0.4)
    return _NOTHING


def _compare_full(one: PersonName, other: PersonName) -> Judgement:  # noqa: PLR0911 - a ladder
    same_surname = one.last == other.last
    if not same_surname and plainly_spelt(one.last) != plainly_spelt(other.last):
        if one.first == other.first:
            return Judgement(Verdict.DIFFERENT, Reason.SURNAME, 0.0)
        return _NOTHING
    if one.first == other.first:
        if same_surname:  # a middle name, or its first letter
            middles = one.words[1:-1], other.words[1:-1]
            if all(middles) and middles[0][0][0] != middles[1][0][0]:
                return Judgement(Verdict.DIFFERENT, Reason.SPELLING, 0.0)
            return Judgement(Verdict.UNCLEAR, Reason.SPELLING, 0.8)
        return Judgement(Verdict.UNCLEAR, _spelling(one.last, other.last), 0.8)
    like = _compare_given(one.first, other.first)
    if like is None:
        return _NOTHING
    return Judgement(Verdict.UNCLEAR, like.reason, min(0.9, like.score + 0.2))


def _compare_given(one: str, other: str) -> Judgement | None:
    """Two given names that are not equal."""
    if one == other or not one or not other:
        return None
    if plainly_spelt(one) == plainly_spelt(other):
        return Judgement(Verdict.UNCLEAR, _spelling(one, other), 0.7)
    if may_be_one_name(one, other):
        return Judgement(Verdict.UNCLEAR, Reason.NICKNAME, 0.5)
    if 1 in {len(one), len(other)} and one[0] == other[0]:
        return Judgement(Verdict.UNCLEAR, Reason.FIRST_NAME, 0.4)
    return None


def _spelling(one: str, other: str) -> Reason:
    return Reason.ACCENTS if unaccented(one) == unaccented(other) else Reason.SPELLING
