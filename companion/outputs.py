"""The states of the lights, the sounds and the letters on cards, as plain values without pins."""

from typing import Literal

from msgspec import Struct

SeatLight = Literal["act", "in", "dark"]
"""act: bright, this player's turn; in: dim, still in the game; dark: out, or an empty seat."""

SEATS = 8
"""The number of seat lights; seats from the ninth on have none (docs/reference/buttons.md)."""


class Lights(Struct, frozen=True):
    """All twelve lights: eight seats, two directions, two verdicts."""

    seats: tuple[SeatLight, ...] = ("dark", "dark", "dark", "dark", "dark", "dark", "dark", "dark")
    clockwise: bool = False
    counterclockwise: bool = False
    accepted: bool = False
    refused: bool = False


Sound = Literal["accepted", "refused", "bust", "hand-over", "game-over"]

Court = Literal["JQK", "BDK", "VDR", "1VDR", "SCR", "1SCR"]
"""The letters of the jack, queen and king on a deck: English, German, French, Spanish. A 1 before
them is the ace.
"""
