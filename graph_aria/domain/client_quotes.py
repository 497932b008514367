"""What the user said in the chat that a client quotes when it asks for itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from graph_aria.domain.client_messages import USER, ClientMessage

_USERS: Final = re.compile(
    r"^[ \t>*_#\"'`\[{-]*(?:user|human)[ \t*_\"'`\]]*[:：]\**[ \t]*", re.IGNORECASE
)
_OTHERS: Final = re.compile(
    r"^[ \t>*_#\"'`\[{-]*(?:assistant|ai|bot|model|chatgpt|system)[ \t*_\"'`\]]*[:：]",
    re.IGNORECASE,
)
_TAG: Final = re.compile(r"</?[\w-]+>")


def told_in(messages: Sequence[ClientMessage], *, quoted: bool = True) -> str:
    r"""The words of the user in a client's own request, without the labels of who speaks.

    What a quoted assistant said is left out, up to the next label.

    Args:
        messages: those of others than the user are left out.
        quoted: whether what the user said in a quoted chat is told, or only what stands
            before it.

    >>> order = "Write a title.\nUSER: I am sad.\nASSISTANT: Why?\nTell me.\nUSER: Rain."
    >>> told_in([ClientMessage("user", order)])
    'Write a title.\nI am sad.\nRain.'
    >>> told_in([ClientMessage("user", order)], quoted=False)
    'Write a title.'
    """
    told: list[str] = []
    for message in messages:
        if message.role != USER:
            continue
        is_theirs = True
        for line in _TAG.sub("", message.text).splitlines():
            if _USERS.match(line):
                is_theirs = quoted
            elif _OTHERS.match(line):
                is_theirs = False
            if is_theirs:
                told.append(_USERS.sub("", line))
    return "\n".join(told)
