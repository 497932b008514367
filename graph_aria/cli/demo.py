"""`aria demo`: a sample journal goes through the whole line, day by day."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from importlib import resources
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from graph_aria.bootstrap import Services, open_services
from graph_aria.config import Settings
from graph_aria.domain.days import DAY, local_day, local_instant
from graph_aria.domain.entries import check_in_text
from graph_aria.domain.graph import Entity
from graph_aria.domain.life_chapter import LifeChapter
from graph_aria.domain.profiles import new_profile
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Profile
from graph_aria.domain.sentences import sentence
from graph_aria.domain.themes import Theme
from graph_aria.domain.views import MoodDay
from graph_aria.domain.vocabulary import Predicate
from graph_aria.domain.weights import Dial
from graph_aria.errors import Conflict
from graph_aria.stages.capture import capture
from graph_aria.stages.read_themes import read_themes
from graph_aria.stages.schedule import schedule
from graph_aria.stages.synthesize import render_chapter, synthesize
from graph_aria.stages.work import work

NAME: Final = "Mara"
_THEMES: Final = 10
_RELATIONS: Final = 12
_FADED: Final = 12
_MORNING: Final = time(4)


class DemoClock:
    """A clock that is set by hand, so that days can pass in a moment."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        """The instant it was last set to."""
        return self.at


@dataclass(frozen=True, slots=True)
class SampleEntry:
    """A line of the sample journal, with the local day and time it is shifted to."""

    on: date
    at_time: time
    form: EntryForm
    text: str
    mood: int | None


@dataclass(frozen=True, slots=True)
class Spoken:
    """A relation as a sentence, with its weight and the words behind it."""

    sentence: str
    weight: float
    quote: str
    said_on: date


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came out of a sample journal."""

    n_entries: int
    n_days: int
    seconds: float
    themes: tuple[Theme, ...]
    relations: tuple[Spoken, ...]
    faded: tuple[tuple[Entity, date], ...]
    moods: tuple[MoodDay, ...]
    closed: tuple[LifeChapter, ...]
    closed_on: tuple[date, ...]
    chapter: LifeChapter


def sample_journal(*, yesterday: date) -> list[SampleEntry]:
    """The sample journal, oldest first, shifted so that it ends yesterday."""
    source = resources.files("graph_aria.sample").joinpath("journal.jsonl")
    lines = [json.loads(line) for line in source.read_text("utf-8").splitlines() if line]
    last = max(int(line["day"]) for line in lines)
    return [
        SampleEntry(
            on=yesterday - DAY * (last - int(line["day"])),
            at_time=time.fromisoformat(line["time"]),
            form=EntryForm.MOOD_CHECK_IN if line["form"] == "mood" else EntryForm.JOURNAL,
            text=check_in_text(tuple(line["feelings"]), line["because"])
            if line["form"] == "mood"
            else line["text"],
            mood=line.get("mood"),
        )
        for line in lines
    ]


def demo_folder() -> Path:
    """A new data folder that nothing else uses."""
    return Path(tempfile.mkdtemp(prefix="graph-aria-demo-"))


async def play(settings: Settings, console: Console, *, now: datetime) -> Outcome:
    """Write the sample journal into an empty store, let its days pass, and look at it.

    Args:
        settings: with a data folder of its own.
        console: where the progress bar is drawn.
        now: the present instant; the journal ends the day before.

    Raises:
        Conflict: the store is not empty.
    """
    clock = DemoClock(now)
    services = await open_services(settings, clock=clock)
    try:
        if await services.store.list_profiles():
            raise Conflict(f"{settings.store} holds a profile already; the demo needs an empty one")
        zone = settings.new_zone
        entries = sample_journal(yesterday=local_day(now, zone) - DAY)
        began = asyncio.get_running_loop().time()
        profile = await _make_profile(services, zone, entries)
        await _live(services, clock, profile, entries, console, now=now)
        clock.at = now
        await schedule(services.store, clock, services.ids)
        await work(services.store, services.faculties, clock, services.ids, services.pace)
        seconds = asyncio.get_running_loop().time() - began
        profile = await services.store.get_profile(profile.id)
        return await _look(services, profile, entries, now=now, seconds=seconds)
    finally:
        await services.close()


async def _make_profile(services: Services, zone: str, entries: list[SampleEntry]) -> Profile:
    settings = services.settings
    profile, user = new_profile(
        profile_id=services.ids.new(),
        user_id=services.ids.new(),
        name=NAME,
        zone=zone,
        dial=Dial(settings.decay_rate_per_day, settings.fade_threshold),
        token_budget=settings.token_budget,
        created_at=local_instant(entries[0].on, time(0), zone),
    )
    await services.store.create_profile(profile, user)
    return profile


async def _live(
    services: Services,
    clock: DemoClock,
    profile: Profile,
    entries: list[SampleEntry],
    console: Console,
    *,
    now: datetime,
) -> None:
    days = list(_days(entries))
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), console=console
    )
    with bar:
        task = bar.add_task("living 120 days", total=len(days))
        for day, written in days:
            for entry in written:
                clock.at = local_instant(day, entry.at_time, profile.zone)
                await capture(
                    services.store,
                    clock,
                    services.ids,
                    profile,
                    form=entry.form,
                    text=entry.text,
                    mood=entry.mood,
                    origin="demo",
                )
            await work(services.store, services.faculties, clock, services.ids, services.pace)
            # The last morning may still be to come.
            clock.at = min(now, local_instant(day + DAY, _MORNING, profile.zone))
            await schedule(services.store, clock, services.ids)
            await work(services.store, services.faculties, clock, services.ids, services.pace)
            bar.advance(task)


def _days(entries: list[SampleEntry]) -> Iterator[tuple[date, list[SampleEntry]]]:
    day = entries[0].on
    while day <= entries[-1].on:
        yield day, [entry for entry in entries if entry.on == day]
        day += DAY


async def _look(
    services: Services,
    profile: Profile,
    entries: list[SampleEntry],
    *,
    now: datetime,
    seconds: float,
) -> Outcome:
    store = services.store
    today = local_day(now, profile.zone)
    chapters = [c for c in (await store.read_chapters(profile.id)).items if c.ended_on]
    chapters.reverse()
    faded = await store.list_faded(
        profile.id, since=now - timedelta(days=len(entries)), now=now, limit=_FADED
    )
    return Outcome(
        n_entries=len(entries),
        n_days=(entries[-1].on - entries[0].on).days + 1,
        seconds=seconds,
        themes=await read_themes(store, profile, now=now, limit=_THEMES),
        relations=await _spoken(services, profile, now),
        faded=tuple(
            (entity, local_day(entity.standing.fades_at, profile.zone))
            for entity in faded
            if entity.standing
        ),
        moods=await store.read_moods(profile.id, since=entries[0].on, until=today),
        closed=tuple(
            [await render_chapter(store, profile, chapter, now=now) for chapter in chapters]
        ),
        closed_on=tuple(chapter.ended_on for chapter in chapters if chapter.ended_on),
        chapter=await synthesize(store, profile, now=now),
    )


async def _spoken(services: Services, profile: Profile, now: datetime) -> tuple[Spoken, ...]:
    store = services.store
    page = await store.list_relations(profile.id, now=now, active=True, limit=200)
    ends = {end for r in page.items for end in (r.subject_id, r.object_id)}
    entities = await store.read_entities(profile.id, ends)
    names = {e.id: e.name for e in entities}
    stated = [r for r in page.items if r.predicate is not Predicate.RELATED_TO]
    spoken = []
    for relation in stated[:_RELATIONS]:
        lines = (await store.read_evidence(profile.id, relation.id, limit=1)).items
        spoken.append(
            Spoken(
                sentence=sentence(
                    relation,
                    user_id=profile.user_id,
                    subject=names.get(relation.subject_id, ""),
                    object_=names.get(relation.object_id, ""),
                ),
                weight=relation.standing.weight_at(now, profile.dial),
                quote=lines[0].quotes[0] if lines and lines[0].quotes else "",
                said_on=relation.standing.last_on,
            )
        )
    return tuple(spoken)


def as_data(outcome: Outcome) -> Mapping[str, Any]:
    """What came out, for `--json`."""
    return {
        "n_entries": outcome.n_entries,
        "n_days": outcome.n_days,
        "themes": [
            {
                "name": theme.entity.name,
                "kind": theme.entity.kind,
                "weight": theme.weight,
                "trend_7d": theme.trend_7d,
                "trend_30d": theme.trend_30d,
            }
            for theme in outcome.themes
        ],
        "relations": [
            {
                "sentence": item.sentence,
                "weight": item.weight,
                "quote": item.quote,
                "said_on": item.said_on.isoformat(),
            }
            for item in outcome.relations
        ],
        "faded": [
            {"name": entity.name, "kind": entity.kind, "faded_on": day.isoformat()}
            for entity, day in outcome.faded
        ],
        "moods": [{"day": mood.day.isoformat(), "mood": mood.mood} for mood in outcome.moods],
        "chapters": [
            {
                "title": chapter.title,
                "started_on": chapter.started_on.isoformat() if chapter.started_on else None,
                "ended_on": ended_on.isoformat(),
            }
            for chapter, ended_on in zip(outcome.closed, outcome.closed_on, strict=True)
        ],
        "life_chapter": outcome.chapter.text,
    }
