"""What the user takes back: "I didn't quit, I was only joking", and "I smoked again"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.domain.corrections import joke_text
from graph_aria.domain.endings import AGAIN
from graph_aria.domain.memories import Category, MemoryKind

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts

_JOKE: Final = re.compile(
    r"\b(?:I (?:was|am)|I['’]m) (?:(?:only|just) )?(?:joking|kidding|messing(?: with you)?)\b"
    r"|\b(?:that|it|this) was (?:(?:only|just) )?a joke\b|\bI made (?:it|that) up\b"
    r"|\b(?:that|it) (?:isn['’]t|wasn['’]t|is not|was not) true\b|\bafter all\b",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(
    r"(?:^|[.!?,;]\s+|\b(?:but|and|no|actually|sorry),? )(?P<who>I|we) "
    r"(?:(?:actually|really) )?(?:didn['’]?t|did not|never|haven['’]?t|have not) "
    r"(?:(?:actually|really) )?(?P<what>[^,.;:!?]{3,80})",
    re.IGNORECASE,
)
_BACK_AT: Final = re.compile(
    r"(?:^|[.!?,;]\s+|\b(?:and|but|then|so|today|yesterday) )I(?:['’]ve|['’]m| have| am)? "
    r"(?:(?:just|secretly|stupidly|already) )*"
    r"(?:(?:started|begun|began|been|took up|back to)? ?(?P<ing>smoking|drinking|vaping|gambling)"
    r"|(?P<past>smoked|drank|vaped|gambled))(?: [\w ]{1,24}?)? again\b",
    re.IGNORECASE,
)
_DOING: Final = {
    "smoked": "smoking", "drank": "drinking", "vaped": "vaping", "gambled": "gambling"
}  # fmt: skip
_OTHERS: Final = {"my": "their", "our": "their", "me": "them", "us": "them", "myself": "themselves"}
_MINE: Final = re.compile(r"\b(?:my|our|me|us|myself)\b", re.IGNORECASE)
_UNREAL: Final = re.compile(r"\b(?:dream\w*|if|almost|nearly|wish|imagine\w*)\b", re.IGNORECASE)


def read_taken_back(facts: Facts) -> None:
    """Add what a text takes back of what was told before, and a habit that has come back."""
    text = facts.parse.text
    for begin, end in facts.parse.sentences:
        start, stop = facts.parse.words[begin].start, facts.parse.words[end - 1].end
        said = text[start:stop]
        if facts.draft.quoted[begin] or _UNREAL.search(said):
            continue
        denied = _DENIED.search(said)
        if denied is not None and _JOKE.search(text[start : stop + 60]):
            what = re.sub(r"\s+after all\b", "", denied["what"], flags=re.IGNORECASE).strip()
            told = _MINE.sub(lambda found: _OTHERS[found[0].lower()], what)
            facts.add(joke_text(told), (begin, end - 1), "taken_back",
                      kind=MemoryKind.CORRECTION, category=Category.EVENTS, importance=0.7,
                      takes_back=True)  # fmt: skip
        back = _BACK_AT.search(said)
        if back is not None:
            doing = (back["ing"] or _DOING[back["past"].lower()]).lower()
            facts.add(f"The user {AGAIN} {doing} again", (begin, end - 1), "back_at",
                      category=Category.HABITS, importance=0.6,
                      slot=f"the user|again|{doing}")  # fmt: skip
