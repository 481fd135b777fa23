"""Reads a points game's TOML file, merged over its parent, and reports what is wrong with it."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import UNSET

from companion.errors import VariantError, reason
from companion.rules.options import PointsOptions, file_defaults, from_file
from companion.rules.points.contradictions import SEATS, check_points_contradictions
from companion.rules.points.variant import PointsFile, PointsRound, PointsVariant
from companion.rules.variant_keys import NOT_INHERITED, as_struct, read_players, round_tables

POINTS_DEFAULTS: Final[dict[str, Any]] = file_defaults(PointsOptions) | {
    "family": PointsOptions.family,
    "provenance": "own",
    "source": "",
    "players": (2, SEATS),
    "rounds": (),
}
POINTS_MUST_SAY: Final = ("title", "short")


def merge_points_file(raw: Mapping[str, Any], below: Mapping[str, Any]) -> dict[str, Any]:
    """Return a file merged over its parent (`below`), with each key's type checked.

    Raises:
        VariantError: the file is invalid; the error names key and reason.
    """
    own = as_struct({key: value for key, value in raw.items() if key != "rounds"}, PointsFile)
    said = {key: value for key in PointsFile.__struct_fields__ if (value := getattr(own, key)) is not UNSET}
    if "rounds" in raw:
        said["rounds"] = tuple(
            as_struct(entry, PointsRound, "rounds", place)
            for place, entry in round_tables(raw["rounds"], PointsRound, PointsFile)
        )
    inherited = {key: value for key, value in below.items() if key not in NOT_INHERITED}
    merged = POINTS_DEFAULTS | inherited | said
    if "last_round" in said and "rounds" not in said and said["last_round"]:
        # A round after the last one of this file is the parent's, not a mistake here.
        merged["rounds"] = merged["rounds"][: said["last_round"]]
    return merged


def finish_points_variant(name: str, said: Mapping[str, Any]) -> PointsVariant:
    """Return the variant that a file and its parents describe.

    Raises:
        VariantError: something is missing, or two keys contradict each other.
    """
    missing = [key for key in POINTS_MUST_SAY if key not in said]
    if missing:
        raise VariantError(
            reason("is not said, neither here nor in a variant that this one extends"), missing[0]
        )
    variant = PointsVariant(
        name=name,
        title=said["title"],
        short=said["short"],
        provenance=said["provenance"],
        source=said["source"],
        players=read_players(said["players"]),
        rounds=said["rounds"],
        **from_file(PointsOptions, said),
    )
    check_points_contradictions(variant)
    return variant
