"""The user's own words in a text, in plain spelling, clause by clause."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from graph_aria.domain.stems import words

_SIGNS: Final = str.maketrans(dict.fromkeys("‘’‚‛ʼ`´′", "'") | dict.fromkeys("„‟″", '"'))
_LIKE_LATIN: Final = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0455\u0458\u04bb\u0501\u051b\u051d\u04cf\u043a\u043c\u0442"
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0405\u0408"
    "\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u0391\u0392\u0395\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u0131",
    "aeopcyxisjhdqwlkmtABEKMHOPCTYXISJaikvoptuABEHIKMNOPTYXi",
)
"""Cyrillic and Greek letters that look like Latin ones; Unicode's own forms do not join them."""
_UNSEEN_SPACE: Final = "\u200b"
_QUOTED: Final = re.compile(
    r"\"[^\"\n]{0,600}\"|“[^”“\n]{0,600}”|«[^»«\n]{0,600}»|"
    r"(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w)){0,600}'(?!\w)"
)
_OWN_SAYING: Final = re.compile(
    r"\bi(?:'ve|\s+have|'m|\s+am|\s+was|\s+just|\s+also|\s+keep|\s+kept|\s+can't\s+stop)*\s+"
    r"(?:say|said|saying|told|tell|telling|whisper\w*|scream\w*|shout\w*|texted|wrote|write|"
    r"think|thought|thinking|admitted|answered|replied)\b[^.!?\n\"“]{0,40}$",
    re.IGNORECASE,
)
_SAYING_SPACE: Final = 100
_SHORTEST_SAYING: Final = 10
_QUOTED_LINE: Final = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
_FORWARD: Final = re.compile(
    r"^[-* \t]*(?:begin\s+)?(?:forwarded|original)\s+message\b", re.IGNORECASE | re.MULTILINE
)
_CHAT_LINE: Final = re.compile(
    r"^[ \t]*(?:\[[\d:., apmAPM/-]{3,24}\][ \t]*|[\d:./ -]{4,20}[,–-][ \t]*)?"
    r"(?P<who>[A-Z][\w.'-]{0,20}(?: [A-Z][\w.'-]{0,20})?):[ \t]+\S.*$",
    re.MULTILINE,
)
_LEAST_SPEAKERS: Final = 2
_OWN_NAMES: Final = frozenset({"me", "i", "myself"})

_SPELT: Final = {
    "wanna": "want to", "gonna": "going to", "gunna": "going to", "dont": "don't",
    "cant": "can't", "cannot": "can't", "wont": "won't", "didnt": "didn't", "doesnt": "doesn't",
    "im": "i'm", "ive": "i've", "hes": "he's", "shes": "she's", "isnt": "isn't", "wasnt": "wasn't",
    "wouldnt": "wouldn't", "shouldnt": "shouldn't", "couldnt": "couldn't", "havent": "haven't",
    "theres": "there's", "theyd": "they'd", "everyones": "everyone's", "abt": "about", "u": "you",
    "nite": "night", "2nite": "tonight", "tonite": "tonight", "rn": "right now", "bf": "boyfriend",
    "gf": "girlfriend", "bc": "because", "cuz": "because", "n": "and", "2": "to",
    "anymor": "anymore", "yrs": "years", "hubby": "husband",
    "mum": "mom", "mam": "mom", "mama": "mom", "mummy": "mom",
    "mommy": "mom", "daddy": "dad", "papa": "dad", "stepdad": "stepfather", "stepmom": "stepmother",
    "everybody": "everyone", "anybody": "anyone", "kms": "kill myself", "unaliving": "killing",
    "unalive": "kill", "offing": "killing", "unalived": "killed", "meself": "myself",
    "til": "until", "till": "until", "wrists": "wrist", "thighs": "thigh", "arms": "arm",
    "relapsed": "relapse",
}  # fmt: skip
_MISSPELT: Final = (
    "suicide", "suicidal", "myself", "killing", "abusing", "abused", "again", "anymore",
    "overdose", "yesterday", "tonight", "living", "thinking", "thoughts", "husband", "boyfriend",
    "stepfather", "raped", "cutting", "burden",
)  # fmt: skip
_REAL_WORDS: Final = frozenset(
    [
        "aging",
        "abuse",
        "amused",
        "bused",
        "rape",
        "raed",
        "cuting",
        "tonigh",
        "gain",
        "aped",
        "lving",
    ]
)
_SHORTEST: Final = 5
_JOINED: Final = (
    (re.compile(r"\b(my|him|her|your)\s+self\b"), r"\1self"),
    (re.compile(r"\bself[\s-]+(harm|injur)"), r"self-\1"),
    (re.compile(r"\b(?:do not|did not|does not|can not|is not|was not|am not|are not|have not|"
                r"has not|had not|will not|would not|should not|could not)\b"), None),
    (re.compile(r"\bany more\b"), "anymore"),
    (re.compile(r"\bany longer\b"), "anymore"),
    (re.compile(r"\bno one\b"), "nobody"),
    (re.compile(r"\bend(ing)? it all\b"), r"end\1 my life"),
    (re.compile(r"\boff myself\b"), "kill myself"),
    (re.compile(r"\bno longer (?=(?:want|see|find|have|know|feel|care)\b)"), "don't "),
    (re.compile(r"\bno longer (want|see|find|feel|care)s\b"), r"doesn't \1"),
    (re.compile(r"\b(?:stopped|quit) wanting\b"), "don't want"),
    (re.compile(r"\bno longer any\b"), "no"),
    (re.compile(r"\b(?:take|taking) my own life\b"), "end my life"),
)  # fmt: skip
_WORD: Final = re.compile(r"[a-z0-9][a-z0-9']*")
_NAME: Final = re.compile(r"\b[A-Z][a-z]+\b")
_NO_NAMES: Final = words(
    "he she they it i you we this that these those who what which and but so then when if the a an "
    "my his her our your their nobody everyone everything something nothing today yesterday "
    "tonight there here all life work someone somebody is was not no yes "
    "monday tuesday wednesday thursday friday saturday sunday january february march april june "
    "august september october november december winter spring summer autumn christmas easter "
    "grief sadness pain love anger fear panic hunger thirst truth guilt shame regret joy karma "
    "covid corona flu fever migraine jetlag heat cold wind rain waves bees news music "
    "menopause puberty burnout depression anxiety loneliness homesickness nostalgia exhaustion "
    "caffeine coffee wine alcohol whisky inflation traffic another again suddenly just then only "
    "boredom stress sleep nobody none both one two three since after before while when because "
    "last yes well maybe sometimes often always never almost nearly still also even though"
)
_THING: Final = re.compile(r"(?:ness|ity|tion|sion|ment|ism|hood|ship|ance|ence|gia|ing|ly)$")
"""How words end that are no names."""
_KIN: Final = frozenset({"dad", "grandma", "grandpa", "mom", "stepfather", "stepmother"})
_SPACED_OUT: Final = re.compile(r"(?<![\w'])[a-z](?: [a-z]){2,}(?![\w'])")
_LIST: Final = r"[ \t]*(?:[-*+•–—·>#]|\d{1,3}[.)]|\[[ xX]\])[ \t]*"
_MARK: Final = re.compile(rf"^{_LIST}")
_WRAP: Final = re.compile(rf"(?<=[^\s.!?…:;|])[ \t]*\r?\n(?!{_LIST}|[ \t]*\r?\n)(?=[ \t]*\S)")
"""A line break inside a sentence: no sign before it, and no list or empty line behind it."""
_OPEN_END: Final = re.compile(
    r"(?:n[’']t|\b(?:not|never|no|to|and|or|of|the|a|an|if|that|without|my|his|her))[ \t]*$",
    re.IGNORECASE,
)
_WIDE: Final = 45
"""How many characters a line has, at least, that was broken because it was full."""
_SENTENCE: Final = re.compile(r"[^.!?…\n]+[.!?…]*")
_LONGEST: Final = 1_200
_CLAUSE_END: Final = re.compile(
    r"[,;:()–—]|\s-+\s|\b(?:but|although|though|yet|because|then|while|until|unless)\b|"
    r"\b(?:and|so)\b(?= (?:i|i'\w+|now i|still i|he|she|my \w+)\b)"
)


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of the user.

    Attributes:
        text: in lower case and plain spelling.
        piece, next_piece: it and the sentence behind it, as they were written.
    """

    text: str
    piece: str
    next_piece: str

    @property
    def named(self) -> str:
        """The text with ## in place of what is written as a name."""
        return _plain(_NAME.sub(_masked, self.piece))

    @property
    def then(self) -> str:
        """The sentence behind it, in plain spelling; "" if there is none."""
        return _plain(self.next_piece)


def own_sentences(text: str) -> Iterator[Said]:
    """The sentences that the user says themselves, in order; long ones in pieces.

    Left out are quotes, unless they are of the user's own saying, lines of a forwarded
    message and of a pasted chat.

    Args:
        text: an entry.
    """
    for legible in _legible(text):
        own = _own(legible)
        joined = _QUOTED.sub(" ### ", _WRAP.sub(" ", own))
        known: set[str] = set()
        # Short lines may be a sentence each, whatever was joined.
        for version in (joined, "\n".join(_lines(own))) if joined != own else (own,):
            for said in _said_in(version):
                if said.piece not in known:
                    known.add(said.piece)
                    yield said


def _lines(text: str) -> Iterator[str]:
    """The lines that may be sentences of their own; others are blank."""
    before = ""
    for line in text.split("\n"):
        goes_on = line.lstrip()[:1].islower() and len(before) >= _WIDE
        yield "" if goes_on or _OPEN_END.search(before) else line
        before = line


def _said_in(text: str) -> Iterator[Said]:
    for start, end in _pieces(text):
        then = _SENTENCE.search(text, end, end + _LONGEST)
        piece = _MARK.sub("", text[start:end])
        yield Said(_plain(piece), piece, "" if then is None else then[0])


def _legible(text: str) -> Iterator[str]:
    """The text in the letters that one reads; twice if what nobody sees may be a space."""
    text = text.translate(_SIGNS)
    if text.isascii():
        yield text
        return
    text = unicodedata.normalize("NFKC", text).translate(_LIKE_LATIN)
    yield "".join(char for char in text if unicodedata.category(char) != "Cf")
    if _UNSEEN_SPACE in text:
        yield text.replace(_UNSEEN_SPACE, " ")


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    for found in _SENTENCE.finditer(text):
        for start in range(found.start(), found.end(), _LONGEST):
            yield start, min(start + _LONGEST, found.end())


def clause_at(text: str, start: int, end: int) -> tuple[str, str, str]:
    """What stands before a span in the same clause, the span, and what stands behind it."""
    first = 0
    for found in _CLAUSE_END.finditer(text):
        if found.end() > start:
            break
        first = found.end()
    close = _CLAUSE_END.search(text, end)
    return text[first:start], text[start:end], text[end : close.start() if close else len(text)]


def _own(text: str) -> str:
    forward = _FORWARD.search(text)
    if forward is not None:
        text = text[: forward.start()]
    text = _QUOTED_LINE.sub("", text)
    speakers = {found["who"].lower() for found in _CHAT_LINE.finditer(text)}
    if len(speakers - _OWN_NAMES) >= _LEAST_SPEAKERS:
        text = _CHAT_LINE.sub(
            lambda found: found[0] if found["who"].lower() in _OWN_NAMES else "", text
        )

    def blanked(found: re.Match[str]) -> str:
        before = text[max(found.start() - _SAYING_SPACE, 0) : found.start()]
        if len(found[0]) < _SHORTEST_SAYING:
            return " ### "
        if _OWN_SAYING.search(before) is not None:
            return f" {found[0][1:-1]} "
        return " ### "

    return _QUOTED.sub(blanked, text)


def _masked(found: re.Match[str]) -> str:
    word = found[0]
    low = word.lower()
    is_word = low in _NO_NAMES or _spelt(low) in _KIN or _THING.search(low) is not None
    return word if is_word else "##"


def _plain(piece: str) -> str:
    low = _SPACED_OUT.sub(lambda found: found[0].replace(" ", ""), piece.lower())
    plain = _WORD.sub(lambda found: _spelt(found[0]), low)
    for pattern, instead in _JOINED:
        if instead is None:
            plain = pattern.sub(lambda found: _short(found[0]), plain)
        else:
            plain = pattern.sub(instead, plain)
    return " ".join(plain.split()).rstrip(" .!?…")


def _short(phrase: str) -> str:
    """A denied verb in one word."""
    verb = phrase.split(maxsplit=1)[0]
    return {"can": "can't", "will": "won't", "am": "am not"}.get(verb, f"{verb}n't")


def _spelt(word: str) -> str:
    return _SPELT.get(word) or _MENDED.get(word, word)


def _slips(word: str) -> Iterator[str]:
    """How a word is written by mistake: a letter left out, doubled, swapped, or c for s."""
    for n in range(1, len(word)):
        yield word[:n] + word[n + 1 :]
        yield word[:n] + word[n] + word[n:]
        yield word[: n - 1] + word[n] + word[n - 1] + word[n + 1 :]
        if word[n] in "csiea":
            for other in {"c": "s", "s": "c", "i": "e", "e": "ai", "a": "e"}[word[n]]:
                yield word[:n] + other + word[n + 1 :]


_MENDED: Final = {
    slip: word
    for word in _MISSPELT
    for slip in _slips(word)
    if len(slip) >= _SHORTEST and slip not in _REAL_WORDS and slip not in _MISSPELT
}
