"""The depth of the tests: usually a sample, everything with `DEPTH=full` (`make test-full`)."""

import os

from hypothesis import settings

FULL = os.environ.get("DEPTH") == "full"
"""Whether walks try everything in every state, and properties get more examples."""


def one_in(number: int) -> settings:
    """Give a property with slow examples one example for every `number` that others get."""
    return settings(max_examples=settings().max_examples // number)


def quarter(count: int) -> int:
    """Return the number of seeds to try out of `count`: all in `make test-full`, otherwise a
    quarter.
    """
    return count if FULL else max(1, count // 4)
