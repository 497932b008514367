"""Focus and milestones that no clause of the user's tells, but a note or somebody else's deed.

"First day at Fernhill", "They let me go", "Our divorce came through", "The half marathon is in
six weeks".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_clauses import is_real
from graph_aria.adapters.language.fact_focus_notes import note_clause, read_focus_notes
from graph_aria.adapters.language.fact_focus_stages import read_stages
from graph_aria.adapters.language.fact_life import (
    add_milestone,
    day_of,
    is_fiction,
    returning,
    span_of,
    when_told,
)
from graph_aria.adapters.language.fact_life_at_hand import AT_HAND
from graph_aria.adapters.language.fact_life_idioms import read_idioms
from graph_aria.adapters.language.fact_milestone_bounds import (
    read_bounds,
    read_causative,
    read_keys,
)
from graph_aria.adapters.language.fact_milestone_standing import read_sobriety
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts

_UNSURE: Final = re.compile(
    r"\b(?:if|unless|would|might|could|should|hope|hoping|wish\w*|dream(?! in\b)\w*|imagin\w+|never|not|"  # noqa: E501
    r"almost|nearly|planned|planning|wants?|will|tomorrow|next|when|whether|supposed|maybe|perhaps|"
    r"cancelled|canceled|(?:said|says)(?=[.,!]|$)|scene|film|movie|episode|chapter of|threat\w*)\b|n['’]t\b|['’]ll\b|\?",  # noqa: E501
    re.IGNORECASE,
)
_CHILDREN: Final = "|".join(sorted(word_set("facts.life_children")))
_LOST_JOB: Final = re.compile(
    r"\b(?:they|he|she|work|my (?:boss|manager|company|employer|work)|the (?:company|firm|office|"
    r"agency|school|bank))(?:['’]ve| have| has)? (?:just |finally |all )?"
    r"(?P<how>let (?:me|us|\w+ (?:\w+ )?of us)(?: all)? go\b(?! (?:first|early|home|to|ahead|in(?:side|to)?\b(?! [A-Z\d])|"  # noqa: E501
    r"with|through|out|back|there|again|free|of|\w+ing\b))|(?:fired|sacked|dismissed) (?:me|us)\b(?! up)|"  # noqa: E501
    r"laid (?:me|us)(?: all)? off|made (?:me|us)(?: all)? redundant)\b",
    re.IGNORECASE,
)
_SIGNED_OFF: Final = re.compile(
    r"\b(?:signed me off|I (?:was|got|['’]ve been|have been) signed off)"
    r"(?! on)(?: (?:work|sick))*(?= (?:for|with|until|till)\b|[.,!;]|$)",
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
    r"(?:\b(?P<own>[Mm]y|[Oo]ur)|(?P<whose>\b[A-Z][\w-]+|\b(?:[Mm]y|[Oo]ur) (?:[\w-]+ ){0,3}?[\w-]+)"  # noqa: E501
    r"['’]s) wedding (?:was|went|yesterday|today|last|on (?:sun|mon|tues|wednes|thurs|fri|satur)day)"  # noqa: E501
    r"\b(?! (?:going to|planned|off|in \w+ (?:weeks|months)|next|dress|cake))"
)
_WEDDING_DAY: Final = re.compile(
    r"(?:^|\b)(?:[Tt]oday|[Yy]esterday|(?:[Oo]n |[Ll]ast )?[A-Z][a-z]+day|[Ii]t|[Tt]his)"
    r"(?: was| is|['’]s)(?: finally| officially)? (?:(?P<own>my|our)|"
    r"(?P<whose>[A-Z][\w-]+|(?:my|our) (?:[\w-]+ ){0,3}?[\w-]+)['’]s) (?:own |big )?"
    r"wedding(?: day)?(?=\s*(?:[.,!;:)]|$|and\b|today\b))"
)
_SPECIES: Final = word_set("facts.species")
_OUT: Final = re.compile(
    r"\bI (?:had|['’]ve had|got) my (?P<what>(?:wisdom )?(?:appendix|tonsils|gallbladder|spleen|"
    r"thyroid|teeth|womb|prostate|kidney)) (?:taken )?(?:out|removed)\b",
    re.IGNORECASE,
)
_PUT_DOWN: Final = re.compile(
    r"\b(?:put|had) (?P<who>(?:(?:my|our|the) (?:[\w-]+ ){0,2}?)?[\w-]+) (?:put )?(?:down|to sleep)\b"  # noqa: E501
    r"(?! (?:on|for|in|the|at|early)\b(?! (?:mon|tues|wednes|thurs|fri|satur|sun)day))",
    re.IGNORECASE,
)
_WAS_PUT: Final = re.compile(
    r"\b(?P<who>(?:(?:[Mm]y|[Oo]ur|[Tt]he) (?:[\w-]+ ){0,2}?)[\w-]+) "
    r"(?:was|had to be|has been|got|is being) put (?:down|to sleep)\b"
)
_TO_DEATH: Final = re.compile(
    r"\b(?:had to put|have to put|had .+ put|had to be put|(?:was|has been|got|is being) put)\b",
    re.IGNORECASE,
)
"""What is done to no living pet."""

_VET: Final = re.compile(r"\bvets?\b|\b(?:old|good(?:est)?) (?:dog|cat|boy|girl)\b", re.IGNORECASE)
_SAID_YES: Final = re.compile(r"\b(?:she|he|[A-Z]\w+) said yes\b", re.IGNORECASE)
_OTHERS_PROPOSAL: Final = re.compile(
    r"(?<!\bI )(?<!finally )\b(?:proposed to|popped the question to) (?!me\b)|"
    r"\basked (?!me\b)(?:\w+ ){1,3}to marry (?:him|her)\b",
    re.IGNORECASE,
)
_PROPOSAL: Final = re.compile(
    r"\b(?:ring|propos\w+|one knee|marry|engaged|fianc\w+)\b", re.IGNORECASE
)
_REPLACED: Final = re.compile(
    r"\b(?:(?:had|got) my (?:\w+ )?(?P<what>hip|knee|shoulder|heart|valve|lens|lenses) "
    r"(?:replaced|operated on)|(?:they|the surgeons?) (?:replaced|operated on) my (?:\w+ )?"
    r"(?P<that>hip|knee|shoulder|heart|back|eyes?|brain))\b",
    re.IGNORECASE,
)
_MADE_ME: Final = re.compile(
    r"\b(?:they|he|she|my boss|the board)(?:['’]ve| have| has)? (?:just )?(?:made|promoted) me "
    r"(?:to |a |an |the )?(?P<role>(?:[\w-]+ )?(?:head|manager|partner|lead|leader|director|"
    r"supervisor|foreman|captain|professor|editor|chief|principal)(?: of [\w-]+)?)\b",
    re.IGNORECASE,
)
_CONTRACT: Final = re.compile(
    r"\bmy contract (?:has |just )?(?:ended|ran out|run out|expired)\b", re.IGNORECASE
)
_PHONE: Final = re.compile(r"\b(?:phone|mobile|broadband|gym|provider|internet)\b", re.IGNORECASE)
_BABY: Final = re.compile(
    r"\bthe (?:baby|twins) (?:is|are|has|have)? ?(?:finally )?(?:here(?=[.!,])|arrived|came (?:on|at|last)|was born|"  # noqa: E501
    r"were born)",
    re.IGNORECASE,
)
_BORN: Final = re.compile(
    rf"\b(?:our|my) (?:[\w-]+ ){{0,2}}?(?P<who>{_CHILDREN})(?: (?P<name>[A-Z]\w+))?,? "
    r"(?:(?:was|were) (?:finally )?born|arrived|has arrived|is (?:finally )?here)\b(?! (?:in (?!\d|jan|feb|mar|"  # noqa: E501
    r"apr|may|jun|jul|aug|sep|oct|nov|dec)|from|home|at (?:the|my|our)|late|early))",
    re.IGNORECASE,
)
_BURNT_DOWN: Final = re.compile(
    r"\b(?:our|my) (?P<what>house|flat|home|apartment|shop|barn) (?:was |has |got )?"
    r"(?:burn(?:ed|t) down|flooded)\b",
    re.IGNORECASE,
)
_SOBER: Final = re.compile(r"\bI(?:['’]ve| have) been (?P<how>sober|clean) since\b", re.IGNORECASE)


_A_WHILE: Final = 7


def read_notes(facts: Facts) -> None:
    """Add focus and milestones that notes and the deeds of others tell."""
    parse = facts.parse
    for begin, end in parse.sentences:
        while begin < end and parse.words[begin].start == parse.words[begin].end:
            begin += 1  # noqa: PLW2901 - a subject that the text does not have
        if begin >= end or facts.draft.quoted[begin] or not is_real(facts.draft, begin, end):
            continue
        text = parse.text[parse.words[begin].start : parse.words[end - 1].end]
        if is_fiction(facts, begin):
            continue
        whole = re.match(r".*", text, re.DOTALL)
        if whole is not None and "if" not in text.lower().split():
            read_sobriety(facts, text, note_clause(facts, whole, begin))
        if not _UNSURE.search(text):
            _read_milestones(facts, text, begin, end)
            read_focus_notes(facts, text, begin, end)
            read_stages(facts, text, begin, end)


def read_phrases(facts: Facts) -> None:
    """Add what set phrases tell, where nothing else in a sentence told of a life."""
    parse = facts.parse
    for begin, end in parse.sentences:
        if facts.draft.quoted[begin]:
            continue
        if not is_real(facts.draft, begin, end):
            _read_before_question(facts, begin, end)
            continue
        text = parse.text[parse.words[begin].start : parse.words[end - 1].end]
        read_idioms(facts, text, begin, end)


def _read_before_question(facts: Facts, begin: int, end: int) -> None:
    """Read what is told before a colon and a question: "I'm halfway through my PhD: is …?"."""
    words = facts.parse.words
    at = next((one.i for one in reversed(words[begin:end]) if one.text == ":"), begin)
    if at - begin < _A_FEW or not is_real(facts.draft, begin, at):
        return
    text = facts.parse.text[words[begin].start : words[at - 1].end]
    if not _UNSURE.search(text):
        read_stages(facts, text, begin, at)
    read_idioms(facts, text, begin, at)


_A_FEW: Final = 3


def _read_milestones(facts: Facts, text: str, begin: int, end: int) -> None:
    plain = (
        (_LOST_JOB, "lost job", "lost their job", Category.WORK, 0.8),
        (_SIGNED_OFF, "sick leave", "was signed off work", Category.HEALTH, 0.7),
        (_DIVORCE, "divorce", "got divorced", Category.FAMILY, 0.9),
        (
            None if _PHONE.search(text) else _CONTRACT,
            "lost job",
            "lost their job",
            Category.WORK,
            0.7,
        ),
        (_BABY, "birth", "had a baby", Category.FAMILY, 0.95),
        (_BURNT_DOWN, "loss of home", "lost their home", Category.HOME, 0.9),
    )
    for pattern, what, says, category, significance in plain:
        found = None if pattern is None else pattern.search(text)
        if found is None:
            continue
        clause = note_clause(facts, found, begin)
        if clause.verb.i not in facts.claimed:
            add_milestone(facts, clause, what, says, clause.last, category=category,
                          day=day_of(facts, clause.verb), significance=significance)  # fmt: skip
    found = _OUT.search(text)
    if found is not None:
        clause = note_clause(facts, found, begin)
        add_milestone(
            facts, clause, f"operation on {found['what'].lower()}",
            f"had their {found['what'].lower()} taken out", clause.last, category=Category.HEALTH,
            day=day_of(facts, clause.verb),
        )  # fmt: skip
    _read_done_to(facts, text, begin)
    found = _SOBER.search(text)
    if found is not None:
        clause = note_clause(facts, found, begin)
        since = [one for one in facts.words.dates if one.start >= facts.parse.words[begin].start]
        if len(since) == 1 and (facts.said_on - since[0].last_on).days < _A_WHILE:
            return
        add_milestone(facts, clause, "sobriety", "got sober", clause.last,
                      category=Category.HEALTH, day=since[0] if len(since) == 1 else None)  # fmt: skip  # noqa: E501
    _read_wedding(facts, text, begin)
    _read_birth(facts, text, begin)
    read_bounds(facts, text, begin, end)
    read_causative(facts, begin, end)
    read_keys(facts, text, begin)


def _read_done_to(facts: Facts, text: str, begin: int) -> None:
    """Read what others did to the user: "they made me head", "they replaced my hip"."""
    found = _MADE_ME.search(text)
    if found is not None:
        clause = note_clause(facts, found, begin)
        add_milestone(facts, clause, "promotion", f"was made {found['role']}", clause.last,
                      category=Category.WORK, day=day_of(facts, clause.verb))  # fmt: skip
    found = _REPLACED.search(text)
    if found is not None:
        clause = note_clause(facts, found, begin)
        what = (found["what"] or found["that"]).lower()
        add_milestone(facts, clause, f"operation on {what}", f"had an operation on their {what}",
                      clause.last, category=Category.HEALTH,
                      day=day_of(facts, clause.verb))  # fmt: skip
    found = _SAID_YES.search(text)
    is_own = found is not None and _OTHERS_PROPOSAL.search(text) is None
    if found is not None and is_own and _PROPOSAL.search(facts.parse.text):
        clause = note_clause(facts, found, begin)
        add_milestone(facts, clause, "engagement", "got engaged", clause.last,
                      category=Category.FAMILY, day=day_of(facts, clause.verb),
                      significance=0.9)  # fmt: skip
    found = _PUT_DOWN.search(text) or _WAS_PUT.search(text)
    if found is not None:
        _read_put_down(facts, found, begin)


def _read_put_down(facts: Facts, found: re.Match[str], begin: int) -> None:
    at = facts.parse.words[begin].start + found.end("who") - 1
    word = facts.parse.words[facts.parse.word_at(at)]
    lead = found["who"].split()[0].lower()
    index = facts.draft.mention_of(word)
    kind = None if index is None else facts.draft.found[index].kind
    is_end = _TO_DEATH.search(found.string) is not None
    is_pet = word.lower in _SPECIES and (lead in {"my", "our"} or (lead == "the" and is_end))
    is_vet = _VET.search(facts.parse.text) is not None
    is_named = kind is Kind.ANIMAL or (word.tag == "NNP" and kind is not Kind.PLACE and is_vet)
    if not is_pet and not is_named:
        return
    who = f"the user's {word.lower}" if is_pet else f"{word.text}, the user's pet,"
    clause = note_clause(facts, found, begin, who)
    day = day_of(facts, clause.verb)
    facts.add(
        f"{who} died {when_told(day)}", (clause.first, clause.last), "death",
        kind=MemoryKind.MILESTONE, category=Category.HOME, importance=0.75, significance=0.8,
        valid=span_of(day), important=returning(day), slot=f"{who.partition(',')[0]}|died",
    )  # fmt: skip


def _read_wedding(facts: Facts, text: str, begin: int) -> None:
    found = _WEDDING.search(text) or _WEDDING_DAY.search(text)
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
    clause = note_clause(facts, found, begin, who)
    if any(one.slot is not None and one.slot.startswith("milestone|wedding")
           for one in facts.found.values()):  # fmt: skip
        return
    add_milestone(facts, clause, "wedding", "got married", clause.last, category=Category.FAMILY,
                  day=day_of(facts, clause.verb), significance=0.9)  # fmt: skip


_NAMED_BORN: Final = re.compile(
    r"(?:(?:and|so) )?(?:(?:baby|little) )?(?P<name>[A-Z][a-z]+)(?: [A-Z][\w-]+)? (?:was born|arrived in the world|"  # noqa: E501
    r"came into the world)\b"
)
_WHOSE_CHILD: Final = re.compile(
    rf"\b(?:my|our) (?:[\w-]+ ){{0,2}}?(?P<who>{_CHILDREN})\b", re.IGNORECASE
)


def _read_named_birth(facts: Facts, found: re.Match[str], begin: int) -> None:
    """Read "Noor was born on Wednesday. My daughter": a child by its name."""
    start = facts.parse.words[begin].start
    around = facts.parse.text[max(0, start - 120) : start + len(found.string) + 120]
    whose = _WHOSE_CHILD.search(around)
    clause = note_clause(facts, found, begin)
    day = day_of(facts, clause.verb)
    if whose is None or day is None or (facts.said_on - day.last_on).days > _LATELY_BORN:
        return
    who = f"the user's {whose['who'].lower()} {found['name']}"
    clause = note_clause(facts, found, begin, who)
    add_milestone(facts, clause, "birth", "was born", clause.last, category=Category.FAMILY,
                  day=day, significance=0.95)  # fmt: skip


_LATELY_BORN: Final = 90


def _read_birth(facts: Facts, text: str, begin: int) -> None:
    found = _BORN.search(text)
    named = _NAMED_BORN.match(text)
    if (
        found is None
        and named is not None
        and not any(one.rule == "fact:milestone" for one in facts.found.values())
    ):
        _read_named_birth(facts, named, begin)
    if found is None or any(
        one.rule in {"fact:yearly", "fact:milestone"} for one in facts.found.values()
    ):
        return
    clause = note_clause(facts, found, begin)
    day = day_of(facts, clause.verb)
    is_named_day = day is not None and day.first_on == day.last_on and day.rule != AT_HAND
    if "born" in found[0] and is_named_day:
        return  # told by the day that returns
    name = f" {found['name']}" if found["name"] and found["name"][0].isupper() else ""
    clause = note_clause(facts, found, begin, f"the user's {found['who'].lower()}{name}")
    add_milestone(facts, clause, "birth", "was born", clause.last, category=Category.FAMILY,
                  day=day_of(facts, clause.verb), significance=0.95)  # fmt: skip
