"""How ARIA without a model says days, relations and the user's own words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Final

from graph_aria.domain.graph import Relation
from graph_aria.domain.offline_material import Telling
from graph_aria.domain.offline_words import is_named
from graph_aria.domain.retrieval import Quote
from graph_aria.domain.sentences import counted, one_line
from graph_aria.domain.vocabulary import PREDICATES

_PIECE: Final = re.compile(r"[^\n.!?]+(?:[.!?]+[\"')\]]*|\n|\Z)|[.!?]+")
_GOES_ON: Final = re.compile(r"\s*(?:and )?(?:he|she|they|his|her|their)\b", re.IGNORECASE)
_MOST_CHARS: Final = 180
_OTHERS_WORDS: Final = ">"
_LEFT_OUT: Final = "…"
_WEEK: Final = 7
_MONTHS_FROM: Final = 60
_YEARS_FROM: Final = 700
_TO_YOU: Final = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
_PAST: Final = {
    "is": "was", "are": "were", "has": "had", "have": "had", "does": "did", "do": "did",
    "eases": "eased", "ease": "eased", "causes": "caused", "cause": "caused",
    "worsens": "worsened", "worsen": "worsened", "supports": "supported",
    "support": "supported", "gets": "got", "get": "got", "brings": "brought", "bring": "brought",
    "works": "worked", "work": "worked", "knows": "knew", "know": "knew", "lives": "lived",
    "live": "lived", "studies": "studied", "study": "studied", "likes": "liked", "like": "liked",
    "dislikes": "disliked", "dislike": "disliked", "avoids": "avoided", "avoid": "avoided",
    "wants": "wanted", "want": "wanted", "plans": "planned", "plan": "planned",
    "comes": "came", "come": "came",
}  # fmt: skip


def in_the_past(reading: str) -> str:
    """A reading of a predicate (see `PREDICATES`) as one of the past; its first verb changes.

    >>> in_the_past("{subject} eases {object}"), in_the_past("{object} is your partner")
    ('{subject} eased {object}', '{object} was your partner')
    """
    words = reading.split()
    for position, word in enumerate(words):
        if word in _PAST:
            words[position] = _PAST[word]
            break
    return " ".join(words)


def on_day(day: date, today: date) -> str:
    """A day as it is spoken of.

    >>> on_day(date(2026, 5, 4), date(2026, 5, 5)), on_day(date(2025, 5, 4), date(2026, 5, 5))
    ('yesterday', 'on 4 May 2025')
    >>> on_day(date(2026, 5, 1), date(2026, 5, 5))
    'on 1 May'
    """
    n_days = (today - day).days
    if n_days in {0, 1, -1}:
        return {0: "today", 1: "yesterday", -1: "tomorrow"}[n_days]
    return f"on {plain_day(day, today)}"


def plain_day(day: date, today: date) -> str:
    """A day with its month, and with its year if that is not this one."""
    return f"{day.day} {day:%B}" + (f" {day.year}" if day.year != today.year else "")


def between(first: date, last: date, today: date) -> str:
    """A stretch of days as it is spoken of.

    >>> between(date(2026, 5, 1), date(2026, 5, 3), date(2026, 6, 1))
    'from 1 May to 3 May'
    >>> between(date(2026, 5, 1), date(2026, 5, 1), date(2026, 6, 1))
    'on 1 May'
    """
    if first == last:
        return on_day(first, today)
    return f"from {plain_day(first, today)} to {plain_day(last, today)}"


def to_you(text: str) -> str:
    """A sentence about the user as it is said to them.

    >>> to_you("The user's sister is called Ines."), to_you("The user hates surprises.")
    ('Your sister is called Ines.', 'You hate surprises.')
    >>> to_you("The user is a nurse."), to_you("The user lost their job.")
    ('You are a nurse.', 'You lost your job.')
    """
    is_theirs = re.match(r"the user\b(?!['’]s)", text, flags=re.IGNORECASE) is not None
    text = re.sub(r"\bthe user's\b", "your", text, flags=re.IGNORECASE)
    found = re.match(r"the user (\w+)(?= |\.)", text, flags=re.IGNORECASE)
    if found is not None:
        verb = found[1]
        said = _TO_YOU.get(verb) or _of_you(verb)
        text = f"you {said}{text[found.end() :]}"
    if is_theirs:  # of whom else it may be is named before it
        text = re.sub(r"\btheir\b", "your", text)
        text = re.sub(r"\bthemsel(?:ves|f)\b", "yourself", text)
    return capitalized(re.sub(r"\bthe user\b", "you", text, flags=re.IGNORECASE))


def _of_you(verb: str) -> str:
    if verb.endswith(("ches", "shes", "sses", "xes", "zes")):
        return verb[:-2]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def how_long_ago(day: date, today: date) -> str:
    """How long ago a day was; "" for today and yesterday, which say it themselves.

    >>> how_long_ago(date(2026, 5, 1), date(2026, 5, 5))
    '4 days ago'
    >>> how_long_ago(date(2025, 9, 5), date(2026, 5, 5))
    '8 months ago'
    """
    n_days = (today - day).days
    if n_days <= 1:
        return ""
    if n_days < _MONTHS_FROM:
        return f"{counted(n_days, 'day')} ago"
    if n_days < _YEARS_FROM:
        return f"{counted(round(n_days / 30.44), 'month')} ago"
    return f"{counted(round(n_days / 365.25), 'year')} ago"


def dated(day: date, today: date) -> str:
    """A day, and how long ago it was."""
    ago = how_long_ago(day, today)
    return f"{on_day(day, today)} ({ago})" if ago else on_day(day, today)


def listed(names: Sequence[str], *, most: int = 8) -> str:
    """Names as people list them; what is beyond `most` is counted.

    >>> listed(["a", "b", "c"]), listed(["a", "b", "c"], most=2)
    ('a, b and c', 'a, b and 1 more')
    """
    shown = [one_line(name) for name in names[:most]]
    if len(names) > most:
        shown.append(f"{len(names) - most} more")
    *first, last = shown
    return f"{', '.join(first)} and {last}" if first else last


def cited(quote: Quote, today: date, words: Collection[str] = ()) -> str:
    """The user's own words with their day: of a long piece the part that some words speak of."""
    return f"{on_day(quote.day, today)} you wrote: “{own_words(quote.text, words)}”"


def own_words(text: str, words: Collection[str] = (), *, most: int = _MOST_CHARS) -> str:
    r"""The part of some words of the user that says most of what is asked about.

    For lines that quote somebody else stands "…", if there are others.

    Args:
        text: their words.
        words: what is asked about.
        most: characters, about.

    >>> own_words("It rained. Yoga helped a lot!", ["yoga"], most=20)
    'Yoga helped a lot!'
    >>> own_words("> You are a machine.\nI am not.")
    '… I am not.'
    """
    lines = [_own(line) for line in text.splitlines()]
    pieces = [_piece(each.group()) for each in _PIECE.finditer("\n".join(lines).strip())]
    pieces = [piece for piece in pieces if piece]
    if set(pieces) <= {_LEFT_OUT}:
        pieces = [one_line(text)]
    asked = tuple(words)
    scores = [sum(is_in(word, piece) for word in asked) for piece in pieces]
    start = max(range(len(pieces)), key=lambda position: (scores[position], -position))
    if len(" ".join(pieces)) <= most:
        return " ".join(pieces)
    shown = pieces[start]
    for piece in pieces[start + 1 :]:
        if len(shown) + len(piece) >= most:
            break
        shown = f"{shown} {piece}"
    return shown if len(shown) <= most else f"{shown[:most].rsplit(' ', 1)[0]}…"


def _own(line: str) -> str:
    return _LEFT_OUT if line.lstrip().startswith(_OTHERS_WORDS) else line


def _piece(text: str) -> str:
    """A sentence or a line on one line; a line that ends without a stop is set off by a stroke."""
    line = one_line(text)
    return f"{line} /" if line and text.endswith("\n") and line[-1].isalnum() else line


def around(text: str, start: int, end: int, *, most: int = 2 * _MOST_CHARS) -> tuple[int, int]:
    """The span of the sentences that a span stands in; itself where they are too long.

    >>> text = "It rained. I saw Priya at noon. Then home."
    >>> first, last = around(text, 17, 22)
    >>> text[first:last]
    'I saw Priya at noon.'
    """
    # An entry may be a book; a sentence that begins farther away is too long to be cited whole.
    from_ = max(0, start - most - 1)
    spans = [each.span() for each in _PIECE.finditer(text, from_, end + most + 1)]
    first = max((one for one, _ in spans if one <= start), default=start)
    last = min((two for _, two in spans if two >= end), default=end)
    first += len(text[first:last]) - len(text[first:last].lstrip())
    last -= len(text[first:last]) - len(text[first:last].rstrip())
    return (first, last) if last - first <= most else (start, end)


def going_on(text: str, start: int, end: int, *, most: int = _MOST_CHARS) -> tuple[int, int]:
    """A span with the sentences after it that go on about the same, as far as they fit.

    >>> text = "Clara rang. She is moving. I slept."
    >>> first, last = going_on(text, 0, 11)
    >>> text[first:last]
    'Clara rang. She is moving.'
    """
    while (found := _PIECE.match(text, end)) is not None and _GOES_ON.match(found.group()):
        if found.end() - start > most:
            break
        end = found.end()
    return start, end


def opening(text: str, *, most: int = _MOST_CHARS) -> tuple[int, int]:
    """The span of the sentences that a text begins with, whole ones, as many as fit.

    >>> text = "I ran. I swam. " + "It rained for days on end. " * 9
    >>> first, last = opening(text, most=20)
    >>> text[first:last]
    'I ran. I swam.'
    """
    start = len(text) - len(text.lstrip())
    spans = [each.span() for each in _PIECE.finditer(text, start, start + 4 * most)]
    fitting = [end for _, end in spans if end - start <= most] or [end for _, end in spans[:1]]
    end = fitting[-1] if fitting else start
    return start, start + len(text[start:end].rstrip())


def is_in(word: str, piece: str) -> bool:
    """Whether a piece of text has a word, in any form.

    >>> is_in("run", "Went running."), is_in("run", "It rained.")
    (True, False)
    """
    return any(is_named(other, (word,)) for other in re.findall(r"[^\W\d_]+", piece))


def distinct(quotes: Iterable[Quote]) -> tuple[Quote, ...]:
    """Quotes, each piece of an entry once, in their order."""
    found: dict[tuple[str, int, int], Quote] = {}
    for quote in quotes:
        if not any(
            each.entry_id == quote.entry_id and each.start < quote.end and quote.start < each.end
            for each in found.values()
        ):
            found[quote.entry_id, quote.start, quote.end] = quote
    return tuple(found.values())


def capitalized(text: str) -> str:
    """A sentence with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def told(
    relation: Relation,
    names: Mapping[str, str],
    *,
    user_id: str,
    is_active: bool = True,
    ended_on: date | None = None,
    quotes: tuple[Quote, ...] = (),
) -> Telling:
    """A relation as sentences to the user, of the present and of the past.

    Args:
        relation: what it says.
        names: of its ends, by id.
        user_id: the entity that is the user.
        is_active: whether it is active now.
        ended_on: the local day on which it ended, None if it did not.
        quotes: the newest words that say it.
    """
    rule = PREDICATES[relation.predicate]
    subject, object_ = one_line(names[relation.subject_id]), one_line(names[relation.object_id])
    reading = rule.reading
    if relation.subject_id == user_id:
        reading, subject = rule.own, "you"
    elif relation.object_id == user_id:
        if rule.symmetric:
            reading, object_ = rule.own, subject
        elif rule.of_you is not None:
            reading, object_ = rule.of_you, "you"
        else:
            object_ = "you"
    return Telling(
        id=relation.id,
        now=reading.format(subject=subject, object=object_),
        then=in_the_past(reading).format(subject=subject, object=object_),
        subject=subject,
        object_=object_,
        is_active=is_active and ended_on is None,
        ended_on=ended_on,
        quotes=quotes,
    )
