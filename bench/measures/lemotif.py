"""Topics, feelings and valence of journal entries, against what their writers ticked.

The file is a table of the Lemotif form: `Answer` is the text, the `Answer.f1.*.raw`
columns say which of 18 feelings its writer ticked, the `Answer.t1.*.raw` columns which of
11 topics. Nothing that ships has been trained on it.

- Topics: rows with exactly one topic ticked; what counts is the first of the topics that
  the product reads and that Lemotif has a word for. None is a wrong answer.
- Feelings: all rows; the feelings of the user that the product reads and that are not
  denied, in Lemotif's words.
- Valence: rows whose feelings are only pleasant or only unpleasant; what counts is the
  sign of the valence that the product reads. None is a wrong answer.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from bench.measures import Figure
from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.domain.reading import Reading, ReadRequest
from graph_aria.domain.vocabulary import Kind

ANCHORS: Final = {
    "topics accuracy": "keyword list 69.4; MiniLM zero-shot 70.5; trained TF-IDF + MiniLM 83.5",
    "topics macro-F1": "keyword list 65.1; MiniLM zero-shot 66.1; trained TF-IDF + MiniLM 79.3",
    "emotions micro-F1": "keyword list 44.8; trained MiniLM + TF-IDF 50.5",
    "emotions macro-F1": "keyword list 34.7; trained MiniLM + TF-IDF 31.7",
    "valence macro-F1": "trained TF-IDF 82.3; trained MiniLM 86.5",
}

FIGURES: Final[Sequence[Figure]] = (
    Figure("topics accuracy", 75, 84, ANCHORS["topics accuracy"]),
    Figure("topics macro-F1", 71, 79, ANCHORS["topics macro-F1"]),
    Figure("emotions micro-F1", 46, 52, ANCHORS["emotions micro-F1"]),
    Figure("emotions macro-F1", 36, 40, ANCHORS["emotions macro-F1"]),
    Figure("valence macro-F1", 80, 87, ANCHORS["valence macro-F1"]),
)

TOPICS: Final = {
    "Creativity": "recreation",
    "Exercise": "exercise",
    "Family": "family",
    "Food": "food",
    "Friends": "friends",
    "Health": "health",
    "Learning": "school",
    "Love": "love",
    "Nature": "recreation",
    "Recreation": "recreation",
    "Sleep": "sleep",
    "Spirituality": "god",
    "Travel": "recreation",
    "Work": "work",
}
"""The product's topics in Lemotif's words; Home, Money and Pets have none there."""

FEELINGS: Final = {
    "afraid": ("fear",),
    "angry": ("anger",),
    "anxious": ("anxiety", "stress", "overwhelm"),
    "ashamed": ("shame", "guilt", "embarrassment"),
    "awkward": ("awkwardness", "embarrassment"),
    "bored": ("boredom",),
    "calm": ("calm", "relief"),
    "confused": ("confusion",),
    "disgusted": ("disgust", "contempt"),
    "excited": ("excitement", "awe"),
    "frustrated": ("frustration", "irritation"),
    "happy": ("happiness", "affection", "amusement", "gratitude", "love"),
    "jealous": ("jealousy", "envy"),
    "nostalgic": ("nostalgia",),
    "proud": ("pride", "confidence", "determination"),
    "sad": ("sadness", "disappointment", "grief", "hopelessness", "loneliness"),
    "satisfied": ("satisfaction", "gratitude"),
    "surprised": ("surprise",),
}
"""Lemotif's words for the product's feelings; what it has no word for is left out."""

PLEASANT: Final = frozenset({"calm", "excited", "happy", "proud", "satisfied"})
NEITHER: Final = frozenset({"nostalgic", "surprised"})
"""Ticked beside others these say nothing; a row with no other feeling has no valence."""

_BATCH: Final = 64
_SAID_ON: Final = date(2026, 11, 25)


@dataclass(frozen=True, slots=True)
class Judged:
    """One row: what its writer ticked, and what the product reads.

    Attributes:
        topic: the one topic ticked, or None if there are none or several.
        feelings: the feelings ticked.
        read_topic, read_feelings, read_valence: the same as the product reads them.
    """

    topic: str | None
    feelings: frozenset[str]
    read_topic: str | None
    read_feelings: frozenset[str]
    read_valence: float | None

    @property
    def valence(self) -> int | None:
        """1 if only pleasant feelings were ticked, -1 if only unpleasant ones, else None."""
        signs = {1 if name in PLEASANT else -1 for name in self.feelings - NEITHER}
        return signs.pop() if len(signs) == 1 else None


def judge(path: Path) -> Sequence[Judged]:
    """Every row of the file with what the product's own reader makes of it."""
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    if rows and not {"Answer", "Answer.f1.happy.raw", "Answer.t1.work.raw"} <= rows[0].keys():
        raise SystemExit(f"{path} has no columns Answer, Answer.f1.*.raw and Answer.t1.*.raw")
    reader = SpacyReader()
    judged: list[Judged] = []
    for begin in range(0, len(rows), _BATCH):
        batch = rows[begin : begin + _BATCH]
        readings = reader.read_batch([ReadRequest(row["Answer"], _SAID_ON) for row in batch])
        judged += [_judged(row, reading) for row, reading in zip(batch, readings, strict=True)]
    return judged


def figures(judged: Sequence[Judged]) -> Mapping[str, float]:
    """Accuracy and F1 over the rows, in percent."""
    topics = [row for row in judged if row.topic is not None]
    signed = [row for row in judged if row.valence is not None]
    by_topic = _scores(({row.topic}, {row.read_topic}) for row in topics)
    by_feeling = _scores((row.feelings, row.read_feelings) for row in judged)
    by_sign = _scores(({row.valence}, {_sign(row.read_valence)}) for row in signed)
    right = sum(row.topic == row.read_topic for row in topics)
    return {
        "topics accuracy": 100 * right / len(topics) if topics else 0.0,
        "topics macro-F1": _macro(by_topic, {row.topic for row in topics}),
        "emotions micro-F1": _f1(
            [sum(counts) for counts in zip(*by_feeling.values(), strict=True)]
        ),
        "emotions macro-F1": _macro(by_feeling, FEELINGS),
        "valence macro-F1": _macro(by_sign, {1, -1}),
    }


def _judged(row: Mapping[str, str], reading: Reading) -> Judged:
    topics = _ticked(row, "Answer.t1.")
    felt = {
        one.name
        for one in reading.mentions
        if one.kind is Kind.EMOTION and one.of_user and not one.negated
    }
    return Judged(
        topic=next(iter(topics)) if len(topics) == 1 else None,
        feelings=_ticked(row, "Answer.f1."),
        read_topic=next((TOPICS[name] for name in reading.topics if name in TOPICS), None),
        read_feelings=frozenset(
            name for name, ours in FEELINGS.items() if not felt.isdisjoint(ours)
        ),
        read_valence=reading.valence,
    )


def _ticked(row: Mapping[str, str], prefix: str) -> frozenset[str]:
    return frozenset(
        name.removeprefix(prefix).removesuffix(".raw")
        for name, value in row.items()
        if name.startswith(prefix) and value.strip().upper() == "TRUE"
    )


def _sign(valence: float | None) -> int | None:
    if valence is None or valence == 0:
        return None
    return 1 if valence > 0 else -1


def _scores(pairs: Iterable[tuple[Iterable[object], Iterable[object]]]) -> dict[object, list[int]]:
    """True positives, false positives and misses of each label."""
    counts: dict[object, list[int]] = defaultdict(lambda: [0, 0, 0])
    for wanted, found in ((set(wanted), set(found)) for wanted, found in pairs):
        for label in wanted | found:
            counts[label][0 if label in wanted & found else 1 if label in found else 2] += 1
    return counts


def _f1(counts: Sequence[int]) -> float:
    hits, false, missed = counts or (0, 0, 0)
    return 200 * hits / (2 * hits + false + missed) if hits else 0.0


def _macro(counts: Mapping[object, Sequence[int]], labels: Iterable[object]) -> float:
    """Mean F1 over the labels; a label that neither side has counts as none."""
    each = [_f1(counts[label]) for label in labels if label in counts]
    return sum(each) / len(each) if each else 0.0
