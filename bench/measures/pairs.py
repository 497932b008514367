"""Same or different: which pairs of sentences are merged without asking anybody.

The file is a table with tabs: `sentence_A`, `sentence_B`, `relatedness_score` (1 to 5),
`entailment_judgment` (ENTAILMENT, NEUTRAL, CONTRADICTION). A paraphrase is a pair that is
entailed or whose relatedness is at least 4.5, and no contradiction. Where the file tells
both directions (`entailment_AB`, `entailment_BA`) both must hold; where it tells only one,
that one counts, as it did for the anchors.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.measures import Figure
from graph_aria.adapters.embedding.minilm import MiniLmEmbedder
from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.domain.sameness import Likening, Sameness, decide

CONTRADICTIONS: Final = "contradictions merged"
PARAPHRASES: Final = "paraphrases merged"
OTHERS: Final = "other pairs merged"

FIGURES: Final = (
    Figure(CONTRADICTIONS, floor=2, goal=1, anchors="cosine ≥ 0.85: 20", less_is_better=True),
    Figure(PARAPHRASES, floor=25, goal=45, anchors="cosine ≥ 0.85: 66"),
    Figure(OTHERS, floor=2, goal=0.5, anchors="cosine ≥ 0.85: 9", less_is_better=True),
)

_COLUMNS: Final = ("sentence_A", "sentence_B", "relatedness_score", "entailment_judgment")
_RELATED: Final = 4.5


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair and what the product makes of it.

    Attributes:
        kind: which figure it counts for.
        sentences: the pair.
        similarity: cosine of its vectors.
        decision: what was decided.
    """

    kind: str
    sentences: tuple[str, str]
    similarity: float
    decision: Likening


def judge(path: Path) -> list[Judged]:
    """Every pair of the file with what the product decides.

    Raises:
        SystemExit: a column is missing; says which.
    """
    with path.open(encoding="utf-8", newline="") as lines:
        table = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        missing = [name for name in _COLUMNS if name not in (table.fieldnames or ())]
        if missing:
            raise SystemExit(f"{path} has no column {', '.join(missing)}")
        rows = list(table)
    texts = sorted({row[name] for row in rows for name in ("sentence_A", "sentence_B")})
    parsed = dict(zip(texts, SpacyReader().parse_sentences(texts), strict=True))
    embedder = MiniLmEmbedder()
    vectors = dict(zip(texts, embedder.embed(texts), strict=True))
    judged: list[Judged] = []
    for row in rows:
        one, other = row["sentence_A"], row["sentence_B"]
        similarity = float(vectors[one] @ vectors[other])
        decision = decide(similarity, parsed[one], parsed[other], embedder.likeness)
        judged.append(Judged(kind_of(row), (one, other), similarity, decision))
    return judged


def figures(judged: Sequence[Judged]) -> Mapping[str, float]:
    """The share of each kind that is merged, in percent; 0 for a kind without pairs."""
    return {figure.name: _share_merged(judged, figure.name) for figure in FIGURES}


def _share_merged(judged: Sequence[Judged], kind: str) -> float:
    of_kind = [one for one in judged if one.kind == kind]
    n_merged = sum(one.decision.sameness is Sameness.SAME for one in of_kind)
    return 100 * n_merged / max(len(of_kind), 1)


def kind_of(row: Mapping[str, str]) -> str:
    """Which figure a row counts for."""
    judgment = row["entailment_judgment"].strip().upper()
    if judgment == "CONTRADICTION":
        return CONTRADICTIONS
    forth, back = row.get("entailment_AB"), row.get("entailment_BA")
    if forth and back:
        is_entailed = forth.endswith("_entails_B") and back.endswith("_entails_A")
    else:
        is_entailed = judgment == "ENTAILMENT"
    is_related = float(row["relatedness_score"]) >= _RELATED
    return PARAPHRASES if is_entailed or is_related else OTHERS
