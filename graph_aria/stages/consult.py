"""Read texts with rules, and with a model where it answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from graph_aria.domain.joined_reading import joined
from graph_aria.domain.judging import judge
from graph_aria.domain.proposals import Failure
from graph_aria.domain.reading import Reading, ReadRequest
from graph_aria.ports import AnalysisModel, Budget, Clock, Reader
from graph_aria.stages.set_aside import set_aside
from graph_aria.stages.understand_proposed import understand_proposed


async def consult(
    reader: Reader,
    model: AnalysisModel,
    budget: Budget,
    clock: Clock,
    requests: Sequence[ReadRequest],
    *,
    at_once: int = 1,
) -> list[Reading]:
    """One reading for each text, in their order.

    What the model proposes is judged like anything that is read, and what it proposes of a
    life is read by the rules once more; what they read of the text fills in what it missed.
    Where it gives no answer, or the day's budget is spent, the reading is that of the rules,
    with a `note` that says why. A text that the rules cannot read, because of its language,
    is not sent.

    Args:
        reader: reads with rules.
        model: proposes.
        budget: what may be spent in a day of the clock (UTC).
        clock: tells the day.
        requests: the texts.
        at_once: how many texts the model is asked about at the same time, >= 1.

    Raises:
        ReaderFailed: the rules' reader did.

    Reads: nothing. Writes: the budget. Safe to repeat: yes, but it is paid for again.
    """
    readings = await reader.read_batch(requests)
    turn = asyncio.Semaphore(at_once)

    async def one(request: ReadRequest, reading: Reading) -> Reading:
        if reading.unread is not None or not request.text.strip():
            return reading
        async with turn:
            return await _consult_on(reader, model, budget, clock.now().date(), request, reading)

    return list(await asyncio.gather(*map(one, requests, readings)))


async def _consult_on(
    reader: Reader,
    model: AnalysisModel,
    budget: Budget,
    day: date,
    request: ReadRequest,
    reading: Reading,
) -> Reading:
    with set_aside(budget, model.estimate(request), day) as asked:
        if asked is None:
            return replace(reading, note=Failure.BUDGET.value)
        answer = await model.propose(request)
        asked.cost = answer.cost
    if answer.proposals is None:
        note = None if answer.failure is None else answer.failure.value
        return replace(reading, note=note, cost=answer.cost)
    judged = judge(
        request,
        answer.proposals,
        foreign=reading.foreign,
        dates=reading.dates,
        valence=reading.valence or 0.0,
    )
    memories = await understand_proposed(reader, request, judged.memories, dates=reading.dates)
    judged = replace(judged, memories=memories)
    return joined(reading, judged, model_id=model.model_id, cost=answer.cost)
