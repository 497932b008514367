"""What is taken for a crisis, what is not, and in which time."""

from __future__ import annotations

import re
import time
from importlib.resources import files

import pytest

from graph_aria.domain import remedies
from graph_aria.domain.care import Concern, concern_in

CRISIS = "I want to kill myself"
SECONDS = 30


@pytest.mark.parametrize(
    ("text", "concern"),
    [
        (f"{CRISIS}.", Concern.SELF_HARM),
        ("I cut myself again last night.", Concern.SELF_HARM),
        ("My husband hits me.", Concern.ABUSE),
        ("My friend said she wants to die.", Concern.CRISIS),
        ("i wanna kill my self", Concern.SELF_HARM),
        ("Feeling sucidal again", Concern.SELF_HARM),
    ],
)
def test_a_crisis_is_told_by_its_kind(text: str, concern: Concern) -> None:
    assert concern_in(text) is concern


@pytest.mark.parametrize(
    "text",
    [
        "I don't want to kill myself.",
        "I never wanted to kill myself.",
        "Ten years ago I wanted to kill myself.",
        "If I ever wanted to kill myself I would call.",
        "I dreamed that I wanted to kill myself.",
        "My husband never hit me.",
        "My friend tried to kill herself years ago.",
        "My character wants to kill himself.",
        "This deadline is killing me.",
    ],
)
def test_what_is_denied_past_supposed_dreamt_or_a_figure_is_none(text: str) -> None:
    assert concern_in(text) is None


@pytest.mark.parametrize(
    "text",
    [
        f'He sang "{CRISIS}" twice.',
        f"The wall said “{CRISIS}”.",
        f"« {CRISIS} », says the hero.",
        f"> {CRISIS}",
        f"Look at this:\n\n---------- Forwarded message ---------\nFrom: Ben\n\n{CRISIS}.",
        f"Anna: {CRISIS}\nBen: same, lol\nAnna: the exam again",
        f"[12:01] Anna: {CRISIS}\n[12:02] Ben: oh no",
    ],
)
def test_the_words_of_others_are_not_the_users(text: str) -> None:
    assert concern_in(text) is None


@pytest.mark.parametrize(
    "text",
    [
        f'I told my mother, "{CRISIS}".',
        f"Anna: how are you\nme: {CRISIS}\nBen: hey",
        f'She said "cheer up". {CRISIS}.',
        f"I'm not joking. {CRISIS}.",
        f"A fine day, all in all. The soup was good. {CRISIS}. Then I watched a series.",
        f"Ten years ago I was happy. Now {CRISIS}.",
        f"I didn't eat and {CRISIS}.",
        f"I got my dream job and still {CRISIS}.",
        f"I watched a film, and {CRISIS}.",
        "If it doesn't get better I'm going to kill myself.",
    ],
)
def test_the_users_own_words_count_whatever_stands_around_them(text: str) -> None:
    assert concern_in(text) is Concern.SELF_HARM


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        '"',
        "“" * 9,
        "###",
        "I",
        "kill",
        "😢",
        "ich will sterben",
        "\x00\ud800 kill me not",
    ],
)
def test_any_text_is_borne(text: str) -> None:
    assert concern_in(text) is None


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "“",
        '"',
        " 'a",
        "i want to ",
        "if i was ",
        "Anna: hi\n",
        "he never hit the wall and my friend wants ",
        'i told him "a" ',
        "I was afraid of the kitchen knife and he hit the ball. ",
    ],
)
def test_a_text_of_any_form_takes_time_in_line_with_its_length(piece: str) -> None:
    long = piece * (200_000 // len(piece))
    began = time.process_time()

    assert concern_in(long) is None
    assert time.process_time() - began < SECONDS


def test_a_crisis_far_inside_a_long_text_is_found() -> None:
    assert concern_in("We had soup and went home. " * 10_000 + CRISIS) is Concern.SELF_HARM


def test_what_is_said_to_it_names_help_and_diagnoses_nothing() -> None:
    text = (files("graph_aria.prompts") / "care.txt").read_text("utf-8")

    assert "local emergency number" in text
    assert "findahelpline.com" in text
    assert 3 <= len(re.findall(r"[.;](?:\s|$)", text)) <= 6
    told = f"{text} {remedies.remedy_of(remedies.CRISIS)}".lower()
    judged = r"\b(?:depress|disorder|suicid|bipolar|ptsd|trauma|illness|sick|symptom|diagnos|"
    assert re.findall(judged + r"you (?:are|have|seem|sound|suffer) )", told) == []


_BESIDE = [
    "I quit my job and",
    "I stopped seeing my friends and",
    "I survived the week but",
    "Last year my mother died and",
    "Years ago I was happy but now",
    "In 2019 I lost my son and",
    "Since then",
    "Since my ex left",
    "I am no longer happy and",
    "As a child I was beaten and",
    "I used to have hope but",
    "When I was at work today I felt",
    "I listened to songs all night and",
    "I had a dream job once and",
    "I am at the seminar and",
    "If I fail again",
    "Lol,",
]


@pytest.mark.parametrize("wish", ["I want to die", "I don't want to live anymore", CRISIS])
@pytest.mark.parametrize("beside", _BESIDE)
def test_what_is_over_beside_a_wish_does_not_end_the_wish(beside: str, wish: str) -> None:
    assert concern_in(f"{beside} {wish}.") is Concern.SELF_HARM


@pytest.mark.parametrize(
    "text",
    [
        "I no longer want to live.",
        "I no longer see a reason to live.",
        "I stopped wanting to live.",
        "i want to kill myself 😂 no really",
        "I want to kill myself lol",
        "I have a rope ready.",
        "I have the pills next to me.",
        "There is a noose hidden in the shed.",
        "I can't do this anymore, I want out of this life.",
        "I've been thinking about taking all my pills.",
        "I wish I'd never been born.",
        "Tonight is my last night.",
        "I almost jumped in front of the train this morning.",
    ],
)
def test_wishes_and_means_in_plain_words_are_found(text: str) -> None:
    assert concern_in(text) is Concern.SELF_HARM


@pytest.mark.parametrize(
    "text",
    [
        "I no longer want to die.",
        "I quit cutting myself.",
        "I stopped thinking about suicide.",
        "I survived my suicide attempt.",
        "I used to want to die.",
        "When I was fifteen I wanted to die.",
        "Homework makes me want to die lol",
        "In my dream I want to die.",
        "I'm not suicidal.",
        "Exam killed me, I want to sleep forever.",
        "I have a rope ready for the climb.",
        "I have the pills next to me for my headache.",
        "I have the pills in front of me, the vet says one a day.",
        "Tonight is my last night in Rome.",
    ],
)
def test_what_ended_itself_or_is_no_means_is_none(text: str) -> None:
    assert concern_in(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "When I was at the party he raped me.",
        "My ex-husband hits me.",
        "My ex is going to kill me.",
        "If he comes home drunk he hits me.",
        "If dinner isn't ready he slaps me.",
        "Whenever his team lost the match he beats me.",
        "Karl hit me again.",
        "Karl hit me last night.",
        "Ben pushed me down the stairs.",
        "Ana throws me against the wall.",
        "My dad beat the shit out of me.",
        "My brother kicked the crap out of me.",
        "He beat me up.",
        "I'm scared to go home because Tom will hit me.",
        "My ex hit me when he brought the kids back.",
        "My ex-wife threatened me with a knife at my door.",
        "My father-in-law hits me.",
        "I hid a knife under my pillow because he said he'd kill me.",
    ],
)
def test_violence_in_plain_words_is_found(text: str) -> None:
    assert concern_in(text) is Concern.ABUSE


@pytest.mark.parametrize(
    "text",
    [
        "If he hits me I will leave.",
        "My ex hit me.",
        "Karl beat me again.",
        "Reality hit me when I saw the bill.",
        "Grief hits me every morning.",
        "Winter hit me hard.",
        "Tom hit me up for money.",
        "Ben hit me up on Friday.",
        "He broke my arm rest.",
        "She cracked my face mask.",
        "Anna pushed me on the swing.",
        "He threw me off with that question.",
        "Dad hits me with his jokes.",
        "My wife is going to kill me when she sees the dent.",
    ],
)
def test_what_only_sounds_like_violence_is_none(text: str) -> None:
    assert concern_in(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "I want to kill\nmyself.",
        "I don't want to\r\nlive anymore.",
        "We sat by the river for a long time and then I\nsaid to nobody that I\nwant to die",
        "Shopping:\n- soup\n- want to die",
        "I want to\u200bdie",
        "I want to k\u200bill my\u00adself",
        "I want to k\u0456ll mys\u0435lf",
        "\uff29 \uff57\uff41\uff4e\uff54 to die",
        "I want to k i l l myself",
        "i want to disappear\nGoodbye then",
    ],
)
def test_words_count_however_they_are_set(text: str) -> None:
    assert concern_in(text) is Concern.SELF_HARM


@pytest.mark.parametrize(
    "text",
    [
        "I don't\nwant to die.",
        "I really never thought in all of these long years that\ni want to die is what I'd hear.",
        "She sang “I want to\ndie” twice.",
    ],
)
def test_a_wrapped_sentence_is_one(text: str) -> None:
    assert concern_in(text) is None


def test_a_text_is_judged_once_while_it_is_asked_about_again() -> None:
    long = "She said that my life was good, and I was well. " * 4_000
    assert concern_in(long) is None
    began = time.process_time()

    assert [concern_in(long) for _ in range(3)] == [None] * 3
    assert time.process_time() - began < 1


@pytest.mark.parametrize(
    "text",
    [
        "I found a home for my dog so that my sister doesn't need to worry about her after me.",
        "I wrote down where the will is, in case I'm not around next week.",
        "I keep picturing who would find me in the bathtub.",
        "I'm skipping my heart pills and just see what happens.",
        "I've stopped planning for next year, I won't be around for it.",
        "I was on the wrong side of the railing and it took me an hour until I could climb back.",
        "My thighs are raw again, but that's the only thing that helps.",
        "I washed down half the bottle with all the sleeping pills.",
        "His belt was out again last night.",
        "I can't stop picturing who would find me.",
        "I wonder who would find me dead.",
        "I told my wife where the will is in case I'm not there tomorrow.",
        "I showed Tom how my savings work in case I'm not around.",
        "I'm not taking my insulin, my doctor doesn't know, let it decide.",
        "I drank the vodka with the rest of my pills.",
        "I finished the bottle with my pills and now everything goes dark.",
        "His cane came out because I was late.",
        "I stood at the bridge railing for an hour until I could walk away.",
        "I stopped planning anything for next year, I won't need it.",
        "I've settled the debts and said my goodbyes, now it can end.",
        "I gave away my books so my parents don't have to go through them when I'm gone.",
    ],
)
def test_what_is_done_tells_of_a_crisis(text: str) -> None:
    assert concern_in(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "I gave away my old clothes so nobody has to carry them up the stairs.",
        "I found a home for my cat so that my landlord has nothing to complain about.",
        "I told my boss where the insurance papers are in case I'm not there when he calls.",
        "How long it took until somebody found me in the crowd!",
        "I wonder who finds me funny.",
        "The vet stopped my dog's insulin, let's hope it works.",
        "I stopped taking my blood thinners before the operation, as the doctor told me.",
        "I stopped buying diapers for next month, she won't need them anymore.",
        "On the edge of the cliff I couldn't take a step, I'm so afraid of heights.",
        "My arms are sore after the gym, it's the only thing that helps me sleep.",
        "I drank a whole bottle of water with the tablets.",
        "His belt came off when he danced.",
        "I paid all bills, now this can end up in the folder.",
        "I wonder how people find me.",
        "We play hide and seek and I wonder who will find me.",
        "I wonder who would find me on LinkedIn.",
        "I told my team how the insurance works in case I'm not around.",
        "I explained what the policy says in case I'm not here on Friday.",
        "I stopped taking my blood thinners on purpose, a week before surgery.",
        "My oncologist and I stopped my chemo to see what happens.",
        "I finished the wine and took my pills.",
        "I drank a beer with two pills for my head.",
        "I emptied the wine and all the pills into the sink.",
        "Her stick came out beautifully after the varnish.",
        "His slippers are out on the porch, and his slipper is out of shape.",
        "I worked on the bridge railing until I could go back to the office.",
        "On the edge of the cliff I forced myself to look down.",
        "I stopped planning meals for next week, I won't need them.",
        "I don't plan visits for next month, I won't see them.",
        "I've paid the bills and packed, so it can stop, for this year.",
        "I gave my dog to my sister so nobody has to look after him once I'm gone to Spain.",
    ],
)
def test_the_same_done_for_another_reason_tells_of_none(text: str) -> None:
    assert concern_in(text) is None
