"""The rules that tell what a turn asks for: a pattern on a line, tried in their order.

Patterns are held against a sentence in small letters without the polite words before it.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from graph_aria.domain.stems import words


class AskKind(StrEnum):
    """What somebody wants of a reply."""

    GREETING = "greeting"
    THANKS = "thanks"
    GOODBYE = "goodbye"
    FORGET = "forget"
    """Take back what was said."""

    REMEMBER = "remember"
    """Keep what is said."""

    WHY = "why"
    """What the last reply rested on."""

    ARIA = "aria"
    """Who or what ARIA is."""

    ADVICE = "advice"
    HELPS = "helps"
    """What eased something."""

    BRINGS = "brings"
    """What brought something on, or made it worse."""

    HOW_OFTEN = "how_often"
    WHEN_FIRST = "when_first"
    WHEN_LAST = "when_last"
    WHEN = "when"
    FADED = "faded"
    """What is not spoken of any more."""

    HOW_WAS = "how_was"
    """How a time was."""

    ALIVE = "alive"
    """Whether somebody lives."""

    ABOUT_ME = "about_me"
    """What is known of the user."""

    SAID = "said"
    """What was said just before."""

    AT = "at"
    """What the user is working on or dealing with, or has finished or given up."""

    AHEAD = "ahead"
    """What is coming up."""

    CHANGES = "changes"
    """What changed in a life: its milestones."""

    NEWS = "news"
    """What is new with somebody or something."""

    WHO = "who"
    """Who or what somebody or something is."""

    WHAT = "what"
    """Any other question."""

    FOREIGN = "foreign"
    """Words in another language than English."""

    TELL = "tell"
    """No question: something is told."""


QUESTIONS: Final = frozenset(
    {
        AskKind.WHY, AskKind.ARIA, AskKind.ADVICE, AskKind.HELPS, AskKind.BRINGS,
        AskKind.HOW_OFTEN, AskKind.WHEN_FIRST, AskKind.WHEN_LAST, AskKind.WHEN, AskKind.FADED,
        AskKind.HOW_WAS, AskKind.WHO, AskKind.WHAT, AskKind.ALIVE, AskKind.ABOUT_ME,
        AskKind.SAID, AskKind.AT, AskKind.AHEAD, AskKind.CHANGES, AskKind.NEWS,
    }
)  # fmt: skip
"""Kinds that want an answer."""


_TIMES: Final = (
    "(?:day|week|weekend|month|year|spring|summer|autumn|fall|winter|yesterday|today|january|"
    "february|march|april|may|june|july|august|september|october|november|december|"
    r"(?:19|20)\d\d|christmas|easter|holidays?)"
)
_ORDER: Final = r"^(?:(?:can|could|will|would) you )?(?:please )?(?:just |always )?"

_TALK: Final = {
    AskKind.GOODBYE: r"""
    ^night\b|\b(?:good ?night|night night|nighty? night|(?:good)?bye(?: ?bye)?|see (?:you|ya))\b
    \b(?:talk|speak|chat)(?: to you)? (?:later|soon|tomorrow|again)\b
    \b(?:ttyl|cya|farewell|signing off|sleep (?:well|tight)|take care|until (?:tomorrow|later))\b
    \b(?:off|going|time|go|heading) (?:to|for) (?:bed|sleep)\b
    \b(?:got ?ta|(?:have|got|need) to|must) (?:go|run|leave|sleep)\b
    \bthat(?:'s| is| will be) (?:all|it)(?: for (?:now|today|tonight))?\b
    """,
    AskKind.THANKS: r"""
    \b(?:thanks|thank (?:you|u)|thx|ty|cheers|much obliged|(?:i )?appreciate (?:it|that|you))\b
    \b(?:that's|that is|you're|you are) (?:so |very |really )?(?:kind|helpful|sweet)\b
    """,
    AskKind.GREETING: r"""
    ^(?:hi+|hello+|hey+|hiya|howdy|yo|greetings|good to (?:see|hear)|i'?m back|it'?s me)\b
    ^(?:(?:a )?(?:very )?good )?(?:morning|evening|afternoon|day)\b
    """,
}
_QUESTIONS: Final = {
    AskKind.FORGET: r"""
    {order}(?:forget|delete|erase|remove|scratch|unsay|drop|strike|take back) (?:that|this|it\b)
    {order}(?:forget|delete|erase|remove|scratch|drop|strike|take back) (?:what i|everything|all)
    {order}(?:forget|delete|erase|remove) (?:the last|my last|about|what you know)
    \b(?:don't|do not|never) (?:remember|keep|store|save) (?:that|this|it|what)
    \bpretend (?:that )?i (?:didn't|did not|never)
    \bi take (?:that|it) back
    """,
    AskKind.REMEMBER: r"""
    {order}(?:remember|note|keep in mind|bear in mind)\b(?!.*\?$)(?! (?:when|how|the time)\b)
    {order}(?:make (?:a )?note|take note)\b
    {order}(?:don't|do not|never) (?:let me )?forget\b(?!.*\?$)
    """,
    AskKind.WHY: r"""
    ^(?:why|how come|how|what|where|since when)\b.*\bmakes? you\b
    ^(?:why|how come) .*\byou (?:think|know|say|believe|assume|suppose|conclude|mention)\b
    ^(?:how|what|where|since when) .*\byou (?:think|know|say|believe) (?:that|this|so|it)\b
    ^(?:how|where) .*\byou (?:get|hear|conclude|come up|come to|have) (?:that|this|it|with)\b
    ^(?:says who|why (?:that|so|did you say))
    ^(?:what|which) (?:is|was|are|memor\w+) (?:that|this|it)?\s*(?:based on|your source)
    \bhow (?:would|do) you know\b(?!.* about)
    \bwhere .* (?:you|that) (?:from|come from)
    """,
    AskKind.SAID: r"""
    ^what (?:did|have|was it that) i (?:only )?(?:just|last) (?:say|said|tell|told|wr[io]te|written)
    ^what did i (?:say|tell you|write) (?:just now|a (?:moment|minute) ago|before(?: that)?\W*$)
    ^what (?:was|is) my last (?:message|sentence|turn|question)\b
    """,
    AskKind.ABOUT_ME: r"""
    \bwhat do you (?:know|remember|think you know) (?:of|about) (?:me|myself)\W*$
    ^(?:who|what) am i\W*$
    \b(?:tell|show) me (?:what you know )?(?:about|of) (?:me|myself)\W*$
    \bwhat (?:have|did) you (?:learn(?:ed|t)?|remember(?:ed)?) about me\W*$
    """,
    AskKind.AT: r"""
    ^what(?: all| else)?(?:'m| am|'re| are) (?:i|we) (?:\w+ly |still )?{at}
    ^what do i (?:still )?(?:work on|deal with|struggle with)\b(?!.*{times})
    ^what(?:'s| is| are) (?:my|our) (?:current |present |main |biggest |ongoing )*{foci}\b
    ^what(?:'s| is| are) (?:keeping|occupying) (?:me|us)\b|^what(?:'s| is) on my plate\b
    ^what(?:'s| is) (?:going on|happening) (?:in my life|with me|for me){now}\W*$
    ^what (?:have|did|has) i (?:recently |lately |just |already )?{ended}\b(?! {telling})
    ^(?:am|are) (?:i|we) still (?:\w+ing|on|at|in)\b
    ^(?:how far(?: along)? (?:am|are)|where (?:am|are)) (?:i|we) (?:with|in|on) (?!life\b)
    ^where do (?:i|we) stand (?:with|on|in)\b
    """,
    AskKind.AHEAD: r"""
    ^(?:what|anything|something|is anything|is there anything|who)\b(?!.*\bkeeps?\b).*\b{coming}
    ^what(?:'s| is|'re| are)(?: there| my)? (?:next|ahead|in store)\b(?! to)
    ^what (?:lies|do i have) (?:ahead|coming|planned|on this|on next)\b
    ^do (?:i|we) have (?:anything|something|plans)\b.*\b(?:on|planned|coming|ahead|soon|next)\b
    ^(?:whose|which|what|any|are there any|is there an?y?) {days}\b(?!.*{been}).*\b{soon}
    """,
    AskKind.CHANGES: r"""
    \bmilestones?\b
    ^what(?:'s| has| have)?(?: all)? chang(?:ed|es) (?:in|with|for) (?:my life|me)\b
    ^what(?:'s| has| have)?(?: all)? changed (?:lately|recently|{within} {times}s?)\b
    ^what(?:'s| is| has been)(?: been)? new (?:with me|for me|in my life)\b
    ^what {great} {turns} (?:happened|changed|were|was|have)\b
    ^what (?:are|were|have been) (?:the|my) (?:most )?{great} {turns}
    """,
    AskKind.ALIVE: r"""
    ^(?:is|are|was|were) (?!(?:you|i|we|it|this|that|there)\b).{0,60}\b(?:alive|dead|deceased)\b
    ^(?:is|are) (?!(?:you|i|we|it|this|that|there)\b).{0,60}\bstill (?:living|with us|around)\b
    ^(?:did|has|have|had) (?!(?:you|i|we)\b).{0,60}\b(?:die|died|pass(?:ed)? away)\b
    ^do(?:es)? (?!(?:you|i|we)\b).{0,60}\bstill (?:live|alive|exist)\W*$
    """,
    AskKind.ADVICE: r"""
    \bshould (?:i|we)\b
    \bwould you (?:do|say|recommend|suggest|advise)\b
    \b(?:any|some|your|give me|need) (?:advice|tips?|suggestions?|recommendations?|ideas?)\b
    \bdo you (?:think|suggest|recommend|advise)\b
    \bwhat (?:can|could|shall) (?:i|we) (?:do|try|say)\b(?! (?:at|in|for|on)\b)
    \bwhat do (?:i|we) do(?: now| about\b.*| with\b.*| next)?\W*$
    \bhow (?:can|could|do) i (?:stop|get (?:rid|over|better)|deal|cope|fix|handle|become|improve)
    \bis it (?:ok|okay|normal|wrong|right|wise)\b
    """,
    AskKind.FADED: r"""
    \bfaded?\b
    \b(?:stopped|quit|ceased|given up|gave up) (?:talking|mentioning|writing|speaking|telling)
    ^(?=.*{not})(?=.*{ages}).*\b(?:mention\w*|talk\w*|spoken|speak\w*|wr[io]t\w*)\b
    ^(?=.*{not})(?=.*{ages}).*\b(?:come up|came up|seen|heard|told)\b
    \b(?:no longer|used to) (?:mention|talk|write|speak|come)
    \b(?:dropp|drift|slipp|disappear|vanish|fall|fell|gone)\w* (?:out|off|away|from|quiet|silent)
    \blost (?:touch|sight)|\bneglect
    """,
    AskKind.HELPS: r"""
    {asks}.*\b(?:help(?:s|ed|ing|ful)?|eas(?:e|es|ed|ing)|calm(?:s|ed|ing)?|sooth\w+)\b(?!.*worse)
    {asks}.*\b(?:reliev\w+|relax\w*|lift(?:s|ed)|cheer\w*|reduc\w+|lessen\w*|comfort\w*)\b
    {asks}.*\b(?:good for|does me good|work(?:s|ed)? (?:for|against)|remed\w+|cures?)\b
    {asks}.*\b(?:better|calmer|improv\w+)\b(?!.*worse)
    {asks}.*\b(?:gets?|got|lifts?|pulls?|brings?|brought) (?:me|us|my \w+) out of\b
    """,
    AskKind.BRINGS: r"""
    {asks}.*\b(?:mak(?:e|es|ing)|made|caus\w+|trigger\w*|worsen\w*|worse)\b
    {asks}.*\b(?:bring|brought|sets?|gets?|got|lets?|puts?|wears?|drags?) .*\b(?:on|up|off|down)\b
    {asks}.*\b(?:(?:is|was|are|lies?) behind|bad for|leads? to|led to|to blame|responsible)\b
    {asks}.*\b(?:stress(?:es|ed)? me|upsets?|bothers?|annoys?|scares?|frightens?|drains?|hurts?)\b
    {asks}.*\b(?:frustrat\w+|worr(?:y|ies) me|excites?)\b
    ^why (?:am|was|do|did|have|are|is|were|does) (?:i|my|we)\b|^how come (?:i|my|we)\b
    ^where (?:does|do|did) (?:my|all|the|this) .*\bcomes? from\b
    """,
    AskKind.HOW_OFTEN: r"""
    \bhow (?:often|frequent\w*|regular\w*)\b
    \bhow many (?:times|days|weeks|evenings|mornings|nights)\b(?!.*\bsince\b)
    \bhow much (?:do|did|have) i\b
    ^(?:do|did|have|am|was) (?:i|we) .*\b(?:a lot|often|much|regularly|frequently|daily|weekly)\b
    ^(?:do|did|have) (?:i|we) .*\bevery (?:day|week|month)\b
    \bnumber of times\b|\bcount (?:the|how|my)\b
    """,
    AskKind.WHEN_FIRST: r"""
    \b(?:when|what day|since when)\b.*\b(?:first|started|began|begun|took up)\b
    \b(?:when|what day) (?:did|had|have|was|were)\b.*\b(?:start|begin|take up)\b
    ^since when\b|\bfirst time\b|\bhow long have (?:i|we)\b|\bearliest\b
    """,
    AskKind.WHEN_LAST: r"""
    \b(?:when|what day|which day)\b.*\b(?:last|latest|most recently|recently)\b
    \b(?:last|latest|most recent) (?:time|thing|word|words)\b
    \bhow long (?:ago|since|has it been|is it|have i not)
    ^(?:have|did|has|was|were|had) (?:i|we|he|she|they)\b.*\b(?:recently|lately|these days)\b
    ^when .* most recent\b|\b(?:days|weeks|months|years)(?: is it| has it been)? since\b
    """,
    AskKind.HOW_WAS: r"""
    \bhow (?:have|had) (?:i|we|things|life|my \w+) (?:been|felt|gone)
    \bhow (?:am|was|were) (?:i|we)\b
    \bhow(?:'s| is| was| were| are|'s been| has) (?:my )?(?:life|things|it going|everything|mood)
    \bhow have (?:things|life|everything)
    \bhow (?:did|do) (?:i|we) (?:feel|do)\b(?! about)
    \bmy (?:\w+ )?moods?\b
    ^what (?:happened|did (?:i|we) (?:do|write)) (?:between|from)\b
    ^(?:was|were) (?:i|we)\b.*\b(?:in|last|this|during|over) (?:the )?{times}
    \bhow(?:'s| was| were| is| has| did)\b.*\b{times}\b
    \bwhat (?:was|were|happened|did (?:i|we) do)\b.*\b(?:last|in|this|on|during) (?:the )?{times}\b
    """,
    AskKind.NEWS: r"""
    ^what(?:'s| is| are| has| has been| have)(?: been)?(?: all)? (?:new|up|{on}) {with} (?!{mine})
    ^what(?:'s| is| was| are| were)? (?:the|your|my)? ?{late}(?: (?:that )?i (?:know|heard))? {with}
    ^(?:is there |are there |do i have |have i |got )?(?:any|some|what)(?: \w+)? {late} {with}
    ^(?:is there |has there been )?(?:any|some)thing new {with} (?!{mine})
    ^what (?:has )?happened (?:with|to) (?!{mine})
    ^how(?:'s| is| are| has| have) (?!{unsaid})(?:\S+ ){1,4}{faring}\W*$
    ^how(?:'s| is| are) (?!{unsaid})(?:my |the )?(?:\w[\w'-]*)(?: \w[\w'-]*)?\W*$
    ^what(?:'s| has| have) (?!{unsaid}|i\b|we\b)(?:\S+ ){1,4}been (?:up to|doing)\b
    """,
    AskKind.WHO: r"""
    ^who(?:'s| (?:on earth |the hell |exactly |again )?(?:is|was|are|were))\b(?! you\b)
    \b(?:tell|remind|show) me (?:who|about|more about)\b
    \b(?:tell|remind|show) me what (?:you|i) (?:know|said|wrote|told you) (?:of|about)\b
    \bwhat do you (?:know|remember) (?:of|about)
    ^(?:do|did) i know\b
    \bwhat(?:'s| is| was| does| did) .* (?:to me|for me)\b
    """,
    AskKind.WHEN: r"""
    ^when(?:'s| is| was| were| did| does| do| are| will| am| have| had)\b
    ^(?:on |in )?(?:what|which) (?:day|date|year|month|week|time)\b
    \b(?:tell|remind) me when\b|\bwhat(?:'s| is| was) the date\b
    \bdo you (?:know|remember) when\b
    """,
    AskKind.ARIA: r"""
    \b(?:who|what|how|where|how old) are you\b|\bhow do you work\b
    \bare you (?:a|an|real|human|alive|conscious|there|ok|okay|online|offline|listening)\b
    \bare you (?:sure|able|chatgpt|happy|sad)\b
    \bwhat (?:can|do) (?:you|i) (?:do|ask|say|understand)\b(?! (?:at|in|for|on)\b)
    \byour (?:name|purpose|job|model)\b
    \b(?:do|can|will|could) you (?:feel|think|sleep|dream|love|like|eat|understand|help|hear|see)\b
    \b(?:can|will|could) you (?:read|speak|talk)\b(?!.*\b(?:about|of|when|what i)\b)
    \bdo you have (?:feelings|emotions|opinions|a name|a body|friends|a life)
    \bwho (?:made|built|wrote) you\b|\bwh(?:o|at) am i (?:talking|speaking|writing) (?:to|with)
    """,
}
_PARTS: Final = {
    "{order}": _ORDER,
    "{not}": r"(?:\bnot|n't|\bnever|\bno longer)\b",
    "{times}": _TIMES,
    "{at}": (
        "(?:working (?:on|at)|dealing with|busy with|focus(?:s?ing|s?ed) on|struggling with|"
        "coping with|up to|learning|training for|going through|in the middle of|occupied with|"
        "doing with my life|trying to do|fighting with|preparing (?:for)?)"
    ),
    "{foci}": "(?:focus|foci|projects?|struggles?|undertakings?|work in progress)",
    "{now}": (
        "(?: (?:right now|at the moment|these days|at present|currently|lately|now|nowadays))?"
    ),
    "{ended}": (
        "(?:finish(?:ed)?|complete[d]?|give up|given up|gave up|quit|drop(?:ped)?|abandon(?:ed)?|"
        "moved? on from)"
    ),
    "{coming}": r"(?:coming up|comes up (?:next|soon)|upcoming|lies ahead|ahead of me|due soon)\b",
    "{days}": "(?:birthdays?|anniversar(?:y|ies)|events?|appointments?|plans)",
    "{been}": r"\b(?:did|was|were|had|happened|have been)\b",
    "{soon}": ("(?:next|soon|coming(?: up)?|ahead|upcoming|near(?:ing)?|this (?:week|month)|due)"),
    "{within}": (
        r"(?:this|last|since|in|during|over)(?: the)?(?: (?:this|last|past|few|couple of|two|three|"
        r"four|five|six|\d+))*"
    ),
    "{telling}": r"(?:talk|mention|writ|speak|tell)\w*",
    "{great}": "(?:big|biggest|great|greatest|important|major|main)",
    "{turns}": "(?:changes?|events?|moments?|turns|turning points|things?)",
    "{late}": "(?:news|latest|update|updates)",
    "{on}": "(?:going on|happening|the matter)",
    "{with}": "(?:with|of|from|about|on|for|regarding)\\b",
    "{mine}": r"(?:me|us|my life|you|that|this|it)\b",
    "{faring}": (
        "(?:doing|getting (?:on|along)|faring|holding up|keeping|been|these days|now|lately|today)"
    ),
    "{unsaid}": (
        r"(?:you|i|we|it|this|that|there|life|things?|everything|all|your|aria|to|a|much|many|"
        r"old|far|long|often|come|about)\b"
    ),
    "{asks}": (
        "^(?:what|which|who|whose|how|has|have|does|did|do|is|was|are|were|anything|something|"
        r"any|when|things?|(?:tell|show) me what|list)\b"
    ),
    "{ages}": (
        r"\b(?:a while|lately|recently|a long time|any ?more|ages|months|weeks|years|longer)"
    ),
}


NEWS_WORDS: Final = words(
    "new news latest update updates matter going happening happened doing getting faring holding "
    "keeping know heard"
)
"""Words that ask for what is new, and are not what is asked about."""


def _compiled(rules: dict[AskKind, str]) -> tuple[tuple[AskKind, re.Pattern[str]], ...]:
    found = []
    for kind, lines in rules.items():
        pattern = "|".join(line.strip() for line in lines.splitlines() if line.strip())
        for name, part in _PARTS.items():
            pattern = pattern.replace(name, part)
        found.append((kind, re.compile(pattern)))
    return tuple(found)


TALK: Final = _compiled(_TALK)
"""What a short turn that asks nothing is, by its words."""

QUESTION_RULES: Final = _compiled(_QUESTIONS)
"""What a sentence asks for, by its words; the first that fits."""

ORDERS: Final = frozenset({AskKind.FORGET, AskKind.REMEMBER, AskKind.ADVICE})
"""Kinds that need not have the form of a question."""
