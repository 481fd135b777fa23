"""Words the reason why a file, a value or a card is wrong, in the language in use."""

from companion.errors import Reason
from companion.text.language import gettext


def worded(why: Reason | str) -> str:
    """Return the reason as a sentence without a full stop; a text that is no `Reason` stays as it is.

    >>> from companion.errors import reason
    >>> worded(reason("{value} is not possible, write {right}", value=0, right=reason("a whole number")))
    '0 is not possible, write a whole number'
    """
    if isinstance(why, str):
        return why
    return gettext(why.message).format(**{name: worded(part) for name, part in why.parts})
