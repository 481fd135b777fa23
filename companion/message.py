"""Sentences as values: an English text and its parts, put into words when they are read.

The texts are English, as in `gettext`, and ``make messages`` collects them. The language in use is
a context variable: a box and the phones around it each have their own. The form, for a display, a
page or a voice, is an argument of `render`.

>>> full = phrase("{card} is described twice", card="QS")
>>> render(full)
'QS is described twice'
>>> str(plural("Game {n} is missing", "Games 1 to {n} are missing", 3))
'Games 1 to 3 are missing'
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from gettext import NullTranslations
from operator import attrgetter
from string import Formatter
from typing import Literal, NamedTuple

COURT = "AJQK"
"""The ranks that decks of different countries print with different letters."""


class Language(NamedTuple):
    """A language: its code (BCP 47, ``de``), its translations, and the letters of jack, queen and
    king, after that of the ace if it is not A.

    The letters belong to the deck, not to the language: many German tables play with J Q K. The
    `sounds` are patterns with their replacements, for words that are written differently before a
    vowel: "de Ann" is "d'Ann".
    """

    code: str = "en"
    translations: NullTranslations = NullTranslations()
    court: str = "JQK"
    sounds: tuple[tuple[re.Pattern[str], str], ...] = ()


ENGLISH = Language()

_in_use: ContextVar[Language] = ContextVar("language", default=ENGLISH)

Form = Literal["printed", "spoken", "page"]
"""The place of the words: a display or terminal, a voice, or a page that draws the suits."""


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
    """Translate into `language` from now on, until the enclosing block of `using` ends."""
    _in_use.set(language)


class Value:
    """A text that is put into words when it is read. Two values are equal if their attributes are.

    It is not a struct, because a page receives its words and never its attributes.
    """

    __slots__: tuple[str, ...] = ()
    _compared: object

    def __init_subclass__(cls) -> None:
        cls._compared = property(attrgetter("__class__", *cls.__slots__))

    def worded(self, form: Form) -> "Words":
        """Return the words of the value in this form."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self._compared == other._compared

    def __hash__(self) -> int:
        return hash(self._compared)

    def __str__(self) -> str:
        return render(self)

    def __repr__(self) -> str:
        return repr(render(self))


Words = Value | str
"""A text in any language, or one that is the same in all:
a player's name, a card without a suit.
"""

Part = Value | str | int


class Message(Value):
    """A sentence, or a part of one: its English `text`, and the values for the names in braces.

    `many` is the text for several things and `count` their number. A `context` tells a translator
    where ambiguous words occur.
    """

    __slots__ = __match_args__ = ("text", "parts", "many", "count", "context")

    def __init__(
        self,
        text: str,
        parts: tuple[tuple[str, Part], ...] = (),
        many: str = "",
        count: int = 1,
        context: str = "",
    ) -> None:
        self.text, self.parts, self.many, self.count, self.context = (
            text,
            parts,
            many,
            count,
            context,
        )

    def filled(self, **parts: object) -> "Message":
        """Return the message with further parts."""
        return Message(
            self.text, (*self.parts, *_values(parts)), self.many, self.count, self.context
        )

    def worded(self, form: Form) -> Words:
        return render(self, form)


class Name(Value):
    """A player's name, which a display may shorten without affecting the words around it."""

    __slots__ = __match_args__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def worded(self, form: Form) -> Words:  # noqa: ARG002  # the same in every form
        return self.name


class Spoken(Value):
    """Words with a different spoken form, such as ``→`` and "makes"."""

    __slots__ = ("printed", "spoken")

    def __init__(self, printed: Words, spoken: Words) -> None:
        self.printed, self.spoken = printed, spoken

    def worded(self, form: Form) -> Words:
        return self.spoken if form == "spoken" else self.printed


class Marked(Value):
    """Other words, which some places treat in a way of their own."""

    __slots__ = ("words",)

    def __init__(self, words: Words) -> None:
        self.words = words

    def worded(self, form: Form) -> Words:  # noqa: ARG002  # the same in every form
        return self.words


class Aloud(Marked):
    """Words in their spoken form, also where they are written."""

    def worded(self, form: Form) -> Words:  # noqa: ARG002  # always the spoken form
        return render(self.words, "spoken")


class Fitting(Value):
    """The first of `texts` whose printed form has at most `longest` characters,
    or else the last one.
    """

    __slots__ = ("longest", "texts")

    def __init__(self, texts: Iterable[Words], longest: int) -> None:
        self.texts, self.longest = tuple(texts), longest

    def worded(self, form: Form) -> Words:  # noqa: ARG002  # a page has as much room as a display
        fits = (text for text in self.texts if len(render(text)) <= self.longest)
        return next(fits, self.texts[-1])


def _values(parts: Mapping[str, object]) -> tuple[tuple[str, Part], ...]:
    return tuple(
        [
            (name, part if isinstance(part, (str, Value, int)) else str(part))
            for name, part in parts.items()
        ]
    )


def phrase(text: str, /, **parts: object) -> Message:
    """Return the message with that English `text`."""
    return Message(text, _values(parts))


def plural(singular: str, many: str, n: int, /, **parts: object) -> Message:
    """Return the message for `n` things; `singular` is the English text for a single thing."""
    return Message(singular, _values({"n": n} | parts), many, n)


def in_context(context: str, text: str, /, **parts: object) -> Message:
    """Return a message whose words alone are ambiguous; `context` tells where it is used.

    >>> render(in_context("key", "play"))
    'play'
    """
    return Message(text, _values(parts), context=context)


def gettext(text: str) -> str:
    """Return a text in the language in use, for a library that does not accept messages."""
    return translated(Message(text))


def joined(sign: str, things: Iterable[Words]) -> Words:
    """Return the non-empty things with a sign between them; "" if there are none.

    >>> joined(", ", ("Ann", "", phrase("Safe to unplug")))
    'Ann, Safe to unplug'
    """
    kept = [thing for thing in things if thing != ""]
    if len(kept) < 2:
        return kept[0] if kept else ""
    places = [f"p{place}" for place in range(len(kept))]
    between = sign.replace("{", "{{").replace("}", "}}")
    text = between.join(map("{{{}}}".format, places))
    return Message(text, tuple(zip(places, kept, strict=True)))


def at_location(path: Sequence[str], why: Words) -> Words:
    """Return the message preceded by its location: the file, the keys or the field."""
    return joined(": ", (*path, why))


def render(words: Words, form: Form = "printed") -> str:
    """Return the words in the language in use; a plain string is not changed.

    >>> render(phrase("{value} is not possible, write {right}", value=0, right=phrase("a number")))
    '0 is not possible, write a number'
    """
    return words if isinstance(words, str) else "".join(map(str, pieces(words, form)))


def pieces(words: Words, form: Form, kept: tuple[type[Value], ...] = ()) -> Sequence[Words]:
    """Return the words in the language in use as a list of pieces;
    values of the `kept` types remain values.
    """
    found: list[Words] = []
    _collect(words, form, kept, found)
    sounds = _in_use.get().sounds
    return _sounding(found, sounds) if sounds else found


def _sounding(
    found: Sequence[Words], sounds: Sequence[tuple[re.Pattern[str], str]]
) -> Sequence[Words]:
    """Return the pieces, with adjacent texts joined and written as the language's sounds demand."""
    merged: list[Words] = []
    for piece in found:
        if merged and isinstance(piece, str) and isinstance(merged[-1], str):
            merged[-1] += piece
        else:
            merged.append(piece)
    around = ("", *map(str, merged), "")  # a sound may depend on it, for example on a name
    sounding: list[Words] = []
    for piece, before, ahead in zip(merged, around, around[2:], strict=False):
        text, behind = piece, before[-1:]
        if isinstance(text, str):
            for pattern, replacement in sounds:
                text = pattern.sub(replacement, behind + text + ahead)
                text = text.removeprefix(behind).removesuffix(ahead)
        sounding.append(text)
    return sounding


def _collect(words: Words, form: Form, kept: tuple[type[Value], ...], found: list[Words]) -> None:
    if isinstance(words, (str, kept)):
        found.append(words)
    elif isinstance(words, Message):
        values = dict(words.parts)
        for literal, name, spec in _parsed(translated(words, form)):
            if literal:
                found.append(literal)
            if name:
                part = values[name]
                if spec:
                    found.append(format(part, spec))
                elif isinstance(part, int):
                    minus = "-" if form == "printed" else "\N{MINUS SIGN}"
                    found.append(str(part).replace("-", minus))
                else:
                    _collect(part, form, kept, found)
    else:
        _collect(words.worded(form), form, kept, found)


@lru_cache(maxsize=1024)
def _parsed(text: str) -> tuple[tuple[str, str | None, str | None], ...]:
    return tuple(
        (literal, name, spec) for literal, name, spec, _conversion in Formatter().parse(text)
    )


def translated(message: Message, form: Form = "printed") -> str:
    """Return the words of a message in the language in use,
    with its parts' names still in braces.
    """
    language = _in_use.get()
    if language is ENGLISH:
        words = message.many if message.many and message.count != 1 else message.text
    elif message.context:
        words = language.translations.pgettext(message.context, message.text)
    elif message.many:
        words = language.translations.ngettext(message.text, message.many, message.count)
    else:
        words = language.translations.gettext(message.text)
    # Use typographic apostrophes on pages; the displays' fonts do not have them.
    return words.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}") if form == "page" else words
