"""The dialogs of 98, 99, One Hundred and their kin, as `companion.dialogs.family` hands them out."""

from typing import Final, assert_never

from companion.dialogs.adding.counting_chips import counting_row
from companion.dialogs.adding.idle import HandOverDialog, ShieldDialog
from companion.dialogs.adding.last_card import LAST_CARD, LastCardDialog
from companion.dialogs.adding.menu import adding_menu_rows, adding_people_rows
from companion.dialogs.adding.playing import PlayingDialog
from companion.dialogs.adding.set_up import chips_row, decks_of, seats_of
from companion.dialogs.adding.setting import ChipCounterpartyDialog, SetDialog
from companion.dialogs.adding.turning_up import begin
from companion.dialogs.context import Dialog, FamilyDialogs, Item, Scene
from companion.dialogs.disagreement.asking import not_right
from companion.dialogs.disagreement.by_hand import ByHandDialog
from companion.rules.adding.state import AddingState
from companion.rules.disagreement import Observed


def _idle(state: AddingState) -> Dialog | None:
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


def _menu_rows(scene: Scene, menu: Dialog) -> tuple[Item, ...]:
    return (*not_right(scene), *adding_menu_rows(scene, menu), *counting_row(scene, menu))


def _by_hand(scene: Scene, seen: Observed, back: Dialog) -> Dialog:
    """Return what sets the chips that were counted, those of a player; else the list of the last plays."""
    for name, count in seen.chips.items():
        return back if scene.game()[1].seat_of(name) is None else ChipCounterpartyDialog(back, name, count)
    return ByHandDialog.start(scene, back)


ADDING: Final = FamilyDialogs(
    idle=_idle,
    menu_rows=_menu_rows,
    seats=seats_of,
    people_rows=adding_people_rows,
    played_with=decks_of,
    set_up_rows=chips_row,
    begin=begin,
    own_house_rules={LAST_CARD: LastCardDialog},
    by_hand=_by_hand,
    set_by_hand=SetDialog,
)
