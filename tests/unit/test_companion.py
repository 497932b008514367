"""Which chat model the settings make, and what it may cost in a day."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graph_aria.adapters.clock import SystemClock
from graph_aria.bootstrap.companion import companion_of
from graph_aria.bootstrap.models import budget_of
from graph_aria.config import load_settings
from graph_aria.domain.chat import ChatMessage, Speaker
from graph_aria.errors import ChatFailed, InvalidSetting
from tests.scripted_model import MODEL, ScriptedModel, saying

PROMPT = (ChatMessage(Speaker.USER, "Yoga."),)


@pytest.mark.parametrize(
    "given", [{}, {"llm_base_url": "http://127.0.0.1:1/v1"}, {"chat_model": MODEL}]
)
def test_without_an_address_and_a_model_nobody_talks(tmp_path: Path, given: dict[str, Any]) -> None:
    settings, clock = load_settings(data_dir=tmp_path, **given), SystemClock()
    assert companion_of(settings, clock, budget_of(settings, clock)) is None


@pytest.mark.parametrize(("window", "tokens", "expected"), [(4096, 600, 600), (2048, 4000, 1024)])
async def test_a_reply_takes_at_most_half_of_the_window(
    tmp_path: Path, window: int, tokens: int, expected: int
) -> None:
    settings = load_settings(
        data_dir=tmp_path,
        llm_base_url="http://127.0.0.1:1/v1",
        chat_model=MODEL,
        chat_window=window,
        chat_reply_tokens=tokens,
    )
    clock = SystemClock()
    companion = companion_of(settings, clock, budget_of(settings, clock))
    assert companion is not None
    assert (companion.window, companion.most_reply_tokens) == (window, expected)
    assert companion.model_id == MODEL
    await companion.close()


@pytest.mark.parametrize("given", [{"chat_window": 2047}, {"chat_reply_tokens": 0}])
def test_a_window_without_room_is_refused_with_its_variable(
    tmp_path: Path, given: dict[str, Any]
) -> None:
    with pytest.raises(InvalidSetting, match=r"^ARIA_CHAT_"):
        load_settings(data_dir=tmp_path, **given)


async def test_what_a_reply_costs_counts_and_what_is_too_much_is_not_asked(
    tmp_path: Path, scripted: ScriptedModel
) -> None:
    settings = load_settings(
        data_dir=tmp_path,
        llm_base_url=scripted.base_url,
        chat_model=MODEL,
        llm_daily_tokens=1_000,
    )
    clock = SystemClock()
    budget = budget_of(settings, clock)
    companion = companion_of(settings, clock, budget)
    assert companion is not None
    scripted.script(saying("Good.", usage=(300, 200)))
    assert "".join([piece async for piece in companion.reply(PROMPT)]) == "Good."
    assert budget.left(clock.now().date()) == 500
    with pytest.raises(ChatFailed, match="ARIA_LLM_DAILY_TOKENS"):
        await anext(companion.reply(PROMPT))
    assert len(scripted.requests) == 1
    assert budget.left(clock.now().date()) == 500
    await companion.close()


async def test_who_stops_listening_pays_for_what_was_asked(
    tmp_path: Path, scripted: ScriptedModel
) -> None:
    settings = load_settings(
        data_dir=tmp_path,
        llm_base_url=scripted.base_url,
        chat_model=MODEL,
        llm_daily_tokens=1_000,
    )
    clock = SystemClock()
    budget = budget_of(settings, clock)
    companion = companion_of(settings, clock, budget)
    assert companion is not None
    scripted.script(saying("Good to hear.", hangs=True))
    pieces = companion.reply(PROMPT)
    await anext(pieces)
    await pieces.aclose()
    left = budget.left(clock.now().date())
    assert left is not None
    assert 900 < left < 1_000
    await companion.close()
