"""Cards in words and as printed on them: with the letters of the table's deck, in the language in use."""

from collections.abc import Mapping
from typing import Final

from companion.errors import CardError
from companion.message import COURT, form, language_in_use
from companion.rules.cards import JOKER, RANKS, SUIT_SIGNS, SUITS, Card, parse_card
from companion.text.form import marked
from companion.text.language import gettext as _
from companion.text.language import pgettext
from companion.text.numbers import Count

_QUOTED: Final = 20
"""Characters of a text that is no card, as a message quotes it."""


def rank_face(rank: str) -> str:
    """Return what stands in the corner of a card of `rank`; the joker is the word.

    >>> rank_face("K"), rank_face("JK")
    ('K', 'Joker')
    """
    if rank == JOKER:
        return _("Joker")
    return language_in_use().court[COURT.index(rank)] if rank in COURT else rank


def face(card: Card) -> str:
    """Return the card as printed: ``10♥``, ``8``, ``Joker``; without the deck.

    A voice says a card with a suit in words.

    >>> face(Card("10", "H"))
    '10♥'
    """
    if card.suit is None:
        return rank_face(card.rank)
    match form.get():
        case "printed":
            return rank_face(card.rank) + SUIT_SIGNS[card.suit]
        case "spoken":
            return card_word(card)
        case "parts":
            return marked(card.suit, card.rank)


def suit_sign(suit: str) -> str:
    """Return the sign of a suit; a voice says it in words.

    >>> suit_sign("H")
    '♥'
    """
    match form.get():
        case "printed":
            return SUIT_SIGNS[suit]
        case "spoken":
            return suit_word(suit)
        case "parts":
            return marked(suit)


def face_of(text: str) -> str:
    """Return the card that `text` names as printed; other text is quoted, cut to 20 characters.

    >>> face_of("10h"), face_of("17")
    ('10♥', '"17"')
    """
    try:
        return face(parse_card(text))
    except CardError:
        return f'"{text[:_QUOTED]}"'


class CardName(str):
    """A card in a message, in the notation of the protocol: it is worded in the form in use.

    >>> "{card}".format(card=CardName("10H"))
    '10♥'
    """

    __slots__ = ()

    def __format__(self, _form: str) -> str:
        return face_of(self)


def rank_word(rank: str) -> str:
    """Return a card of a rank in words: ``ten``, ``ace``, ``joker``.

    >>> rank_word("Q")
    'queen'
    """
    return {
        "A": pgettext("rank", "ace"),
        "2": pgettext("rank", "two"),
        "3": pgettext("rank", "three"),
        "4": pgettext("rank", "four"),
        "5": pgettext("rank", "five"),
        "6": pgettext("rank", "six"),
        "7": pgettext("rank", "seven"),
        "8": pgettext("rank", "eight"),
        "9": pgettext("rank", "nine"),
        "10": pgettext("rank", "ten"),
        "J": pgettext("rank", "jack"),
        "Q": pgettext("rank", "queen"),
        "K": pgettext("rank", "king"),
        JOKER: pgettext("rank", "joker"),
    }[rank]


def rank_plural(rank: str) -> str:
    """Return cards of a rank in words: ``kings``, ``sixes``.

    >>> rank_plural("K"), rank_plural("6")
    ('kings', 'sixes')
    """
    return {
        "A": pgettext("rank", "aces"),
        "2": pgettext("rank", "twos"),
        "3": pgettext("rank", "threes"),
        "4": pgettext("rank", "fours"),
        "5": pgettext("rank", "fives"),
        "6": pgettext("rank", "sixes"),
        "7": pgettext("rank", "sevens"),
        "8": pgettext("rank", "eights"),
        "9": pgettext("rank", "nines"),
        "10": pgettext("rank", "tens"),
        "J": pgettext("rank", "jacks"),
        "Q": pgettext("rank", "queens"),
        "K": pgettext("rank", "kings"),
        JOKER: pgettext("rank", "jokers"),
    }[rank]


def ranks_heading(rank: str) -> str:
    """Return cards of a rank at the start of a sentence: ``Kings``, ``Sixes``.

    >>> ranks_heading("K")
    'Kings'
    """
    return {
        "A": _("Aces"),
        "2": _("Twos"),
        "3": _("Threes"),
        "4": _("Fours"),
        "5": _("Fives"),
        "6": _("Sixes"),
        "7": _("Sevens"),
        "8": _("Eights"),
        "9": _("Nines"),
        "10": _("Tens"),
        "J": _("Jacks"),
        "Q": _("Queens"),
        "K": _("Kings"),
        JOKER: _("Jokers"),
    }[rank]


def each(rank_or_suit: str) -> str:
    """Return all cards of a rank or a suit: ``each queen``, ``each 6``, ``each ♥``.

    >>> each("Q"), each("H")
    ('each queen', 'each ♥')
    """
    words = {
        "A": _("each ace"),
        "J": _("each jack"),
        "Q": _("each queen"),
        "K": _("each king"),
    }
    if rank_or_suit in words:
        return words[rank_or_suit]
    if rank_or_suit in SUIT_SIGNS and form.get() == "spoken":
        return _each_of_suit(rank_or_suit)
    if rank_or_suit in SUIT_SIGNS:
        return _("each {suit}").format(suit=suit_sign(rank_or_suit))
    return _("each {figure}").format(figure=rank_or_suit)


def _each_of_suit(suit: str) -> str:
    return {"C": _("each club"), "D": _("each diamond"), "H": _("each heart"), "S": _("each spade")}[suit]


def suit_word(suit: str) -> str:
    """Return a suit in words.

    >>> suit_word("S")
    'spades'
    """
    return {
        "C": pgettext("suit", "clubs"),
        "D": pgettext("suit", "diamonds"),
        "H": pgettext("suit", "hearts"),
        "S": pgettext("suit", "spades"),
    }[suit]


def card_word(card: Card) -> str:
    """Return the card in words: ``jack of hearts``, ``8``, ``joker``; figures stay figures.

    >>> card_word(Card("J", "H")), card_word(Card("8", "S"))
    ('jack of hearts', '8 of spades')
    """
    rank = card.rank if card.rank.isdecimal() else rank_word(card.rank)
    if card.suit is None:
        return rank
    return _("{rank} of {suit}").format(rank=rank, suit=suit_word(card.suit))


def card_names() -> Mapping[str, str]:
    """Return every rank and card in words, by its text: what a page says of the cards that it draws.

    >>> names = card_names()
    >>> names["QS"], names["8H"], names["8"], names["JK"]
    ('queen of spades', '8 of hearts', 'eight', 'joker')
    """
    cards = (Card(rank, suit) for rank in RANKS for suit in SUITS)
    ranks = {rank: rank_word(rank) for rank in (*RANKS, JOKER)}
    return ranks | {str(card): card_word(card) for card in cards}


def suit_names() -> Mapping[str, str]:
    """Return every suit in words; "" is that of the jokers."""
    return {suit: suit_word(suit) for suit in SUITS} | {"": rank_plural(JOKER)}


def several(count: int, rank: str) -> str:
    """Return a number of cards of a rank; one is only the rank.

    >>> several(1, "Q"), several(2, "6")
    ('queen', 'two sixes')
    """
    if count == 1:
        return rank_word(rank)
    return _("{n} {ranks}").format(n=Count(count), ranks=rank_plural(rank))


def within(card: Card) -> str:
    """Return a card as printed, as a sentence names it: the joker is a common noun.

    >>> within(Card("Q", "S")), within(Card("JK"))
    ('Q♠', 'joker')
    """
    return rank_word(JOKER) if card.is_joker else face(card)
