"""Options that several commands take."""

from __future__ import annotations

from typing import Annotated

import typer

Prove = Annotated[bool, typer.Option("--prove", help="Search the store for its words afterwards.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
