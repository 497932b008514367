"""The parse of a short text as plain frozen values: what the guard reads."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a parsed text.

    Attributes:
        text: as written.
        lemma: its base form, in lower case.
        tag: Penn Treebank tag; "" without a model.
        dep: dependency label; "" without a model.
        head: index of its head in the text; its own for a root.
        entity: the model's label of the name that it is part of, or "".
    """

    text: str
    lemma: str
    tag: str
    dep: str
    head: int
    entity: str = ""

    @property
    def lower(self) -> str:
        """The word in lower case."""
        return self.text.lower()


@dataclass(frozen=True, slots=True)
class ParsedText:
    """All words of a short text, in order; heads are indexes into `tokens`.

    Attributes:
        tokens: in order; empty for an empty text.
    """

    tokens: tuple[Token, ...]

    def kids(self, at: int, *deps: str) -> list[int]:
        """Indexes of the dependents with one of the labels (any if none given), in order."""
        return [
            i
            for i, token in enumerate(self.tokens)
            if token.head == at and i != at and (not deps or token.dep in deps)
        ]
