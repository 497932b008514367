"""Feelings that are spoken of: which, and how strong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.denial import is_denied, is_unreal
from graph_aria.adapters.language.draft import Found
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import FIRST_PERSON
from graph_aria.adapters.language.unwell import is_down
from graph_aria.domain.vocabulary import EMOTIONS, Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.lexicon import Sense
    from graph_aria.adapters.language.matching import Match
    from graph_aria.adapters.language.parse import Parse, Word

WEAKEST: Final = 1
STRONGEST: Final = 5

_STRENGTH: Final[dict[str, int]] = {
    **dict.fromkeys(word_set("emotions.weakening"), -1),
    **dict.fromkeys(word_set("emotions.strengthening"), 1),
    **dict.fromkeys(word_set("emotions.overwhelming"), 2),
}
"""What a word before a feeling adds to its strength."""

_REACH: Final = 5
"""How many words before a feeling may strengthen it."""

_BETWEEN: Final = word_set("emotions.between")
_AMBIGUOUS_STATES: Final = word_set("emotions.ambiguous_states")
"""Adjectives that are feelings only after "be" and "feel": "low", "blue", "cross"."""

_LAUGHS: Final = word_set("emotions.laughs")
"""Laughs in writing, which may mean nothing; no "not" denies them."""

_IMPERSONAL: Final = frozenset({"it", "this", "that", "these", "those", "there", "which"})
_FELT_BY: Final = FIRST_PERSON | word_set("emotions.somebody") | {"mind", "nerves"}
_LIGHT: Final = frozenset({"RB", "JJ", "DT", "IN", "NN"})
_OF_FEELING: Final = frozenset({"level", "levels", "issues", "spiral", "symptoms"})
_ADJECTIVAL: Final = frozenset({"JJ", "JJR", "JJS", "VBG", "RB", "NN"})


def read_emotions(draft: Draft, matches: list[Match]) -> None:
    """Add a mention for each feeling that is spoken of, in its longest phrase."""
    parse = draft.parse
    for match in matches:
        senses = [sense for sense in match.senses if sense.family == "emotion"]
        if not senses or not draft.is_free(match.first, match.last):
            continue
        word = head_of(parse, match.first, match.last)
        sense = next((one for one in senses if _is_used_so(parse, match, word, one)), None)
        if sense is None or (is_unreal(parse, word) and not _supposes(parse, match)):
            continue
        draft.add(
            Found(
                match.first,
                match.last,
                word.i,
                sense.name,
                Kind.EMOTION,
                f"emotion:{sense.form}",
                intensity=_intensity(parse, match, word, sense),
                negated=word.lower not in _LAUGHS and is_denied(parse, match.first, word),
                of_user=not draft.quoted[match.first],
            )
        )


def head_of(parse: Parse, first: int, last: int) -> Word:
    """The word of a span that hangs on a word outside it."""
    for i in range(first, last + 1):
        if not first <= parse.words[i].head <= last or parse.words[i].head == i:
            return parse.words[i]
    return parse.words[last]


def _is_used_so(parse: Parse, match: Match, word: Word, sense: Sense) -> bool:
    """Whether the phrase is used as its sense needs it; phrases and untagged words always are."""
    if not word.tag or match.last > match.first:
        return True
    test = _USES.get(sense.form)
    return test is None or test(parse, word, sense)


def _supposes(parse: Parse, match: Match) -> bool:
    """Whether a phrase has a "could" or "would" of its own: "couldn't believe it"."""
    return any(word.tag == "MD" for word in parse.words[match.first : match.last + 1])


def drop_hollow_laughs(draft: Draft) -> None:
    """Take back a "lol" or "haha" where the user feels something unpleasant.

    One that is a sentence of its own goes with the sentence before it.
    """
    words = draft.parse.words
    felt = {
        words[one.head].sentence
        for one in draft.found
        if one.kind is Kind.EMOTION and one.live and one.of_user and not one.negated
        and EMOTIONS[one.name] < 0
    }  # fmt: skip
    if not felt:
        return
    for mention in draft.found:
        word = words[mention.head]
        if mention.kind is not Kind.EMOTION or word.lower not in _LAUGHS:
            continue
        begin, end = draft.parse.sentences[word.sentence]
        alone = not any(one.text.isalpha() and one.lower not in _LAUGHS for one in words[begin:end])
        if word.sentence in felt or (alone and word.sentence - 1 in felt):
            mention.live = False


def _is_state(parse: Parse, word: Word, _sense: Sense) -> bool:
    if word.lower == "down":
        return is_down(parse, word)
    if word.lower in _AMBIGUOUS_STATES:
        governed = word.dep in {"acomp", "oprd", "ROOT"}
        verb = parse.head(word)
        return governed and verb.lemma in {"feel", "be"} and not _is_thing(parse, verb)
    return not word.tag.startswith("VB") or word.tag in {"VBN", "VBD"}


def _is_thing(parse: Parse, verb: Word) -> bool:
    """Whether what a clause is about cannot feel: "the chair is comfortable"."""
    subject = parse.subject(verb)
    if subject is None:
        return False
    is_common = subject.tag in {"NN", "NNS"} and parse.kid(subject, "poss") is None
    return is_common or subject.lower in _IMPERSONAL


def _is_noun(parse: Parse, word: Word, sense: Sense) -> bool:
    if sense.name == "love":  # "love you", "Love, Sam" name no feeling of the moment
        closes = word.i + 1 < len(parse.words) and parse.words[word.i + 1].lower == ","
        return word.tag.startswith("NN") and not closes and word.dep not in {"intj", "npadvmod"}
    compound = parse.kid(word, "compound")
    if word.lower == "pressure" and compound is not None and compound.tag == "NN":
        return False  # "blood pressure"
    if word.dep == "compound" and word.head > word.i:
        return parse.head(word).lower in _OF_FEELING  # not "horror film", "stress ball"
    return word.tag.startswith("NN") or word.dep in {"dobj", "pobj", "nsubj"}


def _is_stirring(parse: Parse, word: Word, _sense: Sense) -> bool:
    is_verb = word.tag == "VBG" and parse.kid(word, "dobj") is not None
    return word.tag in _ADJECTIVAL and not is_verb


def _feels(parse: Parse, word: Word, sense: Sense) -> bool:
    if not word.tag.startswith("V"):
        return False
    return sense.name != "gratitude" or parse.subject(word) is not None


def _stirs(parse: Parse, word: Word, _sense: Sense) -> bool:
    """Verbs such as "calm" need somebody whom they stir."""
    felt = parse.kid(word, "dobj", "nsubjpass")
    return word.tag.startswith("V") and felt is not None and felt.lower in _FELT_BY


_USES: Final[dict[str, Callable[[Parse, Word, Sense], bool]]] = {
    "state": _is_state,
    "noun": _is_noun,
    "stirring": _is_stirring,
    "feels": _feels,
    "stirs": _stirs,
}


def _intensity(parse: Parse, match: Match, word: Word, sense: Sense) -> int:
    """Strength of the plain word, moved by what stands before it, within 1 to 5."""
    changes = [
        _STRENGTH.get(kid.lower, 0)
        for kid in parse.kids(word, "advmod", "amod")
        if kid.i < match.first
    ]
    begin = parse.sentences[word.sentence][0]
    for i in range(match.first - 1, max(begin, match.first - _REACH) - 1, -1):
        before = parse.words[i]
        change = _STRENGTH.get(before.lemma, _STRENGTH.get(before.lower, 0))
        if not change and before.lower not in _BETWEEN and before.tag not in _LIGHT:
            break
        changes.append(change)
        if before.tag == "NN" and not changes[-1]:
            break
    weaker = min(changes, default=0)
    change = weaker if weaker < 0 else max(changes, default=0)
    return max(WEAKEST, min(STRONGEST, sense.intensity + change))
