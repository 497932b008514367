"""What the documentation shows can be typed, and gives what it says."""

from __future__ import annotations

import ast
import doctest
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from graph_aria.cli.main import app
from graph_aria.cli.settings import SETTABLE
from graph_aria.config import PREFIX, Settings
from graph_aria.domain.vocabulary import EMOTIONS, PREDICATES, TOPICS, Kind

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(
    [
        ROOT / "README.md",
        ROOT / "CHANGELOG.md",
        DOCS / "quickstart.md",
        *DOCS.glob("howto/*.md"),
        *DOCS.glob("explanation/*.md"),
    ]
)
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"^ {4}(\S.*)$", re.MULTILINE)
_INLINE = re.compile(r"`([^`\n]+)`")
_STOP = {"|", "&&", ";", ">", "2>"}
# Section 10 of the design, in its order.
WORDS = [
    "entry",
    "turn",
    "mention",
    "assertion",
    "entity",
    "alias",
    "kind",
    "relation",
    "subject",
    "predicate",
    "object",
    "evidence",
    "strength",
    "weight",
    "heat",
    "active",
    "archived",
    "ruling",
    "memory",
    "chapter",
    "theme",
    "prompt block",
    "token budget",
    "profile",
    "delta",
    "capture",
    "read",
    "resolve",
    "merge",
    "reinforce",
    "decay",
    "archive",
    "consolidate",
    "supersede",
    "synthesize",
    "retrieve",
]


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def _blocks(page: Path, language: str) -> list[str]:
    return [code for kind, code in _FENCE.findall(page.read_text("utf-8")) if kind == language]


def _shown(page: Path) -> Iterator[tuple[str, bool]]:
    """Command lines of a page, and whether they are to be typed as they stand."""
    text = _FENCE.sub("", page.read_text("utf-8"))
    for line in _INDENTED.findall(text):
        yield line, True
    for line in _INLINE.findall(_INDENTED.sub("", text)):
        yield line, False


def _commands(line: str) -> Iterator[list[str]]:
    """The arguments of each `aria` in a shell line."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|();&")
    lexer.whitespace_split = True
    lexer.commenters = "#"
    try:
        words = list(lexer)
    except ValueError:  # prose or output, not a command
        return
    start = True  # whether a command can begin here
    for index, word in enumerate(words):
        if start and (word == "aria" or word.endswith("/aria")):
            arguments = []
            for argument in words[index + 1 :]:
                if argument in _STOP or argument.startswith(")"):
                    break
                arguments.append(argument)
            yield arguments
        start = word in {"|", "&&", ";", "(", "$("} or (start and "=" in word)


def _check(arguments: list[str], *, whole: bool) -> None:
    """Have Typer parse a command without running it.

    Raises:
        Exception: what Typer says of an unknown command, option, or missing argument.
    """
    command: Any = typer.main.get_command(app)
    left = list(arguments)
    while hasattr(command, "commands") and left and left[0] in command.commands:
        command = command.commands[left.pop(0)]
    if not left and not whole:
        return
    default = getattr(command, "default_name", None)
    if default is not None and (not left or left[0] != "--help"):
        command = command.commands[default]
    if hasattr(command, "commands"):
        bare = bool(getattr(command, "invoke_without_command", False))
        assert not left, f"there is no command {' '.join(arguments)}"
        assert bare, f"aria {' '.join(arguments)} only shows its help"
        return
    options = {flag for item in command.params for flag in (*item.opts, *item.secondary_opts)}
    unknown = [word.partition("=")[0] for word in left if word.startswith("-") and word != "-"]
    assert set(unknown) <= options | {"--help", "-h"}, f"unknown option in {arguments}"
    if "--help" in left:
        return
    if whole:
        command.make_context("aria", left)


FOUND = {page: list(_shown(page)) for page in PAGES}


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_command_that_is_shown_can_be_typed(page: Path) -> None:
    for line, whole in FOUND[page]:
        for arguments in _commands(line):
            _check(arguments, whole=whole)


def test_the_commands_are_found_where_they_stand() -> None:
    n_commands = {
        _name(page): sum(1 for line, _ in FOUND[page] for _ in _commands(line)) for page in PAGES
    }

    assert n_commands["README.md"] > 20
    assert n_commands["docs/quickstart.md"] > 15
    assert n_commands["docs/howto/correct-what-was-read.md"] > 20
    assert list(_commands('echo "Ran 5k." | aria log --mood 4  # now')) == [["log", "--mood", "4"]]
    assert list(_commands("TOKEN=$(aria token new curl)")) == [["token", "new", "curl"]]
    assert list(_commands("ARIA_DATA_DIR=/tmp/x .venv/bin/aria themes")) == [["themes"]]


@pytest.mark.parametrize(
    "arguments",
    [["themse"], ["log", "--moood", "4"], ["entry", "delete"], ["mood", "much"], ["entity"]],
)
def test_a_command_that_is_not_there_would_be_noticed(arguments: list[str]) -> None:
    with pytest.raises(Exception, match=r"."):  # Typer's own errors, or an assertion
        _check(arguments, whole=True)


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_python_example_gives_what_it_shows(page: Path) -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    names: dict[str, Any] = {}
    for code in _blocks(page, "python"):
        if ">>>" not in code:
            ast.parse(code)  # it talks to a server; that it is Python can be told here
            continue
        example = parser.get_doctest(code, names, _name(page), str(page), 0)
        runner.run(example, clear_globs=False)
        names = example.globs

    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_json_example_is_json(page: Path) -> None:
    for code in _blocks(page, "json"):
        json.loads(code)


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_variable_and_setting_that_is_named_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    variables = set(re.findall(rf"\b{PREFIX}[A-Z0-9_]+\b", text))
    settings = set(re.findall(r"aria settings (?:set|get) (\w+)", text))

    assert variables <= {f"{PREFIX}{name.upper()}" for name in Settings.model_fields}
    assert settings <= set(SETTABLE)


def test_the_glossary_has_every_word_of_the_design() -> None:
    page = (DOCS / "glossary.md").read_text("utf-8")
    terms = re.findall(r"^\*\*([a-z ]+)\*\*: (.+)$", page, re.MULTILINE)

    assert [term for term, _ in terms if term in WORDS] == WORDS
    assert all(meaning.endswith((".", ")")) for _, meaning in terms)


def test_the_pages_count_right() -> None:
    reading = (DOCS / "explanation" / "reading.md").read_text("utf-8")
    glossary = (DOCS / "glossary.md").read_text("utf-8")

    assert f"({len(EMOTIONS)} feelings, {len(TOPICS)} topics)" in reading
    assert f"There are {len(PREDICATES)} predicates" in reading
    kinds = [kind.value for kind in Kind]
    assert f"{', '.join(kinds[:-1])} or {kinds[-1]}" in glossary


def test_a_make_target_that_is_named_exists() -> None:
    targets = set(
        re.findall(r"^([a-z0-9-]+):.*##", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    )
    for page in PAGES:
        for line, _ in FOUND[page]:
            named = re.match(r"make ([a-z0-9-]+)", line)
            assert named is None or named[1] in targets, f"{_name(page)}: {line}"
