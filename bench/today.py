"""What today holds, of ten years of a life against its last month.

An invented life of one entry a day, in SQLite: 3,650 entries against the last 30 of them, so that
both have the same days behind them. People, places and activities come and go, most days have a
mood, every week something is ahead, foci begin and end, things change for good, and some die. In
the ten years alone, this day has nine others, something returns, and there is all that ended.

What is timed, in turns, is the stage behind `aria today`, and the call of the API that the command
makes, in this process. The figure is the worse of the two ratios, each of the times below which a
tenth lies: what else a machine does makes the longer one wait more often. Medians are printed too.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import httpx
import structlog

from bench.lives import NOW, SetClock, make_profile, open_store
from bench.report import conclude, percentile, spread
from graph_aria import bootstrap
from graph_aria.adapters.clock import UuidIds
from graph_aria.bootstrap import Services
from graph_aria.config import Settings
from graph_aria.domain.clauses import ParsedText
from graph_aria.domain.life import Standing
from graph_aria.domain.memories import Category, ImportantDate, MemoryCandidate, MemoryKind
from graph_aria.domain.memory_changes import Embedding
from graph_aria.domain.reading import EntryForm, Reading, ReadMention, ReadRequest
from graph_aria.domain.records import Profile
from graph_aria.domain.vocabulary import Kind
from graph_aria.errors import EmbedderAway
from graph_aria.ports import Store
from graph_aria.server import Mode, create_app
from graph_aria.stages.capture import capture
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.look_at_today import look_at_today
from graph_aria.stages.schedule import schedule
from graph_aria.stages.work import work

N_DAYS = 3_650
N_MONTH = 30
ROUNDS = 200
N_WARM = 20
LIMIT = 1.5
_TENTH = 0.1

_PEOPLE = ("Ada", "Boris", "Chloe", "Esra", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kemal")
_PLACES = ("Oslo", "Lyon", "Izmir", "Porto", "Graz", "Cork", "Bari", "Malmo", "Ghent", "Split")
_DOINGS = ("swimming", "running", "yoga", "chess", "painting", "cooking", "climbing", "reading")
_TOPICS = ("work", "money", "family", "sleep", "music", "travel")
_FEELINGS = ("joy", "calm", "anger", "sadness", "worry", "hope")
_AHEAD = ("an interview", "a dentist appointment", "a concert", "an exam", "a match")
_AT = ("a thesis", "a garden", "a novel", "a marathon", "a flat")
_KINDS = {
    **dict.fromkeys(_PEOPLE, Kind.PERSON),
    **dict.fromkeys(_PLACES, Kind.PLACE),
    **dict.fromkeys(_DOINGS, Kind.ACTIVITY),
    **dict.fromkeys(_TOPICS, Kind.TOPIC),
    **dict.fromkeys(_FEELINGS, Kind.EMOTION),
}
_WORD = re.compile(r"\w+")
_TOLD = re.compile(r"(?P<what>AHEAD|AT|DONE|MOVED|DIED) (?P<words>[\w ]+) on (?P<on>[\d-]+)\.")


class LifeReader:
    """Reads the words of the invented life, and remembers what it tells in so many words."""

    reader_id = "bench 1"
    parser_id = "bench 1"
    degraded: str | None = None

    def __init__(self, model: str | None = None) -> None:
        """Nothing to load."""

    async def start(self) -> None:
        """Nothing to start."""

    async def close(self) -> None:
        """Nothing to stop."""

    async def parse_sentences(self, texts: Sequence[str]) -> list[ParsedText]:
        """Nothing of each text: memories are compared by their words and slots."""
        return [ParsedText(()) for _ in texts]

    async def describe(self) -> Embedding:
        """Nothing is embedded."""
        raise EmbedderAway

    async def embed(self, texts: Sequence[str]) -> Embedding:
        """Nothing is embedded."""
        raise EmbedderAway(f"{len(texts)} texts")

    async def concerns_of(self, sentences: Sequence[str]) -> None:
        """Nothing is looked at a second time."""

    async def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        """What each text says."""
        return [self._read(request.text) for request in requests]

    def _read(self, text: str) -> Reading:
        mentions = tuple(
            ReadMention(
                found.start(), found.end(), found[0], found[0], _KINDS[found[0]], "bench:word"
            )
            for found in _WORD.finditer(text)
            if found[0] in _KINDS
        )
        memories = tuple(map(_remembered, _TOLD.finditer(text)))
        return Reading(mentions, (), (), "en", self.reader_id, memories=memories)


def _remembered(found: re.Match[str]) -> MemoryCandidate:
    what, words, on = found["what"], found["words"], date.fromisoformat(found["on"])
    kinds = {"AHEAD": MemoryKind.EVENT, "AT": MemoryKind.FOCUS, "DONE": MemoryKind.FOCUS}
    texts = {
        "AHEAD": f"The user has {words} on {on:%d %B %Y}.",
        "AT": f"The user is working on {words}.",
        "DONE": f"The user finished {words}.",
        "MOVED": f"The user moved to {words} on {on:%d %B %Y}.",
        "DIED": f"The user's friend {words} died on {on:%d %B %Y}.",
    }
    slots = {
        "AT": (f"focus|{words}", Standing.ON),
        "DONE": (f"focus|{words}", Standing.DONE),
        "MOVED": (f"milestone|move {words} {on}|user", ""),
        "DIED": (f"the user's friend {words}|died", ""),
    }
    slot, value = slots.get(what, (None, None))
    returns = ImportantDate(on.month, on.day, on.year) if what in {"MOVED", "DIED"} else None
    is_span = what in {"AHEAD", "MOVED", "DIED"}
    return MemoryCandidate(
        text=texts[what],
        kind=kinds.get(what, MemoryKind.MILESTONE),
        category=Category.EVENTS,
        start=found.start(),
        end=found.end(),
        rule="bench:told",
        importance=0.8,
        valid_from=on if is_span or what == "AT" else None,
        valid_until=on if is_span else None,
        important=returns,
        slot=slot,
        value=value,
    )


def told_on(n_ago: int) -> tuple[str, int | None]:
    """What the user writes so many days before today, and their mood; the same in every life."""
    chance = random.Random(n_ago)
    today = NOW.date()
    day = today - timedelta(days=n_ago)
    phase = n_ago // 180
    known = random.Random(phase)
    people, places = known.sample(_PEOPLE, 4), known.sample(_PLACES, 3)
    text = (
        f"{chance.choice(_DOINGS)} with {chance.choice(people)} in {chance.choice(places)}, then "
        f"{chance.choice(_TOPICS)} and {chance.choice(_TOPICS)}. Some {chance.choice(_FEELINGS)}."
    )
    if n_ago % 7 == 2:
        text += f" AHEAD {chance.choice(_AHEAD)} on {day + timedelta(days=1)}."
    month = n_ago // 30
    if n_ago % 30 == 20:
        text += f" AT {_AT[month % len(_AT)]} no {month} on {day}."
    if n_ago % 30 == 3 and month:
        text += f" DONE {_AT[month % len(_AT)]} no {month} on {day}."
    if n_ago % 61 == 15:
        text += f" MOVED {chance.choice(_PLACES)} on {day}."
    if n_ago % 400 == 399:
        text += f" DIED {_PEOPLE[n_ago // 400 % len(_PEOPLE)]} on {day}."
    years = today.year - day.year
    if years % 4 == 1 and (day.month, day.day) == (today.month, today.day):
        text += f" MOVED {_PLACES[years % len(_PLACES)]} on {day}."
    return text, chance.randint(3, 9) if chance.random() < 0.7 else None


async def fill(folder: Path, n_days: int) -> None:
    """Live so many days, each entry handed in and read on its day, and do what was due since."""
    clock, ids = SetClock(), UuidIds()
    store = await open_store(folder, clock)
    reader = LifeReader()
    faculties = Faculties(reader, reader, reader)
    try:
        clock.at = NOW - timedelta(days=n_days)
        profile = await make_profile(store, ids, at=clock.at)
        for n_ago in range(n_days - 1, -1, -1):
            clock.at = NOW - timedelta(days=n_ago, hours=1)
            text, mood = told_on(n_ago)
            await capture(store, clock, ids, profile, form=EntryForm.JOURNAL, text=text, mood=mood)
            await work(store, faculties, clock, ids)
        clock.at = NOW
        await schedule(store, clock, ids)
        while await work(store, faculties, clock, ids):
            pass
    finally:
        await store.close()


@dataclass(frozen=True, slots=True)
class Opened:
    """A store behind its application."""

    store: Store
    profile: Profile
    http: httpx.AsyncClient

    async def look(self) -> None:
        """The stage."""
        await look_at_today(self.store, self.profile, now=NOW)

    async def call(self) -> None:
        """The command's call."""
        (await self.http.get("/api/v1/life/today")).raise_for_status()


async def opened(stack: AsyncExitStack, folder: Path) -> Opened:
    """Open a store as the service does, and somebody who may call it."""
    found: list[Services] = []
    settings = Settings(data_dir=folder, keyring=False, zone="UTC")
    app = create_app(settings, Mode(serving=False, on_open=found.append, clock=SetClock()))
    await stack.enter_async_context(app.router.lifespan_context(app))
    (services,) = found
    store = services.store
    (profile,) = await store.list_profiles()
    http = httpx.AsyncClient(
        transport=httpx.ASGITransport(app),
        base_url="http://127.0.0.1",
        headers={
            "Authorization": f"Bearer {services.admin_secret}",
            "X-Aria-Profile": profile.id,
        },
    )
    await stack.enter_async_context(http)
    return Opened(store, profile, http)


async def timed(lives: Sequence[Opened], of: Callable[[Opened], Awaitable[None]]) -> list[float]:
    """Milliseconds for each life below which a tenth lies, measured in turns."""
    times: list[list[float]] = [[] for _ in lives]
    for n in range(N_WARM + ROUNDS):
        for life, taken in zip(lives, times, strict=True):
            began = time.perf_counter()
            await of(life)
            if n >= N_WARM:
                taken.append((time.perf_counter() - began) * 1000)
    for name, taken in zip(("a month", "ten years"), times, strict=True):
        print(f"  {name}: ms {spread(taken)}")
    return [percentile(taken, _TENTH) for taken in times]


async def main() -> None:
    """Live both lives, then look at their day in turns."""
    n_days = N_DAYS // 5 if "--quick" in sys.argv else N_DAYS
    setattr(bootstrap, "ReaderProcess", LifeReader)  # noqa: B010 - nothing is read any more
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name) / "month", Path(name) / "years"]
        for folder, n in zip(folders, (N_MONTH, n_days), strict=True):
            folder.mkdir(mode=0o700)
            began = time.perf_counter()
            await fill(folder, n)
            print(f"{n:,} entries, lived in {time.perf_counter() - began:.0f} s", flush=True)
        async with AsyncExitStack() as stack:
            lives = [await opened(stack, folder) for folder in folders]
            today = await look_at_today(lives[1].store, lives[1].profile, now=NOW)
            print(
                f"ten years: {len(today.this_day)} other years, {len(today.anniversaries)} return, "
                f"{len(today.follow_ups)} to ask after"
            )
            print("stage")
            month, years = await timed(lives, Opened.look)
            print("API")
            month_call, years_call = await timed(lives, Opened.call)
    print(f"stage {years / month:.2f} x, API {years_call / month_call:.2f} x")
    conclude("today", max(years / month, years_call / month_call), LIMIT)


if __name__ == "__main__":
    asyncio.run(main())
