"""Who is near the user: who has which role, what pets are called, whom they have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_clauses import is_real
from graph_aria.adapters.language.fact_draft import bounds_of
from graph_aria.adapters.language.fact_fits import named_slot
from graph_aria.adapters.language.fact_words import day_words
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import is_question, stance_of
from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.reading import USER, Polarity
from graph_aria.domain.vocabulary import Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts

_SPECIES: Final = word_set("facts.species")
_HEALERS: Final = frozenset({"therapist", "doctor", "psychiatrist", "psychologist", "midwife"})
_ROLES: Final = {
    Predicate.SIBLING_OF: Category.FAMILY,
    Predicate.PARENT_OF: Category.FAMILY,
    Predicate.CHILD_OF: Category.FAMILY,
    Predicate.PARTNER_OF: Category.FAMILY,
    Predicate.RELATIVE_OF: Category.FAMILY,
    Predicate.FRIEND_OF: Category.FRIENDS,
    Predicate.COLLEAGUE_OF: Category.WORK,
    Predicate.KNOWS: Category.FRIENDS,
}


def read_near(facts: Facts) -> None:
    """Add who the people are that the user names with their role, and what pets are called."""
    draft = facts.draft
    for fact in draft.facts():
        if fact.predicate not in _ROLES or fact.polarity is not Polarity.ASSERTED or fact.ended:
            continue
        if USER not in {fact.subject, fact.object}:
            continue
        mention = draft.found[fact.object if fact.subject == USER else fact.subject]
        if mention.role is None or not mention.live or draft.quoted[mention.first]:
            continue
        name, role = mention.name, mention.role
        is_named = name.casefold() != role.casefold() and name[:1].isupper() and mention.named
        is_plain = role.endswith("s") and role != "boss"
        shown = draft.parse.words[mention.first : mention.last + 1]
        spelled = " ".join(word.text for word in shown)
        if not is_named or is_plain or name.split()[0] not in spelled or role == "ex":
            continue
        if not _says_role(facts, mention.first, mention.last, role):
            continue
        slot, value = named_slot(name, role)
        facts.add(f"{name} is the user's {role}", (mention.first, mention.last), "near",
                  category=Category.HEALTH if role in _HEALERS else _ROLES[fact.predicate],
                  importance=0.6, significance=0.2, slot=slot, value=value)  # fmt: skip
    _read_partings(facts)
    _read_pets(facts)
    _read_lost_pets(facts)
    _read_kin(facts)


_PARTING: Final = re.compile(
    r"(?:^|(?<=[.!?,;\n] ))(?:(?:[Aa]nd|[Bb]ut|[Ss]o) )?"
    r"(?P<name>[A-Z][\w-]+) and I (?:(?:have|are|were|'ve|’ve) )?"
    r"(?:(?:just|now|finally|recently|already) )?(?:got |gotten )?"
    r"(?P<how>divorced|separated|broke up|broken up|split up)\b(?! (?:the|a|our|for a))"
)
_FORMER: Final = re.compile(
    r"\b[Mm]y (?:(?P<ex>[Ee]x)[- ]|former )"
    r"(?P<role>boyfriend|girlfriend|husband|wife|fianc[ée]e?|partner)"
    r",? (?P<name>[A-Z][\w-]+)"
)


def _read_partings(facts: Facts) -> None:
    """Read "Tom and I got divorced", "my ex-husband Tom"."""
    parse = facts.parse
    for begin, end in parse.sentences:
        offset = parse.words[begin].start
        text = parse.text[offset : parse.words[end - 1].end]
        if facts.draft.quoted[begin] or not is_real(facts.draft, begin, end):
            continue
        for found in _PARTING.finditer(text):
            name, how = found["name"], found["how"]
            span = _word_span(facts, offset + found.start("name"), offset + found.end())
            says = f"{name} and the user separated"
            slot, value = named_slot(name, "boyfriend")[0], "none"
            if how in {"divorced", "separated"}:
                says = f"the user is {how} from {name}"
                slot, value = f"the user|is|married to {name}", "no"
            facts.add(says, span, "parted", category=Category.FAMILY, importance=0.8,
                      significance=0.6, slot=slot, value=value)  # fmt: skip
        for found in _FORMER.finditer(text):
            span = _word_span(facts, offset + found.start(), offset + found.end())
            facts.add(f"{found['name']} is the user's ex-{found['role']}", span, "near",
                      category=Category.FAMILY, importance=0.6, significance=0.2,
                      slot=named_slot(found["name"], found["role"])[0], value="ex")  # fmt: skip


def _word_span(facts: Facts, start: int, end: int) -> tuple[int, int]:
    first = max(0, facts.parse.word_at(start))
    return first, max(first, facts.parse.word_at(end - 1))


_HAVE: Final = {
    "husband": "husband", "hubby": "husband", "wife": "wife", "fiancé": "fiancé",
    "fiancée": "fiancée", "boyfriend": "boyfriend", "girlfriend": "girlfriend",
    "partner": "partner", "spouse": "spouse", "son": "son", "daughter": "daughter",
    "sister": "sister", "brother": "brother", "sons": "sons", "daughters": "daughters",
    "sisters": "sisters", "brothers": "brothers", "kids": "children", "children": "children",
    "kiddos": "children", "grandchildren": "grandchildren", "grandkids": "grandchildren",
    "grandson": "grandson", "granddaughter": "granddaughter", "dog": "dog", "cat": "cat",
    "dogs": "dogs", "cats": "cats", "puppy": "puppy", "kitten": "kitten", "horse": "horse",
}  # fmt: skip
"""Whom one has, where "my …" says that one has them; parents one has anyway."""

_GONE: Final = re.compile(
    r"\b(?:died|dies|dead|death|passed away|passed on|funeral|late|grave|ex|broke up|break up|"
    r"breakup|split up|divorced?|divorcing|separat\w+|left me|dumped|lost my|used to|deceased|"
    r"former|widow\w*|estranged|put down|put to sleep|miss(?:ing)? (?:him|her|my))\b",
    re.IGNORECASE,
)
"""What makes it unsure whether they are still there."""

_ORDINALS: Final = frozenset({"first", "second", "third", "last", "own", "new", "birthday"})
_PLURALS: Final = frozenset({"sons", "daughters", "sisters", "brothers", "children",
                             "grandchildren", "dogs", "cats"})  # fmt: skip


def _read_kin(facts: Facts) -> None:
    """Add whom the user has: "my husband cooked" says that there is one."""
    parse = facts.parse
    if _GONE.search(parse.text):
        return
    done: set[str] = {one.text.split()[-1].rstrip(".") for one in facts.found.values()
                      if one.rule in {"fact:near", "fact:has"}}  # fmt: skip
    done |= {one.text.split()[4] for one in facts.found.values() if one.rule == "fact:pet"}
    for word in parse.words:
        who = _HAVE.get(word.lower)
        poss = parse.kid(word, "poss")
        if who is None or poss is None or facts.draft.quoted[word.i] or who.rstrip("s") in done:
            continue
        following = parse.words[word.i + 1].lower if word.i + 1 < len(parse.words) else ""
        before = parse.words[word.i - 1].lower
        after = parse.words[word.i + 1] if word.i + 1 < len(parse.words) else word
        is_owner = after.tag.startswith(("NN", "JJ")) or after.lower in _ORDINALS
        if who in _PLURALS and (
            word.dep in {"compound", "poss", "nmod"}
            or (is_owner and after.sentence == word.sentence)
        ):  # "my daughters first birthday" has lost its apostrophe
            continue
        between = [kid.lower for kid in parse.kids(word, "amod", "compound")]
        ours = poss.lower == "our" and who in {"children", "dog", "cat", "dogs", "cats", "son",
                                               "daughter", "sons", "daughters"}  # fmt: skip
        if not (poss.lower == "my" or ours) or following in {"-", "in"} or before == "-":
            continue
        is_other = word.dep == "compound" or following.endswith("friend")
        if any(part in {"future", "imaginary", "grand", "step", "god", "first", "spirit", "work"}
               for part in between) or is_other:  # fmt: skip
            continue
        done.add(who.rstrip("s"))
        animal = who.rstrip("s") in _SPECIES
        text = who if who in _PLURALS else f"a {who}"
        if poss.sentence != word.sentence or is_question(parse, word):
            continue
        partners = {"husband", "wife", "fiancé", "fiancée", "boyfriend", "girlfriend", "partner"}
        facts.add(
            f"the user has {text}", (poss.i, word.i), "kin",
            category=Category.HOME if animal else Category.FAMILY,
            importance=0.7 if who in partners or not animal else 0.6, significance=0.4,
            confidence=0.8, slot=f"the user|has|{who}", may_correct=False,
        )  # fmt: skip


def _says_role(facts: Facts, first: int, last: int, role: str) -> bool:
    """Whether "my" and the role stand with the name: "my sister Nora", "Nora, my sister"."""
    words = facts.parse.words
    near = [word.lower for word in words[max(0, first - 3) : last + 5]]
    core = role.split("-", maxsplit=1)[0].rsplit(maxsplit=1)[-1]
    return any(word in {"my", "our"} for word in near) and core in near


def _read_lost_pets(facts: Facts) -> None:
    """Add that an animal of the user's died: "My cat died yesterday"."""
    parse = facts.parse
    for verb in parse.words:
        away = any(kid.lower == "away" for kid in parse.kids(verb))
        if verb.lower != "died" and not (verb.lower == "passed" and away):
            continue
        pet = parse.kid(verb, "nsubj")
        poss = None if pet is None else parse.kid(pet, "poss")
        if pet is None or poss is None or facts.draft.quoted[verb.i]:
            continue
        names = [word for word in parse.kids(pet, "compound", "amod") if word.lower in _SPECIES]
        if pet.lower not in _SPECIES and not (names and pet.tag == "NNP"):
            continue
        name = parse.kid(pet, "appos")
        is_named = name is not None and name.i == pet.i + 1 and name.tag == "NNP"
        after = f" {name.text}" if name is not None and is_named else ""
        who = f"{names[0].lower} {pet.text}" if names else pet.lower + after
        is_so = stance_of(parse, verb).polarity is Polarity.ASSERTED
        if poss.lower not in {"my", "our"} or not is_so or parse.kid(verb, "mark", "advmod"):
            continue
        day = facts.words.date_in(*bounds_of(facts, verb))
        when = f" {day_words(day)}" if day is not None and day.last_on <= facts.said_on else ""
        facts.add(
            f"the user's {who} died{when}", (poss.i, verb.i), "death", kind=MemoryKind.MILESTONE,
            category=Category.HOME, importance=0.75, significance=0.8,
            slot=f"the user's {who}|died",
            valid=(day.first_on, day.last_on) if day is not None and when else None,
        )  # fmt: skip


def _read_pets(facts: Facts) -> None:
    parse = facts.parse
    if _GONE.search(parse.text):
        return
    for word in parse.words:
        holder = parse.head(word) if word.dep == "compound" else word
        poss = parse.kid(holder, "poss")
        is_mine = poss is not None and poss.lower in {"my", "our"}
        following = parse.words[word.i + 1] if word.i + 1 < len(parse.words) else None
        if not is_mine or word.lower not in _SPECIES or following is None:
            continue
        if following.lower in {"named", "called"} and word.i + 2 < len(parse.words):
            following = parse.words[word.i + 2]
        is_name = (
            following.tag == "NNP" and following.text[:1].isupper() and following.text.isalpha()
        )
        if not is_name or following.sentence != word.sentence or facts.draft.quoted[word.i]:
            continue
        facts.add(f"the user has a {word.lower} named {following.text}",
                  (poss.i if poss is not None else word.i, following.i), "pet",
                  category=Category.HOME, importance=0.65, significance=0.3,
                  slot=f"the user|has|{word.lower} {following.text}",
                  may_correct=False)  # fmt: skip
