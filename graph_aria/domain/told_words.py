"""Words and signs by which `borne_out` tells what a sentence says and of whom: closed lists."""

from __future__ import annotations

import re
from typing import Final

from graph_aria.domain.stems import words
from graph_aria.domain.word_forms import base

WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
BREAK: Final = re.compile(
    r"(?<!\bdr)(?<!\bmr)(?<!\bms)(?<!\bst)(?<!\bmrs)(?<!\bprof)(?<!\be\.g)(?<!\bi\.e)(?<!\b[a-z])"
    r"[.!?…]+[\"'”’)\]]*\s+|\n\s*\n\s*|\n(?=\s*[-*>•#])",
    re.IGNORECASE,
)
PRONOUN: Final = (
    r"(?i:i|we|my|our|it|he|she|they|you|his|her|their|there|this|that|the|nobody|everyone|"
    r"everybody|i['’]\w+|we['’]\w+)\b"
)
CLAUSE: Final = re.compile(
    r"[;:–—]\s+|,\s+so\s+|,?\s(?:but|because|so that|although|though|while|whereas|since|yet)\s+|"
    rf",\s*(?:and\s+|so\s+)?(?={PRONOUN})|\s(?:and|so)\s+(?={PRONOUN}|[A-Z][a-z]+\b)"
)
LEAD: Final = re.compile(
    r"^\W*(?:(?:no|nope|nah|yes|yeah|yep|well|oh|ok|okay|ah|actually|wrong|right|sorry)\b[\s,:.!-]+)+",
    re.IGNORECASE,
)

EMPTY: Final = words(
    "a an the and or but not no nor never without neither if so as at by for from in into of on "
    "off onto out over to up with about than then that this these those there here what which "
    "who whom whose when where why how i me my mine myself you your yours he him his she her hers "
    "it its we us our ours they them their theirs themselves am is are was were be been being do "
    "does did doing done has have had having can could will would shall should may might must "
    "user users s t m re ve ll d don doesn didn isn aren wasn weren won hasn haven just also too "
    "very really still now currently already recently lately regularly often usually longer any "
    "anymore more most some all one ones again ever even only both each every after before "
    "during because since until while through between around across along away back down own "
    "get gets got getting make makes made making keep keeps kept keeping take takes took thing "
    "things way time times person someone something name named called other another quite much "
    "many lot lots new like such go goes went going gone used use become became feel feels felt "
    "feeling considers finds consider find come comes came yes first last like's ago today "
    "tomorrow yesterday tonight week weeks month months year years day days next morning evening "
    "january february march april may june july august september october november december "
    "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays "
    "thursdays fridays saturdays sundays one two three four five six seven eight nine ten eleven "
    "twelve once twice hundred thousand better aria according"
) - words("like user")  # numbers and days are held against the text elsewhere
LIKE_AS_VERB: Final = re.compile(
    r"\b(?:user|i|we|not|n't|longer|really|always)\s+(?:likes?|liked)\b"
)

FOLLOWS: Final = {
    base(said): frozenset(map(base, told.split()))
    for said, told in {
        "moved": "live reside relocate", "teach": "work teacher job learn",
        "kid": "childhood", "nurse": "work",
        "favourite": "love like prefer enjoy", "favorite": "love like prefer enjoy",
        "lose": "die loss death pass", "miss": "loss love", "expect": "pregnant",
        "quit": "leave stop resign end", "leave": "quit end stop", "stop": "quit end",
        "enjoy": "love like", "love": "like enjoy", "adore": "love like enjoy",
        "like": "enjoy love", "hate": "dislike", "dislike": "hate", "loathe": "hate dislike",
        "bear": "birthday", "sign": "join register enrol participate run",
        "vegetarian": "meat eat", "born": "birthday", "ship": "release finish complete",
        "boss": "work job manager", "job": "work", "work": "job employ", "shift": "work job",
        "colleague": "work", "clear": "help", "ease": "help", "calm": "help relax",
        "fiance": "engaged marry", "husband": "marry", "wife": "marry", "widow": "marry die",
        "divorce": "marry separate", "exhausted": "tired", "cousin": "relative family",
        "mother": "mum mom parent", "father": "dad parent", "sister": "sibling",
        "brother": "sibling", "finish": "complete end", "goal": "aim want plan",
        "want": "goal aim plan wish hope", "plan": "goal aim want intend",
        "hope": "want goal", "favour": "prefer", "rather": "prefer",
        "die": "lose loss", "promise": "decide", "notice": "leave quit resign",
        "revise": "study learn", "coffee": "drink", "tea": "drink",
        "wine": "drink", "beer": "drink", "alcohol": "drink", "meat": "eat",
    }.items()
}  # fmt: skip
"""What may be told of somebody who said a word, beside what says the same."""

STANDS: Final = tuple(
    (re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), plain, frozenset(map(base, said.split())))
    for pattern, plain, said in (
        (
            r"(?:can(?:['’]|no)?t|can not|couldn['’]t)\s+(?:even\s+)?(?:stand|bear|tolerate)",
            "hate",
            "hate dislike",
        ),
        (
            r"(?:do(?:n['’]t| not)|no longer|never)\s+(?:really\s+)?(?:like|enjoy|love)",
            None,
            "dislike hate",
        ),
        (r"(?:don['’]t|do not)\s+\w+\s+me|please", None, "want"),
        (r"(?:would|i['’]d|we['’]d)\s+(?:really\s+)?(?:like|love)", "want", "want"),
        (r"split up|broke up", "separate", "separate"),
        (r"gave up|given up|gives? up|giving up", "quit", "quit stop"),
        (r"passed away", "died", "died"),
        (r"looking forward to", "want", "want"),
        (r"(?:i|we)(?:['’]d| would) rather", "I prefer", "prefer"),
    )
)
"""Several words that say what one says: what they become, and what may be told of them."""

DENIAL: Final = re.compile(
    r"\b(?:not|never|no|nobody|nothing|none|neither|nor|without|cannot|hardly|barely|nowhere|"
    r"far from|anything but)\b|"
    r"n['’]t\b|\b(?:dont|cant|isnt|wasnt|doesnt|didnt|wont)\b",
    re.IGNORECASE,
)
SETS_APART: Final = words(
    "hate dislike avoid refuse quit stop former formerly detest loathe lack fail deny reject end "
    "unable ex despise"
)
APART: Final = frozenset(map(base, SETS_APART))
NO_MORE: Final = re.compile(r"\bused to(?! (?:it|this|that|the|my))\b", re.IGNORECASE)
UNREAL: Final = re.compile(
    r"\b(?:would|(?<!never )could(?!n['’]t| not)|should|might|perhaps|maybe|"
    r"possibly|probably|apparently|supposedly|"
    r"dreamt|dreamed|dreaming that|imagin\w+|pretend\w*|suppose|supposing|hypothetically|"
    r"jok(?:e|ed|ing)|kidding|lied|wonder\w*|as if|as though|almost|nearly|allegedly|rumou?r\w*|"
    r"in (?:the|my|this|a) (?:dream|novel|game|story|film|movie|book|play|role)|role-?play\w*|"
    r"(?:feels?|felt|seems?|looks?) like (?:i|we)|"
    r"(?:i|we) (?:thought|assumed|believed)|(?:forgot|forget|failed|meant|supposed) to|"
    r"character|sarcas\w+|ironic\w*|not true|untrue|false that|doubt)\b|"
    r"\bmay\b(?! \d)|\b(?:i|we|he|she|they|you)['’]d (?!(?:been|had|never|already|just|rather)\b)",
    re.IGNORECASE,
)
MONTH: Final = re.compile(
    r"\b(?:in|on|of|last|next|this|early|late|since|until|\d(?:st|nd|rd|th)?)\s+May\b|\bMay\s+\d"
)
PAST: Final = re.compile(
    r"\bas an? (?:kid|child|teenager|teen|boy|girl|student)\b|(?<!since )"
    r"\bwhen (?:i|we) (?:was|were)\b|"
    r"\bback then\b|\bin my (?:childhood|youth|teens|twenties)\b",
    re.IGNORECASE,
)
PRESENT: Final = re.compile(r"The user(?: \w+ly)? (?!was\b|used\b)(?:\w+s)\b(?! had\b| been\b)")
"""What was so once, and what is told as if it still were."""

IF: Final = re.compile(
    r"\b(?<!even )(?<!as )(?:if|unless|whether)\b(?! you (?:like|will|want|ask))", re.IGNORECASE
)
AHEAD: Final = re.compile(
    r"\b(?:want\w*|wish\w*|hop(?:e|es|ed|ing)|plan\w*|intend\w*|goals?|aims?|dream\w*|try|trying|"
    r"tries|going to(?= [a-z])|gonna|will|tempted|considering|thinking (?:of|about)|need to|"
    r"have to|has to|must|"
    r"needs to|due to|look\w* forward|prepar\w*|about to|signed up|train(?:ing)? for|schedul\w*)\b|"
    r"['’]ll\b|\bam to\b|['’]m to\b",
    re.IGNORECASE,
)
ATTAINED: Final = re.compile(
    r"\bdream (?!that|of|about|to|i|we)\w+|"
    r"\b(?:after|of) (?:all the )?(?:planning|trying|hoping|dreaming|preparing|training)\b",
    re.IGNORECASE,
)
"""Words of a wish or a plan in what has come about: "my dream job", "after years of trying"."""
UNDER_WAY: Final = re.compile(
    r"(?:\b(?:am|is|are)|['’](?:m|re|s))(?: (?:finally|really|still|now|also|just|not|both))* "
    r"(?!going through|being|feeling|writing this|telling)\w+ing\b",
    re.IGNORECASE,
)
"""What goes on, or will ("we are getting married"): it has not happened."""

REPORTED: Final = re.compile(
    r"\b(?:said|says|say|claims?|claimed|thinks?|thought|believes?|believed|told|tells|insists?|"
    r"insisted|according to|"
    r"asked|asks|wrote|writes|reckons?|heard|assumes?|assumed)\b(?:\s+(?:me|us)\b)?",
    re.IGNORECASE,
)

FIRST: Final = re.compile(
    r"\b(?:i|i['’]\w+|im|ive|we|we['’]\w+|me|us|my|our|mine|myself)\b", re.IGNORECASE
)
NOMINATIVE: Final = words("i im ive we i'm i've i'd i'll we're we've we'd we'll")
THIRD: Final = words(
    "he she they you he's she's they're you're he'd she'd they'd you'd who someone somebody "
    "everyone everybody people anyone nobody"
)
OF_USER: Final = words("my our")
SELF: Final = "i"
OF_THE_USER: Final = ("The user's", "The user’s")
OF_OTHERS: Final = words("his her their your")
DETERMINERS: Final = words("the a an some many most these those every several each")
TRAITS: Final = words(
    "goal plan dream aim favourite favorite hobby job name wish wedding birthday anniversary life"
)
DESCRIBING: Final = words(
    "whole own new old best biggest greatest big first last main current next oldest younger "
    "older youngest elder little good close dear late"
)
VERBLIKE: Final = re.compile(
    r"(?:is|was|are|were|has|had|have|does|did|will|would|can|could|wants|[a-z]{2,}(?:ed|s)|told|"
    r"went|got|knew|knows|took|made|felt|thought|kept|left|found|and)"
)
ANAPHOR: Final = re.compile(
    r"\b(?:it|its|it['’]s|they|them|their|there|that|this|these|those|he|she|him|his|her|hers|one)\b",
    re.IGNORECASE,
)
ABOUT: Final = re.compile(
    r"\b(?:talk\w*|read\w*|articles?|books?|films?|movies?|documentary|songs?|stor(?:y|ies)|news|"
    r"heard|lectures?|chatt?\w*|discuss\w*|jokes?|podcast|essay|debate\w*|watch\w*)\s+"
    r"(?:\w+\s+){0,3}?(?:about|on|of|in)\b",
    re.IGNORECASE,
)
"""What follows is only spoken of."""

ORDER: Final = re.compile(
    r"\b(?:ignore|disregard|override|bypass|forget)\b[^.]{0,40}\b(?:rules?|instructions?|prompts?|"
    r"guidelines?)\b|(?:^|[.!?\n\[<]\s*)system\s?:|\bsystem (?:note|notice|prompt|message)\b|"
    r"\b(?:developer mode|jailbreak|as an ai|language model)\b|"
    r"\bfrom now on,? (?:you|act|answer|treat|respond|believe)\b|"
    r"(?:^|[.!?:\n]\s*|\band )act as (?:if|though|an?)\b|"
    r"\b(?:rules?|instructions?|notes?|messages?|orders?|commands?|prompts?) (?:for|to) "
    r"(?:(?:the|an|any|your|this) )?(?:assistant|ai|aria|model|bot|reader|llm)\b(?!:)|"
    r"\b(?:add|save|write|store|put|commit)\b[^.]{0,20}\b(?:to|in|into) "
    r"(?:memory:|(?:your|the) (?:long-term )?memor(?:y|ies)\b)|"
    r"[\[<{]\s*/?(?:system|inst|assistant)\b|"
    r"\b(?:hey|hi|hello|dear|attention|ok),? (?:assistant|ai|bot|model|llm|chatgpt)\b|"
    r"\b(?:store|save|record|remember|believe) (?:this|the following)\s?:|"
    r"\bmemori[sz]e (?:that|this|the following)\b|\bmemori[sz]e:",
    re.IGNORECASE,
)
"""An order to whoever reads; nothing in its paragraph is believed of a model."""

OUTSIDE: Final = re.compile(
    r"\bthe user\b|\bthe (?:person|one|human) (?:writing|who (?:writes|wrote|is writing))\b|"
    r"\bthe (?:author|writer|narrator) of this\b",
    re.IGNORECASE,
)
"""What nobody calls themselves."""

SPEAKER: Final = re.compile(
    r"^\W*(?:assistant|aria|ai|bot|system|chatgpt|gpt|claude|copilot)\s*[:>]|^\s*>|"
    r"^\W*(?-i:[A-Z][a-z]+):\s+(?-i:I\b)",
    re.IGNORECASE,
)

YES: Final = re.compile(
    r"\W*(?:yes|yeah|yep|yup|yea|aye|exactly|correct|right|true|indeed|absolutely|definitely|"
    r"precisely|of course|that['’]s (?:right|true|correct|it|me)|that is (?:right|true|correct)|"
    r"i (?:do|am|did|have)|you['’]re right|spot on)\b(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
TAKEN_BACK: Final = re.compile(
    r"\b(?:but|not|no|never|except|maybe|kidding)\b|n['’]t\b", re.IGNORECASE
)
ASSISTANT: Final = "assistant:"
CHOICE: Final = re.compile(r"\bor\b", re.IGNORECASE)
