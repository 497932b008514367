"""Names in other scripts amid English words: "Met Мария for tea", "小明 called"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.draft import FREE, Found
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Word

_FIRST_OTHER: Final = 0x370
"""Where the scripts begin that are not Latin; Latin letters with marks lie before it, or in:"""
_MORE_LATIN: Final = range(0x1E00, 0x1F00)
_BEFORE_PEOPLE: Final = frozenset(
    {
        "met", "meet", "meeting", "with", "saw", "called", "told", "asked", "texted", "hugged",
        "phoned", "thanked", "kissed", "dated", "missed", "miss", "love", "visited", "invited",
        "helped", "and", "message", "rang",
    }
)  # fmt: skip
_BEHIND_PEOPLE: Final = frozenset(
    {
        "called", "came", "said", "says", "told", "texted", "asked", "helped", "laughed", "cried",
        "visited", "phoned", "smiled", "cooked", "invited", "left", "moved", "married", "wrote",
        "thinks", "wants", "rang", "hugged", "taught", "works", "lives",
    }
)  # fmt: skip
_BEFORE_PLACES: Final = frozenset({"in", "near", "around", "through"})


def read_script_names(draft: Draft) -> None:
    """Add people and places that are named in another script, where the words around say so.

    What a model took such a name for is set right, for it knows no other script.
    """
    words = draft.parse.words
    for word in words:
        if not is_of_other_script(word):
            continue
        kind = _kind(draft, word)
        owner = draft.mention_of(word)
        if kind is None:
            continue
        if owner is None and draft.owner[word.i] == FREE:
            draft.add(Found(word.i, word.i, word.i, word.text, kind, "name:script"))
        elif owner is not None and draft.found[owner].rule.startswith(("ner:", "name:")):
            draft.found[owner].kind = kind
            draft.found[owner].rule = "name:script"


def is_of_other_script(word: Word) -> bool:
    """Whether all letters of a word are of a script that is not Latin."""
    letters = [char for char in word.text if char.isalpha()]
    return bool(letters) and all(
        ord(char) >= _FIRST_OTHER and ord(char) not in _MORE_LATIN for char in letters
    )


def _kind(draft: Draft, word: Word) -> Kind | None:
    if word.text[:1].islower():
        return None  # its script has capitals, and this is no name
    begin, end = draft.parse.sentences[word.sentence]
    before = draft.parse.words[word.i - 1].lower if word.i > begin else ""
    behind = draft.parse.words[word.i + 1].lower if word.i + 1 < end else ""
    if before in _BEFORE_PLACES:
        return Kind.PLACE
    if before in _BEFORE_PEOPLE or behind in _BEHIND_PEOPLE:
        return Kind.PERSON
    return None
