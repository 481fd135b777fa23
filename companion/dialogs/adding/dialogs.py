"""The dialogs of 98, 99, One Hundred and their kin, as `companion.dialogs.family` hands them out."""

from typing import Final, assert_never

from companion.dialogs.adding.idle import HandOverDialog, ShieldDialog
from companion.dialogs.adding.last_card import LAST_CARD, LastCardDialog
from companion.dialogs.adding.menu import adding_menu_rows
from companion.dialogs.adding.playing import PlayingDialog
from companion.dialogs.adding.set_up import chips_row, decks_of, seats_of
from companion.dialogs.adding.turning_up import begin
from companion.dialogs.context import Dialog, FamilyDialogs
from companion.rules.adding.state import AddingState


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


ADDING: Final = FamilyDialogs(
    idle=_idle,
    menu_rows=adding_menu_rows,
    seats=seats_of,
    played_with=decks_of,
    set_up_rows=chips_row,
    begin=begin,
    own_house_rules={LAST_CARD: LastCardDialog},
)
