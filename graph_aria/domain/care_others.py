"""What people write of violence to somebody close to them, and of that one's own crisis."""

from __future__ import annotations

from typing import Final

from graph_aria.domain.care_words import CLOSE, HOME

ABUSE_OTHERS: Final = (
    (
        rf"\bmy (?:\w+ )?{CLOSE} (?:is|keeps|has been) (?:beating|hitting|abusing|hurting|"
        rf"molesting) "
        r"(?:his|her|their|the) (?:\w+ )?(?:children|kids|wife|husband|son|daughter|child|kid|"
        r"girlfriend|boyfriend|mother|partner|baby)\b"
    ),
    (
        rf"\bmy (?:\w+ )?{CLOSE}(?:'s|s') (?:\w+ )?(?:{HOME}) (?:\w+ ){{0,2}}?(?:beats|hits|"
        rf"abuses|chokes|hurts|strangles|punches|is (?:beating|hitting|abusing)) (?:her|him|"
        rf"them)\b(?! (?:at|in|to|with))"
    ),
    rf"\bmy (?:\w+ )?{CLOSE} is (?:being )?(?:abused|beaten|raped|molested)\b",
)
"""Violence that is done to somebody close."""

_THEY_DO: Final = (
    r"(?:tried to (?:kill|hang|shoot|drown|poison|stab) (?:him|her|them)sel(?:f|ves)|"
    r"(?:wants|plans|decided|is going|threatens) to (?:just )?(?:end|take) (?:it|everything|"
    r"(?:his|her|their) (?:own )?li(?:fe|ves))(?= all|$|[,;]| tonight)|"
    r"(?:is|'s|are) (?:going to|about to) (?:shoot|hang|drown|poison) (?:him|her|them)sel(?:f|ves)|"
    r"cut (?:his|her|their) (?:wrist|arm|thigh|legs?|arms)"
    r"(?= again|$| last| open| with a (?:razor|blade))|"
    r"wants? to (?:die|kill (?:him|her|them)sel(?:f|ves)|end (?:his|her|their) (?:own "
    r")?li(?:fe|ves)|be dead)|"
    r"(?:is|'s|are) (?:going to|gonna|about to|planning to|threatening to|trying to) "
    r"(?:kill|hurt|hang|harm) (?:him|her|them)sel(?:f|ves)|"
    r"(?:is|'s|are) (?:going to|about to) (?:jump|end (?:his|her|their) life)|(?:is|'s|"
    r"are|feels|seems|sounds) (?:\w+ )?suicidal|"
    r"(?:is|'s|keeps|started|has started|has been|'s been) (?:cutting|hurting|harming|"
    r"starving) (?:him|her|them)sel(?:f|ves)(?! by\b)|"
    r"cuts (?:him|her|them)self|(?:doesn't|don't) want to (?:live|be alive|wake up)(?: "
    r"anymore)?(?=[.,;!?]|$| and)|"
    r"will kill (?:him|her|them)self|(?:threatens|threatened|tried|is threatening|talks "
    r"about|talked about|keeps talking about|is thinking about|was talking about) (?:to "
    r")?(?:kill(?:ing)? (?:him|her|them)sel(?:f|ves)|suicide|end(?:ing)? (?:his|her|"
    r"their) life|dying)|"
    r"(?:took|has taken|overdosed|swallowed)(?: \w+){0,3}? (?:pills|overdose|tonight)|"
    r"overdosed(?=$|[,;]| (?:tonight|today|again|last night|on (?!choc|coffee)))|(?:sent|"
    r"wrote|texted|left) (?:me |us )?(?:an? )?(?:goodbye|farewell|suicide) (?:message|"
    r"note|letter|text))"
)
CRISIS_OTHERS: Final = (
    (
        rf"\b(?:my|our|a|another) (?:\w+ )?(?:{CLOSE})\b(?! (?:game|squad))(?:,? (?:##|"
        rf"[\w']+)){{0,6}}?,? {_THEY_DO}"
    ),
    (
        rf"(?:\b(?:{CLOSE}|mom|dad)|##) (?:just |has |have |had )*(?:told|texted|wrote|"
        rf"messaged|called|rang|confessed|says|admitted|sent)(?: to)? me(?: [\w']+){{0,4}}? "
        rf"(?:he|she|they)(?:'s| is| are)? ?{_THEY_DO}"
    ),
    (
        rf"^(?:he|she)(?: just)? (?:told|texted|wrote|messaged)(?: to)? me(?: [\w']+){{0,3}}? "
        rf"(?:he|she)(?:'s| is)? ?{_THEY_DO}"
    ),
)
"""Somebody close who is about to harm themselves."""
