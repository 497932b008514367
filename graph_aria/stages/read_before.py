"""What was read in an entry before: which mention of it is read again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from graph_aria.domain.normalizing import normalized
from graph_aria.domain.reading import Reading
from graph_aria.domain.records import Assertion, EntryRecord, Mention, MentionState
from graph_aria.domain.vocabulary import Kind


class ReadBefore:
    """What was read in an entry before, for looking up what is read again."""

    def __init__(self, record: EntryRecord, reading: Reading) -> None:
        # In an order of its own: a store gives mentions in another one than a reader.
        mentions = sorted(record.mentions, key=_precedence)
        self._is_edited = record.entry.is_read_as_it_was
        self._by_id = {mention.id: mention for mention in mentions}
        self._by_span: dict[tuple[int, int, Kind], Mention] = {}
        self._by_name: dict[tuple[Kind, str], Mention] = {}
        for mention in mentions:
            self._by_span.setdefault((mention.start, mention.end, mention.kind), mention)
            self._by_name.setdefault((mention.kind, normalized(mention.name)), mention)
        self._by_turn = _in_turn(mentions)
        self._turns = _turns(
            [
                *((normalized(read.name), read.start) for read in reading.mentions),
                *((normalized(name.words), name.start) for name in reading.latent),
            ]
        )
        # Where several assertions say the same, the user's withdrawal outlasts the rest.
        self.assertion_states: dict[tuple[object, ...], MentionState] = {}
        for assertion in record.assertions:
            said = gist(assertion)
            if self.assertion_states.get(said) is not MentionState.WITHDRAWN:
                self.assertion_states[said] = assertion.state

    def match(self, mention: Mention) -> Mention | None:
        """What was read before: itself, at the same place, or under the same name.

        What was no evidence then, such as a denied feeling, knows no entity; then one of
        the same name does, or one name in one entry would become two entities.
        """
        known = self._at_its_place(mention)
        if known is not None and (known.entity_id is not None or mention.strength == 0):
            return known
        named = self._by_name.get((mention.kind, normalized(mention.name)))
        return named if known is None or (named and named.entity_id is not None) else known

    def _at_its_place(self, mention: Mention) -> Mention | None:
        """Itself, at the same place, or of several with its name the one in its turn.

        An edit moves places: then a place may hold what stood elsewhere, and who is who
        among namesakes is told by their order, as long as there are as many as before.
        """
        name = normalized(mention.name)
        old, new = self._by_turn.get(name, ()), self._turns.get(name, {})
        turn = new.get(mention.start)
        in_turn = None
        if turn is not None and turn < len(old):
            in_turn = old[turn].get(mention.kind)
        if self._is_edited and in_turn is not None and len(old) == len(new):
            return in_turn
        here = self._by_id.get(mention.id) or self._by_span.get(
            (mention.start, mention.end, mention.kind)
        )
        return here or (in_turn if self._is_edited else None)


def _turns(named: Iterable[tuple[str, int]]) -> dict[str, dict[int, int]]:
    """By name, for each place at which it stands how often it stood before."""
    places: defaultdict[str, set[int]] = defaultdict(set)
    for name, start in named:
        places[name].add(start)
    return {
        name: {start: turn for turn, start in enumerate(sorted(starts))}
        for name, starts in places.items()
    }


def _in_turn(mentions: Iterable[Mention]) -> dict[str, list[dict[Kind, Mention]]]:
    """By name, what was found at each place at which it stood, in order of the places."""
    found = [mention for mention in mentions if mention.state is not MentionState.RETIRED]
    turns = _turns((normalized(mention.name), mention.start) for mention in found)
    in_turn: dict[str, list[dict[Kind, Mention]]] = {
        name: [{} for _ in starts] for name, starts in turns.items()
    }
    for mention in found:
        name = normalized(mention.name)
        in_turn[name][turns[name][mention.start]].setdefault(mention.kind, mention)
    return in_turn


def gist(assertion: Assertion) -> tuple[object, ...]:
    """What an assertion says, wherever it stands."""
    return (assertion.subject_id, assertion.predicate, assertion.object_id)


_RANKS = {MentionState.WITHDRAWN: 0, MentionState.LIVE: 1, MentionState.RETIRED: 2}


def _precedence(mention: Mention) -> tuple[bool, int, int, int, str]:
    """What knows its entity comes first, then what the user took back, then what counts."""
    return (
        mention.entity_id is None,
        _RANKS[mention.state],
        mention.start,
        mention.end,
        mention.id,
    )
