"""Names in languages that are not read: people, places and firms, by an installed model.

Only names: nothing here knows the grammar, so nothing is said of them. Models are those
that pip has put there (`models.load_names`); without one, nothing is read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import OrderedDict
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.lexicon import function_words, read_words
from graph_aria.adapters.language.models import load_names
from graph_aria.adapters.language.pieces import cut, is_prose, mask_long_words
from graph_aria.domain.reading import USER, Reading, ReadMention
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from graph_aria.adapters.language.models import LoadedModel

_KINDS: Final = {
    "PER": Kind.PERSON, "PERSON": Kind.PERSON, "persName": Kind.PERSON, "PRS": Kind.PERSON,
    "LOC": Kind.PLACE, "GPE": Kind.PLACE, "placeName": Kind.PLACE, "geogName": Kind.PLACE,
    "ORG": Kind.ORGANIZATION, "orgName": Kind.ORGANIZATION,
}  # fmt: skip
"""What the labels of spaCy's models stand for; others ("MISC") name nothing for sure."""

_NAME: Final = re.compile(r"[^\W\d_](?:[^\W\d_]|[ '’.-])*")
_OPENS_SENTENCE: Final = re.compile(r"(?:\A|[.!?…:\n¡¿\"«»“„(-])\s*\Z")
_LONGEST_NAME: Final = 60
_MOST_WORDS: Final = 5
_MOST_MODELS: Final = 2
"""Models of other languages that are held at once; each takes some 60 MB."""


class ForeignNames:
    """Reads names in texts of other languages, loading a language's model when it comes up."""

    def __init__(self, load: Callable[[str], LoadedModel | None] = load_names) -> None:
        """Say where models come from; none is loaded yet."""
        self._load = load
        self._models: OrderedDict[str, LoadedModel | None] = OrderedDict()

    def model_id(self, language: str) -> str | None:
        """Name and version of what reads names of a language; None if nothing does."""
        model = self._model(language)
        return model.model_id if model is not None else None

    def read(self, language: str, text: str, *, offset: int = 0) -> list[ReadMention]:
        """The names in a text, in order; empty without a model.

        Args:
            language: ISO 639-1 code.
            text: the text, its other languages blanked out.
            offset: where it begins in the entry.
        """
        model = self._model(language)
        if model is None:
            return []
        pieces = [one for one in cut(mask_long_words(text)) if one.text.strip()]
        pieces = [piece for piece in pieces if is_prose(piece.text)]
        found: list[ReadMention] = []
        with model.nlp.memory_zone():
            for piece, doc in zip(
                pieces, model.nlp.pipe([piece.text for piece in pieces], batch_size=8), strict=True
            ):
                for ent in doc.ents:
                    kind = _KINDS.get(ent.label_)
                    start = piece.offset + ent.start_char
                    if kind is not None and _is_name(language, text, start, ent.text):
                        begin, end = offset + start, offset + start + len(ent.text)
                        name = " ".join(ent.text.split())
                        if name.lower() in _FIRST_NAMES:
                            kind = Kind.PERSON
                        found.append(
                            ReadMention(begin, end, ent.text, name, kind, f"ner:{language}")
                        )
        return found

    def _model(self, language: str) -> LoadedModel | None:
        if language not in self._models:
            self._models[language] = self._load(language)
            held = [code for code, model in self._models.items() if model is not None]
            for code in held[: max(0, len(held) - _MOST_MODELS)]:
                del self._models[code]
        self._models.move_to_end(language)
        return self._models[language]


def with_names(reading: Reading, names: Sequence[ReadMention], *, reader_id: str) -> Reading:
    """A reading with names of other languages among its mentions, all in order of start."""
    free = _apart_from([one for one in reading.mentions if one.named], names)
    together = [*reading.mentions, *free]
    order = sorted(range(len(together)), key=lambda i: (together[i].start, together[i].end))
    position = {i: at for at, i in enumerate(order)} | {USER: USER}
    return replace(
        reading,
        mentions=tuple(together[i] for i in order),
        assertions=tuple(
            replace(fact, subject=position[fact.subject], object=position[fact.object])
            for fact in reading.assertions
        ),
        identities=tuple(
            replace(said, one=position[said.one], other=position[said.other])
            for said in reading.identities
        ),
        reader_id=reader_id,
    )


def _apart_from(taken: Sequence[ReadMention], names: Sequence[ReadMention]) -> list[ReadMention]:
    """The names that share no character with any of some mentions, in their order."""
    spans = sorted((one.start, one.end) for one in taken)
    starts = [start for start, _ in spans]
    # How far the text is taken up by the first ones, whichever of them reaches furthest.
    reach = list(accumulate((end for _, end in spans), max, initial=0))
    return [one for one in names if reach[bisect_left(starts, one.end)] <= one.start]


def _is_name(language: str, text: str, start: int, words: str) -> bool:
    """Whether an entity of the model can be a name: written as one, and no plain first word."""
    parts = words.split()
    if len(words) > _LONGEST_NAME or len(parts) > _MOST_WORDS or not _NAME.fullmatch(words):
        return False
    if words[0].islower() or parts[0].lower() in function_words(language):
        return False
    is_cased = words[0].isupper()
    if (
        len(parts) > 1
        or not is_cased
        or not _OPENS_SENTENCE.search(text[max(0, start - 3) : start])
    ):
        return True
    # The first word of a sentence has a capital whatever it is.
    return words.lower() in _KNOWN or any(
        not _OPENS_SENTENCE.search(text[max(0, at - 3) : at]) for at in _places(text, words)
    )


def _places(text: str, words: str) -> Iterator[int]:
    for found in re.finditer(rf"\b{re.escape(words)}\b", text):
        yield found.start()


_FIRST_NAMES: Final = read_words("first_names.txt")
_KNOWN: Final = _FIRST_NAMES | read_words("known_places.txt")
