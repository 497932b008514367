"""What stands in a slot of a verb: its object, what a preposition leads to, a complement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from graph_aria.adapters.language.parse import Parse, Word

_JOBS: Final = frozenset(
    {
        "job",
        "position",
        "role",
        "work",
        "internship",
        "post",
        "career",
        "contract",
        "shift",
        "gig",
        "apprenticeship",
    }
)
_CONSUMING: Final = frozenset({"drink", "eat", "use", "take", "buy", "watch", "play", "have"})
_SERVING: Final = frozenset({"have", "eat", "make", "cook", "order", "prepare", "get"})
_ENDING: Final = frozenset({"quit", "leave", "drop", "stop"})


def filler_of(parse: Parse, verb: Word, slot: str) -> Word | None:
    """What stands in a slot of a verb, None if nothing does.

    Args:
        parse: the entry.
        verb: the verb.
        slot: "dobj", "dative", "xcomp", "advcl", "how" ("learned how to"), a preposition, or
            "middle:preposition" such as "job:at".
    """
    if slot == "dobj":
        own = parse.kid(verb, "dobj", "attr") or _relativised(parse, verb)
        return own if verb.lemma != "be" else None
    if slot in {"dative", "how", "xcomp", "advcl"}:
        return _complement(parse, verb, slot)
    if ":" in slot:
        return _behind(parse, verb, *slot.split(":"))
    found = object_of(parse, verb, slot)
    done = parse.kid(verb, "dobj")
    if found is None and slot == "for" and done is not None and verb.lemma in _SERVING:
        return object_of(parse, done, slot)  # "had pizza for dinner"
    if found is None and slot in {"at", "for", "from"} and verb.lemma in _ENDING:
        job = parse.kid(verb, "dobj")
        if job is not None and job.lower in _JOBS:
            return object_of(parse, job, slot)
    return found


def _complement(parse: Parse, verb: Word, slot: str) -> Word | None:
    if slot == "dative":
        return parse.kid(verb, "dative")
    if slot == "how":
        return _learnt(parse, verb)
    later = (kid for kid in parse.kids(verb, slot) if kid.i > verb.i)
    filler = next((kid for kid in later if kid.tag in {"VBG", "NN", "NNP"}), None)
    if filler is not None and filler.lemma in _CONSUMING:
        return parse.kid(filler, "dobj") or filler  # "stopped drinking alcohol"
    return filler


def _relativised(parse: Parse, verb: Word) -> Word | None:
    """The noun that a relative clause without a pronoun has for its object: "the work I do"."""
    if verb.dep != "relcl" or parse.kid(verb, "nsubj") is None:
        return None
    noun = parse.head(verb)
    gap = parse.kid(verb, "prep", "ccomp", "xcomp", "acomp", "neg")
    subject = parse.kid(verb, "nsubj")
    is_gap = gap is None and subject is not None and subject.tag not in {"WDT", "WP"}
    return noun if noun.tag.startswith("NN") and is_gap else None


def _behind(parse: Parse, verb: Word, middle: str, preposition: str) -> Word | None:
    """What stands behind a word of the verb and a preposition: "got a job at", "stay away from"."""
    jobs = _JOBS if middle == "job" else frozenset({middle})
    inner = next((kid for kid in parse.kids(verb) if kid.lower in jobs), None)
    if inner is None:
        return None
    found = object_of(parse, inner, preposition)
    return found or object_of(parse, verb, preposition)


def object_of(parse: Parse, word: Word, preposition: str) -> Word | None:
    """What a preposition below a word leads to, None if there is none."""
    for kid in parse.kids(word, "prep", "agent", "prt", "advmod"):
        if kid.lower == preposition:
            found = parse.kid(kid, "pobj", "pcomp")
            return found or (parse.head(word) if _is_stranded(parse, word, kid) else None)
        inner = parse.kid(kid, "prep")
        if inner is not None and inner.lower == preposition:
            return parse.kid(inner, "pobj", "pcomp")
    return None


def _is_stranded(parse: Parse, verb: Word, preposition: Word) -> bool:
    """Whether a preposition leads back to what its clause is about: "the firm I work for"."""
    if verb.dep != "relcl" or not parse.head(verb).tag.startswith("NN"):
        return False
    return not parse.kids(preposition) and parse.kid(verb, "nsubj") is not None


def _learnt(parse: Parse, verb: Word) -> Word | None:
    """What one learns to make or do: "learned how to make baklava"."""
    for kid in parse.kids(verb, "xcomp", "ccomp"):
        if kid.tag == "VB" and any(one.lower == "to" for one in parse.kids(kid, "aux")):
            return parse.kid(kid, "dobj") or kid
    return None
