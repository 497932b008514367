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
from graph_aria.domain.fitting import LEAST_ROOM, Purse, room_in
from graph_aria.domain.life_chapter import LifeChapter
from graph_aria.domain.memories import Category, Memory, MemoryFilter, MemoryState
from graph_aria.domain.occasions import Death
from graph_aria.domain.prompt_life import life_lines, life_seats, mood_said
from graph_aria.domain.prompt_lines import Dates
from graph_aria.domain.prompt_memories import Setting, seated
from graph_aria.domain.prompting import Prompt
from graph_aria.domain.records import Profile
from graph_aria.domain.retrieval import HitKind, Retrieved
from graph_aria.ports import MoodReadings
from graph_aria.stages.bring_up import BroughtUp, bring_up, read_dated
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.read import ReadStore
from graph_aria.stages.recall_life import RecalledLife, recall_life
from graph_aria.stages.retrieve import retrieve
from graph_aria.stages.synthesize import synthesize
from graph_aria.stages.together import together

_MOST_TURNS: Final = 60
"""Messages of a conversation that are looked at."""

_MOST_STANDING: Final = 100
"""Memories of each kind that may have a seat whatever is asked."""


class PromptStore(ReadStore, MoodReadings, Protocol):
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
    dated, life, standing, said = await together(
        read_dated(store, setting),
        recall_life(store, profile, today=today),
        _standing(store, profile.id),
        read_before(),
    )
    due = await bring_up(
        store,
        setting,
        dated,
        life.foci,
        deaths=life.deaths,
        raises=conversation is None or conversation.remembers,
        coming_up=faculties.coming_up,
        holder=turn_id if holds else None,
    )
    assembly.tell_today(now, due.raised, due.memories)
    _tell_life(assembly, life, due, standing)
    await _take_turns(store, profile, assembly, said)
    own = (*(held_ids or ()), *(() if turn_id is None else (turn_id,)))
    chapter, retrieved = await together(
        _chapter(
            store,
            profile,
            now=now,
            budget=assembly.chapter_budget(profile.token_budget),
            deaths=life.deaths,
        ),
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
            [one for one in standing if one.id not in assembly.life_ids],
            [hit.memory for hit in found if hit.memory is not None],
            setting=setting,
            told_ids=assembly.told_ids,
        ),
        stale_ids=frozenset(hit.id for hit in found if hit.is_stale),
    )
    assembly.tell_found(retrieved, await _dates_of(store, profile, _quoted(retrieved)))
    return assembly.finish(talker)


@cache
def aria_instructions() -> str:
    """What ARIA is told about herself before every reply."""
    return (files("graph_aria.prompts") / "aria.txt").read_text("utf-8").strip()


def _tell_life(
    assembly: Assembly, life: RecalledLife, due: BroughtUp, standing: Sequence[Memory]
) -> None:
    """Tell what goes on in their life, but for what comes up by itself anyway."""
    setting, raised = assembly.setting, set(assembly.raised_ids)
    has_seat = {one.id for one in seated(standing, (), setting=setting, told_ids=raised).standing}
    lines = life_lines(
        [*life.foci, *life.milestones],
        due.ahead,
        setting=setting,
        but=raised,
        most=life_seats(n_standing=len(has_seat), n_raised=len(raised - has_seat)),
    )
    assembly.tell_focus(lines, mood=mood_said(life.moods, today=setting.today))


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
    store: PromptStore,
    profile: Profile,
    *,
    now: datetime,
    budget: int,
    deaths: Sequence[Death] | None,
) -> LifeChapter | None:
    """The open chapter, but for what the part about their life tells."""
    if not budget:
        return None
    return await synthesize(
        store, profile, now=now, token_budget=budget, tells_life=False, deaths=deaths
    )


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
    return await store.read_spoken_dates(profile.id, entry_ids) if entry_ids else {}


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
