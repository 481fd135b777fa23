"""The miscounts that the table finds (docs/rules.md sections 1.3, 1.4 and 6)."""

from typing import Literal

import msgspec


class Miscount(msgspec.Struct, frozen=True):
    """Something of which `counted` are there, and `due` should be.

    "points before": the points of all players before this round. "rules": the state belongs to
    another family of games than the rules, and nothing can be counted.
    """

    what: Literal["cards", "chips", "tricks", "points", "points before", "rules"]
    counted: int = 0
    due: int = 0
