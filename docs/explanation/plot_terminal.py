"""Draws docs/images/demo.svg: what `aria demo` shows, shortened, from a real run of it.

The sample journal goes through the whole line. Only the lists are cut and the token budget
of the life chapter is made small, so that the picture fits a page.
"""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from graph_aria.cli.demo import play
from graph_aria.cli.demo_show import show
from graph_aria.config import load_settings

NOW: Final = datetime(2026, 11, 29, 18, tzinfo=UTC)
WIDTH: Final = 100
BUDGET: Final = 240
N_THEMES: Final = 6
N_RELATIONS: Final = 5
N_FADED: Final = 4
OUT: Final = Path(__file__).parent.parent / "images" / "demo.svg"
THEME: Final = TerminalTheme(
    background=(26, 29, 36),
    foreground=(214, 217, 224),
    normal=[
        (26, 29, 36),
        (224, 108, 117),
        (140, 190, 120),
        (224, 180, 110),
        (110, 160, 220),
        (190, 130, 210),
        (95, 185, 195),
        (214, 217, 224),
    ],
)
# Rich's own template loads its fonts from another host; here the reader's own are used.
TEMPLATE: Final = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
  <style>
    .{unique_id}-matrix {{
      font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
      font-size: {char_height}px;
      line-height: {line_height}px;
      font-variant-east-asian: full-width;
    }}
    {styles}
  </style>
  <defs>
    <clipPath id="{unique_id}-clip-terminal">
      <rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
    </clipPath>
    {lines}
  </defs>
  {chrome}
  <g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
    {backgrounds}
    <g class="{unique_id}-matrix">
    {matrix}
    </g>
  </g>
</svg>
"""


def main() -> None:
    """Run the demo and draw it."""
    console = Console(
        record=True, width=WIDTH, file=StringIO(), highlight=False, force_terminal=True
    )
    quiet = Console(file=StringIO())
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(
            data_dir=Path(folder) / "data",
            keyring=False,
            zone="Europe/Athens",
            token_budget=BUDGET,
        )
        outcome = asyncio.run(play(settings, quiet, now=NOW))
    console.print("[dim]$[/dim] aria demo")
    show(
        console,
        replace(
            outcome,
            themes=outcome.themes[:N_THEMES],
            relations=outcome.relations[:N_RELATIONS],
            faded=outcome.faded[:N_FADED],
        ),
    )
    drawn = console.export_svg(title="graph-aria", theme=THEME, code_format=TEMPLATE)
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text("\n".join(line.rstrip() for line in drawn.splitlines()) + "\n", "utf-8")
    print(OUT.name)


if __name__ == "__main__":
    main()
