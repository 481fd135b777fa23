"""Plays the patterns of the node's light and beeper.

>>> signals = Signals(led=Pin("LED", Pin.OUT), beeper=None)
>>> signals.play(ACCEPTED, now)
>>> signals.step(now)
"""

from micropython import const

from node.ticks import since

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    Pattern = tuple[tuple[int, int, int], ...]

HIGH = const(2400)
HIGHER = const(3136)
"""Hertz; a small piezo is loudest near 4000 and hardly audible below 700."""

ACCEPTED = ((1, HIGH, 80), (1, 0, 170))
ACCEPTED_AGAIN = ((0, HIGH, 80), (1, 0, 170))
"""Replaces `ACCEPTED` while the light is lit: it goes out first, so that each card has a visible
flash.
"""
REFUSED = ((1, HIGHER, 120), (0, 0, 80), (1, HIGHER, 120), (0, 0, 80), (1, 0, 120))
NO_ROOM = ((1, HIGHER, 150), (0, 0, 100), (1, HIGHER, 150), (0, 0, 100), (1, HIGHER, 150))
"""Patterns to play once. Each step: light, hertz (0: silent), milliseconds."""

WELL = ((1, 0, 30), (0, 0, 2970))
STUCK = ((1, 0, 250), (0, 0, 250))
SILENT = ((1, 0, 100), (0, 0, 150), (1, 0, 100), (0, 0, 1150))
"""Patterns to repeat: normal; the box does not acknowledge items; the module does not answer."""


class Signals:
    """The player of one pattern at a time; between patterns, it repeats the one for the node's
    state.

    Args:
        led: takes 1 for lit and 0 for dark; None without a light.
        beeper: takes a frequency in hertz, 0 for silence; None without a beeper.
    """

    def __init__(
        self, led: Callable[[int], object] | None, beeper: Callable[[int], object] | None
    ) -> None:
        self._led, self._beeper = led, beeper
        self._shown: Pattern = WELL
        self._pattern: Pattern = WELL
        self._place = 0
        self._since = 0
        self._light = self._tone = -1  # the current outputs; -1 is unknown

    def play(self, pattern: Pattern, now: int) -> None:
        """Play a pattern once from its beginning, replacing the current one."""
        self._begin(ACCEPTED_AGAIN if pattern is ACCEPTED and self._light == 1 else pattern, now)

    def show(self, pattern: Pattern, now: int) -> None:
        """Repeat a pattern whenever no other is playing."""
        if pattern is not self._shown:
            if self._pattern is self._shown:
                self._begin(pattern, now)
            self._shown = pattern

    def step(self, now: int) -> None:
        """Set light and beeper for the time `now`."""
        if since(now, self._since) >= self._pattern[self._place][2]:
            self._place += 1
            self._since = now
            if self._place == len(self._pattern):
                self._begin(self._shown, now)
        light, tone, _ = self._pattern[self._place]
        if light != self._light and self._led is not None:
            self._led(light)
        if tone != self._tone and self._beeper is not None:
            self._beeper(tone)
        self._light, self._tone = light, tone

    def _begin(self, pattern: Pattern, now: int) -> None:
        self._pattern, self._place, self._since = pattern, 0, now
