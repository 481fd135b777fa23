"""One kind of bytes that comes from outside, and the real code that reads it."""

from collections.abc import Callable, Iterable
from typing import NamedTuple


class Target(NamedTuple):
    """Reads any bytes.

    Attributes:
    take: reads them; what it raises is a finding.
    seeds: what is usually read, from which the fuzzer begins.
    longest: bytes of an input.
    seconds: how long one input may take.
    """

    take: Callable[[bytes], object]
    seeds: Callable[[], Iterable[bytes]]
    longest: int
    seconds: int = 5
