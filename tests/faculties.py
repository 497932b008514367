"""Faculties for tests that read by a script."""

from __future__ import annotations

from collections.abc import Sequence

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.clauses import ParsedText
from graph_aria.domain.memory_changes import Embedding
from graph_aria.errors import EmbedderAway
from graph_aria.ports import Reader
from graph_aria.stages.faculties import Faculties


class WordsAlone:
    """Neither parses nor embeds: memories are compared by their words and slots."""

    parser_id = "none"

    async def parse_sentences(self, texts: Sequence[str]) -> list[ParsedText]:
        """Nothing of each text."""
        return [ParsedText(()) for _ in texts]

    async def describe(self) -> Embedding:
        """It is away."""
        raise EmbedderAway

    async def embed(self, texts: Sequence[str]) -> Embedding:
        """It is away."""
        raise EmbedderAway


def faculties_with(reader: Reader) -> Faculties:
    """A reader, with the parser and the embedder of its process if it is one."""
    if isinstance(reader, ReaderProcess):
        return Faculties(reader, reader, reader, second_look=reader)
    return Faculties(reader, WordsAlone(), WordsAlone())
