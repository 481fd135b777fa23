"""A sentence as a value: an English text and its parts, which is translated when it is read.

The text is English, as in `gettext`, and ``make messages`` collects it. The language in use is a context
variable: a box and the phones around it each have their own.

>>> full = phrase("{card} is described twice", card="QS")
>>> render(full)
'QS is described twice'
>>> str(plural("Game {n} is missing", "Games 1 to {n} are missing", 3))
'Games 1 to 3 are missing'
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations
from typing import Final, Literal, NamedTuple

COURT: Final = ("J", "Q", "K")
"""The letters of jack, queen and king on an English deck."""


class Language(NamedTuple):
    """A language by its code (BCP 47, ``de``), its translations, and the letters on the table's court cards.

    The letters belong to the deck, not to the language: many German tables play with J Q K.
    """

    code: str = "en"
    translations: NullTranslations = NullTranslations()
    court: tuple[str, str, str] = COURT


ENGLISH: Final = Language()

_in_use: ContextVar[Language] = ContextVar("language", default=ENGLISH)

Form = Literal["printed", "spoken", "parts"]

form: Final[ContextVar[Form]] = ContextVar("form", default="printed")
"""The form in use in this thread or task."""


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


class Message(NamedTuple):
    """A sentence, or a part of one: its English `text`, and what is filled in for each name in braces.

    With `many`, the text for several things, the part `n` is their number. A `context` tells a translator
    where words stand that alone are ambiguous.
    """

    text: str
    parts: "tuple[tuple[str, Message | str | int], ...]" = ()
    many: str = ""
    context: str = ""

    def __str__(self) -> str:
        return render(self)


def phrase(text: str, /, **parts: object) -> Message:
    """Return the message with that English `text`."""
    return Message(text, _values(parts))


def plural(one: str, many: str, n: int, /, **parts: object) -> Message:
    """Return the message for `n` things; `one` is the English text for a single thing."""
    return Message(one, _values({"n": n} | parts), many)


def in_context(context: str, text: str, /, **parts: object) -> Message:
    """Return a message whose words alone are ambiguous; `context` says where it stands.

    >>> render(in_context("key", "play"))
    'play'
    """
    return Message(text, _values(parts), context=context)


def _values(parts: dict[str, object]) -> tuple[tuple[str, Message | str | int], ...]:
    return tuple(
        (name, part if isinstance(part, Message | int | str) else str(part)) for name, part in parts.items()
    )


def placed(path: Sequence[str], why: Message | str) -> Message | str:
    """Return the message with the file, the keys or the field that it is about before it."""
    return Message("{place}: {why}", (("place", ": ".join(path)), ("why", why))) if path else why


def render(said: Message | str) -> str:
    """Return the message in the language in use; a text that is no message stays as it is.

    >>> render(phrase("{value} is not possible, write {right}", value=0, right=phrase("a number")))
    '0 is not possible, write a number'
    """
    if isinstance(said, str):
        return said
    values = dict(said.parts)
    words = translated(said.text, said.many, values.get("n", 1), said.context)
    return words.format(
        **{name: render(part) if isinstance(part, Message) else part for name, part in values.items()}
    )


def translated(text: str, many: str = "", n: object = 1, context: str = "") -> str:
    """Return the words of a message in the language in use, with the names of its parts in braces."""
    language = _in_use.get()
    if language is ENGLISH:
        words = many if many and n != 1 else text
    elif context:
        words = language.translations.pgettext(context, text)
    elif many and isinstance(n, int):
        words = language.translations.ngettext(text, many, n)
    else:
        words = language.translations.gettext(text)
    # A page has apostrophes, but the displays have no letters for them.
    return words.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}") if form.get() == "parts" else words
