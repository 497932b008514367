"""What is said of words in a language that is not read."""

from __future__ import annotations

from typing import Final

_REASON: Final = "language:"
EXTRA_BRINGS: Final = ("fr",)
"""Languages whose models for names the extra `multilingual` brings."""

_UNTOLD: Final = frozenset({"und", "mis"})

_NAMES: Final = {
    "af": "Afrikaans", "am": "Amharic", "ar": "Arabic", "be": "Belarusian", "bn": "Bengali",
    "ca": "Catalan", "cs": "Czech", "cy": "Welsh", "da": "Danish", "de": "German", "el": "Greek",
    "en": "English", "es": "Spanish", "et": "Estonian", "eu": "Basque", "fa": "Persian",
    "fi": "Finnish", "fr": "French", "ga": "Irish", "gu": "Gujarati", "he": "Hebrew",
    "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian", "hy": "Armenian", "id": "Indonesian",
    "is": "Icelandic", "it": "Italian", "ja": "Japanese", "ka": "Georgian", "km": "Khmer",
    "kn": "Kannada", "ko": "Korean", "lo": "Lao", "lt": "Lithuanian", "lv": "Latvian",
    "ml": "Malayalam", "my": "Burmese", "nl": "Dutch", "no": "Norwegian", "pa": "Punjabi",
    "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "si": "Sinhala",
    "sk": "Slovak", "sl": "Slovenian", "sq": "Albanian", "sr": "Serbian", "sv": "Swedish",
    "sw": "Swahili", "ta": "Tamil", "te": "Telugu", "th": "Thai", "tl": "Tagalog",
    "tr": "Turkish", "uk": "Ukrainian", "ur": "Urdu", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip


def language_name(code: str) -> str:
    """The English name of a language, or its code.

    >>> language_name("de"), language_name("xx")
    ('German', 'xx')
    """
    return _NAMES.get(code, code)


def language_names() -> tuple[str, ...]:
    """The English names of all languages that have one here, in order of the alphabet."""
    return tuple(sorted(_NAMES.values()))


def unread_language(reason: str | None) -> str | None:
    """The code of the language for which words were not read; None for any other reason.

    >>> unread_language("language:de"), unread_language("ReaderFailed")
    ('de', None)
    """
    is_language = reason is not None and reason.startswith(_REASON)
    return reason.removeprefix(_REASON) if is_language and reason is not None else None


def language_remedy(reason: str | None) -> str | None:
    """What helps where words were not read for their language; None for any other reason."""
    code = unread_language(reason)
    if code is None:
        return None
    words = "this language" if code in _UNTOLD else language_name(code)
    if code in EXTRA_BRINGS:
        names = "with `pip install 'graph-aria[multilingual]'`"
    else:
        brought = ", ".join(map(language_name, EXTRA_BRINGS))
        names = (
            f"if you install a model for {words} from spaCy's own releases "
            f"(`graph-aria[multilingual]` brings {brought} only)"
        )
    return (
        f"kept and found by search, but this version does not read {words} (a later one will, "
        f"with a model endpoint); the names alone are read {names}, then `aria reread --all`"
    )
