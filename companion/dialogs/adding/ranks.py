"""The ring of ranks, from which a card is picked by key, and the cards already picked from it."""

from typing import Final

from companion.message import Message, Words, phrase, plural
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import JOKER, RANKS, Pack
from companion.text.cards import face, rank_face

NOT_HELD: Final = frozenset({"not-in-deck", "already-played", "not-drawn"})
"""Refusals of a card that no player holds."""


def ranks_of(rules: AddingRules) -> tuple[str, ...]:
    """Return the ranks of this pack in the order of the ring, the joker last."""
    return (*RANKS, JOKER) if rules.pack.jokers else RANKS


def faces_of(rules: AddingRules) -> tuple[Words, ...]:
    """Return the labels of the ring; the joker's is the word."""
    return tuple(rank_face(rank) for rank in ranks_of(rules))


def card_face(pack: Pack, text: str) -> Words:
    """Return a dialog's card as printed on it."""
    return face(pack.read(text))


def is_gathered(rules: AddingRules, card: str, cards: tuple[str, ...]) -> bool:
    """Return whether the pack has no such `card` beside the collected `cards`."""
    pack = rules.pack
    return pack.is_spent(
        pack.named(pack.read(card)), [pack.named(pack.read(other)) for other in cards]
    )


def gathered_already(rules: AddingRules, card: str, cards: tuple[str, ...]) -> Message:
    """Return why `card` cannot be added to the collected `cards`."""
    read = rules.pack.named(rules.pack.read(card))
    if read.suit is not None or read.number is not None:
        return phrase("{card} is here already", card=face(read))
    count = len(cards)
    if read.is_joker:
        return plural("There is only {n:d} joker", "There are only {n:d} jokers", count)
    return plural(
        "There is only {n:d} {rank}", "There are only {n:d} {rank}s", count, rank=face(read)
    )
