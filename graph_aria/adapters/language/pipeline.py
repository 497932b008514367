"""The reader: texts in, readings out; spaCy in between."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.casing import with_raised_names
from graph_aria.adapters.language.checkin import split_check_in
from graph_aria.adapters.language.clauses import parse_texts
from graph_aria.adapters.language.echoes import blank_echoes
from graph_aria.adapters.language.entry import read_entry
from graph_aria.adapters.language.foreign import ForeignNames, with_names
from graph_aria.adapters.language.language import Settled, settle_language
from graph_aria.adapters.language.markup import (
    foreign_spans,
    prose,
    said_by_others,
    without_quote_marks,
)
from graph_aria.adapters.language.models import load_crises, load_model, load_prototypes
from graph_aria.adapters.language.notes import with_subjects
from graph_aria.adapters.language.parse import Parse
from graph_aria.adapters.language.pieces import PIECE_BYTES, cut, is_prose, mask_long_words
from graph_aria.domain.given_text import blank_given
from graph_aria.domain.leads import without_leads
from graph_aria.domain.memory_changes import Embedding
from graph_aria.domain.questions_asked import asked_spans
from graph_aria.domain.reading import EntryForm, Reading, ReadRequest
from graph_aria.errors import EmbedderMissing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graph_aria.domain.care import Concern
    from graph_aria.domain.clauses import ParsedText
    from graph_aria.ports import Embedder

RULES_VERSION: Final = "7"
"""Changes whenever the same text would be read differently."""

_CHUNK_CHARS: Final = 10_000
"""Most code points that are parsed at once; bounds the memory of a parse."""

_CHUNK_PIECES: Final = 64
_FEWEST_LETTERS: Final = 20
_MOSTLY: Final = 0.7


@dataclass(slots=True)
class _Job:
    """One text on its way through the pipeline."""

    request: ReadRequest
    settled: Settled
    others: list[tuple[int, int]]
    parse: Parse
    foreign: tuple[tuple[int, int], ...]
    todo: list[tuple[int, str]] = field(default_factory=list)


class SpacyReader:
    """Reads entries with a spaCy pipeline, rules over its parse, and prototypes.

    Attributes:
        reader_id: name and version of the rules and the model.
        degraded: what is missing and how to mend it, or None.
    """

    def __init__(self, model: str | None = None, *, embedder: Embedder | None = None) -> None:
        """Load the models.

        Args:
            model: a setting, see `models.load_model`.
            embedder: what the prototypes are compared with; None for the local one.
        """
        loaded = load_model(model)
        told = load_prototypes(embedder)
        self._nlp = loaded.nlp
        self._prototypes = told.prototypes
        self._embedder = told.embedder
        self._crises = load_crises(told.embedder)
        self._foreign = ForeignNames()
        self.reader_id = f"rules-{RULES_VERSION}+{loaded.model_id}+{told.embedder_id}"
        self.degraded = "; ".join(filter(None, (loaded.degraded, told.degraded))) or None

    def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        """Read texts, in order.

        Args:
            requests: any number of texts; memory grows with the longest one, not with all.

        Returns:
            One reading for each request.
        """
        readings: list[Reading] = []
        for group in _groups([_prepare(request) for request in requests]):
            self._parse(group)
            for job in group:
                readings.append(self._read(job))
                job.parse = Parse("")
        return readings

    def parse_sentences(self, texts: Sequence[str]) -> list[ParsedText]:
        """Parse facts for the guard, in order; see `clauses.parse_texts`."""
        return parse_texts(self._nlp, texts)

    def concerns_of(self, sentences: Sequence[str]) -> list[Concern | None] | None:
        """What each sentence speaks of, in order; None without the embedding model."""
        return None if self._crises is None else self._crises.concerns_of(sentences)

    def embed_sentences(self, texts: Sequence[str]) -> Embedding:
        """Vectors of sentences, in order.

        Raises:
            EmbedderMissing: there is no embedding model.
        """
        embedder = self._embedder
        if embedder is None:
            raise EmbedderMissing
        vectors = embedder.embed(texts).astype("<f4")
        return Embedding(
            embedder.embedder_id,
            embedder.dimension,
            embedder.likeness,
            tuple(vector.tobytes() for vector in vectors),
        )

    def _parse(self, jobs: list[_Job]) -> None:
        for chunk in _chunks(jobs):
            # Words met here must not stay in the vocabulary of a process that runs for weeks.
            with self._nlp.memory_zone():
                noted = [with_subjects(text) for _, _, text in chunk]
                docs = self._nlp.pipe([note.text for note in noted], batch_size=len(chunk))
                for (job, offset, _), note, doc in zip(chunk, noted, docs, strict=True):
                    job.parse.add(doc, offset, note.inserted)

    def _read(self, job: _Job) -> Reading:
        reading = self._read_english(job)
        names, models = [], []
        for language, text in job.settled.foreign:
            model_id = self._foreign.model_id(language)
            if model_id is not None:
                models.append(model_id)
                offset = len(job.request.text) - len(text)
                names += self._foreign.read(language, text, offset=offset)
        if not models:
            return reading
        reader_id = "+".join((self.reader_id, *dict.fromkeys(models)))
        return with_names(reading, names, reader_id=reader_id)

    def _read_english(self, job: _Job) -> Reading:
        unread = None if job.settled.english is not None else f"language:{job.settled.language}"
        if unread is not None and job.request.form is not EntryForm.MOOD_CHECK_IN:
            return Reading((), (), (), job.settled.language, self.reader_id, unread)
        reading = read_entry(
            job.parse,
            text=job.request.text,
            said_on=job.request.said_on,
            form=job.request.form,
            others=job.others,
            language=job.settled.language,
            reader_id=self.reader_id,
            prototypes=self._prototypes if unread is None else None,
        )
        if unread is None:
            return replace(reading, foreign=job.foreign)
        return Reading(reading.mentions, (), (), job.settled.language, self.reader_id, unread)


def _prepare(request: ReadRequest) -> _Job:
    is_turn = request.form is EntryForm.TURN
    own = blank_echoes(blank_given(request.text) if is_turn else request.text, to_aria=is_turn)
    plain = without_leads(_calmed(prose(own)))
    feelings, body = "", plain
    if request.form is EntryForm.MOOD_CHECK_IN:
        feelings, body = split_check_in(plain)
    settled = settle_language(body)
    english = "" if settled.english is None else mask_long_words(settled.english)
    others = [
        (start + len(feelings), end + len(feelings)) for start, end in said_by_others(english)
    ]
    if is_turn:
        # Who asks ARIA about somebody says nothing of them.
        others += asked_spans(english)
    readable = with_raised_names(without_quote_marks(english))
    whole = feelings + readable + " " * (len(body) - len(readable))
    job = _Job(request, settled, others, Parse(whole), foreign_spans(request.text, whole, others))
    if feelings.strip():
        job.todo.append((0, feelings))
    job.todo.extend(
        (len(feelings) + piece.offset, piece.text)
        for piece in cut(readable, limit=PIECE_BYTES)
        if not piece.text.isspace() and is_prose(piece.text)
    )
    return job


def _calmed(text: str) -> str:
    """A text that shouts throughout, in lower case, which a parser can read."""
    letters = [char for char in text if char.isalpha()]
    if len(letters) < _FEWEST_LETTERS:
        return text
    lower = text.lower()
    shouts = sum(map(str.isupper, letters)) > _MOSTLY * len(letters)
    return lower if shouts and len(lower) == len(text) else text


def _groups(jobs: list[_Job]) -> Iterator[list[_Job]]:
    """Jobs whose pieces fit into one chunk together; a long text is a group of its own."""
    group: list[_Job] = []
    size = 0
    for job in jobs:
        n = len(job.request.text)
        if group and (size + n > _CHUNK_CHARS or len(group) >= _CHUNK_PIECES):
            yield group
            group, size = [], 0
        group.append(job)
        size += n
    if group:
        yield group


def _chunks(jobs: list[_Job]) -> Iterator[list[tuple[_Job, int, str]]]:
    chunk: list[tuple[_Job, int, str]] = []
    size = 0
    for job in jobs:
        for offset, text in job.todo:
            if chunk and (size + len(text) > _CHUNK_CHARS or len(chunk) >= _CHUNK_PIECES):
                yield chunk
                chunk, size = [], 0
            chunk.append((job, offset, text))
            size += len(text)
        job.todo = []
    if chunk:
        yield chunk
