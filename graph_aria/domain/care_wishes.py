"""What people write of wanting to die."""

from __future__ import annotations

from typing import Final

from graph_aria.domain.care_words import UNDENIED

_GAP: Final = rf"(?:{UNDENIED}[^\s,;:]+ ){{0,4}}?"
_WISH: Final = (
    r"(?:want(?:ed|ing)?|wish(?:ing|ed)?|long(?:ing|ed)?|ready|going|plan(?:ning|ned|s)?|"
    r"mean(?:ing)?|"
    r"tempted|decided|trying|tried|try|intend(?:ing)?|need|about|have|how|ways?|method|urges?|"
    r"promised (?:\w+ )?(?:not )?|impulse|deserve|prepared|will|might|could|may|should|"
    r"shouldn't|would|"
    r"'ll|i'd|just|let|feel|feeling|felt|like|of|about|considered|considering|rather|"
    r"contemplat\w+|"
    r"imagin\w+|fantasi[sz]\w+|afraid i'll)"
)
_OTHERS: Final = (
    r"(?:he|she|they|you|we|it|people|who|that|plants?|which|everyone|someone|somebody|nobody|"
    r"polar|things)"
)
_I: Final = (
    rf"(?:\bi(?:'[a-z]+)?\b(?: (?!(?:he|she|they|you|we|it|people|who|which|my|his|"
    rf"her)\b){UNDENIED}[\w']+){{0,7}}? |"
    rf"^(?:(?!{_OTHERS}\b){UNDENIED}[\w']+ ){{0,2}}?|"
    rf"[,;:.] (?:(?!{_OTHERS}\b){UNDENIED}[\w']+ ){{0,2}}?|"
    rf"\b(?:and|but|or|because|just|so|thoughts of|urge to|makes me|make me) "
    rf"(?:(?!{_OTHERS}\b)[\w']+ ){{0,1}}?)"
)
_NOT_OF: Final = (
    r"(?! (?:of (?:laugh\w*|embarrass\w*|shame|boredom|cute\w*|happiness|joy|heat|cold)|from "
    r"(?:laugh\w*|embarrass\w*|boredom|cute\w*)|laughing|for (?:you|this|that|my country)|"
    r"happy|old|"
    r"peacefully|in peace|with dignity|before|on that hill|than|trying|rich|knowing|at \d))"
)
WISHES: Final = (
    (
        rf"{_WISH} {_GAP}(?:kill(?:ing)?|hang(?:ing)?|shoot(?:ing)?|drown(?:ing)?|starv(?:e|"
        rf"ing)) myself\b"
        r"(?! (?:for|at|over|with|in|by) (?:this|the|that|my|work|working|a|gym))(?! "
        r"(?:laughing|working|training|trying|studying))"
    ),
    (
        rf"{_WISH} {_GAP}(?:end|take|taking|ending) (?:my (?:own )?life|it)\b(?! (?:with "
        rf"(?!pills)|chapter|there|here|off|on|up|to|"
        r"slow|easy|from|for|back|out|in|as|seriously|one|like|again|with))(?! \w+ chapter)"
    ),
    r"\bwish i could (?:just |simply )?(?:die|be dead|stop existing|not exist|not be alive)\b",
    (
        r"\b(?:won't|not going to|don't (?:think|expect) (?:i'll|i will|to)|doubt i'll) (?:still )?"
        r"be (?:alive|around much longer)\b"
    ),
    (
        r"\b(?:miss|notice|care|cry|mind)\b.{0,25}\bif i (?:killed myself|ended my life|were "
        r"dead|was dead)\b"
    ),
    (
        r"\b(?:what|things|something|harm) i (?:might|could|may|will|'ll|would) (?:\w+ )?do "
        r"to myself\b"
    ),
    (
        r"\b(?:don't think|don't know (?:if|how)|not sure(?: if)?|doubt) (?:that )?i "
        r"(?:can|could|want "
        r"to|will) (?:\w+ )?(?:go on living|keep living|go on|keep going|live)(?: like "
        r"this| anymore)*$"
    ),
    (
        r"\b(?:part|half|all|everything|something) (?:of|in|inside) me (?:\w+ )?(?:wants?|"
        r"wishes|longs) "
        r"to (?:just )?(?:die|be dead|not exist|not be alive|give up on life|end)\b"
    ),
    (
        r"\b(?:dying|death|being dead|suicide|not existing|ending (?:it|my life)|being gone)\b "
        r"(?:[\w']+ ){0,3}?(?:sounds?|seems?|feels?|looks?|would be|is|was) (?:[\w']+ ){0,4}?"
        r"(?:peaceful|relief|better|good|easier|tempting|inviting|appealing|comforting|option|"
        r"answer|solution|all i|beautiful|nice|kinder|only way|tempt\w*)\b"
    ),
    (
        r"\b(?:want|wish|hope|should|deserve|rather|like|pray|wanted|feel like i) (?:[\w']+ ){0,4}?"
        r"(?:be dead|be gone|been dead|i'd died|i had died|had died|have died instead|died instead|"
        r"died too|die too|died in|not survived|hadn't survived)(?! in the)\b"
    ),
    r"\b(?:wish|if only) (?:\w+ ){1,4}?had killed me\b",
    r"\b(?:plan\w*|imagin\w*|arrang\w*|prepar\w*|picture) my (?:own )?(?:death|suicide|funeral)\b",
    r"\bcan't (?:\w+ )?be alive\b|\bdon't want to do (?:life|this life)\b",
    r"\bi won't be (?:alive|around much longer|here anymore|here much longer)\b",
    (
        r"\bhow to do it\b[^.]{0,40}\b(?:find|pain|hurt|quick\w*|body)\b|"
        r"\b(?:find|finds|finding) my (?:dead )?body\b"
    ),
    (
        r"\bleave (?:this|the) world\b(?! an?\b)|\bworld\b[^.]{0,40}\b(?:like|want|wish|"
        r"ready) to leave it\b"
    ),
    (
        r"\b(?:wonder\w*|imagin\w+|wish\w*|want\w*|think\w*|better|easier|rather|prefer|like|"
        r"hope) (?:[\w']+ ){0,7}?not (?:be|being|to be) (?:here|around|alive)(?: anymore| at "
        r"all)?(?=$|[,;])"
    ),
    (
        r"\b(?:easier|better|simpler|best|nicer|happier|kinder)\b[^.]{0,30}\bif i (?:just |"
        r"simply |wasn't |weren't )?(?:died|die|was dead|were dead|here|alive|around|wasn't "
        r"(?:here|alive|around)|didn't (?:exist|wake up)|disappeared|was gone|were gone|"
        r"killed myself|never existed)\b"
    ),
    (
        r"\b(?:i|i've|i'm|i'd|have|am) (?:\w+ )?(?:lost|losing|no|without|lose|lack|don't have|"
        r"don't find) (?:\w+ "
        r"){0,2}?will to live\b"
    ),
    (
        r"\b(?:done with|giving up on|given up on|give up on|sick of|tired of|over with) "
        r"(?:my )?(?:life|living|being alive|existing)\b(?! (?:in|with|at|here|out|on|like a))"
    ),
    (
        r"\bgoodbye (?:everyone|everybody|world|forever|cruel world|to (?:you )?all)\b(?! "
        r"(?:at|in|and see))"
    ),
    (
        r"\bhow (?:much )?long(?:er)? i (?:can|could|will|'ll|am able to) (?:still )?(?:keep "
        r"(?:living|going|this up|doing this|fighting)|live|stay alive|go on|hold on|survive|"
        r"hang on|bear (?:this|it))\b(?! (?:in|here|with|without))"
    ),
    (
        r"\b(?:wish|want|hope|pray) (?:\w+ ){0,2}?(?:it|this|everything|life)(?: all)?(?: "
        r"would| to|'d)?(?: just)?(?: all)? be over(?: forever| for good| already| now)?$"
    ),
    r"\bi(?:'m| am) (?:\w+ )?a burden\b|\bbeing (?:such )?a burden\b",
    (
        r"\b(?:hope|wish|want|pray|if only|wanted)\b[^.]{0,30}\b(?:(?:get|got|be|was|were|"
        r"gets) (?:hit|run over|struck) by (?:a|the) (?:car|bus|truck|train|tram|lorry)|"
        r"(?:kills|killed|kill) me)\b"
    ),
    (
        r"\b(?:wouldn't|don't|didn't) (?:even )?(?:mind|care) (?:if i (?:died|die|didn't wake "
        r"up|don't wake up|never woke up|was dead|were dead|live or die)|dying|being dead|not "
        r"waking up|whether i live)\b"
    ),
    (
        r"\bi (?:\w+ )?(?:shouldn't|was never meant to|am not meant to|wasn't meant to) (?:be "
        r"alive|exist|be on this)\b|\bi should never have (?:been born|existed)\b"
    ),
    r"\bi (?:really |just |honestly )?can't (?:go on|keep going)(?: like this)?(?: anymore)?$",
    (
        r"\bthink\w* (?:about |of )?ending (?:things|it|everything)(?: all)?(?: tonight| "
        r"today| soon)?$"
    ),
    r"\b(?:don't|do not|didn't) deserve to (?:live|be alive|exist|be here)\b",
    (
        r"\b(?:want|going|gonna|ready|need|plan\w*|decided|time|have|i'll|will) (?:to "
        r")?(?:just )?end (?:it|everything|this|things)(?: all| now| tonight| soon| today| "
        r"once and for all| for good| tomorrow)*$"
    ),
    (
        r"\b(?:what's|what is|is there (?:even )?(?:a|any)|no|the|any|a) point (?:of|in|to) "
        r"(?:living|being alive|existing|staying alive|this life|my life|life)\b(?! (?:in|"
        r"here|with))"
    ),
    r"\bdo something (?:bad |stupid |terrible |awful )?to myself\b",
    (
        r"\b(?:no )?(?:other )?way out(?: \w+)? (?:but|except|other than|besides|is) (?:to "
        r"die|death|dying|suicide|killing)"
    ),
    (
        r"\bi (?:\w+ )?hate (?:being alive|living|that i(?:'m| am) (?:still )?alive|waking "
        r"up)\b(?! (?:in|at|here|with|early|so|on|to|alone|near))"
    ),
    (
        r"\b(?:i'm|i am|feel|feeling) (?:\w+ )?ready to (?:die|go and never come back|leave "
        r"this world)\b"
    ),
    (
        r"\b(?:want|wish|like|rather|better|peaceful|easier) (?:to )?(?:just )?be (?:dead|"
        r"gone)(?: for good| forever)?$"
    ),
    (
        r"\b(?:ending|taking|end|take) my (?:own )?life\b(?! (?:chapter|in|into|back|"
        r"seriously|for|with|to|so|on))"
    ),
    (
        r"\b(?:don't|can't|cannot|no longer) (?:see|find|have) (?:a|any|another) (?:other "
        r")?way out(?: anymore)?$"
    ),
    (
        r"\b(?:everything|it all|the pain|all of it|all this) to (?:just )?(?:end|stop|be "
        r"over)\b(?! (?:early|well|soon so))"
    ),
    (
        r"\bno reason to (?:\w+ )?(?:live|go on|wake up|stay alive|stay)\b(?! (?:in|here|at|"
        r"with|up|home))|\bnot worth living\b"
    ),
    (
        r"\b(?:i|i'd|i'll) (?:\w+ )?(?:rather|prefer to|better) (?:not be alive|not exist|not "
        r"wake up|not be here)\b"
    ),
    r"\b(?:almost|nearly) killed myself (?:last|yesterday|today|this|again)",
    r"^(?:just )?(?:kill|killing) myself\b(?! (?:for|at|over|with|laughing))",
    r"\b(?:i|i'm|i am) (?:\w+ ){0,3}?end(?:ing)? my life\b(?! chapter)",
    (
        rf"{_I}want(?:ed|ing)? (?:(?!not)\w+ ){{0,2}}?to (?:just |fucking |simply |only "
        rf")?die\b{_NOT_OF}"
    ),
    (
        rf"{_I}(?:wish|wishing|hope|hoping|pray|praying) (?:that )?(?:(?:i (?:was|were|am)|to "
        rf"be) (?:dead|never born)|i (?:\w+ )?(?:died|die)\b|"
        r"(?:i )?(?:\w+ )?(?:don't|didn't|won't|wouldn't|never|not to|couldn't) (?:ever "
        r")?(?:have to )?wake up)"
    ),
    (
        r"\bi wish i(?:'d| had)? (?:never (?:been|was|were)|wasn't|weren't|hadn't been|"
        r"didn't exist|was never|could (?:just )?(?:die|stop existing|not exist))(?: (?:born|"
        r"alive|here))?\b(?! (?:so|at|to|in|as|such|that|a|the|too)\b)"
    ),
    r"\b(?:go to sleep|fall asleep|sleep) (?:forever|and (?:just )?(?:never|not|don't) wake up)",
    (
        r"\bdon't (?:\w+ )?want to (?:have to )?(?:wake up|exist|be alive|keep living|"
        r"continue living|go on living|live)\b"
        r"(?! (?:here|there|in|with|at|near|on|like this with|alone|without a|so far|next|"
        r"under|that far|off|from|early|the|up|a lie|a double|together|by|to|late|for work|"
        r"him|her|them|you|my|anybody|anyone|before|at \d)\b)"
    ),
    (
        r"\b(?:not|without) (?:\w+ )?want(?:ing)? to (?:be alive|live|exist|wake up)\b(?! "
        r"(?:here|there|in|with|early|at|before))"
    ),
    (
        r"\bdon't want to be (?:here|around|in this world|on this (?:earth|planet))(?: "
        r"anymore)?(?:$| # not in this world)"
    ),
    r"\b(?:suicidal|suicide) (?:ideation|thoughts?|urges?|plan)\b",
    (
        r"\b(?:i'm|i am|i feel|i felt|i've been|feeling|feel|felt|still|being|so|am|i get|i "
        rf"was) (?:{UNDENIED}\w+ ){{0,2}}?suicidal\b"
    ),
    r"^suicidal\b(?! \w+ (?:in|among|of))",
    (
        r"\b(?:think|thinking|thoughts?|thought|obsess\w*|fantasi\w+|research\w*|considering|"
        r"considered|"
        r"contemplat\w+|plan\w*|committing|commit|attempt\w*|googl\w+) (?:\w+ "
        r"){0,2}?suicide\b(?! (?:squad|bomb\w*|prevention|rates?|hotline|mission|door))"
    ),
    (
        r"\b(?:everyone|everybody|they|they'd|they'll|world|family|kids|children|you|mom|dad|"
        r"parents|husband|wife|people) "
        r"(?:\w+ |'d |'ll ){0,4}?(?:better off|happier|relieved|easier|fine) (?:without "
        r"me\b(?! (?:as|in|on|at|doing|there))|if i (?:was|were|wasn't|weren't|am|died|didn't|"
        r"disappeared)"
        r"(?: not)?(?: (?:dead|gone|around|here|never|alive|exist))*\b)"
    ),
    r"\b(?:better off|happier) (?:if i )?(?:was |were )?dead\b",
    (
        r"\bif i (?:was|were|am|died|disappeared|vanished) (?:just )?(?:gone|dead|not here|"
        r"forever)?(?: for good)?\b.{0,40}\b(?:miss|notice|care|cry|better|happier)\b"
    ),
    (
        r"\b(?:miss|notice|care|cry|better|happier)\b.{0,25}\bif i (?:was|were|died|"
        r"disappeared) ?(?:gone|dead|for good|tonight|forever|tomorrow|$)"
    ),
    (
        r"\b(?:no|not (?:a|any)|any|much|(?:\w+n't|not|never) (?:\w+ )?(?:a|the)) (?:point|"
        r"reason|sense|use) (?:\w+ ){0,2}?(?:living|being alive|(?:to )?(?:live|(?:keep|go on|"
        r"continue) living|be alive|stay alive|exist)|(?:of|in|to) go(?:ing)? on(?! "
        r"with))\b(?! (?:in|here|there|with))"
    ),
    (
        r"\blife (?:isn't|just isn't|wasn't|is hardly|is barely|is no longer) (?:\w+ )?worth "
        r"(?:living|it)\b"
    ),
    r"\b(?:nothing|nobody|no reason|not much|anything)(?: left)? (?:\w+ )?to live for\b",
    r"\b(?:rather|better) (?:be|off|if i was|if i were) dead\b(?! than)",
    (
        r"\b(?:way out|option|solution|escape|answer)\b[^.]{0,25}\bis (?:dying|death|suicide|"
        r"to die)\b"
    ),
    r"\bstop existing\b|\bcease to exist\b",
    r"\b(?:can't|don't) (?:\w+ )?see myself (?:being )?alive\b",
    (
        r"\b(?:painless|quick|easy|easiest|best|fastest)(?:est)? (?:ways?|methods?) to (?:die|"
        r"kill myself|go|end my life)\b"
    ),
    (
        r"\bhow (?:many|much)\b[^.]{0,50}\b(?:to die|would kill me|kill me|be enough to die|"
        r"fatal|lethal)\b"
    ),
    (
        r"\b(?:driv|steer|crash)(?:e|ing) (?:my car |the car )?(?:in|into|off) (?:a|the) "
        r"(?:tree|wall|bridge|cliff|truck|lorry|river|oncoming)\b"
    ),
    r"\bi know (?:how|when|where) i(?:'ll| will|'m going to|'m gonna) do it\b",
    (
        r"\b(?:suicide|goodbye|farewell) (?:note|letters?|notes)\b|\b(?:said|say|saying|"
        r"written|wrote) (?:all )?(?:my )?goodbyes?\b$"
    ),
    r"\bwritten (?:the|my) note (?:already|for)\b(?! (?:for|to|on))",
    (
        r"\b(?:don't|can't|not) (?:\w+ )?(?:feel |be |keep myself |trust myself )(?:safe(?: "
        r"(?:with|from|around) myself)?|to be alone|alone with myself|tonight)\b(?=$| |"
        r"[.])(?! (?:in|at|on|to|there|here|with (?!myself)|walking|driving|around "
        r"(?!myself)))"
    ),
    (
        r"\bdisappear forever\b|\bdisappear and never (?:come back|wake up)\b|\bnot have to "
        r"wake up\b|\bnever wak(?:e|ing) up(?: again)?\b"
    ),
    (
        r"\bthoughts? (?:again )?(?:about|of) (?:ending|dying|death|killing|not being (?:here|"
        r"alive|around))\b(?! (?:(?:it|things|this) (?:with|between)|myself a|of the|metal|by|"
        r"the (?:project|lease|sub\w+|contract|meeting)))|\bones about ending it\b"
    ),
    (
        r"\bthink\w* (?:\w+ )?(?:about|of) (?:dying|killing myself|ending it|death all|"
        r"hanging|ending my life)\b"
    ),
    (
        r"\bi(?:'m| am)? (?:\w+ )?(?:better off|would be better) dead\b|\b(?:i )?should "
        r"(?:just )?(?:be dead|die|have died)\b|\bdeserve to die\b"
    ),
    (
        r"\bi (?:really )?can't (?:go on living|(?:go on|live|live like this) anymore)$|"
        r"\btired of (?:living|being alive|life)\b(?! (?:in|with|at|here|out))"
    ),
    r"\btr(?:ied|y|ying) to (?:kill|hang|drown|shoot|end) (?:myself|my life)\b",
    (
        r"\b(?:nobody|no-one) would (?:\w+ )?(?:notice|care|miss me)\b[^.]{0,20}\bif i (?:was|"
        r"were|died|disappeared|killed|wasn't|weren't)\b"
    ),
)
"""Wishes to die, in the present or so that no tense matters."""

WISHES_PAST: Final = (
    rf"{_I}wanted (?:\w+ )?to (?:just )?die\b",
    (
        rf"{_I}wanted to (?:kill|hurt|cut) myself\b|\bi (?:thought|was thinking) (?:of|about) "
        rf"(?:killing myself|suicide|dying|ending)"
    ),
    r"\bi was suicidal\b|\bi felt suicidal\b",
)
"""The same in the past: it counts if it is of these days."""
