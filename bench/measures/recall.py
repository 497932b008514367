"""Recall: which turns of long conversations are found for questions about them.

The file is of LoCoMo's form: a list of conversations, each with its `conversation` (speakers,
`session_1`, `session_1_date_time`, …) and `qa` (question, `evidence` by `dia_id`, category).
Every turn goes the product's own way: said in a conversation on its day as "Name: words", with
the caption of an image in brackets; read; indexed; asked for through `retrieve`. Questions
about what nobody said are those of the other conversations of the file, their speakers' names
replaced, or, where there is one conversation alone, some of our own.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from bench.lives import SetClock, make_profile, open_store
from bench.measures import Figure
from graph_aria.adapters.clock import UuidIds
from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.conversations import Reply, ReplyState
from graph_aria.domain.records import Profile
from graph_aria.domain.retrieval import Retrieved
from graph_aria.ports import Store
from graph_aria.stages.begin_conversation import begin_conversation
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.retrieve import retrieve
from graph_aria.stages.take_turn import take_turn
from graph_aria.stages.work import work

DEPTHS: Final = (5, 10, 25)
MULTI_HOP: Final = 1
ADVERSARIAL: Final = 5
"""Questions of this category ask about what was said of somebody else."""

_NAMES: Final = {1: "multi-hop", 2: "temporal", 3: "open", 4: "single-hop", 5: "adversarial"}
REFUSED: Final = "never said, nothing found"
FALSELY: Final = "said, nothing found"

FIGURES: Final = (
    Figure("recall @5", 66, 74, "BM25 57.8, hybrid with neighbours 67.2"),
    Figure("recall @10", 76, 83, "BM25 65.3, hybrid with neighbours 77.1"),
    Figure("recall @25", 84, 90, "BM25 73.5, hybrid with neighbours 84.3"),
    Figure("multi-hop @10", 40, 50, "BM25 37.8, published 46.6"),
    *(Figure(f"{name} @10", 0, 0, "") for number, name in _NAMES.items() if number != MULTI_HOP),
    Figure(REFUSED, 60, 85, "none"),
    Figure(FALSELY, 5, 5, "none", less_is_better=True),
)

_EVIDENCE: Final = re.compile(r"D\d+:\d+")
_WHEN: Final = "%I:%M %p on %d %B, %Y"
_DEEP: Final = 60
_N_FOREIGN: Final = 120
"""Questions about what nobody said, for each conversation."""

_NOWHERE: Final = (
    "What is the name of {}'s submarine?",
    "When did {} climb Kilimanjaro?",
    "Which instrument does {} play in the navy orchestra?",
    "How much did {} pay for the vineyard in Georgia?",
    "What did {} say about the trial of the beekeeper?",
    "Where does {} keep the falcon?",
    "Why did {} sell the lighthouse?",
    "Who taught {} to weld?",
    "What colour is {}'s sailing boat?",
    "When was {} elected mayor?",
    "Which chess opening does {} prefer?",
    "How did {} break a collarbone on the glacier?",
    "What did {} find in the attic of the monastery?",
    "Which language is {} translating the hymns from?",
    "When does {} fly to Antarctica?",
    "What is {}'s blood type?",
    "Who won the fencing tournament against {}?",
    "How many goats does {} milk?",
    "What went wrong with {}'s tax audit?",
    "Which vaccine did {} get before Madagascar?",
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A question and what was found for it.

    Attributes:
        conversation: its number in the file.
        category: 1 to 5 as in LoCoMo, 0 for a question about what nobody said.
        evidence: the turns that answer it; none if nothing does.
        found: the turns that were found, best first, at most 25.
        is_refused: nothing was found at all.
    """

    conversation: int
    category: int
    question: str
    evidence: frozenset[str] = frozenset()
    found: tuple[str, ...] = ()
    is_refused: bool = False


def judge(path: Path) -> list[Judged]:
    """Every question of the file with what is found for it.

    Raises:
        SystemExit: the file is not of LoCoMo's form.
    """
    told = json.loads(path.read_text("utf-8"))
    told = told if isinstance(told, list) else [told]
    if not told or not all({"conversation", "qa"} <= set(one) for one in told):
        raise SystemExit(f"{path} is no list of conversations, each with its qa")
    return asyncio.run(_judge_all(told))


def figures(judged: Sequence[Judged]) -> Mapping[str, float]:
    """The figures of `FIGURES` in percent; 0 where no question is of the kind."""
    answered = [one for one in judged if one.evidence]
    found = {
        f"recall @{depth}": _mean([_recall(one, depth) for one in answered]) for depth in DEPTHS
    }
    for number, name in _NAMES.items():
        of_kind = [one for one in answered if one.category == number]
        found[f"{name} @10"] = _mean([_recall(one, 10) for one in of_kind])
    foreign = [one for one in judged if not one.category]
    known = [one for one in answered if one.category != ADVERSARIAL]
    found[REFUSED] = _mean([one.is_refused for one in foreign])
    found[FALSELY] = _mean([one.is_refused for one in known])
    return found


def _mean(values: Sequence[float]) -> float:
    return 100 * sum(values) / max(len(values), 1)


def _recall(one: Judged, depth: int) -> float:
    return len(one.evidence.intersection(one.found[:depth])) / len(one.evidence)


async def _judge_all(told: Sequence[Mapping[str, Any]]) -> list[Judged]:
    reader = ReaderProcess()
    try:
        with tempfile.TemporaryDirectory() as folder:
            return [
                each
                for number, one in enumerate(told)
                for each in await _judge_one(
                    Path(tempfile.mkdtemp(dir=folder)), reader, told, number, one["conversation"]
                )
            ]
    finally:
        await reader.close()


async def _judge_one(
    folder: Path,
    reader: ReaderProcess,
    told: Sequence[Mapping[str, Any]],
    number: int,
    conversation: Mapping[str, Any],
) -> list[Judged]:
    sessions = _sessions(conversation)
    clock = SetClock(max(at for at, _ in sessions) + timedelta(days=1))
    ids = UuidIds()
    faculties = Faculties(reader, reader, reader)
    store = await open_store(folder, clock)
    try:
        profile = await make_profile(store, ids, at=clock.now())
        turns = await _tell(store, clock, ids, profile, sessions)
        await work(store, faculties, clock, ids)
        judged: list[Judged] = []
        for row in told[number]["qa"]:
            evidence = {each for one in row.get("evidence", ()) for each in _EVIDENCE.findall(one)}
            evidence &= set(turns.values())
            category = int(row.get("category", 4))
            if evidence:
                asked = Judged(number, category, str(row["question"]), frozenset(evidence))
                judged.append(await _ask(store, faculties, profile, clock, turns, asked))
        for question in _foreign(told, number):
            asked = Judged(number, 0, question)
            judged.append(await _ask(store, faculties, profile, clock, turns, asked))
        return judged
    finally:
        await store.close()


def _sessions(
    conversation: Mapping[str, Any],
) -> list[tuple[datetime, Sequence[Mapping[str, Any]]]]:
    """When each session was, with its turns, in their order."""
    numbers = sorted(
        int(found[1]) for key in conversation if (found := re.fullmatch(r"session_(\d+)", key))
    )
    return [
        (
            datetime.strptime(conversation[f"session_{n}_date_time"], _WHEN).replace(tzinfo=UTC),
            conversation[f"session_{n}"],
        )
        for n in numbers
        if conversation[f"session_{n}"]
    ]


async def _tell(
    store: Store,
    clock: SetClock,
    ids: UuidIds,
    profile: Profile,
    sessions: Sequence[tuple[datetime, Sequence[Mapping[str, Any]]]],
) -> dict[str, str]:
    """Say all turns; their `dia_id`s by their entries."""
    turns: dict[str, str] = {}
    for at, said in sessions:
        talk, _ = await begin_conversation(store, clock, ids, profile.id)
        last = ""
        for n, turn in enumerate(said):
            caption = turn.get("blip_caption")
            words = f"{turn['speaker']}: {turn.get('text') or '…'}"
            saved = await take_turn(
                store,
                clock,
                ids,
                profile,
                talk.id,
                text=f"{words} [{caption}]" if caption else words,
                occurred_at=at + timedelta(seconds=20 * n),
            )
            last = saved.entry.id
            turns[last] = turn["dia_id"]
        cut = Reply(last, "", clock.now(), ReplyState.CUT)
        await store.save_reply(profile.id, cut, job_id=ids.new())
    return turns


async def _ask(
    store: Store,
    faculties: Faculties,
    profile: Profile,
    clock: SetClock,
    turns: Mapping[str, str],
    asked: Judged,
) -> Judged:
    found = await retrieve(store, faculties, profile, asked.question, now=clock.now(), limit=_DEEP)
    return replace(asked, found=_turns_of(found, turns)[: max(DEPTHS)], is_refused=not found.hits)


def _turns_of(found: Retrieved, turns: Mapping[str, str]) -> tuple[str, ...]:
    """The turns that the hits rest on, in their order."""
    return tuple(
        dict.fromkeys(
            turns[quote.entry_id]
            for hit in found.hits
            for quote in hit.quotes
            if quote.entry_id in turns
        )
    )


def _foreign(told: Sequence[Mapping[str, Any]], number: int) -> list[str]:
    """Questions about what nobody said in a conversation."""
    own = _speakers(told[number])
    if len(told) == 1:
        return [question.format(own[n % 2]) for n, question in enumerate(_NOWHERE)]
    others = [
        _renamed(str(row["question"]), _speakers(one), own)
        for at, one in enumerate(told)
        if at != number
        for row in one["qa"]
    ]
    return random.Random(number).sample(others, min(_N_FOREIGN, len(others)))


def _speakers(one: Mapping[str, Any]) -> tuple[str, str]:
    return str(one["conversation"]["speaker_a"]), str(one["conversation"]["speaker_b"])


def _renamed(question: str, names: Sequence[str], own: Sequence[str]) -> str:
    for name, new in zip(names, own, strict=True):
        question = re.sub(rf"\b{re.escape(name)}\b", new, question)
    return question
