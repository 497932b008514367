"""What must never be remembered: passwords, keys, numbers of cards and accounts."""

from __future__ import annotations

import math
import re
from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Secret(StrEnum):
    """What sort of secret a text holds."""

    PASSWORD = "password"  # noqa: S105 - the name of a sort, no password
    KEY = "key"
    CARD = "card number"
    ACCOUNT = "account number"


_STRONG: Final = (
    r"pass\s?-?words?|pass\s?-?phrases?|pass\s?-?codes?|passwd|pwd|pins?(?:\s+(?:code|number))?|"
    r"pass\s?-?w[oö]rt(?:er)?|kenn-?w[oö]rt(?:er)?|mots?\s+de\s+passe|contrase[nñ]as?|senhas?|"
    r"credentials?|secret\s+(?:key|word|answer|code)|seed\s+phrase|recovery\s+"
    r"(?:phrase|code|key)|api\s?-?keys?|access\s+(?:key|token|code)|security\s+(?:code|answer)|"
    r"cvv2?|cvc2?|(?:door|gate|alarm|safe|entry|unlock|wi-?fi|verification)\s+(?:code|key)|"
    r"2fa\s+code|one-time\s+code|otp|social\s+security(?:\s+number)?|ssn"
)
"""Words for what is a secret wherever it is told."""
_DIRECT: Final = rf"{_STRONG}|login|log-in|combination|token"
_WEAK: Final = r"codes?|keys?|combination|claves?|schl[uü]ssel|cl[eé]|c[oó]digo|login|token"
"""Words for much else, too: only what looks like a code is one after them."""
_LOCKED: Final = (
    r"door|gate|safe|alarm|garage|locker?|lock|building|house|flat|apartment|wi-?fi|router|"
    r"t[uü]r|tresor|porte|puerta|entrance|vault|phone|laptop|car"
)
_OTHER_CODES: Final = frozenset(
    {
        "zip", "post", "postal", "area", "country", "dialling", "dialing", "dress", "error",
        "source", "status", "promo", "discount", "voucher", "bar", "colour", "color", "product",
        "airport", "course", "booking", "morse", "tax", "building",
    }
)  # fmt: skip
"""What stands before "code" where it is known to everybody."""
_ABOUT: Final = r"for|to|of|on|at|in|f[uü]r|von|zu[mr]?|pour|du|de|des|del|para"
_LINK: Final = (
    r"(?P<link>:|=|\b(?:is|was|are|be|ist|war|lautet|est|es|era|será)\b|['’]s\b|\bto\b|\bnow\b)"
    r"(?:\s*(?:now|still|just|simply|currently|always|set\s+to|based\s+on)\b)*\s*"
)
_ANY: Final = r"(?P<told>\S{1,80})"
_FIGURED: Final = r"(?P<told>(?=\S{0,80}\d)\S{1,80})"
_SAID: Final = re.compile(
    rf"\b(?:{_DIRECT})\b(?:\s+(?:{_ABOUT})\s+[^.,;:\n]{{1,40}}?)?\s*{_LINK}{_ANY}", re.IGNORECASE
)
_CLAUSE: Final = re.compile(
    rf"\b(?:{_STRONG})\b(?:\s*,\s*|\s+)(?:{_ABOUT}|i|you|he|she|we|they|it|that|which|who|if|as|"
    rf"my|our|his|her|their|the|used|will|has|must|ich|das|que)\b[^.;:!?\n]{{0,60}}?{_LINK}{_ANY}"
    r"(?=\s*(?:$|[.,;!?\n]))",
    re.IGNORECASE,
)
"""A clause between the word and what is told, which ends its sentence."""
_NEAR: Final = re.compile(rf"\b(?:{_STRONG})\b[^.;!?\n]{{1,60}}?{_LINK}{_FIGURED}", re.IGNORECASE)
_CODE: Final = re.compile(
    rf"(?<!\w)(?P<before>\w{{0,20}})[\s-]{{0,3}}\b(?:{_WEAK})\b\s*{_LINK}{_FIGURED}", re.IGNORECASE
)
_OPENING: Final = re.compile(
    rf"(?<!\w)(?P<before>\w{{0,20}})[\s-]{{0,3}}\b(?:{_WEAK})\b(?=[^.;:!?\n]{{0,60}}\b(?:{_LOCKED})\b)"
    rf"[^.;!?\n]{{1,60}}?{_LINK}{_FIGURED}",
    re.IGNORECASE,
)
_SHORT: Final = re.compile(
    rf"\b(?:{_STRONG})['’]s\s+(?P<told>\S+?)(?=\s*(?:$|[.;!\n]))", re.IGNORECASE
)
"""The password's swordfish, at the end of its sentence."""
_AS: Final = re.compile(
    r"(?<!\S)(?P<told>\S{1,80})\s{1,3}(?:as|als|comme|como)\s+"
    r"(?:(?:my|the|a|an|his|her|our|their|its|mein|mon|mi)"
    rf"\s+)?(?:\w+\s+){{0,2}}?(?:(?P<strong>{_STRONG})|{_WEAK})\b",
    re.IGNORECASE,
)
_BARE: Final = re.compile(
    r"\b(?:pin|cvv2?|cvc2?|passcode|otp|(?:door|gate|alarm|safe|entry)\s+code)\b\W{0,3}\d{3,8}\b|"
    r"\b(?:password|passphrase|passwd|pwd|passwort|kennwort)\b\s+(?=\S*\d)(?=\S*[A-Za-z])\S{6,}",
    re.IGNORECASE,
)
_PLAIN: Final = frozenset(
    {
        "a", "an", "the", "my", "his", "her", "their", "our", "your", "not", "never", "too",
        "so", "very", "weak", "strong", "long", "short", "old", "new", "safe", "wrong", "right",
        "easy", "hard", "hidden", "stored", "saved", "written", "gone", "lost", "forgotten",
        "fine", "needed", "required", "something", "nothing", "always", "again", "in", "on",
        "at", "by", "with", "somewhere", "just", "it", "them", "that", "this", "stolen", "hacked",
        "changed", "reset", "leaked", "expired", "important", "terrible", "awful", "bad", "good",
        "great", "known", "secret", "secure", "simple", "difficult", "complicated", "impossible",
        "silly", "stupid", "okay", "ok", "up", "out", "under", "be", "been", "what", "how", "why",
        "work", "such", "more", "one", "two", "as", "for", "from", "only", "there", "here", "mine",
        "yours", "la", "le", "el", "un", "une", "una", "ein", "eine", "der", "die", "das", "zu",
        "sehr", "nicht", "weg", "trop", "pas", "muy", "no", "enough", "different", "same",
    }
)  # fmt: skip
"""What follows "the password is" without being one."""
_IS: Final = frozenset(
    {":", "=", "is", "was", "are", "be", "ist", "war", "lautet", "est", "es", "era", "será"}
)
_DONE: Final = re.compile(r"[^\W\d]{3,}(?:ed|ing)")
"""How words end that say what happens to a password."""

_KEYS: Final = re.compile(
    r"\b(?:sk|pk|rk)[-_](?:live[-_]|test[-_]|proj[-_]|ant[-_])?[A-Za-z0-9_-]{12,}|"
    r"\bAKIA[0-9A-Z]{12,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bxox[abpors]-[A-Za-z0-9-]{10,}|"
    r"\bAIza[0-9A-Za-z_-]{20,}|\bglpat-[\w-]{16,}|-----BEGIN [A-Z ]*PRIVATE KEY|"
    r"\bssh-(?:rsa|ed25519) [A-Za-z0-9+/=]{20,}|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}|"
    r"\b[a-z]{2,6}_(?:[a-z]\w{1,3}_)?[A-Za-z0-9]{20,}\b|\bSG\.[\w-]{10,}\.[\w-]{6,}"
)
_TOKEN: Final = re.compile(r"(?<![\w/])[A-Za-z0-9+/_=-]{20,}(?![\w/])")
_GAP: Final = r"[\s.\-\u2010-\u2015\u2212/_·]{0,3}"
"""What people, and what prints, put between groups of figures."""
_DIGITS: Final = re.compile(rf"(?<![\d+])\d(?:{_GAP}\d){{11,}}(?!\d)")
_GROUPS: Final = frozenset({(4, 4, 4, 4), (4, 4, 4, 4, 3), (4, 6, 5), (4, 6, 4)})
_IBAN: Final = re.compile(rf"(?<![A-Za-z0-9])[A-Za-z]{{2}}\d{{2}}(?:{_GAP}[A-Za-z0-9]){{11,30}}")
_SOCIAL: Final = re.compile(r"(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)")
_NUMBERED: Final = re.compile(
    r"\b(?:(?:account|acct)\s*(?:numbers?|no\b\.?|nr\b\.?|#)|a/c|sort\s+code|routing\s+number|"
    r"kontonummer|(?:passport|passeport|pasaporte|licen[cs]e|(?:identity|id)(?:\s+card)?|"
    r"national\s+insurance|insurance|tax)\s*(?:numbers?|no\b\.?|nr\b\.?|#)|(?:reise)?pass"
    r"(?:port)?(?:nummer|\s*:))[^.;!?\n]{0,40}?\b(?P<told>(?=(?:[A-Za-z -]{0,9}\d){5})"
    r"[A-Za-z0-9](?:[ -]?[A-Za-z0-9]){5,})",
    re.IGNORECASE,
)
_SHORTEST: Final = 3
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_RANDOM_BITS: Final = 3.5
"""Bits a sign from which on a long token of letters and figures is no word."""

_CARD_LENGTHS: Final = range(13, 20)
_IBAN_LENGTHS: Final = {
    code: length
    for length, codes in (
        (15, "NO"), (16, "BE"), (18, "DK FI FK FO GL NL SD"), (19, "MK SI"),
        (20, "AT BA EE KZ LT LU MN XK"), (21, "CH HR LI LV"), (22, "BG BH CR DE GB GE IE ME RS VA"),
        (23, "AE GI IL IQ OM SO TL"), (24, "AD CZ ES MD PK RO SA SE SK TN VG"), (25, "LY PT ST"),
        (26, "IS TR"), (27, "BI DJ FR GR IT MC MR SM"), (28, "AL AZ BY CY DO GT HU LB NI PL SV"),
        (29, "BR EG PS QA UA"), (30, "JO KW MU"), (31, "MT SC"), (32, "LC"), (33, "RU"),
    )
    for code in codes.split()
}  # fmt: skip
"""How long an account number is in each country. Source: IBAN registry of ISO 13616."""
_MEASURED: Final = 3
"""Figures of a group by which thousands, heart rates and telephones are written, not cards."""
_NOT_CARDS: Final = ("0", "978", "979")
"""What numbers of books, and of telephones abroad, begin with."""


def find_secret(text: str) -> Secret | None:
    """The first sort of secret that a text holds, or None.

    >>> find_secret("My PIN is 4711.")
    <Secret.PASSWORD: 'password'>
    >>> find_secret("Pay with 4111 1111 1111 1111.")
    <Secret.CARD: 'card number'>
    >>> find_secret("I forgot my password again.") is None
    True
    """
    if _KEYS.search(text):
        return Secret.KEY
    if any(_is_card(found[0]) for found in _DIGITS.finditer(text)):
        return Secret.CARD
    if (
        _SOCIAL.search(text)
        or _NUMBERED.search(text)
        or any(_is_iban(found[0]) for found in _IBAN.finditer(text))
    ):
        return Secret.ACCOUNT
    if any(_is_random(found[0]) for found in _TOKEN.finditer(text)):
        return Secret.KEY
    if _BARE.search(text) or any(_told(text)):
        return Secret.PASSWORD
    return None


def secret_words(text: str) -> frozenset[str]:
    """Words with a figure in them that a text tells as a password or a code, in lower case.

    Wherever else they stand, they are the secret.

    >>> sorted(secret_words("The door code is zk42. I love my ZK42 lamp."))
    ['zk42']
    """
    return frozenset(word for word in _told(text) if any(map(str.isdigit, word)))


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


def _is_card(run: str) -> bool:
    """Whether the check of a card holds over all figures of a run, or over groups of it."""
    groups = re.findall(r"\d+", run)
    if re.fullmatch(r"\d+\.\d+", run) or run.startswith(_NOT_CARDS):
        return False
    lengths = tuple(map(len, groups))
    parts = [
        "".join(groups[at : at + size])
        for size in range(1, 6)
        for at in range(len(groups) - size + 1)
        if lengths[at : at + size] in _GROUPS or size == 1
    ]
    if _MEASURED not in lengths[:-1]:
        parts.append("".join(groups))
    return any(map(has_card_check, parts))


def _is_iban(words: str) -> bool:
    """Whether the check of an account number holds, with the length of its country.

    Source: ISO 13616, modulus 97.
    """
    plain = "".join(char for char in words if char.isalnum()).upper()
    length = _IBAN_LENGTHS.get(plain[:2], 0)
    if not length or len(plain) < length:
        return False
    turned = plain[4:length] + plain[:4]
    return int("".join(str(int(char, 36)) for char in turned)) % 97 == 1


def _told(text: str) -> Iterator[str]:
    """What a text tells as a password or a code, bare, in lower case."""
    for pattern, is_it in _WAYS:
        for found in pattern.finditer(text):
            word = _bare(found["told"])
            if is_it(found, word):
                yield word


def _is_said(found: re.Match[str], word: str) -> bool:
    """Whether what follows at once is it: "is hunter", "to xk42", not "is gone"."""
    if _is_code(word):
        return True
    return word not in _PLAIN if found["link"].lower() in _IS else _has_digit(word)


def _is_said_late(found: re.Match[str], word: str) -> bool:
    return found["link"].lower() in _IS and _is_named(word)


def _is_near(_found: re.Match[str], word: str) -> bool:
    return _is_code(word) and _YEAR.fullmatch(word) is None


def _is_opening(found: re.Match[str], word: str) -> bool:
    return _is_code(word) and found["before"].lower() not in _OTHER_CODES


def _is_as(found: re.Match[str], word: str) -> bool:
    return _is_code(word) or (found["strong"] is not None and _is_named(word))


_WAYS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str], bool]], ...]] = (
    (_SAID, _is_said),
    (_CLAUSE, _is_said_late),
    (_NEAR, _is_near),
    (_CODE, _is_opening),
    (_OPENING, _is_opening),
    (_AS, _is_as),
    (_SHORT, lambda _, word: _is_named(word)),
)


def _is_named(word: str) -> bool:
    """Whether a word can be a password, and says nothing about one."""
    return bool(word) and word not in _PLAIN and _DONE.fullmatch(word) is None


def _is_code(word: str) -> bool:
    """Whether a word looks like a code: three signs or more, with a figure."""
    return len(word) >= _SHORTEST and _has_digit(word)


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))


def _bare(word: str) -> str:
    return word.strip(".,;:!?\"'()").lower()


def _is_random(token: str) -> bool:
    has_both = any(map(str.isdigit, token)) and any(map(str.isalpha, token))
    counts = Counter(token).values()
    bits = -sum(n / len(token) * math.log2(n / len(token)) for n in counts)
    return has_both and bits > _RANDOM_BITS
