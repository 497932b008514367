"""A model on loopback that is asked through the real adapter."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from graph_aria.adapters.llm.analysis import OpenAiAnalysis
from graph_aria.adapters.llm.endpoint import Endpoint
from tests.scripted_model import KEY, MODEL, ScriptedModel

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
async def analysis(scripted: ScriptedModel) -> AsyncIterator[OpenAiAnalysis]:
    """The analysis model, patient for a second and a half a call."""
    model = OpenAiAnalysis(
        Endpoint(scripted.base_url, KEY, 1.5), MODEL, lambda: NOW, first_wait_seconds=0.01
    )
    yield model
    await model.close()
