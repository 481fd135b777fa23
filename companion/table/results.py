"""The results of hands, rounds and games."""

from collections.abc import Sequence
from typing import Final

from companion.rules.family import HistoryEntry, State
from companion.rules.game import counting
from companion.table.lines import DealResult
from companion.table.names import Names

_OVER: Final = frozenset({"hand-over", "round-over", "game-over"})


def deal_result(moments: Sequence[HistoryEntry], state: State, ids: Names) -> DealResult | None:
    """Return the result of the hand, round or game that ends with the `state` after these `moments`.

    It is None if none ends with it. `ids` leads from the names of all players to their ids.
    """
    last = moments[-1].state
    if state.phase not in _OVER or (last.phase, last.deal_number) == (state.phase, state.deal_number):
        return None
    states = [moment.state for moment in counting(moments)]
    earlier = (one for one in reversed(states) if one.deal_number < state.deal_number)
    had, counts = _counted(next(earlier, states[0]), ids), _counted(state, ids)
    changes = {person: now - had.get(person, 0) for person, now in counts.items()}
    losers = tuple(ids[state.players[seat].name] for seat in state.losers)
    return DealResult(state.deal_number, counts, changes, losers)


def _counted(state: State, ids: Names) -> dict[str, int]:
    """Return the points of all players, or their chips in a game without points."""
    return {
        ids[player.name]: (player.chips or 0) if player.points is None else player.points
        for player in state.players
    }
