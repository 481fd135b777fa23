"""A row of the history in the words of the page: something done at the table, or refused."""

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
    """The action of `player` with `cards`, in few words, and the `total` after it (None in trick games).

    `hand` is the number of the hand or round; `turns` says that the direction changed; `after` are the
    consequences, sentence by sentence.
    """

    kind: Kind
    hand: int
    player: str | None
    text: str
    cards: tuple[str, ...] = ()
    total: int | None = None
    turns: bool = False
    after: tuple[str, ...] = ()
