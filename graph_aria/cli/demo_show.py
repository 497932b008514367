"""What `aria demo` shows on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from graph_aria.cli.demo import Outcome
from graph_aria.cli.show import add, bar, table, trend
from graph_aria.domain.views import MoodDay

_COLUMNS: Final = 60
_LEVELS: Final = (9, 7, 5, 3, 1)
_EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
_LEVEL_HEIGHT: Final = 2


def show(console: Console, outcome: Outcome) -> None:
    """Print what came out of the sample journal."""
    console.print(
        f"\nRead {outcome.n_entries} entries of {outcome.n_days} days "
        f"in {outcome.seconds:.1f} s, one day after the other.\n"
    )
    _heading(console, "What weighs most now")
    drawn = table("theme", "kind", "weight", "7 days", "30 days", "comes with")
    for theme in outcome.themes:
        add(
            drawn,
            theme.entity.name,
            theme.entity.kind.value,
            bar(theme.weight),
            trend(theme.trend_7d),
            trend(theme.trend_30d),
            ", ".join(name for name, _ in theme.emotions),
        )
    console.print(drawn)

    _heading(console, "What you said goes together, and the words it came from")
    for item in outcome.relations:
        console.print(Text.assemble(bar(item.weight), "  ", (_capital(item.sentence), "bold")))
        lines = [" ".join(line.split()) for line in item.quote.splitlines() if line.strip()]
        said = f"“{' / '.join(lines)}”, {_day(item.said_on)}"
        console.print(Padding(Text(said, style="dim"), (0, 0, 0, 17)))
    console.print()

    _heading(console, "What faded from view (and can still be asked about)")
    for entity, day in outcome.faded:
        console.print(f"  {_day(day):>9}  {escape(entity.name)}  [dim]{entity.kind.lower()}[/dim]")
    console.print()

    _heading(console, "Mood, 1 to 10")
    for line in mood_curve(outcome.moods):
        console.print(line, markup=False)
    console.print()

    _heading(console, "Chapters that closed")
    for chapter, ended_on in zip(outcome.closed, outcome.closed_on, strict=True):
        began = chapter.started_on or ended_on
        span = f"{_day(began)} to {_day(ended_on)}"
        console.print(f"  [bold]{escape(chapter.title)}[/bold]  [dim]{span}[/dim]")
    console.print()

    _heading(console, f"The life chapter, as ARIA reads it ({outcome.chapter.n_tokens} tokens)")
    console.print(Panel(Text(outcome.chapter.text), border_style="dim", padding=(0, 1)))


def mood_curve(moods: Sequence[MoodDay], *, columns: int = _COLUMNS) -> list[str]:
    """Mood over time as lines of text: each column the mean of its days.

    Args:
        moods: oldest first.
        columns: width of the curve, at least 1; fewer if there are fewer days.

    Returns:
        Five lines and an axis, empty if there is no mood. A column without any mood is
        left empty.
    """
    if not moods:
        return []
    first, last = moods[0].day, moods[-1].day
    n_days = (last - first).days + 1
    width = min(columns, n_days)
    sums = [[0.0, 0] for _ in range(width)]
    for mood in moods:
        column = (mood.day - first).days * width // n_days
        sums[column][0] += mood.mood * mood.n
        sums[column][1] += mood.n
    means = [total / n if n else None for total, n in sums]
    lines = []
    for floor in _LEVELS:
        cells = "".join(_cell(mean, floor) for mean in means)
        lines.append(f"  {floor + 1:>2} {cells}".rstrip())
    left, right = _day(first), _day(last)
    lines.append(f"     {left}{right:>{max(1, width - len(left))}}")
    return lines


def _cell(mean: float | None, floor: int) -> str:
    if mean is None:
        return " "
    part = min(1.0, max(0.0, (mean - floor + 1) / _LEVEL_HEIGHT))
    return _EIGHTHS[round(part * 8)]


def _heading(console: Console, title: str) -> None:
    console.print(Rule(f"[bold]{escape(title)}[/bold]", align="left", style="dim"))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _day(day: date) -> str:
    return f"{day.day} {day:%b}"
