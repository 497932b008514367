"""What a change in a life ends: a pregnancy that was lost, the search for what was found.

Nobody says "and so I no longer apply for it". What is ended so gives its place to what ended it,
and stands again if that is deleted, or if it is told anew afterwards.

Source: docs/decisions/029-focus-and-milestones.md
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, timedelta
from typing import Final

from graph_aria.domain.days import DAY
from graph_aria.domain.life import Standing, focus_of
from graph_aria.domain.memories import Memory, MemoryKind
from graph_aria.domain.milestones import USER, Told, what_and_whose
from graph_aria.domain.roles import is_role, role_key
from graph_aria.domain.stems import stem, words

ENDED: Final = "came to an end with it"
AGAIN: Final = "started"
"""The verb by which a reader says that a habit has come back."""

_BACK_AT: Final = re.compile(rf"The user {AGAIN} (?P<habit>[a-z]+ing) again\.")
_SOBER: Final = frozenset({"sobriety", "quit alcohol"})

_NEAR: Final = timedelta(days=60)
_CHILDREN: Final = frozenset({"daughter", "son", "child", "baby"})
_PREGNANCY: Final = "pregnancy"
_LOST: Final = frozenset({"miscarriage", "loss of a baby", "stillbirth", "abortion"})
_CHILD: Final = re.compile(
    r"(?:trying|hoping|wishing) for (?:a|another|our|their)? ?(?:\w+ )?(?:baby|child)"
    r"|trying to (?:conceive|get pregnant)|\bIVF\b|fertility|pregnan",
    re.IGNORECASE,
)
_SEEKS: Final = r"\b(?:looking|searching|hunting|applying|interviewing|competing|fighting|trying)\b"
_JOB: Final = re.compile(
    rf"{_SEEKS}.*\b(?:jobs?|positions?|posts?|roles?|work|employment)\b|\bjob[- ](?:hunt|search)",
    re.IGNORECASE,
)
_HOME: Final = re.compile(
    rf"(?:{_SEEKS}|\bsaving (?:up )?for\b).*\b(?:flats?|apartments?|houses?|homes?|places?|rooms?"
    rf"|somewhere|studios?)\b|\b(?:flat|house|apartment)[- ](?:hunt|search)",
    re.IGNORECASE,
)
_MOVING: Final = re.compile(
    r"\b(?:planning|preparing|packing|organi[sz]ing)\b.*\bmove\b|\bpacking up\b|\bis moving\b",
    re.IGNORECASE,
)
_DIVORCE: Final = re.compile(r"\b(?:divorc\w+|separat\w+)\b", re.IGNORECASE)
_WEDDING: Final = re.compile(r"\bwedding\b|\bgetting married\b", re.IGNORECASE)
_PAIR: Final = re.compile(
    r"\b(?:marriage|wedding|engagement|relationship|couples?['’]? (?:therapy|counsel\w+))\b",
    re.IGNORECASE,
)
_ENGAGED: Final = re.compile(r"The user is engaged\b", re.IGNORECASE)
_TOGETHER: Final = re.compile(
    r"The user has an? (?:partner|boyfriend|girlfriend|husband|wife|spouse|fianc\w+)\b"
    r"|The user is (?:engaged|married|dating|going out|seeing|in a relationship)\b"
    r"|\bis the user['’]s (?:partner|boyfriend|girlfriend|husband|wife|spouse|fianc\w+)\b",
    re.IGNORECASE,
)
_WORKS: Final = re.compile(r"The user works (?:at|for) (?P<place>[^,.;]+)", re.IGNORECASE)
_OF_STUDY: Final = re.compile(
    r"\b(?:studying|degree|bachelor\w*|master\w*|ph\.?d|doctorate|training as)\b", re.IGNORECASE
)
_FOR_IT: Final = re.compile(
    r"\b(?:study|studying|revising|preparing|training|learning|practi[sc]ing|cramming)\b.*\bfor\b",
    re.IGNORECASE,
)
_CARES: Final = re.compile(
    r"\b(?:caring for|looking after|nursing|taking care of)\b(?P<whom>.*)", re.IGNORECASE
)
_AT: Final = re.compile(r"\b(?:at|with|from|for|in) (?P<name>[^\W\da-z_][\w&-]*)")
_WORD: Final = re.compile(r"[^\W\d_]+")
_LITTLE: Final = words("the user their his her its our a an of with on is are was been now")
_OVER: Final = words("finished completed concluded ended done gave up no longer through wrapped")
_DOING: Final = re.compile(r"(?P<base>\w{4,}?)(?:ations?|ions?|ings?|ments?|als?|es?)")


def may_end(memory: Memory) -> bool:
    """Whether a memory is of the sort that ends others, or that others end."""
    return (
        memory.kind in {MemoryKind.FOCUS, MemoryKind.MILESTONE}
        or _BACK_AT.match(memory.text) is not None
        or _WORKS.match(memory.text) is not None
        or _TOGETHER.search(memory.text) is not None
    )


def ends(ending: Memory, other: Memory) -> bool:  # noqa: PLR0911 - a ladder
    """Whether what one memory tells ends what the other tells, if it was told before it.

    Args:
        ending: a milestone, or a focus that is over.
        other: a focus that goes on, or something that holds: a pregnancy, a job.
    """
    if ending.id == other.id or ending.scope != other.scope:
        return False
    standing = focus_of(other)
    if standing is not None and standing is not Standing.ON:
        return False
    if ending.kind is MemoryKind.FOCUS:
        return standing is Standing.ON and _is_of_doing(ending, other)
    back = _BACK_AT.match(ending.text)
    if back is not None and other.kind is MemoryKind.MILESTONE:
        what, whose = what_and_whose(other.slot, other.value)
        is_it = what == f"quit {back['habit']}" or (back["habit"] == "drinking" and what in _SOBER)
        return whose == USER and is_it
    if ending.kind is not MemoryKind.MILESTONE or _was_before(ending, other):
        return False
    what, whose = what_and_whose(ending.slot, ending.value)
    if other.kind is MemoryKind.MILESTONE:
        return _ends_pregnancy(what, whose, other)
    if what == "death":
        return standing is Standing.ON and _is_of_the_dead(whose, other.text)
    if what.startswith("birth") and whose.partition(" ")[0] in _CHILDREN:
        whose = USER
    if whose != USER:
        return False
    return _ends_focus(what, ending, other.text) if standing else _ends_fact(what, ending, other)


def tells_fully(telling: Memory, other: Memory) -> bool:
    """Whether a milestone tells the same as another of another sort, and tells more of it.

    Who became a father had a daughter, whose name that tells; who lost a baby and had a
    miscarriage lost it so. Both were told within two months, their dates fit, and no date is
    lost with the other.
    """
    if {telling.kind, other.kind} != {MemoryKind.MILESTONE} or telling.scope != other.scope:
        return False
    what, whose = what_and_whose(telling.slot, telling.value)
    general, of = what_and_whose(other.slot, other.value)
    is_birth = what == general == "birth" and whose.partition(" ")[0] in _CHILDREN and of == USER
    is_loss = what == "miscarriage" and general == "loss of a baby" and whose == of
    if not (is_birth or is_loss):
        return False
    told, known = Told.of(telling), Told.of(other)
    is_near = abs(telling.confirmed_at - other.confirmed_at) <= _NEAR
    return is_near and told.with_(known) is not None and told.exactness >= known.exactness


def ended_by(ending: Memory, others: Iterable[Memory]) -> tuple[Memory, ...]:
    """What a memory ends of several; nothing of a sort of which it does not tell which one."""
    found = [one for one in others if ends(ending, one)]
    several = [one for one in found if _WORKS.match(one.text) or ending.kind is MemoryKind.FOCUS]
    open_ones = {one.id for one in several} if len(several) > 1 else set()
    return tuple(one for one in found if one.id not in open_ones)


def _was_before(ending: Memory, other: Memory) -> bool:
    """Whether it had happened when the other was told: it did not end what went on after it."""
    last = Told.of(ending).last
    return last is not None and last + DAY < other.confirmed_at.astimezone(UTC).date()


def _ends_pregnancy(what: str, whose: str, other: Memory) -> bool:
    state, mother = what_and_whose(other.slot, other.value)
    if state != _PREGNANCY:
        return False
    if what.startswith("birth"):
        is_own = whose.partition(" ")[0] in {USER, "daughter", "son", "child", "baby", "twins"}
        return mother == USER if is_own else mother == whose
    return what in _LOST and mother.partition(" ")[0] == whose.partition(" ")[0]


def _ends_focus(what: str, ending: Memory, text: str) -> bool:  # noqa: PLR0911 - a table
    sort = what.partition(" ")[0]
    if what in _LOST or sort in {"birth", _PREGNANCY, "baby", "adoption"}:
        return _CHILD.search(text) is not None
    if what.startswith("new job"):
        return _JOB.search(text) is not None and _names_fit(ending.text, text)
    if what.startswith("found ") and _names_fit(ending.text, text):
        forms = (form for form in (_JOB, _HOME) if form.search(text))
        return any(form.search(f"looking for {what}") for form in forms)
    if sort in {"move", "house"}:
        return _HOME.search(text) is not None or (
            sort == "move" and _MOVING.search(text) is not None and _names_fit(ending.text, text)
        )
    if sort == "divorce":
        return bool(_DIVORCE.search(text) or _PAIR.search(text))
    if sort in {"separation", "broken"} and ("engagement" in what or sort == "separation"):
        return _PAIR.search(text) is not None
    if sort == "wedding":
        return _WEDDING.search(text) is not None and "'s wedding" not in text.replace("user's", "")
    if sort == "graduation":
        return _OF_STUDY.search(text) is not None
    if sort == "passed":
        return _FOR_IT.search(text) is not None and _stems(what[len(sort) :]) <= _stems(text)
    return False


def _ends_fact(what: str, ending: Memory, other: Memory) -> bool:
    sort = what.partition(" ")[0]
    if what.startswith(("lost job", "quit job")):
        works = _WORKS.match(other.text)
        return works is not None and _names_fit(ending.text, other.text)
    if sort == "wedding":
        return _ENGAGED.match(other.text) is not None and _names_fit(ending.text, other.text)
    is_parting = sort in {"divorce", "separation"} or "engagement" in what
    return is_parting and bool(_TOGETHER.search(other.text)) and _pair_fits(ending, other)


def _pair_fits(ending: Memory, other: Memory) -> bool:
    """Whether nobody else is named: who parts from Tom is still engaged to Sam."""
    here, there = _names(ending.text), _names(other.text)
    return not here or not there or not here.isdisjoint(there)


def _names(text: str) -> frozenset[str]:
    text = re.sub(r"^The user(?:['’]s)?\b", "", text)
    return frozenset(re.findall(r"\b[^\W\da-z_][\w-]+", text)) - {"The"}


def _names_fit(one: str, other: str) -> bool:
    """Whether two sentences name no places that differ: Siemens is not Bosch."""
    here, there = (
        frozenset(found["name"] for found in _AT.finditer(each)) for each in (one, other)
    )
    here, there = here - _MONTHS, there - _MONTHS
    return not here or not there or not here.isdisjoint(there)


_MONTHS: Final = frozenset(
    {"January", "February", "March", "April", "May", "June", "July", "August", "September",
     "October", "November", "December", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday",
     "Saturday", "Sunday"}
)  # fmt: skip


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in _WORD.findall(text.lower()) if word not in _LITTLE)


def _is_of_doing(ending: Memory, other: Memory) -> bool:
    """Whether what is over is the doing that the other tells: the renovation, renovating it."""
    if focus_of(ending) in {None, Standing.ON} or ending.slot == other.slot:
        return False
    left = [
        word
        for word in _WORD.findall(ending.text.lower())
        if word not in _LITTLE and word not in _OVER
    ]
    doing = re.match(r"The user is (\w{4,})ing\b", other.text)
    if len(left) != 1 or doing is None:
        return False
    noun = _DOING.fullmatch(left[0])
    base = noun["base"] if noun is not None else left[0]
    verb = doing.group(1).lower().removesuffix("at")
    return base.removesuffix("at") == verb


def _is_of_the_dead(whose: str, text: str) -> bool:
    """Whether somebody is cared for who died; of several such, only by the name."""
    found = _CARES.search(text)
    if found is None:
        return False
    role, _, name = whose.partition(" ")
    said = found["whom"].lower().split()
    if name:
        return name in " ".join(said) or role in _roles(said)
    return role in _roles(said) or whose in " ".join(said)


def _roles(said: Iterable[str]) -> frozenset[str]:
    plain = (word.strip(".,;") for word in said)
    return frozenset(role_key(word) for word in plain if is_role(word))
