"""Feelings: which, how strong, whose, and whether they are said to be absent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.draft import Found
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import FIRST_PERSON, is_question
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.lexicon import Sense
    from graph_aria.adapters.language.matching import Match
    from graph_aria.adapters.language.parse import Parse, Word

PLAIN: Final = 3

_STRENGTH: Final[dict[str, int]] = {
    **dict.fromkeys(word_set("emotions.weakening"), -1),
    **dict.fromkeys(word_set("emotions.strengthening"), 1),
    **dict.fromkeys(word_set("emotions.overwhelming"), 2),
}
"""What a word before a feeling adds to its strength."""

_DENIALS: Final = word_set("emotions.denials")
_SEE_THROUGH: Final = word_set("emotions.see_through")
_TAKE_BACK: Final = frozenset({"only", "just", "wait", "help", "more", "happier", "because"})
_INTENSE_THIS: Final = frozenset({"this", "so", "such", "happier", "prouder"})
_FEELING_VERBS: Final = word_set("emotions.feeling_verbs")
_SOMEBODY: Final = word_set("emotions.somebody")
_OTHERS_POSS: Final = frozenset({"his", "her", "their", "your"})
_LIKE_LOVE: Final = frozenset({"love", "like", "enjoy", "hate"})


def read_emotions(draft: Draft, matches: list[Match]) -> None:
    """Add a mention for each feeling that is spoken of, in its longest phrase."""
    for match in matches:
        senses = [sense for sense in match.senses if sense.family == "emotion"]
        if not senses or not draft.is_free(match.first, match.last):
            continue
        sense = next((one for one in senses if _is_used_so(draft.parse, match, one)), None)
        if sense is None:
            continue
        _add(draft, match, sense)


def settle_holders(draft: Draft) -> None:
    """Tell the user's feelings from those of others, now that the people are known."""
    for mention in draft.found:
        if mention.kind is Kind.EMOTION and mention.of_user and mention.rule.startswith("emotion:"):
            word = draft.parse.words[mention.head]
            mention.of_user = _is_users(draft, word, mention.rule.removeprefix("emotion:"))


def head_of(parse: Parse, first: int, last: int) -> Word:
    """The word of a span that hangs on a word outside it."""
    for i in range(first, last + 1):
        if not first <= parse.words[i].head <= last or parse.words[i].head == i:
            return parse.words[i]
    return parse.words[last]


def _add(draft: Draft, match: Match, sense: Sense) -> None:
    parse = draft.parse
    word = head_of(parse, match.first, match.last)
    if _is_unreal(parse, word):
        return
    negated = is_denied(parse, match.first, word)
    draft.add(
        Found(
            match.first,
            match.last,
            word.i,
            sense.name,
            Kind.EMOTION,
            f"emotion:{sense.form}",
            intensity=_intensity(parse, match, sense),
            negated=negated,
            of_user=not draft.quoted[match.first],
        )
    )


def _is_used_so(parse: Parse, match: Match, sense: Sense) -> bool:
    """Whether the phrase is used as its sense needs it."""
    word = head_of(parse, match.first, match.last)
    tag = word.tag
    if not tag or sense.form == "any" or match.last > match.first:
        return True
    following = parse.words[match.last + 1].lower if match.last + 1 < len(parse.words) else ""
    if sense.form == "state":
        if word.lower in _AMBIGUOUS_STATES:
            return word.dep in {"acomp", "oprd", "ROOT"} and parse.head(word).lemma in {
                "feel",
                "be",
            }
        return not tag.startswith("VB") or tag in {"VBN", "VBD"}
    if sense.form == "noun":
        if sense.name == "love":
            return (
                tag.startswith("NN") and following != "," and word.dep not in {"intj", "npadvmod"}
            )
        return tag.startswith("NN") or word.dep in {"dobj", "pobj", "nsubj"}
    if sense.form == "stirring":
        return tag in {"JJ", "JJR", "JJS", "VBG", "RB", "NN"} and not (
            tag == "VBG"
            and (parse.kid(word, "dobj") is not None or parse.kid(word, "aux") is not None)
            and parse.kid(word, "dobj") is not None
        )
    if sense.form in {"feels", "stirs"}:
        if not tag.startswith("V"):
            return False
        if sense.form == "feels":
            return sense.name != "gratitude" or parse.subject(word) is not None
        # "calm" and its like need somebody whom they stir
        felt = parse.kid(word, "dobj", "nsubjpass")
        return felt is not None and felt.lower in FIRST_PERSON | _SOMEBODY | {"mind", "nerves"}
    return True


_AMBIGUOUS_STATES: Final = word_set("emotions.ambiguous_states")


def _intensity(parse: Parse, match: Match, sense: Sense) -> int:
    strength = sense.intensity
    best = 0
    begin = parse.sentences[parse.words[match.first].sentence][0]
    for i in range(match.first - 1, max(begin, match.first - 5) - 1, -1):
        lower = parse.words[i].lemma if parse.words[i].lemma in _STRENGTH else parse.words[i].lower
        if lower in {",", ";", ".", "but"}:
            break
        change = _STRENGTH.get(lower, 0)
        if lower == "so" and i == begin:
            continue  # "So I was sad"
        if change and (i == match.first - 1 or _modifies(parse, i, match)):
            best = change if abs(change) > abs(best) or change < 0 else best
            if change < 0:
                break
    for kid in parse.kids(head_of(parse, match.first, match.last), "advmod", "amod"):
        if kid.i < match.first:
            change = _STRENGTH.get(kid.lower, 0)
            best = change if abs(change) > abs(best) else best
    return max(1, min(5, strength + best))


def _modifies(parse: Parse, i: int, match: Match) -> bool:
    """Whether only small words stand between a modifier and the feeling."""
    between = parse.words[i + 1 : match.first]
    return all(
        word.lower
        in {"a", "of", "bit", "little", "so", "very", "much", "too", "and", "lot", "really"}
        or word.tag in {"RB", "JJ", "DT", "IN"}
        for word in between
    )


def is_denied(parse: Parse, first: int, word: Word) -> bool:
    """Whether the feeling is said not to be there: "not sad", "no longer", "stopped worrying"."""
    begin = parse.sentences[word.sentence][0]
    words = parse.words
    for i in range(first - 1, max(begin, first - 8) - 1, -1):
        lower = words[i].lower
        if lower in _DENIALS:
            following = words[i + 1].lower if i + 1 < len(words) else ""
            if following in _TAKE_BACK and lower != "no":
                return False
            before_that = words[i + 2].lower if i + 2 < len(words) else ""
            # "never been so happy" praises
            return not (
                lower == "never"
                and {following, before_that, words[first - 1].lower} & _INTENSE_THIS
                and words[first - 1].lower in _INTENSE_THIS
            )
        if lower in {"but", "and", ";", "because", "when", "since", "although"}:
            break
        if lower == "," and any(one.dep in {"nsubj", "nsubjpass"} for one in words[i:first]):
            break
        if words[i].lemma in {"stop", "quit"} and word.tag == "VBG":
            return True
        if lower not in _SEE_THROUGH and words[i].tag not in {"RB", "PRP", "JJ", "DT"}:
            # A verb in between is fine if the feeling hangs on it.
            if words[i].i != word.head and words[i].lemma not in _FEELING_VERBS | {"make", "cause"}:
                break
    head = parse.head(word)
    for verb in (word, head):
        for kid in parse.kids(verb, "neg"):
            if kid.i < first and first - kid.i < 9 and kid.lower in _DENIALS:
                nxt = words[kid.i + 1].lower
                if nxt in _TAKE_BACK:
                    return False
                if (
                    verb is head
                    and verb.dep != "conj"
                    and word.dep in {"acomp", "oprd", "attr", "dobj", "ccomp"}
                ):
                    return True
    if word.dep == "conj" and head.i < first and words[first - 1].lower in {"or", "nor"}:
        return is_denied(parse, head.i, head)
    return False


def _is_unreal(parse: Parse, word: Word) -> bool:
    """Whether the feeling is only supposed: "I would be happy to", "if I were sad"."""
    verb = word if word.tag.startswith("V") else parse.head(word)
    for step in (word, verb):
        for kid in parse.kids(step):
            if kid.dep == "aux" and kid.lower in {"would", "might", "could", "may", "should"}:
                return True
            if kid.dep == "mark" and kid.lower in {"if", "unless"} and step.tag.startswith("V"):
                return True
            if kid.dep == "aux" and kid.lower == "'d" and step.tag == "VB":
                return True
    return False


def _is_users(draft: Draft, word: Word, form: str) -> bool:
    """Whether the user is the one who feels it."""
    holder = experiencer(draft, word, form)
    if holder is None:
        return not (is_question(draft.parse, word) and _names_you(draft.parse, word))
    if holder.lower in FIRST_PERSON:
        return True
    if any(kid.lower in FIRST_PERSON for kid in draft.parse.kids(holder, "conj")):
        return True  # "Nora and I cried"
    if holder.lower in _SOMEBODY | _OTHERS_POSS:
        return False
    mention = draft.mention_of(holder)
    if mention is not None:
        return draft.found[mention].kind not in {Kind.PERSON, Kind.ANIMAL}
    return holder.ent != "PERSON"


def _names_you(parse: Parse, word: Word) -> bool:
    return any(other.lower == "you" for other in parse.sentence_words(word))


def experiencer(draft: Draft, word: Word, form: str) -> Word | None:
    """The word for who feels it; None if nobody is named."""
    parse = draft.parse
    if form in {"stirring", "any"}:
        return None if form == "stirring" else _subject_of_idiom(parse, word)
    if form == "stirs":
        return parse.kid(word, "dobj", "nsubjpass")
    if form == "feels":
        return parse.subject(word)
    if word.tag.startswith("NN"):
        poss = parse.kid(word, "poss")
        if poss is not None:
            return poss
    for _ in range(5):
        own = parse.kid(word, "nsubj", "nsubjpass")
        if own is not None:
            return own
        head = parse.head(word)
        if head.i == word.i:
            return None
        if word.dep == "amod" and head.tag.startswith("NN"):
            return head if draft.mention_of(head) is not None else None
        if head.lemma in {"make", "leave", "keep", "get", "drive", "give"} and word.dep in {
            "oprd", "acomp", "ccomp", "xcomp", "dobj", "amod", "advcl"
        }:  # fmt: skip
            felt = parse.kid(head, "dobj", "dative")
            if felt is not None and felt.i != word.i:
                return felt
            if head.lemma in {"make", "give", "drive"}:
                return None
        if word.dep in {"pobj", "nsubj", "appos"} and word.tag.startswith("NN"):
            return None
        word = head
    return None


def _subject_of_idiom(parse: Parse, word: Word) -> Word | None:
    verb = word if word.tag.startswith("V") else parse.head(word)
    return (
        parse.subject(verb)
        if verb.tag.startswith("V") and word.tag.isalpha() and word.text.isalpha()
        else None
    )
