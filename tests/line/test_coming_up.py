"""What comes up by itself comes up once, in whichever chat, with the reader that ships."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.stages.live_replies import LiveReplies, LiveReply
from tests.line.companion import Companion, heard, replies_in, until
from tests.line.talk import Talk
from tests.line.world import World, after, opened

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process() -> AsyncIterator[ReaderProcess]:
    """One reader for all: loading its models takes seconds."""
    async with ReaderProcess() as made:
        yield made


@pytest_asyncio.fixture(loop_scope="module")
async def world(tmp_path: Path, process: ReaderProcess) -> AsyncIterator[World]:
    """On the second day after something that is asked about."""
    async with opened(tmp_path, reader=process) as made:
        await made.live((after(0), "Exam tomorrow, can't sleep."))
        made.clock.instant = after(2)
        yield made


@pytest.fixture
def companion() -> Companion:
    return Companion(held=True)


async def ask(replies: LiveReplies, world: World, text: str) -> LiveReply:
    talk = await Talk.begin(world)
    live, _ = await replies.ask(await world.profile(), talk.id, text=text)
    return live


def asks(companion: Companion) -> list[bool]:
    return ["ask once, kindly" in prompt[0].text for prompt in companion.prompts]


async def test_what_comes_up_comes_up_in_one_of_two_chats_at_once(
    world: World, companion: Companion
) -> None:
    replies = replies_in(world, companion)
    lives = [await ask(replies, world, text) for text in ("Hello", "Hi")]
    await until(lambda: len(companion.prompts) == 2)
    assert sorted(asks(companion)) == [False, True]
    companion.go(10)
    for live in lives:
        await heard(live)
    drawn = [(await world.store.get_reply(world.profile_id, one.turn_id)).drawn for one in lives]
    assert sorted(len(one.raised) for one in drawn if one is not None) == [0, 1]
    await heard(await ask(replies, world, "Hey"))
    assert asks(companion)[2] is False
    await replies.close()


@pytest.mark.parametrize("how", ["deleted", "stopped"])
async def test_what_did_not_come_up_after_all_comes_up_later(
    world: World, companion: Companion, how: str
) -> None:
    replies = replies_in(world, companion)
    first = await ask(replies, world, "Hello")
    await until(lambda: len(companion.prompts) == 1)
    if how == "deleted":
        replies.drop([first.turn_id])
    else:
        await replies.close()
        replies = replies_in(world, companion)
    await first.wait()
    await until(lambda: not replies.running)
    companion.go(10)
    await heard(await ask(replies, world, "Hi"))
    assert asks(companion) == [True, True]
    await replies.close()
