"""A claim under construction: which words carry it, and how they hang together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from graph_aria.domain.clauses import ParsedText, Token
from graph_aria.domain.function_words import DENIALS, DENYING_PRONOUNS, DIRECTED, MODALS
from graph_aria.domain.stems import stem
from graph_aria.domain.syntax import PASSIVE_SUBJECTS, STEPS, SUBJECTS, Syntax

_MODIFIERS: Final = (
    "amod", "compound", "poss", "nmod", "advmod", "npadvmod", "quantmod", "acomp", "oprd", "prt",
    "dep",
)  # fmt: skip
_DIRECT: Final = {
    "dobj": "obj",
    "dative": "to",
    **dict.fromkeys(PASSIVE_SUBJECTS, "obj"),
    **dict.fromkeys(_MODIFIERS, "mod"),
}
"""Labels of words that hang right on what they belong to, and their roles."""


@dataclass(slots=True)
class Note:
    """What is said about one content word.

    Attributes:
        numbers: how many.
        moods: time and modality.
        denied: whether it is denied.
        phrase: what it says together with its particle; None without one.
    """

    numbers: set[str] = field(default_factory=set)
    moods: set[str] = field(default_factory=set)
    denied: bool = False
    phrase: str | None = None


class Draft:
    """Content words and links of a text, by index of the word.

    Attributes:
        syntax: the parse.
        notes: the content words with what is said about each.
        links: head, role and part.
        conjuncts: nouns and adjectives that share a place: the first, another.
        n_denials: how often something is denied.
    """

    def __init__(self, parsed: ParsedText) -> None:
        """Find the content words, what is said about each, and what links them."""
        self.syntax = Syntax(parsed)
        everywhere = range(len(parsed.tokens))
        self.notes = {i: Note() for i in everywhere if self.syntax.is_content(i)}
        self.links: set[tuple[int, str, int]] = set()
        self.conjuncts: list[tuple[int, int]] = []
        self.n_denials = 0
        for i in everywhere:
            self._note(i, parsed.tokens[i])
        for i in everywhere:
            self._link(i, parsed.tokens[i])

    def carrier(self, i: int) -> int | None:
        """The content word that stands for a word: a copula's complement, the men of a group."""
        syntax = self.syntax
        for _ in range(STEPS):
            if i in self.notes:
                return i
            following = syntax.counted_noun(i)
            if syntax.is_copula(i):
                following = syntax.first(i, "acomp", "attr", "oprd")
                following = syntax.subject(i) if following is None else following
            elif following is None and syntax.is_relative(i):
                following = syntax.antecedent(i)
            if following is None:
                return None
            i = following
        return None

    def _note(self, i: int, token: Token) -> None:
        """Give a number, a denial or a mood to the word that it is about."""
        lower = token.lower
        if lower in DENIALS or lower in DENYING_PRONOUNS:
            self._deny(i, token)
        elif i not in self.notes and (value := self.syntax.value(i)) is not None:
            counts = self.syntax.counted_noun(i) is not None
            at = self.carrier(i if counts else token.head)
            if at is not None:
                self.notes[at].numbers.add(value)
        if token.tag in {"VBD", "MD"} or token.dep == "aux":
            self._note_mood(i, token)

    def _deny(self, i: int, token: Token) -> None:
        self.n_denials += 1
        at = self.carrier(i)
        if at is None:
            without = self.syntax.first(i, "pobj", "pcomp")
            at = self.carrier(token.head if without is None else without)
        if at is not None:
            self.notes[at].denied = True

    def _note_mood(self, i: int, token: Token) -> None:
        at = self.carrier(token.head if token.dep in {"aux", "auxpass"} else i)
        if at is None:
            return
        if token.tag == "MD":
            self.notes[at].moods.add(MODALS.get(token.lower, token.lower))
        elif token.tag == "VBD":
            self.notes[at].moods.add("past")
        elif token.lemma == "have":
            self.notes[at].moods.add("perfect")

    def _link(self, i: int, token: Token) -> None:
        """Join one word to what governs it."""
        head = token.head
        match token.dep:
            case _ if head == i:
                return
            case "pobj" | "pcomp":
                self._link_object_of(i, head)
            case "attr" | "acomp" | "oprd" if self.syntax.is_copula(head):
                self._add(self.syntax.subject(head), "mod", i)
            case dep if dep in SUBJECTS and not self.syntax.is_copula(head):
                self._add(head, self._doer_role(head), i)
            case "amod" | "compound" | "nmod" | "dep" if self.syntax.is_missed_subject(i):
                self._add(head, self._doer_role(head), i)
            case "acl" | "relcl":
                self._link_clause(i, head)
            case "conj" | "appos":
                self._link_conjunct(i, token)
            case "xcomp" | "ccomp" | "advcl":
                mark = self.syntax.first(i, "mark") if token.dep == "advcl" else None
                self._add(head, "comp" if mark is None else self.syntax.tokens[mark].lower, i)
                self._share_subject(i)
            case dep if dep in _DIRECT:
                self._add(head, _DIRECT[dep], i)

    def _doer_role(self, verb: int) -> str:
        return "obj" if self.syntax.is_passive(verb) else "subj"

    def _link_object_of(self, i: int, prep: int) -> None:
        syntax = self.syntax
        outer = syntax.tokens[prep].head
        if syntax.names_doer(prep):
            self._add(outer, "subj", i)
            return
        role, place = syntax.role_of(prep), syntax.place_of(outer)
        if place is not None:  # "in front of": hang it where "in" hangs
            role, outer = place, syntax.tokens[syntax.tokens[outer].head].head
        if role == "mod" and syntax.counted_noun(outer) is not None:
            return
        if syntax.tokens[outer].dep == "prep" and outer not in self.notes:
            outer = syntax.tokens[outer].head
        role = DIRECTED.get(f"{stem(syntax.tokens[outer].lemma)} {role}", role)
        self._add(outer, role, i)
        self._share_subject(i)

    def _link_clause(self, i: int, noun: int) -> None:
        """A relative or participial clause: its noun is the subject or the object in it."""
        own = self.syntax.own_subject(i)
        if self.syntax.is_copula(i) or (own is not None and self.syntax.is_relative(own)):
            return  # linked as a subject, through its antecedent
        is_object = own is not None or self.syntax.tokens[i].tag == "VBN"
        self._add(i, "obj" if is_object else "subj", noun)

    def _share_subject(self, i: int) -> None:
        """Give a verb without a subject that of the clause it stands in."""
        syntax = self.syntax
        if syntax.is_verb(i) and not syntax.is_copula(i) and syntax.own_subject(i) is None:
            self._add(i, self._doer_role(i), syntax.subject(i))

    def _link_conjunct(self, i: int, token: Token) -> None:
        if self.syntax.is_verb(i):
            self._share_subject(i)
            return
        first = token.head
        for _ in range(STEPS):
            above = self.syntax.tokens[first]
            if above.dep not in {"conj", "appos"} or above.head == first:
                break
            first = above.head
        if token.dep == "appos":
            self._add(first, "mod", i)
        else:
            self.conjuncts.append((first, i))

    def _add(self, head: int | None, role: str, part: int | None) -> None:
        if head is None or part is None:
            return
        above, below = self.carrier(head), self.carrier(part)
        if above is not None and below is not None and above != below:
            self.links.add((above, role, below))
