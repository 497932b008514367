"""A new dial in the making: days are replayed beside the present ones, then switched."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.sqlite.engine import Engine, many, profile_key, row, rows
from graph_aria.adapters.sqlite.jobs import check_fence, mark_done
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.rows import day_row_values, evidence_of
from graph_aria.domain.days import micros

if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from graph_aria.domain.graph import GraphDelta
    from graph_aria.domain.views import Lease
    from graph_aria.domain.weights import DayRow, Dial, Evidence, Standing

_Q: Final = load_queries("stage")


class SqliteStage:
    """Implements the part of `ports.Graph` that changes the dial."""

    _engine: Engine

    async def read_unstaged(
        self, profile_id: str, dial: Dial, *, limit: int
    ) -> dict[str, tuple[Evidence, ...]]:
        """See `ports.Graph`; at most `limit` targets, in order of id."""

        def work(db: apsw.Connection) -> dict[str, tuple[Evidence, ...]]:
            key = profile_key(db, profile_id)
            if _staged_dial(db, key) != (dial.rate_per_day, dial.threshold):
                _begin_anew(db, key, dial)
            values = {"profile": key, "limit": limit}
            db.execute(_Q["hand_out"], values)
            found: dict[str, list[Evidence]] = defaultdict(list)
            for item in rows(db, _Q["list_handed"], values):
                found[item[0]].append(evidence_of(item))
            return {target_id: tuple(items) for target_id, items in found.items()}

        return await self._engine.write(work)

    async def stage(
        self, profile_id: str, rows: Sequence[tuple[Standing, Sequence[DayRow]]]
    ) -> None:
        """See `ports.Graph`; what was changed since it was handed out is left out."""

        def work(db: apsw.Connection) -> None:
            key = profile_key(db, profile_id)
            for standing, days in rows:
                target_id = days[0].target_id
                if row(db, _Q["take_back"], (key, target_id)) is None:
                    continue
                db.execute(_Q["stage_standing"], _staged(key, target_id, standing))
                many(db, _Q["stage_day"], (day_row_values(key, item) for item in days))

        await self._engine.write(work)

    async def switch_dial(self, profile_id: str, dial: Dial, *, lease: Lease | None) -> bool:
        """See `ports.Graph`; marks the lease's jobs done as well.

        All chapters are to be derived again, and the pass stamps again what fades at
        another time now.
        """
        at = self._engine.clock.now()

        def work(db: apsw.Connection) -> bool:
            key = profile_key(db, profile_id)
            if lease is not None:
                check_fence(db, key, lease)
            if _staged_dial(db, key) != (dial.rate_per_day, dial.threshold):
                return False
            if row(db, _Q["find_unstaged"], (key,)) is not None:
                return False
            for name in ("drop_days", "take_days", "take_entities", "take_relations"):
                db.execute(_Q[name], {"profile": key})
            values = {"profile": key, "rate": dial.rate_per_day, "threshold": dial.threshold}
            db.execute(_Q["set_dial"], values)
            _clear(db, key)
            if lease is not None:
                mark_done(db, key, lease, at)
            return True

        return await self._engine.write(work)


def take_out_of_stage(db: apsw.Connection, key: int, delta: GraphDelta) -> None:
    """What a delta changes must be replayed again, if a dial is in the making."""
    if _staged_dial(db, key) is None:
        return
    if delta.replace_all or delta.drop_entry_ids:
        _clear(db, key)  # the next call of `read_unstaged` begins anew
        return
    changed = {
        *(item.target_id for item in delta.save_evidence),
        *(target_id for _, target_id in delta.drop_evidence),
        *delta.drop_entity_ids,
        *delta.drop_relation_ids,
    }
    pairs = [(key, target_id) for target_id in changed]
    for name in ("drop_staged_standing", "drop_staged_days", "drop_unstaged", "mark_unstaged"):
        many(db, _Q[name], pairs)


def _staged(key: int, target_id: str, item: Standing) -> tuple[int, str, float, float, int]:
    # The rest of a standing does not depend on the dial.
    return key, target_id, item.weight, item.heat, micros(item.fades_at)


def _staged_dial(db: apsw.Connection, key: int) -> tuple[float, float] | None:
    found = row(db, _Q["read_stage"], (key,))
    return None if found is None else (found[0], found[1])


def _begin_anew(db: apsw.Connection, key: int, dial: Dial) -> None:
    _clear(db, key)
    values = {"profile": key, "rate": dial.rate_per_day, "threshold": dial.threshold}
    db.execute(_Q["begin_stage"], values)
    db.execute(_Q["mark_all"], {"profile": key})


def _clear(db: apsw.Connection, key: int) -> None:
    for name in ("clear_standings", "clear_days", "clear_unstaged", "end_stage"):
        db.execute(_Q[name], (key,))
