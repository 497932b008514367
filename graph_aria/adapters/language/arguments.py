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
_HE: Final = frozenset({"he", "him", "himself", "his"})
_SHE: Final = frozenset({"she", "her", "herself", "hers"})
_THEY: Final = frozenset({"they", "them", "themselves"})
_IT: Final = frozenset({"it", "that", "this", "which", "these", "those"})
_PRONOUNS: Final = _HE | _SHE | _THEY | _IT
_FEMALE: Final = word_set("arguments.female")
_MALE: Final = word_set("arguments.male")
_VAGUE: Final = word_set("arguments.vague") | word_set("arguments.more_vague")
_MEASURES: Final = word_set("arguments.measures") | word_set("arguments.amounts")
"""Nouns that give way to what stands behind "of": "a cup of tea"."""

_COURSES: Final = word_set("arguments.courses")
"""Nouns behind a doing that still mean it."""

_SHORTEST_NOUN: Final = 3
_FURTHEST_SENTENCES: Final = 3
"""How many sentences back a pronoun may point."""


def refer(draft: Draft, word: Word | None, *, create: bool = False) -> list[int]:
    """What a word and those joined to it stand for.

    Args:
        draft: the entry.
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
        is_relative = clause.dep == "relcl"
        return _one(draft, draft.parse.head(clause), create=False) if is_relative else None
    if lower in _PRONOUNS:
        return antecedent(draft, word)
    return _from_words(draft, word, create=create)


def _from_words(draft: Draft, word: Word, *, create: bool) -> int | None:
    """A new mention from what the lists know of a word, or from the plain noun."""
    if word.i in draft.latent:
        return _from_latent(draft, word)
    if not word.tag.startswith("N"):
        return None
    if word.lower in _COURSES:
        before = draft.parse.kid(word, "compound")
        whole = None if before is None else draft.mention_of(before)
        if whole is not None and draft.kind(whole) is Kind.ACTIVITY:
            return whole  # "my workout routine"
    if word.lower in _MEASURES:
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
        or len(word.text) < _SHORTEST_NOUN
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


def employer(draft: Draft, word: Word) -> list[int]:
    """An organisation from what somebody works at: "a bakery", "the city council", "ikea"."""
    is_noun = word.tag.startswith("NN") and draft.is_free(word.i, word.i)
    if not is_noun or word.lower in _VAGUE or word.lower in _NO_EMPLOYERS:
        return []
    if word.i in draft.latent and draft.latent[word.i][2].family != "place":
        return []
    index = _from_noun(draft, word)
    if index is None:
        return []
    draft.found[index].kind = Kind.ORGANIZATION
    return [index]


_NO_EMPLOYERS: Final = word_set("arguments.no_employers")
_ON_CALL: Final = frozenset({"vet", "doctor", "nurse", "therapist", "dentist", "teacher"})
"""People who speak of others: a pronoun after them rather means whom they speak of."""


def antecedent(draft: Draft, word: Word) -> int | None:
    """The latest mention before a pronoun that it can stand for, within three sentences."""
    lower = word.lower
    best: int | None = None
    best_rank = (False, -1, False, -1)
    earliest = draft.parse.sentences[max(0, word.sentence - _FURTHEST_SENTENCES)][0]
    for index in dict.fromkeys(draft.owner[earliest : word.i]):
        if index == FREE:
            continue
        mention = draft.found[index]
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
        if (
            word.sentence - draft.parse.words[mention.head].sentence > _FURTHEST_SENTENCES
            or rank <= best_rank
        ):
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
        if noun.lower in _VAGUE or noun.ent or draft.owner[noun.i] != FREE:
            continue
        if best is not None and noun.sentence == words[nearest].sentence:
            break  # what has a name comes before what has none
        return _one(draft, noun, create=True)
    return best


def _can_stand_for(draft: Draft, lower: str, word: Word, mention: Found) -> bool:
    """Whether a pronoun can mean a mention, by kind, gender, number and its place."""
    head = draft.parse.words[mention.head]
    if lower in _HE | _SHE:
        is_being = mention.kind in {Kind.PERSON, Kind.ANIMAL}
        other = _FEMALE if lower in _HE else _MALE
        clear = _HERS if lower in _HE else _HIS
        first_name = mention.name.split(" ", 1)[0].lower()
        is_one = head.tag != "NNS" or mention.name != head.lower
        return is_being and is_one and mention.role not in other and first_name not in clear
    is_plural = head.tag in {"NNS", "NNPS"} or mention.role == "family"
    if lower in _THEY:
        return is_plural and mention.kind is not Kind.EMOTION
    if is_plural or mention.kind in {Kind.EMOTION, Kind.PERSON, Kind.ANIMAL}:
        return False
    if mention.kind is Kind.TOPIC:
        return head.dep in {"nsubj", "dobj"}
    if word.dep == "nsubj" and lower == "it":
        is_doing = mention.kind is Kind.ACTIVITY and head.dep in {"xcomp", "ccomp"}
        return is_doing or head.dep in _CORE
    return head.dep in _NOMINAL


_CORE: Final = frozenset({"nsubj", "dobj", "nsubjpass", "ROOT", "attr"})


_NOMINAL: Final = word_set("arguments.nominal")
_HERS: Final = word_set("arguments.hers")
_HIS: Final = word_set("arguments.his")
