"""What is answered to words of a crisis: ARIA's own text, or the one of the settings."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from graph_aria.config import PREFIX, Settings
from graph_aria.errors import InvalidSetting

_MOST_CHARACTERS: Final = 2_000
_NAME: Final = f"{PREFIX}CARE_TEXT_FILE"


def care_text_of(settings: Settings) -> str:
    """The text, on as many lines as it has.

    Raises:
        InvalidSetting: the file of the settings cannot be read, is empty, or holds more than
            2,000 characters.
    """
    path = settings.care_text_file
    if path is None:
        return (files("graph_aria.prompts") / "care.txt").read_text("utf-8").strip()
    try:
        # One more than fit, so that nobody waits for a whole disk to be read.
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(_MOST_CHARACTERS + 1)
    except (OSError, UnicodeDecodeError) as error:
        why = "is no text in UTF-8" if isinstance(error, UnicodeDecodeError) else "cannot be read"
        message = f"{_NAME} is not valid: {path} {why}"
        raise InvalidSetting(message) from error
    if len(text) > _MOST_CHARACTERS:
        message = f"{_NAME} is not valid: {path} has more than {_MOST_CHARACTERS:,} characters"
        raise InvalidSetting(message)
    if not text.strip():
        message = f"{_NAME} is not valid: {path} is empty; leave it unset for ARIA's own text"
        raise InvalidSetting(message)
    return text.strip()
