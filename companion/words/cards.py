"""Cards in words and as printed, with the table deck's letters and in the current language."""

from collections.abc import Mapping

from companion.core.cards import JOKER, RANKS, SUIT_SIGNS, SUITS, Card, parse_card
from companion.errors import CardError
from companion.message import (
    COURT,
    Form,
    Spoken,
    Value,
    Words,
    in_context,
    joined,
    language_in_use,
    phrase,
)
from companion.words.numbers import Count

_QUOTED = 20
"""Maximum length of an invalid card quoted in a message, in characters."""


class Sign(Value):
    """A suit, or a card of `rank`: displays and pages draw the sign, a screen reader gets words."""

    __slots__ = __match_args__ = ("suit", "rank")

    def __init__(self, suit: str, rank: str = "") -> None:
        self.suit, self.rank = suit, rank

    def worded(self, form: Form) -> Words:
        if form != "spoken":
            return joined("", (rank_face(self.rank) if self.rank else "", SUIT_SIGNS[self.suit]))
        return card_word(Card(self.rank, self.suit)) if self.rank else suit_word(self.suit)


class Court(Value):
    """The letter of an ace, jack, queen or king on the table's deck."""

    __slots__ = __match_args__ = ("rank",)

    def __init__(self, rank: str) -> None:
        self.rank = rank

    def worded(self, form: Form) -> Words:  # noqa: ARG002  # the same in every form
        return language_in_use().court.rjust(len(COURT), "A")[COURT.index(self.rank)]


def rank_face(rank: str) -> Words:
    """Return the index printed in the corner of a card of `rank`; the joker is spelled out.

    >>> rank_face("K"), rank_face("JK")
    ('K', 'Joker')
    """
    if rank == JOKER:
        return phrase("Joker")
    return Court(rank) if rank in COURT else rank


def face(card: Card) -> Words:
    """Return the card as printed: ``10♥``, ``8``, ``Joker``. The deck is not named.

    For a screen reader, a card with a suit is put into words.

    >>> face(Card("10", "H"))
    '10♥'
    """
    return rank_face(card.rank) if card.suit is None else Sign(card.suit, card.rank)


def suit_sign(suit: str) -> Sign:
    """Return the sign of a suit, which a screen reader gets as a word.

    >>> suit_sign("H")
    '♥'
    """
    return Sign(suit)


def cards_lacked(suit: str, above: str) -> Words:
    """Return the cards of a suit that a player does not hold: all, or those `above` a rank.

    >>> cards_lacked("H", "Q")
    '♥ above Q'
    """
    sign = suit_sign(suit)
    return phrase("{suit} above {rank}", suit=sign, rank=rank_face(above)) if above else sign


def face_of(text: str) -> Words:
    """Return the card named by `text` as printed; other text is quoted, cut to 20 characters.

    >>> face_of("10h"), face_of("17")
    ('10♥', '"17"')
    """
    try:
        return face(parse_card(text))
    except CardError:
        return f'"{text[:_QUOTED]}"'


_RANK_WORDS = {
    "A": in_context("rank", "ace"),
    "2": in_context("rank", "two"),
    "3": in_context("rank", "three"),
    "4": in_context("rank", "four"),
    "5": in_context("rank", "five"),
    "6": in_context("rank", "six"),
    "7": in_context("rank", "seven"),
    "8": in_context("rank", "eight"),
    "9": in_context("rank", "nine"),
    "10": in_context("rank", "ten"),
    "J": in_context("rank", "jack"),
    "Q": in_context("rank", "queen"),
    "K": in_context("rank", "king"),
    JOKER: in_context("rank", "joker"),
}


def rank_word(rank: str) -> Words:
    """Return a rank in words: ``ten``, ``ace``, ``joker``.

    >>> rank_word("Q")
    'queen'
    """
    return _RANK_WORDS[rank]


_RANK_PLURALS = {
    "A": in_context("rank", "aces"),
    "2": in_context("rank", "twos"),
    "3": in_context("rank", "threes"),
    "4": in_context("rank", "fours"),
    "5": in_context("rank", "fives"),
    "6": in_context("rank", "sixes"),
    "7": in_context("rank", "sevens"),
    "8": in_context("rank", "eights"),
    "9": in_context("rank", "nines"),
    "10": in_context("rank", "tens"),
    "J": in_context("rank", "jacks"),
    "Q": in_context("rank", "queens"),
    "K": in_context("rank", "kings"),
    JOKER: in_context("rank", "jokers"),
}


def rank_plural(rank: str) -> Words:
    """Return a rank in the plural: ``kings``, ``sixes``.

    >>> rank_plural("K"), rank_plural("6")
    ('kings', 'sixes')
    """
    return _RANK_PLURALS[rank]


_EACH = {
    "A": phrase("each ace"),
    "J": phrase("each jack"),
    "Q": phrase("each queen"),
    "K": phrase("each king"),
    "C": phrase("each club"),
    "D": phrase("each diamond"),
    "H": phrase("each heart"),
    "S": phrase("each spade"),
}


def each(rank_or_suit: str) -> Words:
    """Return the phrase for every card of a rank or suit: ``each queen``, ``each 6``, ``each ♥``.

    >>> each("Q"), each("H")
    ('each queen', 'each ♥')
    """
    if rank_or_suit not in _EACH:
        return phrase("each {figure}", figure=rank_or_suit)
    words = _EACH[rank_or_suit]
    if rank_or_suit in SUIT_SIGNS:
        return Spoken(phrase("each {suit}", suit=suit_sign(rank_or_suit)), words)
    return words


_SUIT_WORDS = {
    "C": in_context("suit", "clubs"),
    "D": in_context("suit", "diamonds"),
    "H": in_context("suit", "hearts"),
    "S": in_context("suit", "spades"),
}


def suit_word(suit: str) -> Words:
    """Return a suit in words.

    >>> suit_word("S")
    'spades'
    """
    return _SUIT_WORDS[suit]


def card_word(card: Card) -> Words:
    """Return the card in words: ``jack of hearts``, ``8``, ``joker``. Numerals stay digits.

    >>> card_word(Card("J", "H")), card_word(Card("8", "S"))
    ('jack of hearts', '8 of spades')
    """
    rank = card.rank if card.rank.isdecimal() else rank_word(card.rank)
    if card.suit is None:
        return rank
    return phrase("{rank} of {suit}", rank=rank, suit=suit_word(card.suit))


def card_names() -> Mapping[str, Words]:
    """Return every rank and card in words, keyed by its text, as alternative text for drawn cards.

    >>> names = card_names()
    >>> names["QS"], names["8H"], names["8"], names["JK"]
    ('queen of spades', '8 of hearts', 'eight', 'joker')
    """
    cards = (Card(rank, suit) for rank in RANKS for suit in SUITS)
    ranks = {rank: rank_word(rank) for rank in (*RANKS, JOKER)}
    return ranks | {str(card): card_word(card) for card in cards}


def suit_names() -> Mapping[str, Words]:
    """Return every suit in words; the key "" holds the word for jokers."""
    return {suit: suit_word(suit) for suit in SUITS} | {"": rank_plural(JOKER)}


def several(count: int, rank: str) -> Words:
    """Return `count` cards of a rank in words; a single card is just its rank.

    >>> several(1, "Q"), several(2, "6")
    ('queen', 'two sixes')
    """
    if count == 1:
        return rank_word(rank)
    return phrase("{n} {ranks}", n=Count(count), ranks=rank_plural(rank))


def within(card: Card) -> Words:
    """Return a card as printed, for use inside a sentence: the joker is a common noun.

    >>> within(Card("Q", "S")), within(Card("JK"))
    ('Q♠', 'joker')
    """
    return rank_word(JOKER) if card.is_joker else face(card)
