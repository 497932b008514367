"""The parse of one entry as plain values: rules read these and never a spaCy object."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from spacy.attrs import DEP, ENT_IOB, ENT_TYPE, HEAD, IDX, LENGTH, SENT_START, TAG

from graph_aria.adapters.language.lemma import lemma_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.notes import SUBJECT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.tokens import Doc

_COLUMNS: Final = [IDX, LENGTH, TAG, DEP, HEAD, ENT_TYPE, ENT_IOB, SENT_START]
_ENT_BEGINS: Final = 3
_TWO_POWER_63: Final = 1 << 63
_CONTROLLING: Final = word_set("parse.controlling")
"""Verbs whose object is who does what follows: "ask her to come", "help me sleep"."""


class Word:
    """One token of the parse.

    Attributes:
        i: its index in the parse.
        text, lower, lemma: as written, in lower case, in its base form.
        tag: Penn Treebank tag, "" without a model.
        dep: dependency label, "" without a model.
        head: index of its head; its own for a root.
        start, end: offsets in the whole text.
        ent: entity label of the model or "".
        begins: whether an entity begins here.
        sentence: index of its sentence.
        kids: indexes of its dependents, in order.
    """

    __slots__ = (
        "begins", "dep", "end", "ent", "head", "i", "kids", "lemma", "lower", "sentence", "start",
        "tag", "text",
    )  # fmt: skip

    def __init__(  # noqa: PLR0913 - a token's columns, filled in one place
        self,
        i: int,
        text: str,
        *,
        tag: str,
        dep: str,
        head: int,
        start: int,
        length: int,
        ent: str,
        begins: bool,
        sentence: int,
    ) -> None:
        self.i = i
        self.text = text
        self.lower = text.lower()
        self.lemma = lemma_of(self.lower, tag)
        self.tag = tag
        self.dep = dep
        self.head = head
        self.start = start
        self.end = start + length
        self.ent = ent
        self.begins = begins
        self.sentence = sentence
        self.kids: list[int] = []

    def __repr__(self) -> str:
        return f"<{self.i} {self.text} {self.tag} {self.dep}→{self.head}>"


@dataclass(slots=True)
class Parse:
    """All words of an entry, its pieces joined.

    Attributes:
        text: the prose of the entry, as long as the entry's text.
        words: in order.
        sentences: half-open ranges of word indexes, in order.
    """

    text: str
    words: list[Word] = field(default_factory=list)
    sentences: list[tuple[int, int]] = field(default_factory=list)
    _written: frozenset[str] | None = None

    def add(self, doc: Doc, offset: int, inserted: Sequence[int] = ()) -> None:
        """Append the words of a parsed piece.

        Args:
            doc: what the parser made of it.
            offset: where the piece begins in the text.
            inserted: offsets in the piece of subjects that the text does not have; they
                become words of no length.
        """
        self._written = None
        first = len(self.words)
        strings = doc.vocab.strings
        table = doc.to_array(_COLUMNS).tolist()
        begin = first
        sentence = len(self.sentences) - 1
        for at, (idx, length, tag, dep, head, ent, iob, starts) in enumerate(table):
            i = first + at
            if at == 0 or starts == 1:
                if i > begin:
                    self.sentences.append((begin, i))
                begin = i
                sentence += 1
            to_head = head if head < _TWO_POWER_63 else head - 2 * _TWO_POWER_63
            before = bisect_right(inserted, idx) if inserted else 0
            is_inserted = before > 0 and inserted[before - 1] == idx
            start = offset + idx - len(SUBJECT) * (before - is_inserted)
            self.words.append(
                Word(
                    i,
                    SUBJECT.strip() if is_inserted else self.text[start : start + length],
                    tag=strings[tag] if tag else "",
                    dep=strings[dep] if dep else "",
                    head=i + to_head,
                    start=start,
                    length=0 if is_inserted else length,
                    ent=strings[ent] if ent else "",
                    begins=iob == _ENT_BEGINS,
                    sentence=sentence,
                )
            )
        if len(self.words) > begin:
            self.sentences.append((begin, len(self.words)))
        words = self.words
        for word in words[first:]:
            if word.head != word.i:
                words[word.head].kids.append(word.i)

    def writes(self, text: str) -> bool:
        """Whether any word is written exactly so."""
        if self._written is None:
            self._written = frozenset(word.text for word in self.words)
        return text in self._written

    def sentence_words(self, word: Word) -> list[Word]:
        """The words of the sentence that a word stands in."""
        begin, end = self.sentences[word.sentence]
        return self.words[begin:end]

    def kid(self, word: Word, *deps: str) -> Word | None:
        """The first dependent with one of the labels, or None."""
        for i in word.kids:
            if self.words[i].dep in deps:
                return self.words[i]
        return None

    def kids(self, word: Word, *deps: str) -> list[Word]:
        """The dependents with one of the labels (with any if none is given), in order."""
        kids = [self.words[i] for i in word.kids]
        return [kid for kid in kids if kid.dep in deps] if deps else kids

    def head(self, word: Word) -> Word:
        """The head of a word; the word itself if it is a root."""
        return self.words[word.head]

    def subject(self, verb: Word) -> Word | None:
        """The subject of a verb, its own or the one it shares as a conjunct or complement."""
        for _ in range(6):
            own = self.kid(verb, "nsubj", "nsubjpass", "csubj")
            if own is not None:
                return own
            told = self.told_to(verb)
            if told is not None:
                return told
            if verb.dep not in {"conj", "xcomp", "advcl", "pcomp", "aux"} or verb.head == verb.i:
                return None
            if verb.dep == "advcl" and verb.tag == "VBD":
                return None  # a finite clause shares no subject: "Took the dog out, he's better"
            verb = self.words[verb.head]
        return None

    def told_to(self, verb: Word) -> Word | None:
        """Who is told, asked or made to do it: "told me to stop"; None if nobody is."""
        governor = self.words[verb.head]
        if verb.dep not in {"xcomp", "ccomp", "advcl"} or governor.lemma not in _CONTROLLING:
            return None
        if verb.tag not in {"VB", "VBG"}:
            return None
        told = self.kid(governor, "dobj", "dative")
        return told if told is not None and told.i < verb.i else None

    def word_at(self, offset: int) -> int:
        """Index of the last word that starts at or before an offset; -1 if there is none."""
        return bisect_right(self.words, offset, key=lambda word: word.start) - 1
