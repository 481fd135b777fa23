"""Describes what costs in a round, in as few characters as a display shows."""

from companion.rules.cards import SUITS, parse_card
from companion.rules.tricks.rules import Round
from companion.rules.tricks.state import TrickPlayer
from companion.text.cards import each, face_of

LONGEST = 20
"""Maximum characters of the text beside the number of the round."""

_ONE_BY_ONE = ("each ", "first ", "last ")


def what_costs(costs: Round) -> str:
    """Return what costs: ``K♠ costs 100``, ``each ♥ costs 10``; for a long list only that cards cost."""
    if costs.says:
        return costs.says
    things = _things(costs)
    if len(things) == 1:
        what, points = things[0]
        for one in (f"{what} {_cost(what)} {points}", f"{what} {points}"):
            if len(one) <= LONGEST:
                return one
        return f"{len(costs.cards)} cards cost"
    briefly = ", ".join(f"{what} {points}" for what, points in things)
    return briefly if len(briefly) <= LONGEST else f"{len(things)} things cost"


def _cost(what: str) -> str:
    return "cost" if " " in what and not what.startswith(_ONE_BY_ONE) else "costs"


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
    things += [(_cards(key), str(points)) for key, points in costs.named.items()]
    return [*things, ("all", f"+{costs.sweep}")] if costs.sweep else things


def _cards(key: str) -> str:
    """Return a key of a variant's ``cards`` for display: ``each ♥``, ``each queen``, ``K♠``, ``J♥ J♦ J♣``."""
    cards = key.split()
    if len(cards) == 1 and (key in SUITS or parse_card(key).suit is None):
        return each(key if key in SUITS else parse_card(key).rank)
    return " ".join(face_of(card) for card in cards)


def round_cost(player: TrickPlayer) -> str:
    """Return the points that this round has cost a player so far: ``+45``."""
    return f"+{player.round_points}"
