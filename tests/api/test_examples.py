"""The examples in the description of the API are what it answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from graph_aria.api.examples import read_examples
from graph_aria.config import Settings
from graph_aria.server import create_app
from tests.api.make_examples import collect


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    return create_app(Settings(data_dir=Path("unused"))).openapi()


def test_every_operation_has_an_example_that_fits_its_schema(description: dict[str, Any]) -> None:
    examples = read_examples()
    seen = set()
    for operations in description["paths"].values():
        for operation in operations.values():
            for status, response in operation["responses"].items():
                content = response.get("content", {}).get("application/json")
                if content is None or not status.startswith("2"):
                    continue
                seen.add(operation["operationId"])
                assert "example" in content, f"{operation['operationId']}: run make_examples"
                schema = {**content["schema"], "components": description["components"]}
                jsonschema_rs.validate(schema, content["example"])
    assert seen == set(examples)


def test_the_examples_have_the_form_of_todays_answers(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("graph_aria.bootstrap.ReaderProcess", None)  # put back afterwards
        fresh = collect(tmp_path)

    assert _form(read_examples()) == _form(fresh), "run python -m tests.api.make_examples"


def _form(value: Any) -> Any:
    """Names and nesting, without what differs from run to run."""
    if isinstance(value, dict):
        return {key: _form(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_form(each) for each in value]
    return None
