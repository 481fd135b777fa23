"""The bots at the panel: their seats and their timing."""

from collections.abc import Callable
from random import Random, SystemRandom
from typing import Final, Protocol

from companion.box.state import Snapshot
from companion.inputs import KeyName
from companion.labels.codec import CardLabel
from companion.simulation.bots.choice import Level, seat_to_act, view_of
from companion.simulation.bots.entering import Entry, next_entry
from companion.simulation.box import PanelView
from companion.simulation.pack import Hands

YOURS: Final = 0
"""The seat of the person at the panel."""

PLAYS: Final = (1.0, 2.0)
"""Seconds from the end of the previous turn to a bot's card, about as long as people take."""

DEALS: Final = (3.0, 4.0)
"""Seconds until a bot deals, because the others are looking at the result of the hand."""

GOES_ON: Final = (0.4, 0.6)
"""Seconds between two inputs of one command."""

HELD: Final = 0.1
"""Seconds that a key is pressed, longer than a contact bounces."""

REPEAT_TIMEOUT: Final = 3.0
"""Seconds after which a bot repeats an input without effect, such as a key that only woke the
display.
"""

_MAX_INPUTS = 30
"""Inputs after which a bot gives up a command; dialing a value needs the most."""


class BotControls(Protocol):
    """The controls through which bots press keys and scan cards, like
    `companion.simulation.view.PanelBox`.
    """

    def press(self, key: KeyName, *, down: bool) -> None: ...

    def pass_card(self, card: CardLabel) -> None: ...


class Bots:
    """The players of every seat but the first while a `level` is set, at a human pace.

    They have neither thread nor clock: `act` does what is due. Only one thread at a time may call
    it.

    Args:
        reach: the controls with which they scan cards and press keys.
        hands_of: returns the hands of all players, or None if unknown.
        chance: decides random choices and the pace.
    """

    def __init__(
        self,
        reach: BotControls,
        hands_of: Callable[[PanelView], Hands | None],
        chance: Random | None = None,
    ) -> None:
        self._reach, self._hands_of = reach, hands_of
        self._chance = chance or SystemRandom()
        self._lot = self._chance.random()
        self._level: Level | None = None
        self._seen: Snapshot | None = None
        self._moment = (0, 0)
        self._inputs = 0
        self._planned: Entry | None = None
        self._is_due_at = 0.0
        self._is_entered = False
        self._down: KeyName | None = None

    @property
    def level(self) -> Level | None:
        """The level of the bots; None while people play all hands."""
        return self._level

    @level.setter
    def level(self, level: Level | None) -> None:
        self._level, self._seen = level, None

    def act(self, showing: PanelView, now: float) -> float | None:
        """Do what is due at `now`; return when `act` is due next, or None to wait for a change of
        the box.

        Times are in seconds.
        """
        if self._down is not None:
            if now < self._is_due_at:
                return self._is_due_at
            self.let_go()
            self._is_due_at = now + REPEAT_TIMEOUT
        table = showing.snapshot
        if table is not self._seen and isinstance(table, Snapshot):
            self._seen = table
            self._plan(table, showing, now)
        if self._planned is None or self._inputs >= _MAX_INPUTS:
            return None
        if now >= self._is_due_at:
            self._enter(self._planned, now)
        return self._is_due_at

    def let_go(self) -> None:
        """Release a key that is still pressed."""
        if self._down is not None:
            self._reach.press(self._down, down=False)
            self._down = None

    def _plan(self, table: Snapshot, showing: PanelView, now: float) -> None:
        """Plan the next input; an input that is already planned keeps its time."""
        if self._moment != (moment := (table.game or 0, len(table.scene.moments))):
            self._moment, self._inputs = moment, 0
        entry = self._next(table, showing)
        if entry != self._planned or self._is_entered:
            self._is_due_at = now + self._chance.uniform(*_pause(table))
        self._planned, self._is_entered = entry, False

    def _next(self, table: Snapshot, showing: PanelView) -> Entry | None:
        scene, hands = table.scene, self._hands_of(showing)
        if self._level is None or scene.rules is None or scene.state is None or hands is None:
            return None
        seat = seat_to_act(scene.state, hands)
        if seat is None or seat == YOURS or seat >= len(hands.seats):
            return None
        view = view_of(scene.rules, scene.state, hands, seat)
        lot = Random(f"{self._lot} {self._moment}")  # noqa: S311 - for a game, not a secret
        return next_entry(table, view, self._level, lot)

    def _enter(self, entry: Entry, now: float) -> None:
        self._is_entered = True
        self._inputs += 1
        if isinstance(entry, CardLabel):
            self._reach.pass_card(entry)
            self._is_due_at = now + REPEAT_TIMEOUT
        else:
            self._reach.press(entry, down=True)
            self._down, self._is_due_at = entry, now + HELD


def _pause(table: Snapshot) -> tuple[float, float]:
    if table.question is not None:
        return GOES_ON
    return PLAYS if table.scene.state is not None and table.scene.state.lit is not None else DEALS
