"""What people write of harm that they do to themselves, or are about to."""

from __future__ import annotations

from typing import Final

ACTS: Final = (
    (
        r"\b(?:tried|trying|try|tries) to (?:overdose|od|end it|die|take my life)\b(?! "
        r"(?:with|between))"
    ),
    (
        r"\b(?:keeps?|stops?|kept|holds?) me from (?:killing myself|hurting myself|ending|"
        r"cutting|dying)\b"
    ),
    (
        r"\b(?:hold|held|holding|star(?:e|ed|ing) at|look(?:ed|ing)? at|count(?:ed|ing)?|"
        r"lin(?:e|ed) up|sav(?:ed|ing)(?: up)?|collect(?:ed|ing)|hoard\w*) (?:\w+ ){0,2}?(?:pills|"
        r"tablets|razor|razors|blades?|noose|gun)\b(?! (?:for (?:my|the)|in (?:my|the) "
        r"(?:pill|weekly)))"
    ),
    (
        r"\b(?:i|my)\b[^.]{0,30}\brazor blades?\b[^.]{0,40}\b(?:used|use|hide|hid|hidden|phone|"
        r"pillow|drawer)\b|\brazor blades? (?:in|under) my (?:phone|pillow|bed|drawer|bag)\b"
    ),
    r"\bgarage\b[^.]{0,30}\bengine\b|\bengine running\b[^.]{0,30}\b(?:garage|door closed|hose)\b",
    r"\bswallow (?:all of (?:them|it)|them all|it all|the whole|everything)\b",
    (
        r"\b(?:starve|want|wish|like) (?:i could |to |until )?(?:just |simply )?(?:i )?"
        r"(?:disappear|vanish|fade away|cease)(?: forever| completely| for good| from this world)*$"
    ),
    (
        r"\b(?:use|using|turn|turning) (?:it|this|the (?:knife|gun|blade|razor)) (?:on|"
        r"against) myself\b"
    ),
    (
        r"\bi(?:'ve| have)? (?:just |also )?attempted (?:suicide|again|last night|yesterday|"
        r"today|to (?:kill|hang|end))\b|\bmy (?:suicide )?attempt (?:last|yesterday|this)\b"
    ),
    r"\b(?:fresh|new) cuts\b|\bcuts (?:on|all over|across) my (?:arm|thigh|wrist|legs?)\b",
    (
        r"\b(?:was|am|i'm|were) (?:just |already )?(?:going|about|ready) to jump(?=$|[,;.]| "
        r"(?:today|tonight|last|but|off|from|and))"
    ),
    (
        r"\bdrinking myself to death\b|\b(?:i|i'll|to|just) (?:\w+ )?(?:hang|shoot|drown|stab|"
        r"poison) myself\b(?! (?:in the foot|in work|in a|a|up|the|new))"
    ),
    (
        r"\b(?:fantasi\w+|think\w*|thoughts?|thought|imagin\w+|dreaming|daydream\w*) (?:\w+ "
        r")?(?:about|of) (?:just )?(?:not (?:existing|living|being (?:here|alive|around))|"
        r"being dead|self-harm\w*|suicide|hurting myself|harming myself|cutting myself)\b"
    ),
    (
        r"\b(?:i|i've|have|been|keep|started|back to|be|am|i'm) (?:\w+ )?self-harm(?:ing|"
        r"ed)\b|^self-harm(?:ed|ing) (?:again|today|last|this)"
    ),
    r"\b(?:feel like|want to|going to|need to) (?:cut|cutting|self-harm|self-harming)$",
    r"\b(?:noose|on the ledge|gun (?:to|in|against) my (?:head|mouth))\b",
    (
        r"\b(?:step|jump|throw|walk|fall|leap)(?:p?ing)?(?: myself)? (?:in front of|under|"
        r"before|onto|off|from|out of) (?:a|the|an|my|that|this) (?:\w+ )?(?:trains?|tracks?|"
        r"bus|car|truck|lorry|tube|bridge|roof|window|balcony|building|cliff|traffic)\b"
        r"(?! for (?:an?|the|that|this|some|you|my)\b)"
    ),
    (
        r"\b(?:want|wanted|going|thinking|think|thought|thinking about|urge|ready|about)(?: "
        r"(?:of|about))? (?:to )?jump(?:ing)?$"
    ),
    (
        r"\b(?:bought|have|collected|saved|hidden|hoarded|counted|count) (?:\w+ "
        r"){0,3}?(?:pills|rope|tablets|gun)\b[^.]{0,60}\b(?:how i'll|do it|know how|enough|"
        r"die|plan)\b"
    ),
    (
        r"\b(?:took|swallowed|taken|take|swallow|overdosed? on) (?:\w+ ){0,2}?(?:all|whole|"
        r"entire|too many|a lot of|\d{2,}|every|the rest|everything)\b(?: \w+){0,4}? "
        r"(?:pills?|tablets?|paracetamol|tylenol|ibuprofen|medication|meds|aspirin|xanax|"
        r"bottle|box|packs?)\b(?! (?:on time|this morning|as))"
    ),
    (
        r"\b(?:i|i've|have|going to|just|want to) (?:just )?overdosed?\b(?! on (?:choc|coffee|"
        r"caff|sugar|cake|carb|netflix|cheese|ice|tv|pasta|sun|tea|cookies|candy|sweets|"
        r"christmas|family|news|work|nostalgia))"
    ),
    (
        r"\b(?:hurt|hurting|harm|harming|cut|cutting|burn|burning|injur\w+|scratch\w*|hit|"
        r"hitting|punch\w*|bit|starv\w+) (?:at )?(?:myself|my (?:own )?(?:wrist|arm|thigh|"
        r"legs?|skin|hand|body|stomach))(?: \w+)? (?:on purpose|deliberately|intentionally|to "
        r"feel|with (?:a|the|my) (?:cigarette|blade|razor\w*|lighter|scissors)|until (?:it|"
        r"they|i) (?:bled|bleed|hurt|bruise\w*))"
    ),
    (
        r"\b(?:urge|want|going|need|might|could|promised|tempted|wouldn't|like|craving|will|"
        r"i'll|desire|about|trying not|scared i'll|afraid i'll|feel like)(?: \w+){0,3}? "
        r"(?:hurt|harm|cut|burn|injure|hurting|harming|cutting|burning) (?:myself|my (?:wrist|"
        r"arm|thigh|legs?|skin|body))\b(?! (?:some|a|off|loose|out|in|at|shaving|on))"
    ),
    r"\burges? to (?:cut|self-harm|hurt|die|jump|od|bleed|burn)\b",
    (
        r"\bcut(?:ting)? (?:myself )?(?:again|last night|tonight|deep\w*)\b(?=[^.]{0,60}(?:$|"
        r"night|again|today|wrist|thigh|arm|blade|secret|sees|razor))"
    ),
    (
        r"\b(?:cut|cutting|sliced|slashed|slit|slitting|carved)(?: up)? my (?:wrist|thigh|arm|"
        r"legs?|skin|forearm|veins)\b(?! (?:on|at|when|while|shaving|with a (?:can|paper)|"
        r"with the (?:bread|kitchen)))"
    ),
    (
        r"\b(?:i|i've|have) (?:\w+ ){0,2}?(?:started|been|kept|keep|gone back to|went back "
        r"to) cutting\b(?! (?:the|down|back|out|carbs|costs|onions|off|hair|it|wood|grass|my "
        r"(?:hair|nails)|meat|sugar|\w+ing|up|paper|class))"
    ),
    (
        r"\b(?:my|i) (?:\w+ )?(?:cuts|scars)\b[^.]{0,30}\b(?:hide|hiding|sleeve\w*|fresh)\b|"
        r"\b(?:hide|hiding) (?:my|the) (?:arm|cuts|scars|wrist)\b"
    ),
    (
        r"\b(?:self-harm\w*|sh|self-injur\w+)(?: \w+)? (?:again|relapse|last night|tonight|"
        r"today|yesterday|this)\b|\brelapse(?:d)? (?:\w+ ){0,3}?(?:cut|cutting|self-harm\w*|"
        r"sh)\b|\bi (?:just )?self-harm"
    ),
    r"\bmy body (?:to )?(?:give|gives|gave) out\b|\bstarv\w+ myself\b",
    r"\bif i (?:took|take|swallow\w*) all (?:my|the) (?:pills|tablets|meds)\b",
    (
        r"\b(?:i have|i've got|i've|i got|there's|there is|there are|with) (?:an? |the |my |all "
        r"(?:my |the )|enough )?(?:\w+ )?(?:rope|noose|pills|tablets|gun|razors?|razor blades?|"
        r"blades?) "
        r"(?:\w+ )?(?:ready|(?:right )?(?:next to|beside|in front of) me|in (?:my|the) (?:hand|lap|"
        r"other hand)|on my lap|hidden|laid out|lined up)\b(?! (?:for|to|with|so|when|of|from|"
        r"because)\b)"
        r"(?![^.#]*\b(?:vet|doctor|pharmac\w*|dos(?:e|age)|antibiotics?|vitamins?|prescri\w*|"
        r"headache|migraine|"
        r"flu|allerg\w*|cat|dog)\b)"
    ),
    r"\b(?:have|got) the (?:pills|rope|noose|gun|blade) (?:right )?here\b(?! (?:for|to|from|in)\b)",
    (
        r"\bwant(?:ed)? (?:\w+ )?out of (?:this|my) life\b(?! (?:in|with|as|at|here|of|on)\b)|"
        r"\bwant(?:ed)? (?:\w+ )?out of (?:this world|existence|being alive)\b"
    ),
    (
        r"\bif only (?:i|it|this|everything) (?:was|were|had|could|would) (?:\w+ )?(?:dead|gone|"
        r"over|"
        r"died|die|been born|stop existing|not exist|end)\b(?! (?:in|at|by|for|with)\b)"
    ),
    (
        r"\b(?:about|of|to|by) (?:taking|swallowing|take|swallow) (?:all|every|the whole|"
        r"too many|the "
        r"rest|a whole|a bottle)(?: (?:of|my|the|these|those|box|bottle|single|one))* (?:pills?|"
        r"tablets?|"
        r"meds|medication|paracetamol|bottle|box|sleeping pills)\b(?! (?:on time|as|with|to the|"
        r"back|out))"
    ),
    (
        r"\b(?:tonight|this) (?:is|will be|may be) (?:going to be )?my last (?:night|day)"
        r"(?= alive|$| on (?:this )?earth|[,;] (?:i|goodbye|sorry|forgive))|"
        r"\bmy last (?:night|day|hours?) (?:alive|on (?:this )?earth)\b"
    ),
    (
        r"\b(?:almost|nearly) (?:\w+ )?(?:jumped|stepped|threw myself) (?:in front of|off|from|"
        r"under|onto) "
        r"(?:an?|the|my) (?:\w+ )?(?:trains?|tracks?|tube|bridge|roof|balcony|cliff) on (?:my|"
        r"the) way\b|"
        r"\b(?:almost|nearly) (?:\w+ )?(?:jumped|stepped|walked|threw myself|drove|steered|went) "
        r"(?:in front of|off|from|under|into|over) (?:an?|the|my) (?:\w+ )?(?:trains?|tracks?|"
        r"bus|truck|"
        r"lorry|tube|bridge|roof|balcony|building|cliff|traffic|tree|wall|railing)\b"
        r"(?= on purpose|$|[,;.]| (?:today|tonight|again|this|last|and|because|yesterday)\b)"
    ),
    r"\b(?:i'm|i am|am) (?:\w+ )?(?:an? )?(?:danger|risk|threat) to myself\b",
)
"""Plans, means, attempts, urges and self-harm."""

CUT: Final = (
    (
        r"\b(?:scratch\w*|clawed) my (?:\w+ )?(?:wrist|arm|skin|thigh|"
        r"legs?)\b[^.]{0,20}\b(?:bled|blood|bleed\w*|raw)\b"
    ),
    (
        r"\b(?:hit\w*|punch\w*|scratch\w*|bit\w*|pick\w*|bang\w*|dig\w*|"
        r"claw\w*)\b[^.]{0,50}\buntil (?:my |the |it |i )(?:\w+ )?(?:bleeds?|bled|bruise\w*|"
        r"turns? blue)\b"
    ),
    (
        r"\bi (?:just |also )?(?:cut|burned|burnt|hurt|harmed) myself(?: again| tonight| "
        r"today| last night| yesterday| this (?:morning|week)| every (?:day|night|evening|"
        r"week))*(?= because| and | so |[.!?,;]|"
        r"$)"
    ),
    r"\bcut myself (?:again|last night|tonight|yesterday)\b",
)
"""Cuts and burns: they count where they were no mishap."""
