"""The endpoint that clients of one's own are connected to."""

from __future__ import annotations

from graph_aria.bootstrap.models import key_of
from graph_aria.config import Settings
from graph_aria.ports import Relay


def relay_of(settings: Settings) -> Relay | None:
    """What hands on to the endpoint of the chat model, None if none is set."""
    if settings.llm_base_url is None or settings.chat_model is None:
        return None
    # Two seconds and 60 MB that whoever has no endpoint does without.
    from graph_aria.adapters.llm.endpoint import Endpoint  # noqa: PLC0415
    from graph_aria.adapters.llm.relay import OpenAiRelay  # noqa: PLC0415

    return OpenAiRelay(Endpoint(settings.llm_base_url, key_of(settings), settings.llm_seconds))
