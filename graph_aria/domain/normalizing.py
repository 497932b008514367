"""Words as keys: what is the same but for how it is written."""

from __future__ import annotations

import unicodedata
from typing import Final

_QUOTES: Final = str.maketrans(dict.fromkeys("‘’‚‛ʼ`´′", "'") | dict.fromkeys("“”„‟″", '"'))


def normalized(name: str) -> str:
    """The key of a name: case, composition, quotes and spaces aside.

    Accents, emoji, titles and bracketed qualifiers stay: they distinguish.

    >>> normalized("D’Arcy") == normalized("d'arcy")
    True
    >>> normalized("Große  Straße") == normalized("GROSSE STRASSE")
    True
    >>> normalized("Zoe") == normalized("Zoë")
    False
    """
    folded = unicodedata.normalize("NFKC", name).translate(_QUOTES).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())
