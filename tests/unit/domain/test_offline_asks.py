"""What a turn asks for: kinds of sentences, each in several words."""

from __future__ import annotations

import time

import pytest

from graph_aria.domain.offline_ask_rules import QUESTIONS, AskKind
from graph_aria.domain.offline_asks import ask_of
from graph_aria.domain.offline_tones import tone_of

BEFORE = """
when_last|When did I last see Priya?
when_last|how long has it been since I called mum?
when_last|last time I went swimming?
when_first|When did I first mention Walt?
when|When was the wedding?
when|When is Walt's birthday?
how_often|how often do I run?
how_often|How many times have I been to therapy?
helps|what helps with anxiety?
helps|What calms me down?
helps|Is there anything that helped me sleep?
brings|what makes me anxious?
brings|Why am I so stressed?
brings|what makes my insomnia worse?
who|who is Priya?
who|Who's Carol again?
how_was|how was last spring?
how_was|How have I been lately?
faded|what have I stopped talking about?
faded|What faded?
what|What did I say about the pond?
what|Do I like coffee?
what|where does Sam work?
greeting|hey there
thanks|thank you so much
goodbye|good night aria
forget|forget that
remember|remember that I am allergic to nuts
why|why do you think that?
aria|are you a real person?
tell|I had lunch with Sam today.
advice|should I quit my job?
news|What's new with my sister?
news|Any good news from Priya?
news|How is my brother doing?
news|how's Clara these days?
news|What's the latest on the flat?
news|What has Tom been up to?
news|What happened with the boiler?
changes|What's new in my life?
what|How is bread best baked?
how_was|How is it going?
aria|How are you?
how_was|What happened with Priya last week?
when_last|When was the last time Tom came up?
when_last|how long ago did we go to the beach?
when_last|Have I seen Nora recently?
when_first|Since when do I do pottery?
when|What day did I move to Bristol?
how_often|On how many days did I write about Atlas?
how_often|Do I swim a lot?
how_often|how regularly do I meditate?
helps|What's good for my insomnia?
helps|what has eased the stress in the past?
helps|Which things make me feel better?
brings|What triggers my headaches?
brings|what gets me down?
brings|What is bad for my sleep?
who|Tell me who Walt is
who|do I know a Helen?
how_was|What was my mood in July?
how_was|How did I feel last week?
faded|Who have I not mentioned in a while?
faded|what's dropped out of my life?
what|Did I ever write about lavender?
what|What does Priya do?
who|tell me about the half marathon
greeting|morning!
thanks|cheers, that's kind
goodbye|I'm off to bed, talk tomorrow
forget|please delete what I just said
remember|Don't let me forget that the rent is due on the first
why|how do you know that?
aria|what can you do?
tell|Work was awful and I cried.
advice|what would you do in my place?
"""
"""Sentences that were written before the rules."""

LATER = """
when_last|when have I most recently been to the dentist?
when_last|How many weeks is it since I wrote to Ana?
when_last|what was the last thing I said about Oslo?
when_last|did I speak with my sister lately?
when_last|Remind me of the last time we went hiking.
when_first|When did all this with the back pain begin?
when_first|how long have I known Amir?
when|on which date was the exam?
when|what's the date of Lena's wedding?
when|when am I supposed to fly to Lisbon?
how_often|How frequently does my migraine come?
how_often|Am I at the gym much?
how_often|how many evenings did I spend painting this month?
how_often|do I call my parents often enough?
helps|what do I do that relaxes me?
helps|Who cheers me up?
helps|Has anything ever worked against the nightmares?
helps|what made the headaches better?
helps|what is it that gets me out of a low mood?
brings|what stresses me out?
brings|Where does my anger come from?
brings|how come I'm always so tired?
brings|what sets off my migraines?
brings|Who upsets me the most?
who|Who on earth is Ravi?
who|what do you know about my brother?
who|what's Ana to me?
who|remind me who Lena is
how_was|How did the summer go?
how_was|how have I been sleeping?
how_was|was I happy in March?
how_was|what was going on with me last autumn?
how_was|How's my month going so far?
faded|Which people have disappeared from my diary?
faded|what don't I write about any longer?
faded|Is there anybody I've lost touch with?
what|Where did I leave the spare key?
what|What's my landlord called?
what|What did Ana give me for my birthday?
what|do you remember the thing with the boat?
what|am I allergic to anything?
what|which books did I want to read?
greeting|Good evening ARIA
greeting|hello again
thanks|thanks, you're a star
thanks|Ah great, thank you!
goodbye|ok I have to run, bye
goodbye|That's all for tonight.
forget|Please don't remember that.
forget|scratch that
remember|please note: my blood type is A negative
remember|Remember: I don't eat pork.
why|where do you get that from?
why|What makes you say so?
why|how did you come to that conclusion?
aria|Do you have feelings?
aria|who am I talking to?
aria|are you an AI?
tell|Nothing much today, just laundry.
tell|Amir called and we made up.
tell|I wonder whether it will rain.
tell|My boss asked me how often I run, funny question.
advice|What should I say to her?
advice|do you think I'm right?
advice|how do I get over him?
"""
"""Sentences that were written after them: 51 of 65 were told right at first sight."""

LAST = """
when_last|when was I last at the sea?
when_last|the last time I felt ok was when?
when_last|have we argued lately?
when_last|how long is it since Ben's visit?
when_first|when did I take up climbing?
when_first|when was I first told about the merger?
when|when's Mia's school play?
when|what year did we buy the house?
how_often|how often does Ben come over?
how_often|how many times did I skip breakfast?
how_often|do I write about work too often?
helps|what soothes me?
helps|what can ease my back pain?
helps|is there something that makes Mondays better?
helps|which habits improved my sleep?
brings|what is behind my bad days?
brings|what causes the arguments with Ben?
brings|what keeps making me angry?
brings|why was I so sad last week?
who|who is Dr Okafor?
who|tell me more about Ben
who|who were the Hansens?
how_was|how did last month go?
how_was|how was my week?
how_was|how did I do in January?
faded|who have I not written about for ages?
faded|which hobbies have dropped away?
what|what do I want to do in Japan?
what|where is Ben working now?
what|did I finish the novel?
what|what was the name of the café?
what|do I own a bike?
what|what did the doctor say about my knee?
greeting|hey ARIA!
thanks|many thanks
goodbye|night!
goodbye|bye for now
forget|forget what I said about Ben
remember|Keep in mind that I work nights.
why|why do you say that?
why|what makes you believe I hate him?
aria|what are you?
aria|how do you work?
tell|I finally finished the novel!
tell|We drove to the coast and ate chips.
tell|Ben says hi.
tell|ugh
advice|what do you recommend?
advice|should we move?
advice|any tips for sleeping?
"""
"""Sentences that were written last: 48 of 50 were told right at first sight."""


OF_A_LIFE = """
at|What am I working on?
at|what am I dealing with right now?
at|What are my current projects?
at|what's my focus these days?
at|What is keeping me busy?
at|What's going on in my life at the moment?
at|what am I struggling with lately?
at|What have I given up?
at|what did I finish recently?
at|What have I moved on from?
at|Am I still learning Danish?
at|How far am I with the thesis?
at|how far along are we with the shed?
at|Where do I stand with my Danish?
ahead|What is coming up?
ahead|Anything coming up this week?
ahead|what's ahead of me?
ahead|What do I have planned?
ahead|whose birthday is next?
ahead|Are there any anniversaries soon?
ahead|Do I have anything on next week?
changes|What are my milestones?
changes|show me Clara's milestones
changes|what has changed in my life?
changes|What big things happened to me?
changes|What changed this year?
changes|what has changed in the last few months?
changes|what's changed since June?
what|What changed in the kitchen?
changes|what were the most important moments of my life?
when|When did I get married?
when|when did my sister move to Ghent?
when_first|Since when am I looking for a job?
how_was|How have I been lately?
how_was|What was going on with me last autumn?
what|What am I allergic to?
what|What keeps coming up when I am tired?
what|which events did I miss this week?
brings|What is behind my headaches?
faded|what have I given up talking about?
what|What is Sam working on?
what|What changed Priya's mind about the pond?
what|what did Ana finish?
"""
"""Of focus, milestones and what is ahead, and such as sound like it and are not."""


TOLD = """
tell:loss|Nan passed away in her sleep.
tell:loss|We lost our baby.
tell:harm|I was mugged on the way home.
tell:illness|The biopsy came back malignant.
tell:illness|Mum has Alzheimer's.
tell:separation|She moved out and wants a divorce
tell:separation|My boyfriend cheated on me.
tell:anger|piece of junk, you never help
tell:anger|You are such a stupid bot
tell:joy|I won the chess tournament!
tell:joy|The scan was all clear.
tell:worry|I'm nervous about the interview.
tell:heavy|I don't feel well.
tell:heavy|Hey, everything went wrong today.
tell:heavy|Thanks but I hated it.
tell:plain|I bought a new kettle.
goodbye|bye for tonight
thanks|thx, great help
greeting|good evening aria
tell:plain|hi, I bought a kettle
said|what did I say just now?
about_me|what have you learned about me?
alive|Did my grandfather pass away?
alive|Is Walt still around?
how_was|How have things been with Sam?
faded|Whom have I not written about for months?
when|When does my course start?
remember|Please remember my sister's name is Lea.
foreign|¿Quién es Priya?
foreign|Où est ma mère?
what|What do I like most?
aria|Who are you?
who|who was Uncle Walt?
helps|What helped after the funeral?
how_was|What happened between 26 and 27 November?
tell:heavy|nothing makes me happy
tell:loss|It is a year since Dad died.
tell:illness|My son was taken to the hospital last night.
tell:separation|We are getting separated.
tell:joy|They said yes to our offer, I am so happy!
"""
"""Turns that were written after the rules for tones: 38 of 40 were told right at first sight.

"never mind, forget it" is left: it may mean anything, and is told like any other words.
"""


def _rows(*tables: str) -> list[tuple[AskKind, str]]:
    lines = [line.split("|") for table in tables for line in table.strip().splitlines()]
    return [(AskKind(kind), text) for kind, text in lines]


@pytest.mark.parametrize(("kind", "text"), _rows(BEFORE, LATER, LAST, OF_A_LIFE))
def test_what_is_asked_is_told_by_its_words(kind: AskKind, text: str) -> None:
    assert ask_of(text).kind is kind


@pytest.mark.parametrize(
    ("kind", "text"), [(kind, text) for kind, text in _rows(LATER) if kind in QUESTIONS]
)
def test_what_is_told_before_a_question_hides_it_not(kind: AskKind, text: str) -> None:
    ask = ask_of(f"I baked bread and burnt it. {text}")

    assert ask.kind is kind
    assert ask.told == "I baked bread and burnt it."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("When did I last see Priya?", ("Priya",)),
        ("how often do I go running?", ("go", "running")),
        ("What helps with my back pain?", ("back", "pain")),
        ("What do I know?", ()),
        ("who is Dr Okafor?", ("Dr", "Okafor")),
    ],
)
def test_the_words_that_tell_what_it_is_about_are_kept(text: str, words: tuple[str, ...]) -> None:
    assert ask_of(text).words == words


@pytest.mark.parametrize(
    "text",
    [
        "Heute war ich mit Anna im Park.",
        "Je suis fatigué et je ne sais pas quand je vais dormir",
        "今日はとても疲れました",
        "¿Cuándo fue la última vez que hablé con mi hermana?",
    ],
)
def test_other_languages_are_told_from_english(text: str) -> None:
    assert ask_of(text).kind is AskKind.FOREIGN


@pytest.mark.parametrize("text", ["?", "...", "🙂", "\n", "   ", "What", "why?", "a" * 20_000])
def test_any_text_is_something(text: str) -> None:
    assert ask_of(text).kind in AskKind


@pytest.mark.parametrize(
    "piece",
    [
        "not mention ",
        "who is not to me what was ",
        "do i every ",
        "what is? ",
        "I ran. ",
        "please, ",
    ],
)
def test_a_long_turn_is_told_at_once(piece: str) -> None:
    began = time.process_time()
    ask_of(piece * (1_000_000 // len(piece)) + "?")

    assert time.process_time() - began < 0.5


def test_what_is_asked_at_the_end_of_a_long_turn_is_heard() -> None:
    assert ask_of("I walked the dog. " * 50_000 + "How often do I run?").kind is AskKind.HOW_OFTEN


@pytest.mark.parametrize("row", TOLD.strip().splitlines())
def test_turns_are_told_with_their_tone(row: str) -> None:
    wanted, text = row.split("|")
    kind = ask_of(text).kind
    told = f"{kind.value}:{tone_of(text).value}" if kind is AskKind.TELL else kind.value

    assert told == wanted
