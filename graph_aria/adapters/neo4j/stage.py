"""A new dial in the making: days replayed beside the present ones, put in place at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.neo4j.engine import Engine, Tx, no_profile, row, rows
from graph_aria.adapters.neo4j.jobs import check_fence, mark_done
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.rows import (
    Properties,
    day_row_properties,
    evidence_of,
    shown_weight,
    stored,
)
from graph_aria.domain.weights import Dial

if TYPE_CHECKING:
    from graph_aria.domain.graph import GraphDelta
    from graph_aria.domain.views import Lease
    from graph_aria.domain.weights import DayRow, Evidence, Standing

_Q: Final = load_queries("stage")


class Neo4jStage:
    """Implements the part of `ports.Graph` that changes the dial."""

    _engine: Engine

    async def read_unstaged(
        self, profile_id: str, dial: Dial, *, limit: int
    ) -> dict[str, tuple[Evidence, ...]]:
        """See `ports.Graph`; at most `limit` targets, in order of id."""

        async def work(tx: Tx) -> dict[str, tuple[Evidence, ...]]:
            if await _staged_dial(tx, profile_id) != dial:
                await _begin_anew(tx, profile_id, dial)
            handed = await rows(tx, _Q["hand_out"], profile=profile_id, limit=limit)
            targets = [item[0] for item in handed]
            found: dict[str, list[Evidence]] = defaultdict(list)
            for (item,) in await rows(tx, _Q["list_handed"], profile=profile_id, targets=targets):
                found[item[0]].append(evidence_of(item))
            return {target_id: tuple(items) for target_id, items in found.items()}

        return await self._engine.write(work)

    async def stage(
        self, profile_id: str, rows: Sequence[tuple[Standing, Sequence[DayRow]]]
    ) -> None:
        """See `ports.Graph`; what was changed since it was handed out is left out."""
        now = self._engine.clock.now()
        by_target = {days[0].target_id: (standing, days) for standing, days in rows}

        async def work(tx: Tx) -> None:
            dial = await _staged_dial(tx, profile_id)
            if dial is None:
                return
            taken = await _rows(tx, "take_back", profile_id, targets=sorted(by_target))
            standings: list[Properties] = []
            staged_days: list[Properties] = []
            for target_id in sorted(str(item[0]) for item in taken):
                standing, days = by_target[target_id]
                standings.append(_staged(profile_id, target_id, standing, dial, now))
                staged_days += [day_row_properties(item, profile_id) for item in days]
            await _rows(tx, "stage_standings", profile_id, standings=standings)
            await _rows(tx, "stage_days", profile_id, days=staged_days)

        await self._engine.write(work)

    async def switch_dial(self, profile_id: str, dial: Dial, *, lease: Lease | None) -> bool:
        """See `ports.Graph`; marks the lease's jobs done as well.

        All chapters are to be derived again, and the pass stamps again what fades at
        another time now.
        """
        now = self._engine.clock.now()

        async def work(tx: Tx) -> bool:
            staged = await _staged_dial(tx, profile_id)
            if lease is not None:
                await check_fence(tx, lease)
            if staged != dial or await _rows(tx, "find_unstaged", profile_id):
                return False
            for name in ("take_days", "take_entities", "take_relations"):
                await _rows(tx, name, profile_id)
            values = {"rate": dial.rate_per_day, "threshold": dial.threshold}
            await _rows(tx, "set_dial", profile_id, **values)
            await _clear(tx, profile_id)
            if lease is not None:
                await mark_done(tx, lease, now)
            return True

        return await self._engine.write(work)


async def take_out_of_stage(tx: Tx, delta: GraphDelta) -> None:
    """What a delta changes must be replayed again, while a dial is in the making."""
    profile_id = delta.profile_id
    if delta.replace_all or delta.drop_entry_ids:
        await _clear(tx, profile_id)  # the next call of `read_unstaged` begins anew
        return
    changed = {
        *(item.target_id for item in delta.save_evidence),
        *(target_id for _, target_id in delta.drop_evidence),
        *delta.drop_entity_ids,
        *delta.drop_relation_ids,
    }
    for name in ("unstage", "mark_unstaged"):
        await _rows(tx, name, profile_id, targets=sorted(changed))


def _staged(
    profile_id: str, target_id: str, item: Standing, dial: Dial, now: datetime
) -> Properties:
    # The rest of a standing does not depend on the dial.
    return {
        "profile_id": profile_id,
        "target_id": target_id,
        "weight": item.weight,
        "heat": item.heat,
        "fades_at": stored(item.fades_at),
        "shown": shown_weight(item, dial, now),
    }


async def _staged_dial(tx: Tx, profile_id: str) -> Dial | None:
    """The dial in the making; nobody else changes the profile until the transaction ends.

    Raises:
        NotFound: there is no such profile.
    """
    found = await row(tx, _Q["read_stage"], profile=profile_id)
    if found is None:
        raise no_profile(profile_id)
    return None if found[0] is None else Dial(found[0], found[1])


async def _begin_anew(tx: Tx, profile_id: str, dial: Dial) -> None:
    await _clear(tx, profile_id)
    values = {"rate": dial.rate_per_day, "threshold": dial.threshold}
    await _rows(tx, "begin_stage", profile_id, **values)
    await _rows(tx, "mark_all", profile_id)


async def _clear(tx: Tx, profile_id: str) -> None:
    for name in ("clear_standings", "clear_days", "clear_unstaged", "end_stage"):
        await _rows(tx, name, profile_id)


async def _rows(tx: Tx, name: str, profile_id: str, **values: object) -> list[list[object]]:
    return await rows(tx, _Q[name], profile=profile_id, **values)
