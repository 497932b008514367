"""Words that no rule took for anything, but that may be a name which the user's graph knows.

The reader cannot know the graph. It hands over what stands as a name may stand, also in lower
case; whoever resolves the reading looks these words up as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.draft import FREE
from graph_aria.adapters.language.lexicon import KNOWN_LEMMAS, read_table, word_set
from graph_aria.adapters.language.naming import is_first_name
from graph_aria.adapters.language.script_names import is_of_other_script
from graph_aria.domain.reading import LatentName
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Word

_MOST_WORDS: Final = 3
_MOST_NAMES: Final = 400
"""Of one entry; a page of a list of words is not a page of names."""
_SHORTEST: Final = 2
_LONGEST: Final = 60
_SMALL_WORDS: Final = frozenset(
    word
    for code, words in read_table("function_words.tsv")
    if code == "en"
    for word in words.split()
)
_WORD_NAMES: Final = word_set("people.word_names")
_ORDINARY: Final = KNOWN_LEMMAS | word_set("arguments.vague")
_NOT_TELLING: Final = _ORDINARY | _SMALL_WORDS | _WORD_NAMES
_GUESSED: Final = frozenset({Kind.PERSON, Kind.PLACE, Kind.ORGANIZATION, Kind.THING})
_GUESSES: Final = ("name:", "ner:")
_DETERMINERS: Final = frozenset({"a", "an", "my", "your", "his", "her", "our", "their", "some"})
_NO_NOUN: Final = frozenset({"VBD", "VBZ", "VBG", "MD", "RB", "RBR", "JJR", "JJS", "CD", "PRP"})


def read_latent(draft: Draft, text: str) -> tuple[LatentName, ...]:
    """What may be a name that was named before, in order of start, longer ones first.

    Args:
        draft: the entry, read.
        text: as it was written.

    A run of words may cover names whose parts were only guessed ("Grosse", "Strasse"), as
    long as it is longer than each of them.
    """
    found: list[LatentName] = []
    for first, last in _runs(draft):
        start, end = draft.parse.words[first].start, draft.parse.words[last].end
        found.append(LatentName(start, end, text[start:end]))
        if len(found) == _MOST_NAMES:
            break
    return tuple(found)


def _runs(draft: Draft) -> Iterator[tuple[int, int]]:
    words = draft.parse.words
    usable = [not draft.quoted[word.i] and _is_word(word) for word in words]
    for first, word in enumerate(words):
        if not usable[first] or word.lower in _SMALL_WORDS:
            continue
        end = min(draft.parse.sentences[word.sentence][1], first + _MOST_WORDS)
        unusable = (i for i in range(first, end) if not usable[i])
        for last in range(next(unusable, end) - 1, first - 1, -1):
            if words[last].lower not in _SMALL_WORDS and _may_be_a_name(draft, first, last):
                yield first, last


def _may_be_a_name(draft: Draft, first: int, last: int) -> bool:
    """Whether usable words, small ones only between them, may be a name."""
    run = draft.parse.words[first : last + 1]
    owners = {draft.owner[word.i] for word in run if draft.mention_of(word) is not None}
    for index in owners:
        mention = draft.found[index]
        if (
            mention.kind not in _GUESSED
            or not mention.rule.startswith(_GUESSES)
            or not first <= mention.first <= mention.last <= last
            or (mention.first, mention.last) == (first, last)
        ):
            return False
    if len(run) > 1:
        return all(word.text[:1].isupper() or _is_telling(word) for word in run)
    return draft.owner[first] == FREE and _stands_as_name(draft, run[0])


def _is_word(word: Word) -> bool:
    return (
        word.text[:1].isalnum()
        and any(map(str.isalpha, word.text))
        and word.start < word.end
        and len(word.text) <= _LONGEST
    )


def _is_telling(word: Word) -> bool:
    """Whether a word in lower case is neither a small nor an ordinary one."""
    return not {word.lower, word.lemma} & _NOT_TELLING


def _stands_as_name(draft: Draft, word: Word) -> bool:
    """Whether one word stands where a name can, and is not an ordinary one."""
    if len(word.text) < _SHORTEST and word.text.isascii():
        return False
    if is_of_other_script(word):
        return True
    opens = word.i == draft.parse.sentences[word.sentence][0]
    if word.text[:1].isupper() and not opens and word.lower not in _ORDINARY:
        return True
    before = draft.parse.words[word.i - 1] if not opens else None
    if before is not None and before.lower in _DETERMINERS:
        return False
    if word.lower in _WORD_NAMES or word.lower in _ORDINARY or word.lemma in _ORDINARY:
        return word.tag in {"NNP", "NNPS"} and word.text[:1].isupper()
    return is_first_name(word.lower) or word.tag not in _NO_NOUN
