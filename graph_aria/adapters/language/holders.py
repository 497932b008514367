"""Who feels it: the user or somebody else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import FIRST_PERSON, is_question
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

_SOMEBODY: Final = word_set("emotions.somebody")
_PEOPLE: Final = word_set("holders.people")
"""People and animals that are somebody else, whether or not they become a mention."""

_MAKING: Final = frozenset({"make", "leave", "keep", "get", "drive", "give"})
_ALWAYS_OTHERS: Final = frozenset({"make", "give", "drive"})
"""Verbs whose own subject is never the one who feels: "X makes sad"."""

_MADE: Final = frozenset({"oprd", "acomp", "ccomp", "xcomp", "dobj", "amod", "advcl"})
_STEPS: Final = 5


def settle_holders(draft: Draft) -> None:
    """Tell the user's feelings from those of others, once the people are known."""
    for mention in draft.found:
        if mention.kind is Kind.EMOTION and mention.of_user and mention.rule.startswith("emotion:"):
            word = draft.parse.words[mention.head]
            mention.of_user = _is_users(draft, word, mention.rule.removeprefix("emotion:"))


def _is_users(draft: Draft, word: Word, form: str) -> bool:
    holder = _holder(draft, word, form)
    if holder is None:
        asks_you = any(other.lower == "you" for other in draft.parse.sentence_words(word))
        return not (asks_you and is_question(draft.parse, word))
    joined = (holder, *draft.parse.kids(holder, "conj"))  # "Nora and I cried"
    if any(one.lower in FIRST_PERSON for one in joined):
        return True
    mention = draft.mention_of(holder)
    if holder.lower in _SOMEBODY:
        return False
    if mention is not None:
        return draft.found[mention].kind not in {Kind.PERSON, Kind.ANIMAL}
    return holder.ent != "PERSON" and holder.lower not in _PEOPLE


def _holder(draft: Draft, word: Word, form: str) -> Word | None:
    """The word for who feels it; None if nobody is named."""
    parse = draft.parse
    if form == "stirring":
        return None
    if form == "any":
        verb = word if word.tag.startswith("V") else parse.head(word)
        is_clause = word.text.isalpha() and verb.tag.startswith("V")
        return parse.subject(verb) if is_clause else None
    if form == "stirs" or stirs(parse, word):
        return parse.kid(word, "dobj", "nsubjpass")
    if form == "feels":
        return parse.subject(word)
    owner = parse.kid(word, "poss") if word.tag.startswith("NN") else None
    return owner if owner is not None else _holder_above(draft, word)


def stirs(parse: Parse, word: Word) -> bool:
    """Whether a word for a state is a verb here that says who brings it: "she surprised me"."""
    if word.tag not in {"VBD", "VBZ", "VBP"}:
        return False
    return parse.kid(word, "dobj") is not None and parse.kid(word, "nsubj") is not None


def _holder_above(draft: Draft, word: Word) -> Word | None:
    """Climb from an adjective or noun to the clause that says who is so."""
    parse = draft.parse
    for _ in range(_STEPS):
        own = parse.kid(word, "nsubj", "nsubjpass")
        if own is not None or word.head == word.i:
            return own
        head = parse.head(word)
        if word.dep == "amod" and head.tag.startswith("NN"):
            return head if draft.mention_of(head) is not None else None
        if head.lemma in _MAKING and word.dep in _MADE:
            felt = parse.kid(head, "dobj", "dative")
            if felt is not None and felt.i != word.i:
                return felt
            if head.lemma in _ALWAYS_OTHERS:
                return None
        if word.dep in {"pobj", "nsubj", "appos"} and word.tag.startswith("NN"):
            return None
        word = head
    return None
