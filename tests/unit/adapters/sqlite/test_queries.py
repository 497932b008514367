"""Named queries: every one is used, is handed what it names, and can be run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import apsw
import pytest

import graph_aria.adapters.sqlite
from graph_aria.adapters.sqlite.connection import migrate
from graph_aria.adapters.sqlite.queries import load_migrations, load_queries

AGGREGATES = sorted(
    item.name.removesuffix(".sql")
    for item in (files("graph_aria.sql") / "queries").iterdir()
    if item.name.endswith(".sql")
)
SOURCES = {
    path.stem: path.read_text("utf-8")
    for path in Path(graph_aria.adapters.sqlite.__file__).parent.glob("*.py")
}
EVERY = [(aggregate, name) for aggregate in AGGREGATES for name in load_queries(aggregate)]


@pytest.fixture(scope="module")
def db() -> Iterator[apsw.Connection]:
    made = apsw.Connection(":memory:")
    migrate(made)
    for name, sql in load_queries("maintenance").items():
        if name.startswith("open_"):
            made.execute(sql)
    yield made
    made.close()


def _bare(sql: str) -> str:
    return re.sub(r"--[^\n]*", "", sql)


def _bindings(sql: str) -> Any:
    named = set(re.findall(r":(\w+)", _bare(sql)))
    return dict.fromkeys(named) if named else (None,) * _bare(sql).count("?")


@pytest.mark.parametrize(("aggregate", "name"), EVERY)
def test_every_query_parses(db: apsw.Connection, aggregate: str, name: str) -> None:
    sql = load_queries(aggregate)[name]
    if "CREATE VIRTUAL TABLE temp" in sql:
        return  # the fixture ran it
    how = "" if _bare(sql).lstrip().startswith("PRAGMA") else "EXPLAIN "
    db.execute(how + sql, _bindings(sql)).fetchall()


@pytest.mark.parametrize(("aggregate", "name"), EVERY)
def test_every_query_says_what_it_gives(aggregate: str, name: str) -> None:
    assert load_queries(aggregate)[name].startswith("-- ")
    assert not re.search(r"\bprint|TODO\b", load_queries(aggregate)[name])


def _loaded(source: str) -> dict[str, str]:
    """Which name in a module stands for which aggregate."""
    return dict(re.findall(r"^(_\w+): Final = load_queries\(\"(\w+)\"\)", source, re.MULTILINE))


def test_every_query_is_used_and_every_used_one_is_there() -> None:
    used: set[tuple[str, str]] = set()
    for source in SOURCES.values():
        variables = _loaded(source)
        for variable, name in re.findall(r"(_[A-Z]\w*)\[\"(\w+)\"\]", source):
            used.add((variables[variable], name))
        # Names that are picked first and looked up after.
        for variable, aggregate in variables.items():
            if f"{variable}[name]" in source:
                known = load_queries(aggregate)
                used |= {
                    (aggregate, name) for name in re.findall(r"\"(\w+)\"", source) if name in known
                }
    assert used == set(EVERY)


def test_a_parameter_that_is_not_passed_is_an_error() -> None:
    # So every test that runs a query also checks its parameters.
    with pytest.raises(KeyError):
        apsw.Connection(":memory:").execute("SELECT :a, :b", {"a": 1})


def test_every_query_about_a_life_is_cut_to_one_profile() -> None:
    whole = {"keeping", "maintenance", "profiles"}
    across = {
        ("jobs", "find_due"),
        ("jobs", "count_jobs"),
        ("jobs", "free_profile"),
        ("memories", "read_spent"),
    }
    for aggregate, name in EVERY:
        if aggregate in whole or (aggregate, name) in across:
            continue
        sql = _bare(load_queries(aggregate)[name])
        scoped = re.search(r"profile\s*=\s*(:profile|\?|s\.profile)|key = (\?|:)", sql)
        assert scoped or sql.lstrip().startswith("INSERT"), (aggregate, name)


def test_migrations_are_numbered_and_named() -> None:
    steps = load_migrations()
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert all(step.name and len(step.sha256) == 64 for step in steps)


def test_every_file_of_sql_is_one_of_the_two_sorts() -> None:
    folder = files("graph_aria.sql")
    assert all(
        re.fullmatch(r"V\d{3}__[a-z_]+\.sql", item.name)
        for item in (folder / "migrations").iterdir()
    )
    assert len(AGGREGATES) == len(list((folder / "queries").iterdir()))
