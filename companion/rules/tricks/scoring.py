"""The cost of tricks and rounds, and the possible points of a round (docs/rules.md section 6)."""

from collections.abc import Sequence

from companion.errors import Illegal
from companion.rules.miscount import Miscount
from companion.rules.refusals import BadSum
from companion.rules.tricks.rules import Round, TrickRules
from companion.rules.tricks.state import TrickCard, TrickState


def winning(rules: TrickRules, trick: Sequence[TrickCard]) -> TrickCard:
    """Return the card that takes a trick so far: the highest of the led suit."""
    best = trick[0]
    for laid in trick[1:]:
        if laid.card.suit == best.card.suit and rules.height(laid.card) > rules.height(best.card):
            best = laid
    return best


def cost_of_trick(
    costs: Round, trick: Sequence[TrickCard], *, is_first: bool, is_last: bool
) -> int:
    """Return the cost of taking a complete trick; the last one is the one that ends the round."""
    cards = sum(costs.cards.get(laid.card, 0) for laid in trick)
    return costs.trick + cards + is_first * costs.first_trick + is_last * costs.last_trick


def is_over(rules: TrickRules, state: TrickState) -> bool:
    """Return whether the round ends with the current trick, which is complete."""
    costs = rules.round(state.round)
    if len(state.played) >= rules.pack.size:
        return True
    return costs.ends == "last card" and costs.cards.keys() <= set(state.played)


def swept(costs: Round, points: Sequence[int]) -> int | None:
    """Return the seat that has everything that costs in a round with a sweep, else None."""
    if not costs.sweep:
        return None
    return next((seat for seat, paid in enumerate(points) if paid == costs.total), None)


def check_points(costs: Round, points: Sequence[int]) -> None:
    """Check that the players can have paid these `points`, in seat order, in a round.

    Raises:
        Illegal: ``bad-sum`` with what is `missing`, 0 if the sum is right but the points are
            impossible.
    """
    due = due_of(costs, points)
    missing = due - sum(points)
    all_of_it = due != costs.total
    if (
        missing
        or min(points) < 0
        or not (all_of_it or all(paid % costs.step == 0 for paid in points))
    ):
        raise Illegal(BadSum(missing, due, costs.step, tuple(points)))


def due_of(costs: Round, points: Sequence[int]) -> int:
    """Return the sum that the points must have, including the sweep if one player has all of it."""
    paying = [paid for paid in points if paid]
    if costs.sweep and len(paying) == 1 and paying[0] >= costs.total:
        return costs.total + costs.sweep
    return costs.total


def cost_so_far(rules: TrickRules, state: TrickState) -> int:
    """Return the cost of this round's tricks so far, worked out from the cards alone.

    It excludes the sweep and penalties.
    """
    costs = rules.round(state.round)
    if state.quick:
        return costs.total
    cards_taken = state.played[: len(state.played) - len(state.trick)]
    tricks = state.number - 1
    ended = state.phase != "play"
    return (
        costs.trick * tricks
        + sum(costs.cards.get(card, 0) for card in cards_taken)
        + (tricks > 0) * costs.first_trick
        + ended * costs.last_trick
    )


def miscounted_points(rules: TrickRules, state: TrickState) -> Miscount | None:
    """Return what does not add up in cards, tricks and points, or None."""
    cards = sum(player.cards for player in state.players) + len(state.played)
    if cards != rules.pack.size:
        return Miscount("cards", cards, rules.pack.size)
    tricks = sum(player.tricks for player in state.players)
    finished = state.number - 1
    if tricks != finished:
        return Miscount("tricks", tricks, finished)
    costs = rules.round(state.round)
    paid = [player.round_points - player.penalty for player in state.players]
    due = cost_so_far(rules, state)
    if state.phase != "play" and due == costs.total:
        due = due_of(costs, paid)
    if sum(paid) != due:
        return Miscount("points", sum(paid), due)
    before = sum(player.points - player.round_points for player in state.players)
    if before != state.settled:
        return Miscount("points before", before, state.settled)
    return None
