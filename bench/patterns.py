"""How often a pattern is claimed where there is none, how often seen where there is one.

The invented journals of `mood_lives`, more of them than the tests have time for: themes that
move moods, then the same with their moods moved along the days, in order of their days (what
follows what is kept, the days with a mood as well) and along the calendar (the gaps go with
them).
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from datetime import timedelta

from bench.mood_lives import invented, moved, shifted
from bench.report import conclude
from graph_aria.domain.pattern_values import JournalDays
from graph_aria.domain.patterns import find_patterns

N_JOURNALS = 4000
N_POWER = 200
LIMIT_PERCENT = 1.0


def along_the_calendar(journal: JournalDays, seed: int) -> JournalDays:
    """The same journal, its moods as many days later, those at the end at the beginning."""
    first, last = min(journal.entries), max(journal.entries)
    n_days = (last - first).days + 1
    by = n_days // 8 + seed * 37 % (n_days * 3 // 4)
    moods = {
        first + timedelta(days=((day - first).days + by) % n_days): mood
        for day, mood in journal.moods.items()
    }
    return replace(journal, moods=moods, entries=journal.entries | moods.keys())


def n_false(move: str, seeds: range) -> int:
    """How many journals with moved moods show a pattern."""
    found: Counter[str] = Counter()
    n_journals = 0
    began = time.perf_counter()
    for seed in seeds:
        journal = moved(invented(seed), seed)
        noise = (shifted if move == "days" else along_the_calendar)(journal, seed)
        patterns = find_patterns(noise)
        n_journals += bool(patterns)
        found.update(pattern.kind.value for pattern in patterns)
    seconds = time.perf_counter() - began
    print(
        f"moved along the {move}: {n_journals} of {len(seeds)} journals, {dict(found)}, "
        f"{1000 * seconds / len(seeds):.0f} ms each"
    )
    return n_journals


def show_power() -> None:
    """How often what moves moods by so many points is seen."""
    for n_days in (120, 182, 364):
        for by in (1.0, 2.0, 3.0):
            n_seen = sum(
                bool(find_patterns(moved(invented(seed, n_days=n_days, n_themes=12), seed, by=by)))
                for seed in range(N_POWER)
            )
            print(f"{n_days} days, moods moved by {by}: seen in {100 * n_seen / N_POWER:.0f} %")


def main() -> None:
    """Measure both."""
    show_power()
    half = N_JOURNALS // 2
    counts = n_false("days", range(half)), n_false("calendar", range(half, N_JOURNALS))
    conclude("patterns", 100 * max(counts) / half, LIMIT_PERCENT, unit="%")


if __name__ == "__main__":
    main()
