"""Places, organisations, projects and other things with a proper name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.draft import FREE, Found
from graph_aria.adapters.language.lexicon import KNOWN_LEMMAS, word_set
from graph_aria.adapters.language.name_kinds import (
    KIND_OF_LABEL,
    PROJECT_NOUNS,
    SAINT,
    kind_of_name,
)
from graph_aria.adapters.language.naming import is_order, tidy
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from collections.abc import Collection

    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

_NOT_PROPER: Final = word_set("proper_names.not_proper")
_LEARNT: Final = frozenset({"learn", "study", "practise", "practice", "teach"})
_NO_NAME: Final = frozenset({"DATE", "TIME", "CARDINAL"})
_JOINING: Final = frozenset({"of", "the", "&", "de", "'s", "and"})
_HOUSES: Final = frozenset({"hospital", "church", "school", "college", "cathedral", "clinic"})
"""What a saint gives the name to: "St. Mary's hospital"."""

_SURE: Final = frozenset({"name:frame", "name:ending", "name:known", "name:saint"})
_SHORTEST_RECALLED: Final = 4


def read_proper_names(draft: Draft, known: Collection[int]) -> None:
    """Add what has a proper name and is no person: organisations, places, projects.

    Args:
        draft: the entry.
        known: words that a list knows, which are no names when they stand alone.
    """
    words = draft.parse.words
    i = 0
    while i < len(words):
        word = words[i]
        i += 1
        if draft.owner[word.i] != FREE or not _is_proper(draft.parse, word):
            continue
        first, last = _span(draft, word)
        i = last + 1
        if first == last and first in known:
            continue
        kind, rule = kind_of_name(draft.parse, first, last)
        name = " ".join(draft.parse.text[words[first].start : words[last].end].split())
        if words[first].lower not in SAINT:
            name = tidy(name)
        if kind is not None and any(map(str.isalpha, name)):
            _add(draft, Found(first, last, last, name, kind, rule))
    _settle_kinds(draft)
    _recall_lower_case(draft)


def _add(draft: Draft, mention: Found) -> None:
    """Add a name; "the Atlas deadline" is Atlas, not one more deadline."""
    head = draft.parse.head(draft.parse.words[mention.last])
    index = draft.add(mention)
    is_compound = draft.parse.words[mention.last].dep == "compound"
    if mention.kind is not Kind.THING or not is_compound or head.lower not in PROJECT_NOUNS:
        return
    old = draft.owner[head.i]
    if old == FREE or draft.found[old].rule == "task:noun":
        draft.owner[head.i] = index
        if old != FREE:
            draft.found[old].live = False


def _is_proper(parse: Parse, word: Word) -> bool:
    """Whether a proper name may begin with a word."""
    if not word.text[:1].isupper() or word.lower in _NOT_PROPER or is_order(parse, word):
        return False
    if word.text.isupper() and word.lower in KNOWN_LEMMAS:
        return False  # SHOUTED
    if word.ent in {"LANGUAGE", "NORP"}:
        return word.dep == "dobj" and parse.head(word).lemma in _LEARNT
    if word.ent in _NO_NAME:
        return False
    opens = word.i == parse.sentences[word.sentence][0]
    labelled = word.ent in KIND_OF_LABEL and word.tag[:2] in {"NN", "JJ"}
    return word.tag in {"NNP", "NNPS"} or (labelled and not opens)


def _span(draft: Draft, word: Word) -> tuple[int, int]:
    """The words of the name that begins with a word."""
    words = draft.parse.words
    end = draft.parse.sentences[word.sentence][1]
    last = word.i
    while last + 1 < end and draft.owner[last + 1] == FREE:
        following = words[last + 1]
        if following.lower == "'s" and word.lower in SAINT and last > word.i:
            behind = words[last + 2] if last + 2 < end else None
            goes_on = behind is not None and (
                (behind.text.istitle() and behind.tag == "NNP") or behind.lower in _HOUSES
            )
            return word.i, last + (2 if goes_on and draft.owner[last + 2] == FREE else 1)
        if _goes_on(word, words[last], following):
            last += 1
        elif last + 2 < end and _is_joined(word, following, words[last + 2]):
            last += 2
        else:
            break
    return word.i, last


def _goes_on(word: Word, last: Word, following: Word) -> bool:
    """Whether a name goes on with the next capitalised word."""
    if not following.text[:1].isupper() or following.tag not in {"NNP", "NNPS", "CD"}:
        return False
    if following.head in {last.i, last.head} or last.head == following.i:
        return True
    return bool(word.ent) and following.ent == word.ent and not following.begins


def _is_joined(word: Word, joint: Word, following: Word) -> bool:
    """Whether a small word joins two parts of a name: "Bank of Scotland"."""
    same = bool(word.ent) and joint.ent == word.ent == following.ent
    return same and joint.lower in _JOINING and not joint.begins and following.text[:1].isupper()


def _settle_kinds(draft: Draft) -> None:
    """Give one name one kind within an entry: that of the surest rule, then of the first."""
    surest: dict[str, Found] = {}
    for mention in draft.found:
        if not mention.rule.startswith(("name:", "ner:")) or mention.role is not None:
            continue
        key = mention.name.lower()
        if key not in surest or (mention.rule in _SURE and surest[key].rule not in _SURE):
            surest[key] = mention
    for mention in draft.found:
        if mention.rule.startswith(("name:", "ner:")) and mention.name.lower() in surest:
            mention.kind = surest[mention.name.lower()].kind


def _recall_lower_case(draft: Draft) -> None:
    """Recognise in lower case what stands with a capital elsewhere in the same entry."""
    known = {
        mention.name.lower(): mention
        for mention in draft.found
        if mention.rule.startswith(("name:", "ner:"))
        and " " not in mention.name
        and len(mention.name) >= _SHORTEST_RECALLED
    }
    if not known:
        return
    for word in draft.parse.words:
        mention = known.get(word.lower)
        if mention is not None and draft.owner[word.i] == FREE and word.tag.startswith("NN"):
            draft.add(Found(word.i, word.i, word.i, mention.name, mention.kind, "name:again"))
