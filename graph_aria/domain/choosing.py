"""Which of several entities a mention stands for, or none of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from graph_aria.domain.identity import (
    Choice,
    Doubt,
    Judgement,
    Verdict,
    by_role_alone,
    judge,
    judge_names,
    keys_of,
    names_of,
    role_of,
    roles_of,
)
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.person_names import parsed
from graph_aria.domain.questions import Reason
from graph_aria.domain.reading import ReadMention
from graph_aria.domain.roles import is_sole, passes_on, roles_agree
from graph_aria.domain.views import Candidate
from graph_aria.domain.vocabulary import Kind

_SHORT_FORMS: Final = frozenset({Reason.FIRST_NAME, Reason.SURNAME, Reason.TITLE, Reason.QUALIFIER})
"""What is the same person within one entry, if only one fits."""
_Judged = Mapping[str, tuple[Candidate, Judgement]]


def choose(
    mention: ReadMention,
    candidates: Iterable[Candidate],
    *,
    here: Collection[str] = (),
    apart: Collection[frozenset[str]] = (),
) -> Choice:
    """The entity that a mention stands for, or None if it is a new one.

    Args:
        mention: what was read.
        candidates: entities that it may stand for, in any order.
        here: ids of entities that the same entry has spoken of before.
        apart: pairs of ids that the user keeps apart.

    Returns:
        A short form stands for whom the same entry names in full, if only one fits. Else,
        of those it can be: one in the same role before others, one of the same kind before
        others, then the one that came first. Where it may be several who are not one person,
        it is the one of whom the same entry has spoken; of those who follow each other in a
        role ("my boss") the latest; or the one who may be any of them. Without such it is a
        new entity with a question about each.
    """
    judged = {
        candidate.entity.id: (candidate, judge(mention, candidate))
        for candidate in sorted(candidates, key=lambda one: one.entity.id)
    }
    same = [one for one, judgement in judged.values() if judgement.verdict is Verdict.SAME]
    if mention.kind is not Kind.PERSON:
        found = min(same, key=lambda one: _rank(mention, one), default=None)
        return _chosen(found, judged)
    unclear = [one for one, judgement in judged.values() if judgement.verdict is Verdict.UNCLEAR]
    near = _named_in_full(judged, same, here, apart)
    if near is not None:
        score = judged[near.entity.id][1].score
        return Choice(near, Reason.NAMED_HERE, max(0.8, score))
    narrowed = _narrowed(mention, same, judged)
    if not narrowed:
        return Choice(None, Reason.NOTHING_LIKE_IT, 1.0, _doubts(unclear, judged))
    if _is_one_of_several(mention, narrowed, judged):
        return Choice(None, Reason.ROLE, 0.6, (Doubt(narrowed[0].entity.id, Reason.ROLE, 0.3),))
    if _are_several(narrowed, apart):
        meant = _meant(mention, narrowed, here, apart)
        if meant is None:
            doubts = tuple(Doubt(one.entity.id, Reason.SEVERAL, 0.5) for one in narrowed)
            return Choice(None, Reason.SEVERAL, 0.5, doubts)
        narrowed = [meant]
    found = min(narrowed, key=lambda one: _rank(mention, one))
    rest = [one for one in same if one is not found and _may_be_one(one, found)]
    choice = _chosen(found, judged)
    return Choice(found, choice.reason, choice.score, _doubts(rest, judged))


def _chosen(found: Candidate | None, judged: _Judged) -> Choice:
    if found is None:
        return Choice(None, Reason.NOTHING_LIKE_IT, 1.0)
    judgement = judged[found.entity.id][1]
    return Choice(found, judgement.reason, judgement.score)


def _doubts(candidates: Iterable[Candidate], judged: _Judged) -> tuple[Doubt, ...]:
    doubts = [
        Doubt(
            one.entity.id, judged[one.entity.id][1].reason, min(judged[one.entity.id][1].score, 0.9)
        )
        for one in candidates
        if one.entity.kind is Kind.PERSON
    ]
    return tuple(sorted(doubts, key=lambda doubt: (-doubt.score, doubt.entity_id)))


def _rank(mention: ReadMention, candidate: Candidate) -> tuple[bool, bool, bool, str]:
    entity, role = candidate.entity, role_of(mention)
    return (
        normalized(mention.name) not in keys_of(candidate),
        role is None or role not in roles_of(candidate),
        mention.kind is not entity.kind,
        entity.id,  # not the hottest: how many entries are merged at once must not matter
    )


def _named_in_full(
    judged: _Judged,
    same: Sequence[Candidate],
    here: Collection[str],
    apart: Collection[frozenset[str]],
) -> Candidate | None:
    """The one person of the same entry whose name this is a short or a longer form of."""
    if any(one.entity.id in here for one in same):
        return None
    fitting = [
        one
        for one, judgement in judged.values()
        if one.entity.id in here
        and (
            (judgement.verdict is Verdict.UNCLEAR and judgement.reason in _SHORT_FORMS)
            # The colleague of whom an entry speaks is the one whom it names.
            or (judgement.verdict is Verdict.DIFFERENT and judgement.reason is Reason.ROLE)
        )
    ]
    if len(fitting) != 1:
        return None
    if any(frozenset((fitting[0].entity.id, one.entity.id)) in apart for one in same):
        return None
    return fitting[0]


def _narrowed(
    mention: ReadMention,
    same: Sequence[Candidate],
    judged: _Judged,
) -> Sequence[Candidate]:
    """Of those that it can be, the ones that nothing but a guess could choose among."""
    if len(same) < 2:  # noqa: PLR2004 - nothing to choose
        return same
    key, role = normalized(mention.name), role_of(mention)
    by_role = by_role_alone(mention)
    if by_role:
        # Who is known by the role and no name is none of those who have one.
        return [one for one in same if not names_of(one)] or same
    bare = [one for one in same if any(form.key == key and form.role is None for form in one.forms)]
    in_role = [one for one in same if role is not None and role in roles_of(one)]
    if role is None:
        return bare or same
    sure = [one for one in in_role if judged[one.entity.id][1].reason is Reason.SAME_NAME]
    return sure or in_role or same


def _is_one_of_several(
    mention: ReadMention,
    found: Sequence[Candidate],
    judged: _Judged,
) -> bool:
    """Whether a name meets a role without one ("my sister") that others are known to have."""
    role = role_of(mention)
    if role is None or is_sole(role) or by_role_alone(mention) or len(found) != 1:
        return False
    return not names_of(found[0]) and any(
        one is not found[0] and role in roles_of(one) for one, _ in judged.values()
    )


def _are_several(candidates: Sequence[Candidate], apart: Collection[frozenset[str]]) -> bool:
    """Whether there are several people beyond doubt among some who can be meant."""
    if any(one.entity.kind is not Kind.PERSON for one in candidates):
        return False
    return any(
        _are_apart(one, other, apart)
        for index, one in enumerate(candidates)
        for other in candidates[index + 1 :]
    )


def _meant(
    mention: ReadMention,
    candidates: Sequence[Candidate],
    here: Collection[str],
    apart: Collection[frozenset[str]],
) -> Candidate | None:
    """Which of several people a mention stands for, None if nothing says it."""
    present = [one for one in candidates if one.entity.id in here]
    if len(present) == 1:
        return present[0]
    role = role_of(mention)
    if role is not None and by_role_alone(mention) and passes_on(role):
        return max(candidates, key=lambda one: one.entity.id)
    # Who came because it was unclear before may be any of them; whoever is one of them for
    # sure is not.
    either = [
        one
        for one in candidates
        if not any(_are_apart(one, other, apart) for other in candidates if other is not one)
    ]
    return min(either, key=lambda one: _rank(mention, one), default=None)


def _are_apart(one: Candidate, other: Candidate, apart: Collection[frozenset[str]]) -> bool:
    return frozenset((one.entity.id, other.entity.id)) in apart or not _may_be_one(one, other)


def _may_be_one(one: Candidate, other: Candidate) -> bool:
    if not all(roles_agree(role, roles_of(other)) for role in roles_of(one)):
        return False
    names = [names_of(each) for each in (one, other)]
    if not all(names):
        return True
    return any(
        judge_names(parsed(here), parsed(there)).verdict is not Verdict.DIFFERENT
        for here in names[0]
        for there in names[1]
    )
