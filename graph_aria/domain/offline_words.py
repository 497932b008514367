"""Words that ARIA without a model goes by: of questions, of feelings, of other languages."""

from __future__ import annotations

import re
from typing import Final

from graph_aria.domain.stems import words
from graph_aria.domain.vocabulary import EMOTIONS
from graph_aria.domain.word_forms import base, says

ASKING: Final = words(
    "often many much times time times days day frequently regularly regular frequent number count "
    "last latest recent recently lately late first earliest start started begin began begun ago "
    "long since been see saw seen mention mentioned mentioning talk talked talking say said saying "
    "tell told telling write wrote written writing speak spoke spoken come came comes up know knew "
    "known remember remind list show find search look give given "
    "help helps helped helping helpful ease eases eased easing good better make makes making made "
    "cause causes caused causing trigger triggers triggered worse worsen worsens worsened bring "
    "brings brought get gets got getting bad behind thing things something anything anyone anybody "
    "someone somebody everything nothing ever never always again feel feels felt feeling past "
    "please aria ok okay again now today while stop stopped lot lots any some every each more most "
    "less all such like happen happened happens think thought thinks after before during between"
) - {"like"}  # fmt: skip
"""Words that ask, and tell nothing of what is asked about."""

SMALL_WORDS: Final = words(
    "a an and the so very much many really all that this it its it's i i'm i'll im me my you your "
    "u s ll m re for now again there to of in on at as is was are be too then well ok okay oh ah "
    "aria dear friend buddy mate everyone everybody folks lot lots bit kind sweet lovely nice "
    "great good dreams have with will would always just still yes no yep sure bye hello hi "
    "hey thanks thank later soon tomorrow tonight today morning evening night here back "
    "help helps helped helping helpful answer answers answering reply replying listening "
    "reminder reminding tip tips time patience everything useful perfect wonderful star gem "
    "angel legend lifesaver best chat talk talking tired"
)
"""Words that may stand beside a greeting, thanks or a goodbye, and tell nothing."""

_FEELINGS: Final = {
    "anxiety": "anxious worried worry worries nervous panicky panic uneasy",
    "anger": "angry furious mad rage",
    "affection": "affectionate tender",
    "amusement": "amused amusing funny",
    "awkwardness": "awkward",
    "boredom": "bored boring",
    "calm": "calm calmer calms calmed calming peaceful peace relaxed relax soothe soothes",
    "confidence": "confident",
    "confusion": "confused confusing",
    "curiosity": "curious",
    "determination": "determined",
    "disappointment": "disappointed disappointing",
    "embarrassment": "embarrassed embarrassing",
    "envy": "envious",
    "excitement": "excited exciting excites thrilled",
    "exhaustion": "exhausted exhausting drained drains",
    "fear": "afraid scared fearful frightened terrified scares frightens",
    "frustration": "frustrated frustrating",
    "gratitude": "grateful thankful",
    "grief": "grieving mourning",
    "guilt": "guilty",
    "happiness": "happy happier glad joyful joy cheerful",
    "hope": "hopeful",
    "hopelessness": "hopeless",
    "irritation": "irritated irritable annoyed annoys",
    "jealousy": "jealous",
    "loneliness": "lonely lonesome",
    "love": "loved loving",
    "nostalgia": "nostalgic",
    "numbness": "numb",
    "overwhelm": "overwhelmed overwhelming",
    "pride": "proud",
    "regret": "regretful",
    "relief": "relieved",
    "restlessness": "restless",
    "sadness": "sad sadder unhappy low blue tearful",
    "satisfaction": "satisfied satisfying content",
    "shame": "ashamed",
    "stress": "stressed stressful stresses tense tension",
    "surprise": "surprised",
    "tiredness": "tired sleepy worn",
    "trust": "trusting",
}  # fmt: skip
_FEELING_OF: Final = {
    word: name for name, said in _FEELINGS.items() for word in (name, *said.split())
} | {name: name for name in EMOTIONS}

_HEAVY: Final = words(
    "cried cry crying awful terrible horrible dreadful died dead death funeral lost hurt hurts "
    "hurting pain painful sick ill fired dumped divorce divorced argument argued fight fought "
    "hospital miserable hate hated rough hard tough worst worried devastated heartbroken failed "
    "alone badly nightmare struggling struggle upset burnout grief miss worse misery "
    "useless cancelled stolen broke broken rejected refused cheated disaster mess unfair"
)
_GLAD: Final = words(
    "great wonderful lovely amazing fantastic brilliant won passed engaged married celebrated "
    "celebrate loved love enjoyed enjoy fun laughed laugh happy proud beautiful excellent "
    "finally promoted promotion yay hooray best nice perfect"
)
_ENGLISH: Final = words(
    "the a an and or but i i'm i've my me we you your he she it is am are was were to of in on at "
    "for with that this not don't do did have had has what who when how why"
)
_FOREIGN: Final = words(
    "ich und der die das nicht ist mit auf für war habe heute mir mich wie wann wer "
    "wer wo warum wieso welche mein meine dich dir wir ihr "
    "qui où pourquoi comment quel quelle ton ta tes es "
    "quién dónde cuál cómo porqué es mis tengo fue "
    "chi dove quale mio mia miei ho sei "
    "quem onde como qual meus tenho foi é "
    "wie waar waarom hoe mijn heb "
    "je nous vous les des est avec pour dans une mon ma pas suis été quand "
    "yo el los las con para por una mi muy estoy cuándo qué cómo está hoy pero "
    "io il gli che sono con per una mio mia non oggi quando perché è "
    "eu os não com para uma meu minha hoje quando são está "
    "ik het een niet met voor mijn van wanneer vandaag "
    "jeg og det ikke med hvad når är och jag inte att "
    "się nie jest na dzisiaj kiedy ja ve bir ne bugün"
) - {"i", "a", "an", "die", "was", "me", "it"}  # fmt: skip
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_PACE: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|[,.;:!?]")
_STOPS: Final = frozenset(",.;:!?") | {"but"}
_DENYING: Final = words("not never no nobody nothing hardly without neither nor isn't cannot")
_FINE: Final = words("ok okay fine well good better enjoying")
"""Words that say little, and much where they are denied."""

_DENIED_FOR: Final = 4
"""Words after a denial that it turns, within its clause."""

_LATIN_ENDS: Final = "\u0250"
_SURE: Final = 2


def feeling_of(word: str) -> str | None:
    """The emotion that a word speaks of, None if of none.

    >>> feeling_of("anxious"), feeling_of("Happy"), feeling_of("garden")
    ('anxiety', 'happiness', None)
    """
    return _FEELING_OF.get(word.casefold())


def valence(text: str) -> int:
    """Whether what is told is heavy (-1), glad (1) or neither, by its words alone.

    >>> valence("Work was awful and I cried."), valence("I baked bread."), valence("So proud!")
    (-1, 0, 1)
    >>> valence("I am not happy at all."), valence("No longer sad.")
    (-1, 0)
    """
    score, since_denied = 0, _DENIED_FOR
    for word in _PACE.findall(text.replace("’", "'").casefold()):
        if word in _STOPS:
            since_denied = _DENIED_FOR
            continue
        name = feeling_of(word)
        felt = EMOTIONS[name] if name is not None else (word in _GLAD) - (word in _HEAVY)
        if since_denied < _DENIED_FOR:
            # "Not happy" is heavy, "not sad" says no more than that.
            felt = -1 if felt > 0 or word in _FINE else 0
        score += felt
        since_denied = 0 if word in _DENYING or word.endswith("n't") else since_denied + 1
    return (score > 0) - (score < 0)


def is_foreign(text: str) -> bool:
    """Whether a text is in another language than English, as far as its commonest words tell.

    >>> is_foreign("Heute war ich mit Anna im Park."), is_foreign("Today I met Anna.")
    (True, False)
    >>> is_foreign("今日は疲れた"), is_foreign("ok")
    (True, False)
    """
    letters = [char for char in text if char.isalpha()]
    if sum(char >= _LATIN_ENDS for char in letters) * 2 > len(letters):
        return True
    found = _WORD.findall(text.replace("’", "'").casefold())
    n_foreign = sum(word in _FOREIGN and word not in _ENGLISH for word in found)
    return n_foreign >= _SURE and n_foreign > sum(word in _ENGLISH for word in found)


def is_named(name: str, asked: tuple[str, ...]) -> int:
    """How many words of a name some words say, in any form; 0 if they say too little of it.

    Half of a name is enough: a first name, or one word of two.

    >>> is_named("Running", ("run",)), is_named("Half marathon", ("marathon",))
    (1, 1)
    >>> is_named("Harrow Cycles in Leeds", ("Leeds",))
    0
    """
    own = {base(word) for word in _WORD.findall(name.replace("’", "'").casefold())}
    there = {base(word.casefold()) for word in asked}
    feelings = {base(felt) for word in asked if (felt := feeling_of(word)) is not None}
    n = sum(word in there or word in feelings or _is_form(word, there) for word in own)
    return n if n * 2 >= len(own) else 0


def _is_form(word: str, there: set[str]) -> bool:
    return any(word[:3] == other[:3] and says(other, word) for other in there)
