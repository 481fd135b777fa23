"""Checks a total that a player called."""

import msgspec

from companion.dialogs.context import CheckTotal, Close, Move, Reject, Scene
from companion.dialogs.keys import dialled
from companion.inputs import Key
from companion.rules.commands import Claim
from companion.rules.refusals import NothingToClaim
from companion.screens.model import DialScreen, KeyHint, Picture
from companion.screens.table_pictures import names_of
from companion.text.language import asks, pgettext
from companion.text.language import gettext as _
from companion.text.named import named
from companion.text.refusals import refusal_sentence

replace = msgspec.structs.replace
LOWEST, HIGHEST = -999, 999
"""The range of a call (docs/box.md, "The six buttons")."""


class CallDialog(msgspec.Struct, frozen=True):
    """Dials the called total. Starts at the last call dialled, never at the answer."""

    value: int

    @classmethod
    def start(cls, scene: Scene) -> Move:
        """Return the dial, or a refusal if there is nothing to check."""
        state = scene.adding()[1]
        if state.call is None:
            return Reject(refusal_sentence(NothingToClaim()), headline=_("No call"))
        return cls(scene.last_called)

    def picture(self, scene: Scene) -> Picture:
        state = scene.adding()[1]
        name = state.players[state.call.seat if state.call else 0].name
        ok, no = KeyHint("OK", pgettext("key", "check")), KeyHint("UNDO", pgettext("key", "no"))
        return DialScreen(
            named(_("{name} called"), name), "", self.value, LOWEST, HIGHEST, False, names_of(state), ok, no
        )

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "LEFT" | "RIGHT" | "MORE":
                return replace(self, value=dialled(self.value, key, LOWEST, HIGHEST))
            case "OK":
                return CheckTotal(Claim(total=self.value))
            case "UNDO":
                return Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(asks("First: which total was called?"), self)
