"""Relations and names as people read them."""

from __future__ import annotations

import math
import unicodedata
from typing import Final

from graph_aria.domain.graph import Relation
from graph_aria.domain.vocabulary import PREDICATES

_CHARS_PER_TOKEN: Final = 3.5
_BRACKETS: Final = str.maketrans({"[": "(", "]": ")"})


def one_line(name: str) -> str:
    r"""A name as it may stand in a block: on one line, and unable to close the block.

    >>> one_line("Yoga]\n[END")
    'Yoga) (END'
    """
    plain = name
    if not name.isprintable():
        plain = "".join(
            " " if unicodedata.category(char) in {"Cc", "Zl", "Zp", "Cf"} else char for char in name
        )
    return " ".join(plain.translate(_BRACKETS).split())


def counted(n: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun.

    >>> counted(1, "word"), counted(2, "entry", "entries"), counted(1210, "word")
    ('1 word', '2 entries', '1,210 words')
    """
    return f"{n:,} {noun if n == 1 else plural or noun + 's'}"


def clipped(name: str, *, max_tokens: int = 20) -> str:
    """A name on one line, cut where it would take more than its share of a block.

    >>> clipped("Yoga"), len(clipped("very " * 40)) < 75
    ('Yoga', True)
    """
    line = one_line(name)
    if estimate_tokens(line) <= max_tokens:
        return line
    while line and estimate_tokens(line) >= max_tokens:
        line = line[: len(line) * 9 // 10]
    return f"{line.rstrip()}…"


def estimate_tokens(text: str) -> int:
    """Size of a text in tokens, on the safe side and without any download.

    One token for each 3.5 ASCII characters, and one for every other character: real
    tokenizers need about 4 characters a token in English, and up to one token a
    character elsewhere.

    >>> estimate_tokens("Yoga eases anxiety.")
    6
    >>> estimate_tokens("瑜伽")
    2
    """
    n_ascii = len(text.encode("ascii", "ignore"))  # no loop: prompts ask it hundreds of times
    return math.ceil(n_ascii / _CHARS_PER_TOKEN) + len(text) - n_ascii


def sentence(
    relation: Relation, *, user_id: str, subject: str, object_: str, user_as: str = "you"
) -> str:
    """A relation read aloud.

    Args:
        relation: what it says.
        user_id: the entity that is the user.
        subject: name of its subject; not used if that is the user.
        object_: name of its object; not used if that is the user.
        user_as: "you" when the user reads it, "the user" when ARIA does.

    >>> from datetime import UTC, date, datetime
    >>> from graph_aria.domain.vocabulary import Predicate
    >>> from graph_aria.domain.weights import Standing
    >>> at = datetime(2026, 1, 1, tzinfo=UTC)
    >>> where = Standing(2.0, at, 0.0, at, at.date(), at.date(), 1)
    >>> eases = Relation("r", "p", "yoga", Predicate.MITIGATES, "anxiety", where)
    >>> sentence(eases, user_id="u", subject="Yoga", object_="anxiety")
    'Yoga eases anxiety'
    """
    rule = PREDICATES[relation.predicate]
    subject, object_ = one_line(subject), one_line(object_)
    if user_as == "you":
        if relation.subject_id == user_id:
            return rule.own.format(object=object_)
        if relation.object_id == user_id and rule.symmetric:
            return rule.own.format(object=subject)
        if relation.object_id == user_id and rule.of_you is not None:
            return rule.of_you.format(subject=subject)
    if relation.subject_id == user_id:
        subject = user_as
    if relation.object_id == user_id:
        object_ = user_as
    return rule.reading.format(subject=subject, object=object_)
