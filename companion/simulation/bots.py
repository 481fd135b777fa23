"""The bots at the panel: their commands reach the box at a human pace, like those of a phone."""

from collections.abc import Callable
from random import Random, SystemRandom
from typing import Final

from companion.box.state import Snapshot
from companion.core.commands import Step
from companion.dialogs.idle import idle_dialog
from companion.message import using
from companion.screens.model import DarkScreen, RestingScreen
from companion.simulation.bot_choice import Level, choose, seat_to_act, view_of
from companion.simulation.box import PanelView
from companion.simulation.pack import Hands

YOURS: Final = 0
"""The seat of the person at the panel."""

PLAYS: Final = (1.0, 2.0)
"""Seconds from the end of the previous turn to a bot's card, about as long as people take."""

DEALS: Final = (3.0, 4.0)
"""Seconds until a bot deals, because the others are looking at the result of the hand."""

SendCommand = Callable[[Step, int], None]
"""Sends a command to the box, for the table after the journal's command of that number."""


class Bots:
    """The players of every seat but the first while a `level` is set.

    They have neither thread nor clock: `act` does what is due. Only one thread at a time may call
    it.

    Args:
        play: sends their commands to the box.
        hands_of: returns the hands of all players, or None if unknown.
        chance: decides random choices and the pace.
    """

    def __init__(
        self,
        play: SendCommand,
        hands_of: Callable[[PanelView], Hands | None],
        chance: Random | None = None,
    ) -> None:
        self._play, self._hands_of = play, hands_of
        self._chance = chance or SystemRandom()
        self._lot = self._chance.random()
        self._level: Level | None = None
        self._seen: Snapshot | None = None
        self._planned: Step | None = None
        self._is_due_at = 0.0

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

        Times are in seconds. A command that is already planned keeps its time. One that the box
        did not accept is planned again.
        """
        table = showing.snapshot
        if table is not self._seen:
            self._seen = table
            step = self._next(table, showing)
            if step != self._planned:
                self._planned, self._is_due_at = step, now + self._chance.uniform(*_pause(table))
        if self._planned is None:
            return None
        if now < self._is_due_at:
            return self._is_due_at
        self._play(self._planned, table.sequence)
        self._planned = None
        return None

    def _next(self, table: Snapshot, showing: PanelView) -> Step | None:
        """Return the command of the bot whose turn it is, while no person uses the box."""
        scene, hands = table.scene, self._hands_of(showing)
        if self._level is None or scene.rules is None or scene.state is None or hands is None:
            return None
        seat = seat_to_act(scene.state, hands)
        if seat is None or seat == YOURS or seat >= len(hands.seats) or not is_free(table):
            return None
        view = view_of(scene.rules, scene.state, hands, seat)
        lot = Random(f"{self._lot} {table.sequence}")  # noqa: S311 - for a game, not a secret
        return choose(view, self._level, lot)


def _pause(table: Snapshot) -> tuple[float, float]:
    return PLAYS if table.scene.state is not None and table.scene.state.lit is not None else DEALS


def is_free(table: Snapshot) -> bool:
    """Return whether the box plays, and its display rests or shows the idle picture.

    Otherwise a person is in the menu, undoes something, reads a notice or chooses a card by key.
    """
    if table.scene.stopped is not None or table.switched_off or table.question is not None:
        return False
    if isinstance(table.picture, RestingScreen | DarkScreen):
        return True
    with using(table.language):
        return table.picture == idle_dialog(table.scene).picture(table.scene)
