"""The tables of phrases and frames that tell of a life, made ready to be searched for.

A frame is a phrase whose places are filled by sorts of words: "{HOME}" stands for any home,
"{WHO}" for somebody near, so that one row tells of all of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from graph_aria.adapters.language.lexicon import read_table, word_set
from graph_aria.domain.function_words import NUMBERS
from graph_aria.domain.memories import Category

_KIN: Final = (
    r"mum|mam|mom|mother|dad|father|papa|mama|sister|brother|son|daughter|wife|husband|partner|"
    r"grandma|grandmother|gran|granny|nan|nana|grandpa|grandfather|grandad|granddad|aunt|auntie|uncle|"
    r"cousin|niece|nephew|boyfriend|girlfriend|fianc[ée]e?|godfather|godmother|best friend|friend|mate|"  # noqa: E501
    r"best mate|mother-in-law|father-in-law|sister-in-law|brother-in-law|stepmum|stepdad|twin|bf|gf|"  # noqa: E501
    r"flatmate|parents|dog|cat|rabbit|horse"
)
_MACROS: Final = {
    "{I}": r"(?:\b(?:I|we)(?:['’]?(?:ve|m|re)|['’]d| have| had| am| are)?)",
    "{ADV}": r"(?: (?:just|finally|already|all|now|officially|really|actually|only|both|so|quietly|"
             r"peacefully|very|still|also|then|legally|currently|always))*",
    "{N}": r"(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|"
           r"twenty|thirty|forty|fifty)",
    "{MY}": r"(?:my|our)",
    "{THEIRS}": r"(?:his|her|their)",
    "{NOTE}": r"(?:^|(?<=[:;.!–—-] ))(?:(?:and|so|well|but|then|also|just|only|finally|today|yesterday|officially|yep|yes|ok|"  # noqa: E501
              r"okay|news|update|good news|big news|big day|at last|happy to say)[,:]? )*(?:have |had )?",  # noqa: E501
    "{END}": r"(?=\s*(?:[.,;:!)]|$|and\b|but\b|so\b|then\b|at last|yesterday|today|tonight|this (?:morning|"  # noqa: E501
             r"afternoon|evening|week|month|year|spring|summer|autumn|winter)|last (?:night|week|month|year|"  # noqa: E501
             r"spring|summer|autumn|winter|\w+day)|on (?:the \d|\w+day|\d|(?:jan|feb|mar|apr|may|jun|jul|aug|"  # noqa: E501
             r"sep|oct|nov|dec))|in (?:\d{4}|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|the end|spring|"  # noqa: E501
             r"summer|autumn|winter)|at (?:the (?:week|start|end|beginning)|(?:week|christmas|easter|new year))|"  # noqa: E501
             r"a (?:few|couple|week|month|year)|two|three|four|five|six|after|with|just|now|"
             r"over (?:the|christmas|easter)|\d))",
    "{WITH}": r"(?: (?:and|&) (?!I\b|me\b)(?:(?:his|her|their|my|our) )?[\w-]+(?: (?-i:[A-Z])\w+)?)?",  # noqa: E501
}  # fmt: skip
_PRONOUN: Final = r"(?<!where )(?<!when )(?<!if )(?<!who )\b(?:he|she)"
_FOLK: Final = {
    "{SOMEBODY}": rf"(?:{{WHO}}{{WITH}}|{_PRONOUN})",
    "{ANYBODY}": rf"(?:{{WHO}}{{WITH}}|{_PRONOUN}|{{I}})",
}
_SORTS: Final = {
    "{HOME}": word_set("facts.life_homes"),
    "{JOB}": word_set("facts.frame_jobs"),
    "{DEGREE}": word_set("facts.frame_degrees"),
    "{EXAM}": word_set("facts.frame_exams"),
    "{PAPER}": word_set("facts.frame_papers"),
    "{ILLNESS}": word_set("facts.frame_illnesses"),
    "{OPERATION}": word_set("facts.frame_operations"),
    "{SCHOOL}": word_set("facts.frame_schools"),
    "{WORK}": word_set("facts.workplaces"),
    "{TRADE}": word_set("facts.occupations"),
    "{PARTNER}": word_set("facts.life_partners"),
    "{GROUP}": word_set("facts.frame_groups"),
    "{EFFORT}": word_set("facts.frame_efforts"),
    "{PURSUIT}": word_set("facts.frame_pursuits"),
    "{MAKING}": word_set("facts.frame_makings"),
    "{TRIFLE}": word_set("facts.frame_trifles"),
    "{NEVER}": word_set("facts.frame_never"),
    "{SKILL}": word_set("facts.frame_skills"),
}
"""Sorts of nouns; a "-" within one stands for a space or a hyphen."""
_WHO: Final = (
    rf"(?:\b(?:(?:my|our) (?:[\w-]+ ){{0,2}}?(?P<role{{n}}>{_KIN})(?: (?P<called{{n}}>(?-i:[A-Z])[\w-]+))?(?:, [^.;,]{{3,40}},)?|"  # noqa: E501
    r"(?P<bare{n}>(?-i:(?:Aunt|Auntie|Uncle|Grandma|Grandpa|Cousin) [A-Z]\w+|(?:Sister|Brother|Mother|Father)-in-law|Mum|Mom|Dad|Mam|Gran|Nan|Granny|Grandad|Granddad|Grandpa|Grandma|Papa|Mama))|"  # noqa: E501
    r"(?P<name{n}>(?-i:[A-Z][a-z]+)))(?=\W))"
)


@dataclass(frozen=True, slots=True)
class Idiom:
    """A phrase and what it tells.

    Attributes:
        is_focus: whether it tells of what somebody is at; a milestone otherwise.
        what: the milestone, or the key of the focus; "{thing}" is read from the phrase.
        stands: how a focus stands; "" for a milestone.
        category: what part of a life it is about.
        says: what is told.
        pattern: the phrase.
        words: parts of words of which a text that holds the phrase has at least one.
        is_frame: whether its places are filled by sorts of words.
    """

    is_focus: bool
    what: str
    stands: str
    category: Category
    says: str
    pattern: re.Pattern[str]
    words: frozenset[str]
    is_frame: bool

    @property
    def looks_on(self) -> bool:
        """Whether what follows the sentence must bear the phrase out."""
        return "(?=.{0,1" in self.pattern.pattern


_NO_WORD: Final = re.compile(r"\?P<\w+>|\{\w+\}|\\.|[a-z]\?")
_COMMON: Final = frozenset(
    {"the", "was", "and", "has", "have", "had", "been", "were", "are", "our", "for", "with", "this",
     "that", "his", "her", "she", "they", "not"}
)  # fmt: skip


def _words_of(pattern: str) -> frozenset[str]:
    """What letters in a row a pattern asks for: a look at these costs less than a search."""
    plain = _NO_WORD.sub(" ", pattern.lower())
    return frozenset(re.findall(r"[a-z]{3,}", plain)) - _COMMON


def idioms_in(text: str) -> list[Idiom]:
    """The phrases and frames of which a text holds a word, in the order in which they are tried.

    Each word is looked for once.
    """
    lower, known = text.lower(), idioms()
    found = {at for word, places in _by_word().items() if word in lower for at in places}
    return [known[at] for at in sorted(found)]


@cache
def _by_word() -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for at, idiom in enumerate(idioms()):
        for word in idiom.words:
            places.setdefault(word, []).append(at)
    return places


@cache
def idioms() -> tuple[Idiom, ...]:
    """The set phrases and then the frames, in the order in which they are tried."""
    found = []
    phrases = list(read_table("life_idioms.tsv"))
    rows = [*phrases, *read_table("life_frames.tsv")]
    for at, (kind, what, sort, says, pattern) in enumerate(rows):
        text = pattern
        for macro, words in _SORTS.items():
            text = text.replace(macro, _any_of(words))
        plain = text
        for macro in ("{SOMEBODY}", "{ANYBODY}"):
            text = text.replace(macro, _FOLK[macro])
        for macro, regex in _MACROS.items():
            text = text.replace(macro, regex)
        n = 0
        while "{WHO}" in text:
            text = text.replace("{WHO}", _WHO.replace("{n}", str(n)), 1)
            n += 1
        is_focus = kind == "focus"
        category = Category.GOALS if is_focus else Category(sort)
        found.append(Idiom(is_focus, what, sort if is_focus else "", category, says,
                           re.compile(text, re.IGNORECASE), _words_of(plain),
                           at >= len(phrases)))  # fmt: skip
    return tuple(found)


def _any_of(words: frozenset[str]) -> str:
    longest = sorted(words, key=lambda word: (-len(word), word))
    return "(?:" + "|".join(word.replace("-", "[- ]") for word in longest) + ")"


_ORDINAL: Final = {
    "first": "one", "second": "two", "third": "three", "fifth": "five", "eighth": "eight",
    "ninth": "nine", "twelfth": "twelve",
}  # fmt: skip


def age_told(words: str) -> str:
    """An age in figures, however it is put.

    >>> age_told("forty"), age_told("70th"), age_told("thirty-fifth"), age_told("ninetieth")
    ('40', '70', '35', '90')
    """
    figures = re.match(r"\d+", words)
    if figures is not None:
        return figures[0]
    parts = []
    for part in re.split(r"[- ]", words.lower()):
        cardinal = _ORDINAL.get(part, re.sub(r"ieth$", "y", part))
        parts.append(NUMBERS.get(cardinal, NUMBERS.get(cardinal.removesuffix("th"), "")))
    return str(sum(int(part) for part in parts if part.isdigit()))
