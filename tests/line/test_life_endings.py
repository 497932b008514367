"""What a change in a life ends: nobody says "and so I am no longer at it"."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.memories import Memory, MemoryState
from graph_aria.domain.memory_history import MemoryVerb
from graph_aria.stages.list_focus import list_focus
from graph_aria.stages.rule_memory import list_reviews, rule_memory
from tests.faculties import faculties_with
from tests.line.test_life import SAID_AT, live, milestones
from tests.line.world import World, opened

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process() -> AsyncIterator[ReaderProcess]:
    """One reader for all: loading its models takes seconds."""
    async with ReaderProcess() as made:
        yield made


@pytest_asyncio.fixture(loop_scope="module")
async def world(tmp_path: Path, process: ReaderProcess) -> AsyncIterator[World]:
    async with opened(tmp_path, reader=process) as made:
        made.clock.instant = SAID_AT
        yield made


async def current(world: World) -> set[str]:
    page = await world.store.list_memories(world.profile_id, limit=200)
    return {one.text for one in page.items if one.state is MemoryState.CURRENT}


async def by_text(world: World, text: str) -> Memory:
    page = await world.store.list_memories(world.profile_id, limit=200)
    return next(one for one in page.items if one.text == text)


@pytest.mark.parametrize(
    ("said", "over"),
    [
        (["I'm pregnant.", "I had a miscarriage."], "The user is pregnant."),
        (["I'm pregnant.", "We lost the baby."], "The user is pregnant."),
        (["I'm trying for a baby.", "I had a miscarriage."], "The user is trying for a baby."),
        (["I'm engaged to Sam.", "We broke off our engagement."], "The user is engaged to Sam."),
        (["I'm married to Sam.", "Sam and I got divorced."], "The user is married to Sam."),
        (["I work at Acme.", "I lost my job today."], "The user works at Acme."),
        (["I work for Acme.", "I was let go yesterday."], "The user works for Acme."),
        (
            ["I'm looking after my mum.", "My mum died today."],
            "The user is looking after their mum.",
        ),
    ],
)
async def test_a_loss_ends_what_it_is_the_loss_of(world: World, said: list[str], over: str) -> None:
    *_, last = await live(world, *said)

    assert over not in await current(world)
    assert (await by_text(world, over)).superseded_by is not None
    await world.forget(last)
    assert over in await current(world), "it stands again once its end was deleted"


@pytest.mark.parametrize(
    ("said", "over"),
    [
        (
            ["I'm applying for a job at Siemens.", "I got the job at Siemens!!"],
            "The user is applying for a job at Siemens.",
        ),
        (["I'm looking for a job.", "I started at Acme today."], "The user is looking for a job."),
        (
            ["I'm going through a divorce.", "The divorce came through."],
            "The user is going through a divorce.",
        ),
        (
            ["I'm renovating the kitchen.", "The renovation is finished."],
            "The user is renovating the kitchen.",
        ),
        (["I'm planning our wedding.", "We got married."], "The user is planning their wedding."),
        (["I'm house hunting.", "We bought a house."], "The user is looking for a house."),
    ],
)
async def test_what_was_reached_closes_the_focus_that_it_fulfils(
    world: World, said: list[str], over: str
) -> None:
    await live(world, *said)
    listed = await list_focus(world.store, await world.profile(), now=world.clock.now())

    assert over not in {one.memory.text for one in listed}
    assert (await by_text(world, over)).state is MemoryState.SUPERSEDED


@pytest.mark.parametrize(
    ("said", "on"),
    [
        (["I'm pregnant.", "I lost the baby.", "I'm pregnant again."], "The user is pregnant."),
        (
            ["I'm looking for a bigger flat.", "I moved to Ghent in 2018."],
            "The user is looking for a bigger flat.",
        ),
        (["I'm married to Sam.", "My sister got divorced."], "The user is married to Sam."),
        (
            ["I'm renovating the kitchen.", "I'm renovating the bathroom.",
             "The renovation is finished."],
            "The user is renovating the kitchen.",
        ),
        (["I'm pregnant.", "My sister had a miscarriage."], "The user is pregnant."),
    ],
)  # fmt: skip
async def test_what_is_told_anew_or_is_of_another_goes_on(
    world: World, said: list[str], on: str
) -> None:
    await live(world, *said)

    assert on in await current(world)


@pytest.mark.parametrize(
    "said",
    [
        ["I got married in 2015.", "I got married in 2016.", "I got married in 2014."],
        ["I was diagnosed with ADHD in 2015.", "I was diagnosed with ADHD in May 2015.",
         "I got married in 2016.", "I got married in 2015.", "I got married in 2014."],
        ["My mum died in 2015.", "My mum died in 2016.", "My mum died in 2014."],
    ],
)  # fmt: skip
async def test_an_answer_holds_whatever_else_is_open_and_when_it_is_read_again(
    world: World, said: list[str]
) -> None:
    entries = await live(world, *said)
    right = next(
        one
        for one in await list_reviews(world.store, world.profile_id)
        if "2014" in one.memory.text
    )
    faculties = faculties_with(world.reader)
    await rule_memory(
        world.store, faculties, world.clock, world.ids, world.profile_id, right.memory.id,
        MemoryVerb.UPDATE, other_id=right.other.id,
    )  # fmt: skip
    for entry_id in entries:
        await world.reread(entry_id)

    assert right.memory.text in await current(world)
    assert right.other.text not in await current(world)
    for left in await list_reviews(world.store, world.profile_id):
        assert left.other.id == right.memory.id, "what was answered is held against nothing else"
        await rule_memory(
            world.store, faculties, world.clock, world.ids, world.profile_id, left.memory.id,
            MemoryVerb.SAME, other_id=left.other.id,
        )  # fmt: skip
    assert await list_reviews(world.store, world.profile_id) == []


@pytest.mark.parametrize(
    ("said", "over"),
    [
        (
            ["I quit my job.", "I didn't quit my job, I was only joking."],
            "The user quit their job.",
        ),
        (["I got married.", "I didn't get married, that was a joke."], "The user got married."),
        (
            ["I moved to Ghent.", "I didn't move to Ghent, I was just kidding."],
            "The user moved to Ghent.",
        ),
        (["I quit smoking in 2026.", "I smoked again today."], "The user quit smoking in 2026."),
        (
            ["I quit smoking in 2026.", "I've started smoking again."],
            "The user quit smoking in 2026.",
        ),
        (["I quit drinking in 2026.", "I drank again."], "The user quit drinking in 2026."),
    ],
)
async def test_what_is_taken_back_or_undone_no_longer_holds(
    world: World, said: list[str], over: str
) -> None:
    *_, last = await live(world, *said)
    assert (await by_text(world, over)).state is MemoryState.SUPERSEDED
    await world.forget(last)

    assert over in await current(world)


async def test_a_job_that_was_quit_in_jest_is_still_held(world: World) -> None:
    await live(
        world,
        "I work at Acme.",
        "I quit my job.",
        "I didn't quit my job, just kidding. I was joking.",
    )

    assert "The user works at Acme." in await current(world)


@pytest.mark.parametrize(
    "then",
    ["I dreamt I smoked again.", "If I smoked again I'd hate it.", "My brother smoked again.",
     "I didn't sleep well, I was only joking."],
)  # fmt: skip
async def test_what_takes_nothing_back_leaves_it(world: World, then: str) -> None:
    await live(world, "I quit smoking in 2026.", then)

    assert "The user quit smoking in 2026." in await current(world)


@pytest.mark.parametrize(
    ("said", "what"),
    [
        (["I became a father today.", "Our daughter Lotte was born yesterday."], "birth"),
        (["Our son Max was born today.", "I became a mother yesterday."], "birth"),
        (["We lost the baby.", "I had a miscarriage."], "miscarriage"),
        (["I had a miscarriage.", "We lost the baby."], "miscarriage"),
    ],
)
async def test_what_is_told_of_the_parent_and_of_the_child_is_one(
    world: World, said: list[str], what: str
) -> None:
    await live(world, *said)

    assert [one.what for one in await milestones(world) if one.memory.superseded_by is None] == [
        what
    ]


async def test_a_birth_of_another_year_is_another(world: World) -> None:
    await live(world, "I became a father in 2019.", "Our daughter Lotte was born today.")

    assert len(await milestones(world)) == 2
