"""The game on the table as the pack follows it: one moment after the other, each retold once."""

from collections.abc import Sequence
from typing import Any

from companion.rules.adding.state import AddingState
from companion.rules.events import Played, Shielded, ToTrick
from companion.rules.family import HistoryEntry as TableMoment
from companion.rules.family import Rules, public_state
from companion.simulation.pack import TableState


class Story:
    """Retells a table's moments, and remembers those it has told: a long game stays quick.

    ::

        story = Story()
        moments = story.told(table.rules, table.moments)
    """

    def __init__(self) -> None:
        self._heard: list[TableMoment] = []
        self._told: list[TableState] = []

    def told(self, rules: Rules, moments: Sequence[TableMoment]) -> tuple[TableState, ...]:
        """The moments of a game under these `rules`, first deal first, as the pack follows them."""
        known = 0
        for heard, moment in zip(self._heard, moments, strict=False):
            if heard is not moment:
                break
            known += 1
        del self._heard[known:], self._told[known:]
        for moment in moments[known:]:
            self._heard.append(moment)
            self._told.append(_retold(rules, moment))
        return tuple(self._told)


def _retold(rules: Rules, moment: TableMoment) -> TableState:
    """Jokers are told apart by their stickers, which the state's public form leaves out."""
    state: dict[str, Any] = public_state(rules, moment.state)
    if isinstance(moment.state, AddingState):
        state["pile"] = tuple(card.sticker for card in moment.state.pile)
    return TableState(state, _passed(moment))


def _passed(moment: TableMoment) -> tuple[str, ...]:
    for event in moment.events:
        if isinstance(event, Shielded | ToTrick):
            return (event.card,)
        if isinstance(event, Played) and isinstance(moment.state, AddingState) and moment.state.call:
            return tuple(card.sticker for card in moment.state.call.cards)
    return ()
