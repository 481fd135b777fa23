"""Words in comparable form: rendered in the current language, also inside lists, tuples and
structs.
"""

from typing import Any

import msgspec

from companion.message import Message, Name, Value, Words, joined, render, translated


def worded(value: Any) -> Any:
    """Return a value with all its words rendered as text."""
    match value:
        case Value():
            return render(value)
        case msgspec.Struct():
            fields = {name: worded(getattr(value, name)) for name in value.__struct_fields__}
            return type(value)(**fields)
        case tuple() if hasattr(value, "_fields"):
            return type(value)(*map(worded, value))
        case list() | tuple() | set() | frozenset():
            return type(value)(map(worded, value))
        case dict():
            return {worded(key): worded(one) for key, one in value.items()}
    return value


def named(name: str = "", after: Words = "", before: Words = "") -> Words:
    """Return words with a player's name that a display may shorten."""
    return joined("", (before, Name(name), after))


def gettext(text: str) -> str:
    """Return a text in the current language, with the names of its parts in braces."""
    return translated(Message(text))


def ngettext(one: str, many: str, n: int) -> str:
    """Return the text for `n` things."""
    return translated(Message(one, many=many, count=n))


def pgettext(context: str, text: str) -> str:
    """Return the text for a context, because alone it is ambiguous."""
    return translated(Message(text, context=context))
