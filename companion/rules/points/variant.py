"""Points variants and their TOML files; docs/variants.md is the reference."""

from typing import Annotated, ClassVar, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.rules.options import GameNames, PointsOptions, Provenance, RoundSum, file_struct


class PointsRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One round: its name, how much each point counts, and `sums` of its own (docs/variants.md)."""

    says: Annotated[str, Meta(max_length=20)] = ""
    times: Annotated[int, Meta(ge=1, le=99)] = 1
    sums: tuple[RoundSum, ...] | UnsetType = UNSET


class PointsNames(GameNames, frozen=True):
    """The keys of a points game's file besides: its rounds."""

    rounds: Annotated[tuple[PointsRound, ...], Meta(min_length=1)] | UnsetType = UNSET


PointsFile: Final = file_struct("PointsFile", PointsNames, PointsOptions)
"""The keys of a points game's file, all optional because a parent may have them."""


class PointsVariant(
    PointsOptions, frozen=True, kw_only=True, tag_field="family", tag=PointsOptions.family
):
    """A points variant without house rules; without `rounds` all of them are alike.

    `listed` is "": the list of games has the title. `place` is the sort key of every list.
    """

    listed: ClassVar[str] = ""
    place: ClassVar[tuple[int, int]] = (2, 0)
    name: str
    title: str
    short: str
    provenance: Provenance
    source: str
    dealer_by_lot: bool = False
    players: tuple[int, int]
    rounds: tuple[PointsRound, ...]
