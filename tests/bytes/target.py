"""One kind of input from outside, and the real code that reads it."""

from collections.abc import Callable, Iterable
from typing import NamedTuple


class Target(NamedTuple):
    """A reader of arbitrary bytes.

    Attributes:
        take: reads the bytes; any exception is a finding.
        seeds: typical inputs, from which the fuzzer begins.
        longest: bytes of an input.
        seconds: the time limit for one input.
    """

    take: Callable[[bytes], object]
    seeds: Callable[[], Iterable[bytes]]
    longest: int
    seconds: int = 5
