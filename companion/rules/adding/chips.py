"""The edits that are tried where the chips counted are not those of the box (docs/rules.md 1.7)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from companion.rules.adding.rules import AddingRules
from companion.rules.causes import Cause
from companion.rules.commands import Bust, Play, Set
from companion.rules.disagreement import Edit, Observed
from companion.rules.edits import Candidate
from companion.rules.events import Paid
from companion.rules.family import HistoryEntry, State

EARLIER: Final = 0.7
"""How likely it is that a bust was not paid, compared with the one after it."""
OF_BUSTS: Final[Mapping[Cause, float]] = {"bust-twice": 0.5, "bust-missed": 0.1}
"""How likely a bust was none, or was missed at some place,
compared with the last one not being paid.
"""
BY_HAND: Final = 0.01
"""How likely it is that nothing of it explains the chips, compared with the same."""


def of_everybody(seen: Observed, state: State) -> Observed:
    """Return what was seen; where only chips of players were, all others have those of the box."""
    held = {player.name: player.chips or 0 for player in state.players}
    if seen.total is not None or seen.turn is not None or held.keys().isdisjoint(seen.chips):
        return seen
    return replace(seen, chips=held | seen.chips)


def chip_edits(
    rules: AddingRules,
    counted: Sequence[HistoryEntry],
    place: int,
    edits: Iterable[Candidate],
    chips: Mapping[str, int],
) -> Iterator[Candidate]:
    """Yield those `edits` at `place` that are of busts;
    at the last place, that chips lie elsewhere.

    The `chips` were counted, those of a player by name, or of the "pot", which says nothing of who
    busted.
    """
    state = counted[-1].state
    if rules.chips is None:
        return
    for candidate in edits if any(state.seat_of(name) is not None for name in chips) else ():
        if candidate.edit.cause in OF_BUSTS:
            yield candidate._replace(likelihood=OF_BUSTS[candidate.edit.cause])
    if place == len(counted):
        yield from _paid(counted, chips)


def _paid(counted: Sequence[HistoryEntry], chips: Mapping[str, int]) -> Iterator[Candidate]:
    """Yield that a bust was not paid, or paid twice, the last one first; then that nobody knows.

    No other plays put right a chip that stayed where it was: the box takes what was counted.
    """
    state, likelihood = counted[-1].state, 1.0
    for place in range(len(counted) - 1, 0, -1):
        command, events = counted[place].command, counted[place].events
        paid = [event for event in events if isinstance(event, Paid)]
        for player, count in ((event.player, event.chips) for event in paid):
            held = state.chips_of(player)
            is_out = state.seat_of(player) not in state.seats_in
            back = Set(chips={player: held + count}, still_in={player: True} if is_out else {})
            more = Set(chips={player: max(held - count, 0)})
            entered = command if isinstance(command, Bust | Play) else None
            yield Candidate(
                Edit("chip-not-paid", place, player, entered, back), (back,), 0, likelihood
            )
            yield Candidate(
                Edit("chip-paid-twice", place, player, entered, more), (more,), 0, likelihood
            )
        likelihood *= EARLIER if paid else 1.0
    players = {name: count for name, count in chips.items() if state.seat_of(name) is not None}
    if players:
        now = Set(chips=players)
        edit = Edit("by-hand", len(counted), next(iter(players)), now=now)
        yield Candidate(edit, (now,), 0, BY_HAND)
