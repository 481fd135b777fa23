"""The rating of plays in a trick game, in which every player avoids the cards that cost, and in a
game that the most points win takes those that bring points.
"""

from companion.core.cards import Card, bare_card
from companion.core.commands import Play
from companion.core.family import PlayerView
from companion.games.tricks.engine import points_taken, winning
from companion.games.tricks.state import TrickCard, TrickState
from companion.games.tricks.variant import TrickRules


def commands(view: PlayerView) -> tuple[tuple[Play, ...], ...]:
    """Return the plays that follow suit. Only the player knows their hand, so this needs a view."""
    led = view.state.led if view.rules.follow else None
    follows = [card for card in view.hand if led is not None and bare_card(card).suit == led]
    return (tuple(Play(card=card) for card in follows or view.hand),)


def value(view: PlayerView, play: Play, _after: TrickState) -> tuple[float, float, float]:
    """Return the rating of a play; the largest is best, and earlier parts take precedence.

    A good play pays little for this trick. On another player's trick it gets rid of a card that
    costs. If the trick is decided, it gets rid of a high card, otherwise of a low one, which other
    players may still beat.
    """
    rules: TrickRules = view.rules
    state: TrickState = view.state
    (text,) = play.all_cards
    card, costs = _plain(text), rules.round(state.round)
    bad = 1 if rules.wins == "lowest" else -1
    trick = (*state.trick, TrickCard(view.seat, card))
    behind = len(state.players) - len(trick)
    height = rules.height(card)
    if winning(rules, costs.trump, trick).seat != view.seat:
        return 0.0, bad * costs.by_card.get(card, 0), height
    is_last = all(player.cards <= 1 for player in state.players)
    cards = [laid.card for laid in trick]
    lies = sum(points_taken(costs, cards, (state.number,), ended=is_last))
    # Estimate that the players behind add their share of the costs not yet played.
    left = sum(
        points
        for other, points in costs.by_card.items()
        if other not in state.played and other != card
    )
    thrown = left * behind / sum(player.cards for player in state.players)
    chance = _takes_it(rules, state, view, card, behind)
    return -chance * bad * (lies + thrown), 0.0, -height if behind else height


def _takes_it(
    rules: TrickRules, state: TrickState, view: PlayerView, card: Card, behind: int
) -> float:
    """Return the probability that no player behind plays a higher card. Each player who may have
    the suit is taken to play a random unseen card of it.
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
