"""Searches what may have happened where the chips counted are not those of the box (docs/rules.md 1.7).

The rules let nobody bust without paying, so that no other plays put right a chip that stayed where it was:
the box takes what was counted, against the pot, and the journal keeps why.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from companion.errors import Illegal
from companion.rules.adding.explanations import explain
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.causes import Cause
from companion.rules.commands import POT, Bust, Play, Repair, Set
from companion.rules.disagreement import Edit, Explanation, Observed
from companion.rules.events import Paid
from companion.rules.family import HistoryEntry
from companion.rules.game import counting, repaired

EARLIER: Final = 0.7
"""How likely it is that a bust was not paid, compared with the one after it."""

NO_BUST: Final = 0.5
"""How likely it is that there was a bust less or more, compared with the last one not being paid."""

BY_HAND: Final = 0.01
"""How likely it is that nothing of it explains the difference, compared with the same."""


def explain_chips(
    rules: AddingRules, moments: Sequence[HistoryEntry], chips: Mapping[str, int]
) -> list[Explanation]:
    """Return what may explain that so many `chips` were counted, the likeliest first.

    A key is the name of a player, or "pot". A bust of this game may not have been paid, or paid twice; one
    may not have been entered, or may be none. The last explanation is that nobody knows: the chips of the
    players are set by hand against the pot. Nothing is returned where the box has what was counted.
    """
    counted = counting(moments)
    state = counted[-1].state
    if rules.chips is None or not isinstance(state, AddingState) or _has(state, chips):
        return []
    found = [
        *_not_as_paid(rules, counted, state, chips),
        *_one_bust_more_or_less(rules, moments, state, chips),
        *_by_hand(rules, counted, state, chips),
    ]
    return sorted(found, key=lambda one: -one.likelihood)


def _chips_of(state: AddingState, name: str) -> int:
    """Return the chips of a player; of the pot, unless a player is called so."""
    seat = state.seat_of(name)
    if seat is None:
        return state.pot if name == POT else 0
    return state.players[seat].chips or 0


def _has(state: AddingState, chips: Mapping[str, int]) -> bool:
    return all(_chips_of(state, name) == count for name, count in chips.items())


def _not_as_paid(
    rules: AddingRules, counted: Sequence[HistoryEntry], state: AddingState, chips: Mapping[str, int]
) -> Iterator[Explanation]:
    """Yield that a player did not pay for a bust, or paid twice, from the last bust of the game on."""
    likelihood = 1.0
    for place in range(len(counted) - 1, 0, -1):
        entry = counted[place]
        payments = [event for event in entry.events if isinstance(event, Paid)]
        for paid in payments:
            player = paid.player
            for cause, times in _FAULTS:
                more = times * paid.chips
                now = Set(
                    chips={player: max(_chips_of(state, player) + more, 0)},
                    still_in=_back(state, player, more),
                )
                was = entry.command if isinstance(entry.command, Bust | Play) else None
                edit = Edit(cause, place, player, was=was, now=now)
                explained = _explained(rules, counted, edit, now, likelihood)
                if explained is not None and _has_now(explained, chips):
                    yield explained
        likelihood *= EARLIER if payments else 1.0


def _back(state: AddingState, player: str, more: int) -> dict[str, bool]:
    """Return that a player who went out with the last chips is in again, if these were not paid."""
    seat = state.seat_of(player)
    is_out = seat is not None and not state.players[seat].still_in
    return {player: True} if is_out and more > 0 else {}


_FAULTS: Final[tuple[tuple[Cause, int], ...]] = (("chip-not-paid", 1), ("chip-paid-twice", -1))
"""What may have happened with the chips of a bust, and how often the player has these too many."""


def _one_bust_more_or_less(
    rules: AddingRules, moments: Sequence[HistoryEntry], state: AddingState, chips: Mapping[str, int]
) -> Iterator[Explanation]:
    """Yield the repairs of the last plays that put a bust in, or take one out."""
    all_chips = {player.name: player.chips or 0 for player in state.players}
    wanted = all_chips | {name: count for name, count in chips.items() if name in all_chips}
    if wanted != all_chips:
        for explained in explain(rules, moments, Observed(chips=wanted)):
            causes = [edit.cause for edit in explained.edits]
            if causes in (["bust-missed"], ["bust-twice"]) and _has_now(explained, chips):
                yield replace(explained, likelihood=NO_BUST)


def _by_hand(
    rules: AddingRules, counted: Sequence[HistoryEntry], state: AddingState, chips: Mapping[str, int]
) -> Iterator[Explanation]:
    players = {name: count for name, count in chips.items() if state.seat_of(name) is not None}
    if players:
        now = Set(chips=players)
        edit = Edit("by-hand", len(counted), next(iter(players)), now=now)
        if (explained := _explained(rules, counted, edit, now, BY_HAND)) is not None:
            yield explained


def _explained(
    rules: AddingRules, counted: Sequence[HistoryEntry], edit: Edit, now: Set, likelihood: float
) -> Explanation | None:
    """Return the explanation that sets chips by hand; None where they may not be set."""
    repair = Repair(back=0, steps=(now,), why=edit.cause)
    try:
        entry = repaired(rules, counted, repair)
    except Illegal:
        return None
    return Explanation((edit,), repair, entry.state, entry.mended, likelihood=likelihood)


def _has_now(explained: Explanation, chips: Mapping[str, int]) -> bool:
    return isinstance(explained.state, AddingState) and _has(explained.state, chips)
