"""The dialogs of Arizona Spaghetti and its kin, as `companion.dialogs.family` hands them out."""

from typing import Final, assert_never

from companion.dialogs.context import Dialog, FamilyDialogs, Item, Scene
from companion.dialogs.disagreement.asking import not_right
from companion.dialogs.disagreement.by_hand import ByHandDialog
from companion.dialogs.tricks.idle import RoundOverDialog
from companion.dialogs.tricks.playing import PlayingTrickDialog
from companion.dialogs.tricks.points import (
    EnterPointsDialog,
    WhosePointsDialog,
    can_check_points,
    can_enter_points,
)
from companion.message import Words, phrase, plural
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState


def _idle(state: TrickState) -> Dialog | None:
    match state.phase:
        case "play":
            return PlayingTrickDialog()
        case "round-over":
            return RoundOverDialog()
        case "game-over":
            return None
        case _:
            assert_never(state.phase)


def _menu_rows(scene: Scene, _menu: Dialog) -> tuple[Item, ...]:
    if can_enter_points(scene):
        return (*not_right(scene), Item(phrase("Enter points"), EnterPointsDialog()))
    if can_check_points(scene):
        return (*not_right(scene), Item(phrase("Check points"), WhosePointsDialog()))
    return not_right(scene)


def _played_with(rules: TrickRules) -> Words:
    return plural("{n:d} each", "{n:d} each", rules.hand_size)


TRICKS: Final = FamilyDialogs(
    _idle,
    _menu_rows,
    seats=lambda variant: variant.players,
    played_with=_played_with,
    by_hand=lambda scene, _seen, back: ByHandDialog.start(scene, back),
    group=phrase("Trick games"),
)
