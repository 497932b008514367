"""ARIA without a chat model about one life: the dead, days, dates, moods, turns that go on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.conversations import Message, Role
from graph_aria.domain.drawn import Drawn
from graph_aria.domain.prompting import Prompt
from graph_aria.stages.answer_offline import answer_offline
from graph_aria.stages.index_entries import index_entries
from graph_aria.stages.retrieve import retrieve
from tests.faculties import faculties_with
from tests.line.world import World, opened

pytestmark = pytest.mark.asyncio(loop_scope="module")
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAYS = """
2026-06-01|8|My grandma Ruth baked scones with me.
2026-06-12|2|Grandma Ruth died this morning. I can't stop crying.
2026-06-16|3|Grandma's funeral was today. It rained all day.
2026-06-17|3|I felt empty and sad all day.
2026-07-02|7|My sister Ines came to dinner.
2026-07-03|7|My sister's birthday is on 9 March.
2026-07-20|6|Ana works at the hospital. Ana is my friend.
2026-08-01|8|My girlfriend Marta and I went to the sea.
2026-09-05|2|Marta and I broke up. Marta is not my girlfriend any more.
2026-09-20|5|My sister is allergic to peanuts.
2026-10-04|5|Took the cat to the vet. It cost 85 pounds.
2026-10-20|7|I hate surprises. I love jazz.
2026-11-15|7|I met Tomás at the market. We had coffee.
2026-11-20|7|I start my new job on 4 January.
2026-11-22|8|Our concert is on 12 December. Tomás will play the cello.
2026-11-24|7|Saw Priya for lunch.
2026-11-26|7|Priya rang from Rome.
2026-11-27|8|I fixed the bike and swam in the lake.
2026-11-29|7|Long walk with Tomás. I wrote two letters.
"""

ANSWERS = r"""
Who was Grandma Ruth?|was your grandma. Grandma Ruth died on 12 June
Is Grandma alive?|died on 12 June: on 12 June you wrote: “Grandma Ruth died this morning.”
When did Grandma die?|died on 12 June
How are things with Grandma?|mood on days on which you wrote of Grandma Ruth was 4.3
How was I with Marta?|mood on days on which you wrote of Marta was 5.0
How did I feel after the funeral?|in the week after you wrote of Funeral was 3.0
What is my mood on Mondays?|Your mood on Mondays was 7.0
What is my mood like on Sundays?|Your mood on Sundays was 6.4
What happened on 27 November?|“I fixed the bike and swam in the lake.”
What did I write yesterday?|Yesterday you wrote: “Long walk with Tomás. I wrote two letters.”
What happened on 1 November?|I find nothing that you wrote on 1 November.
how was yesterday?|Yesterday:
When do I start my new job?|On 4 January 2027
When is our concert?|On 12 December
When is Ines's birthday?|On 9 March: on 3 July you wrote: “My sister's birthday is on 9 March.”
How much did the vet cost?|It cost 85 pounds.
How much was the bike?|I find no answer to that, but this comes near
What do I hate?|You hate surprises.
What do I love?|You love jazz.
What do you know about me?|Some of what I know from you
Am I allergic to peanuts?|I find no answer to that, but this comes near
Who is Ana?|Ana works at Hospital. You have not written of that lately.
Who is Ines?|Ines is your sister.
Is Ines still alive?|You told me of no death of Ines.
Who is Tomas?|You first wrote of Tomás
When did I last see Pirya?|Priya last came up on 26 November
Who have I not mentioned for a while?|the longest first:\n- Ana, last on 20 July
Wer ist Priya?|English only
Wish my grandma a happy birthday!|I know from you that Grandma Ruth died.
"""
"""A question, and words of its answer."""

NEVER = {
    "Is Grandma alive?": "You told me of no",
    "Who is Ana?": "worked",
    "Who have I not mentioned for a while?": "Grandma",
    "Wer ist Priya?": "“",
    "Wish my grandma a happy birthday!": "good to read",
    "When do I start my new job?": "I find no date",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def life(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    folder: Path = tmp_path_factory.mktemp("life")
    async with ReaderProcess() as reader, opened(folder, reader=reader) as world:
        for day, mood, text in (line.split("|") for line in DAYS.strip().splitlines()):
            at = datetime.fromisoformat(f"{day}T18:00:00+00:00")
            world.clock.instant = at
            await world.say(text, at=at, mood=int(mood))
        world.clock.instant = NOW
        await world.work()
        while await index_entries(world.store, faculties_with(reader), world.profile_id, limit=99):
            continue
        yield world


async def asked(world: World, *texts: str) -> str:
    """What is replied to the last of some turns of a conversation."""
    profile, faculties = await world.profile(), faculties_with(world.reader)
    before: list[Message] = []
    said = ""
    for n, text in enumerate(texts):
        found = await retrieve(world.store, faculties, profile, text, now=NOW)
        prompt = Prompt((), Drawn(), found)
        said, _ = await answer_offline(
            world.store, faculties, profile, prompt, text=text, now=NOW, before=tuple(before)
        )
        before += [
            Message(f"t{n}", Role.USER, text, NOW),
            Message(f"t{n}", Role.ASSISTANT, said, NOW),
        ]
    return said


@pytest.mark.parametrize("row", ANSWERS.strip().splitlines())
async def test_what_was_asked_is_what_is_answered(life: World, row: str) -> None:
    text, words = row.split("|")
    said = await asked(life, text)

    assert words.replace("\\n", "\n") in said
    assert text not in NEVER or NEVER[text] not in said


@pytest.mark.parametrize(
    ("last", "words"),
    [
        ("and Tomás?", "Tomás last came up yesterday"),
        ("what about Ines?", "Ines last came up on 20 September"),
        ("who is she?", "You first wrote of Priya"),
        ("and before that?", "I find nothing before that."),
        ("What did I just say?", "You said: “When did I last see Priya?”"),
    ],
)
async def test_a_turn_goes_on_with_the_one_before(life: World, last: str, words: str) -> None:
    assert words in await asked(life, "When did I last see Priya?", last)


async def test_so_does_one_that_goes_on_with_such_a_one(life: World) -> None:
    said = await asked(life, "When did I last see Priya?", "and before that?", "and Tomás?")

    assert "Tomás last came up yesterday" in said
