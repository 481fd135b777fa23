"""The rounds of a points game in words."""

from collections.abc import Iterator

from companion.rules.points.variant import PointsRound
from companion.text.language import gettext as _
from companion.text.variants import translated


def about_round(entry: PointsRound) -> Iterator[str]:
    """Yield the name of a round, and how much each point counts unless it is 1."""
    if entry.says:
        yield translated(entry.says)
    if entry.times != 1:
        yield _("each point counts {n}").format(n=entry.times)
