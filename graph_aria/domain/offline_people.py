"""Answers of ARIA without a model about somebody: who they are, and whether they live."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from graph_aria.domain.offline_asks import Ask, plain
from graph_aria.domain.offline_found import found_answer
from graph_aria.domain.offline_material import OfflineAnswer, OfflineMaterial, Telling, Topic
from graph_aria.domain.offline_questions import spoken
from graph_aria.domain.offline_saying import (
    capitalized,
    cited,
    dated,
    distinct,
    listed,
    on_day,
    own_words,
    plain_day,
)
from graph_aria.domain.roles import role_key
from graph_aria.domain.sentences import one_line
from graph_aria.domain.stems import words

_MOST_ABOUT: Final = 3
_MOST_NEWS: Final = 3
_BY_BIRTH: Final = frozenset(
    map(
        role_key,
        words(
            "mother father parent sister brother sibling twin son daughter child grandmother "
            "grandfather grandson granddaughter aunt uncle cousin niece nephew mum dad grandma "
            "grandpa"
        ),
    )
)
"""What somebody is for good, whether the user writes of them or not."""

_OF_YOU: Final = " your "
_SINCE: Final = re.compile(r"\b(?:since|after)\b")


def who(ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """Who or what something is to the user: its role, three things at most, its last words."""
    topic = material.topics[0] if material.topics else None
    if topic is None:
        return found_answer(ask, material)
    entity, today = topic.entity, material.today
    name = _name(topic)
    kin = [one for one in topic.tellings if _is_role(one)]
    told = [one for one in topic.tellings if not _is_role(one)]
    told = sorted(told, key=lambda one: (one.ended_on is not None, not one.is_active))
    told = told[:_MOST_ABOUT]
    has_role = entity.role is not None and entity.role.casefold() != entity.name.casefold()
    lines = [_role_line(topic, kin, today)] if has_role else []
    if not has_role and not _is_own_role(topic):
        lines += [_told(one, topic, today) for one in kin[:1]]
    if topic.has_died:
        lines.append(death_line(topic, today))
    lines += [_told(one, topic, today) for one in told]
    if told and not topic.has_died and not any(one.is_active or one.ended_on for one in told):
        lines.append("You have not written of that lately.")
    if topic.first_on is not None and topic.last_on is not None:
        is_told = topic.has_died and topic.death[:1] == topic.last[:1]
        is_cited = bool(topic.last) and not is_told
        said = f": “{own_words(topic.last[0].text, ask.words)}”" if is_cited else "."
        lines.append(
            f"You first wrote of {name} {on_day(topic.first_on, today)}, and last "
            f"{dated(topic.last_on, today)}{said}"
            if topic.first_on != topic.last_on
            else f"You wrote of {name} {dated(topic.last_on, today)}{said}"
        )
    shown = [*kin[:1], *told]
    quotes = [*topic.death[:1], *topic.last[:1]] if topic.has_died else [*topic.last[:1]]
    return OfflineAnswer(
        " ".join(lines) or f"{name} is there, but nothing more is told of it.",
        quotes=tuple(dict.fromkeys(quotes)),
        relation_ids=tuple(one.id for one in shown),
        entity_ids=(entity.id,),
    )


def news(ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """The latest that was said of somebody or something, the newest first."""
    topics, today = material.topics, material.today
    since = material.retrieved.since or date.min
    until = material.retrieved.until or date.max
    if _SINCE.search(plain(ask.sentence)):
        until = date.max
    deaths = distinct(quote for topic in topics for quote in topic.death[:1])
    said = distinct([*deaths, *(quote for topic in topics for quote in topic.last)])[len(deaths) :]
    said = tuple(quote for quote in said if since <= quote.day <= until)
    latest = sorted(said, key=lambda quote: (quote.day, quote.start), reverse=True)[:_MOST_NEWS]
    dead = [topic for topic in topics if topic.has_died]
    if not latest and not dead:
        return found_answer(ask, material)
    parts = [death_line(topic, today) for topic in dead]
    lines = [cited(quote, today) for quote in latest]
    if lines:
        names = listed([spoken(topic.entity) for topic in topics])
        parts.append(f"The latest that you wrote of {names}:")
    text = " ".join([*parts, *lines])
    if len(lines) > 1:
        text = "\n".join([" ".join(parts), *(f"- {capitalized(line)}" for line in lines)])
    return OfflineAnswer(
        text,
        quotes=(*deaths, *latest),
        entity_ids=tuple(topic.entity.id for topic in topics),
    )


def alive(ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """Whether somebody lives, as far as the user told of a death."""
    topic = material.topics[0] if material.topics else None
    if topic is None:
        return found_answer(ask, material)
    today = material.today
    if topic.has_died:
        return OfflineAnswer(
            death_line(topic, today), quotes=topic.death[:1], entity_ids=(topic.entity.id,)
        )
    text = f"You told me of no death of {_name(topic)}."
    if topic.last:
        text += f" {capitalized(cited(topic.last[0], today, ask.words))}"
    return OfflineAnswer(text, quotes=topic.last[:1], entity_ids=(topic.entity.id,))


def death_line(topic: Topic, today: date) -> str:
    """That somebody died, and when or in which words it was told."""
    name = _name(topic)
    when = f" {on_day(topic.died_on, today)}" if topic.died_on is not None else ""
    told = f": {cited(topic.death[0], today)}" if topic.death else "."
    return f"{name} died{when}{told}"


def _name(topic: Topic) -> str:
    name = capitalized(one_line(topic.entity.name))
    return f"Your {name.lower()}" if _is_own_role(topic) and topic.has_died else name


def _is_own_role(topic: Topic) -> bool:
    role = topic.entity.role
    return role is not None and role.casefold() == topic.entity.name.casefold()


def _is_role(telling: Telling) -> bool:
    """Whether a relation says what somebody is to the user, as a role does."""
    return f"is{_OF_YOU}" in telling.now


def _role_line(topic: Topic, kin: Sequence[Telling], today: date) -> str:
    name, role = _name(topic), one_line(topic.entity.role or "")
    if topic.has_died:
        return f"{name} was your {role}."
    ended = [one for one in kin if one.ended_on is not None]
    if ended and not any(one.is_active for one in kin):
        return f"{name} was your {role} (until {plain_day(_day(ended[0]), today)})."
    if ended:
        left = [one for one in kin if one.is_active]
        # A partner who is an ex-partner now may be a friend; the role is of the time before.
        return (
            f"{name} was your {role} (until {plain_day(_day(ended[0]), today)}). "
            f"{capitalized(left[0].now)}."
        )
    is_kin = role_key(role.casefold()) in _BY_BIRTH
    return (
        f"{name} is your {role}."
        if topic.is_active or is_kin
        else f"You spoke of {name} as your {role}."
    )


def _day(telling: Telling) -> date:
    return telling.ended_on or date.min


def _told(telling: Telling, topic: Topic, today: date) -> str:
    if telling.ended_on is not None:
        return f"{capitalized(telling.then)} (until {plain_day(telling.ended_on, today)})."
    return f"{capitalized(telling.then if topic.has_died else telling.now)}."
