"""What people write of a crisis without naming it: what they do tells of it."""

from __future__ import annotations

from typing import Final

_DONE: Final = (
    r"(?:paid|settled|sorted|cleared|written down|wrote down|given away|gave away|packed)"
)
_TREASURES: Final = (
    r"(?:cats?|dogs?|pets?|rabbits?|birds?|things|belongings|clothes|guitar|records|books|"
    r"jewell?ery|ring|watch|savings|letters)"
)
_AFTER: Final = (
    r"(?:afterwards?|after me|when i'm (?:gone|not here|no longer \w+)|once i'm gone|without me)"
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
        r"(?:be over|end|stop)(?:$|[,;])"
    ),
    (
        r"\b(?:told|showed|tell|show|wrote down|written down|left|explained)\b[^.]{0,50}\b"
        r"(?:insurance|policy|policies|will|funeral|savings)\b[^.]{0,40}\bin case i'm not "
        r"(?:here|there|around|alive)\b(?! (?:when|to|for|at|yet|in time|until)\b)"
    ),
    # Being found.
    (
        rf"\b(?:(?:how long|wonder\w*|pictur\w+|imagin\w+)\b[^.]{{0,50}}\b{_PEOPLE}|"
        rf"who)(?: would| will|"
        r"'d|'ll)? (?:finally |be the one to )?(?:find|finds|found) me(?=$|[,;]| (?:dead|"
        r"hanging|lying|first|afterwards?|"
        r"in the (?:bath|bathtub|flat|garage|morning)|and call)\b)"
    ),
    # What keeps one alive is left off, and what comes is let come.
    (
        rf"\b(?:stopped|stopping|skipp(?:ed|ing)|quit|threw away|thrown away|left off|"
        rf"leaving off|not "
        rf"taking|refus\w+)(?: \w+){{0,2}}? my {_VITAL}\b[^.]{{0,40}}\b(?:let (?:it|my body|"
        rf"nature|god)|"
        r"hop(?:e|ing)|on purpose|don't care|not care|see (?:what happens|if i)|and wait|decide)\b"
    ),
    # No day to come is reckoned with.
    (
        r"\b(?:stopped|don't|no longer)\b[^.]{0,40}\b(?:buy\w*|plan\w*|book\w*|renew\w*|"
        r"sav\w+)\b[^.]{0,40}"
        r"\b(?:next|the coming|after)\b[^.]{0,20}(?:\banymore\b[^.]{0,6})?\bi won't (?:be needing|"
        r"need|be around for|be here for|see) (?:it|them|that|any of (?:it|that))(?: anymore)?$"
    ),
    # A deadly place, and what it took to leave it.
    (
        rf"\b{_BRINK}\b[^.]{{0,80}}\b(?:before i (?:could|managed to)|until i (?:could|managed to)|"
        r"(?:forced|made|dragged|pulled|talked) myself)(?: \w+){0,2}? "
        r"(?:step|stepped|walk|move|go|get|turn|climb|back|away|down|leave)\b"
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
        r"\b(?:drank|drunk|downed|emptied|finished|washed)\b[^.]{0,20}\b(?:bottle|vodka|"
        r"whisky|wine|rum|gin)\b(?! of (?:water|juice|cola|coke|tea|"
        r"milk)\b)[^.]{0,20}\b(?:with|and) "
        r"(?:all |the |my |some )*(?:\w+ )?(?:tablets|pills)\b"
    ),
)
"""What is done by somebody who does not mean to be there for long, or hurts themselves."""

ABUSE_SIGNS: Final = (
    (
        r"\b(?:his|her|(?:dad|mum|mom|father|mother|stepdad|stepfather|stepmother|husband|"
        r"uncle)'s) "
        r"(?:belt|stick|cane|slipper|strap|fists?) (?:came|comes|is|was|are|were) out\b(?! of\b)"
    ),
)
"""What somebody is beaten with."""
