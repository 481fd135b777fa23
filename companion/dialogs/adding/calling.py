"""Checks a total that a player called."""

from functools import partial

from companion.dialogs.context import Move, Reject, Scene
from companion.dialogs.current import adding_game
from companion.dialogs.toolkit import Dial, WidgetDialog, ok_and_undo
from companion.rules.commands import Claim
from companion.rules.refusals import NothingToClaim
from companion.screens.model import DialScreen
from companion.screens.table_pictures import names_of
from companion.text.language import asks, pgettext
from companion.text.language import gettext as _
from companion.text.named import named
from companion.text.refusals import refusal_sentence

LOWEST, HIGHEST = -999, 999
"""The range of a call (docs/box.md, "The six buttons")."""


class CallDialog(WidgetDialog, frozen=True):
    """Dials the called total. Starts at the last call dialled, never at the answer."""

    value: int

    @classmethod
    def start(cls, scene: Scene) -> Move:
        """Return the dial, or a refusal if there is nothing to check."""
        state = adding_game(scene)[1]
        if state.call is None:
            return Reject(partial(refusal_sentence, NothingToClaim()), headline=_("No call"))
        return cls(scene.last_called)

    def widget(self, scene: Scene) -> Dial:
        state = adding_game(scene)[1]
        name = state.players[state.call.seat if state.call else 0].name
        keys = ok_and_undo(pgettext("key", "check"), pgettext("key", "no"))
        title, table = named(_("{name} called"), name), names_of(state)
        return Dial(
            screen=DialScreen(title, "", self.value, LOWEST, HIGHEST, False, table, *keys),
            ok=Claim(total=self.value),
            first=asks("First: which total was called?"),
        )
