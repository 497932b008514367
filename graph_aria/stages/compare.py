"""Prepare sentences so that plans can hold them against each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from graph_aria.domain.bearings import Bearings
from graph_aria.domain.claims import Claim, claim_of, packed, unpacked
from graph_aria.domain.likeness import Likeness
from graph_aria.domain.memories import Memory
from graph_aria.domain.memory_changes import Embedding, MemoryVector, cosine
from graph_aria.errors import EmbedderAway, ReaderFailed
from graph_aria.stages.faculties import Faculties

_NO_CLAIM = Claim((), frozenset(), 0, (), frozenset())
_NOTHING_ALIKE = Likeness(same=1.0, review=1.0)


@dataclass(slots=True)
class Comparison:
    """Vectors and claims of sentences, each made once.

    Where the embedder or the parser is away, sentences are compared by what is left: their
    words and their slots. What is stored meanwhile gets its vector later.
    """

    faculties: Faculties
    made_by: Embedding | None = None
    _vectors: dict[str, bytes] = field(default_factory=dict)
    _claims: dict[str, Claim] = field(default_factory=dict)

    async def meet(self) -> Embedding | None:
        """What the embedder is, None while it is away; nothing is embedded."""
        if self.made_by is None:
            with suppress(EmbedderAway):
                self.made_by = await self.faculties.vectors.describe()
        return self.made_by

    async def embed(self, texts: Iterable[str]) -> None:
        """Make the vectors of these texts, unless they are there."""
        missing = sorted(set(texts) - self._vectors.keys())
        if not missing:
            return
        try:
            self.made_by = made = await self.faculties.vectors.embed(missing)
        except EmbedderAway:
            return
        self._vectors.update(zip(missing, made.vectors, strict=True))

    async def parse(self, texts: Iterable[str]) -> None:
        """Make the claims of these texts, unless they are there."""
        missing = sorted(set(texts) - self._claims.keys())
        if not missing:
            return
        try:
            parses = await self.faculties.parser.parse_sentences(missing)
        except ReaderFailed:
            return
        self._claims.update(zip(missing, map(claim_of, parses), strict=True))

    def take(self, memories: Iterable[Memory], vectors: Mapping[str, MemoryVector]) -> None:
        """Take over stored vectors and claims, as far as embedder and parser are the same."""
        for memory in memories:
            vector = vectors.get(memory.id)
            if vector is None:
                continue
            if self.made_by is not None and vector.embedder_id == self.made_by.embedder_id:
                self._vectors.setdefault(memory.text, vector.numbers)
            claim = unpacked(vector.claim, self.faculties.parser.parser_id)
            if claim is not None:
                self._claims.setdefault(memory.text, claim)

    def vector(self, text: str) -> bytes | None:
        """The vector of a text, None while it has none."""
        return self._vectors.get(text)

    def vector_of(self, memory: Memory) -> MemoryVector | None:
        """The vector of a memory's text, to be stored; None while it has none."""
        numbers = self.vector(memory.text)
        if numbers is None or self.made_by is None:
            return None
        claim = self._claims.get(memory.text)
        kept = "" if claim is None else packed(claim, self.faculties.parser.parser_id)
        return MemoryVector(memory.id, self.made_by.embedder_id, numbers, kept)

    @property
    def bearings(self) -> Bearings:
        """What plans compare sentences with."""
        likeness = _NOTHING_ALIKE if self.made_by is None else self.made_by.likeness
        return Bearings(likeness, self._cosine, lambda text: self._claims.get(text, _NO_CLAIM))

    def _cosine(self, one: str, other: str) -> float | None:
        here, there = self._vectors.get(one), self._vectors.get(other)
        return None if here is None or there is None else cosine(here, there)
