"""What the user says about names themselves: "Ben is short for Benjamin", "two different Sams".

Only plain statements of the user count: nothing that is asked, supposed, doubted or said by
somebody else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.draft import FREE, Found
from graph_aria.adapters.language.lexicon import KNOWN_LEMMAS, word_set
from graph_aria.adapters.language.naming import is_first_name
from graph_aria.adapters.language.stance import SAYING
from graph_aria.domain.reading import ReadIdentity
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_aria.adapters.language.draft import Draft

_VAGUE: Final = frozenset({Kind.THING, Kind.EVENT})
"""Kinds that give way where the other name's kind says more."""

_NAMEABLE: Final = _VAGUE | {Kind.PERSON, Kind.ANIMAL, Kind.PLACE, Kind.ORGANIZATION}
_NAMING_RULES: Final = ("name:", "ner:", "role:", "pet:", "identity:")

_WHO: Final = (
    r"(?:i|we|you|they|people|everyone|everybody|most people|some people|others|(?:my |our )?\w+s)"
)
_OFTEN: Final = (
    r"(?:(?:also|just|only|often|sometimes|usually|always|normally|mostly|simply|both|all|"
    r"actually|really|in fact|now|still) )*"
)
_ONES: Final = (
    r"(?:person|people|persons|humans?|m[ae]n|wom[ae]n|guys?|girls?|boys?|individuals?|places?|"
    r"towns?|city|cities|villages?|company|companies|firms?|organi[sz]ations?|dogs?|cats?|"
    r"animals?|pets?|projects?|things?|names?|ones?)"
)
_SAME: Final = rf"(?:one and |exactly |the |very )*same(?: {_ONES})?"
_DIFFERENT: Final = (
    rf"(?:(?:two|2|three|very|completely|totally|entirely|quite) )*"
    rf"(?:different|separate|distinct|unrelated) {_ONES}"
)
_NOT: Final = r"(?: not|n't)"
_NICKNAME: Final = (
    r"(?:nickname|nick name|pet name|short form|short name|abbreviation|alias|other name|"
    r"old name|maiden name|new name|former name|diminutive)"
)
_KNOWN: Final = r"(?:also|formerly|previously|better|otherwise|now|sometimes|often|usually)"
_IS: Final = r"(?:,? ?(?:who|which) (?:is|was)|is|was|'s|,|\()"


@dataclass(frozen=True, slots=True)
class _Pattern:
    """Words before, between and behind two names that say whether they mean the same."""

    same: bool
    rule: str
    between: re.Pattern[str]
    before: re.Pattern[str]
    behind: re.Pattern[str]


def _pattern(
    *, same: bool, rule: str, between: str, before: str = "", behind: str = ""
) -> _Pattern:
    return _Pattern(
        same,
        f"identity:{rule}",
        re.compile(rf"{between}(?: (?:my|our|the)(?: \w+)?)?"),
        re.compile(rf"(?:.*(?:\b|(?=n't)))?{before}" if before else r".*", re.DOTALL),
        re.compile(rf"{behind}.*", re.DOTALL),
    )


_FROM: Final = r"(?:\(\w+\) |(?:from|at|in|of) (?:\w+ ){1,4})?"
_END: Final = r"\s*(?:[.!,;:)\-–—]|$|(?:and|but|so|after all|by the way|btw)\b)"

_PATTERNS: Final = (
    *(
        _pattern(
            same=same,
            rule="pair",
            between=rf"{_FROM}(?:and|&)",
            behind=rf"{_FROM}{said}\b(?={_END})",
        )
        for same, said in (
            (True, rf"(?:are|were|is) {_OFTEN}{_SAME}"),
            (True, rf"(?:are|were) {_OFTEN}(?:one|a single) {_ONES}"),
            (False, rf"(?:are|were|is){_NOT} {_OFTEN}{_SAME}"),
            (False, rf"(?:are|were) {_OFTEN}(?:{_DIFFERENT}|two {_ONES})"),
        )
    ),
    *(
        _pattern(same=True, rule="also called", between=said, behind=r"(?!')")
        for said in (
            rf"{_IS} ?{_OFTEN}short (?:for|of)",
            rf"{_IS} ?{_OFTEN}(?:an?|the|my|our|his|her|their)? ?{_NICKNAME} (?:for|of)",
            rf"(?:is|was) {_OFTEN}(?:what|how) {_WHO} {_OFTEN}calls?",
            rf"[,(]? ?(?:whom|who|that|which) {_WHO} {_OFTEN}call(?:s|ed)?",
            rf"{_IS} ?{_KNOWN} (?:known as|called|named|nicknamed)",
            r"[,(]? ?(?:aka|a\.k\.a\.?|alias)",
            r"(?:just |now |also |usually |sometimes |mostly )?goes by(?: the (?:nick)?name)?",
            r"'s (?:real |full |actual |given |first |pet |other |proper |legal )?(?:nick)?name is",
            rf"(?:is|was) {_OFTEN}{_SAME} as",
            r"={1,3}",
        )
    ),
    *(
        _pattern(same=False, rule="not", between=said, behind=_END)
        for said in (
            rf"(?:is|was){_NOT} {_OFTEN}{_SAME} as",
            rf"(?:is|was){_NOT}",
            rf"(?:is|was) {_OFTEN}(?:a )?(?:different|another) {_ONES} (?:than|from|to)",
            rf"(?:is|was) {_OFTEN}(?:somebody|someone) else (?:than|from)",
            r"(?:≠|!=)",
        )
    ),
    _pattern(same=True, rule="for short", between=r"[,(]?(?: or| just)?", behind=r"for short\b"),
    _pattern(
        same=True,
        rule="mean",
        before=r"(?:by|when (?:i|we) (?:say|write)|with)",
        between=r",? ?(?:i|we) (?:always |really |actually )?mean",
    ),
    _pattern(
        same=True,
        rule="call",
        before=rf"{_WHO} {_OFTEN}calls?(?: (?:my|our) \w+)?",
        between=r"(?:just|simply)?",
        behind=_END,
    ),
    _pattern(
        same=False,
        rule="confuse",
        before=r"(?:not|n't|never) (?:to )?(?:confuse|mistake|merge|mix up)",
        between=r"(?:with|for|and)",
        behind=_END,
    ),
)
_KIND_WORDS: Final = tuple(
    (kind, word_set(f"identities.{kind.lower()}"))
    for kind in (Kind.PERSON, Kind.PLACE, Kind.ORGANIZATION, Kind.ANIMAL)
)
_EVERYBODY: Final = frozenset({"everyone", "everybody", "people", "they"})
_CLOSING: Final = frozenset({".", ",", "!", ";", "and", "but"})
_WORD: Final = re.compile(r"[a-z]+")
_DOUBTS: Final = word_set("identities.doubts")
_LONGEST_BETWEEN: Final = 80
_LONGEST_CLAUSE: Final = 300
"""Most code points that are looked at between two names, and before and behind them."""

_OWN: Final = frozenset({"i", "we"})
_SAME_WHAT: Final = re.compile(rf"(?:[^.!?;]*?\b)??same\b(?: (?P<what>{_ONES})\b)?")
_BEINGS: Final = frozenset({Kind.PERSON, Kind.ANIMAL})
_CLAUSE_START: Final = re.compile(r"[.!?;\n]\s+|\n|\A")
_CLAUSE_END: Final = re.compile(r"[.!;](?=\s|\Z)|\n|\?|\Z")
_TELLING: Final = re.compile(
    r"\b(?:same|different|separate|distinct|unrelated|short|calls?|called|known|name|nickname|"
    r"alias|aka|a\.k\.a|goes by|mean|two|single|one|not|merge|mix up|mistake|confuse|"
    r"abbreviation|diminutive|else)\b|n't|=|≠",
    re.IGNORECASE,
)


def read_identities(draft: Draft) -> None:
    """Note which names the user says to be the same or different; their kinds are settled.

    A capitalised word that no rule took for a name becomes a mention where such a statement
    names it.
    """
    if _TELLING.search(draft.parse.text) is None:
        return
    named = _Named(draft)
    for begin, end in draft.parse.sentences:
        _part_called(draft, begin, end)
        names = list(_names(draft, begin, end))
        for one, other in pairwise(names):
            _read_pair(draft, named, one, other)


class _Named:
    """Mentions by name, brought up to date as they are added."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._known: dict[str, list[Found]] = {}
        self._kinds: dict[str, Kind] = {}
        self._n = 0

    def settle(self, name: str, kind: Kind) -> None:
        """Give all mentions of a name a kind; does nothing where they have it."""
        found = self._draft.found
        fresh = found[self._n :]
        for mention in fresh:
            self._known.setdefault(mention.name, []).append(mention)
        self._n = len(found)
        if self._kinds.get(name) is kind and not any(one.name == name for one in fresh):
            return
        self._kinds[name] = kind
        for mention in self._known.get(name, ()):
            if mention.name == name and mention.rule.startswith(_NAMING_RULES):
                mention.kind = kind


def _part_called(draft: Draft, begin: int, end: int) -> None:
    """Take "Benjamin Ben" apart behind "I call": the parser sees one name."""
    words = draft.parse.words
    for mention in [draft.found[index] for index in draft.owners(begin, end)]:
        if not begin <= mention.first < mention.last < end:
            continue
        if mention.kind is not Kind.PERSON or mention.rule != "name:ner" or not mention.first:
            continue
        caller, last = words[mention.first - 1], words[mention.last]
        behind = words[mention.last + 1].lower if mention.last + 1 < end else "."
        if caller.lower not in {"call", "calls"} or behind not in _CLOSING:
            continue
        named = {last.lower, words[mention.first].lower}
        if words[caller.i - 1].lower in _EVERYBODY or any(map(is_first_name, named)):
            mention.last = mention.head = last.i - 1
            mention.name = " ".join(word.text for word in words[mention.first : last.i])
            draft.owner[last.i] = FREE
            draft.add(Found(last.i, last.i, last.i, last.text, Kind.PERSON, "name:called"))


def _names(draft: Draft, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """First and last word of all that may be a name in a sentence, in order."""
    i = begin
    while i < end:
        index = draft.owner[i]
        first = i
        i += 1
        if index != FREE:
            mention = draft.found[index]
            if mention.first != first:
                continue
            i = max(i, mention.last + 1)
            if mention.kind in _NAMEABLE and mention.rule.startswith(_NAMING_RULES):
                yield first, mention.last
        elif _is_capitalised(draft, first):
            while i < end and draft.owner[i] == FREE and _is_capitalised(draft, i):
                i += 1
            yield first, i - 1


def _is_capitalised(draft: Draft, i: int) -> bool:
    word = draft.parse.words[i]
    return word.text[:1].isupper() and word.lower != "i" and word.tag[:2] in {"NN", "JJ", "FW", ""}


def _read_pair(draft: Draft, named: _Named, one: tuple[int, int], other: tuple[int, int]) -> None:
    words, text = draft.parse.words, draft.parse.text
    start, end = words[one[0]].start, words[other[1]].end
    if words[other[0]].start - words[one[1]].end > _LONGEST_BETWEEN:
        return
    between = " ".join(text[words[one[1]].end : words[other[0]].start].lower().split())
    window = max(0, start - _LONGEST_CLAUSE)
    left = max((said.end() for said in _CLAUSE_START.finditer(text, window, start)), default=window)
    clause_end = _CLAUSE_END.search(text, end, end + _LONGEST_CLAUSE)
    right = clause_end.end() if clause_end is not None else end
    before = " ".join(text[left:start].lower().split())
    behind = " ".join(text[end:right].lower().split())
    found = next((one_ for one_ in _PATTERNS if _says(one_, before, between, behind)), None)
    if found is None or draft.quoted[one[0]] or _is_doubtful(draft, one[0], (left, right)):
        return
    if not all(_may_be_named(draft, name) for name in (one, other)):
        return
    if found.same and _is_only_alike(draft, (one, other), between, behind):
        return
    pair = _mention(draft, one), _mention(draft, other)
    if pair[0] == pair[1] or not _settle_kinds(draft, named, *pair, text[left:right]):
        return
    draft.identities.append(ReadIdentity(*pair, found.same, left, max(end, right), found.rule))


def _says(pattern: _Pattern, before: str, between: str, behind: str) -> bool:
    return bool(
        pattern.between.fullmatch(between)
        and pattern.before.fullmatch(before)
        and pattern.behind.fullmatch(behind)
    )


def _may_be_named(draft: Draft, name: tuple[int, int]) -> bool:
    """Whether a span is a mention, or capitalised words that are no common ones."""
    if draft.owner[name[0]] != FREE:
        return True
    return any(word.lower not in KNOWN_LEMMAS for word in draft.parse.words[name[0] : name[1] + 1])


def _is_only_alike(
    draft: Draft, names: tuple[tuple[int, int], ...], between: str, behind: str
) -> bool:
    """Whether "the same" may mean no more than alike: "Coke is the same as Pepsi".

    Of people it is said to mean one; of all else only with "the same company", "place", ….
    """
    said = _SAME_WHAT.search(between) or _SAME_WHAT.match(behind)
    if said is None or said["what"]:
        return False
    owners = [draft.owner[first] for first, _ in names]
    return not any(owner != FREE and draft.kind(owner) in _BEINGS for owner in owners)


def _is_doubtful(draft: Draft, first: int, clause: tuple[int, int]) -> bool:
    """Whether the clause around a statement asks, supposes, doubts or reports it."""
    parse = draft.parse
    if "?" in parse.text[clause[0] : clause[1]]:
        return True
    for word in parse.sentence_words(parse.words[first]):
        if not clause[0] <= word.start < clause[1]:
            continue
        if word.text[:1].isupper() and word.start > clause[0]:
            continue  # "Will", "Might" as a name
        if word.lower in _DOUBTS:
            return True
        if word.lemma in SAYING and word.tag.startswith("V"):
            sayer = parse.kid(word, "nsubj")
            if sayer is None or sayer.lower not in _OWN:
                return True
    return False


def _mention(draft: Draft, name: tuple[int, int]) -> int:
    """The mention that a span is, made where there is none."""
    first, last = name
    if draft.owner[first] != FREE:
        return draft.owner[first]
    text = " ".join(word.text for word in draft.parse.words[first : last + 1])
    return draft.add(Found(first, last, last, text, Kind.THING, "identity:name"))


def _settle_kinds(draft: Draft, named: _Named, one: int, other: int, said: str) -> bool:
    """Give both names the kind of the one that is surer; False if they are of two kinds."""
    sure = {draft.kind(index) for index in (one, other) if not _is_guessed(draft.found[index])}
    if len(sure) > 1:
        return False
    names = {draft.found[index].name for index in (one, other)}
    kind = sure.pop() if sure else _kind_by_words(draft, one, other, said)
    for name in names:
        named.settle(name, kind)
    return True


def _is_guessed(mention: Found) -> bool:
    """Whether the kind of a name rests on the model's label alone, or on nothing."""
    if mention.rule.startswith("ner:"):
        return mention.kind is not Kind.PLACE
    return mention.kind in _VAGUE or (mention.rule == "name:ner" and not _is_given(mention.name))


def _is_given(name: str) -> bool:
    return any(is_first_name(part) for part in name.split())


def _kind_by_words(draft: Draft, one: int, other: int, said: str) -> Kind:
    """The kind of two names that nothing else tells: by the noun that is said of them."""
    spoken = set(_WORD.findall(said.lower()))
    for kind, nouns in _KIND_WORDS:
        if spoken & nouns:
            return kind
    kinds = [draft.kind(one), draft.kind(other)]
    return next((kind for kind in kinds if kind not in _VAGUE), kinds[0])
