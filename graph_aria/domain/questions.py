"""Open questions about identity: what the program cannot tell and the user can."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from graph_aria.domain.records import Ruling, RulingVerb, derived_id


class Reason(StrEnum):
    """Why two are taken for the same, may be the same, or are not."""

    SAME_NAME = "same_name"
    SAME_ROLE = "same_role"
    SAME_WORDS = "same_words"
    NAMED_HERE = "named_here"
    READ_BEFORE = "read_before"
    NOTHING_LIKE_IT = "nothing_like_it"
    OTHER_ROLE = "other_role"
    SEVERAL = "several"
    FIRST_NAME = "first_name"
    SURNAME = "surname"
    NICKNAME = "nickname"
    ACCENTS = "accents"
    SPELLING = "spelling"
    TITLE = "title"
    GENERATION = "generation"
    QUALIFIER = "qualifier"
    ROLE = "role"
    SAID = "said"


class Answer(StrEnum):
    """What the user answers."""

    SAME = "same"
    DIFFERENT = "different"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Question:
    """Whether two entities are the same. It holds ids only, no word of the user's.

    Attributes:
        id: derived from the profile and the two ids, whatever their order.
        one_id, other_id: the two, the smaller id first.
        reason: why they may be the same.
        score: how likely that seems, 0 to 1.
        asked_at: when it arose.
        answer: None while it is open.
        answered_at: when it was answered, by the user or by what they wrote.
    """

    id: str
    profile_id: str
    one_id: str
    other_id: str
    reason: Reason
    score: float
    asked_at: datetime
    answer: Answer | None = None
    answered_at: datetime | None = None

    @property
    def pair(self) -> frozenset[str]:
        """Its two entities."""
        return frozenset((self.one_id, self.other_id))

    def settled(self, answer: Answer, at: datetime) -> Question:
        """It, answered."""
        return replace(self, answer=answer, answered_at=at)


def new_question(
    profile_id: str, one_id: str, other_id: str, *, reason: Reason, score: float, at: datetime
) -> Question:
    """The question whether two entities are the same.

    >>> from datetime import UTC, datetime
    >>> at = datetime(2026, 1, 1, tzinfo=UTC)
    >>> one = new_question("p", "a", "b", reason=Reason.TITLE, score=0.5, at=at)
    >>> one == new_question("p", "b", "a", reason=Reason.TITLE, score=0.5, at=at)
    True
    """
    first, second = sorted((one_id, other_id))
    return Question(
        id=derived_id(profile_id, "question", first, second),
        profile_id=profile_id,
        one_id=first,
        other_id=second,
        reason=reason,
        score=score,
        asked_at=at,
    )


def apart_pairs(
    rulings: Iterable[Ruling], canonical: Callable[[str], str]
) -> frozenset[frozenset[str]]:
    """Pairs of present entities that the user keeps apart: told apart, unmerged or split.

    Args:
        rulings: those about who is who, oldest first; others are passed over.
        canonical: gives the id that an entity now stands as.
    """
    last: dict[frozenset[str], RulingVerb] = {}
    for ruling in rulings:
        if ruling.verb in _ABOUT_PAIRS and ruling.other_id is not None:
            last[frozenset((ruling.target_id, ruling.other_id))] = ruling.verb
    pairs = {
        frozenset(canonical(each) for each in pair)
        for pair, verb in last.items()
        if verb is not RulingVerb.MERGE
    }
    return frozenset(pair for pair in pairs if len(pair) == 2)  # noqa: PLR2004 - a pair


_ABOUT_PAIRS = frozenset(
    {RulingVerb.NEVER_MERGE, RulingVerb.UNMERGE, RulingVerb.SPLIT, RulingVerb.MERGE}
)


def settled_by(
    questions: Iterable[Question],
    *,
    canonical: Callable[[str], str],
    apart: Collection[frozenset[str]],
    at: datetime,
) -> tuple[Question, ...]:
    """The questions that now have another answer, or none: as what is ruled has it.

    One whose two were the same and are no longer, nor are kept apart, is open again.

    Args:
        questions: all that could be concerned.
        canonical: gives the id that an entity stands as from now on.
        apart: pairs that are kept apart from now on.
        at: when they are settled.
    """
    settled = []
    for question in questions:
        answer = question.answer
        pair = frozenset(canonical(each) for each in question.pair)
        if len(pair) == 1:
            answer = Answer.SAME
        elif pair in apart:
            answer = Answer.DIFFERENT
        elif answer is Answer.SAME:
            answer = None
        if answer is None and question.answer is not None:
            settled.append(replace(question, answer=None, answered_at=None))
        elif answer is not None and answer is not question.answer:
            settled.append(question.settled(answer, at))
    return tuple(settled)
