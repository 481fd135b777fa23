"""How likely each thing is that may go wrong between a table and a box in a trick game.

These numbers are assumptions. They begin with the rates of docs/disagree.md, by which `make disagree` lets
things go wrong, and were tuned on the training seeds of that simulation. None was counted at a real table.
"""

import math
from collections.abc import Mapping
from typing import Final

from companion.rules.causes import Cause
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState

WEIGHTS: Final[Mapping[Cause, float]] = {
    "card-missed": 0.55,
    "card-twice": 0.12,
    "other-card": 0.2,
    "order": 0.2,
}
"""How likely each cause is at a place where it may have been one.

That is its rate of all that goes wrong, and more for what has mostly no consequence: two cards in the wrong
order, or another card.
"""

FURTHER_APART: Final = 0.3
"""How much less likely cards change places that lie one card further apart."""

SLIP: Final = 0.045
"""How likely the box is right, and the players are wrong about who acts next."""

LIGHT_UNSEEN: Final = 0.5
"""How often a wrong light at the seats passes without a word."""

ONLY_SUIT: Final = 0.03
"""How likely a leader holds nothing but the restricted suit, where the box has not asked."""


def follows(rules: TrickRules, state: TrickState, suit: str | None) -> float:
    """Return how many times likelier the player to act plays a card of that `suit` than by pure chance.

    Whoever can follow suit does. Of the cards that nobody has played yet each is as likely in a hand.
    """
    if state.led is None or state.turn is None:
        return 1.0
    unseen = rules.pack.size - len(state.played)
    removed = sum(card.suit == state.led for card in rules.pack.removed)
    gone = removed + sum(card.suit == state.led for card in state.played)
    of_suit = len(rules.pack.ranks) - gone
    others = unseen - of_suit
    if state.void_in(state.turn, state.led) is not None:
        void = 1.0
    else:
        hand = min(state.players[state.turn].cards, unseen)
        void = math.comb(others, hand) / math.comb(unseen, hand)
    share, of = (1.0 - void, of_suit) if suit == state.led else (void, others)
    return share * unseen / of if of else 0.0
