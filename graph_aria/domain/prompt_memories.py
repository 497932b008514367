"""Which memories have a seat in a prompt, and how they are told there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from graph_aria.domain.block_text import as_data
from graph_aria.domain.days import DAY, local_day
from graph_aria.domain.elapsed import ago, span_named, when
from graph_aria.domain.life import returns_on, shows
from graph_aria.domain.memories import Category, Learned, Memory, MemoryKind
from graph_aria.domain.memory_age import as_told, is_expired, is_stale
from graph_aria.domain.records import Profile

MOST_MEMORIES: Final = 12
"""Memories in one prompt altogether."""

MOST_STANDING: Final = 9
"""Of these such as are there whatever was asked, so that the question gets its share."""

_LEAST_MANNERS: Final = 3
"""Seats for boundaries and manners that are not pinned, however many pins there are."""

_MANNERS: Final = (Category.BOUNDARIES, Category.COMMUNICATION)
_LONGEST: Final = 80
_LONGEST_REASON: Final = 30
_NEAR: Final = 30 * DAY
_DATED: Final = frozenset({MemoryKind.EVENT, MemoryKind.CONTEXT, MemoryKind.MILESTONE})
STALE: Final = "may be out of date"
"""How a stale memory is flagged."""


@dataclass(frozen=True, slots=True)
class Setting:
    """For whom and when memories are told.

    Attributes:
        profile: whose; its level and romance switch say what may be used.
        scope: the namespace of the conversation, "" for none.
        now: the instant.
        today: the user's local day then.
    """

    profile: Profile
    scope: str
    now: datetime
    today: date

    def may_use(self, memory: Memory) -> bool:
        """Whether a memory may stand in a prompt.

        Current ones that have not expired, of everywhere or of this namespace, as far as the
        level, the romance switch and the life switch allow.
        """
        return (
            memory.scope in {"", self.scope}
            and not is_expired(memory, now=self.now)
            and shows(self.profile, memory)
        )

    def is_stale(self, memory: Memory) -> bool:
        """Whether it must be flagged as perhaps no longer so."""
        return is_stale(memory, now=self.now, today=self.today)


@dataclass(frozen=True, slots=True)
class Seats:
    """The memories of a prompt.

    Attributes:
        standing: at most nine that are told whatever was asked: boundaries, how the user wants
            to be spoken to, pinned ones.
        asked: what was found for the turn, best first; at most twelve with those.
        left_out: pinned ones and boundaries that found no seat.
    """

    standing: tuple[Memory, ...] = ()
    asked: tuple[Memory, ...] = ()
    left_out: tuple[Memory, ...] = ()


def seated(
    standing: Iterable[Memory],
    found: Iterable[Memory],
    *,
    setting: Setting,
    told_ids: Collection[str] = (),
) -> Seats:
    """Give memories their seats.

    Boundaries come first, then how the user wants to be spoken to, then other pinned ones, of
    each the pinned and the important first: nine at most. Not pinned ones of the first two
    never take more than three seats from pinned ones. The rest, of twelve, goes to what was
    found.

    Args:
        standing: pinned ones, boundaries, and how the user wants to be spoken to.
        found: what was found for the turn, best first.
        setting: for whom and when.
        told_ids: memories that are told elsewhere in the prompt; they count among the twelve,
            and need no seat for having been found.

    Source: design, section 6, retrieval.
    """
    ranked = sorted(_usable(standing, setting), key=_order)
    pins = [one for one in ranked if one.pinned]
    n_loose = max(_LEAST_MANNERS, MOST_STANDING - len(pins))
    loose = [one for one in ranked if not one.pinned and one.category in _MANNERS][:n_loose]
    ids = {one.id for one in (*loose, *pins[: MOST_STANDING - len(loose)])}
    seats = tuple(one for one in ranked if one.id in ids)
    asked = [one for one in _usable(found, setting) if one.id not in ids | set(told_ids)]
    asked = asked[: max(0, MOST_MEMORIES - len(ids | set(told_ids)))]
    told = ids | {one.id for one in asked} | set(told_ids)
    left_out = tuple(one for one in ranked if is_missed(one) and one.id not in told)
    return Seats(seats, tuple(asked), left_out)


def is_missed(memory: Memory) -> bool:
    """Whether it is told that a memory is left out: pinned ones and boundaries."""
    return memory.pinned or memory.category is Category.BOUNDARIES


def fit_lines(costs: Sequence[int], n_standing: int, room: int) -> list[int]:
    """Which lines of memories fit, so that the question has its share.

    Standing ones leave a third to what was found for the turn, or what the best of it takes up to
    half; what it does not need is theirs again.

    Args:
        costs: tokens of each line, standing ones first.
        n_standing: how many stand there whatever was asked.
        room: tokens for all.

    Returns:
        Positions in `costs`, rising.

    >>> fit_lines([40, 40, 40, 20], 3, 110)
    [0, 1, 3]
    """
    asked = costs[n_standing:]
    best = min(asked[0], room // 2) if asked else 0
    reserved = min(sum(asked), max(room // 3, best))
    taken: set[int] = set()
    for positions, limit in (
        (range(n_standing), room - reserved),
        (range(n_standing, len(costs)), room),
        (range(n_standing), room),
    ):
        for position in positions:
            used = sum(costs[each] for each in taken)
            if position not in taken and used + costs[position] <= limit:
                taken.add(position)
    return sorted(taken)


def _usable(memories: Iterable[Memory], setting: Setting) -> list[Memory]:
    return list({one.id: one for one in memories if setting.may_use(one)}.values())


def _order(memory: Memory) -> tuple[int, bool, float, float, str]:
    rank = _MANNERS.index(memory.category) if memory.category in _MANNERS else len(_MANNERS)
    at = memory.confirmed_at.timestamp()
    return (rank, not memory.pinned, -memory.importance, -at, memory.id)


def memory_line(memory: Memory, setting: Setting, *, is_flagged: bool) -> str:
    """A memory as it is told: what, why, when it was said, and whether it still holds.

    Args:
        memory: what is told.
        setting: for whom and when.
        is_flagged: it may be out of date.
    """
    today = setting.today
    text = as_data(as_told(memory, today=today), max_tokens=_LONGEST)
    if memory.reason:
        text = f"{text} Why: {as_data(memory.reason, max_tokens=_LONGEST_REASON)}."
    said_on = local_day(memory.confirmed_at, setting.profile.zone)
    notes = [*_days(memory, today), f"said {when(said_on, today=today)}"]
    if memory.learned is not Learned.SAID:
        how = "noticed" if memory.learned is Learned.PATTERN else "inferred"
        notes.append(f"{how}, tentative")
    if is_flagged:
        notes.append(STALE)
    return f"- {text} ({'; '.join(notes)})"


def _days(memory: Memory, today: date) -> list[str]:
    """When the day is that a memory speaks of."""
    returns = returns_on(memory, today)
    if returns is not None:
        if returns - today > _NEAR:
            return []
        return [f"the day is {span_named(returns, returns, today=today)}"]
    first = memory.valid_from
    if first is None or memory.kind not in _DATED:
        return []
    last = memory.valid_until or first
    if first <= today <= last and first != last:
        return ["going on now"]
    verb = "was" if last < today else "is"
    return [f"it {verb} {ago(last if last < today else first, today=today)}"]


def pins_line(left_out: Collection[Memory], *, max_tokens: int) -> str:
    """The line that counts pinned memories and boundaries that did not fit, and names some."""
    named = "; ".join(as_data(one.text, max_tokens=12) for one in left_out)
    n = len(left_out)
    what = "Also pinned" if all(one.pinned for one in left_out) else "Also pinned or a boundary"
    return as_data(f"({what}, but left out for length, {n}: {named})", max_tokens=max_tokens)
