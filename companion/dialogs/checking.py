"""Dialogs that check a player's called points, in games that count points."""

from companion.core.commands import Claim
from companion.dialogs.context import Close, Item, Scene
from companion.dialogs.toolkit import Choice, Dial, WidgetDialog, check_keys, list_of
from companion.message import Name, Words, in_context, phrase
from companion.screens.model import DialScreen


class WhosePointsDialog(WidgetDialog):
    """Choice of the player who called their points; `span` names the rounds.

    The points are dialed from `low` to `high`, in steps of `by`.
    """

    span: Words
    low: int
    high: int
    by: int = 1
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        rows = [Item(Name(name), CalledPointsDialog(name, self)) for name in scene.names]
        return list_of(rows, self.chosen, phrase("Whose points?"), self.span)


class CalledPointsDialog(WidgetDialog):
    """Dial for the points that a player called.

    It starts empty, and the first key shows zero, so that it never gives the answer away.
    """

    player: str
    back: WhosePointsDialog
    value: int | None = None

    def widget(self, scene: Scene) -> Dial:
        asked = self.back
        return Dial(
            screen=DialScreen(
                phrase("{name} called", name=Name(self.player)),
                asked.span,
                self.value,
                asked.low,
                asked.high,
                keys=check_keys(self.value, in_context("key", "back")),
            ),
            by=asked.by,
            ok=Close() if self.value is None else Claim(player=self.player, points=self.value),
            undo=asked,
            first=phrase("Answer first: which points were called?"),
        )
