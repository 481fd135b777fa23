"""Short texts for cards and packs, as players say them."""

from collections.abc import Iterator
from typing import Final

from companion.rules.cards import RANKS, SUIT_SIGNS, Pack

_SINGLY: Final = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", **SUIT_SIGNS}


def singly(rank_or_suit: str) -> str:
    """Return a card of a rank or a suit: ``queen``, ``6``, ``♥``.

    >>> singly("Q"), singly("H")
    ('queen', '♥')
    """
    return _SINGLY.get(rank_or_suit, rank_or_suit)


def each(rank_or_suit: str) -> str:
    """Return all cards of a rank or a suit: ``each queen``, ``each 6``, ``each ♥``.

    >>> each("Q"), each("H")
    ('each queen', 'each ♥')
    """
    return f"each {singly(rank_or_suit)}"


def taken_out(pack: Pack) -> str:
    """Return the cards to take out of a deck of 52: ``2♣ 2♦``, ``2 to 6, 7♣ 7♠``; "" for none."""
    whole = [rank for rank in (*RANKS[1:], RANKS[0]) if rank not in pack.ranks]
    parts = []
    if len(whole) > 2 and whole == list(RANKS[1 : len(whole) + 1]):
        parts.append(f"{whole[0]} to {whole[-1]}")
    elif whole:
        parts.append(" ".join(whole))
    if pack.removed:
        parts.append(" ".join(card.face for card in pack.removed))
    return ", ".join(parts)


def pack_changes(had: Pack | None, now: Pack) -> tuple[str, str]:
    """Return what to do with the cards before the next game, as headline and sentence; both "" for nothing.

    `had` is the pack on the table; None means a deck of 52 with the wanted jokers, if nobody knows.
    """
    lies = had or Pack(jokers=now.jokers)
    changes = [*_decks(lies, now), *_jokers(lies, now), *_removed(lies, now)]
    if len(changes) < 2:
        return changes[0] if changes else ("", "")
    said = "; ".join(f"{headline.lower()} {what}".strip() for headline, what in changes)
    return "The pack", said[:1].upper() + said[1:]


def _decks(had: Pack, now: Pack) -> Iterator[tuple[str, str]]:
    if now.decks > had.decks:
        yield "Two decks", ""
    elif now.decks < had.decks:
        yield "Take out", "the second deck"


def _jokers(had: Pack, now: Pack) -> Iterator[tuple[str, str]]:
    if now.jokers > had.jokers:
        yield "Put in", f"{now.jokers - had.jokers} jokers"
    elif now.jokers < had.jokers:
        yield "Take out", "the jokers" if not now.jokers else f"{had.jokers - now.jokers} jokers"


def _removed(had: Pack, now: Pack) -> Iterator[tuple[str, str]]:
    lacked, lacks = taken_out(had), taken_out(now)
    if lacks and lacks != lacked:
        yield "Take out", f"only {lacks}" if lacked else lacks
    elif lacked and not lacks:
        yield "Put back", lacked
