"""What people write of a crisis without naming it: what they do tells of it."""

from __future__ import annotations

import re
from typing import Final

_DONE: Final = (
    r"(?:paid|settled|sorted|cleared|written down|wrote down|given away|gave away|packed)"
)
_TREASURES: Final = (
    r"(?:cats?|dogs?|pets?|rabbits?|birds?|things|belongings|clothes|guitar|records|books|"
    r"jewell?ery|ring|watch|savings|letters)"
)
_AFTER: Final = (
    r"(?:afterwards?|(?<!up )(?<!clean )(?<!look )after me|without me|"
    r"(?:when|once) i'm (?:gone|not here|no longer (?:here|around|alive))"
    r"(?! (?:for|to|on|at|in|over|until|during|this|next|abroad|travell?ing|camping)\b))"
)
_PEOPLE: Final = (
    r"(?:somebody|someone|anybody|anyone|they|he|she|you|people|the \w+|my \w+|mum|mom|dad)"
)
_VITAL: Final = (
    r"(?:insulin|dialysis|chemo(?:therapy)?|transplant (?:meds|pills|drugs)|"
    r"(?:heart|blood pressure|epilepsy|seizure|hiv) (?:meds|medication|medicine|pills|tablets)|"
    r"blood thinners|inhaler)"
)
_BRINK: Final = (
    r"(?:platform(?:'s)? edge|edge of (?:the|a) (?:\w+ )?(?:platform|roof|bridge|cliff|balcony|"
    r"tracks?)|"
    r"wrong side of the (?:railing|rail|barrier|fence)|(?:railing|parapet) of (?:the|a) bridge|"
    r"bridge (?:railing|parapet))"
)
_ALCOHOL: Final = r"(?:vodka|whiske?y|wine|rum|gin|beer|liquor|schnapps|alcohol)"
_MANY: Final = (
    r"(?:(?:all|the rest of)(?: the| my| of the| of my)?|the whole (?:box|pack) of|"
    r"(?:a )?handfuls? of(?: the| my)?|\d{2,}|ten|twelve|fifteen|twenty|thirty|forty|fifty)"
)
_AT: Final = r"(?:at|on|by|over|to|against|behind|near|held|holding|gripp\w+|climbed)(?: the| a)?"
_FAMILY: Final = (
    r"(?:kids?|children|sons?|daughters?|husband|wife|partner|mum|mom|dad|mother|father|"
    r"parents|brothers?|sisters?|family)"
)
_PAPERS: Final = r"(?:insurance|policy|policies|will|funeral|savings)"
_AT_WORK: Final = r"(?:boss|colleagues?|team|clients?|customers?|trainee|intern|manager|office)"
_A_DAY: Final = (
    r"(?:on|next|this|in|tomorrow|today|tonight|later|then|after|before|by|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
)
_ON_ADVICE: Final = (
    r"(?:(?:doctors?|dr|gp)(?! (?:doesn't|does not|has no|won't))|oncologist|cardiologist|"
    r"specialist|consultant|nurse|hospital|clinic|surgery|operation|remission|advice|advised)"
)
_HARMLESS_FIND: Final = r"(?:hid(?:e|ing)|seek|google|linkedin|search\w*|online|website|profile)"

SELF_HARM_SIGNS: Final = (
    # What is one's own is given away, so that nobody has it to do when one is gone.
    (
        rf"\b(?:gave|given|giving|found a home for) (?:away )?(?:all )?my (?:\w+ )?{_TREASURES}\b"
        r"[^.]{0,80}\bso (?:that )?(?:nobody|no one|no-one|they|my \w+)(?: [\w']+){0,2}? to "
        rf"(?:deal|bother|worry|clean|sort|do|go through|look)\b[^.]{{0,30}}\b{_AFTER}\b"
    ),
    (
        rf"\b{_DONE}\b[^.]{{0,80}}\b(?:bills?|debts?|passwords?|will|papers|letters?|goodbyes?)\b"
        r"[^.]{0,60}\b(?:then|now|so) (?:it|everything|all this|this) can (?:\w+ )?"
        r"(?:be over|end|stop)$"
    ),
    # Who has to go through one's papers is told of them; a colleague needs to know them, too.
    (
        rf"\b(?:told|showed|tell|show|wrote down|written down|left|explained)\b"
        rf"(?![^.]*\b{_AT_WORK}\b)[^.]{{0,50}}\b(?:where|how|what)\b[^.]{{0,30}}\b{_PAPERS}\b"
        rf"[^.]{{0,40}}\bin case i'm not (?:here|around|alive)\b"
        rf"(?! (?:when|to|for|at|yet|until|{_A_DAY})\b)"
    ),
    (
        rf"\b(?:(?:told|showed|tell|show)\b[^.]{{0,20}}\b{_FAMILY} (?:where|how|what)\b[^.]{{0,30}}"
        rf"\b{_PAPERS}|(?:wrote|written) down (?:where|how|what)\b[^.]{{0,30}}\b(?:will|funeral))\b"
        r"[^.]{0,40}\bin case i'm not (?:here|there|around|alive)\b"
        r"(?! (?:when|to|for|at|yet|in time|until)\b)"
    ),
    # Being found.
    (
        rf"\b(?:how long (?:before|until|till|(?:\w+ )?(?:would|'d)\b|it'd\b)|"
        rf"(?:wonder|wondering|pictur\w+|imagin\w+) (?:who|when|if|whether|how long|{_PEOPLE}))\b"
        rf"(?![^.]*\b{_HARMLESS_FIND}\b)[^.]{{0,50}}?"
        r"(?:\b(?:would|until|till|before)\b|'d\b)[^.]{0,20}?\b(?:find|finds|found) me$"
    ),
    (
        rf"\b(?:(?:how long|wonder\w*|pictur\w+|imagin\w+)\b[^.]{{0,50}}\b{_PEOPLE}|who)"
        rf"(?![^.]*\b{_HARMLESS_FIND}\b)(?: would| will|'d|'ll)? (?:finally |be the one to )?"
        r"(?:(?:find|finds|found) me (?:dead|hanging|lying (?:there|on|in)|"
        r"in the (?:bath|bathtub|garage|morning)|and calls? (?:the police|an ambulance))|"
        r"(?:find|finds|found) my body)\b"
    ),
    # What keeps one alive is left off, and what comes is let come.
    (
        rf"\b(?:stopped|stopping|skipp(?:ed|ing)|quit|threw away|thrown away|left off|"
        rf"leaving off|not taking|refus\w+)(?: \w+){{0,2}}? my {_VITAL}\b"
        rf"(?![^.]*\b{_ON_ADVICE}\b)[^.]{{0,40}}\b(?:let (?:it|my body|"
        r"nature|god)|on purpose|don't care|not care|see if i|decide)\b"
    ),
    # Only where the sentence begins with oneself, so that nobody who advised it stands before.
    (
        rf"^\W*(?:i|i've|i'm|i have|i am)(?: (?:just|simply|been|now))* "
        rf"(?:stopped|stopping|skipp(?:ed|ing)|quit|threw away|left off)(?: \w+){{0,2}}? my "
        rf"{_VITAL}\b(?![^.]*\b{_ON_ADVICE}\b)[^.]{{0,40}}\bsee what happens\b"
    ),
    # No day to come is reckoned with.
    (
        r"\b(?:(?:stopped|no longer)\b[^.]{0,40}\b(?:buy\w*|plan\w*|book\w*|renew\w*|sav\w+)\b"
        r"[^.]{0,40}\b(?:next|the coming|after)\b|"
        r"don't\b[^.]{0,40}\b(?:buy|plan|book|renew|save)\b[^.]{0,40}\b(?:next|the coming|after)\b"
        r"[^.]{0,20}\banymore\b)[^.]{0,20}"
        r"\bi won't (?:(?:be around|be here) for (?:it|them|that|any of (?:it|that))|"
        r"see (?:it|that|any of (?:it|that)))(?: anymore)?$"
    ),
    # What is not needed may have been used up; nothing at all is needed by nobody.
    (
        r"\b(?:(?:stopped|no longer)\b|don't\b(?=[^.]*\banymore\b))[^.]{0,20}"
        r"\b(?:buy|plan|book)\w* anything\b[^.]{0,20}\b(?:next|the coming) (?:week|month|year|"
        r"spring|summer|autumn|fall|winter|season)(?: anymore)?[^.\w]{1,6}"
        r"\bi won't (?:need|be needing) "
        r"(?:it|that|any of (?:it|that))(?: anymore)?$"
    ),
    # A deadly place, and what it took to leave it.
    (
        rf"\b{_AT} {_BRINK}\b[^.]{{0,80}}\b(?:(?:before|until) i (?:could|managed to)|"
        r"(?:forced|made|dragged|pulled|talked) myself)(?: (?:to|finally|slowly|at last))*"
        r"(?: (?:step|walk|move|go|get|turn|climb|pull))? (?:back|away|down)\b"
        r"(?! (?:home|to|for|in|on)\b)"
    ),
    # Where one has hurt oneself, and what for.
    (
        r"\bmy (?:\w+ )?(?:arms?|wrists?|thighs?|forearms?)\b[^.]{0,20}\b(?:a mess|raw|"
        r"bleeding|open|"
        r"covered|full of (?:cuts|marks|lines))(?: (?:again|now|today|tonight|"
        r"inside))*,?(?: (?:and|but|because|"
        r"since))? (?:it's|it is|that's|this is|that is) (?:still |really )?"
        r"(?:the only thing|all) (?:that )?(?:quiets?|calms?|silences?|stops?|helps?|numbs?|"
        r"keeps?|works)"
    ),
    (
        r"\b(?:drank|drunk|downed|emptied|finished|washed)\b[^.]{0,20}\b"
        rf"(?:{_ALCOHOL}\b[^.]{{0,20}}\b(?:with|and) {_MANY} (?:\w+ )?(?:tablets|pills)|"
        rf"bottle(?! of\b)[^.]{{0,20}}\b(?:with|and) {_MANY} sleeping (?:tablets|pills))\b"
        r"(?! (?:in|into|down|away|out)\b)"
    ),
    # What was drunk and taken begins to be felt.
    (
        r"\b(?:drank|drunk|downed|emptied|finished)\b[^.]{0,20}\bbottle\b(?! of\b)[^.]{0,20}"
        r"\b(?:with|and) (?:the|my|some|all)(?: \w+)? (?:tablets|pills)\b[^.]{0,10}\bnow "
        r"(?:everything|it all|the room|my (?:head|body))(?: is| goes| feels|'s) (?:\w+ )?"
        r"(?:soft|dark|black|blurr(?:y|ed)|numb|slow|quiet|heavy|far away|spinning)\b"
    ),
)
"""What is done by somebody who does not mean to be there for long, or hurts themselves."""

ABUSE_SIGNS: Final = (
    # Sticks and canes are for walking, too: only what comes out, and for nothing that is said.
    (
        r"\b(?!her strap)(?:his|her|(?:dad|mum|mom|father|mother|stepdad|stepfather|stepmother|"
        r"husband|uncle)'s) (?:(?:belt|stick|cane|slipper|strap|fists?) (?:came|comes|come) out"
        r"(?=$|[,;]| (?:again|and|last night|tonight|yesterday)\b|"
        r" (?:when|whenever|because|if) (?:i|we|my)\b)|"
        r"(?:belt|fists?) (?:is|was|are|were) out again\b)"
    ),
)
"""What somebody is beaten with."""

POURED_AWAY: Final = re.compile(
    r"\b(?:emptied|emptying|poured|pouring|tipped|tipping)\b[^.]{0,60}\b(?:bottles?|pills|"
    rf"tablets|{_ALCOHOL})\b[^.]{{0,30}}\b(?:in|into|down) the (?:bin|sink|toilet|drain|trash)$"
)
"""What was thrown out was not taken."""
