"""Polling for events in another system."""

import time
from collections.abc import Callable


def until(what: str, true: Callable[[], bool], seconds: float = 90) -> None:
    """Return once `true()` holds; fail after `seconds`."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(0.1)
