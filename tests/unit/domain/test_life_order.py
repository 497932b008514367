"""However milestones are told, edited and deleted, what is left tells how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import count

from hypothesis import given, settings
from hypothesis import strategies as st

from graph_aria.domain.memories import (
    Category,
    ImportantDate,
    Level,
    Memory,
    MemoryCandidate,
    MemoryKind,
    MemoryState,
)
from graph_aria.domain.memory_changes import MemoryNeighbourhood
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.memory_standing import MemoryChange, restand
from graph_aria.domain.milestones import Told
from graph_aria.domain.remembering import plan, proposed
from tests.unit.domain.memory_model import WITHOUT_VECTORS

AT = datetime(2026, 3, 2, 19, tzinfo=UTC)
YEAR = Told(date(2019, 1, 1), date(2019, 12, 31))
MAY = Told(date(2019, 5, 1), date(2019, 5, 31))
DAY = Told(date(2019, 5, 3), date(2019, 5, 3), ImportantDate(5, 3, 2019))
YEARLY = Told(yearly=ImportantDate(5, 3))
OTHER_YEAR = Told(date(2015, 1, 1), date(2015, 12, 31))
OTHER_DAY = Told(date(2015, 2, 9), date(2015, 2, 9), ImportantDate(2, 9, 2015))
ONE = [Told(), YEAR, MAY, DAY, YEARLY]


class Life:
    """The memories of one profile, as a store would hold them after each change."""

    def __init__(self, slot: str) -> None:
        self.slot = slot
        self.known = MemoryNeighbourhood()
        self.ids = count(1)

    def say(self, told: Told, entry_id: str) -> None:
        """Plan and store one telling."""
        n = next(self.ids)
        said = MemoryCandidate(
            f"It was so, as told {told.exactness}.", MemoryKind.MILESTONE, Category.FAMILY, 0, 9,
            "fact:milestone", valid_from=told.first, valid_until=told.last,
            important=told.yearly, slot=self.slot, value="",
        )  # fmt: skip
        at = AT + n * timedelta(days=1)
        proposal = proposed(
            said, memory_id=f"m{n:03d}", profile_id="p", entry_id=entry_id, said_at=at, now=at
        )
        added = plan(
            [proposal],
            known=self.known.memories.values(),
            sources=self.known.sources,
            bearings=WITHOUT_VECTORS,
        )
        self.change(MemoryChange(added))

    def forget(self, entry_id: str) -> None:
        """Delete an entry."""
        keys = [one.key for one in self.known.sources if one.entry_id == entry_id]
        self.change(MemoryChange(dropped=keys))

    def change(self, change: MemoryChange) -> None:
        """Derive how all stand afterwards, and keep it."""
        delta = restand(
            self.known, change, level=Level.CLOSE, allows_romance=True, now=AT,
            new_id=lambda: f"r{next(self.ids)}",
        )  # fmt: skip
        memories = {**self.known.memories, **{one.id: one for one in delta.save}}
        sources: dict[tuple[str, str, int, int], MemorySource] = {
            one.key: one for one in self.known.sources
        }
        sources |= {one.key: one for one in delta.save_sources}
        gone = set(delta.drop_ids)
        self.known = replace(
            self.known,
            memories={key: one for key, one in memories.items() if key not in gone},
            sources=tuple(
                one
                for key, one in sources.items()
                if key not in set(delta.drop_sources) and key[0] not in gone
            ),
        )

    def of(self, state: MemoryState) -> list[Memory]:
        return [one for one in self.known.memories.values() if one.state is state]

    def dates(self) -> list[tuple[date | None, date | None]]:
        """The dates that stand or wait for an answer, in order."""
        found = [*self.of(MemoryState.CURRENT), *self.of(MemoryState.PENDING)]
        return sorted(
            ((one.valid_from, one.valid_until) for one in found),
            key=lambda each: each[0] or date.min,
        )


def lived(told: Sequence[Told], slot: str = "milestone|wedding|user") -> Life:
    life = Life(slot)
    for n, each in enumerate(told):
        life.say(each, f"e{n:03d}")
    return life


@given(st.permutations(ONE), st.permutations(range(len(ONE))))
def test_what_fits_is_one_in_whichever_order_it_is_told_and_forgotten(
    told: list[Told], order: list[int]
) -> None:
    life = lived(told)
    assert life.dates() == [(DAY.first, DAY.last)]
    assert len(life.known.sources) == len(told)

    left = dict(enumerate(told))
    for n in order[:-1]:
        life.forget(f"e{n:03d}")
        del left[n]
        (memory,) = life.known.memories.values()
        assert memory.state is MemoryState.CURRENT
        best = max(left.values(), key=lambda one: one.exactness)
        assert Told.of(memory).exactness >= best.exactness
    life.forget(f"e{order[-1]:03d}")
    assert life.known.memories == {}


@given(st.permutations([YEAR, MAY, DAY, OTHER_YEAR, OTHER_DAY]))
def test_what_does_not_fit_is_one_open_question_in_whichever_order(told: list[Told]) -> None:
    life = lived(told)

    assert life.dates() == [(OTHER_DAY.first, OTHER_DAY.last), (DAY.first, DAY.last)]
    assert len(life.of(MemoryState.PENDING)) == len(life.of(MemoryState.CURRENT)) == 1


@given(st.permutations([YEAR, MAY, OTHER_YEAR, OTHER_DAY]))
def test_what_may_happen_twice_is_two_in_whichever_order(told: list[Told]) -> None:
    life = lived(told, "milestone|move to ghent|user")

    assert life.dates() == [(OTHER_DAY.first, OTHER_DAY.last), (MAY.first, MAY.last)]
    assert life.of(MemoryState.PENDING) == []


@settings(max_examples=150)
@given(
    st.lists(st.sampled_from([*ONE, OTHER_YEAR, OTHER_DAY]), min_size=2, max_size=7),
    st.data(),
)
def test_no_two_that_stand_tell_one_milestone_or_differ_in_its_date(
    told: list[Told], data: st.DataObject
) -> None:
    life = lived(told)
    for n in data.draw(st.lists(st.integers(0, len(told) - 1), unique=True, max_size=4)):
        life.forget(f"e{n:03d}")

    left = {one.memory_id for one in life.known.sources}
    assert left == set(life.known.memories)
    assert len(life.of(MemoryState.CURRENT)) == (1 if left else 0)
