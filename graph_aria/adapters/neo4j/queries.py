"""Named queries and migrations, as they lie in `cypher/`.

A file holds blocks, each after a line `// name: …` and a comment that says what the query
gives. `<<word>>` stands for one of the fragments in `rows.cypher`, or for what the closed
vocabulary puts there; nothing that a user wrote ever becomes part of a query's text.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import graph_aria
from graph_aria.adapters.named import in_order, named_blocks
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.vocabulary import PREDICATES, Kind, Predicate

_PLACE: Final = re.compile(r"<<(\w+)>>")
_MIGRATION: Final = re.compile(r"^V(\d{3})__(\w+)\.cypher$")
_COMMENT: Final = re.compile(r"^\s*//[^\n]*\n", re.MULTILINE)
_ROWS: Final = "rows"


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema.

    Attributes:
        number: 1, 2, 3 …; the schema's version once it is applied.
        name: what it does, in a word.
        statements: each runs in a transaction of its own and may be repeated.
        sha256: of the file, to tell a store that another file made.
    """

    number: int
    name: str
    statements: tuple[str, ...]
    sha256: str


def cypher_folder() -> Traversable:
    """The folder `cypher`: inside the installed package, beside it in a checkout."""
    shipped = files("graph_aria") / "cypher"
    return shipped if shipped.is_dir() else Path(graph_aria.__file__).parents[1] / "cypher"


@cache
def load_queries(aggregate: str) -> dict[str, str]:
    """The queries of one aggregate by name, with every fragment in its place.

    `<<type>>` alone is left: see `for_type`.

    Args:
        aggregate: name of the file without its ending.
    """
    return {name: _filled(text) for name, text in _blocks(aggregate).items()}


@cache
def for_type(query: str, predicate: Predicate | None) -> str:
    """A query about relations of one type, or of all."""
    return query.replace("<<type>>", "|".join(Predicate) if predicate is None else predicate.value)


@cache
def load_migrations() -> tuple[Migration, ...]:
    """All migrations in order, without a gap."""
    found = []
    for item in (cypher_folder() / "migrations").iterdir():
        match = _MIGRATION.match(item.name)
        if match:
            script = item.read_text("utf-8")
            digest = hashlib.sha256(script.encode()).hexdigest()
            statements = (part.strip() for part in _COMMENT.sub("", script).split(";\n"))
            steps = tuple(part for part in statements if part)
            found.append(Migration(int(match[1]), match[2], steps, digest))
    return in_order(found)


@cache
def _blocks(aggregate: str) -> dict[str, str]:
    text = (cypher_folder() / "queries" / f"{aggregate}.cypher").read_text("utf-8")
    return named_blocks(text, "//", aggregate)


@cache
def _fragments() -> dict[str, str]:
    rows = {name: _COMMENT.sub("", f"{text}\n").strip() for name, text in _blocks(_ROWS).items()}
    kind_labels = "\n".join(
        f"FOREACH (_ IN CASE WHEN row.kind = '{kind}' THEN [1] ELSE [] END | SET e:{kind})"
        for kind in Kind
    )
    form_labels = "\n".join(
        f"FOREACH (_ IN CASE WHEN row.form = '{form}' THEN [1] ELSE [] END | SET n:{form})"
        for form in EntryForm
    )
    return rows | {
        "type": "<<type>>",
        "label": "<<label>>",
        "key": "<<key>>",
        "types": "|".join(Predicate),
        "functional": "|".join(name for name, rule in PREDICATES.items() if rule.functional),
        "kinds": ":".join(Kind),
        "kind_labels": kind_labels,
        "form_names": ":".join(EntryForm),
        "form_labels": form_labels,
    }


def _filled(text: str) -> str:
    known = _fragments()
    before = None
    while before != text:
        before, text = text, _PLACE.sub(lambda match: known[match[1]], text)
    return text
