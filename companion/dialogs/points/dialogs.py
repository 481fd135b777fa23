"""The dialogs of points games, as `companion.dialogs.family` hands them out."""

from collections.abc import Callable, Mapping
from typing import ClassVar, assert_never

from companion.dialogs.context import Dialog, Item, Move, RuleList, Scene, SetUp, Submit
from companion.dialogs.points.idle import PointsRoundOverDialog, RoundDialog
from companion.dialogs.points.menu import points_menu_rows
from companion.rules.commands import New
from companion.rules.family import Rules
from companion.rules.points.rules import PointsRules
from companion.rules.points.state import PointsState
from companion.rules.points.variant import PointsVariant


class PointsDialogs:
    """The dialogs of any other game of cards, of which only the points are kept."""

    own_house_rules: ClassVar[Mapping[str, Callable[[RuleList], Dialog]]] = {}

    def idle(self, state: PointsState) -> Dialog | None:
        match state.phase:
            case "play":
                return RoundDialog()
            case "round-over":
                return PointsRoundOverDialog()
            case "game-over":
                return None
            case _:
                assert_never(state.phase)

    def menu_rows(self, scene: Scene, menu: Dialog) -> tuple[Item, ...]:
        return points_menu_rows(scene, menu)

    def seats(self, variant: PointsVariant) -> tuple[int, int]:
        return variant.players

    def played_with(self, rules: PointsRules) -> str:
        return ""

    def set_up_rows(self, set_up: SetUp, rules: Rules | None) -> tuple[Item, ...]:
        return ()

    def begin(self, scene: Scene, command: New, back: Dialog | None) -> Move:
        return Submit(command, back)
