"""What has been read of an entry so far: mentions that own words, and facts that join them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from graph_aria.domain.reading import (
    USER,
    Polarity,
    ReadAssertion,
    ReadIdentity,
    ReadMention,
    Tense,
)
from graph_aria.domain.vocabulary import Kind, Predicate, fits

if TYPE_CHECKING:
    from graph_aria.adapters.language.lexicon import Sense
    from graph_aria.adapters.language.parse import Parse, Word

FREE = -1
"""Stands for "no mention" where words name the mention that owns them."""

_LONGEST_QUOTE = 400
_TELLING_WORDS = 4
"""A shorter quote does not show why ("Ran", "mum"): its sentence is quoted instead."""
_LONGEST_SENTENCE = 200


@dataclass(slots=True)
class Found:
    """A mention in the making.

    Attributes:
        first, last: its words, both included.
        head: the word that stands for it in the parse.
        live: False once it has been taken back.
    """

    first: int
    last: int
    head: int
    name: str
    kind: Kind
    rule: str
    role: str | None = None
    cadence: str | None = None
    named: bool = True
    intensity: int | None = None
    negated: bool = False
    of_user: bool = True
    matters: bool = False
    live: bool = True


@dataclass(frozen=True, slots=True)
class Stance:
    """How a clause stands to the truth, and when it holds."""

    polarity: Polarity = Polarity.ASSERTED
    tense: Tense = Tense.PRESENT
    ended: bool = False


@dataclass(slots=True)
class Draft:
    """Mentions and facts of one entry, while it is being read.

    Attributes:
        parse: the words.
        quoted: for each word whether somebody else says it.
        latent: what a word would be if a relation needed it, by word index.
        found: mentions in order of discovery.
        owner: for each word the mention that owns it, or `FREE`.
        identities: names said to be the same or different, by index into `found`.
    """

    parse: Parse
    quoted: list[bool]
    latent: dict[int, tuple[int, int, Sense]] = field(default_factory=dict)
    found: list[Found] = field(default_factory=list)
    owner: list[int] = field(default_factory=list)
    identities: list[ReadIdentity] = field(default_factory=list)
    _facts: dict[tuple[str, Predicate, str], ReadAssertion] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.owner = [FREE] * len(self.parse.words)

    def is_free(self, first: int, last: int) -> bool:
        """Whether no mention owns any of the words."""
        return all(owner == FREE for owner in self.owner[first : last + 1])

    def add(self, mention: Found, *also: int) -> int:
        """Add a mention; it owns its words, and further ones such as "project" in "Atlas project".

        Returns:
            Its index.
        """
        index = len(self.found)
        self.found.append(mention)
        for word in (*range(mention.first, mention.last + 1), *also):
            if self.owner[word] == FREE:
                self.owner[word] = index
        return index

    def mention_of(self, word: Word) -> int | None:
        """Index of the mention that owns a word, or None."""
        index = self.owner[word.i]
        return index if index != FREE and self.found[index].live else None

    def state(
        self,
        subject: int,
        predicate: Predicate,
        object_: int,
        *,
        words: tuple[int, int],
        rule: str,
        stance: Stance | None = None,
    ) -> bool:
        """Add a fact if the vocabulary admits it, it joins two things, and it is new.

        Args:
            subject: a mention, or `USER`.
            predicate: how they are related.
            object_: a mention, or `USER`.
            words: first and last word of the quote.
            rule: what read it.
            stance: polarity, tense and whether it ended; asserted and present by default.

        Returns:
            Whether it was added.
        """
        if subject == object_ or not fits(predicate, self.kind(subject), self.kind(object_)):
            return False
        stance = stance or Stance()
        key = (self.key(subject), predicate, self.key(object_))
        if key[0] == key[2]:
            return False
        old = self._facts.get(key)
        if old is not None and not _says_more(stance, old):
            return False
        start, end = self.quote(min(words), max(words))
        self._facts[key] = ReadAssertion(
            subject, predicate, object_, start, end, rule,
            stance.polarity, stance.tense, stance.ended,
        )  # fmt: skip
        return True

    def facts(self) -> list[ReadAssertion]:
        """All facts so far, in order of discovery."""
        return list(self._facts.values())

    def fact(self, subject: int, predicate: Predicate, object_: int) -> ReadAssertion | None:
        """What is stated so far of two ends, None if nothing is."""
        return self._facts.get((self.key(subject), predicate, self.key(object_)))

    def owners(self, begin: int, end: int) -> list[int]:
        """Indexes of the mentions that own words of a range, in order, each once."""
        return [index for index in dict.fromkeys(self.owner[begin:end]) if index != FREE]

    def kind(self, index: int) -> Kind:
        """The kind of a mention; the user is a person."""
        return Kind.PERSON if index == USER else self.found[index].kind

    def key(self, index: int) -> str:
        """What tells entities of one entry apart."""
        if index == USER:
            return ""
        mention = self.found[index]
        return f"{mention.kind}:{mention.name.casefold()}"

    def quote(self, first: int, last: int) -> tuple[int, int]:
        """Offsets of a quote, at most `_LONGEST_QUOTE` code points and within the text."""
        words = self.parse.words
        if last - first + 1 < _TELLING_WORDS:
            begin, end = self.parse.sentences[words[first].sentence]
            if words[end - 1].end - words[begin].start <= _LONGEST_SENTENCE:
                first, last = begin, max(last, end - 1)
        start, end = words[first].start, words[last].end
        return start, max(min(end, start + _LONGEST_QUOTE), words[first].end)

    def finish(
        self, text: str
    ) -> tuple[tuple[ReadMention, ...], tuple[ReadAssertion, ...], tuple[ReadIdentity, ...]]:
        """Freeze mentions, facts and identities, in order of start, with spans of the text."""
        words = self.parse.words
        order = sorted(
            (index for index, mention in enumerate(self.found) if mention.live),
            key=lambda index: (words[self.found[index].first].start, self.found[index].last),
        )
        position = {index: at for at, index in enumerate(order)} | {USER: USER}
        mentions = tuple(_frozen(self.found[index], words, text) for index in order)
        facts = tuple(
            replace(fact, subject=position[fact.subject], object=position[fact.object])
            for fact in sorted(self._facts.values(), key=lambda fact: (fact.start, fact.end))
            if fact.subject in position and fact.object in position
        )
        identities = tuple(
            replace(said, one=position[said.one], other=position[said.other])
            for said in sorted(self.identities, key=lambda said: (said.start, said.end))
            if said.one in position and said.other in position
        )
        return mentions, facts, identities


def _says_more(stance: Stance, old: ReadAssertion) -> bool:
    """Whether a later statement of the same fact should stand in place of the earlier."""
    if stance.ended != old.ended:
        return stance.ended and stance.polarity is Polarity.ASSERTED
    return stance.polarity is Polarity.ASSERTED and old.polarity is not Polarity.ASSERTED


def _frozen(mention: Found, words: list[Word], text: str) -> ReadMention:
    start, end = words[mention.first].start, words[mention.last].end
    return ReadMention(
        start=start, end=end, words=text[start:end], name=mention.name, kind=mention.kind,
        rule=mention.rule, role=mention.role, cadence=mention.cadence, named=mention.named,
        intensity=mention.intensity, negated=mention.negated, of_user=mention.of_user,
        matters=mention.matters,
    )  # fmt: skip
