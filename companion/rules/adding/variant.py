"""Adding variants and their TOML files; docs/variants.md is the reference.

A file contains only what differs from the one it ``extends``. Neither this module nor the engine
treats any variant by name.
"""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.rules.adding.effects import Show
from companion.rules.options import (
    AddingOptions,
    ChipsLook,
    Count,
    GameNames,
    Provenance,
    file_struct,
)

Whole = Annotated[int, Meta(ge=-9999, le=9999)]
"""A number in a card's effect: more than four digits do not fit on a scoreboard."""


class Span(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"low": "from", "high": "to"}
):
    """The range of numbers to which a card may set the total, both ends included."""

    low: Whole
    high: Whole | Literal["target"]


class CardEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card in a file: one of `add`, `set`, `multiply`, and actions (docs/variants.md).

    Without `each_counts` each owed play counts, unless the card that obliges is a joker.
    """

    add: Whole | Annotated[tuple[Whole, ...], Meta(min_length=1)] | Literal["pip"] | UnsetType = (
        UNSET
    )
    set: Whole | Literal["target"] | Span | UnsetType = UNSET
    multiply: Whole | UnsetType = UNSET
    reverse: bool = False
    skip: Annotated[int, Meta(ge=0, le=99)] = 0
    again: bool = False
    choose_next: bool = False
    oblige: Annotated[int, Meta(ge=0, le=99)] = 0
    each_counts: bool | UnsetType = UNSET
    knock_out: bool = False
    shield: bool = False
    call: Annotated[str, Meta(max_length=24)] = ""


class FromPlayers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The changes of a variant from a number of players on."""

    decks: Literal[1, 2] | UnsetType = UNSET
    chips: Count | UnsetType = UNSET
    hand_size: Count | UnsetType = UNSET


class AddingNames(GameNames, frozen=True):
    """The keys of an adding variant's file besides: its own names, and tables of cards."""

    listed: Annotated[str, Meta(max_length=20)] | UnsetType = UNSET
    chips_look: ChipsLook | UnsetType = UNSET
    forfeit: Annotated[str, Meta(max_length=24)] | UnsetType = UNSET
    first_turns_without: dict[str, Count] | UnsetType = UNSET
    shows: dict[str, Show] | UnsetType = UNSET
    from_players: dict[str, FromPlayers] | UnsetType = UNSET
    cards: dict[str, dict[str, Any]] | UnsetType = UNSET


AddingFile: Final = file_struct("AddingFile", AddingNames, AddingOptions)
"""The keys of a variant file, all optional because a parent may have them."""


class AddingVariant(AddingOptions, frozen=True, kw_only=True):
    """A variant without house rules.

    `cards` maps a rank ("8", "JK") or a single card ("QS") to its entry; the entry of a single card
    takes precedence. `players` is the minimum and the maximum, None if only the pack limits it.
    `listed` stands in the display's list beside `short`; "" for the title. `forfeit` is what
    whoever loses the game does; UNSET for nothing, so that the journal keeps such a variant as it
    was kept before there was this key.
    """

    name: str
    title: str
    short: str
    provenance: Provenance
    source: str
    dealer_by_lot: bool = False
    players: tuple[int, int | None]
    chips_look: ChipsLook
    first_turns_without: dict[str, int]
    shows: dict[str, Show]
    from_players: dict[int, FromPlayers]
    cards: dict[str, CardEntry]
    listed: str = ""
    forfeit: str | UnsetType = UNSET

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def place(self) -> tuple[int, int]:
        """Where the variant stands in every list, as a sort key:
        its family, and the place in that.
        """
        return 0, self.target
