"""The dialogs of adding games, as `companion.dialogs.family` hands them out."""

from typing import ClassVar, assert_never

from companion.dialogs.adding.idle import HandOverDialog, ShieldDialog
from companion.dialogs.adding.last_card import LAST_CARD, LastCardDialog
from companion.dialogs.adding.menu import adding_menu_rows
from companion.dialogs.adding.playing import PlayingDialog
from companion.dialogs.adding.set_up import chips_row, decks_of, seats_of
from companion.dialogs.adding.turning_up import begin
from companion.dialogs.context import Dialog, Item, Move, Scene, SetUp
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.adding.variant import AddingVariant
from companion.rules.commands import New
from companion.rules.family import Rules


class AddingDialogs:
    """The dialogs of 98, 99, One Hundred and their kin."""

    own_house_rules: ClassVar = {LAST_CARD: LastCardDialog}

    def idle(self, state: AddingState) -> Dialog | None:
        match state.phase:
            case "play":
                return PlayingDialog()
            case "shield":
                return ShieldDialog()
            case "hand-over":
                return HandOverDialog()
            case "game-over":
                return None
            case _:
                assert_never(state.phase)

    def menu_rows(self, scene: Scene, menu: Dialog) -> tuple[Item, ...]:
        return adding_menu_rows(scene, menu)

    def seats(self, variant: AddingVariant) -> tuple[int, int]:
        return seats_of(variant)

    def played_with(self, rules: AddingRules) -> str:
        return decks_of(rules)

    def set_up_rows(self, set_up: SetUp, rules: Rules | None) -> tuple[Item, ...]:
        return chips_row(set_up, rules)

    def begin(self, scene: Scene, command: New, back: Dialog | None) -> Move:
        return begin(scene, command, back)
