"""What the analysis model is asked."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from string import Template
from typing import Final

from openai.types.chat import ChatCompletionMessageParam

from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.reading import MOST_BEFORE, EntryForm, ReadRequest
from graph_aria.domain.vocabulary import EMOTIONS, PREDICATES, Kind, Predicate

LONGEST_TEXT: Final = 12_000
"""Longer texts, in code points, are read without the model."""

_MOST_KNOWN: Final = 40
_MOST_MEMORIES: Final = 12
_LONGEST_LINE: Final = 200
_LONGEST_BEFORE: Final = 1_000
_MARK: Final = "text"
_CLOSING: Final = "</"


def messages_for(request: ReadRequest, *, again: bool = False) -> list[ChatCompletionMessageParam]:
    """The messages of one call: rules, an example, the text.

    Args:
        request: the text and what is told besides.
        again: the last answer could not be used.
    """
    asked: list[ChatCompletionMessageParam] = [
        {"role": "system", "content": _rules()},
        {"role": "user", "content": _block("new text", _prompt("analysis_example.txt"), _MARK)},
        {"role": "assistant", "content": _prompt("analysis_example_answer.json")},
        {"role": "user", "content": _asked(request)},
    ]
    if again:
        asked.append({"role": "user", "content": _prompt("analysis_again.txt")})
    return asked


def _asked(request: ReadRequest) -> str:
    context = request.context
    before = [_clipped(line, _LONGEST_BEFORE) for line in context.before[-MOST_BEFORE:]]
    known = [_clipped(line, _LONGEST_LINE) for line in context.known[:_MOST_KNOWN]]
    memories = [_clipped(line, _LONGEST_LINE) for line in context.memories[:_MOST_MEMORIES]]
    mark = _mark([request.text, *before, *known, *memories])
    blocks = [
        _block(f"{name}, for context only", "\n".join(f"- {line}" for line in lines), mark)
        for name, lines in (("before", before), ("known", known), ("memories", memories))
        if lines
    ]
    text = request.text
    if request.form is EntryForm.MOOD_CHECK_IN:
        name = "new text: a mood check-in, its first line the feelings that were picked"
    else:
        name = "new text"
    blocks.append(_block(f"{name}, written on {request.said_on:%A} {request.said_on}", text, mark))
    return "\n\n".join(blocks)


def _mark(texts: list[str]) -> str:
    """What ends a block: something that no text holds, so that none can end its own."""
    mark, n = _MARK, 0
    while any(f"{_CLOSING}{mark}>" in text for text in texts):
        n += 1
        mark = f"{_MARK}-{n}"
    return mark


def _block(name: str, text: str, mark: str) -> str:
    return f"[{name}]\n<{mark}>\n{text}\n{_CLOSING}{mark}>"


def _clipped(line: str, longest: int) -> str:
    flat = " ".join(line.split())
    return flat if len(flat) <= longest else flat[: longest - 1] + "…"


@cache
def _rules() -> str:
    return Template(_prompt("analysis.txt")).substitute(
        kinds=", ".join(kind for kind in Kind if kind is not Kind.EMOTION),
        emotions=", ".join(EMOTIONS),
        predicates="\n".join(
            f"- {name}: {rule.definition}"
            for name, rule in PREDICATES.items()
            if name is not Predicate.RELATED_TO
        ),
        memory_kinds=", ".join(MemoryKind),
        categories=", ".join(Category),
    )


@cache
def _prompt(name: str) -> str:
    return (files("graph_aria.prompts") / name).read_text("utf-8").strip()
