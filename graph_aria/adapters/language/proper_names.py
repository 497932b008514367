"""Places, organisations, projects and other things with a proper name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.draft import Found
from graph_aria.adapters.language.lexicon import KNOWN_LEMMAS, word_set
from graph_aria.adapters.language.naming import is_about_a_job, is_first_name, known_places
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

_KIND_OF_ENTITY: Final = {
    "GPE": Kind.PLACE,
    "LOC": Kind.PLACE,
    "FAC": Kind.PLACE,
    "ORG": Kind.ORGANIZATION,
    "EVENT": Kind.EVENT,
    "PRODUCT": Kind.THING,
    "WORK_OF_ART": Kind.THING,
}
_PROJECT_NOUNS: Final = word_set("proper_names.project_nouns")
_WORKING_ON: Final = frozenset({"on", "about", "from", "with", "without", "of", "around", "over"})
_ORG_ENDINGS: Final = word_set("proper_names.org_endings")
_PLACE_ENDINGS: Final = word_set("proper_names.place_endings")
_EMPLOYED: Final = word_set("proper_names.employed")
_JOB_NOUNS: Final = word_set("proper_names.job_nouns")
_TO_A_PLACE: Final = word_set("proper_names.to_a_place")
_PLACE_PREPOSITIONS: Final = frozenset({"in", "to", "from", "near", "around", "through", "into"})
_CALLING: Final = word_set("people.official_verbs")
_NOT_PROPER: Final = word_set("proper_names.not_proper")


def read_proper_names(draft: Draft) -> None:
    """Add what has a proper name and is no person: organisations, places, projects."""
    words = draft.parse.words
    i = 0
    while i < len(words):
        word = words[i]
        i += 1
        if draft.owner[word.i] != -1 or not _is_proper(draft.parse, word):
            continue
        first, last = _span(draft, word)
        kind, rule = _kind(draft, first, last)
        i = last + 1
        if kind is None:
            continue
        name = " ".join(draft.parse.text[words[first].start : words[last].end].split())
        if words[first].lower not in {"st", "st.", "saint"}:
            name = name.removesuffix("'s").removesuffix("'")
        if not any(char.isalpha() for char in name):
            continue
        also = _owned_too(draft, words[last]) if kind is Kind.THING else ()
        index = draft.add(Found(first, last, last, name, kind, rule), *also)
        for i in also:  # "the Atlas deadline" is Atlas, not one more deadline
            old = draft.owner[i]
            if old != index and draft.found[old].rule == "task:noun":
                draft.found[old].live = False
                draft.owner[i] = index
    _recall_lower_case(draft)


def _is_proper(parse: Parse, word: Word) -> bool:
    if word.lower in _NOT_PROPER or not word.text[:1].isupper():
        return False
    if word.text.isupper() and word.lower in KNOWN_LEMMAS:
        return False  # SHOUTED
    if word.ent in {"LANGUAGE", "NORP"}:
        return word.dep == "dobj" and parse.head(word).lemma in {
            "learn",
            "study",
            "practise",
            "practice",
            "teach",
        }
    if not word.text[:1].isalpha() or word.ent in {"DATE", "TIME", "CARDINAL", "NORP", "LANGUAGE"}:
        return False
    return word.tag in {"NNP", "NNPS"} or (
        word.ent in _KIND_OF_ENTITY
        and word.tag[:2] in {"NN", "JJ"}
        and word.i > parse.sentences[word.sentence][0]
    )


def _span(draft: Draft, word: Word) -> tuple[int, int]:
    """The words of the name that begins with a word."""
    words = draft.parse.words
    end = draft.parse.sentences[word.sentence][1]
    last = word.i
    while last + 1 < end and draft.owner[last + 1] == -1:
        following = words[last + 1]
        if following.text[:1].isupper() and following.tag in {"NNP", "NNPS", "CD"}:
            if (
                following.head != last
                and words[last].head != following.i
                and not (word.ent and following.ent == word.ent and not following.begins)
                and following.head != words[last].head
            ):
                break
            last += 1
        elif (
            following.lower == "'s"
            and words[word.i].lower in {"st", "st.", "saint"}
            and last > word.i
        ):
            return word.i, last + 1
        elif (
            following.lower in {"of", "the", "&", "de", "'s", "and"} and following.ent and following.ent == word.ent
            and not following.begins and last + 2 < end and words[last + 2].text[:1].isupper()
            and words[last + 2].ent == word.ent
        ):  # fmt: skip
            last += 2
        else:
            break
    return word.i, last


def _kind(draft: Draft, first: int, last: int) -> tuple[Kind | None, str]:
    """What a proper name names: by its own words, its frame, then by the model's label."""
    parse = draft.parse
    words = parse.words
    word = words[last]
    if word.ent in {"LANGUAGE", "NORP"}:
        return Kind.THING, "name:language"
    if words[first].lower in {"st", "st.", "saint"} and first < last:
        return Kind.PLACE, "name:saint"
    if word.lower in known_places() and not is_first_name(word.lower):
        return Kind.PLACE, "name:known"
    if words[last].lower.strip(".") in _ORG_ENDINGS and first < last:
        return Kind.ORGANIZATION, "name:ending"
    if words[last].lower in _PLACE_ENDINGS and first < last:
        return Kind.PLACE, "name:ending"
    framed = _kind_by_frame(parse, first, last)
    if framed is not None:
        return framed, "name:frame"
    label = _label(words, first, last)
    opens = first == parse.sentences[word.sentence][0]
    if label == "PERSON" and not opens:
        person = first < last or is_first_name(word.lower)
        return (Kind.PERSON if person else Kind.THING), "name:ner"
    if label == "PERSON" and _is_plain_word(draft, word):
        return None, ""
    if label == "PERSON" and word.dep in {"compound", "ROOT", "nsubj"}:
        return Kind.THING, "name:ner"
    if label in _KIND_OF_ENTITY:
        kind = _KIND_OF_ENTITY[label]
        if label == "GPE" and first == last and not _stands_as_place(parse, word):
            return None, ""
        if opens and kind is Kind.ORGANIZATION:
            # Small models call any capitalised word an organisation.
            kind = Kind.THING
            if word.dep == "compound" or _is_plain_word(draft, word):
                return None, ""
        return kind, f"ner:{label}"
    if (
        opens
        and word.tag == "NNP"
        and not _is_plain_word(draft, word)
        and _opens_a_note(parse, word)
    ):
        return Kind.THING, "name:note"
    if _calls_about_a_job(parse, word):
        return Kind.ORGANIZATION, "name:job"
    if (
        word.tag == "NNP"
        and not opens
        and word.dep in {"pobj", "dobj", "nsubj", "nsubjpass", "conj"}
    ):
        return Kind.THING, "name:noun"
    return None, ""


def _kind_by_frame(parse: Parse, first: int, last: int) -> Kind | None:
    """The kind that the words around a name tell: "job at X", "moved to X", "working on X"."""
    words = parse.words
    word = words[last]
    head = parse.head(word)
    if word.dep == "compound" and head.i > last and head.lower in _PROJECT_NOUNS:
        return Kind.THING
    before = words[first - 1] if first else None
    if before is not None and before.lower == "project":
        return Kind.THING
    if word.dep in {"pobj", "conj"} and head.tag in {"IN", "TO", "RP"}:
        governor = parse.head(head)
        preposition = head.lower
        if preposition in {"at", "for", "with"} and (
            (governor.lemma in _EMPLOYED and preposition != "with") or governor.lower in _JOB_NOUNS
        ):
            return Kind.ORGANIZATION
        if (
            preposition == "at"
            and _label(words, first, last) in {"", "PERSON", "ORG", "GPE"}
            and "'" not in word.text
        ):
            following = words[last + 1] if last + 1 < len(words) else None
            if following is None or following.lower != "'s":
                return Kind.ORGANIZATION
        if (
            preposition in {"to", "in", "into", "out", "from"}
            and governor.lemma in _TO_A_PLACE
            and (preposition != "from" or governor.lemma in {"move", "return", "fly", "drive"})
        ):
            return Kind.PLACE if not is_first_name(word.lower) else None
        if preposition == "on" and governor.lemma in {
            "work",
            "start",
            "put",
            "spend",
            "hour",
            "hours",
        }:
            return Kind.THING
    if (
        word.dep == "dobj"
        and head.lemma in {"leave", "join", "quit"}
        and not is_first_name(word.lower)
    ):
        return Kind.ORGANIZATION if _label(words, first, last) not in {"GPE", "LOC"} else None
    return None


def _stands_as_place(parse: Parse, word: Word) -> bool:
    """Whether a lone name stands where places stand; small models see places in brands."""
    head = parse.head(word)
    if word.dep == "pobj":
        return head.lower in _PLACE_PREPOSITIONS | {"of", "at", "for", "across", "outside"}
    if word.dep in {"dobj", "conj", "appos", "nsubj", "poss", "npadvmod"}:
        return (
            head.lemma in {"visit", "explore", "leave", "miss", "reach", "be", "love", "hate"}
            or head.ent == "GPE"
        )
    return word.dep == "compound" and head.tag in {"NN", "NNS"}


def _label(words: list[Word], first: int, last: int) -> str:
    for word in words[first : last + 1]:
        if word.ent:
            return word.ent
    return ""


def _is_plain_word(draft: Draft, word: Word) -> bool:
    """Whether a capital only opens the sentence: the word is common, or stands in lower case too."""
    return (
        word.lower in KNOWN_LEMMAS
        or word.lemma in KNOWN_LEMMAS
        or any(other.text == word.lower for other in draft.parse.words)
    )


def _opens_a_note(parse: Parse, word: Word) -> bool:
    """Whether a sentence without verb is about the name: "Atlas again until eight.", "Atlas: done"."""
    following = parse.words[word.i + 1].lower if word.i + 1 < len(parse.words) else "."
    begin, end = parse.sentences[word.sentence]
    has_verb = any(one.tag in {"VBD", "VBZ", "VBP", "MD"} for one in parse.words[begin:end])
    return following == ":" or (not has_verb and following in {"again", "all", "until"})


def _calls_about_a_job(parse: Parse, word: Word) -> bool:
    """Whether an unknown name rings or writes in an entry about a job."""
    calls = word.dep == "nsubj" and parse.head(word).lemma in _CALLING
    return calls and word.tag == "NNP" and is_about_a_job(parse)


def _owned_too(draft: Draft, word: Word) -> tuple[int, ...]:
    """The noun that a project's name stands before: "the Atlas deadline" speaks of Atlas."""
    head = draft.parse.head(word)
    if word.dep == "compound" and head.lower in _PROJECT_NOUNS and head.i > word.i:
        return (head.i,)
    return ()


def _recall_lower_case(draft: Draft) -> None:
    """Recognise in lower case what stands with a capital elsewhere in the same entry."""
    known = {
        mention.name.lower(): mention
        for mention in draft.found
        if mention.rule.startswith(("name:", "ner:"))
        and " " not in mention.name
        and len(mention.name) > 3
    }
    if not known:
        return
    for word in draft.parse.words:
        mention = known.get(word.lower)
        if mention is None or draft.owner[word.i] != -1 or word.tag[:2] != "NN":
            continue
        draft.add(Found(word.i, word.i, word.i, mention.name, mention.kind, "name:again"))
