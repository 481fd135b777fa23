"""How good a play of an adding game is.

What counts is the room that a card leaves when the total stands at the target: a card with room to
spare is kept for then, and whoever holds one makes the total tight for the others.
"""

from collections.abc import Iterator
from itertools import combinations, groupby

from companion.core.cards import bare_card
from companion.core.commands import Bust, Play, Step
from companion.core.family import PlayerView
from companion.games.adding.effects import offers
from companion.games.adding.evaluate import effects_of, total_after
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
    """Return every play of the hand, also of sets, and after these the bust."""
    is_free = view.rules.sets and view.state.owed == 1
    plays = (
        *(Play(card=card) for card in view.hand),
        *(Play(cards=cards) for cards in (sets_of(view.hand) if is_free else ())),
    )
    return plays, (Bust(hand=view.hand) if view.hand else Bust(),)


def value(view: PlayerView, play: Play, after: AddingState) -> tuple[int, int, int]:
    """Return how good a play is, the largest being best; the parts count in this order.

    It is good to knock somebody out; to spend the cards with the least room, which are the high
    ones; and to make a high total for the others if a card is left that can be played at the
    target, else a low one.
    """
    rules: AddingRules = view.rules
    rooms = {card: _room(rules, card) for card in view.hand}
    stays = any(room >= 0 for card, room in rooms.items() if card not in play.all_cards)
    spent = max(rooms[card] for card in play.all_cards)
    return after.named is not None, -spent, after.total if stays else -after.total


def _room(rules: AddingRules, card: str) -> int:
    """Return how far below the target a card can bring a total that stands there;
    below 0 it goes over.
    """
    effects = effects_of(rules, (rules.pack.named(rules.pack.read(card)),))
    totals = (
        total_after(rules, rules.target, effects, value) for value in offers(effects[0].change)
    )
    return rules.target - min(totals)


def _rank_of(card: str) -> str:
    return bare_card(card).rank
