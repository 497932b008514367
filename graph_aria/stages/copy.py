"""Copy a whole store into another, and compare the two."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from graph_aria.domain.copies import (
    CopiedRow,
    CopyMark,
    Part,
    RowKind,
    StoreFacts,
    Tally,
    parts_of,
    store_id,
    tally,
)
from graph_aria.domain.views import Page
from graph_aria.errors import Conflict, InvalidCursor
from graph_aria.ports import Copying, Profiles
from graph_aria.stages.together import together

_PAGE: Final = 5_000
_PAGE_OF_ENTRIES: Final = 200
"""Entries may be long, and have many passages."""
_LONG: Final = (RowKind.ENTRY, RowKind.PASSAGE)


class CopyStore(Copying, Profiles, Protocol):
    """What copying needs of a store."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a copy is.

    Attributes:
        comparing: rows are compared now; before, they are copied.
        kind: whose rows.
        n_done, n_total: of all rows, in this step.
    """

    comparing: bool
    kind: RowKind
    n_done: int
    n_total: int


Tell = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class CopiedKind:
    """What both stores hold of one kind, in all profiles together.

    Attributes:
        n_rows: how many the source has.
        digest: of the source's rows, as 32 hexadecimal digits.
        equal: the target has as many, with the same digest in each profile.
    """

    kind: RowKind
    n_rows: int
    digest: str
    equal: bool


@dataclass(frozen=True, slots=True)
class CopyReport:
    """What became of a copy.

    Attributes:
        resumed: it went on with one that was broken off.
        kinds: in the order in which they were copied.
    """

    resumed: bool
    kinds: tuple[CopiedKind, ...]

    @property
    def equal(self) -> bool:
        """Whether both stores hold the same."""
        return all(each.equal for each in self.kinds)


async def copy(source: CopyStore, target: CopyStore, *, tell: Tell) -> CopyReport:
    """Copy every row of a store into an empty one, or go on where that was broken off.

    Afterwards all rows of both are read again and compared. What differs, because the
    source was written to between two runs, is copied once more. If the two are still not
    equal the target keeps its mark, so that nobody takes it for whole.

    Args:
        source: nobody else writes to it meanwhile.
        target: empty, or with the mark of a copy of the same store; nobody else uses it.
        tell: is told how far it is, after each page of rows.

    Raises:
        Conflict: the target holds something already, or a part of another store.

    Reads: both stores whole. Writes: one transaction a page. Safe to repeat: yes.
    """
    return await _Copy(source, target, tell).run()


class _Copy:
    def __init__(self, source: CopyStore, target: CopyStore, tell: Tell) -> None:
        self._source = source
        self._target = target
        self._tell = tell
        self._source_id = ""
        self._counts: Mapping[Part, int] = {}
        self._n_done = 0
        self._comparing = False

    async def run(self) -> CopyReport:
        self._source_id = await self._read_source_id()
        mark = await self._target.read_copy()
        resumed = mark is not None
        if mark is None:
            mark = CopyMark(self._source_id, Part(RowKind.STORE))
            await self._target.begin_copy(mark)
        elif mark.source_id != self._source_id:
            raise Conflict(
                "the copy that was broken off came from another store; go on from that one, "
                "or empty the store to copy into"
            )
        self._counts = await self._count()
        await self._copy_from(mark)
        await self._target.note_copy(self._all_copied)
        report = CopyReport(resumed, await self._compare())
        if report.equal:
            await self._target.end_copy()
        return report

    @property
    def _all_copied(self) -> CopyMark:
        return CopyMark(self._source_id, None)

    async def _read_source_id(self) -> str:
        page = await self._source.export(Part(RowKind.STORE), limit=1)
        facts = next(item for item in page.items if isinstance(item, StoreFacts))
        return store_id(facts.hash_key)

    async def _count(self) -> Mapping[Part, int]:
        """All parts in order, with the number of their rows."""
        ids = [profile.id for profile in await self._source.list_profiles()]
        counted = {id_: await self._source.count_rows(id_) for id_ in ids}
        few = {RowKind.STORE: 1, RowKind.PROFILE: len(ids)}
        return {
            part: few[part.kind] if part.profile_id is None else counted[part.profile_id][part.kind]
            for part in parts_of(ids)
        }

    # --- copying -----------------------------------------------------------------------

    async def _copy_from(self, mark: CopyMark) -> None:
        """Copy from a mark on; the store's own parts again, for they are few and may change."""
        parts = tuple(self._counts)
        first = len(parts) if mark.part is None else 0
        if mark.part in self._counts:
            first = parts.index(mark.part)
        for at, part in enumerate(parts):
            if at >= first:
                after = mark.after if part == mark.part else None
                following = parts[at + 1] if at + 1 < len(parts) else None
                await self._copy_part(part, following, after=after)
            elif part.profile_id is None:
                await self._copy_part(part, None, noted=mark)
            else:
                self._count_on(part.kind, self._counts[part])

    async def _copy_part(
        self,
        part: Part,
        following: Part | None,
        *,
        after: str | None = None,
        noted: CopyMark | None = None,
    ) -> None:
        if part.kind is RowKind.PROFILE:
            await self._drop_strangers()
        try:
            await self._transfer(part, following, after=after, noted=noted)
        except (Conflict, InvalidCursor):
            # What is there came from the source as it was before, or from its equal of
            # another sort.
            if part.profile_id is None:
                raise
            await self._target.clear(part)
            await self._transfer(part, following, noted=noted)

    async def _transfer(
        self,
        part: Part,
        following: Part | None,
        *,
        after: str | None = None,
        noted: CopyMark | None = None,
    ) -> None:
        """Copy a part, reading the next page while one is being written."""
        page = await self._read(self._source, part, after)
        while page.items:
            if noted is not None:
                mark = noted
            elif page.next_cursor is None:
                mark = CopyMark(self._source_id, following)
            else:
                mark = CopyMark(self._source_id, part, page.next_cursor)
            _, next_page = await together(
                self._target.absorb(part, page.items, mark=mark),
                self._read_next(self._source, part, page),
            )
            self._count_on(part.kind, len(page.items))
            page = next_page

    async def _drop_strangers(self) -> None:
        """Remove profiles that the source has no more; a new one may have their name."""
        known = {part.profile_id for part in self._counts}
        for profile in await self._target.list_profiles():
            if profile.id not in known:
                await self._target.delete_profile(profile.id)

    # --- comparing ---------------------------------------------------------------------

    async def _compare(self) -> tuple[CopiedKind, ...]:
        self._comparing, self._n_done = True, 0
        tallies = dict.fromkeys(RowKind, Tally())
        unequal: set[RowKind] = set()
        for part in self._counts:
            here, there = await self._tallies(part)
            if here != there:
                if part.profile_id is not None:
                    await self._target.clear(part)
                await self._copy_part(part, None, noted=self._all_copied)
                here, there = await self._tallies(part)
            if here != there:
                unequal.add(part.kind)
            tallies[part.kind] += here
        if await self._has_moved(tallies[RowKind.PROFILE]):
            unequal.add(RowKind.PROFILE)
        return tuple(
            CopiedKind(kind, each.n, each.digest, kind not in unequal)
            for kind, each in tallies.items()
        )

    async def _tallies(self, part: Part) -> tuple[Tally, Tally]:
        return await together(self._tally(self._source, part), self._tally(self._target, part))

    async def _tally(self, store: CopyStore, part: Part) -> Tally:
        """Number and digest of a part's rows, reading the next page while one is added up."""
        whole = Tally()
        page = await self._read(store, part, None)
        while page.items:
            added, next_page = await together(
                asyncio.to_thread(tally, page.items), self._read_next(store, part, page)
            )
            whole += added
            if store is self._source:
                self._count_on(part.kind, len(page.items))
            page = next_page
        return whole

    async def _has_moved(self, profiles: Tally) -> bool:
        """Whether anything was written to the source since it was counted."""
        now = await self._tally(self._source, Part(RowKind.PROFILE))
        return now != profiles or await self._count() != self._counts

    # --- both --------------------------------------------------------------------------

    async def _read(self, store: CopyStore, part: Part, after: str | None) -> Page[CopiedRow]:
        limit = _PAGE_OF_ENTRIES if part.kind in _LONG else _PAGE
        return await store.export(part, after=after, limit=limit)

    async def _read_next(
        self, store: CopyStore, part: Part, page: Page[CopiedRow]
    ) -> Page[CopiedRow]:
        if page.next_cursor is None:
            return Page(())
        return await self._read(store, part, page.next_cursor)

    def _count_on(self, kind: RowKind, n: int) -> None:
        n_total = sum(self._counts.values())
        # What changes meanwhile is read more than once.
        self._n_done = min(self._n_done + n, n_total)
        self._tell(Progress(self._comparing, kind, self._n_done, n_total))
