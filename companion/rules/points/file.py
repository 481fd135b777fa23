"""Reads a points game's TOML file, merged over its parent, and reports what is wrong with it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET

from companion.errors import VariantError
from companion.message import phrase
from companion.rules.options import PointsOptions, file_defaults, from_file
from companion.rules.points.variant import PointsFile, PointsRound, PointsVariant
from companion.rules.variant_keys import check_required, dotted, keys_set_in, read_players

SEATS: Final = 12
"""The maximum of players: as many names and numbers fit on the sheet of a display."""

POINTS_DEFAULTS: Final[dict[str, Any]] = file_defaults(PointsOptions) | {
    "players": (2, SEATS),
    "rounds": (),
}
POINTS_MUST_SAY: Final = ("title", "short")


def merge_points_file(raw: Mapping[str, Any], below: Mapping[str, Any]) -> dict[str, Any]:
    """Return a file merged over what it inherits (`below`), with each key's type checked.

    Raises:
        VariantError: the file is invalid; the error names key and reason.
    """
    own = keys_set_in(raw, PointsFile, PointsRound)
    merged = {**POINTS_DEFAULTS, **below, **own}
    if "last_round" in own and "rounds" not in own and own["last_round"]:
        # A round after the last one of this file is the parent's, not a mistake here.
        merged["rounds"] = merged["rounds"][: own["last_round"]]
    return merged


def finish_points_variant(name: str, content: Mapping[str, Any]) -> PointsVariant:
    """Return the variant that a file and its parents describe.

    Raises:
        VariantError: something is missing, or two keys contradict each other.
    """
    check_required(content, POINTS_MUST_SAY)
    variant = PointsVariant(
        name=name,
        players=read_players(content["players"]),
        rounds=content["rounds"],
        **from_file(PointsOptions, content),
    )
    _check_contradictions(variant)
    return variant


def _check_contradictions(variant: PointsVariant) -> None:
    """Raise VariantError, with key and reason, if two keys contradict each other."""
    if variant.players[1] > SEATS:
        raise VariantError(
            phrase("a sheet has room for {n} players: write {n} or less", n=SEATS), "players"
        )
    _check_sums(variant.sums, "sums")
    for place, entry in enumerate(variant.rounds, start=1):
        if entry.sums is not UNSET:
            _check_sums(entry.sums, dotted("rounds", str(place), "sums"))
        if variant.last_round is not None and place > variant.last_round:
            why = phrase(
                "the game ends with round {n}: leave this one out, or raise last_round",
                n=variant.last_round,
            )
            raise VariantError(why, dotted("rounds", str(place)))


def _check_sums(sums: Sequence[int], where: str) -> None:
    for number in sums:
        if sums.count(number) > 1:
            raise VariantError(
                phrase("{what} stands there twice: write it once", what=number), where
            )
