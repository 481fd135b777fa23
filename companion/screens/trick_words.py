"""What costs in a round, in the few words that a display has room for."""

from itertools import groupby

from companion.rules.cards import SUITS, Card
from companion.rules.trick_rules import Round
from companion.rules.trick_state import TrickPlayer
from companion.rules.trick_words import each

LONGEST = 20
"""Signs for what costs beside the number of the round."""


def what_costs(costs: Round) -> str:
    """What costs in a round: ``K♠ costs 100``, ``each ♥ costs 10``; of many things, only that they cost."""
    if costs.says:
        return costs.says
    things = _things(costs)
    if len(things) == 1:
        return " costs ".join(things[0])
    briefly = ", ".join(f"{what} {points}" for what, points in things)
    return briefly if len(briefly) <= LONGEST else f"{len(things)} things cost"


def _things(costs: Round) -> list[tuple[str, str]]:
    things = [
        (what, str(points))
        for what, points in (
            ("each trick", costs.trick),
            ("first trick", costs.first_trick),
            ("last trick", costs.last_trick),
        )
        if points
    ]
    by_points = sorted(costs.cards.items(), key=lambda cost: -cost[1])
    for points, cards in groupby(by_points, key=lambda cost: cost[1]):
        things.append((_cards([card for card, _ in cards]), str(points)))
    return things


def _cards(cards: list[Card]) -> str:
    """Cards as one says them: ``K♠``, ``each ♥``, ``each queen``, else the faces."""
    ranks, suits = {card.rank for card in cards}, {str(card.suit) for card in cards}
    if len(cards) == 1:
        return cards[0].face
    if len(suits) == 1 and len(ranks) > 4:
        return each(suits.pop())
    if len(ranks) == 1 and len(suits) == len(SUITS):
        return each(ranks.pop())
    return " ".join(card.face for card in cards)


def round_cost(player: TrickPlayer) -> str:
    """What this round has brought a player: ``+45``."""
    return f"+{player.round_points}"
