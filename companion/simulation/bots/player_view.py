"""The table as one player sees it, from which alone a bot decides."""

from typing import Literal

import msgspec

from companion.labels.codec import CardLabel
from companion.rules.cards import Card
from companion.rules.family import Rules, State
from companion.rules.points.state import PointsState
from companion.simulation.pack import Hands

Level = Literal["easy", "fair", "sharp"]
"""How well a bot plays."""


class PlayerView(msgspec.Struct, frozen=True):
    """The table as the player at `seat` sees it:
    their own `hand`, and what lies open for everybody.

    The `state` is the box's, which knows how many cards each player holds, and never which. The
    cards of the `hand` are texts as on stickers ("8H/1", "JK/1#2").
    """

    rules: Rules
    state: State
    seat: int
    hand: tuple[str, ...]


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
    if isinstance(state, PointsState) or state.phase == "game-over":
        return None
    return state.next_dealer if state.lit is None else state.lit
