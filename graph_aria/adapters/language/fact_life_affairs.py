"""What happens to a user's things is told of the things: "my visa came through", "the thesis is due".

The subject is no person here, but a paper, a work, a job, a hardship or an effort.
"""  # noqa: E501

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_clauses import is_real
from graph_aria.adapters.language.fact_lasting import (
    ANY_FOCUS,
    COURSES,
    EVENTS,
    HARDSHIPS,
    TOLD_WORKS,
    TREATMENTS,
    WORKS,
    is_of,
)
from graph_aria.adapters.language.fact_life import add_focus, add_milestone, day_of, is_fiction
from graph_aria.adapters.language.fact_life_frames import own_clause, reached
from graph_aria.adapters.language.fact_life_phrases import (
    core,
    key_of,
    lead_of,
    row_of,
    sentence_text,
    thing_told,
)
from graph_aria.adapters.language.fact_words import base_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import stance_of
from graph_aria.domain.memories import Category
from graph_aria.domain.reading import USER, Polarity

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

_GRANTED: Final = word_set("facts.life_granted")
_GRANTING: Final = word_set("facts.life_granting")
_DELIVERED: Final = word_set("facts.life_delivered")
_PUBLISHED: Final = word_set("facts.life_published")
_POSTS: Final = word_set("facts.life_posts")
_CLOSING: Final = word_set("facts.life_closing")
_CONTESTS: Final = word_set("facts.focus_contests") | word_set("facts.focus_exams")
_EFFORTS: Final = word_set("facts.focus_efforts")
_WEARING: Final = word_set("facts.focus_wearing")
_MY: Final = frozenset({"my", "our"})
_NEAR: Final = _MY | {"the", "this"}
_PUBLISHING: Final = frozenset({"publish", "release", "print", "launch", "premiere"})
_ME: Final = frozenset({"me", "us", "my", "our", "everything"})
_GOES: Final = frozenset(
    {"well", "badly", "slowly", "nowhere", "on", "fine", "okay", "ok", "great", "terribly", "along",
     "backwards", "smoothly"}
)  # fmt: skip
_OFF: Final = frozenset({"off", "dead"})
_AHEAD: Final = re.compile(
    r"\b(?:if|unless|until|once|when|hope|hopefully|whether)\b", re.IGNORECASE
)
_SUBJECTS: Final = (
    _GRANTED | _DELIVERED | frozenset({"marriage", "relationship"}) | EVENTS | _PUBLISHED | _POSTS | _EFFORTS | WORKS | HARDSHIPS | TREATMENTS | COURSES  # noqa: E501
    | ANY_FOCUS
)  # fmt: skip


def read_affairs(facts: Facts) -> None:
    """Add what is told of the user's papers, works, jobs, hardships and efforts."""
    parse, draft = facts.parse, facts.draft
    for verb in parse.words:
        if not verb.tag.startswith("VB") or verb.dep in {"aux", "auxpass"}:
            continue
        subject = parse.kid(verb, "nsubj", "nsubjpass")
        if subject is None or not subject.tag.startswith("NN") or subject.i > verb.i:
            continue
        if verb.i in facts.claimed or draft.quoted[verb.i]:
            continue
        lead = lead_of(facts, subject)
        if lead not in _NEAR or not _is_known(facts, subject):
            continue
        begin, end = parse.sentences[verb.sentence]
        if not is_real(draft, begin, end) or is_fiction(facts, verb.i) or _is_far(facts, verb):
            continue
        if _is_others(facts, subject):
            _read_others(facts, verb, subject)
            continue
        if lead in _MY and _read_happened(facts, verb, subject):
            continue
        if lead != "this" and _read_granted(facts, verb, subject, lead):
            continue
        _read_effort(facts, verb, subject, lead)


def _is_known(facts: Facts, subject: Word) -> bool:
    return is_of(subject, _SUBJECTS, facts)


def _is_far(facts: Facts, verb: Word) -> bool:
    """Whether a clause is supposed, asked, said by others, or hangs on a condition."""
    stance = stance_of(facts.parse, verb)
    if stance.polarity not in {Polarity.ASSERTED, Polarity.NEGATED}:
        return True
    marks = facts.parse.kids(verb, "mark", "advmod")
    if verb.dep in {"relcl", "acl", "pcomp", "csubj"}:
        return True
    return any(mark.lower in {"if", "unless", "until", "whether", "once"} for mark in marks)


def _helpers(facts: Facts, verb: Word) -> set[str]:
    return {kid.lower for kid in facts.parse.kids(verb, "aux", "auxpass")}


def _is_denied(facts: Facts, verb: Word) -> bool:
    return facts.parse.kid(verb, "neg") is not None


def _is_past(facts: Facts, verb: Word) -> bool:
    helpers = _helpers(facts, verb)
    if helpers & {"will", "'ll", "would", "could", "should", "might", "may", "can", "to", "must"}:
        return False
    if verb.tag == "VBD":
        return True
    passive = facts.parse.kid(verb, "auxpass")
    was = passive is not None and passive.lower in {"was", "were", "got", "been"}
    return verb.tag == "VBN" and (was or bool(helpers & {"has", "have", "'s", "'ve", "had"}))


def _paths(facts: Facts, verb: Word) -> set[str]:
    return {kid.lower for kid in facts.parse.kids(verb, "prt", "advmod", "prep", "acomp", "attr")}


def _read_happened(facts: Facts, verb: Word, subject: Word) -> bool:  # noqa: PLR0911
    """Read "my book came out", "my contract was not renewed"."""
    if not _is_past(facts, verb):
        return False
    lemma, paths = base_of(verb), _paths(facts, verb)
    told = thing_told(facts, subject)
    if told is None:
        return False
    denied = _is_denied(facts, verb)
    is_out = (lemma == "come" and "out" in paths) or lemma in _PUBLISHING or (
        lemma in {"accept", "pick"} and subject.lower in _PUBLISHED
    )  # fmt: skip
    if is_of(subject, _PUBLISHED, facts) and is_out and not denied:
        clause = own_clause(facts, verb, told.first, verb.i)
        add_milestone(facts, clause, f"published {key_of(facts, subject)}",
                      f"had {told.text} {'accepted' if lemma in {'accept', 'pick'} else 'published'}",  # noqa: E501
                      verb.i, category=Category.WORK, day=day_of(facts, verb))  # fmt: skip
        return True
    if subject.lower not in _POSTS | {"marriage", "relationship"}:
        return False
    if subject.lower in {"marriage", "relationship"} and (
        lemma in {"end", "collapse", "fail"} or (lemma in {"fall", "break"} and paths & {"apart", "down"})  # noqa: E501
    ):  # fmt: skip
        clause = own_clause(facts, verb, told.first, verb.i)
        add_milestone(facts, clause, "separation", "and their partner broke up", verb.i,
                      category=Category.FAMILY, day=day_of(facts, verb), significance=0.8)  # fmt: skip  # noqa: E501
        return True
    is_cut = (lemma in _CLOSING and not denied) or (lemma == "renew" and denied) or (
        lemma == "go" and bool({"bust", "under", "bankrupt"} & (paths | _next(facts, verb)))
    )  # fmt: skip
    if is_cut and not (lemma == "close" and "early" in paths):
        clause = own_clause(facts, verb, told.first, verb.i)
        add_milestone(facts, clause, "lost job", "lost their job", verb.i, category=Category.WORK,
                      day=day_of(facts, verb), significance=0.8)  # fmt: skip
        return True
    return False


def _next(facts: Facts, verb: Word) -> set[str]:
    return {word.lower for word in facts.parse.words[verb.i + 1 : verb.i + 3]}


def _read_granted(facts: Facts, verb: Word, subject: Word, lead: str) -> bool:
    """Read "our offer was accepted", "the adoption went through", "the diploma came"."""
    if not _is_past(facts, verb) or _is_denied(facts, verb):
        return False
    lemma, paths = base_of(verb), _paths(facts, verb)
    is_through = lemma in {"come", "go"} and "through" in paths
    is_granted = is_of(subject, _GRANTED, facts) and (lemma in _GRANTING or is_through)
    is_here = subject.lower in _DELIVERED and lemma in {"arrive", "come"} and not (
        paths & {"up", "out", "back", "off", "down"}
    )  # fmt: skip
    told = thing_told(facts, subject)
    if told is None or not (is_granted or is_here):
        return False
    if lead == "the" and subject.lower in {"offer", "application", "claim", "papers", "paperwork",
                                           "appeal", "transfer", "settlement", "promotion"}:  # fmt: skip  # noqa: E501
        inner = {kid.lower for kid in facts.parse.kids(subject, "compound", "prep")}
        if not inner or lemma == "confirm":
            return False
    kind = _kind_of(subject)
    what, says, category = kind.get("what", key_of(facts, subject)), "", Category.HOME
    says = f"{'had' if is_granted else 'got'} {told.text}"
    says += f" {'approved' if is_through else verb.lower}" if is_granted else ""
    if what == "divorce":
        says = "got divorced"
    clause = own_clause(facts, verb, told.first, verb.i)
    add_milestone(facts, clause, what, says, verb.i, category=_CATEGORIES.get(what, category),
                  day=day_of(facts, verb), significance=0.8)  # fmt: skip
    return True


_CATEGORIES: Final = {
    "divorce": Category.FAMILY, "adoption": Category.FAMILY, "graduation": Category.STUDY,
    "citizenship": Category.IDENTITY, "visa": Category.IDENTITY,
}  # fmt: skip


def _kind_of(subject: Word) -> dict[str, str]:
    lower = subject.lower
    if lower in {"diploma", "degree", "certificate", "phd", "doctorate", "masters"}:
        return {"what": "graduation"}
    if lower in {"divorce", "decree"}:
        return {"what": "divorce"}
    return {"what": lower} if lower in {"adoption", "visa", "citizenship"} else {}


def _read_effort(facts: Facts, verb: Word, subject: Word, lead: str) -> None:
    """Read "the thesis is due in June", "my depression is back", "this job search is killing me"."""  # noqa: E501
    row = row_of(facts, subject)
    told = (
        facts.words.tell(row[1:]) if lead == "this" and len(row) > 1 else thing_told(facts, subject)
    )
    if told is None or _is_denied(facts, verb):
        return
    is_mine = lead in _MY
    is_great = is_of(
        subject, _EFFORTS | TREATMENTS | COURSES - {"class", "course", "classes"}, facts
    )
    is_work = is_of(subject, WORKS, facts) and (is_mine or not is_of(subject, TOLD_WORKS, facts))
    is_hard = is_of(subject, HARDSHIPS, facts)
    is_bare = subject.lower in {"project", "move", "search", "program", "programme", "application",
                                "campaign", "research", "extension", "training", "treatment"}  # fmt: skip  # noqa: E501
    if is_bare and not is_mine and not facts.parse.kids(subject, "compound", "amod"):
        return
    stands = _stands(facts, verb, is_hard=is_hard, is_mine=is_mine)
    is_event = is_of(subject, EVENTS | _CONTESTS, facts) and stands not in {None, "on"}
    if not (is_great or is_work or is_hard or is_event) or _is_others(facts, subject):
        return
    if stands is None or verb.i in facts.claimed:
        return
    key = key_of(facts, subject)
    name = told.text
    says = {"on": f"is dealing with {name}" if is_hard else f"is at work on {name}",
            "done": f"is done with {name}", "dropped": f"gave up {name}"}[stands]  # fmt: skip
    category = Category.HEALTH if is_of(subject, TREATMENTS | HARDSHIPS, facts) else Category.GOALS
    category = Category.FAMILY if core(name).lower() in {"divorce", "separation"} else category
    add_focus(facts, verb, (told.first, max(verb.i, told.last)), says, key, stands=stands,
              category=category)  # fmt: skip


def _read_others(facts: Facts, verb: Word, subject: Word) -> None:
    """Read "my sister's marriage ended": hers, not the user's."""
    owner = facts.parse.kid(subject, "poss")
    index = None if owner is None else facts.draft.mention_of(owner)
    who = None if index is None or index == USER else facts.words.person(index)
    is_over = base_of(verb) in {"end", "collapse", "fail"} and _is_past(facts, verb)
    if who is None or index is None or owner is None or not is_over or "the user" not in who:
        return
    if subject.lower in {"marriage", "relationship"} and not _is_denied(facts, verb):
        clause = replace(own_clause(facts, verb, owner.i, verb.i), holder=index, who=who)
        add_milestone(facts, clause, "separation", "and their partner broke up", verb.i,
                      category=Category.FAMILY, day=day_of(facts, verb), significance=0.8)  # fmt: skip  # noqa: E501


def _is_others(facts: Facts, subject: Word) -> bool:
    """Whether it is somebody else's: "my boss's thesis", "the thesis of my sister"."""
    poss = facts.parse.kid(subject, "poss")
    return poss is not None and not poss.tag.startswith("PRP")


def _reaches(facts: Facts, verb: Word, path: str) -> bool:
    return any(one == path for one, _ in reached(facts, verb))


def _stands(facts: Facts, verb: Word, *, is_hard: bool, is_mine: bool) -> str | None:  # noqa: C901, PLR0911
    parse, lemma = facts.parse, base_of(verb)
    helpers, paths = _helpers(facts, verb), _paths(facts, verb)
    is_now = verb.tag in {"VBZ", "VBP"} or (
        verb.tag == "VBG" and bool(helpers & {"is", "are", "'s", "'re", "been"})
    )  # fmt: skip
    if helpers & {"will", "'ll", "would", "could", "should", "might", "may", "can", "to", "was"}:
        return None
    if _AHEAD.search(sentence_text(facts, verb)):
        return None
    if lemma == "be" and is_now:
        if "due" in paths and not is_hard:
            return "on"
        if is_hard and is_mine and paths & {"back", "worse", "bad"}:
            return "on"
        behind = {what.lower for path, what in reached(facts, verb) if path == "behind"}
        if behind & {"me", "us"} or (
            paths & {"in"} and not _reaches(facts, verb, "in") and not is_hard
        ):
            return "done"
        on_what = {what.lower for path, what in reached(facts, verb) if path == "on"}
        if on_what & {"hold", "ice"} or (paths & _OFF):
            return "dropped"
        return None
    if is_hard and is_mine and is_now and (
        (lemma == "get" and paths & {"worse", "bad"}) or (lemma in {"come", "flare"} and paths & {"back", "up"})  # noqa: E501
    ):  # fmt: skip
        return "on"
    if not is_now:
        return None
    is_going = lemma == "go" and bool(paths & _GOES)
    is_coming = lemma == "come" and bool(paths & {"along", "on"})
    if is_going or is_coming or (lemma == "take" and bool(paths & {"over", "up"})):
        return "on"
    hit = {what.lower for path, what in reached(facts, verb) if path in {"", "down", "out", "up"}}
    owned = any(lead_of(facts, what) in _MY for path, what in reached(facts, verb) if path == "")
    if lemma in {"drag", "continue", "progress", "grind", "stall", "crawl"}:
        return "on"
    return "on" if lemma in _WEARING and (hit & _ME or owned) and parse is not None else None
