"""A row of the history: something done at the table, or refused, in words and as a structure."""

from typing import Literal

import msgspec

from companion.message import Words
from companion.text.form import AroundName

Kind = Literal[
    "deal",
    "lot",
    "play",
    "bust",
    "over",
    "out",
    "shield",
    "show",
    "left",
    "joined",
    "seat",
    "set",
    "forgot",
    "score",
    "trick",
    "end",
    "repair",
    "refused",
    "right",
    "miscount",
]


class EventRow(msgspec.Struct, frozen=True, kw_only=True):
    """The action of `player` with `cards`, in few words,
    and the `total` after it (None without one).

    `hand` is the number of the hand or round; `text` follows the player's name, and `brief` is the
    same without the total; `after` are the consequences, sentence by sentence. `said` is all of it
    for a voice, without whose move it is then, and `undone` what a voice says when it is taken
    back. `turns` says that the direction changed, `paid` who paid a chip; `headline` is how the row
    ended a hand, and `struck` a wrong call with its number as the name.
    """

    kind: Kind
    hand: int
    player: str | None
    text: Words
    brief: Words
    cards: tuple[str, ...] = ()
    total: int | None = None
    turns: bool = False
    after: tuple[Words, ...] = ()
    said: Words
    undone: Words = ""
    headline: Words = ""
    paid: str | None = None
    struck: AroundName | None = None
