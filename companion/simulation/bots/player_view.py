"""What a player sees of the table, and who has to move."""

from typing import Literal

from companion.core.cards import Card
from companion.core.family import PlayerView, Rules
from companion.core.seats import State
from companion.labels.codec import CardLabel
from companion.simulation.pack import Hands

Level = Literal["easy", "fair", "sharp"]
"""How well a bot plays."""


def view_of(rules: Rules, state: State, hands: Hands, seat: int) -> PlayerView:
    """Return what the player at `seat` sees: of all the `hands` only that player's own."""
    hand = tuple(sticker(card) for card in hands.seats[seat] if card is not None)
    return PlayerView(rules, state, seat, hand)


def sticker(card: CardLabel) -> str:
    """Return the card of a label as the box takes it in.

    >>> sticker(CardLabel("8", "H", 1))
    '8H/1'
    """
    return Card(card.rank, card.suit, card.deck, card.joker).sticker


def seat_to_act(state: State) -> int | None:
    """Return who has to play, to answer or to deal;
    None after a game, and where nobody plays cards.
    """
    if state.card_counts is None or state.phase == "game-over":
        return None
    return state.next_dealer if state.lit is None else state.lit
