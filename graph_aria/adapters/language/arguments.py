"""From a word of the parse to what it stands for: a mention, the user, or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.draft import FREE, Found
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.things import kind_of
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Word

_USER_WORDS: Final = frozenset({"i", "me", "myself", "we", "us", "ourselves", "im"})
_HE: Final = frozenset({"he", "him", "himself"})
_SHE: Final = frozenset({"she", "her", "herself", "hers"})
_THEY: Final = frozenset({"they", "them", "themselves"})
_IT: Final = frozenset({"it", "that", "this", "which", "these", "those"})
_PRONOUNS: Final = _HE | _SHE | _THEY | _IT
_FEMALE: Final = word_set("arguments.female")
_MALE: Final = word_set("arguments.male")
_VAGUE: Final = word_set("arguments.vague")
_LINKING: Final = frozenset({"conj", "appos"})


def refer(draft: Draft, word: Word | None, *, create: bool = False) -> list[int]:
    """What a word and those joined to it stand for.

    Args:
        word: head of a phrase, or None.
        create: whether a plain noun that no list knows may become a mention of a Thing.

    Returns:
        Indexes of mentions or `USER`, in order; empty if nothing is meant that can be named.
    """
    if word is None:
        return []
    found: list[int] = []
    for one in _joined(draft, word):
        index = _one(draft, one, create=create)
        if index is not None and index not in found:
            found.append(index)
    return found


def _joined(draft: Draft, word: Word) -> Iterator[Word]:
    """A word and its conjuncts: "her and Dev", "yoga and running"."""
    yield word
    at = word
    for _ in range(5):
        following = draft.parse.kid(at, "conj")
        if following is None or (following.tag.startswith("VB") and following.tag != "VBG"):
            return
        if not following.tag.startswith(("NN", "PRP", "VBG", "FW")):
            return
        yield following
        at = following


def _one(draft: Draft, word: Word, *, create: bool) -> int | None:
    lower = word.lower
    if lower in _USER_WORDS:
        return USER if not draft.quoted[word.i] else None
    index = draft.mention_of(word)
    if index is not None:
        return index
    if word.tag in {"WP", "WDT"}:
        clause = draft.parse.head(word)
        return (
            _one(draft, draft.parse.head(clause), create=False) if clause.dep == "relcl" else None
        )
    if lower in _PRONOUNS:
        return antecedent(draft, word)
    if word.i in draft.latent:
        return _from_latent(draft, word)
    if not word.tag.startswith("N"):
        return None
    if word.lower in {"kind", "sort", "type", "lot", "cup", "glass", "bit", "piece"}:
        of = draft.parse.kid(word, "prep")
        inner = draft.parse.kid(of, "pobj") if of is not None and of.lower == "of" else None
        if inner is not None:
            return _one(draft, inner, create=create)
    return _from_noun(draft, word) if create else None


def _from_latent(draft: Draft, word: Word) -> int | None:
    first, last, sense = draft.latent[word.i]
    if not draft.is_free(first, last):
        return draft.mention_of(word)
    head = draft.parse.words[last]
    if head.dep == "compound" and head.head > last:
        return None
    return draft.add(
        Found(first, last, last, sense.name, kind_of(sense), f"{sense.family}:related")
    )


def _from_noun(draft: Draft, word: Word) -> int | None:
    """A Thing from a plain noun with its compounds: "planning board", "mug"."""
    words = draft.parse.words
    if (
        word.lower in _VAGUE
        or not word.text.isalpha()
        or len(word.text) < 3
        or word.ent in {"DATE", "TIME"}
    ):
        return None
    first = word.i
    while first and words[first - 1].dep == "compound" and words[first - 1].head == word.i:
        if draft.owner[first - 1] != FREE or not words[first - 1].text.isalpha():
            break
        first -= 1
    name = " ".join(
        one.text if one.tag.startswith("NNP") else one.lower for one in words[first : word.i + 1]
    )
    return draft.add(
        Found(first, word.i, word.i, name[:1].upper() + name[1:], Kind.THING, "noun:related")
    )


_ON_CALL: Final = frozenset({"vet", "doctor", "nurse", "therapist", "dentist", "teacher"})
"""People who speak of others: a pronoun after them rather means whom they speak of."""


def antecedent(draft: Draft, word: Word) -> int | None:
    """The latest mention before a pronoun that it can stand for, within three sentences."""
    lower = word.lower
    best: int | None = None
    best_rank = (False, -1, False, -1)
    for index, mention in enumerate(draft.found):
        if (
            not mention.live
            or mention.head >= word.i
            or not mention.named
            or draft.quoted[mention.first]
        ):
            continue
        head = draft.parse.words[mention.head]
        core = head.dep in _CORE or mention.kind in {Kind.PERSON, Kind.ANIMAL}
        rank = (
            mention.role not in _ON_CALL,
            head.sentence if lower in _IT else 0,
            core or lower not in _IT,
            mention.head,
        )
        if word.sentence - draft.parse.words[mention.head].sentence > 3 or rank <= best_rank:
            continue
        if _can_stand_for(draft, lower, word, mention):
            best, best_rank = index, rank
    if lower in {"it", "that", "this"}:
        best = _latent_instead(draft, word, best)
    if lower in {"it", "them"} and word.dep in {"dobj", "pobj"}:
        return _from_latest_noun(draft, word, best)
    return best


def _latent_instead(draft: Draft, word: Word, best: int | None) -> int | None:
    """A thing that only the lists know, where it is nearer than any mention: "coffee … it"."""
    nearest = draft.found[best].head if best is not None else -1
    words = draft.parse.words
    for i in range(word.i - 1, max(nearest, word.i - 25), -1):
        if (
            i in draft.latent
            and draft.latent[i][1] == i
            and words[i].dep in {"dobj", "nsubj"}
            and words[i].tag == "NN"
        ):
            return _from_latent(draft, words[i]) if draft.latent[i][2].family == "thing" else best
    return best


def _from_latest_noun(draft: Draft, word: Word, best: int | None) -> int | None:
    """The latest noun that "it" or "them" can mean, where it is nearer than any mention."""
    words = draft.parse.words
    plural = word.lower != "it"
    nearest = draft.found[best].head if best is not None else -1
    for i in range(word.i - 1, nearest, -1):
        noun = words[i]
        if word.sentence - noun.sentence > 1:
            break
        if noun.dep not in {"nsubj", "dobj", "nsubjpass"} or noun.tag != (
            "NNS" if plural else "NN"
        ):
            continue
        if noun.lower in _VAGUE or noun.ent or noun.i in (mention.head for mention in draft.found):
            continue
        return _one(draft, noun, create=True)
    return best


def _can_stand_for(draft: Draft, lower: str, word: Word, mention: Found) -> bool:
    being = mention.kind in {Kind.PERSON, Kind.ANIMAL}
    if lower in _HE:
        return being and mention.role not in _FEMALE and _gender(mention.name) != "f"
    if lower in _SHE:
        return being and mention.role not in _MALE and _gender(mention.name) != "m"
    head = draft.parse.words[mention.head]
    if mention.kind in {Kind.EMOTION, Kind.PERSON, Kind.ANIMAL} and lower not in _THEY:
        return False
    if mention.kind is Kind.TOPIC and head.dep not in {"nsubj", "dobj"}:
        return False
    if word.dep == "nsubj" and lower == "it" and head.dep not in _CORE:
        return False
    if lower in _THEY:
        return head.tag in {"NNS", "NNPS"} and mention.kind is not Kind.EMOTION
    return head.tag not in {"NNS", "NNPS"} and head.dep in {
        "nsubj", "dobj", "pobj", "ROOT", "attr", "nsubjpass", "conj", "compound", "appos", "oprd", "acomp", "xcomp",
    }  # fmt: skip


_CORE: Final = frozenset({"nsubj", "dobj", "nsubjpass", "ROOT", "attr"})


def _gender(name: str) -> str:
    """The gender that a name leaves no doubt about: "m", "f" or ""."""
    first = name.split(" ", 1)[0].lower()
    if first in _HERS:
        return "f"
    return "m" if first in _HIS else ""


_HERS: Final = word_set("arguments.hers")
_HIS: Final = word_set("arguments.his")
