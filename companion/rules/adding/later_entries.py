"""Judges the last entries of an adding game again, where something before them is mended."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import UNSET

from companion.errors import Illegal
from companion.rules.adding.likelihood import CHOICE_KEPT, LIGHT_UNSEEN, TOTAL_UNHEARD
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.adding.step import step
from companion.rules.commands import Accept, Bust, New, Play, Repair, Shield, Step
from companion.rules.family import HistoryEntry, State
from companion.rules.refusals import ChoiceNeeded

replace = msgspec.structs.replace

PLAYS_BACK: Final = 9
"""How many plays back something may have gone wrong: with eight right ones after it."""

ENTRIES_BACK: Final = 14
"""How many entries back that may be, with busts and all else between the plays."""

CHOICES: Final = 4
"""A choice among more other values than these is taken to be the one that the box took."""


class LaterEntries:
    """The last entries that count, place by place.

    `commands` are what was entered, without the names of the players. `states` are those of the box: before
    the first command, and after each. `new` is the command that began the game, if it stands just before.

    Args:
        rules: those of the game.
        counted: the moments of the game that count; `first` of them is the first place.
    """

    def __init__(self, rules: AddingRules, counted: Sequence[HistoryEntry]) -> None:
        self.rules = rules
        self.first = _begin(counted)
        begun = counted[self.first - 1].command
        self.new = begun if isinstance(begun, New) else None
        stretch = counted[self.first - 1 :]
        self.states = [entry.state for entry in stretch if isinstance(entry.state, AddingState)]
        self.commands = [
            _for_anybody(entry.command)
            for entry in stretch[1:]
            if entry.command is not None and not isinstance(entry.command, New | Repair)
        ]
        self._kept = [state.value_taken for state in self.states[1:]]
        self._play_follows = [
            any(isinstance(command, Play) for command in self.commands[place:])
            for place in range(len(self.states))
        ]

    def again(
        self, state: AddingState, place: int
    ) -> Iterator[tuple[tuple[HistoryEntry, ...], AddingState, float]]:
        """Judge the entry at `place` in a mended game, in each way it may have been meant.

        Yields what it makes, and how likely it was meant that way.
        """
        command = self.commands[place]
        answers = isinstance(command, Accept | Shield)
        if state.phase == "shield" and not answers:
            # The box did not ask for the shield, since in its game nobody could show it.
            for answer, _ in self.judged(state, Accept(), None):
                for entry, factor in self.judged(adding_state(answer.state), command, self._kept[place]):
                    yield (answer, entry), adding_state(entry.state), factor
            return
        if state.phase != "shield" and isinstance(command, Accept):
            yield (), state, 1.0  # the box asked for a shield that nobody could show any more
            return
        for entry, factor in self.judged(state, command, self._kept[place]):
            yield (entry,), adding_state(entry.state), factor

    def judged(
        self, state: AddingState, command: Step, kept: int | None
    ) -> Iterator[tuple[HistoryEntry, float]]:
        """Yield what a command makes of a state, with each choice where one comes up; nothing if illegal.

        `kept` is the value that the box has taken.
        """
        try:
            after, events = step(self.rules, state, command)
        except Illegal as illegal:
            refusal = illegal.refusal
        else:
            yield HistoryEntry(after, events, command), 1.0
            return
        if not isinstance(refusal, ChoiceNeeded) or not isinstance(command, Play):
            return
        others = [value for value in refusal.options if value != kept]
        values = [] if kept is None or len(others) == len(refusal.options) else [(kept, CHOICE_KEPT)]
        if len(others) <= CHOICES:
            rest = 1.0 - sum(share for _, share in values)
            values += [(value, rest / len(others)) for value in others]
        for value, share in values:
            valued = replace(command, value=value)
            after, events = step(self.rules, state, valued)
            yield HistoryEntry(after, events, valued), share

    def kept_near(self, place: int, command: Step) -> int | None:
        """Return the value that the box has taken for a command entered at `place`, or just after."""
        return next(
            (
                kept
                for entered, kept in zip(
                    self.commands[place : place + 2], self._kept[place : place + 2], strict=True
                )
                if entered == command
            ),
            None,
        )

    def unnoticed(self, state: AddingState, place: int) -> float:
        """Return how likely nobody said a word at what the box showed at `place`, if `state` is right."""
        box = self.states[place]
        if not self._play_follows[place]:
            return 1.0  # after the last play somebody did
        heard = 1.0 if box.total == state.total else TOTAL_UNHEARD
        return heard if box.lit == state.lit else heard * LIGHT_UNSEEN

    def total_in_the_end(self, state: AddingState, then: int, command: Step) -> int | None:
        """Return the last total that comes of a `command` and the entries from `then` on; None if illegal."""
        entry, _ = next(self.judged(state, command, None), (None, 0.0))
        if entry is None:
            return None
        state = adding_state(entry.state)
        for place in range(then, len(self.commands)):
            _, after, _ = next(self.again(state, place), (None, None, 0.0))
            if after is None:
                return None
            state = after
        return state.total


def _begin(counted: Sequence[HistoryEntry]) -> int:
    """Return where the last plays begin in which something may have gone wrong."""
    plays = 0
    for back in range(len(counted) - 1, 0, -1):
        plays += isinstance(counted[back].command, Play)
        if plays == PLAYS_BACK or len(counted) - back == ENTRIES_BACK:
            return back
    return 1


def _for_anybody(command: Step) -> Step:
    """Return a command without the name of the player to act: in a mended game it may be another one."""
    return replace(command, player=UNSET) if isinstance(command, Play | Bust) else command


def adding_state(state: State) -> AddingState:
    """Return the state of a mended game, which is one of an adding game."""
    if not isinstance(state, AddingState):
        raise TypeError("an adding game has states of its own")
    return state
