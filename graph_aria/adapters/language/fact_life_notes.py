"""Focus and milestones that no clause of the user's tells, but a note or somebody else's deed.

"First day at Fernhill", "They let me go", "Our divorce came through", "The half marathon is in
six weeks".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_clauses import Clause, is_real
from graph_aria.adapters.language.fact_life import (
    add_focus,
    add_milestone,
    core,
    day_of,
    is_body,
    key_of,
    since_of,
    thing_told,
    things_of,
)
from graph_aria.adapters.language.fact_under_way import (
    ANY_FOCUS,
    DONE,
    OWN,
    TOLD_WORKS,
    TREATMENTS,
    is_of,
    is_passing,
    under_way,
)
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

_UNSURE: Final = re.compile(
    r"\b(?:if|unless|would|might|could|should|hope|hoping|wish\w*|dream\w*|imagin\w+|never|not|"
    r"almost|nearly|planned|planning|wants?|will|tomorrow|next|when|whether|supposed|maybe|perhaps|"
    r"cancelled|canceled|scene|film|movie|episode|chapter of|threat\w*)\b|n['’]t\b|['’]ll\b|\?",
    re.IGNORECASE,
)
_CHILDREN: Final = "|".join(sorted(word_set("facts.life_children")))
_SOUGHT: Final = r"job|house|flat|apartment|home|room"
_CONTEST: Final = (
    r"(?:half |full )?(?:half-)?marathon|triathlon|ironman|ultramarathon|finals|exams?|viva|"
    r"thesis deadline|defen[cs]e|race|audition|recital"
)
_LOST_JOB: Final = re.compile(
    r"\b(?:they|he|she|work|my (?:boss|manager|company|employer|work)|the (?:company|firm|office|"
    r"agency|school|bank))(?:['’]ve| have| has)? (?:just |finally |all )?"
    r"(?P<how>let (?:me|us)(?: all)? go|(?:fired|sacked|dismissed) (?:me|us)\b|"
    r"laid (?:me|us)(?: all)? off|made (?:me|us)(?: all)? redundant)\b",
    re.IGNORECASE,
)
_SIGNED_OFF: Final = re.compile(
    r"\b(?:signed me off|I (?:was|got|['’]ve been|have been) signed off)"
    r"(?! on)(?: (?:work|sick))*(?= (?:for|with|until|till)\b|[.,!;]|$)",
    re.IGNORECASE,
)
_HUNTING: Final = re.compile(
    r"(?:\b(?:I|we)(?:['’](?:m|re|ve)| am| are| have)(?: been| still| now| currently)*|"
    r"^(?:still|been|back to)) "
    rf"(?P<what>{_SOUGHT})[- ]?(?:hunting|searching)\b",
    re.IGNORECASE,
)
_DIVORCE: Final = re.compile(
    r"\b(?:(?:my|our|the) divorce (?:(?:finally|has|is|was|got|been|now|just) )*"
    r"(?:final|finali[sz]ed|came through|come through|went through|gone through|official)|"
    r"(?:the|my|our) decree(?: absolute| nisi)? (?:finally )?(?:came|has come|is) through|"
    r"(?:I|we) signed (?:the|our|my) divorce papers)\b",
    re.IGNORECASE,
)
_WEDDING: Final = re.compile(
    r"(?:\b(?P<own>[Mm]y|[Oo]ur)|(?P<whose>\b[A-Z][\w-]+|\b(?:[Mm]y|[Oo]ur) (?:[\w-]+ ){0,3}?[\w-]+)"
    r"['’]s) wedding (?:was|went|yesterday|today|last|on (?:sun|mon|tues|wednes|thurs|fri|satur)day)"
    r"\b(?! (?:going to|planned|off|in \w+ (?:weeks|months)|next|dress|cake))"
)
_FIRST_DAY: Final = re.compile(
    r"^(?:(?:today|yesterday|it|this|\w+day) was |had )?(?:and )?(?:my )?(?:very )?first "
    r"(?:day|week|shift) (?P<prep>at|as|with) (?P<where>(?:the|my|a|an) new \w+|.+)",
    re.IGNORECASE,
)
_FIRST_TIME: Final = re.compile(
    r"^(?:(?:today|yesterday|it|this|\w+day) was |had |I had )?(?:my |our |the )?(?:very )?first "
    r"(?:(?P<what>[\w-]+) )?(?:session|appointment|lesson|class|round)"
    r"(?: (?:with|of) (?:my |a |the )?(?:new )?(?P<whom>[\w-]+))?",
    re.IGNORECASE,
)
_HEALERS: Final = frozenset({"therapist", "counsellor", "counselor", "psychologist", "shrink"})
_NO_MORE: Final = re.compile(r"^No more (?P<what>[A-Z][\w-]+)[.!]*$")
_LEFT: Final = re.compile(
    r"\b(?:quit|resigned|left|finished|done|over|handed in|gave up|given up|dropped)\b",
    re.IGNORECASE,
)
_DUE: Final = re.compile(
    rf"\b(?:(?:the|my|our) (?P<what>(?:[A-Z]\w+ )?(?:{_CONTEST}))|(?:my|our) (?P<own>wedding))"
    r"(?: (?:itself|now))? "
    r"(?:is|['’]s|are)(?: only| just| now)? (?:in (?:about |only |just )?|(?=\w+ (?:weeks|months) "
    r"(?:away|off|out)))(?:\w+|a few) (?:weeks|months)\b",
    re.IGNORECASE,
)
_PROJECT: Final = re.compile(
    r"^(?:(?:right now|at the moment|these days|currently),? )?(?:my|our) (?:(?:main|big|biggest|"
    r"current|new|only|winter|summer|spring|autumn|side|pandemic|retirement) )*"
    r"(?P<what>project|focus)(?: (?:right now|at the moment|these days|this \w+|now))? "
    r"(?:is|['’]s) (?:now |currently )?(?P<one>.+)$",
    re.IGNORECASE,
)
_IS_DONE: Final = re.compile(
    r"\b(?:the|my|our) (?:[\w-]+ ){0,2}?(?P<what>[\w-]+) (?:is|['’]s|are|was|has been) "
    r"(?:(?:finally|now|all|officially) )*(?P<how>done|finished|over|complete|handed in|"
    r"submitted)(?=[.,!;:]| and | at last| now|$)",
    re.IGNORECASE,
)
_DONE_WITH: Final = re.compile(
    r"^(?:(?:and|so|finally|all|officially|at last) )*(?:done|finished) with (?P<what>.+)$",
    re.IGNORECASE,
)
_OUT: Final = re.compile(
    r"\bI (?:had|['’]ve had|got) my (?P<what>(?:wisdom )?(?:appendix|tonsils|gallbladder|spleen|"
    r"thyroid|teeth|womb|prostate|kidney)) (?:taken )?(?:out|removed)\b",
    re.IGNORECASE,
)
_BORN: Final = re.compile(
    rf"\b(?:our|my) (?:[\w-]+ ){{0,2}}?(?P<who>{_CHILDREN})(?: (?P<name>[A-Z]\w+))?,? "
    r"(?:was (?:finally )?born|arrived|has arrived|is (?:finally )?here)\b(?! (?:in (?!\d|jan|feb|mar|"
    r"apr|may|jun|jul|aug|sep|oct|nov|dec)|from|home|at (?:the|my|our)|late|early))",
    re.IGNORECASE,
)
_BURNT_DOWN: Final = re.compile(
    r"\b(?:our|my) (?P<what>house|flat|home|apartment|shop|barn) (?:was |has |got )?"
    r"(?:burn(?:ed|t) down|flooded)\b",
    re.IGNORECASE,
)
_SOBER: Final = re.compile(
    r"\bI(?:['’]ve| have) been (?P<how>sober|clean) since\b", re.IGNORECASE
)


def read_notes(facts: Facts) -> None:
    """Add focus and milestones that notes and the deeds of others tell."""
    parse = facts.parse
    for begin, end in parse.sentences:
        while begin < end and parse.words[begin].start == parse.words[begin].end:
            begin += 1  # noqa: PLW2901 - a subject that the text does not have
        if begin >= end or facts.draft.quoted[begin] or not is_real(facts.draft, begin, end):
            continue
        text = parse.text[parse.words[begin].start : parse.words[end - 1].end]
        if _UNSURE.search(text):
            continue
        _read_milestones(facts, text, begin, end)
        _read_focus(facts, text, begin, end)


def _clause(facts: Facts, found: re.Match[str], begin: int, who: str = "the user") -> Clause:
    """A clause of what a pattern found, to be told as others are."""
    offset = facts.parse.words[begin].start
    first = facts.parse.word_at(offset + found.start())
    last = facts.parse.word_at(offset + found.end() - 1)
    sentence = facts.parse.words[begin].sentence
    inside = facts.parse.words[first : last + 1]
    verb = next((word for word in inside if word.tag.startswith("VB")), inside[-1])
    holder = USER if who == "the user" else -2
    head = verb if verb.sentence == sentence else facts.parse.words[begin]
    return Clause(head, None, holder, who, False, False, False, None, first, last)  # noqa: FBT003


def _read_milestones(facts: Facts, text: str, begin: int, end: int) -> None:
    plain = (
        (_LOST_JOB, "lost job", "lost their job", Category.WORK, 0.8),
        (_SIGNED_OFF, "sick leave", "was signed off work", Category.HEALTH, 0.7),
        (_DIVORCE, "divorce", "got divorced", Category.FAMILY, 0.9),
        (_BURNT_DOWN, "loss of home", "lost their home", Category.HOME, 0.9),
    )
    for pattern, what, says, category, significance in plain:
        found = pattern.search(text)
        if found is None:
            continue
        clause = _clause(facts, found, begin)
        if clause.verb.i not in facts.claimed:
            add_milestone(facts, clause, what, says, clause.last, category=category,
                          day=day_of(facts, clause.verb), significance=significance)  # fmt: skip
    found = _OUT.search(text)
    if found is not None:
        clause = _clause(facts, found, begin)
        add_milestone(
            facts, clause, f"operation on {found['what'].lower()}",
            f"had their {found['what'].lower()} taken out", clause.last, category=Category.HEALTH,
            day=day_of(facts, clause.verb),
        )  # fmt: skip
    found = _SOBER.search(text)
    if found is not None:
        clause = _clause(facts, found, begin)
        since = [one for one in facts.words.dates if one.start >= facts.parse.words[begin].start]
        add_milestone(facts, clause, "sobriety", "got sober", clause.last,
                      category=Category.HEALTH, day=since[0] if len(since) == 1 else None)  # fmt: skip
    _read_wedding(facts, text, begin)
    _read_birth(facts, text, begin)
    _read_first_day(facts, text, begin, end)


def _read_wedding(facts: Facts, text: str, begin: int) -> None:
    found = _WEDDING.search(text)
    if found is None:
        return
    who = "the user"
    if found["whose"]:
        at = facts.parse.words[begin].start + found.end("whose") - 1
        index = facts.draft.mention_of(facts.parse.words[facts.parse.word_at(at)])
        told = None if index is None else facts.words.person(index)
        if told is None or told == "the user":
            return
        who = told if "the user" in told else f"{told}, whom the user knows,"
    clause = _clause(facts, found, begin, who)
    if any(one.slot is not None and one.slot.startswith("milestone|wedding")
           for one in facts.found.values()):  # fmt: skip
        return
    add_milestone(facts, clause, "wedding", "got married", clause.last, category=Category.FAMILY,
                  day=day_of(facts, clause.verb), significance=0.9)  # fmt: skip


def _read_birth(facts: Facts, text: str, begin: int) -> None:
    found = _BORN.search(text)
    if found is None or any(
        one.rule in {"fact:yearly", "fact:milestone"} for one in facts.found.values()
    ):
        return
    clause = _clause(facts, found, begin)
    day = day_of(facts, clause.verb)
    if "born" in found[0] and day is not None and day.first_on == day.last_on:
        return  # told by the day that returns
    name = f" {found['name']}" if found["name"] and found["name"][0].isupper() else ""
    clause = _clause(facts, found, begin, f"the user's {found['who'].lower()}{name}")
    add_milestone(facts, clause, "birth", "was born", clause.last, category=Category.FAMILY,
                  day=day_of(facts, clause.verb), significance=0.95)  # fmt: skip


def _read_first_day(facts: Facts, text: str, begin: int, end: int) -> None:
    found = _FIRST_DAY.match(text)
    if found is None:
        return
    words = facts.parse.words
    at = facts.parse.word_at(words[begin].start + found.start("where"))
    last = at
    while last + 1 < end and words[last + 1].tag.startswith(("NN", "JJ", "HYPH", "POS")):
        last += 1
    head = words[last]
    is_job = head.lower in {"job", "work", "office", "firm", "company", "hospital", "practice"}
    is_new = "new" in {word.lower for word in words[at : last + 1]} and is_job
    is_as = found["prep"].lower == "as" and head.lower in word_set("facts.occupations")
    told = thing_told(facts, head, limit=5)
    if told is None or not (is_body(facts, head) or is_new or is_as):
        return
    clause = _clause(facts, found, begin)
    where = f"{found['prep'].lower()} {told.text}"
    what = "new job" if is_new else f"new job {where}" if is_as else f"new job at {core(told.text)}"
    says = f"had their first day {where}"
    day = day_of(facts, clause.verb)
    add_milestone(facts, clause, what, says, told.last, category=Category.WORK, day=day)


def _read_focus(facts: Facts, text: str, begin: int, end: int) -> None:
    _read_first_time(facts, text, begin)
    _read_noted(facts, begin, end)
    found = _HUNTING.search(text)
    if found is not None:
        clause = _clause(facts, found, begin)
        what = found["what"].lower()
        add_focus(facts, clause.verb, (clause.first, clause.last), f"is looking for a {what}", what,
                  category=Category.WORK if what == "job" else Category.HOME,
                  since=since_of(facts, clause.verb))  # fmt: skip
    found = _DUE.search(text)
    if found is not None:
        clause = _clause(facts, found, begin)
        told = f"the {found['what']}" if found["what"] else f"their {found['own'].lower()}"
        add_focus(facts, clause.verb, (clause.first, clause.last),
                  f"is preparing for {told}", core(told).lower())  # fmt: skip
    found = _NO_MORE.match(text.strip())
    if found is not None and _LEFT.search(facts.parse.text):
        _drop(facts, found, begin, end)
    found = _PROJECT.match(text)
    if found is not None:
        _read_project(facts, found, begin, end)
    for pattern, how in ((_IS_DONE, ""), (_DONE_WITH, "is done with")):
        found = pattern.search(text)
        if found is not None:
            _read_done(facts, found, begin, how)


def _drop(facts: Facts, found: re.Match[str], begin: int, end: int) -> None:
    head = next((w for w in facts.parse.words[begin:end] if w.text == found["what"]), None)
    index = None if head is None else facts.draft.mention_of(head)
    kind = None if index is None else facts.draft.found[index].kind
    if head is None or not head.tag.startswith("NNP") or kind in {
        Kind.PERSON, Kind.PLACE, Kind.ANIMAL
    } or facts.words.date_at(head) is not None:  # fmt: skip
        return
    clause = _clause(facts, found, begin)
    add_focus(facts, clause.verb, (clause.first, clause.last),
              f"is done with {found['what']}", found["what"].lower(), stands="dropped",
              category=Category.WORK)  # fmt: skip


def _read_noted(facts: Facts, begin: int, end: int) -> None:
    """Read "Working on my dissertation again, …": a note without its subject."""
    words = facts.parse.words
    at = begin
    while at + 1 < end and words[at].lower in {"still", "back", "to", "been", "now", "currently"}:
        at += 1
    verb = words[at]
    if verb.tag != "VBG" or verb.dep not in {"ROOT", "advcl", "ccomp", "dep", "acl"}:
        return
    if verb.i in facts.claimed or is_passing(facts, verb):
        return
    found = under_way(facts, verb)
    if found is not None and any(
        word.tag in {"VBZ", "VBP", "POS"} for word in words[verb.i : found.last]
    ):
        return
    following = words[found.last + 1] if found is not None and found.last + 1 < end else None
    if found is None or (following is not None and following.tag in {"VBZ", "VBP", "VBD", "MD"}):
        return
    add_focus(facts, verb, (at, max(found.last, at)), f"is {found.says}", found.key,
              category=found.category, since=since_of(facts, verb))  # fmt: skip


def _read_first_time(facts: Facts, text: str, begin: int) -> None:
    found = _FIRST_TIME.match(text)
    if found is None:
        return
    what, whom = ((found[name] or "").lower() for name in ("what", "whom"))
    key = "therapy" if whom in _HEALERS else ""
    for name in (what, whom):
        key = key or (name if name in TREATMENTS | ANY_FOCUS | {"driving"} else "")
    if not key:
        return
    clause = _clause(facts, found, begin)
    day = day_of(facts, clause.verb)
    category = Category.HEALTH if key in TREATMENTS else Category.GOALS
    says = "started driving lessons" if key == "driving" else f"started {key}"
    add_focus(facts, clause.verb, (clause.first, clause.last), says, key, category=category,
              since=None if day is None else day.first_on)  # fmt: skip


def _read_project(facts: Facts, found: re.Match[str], begin: int, end: int) -> None:
    words = facts.parse.words
    at = facts.parse.word_at(words[begin].start + found.start("one"))
    stop = next((word.i for word in words[at:end] if word.tag in {",", ".", ":"}), end)
    told = facts.words.tell(words[at:stop]) if 0 < stop - at <= _LONGEST else None
    head = next((w for w in reversed(words[at:stop]) if w.tag.startswith("NN")), None)
    if told is None or head is None or words[at].tag not in {"DT", "NN", "NNP", "VBG", "TO", "PRP$"}:
        return
    clause = _clause(facts, found, begin)
    add_focus(facts, clause.verb, (clause.first, told.last),
              f"has a {found['what'].lower()}: {told.text}", key_of(facts, head))  # fmt: skip


_LONGEST: Final = 9


def _read_done(facts: Facts, found: re.Match[str], begin: int, how: str) -> None:
    words = facts.parse.words
    offset = words[begin].start
    if how:
        at = words[facts.parse.word_at(offset + found.start("what")) - 1]
        head = next(things_of(facts, at), None)
    else:
        head = words[facts.parse.word_at(offset + found.start("what"))]
    lead = found[0].split()[0].lower()
    is_mine = lead in {"my", "our"} or bool(how) or "finally" in found[0].lower()
    wanted = (DONE if is_mine else DONE - TOLD_WORKS) | (OWN if is_mine else frozenset())
    if head is None or not is_of(head, wanted, facts):
        return
    told = thing_told(facts, head)
    clause = _clause(facts, found, begin)
    if told is None or clause.verb.i in facts.claimed:
        return
    says = f"{how or 'is done with'} {told.text}"
    category = Category.HEALTH if is_of(head, TREATMENTS, facts) else Category.GOALS
    add_focus(facts, clause.verb, (clause.first, max(told.last, clause.last)), says,
              key_of(facts, head), stands="done", category=category)  # fmt: skip
