"""Named queries and migrations, as they lie in `graph_aria/sql`."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from graph_aria.adapters.named import in_order, named_blocks

_MIGRATION: Final = re.compile(r"^V(\d{3})__(\w+)\.sql$")


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema.

    Attributes:
        number: 1, 2, 3 …; the schema's version once it is applied.
        name: what it does, in a word.
        script: statements, run in one transaction.
        sha256: of the script, to tell a store that another script made.
    """

    number: int
    name: str
    script: str
    sha256: str


@cache
def load_queries(aggregate: str) -> dict[str, str]:
    """The queries of one aggregate by name.

    A file holds blocks, each after a line `-- name: …` and a comment that says what
    the query gives.

    Args:
        aggregate: name of the file without its ending.
    """
    text = (files("graph_aria.sql") / "queries" / f"{aggregate}.sql").read_text("utf-8")
    return named_blocks(text, "--", aggregate)


@cache
def load_migrations() -> tuple[Migration, ...]:
    """All migrations in order, without a gap."""
    found = []
    for item in (files("graph_aria.sql") / "migrations").iterdir():
        match = _MIGRATION.match(item.name)
        if match:
            script = item.read_text("utf-8")
            digest = hashlib.sha256(script.encode()).hexdigest()
            found.append(Migration(int(match[1]), match[2], script, digest))
    return in_order(found)
