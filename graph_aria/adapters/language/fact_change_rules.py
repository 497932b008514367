"""The patterns of plain statements by which something is over, as rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graph_aria.adapters.language.fact_fits import Rule, any_of, goal_slot, is_goal, is_sort, rule
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category, MemoryKind

_I_AM: Final = r"i (?:am|'m|’m|m)"
_MORE: Final = r"(?: (?:anymore|any more|any longer))?"
_NO_MORE: Final = r" (?:anymore|any more|any longer)"
_HAVE: Final = r"(?:(?:have|'ve|’ve|ve) )?"
_NOT: Final = r"(?:do n't|do not|do nt|don't|dont)"
_OWN: Final = r"(?:(?:the|my|a|an|that|this) )?"
_JOB: Final = any_of("facts.occupations")
_AIMED: Final = word_set("facts.goal_objects") - {"smoking", "drinking", "job", "career"}
_PARTED: Final = r"(?:divorced|separated)"

_TRAITS: Final = (
    ("facts.traits_diet", Category.IDENTITY),
    ("facts.traits_work", Category.WORK),
    ("facts.traits_family", Category.FAMILY),
    ("facts.traits_self", Category.IDENTITY),
)


def _goal_over(told: Mapping[str, str]) -> tuple[str, str]:
    return goal_slot(told["one"]), "no"


CHANGES: Final[tuple[Rule, ...]] = (
    *(
        rule(
            "trait_over", pattern, "the user is no longer {one}", category, importance=0.8,
            slot="the user|is|{one}", value="no",
        )
        for name, category in _TRAITS
        for pattern in (
            rf"{_I_AM} no longer (?:an? )?(?P<one>{any_of(name)})",
            rf"{_I_AM} not (?:an? )?(?P<one>{any_of(name)}){_NO_MORE}",
        )
    ),
    *(
        rule("trait_over", rf"{_I_AM} not (?P<one>{any_of(name)})", "the user is not {one}",
             category, importance=0.7, slot="the user|is|{one}", value="no")
        for name, category in _TRAITS
    ),
    *(
        rule("role_over", pattern, "the user is no longer {one}", Category.WORK, importance=0.8,
             slot="the user|is|{job}", value="no")
        for pattern in (
            rf"{_I_AM} no longer (?P<one>an? (?:[\w-]+ ){{0,3}}(?P<job>{_JOB}))",
            rf"{_I_AM} not (?P<one>an? (?:[\w-]+ ){{0,3}}(?P<job>{_JOB})){_NO_MORE}",
        )
    ),
    *(
        rule("goal_over", pattern, "the user no longer {verb}s to {one}", Category.GOALS,
             importance=0.65, significance=0.3, slot_of=_goal_over, fits={"one": is_goal},
             longest=8)
        for pattern in (
            rf"i no longer (?P<verb>want|plan|hope|intend|dream) to (?P<one>.+?){_MORE}",
            rf"i {_NOT} (?P<verb>want|plan|hope|intend|dream) to (?P<one>.+?){_NO_MORE}",
        )
    ),
    rule("goal_over", rf"i {_HAVE}(?:gave|given|give) up (?:on )?{_OWN}(?P<one>.+)",
         "the user gave up on the {one}", Category.GOALS, importance=0.65, significance=0.3,
         slot_of=_goal_over, longest=3,
         fits={"one": lambda words: is_goal(words) and words[-1] in _AIMED}),
    rule("goal_over", rf"i {_HAVE}(?:stopped|quit|gave up|given up|give up) (?P<doing>learning|"
         rf"studying|training for|saving for|writing|practising|practicing) (?P<one>{_OWN}.+)",
         "the user stopped {doing} {one}", Category.GOALS, importance=0.65, significance=0.3,
         slot_of=_goal_over, fits={"one": is_goal}, longest=5),
    *(
        rule("liking_over", rf"i {_HAVE}stopped {doing} (?P<one>.+)",
             f"the user no longer {verb} {{one}}", Category.TASTES, kind=MemoryKind.PREFERENCE,
             importance=0.5, slot="the user|attitude|{one}", value="dislike",
             fits={"one": is_sort}, longest=5)
        for doing, verb in (("liking", "likes"), ("loving", "loves"), ("enjoying", "enjoys"))
    ),
    rule("parted", rf"i (?:am|'m|’m|m|got)(?: now)? (?P<how>{_PARTED}) from (?P<name>\w+)",
         "the user is {how} from {name}", Category.FAMILY, importance=0.8, significance=0.6,
         slot="the user|is|married to {name}", value="no"),
)  # fmt: skip
"""Rows in order: the first that fits a statement tells it."""
