"""Invented years of moods and themes that have nothing to do with one another.

Everything in them that could fool a test is there: moods that follow one another, weeks
with a rhythm, years that drift, days that are missed singly and by the week, themes with
weekdays, phases and beginnings of their own.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace
from datetime import date, timedelta

from graph_aria.domain.pattern_values import History, JournalDays
from graph_aria.domain.vocabulary import Kind

TODAY = date(2026, 11, 29)
_KINDS = (Kind.ACTIVITY, Kind.TOPIC, Kind.EVENT, Kind.GOAL)


def invented(seed: int, *, n_days: int | None = None, n_themes: int | None = None) -> JournalDays:
    """A journal whose themes know nothing of its moods."""
    chance = random.Random(seed)
    length = n_days or chance.choice((120, 182, 364, 364, 730, 1200))
    days = [TODAY - timedelta(days=back) for back in range(length - 1, -1, -1)]
    written = _written(chance, length)
    values = moods_of(chance, length)
    has_mood = [is_written and chance.random() < 0.85 for is_written in written]
    histories = tuple(
        History(
            f"theme-{number:03d}",
            f"theme {number}",
            chance.choice(_KINDS),
            frozenset(
                day
                for day, is_written, is_on in zip(
                    days, written, _theme(chance, length), strict=True
                )
                if is_written and is_on
            ),
        )
        for number in range(n_themes or chance.randint(3, 30))
    )
    return JournalDays(
        today=TODAY,
        moods={
            day: value
            for day, value, is_there in zip(days, values, has_mood, strict=True)
            if is_there
        },
        entries=frozenset(day for day, is_written in zip(days, written, strict=True) if is_written),
        histories=histories,
    )


def moods_of(chance: random.Random, length: int) -> list[float]:
    """Moods from 1 to 10, with memory, a weekly rhythm and a drift."""
    memory = chance.choice((0.0, 0.3, 0.5, 0.7, 0.85))
    weekend = chance.choice((0.0, 0.5, 1.5))
    rise = chance.choice((-3.0, 0.0, 0.0, 3.0))
    swing = chance.choice((0.0, 1.0, 2.0))
    period, phase = chance.uniform(90, 400), chance.uniform(0, math.tau)
    spread = chance.uniform(0.7, 2.0)
    state = chance.gauss(0, 1)
    values = []
    for day in range(length):
        state = memory * state + math.sqrt(1 - memory**2) * chance.gauss(0, 1)
        level = (
            5.5 + rise * (day / length - 0.5) + swing * math.sin(math.tau * day / period + phase)
        )
        value = level + spread * state + (weekend if day % 7 in {5, 6} else 0)
        values.append(float(min(10, max(1, round(value)))))
    return values


def shifted(journal: JournalDays, seed: int) -> JournalDays:
    """The same journal, its moods moved along its days by chance: all that was true is gone."""
    days = sorted(journal.moods)
    by = random.Random(seed).randrange(len(days) // 8, len(days) - len(days) // 8)
    values = [journal.moods[day] for day in days]
    return replace(journal, moods=dict(zip(days, [*values[by:], *values[:by]], strict=True)))


def moved(journal: JournalDays, seed: int, *, by: float = 2.0) -> JournalDays:
    """The same journal, with up to three of its themes making moods better or worse."""
    chance = random.Random(seed)
    moods = dict(journal.moods)
    for history in chance.sample(journal.histories, min(3, len(journal.histories))):
        push = chance.choice((-by, by))
        for day in history.days & moods.keys():
            moods[day] = min(10.0, max(1.0, moods[day] + push))
    return replace(journal, moods=moods)


def _written(chance: random.Random, length: int) -> list[bool]:
    """On which days there are entries: some are missed singly, some by the week."""
    habit = chance.choice((0.5, 0.75, 0.95))
    away = 0
    written = []
    for _ in range(length):
        if away == 0 and chance.random() < 0.01:
            away = chance.randint(3, 20)
        written.append(away == 0 and chance.random() < habit)
        away = max(0, away - 1)
    return written


def _theme(chance: random.Random, length: int) -> list[bool]:
    """On which days a theme is there: by chance, by weekday, in phases, rising or from then on."""
    kind = chance.choice(("even", "weekly", "phases", "rising", "begins", "runs"))
    share = chance.choice((0.05, 0.1, 0.2, 0.4))
    if kind == "weekly":
        weekdays = chance.sample(range(7), chance.randint(1, 3))
        return [day % 7 in weekdays and chance.random() < 0.8 for day in range(length)]
    if kind == "rising":
        return [chance.random() < 2 * share * day / length for day in range(length)]
    if kind == "begins":
        first = chance.randrange(length)
        return [day >= first and chance.random() < share for day in range(length)]
    if kind == "even":
        return [chance.random() < share for _ in range(length)]
    mean = chance.uniform(20, 60) if kind == "phases" else chance.uniform(2, 6)
    is_on = chance.random() < share
    days = []
    for _ in range(length):
        if chance.random() < 1 / mean:
            is_on = chance.random() < share
        days.append(is_on and chance.random() < (0.5 if kind == "phases" else 0.9))
    return days
