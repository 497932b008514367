"""Which reader the settings make, and where the key of an endpoint comes from."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.errors import NoKeyringError

from graph_aria.adapters.clock import SystemClock
from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.bootstrap.models import (
    KEYRING_SERVICE,
    BudgetedAdviser,
    ModelReader,
    adviser_of,
    budget_of,
    pace_of,
    vectors_of,
    with_model,
)
from graph_aria.config import Settings, load_settings
from graph_aria.domain.proposals import Failure
from graph_aria.domain.reading import ReadRequest
from graph_aria.errors import InvalidSetting
from graph_aria.stages.work import MOST_LEASED
from tests.scripted_model import KEY, MODEL, ScriptedModel, saying

NOTHING: dict[str, Any] = {"entities": [], "emotions": [], "relations": [], "memories": []}


def _settings(tmp_path: Path, **more: Any) -> Settings:
    return load_settings(data_dir=tmp_path, **more)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"llm_base_url": "http://127.0.0.1:1/v1"},
        {"analysis_model": MODEL, "llm_api_key": KEY},
        {"llm_base_url": "http://127.0.0.1:1/v1", "chat_model": MODEL},
    ],
)
def test_without_an_address_and_a_model_nothing_changes(
    tmp_path: Path, given: dict[str, Any]
) -> None:
    settings = _settings(tmp_path, **given)
    reader = ReaderProcess()

    assert with_model(reader, settings, SystemClock()) is reader
    assert pace_of(settings).most_leased == MOST_LEASED
    assert not pace_of(settings).tells_context


@pytest.mark.parametrize(
    ("given", "advises", "embeds"),
    [
        ({}, False, False),
        ({"llm_base_url": "http://127.0.0.1:1/v1"}, False, False),
        ({"analysis_model": MODEL, "embedding_model": MODEL}, False, False),
        ({"llm_base_url": "http://127.0.0.1:1/v1", "analysis_model": MODEL}, True, False),
        ({"llm_base_url": "http://127.0.0.1:1/v1", "embedding_model": MODEL}, False, True),
    ],
)
async def test_memories_are_judged_and_placed_by_an_endpoint_only_if_it_is_set(
    tmp_path: Path, given: dict[str, Any], *, advises: bool, embeds: bool
) -> None:
    settings = _settings(tmp_path, **given)
    clock = SystemClock()
    adviser = adviser_of(settings, clock, budget_of(settings, clock))
    vectors = vectors_of(settings, clock)
    assert (adviser is not None, vectors is not None) == (advises, embeds)
    for made in (adviser, vectors):
        if made is not None:
            await made.close()


async def test_reading_and_advice_share_the_days_budget(
    tmp_path: Path, scripted: ScriptedModel
) -> None:
    settings = _settings(
        tmp_path,
        llm_base_url=scripted.base_url,
        analysis_model=MODEL,
        llm_daily_tokens=10_000,
    )
    clock = SystemClock()
    budget = budget_of(settings, clock, n_spent=9_900)
    adviser = adviser_of(settings, clock, budget)
    assert isinstance(adviser, BudgetedAdviser)
    assert (await adviser.merge(["The user sings.", "The user dances."])).failure is Failure.BUDGET
    assert scripted.requests == []
    assert budget.left(clock.now().date()) == 100
    await adviser.close()


def test_without_one_the_libraries_are_not_even_loaded() -> None:
    program = (
        "import sys, graph_aria.bootstrap, graph_aria.server;"
        "print({'openai', 'instructor'} & set(sys.modules))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )

    assert (ran.stdout.strip(), ran.stderr) == ("set()", "")


async def test_the_key_comes_from_the_settings_then_from_the_keyring(
    tmp_path: Path, scripted: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted.script(saying(NOTHING))
    ring = {(KEYRING_SERVICE, scripted.base_url): "of-the-ring"}
    monkeypatch.setattr(keyring, "get_password", lambda service, user: ring.get((service, user)))
    where: dict[str, Any] = {"llm_base_url": scripted.base_url, "analysis_model": MODEL}

    assert await _bearer(scripted, _settings(tmp_path, **where, llm_api_key=KEY)) == f"Bearer {KEY}"
    assert await _bearer(scripted, _settings(tmp_path, **where)) == "Bearer of-the-ring"
    assert await _bearer(scripted, _settings(tmp_path, **where, keyring=False)) is None

    def locked(service: str, user: str) -> str:
        raise NoKeyringError

    monkeypatch.setattr(keyring, "get_password", locked)
    assert await _bearer(scripted, _settings(tmp_path, **where)) is None


async def _bearer(scripted: ScriptedModel, settings: Settings) -> str | None:
    """What is sent with the first request of a reader that these settings make."""
    made = with_model(ReaderProcess(), settings, SystemClock())
    assert isinstance(made, ModelReader)
    await made._model.propose(ReadRequest("I went home.", SystemClock().now().date()))
    await made.close()
    return scripted.requests[-1].headers.get("authorization")


def test_nothing_shows_the_key(tmp_path: Path) -> None:
    assert KEY not in repr(_settings(tmp_path, llm_api_key=KEY))


@pytest.mark.parametrize(
    "address",
    ["ollama", "ftp://127.0.0.1/v1", "http://me:secret@127.0.0.1/v1",
     "http://127.0.0.1/v1?key=secret", "http://:80/v1"],
)  # fmt: skip
def test_an_address_that_is_none_is_refused_without_quoting_a_secret(
    tmp_path: Path, address: str
) -> None:
    with pytest.raises(InvalidSetting, match="ARIA_LLM_BASE_URL") as caught:
        _settings(tmp_path, llm_base_url=address)

    assert "secret" not in str(caught.value)


async def test_the_model_is_named_by_the_reader_once_it_runs(tmp_path: Path) -> None:
    settings = _settings(tmp_path, llm_base_url="http://127.0.0.1:1/v1", analysis_model=MODEL)
    made = with_model(ReaderProcess(), settings, SystemClock())

    assert made.reader_id == "not started"
    assert pace_of(settings).most_leased == 4
    assert made.degraded is None
    await made.close()
