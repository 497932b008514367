"""Where spans from which nothing is to be remembered lie after an edit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from graph_aria.domain.memory_changes import Veto

_WORD: Final = re.compile(r"\w+")


def moved(vetoes: Iterable[Veto], *, before: str, after: str) -> tuple[Veto, ...]:
    """The vetoes of an entry as they hold after an edit of its text, in order of their spans.

    A veto goes where its words went; case, spaces and punctuation do not matter. If the words
    stand there as often as before, each stays with its own; else wherever they stand nothing
    is remembered. What is not there any more, or has other words, needs no veto: it is said
    anew. The words are only compared, not kept.

    Args:
        vetoes: of one entry, made on the text before.
        before: its text until now.
        after: its new text.
    """
    found = {
        Veto(veto.entry_id, start, end)
        for veto in vetoes
        for start, end in _spans(veto, before, after)
    }
    return tuple(sorted(found, key=lambda one: (one.entry_id, one.start, one.end)))


def _spans(veto: Veto, before: str, after: str) -> Iterator[tuple[int, int]]:
    words = list(_WORD.finditer(before, veto.start, veto.end))
    if not words:
        return
    begin, end = words[0].start(), words[-1].end()
    told = r"\W+".join(re.escape(word.group()) for word in words)
    if not (_is_inside_word(before, begin) or _is_inside_word(before, end)):
        told = rf"\b{told}\b"
    pattern = re.compile(told, re.IGNORECASE)
    were = [match.start() for match in pattern.finditer(before)]
    are = [match.span() for match in pattern.finditer(after)]
    if len(were) == len(are) and begin in were:
        yield are[were.index(begin)]
    else:
        yield from are


def _is_inside_word(text: str, at: int) -> bool:
    """Whether there are letters on both sides, as within what is written without spaces."""
    return 0 < at < len(text) and bool(_WORD.fullmatch(text[at - 1 : at + 1]))
