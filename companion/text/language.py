"""The functions that translate a message at once into the language in use.

>>> gettext("Safe to unplug")
'Safe to unplug'
"""

from companion.message import ENGLISH, language_in_use, translated


def gettext(message: str) -> str:
    """Return the message in the language in use."""
    return translated(message)


def untouched(message: str) -> str:
    """Return the message in the language in use; one that no catalogue has stays exactly as it is."""
    language = language_in_use()
    return message if language is ENGLISH else language.translations.gettext(message)


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
    return translated(one, many, n)


def pgettext(context: str, message: str) -> str:
    """Return a message whose words alone are ambiguous; `context` says where it stands."""
    return translated(message, context=context)
