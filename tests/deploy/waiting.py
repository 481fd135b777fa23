"""Waiting for what happens in another system, which can only be asked."""

import time
from collections.abc import Callable


def until(what: str, true: Callable[[], bool], seconds: float = 90) -> None:
    """Returns once it is `true`; fails after so many `seconds`."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(0.1)
