"""How good a play of a trick game is, in which everybody avoids what costs."""

from companion.core.cards import Card, bare_card
from companion.core.commands import Play
from companion.core.family import PlayerView
from companion.games.tricks.engine import winning
from companion.games.tricks.state import TrickCard, TrickState
from companion.games.tricks.variant import TrickRules


def commands(view: PlayerView) -> tuple[tuple[Play, ...], ...]:
    """Return the plays of the hand that follow suit, of which nobody but the player knows."""
    led = view.state.led if view.rules.follow else None
    follows = [card for card in view.hand if led is not None and bare_card(card).suit == led]
    return (tuple(Play(card=card) for card in follows or view.hand),)


def value(view: PlayerView, play: Play, _after: TrickState) -> tuple[float, float, float]:
    """Return how good a play is, the largest being best; the parts count in this order.

    It is good to pay little for this trick; to be rid of what costs, on a trick that is another's;
    and to be rid of a high card if the trick is settled, else of a low one, above which others may
    still play.
    """
    rules: TrickRules = view.rules
    state: TrickState = view.state
    (text,) = play.all_cards
    card, costs = _plain(text), rules.round(state.round)
    trick = (*state.trick, TrickCard(view.seat, card))
    behind = len(state.players) - len(trick)
    height = rules.height(card)
    if winning(rules, trick).seat != view.seat:
        return 0.0, costs.by_card.get(card, 0), height
    is_last = all(player.cards <= 1 for player in state.players)
    lies = costs.trick + costs.first_trick * (state.number == 1) + costs.last_trick * is_last
    lies += sum(costs.by_card.get(laid.card, 0) for laid in trick)
    # The players behind throw their share of what costs and has not been played.
    left = sum(
        points
        for other, points in costs.by_card.items()
        if other not in state.played and other != card
    )
    thrown = left * behind / sum(player.cards for player in state.players)
    chance = _takes_it(rules, state, view, card, behind)
    return -chance * (lies + thrown), 0.0, -height if behind else height


def _takes_it(
    rules: TrickRules, state: TrickState, view: PlayerView, card: Card, behind: int
) -> float:
    """Return how likely nobody behind plays a higher card:
    each who has the suit plays any unseen one.
    """
    seen = {*state.played, *map(_plain, view.hand)}
    unseen = [
        other for other in rules.pack.cards() if other.suit == card.suit and other not in seen
    ]
    higher = sum(rules.height(other) > rules.height(card) for other in unseen)
    chance, seat = 1.0, view.seat
    for _ in range(behind):
        seat = state.next_seat(seat)
        if unseen and state.void_in(seat, card.suit) is None:
            chance *= 1 - higher / len(unseen)
    return chance


def _plain(text: str) -> Card:
    card = bare_card(text)
    return Card(card.rank, card.suit)
