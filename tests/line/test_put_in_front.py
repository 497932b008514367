"""What is put in front of a client's messages, by the room that their history leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from graph_aria.domain.client_requests import request_of
from graph_aria.domain.prompting import Prompt
from graph_aria.domain.sentences import estimate_tokens
from graph_aria.stages.put_in_front import InFront, put_in_front
from tests.line.companion import Companion, faculties_of
from tests.line.world import World


def _words(n_tokens: int) -> str:
    """Words that take so many tokens, as they are estimated."""
    return "word " * int(n_tokens * 1_000 / estimate_tokens("word " * 1_000))


async def _asked(
    world: World, n_sent: int, *, window: int = 4_096, on: bool = True, **more: Any
) -> tuple[Prompt | None, InFront]:
    history = [
        {"role": "user", "content": _words(n_sent)},
        {"role": "assistant", "content": "ok"},
    ]
    messages = [*(history if n_sent else []), {"role": "user", "content": "And now?"}]
    faculties = faculties_of(world.reader, Companion(window=window))
    return await put_in_front(
        world.store,
        replace(faculties, remembers=on),
        await world.profile(),
        request_of({"messages": messages, **more}),
        None,
        text="And now?",
        now=world.clock.now(),
        hands_on=True,
    )


@pytest.mark.parametrize(
    ("n_sent", "in_front"),
    [
        (0, InFront.FULL),
        (2_200, InFront.FULL),
        (2_600, InFront.PARTIAL),
        (3_300, InFront.PARTIAL),
        (3_500, InFront.NONE),
        (9_000, InFront.NONE),
    ],
)
async def test_a_longer_history_leaves_less(world: World, n_sent: int, in_front: InFront) -> None:
    prompt, told = await _asked(world, n_sent)
    assert told is in_front
    assert (prompt is None) == (in_front is InFront.NONE)
    if prompt is not None:
        assert prompt.n_tokens + n_sent + 256 <= 4_096
        assert ("Listen first" in prompt.messages[0].text) == (in_front is InFront.FULL)


async def test_room_for_a_reply_that_the_client_asks_for_is_left(world: World) -> None:
    assert (await _asked(world, 2_600, max_tokens=1_200))[1] is InFront.NONE
    assert (await _asked(world, 2_600, max_tokens=500))[1] is InFront.PARTIAL
    assert (await _asked(world, 9_000, window=16_000))[1] is InFront.FULL


async def test_while_memory_is_off_nothing_of_it_is_in_front(world: World) -> None:
    for n_sent in (0, 2_600):
        assert (await _asked(world, n_sent, on=False))[1] is InFront.NONE
