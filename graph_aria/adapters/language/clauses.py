"""From spaCy's parse of short texts to the frozen values that the guard compares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.lemma import lemma_of
from graph_aria.domain.clauses import ParsedText, Token

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spacy.language import Language
    from spacy.tokens import Doc

MAX_CHARS: Final = 1_000
"""A fact is a sentence; what is longer is not parsed, and the guard then never says the same."""

_BATCH: Final = 64
_MORE_FORMS: Final = {
    "fed": "feed", "led": "lead", "tied": "tie", "tying": "tie", "leapt": "leap",
    "crept": "creep", "drunk": "drink", "slid": "slide", "dug": "dig", "hung": "hang",
    "spun": "spin", "bled": "bleed", "swum": "swim", "wept": "weep", "swept": "sweep",
    "bent": "bend", "lent": "lend", "lit": "light", "shot": "shoot", "shook": "shake",
    "shaken": "shake", "stole": "steal", "stolen": "steal", "stuck": "stick", "struck": "strike",
    "swung": "swing", "tore": "tear", "torn": "tear", "clung": "cling", "flung": "fling",
    "froze": "freeze", "frozen": "freeze", "ground": "grind", "hid": "hide", "hidden": "hide",
    "knelt": "kneel", "sank": "sink", "sunk": "sink", "sprang": "spring", "sped": "speed",
    "strode": "stride", "sworn": "swear", "wound": "wind", "wove": "weave", "woven": "weave",
    "wrung": "wring", "fled": "flee", "bound": "bind", "bred": "breed", "chosen": "choose",
    "chose": "choose", "drew": "draw", "drawn": "draw", "rode": "ride", "ridden": "ride",
    "rose": "rise", "risen": "rise", "threw": "throw", "thrown": "throw", "wore": "wear",
    "worn": "wear", "bit": "bite", "bitten": "bite",
}  # fmt: skip
_PLURALS: Final = (
    ("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("oes", "o"),
    ("ouses", "ouse"), ("uses", "us"), ("knives", "knife"), ("wives", "wife"), ("lives", "life"),
    ("lves", "lf"), ("eaves", "eaf"), ("ss", "ss"), ("us", "us"), ("is", "is"), ("s", ""),
)  # fmt: skip
_PLAIN: Final = frozenset({"NN", "NNP", "NNPS", "JJ", "RB", "CD"})
_ENDS: Final = (".", "!", "?", "…")


def parse_texts(nlp: Language, texts: Sequence[str]) -> list[ParsedText]:
    """Parse short texts, in order.

    Args:
        nlp: the pipeline; without a tagger and parser all tags and labels are "".
        texts: any number; one of more than `MAX_CHARS` has no tokens.
    """
    with nlp.memory_zone():
        return [_frozen(doc) for doc in nlp.pipe(_ended(texts), batch_size=_BATCH)]


def _ended(texts: Sequence[str]) -> Iterator[str]:
    """A full stop where none is: the parser then reads "A man sings" as a sentence too."""
    for text in texts:
        short = " ".join(text.split()) if len(text) <= MAX_CHARS else ""
        yield short if not short or short.endswith(_ENDS) else f"{short}."


def _frozen(doc: Doc) -> ParsedText:
    return ParsedText(
        tuple(
            Token(
                text=word.text,
                lemma=_lemma(word.lower_, word.tag_),
                tag=word.tag_,
                dep=word.dep_,
                head=word.head.i,
                entity=word.ent_type_,
            )
            for word in doc
        )
    )


def _lemma(lower: str, tag: str) -> str:
    """The base form; a noun in the singular and a plain adjective are theirs already."""
    if tag in _PLAIN:
        return lower
    if lower in _MORE_FORMS and tag.startswith("V"):
        return _MORE_FORMS[lower]
    if tag == "NNS" and lower.endswith("s"):
        return _singular(lower)
    return lemma_of(lower, tag)


def _singular(plural: str) -> str:
    """A noun in the singular, by its ending alone: no list may turn "planes" into "plan"."""
    for ending, singular in _PLURALS:
        if plural.endswith(ending) and len(plural) > len(ending) + 1:
            return plural.removesuffix(ending) + singular
    return plural
