"""The name that belongs to a role: "my sister Nora", "Tom, my boss", "Grandma Ilse"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.naming import TITLES, continues_name, is_name, with_suffix
from graph_aria.adapters.language.stance import MY
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft, Found
    from graph_aria.adapters.language.matching import Match
    from graph_aria.adapters.language.parse import Word

_MINE: Final = frozenset({"mine", "ours"})


def name_beside(draft: Draft, match: Match) -> tuple[int, int] | None:
    """The name that a role belongs to: "my sister Nora", "Nora, my sister", "is called Nora"."""
    words = draft.parse.words
    end = draft.parse.sentences[words[match.last].sentence][1]
    i = match.last + 1
    if words[match.last].tag == "NNS":
        return _name_before(draft, match)  # who they are is read once all names are known
    if i < end and words[i].lower in {",", "(", "-", "–", "—", ":"}:
        i += 1
        if not (i < end and is_name(words[i]) and _name_closes(draft, i, end)):
            i = end
    elif i < end and words[i].lower in {"is", "'s", "was", "named", "called", "has"}:
        i = _after_naming(words, i, end)
    if i < end and is_name(words[i]) and draft.owner[i] == -1:
        last = i + 1 if words[i].lower in TITLES and i + 1 < end else i
        while last + 1 < end and continues_name(draft, words[last], words[last + 1]):
            last += 1
        return (match.last if _is_title(draft, match, i) else i), with_suffix(words, last)
    return _name_before(draft, match)


def _name_closes(draft: Draft, i: int, end: int) -> bool:
    """Whether an apposition ends after the name: "my sister, Nora, called"."""
    words = draft.parse.words
    last = i
    while last + 1 < end and (
        continues_name(draft, words[last], words[last + 1]) or words[last].lower in TITLES
    ):
        last += 1
    following = words[last + 1].lower if last + 1 < end else "."
    return following in _NAME_ENDS


_NAME_ENDS: Final = word_set("people.name_ends")
_NAMING: Final = tuple(
    tuple(phrase.split())
    for phrase in (
        "named",
        "called",
        "is called",
        "is named",
        "was called",
        "'s called",
        "'s name is",
        "'s name was",
        "has a name :",
    )
)
"""What may stand between a role and its name."""


def _after_naming(words: list[Word], i: int, end: int) -> int:
    for pattern in _NAMING:
        if tuple(word.lower for word in words[i : i + len(pattern)]) == pattern:
            return min(i + len(pattern), end)
    return end


def _name_before(draft: Draft, match: Match) -> tuple[int, int] | None:
    """Read "Nora, my sister,", "Nora is my sister", "Ed is a good friend of mine"."""
    words = draft.parse.words
    begin = draft.parse.sentences[words[match.first].sentence][0]
    of_mine = is_of_mine(words, match.last)
    i = match.first - 1
    lowest = max(begin, i - LONGEST_LEAD)
    while i > lowest and words[i].lower not in MY and words[i].tag in BETWEEN_MY_AND_ROLE:
        i -= 1
    if words[i].lower in MY or (of_mine and words[i].tag == "DT"):
        i -= 1
    elif not of_mine:
        return None
    if i <= begin or words[i].lower not in {",", "is", "'s", "was", "(", "-", "–", "—"}:
        return None
    last = i - 1
    if not is_name(words[last]) or draft.owner[last] != -1:
        return None
    first = last
    while first > begin and is_name(words[first - 1]) and words[first - 1].head == last:
        first -= 1
    return first, last


LONGEST_LEAD: Final = 6
"""How many words may stand between "my" and a role: "my four - year - old daughter"."""

BETWEEN_MY_AND_ROLE: Final = frozenset(
    {"JJ", "JJS", "JJR", "NN", "NNS", "CC", "HYPH", "CD", "RB", "VBG", "VBN", ","}
)


def is_of_mine(words: list[Word], last: int) -> bool:
    """Whether "of mine" or "of ours" follows."""
    following = [word.lower for word in words[last + 1 : last + 3]]
    return len(following) > 1 and following[0] == "of" and following[1] in _MINE


def _is_title(draft: Draft, match: Match, name: int) -> bool:
    """Whether a role stands as a title before its name: "Grandma Ilse", "Uncle Bob"."""
    word = draft.parse.words[match.last]
    if match.first != match.last or name != match.last + 1 or word.lower not in _KIN_TITLES:
        return False
    return word.text[:1].isupper() and draft.parse.kid(word, "poss", "det") is None


def names_behind(draft: Draft, role: Found) -> list[int]:
    """People who are listed behind a role in the plural: "my sisters, Nora and Ana"."""
    words = draft.parse.words
    end = draft.parse.sentences[words[role.last].sentence][1]
    found: list[int] = []
    i = role.last + 1
    while i < end:
        index = draft.mention_of(words[i])
        if index is not None and draft.found[index].kind is Kind.PERSON:
            if draft.found[index].role is not None:
                break
            found.append(index)
            i = draft.found[index].last + 1
        elif words[i].lower in _BETWEEN_NAMES and (words[i].lower != "and" or found):
            i += 1
        else:
            break
    return found


_BETWEEN_NAMES: Final = frozenset({",", "and", "&", "(", ":", "-", "–", "—", "called", "named"})
_KIN_TITLES: Final = word_set("roles.titles")
