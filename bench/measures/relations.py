"""Relations: how many of those that are read are right, and how many of a person's are read.

A row is `{"sha256", "relations": [{"subject", "predicate", "object", "asserted"}], "text"?}`;
`sha256` is that of the UTF-8 text, in hexadecimal. A text that the row does not hold is
looked up by its hash in the column `Answer` (or the key `text`) of the tables beside the
file and of `../shared/data/lemotif*.csv`.

What counts is every assertion but RELATED_TO, as subject, predicate, object and whether it
is asserted and goes on. It is right if a label has the same predicate, direction (either
one where that says the same) and flag, and its names mean the same: "mom" and "mother",
"working out" and "Workout", "glad" and happiness, "chicken fajitas" and "fajitas". Each
label is matched at most once.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

from bench.measures import Figure
from graph_aria.adapters.language.lemma import lemma_of
from graph_aria.adapters.language.lexicon import PhraseNode, phrases
from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.domain.reading import USER, Polarity, Reading, ReadRequest
from graph_aria.domain.vocabulary import PREDICATES, Predicate

PRECISION: Final = "precision"
RECALL: Final = "recall"

FIGURES: Final = (
    Figure(PRECISION, floor=75, goal=85, anchors="none public"),
    Figure(RECALL, floor=35, goal=50, anchors="none public"),
)

DATA: Final = Path(__file__).resolve().parents[3] / "shared" / "data"
"""Where data sets lie that are no part of the project, if they are there."""

_SAID_ON: Final = date(2026, 1, 1)
_BATCH: Final = 64
_USER: Final = "user"
_IDLE: Final = frozenset({"a", "an", "the", "my", "our", "his", "her", "their", "some"})
_KEYED: Final = frozenset({"emotion", "activity", "condition", "event", "role", "topic", "thing"})
_MERGED_ROLES: Final = {
    "mother": "mum",
    "mom": "mum",
    "father": "dad",
    "child": "kids",
    "children": "kids",
    "kid": "kids",
    "baby": "kids",
    "significant other": "partner",
    "other half": "partner",
    "better half": "partner",
    "spouse": "partner",
    "husband": "partner",
    "wife": "partner",
    "boyfriend": "partner",
    "girlfriend": "partner",
    "little girl": "daughter",
    "little boy": "son",
    "baby boy": "son",
    "baby girl": "daughter",
}
"""Roles in other words; which partner or parent it is, the relation does not say."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A relation with all that its ends may be called.

    Attributes:
        subject, object: keys of the end, see `keys`.
        asserted: it is said to be so, and goes on.
        shown: the relation for reading.
    """

    subject: frozenset[str]
    predicate: Predicate
    object: frozenset[str]
    asserted: bool
    shown: str

    def agrees(self, other: Fact) -> bool:
        """Whether two relations say the same."""
        if (self.predicate, self.asserted) != (other.predicate, other.asserted):
            return False
        if self.subject & other.subject and self.object & other.object:
            return True
        turned = PREDICATES[self.predicate].symmetric
        return bool(turned and self.subject & other.object and self.object & other.subject)


@dataclass(frozen=True, slots=True)
class Judged:
    """A text with what a person found in it and what the reader did.

    Attributes:
        text: the text.
        wanted: a person's relations.
        found: the reader's.
        right: pairs of indexes into `found` and `wanted` that agree, each at most once.
    """

    text: str
    wanted: tuple[Fact, ...]
    found: tuple[Fact, ...]
    right: tuple[tuple[int, int], ...]


def judge(path: Path) -> Sequence[Judged]:
    """Every row of the file with what the reader makes of its text.

    Raises:
        SystemExit: a row lacks something, or its text is nowhere to be found.
    """
    rows = list(_rows(path))
    texts = _texts(path, {row["sha256"] for row in rows if "text" not in row})
    reader = SpacyReader()
    judged: list[Judged] = []
    for begin in range(0, len(rows), _BATCH):
        part = rows[begin : begin + _BATCH]
        asked = [row.get("text") or texts[row["sha256"]] for row in part]
        readings = reader.read_batch([ReadRequest(text, _SAID_ON) for text in asked])
        for row, text, reading in zip(part, asked, readings, strict=True):
            wanted = tuple(_labelled(one) for one in row["relations"])
            found = tuple(_read(reading))
            judged.append(Judged(text, wanted, found, tuple(_matched(found, wanted))))
    return judged


def figures(judged: Sequence[Judged]) -> Mapping[str, float]:
    """Precision and recall over all relations of the rows, in percent."""
    right = sum(len(one.right) for one in judged)
    found = sum(len(one.found) for one in judged)
    wanted = sum(len(one.wanted) for one in judged)
    return {
        PRECISION: 100 * right / found if found else 0.0,
        RECALL: 100 * right / wanted if wanted else 0.0,
    }


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        row = json.loads(line)
        missing = {"sha256", "relations"} - set(row)
        if missing:
            raise SystemExit(f"line {n} of {path} has no {', '.join(sorted(missing))}")
        yield row


def _texts(path: Path, wanted: set[str]) -> dict[str, str]:
    """Texts by their hash, from the tables beside the file and the shared data."""
    found: dict[str, str] = {}
    tables = [*sorted(path.parent.glob("*.csv")), *sorted(DATA.glob("lemotif*.csv"))]
    lists = sorted(other for other in path.parent.glob("*.jsonl") if other != path)
    for text in (*_column(tables), *_key(lists)) if wanted else ():
        digest = hashlib.sha256(text.encode()).hexdigest()
        if digest in wanted:
            found[digest] = text
    if missing := wanted - set(found):
        raise SystemExit(
            f"no text for {len(missing)} of {len(wanted)} rows of {path}: "
            f"put a table with a column Answer beside it (looked at: {DATA})"
        )
    return found


def _column(tables: Iterable[Path]) -> Iterator[str]:
    for table in tables:
        with table.open(encoding="utf-8", newline="") as lines:
            yield from (row["Answer"] for row in csv.DictReader(lines) if row.get("Answer"))


def _key(lists: Iterable[Path]) -> Iterator[str]:
    for one in lists:
        for line in one.read_text(encoding="utf-8").splitlines():
            row = json.loads(line) if line.strip() else None
            if isinstance(row, dict) and isinstance(row.get("text"), str):
                yield row["text"]


def _labelled(label: Mapping[str, Any]) -> Fact:
    subject, object_ = str(label["subject"]), str(label["object"])
    return Fact(
        keys(subject),
        Predicate(label["predicate"]),
        keys(object_),
        bool(label["asserted"]),
        f"{subject} {label['predicate']} {object_}",
    )


def _read(reading: Reading) -> Iterator[Fact]:
    for said in reading.assertions:
        if said.predicate is Predicate.RELATED_TO:
            continue
        ends = [_end(reading, index) for index in (said.subject, said.object)]
        goes_on = said.polarity is Polarity.ASSERTED and not said.ended
        shown = f"{ends[0][1]} {said.predicate} {ends[1][1]} [{said.rule}]"
        yield Fact(ends[0][0], said.predicate, ends[1][0], goes_on, shown)


def _end(reading: Reading, index: int) -> tuple[frozenset[str], str]:
    if index == USER:
        return frozenset({_USER}), _USER
    mention = reading.mentions[index]
    return keys(mention.name, mention.words, mention.role or ""), mention.name


def _matched(found: Sequence[Fact], wanted: Sequence[Fact]) -> Iterator[tuple[int, int]]:
    """Pairs that agree; of several labels the one that shares most names comes first."""
    free = set(range(len(wanted)))
    for i, fact in enumerate(found):
        fitting = [j for j in sorted(free) if fact.agrees(wanted[j])]
        if fitting:
            best = max(fitting, key=lambda j: len(fact.object & wanted[j].object))
            free.remove(best)
            yield i, best


def keys(*names: str) -> frozenset[str]:
    """All that an entity may be called: its names, their head nouns, and what lists make of them.

    >>> sorted(keys("my chicken fajitas") & keys("Fajitas"))
    ['fajita']
    >>> bool(keys("working out") & keys("Workout")), bool(keys("glad") & keys("happiness"))
    (True, True)
    """
    return frozenset(key for name in names for key in _keys(name))


@cache
def _keys(name: str) -> frozenset[str]:
    words = [word for word in name.casefold().split() if word not in _IDLE]
    if not words:
        return frozenset()
    if words == [_USER]:
        return frozenset({_USER})
    plain = " ".join(words)
    base = [lemma_of(word, "NNS") for word in words]
    found = {plain, " ".join(base), base[-1], lemma_of(words[-1], "VBG")}
    for at in range(len(words)):
        found.update(_listed(words[at:]))
        found.update(_listed(base[at:]))
    found.update(_MERGED_ROLES[key] for key in tuple(found) if key in _MERGED_ROLES)
    return frozenset(found)


def _listed(words: Sequence[str]) -> Iterator[str]:
    """The names under which the word lists know a whole phrase."""
    node: PhraseNode | None = phrases()
    for word in words:
        node = node.get(word) if node is not None else None
    for sense in node.senses if node is not None else ():
        if sense.family in _KEYED:
            yield sense.name.casefold()
