"""The dialogs of trick games, as `companion.dialogs.family` hands them out."""

from collections.abc import Callable, Mapping
from typing import ClassVar, assert_never

from companion.dialogs.context import Dialog, Item, Move, RuleList, Scene, SetUp, Submit
from companion.dialogs.tricks.idle import RoundOverDialog
from companion.dialogs.tricks.playing import PlayingTrickDialog
from companion.dialogs.tricks.points import (
    EnterPointsDialog,
    WhosePointsDialog,
    can_check_points,
    can_enter_points,
)
from companion.rules.commands import New
from companion.rules.family import Rules
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.rules.tricks.variant import TrickVariant
from companion.text.language import gettext as _
from companion.text.language import ngettext


class TrickDialogs:
    """The dialogs of Arizona Spaghetti and its kin."""

    own_house_rules: ClassVar[Mapping[str, Callable[[RuleList], Dialog]]] = {}

    def idle(self, state: TrickState) -> Dialog | None:
        match state.phase:
            case "play":
                return PlayingTrickDialog()
            case "round-over":
                return RoundOverDialog()
            case "game-over":
                return None
            case _:
                assert_never(state.phase)

    def menu_rows(self, scene: Scene, menu: Dialog) -> tuple[Item, ...]:
        if can_enter_points(scene):
            return (Item(_("Enter points"), EnterPointsDialog()),)
        if can_check_points(scene):
            return (Item(_("Check points"), WhosePointsDialog()),)
        return ()

    def seats(self, variant: TrickVariant) -> tuple[int, int]:
        return variant.players

    def played_with(self, rules: TrickRules) -> str:
        return ngettext("{n:d} each", "{n:d} each", rules.hand_size).format(n=rules.hand_size)

    def set_up_rows(self, set_up: SetUp, rules: Rules | None) -> tuple[Item, ...]:
        return ()

    def begin(self, scene: Scene, command: New, back: Dialog | None) -> Move:
        return Submit(command, back)
