"""The description of points games, as `companion.variants.family` hands it out."""

from typing import Final

from companion.rules.points.rules import PointsRules
from companion.rules.points.variant import PointsVariant
from companion.text.lengths import Rows
from companion.text.rule_keys import rule_title
from companion.text.variants import players_span
from companion.variants.interface import FamilyDescription, InForce
from companion.variants.points.rule_table import points_rows


def _tables(variant: PointsVariant) -> tuple[Rows, ...]:
    players = (rule_title("players").short, players_span(variant.players))
    return ((players, *points_rows(variant)),)


def _in_force(rules: PointsRules) -> InForce:
    return InForce(points_rows(rules))


POINTS: Final = FamilyDescription(_tables, _in_force)
