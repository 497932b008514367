"""What somebody has become shows in what they are: "I'm an uncle!", "one year sober today"."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.date_arithmetic import moved
from graph_aria.adapters.language.fact_life import (
    add_focus,
    add_milestone,
    dates_of,
    day_of,
    has_been,
)
from graph_aria.adapters.language.fact_life_phrases import core, sentence_text, thing_told
from graph_aria.adapters.language.fact_milestone_work import CHIEFS, OCCUPATIONS
from graph_aria.adapters.language.fact_words import base_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.function_words import NUMBERS
from graph_aria.domain.memories import Category
from graph_aria.domain.reading import USER, ReadDate

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

_KIN: Final = word_set("facts.life_kin_now")
_STANDINGS: Final = word_set("facts.life_standings")
_HABITS: Final = word_set("facts.focus_habits")
_NEW: Final = re.compile(
    r"\b(?:officially|finally|as of|since|at last|i['’]?m now|i am now|now (?:a|an|the|officially)|an? (?:[\w-]+ ){1,3}now(?=[.,!;]|$)|"  # noqa: E501
    r"it['’]?s official|from today|from now on|today i['’]?m)\b",
    re.IGNORECASE,
)
_NEWLY: Final = re.compile(r"!|\b(?:can['’]?t believe|who would have|suddenly)\b", re.IGNORECASE)
_HYPERBOLE: Final = re.compile(
    r"\b(?:officially|basically|now) (?:an? )?(?:\w+ )?(?:person|old|done|out|in love|obsessed)\b",
    re.IGNORECASE,
)
_QUALIFIED: Final = frozenset(
    {"qualified", "registered", "licensed", "certified", "chartered", "trained", "practising",
     "published", "professional"}
)  # fmt: skip
_STATES: Final = {
    # state: what it is, what is told, category
    "married": ("wedding", "got married", Category.FAMILY),
    "engaged": ("engagement", "got engaged", Category.FAMILY),
    "divorced": ("divorce", "got divorced", Category.FAMILY),
    "widowed": ("loss of a spouse", "was widowed", Category.FAMILY),
    "retired": ("retirement", "retired", Category.WORK),
    "pregnant": ("pregnancy", "is pregnant", Category.HEALTH),
    "single": ("separation", "became single", Category.FAMILY),
}  # fmt: skip
_SPAN: Final = re.compile(
    r"\b(?P<n>\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|eighteen|"
    r"twenty|thirty|ninety|a hundred|(?:twenty|thirty|forty)[- ]\w+)[ -](?P<half>and a half )?"
    r"(?P<unit>day|week|month|year)s?(?: and a half)?(?: now| completely| fully| totally)?[ -](?:(?P<state>sober|clean|"  # noqa: E501
    r"smoke[- ]?free|nicotine[- ]?free|alcohol[- ]?free|cigarette[- ]?free|drug[- ]?free|"
    r"gambling[- ]?free|on the wagon|off (?:the )?(?:booze|drink|cigarettes|fags|alcohol|weed|drugs))\b|"  # noqa: E501
    r"without (?:an? |any |one )?(?:single )?(?P<without>[a-z]+))",
    re.IGNORECASE,
)
_FOR_SPAN: Final = re.compile(
    r"\b(?:I['’]ve|I have|ive) been (?P<state>sober|clean|on the wagon|smoke[- ]?free|alcohol[- ]?free) for "  # noqa: E501
    r"(?:over |almost |nearly |about )?(?P<n>\d+|an?|\w+) (?P<unit>day|week|month|year)s?\b",
    re.IGNORECASE,
)
_DAY_N: Final = re.compile(
    r"\b(?:day|week|month) (?:number )?(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"  # noqa: E501
    r"twenty|thirty|forty)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))? (?:without|off|of (?:no|not|being|"  # noqa: E501
    r"quitting|giving up)|sober|clean|smoke[- ]free)(?: (?:any |an? |the )?(?P<what>[a-z]+))?",
    re.IGNORECASE,
)
_DRINKS: Final = frozenset({"drink", "alcohol", "drop"})
_NONE_SINCE: Final = re.compile(
    r"\b(?:haven['’]?t|have not|not) (?:had|touched|smoked|drunk|taken) (?:an? |any |one )?(?:single )?"  # noqa: E501
    r"(?P<what>drink|drop|alcohol|cigarettes?|joint|weed|gambled|bet) (?:of alcohol )?(?:since (?!breakfast|lunch|"  # noqa: E501
    r"yesterday|last night|this)|in (?:\w+ ){1,2}(?:months|years)|for (?:\w+ ){1,2}(?:months|years))",  # noqa: E501
    re.IGNORECASE,
)
_DAYS: Final = {"day": 1, "week": 7, "month": 30, "year": 365}
_LONG: Final = 28
_JOKE: Final = re.compile(
    r"\b(?:lol|haha|cut(?:ting)?|self[- ]?harm\w*|purg\w+|from (?:chocolate|sugar|tv|work))\b",
    re.IGNORECASE,
)


def read_standing(facts: Facts, clause: Clause) -> bool:
    """Read "I'm officially a nurse", "I'm an uncle!", "we're married!"; whether it is told."""
    parse, verb = facts.parse, clause.verb
    if clause.holder != USER or clause.negated:
        return False
    is_be = base_of(verb) == "be" or verb.lower in {"'m", "m", "'re"}
    helped = parse.kid(verb, "auxpass")
    been = verb.lower == "been" or (helped is not None and helped.lower == "been")
    if not is_be and verb.lower not in _STATES:
        return False
    is_now = clause.is_present or been or (helped is not None and helped.tag in {"VBP", "VBZ"})
    if not is_now:
        return False
    text = sentence_text(facts, verb)
    is_new = _NEW.search(text) is not None
    is_loud = is_new or _NEWLY.search(text) is not None
    if _HYPERBOLE.search(text) or not _is_certain(text):
        return False
    return _read_state(facts, clause, is_new=is_new, is_loud=is_loud) or (
        is_be and not been and _read_role(facts, clause, is_new=is_new, is_loud=is_loud)
    )


def _is_certain(text: str) -> bool:
    return re.search(r"\b(?:if|would|almost|nearly|wish|soon|as if)\b", text, re.IGNORECASE) is None


def _read_state(facts: Facts, clause: Clause, *, is_new: bool, is_loud: bool) -> bool:
    parse, verb = facts.parse, clause.verb
    said = verb if verb.lower in _STATES else parse.kid(verb, "acomp", "attr")
    if said is None or said.lower not in _STATES or (said is not verb and said.i < verb.i):
        return False
    what, says, category = _STATES[said.lower]
    since = _since(facts, verb)
    above = parse.head(verb)
    is_found = verb.dep == "ccomp" and base_of(above) in {"find", "learn", "discover"}
    if said.lower == "pregnant":
        is_loud = not facts.parse.kids(said, "prep")
    elif said.lower == "single":
        is_loud = is_new or is_found
    if said.lower in {"engaged", "married"} and parse.kids(said, "prep") and since is None and any(
        prep.lower in {"in", "with"} for prep in parse.kids(said, "prep")
    ):  # fmt: skip
        return False
    if since is None and not is_loud and not is_found:
        return False
    day = since if since is not None else day_of(facts, verb) if is_found else None
    add_milestone(facts, clause, what, says, max(verb.i, said.i), category=category, day=day,
                  significance=0.9)  # fmt: skip
    return True


def _since(facts: Facts, verb: Word) -> ReadDate | None:
    words = facts.parse.words
    for one in dates_of(facts, verb):
        at = facts.parse.word_at(one.start)
        if "since" in {words[at].lower, words[max(0, at - 1)].lower}:
            return has_been(facts, one)
    return None


def _read_role(facts: Facts, clause: Clause, *, is_new: bool, is_loud: bool) -> bool:
    parse, verb = facts.parse, clause.verb
    role = parse.kid(verb, "attr")
    if role is None or role.i < verb.i or not is_loud:
        return False
    if any(prep.lower == "of" for prep in parse.kids(role, "prep")) and role.lower in _KIN:
        return False
    said = {kid.lower for kid in parse.kids(role, "amod", "compound")}
    is_kin = role.lower in _KIN and not said & {"proud", "good", "bad", "terrible", "tired"}
    is_post = role.lower in OCCUPATIONS | CHIEFS and (is_new or bool(said & _QUALIFIED))
    is_post = is_post or (role.lower in _STANDINGS and is_new)
    told = thing_told(facts, role, limit=5)
    if told is None or not (is_kin or is_post):
        return False
    what = "birth" if role.lower not in {"widow", "widower", "orphan"} else "loss of a spouse"
    what = what if is_kin else f"became {core(told.text).lower()}"
    what = "citizenship" if role.lower == "citizen" else what
    day = next((has_been(facts, one) for one in dates_of(facts, verb)), None)
    add_milestone(facts, clause, what, f"became {told.text}", told.last,
                  category=Category.FAMILY if is_kin else Category.WORK, day=day,
                  significance=0.9 if is_kin else 0.7)  # fmt: skip
    return True


def read_sobriety(facts: Facts, text: str, clause: Clause) -> bool:
    """Read "one year sober today", "I've been clean for six months", "day 12 without cigarettes".

    Args:
        facts: what was found so far.
        text: the sentence.
        clause: a clause of the user's that quotes it.

    Returns:
        Whether it tells of that.
    """
    if _JOKE.search(text):
        return False
    found = _SPAN.search(text) or _FOR_SPAN.search(text)
    if found is not None:
        groups = found.groupdict()
        without = (groups.get("without") or "").lower()
        if groups.get("state") is None and without not in _HABITS:
            return False
        n = _figure(groups["n"].lower())
        what = "sobriety" if groups.get("state") else f"quit {without}"
        if (groups.get("state") or "").lower().startswith(("smoke", "nicotine", "cigarette")):
            what = "quit smoking"
        if n is not None and n * _DAYS[groups["unit"].lower()] >= _LONG:
            says = "got sober" if what == "sobriety" else f"stopped {what.removeprefix('quit ')}"
            add_milestone(facts, clause, what, says, clause.last, category=Category.HEALTH,
                          significance=0.8, day=_counted(facts, found, n, text))  # fmt: skip
            return True
    none = _NONE_SINCE.search(text)
    if none is not None:
        thing = none["what"].lower()
        habit = {"drink": "drinking", "cigarette": "smoking", "cigarettes": "smoking"}.get(
            thing, thing
        )
        since = [one for one in facts.words.dates if one.start >= clause_start(facts, clause)]
        day = has_been(facts, since[0]) if len(since) == 1 else None
        add_milestone(facts, clause, "sobriety" if thing in _DRINKS else f"quit {habit}",
                      f"stopped {habit}", clause.last, category=Category.HEALTH, day=day)  # fmt: skip  # noqa: E501
        return True
    counted = _DAY_N.search(text)
    if counted is not None:
        what = (counted["what"] or "").lower()
        is_sober = re.search(r"\b(?:sober|clean|smoke)", counted[0], re.IGNORECASE) is not None
        if what in _HABITS or is_sober:
            key = f"without {what}" if what in _HABITS else "sobriety"
            says = f"is giving up {what}" if what in _HABITS else "is staying sober"
            add_focus(facts, clause.verb, (clause.first, clause.last), says, key,
                      category=Category.HEALTH)  # fmt: skip
            return True
    return False


def clause_start(facts: Facts, clause: Clause) -> int:
    """Where a clause begins in the text."""
    return facts.parse.words[clause.first].start


def _counted(facts: Facts, found: re.Match[str], n: int, text: str) -> ReadDate | None:
    """When it began, counted back: a day if the count is full today, else the span left open."""
    unit = found["unit"].lower()
    try:
        last, first = moved(facts.said_on, -n, unit), moved(facts.said_on, -n - 1, unit)
    except OverflowError:
        return None
    is_today = re.search(r"\btoday\b", text, re.IGNORECASE) is not None
    first = last if is_today or unit == "day" else first + timedelta(1)
    start = facts.parse.words[facts.parse.word_at(found.start())].start
    return ReadDate(start, start, found[0], first, last, "counted")


def _figure(n: str) -> int | None:
    told = NUMBERS.get(n, n)
    return 1 if told in {"a", "an"} else int(told) if told.isdecimal() and len(told) < 6 else None  # noqa: PLR2004
