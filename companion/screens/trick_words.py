"""What costs in a round, and what is taken out of the pack, in the few words that a display has room for."""

from itertools import groupby

from companion.rules.cards import RANKS, SUIT_SIGNS, SUITS, Card, Pack
from companion.rules.sentences import plural
from companion.rules.trick_rules import Round
from companion.rules.trick_state import TrickPlayer

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
        return f"each {SUIT_SIGNS[suits.pop()]}"
    if len(ranks) == 1 and len(suits) == len(SUITS):
        return f"each {plural(ranks.pop()).removesuffix('s')}"
    return " ".join(card.face for card in cards)


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


def round_cost(player: TrickPlayer) -> str:
    """What this round has brought a player: ``+45``."""
    return f"+{player.round_points}"
