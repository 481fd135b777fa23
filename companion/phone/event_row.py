"""One thing that was done at the table, or was not, in the words of the page."""

from typing import Literal

import msgspec

Kind = Literal[
    "deal",
    "play",
    "bust",
    "over",
    "out",
    "shield",
    "show",
    "left",
    "forgot",
    "score",
    "trick",
    "refused",
    "right",
    "miscount",
]


class EventRow(msgspec.Struct, frozen=True):
    """What `player` did with which `cards`, in few words, and the `total` after it (None in trick games).

    `hand` is the number of the hand or round; `turns` says that the direction turned with it; `after`
    is what came of it, sentence by sentence.
    """

    kind: Kind
    hand: int
    player: str | None
    text: str
    cards: tuple[str, ...] = ()
    total: int | None = None
    turns: bool = False
    after: tuple[str, ...] = ()
