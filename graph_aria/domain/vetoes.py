"""Where spans from which nothing is to be remembered lie after an edit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from graph_aria.domain.memory_changes import Veto
from graph_aria.domain.search_words import telling_words
from graph_aria.domain.word_forms import base

_WORD: Final = re.compile(r"\w+")
_SENTENCE: Final = re.compile(r"\w[^.!?\n]*")


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
    return tuple(sorted(found))


def found_again(veto: Veto, text: str, said: str) -> tuple[Veto, ...]:
    """A veto on earlier words of an entry, as it holds in words that were not read yet.

    Those who ask do not know the earlier words any more, so that what the memory says is
    looked for. If no sentence says all of it the veto is left as it is.

    Args:
        veto: a span of the earlier words.
        text: the entry's text.
        said: the memory's text.
    """
    wanted = _forms(telling_words(said))
    if wanted <= _forms(text[veto.start : veto.end]):
        return (veto,)
    found = tuple(
        Veto(veto.entry_id, *sentence.span())
        for sentence in _SENTENCE.finditer(text)
        if wanted <= _forms(sentence.group())
    )
    return found or (veto,)


def _forms(text: str) -> set[str]:
    return {base(word) for word in _WORD.findall(text)}


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
