"""A line that corrupts bytes in every way that a bad cable does."""

import random
from collections import Counter
from typing import NamedTuple


class Faults(NamedTuple):
    """The frequency of each fault: it hits one byte in so many, 0 for never."""

    lost: int = 0
    doubled: int = 0
    flipped: int = 0
    burst: int = 0
    """Up to forty bytes in a row are lost."""

    @classmethod
    def alike(cls, one_in: int) -> "Faults":
        return cls(one_in, one_in, one_in, 4 * one_in)


class Cable:
    """One direction of a line. The bytes arrive late, in random pieces, and corrupted.

    Args:
        chance: the random source.
        faults: the frequencies of the faults.
        counted: the number of faults so far, by kind.
    """

    def __init__(self, chance: random.Random, faults: Faults, counted: Counter[str]) -> None:
        self._chance, self._counted = chance, counted
        self._odds = {what: 1 / one_in for what, one_in in faults._asdict().items() if one_in}
        self._often = sum(self._odds.values())
        self._under_way = bytearray()
        self._bursting = 0

    def carry(self, data: bytes) -> bytes:
        """Take `data` in at one end; return the bytes that come out at the other."""
        for byte in data:
            self._under_way += self._spoiled(byte)
        if not self._under_way or self._chance.random() < 0.2:
            return b""
        count = (
            len(self._under_way)
            if self._chance.random() < 0.5
            else self._chance.randint(1, len(self._under_way))
        )
        if count < len(self._under_way):
            self._counted["cut"] += 1
        out = bytes(self._under_way[:count])
        del self._under_way[:count]
        return out

    def unplug(self) -> None:
        """Drop the bytes that are under way."""
        self._under_way.clear()

    def _spoiled(self, byte: int) -> bytes:
        if self._bursting:
            self._bursting -= 1
            return b""
        if self._chance.random() >= self._often:
            return bytes((byte,))
        what = self._chance.choices(list(self._odds), list(self._odds.values()))[0]
        self._counted[what] += 1
        match what:
            case "doubled":
                return bytes((byte, byte))
            case "flipped":
                return bytes((byte ^ 1 << self._chance.randrange(8),))
            case "burst":
                self._bursting = self._chance.randint(1, 40)
        return b""
