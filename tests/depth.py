"""How deep the tests look: at a sample in every run,
at everything with `DEPTH=full` (`make test-full`).
"""

import os

from hypothesis import settings

FULL = os.environ.get("DEPTH") == "full"
"""Whether walks try everything in every state, and properties are tried on more examples."""


def one_in(number: int) -> settings:
    """Give a property whose examples take long one example for every `number` that others get."""
    return settings(max_examples=settings().max_examples // number)


def quarter(count: int) -> int:
    """Return how many of `count` seeds are tried:
    all of them in `make test-full`, otherwise a quarter.
    """
    return count if FULL else max(1, count // 4)
