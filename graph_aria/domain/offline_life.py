"""Answers of ARIA without a model about a life: its focus, its milestones, and what is ahead."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date
from typing import Final

from graph_aria.domain.elapsed import ago
from graph_aria.domain.life import (
    Milestone,
    MovedOnWhy,
    Precision,
    Standing,
    returns_on,
    was_on,
)
from graph_aria.domain.losses import weight_of
from graph_aria.domain.memories import Memory
from graph_aria.domain.offline_ask_rules import AskKind
from graph_aria.domain.offline_asks import Ask, plain
from graph_aria.domain.offline_found import found_answer
from graph_aria.domain.offline_material import (
    OfflineAnswer,
    OfflineMaterial,
    ToldAhead,
    ToldFocus,
    ToldMilestone,
)
from graph_aria.domain.offline_saying import (
    capitalized,
    cited,
    dated,
    is_in,
    on_day,
    plain_day,
    to_you,
)
from graph_aria.domain.sentences import one_line

_MOST: Final = 8
_MOST_CITED: Final = 3
_BESIDE: Final = re.compile(
    r"^(?:far|along|stand|still|finish\w*|complet\w*|quit|drop\w*|abandon\w*|given?|gave)$"
)
"""Words that tell how something stands, and not what it is."""

_OF_THEM: Final = frozenset({"", "user"})
_PAST: Final = re.compile(r"\b(?:did|was|were|had|have|has)\b")
_SINCE: Final = re.compile(r"\bsince when\b|\bhow long\b")
_OVER: Final = re.compile(
    r"\b(?:finish\w*|complet\w*|given? up|gave up|quit|drop\w*|abandon\w*|moved? on|done with)\b"
)
_DONE: Final = re.compile(r"\b(?:finish\w*|complet\w*|done with)\b")
_MOVED_ON: Final = re.compile(r"\bmoved? on\b")
_HEADS: Final = {
    Standing.ON: "This you are at, as far as you told me:",
    Standing.DONE: "This you have finished:",
    Standing.DROPPED: "This you have given up:",
}
_HOW_FAR: Final = re.compile(r"^(?:how far|where (?:am|are|do))\b")
_STILL: Final = re.compile(r"^(?:am|are) (?:i|we) still\b")
_ALSO: Final = {
    "birthday": "birth born",
    "birth": "born birthday",
    "wedding": "married marriage",
    "death": "died death dead",
    "died": "death",
    "divorce": "divorced separated",
    "engagement": "engaged proposed",
    "graduation": "graduated degree",
    "operation": "operated surgery",
}
_NOTHING_GOES_ON: Final = (
    "You told me of nothing that you are working on or dealing with now. "
    "`aria life focus add` writes something down."
)
_NOTHING_OVER: Final = "You told me of nothing that you finished or gave up lately."
_NOTHING_AHEAD: Final = "I know of nothing that is coming up in the next {n} days."
_NOTHING_CHANGED: Final = (
    "I know of no such milestone: you told me of none. `aria life milestones add` writes one down."
)
_NOT_USED: Final = "Remembering is switched off, so nothing of what I know of you is used."
_IS_OFF: Final = (
    "The life switch is off, so I look at no focus and no milestones: "
    "`aria settings set life on` switches it on."
)


def at(ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """What the user is working on or dealing with; or what they finished or gave up."""
    life = material.life
    if life is None or life.is_off:
        return OfflineAnswer(_NOT_USED if life is None else _IS_OFF)
    line = plain(ask.sentence)
    wanted = _standings(line)
    told = [one for one in life.foci if one.focus.standing in wanted]
    if _STILL.search(line) or _HOW_FAR.search(line):
        return _still(ask, material)
    if not told:
        return OfflineAnswer(_NOTHING_GOES_ON if Standing.ON in wanted else _NOTHING_OVER)
    head = _HEADS[min(wanted)]
    if len(wanted) > 1:
        head = "This you have finished or given up:"
    lines = [
        _focus_line(one, material, cites=n < _MOST_CITED) for n, one in enumerate(told[:_MOST])
    ]
    if len(told) > _MOST:
        lines.append(f"- and {len(told) - _MOST} more")
    return OfflineAnswer(
        "\n".join([head, *lines]),
        quotes=tuple(one.quote for one in told[:_MOST_CITED] if one.quote is not None),
        memory_ids=tuple(one.focus.memory.id for one in told[:_MOST]),
    )


def coming_up(_ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """What lies ahead: days that return, and what the user spoke of as ahead."""
    life = material.life
    if life is None or life.is_off:
        return OfflineAnswer(_NOT_USED if life is None else _IS_OFF)
    told = life.ahead[:_MOST]
    if not told:
        return OfflineAnswer(_NOTHING_AHEAD.format(n=life.n_days_ahead))
    lines = [_ahead_line(one, material.today) for one in told]
    if len(life.ahead) > _MOST:
        lines.append(f"- and {len(life.ahead) - _MOST} more")
    return OfflineAnswer(
        "\n".join([f"In the next {life.n_days_ahead} days, as far as I know:", *lines]),
        memory_ids=tuple(one.upcoming.memory.id for one in told),
    )


def changes(ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """What changed in a life, newest first: in a time, or of somebody, if that is asked."""
    life = material.life
    if life is None or life.is_off:
        return OfflineAnswer(_NOT_USED if life is None else _IS_OFF)
    today = material.today
    whom = [word for word in ask.words if any(_is_of(word, one) for one in life.milestones)]
    told = [
        one
        for one in life.milestones
        if (all(_is_of(word, one) for word in whom) if whom else True)
        and _is_within(one.milestone, material)
    ]
    if not told:
        return OfflineAnswer(_NOTHING_CHANGED)
    shown = told[:_MOST]
    lines = [f"- {_said(one.milestone.memory)}{_note(one.milestone, today)}" for one in shown]
    if len(told) > _MOST:
        lines.append(f"- and {len(told) - _MOST} more; `aria life milestones` lists them all")
    return OfflineAnswer(
        "\n".join(["These changes you told me of, the latest first:", *lines]),
        memory_ids=tuple(one.milestone.memory.id for one in shown),
    )


def when_changed(ask: Ask, material: OfflineMaterial) -> OfflineAnswer | None:
    """When something changed in a life, or began or ended there; None if nothing of it is known.

    Args:
        ask: a question for a time.
        material: what is known.
    """
    life = material.life
    if life is None or not ask.words:
        return None
    line = plain(ask.sentence)
    goes_on = _SINCE.search(line) is not None
    if _PAST.search(line) or goes_on:
        foci = [one for one in life.foci if _says_focus(ask, one)]
        asks_end = _OVER.search(line) is not None
        for one in foci:
            told = _since(one, material, asks_end=asks_end, goes_on=goes_on)
            if told is not None:
                return told
    found = [one for one in life.milestones if _says(ask, one)]
    if not found or (goes_on and ask.kind is AskKind.WHEN_FIRST):
        return None
    shown = found[:_MOST_CITED]
    is_ahead = _PAST.search(line) is None
    lines = [_when_line(one, material, is_ahead=is_ahead) for one in shown]
    text = lines[0] if len(lines) == 1 else "\n".join(f"- {each}" for each in lines)
    return OfflineAnswer(
        text,
        quotes=tuple(one.quote for one in shown if one.quote is not None),
        memory_ids=tuple(one.milestone.memory.id for one in shown),
    )


def span_said(first: date, last: date, today: date) -> str:
    """The days between which something was, as exactly as that is known.

    >>> span_said(date(2019, 1, 1), date(2019, 12, 31), date(2026, 5, 1))
    'in 2019'
    >>> span_said(date(2026, 6, 1), date(2026, 6, 30), date(2026, 8, 1))
    'in June 2026'
    >>> span_said(date(2026, 4, 6), date(2026, 4, 12), date(2026, 5, 1))
    'between 6 April and 12 April'
    """
    if first == last:
        return on_day(first, today)
    if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31):
        years = f"in {first.year}"
        return years if first.year == last.year else f"between {first.year} and {last.year}"
    is_month = first.day == 1 and last.day == monthrange(last.year, last.month)[1]
    if is_month and (first.year, first.month) == (last.year, last.month):
        return f"in {first:%B} {first.year}"
    return f"between {plain_day(first, today)} and {plain_day(last, today)}"


def _standings(line: str) -> frozenset[Standing]:
    """How what is asked about stands."""
    if _OVER.search(line) is None:
        return frozenset({Standing.ON})
    if _DONE.search(line):
        return frozenset({Standing.DONE})
    if _MOVED_ON.search(line):
        return frozenset({Standing.DONE, Standing.DROPPED})
    return frozenset({Standing.DROPPED})


def _still(ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """Whether the user is still at something, or how far: what they said of it last."""
    life = material.life
    found = [one for one in (life.foci if life else ()) if _says_focus(ask, one)]
    if not found:
        return found_answer(ask, material)
    one = found[0]
    said = "As far as you told me, yes:" if one.focus.standing is Standing.ON else "You said no:"
    if _HOW_FAR.search(plain(ask.sentence)):
        said = "How far, only you can say. What you told me of it:"
    return OfflineAnswer(
        f"{said} {_focus_line(one, material, cites=True).removeprefix('- ')}",
        quotes=() if one.quote is None else (one.quote,),
        memory_ids=(one.focus.memory.id,),
    )


def _focus_line(one: ToldFocus, material: OfflineMaterial, *, cites: bool) -> str:
    focus, today = one.focus, material.today
    text = _said(focus.memory)
    if focus.memory.reason:
        text = f"{text.rstrip('.')}, because {_reason(focus.memory.reason)}."
    if focus.standing is Standing.ON and focus.since is not None:
        text = f"{text.rstrip('.')} (since {plain_day(focus.since, today)})."
    elif focus.standing is not Standing.ON and focus.until is not None:
        how = "finished" if focus.standing is Standing.DONE else "given up"
        text = f"{text.rstrip('.')} ({how} by {plain_day(focus.until, today)})."
    if cites and one.quote is not None:
        text += f" {capitalized(cited(one.quote, today))}"
    if focus.perhaps_over is MovedOnWhy.SILENT:
        text += " You have not written of it for a while: it may be over, I do not know."
    elif focus.perhaps_over is MovedOnWhy.ENDED:
        text += " What it is about you said is over: so may this be, I do not know."
    return f"- {text}"


def _ahead_line(one: ToldAhead, today: date) -> str:
    days = (one.on - today).days
    how_far = f" (in {days} days)" if days > 1 else ""
    is_loss = one.upcoming.is_loss or weight_of(one.upcoming.memory) is not None
    note = " It is a hard day." if is_loss else ""
    return f"- {capitalized(on_day(one.on, today))}{how_far}: {_said(one.upcoming.memory)}{note}"


def _when_line(one: ToldMilestone, material: OfflineMaterial, *, is_ahead: bool) -> str:
    milestone, today = one.milestone, material.today
    memory, first, last = milestone.memory, milestone.first, milestone.last
    words = f"{capitalized(cited(one.quote, today))}" if one.quote is not None else ""
    yearly = memory.important
    returns = returns_on(memory, today)
    if is_ahead and returns is not None:
        far = f" (in {(returns - today).days} days)" if (returns - today).days > 1 else ""
        return f"{capitalized(on_day(returns, today))}{far}: {_said(memory)} {words}".rstrip()
    if first is None or last is None:
        if milestone.precision is Precision.YEARLY and yearly is not None:
            on = f"On {yearly.day} {date(2000, yearly.month, 1):%B}; the year you did not tell me"
        else:
            on = "You told me of it, but not when it was"
        return f"{on}: {_said(memory)} {words}".rstrip()
    if first == last:
        first = last = was_on(first, today)
    on = capitalized(span_said(first, last, today))
    if first == last and (today - first).days > 1:
        on = f"{on} ({ago(first, today=today)})"
    if one.quote is None:
        return f"{on}: {_said(memory)}"
    if first == last == was_on(one.quote.day, today):
        return words
    return f"{on}: {cited(one.quote, today)}"


def _since(
    one: ToldFocus, material: OfflineMaterial, *, asks_end: bool, goes_on: bool
) -> OfflineAnswer | None:
    """When a focus began, or ended, as far as that was told."""
    focus, today = one.focus, material.today
    is_over = focus.standing is not Standing.ON
    if asks_end:
        day = focus.until if is_over else None
        lead = "" if day is None else capitalized(dated(day, today))
    else:
        day = focus.since if goes_on and not is_over else None
        lead = "" if day is None else f"Since {plain_day(day, today)}"
    if not lead:
        return None
    words = _said(focus.memory) if one.quote is None else cited(one.quote, today)
    return OfflineAnswer(
        f"{lead}: {words}",
        quotes=() if one.quote is None else (one.quote,),
        memory_ids=(focus.memory.id,),
    )


def _says(ask: Ask, one: ToldMilestone) -> bool:
    """Whether a milestone is what is asked about, and of whom it is asked."""
    milestone = one.milestone
    told = _words_of([milestone.what, milestone.memory.text, milestone.whose])
    if milestone.memory.important is not None:
        told += " anniversary"
    if not all(is_in(word, told) for word in ask.words):
        return False
    return _is_users(milestone) or any(_is_of(word, one) for word in ask.words)


def _is_users(milestone: Milestone) -> bool:
    return milestone.whose in _OF_THEM and not milestone.memory.text.startswith("The user's ")


def _says_focus(ask: Ask, one: ToldFocus) -> bool:
    told = _words_of([one.focus.memory.slot or "", one.focus.memory.text])
    words = [word for word in ask.words if not _BESIDE.search(word.lower())]
    return bool(words) and all(is_in(word, told) for word in words)


def _words_of(parts: Sequence[str]) -> str:
    told = " ".join(parts).replace("|", " ").replace("'s", " ")
    return " ".join([told, *(more for word, more in _ALSO.items() if is_in(word, told))])


def _is_of(word: str, one: ToldMilestone) -> bool:
    """Whether a word names whoever a milestone is of."""
    milestone = one.milestone
    whose = milestone.whose or _subject(milestone.memory)
    return whose not in _OF_THEM and is_in(word, whose.replace("'s", " "))


def _subject(memory: Memory) -> str:
    """Who a sentence is about, of one that the user wrote, or that tells a birthday."""
    found = re.match(r"The user's ((?:[\w-]+ ){0,3}[\w-]+?)(?:'s)?\b", memory.text)
    return "" if found is None else found[1].lower()


def _is_within(milestone: Milestone, material: OfflineMaterial) -> bool:
    since, until = material.retrieved.since, material.retrieved.until
    if since is None or until is None:
        return True
    if milestone.first is None or milestone.last is None:
        return False
    return milestone.first <= until and milestone.last >= since


def _note(milestone: Milestone, today: date) -> str:
    """How long ago something was whose day is known; of a birthday in which year it began."""
    if milestone.precision is not Precision.DAY or milestone.first is None:
        return ""
    if "birthday" in milestone.memory.text:
        return f" (born in {milestone.first.year})"
    return f" ({ago(was_on(milestone.first, today), today=today)})"


def _said(memory: Memory) -> str:
    return to_you(one_line(memory.text))


def _reason(text: str) -> str:
    said = to_you(one_line(text.strip().rstrip(".")))
    return said[:1].lower() + said[1:] if not said.startswith("I ") else said
