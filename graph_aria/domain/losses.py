"""Which changes in a life are losses or hard, so that nobody is congratulated on them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from graph_aria.domain.life import Precision, happened_by, milestone_of, was_on
from graph_aria.domain.memories import Memory, MemoryKind
from graph_aria.domain.occasions import death_told


class Weight(StrEnum):
    """How a change in a life weighs on somebody, beside those that do not."""

    LOSS = "loss"
    """A death, a child that was not born, a parting, a job or a home that was lost."""

    HARD = "hard"
    """An illness, an accident, an operation, something that had to be given up."""


FRESH: Final = timedelta(days=14)
"""For so long after a loss nobody is asked what they enjoyed lately."""

_LOST: Final = re.compile(
    r"\b(?:death|died|dead|passed (?:away|on)|killed|suicide|funeral|widow\w*|put (?:down|to sleep)"
    r"|miscarr\w+|still ?b(?:orn|irth)|divorc\w+|separat(?:ed|ion)|br(?:oke|oken|eak) ?up"
    r"|broke off|left by|fired|sacked|laid off|redundan\w+|(?:was|were|been) let go|bankrupt\w*"
    r"|evict\w+|burglar\w*|burn(?:ed|t) down|(?:loss|losing) of"
    r"|los[te]\w*(?: \w+){0,2} (?:job|baby|twins?|pregnancy|child|son|daughter|cat|dog|home|house"
    r"|flat|place|custody|licence|savings|business|company))\b",
    re.IGNORECASE,
)
_HARD: Final = re.compile(
    r"\b(?:diagnos\w+|accident|crash\w*|stroke|heart attack|operat\w+|surgery|cancer|chemo\w*"
    r"|tumou?r|injur\w+|br(?:oke|oken)|fractur\w+|tore|torn|shattered|hospital\w*|rehab|ill"
    r"|illness|arrested|prison|jail|attack\w*|assault\w*|robbed|dropped out|fail\w*|reject\w+"
    r"|clos(?:ed|ing))\b",
    re.IGNORECASE,
)
_GRIEF: Final = re.compile(
    r"\b(?:grie\w+|mourn\w*|bereave\w*|death|dying|died|hospice|loss|miscarr\w+"
    r"|still ?b(?:orn|irth))\b",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\W_]+")
_UNBORN: Final = frozenset({"baby", "babies", "pregnancy", "child", "twins", "miscarriage"})
_CHILD_LOST: Final = re.compile(
    r"\b(?:miscarr\w+|still ?b(?:orn|irth)"
    r"|los[te]\w*(?: \w+){0,2} (?:baby|twins?|pregnancy|child))\b",
    re.IGNORECASE,
)
_OVER_IT: Final = re.compile(
    r"\b(?:free (?:of|from)|all[- ]clear|remission|surviv\w+|recover\w+|cured|healed|finished|beat"
    r"|came home|last (?:chemo|round|session)|discharged|years? sober)\b",
    re.IGNORECASE,
)


def is_grief(memory: Memory) -> bool:
    """Whether it tells of grief, which nobody is asked whether they are still at it."""
    return _GRIEF.search(memory.text) is not None


def is_about_loss(name: str, losses: Iterable[Memory]) -> bool:
    """Whether what has a name was lost: nobody needs to be told that days with it are worse.

    Args:
        name: of a thing or somebody.
        losses: memories that tell of losses.
    """
    own = set(_WORD.findall(name.casefold()))
    for one in losses:
        told = set(_WORD.findall(one.text.casefold()))
        if own and (own <= told or (own & _UNBORN and _CHILD_LOST.search(one.text))):
            return True
    return False


def is_fresh_loss(memory: Memory, *, today: date, zone: str) -> bool:
    """Whether it tells of a loss of the last fourteen days; undated, of the days since it was told.

    Args:
        memory: of any kind.
        today: the user's local day.
        zone: the user's.
    """
    milestone = milestone_of(memory)
    on = None if milestone is None else happened_by(milestone, zone)
    if on is not None and milestone is not None and milestone.precision is Precision.DAY:
        on = was_on(on, today)
    is_fresh = on is not None and timedelta() <= today - on <= FRESH
    return is_fresh and weight_of(memory) is Weight.LOSS


def weight_of(memory: Memory) -> Weight | None:
    """Whether what a memory tells is a loss or hard for whoever it is of; None if neither.

    By what sort of milestone it is and by its words: those that the user wrote by hand are of no
    known sort. Where it is not told apart it counts as one: gentleness is never out of place.

    Args:
        memory: of any kind; of others than milestones a death alone is a loss.
    """
    if death_told(memory) is not None:
        return Weight.LOSS
    if memory.kind is not MemoryKind.MILESTONE:
        return None
    milestone = milestone_of(memory)
    told = f"{'' if milestone is None else milestone.what}. {memory.text}"
    if _LOST.search(told):
        return Weight.LOSS
    if _HARD.search(told) and not _OVER_IT.search(told):
        return Weight.HARD
    return None
