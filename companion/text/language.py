"""The language in use, and the functions that translate a message into it.

Messages are written in English, as in `gettext`. The language in use is a context variable: a box and the
phones around it each have their own, without a parameter in every function that words something.

>>> gettext("Safe to unplug")
'Safe to unplug'
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations
from typing import Final

import msgspec

from companion.text.form import form

COURT: Final = ("J", "Q", "K")
"""The letters of jack, queen and king on an English deck."""


class Language(msgspec.Struct, frozen=True):
    """A language by its code (BCP 47, ``de``), its translations, and the letters on the table's court cards.

    The letters belong to the deck, not to the language: many German tables play with J Q K.
    """

    code: str = "en"
    translations: NullTranslations = NullTranslations()
    court: tuple[str, str, str] = COURT


ENGLISH: Final = Language()

_in_use: ContextVar[Language] = ContextVar("language", default=ENGLISH)


def language_in_use() -> Language:
    """Return the language of this thread or task; English unless `using` has set another."""
    return _in_use.get()


@contextmanager
def using(language: Language) -> Iterator[None]:
    """Translate into `language` within the block."""
    before = _in_use.set(language)
    try:
        yield
    finally:
        _in_use.reset(before)


def speak(language: Language) -> None:
    """Translate into `language` from now on, to the end of the block of `using` around it."""
    _in_use.set(language)


def gettext(message: str) -> str:
    """Return the message in the language in use."""
    language = _in_use.get()
    said = message if language is ENGLISH else language.translations.gettext(message)
    return _typeset(said) if form.get() == "parts" else said


def untouched(message: str) -> str:
    """Return the message in the language in use; one that no catalogue has stays exactly as it is."""
    language = _in_use.get()
    return message if language is ENGLISH else language.translations.gettext(message)


def _typeset(message: str) -> str:
    """Return a message with the apostrophes of a page; the displays have no letters for them."""
    return message.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


class QuestionText(str):
    """A text that asks, which has its own sign at the end; a statement has none.

    >>> asks("{player}: bust?").format(player="Ann")
    'Ann: bust?'
    """

    __slots__ = ()

    def format(self, *args: object, **fields: object) -> "QuestionText":
        return QuestionText(super().format(*args, **fields))


def asks(message: str) -> QuestionText:
    """Return the message, which is a question, in the language in use."""
    return QuestionText(gettext(message))


def ngettext(one: str, many: str, n: int) -> str:
    """Return the message for `n` things in the language in use; `one` is English for a single thing."""
    language = _in_use.get()
    said = (one if n == 1 else many) if language is ENGLISH else language.translations.ngettext(one, many, n)
    return _typeset(said) if form.get() == "parts" else said


def pgettext(context: str, message: str) -> str:
    """Return a message whose words alone are ambiguous; `context` says where it stands."""
    language = _in_use.get()
    return message if language is ENGLISH else language.translations.pgettext(context, message)
