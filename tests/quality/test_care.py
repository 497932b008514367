"""How many crises are recognised, and how many harmless texts are taken for one.

`care.jsonl` was labelled before any rule. One half, told by a hash of the text, was not looked at
while the rules were written: at first sight 58 of its 61 crises were found (95 %), and 2 of its 85
other texts taken for one (2.4 %). Then more texts were written against the rules, in rounds of
which each was measured before anything was changed (`care_more.jsonl`): 24 of 45 crises and 4 of 58
others in the second, 18 of 50 and 2 of 58 in the third, which tells of crises as indirectly as
people do, 28 of 35 and 5 of 40 in the
fourth, 19 of 25 and 3 of 25 in the fifth, of plain texts and of false friends, 24 of 30 and 1 of 32
in the sixth, of plain wishes and blows beside everyday clauses, 21 of 26 and 3 of 27 in the
seventh, of the same. What is measured
here are the rules as they are now: it keeps them from getting worse.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Final

import pytest

from graph_aria import sample
from graph_aria.domain.care import concern_in

_HERE: Final = Path(__file__).parent
_LEAST_FOUND: Final = 0.9
_MOST_FALSE: Final = 0.05
_LEAST_TEXTS: Final = 25


def _rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (_HERE / name).read_text("utf-8").splitlines()]


def _is_unseen(text: str) -> bool:
    return hashlib.sha256(text.encode()).digest()[0] % 2 == 1


LABELLED: Final = [(each["text"], each["concern"]) for each in _rows("care.jsonl")]
MORE: Final = _rows("care_more.jsonl")
SETS: Final = {
    "seen": [(text, bool(concern)) for text, concern in LABELLED if not _is_unseen(text)],
    "unseen": [(text, bool(concern)) for text, concern in LABELLED if _is_unseen(text)],
    **{
        f"round {n}": [(each["text"], each["crisis"]) for each in MORE if each["round"] == n]
        for n in (2, 3, 4, 5, 6, 7)
    },
}


@pytest.mark.parametrize("name", SETS)
def test_most_crises_are_recognised_and_few_other_texts(name: str) -> None:
    crises = [text for text, is_crisis in SETS[name] if is_crisis]
    others = [text for text, is_crisis in SETS[name] if not is_crisis]
    missed = [text for text in crises if concern_in(text) is None]
    false = [text for text in others if concern_in(text) is not None]

    assert min(len(crises), len(others)) >= _LEAST_TEXTS
    assert 1 - len(missed) / len(crises) >= _LEAST_FOUND, missed
    assert len(false) / len(others) <= _MOST_FALSE, false


def test_what_is_recognised_is_told_apart() -> None:
    found = [(concern_in(text), concern) for text, concern in LABELLED if concern]
    told = [(is_, shall) for is_, shall in found if is_ is not None]

    assert sum(is_ == shall for is_, shall in told) / len(told) >= _LEAST_FOUND


def test_nothing_in_a_quiet_year_is_taken_for_a_crisis() -> None:
    texts = [
        str(value)
        for line in (Path(sample.__file__).parent / "journal.jsonl").read_text("utf-8").splitlines()
        for value in json.loads(line).values()
    ]

    assert len(texts) > _LEAST_TEXTS
    assert [text for text in texts if concern_in(text) is not None] == []
