"""A client's own requests are told from those of its user."""

# ruff: noqa: E501 - what clients send stands as they send it
from __future__ import annotations

import time

import pytest

from graph_aria.domain.client_messages import (
    ClientMessage,
    is_clients_own,
    may_be_clients_own,
    spoken_in,
)

_CHAT = (("user", "My sister Anna moved to Boulder."), ("assistant", "How is she?"))


def _asked(*said: tuple[str, str]) -> list[ClientMessage]:
    return [ClientMessage(role, text) for role, text in said]


OWN = {
    "a task with the chat in tags": _asked(
        (
            "user",
            (
                "### Task:\nGenerate a concise, 3-5 word title summarizing the chat history.\n"
                '### Output:\nJSON format: { "title": "your title" }\n### Chat History:\n'
                "<chat_history>\nUSER: My sister Anna moved.\nASSISTANT: Oh!\n</chat_history>"
            ),
        )
    ),
    "tags": _asked(
        (
            "user",
            (
                "### Task:\nGenerate 1-3 broad tags categorizing the main themes of the chat history, "
                "along with 1-3 more specific subtopic tags.\n<chat_history>\nUSER: I ran.\n"
                "</chat_history>"
            ),
        )
    ),
    "questions to go on with": _asked(
        (
            "user",
            (
                "### Task:\nSuggest 3-5 relevant follow-up questions or prompts that the user might "
                "naturally ask next in this conversation as a **user**, based on the chat history.\n"
                "### Chat History:\n<chat_history>\nUSER: I ran.\n</chat_history>"
            ),
        )
    ),
    "queries to search with": _asked(
        (
            "user",
            (
                "### Task:\nAnalyze the chat history to determine the necessity of generating search "
                "queries, in the given language.\n<chat_history>\nUSER: I ran.\n</chat_history>"
            ),
        )
    ),
    "a title of a quoted exchange": _asked(
        (
            "user",
            (
                "Provide a concise, 5-word-or-less title for the conversation, using title case. "
                'Conversation:\n\nUser: "My sister Anna moved."\nAssistant: "Oh!"'
            ),
        )
    ),
    "a system's order and the chat as text": _asked(
        (
            "system",
            (
                "You are a professional conversation summarizer. Generate a concise title that "
                "captures the essence of the conversation.\n\nRules:\n- Output ONLY the title text\n"
                "- Maximum 10 words"
            ),
        ),
        ("user", "user: My sister Anna moved.\nassistant: Oh!"),
    ),
    "an order after the chat": _asked(
        *_CHAT,
        (
            "user",
            (
                "Please generate a four to five word title summarizing our conversation without any "
                "lead-in, punctuation, quotation marks, or additional text."
            ),
        ),
    ),
    "a summary for later": _asked(
        *_CHAT,
        (
            "system",
            "You help.",
        ),
        (
            "user",
            (
                "Summarize the discussion briefly in 200 words or less to use as a prompt for future "
                "context."
            ),
        ),
    ),
    "a name after the chat": _asked(
        *_CHAT,
        (
            "user",
            (
                "Based on the chat history, give this conversation a name. Keep it short, 10 "
                "characters max, no quotes. Just provide the name."
            ),
        ),
    ),
    "an order of the system behind the chat": _asked(
        *_CHAT, ("system", "Generate a title for this chat in 5 words or less, only the title.")
    ),
    "another language": _asked(
        ("system", "你是一名擅长会话的助理"),
        (
            "user",
            "user: 你好\nassistant: 你好\n\n请总结上述对话为10个字以内的标题，不需要包含标点符号",
        ),
    ),
    "a query between rules": _asked(
        (
            "user",
            (
                "Here is the query:\n\n--------------\n\nMy sister moved.\n\n--------------\n\nCreate "
                "a concise, 3-5 word phrase as a title for the previous query. RESPOND ONLY WITH THE "
                "TITLE TEXT."
            ),
        )
    ),
}

MORE = (
    (
        "### Task:\nYou are an autocompletion system. Continue the text in `<text>` based on the "
        "**completion type** in `<type>`.\n<chat_history>\nUSER: hi\n</chat_history>\n<text>I am</text>"
    ),
    (
        "Your task is to reflect the speaker's likely facial expression through a fitting emoji. "
        "Interpret emotions from the message.\n\nMessage: ```I am so tired```"
    ),
    (
        "Write a concise title for this conversation in the detected language. Title in 5 Words or "
        "Less. No Punctuation or Quotation.\nUser: My sister moved.\nAI: Oh!"
    ),
    (
        'Create a very short title (max 5 words) for a conversation based on the following prompt:\n"The '
        'sister moved."\n\nRespond with the title only, no additional text.'
    ),
    (
        "Find a concise title for a conversation between a user and an assistant. Don't output "
        "anything except the title. Make it shorter than 7 words.\nuser: my sister moved"
    ),
)
OWN |= {text[:40]: _asked(("user", text)) for text in MORE}
TOLD = (
    (
        "Generate a concise, descriptive title for this conversation based on the user's "
        "message.\n- 3 to 5 words\n- Only output the title, nothing else"
    ),
    (
        "Create a precise, descriptive title (2-5 words) for a conversation.\nAnalyze the content. "
        "RESPOND WITH ONLY THE TITLE - no quotes, no explanation."
    ),
    "Generate a very short chat title (2-5 words max) based on the user's message.\n- No quotes",
    (
        "You are an AI assistant tasked with generating a concise and descriptive title for a "
        "conversation based on the user's query.\n- The title must be a maximum of 50 characters."
    ),
    (
        "You generate short, clear titles for new chat sessions.\nGiven the user's first message, "
        "create a concise title (2–6 words).\nReturn only the title text, nothing else."
    ),
    "Generate 1-3 tags for the chat. Answer in JSON only.",
)
OWN |= {
    f"{text[:40]}, of a quoted chat": _asked(("system", text), ("user", "User: I ran.\nAI: Oh!"))
    for text in TOLD
}

_ASSISTANTS = (
    (
        "You are a journaling companion. Give each reply a title, and answer the user's message in "
        "at most 100 words."
    ),
    "Respond to every message in JSON with the fields title and text.",
    "Analyze the topic the user raises and respond in no more than 50 words. Keep the chat kind.",
    "Your name is Max. Make the chat fun. Do not use markdown.",
    "Give tags for each message, then answer it in three words.",
    "End each message with two follow-up questions for the conversation, without markdown.",
)

USERS = {
    "a week": _asked(("user", "Summarise my week.")),
    "a week, in few words": _asked(*_CHAT, ("user", "Summarise my week in 50 words or less.")),
    "a title of theirs": _asked(("user", "Give me a title for my essay about sleep.")),
    "a title of theirs, with a form": _asked(
        *_CHAT, ("user", "Suggest a title for my blog post, only the title, no quotes.")
    ),
    "the chat so far": _asked(*_CHAT, ("user", "Can you summarize our conversation so far?")),
    "what somebody wrote": _asked(
        ("user", "I had this chat with Ben, he was upset:\nme: sorry\nBen: it's fine\nWhat now?")
    ),
    "a chat of theirs": _asked(
        (
            "user",
            (
                "Summarize this chat with my sister for me, I lost track:\nme: when do you come?\n"
                "Anna: on Friday"
            ),
        )
    ),
    "a name": _asked(*_CHAT, ("user", "We still need to find a name for the baby.")),
    "an assistant that names things": _asked(
        (
            "system",
            (
                "You are Nova, a kind assistant. Be brief. Never use markdown. If asked to write code, "
                "comment it. When the user asks for a headline, give a title only."
            ),
        ),
        ("user", "My sister Anna moved to Boulder."),
    ),
    "what is looked up for them": _asked(
        (
            "user",
            (
                "### Task:\nRespond to the user query using the provided context.\n<context>A "
                "wiki page.</context>\n<user_query>How is Anna?</user_query>"
            ),
        )
    ),
    "a chat with a friend": _asked(
        ("user", "Summarise this chat:\nme: when do you come?\nAnna: on Friday")
    ),
    "a story of theirs": _asked(
        *_CHAT, ("user", "Write a story with the title The History Of Us in 50 words or less.")
    ),
    "a headline of theirs": _asked(
        *_CHAT, ("user", "Write a headline about the exchange rate, at most 5 words.")
    ),
    "a letter of theirs": _asked(
        ("user", "Write a title for the message to the team, only the title, no quotes.")
    ),
    "names of theirs": _asked(("user", "Suggest three names for a cat, only the names.")),
    "a summary for somebody": _asked(
        *_CHAT,
        (
            "user",
            "Summarize our conversation in 100 words or less, I want to show it to my sister.",
        ),
    ),
    "names, between rules": _asked(
        (
            "user",
            (
                "Suggest names for our baby girl. We had a long discussion last night and Tom likes "
                "Nora.\n\n----\nHe also got the job in Boulder."
            ),
        )
    ),
    "a name for a band": _asked(
        (
            "user",
            (
                "Find a name for our band. The whole thread with Tom was silly.\n----\nTom moved to "
                "Denver yesterday."
            ),
        )
    ),
    "a title between rules": _asked(
        (
            "user",
            "Write a title for the message.\n\n========\nThe heating broke.\n========\nThanks.",
        )
    ),
    "a dinner": _asked(
        *_CHAT,
        (
            "user",
            (
                "Give the thread for our dinner a name, five words at most: Clara comes at eight. "
                "Write the summary of the conversation with Clara too."
            ),
        ),
    ),
    "news with an order": _asked(
        *_CHAT,
        (
            "user",
            (
                "Tom proposed to Clara after a long conversation! Suggest a headline in five words "
                "for the following message to the family: Tom is engaged."
            ),
        ),
    ),
    "news behind an order": _asked(
        *_CHAT,
        ("user", "Suggest a name for this chat, only the name. Clara moved to Denver yesterday."),
    ),
    "a message of theirs": _asked(
        (
            "user",
            (
                "Suggest a title for the message below, to the landlord.\nMessage: The heating broke, "
                "Clara has been ill since Monday."
            ),
        )
    ),
    "a talk with somebody": _asked(
        ("user", "Summarise this chat with Clara.\nClara: they fired her\nUser: oh no")
    ),
    "a talk with somebody, in few words": _asked(
        *_CHAT, ("user", "Summarise the conversation with the plumber in 50 words.")
    ),
    "questions for somebody": _asked(
        (
            "user",
            (
                "Write a follow-up question for the conversation with Clara, who lost her father.\n"
                "Query: what to say"
            ),
        )
    ),
    "a talk in tags": _asked(
        (
            "user",
            (
                "Make a summary of the talk from our therapist. The conversation went well.\n"
                "<text>She thinks the panic comes from work.</text>"
            ),
        )
    ),
    "hi": _asked(("user", "hi")),
    "a result of a tool": _asked(*_CHAT, ("tool", "Generate a title for this chat: USER: hi")),
    "only a system": _asked(("system", "Generate a title for this chat, only the title.")),
    "nothing": [],
    "tags of theirs": _asked(
        ("user", "I want to create tags for my photos, any ideas? Nothing too long.")
    ),
    "questions of theirs": _asked(
        *_CHAT, ("user", "Can you suggest follow-up questions that I could ask my doctor?")
    ),
}
USERS |= {
    text[:40]: _asked(("system", text), ("user", "I am allergic to peanuts."))
    for text in (*TOLD, *_ASSISTANTS)
}


@pytest.mark.parametrize("name", OWN)
def test_what_a_client_asks_for_itself_is_recognised(name: str) -> None:
    assert is_clients_own(OWN[name])


@pytest.mark.parametrize("name", USERS)
def test_what_a_user_says_is_no_request_of_the_client(name: str) -> None:
    assert not is_clients_own(USERS[name])


def test_what_may_be_asked_for_a_first_message_once_more_is_told() -> None:
    for told in TOLD:
        assert may_be_clients_own(_asked(("system", told), ("user", "My sister moved.")))
        assert not may_be_clients_own(_asked(("system", told), *_CHAT, ("user", "She stays.")))
    assert not may_be_clients_own(_asked(("system", "You help."), ("user", "My sister moved.")))


_WIKI = "<context>A page: <question>Who?</question></context>"


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("<user_query>How is Anna?</user_query>", "How is Anna?"),
        (
            f"### Task:\nRespond by the context.\n{_WIKI}\n<user_query>How is Anna?</user_query>\n",
            "How is Anna?",
        ),
        (
            f"{_WIKI}\nAnswer in one line.\n<userQuestion>How is Anna?</userQuestion>",
            "How is Anna?",
        ),
        (
            "You are a reader of files. Use them.\n<user_input>How is Anna?</user_input>\nBe brief.",
            "How is Anna?",
        ),
    ],
)
def test_what_a_client_wraps_is_taken_out(text: str, spoken: str) -> None:
    assert spoken_in(text) == spoken


@pytest.mark.parametrize(
    "text",
    [
        "I am allergic to peanuts. Is <question>2+2</question> valid XML?",
        "Use simple words, I am ill. Is <question>2+2</question> valid?",
        "Anna moved to Boulder. This ends in a tag: <question>2+2</question>",
        "<user_input>2+2</user_input> is what my form has.",
        "My form has a <question> tag",
        "</question> and <question>",
        "İ <question>2+2</question>",
    ],
)
def test_a_tag_among_the_users_own_words_stays(text: str) -> None:
    assert spoken_in(text) == text


@pytest.mark.parametrize("piece", ["----\n", "-", "- \n", "<user_query", '"role" ', "> ", "a, "])
def test_whatever_is_repeated_is_looked_at_at_once(piece: str) -> None:
    began = time.process_time()
    assert not is_clients_own(_asked(("user", piece * 200_000)))
    assert not may_be_clients_own(_asked(("system", piece * 200_000), ("user", "hi")))
    assert spoken_in(piece * 200_000) == piece * 200_000
    assert time.process_time() - began < 1


def test_a_long_text_is_looked_at_at_its_edges_and_at_once() -> None:
    quoted = "<user_query>" * 40_000 + "generate a word and the a " * 20_000
    began = time.process_time()
    assert not is_clients_own(_asked(("user", quoted)))
    assert spoken_in(quoted) == quoted
    order = "Write a concise title for the conversation above, in 5 words.\n"
    assert is_clients_own(_asked(("user", f"user: hi\n{'x y ' * 200_000}\n\n{order}")))
    assert time.process_time() - began < 2
