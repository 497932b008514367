"""The closed vocabulary: entity kinds, predicates and emotions.

Everything that is read, merged, stored or shown names its kind and predicate
from here; nothing a user writes can add to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """What an entity is. The value is also its label in Neo4j."""

    PERSON = "Person"
    ANIMAL = "Animal"
    PLACE = "Place"
    ORGANIZATION = "Organization"
    ACTIVITY = "Activity"
    TOPIC = "Topic"
    EMOTION = "Emotion"
    EVENT = "Event"
    GOAL = "Goal"
    CONDITION = "Condition"
    THING = "Thing"


THEME_KINDS: Final = frozenset(
    {Kind.ACTIVITY, Kind.TOPIC, Kind.EMOTION, Kind.EVENT, Kind.GOAL, Kind.CONDITION}
)
"""Kinds that can be a theme of a life chapter."""

_ANY: Final = frozenset(Kind)
_PERSON: Final = frozenset({Kind.PERSON})
_BEINGS: Final = frozenset({Kind.PERSON, Kind.ANIMAL})
_PLACES: Final = frozenset({Kind.PLACE})
_BODIES: Final = frozenset({Kind.ORGANIZATION, Kind.PLACE})
_DOINGS: Final = frozenset({Kind.ACTIVITY, Kind.TOPIC, Kind.EVENT, Kind.THING})
_STATES: Final = frozenset({Kind.EMOTION, Kind.CONDITION, Kind.TOPIC})


class Predicate(StrEnum):
    """How two entities are related. The value is also the relationship type in Neo4j."""

    MITIGATES = "MITIGATES"
    CAUSES = "CAUSES"
    WORSENS = "WORSENS"
    SUPPORTS = "SUPPORTS"
    BLOCKS = "BLOCKS"
    EVOKES = "EVOKES"
    PARTNER_OF = "PARTNER_OF"
    PARENT_OF = "PARENT_OF"
    CHILD_OF = "CHILD_OF"
    SIBLING_OF = "SIBLING_OF"
    RELATIVE_OF = "RELATIVE_OF"
    FRIEND_OF = "FRIEND_OF"
    COLLEAGUE_OF = "COLLEAGUE_OF"
    KNOWS = "KNOWS"
    LIVES_IN = "LIVES_IN"
    LOCATED_IN = "LOCATED_IN"
    VISITED = "VISITED"
    WORKS_AT = "WORKS_AT"
    WORKS_ON = "WORKS_ON"
    STUDIES = "STUDIES"
    LIKES = "LIKES"
    DISLIKES = "DISLIKES"
    AVOIDS = "AVOIDS"
    WANTS = "WANTS"
    PLANS = "PLANS"
    DOES = "DOES"
    OWNS = "OWNS"
    HAS_CONDITION = "HAS_CONDITION"
    PART_OF = "PART_OF"
    RELATED_TO = "RELATED_TO"


@dataclass(frozen=True, slots=True)
class PredicateRule:
    """What a predicate means, what it may join, and how it reads aloud.

    Attributes:
        definition: one sentence.
        subjects: kinds that the subject may have.
        objects: kinds that the object may have.
        reading: a sentence with `{subject}` and `{object}`, third person singular.
        own: the same when the subject is the user ("you …").
        of_you: the same when the object is the user, where `reading` would sound odd.
        symmetric: both directions say the same; stored once, the smaller id first.
        functional: one current object for a subject; a newer one ends the older.
    """

    definition: str
    subjects: frozenset[Kind]
    objects: frozenset[Kind]
    reading: str
    own: str
    symmetric: bool = False
    functional: bool = False
    of_you: str | None = None


PREDICATES: Final[dict[Predicate, PredicateRule]] = {
    Predicate.MITIGATES: PredicateRule(
        "The subject eases or lessens the object.",
        _ANY,
        _STATES | {Kind.EVENT},
        "{subject} eases {object}",
        "you ease {object}",
    ),
    Predicate.CAUSES: PredicateRule(
        "The subject brings the object about.",
        _ANY,
        _STATES | {Kind.EVENT, Kind.ACTIVITY},
        "{subject} causes {object}",
        "you cause {object}",
    ),
    Predicate.WORSENS: PredicateRule(
        "The subject makes the object worse.",
        _ANY,
        _STATES | {Kind.EVENT},
        "{subject} worsens {object}",
        "you worsen {object}",
    ),
    Predicate.SUPPORTS: PredicateRule(
        "The subject helps the object along.",
        _ANY,
        _ANY - {Kind.EMOTION, Kind.CONDITION},
        "{subject} supports {object}",
        "you support {object}",
    ),
    Predicate.BLOCKS: PredicateRule(
        "The subject stands in the way of the object.",
        _ANY,
        _ANY - {Kind.EMOTION, Kind.CONDITION},
        "{subject} gets in the way of {object}",
        "you get in the way of {object}",
    ),
    Predicate.EVOKES: PredicateRule(
        "The subject makes the user feel the object.",
        _ANY - {Kind.EMOTION},
        frozenset({Kind.EMOTION}),
        "{subject} brings up {object}",
        "you bring up {object}",
    ),
    Predicate.PARTNER_OF: PredicateRule(
        "Spouse, fiancé or romantic partner.",
        _PERSON,
        _PERSON,
        "{subject} is the partner of {object}",
        "{object} is your partner",
        symmetric=True,
    ),
    Predicate.PARENT_OF: PredicateRule(
        "Mother, father or guardian of the object.",
        _PERSON,
        _PERSON,
        "{subject} is a parent of {object}",
        "{object} is your child",
        of_you="{subject} is your parent",
    ),
    Predicate.CHILD_OF: PredicateRule(
        "Daughter or son of the object.",
        _PERSON,
        _PERSON,
        "{subject} is a child of {object}",
        "{object} is your parent",
        of_you="{subject} is your child",
    ),
    Predicate.SIBLING_OF: PredicateRule(
        "Sister or brother.",
        _PERSON,
        _PERSON,
        "{subject} is a sibling of {object}",
        "{object} is your sibling",
        symmetric=True,
    ),
    Predicate.RELATIVE_OF: PredicateRule(
        "Any other relative: cousin, aunt, grandparent, in-law.",
        _PERSON,
        _PERSON,
        "{subject} is a relative of {object}",
        "{object} is your relative",
        symmetric=True,
    ),
    Predicate.FRIEND_OF: PredicateRule(
        "A friend.",
        _BEINGS,
        _BEINGS,
        "{subject} is a friend of {object}",
        "{object} is your friend",
        symmetric=True,
    ),
    Predicate.COLLEAGUE_OF: PredicateRule(
        "Works together with the object: colleague, manager, report.",
        _PERSON,
        _PERSON,
        "{subject} works with {object}",
        "you work with {object}",
        symmetric=True,
    ),
    Predicate.KNOWS: PredicateRule(
        "Knows the object in some other way: neighbour, doctor, teacher.",
        _PERSON,
        _PERSON,
        "{subject} knows {object}",
        "you know {object}",
        symmetric=True,
    ),
    Predicate.LIVES_IN: PredicateRule(
        "Has their home there.",
        _BEINGS,
        _PLACES,
        "{subject} lives in {object}",
        "you live in {object}",
        functional=True,
    ),
    Predicate.LOCATED_IN: PredicateRule(
        "The subject lies in the object.",
        frozenset({Kind.PLACE, Kind.ORGANIZATION, Kind.EVENT, Kind.THING, Kind.ACTIVITY}),
        _PLACES,
        "{subject} is in {object}",
        "you are in {object}",
    ),
    Predicate.VISITED: PredicateRule(
        "Was there for a time.",
        _BEINGS,
        _BODIES,
        "{subject} visited {object}",
        "you visited {object}",
    ),
    Predicate.WORKS_AT: PredicateRule(
        "Is employed by or works for the object.",
        _PERSON,
        _BODIES,
        "{subject} works at {object}",
        "you work at {object}",
    ),
    Predicate.WORKS_ON: PredicateRule(
        "Gives working time to the object: a project, a task, a piece of work.",
        _PERSON,
        frozenset({Kind.ACTIVITY, Kind.TOPIC, Kind.EVENT, Kind.GOAL, Kind.THING}),
        "{subject} works on {object}",
        "you work on {object}",
    ),
    Predicate.STUDIES: PredicateRule(
        "Learns the object, or studies there.",
        _PERSON,
        frozenset({Kind.TOPIC, Kind.ACTIVITY, Kind.ORGANIZATION, Kind.THING}),
        "{subject} studies {object}",
        "you study {object}",
    ),
    Predicate.LIKES: PredicateRule(
        "Enjoys, loves or prefers the object.",
        _BEINGS,
        _ANY - {Kind.EMOTION},
        "{subject} likes {object}",
        "you like {object}",
    ),
    Predicate.DISLIKES: PredicateRule(
        "Dislikes or hates the object.",
        _BEINGS,
        _ANY - {Kind.EMOTION},
        "{subject} dislikes {object}",
        "you dislike {object}",
    ),
    Predicate.AVOIDS: PredicateRule(
        "Keeps away from the object on purpose.",
        _BEINGS,
        _ANY - {Kind.EMOTION},
        "{subject} avoids {object}",
        "you avoid {object}",
    ),
    Predicate.WANTS: PredicateRule(
        "Wishes for the object.",
        _BEINGS,
        _ANY,
        "{subject} wants {object}",
        "you want {object}",
    ),
    Predicate.PLANS: PredicateRule(
        "Intends to do or to attend the object.",
        _PERSON,
        _DOINGS | {Kind.GOAL, Kind.PLACE},
        "{subject} plans {object}",
        "you plan {object}",
    ),
    Predicate.DOES: PredicateRule(
        "Does the object, once or as a habit.",
        _BEINGS,
        frozenset({Kind.ACTIVITY, Kind.TOPIC}),
        "{subject} does {object}",
        "you do {object}",
    ),
    Predicate.OWNS: PredicateRule(
        "Has the object: a pet, a thing, a place.",
        _PERSON,
        frozenset({Kind.THING, Kind.ANIMAL, Kind.PLACE, Kind.ORGANIZATION}),
        "{subject} has {object}",
        "you have {object}",
    ),
    Predicate.HAS_CONDITION: PredicateRule(
        "Has the illness, injury or bodily state.",
        _BEINGS,
        frozenset({Kind.CONDITION}),
        "{subject} has {object}",
        "you have {object}",
    ),
    Predicate.PART_OF: PredicateRule(
        "Belongs to the object as a part of it.",
        _ANY - {Kind.EMOTION},
        _ANY - {Kind.EMOTION},
        "{subject} is part of {object}",
        "you are part of {object}",
    ),
    Predicate.RELATED_TO: PredicateRule(
        "Was named together with the object; says no more than that.",
        _ANY,
        _ANY,
        "{subject} comes up together with {object}",
        "you come up together with {object}",
        symmetric=True,
    ),
}

EMOTIONS: Final[dict[str, int]] = {
    # name -> valence: 1 pleasant, -1 unpleasant, 0 neither
    "affection": 1,
    "amusement": 1,
    "anger": -1,
    "anxiety": -1,
    "awe": 1,
    "awkwardness": -1,
    "boredom": -1,
    "calm": 1,
    "confidence": 1,
    "confusion": -1,
    "contempt": -1,
    "curiosity": 1,
    "determination": 1,
    "disappointment": -1,
    "disgust": -1,
    "embarrassment": -1,
    "envy": -1,
    "excitement": 1,
    "exhaustion": -1,
    "fear": -1,
    "frustration": -1,
    "gratitude": 1,
    "grief": -1,
    "guilt": -1,
    "happiness": 1,
    "hope": 1,
    "hopelessness": -1,
    "irritation": -1,
    "jealousy": -1,
    "loneliness": -1,
    "love": 1,
    "nostalgia": 0,
    "numbness": -1,
    "overwhelm": -1,
    "pride": 1,
    "regret": -1,
    "relief": 1,
    "restlessness": -1,
    "sadness": -1,
    "satisfaction": 1,
    "shame": -1,
    "stress": -1,
    "surprise": 0,
    "tiredness": -1,
    "trust": 1,
}
"""Names of emotion entities with their valence."""

TOPICS: Final = (
    "Creativity",
    "Exercise",
    "Family",
    "Food",
    "Friends",
    "Health",
    "Home",
    "Learning",
    "Love",
    "Money",
    "Nature",
    "Pets",
    "Recreation",
    "Sleep",
    "Spirituality",
    "Travel",
    "Work",
)
"""Names of the topics that can be read from what is said without being named."""


def fits(predicate: Predicate, subject: Kind, object_: Kind) -> bool:
    """Tell whether a predicate may join two kinds.

    >>> fits(Predicate.MITIGATES, Kind.ACTIVITY, Kind.EMOTION)
    True
    >>> fits(Predicate.LIVES_IN, Kind.PERSON, Kind.EMOTION)
    False
    """
    rule = PREDICATES[predicate]
    return subject in rule.subjects and object_ in rule.objects
