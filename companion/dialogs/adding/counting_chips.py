"""Asks how many chips lie there, where that is not what the box has."""

from msgspec.structs import replace

from companion.dialogs.adding.setting import MAX_CHIPS
from companion.dialogs.context import Dialog, Item, Move, Scene
from companion.dialogs.current import adding_game
from companion.dialogs.disagreement.explaining import ExplainDialog
from companion.dialogs.toolkit import Choice, Dial, WidgetDialog
from companion.inputs import Key
from companion.message import Name, Words, in_context, phrase
from companion.rules.commands import POT
from companion.rules.disagreement import Observed
from companion.screens.adding.pictures import chips_of
from companion.screens.model import DialScreen, KeyHint, ListEntry, ListScreen
from companion.screens.table_pictures import names_of
from companion.text.numbers import figure


def counting_row(scene: Scene, menu: Dialog) -> tuple[Item, ...]:
    """Return the row of the menu that counts chips; none in a game without."""
    rules, state = adding_game(scene)
    if rules.chips is None or state.phase not in {"play", "hand-over"}:
        return ()
    return (Item(phrase("Count chips"), WhoseChipsDialog(menu)),)


class WhoseChipsDialog(WidgetDialog, frozen=True):
    """Chooses the player whose chips were counted."""

    back: Dialog
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        state = adding_game(scene)[1]
        rows = tuple(
            ListEntry(Name(player.name), value=figure(player.chips or 0))
            for player in state.players
        )
        player = state.players[self.chosen]
        return Choice(
            screen=ListScreen(phrase("Whose chips?"), "", rows, self.chosen, names_of(state)),
            ok=CountChipsDialog(self, player.name, player.chips or 0),
            undo=self.back,
            first=phrase("First: whose chips?"),
        )


class CountChipsDialog(WidgetDialog, frozen=True):
    """Dials the chips of a player, or of the pot.
    Starts at what the box has; OK searches why they differ.
    """

    back: Dialog
    name: str
    value: int

    def widget(self, scene: Scene) -> Dial:
        rules, state = adding_game(scene)
        seat, has = state.seat_of(self.name), state.chips_of(self.name)
        look = None if seat is None else chips_of(rules, state.players[seat])
        title: Words = (
            phrase("The pot's chips?")
            if seat is None
            else phrase("{name}'s chips?", name=Name(self.name))
        )
        other = KeyHint("UNDO", in_context("key", "back"))
        if seat is not None:
            other = KeyHint("MORE", in_context("key", "pot"))
        screen = DialScreen(
            title,
            phrase("box: {total}", total=has),
            self.value,
            0,
            MAX_CHIPS,
            table=names_of(state),
            ok=KeyHint("OK", in_context("key", "next")),
            other=other,
            chips=None if look is None else replace(look, held=self.value),
        )
        return Dial(screen=screen, undo=self.back, first=phrase("First: how many chips?"))

    def key(self, scene: Scene, key: Key) -> Move:
        state = adding_game(scene)[1]
        match key.name:
            case "OK" if self.value == state.chips_of(self.name):
                return self.back
            case "OK":
                return ExplainDialog.start(scene, Observed(chips={self.name: self.value}))
            case "MORE":
                return CountChipsDialog(self.back, POT, state.pot) if self.name != POT else self
        return super().key(scene, key)
