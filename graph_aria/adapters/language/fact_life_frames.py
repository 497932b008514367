"""What a verb reaches, however the parse hangs it: objects, and nouns behind its small words.

"Gave up on the book", "handed in my thesis", "dropped out of the course" are each a verb, a
path ("up on", "in", "out of") and a noun.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_clauses import Clause
from graph_aria.adapters.language.fact_life_phrases import things_of
from graph_aria.domain.reading import USER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

_SMALL: Final = frozenset({"prt", "prep", "advmod", "agent", "dative"})
_BESIDE: Final = frozenset({"at", "on", "in", "after", "before", "since", "for", "by", "with"})


def reached(facts: Facts, verb: Word) -> Iterator[tuple[str, Word]]:
    """What stands behind a verb, each with the small words on the way to it.

    Args:
        facts: what was found so far.
        verb: the verb.

    Yields:
        Path ("" for an object, else small words in lower case) and noun, objects first; a noun
        may come with several paths.
    """
    parse = facts.parse
    plain = list(things_of(facts, verb))
    for thing in plain:
        yield "", thing
    small = [kid for kid in parse.kids(verb) if kid.dep in _SMALL and kid.i > verb.i]
    for kid in small:
        path = kid.lower
        inner = parse.kid(kid, "pobj")
        if inner is not None:
            yield path, inner
        for further in parse.kids(kid, "prep", "pcomp"):
            below = parse.kid(further, "pobj")
            if below is not None:
                yield f"{path} {further.lower}", below
        if inner is None and kid.dep in {"prt", "advmod", "prep"}:
            for thing in plain:
                yield path, thing
            for other in small:
                below = parse.kid(other, "pobj")
                if other is not kid and other.i > kid.i and below is not None:
                    yield f"{path} {other.lower}", below


def own_clause(facts: Facts, verb: Word, first: int, last: int) -> Clause:
    """A clause about the user of which the user is not the subject.

    Args:
        facts: what was found so far.
        verb: says it.
        first: first word of the quote.
        last: last word of the quote.
    """
    begin, end = facts.parse.sentences[verb.sentence]
    first, last = max(begin, min(first, verb.i)), min(end - 1, max(last, verb.i))
    return Clause(verb, None, USER, "the user", False, False, False, None, first, last)  # noqa: FBT003
