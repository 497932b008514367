"""How the user wants to be called and spoken to, and what is not to be touched."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_life import has_been, returning, span_of, when_told
from graph_aria.adapters.language.fact_words import KIN, third_of
from graph_aria.domain.admission import is_instruction
from graph_aria.domain.corrections import instead_text, then_text
from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.reading import USER, EntryForm, ReadDate

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts

_INSTEAD: Final = re.compile(
    r"\b(?:that|it|this)(?: was|'s| is)(?: actually| really)? "
    r"(?:my (?P<who>[\w-]+)|(?-i:(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?))),? (?:and )?not me\b",
    re.IGNORECASE,
)
_NEAR: Final = frozenset({"friend", "boss", "colleague", "neighbour", "neighbor", "flatmate"})
_DAYS: Final = r"(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Tomorrow|Later|Back|When|If)"
_NAME: Final = rf"(?P<name>{_DAYS}[A-Z][\w'-]{{1,30}}(?: [A-Z][\w'-]{{1,30}})?)"
_LEAD: Final = (
    r"(?:^|(?<=[.!?\n] )|(?<=\n))(?:(?:[Hh]i|[Hh]ey|[Hh]ello|[Oo]k(?:ay)?|[Aa]lso|[Aa]nd|[Ss]o|"
    r"[Bb]y the way|[Bb]tw|ARIA|[Aa]ria|[Yy]es|[Nn]o|[Oo]h)[, !]+(?=[\w]))*"
)
_END: Final = r"(?=[.,!;\n]|$| and\b| but\b|,? (?:from now on|please|thanks|thank you)\b)"
_CALL: Final = re.compile(
    rf"(?:{_LEAD}|\b(?:just|so|but) )(?:[Pp]lease,? |[Yy]ou can |[Yy]ou may |[Jj]ust |"
    rf"[Cc]ould you |[Cc]an you )*[Cc]all me {_NAME}{_END}"
)
_GO_BY: Final = re.compile(
    rf"\b(?:[Ii] (?:usually |always |just |mostly )?go by|(?:[Ee]veryone|[Ee]verybody|[Pp]eople|"
    rf"[Ff]riends|[Mm]y (?:friends|family)) (?:just |all |usually )?calls? me) {_NAME}{_END}"
)
_NOT_CALLED: Final = re.compile(
    rf"{_LEAD}(?:[Pp]lease,? )?(?:[Nn]ever|[Dd]on['’]?t(?: ever)?|[Dd]o not|[Ss]top) call(?:ing)? "
    rf"me (?P<name>{_NAME.replace('?P<name>', '?:')}|(?!(?:back|again|late|later|now|today|tonight|"
    r"tomorrow|anymore|out|in|after|before|crazy|stupid|names?|that|this|it)\b)[a-z]{3,20})"
    rf"{_END}"
)
_MY_NAME: Final = re.compile(
    rf"\b[Mm]y (?:first |full |real )?name is {_NAME}(?=[.,!\n]| and\b| but\b|$)"
)
_PRONOUNS: Final = re.compile(
    r"\b[Mm]y pronouns are (?P<which>(?:he|she|they|xe|ze|ey)(?:/\w+){1,3})\b"
)
_ASK: Final = re.compile(
    rf"{_LEAD}(?P<please>(?:[Pp]lease|[Pp]ls|[Pp]lz),? |"
    r"(?:[Cc]an|[Cc]ould|[Ww]ill|[Ww]ould) you (?:please )?)?"
    r"(?P<not>(?:[Dd]on['’]?t(?: ever)?|[Dd]o not(?: ever)?|[Nn]ever|[Nn]ot|[Ss]top) )?"
    r"(?P<always>[Aa]lways )?"
    r"(?P<verb>(?:keep|be|give|use|write|answer|reply|respond|speak|talk|ask|mention|call|remind|"
    r"avoid|explain|treat|send|bring|tell|offer|suggest|discuss|lecture|flatter|giving|using|asking|"
    r"mentioning|sending|bringing|offering|talking|lecturing|calling|[Kk]eep|[Bb]e|[Uu]se|[Aa]nswer|[Rr]eply|"
    r"[Ss]peak|[Tt]alk|[Aa]void))\b"
    r"(?P<rest>[^.!?\n;:]{2,80})(?P<mark>[?]?)(?=[.!?\n]|$)"
)
_NONE_OF: Final = re.compile(
    rf"{_LEAD}(?:[Pp]lease,? )?[Nn]o (?:more )?(?P<what>(?:emojis?|exclamation (?:marks|points)|"
    r"bullet points|jokes|lists|small talk|lectures|unsolicited advice|advice|compliments|swearing|"
    r"sarcasm|long answers))(?:,? (?P<please>please))?(?=[.!\n]|$)"
)
_WANTS: Final = re.compile(
    rf"{_LEAD}I(?: want|['’]d like| would like| need|['’]d prefer| prefer)(?: it if)? you "
    r"(?P<not>not )?to (?P<verb>be|keep|answer|reply|speak|talk|use|call|ask|avoid|stop)\b"
    r"(?P<rest>[^.!?\n;:]{2,80})(?=[.!\n]|$)"
)
_TO_ARIA: Final = re.compile(
    r"\b(?:answers?|repl(?:y|ies)|responses?|advice|emojis?|tone|brief|short|formal|honest|direct|"
    r"blunt|gentle|plain|bullet|exclamation|questions?|jokes|lectures?|compliments?)\b",
    re.IGNORECASE,
)
_STRONG: Final = re.compile(
    r"\b(?:your (?:answers?|repl(?:y|ies)|responses?|messages?|tone|questions?|sentences)|emojis?|"
    r"exclamation (?:marks|points)|bullet points|when you (?:talk|speak|write|reply|answer)|"
    r"in your (?:answers|replies))\b",
    re.IGNORECASE,
)
"""What can only be meant for who answers."""

_TO_ME: Final = re.compile(r"\b(?:to|with) me\b.{0,12}$", re.IGNORECASE)
_SOMEBODY: Final = re.compile(r", ?(?!ARIA|Aria)[A-Z]\w+$")
"""Who is spoken to, where it is not ARIA."""

_MINE_OWN: Final = re.compile(r"\b(?:my|our|me being)\b", re.IGNORECASE)

_TOUCH: Final = frozenset({"ask", "mention", "bring", "talk", "asking", "mentioning", "bringing",
                           "talking", "discuss", "speak"})  # fmt: skip
_TABOO: Final = re.compile(
    r"^ (?:up |me |to me |with me )*(?:about )?(?:my|our|me being|work|school|sex|"
    r"the (?:accident|divorce|funeral|war|past)|religion|politics|food|weight|[A-Z]\w+)\b"
)
"""What is not to be touched: something of the user's own, or a name."""

_WHEN_YOU: Final = re.compile(
    r",? when(?:ever)? you (?:talk|speak|write|reply|answer|respond)(?: (?:to|with) me)?",
    re.IGNORECASE,
)
_YOU: Final = re.compile(r"\b[Yy]ou (\w+)")
_MINE: Final = {"me": "them", "my": "their", "your": "its", "yourself": "itself", "you": "it",
                "i": "they", "myself": "themselves"}  # fmt: skip


def read_manners(facts: Facts, form: EntryForm) -> None:
    """Add what the user says to ARIA of how to be called and spoken to."""
    text = facts.parse.text
    for pattern, told, slot in (
        (_CALL, "the user wants to be called {}", "called"),
        (_GO_BY, "the user goes by {}", "called"),
        (_NOT_CALLED, "the user does not want to be called {}", "not called"),
        (_MY_NAME, "the user's name is {}", "name"),
        (_PRONOUNS, "the user's pronouns are {}", "pronouns"),
    ):
        for found in pattern.finditer(text):
            if not _is_own(facts, found):
                continue
            is_said = slot in {"called", "not called"}
            name = found[1]
            facts.add(told.format(name), _span(facts, found), "name", category=(
                Category.COMMUNICATION if is_said else Category.IDENTITY),
                kind=MemoryKind.PREFERENCE if is_said else MemoryKind.FACT,
                importance=0.9, slot=f"the user|{slot}", value=name)  # fmt: skip
    is_turn = form is EntryForm.TURN
    for found in _ASK.finditer(text):
        _read_asking(facts, found, is_turn=is_turn)
    for found in _NONE_OF.finditer(text):
        if _is_own(facts, found) and (is_turn or found["please"]):
            _add_manner(facts, found, f"for no {found['what'].lower()}", Category.COMMUNICATION)
    if is_turn:
        for found in _WANTS.finditer(text):
            _read_asking(facts, found, is_turn=True)


_PASSED_ON: Final = re.compile(
    r"^[ \t]*(?:(?:From|To|Cc|Subject|Sent|Date|Fwd?|FW|Re|Reply-To|Dear|An|Von)\b[^\n]{0,80}[:,]|"
    r"\[[^\]\n]+\]|>|[-_=*]{3,})",
    re.MULTILINE,
)
"""How a letter, a forwarded mail or a pasted passage begins."""


def _is_own(facts: Facts, found: re.Match[str]) -> bool:
    """Whether words are the user's own, and no part of what orders ARIA about."""
    text = facts.parse.text
    is_passed_on = _PASSED_ON.search(text[: found.start()]) is not None
    return not (is_passed_on or _is_quoted(facts, found.start()) or is_instruction(text))


def read_instead(facts: Facts) -> None:
    """Read "No, that was my brother, not me": who it was is told of what was said before."""
    for at in sorted(facts.corrects):
        if at >= len(facts.parse.sentences):
            continue
        begin, end = facts.parse.sentences[at]
        words = facts.parse.words
        start = words[begin].start
        found = _INSTEAD.search(facts.parse.text[start : words[end - 1].end])
        if found is None or facts.draft.quoted[begin]:
            continue
        who = found["who"].lower() if found["who"] else None
        if who is not None and who not in KIN | _NEAR:
            continue
        told = instead_text(found["name"] if who is None else f"the user's {who}")
        facts.add(told, (begin, end - 1), "instead",
                  kind=MemoryKind.CORRECTION, category=Category.FAMILY, importance=0.7,
                  takes_back=True)  # fmt: skip


_THEN: Final = re.compile(
    r"^\W*(?:(?:no+|nope|wrong|actually|correction|sorry|oops|wait|i mean)\W+){0,2}"
    r"(?:(?:it|that) was(?: actually| really)?|i meant(?: to say)?|i mean) (?P<when>.+)$",
    re.IGNORECASE,
)
_YEAR: Final = re.compile(r"(?:19|20)\d\d\b")
_ASIDE: Final = re.compile(
    r"(?:(?:in|on|back in|the) )*|(?:,? (?:of course|actually|sorry|not [^,.!?]{1,30}))?[.!\s]*",
    re.IGNORECASE,
)


def read_then(facts: Facts) -> None:
    """Read "No, it was in 2018": when it was is told of the milestone that was dated before."""
    words, text = facts.parse.words, facts.parse.text
    for begin, end in facts.parse.sentences:
        start, stop = words[begin].start, words[end - 1].end
        found = _THEN.match(text[start:stop])
        if found is None or facts.draft.quoted[begin]:
            continue
        is_meant = "mean" in text[start : start + found.start("when")].lower()
        if words[begin].sentence not in facts.corrects and not is_meant:
            continue
        at = start + found.start("when")
        days = [one for one in facts.words.dates if at <= one.start and one.end <= stop]
        bare = _YEAR.match(text[at:stop])
        if not days and bare is not None:  # by itself a number is no date
            year = int(bare[0])
            days = [ReadDate(at, at + 4, bare[0], date(year, 1, 1), date(year, 12, 31), "then")]
        if not days or any(
            _ASIDE.fullmatch(part) is None
            for part in (text[at : days[0].start], text[days[0].end : stop])
        ):
            continue
        day = has_been(facts, days[0])
        if day is not None:
            facts.add(then_text(when_told(day)), (begin, end - 1), "then",
                      kind=MemoryKind.CORRECTION, category=Category.EVENTS, importance=0.7,
                      valid=span_of(day), important=returning(day), takes_back=True)  # fmt: skip


def _is_quoted(facts: Facts, offset: int) -> bool:
    at = facts.parse.word_at(offset)
    return at >= 0 and facts.draft.quoted[at]


def _span(facts: Facts, found: re.Match[str]) -> tuple[int, int]:
    first = max(0, facts.parse.word_at(found.start()))
    return first, max(first, facts.parse.word_at(found.end() - 1))


def _read_asking(facts: Facts, found: re.Match[str], *, is_turn: bool) -> None:
    parts = found.groupdict()
    verb, rest = found["verb"].lower(), found["rest"]
    denied, stops = _denial(found["not"])
    is_about = verb in _TOUCH and (denied or stops)
    is_taboo = is_about and _TABOO.match(rest) is not None
    is_bid = bool(parts.get("please") or denied or stops or "please" not in parts)
    if not _is_own(facts, found):
        return
    if is_about and not is_taboo and not _TO_ARIA.search(rest):
        return
    if _SOMEBODY.search(rest):
        return
    is_strong = _STRONG.search(rest) is not None or (is_turn and _TO_ME.search(rest) is not None)
    is_strong = is_strong or (
        is_taboo and is_bid and (is_turn or _MINE_OWN.search(rest) is not None)
    )
    is_weak = is_turn and _TO_ARIA.search(rest) is not None
    if not is_strong and not is_weak:
        return
    if verb == "be" and not is_strong and not is_bid:
        return
    if found.groupdict().get("mark") and not parts.get("please"):
        return
    lead = "not to " if denied else "to "
    told = _told_asking(rest)
    always = "always " if parts.get("always") else ""
    says = f"{lead}{always}{'stop ' if stops else ''}{verb} {told}"
    _add_manner(facts, found, says, Category.BOUNDARIES if is_taboo else Category.COMMUNICATION)


def _denial(words: str | None) -> tuple[bool, bool]:
    """Whether it is denied, and whether it is to stop."""
    said = (words or "").strip().lower()
    return bool(said) and said != "stop", said == "stop"


def _told_asking(rest: str) -> str:
    """What ARIA is asked, in the third person."""
    rest = re.sub(
        r"^,? ?please\b|,? (?:please|pls|plz)$|,? thanks$|,? thank you$", "", rest.strip()
    )
    rest = _WHEN_YOU.sub("", rest)
    rest = _YOU.sub(lambda one: f"it {third_of(one[1])}", rest)
    return " ".join(_MINE.get(word.lower(), word) for word in rest.split())


def _add_manner(facts: Facts, found: re.Match[str], says: str, category: Category) -> None:
    facts.add(
        f"the user asks ARIA {says}", _span(facts, found), "manner",
        kind=MemoryKind.PREFERENCE, category=category, importance=0.8,
    )  # fmt: skip


def read_boundaries(facts: Facts, clause: Clause) -> None:
    """Read "I don't want to talk about my father", "I don't like being called Bob"."""
    parse, verb = facts.parse, clause.verb
    is_no = clause.negated and verb.lemma in {"want", "like"} and clause.is_present
    below = parse.kid(verb, "xcomp")
    if not is_no or clause.holder != USER or clause.is_we or below is None:
        return
    is_talk = below.lemma in {"talk", "speak", "discuss"} and verb.lemma == "want"
    is_talk = is_talk or (below.tag == "VBN" and below.lemma in {"ask", "remind"}) or (
        below.tag == "VBG" and below.lemma in {"talk", "discuss"} and verb.lemma == "like"
    )  # fmt: skip
    is_call = below.lemma == "call" and below.tag == "VBN"
    is_touch = below.lemma in {"touch", "hug", "photograph"} and below.tag == "VBN"
    if not (is_talk or is_call or is_touch):
        return
    told = facts.words.phrase(below, without=parse.kids(below, "aux", "advcl", "punct"), limit=9)
    if told is None or (is_talk and parse.kid(below, "prep", "dobj") is None):
        return
    lead = "to " if any(kid.lower == "to" for kid in parse.kids(below, "aux")) else ""
    being = next((kid.lower for kid in parse.kids(below, "auxpass")), "")
    link = f"{lead}{being} " if being else lead
    facts.add(
        f"the user does not {verb.lemma} {link}{told.text.removeprefix(being).strip()}",
        (clause.first, told.last), "boundary", kind=MemoryKind.PREFERENCE,
        category=Category.BOUNDARIES, importance=0.8, significance=0.4,
    )  # fmt: skip
