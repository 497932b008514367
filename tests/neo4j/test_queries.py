"""Named queries: every one is used, is handed what it names, and is understood by the server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from neo4j.exceptions import ClientError

import graph_aria
from graph_aria.adapters.neo4j.queries import (
    _fragments,
    cypher_folder,
    load_migrations,
    load_queries,
)
from graph_aria.domain.vocabulary import Predicate
from tests.neo4j.cypher_texts import (
    AGGREGATES,
    EVERY,
    FILES,
    UNEXPLAINED,
    bare,
    explain,
    text_of,
)
from tests.servers import Neo4jUnderTest

_TEXTS = {
    str(path): path.read_text("utf-8") for path in Path(graph_aria.__file__).parent.rglob("*.py")
}
SOURCES = {
    module: text for module, text in _TEXTS.items() if "graph_aria.adapters.neo4j.queries" in text
}


@pytest.mark.parametrize(("aggregate", "name"), EVERY)
def test_every_query_parses(neo4j_server: Neo4jUnderTest, aggregate: str, name: str) -> None:
    text = bare(text_of(aggregate, name)).strip()
    assert "<<" not in text
    if text.startswith(UNEXPLAINED):
        return  # opening a store, and scrubbing it, runs these
    explain(neo4j_server, text)


@pytest.mark.parametrize(("aggregate", "name"), EVERY)
def test_every_query_says_what_it_gives(aggregate: str, name: str) -> None:
    assert load_queries(aggregate)[name].startswith("// ")
    assert "TODO" not in load_queries(aggregate)[name]


@pytest.mark.parametrize(("aggregate", "name"), EVERY)
def test_no_query_uses_what_is_deprecated_or_dynamic(aggregate: str, name: str) -> None:
    text = bare(text_of(aggregate, name))
    assert not re.search(r"\bid\(", text)
    assert not re.search(r"CALL\s*\{\s*WITH\b", text), "importing WITH"
    assert "$(" not in text


def test_the_server_names_nothing_as_deprecated(neo4j_server: Neo4jUnderTest) -> None:
    for aggregate, name in EVERY:
        text = bare(text_of(aggregate, name)).strip()
        if not text.startswith(UNEXPLAINED):
            notes = explain(neo4j_server, text).gql_status_objects
            old = [note.status_description for note in notes if note.is_notification]
            assert not old, (aggregate, name)


def test_every_query_is_used_and_every_used_one_is_there() -> None:
    used: set[tuple[str, str]] = set()
    for source in SOURCES.values():
        loaded = dict(
            re.findall(r"^(_\w+): Final = load_queries\(\"(\w+)\"\)", source, re.MULTILINE)
        )
        for variable, aggregate in loaded.items():
            known = load_queries(aggregate)
            named = set(re.findall(rf"(?<!\w){variable}\[\"(\w+)\"\]", source))
            assert named <= known.keys(), (aggregate, named - known.keys())
            # Names that are picked first and looked up after, or put together.
            if re.search(rf"(?<!\w){variable}\[(?!\")", source):
                named |= set(re.findall(r"\"(\w+)\"", source)) & known.keys()
                for begin in re.findall(rf"(?<!\w){variable}\[f\"(\w+)\{{", source):
                    named |= {name for name in known if name.startswith(begin)}
            used |= {(aggregate, name) for name in named}
    assert used == set(EVERY)


def test_every_fragment_is_used() -> None:
    texts = [
        (cypher_folder() / "queries" / name).read_text("utf-8")
        for name in FILES
        if name.endswith(".cypher")
    ]
    used = set(re.findall(r"<<(\w+)>>", "\n".join(texts)))
    # Comments speak of a fragment too; `_filled` would fail on an unknown one in a query.
    assert set(_fragments()) - used == set()


def test_a_parameter_that_is_not_passed_is_an_error(neo4j_server: Neo4jUnderTest) -> None:
    # So every test that runs a query also checks its parameters.
    with pytest.raises(ClientError, match="parameter"):
        neo4j_server.driver.execute_query("RETURN $a, $b", a=1)


def test_every_query_about_a_life_is_cut_to_one_profile() -> None:
    whole = {"keeping", "maintenance", "profiles"}
    across = {
        ("jobs", "find_due"),
        ("jobs", "find_due_of_all"),
        ("jobs", "free_held"),
        ("jobs", "count_jobs"),
        ("memories", "read_spent"),
        ("copying", "read_copy"),
        ("copying", "note_copy"),
        ("copying", "count_profiles"),
        ("copying", "export_store"),
        ("copying", "absorb_store"),
        ("copying", "export_profiles"),
        ("copying", "absorb_profiles"),
    }
    for aggregate, name in EVERY:
        if aggregate in whole or (aggregate, name) in across:
            continue
        text = bare(text_of(aggregate, name))
        scoped = re.search(r"\$profile\b|row\.profile_id", text)
        assert scoped or re.match(r"\s*(UNWIND \$rows AS row\s+)?CREATE \(", text), (
            aggregate,
            name,
        )


def test_nothing_that_a_person_wrote_becomes_part_of_a_query() -> None:
    # A query's text is a named one; only for_type, a label or a key is put into it.
    for module, source in SOURCES.items():
        assert not re.search(r"f\"[^\"]*\b(MATCH|MERGE|CREATE|RETURN)\b", source), module


def test_migrations_are_numbered_and_may_be_repeated() -> None:
    steps = load_migrations()
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    for step in steps:
        assert step.name
        assert len(step.sha256) == 64
        # Rules are made once; what is stored already is given what it lacks, or made of
        # another kind, which is not found any more.
        made = re.compile(
            r"CREATE .* IF NOT EXISTS|MATCH .* IS NULL\b.* IN TRANSACTIONS"
            r"|MATCH .*\.kind = 'event'.* SET \w\.kind = 'milestone' .* IN TRANSACTIONS",
            re.DOTALL,
        )
        assert all(made.match(statement) for statement in step.statements)


def test_every_type_of_relation_has_its_indexes() -> None:
    # One that is missing means a scan of all relationships, for every read of any type.
    statements = " ".join(" ".join(step.statements) for step in load_migrations())
    for predicate in Predicate:
        for suffix in ("id", "heat", "fades", "due"):
            assert f" {predicate.value.lower()}_{suffix} IF NOT EXISTS" in statements


def test_every_file_of_cypher_is_one_of_the_two_sorts() -> None:
    folder = cypher_folder()
    assert all(
        re.fullmatch(r"V\d{3}__[a-z_]+\.cypher", item.name)
        for item in (folder / "migrations").iterdir()
    )
    assert len(AGGREGATES) + 1 == len(FILES)
