"""Putting a prompt together, part by part, within the tokens of a window.

The parts are asked for in the order of `fitting.SHARES`, since what one does not use goes to the
next, and since some can only be read once it is known what others took.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from graph_aria.domain.block_text import (
    CHAPTER,
    FOCUS,
    FOUND,
    MEMORIES,
    TODAY,
    block,
    block_tokens,
    chapter_block,
    cut_to,
    line_tokens,
)
from graph_aria.domain.chat import ChatMessage, Speaker
from graph_aria.domain.conversations import Message
from graph_aria.domain.drawn import Drawn, DrawnQuote, Raised
from graph_aria.domain.fitting import INSTRUCTIONS, MESSAGE_TOKENS, TURN, TURNS, Purse
from graph_aria.domain.life_chapter import MIN_BUDGET
from graph_aria.domain.memories import Memory
from graph_aria.domain.past_turns import TURN_CUT, PastTurns, fit_turns, joined
from graph_aria.domain.prompt_life import MOOD_TOKENS, LifeLine
from graph_aria.domain.prompt_lines import NOTHING_FOUND, Dates, found_line, now_line, raised_line
from graph_aria.domain.prompt_memories import (
    STALE,
    Seats,
    Setting,
    fit_lines,
    is_missed,
    memory_line,
    pins_line,
)
from graph_aria.domain.prompting import Prompt
from graph_aria.domain.retrieval import HitKind, Retrieved
from graph_aria.domain.sentences import estimate_tokens
from graph_aria.domain.turn_text import as_turn

_ORDER: Final = (CHAPTER, MEMORIES, FOCUS, FOUND, TODAY)
_BREAK: Final = "\n\n"
_LONGEST_QUOTE: Final = 100
_LEAST_QUOTE: Final = 32
_PINS_LINE: Final = 40
_SAY_STALE: Final = f"(Where a line says “{STALE}”, say so if you rely on it.)"


@dataclass(slots=True)
class Assembly:
    """A prompt that is being put together.

    Attributes:
        purse: what the window holds.
        setting: for whom and when.
        drawn: what it draws on so far.
    """

    purse: Purse
    setting: Setting
    drawn: dict[str, Any] = field(default_factory=dict)
    _instructions: str = ""
    _text: str = ""
    _turn: str = ""
    _past: PastTurns = field(default_factory=PastTurns)
    _said: Sequence[Message] = ()
    _dates: Dates = field(default_factory=dict)
    _blocks: dict[str, str] = field(default_factory=dict)
    _life: tuple[LifeLine, ...] = ()
    _retrieved: Retrieved = field(default_factory=Retrieved)

    @property
    def turn_ids(self) -> tuple[str, ...]:
        """Past turns that are in the prompt anyway."""
        return self._past.turn_ids

    @property
    def raised_ids(self) -> tuple[str, ...]:
        """Memories that come up by themselves in it."""
        return tuple(one.memory_id for one in self.drawn.get("raised", ()))

    @property
    def life_ids(self) -> frozenset[str]:
        """Memories that the part about their life tells."""
        return frozenset(one.memory.id for one in self._life)

    @property
    def told_ids(self) -> tuple[str, ...]:
        """Memories that are told before the block of memories is put together."""
        return tuple(dict.fromkeys([*(one.memory.id for one in self._life), *self.raised_ids]))

    def instruct(self, instructions: str) -> None:
        """Take what the model is to do; cut at its end only if nothing else would fit."""
        budget = self.purse.for_instructions()
        told, _ = cut_to(as_turn(instructions).strip(), budget - MESSAGE_TOKENS, note="(cut)")
        self._instructions = told
        self.purse.pay(INSTRUCTIONS, estimate_tokens(told) + MESSAGE_TOKENS)

    def take_turn(self, text: str) -> None:
        """Take the user's turn: whole, or cut with a note."""
        # Longer than all the room: it is cut anyway, and need not be looked through.
        self._text = as_turn(text[: self.purse.room * 4])
        self._fit_turn(self.purse.for_turn())

    def _fit_turn(self, budget: int) -> None:
        self._turn, _ = cut_to(self._text, budget - MESSAGE_TOKENS, note=TURN_CUT)
        self.purse.pay(TURN, estimate_tokens(self._turn) + MESSAGE_TOKENS)

    def tell_today(
        self, now: datetime, due: Sequence[Raised], memories: Mapping[str, Memory]
    ) -> None:
        """Tell the day, and what comes up by itself as far as it fits."""
        zone, today = self.setting.profile.zone, self.setting.today
        told = [
            raised_line(one, memories[one.memory_id], today=today, zone=zone)
            for one in due
            if one.memory_id in memories
        ]
        budget = self.purse.share("today")
        lines, _ = self._fill("today", TODAY, budget, told, first=[now_line(now, zone)])
        self.drawn["raised"] = tuple(
            one for one, line in zip(due, told, strict=False) if line in lines
        )

    def tell_focus(self, lines: Sequence[LifeLine], *, mood: str = "") -> None:
        """Tell what the user is at, what lies ahead, what changed lately, and their mood.

        Args:
            lines: the most important first; those that do not fit are left out whole.
            mood: the line about it, "" for none; it comes after the first of the others.
        """
        budget = self.purse.share("focus")
        told = list(dict.fromkeys(one.text for one in lines))
        if mood and line_tokens(mood) <= MOOD_TOKENS:
            told.insert(1, mood)
        shown, _ = self._fill("focus", FOCUS, budget, told)
        self._life = tuple(one for one in lines if one.text in shown)
        if shown:
            ordered = sorted(self._life, key=lambda one: one.told)
            self._put("focus", FOCUS, [*(one.text for one in ordered), *[mood] * (mood in shown)])

    def chapter_budget(self, most: int) -> int:
        """Tokens that the life chapter may take; 0 where there is no room for one."""
        budget = self.purse.share("chapter", most=max(most, MIN_BUDGET) + 1) - 1
        return budget if budget >= MIN_BUDGET else 0

    def tell_chapter(
        self, text: str, *, relation_ids: Sequence[str] = (), entity_ids: Sequence[str] = ()
    ) -> None:
        """Take the life chapter, written for that budget.

        Args:
            text: its block, "" for none.
            relation_ids: relations that stand in it.
            entity_ids: themes, habits, people and things that do.
        """
        told = chapter_block(text) if text else ""
        n_tokens = estimate_tokens(told + _BREAK) if told else 0
        if n_tokens > self.purse.budgets["chapter"]:
            told, n_tokens = "", 0
        if told:
            self._blocks[CHAPTER] = told
            self.drawn["told_relation_ids"] = tuple(relation_ids)
            self.drawn["told_entity_ids"] = tuple(entity_ids)
        self.purse.pay("chapter", n_tokens)

    def take_turns(self, said: Sequence[Message], dates: Dates) -> None:
        """Take the last messages of the conversation."""
        self._said, self._dates = said, dates
        self._fit_turns(self.purse.share(TURNS))

    def _fit_turns(self, budget: int) -> None:
        setting = self.setting
        self._past = fit_turns(
            self._said,
            self._dates,
            budget=budget,
            today=setting.today,
            zone=setting.profile.zone,
        )
        self.purse.pay(TURNS, self._past.n_tokens)

    def tell_memories(self, seats: Seats, *, stale_ids: frozenset[str] = frozenset()) -> None:
        """Tell memories, and name the pinned ones and boundaries that did not fit.

        Args:
            seats: those that have a seat.
            stale_ids: such as were found to be out of date, besides what their age tells.
        """
        setting = self.setting
        seated = (*seats.standing, *seats.asked)
        stale = {one.id for one in seated if one.id in stale_ids or setting.is_stale(one)}
        told = [memory_line(one, setting, is_flagged=one.id in stale) for one in seated]
        budget = self.purse.share("memories")
        costs = [line_tokens(line) for line in told]
        room = budget - block_tokens(MEMORIES) - estimate_tokens(_BREAK)
        room -= line_tokens(_SAY_STALE) if stale else 0
        if seats.left_out or (sum(costs) > room and any(map(is_missed, seated))):
            room -= _PINS_LINE
        fitting = fit_lines(costs, len(seats.standing), max(0, room))
        kept = [seated[n] for n in fitting]
        lines = [told[n] for n in fitting]
        ids = {one.id for one in kept}
        told_ids = ids.union(self.told_ids)
        left_out = [one for one in seated if is_missed(one) and one.id not in told_ids]
        left_out = sorted([*left_out, *seats.left_out], key=lambda one: one.pinned)
        first = [_SAY_STALE] if ids & stale else []
        last = [pins_line(left_out, max_tokens=_PINS_LINE - 2)] if left_out else []
        if lines or room >= 0:
            self._fill("memories", MEMORIES, budget, [*lines, *last], first=first)
        else:
            self.purse.pay("memories", 0)
        self.drawn["memory_ids"] = tuple(dict.fromkeys([*(one.id for one in kept), *self.told_ids]))
        self.drawn["stale_ids"] = (
            *(one.id for one in kept if one.id in stale),
            *(one.memory.id for one in self._life if one.is_stale),
        )
        self.drawn["left_out_ids"] = tuple(one.id for one in left_out)

    def tell_found(self, retrieved: Retrieved, dates: Dates) -> None:
        """Tell what was found, memories aside, or that nothing was."""
        self._retrieved = retrieved
        self.drawn["entity_ids"] = tuple(one.id for one in retrieved.entities)
        budget = self.purse.share("found")
        if not retrieved.hits:
            self._fill("found", FOUND, budget, [NOTHING_FOUND])
            return
        in_turns = set(self.turn_ids)
        most = min(_LONGEST_QUOTE, max(_LEAST_QUOTE, budget // 3))
        told = {
            line: hit
            for hit in retrieved.hits
            if not in_turns.intersection(quote.entry_id for quote in hit.quotes[:1])
            and (
                line := found_line(
                    hit,
                    dates,
                    today=self.setting.today,
                    zone=self.setting.profile.zone,
                    max_tokens=most,
                )
            )
        }
        lines, _ = self._fill("found", FOUND, budget, list(told))
        hits = [told[line] for line in lines]
        self.drawn["quotes"] = tuple(
            DrawnQuote(one.entry_id, one.start, one.end, one.revision)
            for hit in hits
            for one in hit.quotes[:1]
        )
        for name, kind in (("relation_ids", HitKind.RELATION), ("chapter_ids", HitKind.CHAPTER)):
            self.drawn[name] = tuple(hit.id for hit in hits if hit.kind is kind)

    def finish(self, model_id: str) -> Prompt:
        """The prompt; what nobody used goes to the user's turn if it was cut, then to turns."""
        if self._turn != self._text:
            self._fit_turn(self.purse.again(TURN))
        if self._said:
            self._fit_turns(self.purse.again(TURNS))
        blocks = [self._blocks[name] for name in _ORDER if name in self._blocks]
        system = ChatMessage(Speaker.SYSTEM, _BREAK.join([self._instructions, *blocks]).strip())
        turn = ChatMessage(Speaker.USER, self._turn)
        messages = (system, *joined((*self._past.messages, turn)))
        parts = {name: n for name, n in self.purse.spent.items() if n}
        budgets = dict(self.purse.budgets)
        drawn = Drawn(model_id=model_id, parts=parts, budgets=budgets, **self.drawn)
        return Prompt(
            messages=messages,
            drawn=drawn,
            retrieved=self._retrieved,
            n_tokens=sum(estimate_tokens(one.text) + MESSAGE_TOKENS for one in messages),
        )

    def _fill(
        self, part: str, name: str, budget: int, told: Sequence[str], *, first: Sequence[str] = ()
    ) -> tuple[list[str], int]:
        """Put a block of as many lines as fit, in order; a shorter one may fit after a longer."""
        used = block_tokens(name) + estimate_tokens(_BREAK) + sum(map(line_tokens, first))
        lines = list(first)
        for line in told:
            cost = line_tokens(line)
            if used + cost <= budget:
                lines.append(line)
                used += cost
        if len(lines) == len(first) and (part != "today" or used > budget):
            self.purse.pay(part, 0)
            return [], 0
        self._put(part, name, lines)
        return lines, used

    def _put(self, part: str, name: str, lines: Sequence[str]) -> None:
        self._blocks[name] = block(name, lines)
        self.purse.pay(part, estimate_tokens(self._blocks[name] + _BREAK))
