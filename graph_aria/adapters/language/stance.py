"""How a clause stands to the truth: denied, supposed, asked, reported, past, over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.draft import Stance
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.reading import Polarity, Tense

if TYPE_CHECKING:
    from graph_aria.adapters.language.parse import Parse, Word

FIRST_PERSON: Final = word_set("stance.first_person")
MY: Final = frozenset({"my", "our"})
"""What makes somebody or something the user's own."""

SAYING: Final = word_set("stance.saying")
_NOT: Final = frozenset({"not", "n't", "never", "no", "nor", "neither", "hardly", "barely", "nt"})
_MAYBE: Final = frozenset({"maybe", "perhaps", "possibly", "probably", "hopefully"})
_SUPPOSING: Final = frozenset({"would", "could", "might", "may", "should", "'d"})
_IF: Final = frozenset({"if", "unless", "whether", "wish"})
_WISHING: Final = word_set("stance.wishing")
_FINITE: Final = frozenset({"VBD", "VBZ", "VBP"})
_LONGEST_CHAIN: Final = 6
_BIDDING: Final = word_set("stance.bidding")
_GIVEN: Final = frozenset({"because", "since", "as", "after", "although", "though", "while"})
"""Words before clauses that are so, whatever the main clause supposes."""

_IMAGINING: Final = frozenset(
    {"wish", "hope", "dream", "wonder", "want", "suppose", "imagine", "pretend"}
)
_NEARLY: Final = frozenset({"almost", "nearly"})
_UNDONE: Final = frozenset({"fail", "refuse", "forget", "decline", "neglect"})
"""Verbs that say of what hangs on them that it was not done."""

_STOPPING: Final = word_set("stance.stopping")
_PASSING: Final = word_set("stance.passing")
_CLAUSE_LINKS: Final = word_set("stance.clause_links")


def stance_of(parse: Parse, verb: Word) -> Stance:
    """Read polarity, tense and end of the clause around a verb (or a noun without one).

    Negation outweighs supposition, which outweighs a question, which outweighs report.
    """
    chain = _chain(parse, verb)
    denied = _is_denied(parse, chain)
    supposed = _is_supposed(parse, chain) or _is_dreamt(parse, verb)
    polarity = Polarity.ASSERTED
    if _is_reported(parse, chain):
        polarity = Polarity.REPORTED
    if is_question(parse, verb):
        polarity = Polarity.ASKED
    if supposed:
        polarity = Polarity.HYPOTHETICAL
    if denied:
        polarity = Polarity.NEGATED
    tense = _tense(parse, verb)
    if polarity is Polarity.HYPOTHETICAL and tense is Tense.PAST:
        tense = Tense.PRESENT  # "if I skipped" speaks of no past
    ended = _is_over(parse, chain)
    if ended and polarity is Polarity.NEGATED:
        polarity = Polarity.ASSERTED  # "no longer" says that it was, and that it ended
    return Stance(polarity, tense, ended)


def is_question(parse: Parse, word: Word) -> bool:
    """Whether the sentence of a word ends in a question mark."""
    begin, end = parse.sentences[word.sentence]
    return any("?" in other.text for other in parse.words[max(begin, end - 3) : end])


def _chain(parse: Parse, verb: Word) -> list[Word]:
    """The word and the verbs that it hangs on, innermost first, at most six."""
    chain = [verb]
    while len(chain) < _LONGEST_CHAIN and verb.head != verb.i and verb.dep in _CLAUSE_LINKS:
        verb = parse.words[verb.head]
        chain.append(verb)
    return chain


def _is_denied(parse: Parse, chain: list[Word]) -> bool:
    for at, verb in enumerate(chain):
        if at and not _passes_on(parse, chain[at - 1], verb):
            return False
        if any(_denies(parse, kid) for kid in parse.kids(verb)):
            return not (at and chain[at - 1].tag == "VBG" and _stops(parse, verb))
        if at and (verb.lower == "without" or _was_left_undone(chain[at - 1], verb)):
            return True
    return False


def _was_left_undone(link: Word, verb: Word) -> bool:
    return link.dep == "xcomp" and link.tag == "VB" and verb.lemma in _UNDONE


def _is_dreamt(parse: Parse, verb: Word) -> bool:
    """Whether a sentence tells a dream: "in the dream I was ill", "I dreamt that we moved"."""
    return any(
        (word.lemma == "dream" and word.tag in {"VBD", "VBN"} and word.i < verb.i)
        or (word.lemma in {"dream", "nightmare"} and parse.head(word).lower == "in")
        for word in parse.sentence_words(verb)
    )


def _passes_on(parse: Parse, link: Word, verb: Word) -> bool:
    """Whether what is denied or ended above holds for the clause below, too."""
    if link.dep == "ccomp" and parse.kid(link, "nsubj", "nsubjpass") is not None:
        return verb.lemma in {"think", "believe"}  # "I don't think yoga helps"
    return link.dep in _PASSING


def _denies(parse: Parse, kid: Word) -> bool:
    if kid.lower not in _NOT or kid.dep not in {"neg", "det", "advmod", "preconj"}:
        return False
    if kid.lower == "no":
        return kid.dep != "advmod"
    following = parse.words[kid.i + 1].lower if kid.i + 1 < len(parse.words) else ""
    return following not in {"only", "just"}


def _is_supposed(parse: Parse, chain: list[Word]) -> bool:
    for at, verb in enumerate(chain):
        link = chain[at - 1] if at else None
        if link is not None and _is_own_clause(parse, link, verb):
            break
        if link is not None and _wishes(parse, link, verb):
            return True
        if any(_supposes(parse, verb, kid) for kid in parse.kids(verb)):
            return True
    return False


def _is_own_clause(parse: Parse, link: Word, verb: Word) -> bool:
    """Whether a clause is one of its own, so that what is above says nothing of it."""
    if link.dep == "advcl":
        return any(mark.lower in _GIVEN for mark in parse.kids(link, "mark"))
    if link.dep != "conj" or not verb.tag.startswith("V"):
        return False
    return parse.kid(link, "nsubj") is not None


def _wishes(parse: Parse, link: Word, verb: Word) -> bool:
    """Whether a verb only wishes or bids what the clause below says: "told me to stop"."""
    if verb.lemma in _BIDDING and parse.told_to(link) is not None:
        return True
    if verb.lemma not in _WISHING or link.dep not in {"xcomp", "ccomp"}:
        return False
    return link.tag == "VB" or (link.dep == "ccomp" and verb.lemma in _IMAGINING)


def _supposes(parse: Parse, verb: Word, kid: Word) -> bool:
    match kid.dep:
        case "mark":
            return kid.lower in _IF
        case "aux":
            return kid.lower in _SUPPOSING and not _had(parse, verb, kid)
        case "advmod":
            return kid.lower in _MAYBE or (kid.lower in _NEARLY and verb.tag.startswith("V"))
        case "advcl":
            marks = parse.kids(kid, "mark")
            return any(
                mark.lower in {"if", "unless"} and parse.words[mark.i - 1].lower != "even"
                for mark in marks
            )
        case _:
            return False


def _had(parse: Parse, verb: Word, aux: Word) -> bool:
    """Whether "could" tells of an ability in the past, or "'d" stands for "had"."""
    if aux.lower == "'d":
        return verb.tag == "VBN" and not any(kid.lower == "have" for kid in parse.kids(verb))
    return aux.lower == "could" and verb.lemma in {"feel", "see", "hear", "sleep", "tell"}


def _is_reported(parse: Parse, chain: list[Word]) -> bool:
    """Whether somebody other than the user is the one who says so."""
    for at, verb in enumerate(chain):
        if not at or chain[at - 1].dep != "ccomp" or verb.lemma not in SAYING:
            continue
        sayer = parse.subject(verb)
        if sayer is not None and sayer.lower not in FIRST_PERSON:
            return True
    # "…, she said" may hang below the clause instead of above it.
    for kid in parse.kids(chain[-1], "parataxis", "ccomp"):
        if kid.lemma in SAYING and kid.i > chain[-1].i:
            sayer = parse.kid(kid, "nsubj")
            if sayer is not None and sayer.lower not in FIRST_PERSON:
                return True
    return False


def _tense(parse: Parse, verb: Word) -> Tense:
    chain = _chain(parse, verb)
    for at, word in enumerate(chain[:3]):
        kids = parse.kids(word, "aux", "auxpass")
        goes = word.lemma == "go" and word.tag == "VBG" and at > 0 and chain[at - 1].dep == "xcomp"
        if goes or any(kid.lemma in {"will", "shall"} for kid in kids):
            return Tense.FUTURE
        finite = next((kid for kid in kids if kid.tag in _FINITE), word)
        if finite.tag in {"VBZ", "VBP"} or (finite is not word and finite.lower == "'s"):
            return Tense.PRESENT  # the perfect, too, tells how things are now
        if finite.tag == "VBD" or (word.tag == "VBN" and word.dep == "ROOT" and not kids):
            return Tense.PAST
    return Tense.PRESENT


def _is_over(parse: Parse, chain: list[Word]) -> bool:
    for at, verb in enumerate(chain[:3]):
        if at:
            link = chain[at - 1]
            if verb.lemma == "use" and verb.tag in {"VBD", "VBN"} and link.dep == "xcomp":
                return True
            is_left = verb.lemma == "miss" or (
                _stops(parse, verb) and not any(_denies(parse, kid) for kid in parse.kids(verb))
            )  # of what never stops nothing is over
            if link.tag == "VBG" and is_left and not _is_of_another(parse, link, verb):
                return True
            if link.dep not in {"xcomp", "ccomp", "dobj"} or not _passes_on(parse, link, verb):
                break
        if any(kid.dep == "neg" for kid in parse.kids(verb)) and _says_any_more(parse, verb):
            return True
        for kid in parse.kids(verb, "advmod", "neg", "npadvmod", "prep"):
            following = parse.words[kid.i + 1].lower if kid.i + 1 < len(parse.words) else ""
            before = parse.words[kid.i - 1].lower if kid.i else ""
            if kid.lower == "longer" and before == "no":
                return True
            if kid.lower == "no" and following == "longer":
                return True
    return False


def _says_any_more(parse: Parse, verb: Word) -> bool:
    """Whether "any more" follows in the clause: "I don't like running anymore"."""
    end = parse.sentences[verb.sentence][1]
    for word in parse.words[verb.i + 1 : min(end, verb.i + 9)]:
        if word.lower in {",", "but", "and", ";"}:
            return False
        if word.lower == "anymore" or (
            word.lower == "more" and parse.words[word.i - 1].lower == "any"
        ):
            return True
    return False


def _stops(parse: Parse, verb: Word) -> bool:
    is_stopping = verb.lemma in _STOPPING and not _ends_up(parse, verb)
    return is_stopping or _gave_up(parse, verb)


def _is_of_another(parse: Parse, link: Word, verb: Word) -> bool:
    """Whether what ends is told of beside a clause: "I'm painting the shed, term ends soon"."""
    subject = parse.kid(verb, "nsubj", "nsubjpass")
    is_beside = link.dep == "ccomp" and link.i < verb.i
    return is_beside and subject is not None and subject.lower not in FIRST_PERSON


def _ends_up(parse: Parse, verb: Word) -> bool:
    """Whether "end up", "leave off" only says how it came: "ended up taking the bus"."""
    return verb.lemma == "end" and any(kid.lower == "up" for kid in parse.kids(verb))


def _gave_up(parse: Parse, verb: Word) -> bool:
    return verb.lemma == "give" and any(kid.lower == "up" for kid in parse.kids(verb))
