"""The parts of a person's name: title, names, generation, and what is put in brackets."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_TITLES: Final = {
    "mr": "mr", "mister": "mr", "herr": "mr", "señor": "mr", "monsieur": "mr", "signor": "mr",
    "pan": "mr", "mrs": "mrs", "frau": "mrs", "señora": "mrs", "madame": "mrs", "mme": "mrs",
    "signora": "mrs", "pani": "mrs", "ms": "ms", "miss": "miss", "fräulein": "miss",
    "señorita": "miss", "mademoiselle": "miss", "mx": "mx", "dr": "dr", "doctor": "dr",
    "doktor": "dr", "prof": "prof", "professor": "prof", "sir": "sir", "lady": "lady",
    "lord": "lord", "dame": "lady", "rev": "rev", "reverend": "rev", "pastor": "rev",
    "rabbi": "rabbi", "imam": "imam", "coach": "coach", "captain": "captain", "capt": "captain",
    "judge": "judge", "officer": "officer", "nurse": "nurse", "sensei": "sensei",
}  # fmt: skip
_KIN: Final = {
    "aunt": "aunt", "auntie": "aunt", "aunty": "aunt", "tante": "aunt", "uncle": "uncle",
    "onkel": "uncle", "grandma": "grandmother", "granny": "grandmother", "gran": "grandmother",
    "nana": "grandmother", "nan": "grandmother", "oma": "grandmother",
    "grandmother": "grandmother", "grandpa": "grandfather", "grandad": "grandfather",
    "granddad": "grandfather", "opa": "grandfather", "grandfather": "grandfather",
    "cousin": "cousin", "papa": "father", "mama": "mother",
}  # fmt: skip
_GENERATIONS: Final = {
    "jr": "jr", "jnr": "jr", "junior": "jr", "sr": "sr", "snr": "sr", "senior": "sr",
    "i": "1", "ii": "2", "iii": "3", "iv": "4", "2nd": "2", "3rd": "3", "4th": "4",
}  # fmt: skip
_BY_AGE: Final = {"elder": "sr", "older": "sr", "younger": "jr", "first": "1", "second": "2",
                  "third": "3"}  # fmt: skip
_WOMEN: Final = frozenset({"mrs", "ms", "miss"})
_LEARNED: Final = frozenset({"dr", "prof"})
_BRACKETS: Final = re.compile(r"[(\[{]([^()\[\]{}]*)[)\]}]")
_LETTERS: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ß": "ss"}
)
_UMLAUTS: Final = re.compile("(?<![aeiouq])(ae|oe|ue)(?![aeiou])")


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name in its parts, all in lower case.

    Attributes:
        title: "mr", "dr" …, "" if there is none.
        kin: the family role that is part of it ("aunt", "grandfather"), or "".
        words: given names and surname, or whichever of them is said.
        generation: "jr", "sr", "2" …, or "".
        qualifier: what stands in brackets, and pictures; "" mostly.
    """

    title: str
    kin: str
    words: tuple[str, ...]
    generation: str
    qualifier: str

    @property
    def first(self) -> str:
        """The first of its words."""
        return self.words[0] if self.words else ""

    @property
    def last(self) -> str:
        """The last of its words."""
        return self.words[-1] if self.words else ""

    @property
    def is_full(self) -> bool:
        """Whether it has a surname as well."""
        return len(self.words) > 1


def unaccented(text: str) -> str:
    """A text in lower case without its accents, and without a letter's own stroke.

    >>> unaccented("zoë"), unaccented("łukasz")
    ('zoe', 'lukasz')
    """
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    # Marks of other scripts are letters of their own: a vowel, not an accent.
    kept = [char for char in plain if not "̀" <= char <= "ͯ"]
    return unicodedata.normalize("NFKC", "".join(kept))


def plainly_spelt(text: str) -> str:
    """The same, with ä, ö and ü also where they are written as two letters.

    >>> plainly_spelt("müller") == plainly_spelt("mueller")
    True
    """
    return _UMLAUTS.sub(lambda found: found[0][0], unaccented(text))


def is_picture(char: str) -> bool:
    """Whether a character is an emoji or another picture."""
    return unicodedata.category(char) in {"So", "Sk"} and ord(char) > 0x2000  # noqa: PLR2004


@lru_cache(maxsize=4096)
def parsed(key: str) -> PersonName:
    """The parts of a name.

    Args:
        key: normalized.

    >>> parsed("dr. peter hale jr.")
    PersonName(title='dr', kin='', words=('peter', 'hale'), generation='jr', qualifier='')
    >>> parsed("sam (work)").qualifier
    'work'
    """
    qualifier = " ".join(found.strip() for found in _BRACKETS.findall(key))
    pictures = "".join(char for char in key if is_picture(char))
    bare = _BRACKETS.sub(" ", "".join(" " if is_picture(c) else c for c in key))
    bare = bare.replace("︎", "").replace("️", "").replace("‍", "")
    words = [word.strip(".,") for word in bare.split()]
    words = [word for word in words if word]
    title = kin = generation = ""
    while len(words) > 1 and (words[0] in _TITLES or words[0] in _KIN):
        word = words.pop(0)
        title = title if word in _KIN else _weightier(title, _TITLES[word])
        kin = _KIN.get(word, kin)
    if len(words) > 2 and words[-2] == "the" and words[-1] in _BY_AGE:  # noqa: PLR2004
        generation = _BY_AGE[words.pop()]
        words.pop()
    elif len(words) > 1 and words[-1] in _GENERATIONS:
        generation = _GENERATIONS[words.pop()]
    return PersonName(
        title,
        kin,
        tuple(words),
        generation,
        " ".join(part for part in (qualifier, pictures) if part),
    )


def _weightier(one: str, other: str) -> str:
    return "prof" if "prof" in {one, other} else other


def titles_clash(one: str, other: str) -> bool:
    """Whether nobody can bear both titles: Mr and Mrs; a doctor may be either."""
    if not one or not other or one == other:
        return False
    both = {one, other}
    return not (both <= _WOMEN or both <= _LEARNED)
