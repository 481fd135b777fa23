"""Words of turns: who is to play, what is over, who deals."""

from companion.text.language import asks, ngettext
from companion.text.language import gettext as _
from companion.text.lengths import Said
from companion.text.named import Named, named
from companion.text.numbers import Count


def to_play(name: str, owed: int = 1) -> Named:
    """Return that it is somebody's turn, who may owe several plays."""
    return named(_("{name} to play"), name) if owed <= 1 else owes(name, owed)


def owes(name: str, plays: int) -> Named:
    """Return how many plays somebody owes.

    >>> from companion.text.named import plain
    >>> plain(owes("Cy", 2))
    'Cy owes two plays'
    """
    return named(ngettext("{name} owes {n} play", "{name} owes {n} plays", plays), name, n=Count(plays))


def shield_asked(name: str) -> Named:
    """Return the question for somebody's shield."""
    return named(asks("{name}: shield?"), name)


def deals(name: str) -> Named:
    """Return who deals."""
    return named(_("{name} deals"), name)


def deals_hand(name: str, hand: int) -> Named:
    """Return who deals which hand."""
    return named(_("{name} deals hand {hand}"), name, hand=hand)


def deals_round(name: str, number: int) -> Named:
    """Return who deals which round of a trick game."""
    return named(_("{name} deals round {n}"), name, n=number)


def dealt(name: str) -> Named:
    """Return who has dealt."""
    return named(_("{name} dealt"), name)


def hand_number(hand: int) -> str:
    """Return which hand it is."""
    return _("hand {n}").format(n=hand)


def round_number(number: int, rounds: int | None = None) -> str:
    """Return which round it is, of so many if their number is set.

    >>> round_number(3, 6), round_number(3)
    ('Round 3 of 6', 'Round 3')
    """
    said = _("Round {n}") if rounds is None else _("Round {n} of {rounds}")
    return said.format(n=number, rounds=rounds)


def trick_number(number: int, tricks: int) -> str:
    """Return which of the round's tricks it is."""
    return _("trick {trick} of {tricks}").format(trick=number, tricks=tricks)


def hand_is_over(hand: int) -> str:
    """Return that a hand is over."""
    return _("Hand {n} is over").format(n=hand)


def round_is_over(number: int) -> Said:
    """Return that a round is over."""
    whole = _("Round {n} is over").format(n=number)
    return Said(_("Round {n} over").format(n=number), whole, whole)


def is_out(player: str) -> Named:
    """Return that somebody is out of the game."""
    return named(_("{name} is out"), player)
