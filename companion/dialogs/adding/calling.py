"""Checks a total that a player called."""

from companion.dialogs.context import Close, Move, Reject, Scene
from companion.dialogs.current import adding_game
from companion.dialogs.toolkit import Dial, WidgetDialog, check_keys
from companion.errors import Illegal
from companion.message import Name, in_context, phrase
from companion.rules.commands import Claim
from companion.rules.refusals import NothingToClaim
from companion.screens.model import DialScreen
from companion.screens.table_pictures import names_of

LOWEST, HIGHEST = -999, 999
"""The range of a call (docs/box.md, "The six buttons")."""


class CallDialog(WidgetDialog, frozen=True):
    """Dials the called total. Starts empty; the first key shows the last call dial_value, never the answer."""

    value: int | None = None

    @classmethod
    def start(cls, scene: Scene) -> Move:
        """Return the dial, or a refusal if there is nothing to check."""
        state = adding_game(scene)[1]
        if state.call is None:
            return Reject(Illegal(NothingToClaim()), headline=phrase("No call"))
        return cls()

    def widget(self, scene: Scene) -> Dial:
        state = adding_game(scene)[1]
        name = state.players[state.call.seat if state.call else 0].name
        keys = check_keys(self.value, in_context("key", "no"))
        title, table = phrase("{name} called", name=Name(name)), names_of(state)
        return Dial(
            screen=DialScreen(title, "", self.value, LOWEST, HIGHEST, False, table, *keys),
            ok=Close() if self.value is None else Claim(total=self.value),
            start=scene.last_called,
            first=phrase("First: which total was called?"),
        )
