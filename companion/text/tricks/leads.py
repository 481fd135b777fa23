"""The suit that is led in a trick, and the one that may not be led in a round until it is broken."""

from companion.rules.refusals import RestrictedLead
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.text.cards import suit_sign
from companion.text.language import gettext as _
from companion.text.lengths import Said
from companion.text.refusals import refusal_sentence


def suit_led(suit: str) -> str:
    """Return which suit is led.

    >>> suit_led("H")
    'Hearts led'
    """
    return {"C": _("Clubs led"), "D": _("Diamonds led"), "H": _("Hearts led"), "S": _("Spades led")}[suit]


def may_not_be_led(suit: str) -> Said:
    """Return that a suit may not be led yet.

    >>> may_not_be_led("S").label
    '♠ may not be led until broken'
    """
    return Said(
        short=_("not {suit}").format(suit=suit_sign(suit)),
        label=refusal_sentence(RestrictedLead(suit)),
        sentence={
            "C": _("Clubs may not be led until one is thrown off"),
            "D": _("Diamonds may not be led until one is thrown off"),
            "H": _("Hearts may not be led until one is thrown off"),
            "S": _("Spades may not be led until one is thrown off"),
        }[suit],
    )


def is_broken(suit: str) -> str:
    """Return that a suit may be led from now on."""
    return {
        "C": _("Clubs are broken"),
        "D": _("Diamonds are broken"),
        "H": _("Hearts are broken"),
        "S": _("Spades are broken"),
    }[suit]


def still_bound(rules: TrickRules, state: TrickState) -> Said | None:
    """Return the words of the suit that may not be led yet in this round; None while any may."""
    suit = rules.round(state.round).restricted
    return None if suit is None or state.broken else may_not_be_led(suit)
