"""The sample journal, read as the product reads it: no pattern once its moods are moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.cli.demo import sample_journal
from graph_aria.domain.pattern_values import JournalDays, Pattern
from graph_aria.domain.patterns import find_patterns
from graph_aria.domain.reading import Reading, ReadRequest
from graph_aria.stages import notice as stage
from tests.line.world import BEGIN, ScriptedReader, World, opened

LAST = BEGIN.date() + timedelta(days=120)


class HereReader(ScriptedReader):
    """The product's reader, in this process."""

    def __init__(self) -> None:
        super().__init__()
        self._reader = SpacyReader()

    async def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        return self._reader.read_batch(requests)


async def lived(world: World) -> None:
    """The sample journal, read in one go."""
    for item in sample_journal(yesterday=LAST):
        at = datetime.combine(item.on, item.at_time, UTC)
        await world.say(item.text, at=at, form=item.form, mood=item.mood)
    await world.work()


@pytest.mark.slow
async def test_the_sample_journal_with_moved_moods_shows_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[JournalDays] = []

    def hold(journal: JournalDays) -> tuple[Pattern, ...]:
        held.append(journal)
        return find_patterns(journal)

    monkeypatch.setattr(stage, "find_patterns", hold)
    async with opened(tmp_path, reader=HereReader()) as world:
        await lived(world)
        await stage.notice(world.store, await world.profile(), today=LAST)
    (journal,) = held
    days: list[date] = sorted(journal.moods)
    assert len(days) >= 60
    assert len(journal.histories) >= 20
    n_false = 0
    for by in range(7, len(days) - 7):
        values = [journal.moods[day] for day in [*days[by:], *days[:by]]]
        n_false += bool(find_patterns(replace(journal, moods=dict(zip(days, values, strict=True)))))
    assert n_false == 0
