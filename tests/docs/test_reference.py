"""What can be set, typed or called is on a page of docs/reference."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
import typer.main

from graph_aria.api.problems import status_of
from graph_aria.api.schemas.keeping import EditedSettings
from graph_aria.cli.exits import MEANINGS, Exit
from graph_aria.cli.main import app
from graph_aria.cli.settings import SETTABLE
from graph_aria.config import PREFIX, Settings
from graph_aria.errors import AriaError
from graph_aria.server import create_app

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
EVERYWHERE = {"as_json", "profile", "version", "help"}


def _page(name: str) -> str:
    return (REFERENCE / f"{name}.md").read_text("utf-8")


def _commands() -> Iterator[tuple[str, Any]]:
    def walk(command: Any, path: str) -> Iterator[tuple[str, Any]]:
        inner = getattr(command, "commands", None)
        if inner is None:
            yield path, command
        for name, each in (inner or {}).items():
            yield from walk(each, f"{path} {name}")

    yield from walk(typer.main.get_command(app), "aria")


COMMANDS = dict(_commands())


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_is_documented_with_all_its_options_and_what_it_does(name: str) -> None:
    command = COMMANDS[name]
    found = re.search(
        rf"^### `{name}( [^`]*)?`\n\n(.*?)(?=^##|\Z)", _page("commands"), re.MULTILINE | re.DOTALL
    )

    assert found, f"docs/reference/commands.md has no section for `{name}`"
    section = found[2]
    assert " ".join((command.help or "").split()) in section
    for parameter in command.params:
        if parameter.name in EVERYWHERE:
            continue
        if parameter.param_type_name == "option":
            for flag in (*parameter.opts, *parameter.secondary_opts):
                assert re.search(rf"^- `[^`]*{flag}\b", section, re.MULTILINE), f"{name} {flag}"
        else:
            assert (parameter.metavar or "").strip("[]") in (found[1] or ""), parameter.name


def test_no_command_is_documented_that_is_not_there() -> None:
    documented = re.findall(r"^### `(aria[a-z -]*)", _page("commands"), re.MULTILINE)

    assert {name.strip() for name in documented} == set(COMMANDS)


def test_every_exit_code_is_documented() -> None:
    rows = re.findall(r"^\| (\d+) \| (.*) \|$", _page("commands"), re.MULTILINE)

    assert {int(code): meaning for code, meaning in rows} == {
        int(code): MEANINGS[code] for code in Exit
    }


@pytest.mark.parametrize("name", sorted(Settings.model_fields))
def test_every_variable_is_documented_with_its_default(name: str) -> None:
    field = Settings.model_fields[name]
    found = re.search(
        rf"^\| `{PREFIX}{name.upper()}` \| (.+) \| (.+) \|$", _page("settings"), re.MULTILINE
    )

    assert found, f"docs/reference/settings.md has no row for {PREFIX}{name.upper()}"
    if isinstance(field.default, bool):
        assert found[1] == f"`{str(field.default).lower()}`"
    elif isinstance(field.default, int | float) or (
        field.default and field.default_factory is None
    ):
        assert found[1] == f"`{field.default}`"
    assert re.search(rf"^ +{name}: ", Settings.__doc__ or "", re.MULTILINE)


def test_no_variable_is_documented_that_is_not_there() -> None:
    documented = re.findall(rf"`({PREFIX}[A-Z0-9_]+)`", _page("settings"))

    assert {name.removeprefix(PREFIX).lower() for name in documented} == set(Settings.model_fields)


def test_every_setting_of_a_profile_is_documented_and_can_be_set() -> None:
    page = _page("settings").partition("## Of a profile")[2]

    assert set(re.findall(r"^\| `([a-z_]+)` \|", page, re.MULTILINE)) >= set(SETTABLE)
    assert set(EditedSettings.model_fields) == set(SETTABLE)


def test_every_route_is_documented_and_no_other() -> None:
    description = create_app(Settings(data_dir=Path("unused"))).openapi()
    routes = {
        f"{method.upper()} {path}"
        for path, operations in description["paths"].items()
        for method in operations
    }

    documented = set(re.findall(r"^\| `([A-Z]+ /\S*)` \|", _page("api"), re.MULTILINE))

    assert documented == routes


def test_every_question_that_a_route_takes_is_documented() -> None:
    description = create_app(Settings(data_dir=Path("unused"))).openapi()
    page = _page("api")

    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            row = re.search(
                rf"^\| `{method.upper()} {re.escape(path)}` \| (.*) \|$", page, re.MULTILINE
            )
            assert row
            assert operation["summary"] in row[1]
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "query":
                    assert f"`{parameter['name']}`" in row[1], f"{path}: {parameter['name']}"


def test_every_problem_is_documented_with_its_status() -> None:
    def kinds(kind: type[AriaError]) -> Iterator[type[AriaError]]:
        for each in kind.__subclasses__():
            yield each
            yield from kinds(each)

    rows = set(re.findall(r"^\| (\d{3}) \| `(\w+)` \|", _page("api"), re.MULTILINE))

    assert {(str(status_of(kind())), kind.code) for kind in kinds(AriaError)} <= rows


_KEEP_NOTHING = {"previewReading", "previewChat"}  # a token that may only read may do this too


def test_every_operation_is_described_with_its_problems_and_an_example() -> None:
    description = create_app(Settings(data_dir=Path("unused"))).openapi()
    names = []
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            names.append(operation["operationId"])
            assert operation["summary"], path
            assert operation["description"], path
            if path.startswith("/api/"):
                assert operation["security"] == [{"bearer": []}]
                assert {"401", "422", "503"} <= operation["responses"].keys()
                if method != "get" and operation["operationId"] not in _KEEP_NOTHING:
                    assert "403" in operation["responses"], path
            for status, response in operation["responses"].items():
                assert response["description"] != "Validation Error"
                kind = next(iter(response.get("content", {"application/json": 0})))
                is_problem = int(status) >= HTTPStatus.BAD_REQUEST and path != "/readyz"
                assert ("problem" in kind) == is_problem, (path, status)
            for body in operation.get("requestBody", {}).get("content", {}).values():
                name = body["schema"]["$ref"].rpartition("/")[2]
                assert description["components"]["schemas"][name]["examples"], name
    assert len(names) == len(set(names))
