"""The dialogs of points games, as `companion.dialogs.family` hands them out."""

from collections.abc import Callable, Mapping
from typing import ClassVar, assert_never

from companion.dialogs.context import Dialog, Move, Scene, Submit
from companion.dialogs.interface import Item, RuleList, SetUp
from companion.dialogs.points.current import points_game
from companion.dialogs.points.idle import PointsRoundOverDialog, RoundDialog
from companion.dialogs.points.menu import points_menu_rows
from companion.rules.commands import New
from companion.rules.family import Rules
from companion.rules.points.rules import PointsRules
from companion.rules.points.variant import PointsVariant


class PointsDialogs:
    """The dialogs of any other game of cards, of which only the points are kept."""

    own_house_rules: ClassVar[Mapping[str, Callable[[RuleList], Dialog]]] = {}

    def idle(self, scene: Scene) -> Dialog | None:
        phase = points_game(scene)[1].phase
        match phase:
            case "play":
                return RoundDialog()
            case "round-over":
                return PointsRoundOverDialog()
            case "game-over":
                return None
            case _:
                assert_never(phase)

    def menu_rows(self, scene: Scene, menu: Dialog) -> tuple[Item, ...]:
        return points_menu_rows(scene, menu)

    def listed(self, variant: PointsVariant) -> str:
        return ""

    def seats(self, variant: PointsVariant) -> tuple[int, int]:
        return variant.players

    def played_with(self, rules: PointsRules) -> str:
        return ""

    def set_up_rows(self, set_up: SetUp, rules: Rules | None) -> tuple[Item, ...]:
        return ()

    def begin(self, scene: Scene, command: New, back: Dialog | None) -> Move:
        return Submit(command, back)
