"""Cards of a trick game in the few words that a player says of them."""

from typing import Final

from companion.rules.cards import RANKS, SUIT_SIGNS, Pack

_SINGLY: Final = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", **SUIT_SIGNS}


def singly(rank_or_suit: str) -> str:
    """A card of a rank or a suit: ``queen``, ``6``, ``♥``."""
    return _SINGLY.get(rank_or_suit, rank_or_suit)


def each(rank_or_suit: str) -> str:
    """All cards of a rank or a suit: ``each queen``, ``each 6``, ``each ♥``."""
    return f"each {singly(rank_or_suit)}"


def taken_out(pack: Pack) -> str:
    """What is to be taken out of a deck of 52: ``2♣ 2♦``, ``2 to 6, 7♣ 7♠``; "" when nothing is."""
    whole = [rank for rank in (*RANKS[1:], RANKS[0]) if rank not in pack.ranks]
    parts = []
    if len(whole) > 2 and whole == list(RANKS[1 : len(whole) + 1]):
        parts.append(f"{whole[0]} to {whole[-1]}")
    elif whole:
        parts.append(" ".join(whole))
    if pack.removed:
        parts.append(" ".join(card.face for card in pack.removed))
    return ", ".join(parts)
