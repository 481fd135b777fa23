"""Contradictions between keys of a points game that are each valid alone."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from companion.errors import VariantError
from companion.message import phrase
from companion.rules.points.variant import PointsVariant
from companion.rules.variant_keys import dotted

SEATS: Final = 12
"""The maximum of players: as many names and numbers fit on the sheet of a display."""


def check_points_contradictions(variant: PointsVariant) -> None:
    """Raise VariantError, with key and reason, if two keys contradict each other."""
    if variant.players[1] > SEATS:
        raise VariantError(phrase("a sheet has room for {n} players: write {n} or less", n=SEATS), "players")
    _check_sums(variant.sums, "sums")
    for place, entry in enumerate(variant.rounds, start=1):
        if entry.sums is not UNSET:
            _check_sums(entry.sums, dotted("rounds", str(place), "sums"))
        if variant.last_round is not None and place > variant.last_round:
            why = phrase(
                "the game ends with round {n}: leave this one out, or raise last_round", n=variant.last_round
            )
            raise VariantError(why, dotted("rounds", str(place)))


def _check_sums(sums: Sequence[int], where: str) -> None:
    for one in sums:
        if sums.count(one) > 1:
            raise VariantError(phrase("{what} stands there twice: write it once", what=one), where)
