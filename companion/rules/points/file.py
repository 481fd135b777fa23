"""Reads a points game's TOML file, merged over its parent, and reports what is wrong with it."""

from collections.abc import Mapping
from typing import Any, Final

from companion.rules.options import PointsOptions, file_defaults, from_file
from companion.rules.points.contradictions import SEATS, check_points_contradictions
from companion.rules.points.variant import PointsFile, PointsRound, PointsVariant
from companion.rules.variant_keys import check_required, keys_set_in, read_players

POINTS_DEFAULTS: Final[dict[str, Any]] = file_defaults(PointsOptions) | {"players": (2, SEATS), "rounds": ()}
POINTS_MUST_SAY: Final = ("title", "short")


def merge_points_file(raw: Mapping[str, Any], below: Mapping[str, Any]) -> dict[str, Any]:
    """Return a file merged over what it inherits (`below`), with each key's type checked.

    Raises:
        VariantError: the file is invalid; the error names key and reason.
    """
    said = keys_set_in(raw, PointsFile, PointsRound)
    merged = {**POINTS_DEFAULTS, **below, **said}
    if "last_round" in said and "rounds" not in said and said["last_round"]:
        # A round after the last one of this file is the parent's, not a mistake here.
        merged["rounds"] = merged["rounds"][: said["last_round"]]
    return merged


def finish_points_variant(name: str, said: Mapping[str, Any]) -> PointsVariant:
    """Return the variant that a file and its parents describe.

    Raises:
        VariantError: something is missing, or two keys contradict each other.
    """
    check_required(said, POINTS_MUST_SAY)
    variant = PointsVariant(
        name=name,
        players=read_players(said["players"]),
        rounds=said["rounds"],
        **from_file(PointsOptions, said),
    )
    check_points_contradictions(variant)
    return variant
