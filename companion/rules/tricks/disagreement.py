"""Searches what may have happened between a table and a box in a trick game (docs/disagree.md).

There is no total that people say. What they know is who acts next, and how many cards lie in the trick.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET

from companion.errors import Illegal
from companion.rules.cards import Card
from companion.rules.commands import New, Play, Repair, Step
from companion.rules.disagreement import Edit, Explanation, Observed
from companion.rules.family import HistoryEntry, Rules, State
from companion.rules.game import counting
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.rules.tricks.step import step

replace = msgspec.structs.replace

PLAYS_BACK: Final = 8
"""How many plays back something may have gone wrong."""

# These are assumptions, as those of the adding games are: nobody has counted at a table what goes wrong.
MISSED: Final = 0.5
TWICE: Final = 0.08
ORDER: Final = 0.1
"""How likely it is at one place that a card was missed, that nobody played it, or that it came too soon."""

FOLLOWS: Final = 5.0
"""How many times likelier a card of the led suit is than another one."""

LIGHT_UNSEEN: Final = 0.5
"""How often a wrong light at the seats passes without a word."""


class _Fault(NamedTuple):
    """One thing that may have gone wrong: `steps` stand in the place of the next `taken` entries."""

    edit: Edit
    steps: tuple[Step, ...]
    taken: int
    weight: float


def explain(
    rules: Rules, moments: Sequence[HistoryEntry], seen: Observed, out_of_time: Callable[[], bool]
) -> list[Explanation]:
    """Return what may explain that the players have `seen` something else than the box, the likeliest first.

    `out_of_time` is asked now and then; when it says so, what was found until then is returned. Nothing is
    returned where the box shows what the players have seen, or for another family.
    """
    if not isinstance(rules, TrickRules):
        return []
    counted = counting(moments)
    if _fits(_state(counted[-1]), seen):
        return []
    found: dict[object, Explanation] = {}
    for place in range(len(counted), _begin(counted) - 1, -1):
        for fault in _faults(rules, counted, place):
            mended = _mended(rules, counted, place, fault)
            if mended is not None and _fits(
                _state(mended[-1]) if mended else _state(counted[place - 1]), seen
            ):
                _keep(found, _explanation(counted, place, fault, mended))
        if out_of_time():
            break
    return sorted(found.values(), key=lambda one: -one.likelihood)


def _faults(rules: TrickRules, counted: Sequence[HistoryEntry], place: int) -> Iterator[_Fault]:
    """Yield what may have gone wrong at the entry at `place`, or before it."""
    before = _state(counted[place - 1])
    player = before.name_of(before.turn) or ""
    if before.phase == "play":
        unseen = _unseen(rules, counted, place)
        follows = [FOLLOWS if card.suit == before.led else 1.0 for card in unseen]
        for weight, card in sorted(zip(follows, unseen, strict=True), key=lambda pair: -pair[0]):
            now = Play(card=str(card))
            edit = Edit("card-missed", place, player, None, now, (card,))
            yield _Fault(edit, (now,), 0, MISSED * weight / sum(follows))
    if place == len(counted):
        return
    command = counted[place].command
    if not isinstance(command, Play):
        return
    yield _Fault(Edit("card-twice", place, player, command), (), 1, TWICE)
    after = counted[place + 1].command if place + 1 < len(counted) else None
    if isinstance(after, Play):
        first, second = _for_anybody(after), _for_anybody(command)
        yield _Fault(Edit("order", place, player, command, first), (first, second), 2, ORDER)


def _mended(
    rules: TrickRules, counted: Sequence[HistoryEntry], place: int, fault: _Fault
) -> tuple[HistoryEntry, ...] | None:
    """Return the entries from `place` on as they are in the mended game; None if one of them is illegal."""
    later = (entry.command for entry in counted[place + fault.taken :])
    state, entries = _state(counted[place - 1]), []
    for command in (*fault.steps, *later):
        if command is None or isinstance(command, New | Repair):
            return None
        judged = _for_anybody(command)
        try:
            state, events = step(rules, state, judged)
        except Illegal:
            return None
        entries.append(HistoryEntry(state, events, judged))
    return tuple(entries)


def _explanation(
    counted: Sequence[HistoryEntry], place: int, fault: _Fault, mended: tuple[HistoryEntry, ...]
) -> Explanation:
    likelihood = fault.weight
    entered = len(fault.steps) - fault.taken
    for number in range(place + fault.taken, len(counted) - 1):
        if _state(counted[number]).lit != _state(mended[number + entered - place]).lit:
            likelihood *= LIGHT_UNSEEN
    steps = tuple(entry.command for entry in mended if isinstance(entry.command, Step))
    repair = Repair(back=len(counted) - place, steps=steps, why=fault.edit.cause)
    state = _state(mended[-1]) if mended else _state(counted[place - 1])
    return Explanation((fault.edit,), repair, state, mended, likelihood=likelihood)


def _keep(found: dict[object, Explanation], new: Explanation) -> None:
    """Keep an explanation, as one with another that differs from it in nothing but the card missed."""
    edit, state = new.edits[0], new.state
    if not isinstance(state, TrickState):
        raise TypeError("a trick game has states of its own")
    same = (edit.cause, edit.place, state.turn, state.phase, state.broken, state.players, len(state.trick))
    old = found.get(same)
    if old is None:
        found[same] = new
        return
    alike = replace(old.edits[0], alike=(*old.edits[0].alike, *edit.alike))
    found[same] = replace(old, edits=(alike,), likelihood=old.likelihood + new.likelihood)


def _fits(state: TrickState, seen: Observed) -> bool:
    turn = seen.turn is None or state.lit == seen.turn
    return turn and (seen.trick is None or len(state.trick) == seen.trick)


def _unseen(rules: TrickRules, counted: Sequence[HistoryEntry], place: int) -> list[Card]:
    """Return the cards that nobody has played in the round of the entry before `place`."""
    round_number = _state(counted[place - 1]).round
    last = [state for entry in counted if (state := _state(entry)).round == round_number][-1]
    return [card for card in rules.pack.cards() if card not in last.played]


def _begin(counted: Sequence[HistoryEntry]) -> int:
    """Return where the last plays begin in which something may have gone wrong."""
    plays = 0
    for back in range(len(counted) - 1, 0, -1):
        command = counted[back].command
        if command is None or isinstance(command, New):
            return back + 1
        plays += isinstance(command, Play)
        if plays == PLAYS_BACK:
            return back
    return 1


def _for_anybody(command: Step) -> Step:
    """Return a command without the name of the player to act: in a mended game it may be another one."""
    return replace(command, player=UNSET) if isinstance(command, Play) else command


def _state(entry: HistoryEntry) -> TrickState:
    state: State = entry.state
    if not isinstance(state, TrickState):
        raise TypeError("a trick game has states of its own")
    return state
