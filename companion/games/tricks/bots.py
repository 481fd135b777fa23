"""The rating of plays in a trick game, in which every player avoids the cards that cost, and in a
game that the most points win takes those that bring points.
"""

from companion.core.cards import Card, bare_card
from companion.core.commands import Play
from companion.core.family import PlayerView
from companion.games.tricks.engine import choosable, points_taken, winning
from companion.games.tricks.state import TrickCard, TrickState, round_now
from companion.games.tricks.variant import TrickRules


def commands(view: PlayerView) -> tuple[tuple[Play, ...], ...]:
    """Return the plays that the rules allow the hand, which only its player knows."""
    fitting = choosable(view.rules, view.state, map(_plain, view.hand))
    return (tuple(Play(card=card) for card in view.hand if _plain(card) in fitting),)


def value(view: PlayerView, play: Play, _after: TrickState) -> tuple[float, float, float]:
    """Return the rating of a play; the largest is best, and earlier parts take precedence.

    A good play pays little for this trick. On another player's trick it gets rid of a card that
    costs. If the trick is decided, it gets rid of a high card, otherwise of a low one, which other
    players may still beat. In a round that brings points it keeps high cards, and trumps.
    """
    rules: TrickRules = view.rules
    state: TrickState = view.state
    (text,) = play.all_cards
    card, costs = _plain(text), round_now(rules, state)
    bad = 1 if rules.wins == "lowest" else -1
    trick = (*state.trick, TrickCard(view.seat, card))
    behind = len(state.players) - len(trick)
    height = rules.height(card) + len(rules.ranks) * (card.suit == costs.trump)
    if winning(rules, state, trick).seat != view.seat:
        brings = bad * costs.total < 0
        return 0.0, bad * costs.by_card.get(card, 0), -height if brings else height
    is_last = all(player.cards <= 1 for player in state.players)
    lies = sum(points_taken(costs, [laid.card for laid in trick], (state.number,), ended=is_last))
    # Estimate that the players behind add their share of the costs not yet played.
    left = sum(
        points
        for other, points in costs.by_card.items()
        if other not in state.played and other != card
    )
    thrown = left * behind / sum(player.cards for player in state.players)
    good = bad * (lies + thrown)
    return -_takes_it(view, trick, behind) * good, 0.0, -height if behind else height


def _takes_it(view: PlayerView, trick: tuple[TrickCard, ...], behind: int) -> float:
    """Return the probability that none of the players `behind` beats the last card of the trick.

    Each of them who has not shown a void is taken to play a random unseen card of the suit led.
    """
    rules: TrickRules = view.rules
    state: TrickState = view.state
    led = trick[0].card.suit
    seats = [(view.seat + place) % len(state.players) for place in range(1, behind + 1)]
    following = sum(state.void_in(seat, led) is None for seat in seats)
    seen = {*state.played, *map(_plain, view.hand)}
    unseen = [card for card in rules.pack.cards() if card.suit == led and card not in seen]
    beat = sum(
        winning(rules, state, (*trick, TrickCard(view.seat, card))).card == card for card in unseen
    )
    return (1 - beat / max(len(unseen), 1)) ** following


def _plain(text: str) -> Card:
    card = bare_card(text)
    return Card(card.rank, card.suit)
