"""What compose.yaml and the Dockerfile promise, told without a Docker engine."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pytest
import typer.main
import yaml

from graph_aria.cli.main import app
from graph_aria.config import DEFAULT_PORT, PREFIX, Settings, load_settings
from graph_aria.server import _GRACEFUL_SECONDS
from tools.neo4j_server import LTS

ROOT: Final = Path(__file__).parents[2]
TEXT: Final = (ROOT / "compose.yaml").read_text("utf-8")
COMPOSE: Final[dict[str, Any]] = yaml.safe_load(TEXT)
SERVICES: Final[dict[str, dict[str, Any]]] = COMPOSE["services"]
NEO4J: Final[dict[str, str]] = SERVICES["neo4j"]["environment"]
ARIA: Final[dict[str, str]] = SERVICES["aria"]["environment"]
_PASSWORD: Final = re.compile(r"^(neo4j/)?\$\{ARIA_NEO4J_PASSWORD:\?(.+)\}$", re.DOTALL)
_PINNED: Final = re.compile(r"^[a-z0-9/-]+:\d+\.\d+\.\d+(-[a-z0-9-]+)?$")
_SCHEMA: Final = "builtin_schemas/vendor/compose-spec.json"


def _instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions in order, each with its arguments on one line."""
    text = re.sub(r"^\s*#.*\n", "", (ROOT / "Dockerfile").read_text("utf-8"), flags=re.MULTILINE)
    lines = re.sub(r"\s*\\\n\s*", " ", text).splitlines()
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines) if word]


DOCKERFILE: Final = _instructions()


def _of(name: str) -> list[str]:
    return [rest for word, rest in DOCKERFILE if word == name]


def _last_stage() -> list[tuple[str, str]]:
    begins = max(place for place, (word, _) in enumerate(DOCKERFILE) if word == "FROM")
    return DOCKERFILE[begins:]


def _seconds(text: str) -> float:
    """A duration as compose files write it.

    >>> _seconds("1m30s"), _seconds("45s")
    (90.0, 45.0)
    """
    parts = re.findall(r"(\d+)(m|s)", text)
    assert "".join(number + unit for number, unit in parts) == text
    return sum(float(number) * (60 if unit == "m" else 1) for number, unit in parts)


def test_every_image_is_pinned_to_a_patch_release() -> None:
    bases = [rest.split()[0] for rest in _of("FROM")]

    assert SERVICES["neo4j"]["image"] == f"neo4j:{LTS}-community"
    assert len(set(bases)) == 1, "both stages have the same Python"
    for image in (*bases, SERVICES["neo4j"]["image"]):
        assert _PINNED.match(image), image
    assert SERVICES["aria"]["build"] == "."


def test_both_services_tell_whether_they_are_well_and_aria_waits_for_neo4j() -> None:
    checked = SERVICES["neo4j"]["healthcheck"]

    assert checked["test"][0] == "CMD"
    assert "7474" in checked["test"][-1]
    assert checked.keys() >= {"interval", "timeout", "start_period", "retries"}
    assert SERVICES["aria"]["depends_on"] == {"neo4j": {"condition": "service_healthy"}}
    assert len(_of("HEALTHCHECK")) == 1


def test_every_port_is_published_on_this_machine_only() -> None:
    ports = [port for service in SERVICES.values() for port in service["ports"]]

    assert sorted(ports) == [
        f"127.0.0.1:{port}:{port}" for port in sorted((DEFAULT_PORT, 7474, 7687))
    ]
    for service in SERVICES.values():
        assert "network_mode" not in service
        assert not service.get("privileged")


def test_there_is_no_default_password_and_the_message_makes_one(tmp_path: Path) -> None:
    asked = _PASSWORD.match(NEO4J["NEO4J_AUTH"])
    again = _PASSWORD.match(ARIA["ARIA_NEO4J_PASSWORD"])
    assert asked
    assert again
    command = asked[2].partition(": ")[2].replace("$$", "$")

    subprocess.run(["/bin/sh", "-c", command], cwd=tmp_path, check=True)

    made = (tmp_path / ".env").read_text("utf-8")
    assert re.fullmatch(r"ARIA_NEO4J_PASSWORD=[0-9a-f]{48}\n", made)
    page = (ROOT / "docs/howto/run-with-compose.md").read_text("utf-8")
    assert command in page, "the page shows the same command"
    others = re.findall(r"^\s*\w*(?:PASSWORD|AUTH|SECRET|TOKEN)\w*: (.*)$", TEXT, re.MULTILINE)
    assert len(others) == 2
    assert ".env" in (ROOT / ".gitignore").read_text("utf-8").splitlines()


def test_no_secret_can_get_into_a_layer() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    copied = {
        source
        for rest in _of("COPY")
        if not rest.startswith("--from=")
        for source in rest.split()[:-1]
    }

    assert ignored[1] == "*", "nothing but what is named is sent to the engine"
    assert {line.removeprefix("!") for line in ignored if line.startswith("!")} == copied
    assert all((ROOT / source).exists() for source in copied)
    assert not _of("ARG")
    assert not _of("ADD")
    assert not re.search(r"PASSWORD|SECRET|TOKEN|PASSPHRASE", " ".join(_of("ENV")))


def test_the_service_runs_as_nobody_in_particular_on_a_file_system_that_is_read_only() -> None:
    service = SERVICES["aria"]
    users = [rest for word, rest in _last_stage() if word == "USER"]

    assert users == ["10001:10001"]
    assert "--uid 10001" in " ".join(_of("RUN"))
    assert service["read_only"] is True
    assert service["tmpfs"] == ["/tmp"]  # noqa: S108 - of the container
    assert service["cap_drop"] == ["ALL"]
    assert "aria-data:/data" in [volume.partition(" ")[0] for volume in service["volumes"]]
    for each in SERVICES.values():
        assert each["security_opt"] == ["no-new-privileges:true"]


def test_what_is_installed_is_what_is_locked() -> None:
    installs = [run for run in _of("RUN") if "pip install" in run]

    assert len(installs) == 2
    assert "--require-hashes --requirement requirements.lock" in installs[0]
    assert "--no-deps --no-build-isolation ." in installs[1]


def test_every_volume_is_named_and_used() -> None:
    used = {
        volume.partition(":")[0] for service in SERVICES.values() for volume in service["volumes"]
    }

    assert used == COMPOSE["volumes"].keys()


def test_every_variable_of_the_service_is_a_setting_and_takes_its_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    in_image = dict(
        pair.split("=", 1) for rest in _of("ENV") for pair in rest.split() if "=" in pair
    )
    named = {name for name in (*ARIA, *in_image) if name.startswith(PREFIX)}
    named |= {f"ARIA_{name}" for name in re.findall(r"\$\{ARIA_(\w+)", TEXT)}
    for name in named:
        value = str(ARIA.get(name, in_image.get(name)))
        monkeypatch.setenv(name, re.sub(r"\$\{[^}]*\}", "", value, flags=re.DOTALL))

    settings = load_settings()

    assert named <= {f"{PREFIX}{field.upper()}" for field in Settings.model_fields}
    assert settings.store == "neo4j://neo4j:7687"
    assert settings.port == DEFAULT_PORT
    assert settings.data_dir == Path("/data")
    assert not settings.is_loopback, "the engine reaches it from outside of its container"
    # Browser runs on the host, where the container's name means nothing.
    assert settings.browser == "http://localhost:7474/browser/?dbms=neo4j://neo4j@localhost:7687"
    grace = _seconds(SERVICES["aria"]["stop_grace_period"])
    assert grace > settings.drain_seconds + _GRACEFUL_SECONDS


def test_deleted_words_do_not_stay_long_in_transaction_logs_and_nothing_is_reported() -> None:
    assert NEO4J["NEO4J_db_tx__log_rotation_retention__policy"] == "keep_none"
    assert NEO4J["NEO4J_db_tx__log_rotation_size"] == "128k"
    assert _seconds(NEO4J["NEO4J_db_checkpoint_interval_time"]) <= 300
    assert NEO4J["NEO4J_db_logs_query_enabled"] == "OFF"
    assert NEO4J["NEO4J_dbms_usage__report_enabled"] == "false"
    assert NEO4J["NEO4J_client_allow__telemetry"] == "false"


def test_every_setting_of_neo4j_is_text_that_yaml_does_not_take_for_something_else() -> None:
    for service in SERVICES.values():
        for name, value in service["environment"].items():
            assert isinstance(value, str), f"{name} needs quotes"


def test_the_commands_of_the_image_are_there() -> None:
    (command,) = _of("CMD")
    program, *arguments = json.loads(command)
    (check,) = _of("HEALTHCHECK")
    python, flag, code = json.loads(check.partition("CMD ")[2])

    commands: dict[str, Any] = getattr(typer.main.get_command(app), "commands", {})
    assert (program, len(arguments)) == ("aria", 1)
    assert arguments[0] in commands
    assert (python, flag) == ("python", "-c")
    compile(code, "HEALTHCHECK", "exec")
    assert "/readyz" in code
    assert str(DEFAULT_PORT) in code


def test_the_health_check_fails_when_nothing_answers() -> None:
    (check,) = _of("HEALTHCHECK")
    _, flag, code = json.loads(check.partition("CMD ")[2])
    nowhere = code.replace(str(DEFAULT_PORT), "1")

    answer = subprocess.run([sys.executable, flag, nowhere], capture_output=True, check=False)

    assert answer.returncode != 0


def test_the_compose_file_is_valid_by_the_specification() -> None:
    schema = json.loads(files("check_jsonschema").joinpath(_SCHEMA).read_text("utf-8"))
    validator = jsonschema_rs.validator_for(schema)

    validator.validate(COMPOSE)
    assert not validator.is_valid({"services": {"neo4j": {"imagee": "neo4j"}}})
