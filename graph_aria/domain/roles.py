"""What a person is to the user: synonyms, which roles exclude each other, how many have one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_SYNONYMS: Final = {
    "mother": "mom mum mama momma mommy mummy mutter",
    "father": "dad daddy papa vater",
    "stepmother": "stepmum stepmom step-mother",
    "stepfather": "stepdad step-father",
    "grandmother": "gran grandma granny nan nana nanna oma abuela",
    "grandfather": "grandpa grandad granddad gramps opa abuelo",
    "aunt": "auntie aunty tante",
    "uncle": "onkel",
    "sister": "sis sisters",
    "brother": "bro brothers",
    "husband": "hubby",
    "wife": "wifey",
    "boyfriend": "bf",
    "girlfriend": "gf",
    "fiancé": "fiance",
    "fiancée": "fiancee",
    "ex": "ex-boyfriend ex-girlfriend ex-husband ex-wife",
    "son": "sons",
    "daughter": "daughters",
    "cousin": "cousins",
    "niece": "nieces",
    "nephew": "nephews",
    "child": "kid toddler newborn",
    "manager": "boss supervisor",
    "colleague": "coworker co-worker workmate teammate",
    "neighbour": "neighbor",
    "therapist": "shrink counsellor counselor psychologist psychiatrist",
    "doctor": "gp physician",
    "flatmate": "roommate housemate",
    "coach": "trainer",
    "landlord": "landlady",
    "friend": "mate bestie buddy pal bff",
}
_KEYS: Final = {word: key for key, words in _SYNONYMS.items() for word in words.split()}

_MEN: Final = frozenset({"husband", "boyfriend", "fiancé"})
_WOMEN: Final = frozenset({"wife", "girlfriend", "fiancée"})
_EITHER: Final = frozenset({"partner", "spouse", "ex"})
_GENERAL: Final = {
    "parent": frozenset({"mother", "father"}),
    "grandparent": frozenset({"grandmother", "grandfather"}),
    "sibling": frozenset({"brother", "sister", "twin"}),
    "twin": frozenset({"brother", "sister"}),
    "child": frozenset({"son", "daughter", "baby"}),
    "baby": frozenset({"son", "daughter"}),
    "grandchild": frozenset({"grandson", "granddaughter"}),
}
_ONLY_ONE: Final = frozenset(
    {"mother", "father", "manager", "therapist", "landlord"} | _MEN | _WOMEN
) | {"partner", "spouse"}
_FEW: Final = frozenset(
    {
        "aunt", "baby", "brother", "child", "cousin", "daughter", "ex", "grandchild",
        "granddaughter", "grandfather", "grandmother", "grandparent", "grandson", "nephew",
        "niece", "parent", "sibling", "sister", "son", "stepbrother", "stepdaughter",
        "stepfather", "stepmother", "stepsister", "stepson", "twin", "uncle",
        "half-brother", "half-sister", "godmother", "godfather", "godson", "goddaughter",
    }
)  # fmt: skip
_FAMILY: Final = _FEW | _MEN | _WOMEN | _EITHER | {"mother", "father"}


def role_key(role: str) -> str:
    """A role with its synonyms folded.

    Args:
        role: in lower case.

    >>> role_key("mum") == role_key("mom")
    True
    """
    return _KEYS.get(role, role)


def is_role(word: str) -> bool:
    """Whether a word in lower case is what somebody is to somebody.

    >>> is_role("mum"), is_role("mother-in-law"), is_role("clara")
    (True, True, False)
    """
    key = role_key(word)
    return key in _SYNONYMS or is_telling(key) or key in _EITHER


def words_for(role: str) -> frozenset[str]:
    """Every word for a role, itself included.

    >>> sorted(words_for("boss"))
    ['boss', 'manager', 'supervisor']
    """
    key = role_key(role)
    return frozenset({key, role, *_SYNONYMS.get(key, "").split()})


def is_in_family(role: str) -> bool:
    """Whether a role (a key) is one in the family."""
    return role in _FAMILY or role.endswith("-in-law")


def is_telling(role: str) -> bool:
    """Whether a role (a key) can stand for one person: not "friend", many may be that.

    >>> is_telling("sister"), is_telling("colleague")
    (True, False)
    """
    return role in _ONLY_ONE or is_in_family(role)


def is_sole(role: str) -> bool:
    """Whether a person has one of a role (a key) at a time, as a rule."""
    return role in _ONLY_ONE


def passes_on(role: str) -> bool:
    """Whether a role (a key) that one person has at a time goes from one to the next.

    >>> passes_on("manager"), passes_on("mother"), passes_on("sister")
    (True, False, False)
    """
    return is_sole(role) and role not in {"mother", "father"}


def _go_together(one: str, other: str) -> bool:
    if one == other:
        return True
    both = {one, other}
    if both <= _MEN | _EITHER or both <= _WOMEN | _EITHER:
        return True
    return other in _GENERAL.get(one, ()) or one in _GENERAL.get(other, ())


_ALIKE: Final = (
    frozenset({"manager", "colleague", "mentor"}),
    frozenset({"teacher", "tutor", "professor", "coach"}),
)


def roles_are_apart(one: str | None, others: Iterable[str]) -> bool:
    """Whether a role and these others are had by two people as likely as by one.

    Args:
        one: a key, None if it is not known.
        others: keys.

    Anybody may be a friend as well.

    >>> roles_are_apart("neighbour", ["colleague"]), roles_are_apart("friend", ["colleague"])
    (True, False)
    """
    known = set(others)
    if one is None or not known or one in known or "friend" in {one, *known}:
        return False
    if is_in_family(one) or any(is_in_family(other) for other in known):
        return False  # these agree or exclude each other
    return not any(one in group and not group.isdisjoint(known) for group in _ALIKE)


def roles_agree(one: str | None, others: Iterable[str]) -> bool:
    """Whether a person in one role can be the person who has these other roles.

    Args:
        one: a key, None if it is not known.
        others: keys.

    A family role agrees with itself alone, or with what says the same in general; a friend
    may also be a colleague.

    >>> roles_agree("brother", ["colleague"]), roles_agree("friend", ["colleague"])
    (False, True)
    >>> roles_agree(None, ["sister"]), roles_agree("husband", ["boyfriend"])
    (True, True)
    """
    known = set(others)
    if one is None or not known or one in known:
        return True
    relatives = {other for other in known if is_in_family(other)}
    if not relatives:
        return not is_in_family(one)
    return is_in_family(one) and all(_go_together(one, other) for other in relatives)
