"""What must never be remembered: passwords, keys, numbers of cards and accounts."""

from __future__ import annotations

import math
import re
from collections import Counter
from enum import StrEnum
from typing import Final


class Secret(StrEnum):
    """What sort of secret a text holds."""

    PASSWORD = "password"  # noqa: S105 - the name of a sort, no password
    KEY = "key"
    CARD = "card number"
    ACCOUNT = "account number"


_WORDS: Final = (
    r"pass\s?-?words?|pass\s?-?phrases?|pass\s?-?codes?|passwd|pwd|pins?(?:\s+(?:code|number))?|"
    r"login|log-in|credentials?|secret\s+(?:key|word|answer|code)|seed\s+phrase|recovery\s+"
    r"(?:phrase|code|key)|api\s?-?keys?|access\s+(?:key|token|code)|security\s+(?:code|answer)|"
    r"cvv2?|cvc2?|(?:door|gate|alarm|safe|entry|unlock|wi-?fi|verification)\s+(?:code|key)|"
    r"combination|2fa\s+code|one-time\s+code|otp|token|social\s+security(?:\s+number)?|ssn"
)
_SAID: Final = re.compile(
    rf"\b(?:{_WORDS})\b(?:\s+(?:for|to|of|on|at)\s+[^.,;:\n]{{1,40}}?)?\s*"
    r"(?P<link>:|=|\bis\b|\bwas\b|\bare\b|['’]s\b|\bto\b|\bnow\b)\s*(?P<told>\S+)",
    re.IGNORECASE,
)
_BARE: Final = re.compile(
    r"\b(?:pin|cvv2?|cvc2?|passcode|otp)\b\W{0,3}\d{3,8}\b|"
    r"\b(?:password|passphrase|passwd|pwd)\b\s+(?=\S*\d)(?=\S*[A-Za-z])\S{6,}",
    re.IGNORECASE,
)
_PLAIN: Final = frozenset(
    {
        "a", "an", "the", "my", "his", "her", "their", "our", "your", "not", "never", "too",
        "so", "very", "weak", "strong", "long", "short", "old", "new", "safe", "wrong", "right",
        "easy", "hard", "hidden", "stored", "saved", "written", "gone", "lost", "forgotten",
        "fine", "needed", "required", "something", "nothing", "always", "again", "in", "on",
        "at", "by", "with", "somewhere", "just",
    }
)  # fmt: skip
"""What follows "the password is" without being one."""

_KEYS: Final = re.compile(
    r"\b(?:sk|pk|rk)[-_](?:live[-_]|test[-_]|proj[-_]|ant[-_])?[A-Za-z0-9_-]{12,}|"
    r"\bAKIA[0-9A-Z]{12,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bxox[abpors]-[A-Za-z0-9-]{10,}|"
    r"\bAIza[0-9A-Za-z_-]{20,}|\bglpat-[\w-]{16,}|-----BEGIN [A-Z ]*PRIVATE KEY|"
    r"\bssh-(?:rsa|ed25519) [A-Za-z0-9+/=]{20,}|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}"
)
_TOKEN: Final = re.compile(r"(?<![\w/])[A-Za-z0-9+/_=-]{20,}(?![\w/])")
_DIGITS: Final = re.compile(r"(?<![\d.])\d(?:[ -]?\d){11,18}(?![\d])")
_IBAN: Final = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b")
_SOCIAL: Final = re.compile(r"(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)")
_RANDOM_BITS: Final = 3.5
"""Bits a sign from which on a long token of letters and figures is no word."""

_CARD_LENGTHS: Final = range(13, 20)
_IBAN_LENGTHS: Final = range(15, 35)


def find_secret(text: str) -> Secret | None:
    """The first sort of secret that a text holds, or None.

    >>> find_secret("My PIN is 4711.")
    <Secret.PASSWORD: 'password'>
    >>> find_secret("Pay with 4111 1111 1111 1111.")
    <Secret.CARD: 'card number'>
    >>> find_secret("I forgot my password again.") is None
    True
    """
    if _KEYS.search(text) or any(_is_random(found[0]) for found in _TOKEN.finditer(text)):
        return Secret.KEY
    if any(has_card_check(found[0]) for found in _DIGITS.finditer(text)):
        return Secret.CARD
    if _SOCIAL.search(text) or any(_is_iban(found[0]) for found in _IBAN.finditer(text)):
        return Secret.ACCOUNT
    if _BARE.search(text) or any(map(_is_told, _SAID.finditer(text))):
        return Secret.PASSWORD
    return None


def secret_words(text: str) -> frozenset[str]:
    """Words with a figure in them that a text tells as a password or a code, in lower case.

    Wherever else they stand, they are the secret.

    >>> sorted(secret_words("The door code is zk42. I love my ZK42 lamp."))
    ['zk42']
    """
    told = (_bare(found["told"]) for found in _SAID.finditer(text) if _is_told(found))
    return frozenset(word for word in told if any(map(str.isdigit, word)))


def has_card_check(number: str) -> bool:
    """Whether the figures of a number are as many as a card's, and their check holds.

    Source: ISO/IEC 7812-1, Luhn algorithm.

    >>> has_card_check("4111-1111-1111-1111")
    True
    >>> has_card_check("4111-1111-1111-1112")
    False
    """
    digits = [int(char) for char in number if char.isascii() and char.isdigit()]
    if len(digits) not in _CARD_LENGTHS or len(set(digits)) == 1:
        return False
    total = sum(
        sum(divmod(2 * digit, 10)) if at % 2 else digit for at, digit in enumerate(digits[::-1])
    )
    return total % 10 == 0


def _is_iban(words: str) -> bool:
    """Whether the check of an account number holds, over any of its leading groups.

    Source: ISO 13616, modulus 97.
    """
    plain = words.replace(" ", "")
    return any(
        int("".join(str(int(char, 36)) for char in plain[4:n] + plain[:4])) % 97 == 1
        for n in range(min(len(plain), 34), _IBAN_LENGTHS.start - 1, -1)
    )


def _is_told(found: re.Match[str]) -> bool:
    """Whether what follows is the secret itself: "is hunter", "to xk42", not "is gone"."""
    word = _bare(found["told"])
    is_sure = found["link"].lower() in {":", "=", "is", "was", "are"}
    return word not in _PLAIN if is_sure else any(map(str.isdigit, word))


def _bare(word: str) -> str:
    return word.strip(".,;:!?\"'()").lower()


def _is_random(token: str) -> bool:
    has_both = any(map(str.isdigit, token)) and any(map(str.isalpha, token))
    counts = Counter(token).values()
    bits = -sum(n / len(token) * math.log2(n / len(token)) for n in counts)
    return has_both and bits > _RANDOM_BITS
