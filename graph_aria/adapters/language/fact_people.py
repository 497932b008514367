"""Who somebody is, where they live and work, what they have: the user and those near."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_words import KIN, base_of, day_words
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import is_question
from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.reading import USER, Polarity
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

_TRAITS: Final = {
    word: (name, Category(category), importance)
    for name, category, importance in (
        ("facts.traits_health", "health", 0.8),
        ("facts.traits_diet", "identity", 0.8),
        ("facts.traits_family", "family", 0.8),
        ("facts.traits_work", "work", 0.8),
        ("facts.traits_belief", "beliefs", 0.7),
        ("facts.traits_self", "identity", 0.8),
    )
    for word in word_set(name)
}
_OCCUPATIONS: Final = word_set("facts.occupations")
_STANDINGS: Final = word_set("facts.standings")
_SPECIES: Final = word_set("facts.species")
_CHRONIC: Final = word_set("facts.chronic")
_BEREAVED: Final = word_set("facts.bereaved")
_BAD: Final = frozenset({"bad", "terrible", "good", "great", "awful", "horrible", "better", "lousy",
                         "big", "huge", "real", "total", "complete", "lucky", "proud", "happy",
                         "fake", "wonderful", "nice", "decent", "perfect", "different"})  # fmt: skip
_ROLES: Final = {
    Predicate.SIBLING_OF: Category.FAMILY,
    Predicate.PARENT_OF: Category.FAMILY,
    Predicate.CHILD_OF: Category.FAMILY,
    Predicate.PARTNER_OF: Category.FAMILY,
    Predicate.RELATIVE_OF: Category.FAMILY,
    Predicate.FRIEND_OF: Category.FRIENDS,
    Predicate.COLLEAGUE_OF: Category.WORK,
}
_PLACES: Final = frozenset({Kind.PLACE})
_BODIES: Final = frozenset({Kind.ORGANIZATION, Kind.PLACE})
_LIGHT: Final = frozenset({"a", "an", "two", "three", "four", "five", "six", "seven", "one", "no",
                           "2", "3", "4", "5", "6", "any", "both", "another"})  # fmt: skip
_IMPORTANT: Final = 0.8
_AGES: Final = range(10, 111)
_WORKPLACES: Final = word_set("facts.workplaces")


def read_people(facts: Facts, clause: Clause) -> None:
    """Add what a clause says of who somebody is."""
    verb = clause.verb
    lemma = base_of(verb)
    if lemma == "be":
        _read_being(facts, clause)
    elif lemma == "have" and not clause.is_we:
        _read_having(facts, clause)
    elif lemma in {"live", "reside"}:
        _read_home(facts, clause)
    elif lemma == "work":
        _read_work(facts, clause)
    elif lemma in {"study", "major"}:
        _read_study(facts, clause)
    elif lemma in {"grow", "bear", "raise", "come"}:
        _read_origin(facts, clause)
    elif lemma in {"die", "pass", "lose"}:
        _read_death(facts, clause)
    elif lemma in {"diagnose", "suffer"}:
        _read_illness(facts, clause)


def _slot(clause: Clause, *parts: str) -> str:
    return "|".join((clause.who, *parts))


def _share(clause: Clause, mine: float) -> float:
    """What is of others matters a little less."""
    return mine if clause.holder == USER else max(0.5, mine - 0.15)


def _category(clause: Clause, mine: Category) -> Category:
    if clause.holder == USER:
        return mine
    return Category.FRIENDS if " friend" in clause.who else Category.FAMILY


def _is_or_not(clause: Clause) -> str:
    return "is not" if clause.negated else "is"


def _yes(clause: Clause) -> str:
    return "no" if clause.negated or clause.over else "yes"


def _read_being(facts: Facts, clause: Clause) -> None:
    parse, verb = facts.parse, clause.verb
    if clause.is_we or not clause.is_present or clause.over or verb.tag == "VBG":
        return
    acomp, attr = parse.kid(verb, "acomp"), parse.kid(verb, "attr")
    if acomp is not None and acomp.lower in _TRAITS:
        _read_trait(facts, clause, acomp)
    elif attr is not None and attr.lower in _TRAITS and not parse.kids(attr):
        _read_trait(facts, clause, attr)
    elif attr is not None and attr.tag in {"NN", "NNP"}:
        _read_role(facts, clause, attr)
    _read_age(facts, clause, attr or acomp)
    prep = parse.kid(verb, "prep")
    place = None if prep is None or prep.lower != "from" else parse.kid(prep, "pobj")
    if place is not None and _is_a(facts, place, _PLACES) and acomp is None and attr is None:
        told = facts.words.phrase(place)
        if told is not None:
            facts.add(f"{clause.who} {_is_or_not(clause)} from {told.text}",
                      (clause.first, told.last), "from", category=_category(clause, Category.IDENTITY),
                      importance=_share(clause, 0.8), slot=_slot(clause, "from", told.text),
                      value=_yes(clause))  # fmt: skip


def _read_trait(facts: Facts, clause: Clause, trait: Word) -> None:
    name, category, importance = _TRAITS[trait.lower]
    parse = facts.parse
    if any(kid.lower in {"too", "almost", "half", "pretty", "newly"} for kid in parse.kids(trait)):
        return
    text, last, key = trait.lower, trait.i, trait.lower
    if category is Category.BELIEFS:
        text = key = trait.lower.capitalize() if trait.text[:1].isupper() else trait.lower
    prep = parse.kid(trait, "prep") or parse.kid(clause.verb, "prep")
    if prep is not None and prep.lower in {"to", "of"}:
        told = facts.words.phrase(prep)
        if told is None:
            return
        text, last, key = f"{text} {told.text}", told.last, f"{key} {told.text}"
    elif trait.lower in {"allergic", "intolerant", "engaged"} and prep is not None:
        return
    elif trait.lower == "allergic":
        return
    superlative = prep is not None and any(
        word.tag in {"RBS", "JJS"} for word in parse.words[prep.i : last + 1]
    )
    if superlative:
        return
    facts.add(
        f"{clause.who} {_is_or_not(clause)} {text}", (clause.first, last), "trait",
        category=_category(clause, category), importance=_share(clause, importance),
        significance=0.2, reason=facts.reason(clause), slot=_slot(clause, "is", key),
        value=_yes(clause),
    )  # fmt: skip
    del name


def _read_age(facts: Facts, clause: Clause, said: Word | None) -> None:
    """Read "I'm 73", "I am 73 years old": so old on that day."""
    parse = facts.parse
    years = None if said is None or said.lower != "old" else parse.kid(said, "npadvmod")
    number = said if years is None else parse.kid(years, "nummod")
    if said is None or number is None or clause.holder != USER or clause.negated:
        return
    if number.tag != "CD" or not number.lower.isdigit() or parse.kids(number):
        return
    if (said.lower == "old") is (years is None) or int(number.lower) not in _AGES:
        return
    if years is not None and years.lower != "years":
        return
    month = f"{facts.said_on:%B} {facts.said_on.year}"
    facts.add(f"the user was {number.lower} years old in {month}", (clause.first, said.i), "age",
              category=Category.IDENTITY, importance=0.8)  # fmt: skip


def _read_role(facts: Facts, clause: Clause, attr: Word) -> None:
    parse = facts.parse
    det = parse.kid(attr, "det")
    lower = attr.lower
    is_known = lower in _OCCUPATIONS or lower in _STANDINGS
    if not is_known or det is None or det.lower not in {"a", "an"}:
        return
    if any(kid.lower in _BAD or kid.dep == "relcl" or kid.tag in {"JJR", "JJS"}
           for kid in parse.kids(attr)):  # fmt: skip
        return
    told = facts.words.phrase(attr, limit=9)
    if told is None:
        return
    category = Category.WORK if lower in _OCCUPATIONS else Category.IDENTITY
    category = Category.STUDY if lower in {"student", "undergraduate", "postgraduate"} else category
    facts.add(
        f"{clause.who} {_is_or_not(clause)} {told.text}", (clause.first, told.last), "role",
        category=_category(clause, category), importance=_share(clause, 0.85),
        slot=_slot(clause, "is", lower), value=_yes(clause),
    )  # fmt: skip


def _read_having(facts: Facts, clause: Clause) -> None:
    parse, verb = facts.parse, clause.verb
    has = clause.verb.lemma == "have" and clause.is_present
    had = clause.verb.lemma == "have" and verb.tag == "VBD" and clause.holder == USER
    thing = parse.kid(verb, "dobj")
    if (
        thing is None
        or not (has or had)
        or parse.kid(verb, "aux") is not None
        and not clause.negated
    ):
        return
    beside = [
        kid for kid in parse.kids(verb, "xcomp", "ccomp", "advcl", "npadvmod") if kid.i > verb.i
    ]
    if beside and clause.reason is None:
        return
    if thing.lemma in _CHRONIC or thing.lower in _CHRONIC:
        _read_condition(facts, clause, thing, was=had)
        return
    is_kin = thing.lemma in KIN or thing.lower in KIN
    if not has or not (is_kin or thing.lemma in _SPECIES) or thing.tag not in {"NN", "NNS"}:
        return
    parts = [kid for kid in parse.kids(thing) if kid.dep in {"det", "nummod"}]
    if not clause.negated and not any(kid.lower in _LIGHT for kid in parts):
        return
    relative = [kid for kid in parse.kids(thing, "relcl", "neg", "appos") if kid.i > thing.i]
    told = facts.words.phrase(thing, without=relative, limit=8)
    if told is None:
        return
    text = told.text.removeprefix("any ") if clause.negated else told.text
    category = Category.FAMILY if is_kin else Category.HOME
    facts.add(
        f"{clause.who} {_has(clause)} {text}", (clause.first, told.last), "has",
        category=_category(clause, category), importance=_share(clause, 0.75), significance=0.3,
        slot=_slot(clause, "has", _bare(text)),
        value="no" if text.startswith("no ") else _yes(clause),
        may_correct=clause.holder == USER,
    )  # fmt: skip
    _read_not_me(facts, clause, text, told.last)


def _has(clause: Clause) -> str:
    return "does not have" if clause.negated else "has"


def _bare(text: str) -> str:
    """A phrase without its article, for a slot that denial and statement share."""
    first, _, rest = text.partition(" ")
    return rest if first.lower() in {"a", "an", "any", "no", "the"} and rest else text


def _read_not_me(facts: Facts, clause: Clause, text: str, last: int) -> None:
    """Add that the user has not what another has, where that is what was wrong."""
    parse = facts.parse
    _, end = parse.sentences[clause.verb.sentence]
    tail = [word.lower for word in parse.words[clause.verb.i : end]]
    at = next((i for i, pair in enumerate(zip(tail, tail[1:], strict=False))
               if pair[0] == "not" and pair[1] in {"me", "i"}), None)  # fmt: skip
    if clause.holder == USER or at is None:
        return
    facts.add(
        f"The user does not have {text}", (clause.first, max(last, clause.verb.i + at + 1)),
        "not_me", category=Category.FAMILY, importance=0.75,
        slot="|".join(("the user", "has", _bare(text))), value="no",
    )  # fmt: skip


def _read_condition(facts: Facts, clause: Clause, thing: Word, *, was: bool) -> None:
    parse = facts.parse
    said = [kid for kid in parse.kids(thing) if kid.dep in {"amod", "det", "compound", "poss"}]
    if any(kid.lower in {"my", "the", "this", "that", "some", "such"} for kid in said):
        return
    told = facts.words.phrase(thing, limit=7)
    if told is None or told.text.split()[0] in {"so", "more", "less", "much", "most"}:
        return
    text = told.text
    if was:
        prep = next((kid for kid in parse.kids(clause.verb, "prep")
                     if kid.lower in {"in", "as"} and kid.i > thing.i), None)  # fmt: skip
        when = None if prep is None else facts.words.phrase(prep, limit=5)
        if when is None:
            return
        facts.add(f"{clause.who} had {text} {when.text}", (clause.first, when.last), "had",
                  category=Category.HEALTH, importance=0.6, significance=0.3)  # fmt: skip
        return
    if thing.lower in {"anxiety", "depression", "insomnia"} and parse.kid(clause.verb, "prep"):
        return
    facts.add(
        f"{clause.who} {_has(clause)} {text}", (clause.first, told.last), "condition",
        category=_category(clause, Category.HEALTH), importance=_share(clause, 0.8),
        significance=0.4, slot=_slot(clause, "has", _bare(text)), value=_yes(clause),
    )  # fmt: skip


def _pobjs(facts: Facts, verb: Word, *preps: str) -> Iterable[tuple[Word, Word]]:
    parse = facts.parse
    for prep in parse.kids(verb, "prep"):
        inner = parse.kid(prep, "pobj")
        if prep.lower in preps and inner is not None:
            yield prep, inner


def _is_a(facts: Facts, word: Word, kinds: frozenset[Kind]) -> bool:
    index = facts.draft.mention_of(word)
    return index is not None and facts.draft.found[index].kind in kinds


def _read_home(facts: Facts, clause: Clause) -> None:
    for prep, place in _pobjs(facts, clause.verb, "in", "near", "outside"):
        told = facts.words.phrase(
            place, without=facts.parse.kids(place, "appos", "neg", "conj", "cc")
        )
        is_place = _is_a(facts, place, _PLACES) and place.tag.startswith("NNP")
        if told is None or not is_place:
            continue
        used = facts.parse.head(clause.verb).lemma == "use"
        if (clause.verb.tag == "VBD" or used) and not clause.negated:
            facts.add(f"{clause.who} used to live {prep.lower} {told.text}",
                      (clause.first, told.last), "lived", category=_category(clause, Category.HOME),
                      importance=_share(clause, 0.6))  # fmt: skip
            continue
        if clause.verb.tag not in {"VBP", "VBZ", "VBN"} and not clause.negated:
            continue
        gone = clause.negated or clause.over
        functional = prep.lower == "in" and not gone
        slot = _slot(clause, "lives in") if functional else _slot(clause, "lives", told.text)
        facts.add(
            f"{clause.who} {_no_longer(clause, 'live')} {prep.lower} {told.text}",
            (clause.first, told.last), "home", category=_category(clause, Category.HOME),
            importance=_share(clause, _IMPORTANT), slot=slot,
            value=told.text if functional else _yes(clause),
        )  # fmt: skip
        return


def _no_longer(clause: Clause, verb: str) -> str:
    """ "lives", "does not live" or "no longer lives"."""
    if clause.over:
        return f"no longer {verb}s"
    return f"does not {verb}" if clause.negated else f"{verb}s"


def _read_work(facts: Facts, clause: Clause) -> None:
    parse = facts.parse
    helpers = parse.kids(clause.verb, "aux")
    is_now = clause.is_present or (
        clause.verb.tag in {"VBG", "VBN"}
        and any(kid.lower in {"have", "has", "'ve", "am", "'m", "is", "'s"} for kid in helpers)
    )
    if not is_now or clause.negated:
        return
    for prep, what in _pobjs(facts, clause.verb, "at", "for", "as"):
        told = facts.words.phrase(what, limit=6)
        if told is None:
            continue
        is_job = prep.lower == "as" and what.lower in _OCCUPATIONS
        det = parse.kid(what, "det")
        is_sort = what.lower in _WORKPLACES and det is not None and det.lower in {"a", "an", "the"}
        is_body = prep.lower != "as" and (
            is_sort or (_is_a(facts, what, _BODIES) and what.tag.startswith("NNP"))
        )
        if not is_job and not is_body:
            continue
        value = "as " + what.lower if is_job else told.text
        facts.add(
            f"{clause.who} {_no_longer(clause, 'work')} {prep.lower} {told.text}",
            (clause.first, told.last), "work",
            category=_category(clause, Category.WORK), importance=_share(clause, _IMPORTANT),
            slot=_slot(clause, "works", value), value=_yes(clause),
        )  # fmt: skip
        return


def _read_study(facts: Facts, clause: Clause) -> None:
    if clause.verb.tag not in {"VBP", "VBZ", "VBG"} or clause.negated:
        return
    thing = facts.parse.kid(clause.verb, "dobj")
    places = [what for _, what in _pobjs(facts, clause.verb, "at")
              if _is_a(facts, what, _BODIES) and what.tag.startswith("NNP")]  # fmt: skip
    is_subject = thing is not None and thing.tag in {"NN", "NNS", "NNP"}
    is_subject = is_subject and thing is not None and facts.parse.kid(thing, "det", "poss") is None
    at = facts.words.phrase(places[0]) if places else None
    what = facts.words.phrase(thing, limit=4) if is_subject and thing is not None else None
    if at is None:
        return
    subject = f" {what.text}" if what is not None else ""
    facts.add(f"{clause.who} studies{subject} at {at.text}", (clause.first, at.last), "study",
              category=_category(clause, Category.STUDY), importance=_share(clause, _IMPORTANT),
              slot=_slot(clause, "studies at", at.text))  # fmt: skip


def _read_origin(facts: Facts, clause: Clause) -> None:
    verb = clause.verb
    parse = facts.parse
    lemma = base_of(verb)
    how = {"grow": "grew up", "bear": "was born", "raise": "was raised", "come": "comes"}
    if lemma == "grow" and not any(kid.lower == "up" for kid in parse.kids(verb)):
        return
    if lemma in {"bear", "raise"} and parse.kid(verb, "nsubjpass") is None:
        return
    if clause.negated or (lemma == "come" and not clause.is_present):
        return
    preps = ("from",) if lemma == "come" else ("in",)
    for prep, place in _pobjs(facts, verb, *preps):
        told = facts.words.phrase(place)
        if told is None or not _is_a(facts, place, _PLACES) or not place.tag.startswith("NNP"):
            continue
        facts.add(f"{clause.who} {how[lemma]} {prep.lower} {told.text}",
                  (clause.first, told.last), "origin", importance=_share(clause, _IMPORTANT),
                  category=_category(clause, Category.IDENTITY),
                  slot=_slot(clause, how[lemma]), value=told.text)  # fmt: skip
        return


def _read_death(facts: Facts, clause: Clause) -> None:
    parse, verb = facts.parse, clause.verb
    who, last = clause.who, verb.i
    if clause.negated or verb.tag not in {"VBD", "VBN"}:
        return
    if verb.lemma == "lose":
        lost = parse.kid(verb, "dobj")
        index = None if lost is None else facts.draft.mention_of(lost)
        if lost is None or index is None or clause.holder != USER or lost.lower not in _BEREAVED:
            return
        poss = parse.kid(lost, "poss")
        named = facts.words.person(index)
        if poss is None or poss.lower != "my" or named is None or lost.lower in {"dog", "cat"}:
            return
        who, last = named, lost.i
    elif verb.lemma == "pass":
        away = next((kid for kid in parse.kids(verb) if kid.lower == "away"), None)
        if away is None:
            return
        last = away.i
    if who == "the user":
        return
    day = facts.words.date_in(*_bounds(facts, verb))
    when = f" {day_words(day)}" if day is not None and day.last_on <= facts.said_on else ""
    facts.add(
        f"{who} died{when}", (clause.first, last), "death", kind=MemoryKind.EVENT,
        category=Category.FRIENDS if " friend" in who else Category.FAMILY, importance=0.85,
        significance=0.95, confidence=0.9, slot=f"{who}|died",
        valid=(day.first_on, day.last_on) if day is not None and when else None,
    )  # fmt: skip


def _bounds(facts: Facts, verb: Word) -> tuple[int, int]:
    begin, end = facts.parse.sentences[verb.sentence]
    return begin, end - 1


def _read_illness(facts: Facts, clause: Clause) -> None:
    verb = clause.verb
    is_told = verb.lemma == "diagnose" and facts.parse.kid(verb, "auxpass") is not None
    is_lasting = verb.lemma == "suffer" and clause.is_present
    if clause.negated or not (is_told or is_lasting):
        return
    for prep, what in _pobjs(facts, verb, "with", "from"):
        told = facts.words.phrase(what, limit=6)
        known = (
            what.lemma in _CHRONIC
            or what.lower in _CHRONIC
            or _is_a(facts, what, frozenset({Kind.CONDITION}))
        )
        if told is None or not (is_told or known):
            continue
        day = facts.words.date_in(*_bounds(facts, verb)) if is_told else None
        when = f" {day_words(day)}" if day is not None and day.last_on <= facts.said_on else ""
        says = "was diagnosed with" if is_told else "suffers from"
        text = f"{clause.who} {says} {told.text}"
        facts.add(
            text if when and when in text else text + when, (clause.first, told.last),
            "illness", category=_category(clause, Category.HEALTH),
            importance=_share(clause, 0.85), significance=0.8,
            slot=_slot(clause, prep.lower, told.text),
        )  # fmt: skip
        return


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
        is_plain = role.endswith("s") and role not in {"boss"}
        shown = draft.parse.words[mention.first : mention.last + 1]
        spelled = " ".join(word.text for word in shown)
        if not is_named or is_plain or name.split()[0] not in spelled or role == "ex":
            continue
        if not _says_role(facts, mention.first, mention.last, role):
            continue
        facts.add(f"{name} is the user's {role}", (mention.first, mention.last), "near",
                  category=_ROLES[fact.predicate], importance=0.6, significance=0.2,
                  slot=f"{name}|is|{role}")  # fmt: skip
    _read_pets(facts)
    _read_kin(facts)


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
        if who in _PLURALS and (word.dep in {"compound", "poss", "nmod"} or (
            after.tag.startswith(("NN", "JJ")) and after.sentence == word.sentence
        )):  # "my daughters first birthday" has lost its apostrophe
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
            confidence=0.8, slot=f"the user|has|{who}",
        )  # fmt: skip


def _says_role(facts: Facts, first: int, last: int, role: str) -> bool:
    """Whether "my" and the role stand with the name: "my sister Nora", "Nora, my sister"."""
    words = facts.parse.words
    near = [word.lower for word in words[max(0, first - 3) : last + 5]]
    core = role.split("-")[0].split()[-1]
    return any(word in {"my", "our"} for word in near) and core in near


def _read_pets(facts: Facts) -> None:
    parse = facts.parse
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
                  slot=f"the user|has|{word.lower} {following.text}")  # fmt: skip
