"""Nothing may burn in: dimming, resting, dark, and the shift by a pixel now and then; pure.

The times are those of docs/box.md, "The display looks after itself".
"""

import msgspec

from companion.rules.family import State
from companion.rules.tricks.state import TrickState
from companion.screens.model import DarkScreen, Picture, RestingScreen

STEP_EVERY = 180.0
"""Seconds between two places of the ring of nine shifts."""

STEPS = 9
PLACES = 9
MOVE_EVERY = 60.0
"""Seconds between two places of the resting picture."""


class IdleTimes(msgspec.Struct, frozen=True):
    """Seconds without input until the display dims, rests and goes dark."""

    dim: float = 120.0
    rest: float = 600.0
    dark: float = 3600.0


class BurnInMeasures(msgspec.Struct, frozen=True):
    """How the display is to be spared now.

    `place` is None unless the resting picture is due; `step` is the shift of the picture.
    """

    contrast: float
    place: int | None
    is_dark: bool
    step: int


class BurnInGuard:
    """Watches how long nobody has played. Times are seconds of the clock that is handed in."""

    def __init__(self, times: IdleTimes, now: float) -> None:
        self._times = times
        self._woken = now
        self._stepped = now
        self._step = 0
        self.night = False

    def wake(self, now: float) -> bool:
        """Somebody is there. True when the display rested or was dark, and this only woke it."""
        slept = now - self._woken >= self._times.rest
        self._woken = now
        return slept

    def look(self, now: float, *, changed: bool) -> BurnInMeasures:
        """The care due at `now`; `changed` says that the picture changes anyway, so a shift is not seen."""
        idle = now - self._woken
        if now - self._stepped >= STEP_EVERY and (changed or idle >= self._times.dim):
            self._stepped, self._step = now, (self._step + 1) % STEPS
        resting = idle >= self._times.rest
        contrast = 0.0 if resting else 0.25 if idle >= self._times.dim else 1.0
        return BurnInMeasures(
            contrast=contrast / 2 if self.night else contrast,
            place=int((idle - self._times.rest) // MOVE_EVERY) % PLACES if resting else None,
            is_dark=idle >= self._times.dark,
            step=self._step,
        )

    def deadline(self, now: float) -> float | None:
        """When `look` may next say something else by itself; None once all is dark."""
        idle = now - self._woken
        times = self._times
        if idle >= times.dark:
            return None
        moments = [self._woken + moment for moment in (times.dim, times.rest, times.dark) if moment > idle]
        if idle >= times.dim:
            moments.append(self._stepped + STEP_EVERY)
        if idle >= times.rest:
            moments.append(self._woken + times.rest + ((idle - times.rest) // MOVE_EVERY + 1) * MOVE_EVERY)
        return min(moments)


def spared(picture: Picture, measures: BurnInMeasures, state: State | None) -> Picture:
    """The picture to show: `picture`, the resting one, or a dark one when nobody has played for long."""
    if measures.is_dark:
        return DarkScreen()
    if measures.place is None:
        return picture
    if state is None:
        return RestingScreen(None, place=measures.place, text="98 99 100")
    name = "" if state.turn is None else state.players[state.turn].name
    if isinstance(state, TrickState):
        text = f"Round {state.round}" + (f": {name}" if name else "")
        return RestingScreen(None, place=measures.place, text=text)
    return RestingScreen(state.total, name, state.clockwise, measures.place)
