"""Whether what somebody tells of a text is said by it, word by word.

There is no parse here: sentences, clauses and their subjects are told by signs and closed
lists of words. What these cannot tell counts as not said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from graph_aria.domain.admission import is_instruction
from graph_aria.domain.quotes import Span, overlaps, touches
from graph_aria.domain.told_subjects import (
    content_of,
    is_named_as_theirs,
    is_of_user,
    is_said,
    lower_words,
    n_denials,
    plain,
    words_said,
)
from graph_aria.domain.told_words import (
    ABOUT,
    AHEAD,
    ANAPHOR,
    ASSISTANT,
    ATTAINED,
    BREAK,
    CHOICE,
    CLAUSE,
    IF,
    LEAD,
    MONTH,
    NOMINATIVE,
    OF_THE_USER,
    ORDER,
    OUTSIDE,
    PAST,
    PRESENT,
    SPEAKER,
    TAKEN_BACK,
    UNDER_WAY,
    UNREAL,
    WORD,
    YES,
)
from graph_aria.domain.word_forms import base

_NEAR: Final = 2
"""Sentences around a quote in which a word that stands for another may be made plain."""
_OWN: Final = 0.5
"""Least part of the content that stands in the quote's own sentence."""


@dataclass(frozen=True)
class Sentence:
    """A sentence of a text.

    Attributes:
        start, end: where it stands.
        text: its words.
    """

    start: int
    end: int
    text: str

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """Its parts that have a subject of their own, roughly."""
        plain = LEAD.sub("", self.text)
        return tuple(part for part in CLAUSE.split(plain) if part and part.strip()) or ("",)


def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text, in order; together they hold all of its words.

    >>> [one.text for one in sentences("I met Dr. Kaur. She is kind!")]
    ['I met Dr. Kaur.', 'She is kind!']
    """
    found, start = [], 0
    for end in [*(match.end() for match in BREAK.finditer(text)), len(text)]:
        if text[start:end].strip():
            found.append(Sentence(start, end, text[start:end].strip()))
        start = end
    return tuple(found)


class Witness:
    """What a user said, with what was asked before it and what is known."""

    def __init__(
        self,
        text: str,
        *,
        foreign: Sequence[Span] = (),
        before: Sequence[str] = (),
        known: Sequence[str] = (),
    ) -> None:
        """Take the words.

        Args:
            text: what the user said.
            foreign: spans of it that somebody else said.
            before: lines before it, as `ReadContext.before`.
            known: lines of what is known, as `ReadContext.known`.
        """
        self._text = text
        self._sentences = sentences(text)
        self._own = tuple(one for one in self._sentences if not _is_within(one, foreign))
        self._asked = before[-1] if before else ""
        self._known = frozenset(
            base(word) for line in known for word in WORD.findall(line) if word[0].isupper()
        )

    def bears_out(self, told: str, spans: Sequence[Span]) -> bool:
        """Whether sentences that hold some spans say what is told of the user.

        Args:
            told: a sentence that begins with "The user".
            spans: where its quotes stand.
        """
        at = [n for n, one in enumerate(self._sentences) if touches((one.start, one.end), spans)]
        held = [self._sentences[n] for n in at]
        if not held or any(self._is_barred(one) for one in held):
            return False
        near = self._near(at)
        content = content_of(told)
        own = words_said(one.text for one in held)
        if not content or not any(is_said(word, own) for word in content):
            return False
        n_own = sum(is_said(word, own) for word in content)
        if n_own < _OWN * len(content) or not all(is_said(word, own | near) for word in content):
            return False
        return _agrees(told, [clause for one in held for clause in one.clauses], content)

    def affirms(self, told: str, spans: Sequence[Span]) -> bool:
        """Whether what is told of the user was asked, and the quoted sentence is a plain yes.

        The line before must be the assistant's, and hold all that is told; nothing of what is
        only asked is ever told otherwise.
        """
        held = [one for one in self._sentences if touches((one.start, one.end), spans)]
        return len(held) == 1 and not self._is_barred(held[0]) and self._is_affirmed(told, held[0])

    def is_to_come(self, told: str, spans: Sequence[Span]) -> bool:
        """Whether what is told is said by those sentences as under way, or as still to come."""
        held = [one for one in self._sentences if touches((one.start, one.end), spans)]
        bearing = _bearing([clause for one in held for clause in one.clauses], content_of(told))
        plainly = [ATTAINED.sub("", one) for one in bearing]
        return any(AHEAD.search(one) or UNDER_WAY.search(one) for one in plainly)

    def explains(self, reason: str) -> bool:
        """Whether a reason is made of what the user's own sentences say."""
        content = content_of(reason)
        if not content or is_instruction(reason):
            return False
        for n, one in enumerate(self._own):
            said = words_said(each.text for each in self._own[max(0, n - 1) : n + 2])
            here = any(is_said(word, words_said([one.text])) for word in content)
            if here and not self._is_barred(one) and all(is_said(w, said) for w in content):
                bearing = _bearing(one.clauses, content)
                if n_denials(reason) == sum(map(n_denials, bearing)):
                    return True
        return False

    def _is_barred(self, sentence: Sentence) -> bool:
        """Whether nothing may rest on a sentence: a question, an order, somebody else's."""
        around = self._paragraph(sentence)
        return (
            sentence.text.rstrip("\"'”’) ").endswith("?")
            or SPEAKER.search(sentence.text) is not None
            or is_instruction(sentence.text)
            or ORDER.search(around) is not None
            or OUTSIDE.search(around) is not None
        )

    def _paragraph(self, sentence: Sentence) -> str:
        start = self._text.rfind("\n\n", 0, sentence.start) + 1
        end = self._text.find("\n\n", sentence.end)
        return self._text[start : len(self._text) if end < 0 else end]

    def _near(self, at: Sequence[int]) -> frozenset[str]:
        """Words that a sentence may mean without saying them: by a pronoun, "it", "her"."""
        found: frozenset[str] = frozenset()
        for n in at:
            around = self._sentences[max(0, n - _NEAR) : n + _NEAR + 1]
            for one in around:
                points = ANAPHOR.search(self._sentences[n].text) or ANAPHOR.search(one.text)
                if points and one in self._own and not self._is_barred(one):
                    found |= words_said([one.text])
            if ANAPHOR.search(self._sentences[n].text) or _roles_in(self._sentences[n].text):
                found |= self._known
        return found

    def _is_affirmed(self, told: str, sentence: Sentence) -> bool:
        """Whether the sentence is a plain yes to what the assistant asked just before."""
        yes = YES.fullmatch(sentence.text)
        if yes is None or not self._asked.casefold().startswith(ASSISTANT):
            return False
        asked = sentences(self._asked[len(ASSISTANT) :])
        last = asked[-1].text if asked else ""
        if UNREAL.search(MONTH.sub("", last)) or IF.search(last) or CHOICE.search(last):
            return False
        said = words_said([last])
        content = content_of(told)
        rest = [word for word in content_of(yes["rest"]) if not is_said(word, said)]
        turned = _turned(last)
        return (
            turned != last
            and not rest
            and not TAKEN_BACK.search(yes["rest"])
            and n_denials(last) == 0 == n_denials(told)
            and bool(content)
            and all(is_said(word, said) for word in content)
            and (AHEAD.search(last) is None or _is_ahead(told))
            and is_of_user(told, turned, content)
            and (told.startswith(OF_THE_USER) or not NOMINATIVE.isdisjoint(lower_words(turned)))
        )


def _turned(asked: str) -> str:
    """A question to the user, as the user would say it of themselves."""
    own = re.sub(r"\byour\b", "my", asked, flags=re.IGNORECASE)
    own = re.sub(r"\bare you\b", "I am", own, flags=re.IGNORECASE)
    own = re.sub(r"^(do|did|have|had) you\b", "I", own, flags=re.IGNORECASE)
    return re.sub(r"\byou\b|\byou(?=['’])", "I", own, flags=re.IGNORECASE)


def _is_within(sentence: Sentence, foreign: Sequence[Span]) -> bool:
    return any(overlaps((sentence.start, sentence.end), span) for span in foreign)


def _bearing(clauses: Sequence[str], content: Sequence[str]) -> list[str]:
    """Of some clauses those that say any of it; of several, those that are needed."""
    found: list[tuple[int, int, str]] = []
    for n, clause in enumerate(clauses):
        said = words_said([clause])
        found.append((-sum(is_said(word, said) for word in content), n, clause))
    needed: list[str] = []
    left = set(content)
    for count, _, clause in sorted(found):
        said = words_said([clause])
        new = {word for word in left if is_said(word, said)}
        if count and new:
            needed.append(clause)
            left -= new
    return needed


def _is_only_spoken_of(clause: str, content: Sequence[str]) -> bool:
    """Whether a clause says what is told only as what somebody talked or read about."""
    about = ABOUT.search(clause)
    if about is None:
        return False
    before = words_said([clause[: about.end()]])
    return not any(is_said(word, before) for word in content)


def _agrees(told: str, clauses: Sequence[str], content: Sequence[str]) -> bool:
    """Whether the clauses that say it say it as a fact, as firmly, and of the user."""
    bearing = _bearing(clauses, content)
    if not bearing:
        return False
    if any(is_named_as_theirs(told, clause, content) for clause in bearing):
        return True
    first = bearing[0]
    is_real = not UNREAL.search(MONTH.sub("", plain(" ; ".join(bearing))))
    return (
        is_real
        and not any(IF.search(clause) for clause in clauses)
        and not _is_only_spoken_of(first, content)
        and (AHEAD.search(first) is None or _is_ahead(told))
        and not (PAST.search(first) and PRESENT.match(told))
        and n_denials(told) == sum(map(n_denials, bearing))
        and is_of_user(told, first, content)
    )


def _is_ahead(told: str) -> bool:
    return AHEAD.search(told) is not None or re.search(r"\b(?:on|in) \d", told) is not None


def _roles_in(text: str) -> bool:
    return re.search(r"\b(?:my|our)\s+\w", text, re.IGNORECASE) is not None
