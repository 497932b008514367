"""What of a life comes up by itself in a chat, once, with the reader that ships."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.drawn import Occasion, Raised
from graph_aria.domain.memories import MemoryFilter, MemoryKind, MemoryState
from graph_aria.domain.prompting import Prompt
from graph_aria.stages.look_ahead import look_ahead
from graph_aria.stages.prepare_prompt import prepare_prompt
from tests.faculties import faculties_with
from tests.line.world import World, opened

pytestmark = pytest.mark.asyncio(loop_scope="module")

SAID_AT: Final = datetime(2026, 3, 2, 19, tzinfo=UTC)
DAY: Final = timedelta(days=1)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process() -> AsyncIterator[ReaderProcess]:
    """One reader for all: loading its models takes seconds."""
    async with ReaderProcess() as made:
        yield made


@dataclass
class Chatting:
    """Somebody who chats, and what a model is sent before each reply."""

    world: World

    async def live(self, *said: str) -> None:
        for n, text in enumerate(said):
            await self.world.say(text, at=SAID_AT + n * DAY)
            await self.world.work()

    async def switch(self, **switches: object) -> None:
        await self.world.store.change_profile(self.world.profile_id, **switches)  # type: ignore[arg-type]

    async def prompt(self, at: datetime) -> Prompt:
        world = self.world
        world.clock.instant = max(world.clock.instant, at)
        return await prepare_prompt(
            world.store,
            faculties_with(world.reader),
            await world.profile(),
            text="Hello",
            now=at,
            window=8_192,
            most_reply_tokens=512,
            conversation=None,
            turn_id=None,
        )

    async def raised(self, at: datetime) -> tuple[Raised, ...]:
        """What comes up then, and is noted as a reply notes it."""
        raised = (await self.prompt(at)).drawn.raised
        await self.world.store.note_raised(self.world.profile_id, raised)
        return raised


@pytest_asyncio.fixture(loop_scope="module")
async def ada(tmp_path: Path, process: ReaderProcess) -> AsyncIterator[Chatting]:
    async with opened(tmp_path, reader=process) as world:
        world.clock.instant = SAID_AT
        yield Chatting(world)


def on(month: int, day: int, hour: int = 12, year: int = 2026) -> datetime:
    return datetime(year, month, day, hour, tzinfo=UTC)


async def test_a_milestone_comes_up_every_year_on_its_day_once(ada: Chatting) -> None:
    await ada.live("I got married on 3 May 2019.", "We got married in 2019.")

    assert await ada.raised(on(5, 2)) == ()
    (raised,) = await ada.raised(on(5, 3))
    assert (raised.occasion, raised.on) == (Occasion.ANNIVERSARY, date(2026, 5, 3))
    assert await ada.raised(on(5, 3, 20)) == ()
    assert len(await ada.raised(on(5, 3, year=2027))) == 1


@pytest.mark.parametrize(
    "said",
    [
        ["I got married on 3 May 2010.", "We got divorced in 2020."],
        ["My father's birthday is on 3 May.", "My father died in 2020."],
        ["I married Sam on 3 May 2010.", "My husband Sam died in 2020."],
        ["I got married on 3 May 2010.", "We split up last year."],
    ],
)
async def test_what_has_ended_does_not_come_up(ada: Chatting, said: list[str]) -> None:
    await ada.live(*said)

    assert await ada.raised(on(5, 3)) == ()


async def test_a_loss_is_remembered_gently(ada: Chatting) -> None:
    await ada.live("My father died on 3 May 2020.")
    prompt = await ada.prompt(on(5, 3))

    assert len(prompt.drawn.raised) == 1
    assert any("Be gentle; congratulate nobody." in one.text for one in prompt.messages)


async def test_one_day_of_one_thing_comes_up_once(ada: Chatting) -> None:
    await ada.live("Our wedding anniversary is on 3 May.", "I got married on 3 May 2019.")

    assert len(await ada.raised(on(5, 3))) == 1
    assert await ada.raised(on(5, 3, 20)) == ()


async def test_switching_life_off_and_on_within_a_day_brings_nothing_up_twice(
    ada: Chatting,
) -> None:
    await ada.live("I got married on 3 May 2019.")
    await ada.switch(lives=False)
    assert await ada.raised(on(5, 3, 8)) == ()

    await ada.switch(lives=True)
    assert len(await ada.raised(on(5, 3, 9))) == 1

    await ada.switch(lives=False)
    await ada.switch(lives=True)
    assert await ada.raised(on(5, 3, 10)) == ()


async def test_who_flies_west_on_the_day_is_told_once(ada: Chatting) -> None:
    await ada.switch(zone="Pacific/Auckland")
    await ada.live("I got married on 3 May 2019.")
    assert len(await ada.raised(on(5, 2, 20))) == 1  # the 3rd there

    await ada.switch(zone="America/Los_Angeles")
    for hours in range(0, 48, 6):
        assert await ada.raised(on(5, 2, 21) + timedelta(hours=hours)) == ()


async def test_who_flies_east_on_the_day_loses_nothing(ada: Chatting) -> None:
    await ada.switch(zone="America/Los_Angeles")
    await ada.live("I got married on 3 May 2019.")
    await ada.world.say("On my way.", at=on(5, 4, 1))  # the evening of the 3rd there
    await ada.switch(zone="Pacific/Auckland")  # where it is the 4th by now

    (raised,) = await ada.raised(on(5, 4, 2))
    assert raised.on == date(2026, 5, 3)
    assert await ada.raised(on(5, 4, 3)) == ()


async def test_who_stays_is_not_told_the_day_after(ada: Chatting) -> None:
    await ada.live("I got married on 3 May 2019.")
    await ada.world.say("A quiet day.", at=on(5, 3, 22))

    assert await ada.raised(on(5, 4, 2)) == ()


async def test_whether_somebody_is_still_at_it_is_asked_once_for_each_time_it_was_said(
    ada: Chatting,
) -> None:
    await ada.live("I'm writing my thesis.")
    assert await ada.raised(SAID_AT + 20 * DAY) == ()

    (asked,) = await ada.raised(SAID_AT + 29 * DAY)
    assert asked.occasion is Occasion.MOVED_ON
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        await ada.switch(zone=zone)
        assert await ada.raised(SAID_AT + 40 * DAY) == ()

    await ada.world.say("I'm still writing my thesis.", at=SAID_AT + 41 * DAY)
    await ada.world.work()
    assert await ada.raised(SAID_AT + 60 * DAY) == ()
    (again,) = await ada.raised(SAID_AT + 70 * DAY)
    assert (again.occasion, again.memory_id) == (Occasion.MOVED_ON, asked.memory_id)


async def test_of_much_that_is_still_spoken_of_the_one_that_is_not_is_asked_about(
    ada: Chatting,
) -> None:
    world = ada.world
    await ada.live(
        "I'm writing my thesis.",
        "I'm learning Danish.",
        "I'm training for the marathon.",
        "I'm renovating the kitchen.",
        "I'm saving for a boat.",
        "I'm building a greenhouse.",
    )
    wanted = MemoryFilter(MemoryState.CURRENT, kind=MemoryKind.FOCUS)
    found = (await world.store.list_memories(world.profile_id, wanted)).items
    *others, last = sorted(found, key=lambda one: (-one.importance, one.id))
    for one in others:
        words = (one.slot or "").removeprefix("focus|")
        await world.say(f"Pictures of {words} everywhere.", at=SAID_AT + 20 * DAY)
    await world.work()
    later = (await world.store.list_memories(world.profile_id, wanted)).items

    assert {one.confirmed_at for one in later} == {one.confirmed_at for one in found}
    assert len(others) == 5
    (asked,) = await ada.raised(SAID_AT + 36 * DAY)
    assert asked.memory_id == last.id
    assert await ada.raised(SAID_AT + 36 * DAY) == ()


async def test_what_is_over_is_not_asked_about(ada: Chatting) -> None:
    await ada.live("I'm writing my thesis.", "I finished my thesis.")

    assert await ada.raised(SAID_AT + 40 * DAY) == ()


async def test_nobody_is_asked_whether_they_still_care_for_somebody_who_died(
    ada: Chatting,
) -> None:
    await ada.live("I'm caring for my mother.", "My mother died on 1 March 2026.")
    world = ada.world

    assert await ada.raised(SAID_AT + 40 * DAY) == ()
    found = await look_ahead(world.store, await world.profile(), now=SAID_AT + 40 * DAY)
    assert found == ()  # the death ended it
