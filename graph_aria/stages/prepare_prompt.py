"""From a turn of the user to the prompt that a chat model is sent."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from functools import cache
from importlib.resources import files
from typing import Final, Protocol

from graph_aria.domain.assembling import Assembly
from graph_aria.domain.conversations import Conversation, Message, Role
from graph_aria.domain.days import local_day
from graph_aria.domain.drawn import Raised
from graph_aria.domain.fitting import LEAST_ROOM, Purse, room_in
from graph_aria.domain.life_chapter import LifeChapter
from graph_aria.domain.memories import Category, Memory, MemoryFilter, MemoryState
from graph_aria.domain.occasions import MOST_RAISED, Death, comes_up, look_for
from graph_aria.domain.prompt_lines import Dates
from graph_aria.domain.prompt_memories import Setting, seated
from graph_aria.domain.prompting import Prompt
from graph_aria.domain.records import Profile
from graph_aria.domain.retrieval import HitKind, Retrieved
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.read import ReadStore
from graph_aria.stages.recall_deaths import recall_deaths
from graph_aria.stages.retrieve import retrieve
from graph_aria.stages.synthesize import synthesize
from graph_aria.stages.together import together

_MOST_TURNS: Final = 60
"""Messages of a conversation that are looked at."""

_MOST_STANDING: Final = 100
"""Memories of each kind that may have a seat whatever is asked."""

_MOST_DATED: Final = 100


class PromptStore(ReadStore, Protocol):
    """What preparing a prompt needs of a store."""


async def prepare_prompt(  # noqa: PLR0913 - a turn has that much around it
    store: PromptStore,
    faculties: Faculties,
    profile: Profile,
    *,
    text: str,
    now: datetime,
    window: int,
    most_reply_tokens: int,
    conversation: Conversation | None,
    turn_id: str | None,
    instructions: str | None = None,
    holds: bool = False,
    held_ids: Collection[str] | None = None,
    least: int = LEAST_ROOM,
) -> Prompt:
    """The prompt for a turn: who ARIA is, the life chapter, memories, what was found, turns.

    Whoever sends it notes the use of its memories (`use_memories`), and with the reply what it
    drew on. Nothing comes up by itself in a conversation that is not remembered.

    Args:
        store: where all is.
        faculties: the embedder, and the companion, whose name is noted.
        profile: whose.
        text: the user's turn.
        now: the instant.
        window: tokens of prompt and reply together.
        most_reply_tokens: of the reply.
        conversation: in which it was said, None for none.
        turn_id: its entry, None while it is not stored.
        instructions: what the model is to do, ARIA's own if None: those are too long where a
            client's history leaves little room.
        holds: whether what comes up by itself is held for this turn, so that no other brings
            it up meanwhile, until `faculties.coming_up.release`.
        held_ids: turns that whoever asks sends along by themselves: they are not found, and no
            turn of the conversation is put in; None puts the last ones in.
        least: tokens that a prompt needs at least.

    Returns:
        A prompt of at most `window` - `most_reply_tokens` tokens.

    Raises:
        InvalidSetting: the window leaves no room for one.

    Reads: chapter, memories, messages, whatever `retrieve` reads. Writes: nothing. Safe to
    repeat: yes.
    """
    today = local_day(now, profile.zone)
    scope = "" if conversation is None else conversation.scope
    setting = Setting(profile, scope, now, today)
    assembly = Assembly(Purse(room_in(window, most_reply_tokens, least=least)), setting)
    assembly.instruct(aria_instructions() if instructions is None else instructions)
    assembly.take_turn(text)
    talker = "" if faculties.companion is None else faculties.companion.model_id

    async def read_before() -> Sequence[Message]:
        if held_ids is not None:
            return ()
        return await _said(store, profile, conversation, turn_id)

    if not faculties.may_learn(profile):  # while memory is off, nothing that is known is used
        assembly.tell_today(now, (), {})
        await _take_turns(store, profile, assembly, await read_before())
        return assembly.finish(talker)
    (due, memories), standing, said = await together(
        _due(store, faculties, setting, conversation, turn_id if holds else None),
        _standing(store, profile.id),
        read_before(),
    )
    assembly.tell_today(now, due, memories)
    assembly.tell_focus(())
    await _take_turns(store, profile, assembly, said)
    own = (*(held_ids or ()), *(() if turn_id is None else (turn_id,)))
    chapter, retrieved = await together(
        _chapter(store, profile, now=now, budget=assembly.chapter_budget(profile.token_budget)),
        retrieve(
            store, faculties, profile, text, now=now, scope=scope, but=(*own, *assembly.turn_ids)
        ),
    )
    if chapter is not None:
        assembly.tell_chapter(
            chapter.text, relation_ids=chapter.relation_ids, entity_ids=chapter.entity_ids
        )
    found = retrieved.of(HitKind.MEMORY)
    assembly.tell_memories(
        seated(
            standing,
            [hit.memory for hit in found if hit.memory is not None],
            setting=setting,
            told_ids=assembly.raised_ids,
        ),
        stale_ids=frozenset(hit.id for hit in found if hit.is_stale),
    )
    assembly.tell_found(retrieved, await _dates_of(store, profile, _quoted(retrieved)))
    return assembly.finish(talker)


@cache
def aria_instructions() -> str:
    """What ARIA is told about herself before every reply."""
    return (files("graph_aria.prompts") / "aria.txt").read_text("utf-8").strip()


async def _due(
    store: PromptStore,
    faculties: Faculties,
    setting: Setting,
    conversation: Conversation | None,
    holder: str | None,
) -> tuple[tuple[Raised, ...], dict[str, Memory]]:
    """What comes up by itself now, with the memories that it is about."""
    profile = setting.profile
    if conversation is not None and not conversation.remembers:
        return (), {}
    since, until, returning = look_for(setting.today)
    dated = await store.list_dated(
        profile.id, since=since, until=until, returning=returning, limit=_MOST_DATED
    )
    memories = {one.id: one for one in dated if setting.may_use(one)}

    def due(deaths: Collection[Death]) -> tuple[Raised, ...]:
        return comes_up(memories.values(), today=setting.today, zone=profile.zone, deaths=deaths)

    raised = due(())
    if not raised:  # as on most days: nobody need be looked up
        return (), {}
    over = await store.list_raised(profile.id, {one.memory_id for one in raised})
    left = set(raised) - over
    if left:
        left &= set(due(await recall_deaths(store, profile.id)))
    if holder is not None:
        due_now = [one for one in raised if one in left]
        left = faculties.coming_up.hold(profile.id, holder, due_now, most=MOST_RAISED)
    return tuple(one for one in raised if one in left)[:MOST_RAISED], memories


async def _said(
    store: PromptStore, profile: Profile, conversation: Conversation | None, turn_id: str | None
) -> tuple[Message, ...]:
    if conversation is None:
        return ()
    return await store.read_messages(profile.id, conversation.id, before=turn_id, limit=_MOST_TURNS)


async def _take_turns(
    store: PromptStore, profile: Profile, assembly: Assembly, said: Sequence[Message]
) -> None:
    earlier = _earlier(said, assembly.setting.today, profile.zone)
    assembly.take_turns(said, await _dates_of(store, profile, earlier))


async def _chapter(
    store: PromptStore, profile: Profile, *, now: datetime, budget: int
) -> LifeChapter | None:
    if not budget:
        return None
    return await synthesize(store, profile, now=now, token_budget=budget)


def _earlier(said: Iterable[Message], today: date, zone: str) -> set[str]:
    """Turns of other days, in which "tomorrow" means another one."""
    return {
        one.turn_id for one in said if one.role is Role.USER and local_day(one.at, zone) < today
    }


def _quoted(retrieved: Retrieved) -> set[str]:
    return {
        quote.entry_id
        for hit in retrieved.hits
        if hit.kind is not HitKind.MEMORY
        for quote in hit.quotes[:1]
    }


async def _dates_of(store: PromptStore, profile: Profile, entry_ids: Collection[str]) -> Dates:
    """The dates that entries speak of, as far as they were read in the words that they have."""
    if not entry_ids:
        return {}
    records = await store.read_records(profile.id, entry_ids)
    return {
        record.entry.id: record.dates
        for record in records
        if record.dates and not record.entry.is_read_as_it_was
    }


async def _standing(store: PromptStore, profile_id: str) -> list[Memory]:
    """Boundaries, how the user wants to be spoken to, and what is pinned; in any order."""
    current = MemoryState.CURRENT
    pinned, boundaries, manners = await together(
        store.list_memories(profile_id, MemoryFilter(current, pinned=True), limit=_MOST_STANDING),
        store.list_memories(
            profile_id, MemoryFilter(current, category=Category.BOUNDARIES), limit=_MOST_STANDING
        ),
        store.list_memories(
            profile_id,
            MemoryFilter(current, category=Category.COMMUNICATION),
            limit=_MOST_STANDING,
        ),
    )
    return [*pinned.items, *boundaries.items, *manners.items]
