"""What may have gone wrong between the table and the box."""

from typing import Literal

Cause = Literal[
    "card-missed",
    "card-twice",
    "other-card",
    "other-choice",
    "set",
    "order",
    "bust-missed",
    "bust-twice",
    "chip-not-paid",
    "chip-paid-twice",
    "by-hand",
]
"""What had gone wrong between the table and the box, as a repair keeps it."""
