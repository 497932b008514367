"""What is known of some memories, and the change to them: part of a `GraphDelta`."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import mul
from typing import Final

from graph_aria.domain.likeness import Likeness
from graph_aria.domain.memories import Memory
from graph_aria.domain.memory_history import MemoryLink, MemoryRevision, MemoryRuling
from graph_aria.domain.memory_sources import MemorySource


@dataclass(frozen=True, slots=True)
class MemoryVector:
    """Where a memory's text lies in the space of an embedder, and what it claims.

    Both are kept so that a new memory costs the same whatever is near it.

    Attributes:
        memory_id: whose text.
        embedder_id: what made it; vectors of two embedders are never compared.
        numbers: little-endian 32-bit floats of length 1 together.
        claim: the text's claim as `claims.packed` gives it, "" while it has none.
    """

    memory_id: str
    embedder_id: str
    numbers: bytes
    claim: str = ""


@dataclass(frozen=True, slots=True)
class Embedding:
    """Vectors, and what made them.

    Attributes:
        embedder_id: name and version of the embedder.
        dimension: numbers in a vector, > 0.
        likeness: what its cosines mean.
        vectors: one for each text, as `MemoryVector.numbers`.
    """

    embedder_id: str
    dimension: int
    likeness: Likeness
    vectors: tuple[bytes, ...] = ()


def cosine(one: bytes, other: bytes) -> float:
    """The cosine of two vectors of length 1, as in `MemoryVector.numbers`, -1 to 1.

    Raises:
        ValueError: they have not the same number of dimensions.
    """
    if len(one) != len(other):
        raise ValueError("vectors of two embedders cannot be compared")
    product: float = sum(map(mul, array("f", one), array("f", other)))
    return max(-1.0, min(1.0, product))


@dataclass(frozen=True, slots=True, order=True)
class Veto:
    """A span of an entry from which the user wants nothing to be remembered.

    In order of entry and span.
    """

    entry_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class MemoryNeighbourhood:
    """What must be known of memories to compute a change to some of them.

    Attributes:
        memories: by id; with any of them all that hang together with it by links, by
            rulings that name two, or since they fill one slot of one scope.
        sources, links, rulings: all of theirs; rulings oldest first, ties by id.
        vectors: by memory id, those that there are, of whatever embedder.
    """

    memories: Mapping[str, Memory] = field(default_factory=dict)
    sources: tuple[MemorySource, ...] = ()
    links: tuple[MemoryLink, ...] = ()
    rulings: tuple[MemoryRuling, ...] = ()
    vectors: Mapping[str, MemoryVector] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MemoryDelta:
    """What a `GraphDelta` does to memories; drops come before saves.

    Attributes:
        save: memories, but for their use (`access_count`, `accessed_at`), which a store
            keeps as it is, and their vectors.
        drop_ids: memories that go, each with its sources, links, rulings, revisions and
            vector, and with every ruling and revision that names it as the other one.
        save_sources: replace what is stored under the same `key`.
        drop_sources: keys of those that go.
        save_links: replace what is stored for the same two memories in their order.
        drop_vectors: ids of memories whose vector is no longer that of their text.
        save_vetoes: a veto goes with its entry.
        drop_vetoes: those that go.
    """

    save: tuple[Memory, ...] = ()
    drop_ids: tuple[str, ...] = ()
    save_sources: tuple[MemorySource, ...] = ()
    drop_sources: tuple[tuple[str, str, int, int], ...] = ()
    save_links: tuple[MemoryLink, ...] = ()
    save_rulings: tuple[MemoryRuling, ...] = ()
    drop_ruling_ids: tuple[str, ...] = ()
    save_revisions: tuple[MemoryRevision, ...] = ()
    save_vectors: tuple[MemoryVector, ...] = ()
    drop_vectors: tuple[str, ...] = ()
    save_vetoes: tuple[Veto, ...] = ()
    drop_vetoes: tuple[Veto, ...] = ()


NO_CHANGE: Final = MemoryDelta()
