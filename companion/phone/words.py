"""Numbers of cards and things as the page says them."""

from companion.rules.cards import Card
from companion.text.cards import face, rank_plural, rank_word
from companion.text.numbers import number


def several(count: int, rank: str) -> str:
    """Return a number of cards of a rank: ``three kings``, ``two sixes``; one is only the rank.

    >>> several(1, "Q"), several(2, "Q")
    ('queen', 'two queens')
    """
    return rank_word(rank) if count == 1 else f"{number(count)} {rank_plural(rank)}"


def counted(count: int, what: str) -> str:
    """Return a number of things whose plural takes an s: ``one card``, ``two plays``.

    >>> counted(1, "card"), counted(3, "card")
    ('one card', 'three cards')
    """
    return f"{number(count)} {what}{'' if count == 1 else 's'}"


def card_said(card: Card) -> str:
    """Return a card as named in a sentence: ``4♥``, ``8``, ``joker``.

    >>> from companion.rules.cards import parse_card
    >>> card_said(parse_card("QS"))
    'Q♠'
    """
    return "joker" if card.is_joker else face(card)
