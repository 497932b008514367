"""What `aria demo` says of the store that it fills."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_aria.cli import serving
from graph_aria.config import Settings
from graph_aria.errors import InvalidSetting


def test_a_demo_in_a_file_is_deleted_at_its_end() -> None:
    said = serving._to_try(Settings(store="sqlite"), Path("there"))
    assert said == "try: ARIA_DATA_DIR=there aria themes; Ctrl-C stops and deletes it"


def test_a_demo_in_a_neo4j_stays_there() -> None:
    said = serving._to_try(Settings(store="bolt://127.0.0.1"), Path("there"))
    assert "deletes" not in said
    assert "stays in that Neo4j" in said


def test_an_address_that_is_none_names_the_option() -> None:
    with pytest.raises(InvalidSetting, match=r"--store is not valid: .*ARIA_NEO4J_PASSWORD"):
        serving._load({"store": "bolt://neo4j:hunter2@host:99999"})
