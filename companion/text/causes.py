"""What had gone wrong between the table and the box, in words."""

from typing import assert_never

from companion.rules.commands import Cause
from companion.text.language import gettext as _


def cause_words(cause: Cause) -> str:
    """Return what had gone wrong; the card is the subject, never the player.

    >>> cause_words("card-missed")
    'a card was not read'
    """
    match cause:
        case "card-missed":
            return _("a card was not read")
        case "card-twice":
            return _("a card was read twice")
        case "other-card":
            return _("it was another card")
        case "other-choice":
            return _("it was the other choice")
        case "set":
            return _("it was a set")
        case "order":
            return _("the order was the other")
        case "bust-missed":
            return _("a bust was not entered")
        case "bust-twice":
            return _("it was no bust")
        case "chip-not-paid":
            return _("a chip was not paid")
        case "chip-paid-twice":
            return _("a chip was paid twice")
        case "by-hand":
            return _("changed by hand")
        case _:
            assert_never(cause)
