"""What a round brings each side, if the players enter its winners and one amount, or bids."""

from collections.abc import Collection

from msgspec import UNSET

from companion.core.refusals import BadAmount, BadField
from companion.errors import Illegal
from companion.games.points.variant import Bids, PointsVariant
from companion.message import phrase


def points_of_winners(
    rules: PointsVariant, sides: int, won: Collection[int], amount: int
) -> tuple[int, ...]:
    """Return the points of each of the `sides`, numbered from 0, of which those in `won` win.

    docs/reference/rules.md section 9.2 defines them.

    Raises:
        Illegal: ``bad-field`` if no side wins or nobody is left to pay, ``bad-amount`` if the
            amount cannot be shared out evenly.
    """
    lost = sides - len(won)
    if not won:
        raise Illegal(BadField("winners", phrase("nobody is named: write who has won")))
    if rules.losers == "pay" and not lost:
        why = phrase("nobody is left to pay: leave out who has lost")
        raise Illegal(BadField("winners", why))
    for_winner, for_loser = amount, -amount if rules.losers == "pay" else 0
    if rules.solo is not None and sides > 2 and len(won) == 1:
        for_winner, for_loser = rules.solo * amount, rules.solo * for_loser
        for_loser = _share(for_loser, lost)
    elif rules.losers == "pay":
        if rules.solo is not None and sides > 2 and lost == 1:
            for_loser *= rules.solo
        for_winner = _share(-for_loser * lost, len(won))
    return tuple(for_winner if side in won else for_loser for side in range(sides))


def points_of_bid(bids: Bids, bid: int, tricks: int) -> int:
    """Return the points of a side that took so many `tricks`.

    >>> points_of_bid(Bids(made=20, each=10, missed=-10), 2, 2)
    40
    >>> spades = Bids(each=10, over=1, missed_each=-10)
    >>> points_of_bid(spades, 4, 6), points_of_bid(spades, 4, 3)
    (42, -40)
    """
    more = tricks - bid
    if more == 0 or (more > 0 and bids.over is not UNSET):
        return bids.made + bids.each * bid + (bids.over or 0) * more
    return bids.missed * abs(more) + (bids.missed_each or 0) * bid


def _share(points: int, among: int) -> int:
    """Return an equal share of points among sides; raise ``bad-amount`` if there is a rest."""
    share, rest = divmod(points, among)
    if rest:
        raise Illegal(BadAmount(abs(points), among))
    return share
