"""What a small real model gets right, beside the rules alone: `python -m bench.model`.

Reads `tests/model/entries.jsonl` with the rules, with the model behind a server on loopback
(see `tools/small_model.py`), and with both as the product joins them. Memories count if
they pass admission. `--answers FILE` keeps what the model answered, and judges the answers
in it again without asking when it is there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from bench.measures.relations import keys
from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.adapters.llm.analysis import OpenAiAnalysis
from graph_aria.adapters.llm.endpoint import Endpoint
from graph_aria.domain.admission import Admitted, Setting, admit
from graph_aria.domain.joined_reading import joined
from graph_aria.domain.judging import judge
from graph_aria.domain.proposals import (
    Answer,
    Failure,
    Proposals,
    ProposedMemory,
    ProposedMention,
    ProposedRelation,
)
from graph_aria.domain.reading import USER, Cost, Polarity, Reading, ReadRequest
from graph_aria.domain.vocabulary import PREDICATES, Kind, Predicate
from tools.small_model import MODELS, QWEN, ModelServer

ENTRIES: Final = Path(__file__).resolve().parents[1] / "tests" / "model" / "entries.jsonl"
WHAT: Final = ("entities", "emotions", "relations", "memories")
CALL_SECONDS: Final = 900.0
"""So long that it is not this machine's other work that decides; `ARIA_LLM_SECONDS` ends at 150."""

_USER: Final = "user"
_SETTING: Final = Setting()


@dataclass(frozen=True, slots=True)
class Told:
    """What a model answered about one entry, and how long that took."""

    answer: Answer
    seconds: float


@dataclass(slots=True)
class Tally:
    """How much of one sort was found, and how much of that is right.

    Attributes:
        n_right: found, and labelled.
        n_wrong: found, and neither labelled nor allowed.
        n_met: labels that were found.
        n_labels: all labels.
        misses: what is wrong (+) and what is missing (-), for reading.
    """

    n_right: int = 0
    n_wrong: int = 0
    n_met: int = 0
    n_labels: int = 0
    misses: list[str] = field(default_factory=list)

    def add(self, found: Mapping[str, bool | None], labels: Mapping[str, bool]) -> None:
        """Count one entry.

        Args:
            found: what was found: whether it is labelled, None if it is merely allowed.
            labels: whether each was met.
        """
        self.n_right += sum(right is True for right in found.values())
        self.n_wrong += sum(right is False for right in found.values())
        self.n_met += sum(labels.values())
        self.n_labels += len(labels)
        self.misses += [f"+ {name}" for name, right in found.items() if right is False]
        self.misses += [f"- {name}" for name, met in labels.items() if not met]

    @property
    def precision(self) -> float:
        """Part of what was found that is right, 0 to 1; 1 if nothing was found."""
        n_found = self.n_right + self.n_wrong
        return self.n_right / n_found if n_found else 1.0

    @property
    def recall(self) -> float:
        """Part of the labels that was found, 0 to 1."""
        return self.n_met / self.n_labels

    @property
    def cells(self) -> tuple[str, str]:
        """Precision and recall with what they are of."""
        n_found = self.n_right + self.n_wrong
        return _share(self.n_right, n_found), _share(self.n_met, self.n_labels)


def load(path: Path) -> list[dict[str, Any]]:
    """The labelled entries of a file, in its order."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def request_of(row: Mapping[str, Any]) -> ReadRequest:
    """An entry as it is read."""
    return ReadRequest(row["text"], date.fromisoformat(row["said_on"]))


def _alone(request: ReadRequest, told: Told, rules: Reading) -> Reading:
    """The model's reading without the rules'; empty if it gave no answer."""
    bare = replace(rules, mentions=(), assertions=(), memories=(), identities=(), latent=())
    return _together(request, told, bare)


def _together(request: ReadRequest, told: Told, rules: Reading) -> Reading:
    """The reading of both, as the product makes it."""
    if told.answer.proposals is None:
        return rules
    judged = judge(
        request,
        told.answer.proposals,
        foreign=rules.foreign,
        dates=rules.dates,
        valence=rules.valence or 0.0,
    )
    return joined(rules, judged, model_id="model", cost=told.answer.cost)


def _compare(row: Mapping[str, Any], reading: Reading, tallies: Mapping[str, Tally]) -> None:
    """Count what a reading has of an entry's labels."""
    may = row["may"]
    tallies["entities"].add(*_entities(row["entities"], may["entities"], reading))
    tallies["emotions"].add(*_emotions(row["emotions"], may["emotions"], reading))
    tallies["relations"].add(*_relations(row["relations"], may["relations"], reading))
    tallies["memories"].add(*_memories(row, reading))


_Compared = tuple[dict[str, bool | None], dict[str, bool]]


def _entities(labels: Sequence[Any], may: Sequence[str], reading: Reading) -> _Compared:
    found: dict[str, bool | None] = {}
    met = {label["names"][0]: False for label in labels}
    allowed = keys(*may)
    for mention in reading.mentions:
        if mention.kind is Kind.EMOTION or not mention.named:
            continue
        called = keys(mention.name, mention.words, mention.role or "")
        right: bool | None = None if called & allowed else False
        for label in labels:
            if called & keys(*label["names"]) and mention.kind in label["kinds"]:
                right = met[label["names"][0]] = True
        found[f"{mention.name} ({mention.kind})"] = right
    return found, met


def _emotions(labels: Sequence[Sequence[str]], may: Sequence[str], reading: Reading) -> _Compared:
    names = {
        mention.name
        for mention in reading.mentions
        if mention.kind is Kind.EMOTION and mention.of_user and not mention.negated
    }
    wanted = {name for label in labels for name in label}
    found = {name: True if name in wanted else None if name in may else False for name in names}
    return found, {label[0]: not names.isdisjoint(label) for label in labels}


def _relations(labels: Sequence[Any], may: Sequence[Any], reading: Reading) -> _Compared:
    found: dict[str, bool | None] = {}
    met = {_shown(label): False for label in labels}
    for said in reading.assertions:
        if said.predicate is Predicate.RELATED_TO:
            continue
        goes_on = said.polarity is Polarity.ASSERTED and not said.ended
        subject, object_ = (_end(reading, index) for index in (said.subject, said.object))
        fact = (keys(*subject), said.predicate, keys(*object_), goes_on)
        right: bool | None = None if any(_agrees(label, *fact) for label in may) else False
        for label in labels:
            if _agrees(label, *fact):
                right = met[_shown(label)] = True
        sign = "" if goes_on else "not "
        found[f"{subject[0]} {sign}{said.predicate} {object_[0]}"] = right
    return found, met


def _agrees(
    label: Mapping[str, Any],
    subject: frozenset[str],
    predicate: Predicate,
    object_: frozenset[str],
    goes_on: bool,  # noqa: FBT001 - one of the four parts of a fact
) -> bool:
    if label["asserted"] is not goes_on or predicate not in (label["predicates"] or [predicate]):
        return False
    ends = (keys(*label["subject"]), keys(*label["object"]))
    ways = [(subject, object_)]
    if PREDICATES[predicate].symmetric:
        ways.append((object_, subject))
    return any(one & ends[0] and other & ends[1] for one, other in ways)


def _end(reading: Reading, index: int) -> tuple[str, ...]:
    if index == USER:
        return (_USER,)
    mention = reading.mentions[index]
    return mention.name, mention.words, mention.role or ""


def _shown(label: Mapping[str, Any]) -> str:
    sign = "" if label["asserted"] else "not "
    return f"{label['subject'][0]} {sign}{label['predicates'][0]} {label['object'][0]}"


def _memories(row: Mapping[str, Any], reading: Reading) -> _Compared:
    texts = [
        memory.text
        for memory in reading.memories
        if admit(memory, row["text"], _SETTING).admitted is not Admitted.REFUSED
    ]
    labels, may = row["memories"], row["may"]["memories"]
    found: dict[str, bool | None] = {}
    for text in texts:
        allowed = None if any(_holds(text, label) for label in may) else False
        found[text] = True if any(_holds(text, label) for label in labels) else allowed
    met = {str(label["holds"]): any(_holds(text, label) for text in texts) for label in labels}
    return found, met


def _holds(text: str, label: Mapping[str, Any]) -> bool:
    """Whether a memory says what a label wants: of each list of words it holds one."""
    lower = text.casefold()
    return all(any(word in lower for word in words) for words in label["holds"])


def _share(n: int, of: int) -> str:
    return f"{100 * n / of:.0f} % ({n}/{of})" if of else "none"


def _append(path: Path, told: Told) -> None:
    answer = told.answer
    held = {
        "proposals": answer.proposals and asdict(answer.proposals),
        "failure": answer.failure,
        "cost": asdict(answer.cost),
        "seconds": told.seconds,
    }
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(held, ensure_ascii=False) + "\n")


def _kept(path: Path) -> list[Told]:
    return [_told(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def _told(line: Mapping[str, Any]) -> Told:
    held = line["proposals"]
    proposals = held and Proposals(
        tuple(ProposedMention(**item) for item in held["mentions"]),
        tuple(ProposedRelation(**item) for item in held["relations"]),
        tuple(
            ProposedMemory(**{**item, "quotes": tuple(item["quotes"])}) for item in held["memories"]
        ),
    )
    failure = line["failure"] and Failure(line["failure"])
    return Told(Answer(proposals, failure, Cost(**line["cost"])), line["seconds"])


async def ask_all(
    server: ModelServer, requests: Sequence[ReadRequest], *, keep: Path | None = None
) -> list[Told]:
    """What a running model proposes for each of the entries, in their order.

    Args:
        server: where it runs.
        requests: the entries.
        keep: a file that gets each answer as soon as it is there.
    """
    endpoint = Endpoint(server.base_url, None, CALL_SECONDS)
    model = OpenAiAnalysis(endpoint, server.model.name, lambda: datetime.now(UTC))
    told: list[Told] = []
    try:
        # The first call reads the rules and the example; the server remembers them.
        for request in requests:
            began = time.perf_counter()
            answer = await model.propose(request)
            told.append(Told(answer, time.perf_counter() - began))
            print(f"{len(told)} of {len(requests)}: {told[-1].seconds:.0f} s", file=sys.stderr)
            if keep:
                _append(keep, told[-1])
    finally:
        await model.close()
    return told


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.model", description=__doc__)
    parser.add_argument("--model", choices=sorted(MODELS), default=QWEN.name)
    parser.add_argument("--answers", type=Path, help="keep answers here, or use those kept")
    parser.add_argument("--first", type=int, default=None, help="only so many entries")
    parser.add_argument("--misses", action="store_true", help="print what is wrong and missing")
    given = parser.parse_args(arguments)
    rows = load(ENTRIES)[: given.first]
    requests = [request_of(row) for row in rows]
    told = _kept(given.answers)[: len(rows)] if given.answers and given.answers.is_file() else []
    if len(told) < len(rows):
        with ModelServer(MODELS[given.model]) as server:
            told += asyncio.run(ask_all(server, requests[len(told) :], keep=given.answers))
    measured = measure(rows, told)
    console = Console(width=110, highlight=False)
    console.print(_quality(len(rows), measured))
    console.print(_effort(MODELS[given.model].title, told))
    for who, tallies in measured.items() if given.misses else ():
        for what, tally in tallies.items():
            print("\n".join(f"{who}, {what}: {miss}" for miss in tally.misses))
    return 0


def measure(rows: Sequence[Mapping[str, Any]], told: Sequence[Told]) -> dict[str, dict[str, Tally]]:
    """What is right and what is found, by reader ("rules", "model", "both") and by sort."""
    requests = [request_of(row) for row in rows]
    rules = SpacyReader().read_batch(requests)
    readings = {
        "rules": rules,
        "model": list(map(_alone, requests, told, rules)),
        "both": list(map(_together, requests, told, rules)),
    }
    tallies = {who: {what: Tally() for what in WHAT} for who in readings}
    for who, made in readings.items():
        for row, reading in zip(rows, made, strict=True):
            _compare(row, reading, tallies[who])
    return tallies


def _quality(n: int, measured: Mapping[str, Mapping[str, Tally]]) -> Table:
    table = Table(title=f"{n} entries of {ENTRIES.name}: precision, recall")
    for column in ("", *(f"{who}, {figure}" for who in measured for figure in ("P", "R"))):
        table.add_column(column)
    for what in WHAT:
        cells = [tallies[what].cells for tallies in measured.values()]
        table.add_row(what, *(cell for pair in cells for cell in pair))
    return table


def _effort(title: str, told: Sequence[Told]) -> Table:
    table = Table(title=title)
    for column in ("", "median", "most", "all"):
        table.add_column(column)
    measures: dict[str, list[float]] = {
        "seconds an entry": [one.seconds for one in told],
        "calls": [one.answer.cost.n_calls for one in told],
        "tokens sent": [one.answer.cost.n_sent for one in told],
        "tokens received": [one.answer.cost.n_received for one in told],
        "read without the model": [one.answer.failure is not None for one in told],
    }
    for name, values in measures.items():
        middle = sorted(values)[len(values) // 2]
        table.add_row(name, f"{middle:.0f}", f"{max(values):.0f}", f"{sum(values):.0f}")
    return table


if __name__ == "__main__":
    raise SystemExit(main())
