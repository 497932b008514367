"""A question to ARIA without a chat model, through retrieval, as a prompt would have it."""

from __future__ import annotations

from datetime import datetime

from graph_aria.domain.drawn import Drawn
from graph_aria.domain.prompting import Prompt
from graph_aria.stages.answer_offline import answer_offline
from graph_aria.stages.retrieve import retrieve
from tests.faculties import faculties_with
from tests.line.world import World


async def answer_to(world: World, text: str, *, now: datetime) -> tuple[str, Drawn]:
    """What is said to a question, and what that rests on."""
    profile, faculties = await world.profile(), faculties_with(world.reader)
    found = await retrieve(world.store, faculties, profile, text, now=now)
    prompt = Prompt((), Drawn(), found)
    return await answer_offline(world.store, faculties, profile, prompt, text=text, now=now)
