"""What a model says about memories: how two stand to each other, and one sentence for several."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Final

from graph_aria.adapters.llm.answer import Compared, Merged
from graph_aria.adapters.llm.asking import Asking, Messages, n_sent
from graph_aria.adapters.llm.endpoint import Endpoint
from graph_aria.domain.advice import Verdict, Verdicts, Wording

MAX_ANSWER_TOKENS: Final = 600
"""Where an answer is cut: more than eight verdicts or the longest sentence need."""

MOST_SECONDS: Final = 100.0
"""The longest that one piece of advice may take, so that a job is done within its lease."""

_CALLS: Final = 2.0
_LONGEST: Final = 500
_VERDICTS: Final = {verdict.value: verdict for verdict in Verdict}


class OpenAiAdvice:
    """Advice of a model behind an OpenAI-compatible endpoint; see `Asking`."""

    def __init__(
        self,
        endpoint: Endpoint,
        model: str,
        now: Callable[[], datetime],
        *,
        first_wait_seconds: float = 1.0,
    ) -> None:
        """Say what to ask; nothing is contacted yet.

        Args:
            endpoint: where the model is.
            model: its name there.
            now: tells the time, for dates in answers.
            first_wait_seconds: the pause before the second try, > 0; it doubles.
        """
        self._asking = Asking(
            endpoint,
            model,
            now,
            most_tokens=MAX_ANSWER_TOKENS,
            limit_seconds=min(MOST_SECONDS, _CALLS * endpoint.call_seconds),
            first_wait_seconds=first_wait_seconds,
        )

    def estimate(self, texts: Sequence[str]) -> int:
        """The most tokens that asking once about some sentences may take; estimated."""
        longer = max(_compare_prompt(), _merge_prompt(), key=len)
        return n_sent(_asked(longer, [list(texts)], again=True)) + MAX_ANSWER_TOKENS

    async def compare(self, pairs: Sequence[tuple[str, str]]) -> Verdicts:
        """How the second sentence of each pair stands to the first; see `MemoryAdviser`."""
        asked = [
            {"pair": n, "earlier": earlier[:_LONGEST], "later": later[:_LONGEST]}
            for n, (earlier, later) in enumerate(pairs, 1)
        ]
        if not asked:
            return Verdicts(())
        answer = await self._asking.ask(
            Compared, lambda again: _asked(_compare_prompt(), asked, again=again)
        )
        said: dict[int, set[Verdict]] = {}
        for item in () if answer.answer is None else answer.answer.verdicts:
            verdict = _VERDICTS.get(item.verdict.strip().casefold(), Verdict.UNDECIDED)
            said.setdefault(item.pair, set()).add(verdict)
        given = tuple(_only(said.get(n, set())) for n in range(1, len(pairs) + 1))
        return Verdicts(given, answer.failure, answer.cost)

    async def merge(self, texts: Sequence[str]) -> Wording:
        """One sentence that says what some sentences say together; see `MemoryAdviser`."""
        asked = [text[:_LONGEST] for text in texts]
        answer = await self._asking.ask(
            Merged, lambda again: _asked(_merge_prompt(), asked, again=again)
        )
        text = None if answer.answer is None else answer.answer.text
        return Wording((text or "").strip() or None, answer.failure, answer.cost)

    async def close(self) -> None:
        """Let go of connections; safe to repeat."""
        await self._asking.close()


def _only(verdicts: set[Verdict]) -> Verdict:
    """The one verdict that was given; undecided if there was none, or several."""
    return next(iter(verdicts)) if len(verdicts) == 1 else Verdict.UNDECIDED


def _asked(rules: str, asked: Sequence[object], *, again: bool) -> Messages:
    # As JSON no sentence can end its own quotation marks.
    messages: Messages = [
        {"role": "system", "content": rules},
        {"role": "user", "content": json.dumps(asked, ensure_ascii=False)},
    ]
    if again:
        messages.append({"role": "user", "content": _prompt("advice_again.txt")})
    return messages


def _compare_prompt() -> str:
    return _prompt("advice_compare.txt")


def _merge_prompt() -> str:
    return _prompt("advice_merge.txt")


@cache
def _prompt(name: str) -> str:
    return (files("graph_aria.prompts") / name).read_text("utf-8").strip()
