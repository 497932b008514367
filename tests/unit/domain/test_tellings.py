"""What of all that is stored of a memory tells that it was spoken of."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from graph_aria.domain.carried_over import as_it_was
from graph_aria.domain.memories import Level, MemoryKind, MemoryState
from graph_aria.domain.memory_history import LinkKind, MemoryLink
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.replaying import replay
from graph_aria.domain.tellings import claims, tellings
from tests.unit.domain.test_life_returns import focus
from tests.unit.domain.test_occasions import SAID_AT

DAY = timedelta(days=1)


def source(
    days: int, *, edits: bool = False, value: str = "on", slot: str = "focus|thesis",
    kind: MemoryKind = MemoryKind.FOCUS, memory_id: str = "m",
) -> MemorySource:  # fmt: skip
    said = replace(as_it_was(focus()), value=value, slot=slot, kind=kind)
    said = said if edits else replace(said, rule="fact:focus")
    return MemorySource(memory_id, f"e{days:02}", said, SAID_AT + days * DAY)


@pytest.mark.parametrize(
    ("sources", "told", "claimed"),
    [
        ([source(0), source(5)], [0, 5], [0, 5]),
        ([source(0), source(5, edits=True), source(9, edits=True)], [0], [0]),
        ([source(9, edits=True), source(20), source(0)], [0, 20], [0, 20]),
        ([source(0), source(5, edits=True, value="done")], [0, 5], [0, 5]),
        (
            [source(0), source(5, edits=True, value="done"), source(9, edits=True, value="done")],
            [0, 5],
            [0, 5],
        ),
        ([source(0), source(5, edits=True, slot="focus|dutch")], [0], [0, 5]),
        ([source(5, edits=True), source(9, edits=True)], [5], [5]),
        ([source(0), source(5, edits=True, kind=MemoryKind.FACT)], [0, 5], [0, 5]),
        ([], [], []),
    ],
)
def test_setting_a_focus_right_is_no_telling_of_it(
    sources: list[MemorySource], told: list[int], claimed: list[int]
) -> None:
    for found, days in (tellings(sources), told), (claims(sources), claimed):
        assert sorted(one.said_at for one in found) == [SAID_AT + n * DAY for n in days]


def test_a_focus_that_is_over_stays_so_when_it_is_set_right() -> None:
    on = focus(id="a")
    done = focus("The user finished their thesis.", id="b", value="done")
    said = [
        source(0, memory_id="a"),
        source(5, memory_id="b", value="done"),
        source(9, memory_id="a", edits=True),
    ]
    stand = replay(
        [on, done], sources=said, links=(), rulings=(), level=Level.FRIEND,
        allows_romance=False, now=SAID_AT + 10 * DAY,
    )  # fmt: skip

    assert stand["a"].superseded_by == "b"
    assert [stand[one].confirmed_at for one in "ab"] == [SAID_AT, SAID_AT + 5 * DAY]


def test_one_that_was_taken_back_stays_so_when_it_is_set_right() -> None:
    taken, taking = focus(id="a"), focus("The user is learning Dutch.", id="b")
    said = [
        source(0, memory_id="a"),
        source(5, memory_id="b", slot="focus|dutch"),
        source(9, memory_id="a", edits=True),
    ]
    stand = replay(
        [taken, taking], sources=said, links=[MemoryLink("b", "a", LinkKind.CORRECTS, "said")],
        rulings=(), level=Level.FRIEND, allows_romance=False, now=SAID_AT + 10 * DAY,
    )  # fmt: skip

    assert stand["a"].state is MemoryState.SUPERSEDED
