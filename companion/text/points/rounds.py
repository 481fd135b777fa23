"""The rounds of a points game in words."""

from collections.abc import Iterator, Sequence

from companion.message import Words, phrase
from companion.rules.points.variant import PointsRound
from companion.text.numbers import either, figure
from companion.text.variants import said_by_author


def about_round(entry: PointsRound | None) -> Iterator[Words]:
    """Yield the name of a round, and how much each point counts unless it is 1;
    nothing of no round.
    """
    if entry is None:
        return
    if entry.says:
        yield said_by_author(entry.says)
    if counts := points_count(entry.times):
        yield counts


def points_count(times: int) -> Words:
    """Return how much each point counts; "" if it is 1."""
    return "" if times == 1 else phrase("each point counts {n}", n=times)


def points_add_up(sums: Sequence[int]) -> Words:
    """Return what the points of a round add up to; "" if that may be anything."""
    if not sums:
        return ""
    return phrase("its points add up to {sums}", sums=either([figure(number) for number in sums]))
