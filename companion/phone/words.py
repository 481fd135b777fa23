"""Numbers, cards and totals as people say them at a table."""

import re
from typing import Final

from companion.rules.cards import JOKER, RANKS, Card
from companion.screens.model import Named, Words
from companion.variants.card_table import NUMBERS

MINUS: Final = "\N{MINUS SIGN}"

_NUMBERS: Final = ("none", *NUMBERS[1:], "ten", "eleven", "twelve")
_RANKS: Final = {
    **dict(zip(RANKS[1:10], _NUMBERS[2:], strict=False)),
    "A": "ace",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    JOKER: "joker",
}
_HYPHEN_AS_MINUS: Final = re.compile(r"(?<![\w-])-(?=[\d ])")


def number(count: int) -> str:
    """Return a count up to twelve as a word ("none" for 0), larger ones in digits.

    >>> number(3), number(17)
    ('three', '17')
    """
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else figure(count)


def figure(total: int) -> str:
    """Return a total in digits, with a typographic minus sign.

    >>> figure(-8)
    '−8'
    """
    return str(total).replace("-", MINUS)


def with_minus(text: str) -> str:
    """Return the text with a typographic minus sign for each hyphen that means minus.

    >>> with_minus("5 - 10 = -5")
    '5 − 10 = −5'
    """
    return _HYPHEN_AS_MINUS.sub(MINUS, text)


def rank_word(rank: str) -> str:
    """Return a card of a rank: ``ten``, ``ace``, ``joker``.

    >>> rank_word("Q")
    'queen'
    """
    return _RANKS[rank]


def several(count: int, rank: str) -> str:
    """Return a number of cards of a rank: ``three kings``, ``two sixes``; one is only the rank.

    >>> several(1, "Q"), several(2, "Q")
    ('queen', 'two queens')
    """
    word = _RANKS[rank]
    if count == 1:
        return word
    return f"{number(count)} {word}{'es' if word.endswith('x') else 's'}"


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
    return "joker" if card.is_joker else card.face


def plain(words: Words) -> str:
    """Return a picture's text with the whole name in it."""
    return words.before + words.name + words.after if isinstance(words, Named) else words
