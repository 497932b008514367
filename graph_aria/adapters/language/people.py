"""People and animals by their names, with what belongs to a name: titles, suffixes, marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_aria.adapters.language.draft import Found
from graph_aria.adapters.language.naming import (
    continues_name,
    is_first_name,
    is_pet_name,
    is_title,
    may_be_person,
    tidy,
    with_suffix,
)
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from collections.abc import Collection

    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Word


def read_people(draft: Draft, known: Collection[int]) -> None:
    """Add people that are named and not yet owned by a role.

    Args:
        draft: the entry.
        known: words that a list knows for something else, whatever the model's label says.
    """
    words = draft.parse.words
    i = 0
    while i < len(words):
        word = words[i]
        i += 1
        if draft.owner[word.i] != -1 or not may_be_person(draft.parse, word):
            continue
        if word.i in known and not (is_first_name(word.lower) or is_pet_name(word.lower)):
            continue
        last = word.i
        while last + 1 < len(words) and continues_name(draft, words[last], words[last + 1]):
            last += 1
        first = word.i
        if first and draft.owner[first - 1] == -1 and is_title(words[first - 1]):
            first -= 1
        head = last
        last = with_suffix(words, last)
        name = draft.parse.text[words[first].start : words[last].end]
        is_animal = _is_animal(draft, word) or (first == last and is_pet_name(word.lower))
        kind = Kind.ANIMAL if is_animal else Kind.PERSON
        draft.add(
            Found(first, last, head, tidy(name), kind, f"name:{'ner' if word.ent else 'frame'}")
        )
        i = last + 1


def _is_animal(draft: Draft, word: Word) -> bool:
    """Whether the words before the name call an animal: "my dog Rufus"."""
    return any(
        i in draft.latent and draft.latent[i][2].family == "animal"
        for i in range(max(0, word.i - 3), word.i)
    )
