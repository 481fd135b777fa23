"""The description of points games, as `companion.variants.family` hands it out."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.rules.points.rules import PointsRules
from companion.rules.points.variant import PointsVariant
from companion.text.language import gettext as _
from companion.text.lengths import Rows
from companion.text.rule_keys import rule_title
from companion.text.variants import players_span
from companion.variants.interface import InForce, Shortcut
from companion.variants.points.rule_table import points_rows


class PointsDescription:
    """The words for games of which only the points are kept."""

    def tables(self, variant: PointsVariant) -> tuple[Rows, ...]:
        players = (rule_title("players").short, players_span(variant.players))
        return ((players, *points_rows(variant)),)

    def in_force(self, rules: PointsRules) -> InForce:
        return InForce(points_rows(rules))

    def shortcuts(
        self, printed: PointsRules, rules: PointsRules, house: Mapping[str, Any]
    ) -> Iterator[Shortcut]:
        return iter(())

    def why_not_edited(self, title: str) -> str:
        return _("{title} is a points game: change its file with a text editor.").format(title=title)
