"""Draws docs/images/weights.svg from the product's own weight functions.

The same code gives the same file: a fixed salt for ids, and no date.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import matplotlib as mpl
from matplotlib import pyplot as plt

from graph_aria.domain.weights import Dial, Evidence, decayed, replay

DIAL: Final = Dial()
START: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)
N_DAYS: Final = 60
STEPS_PER_DAY: Final = 24
RHYTHMS: Final = (
    ("every day", 1, "#1b6ca8"),
    ("every second day", 2, "#2a9d8f"),
    ("weekly", 7, "#e9a23b"),
    ("fortnightly", 14, "#c8553d"),
)
ONCE: Final = ("mentioned once", N_DAYS + 1, "#6b6b6b")
OUT: Final = Path(__file__).parent.parent / "images" / "weights.svg"


def mentions(every_days: int) -> list[Evidence]:
    """Plain mentions of one thing, at noon of every so many days."""
    return [
        Evidence(
            source_id=f"day {day}",
            target_id="yoga",
            at=START + timedelta(days=day),
            day=(START + timedelta(days=day)).date(),
            strength=1.0,
        )
        for day in range(0, N_DAYS + 1, every_days)
    ]


def curve(every_days: int) -> Iterator[tuple[float, float]]:
    """Day and weight, hour by hour, with a step at each mention."""
    rows = replay(mentions(every_days), DIAL)
    for index, row in enumerate(rows):
        from_day = (row.at - START) / timedelta(days=1)
        until = (rows[index + 1].at - START) / timedelta(days=1) if row is not rows[-1] else N_DAYS
        for step in range(round((until - from_day) * STEPS_PER_DAY) + 1):
            days = step / STEPS_PER_DAY
            weight = decayed(row.weight_after, days=days, rate_per_day=DIAL.rate_per_day)
            yield from_day + days, weight


def main() -> None:
    """Draw the plot."""
    mpl.rcParams["svg.hashsalt"] = "graph-aria"
    figure, axes = plt.subplots(figsize=(8, 4.2), layout="constrained")
    for label, every_days, colour in (*RHYTHMS, ONCE):
        days, weights = zip(*curve(every_days), strict=True)
        axes.plot(days, weights, color=colour, linewidth=1.6, label=label)
    axes.axhline(DIAL.threshold, color="#333333", linewidth=1, linestyle="--")
    axes.text(N_DAYS + 0.6, DIAL.threshold, "faded\nbelow 1.5", va="center", size=9)
    axes.set(
        xlim=(0, N_DAYS),
        ylim=(0, 10.3),
        xlabel="days since the first mention",
        ylabel="weight",
        yticks=range(0, 11, 2),
    )
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc=(0.74, 0.4), title="plain mentions")
    OUT.parent.mkdir(exist_ok=True)
    figure.savefig(OUT, metadata={"Date": None, "Creator": None})
    print(OUT.name)


if __name__ == "__main__":
    main()
