"""What lights and sounder are to show: plain values, no pins."""

from typing import Literal

import msgspec

SeatLight = Literal["act", "in", "dark"]
"""act: bright, this player is to act; in: dim, still in the game; dark: out, or nobody sits there."""

SEATS = 8
"""Lights for seats; seats from the ninth on have none (docs/box.md)."""


class Lights(msgspec.Struct, frozen=True):
    """All twelve lights: eight seats, two directions, two verdicts."""

    seats: tuple[SeatLight, ...] = ("dark", "dark", "dark", "dark", "dark", "dark", "dark", "dark")
    clockwise: bool = False
    counterclockwise: bool = False
    accepted: bool = False
    refused: bool = False


Sound = Literal["accepted", "refused", "bust", "hand-over", "game-over", "key"]
