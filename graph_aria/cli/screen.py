"""What goes to a terminal: words of people never steer it, and nobody need read to the end."""

from __future__ import annotations

import codecs
import contextlib
import io
import json
import os
import re
import sys
from collections.abc import Iterable
from typing import IO, Any, Final, TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

SHOWN: Final = "\ufffd"
"""What stands for a character that would steer the terminal."""
_STEERING: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_PLAIN: Final = "aria-plain"
_SPELT: Final = {
    "“": '"', "”": '"', "‘": "'", "’": "'", "…": "...", "–": "-", "—": "-", "·": ".", "×": "x",
    "→": "->", "█": "#", "●": "#", "○": "o", "│": "|", "─": "-", "└": "+", "┴": "+",
    **dict.fromkeys("▏▎▍▌", " "), **dict.fromkeys("▋▊▉", "#"),
}  # fmt: skip
"""What is written in place of a sign that a terminal does not have; of others a question mark."""
_BREAK: Final = re.compile("\r(?=\n)")
_ESCAPED: Final = re.compile("[\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    r"""A text whose control characters are shown instead of obeyed.

    It stays as long as it was. Line breaks and tabs stay what they are; escape sequences,
    C1 controls, and what turns the direction of writing round become "�".

    >>> visible("\x1b[31mred\x07") == "�[31mred�", visible("a\tb\r\nc")
    (True, 'a\tb \nc')
    """
    return _STEERING.sub(SHOWN, _BREAK.sub(" ", text))


def visible_text(text: Text) -> Text:
    """The same for a text with styles."""
    shown = visible(text.plain)
    if shown == text.plain:
        return text
    copy = text.copy()
    copy.plain = shown
    return copy


def as_json(data: object, *, indent: int | None = None) -> str:
    """Data as JSON that means exactly the same, with what steers a terminal escaped."""
    is_plain = not _is_unicode(sys.stdout)
    written = json.dumps(data, ensure_ascii=is_plain, indent=indent)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def spell_out() -> None:
    """Have what an old terminal or pipe cannot show written with signs that it can."""
    codecs.register_error(_PLAIN, _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not _is_unicode(stream):
            stream.reconfigure(errors=_PLAIN)


def _is_unicode(stream: TextIO) -> bool:
    return (stream.encoding or "").lower().startswith("utf")


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    left = error.object[error.start : error.end]
    return "".join(_SPELT.get(char, "?") for char in left), error.end


def give_up(stream: IO[str]) -> None:
    """Nobody reads this stream any more: what else is written to it goes nowhere."""
    with contextlib.suppress(OSError, ValueError):
        handle = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(handle, stream.fileno())
        finally:
            os.close(handle)


def flush_all() -> None:
    """Write out what is still held back; that nobody reads it is no error."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            give_up(stream)
        except (OSError, ValueError):
            continue


class Screen(Console):
    """A console for words of people; a reader that has gone away stops no command."""

    def render_str(self, text: str, **given: Any) -> Text:
        """See `Console`."""
        return super().render_str(visible(text), **given)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """See `Console`."""
        for segment in super().render(renderable, options):
            if segment.control or not _STEERING.search(segment.text):
                yield segment
            else:
                yield Segment(visible(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        """Write nothing more; the command goes on."""
        self.quiet = True
        give_up(self.file)
