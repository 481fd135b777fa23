"""The languages of the program, each with a catalog (`de.po`) that a translator edits.

English needs no catalog, and Babel is loaded only for another language.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from companion.message import ENGLISH, Language, in_context

CATALOGUES = Path(__file__).parent

SOUNDS = in_context(
    "what is written differently before a sound: /pattern/replacement/, one a line, or -", "-"
)
"""The rules of a language for the sounds between words. The translation is for Python and for
JavaScript: "$1" is the first group.
"""

_ENVIRONMENT = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that define a terminal's language for GNU gettext, most important first."""


def language_codes(folder: Path = CATALOGUES) -> tuple[str, ...]:
    """Return the sorted codes of all languages: English, and those with a catalog in `folder`.

    >>> "en" in language_codes()
    True
    """
    return tuple(sorted({ENGLISH.code, *(file.stem for file in folder.glob("*.po"))}))


@cache
def load_language(code: str, folder: Path = CATALOGUES) -> Language:
    """Return the language with the code `code`.

    Raises:
        FileNotFoundError: it has no catalog.
    """
    if code == ENGLISH.code:
        return ENGLISH
    from companion.languages import catalogue

    words = catalogue.translations(catalogue.read(folder / f"{code}.po"))
    return Language(code, words, sounds=tuple(_sounds(words.pgettext(SOUNDS.context, SOUNDS.text))))


def _sounds(rules: str) -> Iterator[tuple[re.Pattern[str], str]]:
    """Yield the patterns and replacements in the translation of `SOUNDS`."""
    for rule in rules.splitlines():
        if rule.startswith("/"):
            _, pattern, replacement, _ = rule.split("/")
            yield re.compile(pattern), replacement.replace("$", "\\")


def terminal_language(configured: str, environ: Mapping[str, str]) -> Language:
    """Return the language for a terminal: the configured one, else the first in its environment.

    >>> terminal_language("", {"LANG": "C.UTF-8"}).code
    'en'
    """
    named = (value for name in _ENVIRONMENT for value in environ.get(name, "").split(":"))
    wanted = [configured, *(value.partition(".")[0].replace("_", "-") for value in named)]
    found = (preferred_language(code, language_codes()) for code in wanted if code)
    return load_language(next((code for code in found if code is not None), ENGLISH.code))


@cache
def page_messages(code: str, folder: Path = CATALOGUES) -> Mapping[str, list[str]]:
    """Return the translations for the scripts of all pages: the forms of each message.

    The key of a message with a context begins with the context and U+0004, as in compiled catalogs.
    """
    if code == ENGLISH.code:
        return {}
    from companion.languages import catalogue

    return catalogue.messages_of_pages(catalogue.read(folder / f"{code}.po"))


@cache
def own_name(code: str) -> str:
    """Return the language's name in that language.

    >>> own_name("en")
    'English'
    """
    if code == ENGLISH.code:
        return "English"
    from companion.languages import catalogue

    return catalogue.own_name(code)


def preferred_language(accepted: str, codes: tuple[str, ...]) -> str | None:
    """Return the one of `codes` that a browser prefers, or None if it accepts none.

    Args:
        accepted: the value of an ``Accept-Language`` header (RFC 9110, 12.5.4).
        codes: the languages to choose from.

    >>> preferred_language("de-AT,de;q=0.9,en;q=0.5", ("de", "en"))
    'de'
    """
    liked = []
    for entry in accepted.split(","):
        code, _, weight = entry.strip().partition(";q=")
        try:
            liked.append((float(weight or 1), code.lower()))
        except ValueError:
            continue
    for how_much, wanted in sorted(liked, key=lambda item: -item[0]):
        for known in codes:
            if how_much > 0 and wanted.partition("-")[0] == known.partition("-")[0]:
                return known
    return None
