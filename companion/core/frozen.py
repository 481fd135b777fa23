"""The base of all values that cannot change."""

from typing import dataclass_transform

from msgspec import Struct


@dataclass_transform(frozen_default=True)
class Frozen(Struct, frozen=True):
    """A struct whose fields cannot change, nor those of any struct that inherits from it."""
