"""Cards as values that print in typed form, and the pack they come from.

The forms are those of docs/reference/referee-protocol.md, "Cards": ``10H``, ``QS/2``, ``JK``,
``8``.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Final

from companion.core.frozen import Frozen
from companion.errors import CardError
from companion.message import phrase

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")
SUIT_ORDER: Final = ("S", "H", "D", "C")
"""The order of the suits in lists and sentences."""

JOKER = "JK"
SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

_SIGN_SUITS = {sign: suit for suit, sign in SUIT_SIGNS.items()}
# Spelled out because re.IGNORECASE also matches ſ as S and the Kelvin sign as K. A deck number has
# at most 4300 digits, Python's limit for int().
_FORM = re.compile(
    r"(?:(?P<rank>10|[A2-9TJQKatjqk])(?P<suit>[CDHScdhs♣♦♥♠])?|(?P<joker>[Jj][Kk]))(?:/(?P<deck>[1-9][0-9]{0,4299}))?"
)


# Plain values cannot form reference cycles, so the garbage collector need not track them
# (gc=False).
class Card(Frozen, gc=False, cache_hash=True):
    """A card as far as it is known: a rank, with an optional suit and an optional deck.

    `suit` and `deck` are None if unknown; a joker has rank "JK" and no suit. `number` distinguishes
    the jokers of a deck, and is known only from a sticker.

    >>> str(Card("10", "H")), str(Card("Q", "S", deck=2))
    ('10H', 'QS/2')
    """

    rank: str
    suit: str | None = None
    deck: int | None = None
    number: int | None = None

    @property
    def is_joker(self) -> bool:
        return self.rank == JOKER

    @property
    def sticker(self) -> str:
        """The text with a joker's number, ``JK/1#2``, for packs with stickers. It is not part of
        the protocol.

        >>> Card("JK", deck=1, number=2).sticker
        'JK/1#2'
        """
        return str(self) + (f"#{self.number}" if self.number else "")

    def __str__(self) -> str:
        return self.rank + (self.suit or "") + (f"/{self.deck}" if self.deck else "")


class _Texts(dict[Card, str]):
    """The texts of the cards printed so far; a pack has only a few."""

    def __missing__(self, card: Card) -> str:
        self[card] = text = str(card)
        return text


text_of = _Texts().__getitem__
"""A faster `str` of a pack's card, cached after its first use."""

_BITS: dict[tuple[str, str | None], int] = {
    (rank, suit): 1 << number for number, (rank, suit) in enumerate(product(RANKS, SUITS))
}


def bit_of(card: Card) -> int:
    """Return the bit of a card with a known suit and no deck number, otherwise 0.

    >>> bit_of(Card("A", "C")), bit_of(Card("A")), bit_of(Card("A", "C", deck=1))
    (1, 0, 0)
    """
    return _BITS.get((card.rank, card.suit), 0) if card.deck is None else 0


def bits_of(cards: Iterable[Card]) -> int:
    """Return the combined bits of the `cards` that have one.

    >>> bits_of([Card("A", "C"), Card("2", "C")]) == bit_of(Card("A", "C")) | bit_of(Card("2", "C"))
    True
    """
    bits = 0
    for card in cards:
        bits |= bit_of(card)
    return bits


@lru_cache(maxsize=1024)
def parse_card(text: str) -> Card:
    """Return the card named by `text`.

    >>> str(parse_card("q♠"))
    'QS'
    >>> parse_card("8H/2").deck
    2

    Raises:
        CardError: `text` is not a card; this includes a deck number without a suit.
    """
    form = _FORM.fullmatch(text)
    if form is None:
        raise CardError(
            phrase(
                "{text} is no card: write a rank and a suit, like QS or 10H", text=repr(text[:20])
            )
        )
    deck = int(form["deck"]) if form["deck"] else None
    if form["joker"]:
        return Card(JOKER, None, deck)
    rank = form["rank"].upper()
    suit = form["suit"]
    if suit is None and deck is not None:
        wrong = phrase(
            "{text} names a deck but no suit: write it like 8H/{deck}", text=repr(text), deck=deck
        )
        raise CardError(wrong)
    if suit is not None:
        suit = _SIGN_SUITS.get(suit, suit.upper())
    return Card("10" if rank == "T" else rank, suit, deck)


def bare_card(text: str) -> Card:
    """Return the card named by `text`, without the number of a joker's sticker.

    >>> str(bare_card("JK/1#2"))
    'JK/1'

    Raises:
        CardError: `text` is not a card.
    """
    return parse_card(text.partition("#")[0])


class Pack(Frozen, gc=False):
    """The physical cards of a game: one to four decks, each with `jokers` jokers.

    With `stickers`, numbers distinguish the jokers of a deck. `ranks` are the ranks of a deck,
    lowest first in games where the order matters; `removed` are single cards taken out in addition.

    >>> Pack(decks=2, jokers=2).size
    108
    """

    decks: int = 1
    jokers: int = 0
    stickers: bool = False
    ranks: tuple[str, ...] = RANKS
    removed: tuple[Card, ...] = ()

    def cards(self) -> tuple[Card, ...]:
        """Return every card of one deck except the jokers, suit by suit."""
        cards = (Card(rank, suit) for suit in SUITS for rank in self.ranks)
        return tuple(card for card in cards if card not in self.removed)

    def suits(self, rank: str) -> tuple[str, ...]:
        """Return the suits of the cards of `rank` in a deck.

        >>> Pack(removed=(Card("7", "C"),)).suits("7")
        ('D', 'H', 'S')
        """
        if rank not in self.ranks or not self.removed:
            return SUITS if rank in self.ranks else ()
        return tuple(suit for suit in SUITS if Card(rank, suit) not in self.removed)

    def read(self, text: str) -> Card:
        """Return the card named by `text`, as a sticker if this pack has stickers.

        Raises:
            CardError: `text` is not a card.
        """
        plain, mark, number = text.partition("#")
        if not mark or not self.stickers:
            return parse_card(text)
        card = parse_card(plain)
        if not card.is_joker or number not in {"1", "2", "3", "4", "5", "6", "7", "8"}:
            raise CardError(phrase("{text} is no joker's sticker", text=repr(text[:20])))
        return Card(card.rank, None, card.deck, int(number))

    @property
    def size(self) -> int:
        return self.decks * (len(SUITS) * len(self.ranks) - len(self.removed) + self.jokers)

    def __contains__(self, card: Card) -> bool:
        if card.deck is not None and card.deck > self.decks:
            return False
        if card.is_joker:
            return self.jokers >= (card.number or 1)
        suits = self.suits(card.rank)
        return bool(suits) and card.suit in {None, *suits}

    def named(self, card: Card) -> Card:
        """Return the card without a deck number if there is only one deck.

        >>> str(Pack(decks=1).named(parse_card("8H/1")))
        '8H'
        """
        if self.decks == 1 and card.deck is not None:
            return Card(card.rank, card.suit, None, card.number)
        return card

    def is_spent(self, card: Card, lying: Iterable[Card]) -> bool:
        """Return whether the pack has no further `card` in addition to those `lying` on the pile.

        A card may be known by rank, suit, deck and sticker number. At each of these levels the pile
        has at most as many cards as the pack.

        >>> pack = Pack(decks=2)
        >>> eight = parse_card("8H")
        >>> pack.is_spent(eight, [eight]), pack.is_spent(eight, [eight, eight])
        (False, True)
        """
        copies = self.jokers if card.is_joker else 1
        of_rank = of_suit = of_deck = 0
        same_sticker = False
        for other in lying:
            if other.rank != card.rank:
                continue
            of_rank += 1
            if other.suit == card.suit:
                of_suit += 1
                if other.deck == card.deck:
                    of_deck += 1
                    same_sticker = same_sticker or (
                        card.number is not None and other.number == card.number
                    )
        of_deck_rank = self.jokers if card.is_joker else len(self.suits(card.rank))
        if same_sticker or of_rank >= self.decks * of_deck_rank:
            return True
        if card.suit is not None and of_suit >= self.decks:
            return True
        return card.deck is not None and of_deck >= copies
