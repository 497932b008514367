from __future__ import annotations

import pytest

from graph_aria.adapters.neo4j.maintenance import _exposed, _told
from graph_aria.adapters.neo4j.queries import load_migrations
from graph_aria.adapters.neo4j.schema import Lack, lacks, load_rules
from graph_aria.api import doctor
from graph_aria.domain.views import Problem, StoreReport

SOUND = [
    [rule.name, "ONLINE", rule.name if rule.is_constraint else None]
    for rule in load_rules().values()
]


@pytest.mark.parametrize(
    "uri",
    [
        "neo4j://neo4j:7687",
        "bolt://localhost:7687",
        "bolt://127.0.0.1",
        "bolt://127.3.2.1:7687",
        "bolt://[::1]:7687",
        "neo4j+s://x.databases.neo4j.io",
        "bolt+ssc://10.0.0.7",
    ],
)
def test_what_stays_near_or_is_encrypted_is_not_in_the_clear(uri: str) -> None:
    assert _exposed(uri) == []


@pytest.mark.parametrize(
    "uri", ["neo4j://db.example.org:7687", "bolt://10.0.0.7", "bolt://[fd00::7]:7687"]
)
def test_what_crosses_a_network_in_the_clear_is_told_and_breaks_nothing(uri: str) -> None:
    (problem,) = _exposed(uri)
    assert problem.state == "degraded"
    assert "neo4j+s://" in problem.remedy


def test_doctor_gives_each_problem_its_own_state_and_remedy() -> None:
    problems = (
        Problem("it is slow", state="degraded", remedy="wait"),
        Problem("it is torn", state="broken", remedy="mend it"),
    )
    report = StoreReport("neo4j", "5", 1, "bolt://x", False, None, {}, problems)  # noqa: FBT003
    told = [(found.state, found.detail, found.remedy) for found in doctor._store(report)]
    assert told[-2:] == [("degraded", "it is slow", "wait"), ("broken", "it is torn", "mend it")]


def test_every_rule_of_the_schema_is_known() -> None:
    rules = load_rules()
    statements = [made for step in load_migrations() for made in step.statements]
    migrations = [made for made in statements if made.startswith("CREATE ")]  # others fill in
    assert len(rules) == len(migrations) + 2  # what notes them, and who may run them
    assert rules["migration_lock"].statement.startswith("CREATE CONSTRAINT migration_lock ")
    assert [name for name, rule in rules.items() if rule.is_full_text] == [
        "entry_text",
        "entity_name",
        "form_name",
        "memory_text",
        "passage_text",
    ]


def test_a_sound_schema_lacks_nothing() -> None:
    filling = [[name, "POPULATING", owner] for name, _, owner in SOUND]
    assert lacks(SOUND) == lacks(filling) == ()
    assert lacks([*SOUND, ["anothers", "FAILED", None]]) == ()


@pytest.mark.parametrize(
    ("name", "row", "in_place", "state"),
    [
        ("entity_heat", None, None, "degraded"),
        ("entry_text", None, None, "broken"),
        ("entity_id", None, None, "broken"),
        ("entity_heat", ("FAILED", None), "INDEX", "degraded"),
        ("entity_id", ("FAILED", "entity_id"), "CONSTRAINT", "broken"),
        ("entity_id", ("ONLINE", None), "INDEX", "broken"),
    ],
)
def test_what_is_missing_or_failed_is_found(
    name: str, row: tuple[str, str | None] | None, in_place: str | None, state: str
) -> None:
    others = [item for item in SOUND if item[0] != name]
    (lack,) = lacks(others if row is None else [*others, [name, *row]])
    assert lack == Lack(load_rules()[name], in_place)
    problem = _told(lack)
    assert (problem.state, name in problem.detail) == (state, True)
    assert "drop it" not in problem.remedy
