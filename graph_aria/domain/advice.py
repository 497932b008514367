"""What a model says about memories: nothing of it is believed before it was judged."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from graph_aria.domain.proposals import Failure
from graph_aria.domain.reading import Cost


class Verdict(StrEnum):
    """How the later of two sentences stands to the earlier one."""

    SAME = "same"
    """It says what the earlier one says."""

    UPDATE = "update"
    """It takes the earlier one's place: both cannot hold now."""

    NEW = "new"
    """It says something else; both hold."""

    UNDECIDED = "undecided"
    """The model could not tell, or gave no usable answer."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What came of asking about pairs of sentences.

    Attributes:
        given: one for each pair, in their order; all undecided after a failure.
        failure: why there is no answer, None if there is one.
        cost: what asking took, whatever came of it.
    """

    given: tuple[Verdict, ...]
    failure: Failure | None = None
    cost: Cost = field(default_factory=Cost)


@dataclass(frozen=True, slots=True)
class Wording:
    """What came of asking for one sentence in the place of several.

    Attributes:
        text: the sentence; None if they are better left alone, or there is no answer.
        failure: why there is no answer, None if there is one.
        cost: what asking took, whatever came of it.
    """

    text: str | None
    failure: Failure | None = None
    cost: Cost = field(default_factory=Cost)
