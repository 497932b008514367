"""Vectors of memories held in memory, so that the nearest are found without the disk.

Of each profile and embedder that is asked for, all vectors are one matrix: 1.6 kB for each
memory of an embedder with 384 dimensions. A scan of ten thousand takes some two milliseconds.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:  # numpy is only loaded where there are vectors
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from graph_aria.domain.memory_changes import MemoryDelta

_MOST_BYTES: Final = 64_000_000
"""What is held altogether; beyond that the profiles go that were asked for longest ago."""
_ALIKE_DIGITS: Final = 6
"""What differs less is equally near: 32-bit floats tell no more."""
_GROWTH: Final = 1.25

Near = tuple[tuple[str, float], ...]


class Nearest:
    """The matrices of one store, kept up to date by what this process writes.

    That is enough since one process owns the file. Safe to use from several threads.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._held: OrderedDict[tuple[str, str], _Matrix] = OrderedDict()
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

    def keep(self, rows: Sequence[tuple[str, bytes]], asked: Asked, generation: int) -> Near:
        """Hold vectors that were read, and give the nearest.

        Args:
            rows: all vectors of the profile and embedder that is asked for, by memory.
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
        """Change what is held as the store was changed; called in the order of commits."""
        gone = {*delta.drop_ids, *delta.drop_vectors}
        if not gone and not delta.save_vectors:
            return
        with self._guard:
            self._generation += 1
            for (whose, embedder_id), matrix in self._held.items():
                if whose != profile_id:
                    continue
                for memory_id in gone:
                    matrix.drop(memory_id)
                for item in delta.save_vectors:
                    if item.embedder_id == embedder_id:
                        matrix.put(item.memory_id, item.numbers)
                    else:
                        matrix.drop(item.memory_id)

    def forget(self, profile_id: str) -> None:
        """Hold nothing of a profile any more."""
        with self._guard:
            self._generation += 1
            for place in [place for place in self._held if place[0] == profile_id]:
                del self._held[place]

    def _let_go(self) -> None:
        while len(self._held) > 1:
            if sum(matrix.n_bytes for matrix in self._held.values()) <= _MOST_BYTES:
                return
            self._held.popitem(last=False)


class Asked:
    """What is to be found near to what.

    Attributes:
        place: profile and embedder.
        vector: as in `MemoryVector.numbers`.
        least: the least cosine.
        limit: at most so many.
    """

    __slots__ = ("least", "limit", "place", "vector")

    def __init__(self, place: tuple[str, str], vector: bytes, least: float, limit: int) -> None:
        self.place = place
        self.vector = vector
        self.least = least
        self.limit = limit


class _Matrix:
    """Vectors as rows, with the memories that they belong to; their order means nothing."""

    def __init__(self, rows: Sequence[tuple[str, bytes]]) -> None:
        self._ids: list[str] = []
        self._rows: NDArray[np.float32] | None = None
        self._places: dict[str, int] = {}
        self._asked: tuple[bytes, NDArray[Any]] | None = None
        if rows:
            self._fill(rows)

    @property
    def n_bytes(self) -> int:
        return 0 if self._rows is None else self._rows.nbytes

    def put(self, memory_id: str, numbers: bytes) -> None:
        self._asked = None
        rows = self._rows
        if rows is None:
            self._fill([(memory_id, numbers)])
            return
        vector = _floats(numbers)
        if len(vector) != rows.shape[1]:  # of another embedder under the same name
            self.drop(memory_id)
            return
        at = self._places.get(memory_id)
        if at is None:
            at = len(self._ids)
            if at == len(rows):
                rows = self._rows = _longer(rows, int(at * _GROWTH) + 8)
            self._ids.append(memory_id)
            self._places[memory_id] = at
        rows[at] = vector

    def drop(self, memory_id: str) -> None:
        self._asked = None
        at = self._places.pop(memory_id, None)
        if at is None or self._rows is None:
            return
        last_id = self._ids.pop()
        if last_id != memory_id:  # the last row takes the empty place
            self._rows[at] = self._rows[len(self._ids)]
            self._ids[at] = last_id
            self._places[last_id] = at
        self._rows[len(self._ids)] = 0  # where a deleted text lay is not kept either

    def nearest(self, asked: Asked) -> Near:
        rows, query = self._rows, _floats(asked.vector)
        if rows is None or not self._ids or len(query) != rows.shape[1] or asked.limit < 1:
            return ()
        import numpy as np  # noqa: PLC0415 - see above

        if self._asked is None or self._asked[0] != asked.vector:
            # Widened first: rounding in 32 bits would tell 0.6 and 0.6 apart.
            told = np.round((rows[: len(self._ids)] @ query).astype(np.float64), _ALIKE_DIGITS)
            self._asked = asked.vector, told  # the same is often asked with other bounds next
        cosines = self._asked[1]
        near = np.flatnonzero(cosines >= asked.least)
        if len(near) > asked.limit:
            least = np.partition(cosines[near], len(near) - asked.limit)[len(near) - asked.limit]
            near = near[cosines[near] >= least]
        found = [(self._ids[at], max(-1.0, min(1.0, float(cosines[at])))) for at in near]
        return tuple(sorted(found, key=lambda one: (-one[1], one[0]))[: asked.limit])

    def _fill(self, rows: Sequence[tuple[str, bytes]]) -> None:
        import numpy as np  # noqa: PLC0415 - see above

        length = len(rows[0][1])
        fitting = [(memory_id, numbers) for memory_id, numbers in rows if len(numbers) == length]
        joined = b"".join(numbers for _, numbers in fitting)
        self._rows = np.frombuffer(joined, "<f4").reshape(len(fitting), -1).copy()
        self._ids = [memory_id for memory_id, _ in fitting]
        self._places = {memory_id: at for at, memory_id in enumerate(self._ids)}


def _floats(numbers: bytes) -> NDArray[np.float32]:
    import numpy as np  # noqa: PLC0415 - see above

    return np.frombuffer(numbers, "<f4")


def _longer(rows: NDArray[Any], n: int) -> NDArray[Any]:
    import numpy as np  # noqa: PLC0415 - see above

    longer = np.empty((n, rows.shape[1]), rows.dtype)
    longer[: len(rows)] = rows
    return longer
