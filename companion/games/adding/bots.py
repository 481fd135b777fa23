"""The rating of plays in an adding game.

The rating is based on a card's room: how far it brings a total at the target below the target. A
player saves cards with room for such a total, and makes the total high while holding such a card.
"""

from collections.abc import Iterator
from itertools import combinations, groupby

from companion.core.cards import bare_card
from companion.core.commands import Bust, Play, Step
from companion.core.family import PlayerView
from companion.games.adding.evaluate import total_after
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState

_LARGEST_SET = 4


def sets_of(hand: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield every set of two to four cards of one rank in a hand.

    >>> list(sets_of(("8H/1", "9D/1", "8S/1")))
    [('8H/1', '8S/1')]
    """
    for _rank, cards in groupby(sorted(hand, key=_rank_of), key=_rank_of):
        same = tuple(cards)
        for size in range(2, min(len(same), _LARGEST_SET) + 1):
            yield from combinations(same, size)


def commands(view: PlayerView) -> tuple[tuple[Step, ...], ...]:
    """Return every play of the hand, including sets, followed by the bust."""
    is_free = view.rules.sets and view.state.owed == 1
    plays = (
        *(Play(card=card) for card in view.hand),
        *(Play(cards=cards) for cards in (sets_of(view.hand) if is_free else ())),
    )
    return plays, (Bust(hand=view.hand) if view.hand else Bust(),)


def value(view: PlayerView, play: Play, after: AddingState) -> tuple[int, int, int]:
    """Return the rating of a play; the largest is best, and earlier parts take precedence.

    A good play knocks a player out. It spends the cards with the least room, which are the high
    ones. It leaves a high total if a remaining card can be played at the target, otherwise a low
    one.
    """
    rules: AddingRules = view.rules
    rooms = {card: _room(rules, card) for card in view.hand}
    stays = any(room >= 0 for card, room in rooms.items() if card not in play.all_cards)
    spent = max(rooms[card] for card in play.all_cards)
    toward = -after.total if rules.counts_down else after.total
    return after.named is not None, -spent, toward if stays else -toward


def _room(rules: AddingRules, card: str) -> int:
    """Return how far from the target a card can bring a total at the target. The result is
    negative if the card always goes over.
    """
    ways = rules.ways(rules.pack.named(rules.pack.read(card))) or ()
    totals = [
        total_after(rules, rules.target, (way,), value)
        for way in ways
        for value in way.change.offers
    ]
    return max(totals) - rules.target if rules.counts_down else rules.target - min(totals)


def _rank_of(card: str) -> str:
    return bare_card(card).rank
