"""Numbers, cards and totals as one says them at a table."""

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
    """A count up to twelve as a word ("none" for 0), from there on in figures."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else figure(count)


def figure(total: int) -> str:
    """A total in figures, with a true minus sign."""
    return str(total).replace("-", MINUS)


def with_minus(text: str) -> str:
    """The text with a true minus sign wherever a hyphen stands for one."""
    return _HYPHEN_AS_MINUS.sub(MINUS, text)


def rank_word(rank: str) -> str:
    """A card of a rank: ``ten``, ``ace``, ``joker``."""
    return _RANKS[rank]


def several(count: int, rank: str) -> str:
    """So many cards of a rank: ``three kings``, ``two sixes``; one alone is only called by its rank."""
    word = _RANKS[rank]
    if count == 1:
        return word
    return f"{number(count)} {word}{'es' if word.endswith('x') else 's'}"


def counted(count: int, what: str) -> str:
    """So many of something that takes an s: ``one card``, ``two plays``."""
    return f"{number(count)} {what}{'' if count == 1 else 's'}"


def card_said(card: Card) -> str:
    """A card as one names it in a sentence: ``4♥``, ``8``, ``joker``."""
    return "joker" if card.is_joker else card.face


def plain(words: Words) -> str:
    """A text of a picture with the whole name in it."""
    return words.before + words.name + words.after if isinstance(words, Named) else words
