"""Animals of the user: "my dog Biscuit", "our cat", "a kitten named Miso"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.draft import Found
from graph_aria.adapters.language.stance import MY
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Word

_NAMING: Final = frozenset({"named", "called"})
_REACH: Final = 3
"""How many words before an animal may say whose it is."""


def read_pets(draft: Draft) -> None:
    """Add the user's animals, with the name that stands beside them."""
    for i, (first, last, sense) in list(draft.latent.items()):
        if sense.family != "animal" or i != last or not draft.is_free(first, last):
            continue
        mine = _my_before(draft, first)
        name = _name_behind(draft, last, mine=mine is not None)
        if name is None and mine is None:
            continue
        if name is None:
            pet = draft.add(Found(first, last, last, sense.name, Kind.ANIMAL, "pet:bare"))
        else:
            pet = _named(draft, name)
            draft.owner[last] = pet
            del draft.latent[i]
        if mine is not None:
            end = last if name is None else name.i
            draft.state(USER, Predicate.OWNS, pet, words=(mine, end), rule="pet:my")


def _named(draft: Draft, name: Word) -> int:
    """The mention of an animal's name; what was taken for something else becomes an animal."""
    known = draft.mention_of(name)
    if known is None:
        return draft.add(Found(name.i, name.i, name.i, name.text, Kind.ANIMAL, "pet:named"))
    draft.found[known].kind = Kind.ANIMAL
    return known


def _name_behind(draft: Draft, last: int, *, mine: bool) -> Word | None:
    words = draft.parse.words
    end = draft.parse.sentences[words[last].sentence][1]
    i = last + 1
    called = i < end and words[i].lower in _NAMING
    if called or (mine and i < end and words[i].lower == ","):
        i += 1
    if i >= end or not (mine or called):
        return None
    is_name = words[i].text[:1].isupper() and words[i].tag.startswith("NN")
    return words[i] if is_name else None


def _my_before(draft: Draft, first: int) -> int | None:
    words = draft.parse.words
    near = range(first - 1, max(-1, first - 1 - _REACH), -1)
    mine = next((k for k in near if words[k].lower in MY), None)
    if mine is not None and any(word.lower in {"'s", "'"} for word in words[mine:first]):
        return None  # "my sister's dog"
    return mine
