"""Answer a turn without a chat model, from what was retrieved and from the graph."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Final

from graph_aria.domain.conversations import Conversation, Message, Role
from graph_aria.domain.days import local_day
from graph_aria.domain.drawn import Drawn, DrawnQuote
from graph_aria.domain.occasions import is_dead
from graph_aria.domain.offline import offline_answer
from graph_aria.domain.offline_ask_rules import AskKind
from graph_aria.domain.offline_asks import Ask, ask_of, asks_for_people, taste_asked, wants_figure
from graph_aria.domain.offline_follow_ups import by_role, in_full
from graph_aria.domain.offline_material import Due, OfflineMaterial, citing, quotes_in
from graph_aria.domain.prompting import Prompt
from graph_aria.domain.records import Profile
from graph_aria.domain.retrieval import Retrieved
from graph_aria.domain.vocabulary import Kind
from graph_aria.stages.citable import citable
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.look_into_life import look_into_life, look_into_moods
from graph_aria.stages.look_into_times import (
    days_spoken_of,
    faded_lately,
    look_into_time,
    plain_facts,
    tastes,
    words_of_the_day,
)
from graph_aria.stages.look_into_topics import (
    TopicStore,
    find_topics,
    grounds_of,
    read_memory_quotes,
    told_helps,
    widened,
)
from graph_aria.stages.recall_deaths import recall_deaths
from graph_aria.stages.retrieve import retrieve

_MOST_BEFORE: Final = 20
"""Messages that are looked at, so that nothing is asked twice in a row."""

_NAMING: Final = frozenset(
    {
        AskKind.HELPS, AskKind.BRINGS, AskKind.HOW_OFTEN, AskKind.WHEN_FIRST, AskKind.WHEN_LAST,
        AskKind.WHEN, AskKind.WHO, AskKind.WHAT, AskKind.ADVICE, AskKind.ALIVE, AskKind.HOW_WAS,
        AskKind.NEWS,
    }
)  # fmt: skip
"""Kinds of questions for which is looked up what they name."""


_BY_ROLE: Final = frozenset({AskKind.WHEN, AskKind.WHAT})
"""Kinds of questions for which is looked, too, for what was written of somebody by their role."""


async def answer_offline(  # noqa: PLR0913 - what is known of a turn
    store: TopicStore,
    faculties: Faculties,
    profile: Profile,
    prompt: Prompt,
    *,
    text: str,
    now: datetime,
    before: Sequence[Message] | None = None,
    conversation: Conversation | None = None,
    turn_id: str | None = None,
) -> tuple[str, Drawn]:
    """What ARIA without a model replies to a turn, and what it drew on.

    Args:
        store: where all is.
        faculties: says whether anything is learned.
        profile: whose.
        prompt: what was prepared for the turn; of it only what was found and what comes up by
            itself is used.
        text: the turn.
        now: the present instant.
        before: the last messages of the conversation before it, oldest first; None has them
            read, of a conversation that is kept.
        conversation: which one, None if it is not kept.
        turn_id: the turn's, None if it is not kept.

    Returns:
        The reply, never empty, and what is in it. What was due and did not fit is not in it,
        so it comes up later.

    Reads: candidates, relations, evidence, moods, chapters, memories, entries, replies: what
    the question needs. Writes: nothing. Safe to repeat: yes.
    """
    if before is None:
        before = await _before(store, conversation, turn_id)
    scope = "" if conversation is None else conversation.scope
    turns = tuple((each.turn_id, each.text) for each in before if each.role is Role.USER)
    asked, is_further = in_full(text, [said for _, said in turns])
    ask, retrieved = ask_of(asked, is_further=is_further), prompt.retrieved
    if asked != text:
        retrieved = await retrieve(
            store, faculties, profile, asked, now=now, scope=scope, but=[one for one, _ in turns]
        )
    also = by_role(asked, retrieved.entities) if ask.kind in _BY_ROLE else asked
    if also != asked:
        more = await retrieve(
            store, faculties, profile, also, now=now, scope=scope, but=[one for one, _ in turns]
        )
        known = {(hit.kind, hit.id) for hit in retrieved.hits}
        beside = tuple(hit for hit in more.hits if (hit.kind, hit.id) not in known)
        retrieved = replace(retrieved, hits=(*retrieved.hits, *beside))
    retrieved = await widened(store, profile, retrieved, for_figure=wants_figure(ask))
    material = OfflineMaterial(
        text=asked,
        is_further=is_further,
        today=local_day(now, profile.zone),
        retrieved=retrieved,
        due=await _due(store, profile, prompt),
        replies=tuple(each.text for each in before if each.role is Role.ASSISTANT),
        turns=turns,
        dead=await _dead(store, profile, retrieved),
        may_learn=faculties.may_learn(profile) and (conversation is None or conversation.remembers),
    )
    material = await _with_answers(
        store,
        profile,
        ask,
        material,
        before=before,
        scope=scope,
        now=now,
        looks=faculties.may_learn(profile),
    )
    # Once more at the end: whole sentences, and what was looked up beside, may hold what is not
    # to be told.
    allowed = await citable(store, profile.id, quotes_in(material), scope=scope)
    answer = offline_answer(citing(material, allowed))
    drawn = Drawn(
        memory_ids=answer.memory_ids,
        stale_ids=_among(prompt.drawn.stale_ids, answer.memory_ids),
        relation_ids=answer.relation_ids,
        entity_ids=answer.entity_ids,
        quotes=tuple(
            DrawnQuote(each.entry_id, each.start, each.end, each.revision) for each in answer.quotes
        ),
        chapter_ids=answer.chapter_ids,
        raised=answer.raised,
    )
    return answer.text, drawn


async def _before(
    store: TopicStore, conversation: Conversation | None, turn_id: str | None
) -> tuple[Message, ...]:
    if conversation is None:
        return ()
    return await store.read_messages(
        conversation.profile_id, conversation.id, before=turn_id, limit=_MOST_BEFORE
    )


async def _with_answers(
    store: TopicStore,
    profile: Profile,
    ask: Ask,
    material: OfflineMaterial,
    *,
    before: Sequence[Message],
    scope: str,
    now: datetime,
    looks: bool,
) -> OfflineMaterial:
    """The material with what the question needs; what is remembered only if it may be used."""
    material = await _with_topics(store, profile, ask, material, now=now)
    if looks:
        material = await look_into_life(store, profile, ask, material, scope=scope, now=now)
    match ask.kind:
        case AskKind.HELPS | AskKind.BRINGS:
            tellings = await told_helps(store, profile, ask, material.topics, now=now)
            material = replace(material, tellings=tellings)
        case AskKind.HOW_WAS:
            material = await _of_a_time(store, profile, ask, material, now=now)
        case AskKind.FADED:
            people = asks_for_people(ask)
            found = await faded_lately(store, profile, now=now, people=people)
            material = replace(material, faded=found)
        case AskKind.ABOUT_ME:
            material = replace(material, facts=await plain_facts(store, profile, scope=scope))
        case AskKind.WHAT:
            words = await words_of_the_day(store, profile, material.retrieved)
            dates = await days_spoken_of(store, profile, material.retrieved)
            verb = taste_asked(ask)
            facts = () if verb is None else await tastes(store, profile, verb, scope=scope)
            material = replace(material, beside=words, facts=facts, dates=dates)
        case AskKind.WHEN:
            dates = await days_spoken_of(store, profile, material.retrieved)
            material = replace(material, dates=dates)
        case AskKind.WHY:
            last = [each for each in before if each.role is Role.ASSISTANT]
            grounds = await grounds_of(store, profile, last[-1].turn_id, now=now) if last else None
            material = replace(material, grounds=grounds)
    return material


async def _with_topics(
    store: TopicStore, profile: Profile, ask: Ask, material: OfflineMaterial, *, now: datetime
) -> OfflineMaterial:
    """The material with what the question names, if it asks for that."""
    if ask.kind not in _NAMING:
        return material
    within = _within(ask, material.retrieved)
    topics = await find_topics(
        store, profile, ask, material.retrieved.entities, now=now, within=within
    )
    material = replace(material, topics=topics)
    if within is None:
        return material
    return replace(material, since=within[0], until=within[1])


async def _of_a_time(
    store: TopicStore, profile: Profile, ask: Ask, material: OfflineMaterial, *, now: datetime
) -> OfflineMaterial:
    """The material with how a time was; with the mood journal of the last days if none is named."""
    is_lately = material.retrieved.since is None
    dates = () if is_lately else await days_spoken_of(store, profile, material.retrieved)
    material = replace(await look_into_time(store, profile, ask, material), dates=dates)
    if is_lately and not material.scope and material.since is not None:
        return await look_into_moods(store, profile, material, now=now)
    return material


async def _dead(store: TopicStore, profile: Profile, retrieved: Retrieved) -> frozenset[str]:
    if not any(one.kind is Kind.PERSON for one in retrieved.entities):
        return frozenset()
    deaths = await recall_deaths(store, profile.id)
    return frozenset(one.id for one in retrieved.entities if is_dead(one, deaths))


def _within(ask: Ask, retrieved: Retrieved) -> tuple[date, date] | None:
    if ask.kind is AskKind.HOW_OFTEN and retrieved.since and retrieved.until:
        return retrieved.since, retrieved.until
    return None


async def _due(store: TopicStore, profile: Profile, prompt: Prompt) -> tuple[Due, ...]:
    raised = prompt.drawn.raised
    if not raised:
        return ()
    found = await read_memory_quotes(store, profile, [each.memory_id for each in raised])
    return tuple(Due(each, *found[each.memory_id]) for each in raised if each.memory_id in found)


def _among(ids: Collection[str], known: Collection[str]) -> tuple[str, ...]:
    return tuple(each for each in ids if each in known)
