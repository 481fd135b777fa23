"""Keys of a playable variant file that are often meant otherwise, each with a question."""

from collections.abc import Iterator

from companion.core.family import Content, Doubt
from companion.games.points.variant import PointsVariant
from companion.message import phrase


def doubts(variant: PointsVariant, _own: Content, _below: Content) -> Iterator[Doubt]:
    """Yield the doubts about a `variant`."""
    better = 1 if variant.wins == "highest" else -1
    for key in ("missed", "missed_each"):
        points = getattr(variant.bids, key, 0) or 0
        if points * better > 0:
            rewards = phrase("{n} rewards a missed bid: is that meant? Else write {other}")
            yield f"bids.{key}", rewards.filled(n=points, other=-points)
