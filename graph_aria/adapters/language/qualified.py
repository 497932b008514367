"""What tells a person from a namesake: "Sam (gym)", "Jo 🎸", "Alex from accounting"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.lexicon import phrases
from graph_aria.adapters.language.stance import MY
from graph_aria.domain.person_names import is_picture
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph_aria.adapters.language.draft import Draft, Found
    from graph_aria.adapters.language.parse import Word

_MOST_WORDS: Final = 3
_MOST_STEPS: Final = 4
_QUALIFYING: Final = ("NN", "JJ", "FW", "IN", "DT", "CD", "PRP$")
_WORK: Final = frozenset(
    {
        "work", "office", "job", "accounting", "accounts", "finance", "marketing", "sales", "hr",
        "it", "legal", "payroll", "logistics", "engineering", "support", "reception", "team",
        "department", "company", "firm", "warehouse", "shift", "procurement", "operations",
        "product", "design", "admin", "helpdesk", "factory", "site", "headquarters", "lab",
    }
)  # fmt: skip
_SCHOOL: Final = frozenset(
    {
        "school", "class", "course", "college", "uni", "university", "seminar", "lecture",
        "kindergarten", "campus", "dorm",
    }
)  # fmt: skip
_NEAR: Final = frozenset({"door", "upstairs", "downstairs", "street", "hall", "building", "floor"})
_ELSEWHERE: Final = frozenset(
    {
        "gym", "choir", "club", "band", "church", "yoga", "football", "tennis", "pool", "orchestra",
        "pub", "bar", "café", "cafe", "dojo", "theatre", "theater", "group", "crew", "party",
        "running", "climbing", "pilates", "crossfit", "internet", "forum", "discord", "mosque",
        "synagogue", "library", "kitchen", "bakery",
    }
)  # fmt: skip
_ROLES: Final = (
    (_WORK, "colleague"),
    (_SCHOOL, "classmate"),
    (_NEAR, "neighbour"),
    (_ELSEWHERE, "acquaintance"),
)
_AGES: Final = frozenset({"elder", "younger", "older"})
_DECORATIONS: Final = (
    (0x1F600, 0x1F64F), (0x1F910, 0x1F92F), (0x1F970, 0x1F97A), (0x1F440, 0x1F450),
    (0x1F493, 0x1F49F), (0x1F90C, 0x1F91F), (0x1F380, 0x1F38A), (0x2600, 0x27BF),
    (0x1F4A0, 0x1F4AF), (0x1F525, 0x1F525), (0x1F31E, 0x1F31F), (0x1F9E1, 0x1F9E1),
    (0x1F5A4, 0x1F5A4), (0x2B50, 0x2B55), (0x1F3FB, 0x1F3FF),
)  # fmt: skip
"""Faces, hands, hearts, stars and the like: they tell a mood and not who somebody is."""


def read_qualifiers(draft: Draft) -> None:
    """Add to people's names what stands in brackets or as a picture behind them.

    Where somebody is from ("from the office") becomes the role, if there is none.
    """
    called = {index for said in draft.identities for index in (said.one, said.other)}
    for index, mention in enumerate(draft.found):
        if index in called:
            continue  # "Lexi (short for Alexandra)"
        if mention.kind is not Kind.PERSON or not mention.live or mention.name == mention.role:
            continue
        behind = draft.parse.words[mention.last + 1 : mention.last + 1 + _MOST_WORDS + _MOST_STEPS]
        sentence = draft.parse.words[mention.last].sentence
        qualifier = _in_brackets(behind) or _picture(behind, sentence) or _by_age(behind)
        if qualifier is not None and qualifier.casefold() not in mention.name.casefold():
            mention.name = f"{mention.name} {qualifier}"
        elif mention.role is None:
            mention.role = _context(draft, mention, behind)


def _in_brackets(behind: Sequence[Word]) -> str | None:
    """Up to three words in brackets that say which one it is: no role, no afterthought."""
    if not behind or behind[0].text != "(":
        return None
    inside: list[Word] = []
    for word in behind[1:]:
        if word.text == ")":
            break
        inside.append(word)
    else:
        return None
    if not 0 < len(inside) <= _MOST_WORDS or inside[0].lower in MY:
        return None
    if any(not word.tag.startswith(_QUALIFYING) or _is_role(word) for word in inside):
        return None
    if not any(word.tag.startswith("NN") for word in inside):
        return None
    return f"({' '.join(word.text for word in inside)})"


def _by_age(behind: Sequence[Word]) -> str | None:
    """What tells two of one name by their age: "the elder"."""
    said = [word.lower for word in behind[:3] if word.text != ","]
    if said[:1] == ["the"] and len(said) > 1 and said[1] in _AGES:
        return f"the {said[1]}"
    return None


def _is_role(word: Word) -> bool:
    node = phrases().get(word.lower)
    return node is not None and any(sense.family == "role" for sense in node.senses)


def _picture(behind: Sequence[Word], sentence: int) -> str | None:
    """A picture behind a name, in the midst of a sentence: at its end it decorates it."""
    if len(behind) < 2 or not _tells_apart(behind[0].text):  # noqa: PLR2004 - and a word
        return None
    following = behind[1]
    if following.sentence != sentence or not following.text[:1].isalpha():
        return None
    return behind[0].text


def _tells_apart(text: str) -> bool:
    pictures = [char for char in text if is_picture(char)]
    return bool(pictures) and not any(
        first <= ord(char) <= last for char in pictures for first, last in _DECORATIONS
    )


def context_of(draft: Draft, mention: Found) -> str | None:
    """The role that a person has by where they are said to be from, None if it is not said."""
    behind = draft.parse.words[mention.last + 1 : mention.last + 1 + _MOST_STEPS]
    return _context(draft, mention, behind)


def _context(draft: Draft, mention: Found, behind: Sequence[Word]) -> str | None:
    """The role that somebody has by where they are from: "Alex from accounting"."""
    if not behind or behind[0].lower not in {"from", "at", "in"}:
        return None
    preposition = behind[0]
    begins = mention.first == draft.parse.sentences[preposition.sentence][0]
    head = draft.parse.head(preposition)
    belongs = mention.first <= head.i <= mention.last or head.tag.startswith("NN")
    if not (begins or (belongs and preposition.lower == "from")):
        return None
    for word in behind[1:_MOST_STEPS]:
        if word.tag.startswith("V") and word.lower not in _WORK | _ELSEWHERE:
            return None
        role = next((role for words, role in _ROLES if word.lower in words), None)
        if role is not None:
            return role
        if word.tag in {"NN", "NNS"} and word.text.islower() and preposition.lower == "from":
            following = draft.parse.words[word.i + 1 : word.i + 2]
            is_compound = bool(following) and following[0].tag.startswith("NN")
            if not is_compound and not _is_role(word):
                return "acquaintance"
    return None
