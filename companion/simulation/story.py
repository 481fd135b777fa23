"""The game on the table as the pack follows it: one moment after the other, each retold once."""

from collections.abc import Sequence
from typing import Any

from companion.rules.events import Played, Shielded
from companion.rules.game import Moment as TableMoment
from companion.rules.state import public_state
from companion.simulation.pack import Moment


class Story:
    """Retells a table's moments, and remembers those it has told: a long game stays quick.

    ::

        story = Story()
        moments = story.told(table.rules.variant, table.moments)
    """

    def __init__(self) -> None:
        self._variant = ""
        self._heard: list[TableMoment] = []
        self._told: list[Moment] = []

    def told(self, variant: str, moments: Sequence[TableMoment]) -> tuple[Moment, ...]:
        """The moments of a game of `variant`, first deal first, as the pack follows them."""
        known = 0
        if variant == self._variant:
            for heard, moment in zip(self._heard, moments, strict=False):
                if heard is not moment:
                    break
                known += 1
        self._variant = variant
        del self._heard[known:], self._told[known:]
        for moment in moments[known:]:
            self._heard.append(moment)
            self._told.append(_retold(variant, moment))
        return tuple(self._told)


def _retold(variant: str, moment: TableMoment) -> Moment:
    """Jokers are told apart by their stickers, which the state's public form leaves out."""
    pile = tuple(card.sticker for card in moment.state.pile)
    state: dict[str, Any] = public_state(variant, moment.state) | {"pile": pile}
    return Moment(state, _passed(moment))


def _passed(moment: TableMoment) -> tuple[str, ...]:
    for event in moment.events:
        if isinstance(event, Shielded):
            return (event.card,)
        if isinstance(event, Played) and moment.state.call is not None:
            return tuple(card.sticker for card in moment.state.call.cards)
    return ()
