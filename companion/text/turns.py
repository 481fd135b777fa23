"""Words of turns: who is to play, what is over, who deals."""

from companion.message import Message, Name, Words, phrase, plural
from companion.text.lengths import Wording
from companion.text.numbers import Count


def to_play(name: str, owed: int = 1) -> Message:
    """Return that it is somebody's turn, who may owe several plays."""
    return phrase("{name} to play", name=Name(name)) if owed <= 1 else owes(name, owed)


def owes(name: str, plays: int) -> Message:
    """Return how many plays somebody owes.

    >>> owes("Cy", 2)
    'Cy owes two plays'
    """
    return plural(
        "{name} owes {n} play", "{name} owes {n} plays", plays, name=Name(name), n=Count(plays)
    )


def shield_asked(name: str) -> Message:
    """Return the question for somebody's shield."""
    return phrase("{name}: shield?", name=Name(name))


def deals(name: str) -> Message:
    """Return who deals."""
    return phrase("{name} deals", name=Name(name))


def deals_hand(name: str, hand: int) -> Message:
    """Return who deals which hand."""
    return phrase("{name} deals hand {hand}", name=Name(name), hand=hand)


def deals_round(name: str, number: int) -> Message:
    """Return who deals which round of a trick game."""
    return phrase("{name} deals round {n}", name=Name(name), n=number)


def dealt(name: str) -> Message:
    """Return who has dealt."""
    return phrase("{name} dealt", name=Name(name))


def hand_number(hand: int) -> Words:
    """Return which hand it is."""
    return phrase("hand {n}", n=hand)


def round_number(number: int, rounds: int | None = None) -> Words:
    """Return which round it is, of so many if their number is set.

    >>> round_number(3, 6), round_number(3)
    ('Round 3 of 6', 'Round 3')
    """
    template = phrase("Round {n}") if rounds is None else phrase("Round {n} of {rounds}")
    return template.filled(n=number, rounds=rounds)


def trick_number(number: int, tricks: int) -> Words:
    """Return which of the round's tricks it is."""
    return phrase("trick {trick} of {tricks}", trick=number, tricks=tricks)


def hand_is_over(hand: int) -> Words:
    """Return that a hand is over."""
    return phrase("Hand {n} is over", n=hand)


def round_is_over(number: int) -> Wording:
    """Return that a round is over."""
    whole = phrase("Round {n} is over", n=number)
    return Wording(phrase("Round {n} over", n=number), whole, whole)


def is_out(player: str) -> Message:
    """Return that somebody is out of the game."""
    return phrase("{name} is out", name=Name(player))
