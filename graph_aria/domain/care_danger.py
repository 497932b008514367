"""What people write of violence, of danger, and of a crisis of somebody close to them."""

from __future__ import annotations

from typing import Final

from graph_aria.domain.care_words import HOME, UNDENIED

_HITS: Final = (
    r"(?:hits?|hitting|beats?|beating|beaten|punch(?:es|ed|ing)?|slap(?:s|ped|ping)?|"
    r"chok(?:es|ed|ing)(?! me up)|"
    r"kick(?:s|ed|ing)?|strangl(?:es|ed|ing)|whip(?:s|ped)|belts|shov(?:es|ed)|throttl(?:es|ed)|"
    r"smack(?:s|ed|ing)?|batter(?:s|ed)|burn(?:s|ed|t))"
)
_NOT_HURT: Final = (
    r"(?! (?:at|in (?:chess|cards|poker|tennis|monopoly|mario|scrabble|"
    r"that|straight|\w+ball|the (?:game|match|race|final|end)|an? (?:game|race|match|good|"
    r"nice))|to (?!the ground)|"
    r"by|like|that|hard that|off (?:the|my)|on (?:the phone|instagram|whatsapp)|"
    r"out of|with (?:an? (?:\w+ )?(?:idea|"
    r"backhand|return|serve|question|bill|news|smile|joke|hug|fish|fact|ball|paper|pillow|"
    r"snowball|compliment|surprise)|"
    r"the (?:news|bill|truth|question|ball|facts?)|questions?)|under the table|"
    r"on (?:the|my) (?:back|shoulders?|arm)|online)\b)"
    r"(?! with (?:\w+ ){0,2}?(?:jokes?|puns?|questions?|ideas?|memes?|compliments|stories|"
    r"requests?|guilt|"
    r"sarcasm|love|hugs|kisses|tasks?|e?mails?|texts|photos?|facts|bills)\b)"
    r"(?!(?:(?<=hit me)|(?<=hits me)|(?<=hitting me)) up\b)"
)
_AGENT: Final = (
    rf"(?:\b(?:he|she|they|he's|she's|(?:my|the|our) (?:\w+ )?(?:{HOME})|dad|mom|grandpa|"
    r"stepfather|stepmother|boyfriend|girlfriend|husband|wife)\b)"
)
ABUSE_NOW: Final = (
    (
        rf"{_AGENT} (?:{UNDENIED}[\w']+ ){{0,4}}?(?:beats?|beating|kick(?:s|ed|ing)?|knock(?:s|ed)|"
        r"punch(?:es|ed|ing)?|chok(?:es|ed)) (?:all )?the (?:\w+ )?(?:shit|crap|hell|life|"
        r"daylights?|"
        r"lights|stuffing) out of (?:me|us)\b(?! (?:at|in|on)\b)"
    ),
    (
        rf"{_AGENT} (?:{UNDENIED}[\w']+ ){{0,3}}?(?:tried|tries|trying|wants|wanted|threatens|"
        rf"threatened) "
        r"to (?:kill|strangle|murder|stab|shoot|choke|drown|suffocate|rape) (?:me|us)\b"
        r"(?! (?:with (?!an? (?:knife|gun|axe|rope))|in (?:the )?(?:game|chess)|at|for)\b)"
    ),
    (
        r"\b(?:my|the|her|his) ex(?:-\w+)?(?: is going to|'s going to| is about to| will|'ll|"
        r" wants to) "
        r"(?:\w+ )?(?:kill|hurt|shoot|stab|strangle|murder) me\b(?! (?:when|for|over)\b)"
    ),
    (
        rf"\b(?:he|she|{HOME})(?: is going to|'s going to| will|'ll| would|'d) (?:\w+ )?(?:kill|"
        rf"murder|strangle) "
        r"(?:me|us) (?:one day|some day|someday|tonight|if i (?:leave|left|go|tell (?:anyone|"
        r"the police|"
        r"anybody))|if (?:he|she) finds (?:me|us|out where)|in my sleep)\b"
    ),
    (
        r"\b(?:man|woman|guy|girl|boy|somebody|someone|person|partner|husband|wife) (?:who|that) "
        rf"(?:\w+ )?(?:{_HITS}|hurts|abuses|threatens|rapes) me\b{_NOT_HURT}"
    ),
    (
        rf"{_AGENT} (?:[^.#]{{0,60}}\b)?(?:held|holds|put|puts|pulled|pulls|pointed|points|waved|"
        r"waves|came at me with) (?:an? |the |his |her )?(?:\w+ )?(?:knife|gun|blade|pistol|axe|"
        r"scissors|bat)\b(?: (?:to|at|on|against|in) (?:me|my)\b)"
    ),
    (
        r"\b(?:made|makes|making|pressur\w+|coerc\w+) me (?:to |into )?(?:have|having) sex\b|"
        r"\bhad sex with me (?:when|while|although|even|against|and i)\b"
    ),
    (
        r"\b(?:hiding|hid|locked myself|barricaded)\b[^.]{0,50}\b(?:from|because|so|until|since) "
        rf"(?:he|she|he's|she's|him|her|my (?:\w+ )?{HOME})\b(?! (?:surprise|party|"
        rf"birthday|present))"
    ),
    r"\bblack and blue\b[^.]{0,30}\b(?:because of|from|by|thanks to) (?:him|her|his|my)\b",
    r"\bbefore (?:he|she) (?:kills|hurts|finds|hits) (?:me|us)\b",
    (
        r"\b(?:man|men|guy|guys|stranger|strangers|someone|somebody|boys|people) (?:\w+ ){0,3}?"
        r"(?:attacked|grabbed|beat|hit|punched|kicked|robbed|groped|followed) me(?= |$|[,;])"
        r"(?! (?:with (?:water|questions|snow)|to the|at|on (?:instagram|twitter)|by a))"
    ),
    rf"{_AGENT} (?:[^.#]{{0,60}}\b)?{_HITS} (?:all|both|each|every one) of us\b{_NOT_HURT}",
    r"\b(?:his|her) hands? (?:were |was )?(?:around|on|at|round) my (?:neck|throat)\b",
    (
        rf"{_AGENT} (?:{UNDENIED}[\w']+ ){{0,4}}?(?:broke|breaks|fractured|dislocated|"
        rf"twisted|twists|squeezed|burned|bruised|cracked|stepped on|bit) my (?:\w+ "
        rf")?(?:wrist|arm|nose|ribs?|jaw|fingers?|hands?|neck|throat|legs?|tooth|teeth|face|"
        rf"eye|lip)\b(?! (?:playing|by accident|when we))"
        r"(?![ -]?(?:rest|chair|band|watch|guard|brace|strap|ring|nail|cream|towel|bag|spray|"
        r"warmer|"
        r"board|paint|mask|chain|lace|stick)s?\b)"
    ),
    (
        rf"\b(?:bruises?|bruised|black eye|split lip)\b[^.]{{0,60}}\b(?:with|from|because of|"
        rf"by) (?:my )?(?:{HOME}|him|her)\b(?! (?:class|game|dog|horse|bike))"
    ),
    rf"{_AGENT} [^.#]{{0,80}}\band (?:then |also )?{_HITS} me\b{_NOT_HURT}",
    (
        r"\b(?:groped|molested|raped|sexually assaulted|assaulted|drugged|stabbed|spat (?:on|"
        r"at)|spits (?:on|at)) me\b"
    ),
    (
        r"\bi (?:was|got|get|am|have been) (?:being )?(?:attacked|groped|drugged|stabbed|"
        r"stalked|mugged)\b(?! by (?:a (?:dog|goose|swan|cat|wave|bird|mosquito)|mosquitoes|"
        r"ideas))"
    ),
    (
        rf"\b(?:scared|afraid|terrified|frightened|fear) (?:that )?(?:he|she|my (?:\w+ "
        rf")?{HOME})(?:'ll| will| would| might| is going to| could|'s going to) (?:\w+ "
        rf")?(?:kill|hurt|hit|beat|harm|strangle|find|attack) (?:me|us)\b"
    ),
    (
        rf"\b(?:my|our) (?:\w+ )?{HOME} (?:is|gets|became|becomes|has become|turns|got|was|"
        rf"can be|has been) (?:\w+ )?(?:violent|abusive|physical(?: with me)?)\b(?! "
        rf"(?:therap\w*|about|with (?!me|us|my)))"
    ),
    (
        r"\b(?:i'm|i am|living|live|stuck|trapped|still|been) (?:\w+ )?(?:in|with) (?:an? "
        r")?(?:\w+ )?(?:abusive|violent) (?:relationship|marriage|husband|partner|home|"
        r"boyfriend|girlfriend|father|mother|parents?|man|wife|household|family)\b"
    ),
    (
        r"\b(?:don't|not|never|can't) (?:\w+ )?(?:feel )?safe (?:at home|in my own|in this "
        r"house|with (?:him|her)|around (?:him|her)|here with (?:him|her))\b|\b(?:feel|"
        r"feeling|am|i'm) unsafe(?:$| (?=here)|, | (?:at home|with|around|in my own)\b)"
    ),
    (
        rf"{_AGENT} (?:{UNDENIED}[\w']+ ){{0,5}}?{_HITS} (?:my (?:mom|mother|sister|brother|"
        rf"kids|son|daughter|children|little \w+) and (?:me|i)|me and|us|both of "
        rf"us)\b{_NOT_HURT}"
    ),
    r"\b(?:is|keeps|been|'s) (?:stalking|following and threatening|blackmailing) me\b",
    (
        rf"\b(?:{HOME}|he) (?:comes|came|sneaks|keeps coming|climbs) (?:in|into)(?: to| "
        rf"into)? my (?:room|bed) (?:at|every) night\b"
    ),
    (
        rf"{_AGENT} (?:{UNDENIED}[\w']+ ){{0,3}}?threaten(?:s|ed|ing)? (?:me|us)"
        r"(?=$|[,;:]| (?:again|and|when|if|every|because|at|in|with (?:a|the|his|her) (?:\w+ )?"
        r"(?:knife|gun|belt|bat|axe|bottle|hammer|fists?|death))\b)"
    ),
    rf"{_AGENT} (?:{UNDENIED}[\w']+ ){{0,5}}?{_HITS} me\b{_NOT_HURT}",
    (
        rf"{_AGENT} (?:{UNDENIED}[\w']+ ){{0,5}}?(?:grabs?|grabbed|held|holds|had|took|"
        rf"dragged|pulled|drags) me by (?:the|my) (?:throat|neck|hair)\b"
    ),
    (
        rf"{_AGENT} (?:{UNDENIED}[\w']+ ){{0,4}}?(?:pushed|pushes|threw|throws|shoved|"
        rf"slammed|pinned|dragged) me (?:down|into|against|off (?=an?\b|the\b|my\b|his\b|her\b|"
        rf"our\b)|to (?:the|my)|across|out|"
        rf"on|over)\b(?! "
        rf"(?:(?:the|a|her|his|my) (?:bus|deep|water|pool|bath|swings?|bike|sled|sledge|stage|"
        rf"trolley|"
        r"wheelchair|boat|raft|carousel|dance|train|skateboard|right|finish)))"
    ),
    r"\b(?:i fell|fell down|walked into)\b[^.]{0,40}[.;,] ?(?:he|she) (?:pushed|hit|shoved|did)",
    (
        rf"{_AGENT} (?:{UNDENIED}[\w']+ ){{0,4}}?(?:hurts|abuses|rapes|molests|harms|abused|"
        rf"raped|molested|assaulted|abusing|raping) me\b(?! (?:when (?:he|she) (?:doesn't|"
        rf"forgets|says|ignores)|that|to see|deeply))"
    ),
    (
        rf"{_AGENT} (?:{UNDENIED}[\w']+ ){{0,4}}?(?:is|keeps|'s|been) (?:physically |"
        rf"sexually |verbally )?(?:abusing|hurting|hitting|beating|raping|molesting) me\b"
    ),
    r"\b(?:abusing|molesting|raping) me\b",
    (
        r"\bi (?:'m|am|was|get|got|keep getting|have been)(?: being| been| nearly| still| "
        r"always| often)* ?(?:abused|beaten(?: up)?|raped|molested|sexually (?:assaulted|"
        r"abused)|assaulted|gang-raped|trafficked|strangled|choked)\b(?! (?:online|at (?:chess|"
        r"tennis|cards|the game|football)|in (?:the (?:final|race|game)|straight|chess)|to))"
    ),
    (
        r"\bi(?:'m|'ve been) (?:being |still |nearly |always |often )*(?:abused|beaten(?: "
        r"up)?|raped|molested|sexually (?:assaulted|abused))\b(?! (?:at|online|in (?:the (?:final|"
        r"race)|straight|chess)|to))"
    ),
    (
        r"\bforc(?:ed|es|ing) (?:me (?:to (?:have sex|sleep with|touch|undress|do things|"
        r"strip)|into (?:sex|bed))|himself on(?:to)? me|herself on me|sex)\b"
    ),
    (
        rf"\b(?:{HOME}|he|she|man|guy) (?:\w+ ){{0,2}}?(?:touches|touched|touching|gropes|"
        rf"groped|groping|fondles) me(?=(?: (?:and|there|where|when|at night|in (?:bed|my)|"
        rf"under|down|inappropriately|without|even|again|after|between|sexually|every|"
        rf"although)\b|[.,;!]|$))"
    ),
    r"\bkeeps? (?:touching|groping) me\b",
    (
        r"\b(?:threaten\w*|says?|said|swore|swears|promised|told me) (?:\w+ ){0,4}?(?:to |"
        r"will |would |'ll |'d |he'd |he'll |she'd |she'll |going to )?(?:kill|shoot|stab|"
        r"hurt|beat|strangle|murder) me\b"
    ),
    r"\bthreaten(?:s|ed|ing)? me with (?:a|the|his|her) (?:knife|gun|belt|bat|axe|bottle)\b",
    (
        r"\b(?:threw|throws|thrown) (?:an? |the )?\w+ at (?:me|my head|my face)\b(?! (?:and "
        r"(?:we|i) laughed|playfully))"
    ),
    r"\b(?:lock(?:s|ed)?|keeps) me (?:in|inside|up|locked)\b(?! (?:the loop|shape|check|mind))",
    r"\bwon't let me (?:leave|out|go (?:out|home)|see (?:my|anyone))\b",
    (
        r"\b(?:scared|afraid|frightened|terrified) of (?:him|her|what (?:he|she)|(?:his|her) "
        r"(?:fists?|anger|temper|rage|hands)|(?:my|our) (?:own )?(?:husband|wife|partner|"
        r"boyfriend|girlfriend|dad|father|mom|mother|parents|stepfather|stepmother|uncle|"
        r"brother|ex))(?=$| and| when| because| he| she| again| every|['.;]| at night| will| "
        r"might| does)(?!'s)"
    ),
    (
        r"\b(?:scared|afraid|frightened|terrified) (?:of|to) (?:go|going|be|being|come|"
        r"coming) (?:back )?(?:at )?home(?=$| (?:because|when|since|as|to) (?:he|she|him|her|"
        r"my))"
    ),
    (
        r"\b(?:bruises?|marks|black eye|handprint)\b[^.]{0,30}\bfrom (?:his|her|him|when he|"
        r"when she|where he)\b"
    ),
    (
        r"\b(?:will|would|might|going to|gonna|he'll|she'll|he'd|she'd) (?:\w+ )?(?:hit|beat|hurt|"
        rf"choke|strangle) me (?:again|if|when|tonight|for)\b{_NOT_HURT}|"
        rf"\b(?:he|she) (?:\w+ )?(?:hit|beat|hurt|choked) me again\b{_NOT_HURT}"
    ),
)
"""Violence that is done to the user, by somebody who is told by a word."""

_NAMED: Final = r"(?:## (?!(?:the|an?|it|that|this|my|his|her|and|but|what)\b))"
_BEAT: Final = (
    r"(?:beats?|beating|beaten)(?= (?:me|us) (?:up|until|unconscious|senseless|bloody|"
    r"so (?:hard|badly)|badly|"
    r"black|with (?:an?|the|his|her) (?:\w+ )?(?:belt|stick|bat|hose|cable|rod|shoe|cane|fists?)))"
)
_NAMED_HITS: Final = _HITS.replace("beats?|beating|beaten|", f"{_BEAT}|").replace(
    "|burn(?:s|ed|t)", ""
)
_OF_NAMED: Final = (
    r"(?! (?:hard(?! in)|like|that|with (?:full|the)|right (?:in|where)|every year)\b)"
)


_ADVERBS: Final = (
    r"(?:just |also |then |always |often |again |once |has |had |really |actually |even |still |"
    r"only |nearly |sometimes |keeps |kept |suddenly |\w+ly |came home and |got drunk and )"
)


def _by_name(form: str) -> str:
    """The same of somebody who is told by name; a name beats others at games, too."""
    form = form.replace(f"{_AGENT} ", f"{_NAMED}(?:'s )?").replace(_HITS, _NAMED_HITS)
    for n in (3, 4, 5):  # the gaps that the forms have
        form = form.replace(rf"(?:{UNDENIED}[\w']+ ){{0,{n}}}?", f"{_ADVERBS}{{0,2}}")
    return form


ABUSE_NAMED: Final = (
    *(_by_name(form) + _OF_NAMED for form in ABUSE_NOW if f"{_AGENT} " in form),
    (
        rf"## {_ADVERBS}{{0,2}}(?:is going to|'s going to|will|'ll|might) (?:\w+ )?(?:hit|beat|"
        r"hurt|choke|strangle|"
        r"rape|stab|shoot) me\b(?! (?:at|in|to|up|with|by)\b)"
    ),
)
"""The same by somebody who is told by name, which is ##."""

CRISIS_NOW: Final = (
    (
        r"\b(?:want|wanted|going|about|urge) to (?:\w+ )?(?:hurt|kill|stab|strangle) "
        r"(?:him|her|them) so "
        r"(?:badly|bad|much)\b|\b(?:scared|afraid|frightened) of myself\b"
    ),
    (
        r"\b(?:afraid|scared|terrified|worried) (?:that )?i(?:'ll| will| might| could|'m going to) "
        r"(?:\w+ )?(?:stab|strangle|shoot|attack|beat up|kill|seriously hurt) (?:my|him|her|them)\b"
    ),
    (
        r"\b(?:orders?|messages|signs|signals|telling me|commands?)\b[^.]{0,20}\bto (?:hurt|"
        r"kill|harm) "
    ),
    (
        r"\b(?:i'm|i am|i'll|i will|i might|i could|i want to|urge to|want to|like i'm|afraid "
        r"i'll) (?:\w+ ){0,2}?(?:going to |gonna |want to |about to )?(?:hurt|kill|harm|stab|"
        r"shoot) (?:someone|somebody|people|other people|others)\b(?!'s)(?! (?:feelings|with "
        r"my))"
    ),
    (
        r"\b(?:i'm|i am) (?:\w+ )?bleeding (?:a lot|badly|heavily|and|out|so much|everywhere|"
        r"from my (?:wrist|arm|neck|thigh))\b"
    ),
    (
        r"\bvoices?\b[^.]{0,30}\b(?:tell|telling|say|saying|order\w*|command\w*|want|"
        r"tells)\b[^.]{0,15}\b(?:me )?to (?:\w+ )?(?:hurt|kill|harm|jump|die|cut)"
    ),
    (
        r"\b(?:afraid|scared|terrified|worried|fear) (?:that )?(?:i|of)(?:'m| am|'ll| will| "
        r"might| could| may)? ?(?:going to |gonna )?(?:hurt|harm|kill|hurting|harming|killing|"
        r"shak(?:e|ing)|do something to|lose control and hurt) (?:my|him|her|them|somebody|"
        r"someone|people|the (?:baby|kids|children))\b(?! (?:feelings|chances|career|knee|"
        r"back|leg|ankle))"
    ),
    (
        r"\b(?:want|going|gonna|urge|plan\w*|need) to (?:kill|stab|shoot|strangle|murder) "
        r"(?:him|her|them|someone|somebody|people|everyone|my \w+)\b.{0,60}(?:\b(?:knife|gun|"
        r"mean it|going to do it|do it tonight|plan|not joking|weapon)\b)"
    ),
    (
        rf"\bi(?:'m| am) (?:{UNDENIED}\w+ )?(?:in (?:\w+ )?danger|not safe (?:here|at "
        rf"home|tonight|right "
        r"now))\b(?! of (?:losing|missing|being late|becoming|failing|forgetting|falling))"
    ),
    (
        r"\b(?:someone|somebody|he|she|a man|they)(?:'s| is| are) (?:outside|at (?:my|the) "
        r"door|breaking in|in (?:my|the) (?:house|flat))\b[^.]{0,25}\b(?:gun|knife|breaking|"
        r"axe|bat)\b"
    ),
    r"\bcan't keep (?:myself|the kids|my \w+) safe\b",
    (
        r"\b(?:don't (?:think|know if|believe)|not sure) (?:that )?i(?:'ll| will| can| "
        r"could)? (?:survive|make it|get through|live)(?: through)? (?:tonight|the night|this "
        r"night|until (?:tomorrow|morning))"
    ),
    (
        r"\b(?:won't|will not|can't) (?:survive|make it through|get through) (?:tonight|the "
        r"night|this night)\b"
    ),
    (
        r"\b(?:call|calling|need) (?:an ambulance|911|112|999)\b[^.]{0,25}\b(?:me|overdos\w*|"
        r"pills|bleeding|dying)\b"
    ),
    r"\b(?:psychotic break|i'm (?:bleeding|dying) (?:and|badly|out))\b",
)
"""Danger of another kind."""
