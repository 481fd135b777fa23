"""Trick variants and their TOML files; docs/variants.md is the reference."""

from typing import Annotated, ClassVar, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.rules.options import GameNames, Points, Provenance, TrickOptions, file_struct

Suit = Literal["C", "D", "H", "S"]
Ends = Literal["all cards", "last card"]


class RoundEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One round: what costs, which suit may not be led, and when it ends (docs/variants.md)."""

    restricted: Suit | None = None
    trick: Annotated[int, Meta(ge=0, le=9999)] = 0
    first_trick: Annotated[int, Meta(ge=0, le=9999)] = 0
    last_trick: Annotated[int, Meta(ge=0, le=9999)] = 0
    cards: dict[str, Points] = {}
    sweep: Annotated[int, Meta(ge=0, le=9999)] = 0
    ends: Ends = "all cards"
    says: Annotated[str, Meta(max_length=20)] = ""


class TrickNames(GameNames, frozen=True):
    """The keys of a trick game's file besides: its deck and rounds."""

    ranks: str | UnsetType = UNSET
    removed: dict[str, str] | UnsetType = UNSET
    rounds: Annotated[tuple[RoundEntry, ...], Meta(min_length=1)] | UnsetType = UNSET


TrickFile: Final = file_struct("TrickFile", TrickNames, TrickOptions)
"""The keys of a trick game's file, all optional because a parent may have them."""


class TrickVariant(
    TrickOptions, frozen=True, kw_only=True, tag_field="family", tag=TrickOptions.family
):
    """A trick variant without house rules.

    `ranks` are those of the deck, lowest first; `removed` maps a number of players to the cards
    taken out in addition. `until` are the points that end the game, None if the `rounds` are played
    once. `listed` is "": the list of games has the title. `place` is the sort key of every list.
    """

    listed: ClassVar[str] = ""
    place: ClassVar[tuple[int, int]] = (1, 0)
    name: str
    title: str
    short: str
    provenance: Provenance
    source: str
    dealer_by_lot: bool = False
    players: tuple[int, int]
    ranks: tuple[str, ...]
    removed: dict[int, tuple[str, ...]]
    rounds: tuple[RoundEntry, ...]

    def __hash__(self) -> int:
        return hash(self.name)
