"""Vectors held in memory, so that the nearest are found without the disk.

Of each profile and embedder that is asked for, all vectors of memories, or all of passages,
are one matrix: 1.6 kB for each of an embedder with 384 dimensions. A scan of ten thousand takes
some two milliseconds.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:  # numpy is only loaded where there are vectors
    from collections.abc import Collection, Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from graph_aria.domain.memory_changes import MemoryDelta

_MOST_BYTES: Final = 200_000_000
"""What is held altogether: room for a hundred thousand vectors of 384 dimensions, beyond what
they grow by. Then those go that were asked for longest ago."""
_ALIKE_DIGITS: Final = 6
"""What differs less is equally near: 32-bit floats tell no more."""
_UNTOLD: Final = 2e-6
"""By which two that are equally near may differ before they are rounded."""
_GROWTH: Final = 1.25
_EVERYWHERE: Final = ""


class Held(StrEnum):
    """What has vectors."""

    MEMORY = "memory"
    PASSAGE = "passage"


class Piece(NamedTuple):
    """Whose vector it is: a memory's, or that of a piece of an entry. Ties are in this order.

    Attributes:
        owner_id: the memory or the entry.
        start, end: of passages alone, as are the others.
        day: the ordinal of a local day.
        conversation_id: of a turn.
    """

    owner_id: str
    start: int = 0
    end: int = 0
    day: int = 0
    conversation_id: str | None = None


class Placed(NamedTuple):
    """A vector.

    Attributes:
        numbers: as in `MemoryVector.numbers`.
        scope: of passages alone.
    """

    piece: Piece
    numbers: bytes
    scope: str = _EVERYWHERE


class Place(NamedTuple):
    """Which vectors are one matrix."""

    profile_id: str
    embedder_id: str
    held: Held = Held.MEMORY


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be found near to what.

    Attributes:
        place: where.
        vector: as in `MemoryVector.numbers`.
        least: the least cosine.
        limit: at most so many.
        since, until: ordinals of days, both included; None leaves open.
        scope: a namespace that is looked at beside what holds everywhere; None for all.
    """

    place: Place
    vector: bytes
    least: float
    limit: int
    since: int | None = None
    until: int | None = None
    scope: str | None = None


Near = tuple[tuple[Piece, float], ...]


class Nearest:
    """The matrices of one store, kept up to date by what this process writes.

    That is enough since one process owns the file. Safe to use from several threads.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._held: OrderedDict[Place, _Matrix] = OrderedDict()
        self._generation = 0

    @property
    def generation(self) -> int:
        """Rises with every change; to be read before the vectors are, see `keep`."""
        return self._generation

    def find(self, asked: Asked) -> Near | None:
        """The nearest, or None if the vectors are not held."""
        with self._guard:
            matrix = self._held.get(asked.place)
            if matrix is None:
                return None
            self._held.move_to_end(asked.place)
            return matrix.nearest(asked)

    def keep(self, rows: Sequence[Placed], asked: Asked, generation: int) -> Near:
        """Hold vectors that were read, and give the nearest.

        Args:
            rows: all vectors of the place that is asked for.
            asked: what is asked for.
            generation: as it was before they were read. If it has risen since they may be
                out of date soon, and are not held.
        """
        matrix = _Matrix(rows)
        with self._guard:
            if generation == self._generation:
                self._held[asked.place] = matrix
                self._held.move_to_end(asked.place)
                self._let_go()
            return matrix.nearest(asked)

    def follow(self, profile_id: str, delta: MemoryDelta) -> None:
        """Change what is held as memories were changed; called in the order of commits."""
        saved: dict[str, dict[str, Sequence[Placed]]] = {}
        for item in delta.save_vectors:
            placed = Placed(Piece(item.memory_id), item.numbers)
            saved.setdefault(item.embedder_id, {})[item.memory_id] = (placed,)
        self._change(profile_id, Held.MEMORY, {*delta.drop_ids, *delta.drop_vectors}, saved)

    def follow_passages(
        self,
        profile_id: str,
        gone: Iterable[str],
        saved: Mapping[str, Mapping[str, Sequence[Placed]]] | None = None,
    ) -> None:
        """The same for passages.

        Args:
            profile_id: whose they are.
            gone: entries that have none any more.
            saved: by embedder and entry, those in place of which there were.
        """
        self._change(profile_id, Held.PASSAGE, set(gone), saved or {})

    def forget(self, profile_id: str) -> None:
        """Hold nothing of a profile any more."""
        with self._guard:
            self._generation += 1
            for place in [place for place in self._held if place.profile_id == profile_id]:
                del self._held[place]

    def _change(
        self,
        profile_id: str,
        held: Held,
        gone: Collection[str],
        saved: Mapping[str, Mapping[str, Sequence[Placed]]],
    ) -> None:
        anew = {owner_id for owners in saved.values() for owner_id in owners}
        if not gone and not anew:
            return
        with self._guard:
            self._generation += 1
            for place, matrix in self._held.items():
                if place.profile_id != profile_id:
                    continue
                matrix.forget_asked()  # which may have been the words of what is gone
                if place.held is not held:
                    continue
                # What another embedder made has no vector of this one any more.
                for owner_id in anew.union(gone):
                    matrix.drop(owner_id)
                for rows in saved.get(place.embedder_id, {}).values():
                    matrix.add(rows)

    def _let_go(self) -> None:
        while len(self._held) > 1:
            if sum(matrix.n_bytes for matrix in self._held.values()) <= _MOST_BYTES:
                return
            self._held.popitem(last=False)


class _Matrix:
    """Vectors as rows, with the pieces that they belong to; their order means nothing.

    Pieces and places are bare tuples: of lists and other objects the interpreter looks again
    and again which are in use, and of a hundred thousand that takes it some 40 ms.
    """

    def __init__(self, rows: Sequence[Placed]) -> None:
        self._pieces: list[tuple[str, int, int, int, str | None]] = []
        self._places: dict[str, tuple[int, ...]] = {}
        self._codes: dict[str, int] = {_EVERYWHERE: 0}
        self._rows: NDArray[np.float32] | None = None
        self._days: NDArray[np.int32] | None = None
        self._scopes: NDArray[np.int32] | None = None
        self._asked: tuple[bytes, NDArray[Any]] | None = None
        if rows:
            self._fill(rows)

    @property
    def n_bytes(self) -> int:
        return 0 if self._rows is None else self._rows.nbytes

    def add(self, rows: Sequence[Placed]) -> None:
        """Take in vectors of an owner that has none here."""
        if self._rows is None or self._days is None or self._scopes is None:
            if rows:
                self._fill(rows)
            return
        for row in rows:
            vector = _floats(row.numbers)
            if len(vector) != self._rows.shape[1]:  # of another embedder under the same name
                continue
            at = len(self._pieces)
            if at == len(self._rows):
                n = int(at * _GROWTH) + 8
                self._rows = _longer(self._rows, n)
                self._days, self._scopes = _longer(self._days, n), _longer(self._scopes, n)
            self._put(row.piece, at)
            self._rows[at] = vector
            self._days[at] = row.piece.day
            self._scopes[at] = self._codes.setdefault(row.scope, len(self._codes))

    def forget_asked(self) -> None:
        """Keep nothing of what was asked last."""
        self._asked = None

    def drop(self, owner_id: str) -> None:
        if self._rows is None or self._days is None or self._scopes is None:
            return
        for at in sorted(self._places.pop(owner_id, ()), reverse=True):
            last = len(self._pieces) - 1
            piece = self._pieces.pop()
            if at != last:  # the last row takes the empty place
                for column in (self._rows, self._days, self._scopes):
                    column[at] = column[last]
                self._pieces[at] = piece
                moved_id = piece[0]
                self._places[moved_id] = tuple(
                    at if one == last else one for one in self._places[moved_id]
                )
            self._rows[last] = 0  # where a deleted text lay is not kept either

    def nearest(self, asked: Asked) -> Near:
        rows, query, n = self._rows, _floats(asked.vector), len(self._pieces)
        if rows is None or not n or len(query) != rows.shape[1] or asked.limit < 1:
            return ()
        import numpy as np  # noqa: PLC0415 - see above

        if self._asked is None or self._asked[0] != asked.vector:
            # The same is often asked with other bounds next. Not by `@`: that goes to a library
            # whose threads take a core each for another 45 ms, and is no faster.
            self._asked = asked.vector, np.einsum("ij,j->i", rows[:n], query)
        cosines = self._asked[1]
        near = self._within(np.flatnonzero(cosines >= asked.least - _UNTOLD), asked)
        if len(near) > asked.limit:
            last = len(near) - asked.limit
            least = np.partition(cosines[near], last)[last]
            near = near[cosines[near] >= least - _UNTOLD]
        # Widened first: rounding in 32 bits would tell 0.6 and 0.6 apart.
        told = np.round(cosines[near].astype(np.float64), _ALIKE_DIGITS)
        found = [
            (Piece._make(self._pieces[at]), max(-1.0, min(1.0, cosine)))
            for at, cosine in zip(near.tolist(), told.tolist(), strict=True)
            if cosine >= asked.least
        ]
        return tuple(sorted(found, key=lambda one: (-one[1], one[0]))[: asked.limit])

    def _within(self, near: NDArray[Any], asked: Asked) -> NDArray[Any]:
        """Those of some rows that are of the days and the scope that are asked for."""
        if self._days is None or self._scopes is None:
            return near
        if asked.since is not None:
            near = near[self._days[near] >= asked.since]
        if asked.until is not None:
            near = near[self._days[near] <= asked.until]
        if asked.scope is not None:
            scopes, code = self._scopes[near], self._codes.get(asked.scope, 0)
            near = near[(scopes == 0) | (scopes == code)]
        return near

    def _fill(self, rows: Sequence[Placed]) -> None:
        import numpy as np  # noqa: PLC0415 - see above

        length = len(rows[0].numbers)
        fitting = [row for row in rows if len(row.numbers) == length]
        joined = b"".join(row.numbers for row in fitting)
        self._rows = np.frombuffer(joined, "<f4").reshape(len(fitting), -1).copy()
        codes = self._codes
        scopes = [codes.setdefault(row.scope, len(codes)) for row in fitting]
        self._days = np.array([row.piece.day for row in fitting], np.int32)
        self._scopes = np.array(scopes, np.int32)
        self._pieces.clear()
        for at, row in enumerate(fitting):
            self._put(row.piece, at)

    def _put(self, piece: Piece, at: int) -> None:
        self._pieces.append((*piece,))
        self._places[piece.owner_id] = (*self._places.get(piece.owner_id, ()), at)


def _floats(numbers: bytes) -> NDArray[np.float32]:
    import numpy as np  # noqa: PLC0415 - see above

    return np.frombuffer(numbers, "<f4")


def _longer(rows: NDArray[Any], n: int) -> NDArray[Any]:
    import numpy as np  # noqa: PLC0415 - see above

    longer = np.empty((n, *rows.shape[1:]), rows.dtype)
    longer[: len(rows)] = rows
    return longer
