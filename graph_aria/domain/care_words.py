"""What tells whether something is said of now, of oneself and in earnest; who is close."""

from __future__ import annotations

import re
from typing import Final

CLOSE: Final = (
    r"(?:husband|wife|partner|boyfriend|girlfriend|fianc[eé]e?|dad|father|mom|mother|parents?|"
    r"stepfather|stepmother|brother|sister|uncle|aunt|grandpa|grandfather|grandma|grandmother|"
    r"cousin|son|daughter|kid|child|baby|(?:best )?friend|(?:room|flat|house)mate|niece|nephew|"
    r"ex|girl|boy|colleague|neighbour|neighbor|boss|coach|teacher|carer|stepbrother|stepsister|"
    r"stepson|stepdaughter|brother-in-law|father-in-law|mother-in-law|mate|bro|sis)"
)
"""Somebody whose crisis is near to the user."""

HOME: Final = (
    r"(?:(?:husband|wife|partner|boyfriend|girlfriend|fianc[eé]e?|dad|father|mom|mother|parents|"
    r"stepfather|stepmother|brother|sister|uncle|aunt|grandpa|grandfather|coach|teacher|boss|"
    r"carer|stepbrother|ex|son|daughter|cousin|roommate|flatmate)(?:-in-law)?)"
)
"""Somebody who may do violence to the user."""

_DAYS: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
ANEW: Final = re.compile(
    rf"\b(?:today|tonight|since then|ever since|this (?:morning|afternoon|evening|week)|"
    rf"last (?:night|week|"
    rf"weekend)|yesterday|"
    rf"right now|{_DAYS}|relapse|an? (?:hour|minute)s? ago|\w+ (?:hours|minutes|days) ago|"
    rf"once again|again)\b"
)
"""It happened just now, whatever else is over."""

RECENT: Final = re.compile(
    rf"\b(?:today|tonight|this (?:morning|afternoon|evening|week|month)|last (?:night|"
    rf"week|weekend)|"
    rf"yesterday|again|still|just now|right now|an? (?:hour|minute)s? ago|\w+ (?:hours|minutes|"
    rf"days) ago|{_DAYS}|all (?:day|night|week|evening)|lately|these days|every (?:day|night|"
    r"morning|evening|time)|relapse|keeps?|the other (?:day|night))\b"
)
"""It is of these days."""

PAST: Final = re.compile(
    r"\b(?:used to|(?:years?|decades?|months) (?:ago|back|clean|free|sober|without)|"
    r"(?<!since )(?:18|19|20)\d\d|back then|long (?:ago|over|past|gone)|"
    r"as an? (?:\w+ )?(?:child|kid|teen\w*|boy|girl|young \w+|student)|"
    r"when i was (?:an? (?!(?:\w+ )?(?:party|bar|club|bus|train|shop|park|hotel|taxi|meeting)\b)|"
    r"\d+|little|young\w*|small|about|around|\w+teen|\w+ years|still|"
    r"in (?:\w+ )?(?:school|college|kindergarten|grade|army|my)\b|at (?:school|university|"
    r"college))|"
    r"(?:in|during) my (?:\w+ )?(?:teens|twenties|thirties|forties|"
    r"childhood|youth|first|last|previous|marriage|\d+s)|not anymore|"
    r"in the past|once upon|(?:growing|grew) up|at (?:school|university)(?= i was)|those days|"
    r"that (?:is|was) (?:long )?over|clean from|\d+ (?:days|weeks|months|years) (?:clean|"
    r"free|since)|at the time|a long time ago|last (?:spring|summer|autumn|fall|winter|year)|"
    r"in those (?:years|days)|i (?:have |'ve )?(?:recovered|survived it)|survivor)\b"
)
"""What tells of a time that is over; what is said in the present is not of it."""

GIVEN_UP: Final = re.compile(
    r"\b(?:no longer|stopped|quit|recovered from|got over|gave up|survived|survivor of)"
    r"(?: (?!(?:and|but|or)\b)[\w']+){0,4}? (?:die|dying|dead|kill\w*|suicid\w*|cut\w*|"
    r"self-harm\w*|"
    r"hurt\w*|harm\w*|hits?|hitting|beat\w*|abus\w*|rap(?:e|ed|es|ing)|end|ending|overdos\w*|"
    r"violen\w*|threat\w*|touch\w*)\b"
)
"""The harm itself is over, and not something beside it."""

USED_TO: Final = re.compile(r"\bused to\b")
"""It was so, whatever tense the words behind it have."""

EX: Final = re.compile(r"\b(?:my|an|his|her) ex(?:-\w+)?\b(?!')")
"""Somebody with whom it is over; what they do now is not."""

EX_STILL: Final = re.compile(
    r"\b(?:the (?:kids|children|handover)|pick(?:ed|ing)? up|dropp?(?:ed|ing)? off|"
    r"(?:came|comes|showed|turned|shows|turns) (?:back|over|up|to)|brought|court|"
    r"(?:outside|at|into|in) my (?:door|work|office|house|flat|new)|broke in(?:to)?)\b"
)
"""An ex who is met after it was over."""

TENSE: Final = re.compile(
    r"\b(?P<past>(?:used|began|started|had|wanted|tried|decided|planned|thought|needed) to \w+|"
    r"(?:have|has|haven't|hasn't|i've|he's|she's|they've) (?:\w+ )??(?:been|\w+ed|thought|felt|hit|"
    r"beaten|cut|had)|"
    r"was|were|wasn't|weren't|had|did|didn't|would|could|couldn't|thought|felt|said|told|cut|took|"
    r"hit|beat|held|broke|threw|burnt|got|put|hurt|\w+ed)\b|"
    r"\b(?P<now>am|i'm|is|are|isn't|aren't|he's|she's|they're|it's|i've|want|wants|wish|wishes|"
    r"hope|hopes|need|needs|think|thinks|feel|feels|keep|keeps|hate|can't|don't|doesn't|won't|"
    r"will|i'll|he'll|she'll|have|has|plan|plans|deserve|i'd rather|makes?|"
    r"\w+(?:ts|ps|ks|es|ns|hs|ms) (?:me|us|her|him))\b"
)
"""The verbs that tell whether something is said in the past or in the present."""

SUPPOSED_HABIT: Final = re.compile(
    r"\bif (?:[\w']+ ){2,}(?<!that )(?<!who )(?<!when )(?<!where )(?<!how )(?<!why )$"
)
"""On what a habit depends, as in "if he drinks he hits me": it is none that is only supposed."""

IN_HABIT: Final = re.compile(
    r"\b[a-z]+(?<!s)s (?:me|us|my)\b|^i (?:\w+ )?(?:want|need|wish)\b|^i'm "
)
"""It is told as a habit."""

DENIED: Final = re.compile(
    r"\b(?:not|never|no|none|without|nor|neither|stopped|won't|[a-z]+n't|cannot|hardly|far from|"
    r"nothing to do with|free of|free from|clean from|instead of|rather than)\b"
)
"""What stands behind it is not so."""

NOT_DENYING: Final = re.compile(
    r"\b(?:can't|couldn't|could never|don't know how to|never) (?:stop|stops|shake|help|"
    r"get rid of|"
    r"get (?:it|this|them|the thoughts?) out|escape|cope)\b|"
    r"\b(?:don't|didn't) (?:really )?(?:know|care|understand|get|see|tell|talk|"
    r"sleep)\b(?: (?:if|why|"
    r"how|what|who|whether|anyone))?|\bnot (?:sure|only|just|even|joking|kidding|lying|saying)\b|"
    r"\bnobody\b|\bno idea\b|\b(?:don't|didn't) think (?:that )?(?:anyone|anybody|they|"
    r"people|you)\b|"
    r"\bcan't (?:see|find|think of|imagine)\b|\bhasn't (?:stopped|passed)\b|\bnever felt "
    r"so\b|\bwhy "
    r"(?:shouldn't|don't)\b|"
    r"\b(?:am|i'm) not (?:okay|ok|fine|well|good|safe)\b|\bcan't (?:take|bear|stand|do|go "
    r"on|sleep|"
    r"breathe|handle|live)\b|\bdon't want (?:to live|to be)\b|\bno (?:way out|hope|future)\b"
)
"""Denials that deny something else."""

JOKE: Final = re.compile(
    r"\b(?:lol+|lmao+|lmfao|rofl|haha\w*|hehe\w*|jk|just kidding|only joking|figuratively|"
    r"so to speak|metaphorically)\b|[😂🤣😅😆😹]|\bxd\b|:d\b"
)
"""Perhaps nobody means it: some laugh when they tell of the worst."""

EARNEST: Final = re.compile(
    r"\b(?:seriously|no really|really though|not (?:joking|kidding)|no joke|for real|i mean it)\b"
)
"""It is meant, whatever laugh stands beside it."""

NUISANCE: Final = re.compile(
    r"\b(?:homework|exams?|tests?|essay|maths?|class|gym|workout|leg day|spicy|hot|cold|heat|"
    r"hungry|"
    r"hunger|cute|memes?|traffic|bus|laundry|dishes|mondays?|meetings?|deadline|emails?|diet|cake|"
    r"pizza|coffee|wifi|laptop|printer|battery|charger|phone|bike|bored|boring|shopping|queue|"
    r"weather|rain|taxes|paperwork)\b"
)
"""What is annoying, and no more."""

EXAGGERATED: Final = re.compile(
    r"\b(?:embarrass\w*|cringe\w*|awkward\w*|hangover|hungover|mortif\w*|(?:of|from) laugh\w*|"
    r"(?:exam|work|gym|shift|workout|practice|training|week|day|test|class|hike|run|flight|party|"
    r"match|move|lecture|homework|job)s? (?:\w+ )?(?:killed|destroyed|finished|wrecked|"
    r"murdered) me|"
    r"laughing|laughed until|mondays? make\w*|(?:one more|another) (?:meeting|time|email|"
    r"call|song|episode|"
    r"budget|spreadsheet|exam|lecture|slide|deadline|ticket|form|zoom)s?)\b"
)
"""What makes a wish to die, and no other words, a figure of speech."""

IDIOM: Final = re.compile(
    r"\bkill(?:s|ed|ing)? (?:time|it|off|the (?:mood|vibe|engine|lights?|buzz|time|game))\b|"
    r"\b(?:going to|gonna|will|'ll) (?:kill|murder) me (?:when|if|once) (?:he|she|they) "
    r"(?:sees?|hears?|finds? out|knew|knows?|reads?)\b|"
    r"\bbeat(?:s|en|ing)? (?:me|us) (?:to|at)\b|\bkill for an?\b|"
    r"\b(?:camping|climbing|fishing|boat|tent)\b"
)
"""Hard words that are worn smooth, and gear."""

FIGURE: Final = re.compile(r"\b(?:die|kill(?:ing)? myself|be dead|sleep forever)\b")
"""What is said as a figure of speech then."""

FICTION: Final = re.compile(
    r"\b(?:dream\w*|nightmares?|novels?|books?|films?|movies?|episodes?|characters?|"
    r"series|season|"
    r"video game|in the game|mario|play(?!ing with)|poems?|lyrics|songs?|sang|sings?|singing|"
    r"story|stories|documentary|article|podcast|news|headline|radio|opera|theatre|theater|"
    r"protagonist|heroine|hero|chapter|scene|fiction|thesis|lecture|seminar|hotline|training|"
    r"workshop|patients?|clients?|shift|prevention|statistics|rates|bomber|squad|watch(?:ed|ing)|"
    r"reading)\b"
)
"""It may be told of a story, of the news or at work."""

OWN: Final = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|myself)\b")
"""The user speaks of themselves."""

REAL: Final = re.compile(
    r"\b(?:dream (?:job|house|man|girl|home|team)|at the (?:seminar|workshop))\b"
)
"""What has a word of dreams and is none."""

UNREAL: Final = re.compile(
    r"\b(?:dream(?:ed|t|ing)|a (?:\w+ )?dream|my dream (?:last|i)|"
    r"(?:strange|bad|in my|weird) dreams?|nightmares?|songs?|lyrics|sang|sings?|singing|"
    r"in (?:the|a|this|that|my|our) (?:\w+ )?(?:film|movie|play|book|novel|game|episode|"
    r"show|series|"
    r"video)|character|scene|protagonist|hero|heroine|story|stories|poem|thesis|lecture|"
    r"seminar|workshop|prevention|squad|bomber)\b"
)
"""It is dreamt, sung or made up."""

IF: Final = re.compile(
    r"\b(?:if|whether|in case|suppose|imagine)\b(?! i (?:was|were|am|had|wasn't|weren't))"
)
"""It is only supposed."""

IF_THEN: Final = re.compile(
    r"\bif\b.+\b(?:i'll|i will|i'm|i am|i'm going to|i'm gonna) "
    r"(?:\w+ )?$|\bif\b.+\bi (?:just |really |only |honestly )?$"
)
"""It is what follows: a threat, not a supposition."""

SPORT: Final = re.compile(
    r"\b(?:sparring|box(?:ing)?|kickbox\w*|karate|judo|mma|match|game|chess|tennis|cards?|"
    r"football|"
    r"soccer|hockey|rugby|dodgeball|snowball|pillow fight|thr(?:ew|ows) an? pillow|with (?:an?|"
    r"the|his|her) pillow|race|"
    r"squash|badminton|monopoly|poker|"
    r"scrabble|"
    r"mario|volleyball|basketball|training partner|paintball|water fight|playfully|by accident|"
    r"accidentally|joking\w*|for fun|(?:we|all|both|each) laughed|(?<!because )i laughed|"
    r"grinn\w+|smil\w+|"
    r"playful|high five|thumb war|sandbag)\b"
)
"""It is a game, or was meant well."""

TEAM_LOST: Final = re.compile(
    r"\b(?:if|when|whenever|after|because|every time)\b"
    r"(?=[^,;]*\b(?:loses?|lost|over|wrong|on tv)\b)"
    r"[^,;]*?\b(?:football|soccer|match|game|hockey|race|cards|poker)\b"
)
"""When somebody takes out a game on others."""

MISHAP: Final = re.compile(
    r"\b(?:rose|roses|bush|brambles?|thorns?|itch\w*|rash|mosquito\w*|"
    r"shav\w+|onions?|kitchen|cook\w*|chopp\w*|slic\w+|can|tin|glass|paper|bread|"
    r"knife while|"
    r"carrots?|oven|iron|stove|football|gym|running|ski\w*|hik\w+|garden\w*|slack|slice|piece|"
    r"accident\w*|by mistake|hair|fringe|bangs|tomato\w*|cheese|avocado|kettle|grill|candle|"
    r"some \w+|off|loose|short|deal)\b"
)
"""A cut or burn that happens to anybody."""

UNDENIED: Final = r"(?!(?:not|never|no|nobody|nor|\w+n't)\b)"
"""A word that denies nothing."""
_OF_SELF_HARM: Final = (
    r"my last|garage|razor|tablets|swallow|vanish|fade|body|world|funeral|not be|burden|done with|"
    r"giving up|given up|longer|attempt|myself|bleed|bled|over$|mind|care|ending|deserve|noose|"
    r"ledge|to end|end (?:it|every|this|things)|way out|to stop|reason|kill|\bdie\b|died|dying|"
    r"dead|death|suicid|\bliv|alive|\blife\b|wake|waking|woke|exist|better|happier|easier|simpler|"
    r"\bgone\b|jump|step|leap|driv|steer|crash|throw|pills?|meds|overdos|paracetamol|"
    r"goodbye|farewell|"
    r"note\b|cut|burn|hurt|harm|scratch|self-|\bsh\b|relapse|wrist|thigh|blade|safe|starv|give out|"
    r"gave out|disappear|hang|shoot|drown|born|do it\b|go(?:ing)? on\b|keep going|miss me|notice|"
    r"afterward|after me|without me|can (?:\w+ )?be over|in case i'm|f(?:i|ou)nds? me|insulin|"
    r"dialysis|"
    r"chemo|thinners|inhaler|medic|won't (?:need|see|be)|needing|edge of|platform|railing|parapet|"
    r"\barms?\b|forearm|"
    r"sleeve|\bod\b|hit by|run over|until|dying|survived|gun\b|rope|lethal|fatal|bomb|trap"
)
_OF_DANGER: Final = (
    r"cane\b|slipper|stick|strap|fists?|\bhit|beat|punch|slap|chok|kick|strangl|throttl|whip|"
    r"belt|smack|batter|burn|grab|"
    r"drag|pull|push|"
    r"shov|slam|pin|threw|throw|abus|\brap(?:e|ing)|molest|assault|traffick|touch|grop|fondl|forc|"
    r"threat|lock|won't let|afraid|scared|terrified|frightened|fear|worried|bruis|broke|"
    r"crack|twist|"
    r"squeez|black eye|marks|handprint|neck|throat|hair|voice|stab|murder|danger|surviv|"
    r"through|gun\b|"
    r"knife|attack|knock|suffoc|beat|drug|spat|spits|unsafe|not safe|safe|violent|stalk|"
    r"blackmail|sex|hid|barricad|"
    r"black and blue|orders?|signs|signals|message|hurt|harm|kill|comes|came|sneak|climb|"
    r"fell|walked|"
    r"ambulance|911|112|999|bleed|psychotic|outside|door|breaking|hands?\b|robb|follow|mugged|"
    r"\bdie\b|suicid|overdos|cuts?\b|cutting|starv|end (?:it|his|her|their)|live|alive|wake|pills|"
    r"goodbye|farewell|jump|hang|shoot|drown|poison"
)
OF_SELF_HARM: Final = re.compile(_OF_SELF_HARM)
OF_DANGER: Final = re.compile(_OF_DANGER)
"""What every sentence of these has somewhere: quick to see that there is none."""
