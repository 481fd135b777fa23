"""What the players say of the table where it differs from the box, and what may explain it.

Nothing here knows a screen, or how the search goes (`companion.rules.explain`).
"""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from companion.rules.cards import Card
from companion.rules.causes import Cause
from companion.rules.commands import Repair, Step
from companion.rules.family import HistoryEntry, Rules, State


class Observed(msgspec.Struct, frozen=True):
    """What the players know: the `total` on the table, and the seat `turn` that acts next.

    Either is None where nobody is sure. The `chips` of a player by name, or of the "pot", are what
    was counted; where they alone are known, only busts and their chips are searched. In a trick
    game there is no total; `trick` is how many cards lie in the trick in progress, or None.
    """

    total: int | None = None
    turn: int | None = None
    chips: dict[str, int] = {}
    trick: int | None = None

    def fits(self, state: State) -> bool:
        """Return whether a game stands as the players say."""
        return (
            self.total in {None, state.total}
            and self.turn in {None, state.lit}
            and self.trick in {None, state.cards_in_trick}
            and all(state.chips_of(name) == count for name, count in self.chips.items())
        )


class Edit(msgspec.Struct, frozen=True):
    """One thing that may have gone wrong, at the play `place` of the moments that count.

    `entered` is the command that was entered there, None where one is put in; `now` is what was
    done at the table, None where the entry is taken out. `player` is whose play it is in the mended
    game, or whose it was if it is taken out. `alike` are the cards that would do the same in place
    of the one that is put in, the likeliest first: where they are of several ranks the players have
    to say which it was.
    """

    cause: Cause
    place: int
    player: str
    entered: Step | None = None
    now: Step | None = None
    alike: tuple[Card, ...] = ()


class Explanation(msgspec.Struct, frozen=True):
    """What may have happened, the `repair` that puts it right, and the mended `state`.

    Without `edits` the box is right and the players are not: a slip, with nothing to repair.
    `mended` are the entries that the repair puts in the place of others. `likelihood` orders
    explanations of one search; it is no probability.
    """

    edits: tuple[Edit, ...]
    repair: Repair | None
    state: State
    mended: tuple[HistoryEntry, ...] = ()
    likelihood: float = 0.0


Search = Callable[[Rules, Sequence[HistoryEntry], Observed, Callable[[], bool]], list[Explanation]]
"""Finds what may explain what the players observed; the last argument says when its time is up."""

CLEAR: Final = 0.9
"""The share of all likelihood at which the explanations that are shown are enough."""


def seat_decides(found: Sequence[Explanation], count: int) -> bool:
    """Return whether the players should say who acts next,
    if the first `shown` explanations are shown.

    It decides if explanations lead to different players, and those that are not shown are too
    likely.
    """
    if len({explanation.state.lit for explanation in found}) < 2:
        return False
    return sum(explanation.likelihood for explanation in found[:count]) < CLEAR * sum(
        explanation.likelihood for explanation in found
    )
