"""Whether the floor of a club night follows this table: it asks for the journal now and then."""

from collections.abc import Callable
from typing import Final

STAYS: Final = 60.0
"""Seconds after a floor's last request until it counts as gone."""


class FloorPresence:
    """The last request of a floor; times are seconds of the monotonic clock. Any thread may use it.

    `until` is the time at which the floor counts as gone, None before its first request.

    Args:
        appeared: called by `seen` when a floor follows that was not here.
    """

    def __init__(self, appeared: Callable[[], None]) -> None:
        self.until: float | None = None
        self._appeared = appeared

    def seen(self, now: float) -> None:
        """Record a request of a floor."""
        was_here, self.until = self.is_here(now), now + STAYS
        if not was_here:
            self._appeared()

    def is_here(self, now: float) -> bool:
        """Return whether a floor has asked in the last `STAYS` seconds."""
        until = self.until
        return until is not None and now < until
