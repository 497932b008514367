"""The patterns of plain statements, as rows: the first that fits tells it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graph_aria.adapters.language.fact_fits import (
    Fits,
    Rule,
    any_of,
    are_languages,
    are_subjects,
    counted_slot,
    ends_in,
    favourite_slot,
    has_year,
    is_allergen,
    is_favoured,
    is_great,
    is_lasting_favourite,
    is_lasting_fear,
    is_pastime,
    is_place,
    is_sort,
    language_slot,
    learning_slot,
    named_slot,
    pair,
    rule,
)
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category, MemoryKind

_I_AM: Final = r"i (?:am|'m|’m|m)(?: (?:still|also|actually|now))?"
_WE_ARE: Final = r"(?:i|we) (?:am|'m|’m|m|are|'re|’re|re)(?: (?:still|also|now|currently|both))?"
_HAVE: Final = r"(?:have|'ve|’ve|ve)"
_ADV: Final = (
    r"(?:(?:really|always|much|generally|usually|still|just|also|do|definitely|"
    r"honestly|absolutely|actually|simply|far|truly|personally) )*"
)
_DEGREE: Final = (
    r"(?:severely|deadly|highly|very|mildly|slightly|extremely|violently|badly|fatally|terribly)"
)
_SINCE: Final = r"(?P<since>(?:for|since) [\w ,-]+)"
_COUNT: Final = r"(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2})"


_TRAIT: Final = any_of(
    "facts.traits_diet", "facts.traits_family", "facts.traits_work", "facts.traits_self"
)
_JOB: Final = any_of("facts.occupations")
_KIN: Final = r"(?:(?:older|younger|eldest|oldest|youngest|little|big|twin) )?" + any_of(
    "facts.kin", "facts.bereaved"
)
_FRIENDS: Final = (
    r"(?:(?:best|close|closest|oldest|good|old) )?(?:friend|flatmate|roommate|housemate)"
)
_CADENCE: Final = (
    r"(?:every|each) (?:other |second |single )?(?:day|morning|evening|night|week|month|year|"
    r"weekend|summer|winter|spring|autumn|fall|christmas|easter|(?:mon|tues|wednes|thurs|fri|satur|"
    r"sun)day)(?: (?:morning|afternoon|evening|night))?|on (?:mon|tues|wednes|thurs|fri|satur|sun)"
    r"days|(?:once|twice|two times|three times|four times|five times) (?:a|every) "
    r"(?:day|week|fortnight|month|year)|most (?:days|mornings|evenings|nights|weekends)"
)
_STEADY: Final = (
    "(?:" + "|".join(sorted(
        (word_set("facts.habit_timed") | word_set("facts.habit_free") | {"eat", "drink", "sleep"})
        - {"take", "see", "do", "meet", "attend", "host", "call", "keep", "study", "phone", "brew"}
    )) + ")"
)  # fmt: skip
_TIMED: Final = any_of("facts.habit_timed", "facts.habit_free")
_SPECIES: Final = any_of("facts.species") + "s?"
_CHRONIC: Final = (
    "(?:"
    + any_of("facts.chronic")
    + (
        r"(?: ?'s)?(?: disease)?|(?:high|low) blood pressure|"
        r"heart (?:condition|disease|failure|murmur)|(?:coeliac|celiac) disease|"
        r"chronic (?:\w+ )?(?:pain|fatigue|illness|migraines?|disease|syndrome)(?: syndrome)?|"
        r"long covid|hearing loss|sickle cell|"
        r"(?:\w+ )?(?:allergy|allergies|intolerance)|pacemaker|panic disorder|"
        r"(?:eating|bipolar|anxiety|sleep|thyroid|blood) disorder|tourette(?: ?'s)?)"
    )
)

_LIKE: Final = MemoryKind.PREFERENCE
_SORTS: Final[Mapping[str, Fits]] = {"one": is_sort, "other": is_sort}

RULES: Final[tuple[Rule, ...]] = (
    # what is liked better
    rule("prefers", rf"(?:i|we) {_ADV}prefer (?P<one>\w.*?) "
         r"(?P<link>to|over|rather than) (?P<other>.+)",
          "the user prefers {one} {link} {other}", Category.TASTES, kind=_LIKE, importance=0.55,
          slot_of=pair, fits=_SORTS, longest=7),
    rule("rather", r"i (?:would|'d|’d|d) (?:much |always |far )*rather (?P<one>.+?) than "
          r"(?P<other>.+)", "the user prefers to {one} rather than {other}", Category.INTERESTS,
          kind=_LIKE, importance=0.55, slot_of=pair,
          fits={"one": is_pastime, "other": is_sort}, longest=7),
    rule("prefers", rf"(?:i|we) {_ADV}(?P<verb>like|love|enjoy) (?P<one>.+?) "
          r"(?P<link>(?:much |far |way |a lot )?(?:more|better)) than (?:i (?:like |love |enjoy ))?"
         r"(?P<other>.+)",
          "the user {verb}s {one} {link} than {other}", Category.TASTES, kind=_LIKE,
          importance=0.55, slot_of=pair, fits=_SORTS, longest=6),
    # languages
    rule("speaks", r"i (?:also |still |can |only )*speak (?P<one>.+)",
          "the user speaks {one}", Category.IDENTITY, slot_of=language_slot,
          fits={"one": are_languages}, longest=9),
    rule("speaks", r"i (?:do n't|do not|don't|dont|do nt|ca n't|can not|cannot) speak "
          r"(?P<one>.+)", "the user does not speak {one}", Category.IDENTITY,
          slot="the user|speaks|{one}", value="no", fits={"one": are_languages}, longest=3),
    rule("speaks", rf"{_I_AM} (?P<how>fluent|bilingual) in (?P<one>.+)",
          "the user is {how} in {one}", Category.IDENTITY, fits={"one": are_languages}),
    rule("tongue", r"my (?P<what>(?:native|first|second|mother) (?:language|tongue)) is "
          r"(?P<one>.+)", "the user's {what} is {one}", Category.IDENTITY, importance=0.8,
          slot="the user's|{what}", value="{one}", fits={"one": are_languages}, longest=3),
    # who one is
    rule("trait", rf"{_I_AM} (?P<one>(?:{_TRAIT}))", "the user is {one}", Category.IDENTITY,
          importance=0.8, slot="the user|is|{one}"),
    rule("role", rf"{_I_AM} (?P<one>an? (?:(?!bit|bad|good|great|terrible|better|real)"
          rf"[\w-]+ ){{0,3}}(?P<job>{_JOB})(?: (?:at|for|in|with) .+)?)", "the user is {one}",
          Category.WORK, importance=0.85, slot="the user|is|{job}"),
    rule("sibling", rf"{_I_AM} (?P<one>the (?:oldest|eldest|youngest|second|middle|third|fourth)"
          r"(?: child)? of (?:\w+ )?(?:siblings|children|kids|brothers|sisters|boys|girls|"
          r"two|three|four|five|six|seven|eight|nine|ten)(?: \w+)?|an only child|"
          r"the (?:middle|only|oldest|eldest|youngest) child)",
          "the user is {one}", Category.FAMILY, slot="the user|among siblings", value="{one}"),
    rule("years_being", rf"(?:i|we) {_HAVE} been (?P<one>an? (?:[\w-]+ ){{0,3}}{_JOB}) {_SINCE}",
          "the user has been {one} {since}", Category.WORK, importance=0.85),
    rule("years_being", rf"(?:i|we) {_HAVE} been (?P<one>(?:happily )?(?:"
         r"married(?: to (?!my|the|a|an)\b.+?)?|divorced|engaged|"
          rf"together|single|separated)) {_SINCE}", "the user has been {one} {since}",
          Category.FAMILY, importance=0.75),
    *(
        rule("years_being", rf"i {_HAVE} been (?P<one>{any_of(name)}) {_SINCE}",
             "the user has been {one} {since}", category, importance=0.8)
        for name, category in (
            ("facts.traits_work", Category.WORK), ("facts.traits_self", Category.IDENTITY),
            ("facts.traits_diet", Category.IDENTITY),
        )
    ),
    rule("years_being", rf"i {_HAVE} been (?P<one>{_TRAIT}) {_SINCE}",
          "the user has been {one} {since}", Category.IDENTITY, importance=0.8),
    rule("years_sober", rf"i {_HAVE} been (?P<one>sober|clean|smoke-free|in recovery|abstinent|"
          rf"in remission|cancer-free) {_SINCE}", "the user has been {one} {since}",
          Category.HEALTH, importance=0.8, significance=0.5),
    rule("years_living", rf"(?:i|we) {_HAVE} (?:lived|been living) in (?P<one>.+?) {_SINCE}",
          "the user has lived in {one} {since}", Category.HOME, importance=0.8,
          slot="the user|lives in", value="{one}"),
    rule("years_living", rf"(?:i|we) {_HAVE} (?P<how>worked|been working) "
          rf"(?P<one>(?:in|at|for|as) .+?) {_SINCE}", "the user has {how} {one} {since}",
          Category.WORK, importance=0.8),
    rule("years_sober", rf"{_I_AM} (?P<one>sober) {_SINCE}", "the user has been {one} {since}",
          Category.HEALTH, importance=0.8),
    rule("without", rf"i {_HAVE} ?(?:n't|not|nt) (?P<one>(?:had|touched) (?:a|any) "
          r"(?:drink|cigarette|drop of alcohol|alcohol)|smoked|drunk alcohol|gambled) "
          rf"{_SINCE}", "the user has not {one} {since}", Category.HEALTH, importance=0.75,
          significance=0.4),
    # health
    rule("allergic", rf"{_I_AM} (?P<how>{_DEGREE} )?allergic to (?P<one>.+)",
          "the user is {how} allergic to {one}", Category.HEALTH, importance=0.85,
          slot="the user|is|allergic to {one}", fits={"one": is_allergen}, longest=8),
    rule("condition", r"i (?:have|'ve|ve)(?: got)? (?P<one>(?:(?:a|an|severe|mild|"
         r"bad|type|one|1|two|2|heavy) )*"
          rf"{_CHRONIC})", "the user has {one}", Category.HEALTH, importance=0.8,
          significance=0.4, slot="the user|has|{one}"),
    *(
        rule("condition", rf"my (?P<who>{whom}) (?:has|suffers from) (?P<one>(?:(?:a|an|severe|"
              rf"mild|bad|type|one|1|two|2) )*{_CHRONIC})", "the user's {who} has {one}",
              category, importance=0.65, significance=0.4, slot="the user's {who}|has|{one}")
        for whom, category in ((_KIN, Category.FAMILY), (_FRIENDS, Category.FRIENDS))
    ),
    rule("device", r"i (?P<how>wear|use|have) (?P<one>(?:an? )?(?:\w+ ){0,2}?"
          rf"{any_of('facts.devices')})", "the user {how}s {one}", Category.HEALTH),
    rule("medicine", rf"i take (?P<one>(?:(?:daily|blood|heart|thyroid) )?"
          rf"{any_of('facts.medicine')}(?: (?:for|against) .+)?)", "the user takes {one}",
          Category.HEALTH, importance=0.75),
    rule("medicine", rf"{_WE_ARE} on (?P<one>(?:(?:daily|blood|heart|thyroid|the) )?"
          rf"{any_of('facts.medicine')}(?: (?:for|against) .+)?)", "the user is on {one}",
          Category.HEALTH, importance=0.75),
    # study, home and money
    rule("year_of", rf"{_I_AM} in my (?P<one>(?:first|second|third|fourth|fifth|final|last|"
          r"sophomore|junior|senior) year (?:of|at|studying) .*\b(?:school|university|college|uni|"
          r"degree|phd|apprenticeship|training|studies|residency|course|"
          rf"{any_of('facts.subjects')}))",
          "the user was in their {one} in {month}", Category.STUDY),
    rule("studies", rf"{_I_AM} studying (?P<one>.+)", "the user is studying {one}",
          Category.STUDY, importance=0.8, fits={"one": are_subjects}, longest=8),
    rule("studies", rf"{_I_AM} (?:studying|training|reading) (?P<one>(?:for|towards) (?:an?|my) "
          rf"(?:\w+ ){{0,3}}{any_of('facts.degrees_of_study')}(?: (?:in|at|of) .+)?)",
          "the user is studying {one}", Category.STUDY, importance=0.8),
    rule("studies", r"i study (?P<one>.+)", "the user studies {one}", Category.STUDY,
          importance=0.8, fits={"one": are_subjects}, longest=9),
    rule("home_of", r"(?:i|we) (?P<how>rent|own) (?P<one>(?:an?|our own|my own) .+)",
          "the user {how}s {one}", Category.HOME, fits={"one": ends_in("facts.homes")},
          longest=8),
    rule("owes", r"(?:i|we) (?:still )?owe (?P<one>.+ (?:thousand|hundred|million|euros|dollars|"
          r"pounds|money|loans?|taxes|[\d,.]+k?))", "the user owes {one}", Category.MONEY),
    rule("debt", r"(?:i|we) have (?P<one>(?:an? |lots of |a lot of |huge |some )?(?:\w+ ){0,3}"
          rf"{any_of('facts.lasting_for')})", "the user has {one}", Category.MONEY),
    rule("saving", rf"{_WE_ARE} (?P<how>saving(?: up)?|saving money) for (?P<one>.+)",
          "the user is {how} for {one}", Category.GOALS, importance=0.65, significance=0.3,
          fits={"one": ends_in("facts.saving_objects")}, longest=7),
    # aims, fears, regrets
    rule("aim", r"my (?P<what>(?:(?:main|biggest|big|life|long-term|new|current|greatest|"
          r"lifelong|one|ultimate) )*(?:goal|dream|ambition|aim|resolution))"
          r"(?: (?P<when>for (?:the|this|next) year|in life))? is to (?P<one>.+)",
          "the user's {what} {when} is to {one}", Category.GOALS, importance=0.7,
          significance=0.3),
    rule("learning", rf"{_I_AM} learning (?P<one>(?:how )?to .+)", "the user is learning {one}",
          Category.GOALS, importance=0.65,
         slot_of=learning_slot, fits={"one": is_great}),
    rule("learning", rf"{_I_AM} learning (?P<one>(?:the )?{any_of('facts.play_objects')}|"
          rf"(?:sign language|{any_of('facts.languages')}))", "the user is learning {one}",
          Category.GOALS, importance=0.65,
         slot_of=learning_slot),
    rule("fear", r"my (?P<what>(?:biggest|greatest|worst|main) fear) is (?P<one>.+)",
          "the user's {what} is {one}", Category.FEARS, importance=0.65, significance=0.6,
          fits={"one": is_great}),
    rule("fear", r"i have (?P<one>an? (?:(?:big|huge|severe|real|terrible|deep|irrational) )*"
          r"(?:fear|phobia) of .+)", "the user has {one}", Category.FEARS, importance=0.6,
          significance=0.5),
    rule("fear", rf"(?P<one>(?:\w+ )?{any_of('facts.fears')}) (?P<how>terrify|terrifies|scare|"
          r"scares|frighten|frightens) me(?: to death| so much| a lot)?",
          "{one} {how} the user", Category.FEARS, importance=0.6, significance=0.5),
    rule("regret", r"i (?:(?:deeply|still|really|always) )?regret (?P<one>(?:not|never) \w+ing .+)",
         "the user regrets {one}", Category.REGRETS, importance=0.65, significance=0.6),
    rule("regret", r"my (?P<what>(?:biggest|greatest|only|deepest|worst) regret)(?: in life)? is "
          r"(?P<one>(?:not |never |that ).+|\w+ing .+)", "the user's {what} is {one}",
          Category.REGRETS, importance=0.7, significance=0.7),
    # what one does not do
    rule("unable", r"i never (?:learned|learnt) (?P<how>how )?to (?P<one>.+)",
          "the user never learned {how}to {one}", Category.INTERESTS, importance=0.55),
    rule("unable", r"i (?:ca n't|can not|cannot|ca nt|can't) (?P<one>swim|drive|ride a bike|"
          r"read music|whistle|drive a car|eat (?:gluten|dairy|nuts|peanuts|shellfish|lactose|"
          r"eggs|wheat|meat|pork|beef|sugar|fish))", "the user cannot {one}",
          Category.IDENTITY, importance=0.7, slot="the user|can|{one}", value="no"),
    rule("abstains", r"i (?:do n't|do not|do nt|don't|dont) (?P<one>drive|swim|fly|gamble|cook|"
          r"celebrate (?:christmas|birthdays|easter))", "the user does not {one}",
          Category.HABITS, importance=0.6, slot="the user|{one}|", value="no"),
    # what one does again and again
    rule("habit", rf"(?P<when>{_CADENCE}) ,? ?i (?P<verb>{_TIMED})(?P<one> .+)?",
          "the user {verb}s {one} {when}", Category.HABITS, importance=0.55,
          fits={"one": is_great}),
    rule("habit", rf"i (?P<how>always|usually) (?P<verb>{_STEADY}) "
         r"(?P<one>(?!late\b|out of\b|into\b).+)",
          "the user {how} {verb}s {one}", Category.HABITS, importance=0.5,
          fits={"one": is_great}, longest=8),
    # more of who one is, where from, and what with
    rule("fear", rf"{_I_AM} (?:(?:really|so|very|deathly|absolutely|terribly) )*"
          r"(?P<how>afraid|scared|terrified|frightened) of (?P<one>.+)",
          "the user is {how} of {one}", Category.FEARS, importance=0.6, significance=0.5,
          slot="the user|fears|{one}", fits={"one": is_lasting_fear}, longest=6),
    rule("from", rf"{_I_AM} (?:originally )?from (?P<one>.+)", "the user is from {one}",
          Category.IDENTITY, importance=0.8, slot="the user|from|{one}",
          fits={"one": is_place}, longest=4),
    rule("born", r"i was born and raised in (?P<one>.+)", "the user was born and raised in {one}",
          Category.IDENTITY, importance=0.8, longest=5),
    rule("origin", r"i (?P<how>come from|grew up (?:in|on|near)) (?P<one>an? (?:[\w-]+ ){0,3}"
          r"(?:village|town|farm|city|island|suburb|commune|orphanage|family|council estate)"
          r"(?: .+)?)", "the user {how} {one}", Category.IDENTITY),
    rule("origin", r"i grew up speaking (?P<one>.+)", "the user grew up speaking {one}",
          Category.IDENTITY, fits={"one": are_languages}),
    rule("company", r"i live (?P<one>(?:alone|by myself|on my own) (?:in|near) .+)",
          "the user lives {one}", Category.HOME, importance=0.75),
    rule("work", r"i work (?P<one>(?:(?:part|full) ?-? ?time|night shifts|nights|shifts|from home|"
          rf"freelance) (?:at|in|for|as) .+|in an? (?:\w+ )?{any_of('facts.workplaces')})",
          "the user works {one}", Category.WORK, importance=0.8),
    rule("work", r"(?:i|we) (?P<how>run|own|manage) (?P<one>(?:an?|my own|our own) (?:[\w-]+ ){0,3}"
          r"(?:salon|shop|bakery|café|cafe|restaurant|business|company|firm|farm|bar|pub|"
          r"hotel|studio|garage|store|vineyard|practice|bookshop|brewery))",
          "the user {how}s {one}", Category.WORK, importance=0.8),
    rule("worked", rf"i was (?P<one>an? (?:[\w-]+ ){{0,2}}{_JOB} (?:for (?:\w+ ){{1,3}}years|"
          r"until .+|from \d+ to \d+))", "the user was {one}", Category.WORK),
    rule("studies", rf"{_I_AM} (?P<how>doing|pursuing|finishing|completing) (?P<one>(?:an?|my) "
          rf"(?:[\w-]+ ){{0,2}}{any_of('facts.degrees_of_study')}(?: (?:in|at|on) .+)?)",
          "the user is {how} {one}", Category.STUDY, importance=0.8),
    rule("studies", rf"{_I_AM} (?P<how>studying|training) (?P<one>(?:to (?:become|be)|as) an? .+)",
          "the user is {how} {one}", Category.STUDY, importance=0.8),
    rule("recovering", rf"{_I_AM} (?P<one>in recovery(?: from .+)?|a recovering \w+)",
          "the user is {one}", Category.HEALTH, importance=0.8, significance=0.6),
    *(
        rule("illness", rf"my (?P<who>{whom}) had (?P<one>an? (?:stroke|heart attack|miscarriage|"
              r"bypass|brain tumou?r|mastectomy)|cancer|a transplant)(?P<when> (?:in|last) .+)?",
              "the user's {who} had {one} {when}", category, importance=0.6, significance=0.6,
              longest=5)
        for whom, category in ((_KIN, Category.FAMILY), (_FRIENDS, Category.FRIENDS))
    ),
    rule("has", rf"we have (?P<one>{_COUNT} (?:[\w-]+ ){{0,2}}(?:{_SPECIES}|children|kids|sons?|"
          r"daughters?))", "the user has {one}", Category.HOME, importance=0.7,
          slot_of=counted_slot),
    rule("birth_month", r"my birthday is in (?P<month_name>(?:january|february|"
         r"march|april|may|june|july|"
          r"august|september|october|november|december))", "the user's birthday is in {month_name}",
          Category.DATES, importance=0.7),
    # more of aims, beliefs, decisions, lessons
    rule("saving", rf"{_WE_ARE} (?P<how>saving(?: up)?) (?P<one>to (?:buy|build|get|move|travel|"
          r"open|visit|study|retire) .+)", "the user is {how} {one}", Category.GOALS,
          importance=0.65, significance=0.3),
    rule("goal", r"i (?P<verb>want|hope|plan|intend) to (?P<one>learn (?:how )?to .+)",
          "the user {verb}s to {one}", Category.GOALS, importance=0.65, significance=0.3),
    rule("belief", r"i (?:(?:firmly|truly|strongly|really|honestly) )?believe (?P<one>that "
          r"(?:everything|everyone|everybody|nobody|nothing|people|all|god|life|love|money|family|"
          r"there is) .+)", "the user believes {one}", Category.BELIEFS, importance=0.6,
          significance=0.4),
    rule("decision", rf"(?:i|we) (?:{_HAVE} )?decided (?P<one>(?:not )?to (?:have|try for) "
          r"(?:any |more |another |a )?(?:children|kids|child|kid|baby))",
          "the user decided {one}", Category.GOALS, kind=MemoryKind.DECISION, importance=0.7,
          significance=0.6),
    rule("lesson", rf"i (?:{_HAVE} )?(?:learned|learnt)(?: the hard way)? (?P<one>that i "
          r"(?:ca n't|can not|cannot|work better|function|sleep better|do better|should never|"
          r"must never|should not) .+)", "the user learned {one}", Category.HABITS,
          kind=MemoryKind.LESSON, importance=0.6),
    rule("abstains", r"i (?:do n't|do not|do nt|don't|dont) (?P<verb>eat|drink|smoke) "
          rf"(?P<one>{any_of('facts.quit_objects')})", "the user does not {verb} {one}",
          Category.HABITS, kind=_LIKE, importance=0.7, slot="the user|{verb}|{one}", value="no"),
    rule("over", r"i (?:do n't|do not|do nt|don't|dont) (?P<verb>drive|drink|smoke|ski|swim|run|"
          r"dance|sing|climb|surf|ride|fly|gamble|vape|paint) (?:anymore|any more)",
          "the user no longer {verb}s", Category.HABITS, importance=0.6),
    rule("habit", rf"(?:i|we) (?:usually |always |also )?(?P<verb>{_TIMED}) (?P<one>(?:.+ )?"
          rf"{_CADENCE})", "the user {verb}s {one}",
          Category.HABITS, importance=0.55, fits={"one": is_great}),
    # those near
    rule("pets_named", rf"(?:i|we) have (?P<one>{_COUNT} (?:[\w-]+ ){{0,2}}{_SPECIES}) "
          r"(?:,? ?(?:named|called) |, )(?P<name>\w+(?: and \w+)?)",
          "the user has {one} named {name}", Category.HOME, importance=0.7),
    rule("children_named", rf"(?:i|we) have (?P<one>{_COUNT} (?:[\w-]+ )?(?:children|kids|sons|"
         r"daughters|brothers|sisters)) , "
         r"(?P<name>\w+(?: , \w+)*(?: ,)?(?: and \w+)?)",
         "the user has {one} named {name}", Category.FAMILY, importance=0.75),
    *(
        rule("named", rf"my (?P<who>{whom})(?: 's name is| is called| is named|s name is) "
              r"(?P<name>\w+(?: \w+)?)", "{name} is the user's {who}", category, importance=0.6,
              slot_of=lambda told: named_slot(told["name"], told["who"]))
        for whom, category in (
            (_KIN, Category.FAMILY), (_FRIENDS, Category.FRIENDS),
            (r"(?:boss|manager|colleague|coworker|supervisor)", Category.WORK),
            (r"(?:therapist|dentist|doctor|psychiatrist|psychologist|midwife|counsell?or)",
             Category.HEALTH),
            (r"(?:teacher|tutor|coach|professor)", Category.STUDY),
            (r"(?:neighbour|neighbor|landlord|landlady)", Category.HOME),
        )
    ),
    rule("pet_named", rf"(?:my|our) (?P<who>{_SPECIES})(?: 's name is| is called| is named|"
          r"s name is) (?P<name>\w+)", "the user has a {who} named {name}", Category.HOME,
          importance=0.65, slot="the user|has|{who} {name}"),
    rule("born", r"i was born (?P<one>(?:in|on) (?:(?! in ).)+)", "the user was born {one}",
          Category.IDENTITY, importance=0.8, fits={"one": has_year}, longest=6),
    rule("favourite", r"my (?P<what>favou?rite (?:\w+ )?\w+)(?: of all time| ever)? (?:is|are|'s) "
          r"(?P<one>.+)", "the user's {what} is {one}", Category.TASTES, kind=_LIKE,
          importance=0.55, slot_of=favourite_slot,
          fits={"one": is_favoured, "what": is_lasting_favourite}, longest=7),
)  # fmt: skip
"""Rows in order: the first that fits a statement tells it."""
