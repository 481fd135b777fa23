"""The suit that is led in a trick, and the one that may not be led
in a round until it is broken.
"""

from companion.message import Words, phrase
from companion.rules.refusals import RestrictedLead
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.text.cards import suit_sign
from companion.text.lengths import Wording
from companion.text.refusals import refusal_sentence


def suit_led(suit: str) -> Words:
    """Return which suit is led.

    >>> suit_led("H")
    'Hearts led'
    """
    return {
        "C": phrase("Clubs led"),
        "D": phrase("Diamonds led"),
        "H": phrase("Hearts led"),
        "S": phrase("Spades led"),
    }[suit]


def may_not_be_led(suit: str) -> Wording:
    """Return that a suit may not be led yet.

    >>> may_not_be_led("S").label
    '♠ may not be led until broken'
    """
    return Wording(
        short=phrase("not {suit}", suit=suit_sign(suit)),
        label=refusal_sentence(RestrictedLead(suit)),
        sentence={
            "C": phrase("Clubs may not be led until one is thrown off"),
            "D": phrase("Diamonds may not be led until one is thrown off"),
            "H": phrase("Hearts may not be led until one is thrown off"),
            "S": phrase("Spades may not be led until one is thrown off"),
        }[suit],
    )


def is_broken(suit: str) -> Words:
    """Return that a suit may be led from now on."""
    return {
        "C": phrase("Clubs are broken"),
        "D": phrase("Diamonds are broken"),
        "H": phrase("Hearts are broken"),
        "S": phrase("Spades are broken"),
    }[suit]


def still_bound(rules: TrickRules, state: TrickState) -> Wording | None:
    """Return the words of the suit that may not be led yet in this round; None while any may."""
    suit = rules.round(state.round).restricted
    return None if suit is None or state.broken else may_not_be_led(suit)
