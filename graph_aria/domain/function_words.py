"""Words that the grammar of a claim is made of: denials, numbers, prepositions, and the like."""

from __future__ import annotations

from typing import Final

from graph_aria.domain.stems import stem, words

DENIALS: Final = words("not n't nt no never without neither nor hardly barely none")
"""Words that deny what they stand with."""

DENYING_PRONOUNS: Final = {"nobody": "person", "nothing": "thing", "nowhere": "place"}
"""Words that are a thing and its denial in one."""

_PHRASAL: Final = {
    "take off": "remove", "take out": "remove", "get up": "rise", "stand up": "stand",
    "sit down": "sit", "lie down": "lie", "give up": "quit", "work out": "exercise",
    "throw away": "discard", "throw out": "discard", "find out": "discover",
    "carry on": "continue", "go on": "continue", "keep on": "continue", "split up": "separate",
    "break up": "separate", "look after": "mind", "put away": "stow", "pick up": "lift",
    "get rid": "discard", "hang up": "hang", "speak up": "speak", "take up": "lift",
    "put on": "don", "call off": "cancel", "put off": "postpone", "grow up": "grow",
    "ring up": "phone", "call up": "phone", "pass away": "die", "cut down": "reduce",
    "make up": "invent", "go out": "leave", "come back": "return", "go back": "return",
    "write down": "write", "look out": "look", "look around": "look", "look on": "look",
}  # fmt: skip
PHRASAL: Final = {
    f"{stem(verb)} {particle}": plain
    for phrase, plain in _PHRASAL.items()
    for verb, particle in (phrase.split(),)
}
"""A verb with its particle, by what it says."""

TRANSPARENT: Final = words(
    "group bunch couple pair number lot lots kind sort type piece bit set team crowd class slice "
    "pack herd flock plenty dozens"
)
"""Nouns that only count or class what stands behind their "of"."""

TRANSPARENT_COUNTS: Final = {
    "pair": "2", "couple": "2", "lot": "many", "lots": "many", "plenty": "many",
}  # fmt: skip
"""How many those are that do count."""

PLACES: Final = {
    "in front": "front", "on top": "on", "at top": "on", "in back": "behind", "in middle": "in",
    "at side": "near", "by side": "near", "in need": "need", "in favour": "for", "in favor": "for",
}  # fmt: skip
"""A preposition and a noun that are one preposition before "of"."""

DIRECTED: Final = {
    f"{verb} {role}": plain
    for verbs, role, plain in (
        ("look star gaz glanc", "at", "obj"),
        ("listen", "to", "obj"),
        ("talk speak chat convers", "with", "to"),
        ("wait", "for", "obj"),
        ("search look", "for", "for"),
    )
    for verb in verbs.split()
}
"""A verb and a preposition that lead to what is the object of a like verb: "look at", "watch"."""

BRIDGES: Final = {
    "make": "mod", "color": "mod", "colour": "mod", "colored": "mod", "coloured": "mod",
    "dye": "mod", "dyed": "mod", "paint": "mod", "design": "mod", "build": "mod", "suit": "mod",
    "intend": "mod", "cover": "mod", "fill": "mod", "full": "mod", "size": "mod", "age": "mod",
    "call": "mod", "name": "mod", "wear": "in", "dress": "in",
}  # fmt: skip
"""Words that only join two others, and by which role: "made of", "of large size", "wearing"."""

NUMBERS: Final = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13",
    "fourteen": "14", "fifteen": "15", "sixteen": "16", "seventeen": "17", "eighteen": "18",
    "nineteen": "19", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50",
    "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90", "hundred": "100",
    "thousand": "1000", "million": "1000000", "dozen": "12", "once": "1x", "twice": "2x",
}  # fmt: skip

QUANTITIES: Final = {
    "all": "all", "every": "all", "each": "all", "both": "2", "most": "most", "few": "few",
    "many": "many", "much": "many", "several": "several", "half": "half", "only": "only",
    "always": "all", "sometimes": "some", "often": "many", "frequently": "many",
    "rarely": "few", "seldom": "few",
    "usually": "most", "almost": "almost",
}  # fmt: skip
"""Words that say how many or how often; "some" and "a" say no more than that there is one."""

PREPOSITIONS: Final = {
    "upon": "on", "onto": "on", "atop": "on", "into": "in", "inside": "in", "within": "in",
    "beside": "near", "by": "near", "beneath": "under", "below": "under", "underneath": "under",
    "above": "over", "toward": "to", "towards": "to", "throughout": "through", "amid": "among",
    "amongst": "among", "till": "until", "alongside": "near", "without": "with",
}  # fmt: skip
"""Prepositions in their plain form; "without" denies and is "with" otherwise."""

PREPOSITION_PAIRS: Final = {
    "out of": "from", "next to": "near", "close to": "near", "away from": "from",
    "along with": "with", "together with": "with", "because of": "because", "due to": "because",
    "instead of": "instead", "on to": "on", "in to": "in", "off of": "off", "inside of": "in",
    "outside of": "outside", "up to": "to", "prior to": "before", "far from": "far",
    "thanks to": "because",
}  # fmt: skip
"""Two words that are one preposition."""


COMPLETED: Final = frozenset(
    map(
        stem, words("cut chop slice dice peel eat drink clean wash tie fill mix heat warm wake use")
    )
)
"""Verbs to which "up" adds only that it is done to the end: "chop up"."""

ALTERING: Final = words(
    "former ex fake false future possible potential next last first second third other another "
    "previous past alleged half same only own different new old-time would-be wrong right left "
    "single step late virtual toy stuffed empty dead best worst better least most more less "
    "allergic unable fewer"
)
"""Descriptions that make another thing of what they describe."""

ADJUNCTS: Final = words(
    "in on at near through across along over under with front behind around among"
)
"""Prepositions that say where something is done, or with what."""

TIMES: Final = words(
    "morning noon afternoon evening night midnight day week weekend month year hour minute second "
    "today tomorrow yesterday tonight spring summer autumn fall winter time moment past future "
    "case chance hope luck fear doubt age"
)
"""Nouns that say when or whether; what is said of another time is something else."""

BROAD_COUNTS: Final = words("all most few many almost half only")
"""Quantities under which a description changes of whom something is said."""

PLACE_ADVERBS: Final = words(
    "outdoors outside indoors inside onstage upstairs downstairs home abroad nearby"
)

INDEFINITE: Final = words("someone somebody something")

FREQUENT_ADVERBS: Final = words(
    "usually rarely hardly barely nearly only mostly partly formerly previously recently lately "
    "possibly probably likely supposedly allegedly daily weekly monthly yearly early finally "
    "certainly definitely eventually reportedly apparently occasionally constantly regularly "
    "temporarily permanently scarcely nightly hourly currently falsely badly poorly"
)
"""Adverbs in -ly that say when, how often, how surely or whether at all."""


NEAR_ROLES: Final = (
    frozenset({"through", "across", "along", "over"}),
    frozenset({"near", "against", "behind"}),
    frozenset({"to", "at"}),
    frozenset({"in", "on", "at", "through"}),
    frozenset({"about", "mod"}),
    frozenset({"for", "mod"}),
)
"""Prepositions that may say the same, if the sentences lie close."""

TURNING: Final = frozenset(
    map(
        stem,
        words(
            "except besides unless if whether although though instead until before after than or ?"
        ),
    )
)
"""Function words that turn what is said, wherever they hang; by their stems."""

DEGREES: Final = words(
    "very really quite so too rather just also even still then there here now currently "
    "extremely truly simply actually ever"
)
"""Words that add a degree or an air and no content."""

MODALS: Final = {"ca": "can", "'d": "would", "wo": "will", "'ll": "will", "shall": "will",
    "ought": "should", "might": "may"}  # fmt: skip
"""Modal verbs that are another one in a short or a rarer form."""
