"""What is said to words of a crisis, over the wire."""

from __future__ import annotations

from pydantic import Field

from graph_aria.api.schemas.values import Shown
from graph_aria.domain.care import Concern


class ShownCare(Shown):
    """What is said to words of a crisis."""

    concern: Concern = Field(description="What they seem to speak of; no diagnosis.")
    text: str = Field(description="A few words, with where to find help.")
