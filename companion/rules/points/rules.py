"""The rules in force at a table with a points game: a variant and its house rules."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from msgspec import UNSET

from companion.rules.house_rule import house_rule
from companion.rules.options import PointsOptions, house_rules, options
from companion.rules.points.variant import PointsRound, PointsVariant

POINTS_HOUSE_RULES: Final[dict[str, Any]] = house_rules(PointsOptions)
"""Every house rule of the points games, with its type (docs/protocol.md, "House rules")."""


class PointsRules(PointsOptions, frozen=True, kw_only=True):
    """The rules of one game, from `new` to its end;
    after the last of the `rounds` the first one follows.

    Nobody enters cards or chips: `hand_size` is 0, and `chips` None.
    """

    variant: str
    title: str
    players: tuple[int, int]
    rounds: tuple[PointsRound, ...]
    hand_size: ClassVar[int] = 0
    chips: ClassVar[None] = None

    def round(self, number: int) -> PointsRound:
        """Return the round of that number, counted from 1."""
        return self.rounds[(number - 1) % len(self.rounds)] if self.rounds else PointsRound()

    def sums_of_round(self, number: int) -> tuple[int, ...]:
        """Return the sums that the points of a round may have; () if they may have any."""
        own = self.round(number).sums
        return self.sums if own is UNSET else own


def points_rules_in_force(variant: PointsVariant, house: Mapping[str, object]) -> PointsRules:
    """Return the rules of `variant`, overridden by the `house` rules.

    Raises:
        Illegal: ``bad-house-rule`` with the `rule`.
    """
    house_rules = {
        name: house_rule(POINTS_HOUSE_RULES, name, value) for name, value in house.items()
    }
    return PointsRules(
        variant=variant.name,
        title=variant.title,
        players=variant.players,
        rounds=variant.rounds,
        **({name: getattr(variant, name) for name in options(PointsOptions)} | house_rules),
    )
