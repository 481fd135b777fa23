"""Protection of displays from burn-in: dimming, resting, dark, and shifts by a pixel; pure.

The times are those of docs/reference/buttons.md, "The display looks after itself".
"""

import math

from companion.core.frozen import Frozen
from companion.core.seats import State
from companion.message import joined
from companion.screens.model import DarkScreen, Picture, RestingScreen
from companion.words.turns import round_number

STEP_EVERY = 180.0
"""Seconds between two shifts in the ring of nine."""

STEPS = 9
PLACES = 9
MOVE_EVERY = 60.0
"""Seconds between two places of the resting picture."""

DIM_AFTER = 120.0
REST_AFTER = 600.0
DARK_AFTER = 3600.0
"""Seconds without input until the display dims, rests and goes dark."""


class BurnInMeasures(Frozen):
    """The measures of a display against burn-in at one moment.

    `place` is the place of the resting picture, or None while the display does not rest; `step` is
    the shift of the picture.
    """

    contrast: float
    place: int | None
    is_dark: bool
    step: int


class BurnInGuard:
    """Timer of the idle time. The caller passes the time, in seconds of any monotonic clock."""

    def __init__(self, now: float) -> None:
        self._woken = self._stepped = self._looked = now
        self._step = 0

    def wake(self, now: float) -> bool:
        """Record an input; return whether it only wakes the display, which was resting or dark."""
        slept = now - self._woken >= REST_AFTER
        self._woken = now
        return slept

    def look(self, now: float, *, changed: bool) -> BurnInMeasures:
        """Return the measures at `now`; `changed` means a new picture, which hides a shift."""
        self._looked = now
        idle = now - self._woken
        if now - self._stepped >= STEP_EVERY and (changed or idle >= DIM_AFTER):
            self._stepped, self._step = now, (self._step + 1) % STEPS
        resting = idle >= REST_AFTER
        return BurnInMeasures(
            contrast=0.0 if resting else 0.25 if idle >= DIM_AFTER else 1.0,
            place=int((idle - REST_AFTER) // MOVE_EVERY) % PLACES if resting else None,
            is_dark=idle >= DARK_AFTER,
            step=self._step,
        )

    def deadline(self, now: float) -> float | None:
        """Return the next time at which `look` may return something else; None if it is dark.

        It is always later than the last look, so that a box waiting for it cannot loop.
        """
        idle = now - self._woken
        if idle >= DARK_AFTER:
            return None
        moments = [
            self._woken + moment for moment in (DIM_AFTER, REST_AFTER, DARK_AFTER) if moment > idle
        ]
        if idle >= DIM_AFTER:
            moments.append(self._stepped + STEP_EVERY)
        if idle >= REST_AFTER:
            moments.append(
                self._woken + REST_AFTER + ((idle - REST_AFTER) // MOVE_EVERY + 1) * MOVE_EVERY
            )
        # A sum may be rounded down to the time of the last look, which found the difference too
        # small.
        return max(min(moments), math.nextafter(self._looked, math.inf))


def apply_idle(picture: Picture, measures: BurnInMeasures, state: State | None) -> Picture:
    """Return the picture to show: `picture`, or a resting or dark one after a long idle time."""
    if measures.is_dark:
        return DarkScreen()
    if measures.place is None:
        return picture
    if state is None:
        return RestingScreen(None, place=measures.place, text="98 99 100")
    name = state.name_of(state.turn) or ""
    if state.total is not None:
        return RestingScreen(state.total, name, state.clockwise is True, measures.place)
    text = round_number(state.deal_number)
    return RestingScreen(None, place=measures.place, text=joined(": ", (text, name)))
