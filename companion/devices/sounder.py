"""The driver of the piezo, which plays a short sound for each event at the table."""

import math
import threading
from collections import deque
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from gpiozero import Buzzer, TonalBuzzer
from gpiozero.tones import Tone

from companion.devices.pin_factory import pin_error
from companion.devices.ports import Clock, Health, MakeWorker, Report, Worker
from companion.inputs import PartName
from companion.outputs import Sound

SounderKind = Literal["passive", "active"]

PART: PartName = "Sounder"


class Note(NamedTuple):
    """A tone: frequency in hertz, 0 for a rest, and duration in seconds."""

    hertz: float
    seconds: float


TUNES: Mapping[Sound, tuple[Note, ...]] = {
    "accepted": (Note(1568, 0.06),),
    "refused": (Note(3136, 0.08), Note(0, 0.06), Note(3136, 0.08)),
    "bust": (Note(2093, 0.12), Note(1568, 0.12), Note(1047, 0.3)),
    "hand-over": (Note(784, 0.1), Note(988, 0.1), Note(1175, 0.2)),
    "game-over": (Note(784, 0.1), Note(988, 0.1), Note(1175, 0.1), Note(0, 0.05), Note(1568, 0.4)),
}
"""Sounds for a passive piezo, which is hardly audible below 700 Hz: one tone for accepted, two for
refused, falling tones for a loss, rising tones for an end.
"""

BEEPS: Mapping[Sound, tuple[Note, ...]] = {
    "accepted": (Note(1, 0.05),),
    "refused": (Note(1, 0.4),),
    "bust": (Note(1, 0.2), Note(0, 0.1), Note(1, 0.4)),
    "hand-over": (Note(1, 0.08), Note(0, 0.08), Note(1, 0.08)),
    "game-over": (Note(1, 0.08), Note(0, 0.08), Note(1, 0.08), Note(0, 0.08), Note(1, 0.4)),
}
"""Sounds for an active piezo, which has a fixed pitch: they differ in length and number."""


class Piezo:
    """A piezo sounder with a short tune for each kind of `Sound`.

    Wiring: a passive piezo between its GPIO and ground through 470 ohm, an active one through a
    transistor (docs/reference/wiring.md). In the box it is at GPIO 12 (hardware/board.toml).

    >>> import time
    >>> from companion.devices.pin_factory import choose_pin_factory
    >>> pins = choose_pin_factory("mock")  # on a Pi without an argument
    >>> piezo = Piezo(12, clock=time, report=print, pin_factory=pins)
    >>> piezo.play("accepted")
    >>> piezo.step()  # `start` has a thread call it: the seconds until the next note
    0.06
    >>> round(pins.pin(12).frequency)  # hertz
    1568
    >>> piezo.close()

    A new sound cuts off the previous one.

    Args:
        pin: the GPIO.
        kind: "passive", a bare piezo that is driven at a frequency, or "active", one that beeps by
            itself.
        clock: times the notes.
        report: receives `PartLost` and `PartBack`.
        pin_factory: the gpiozero factory that makes the pin; None for gpiozero's own choice.
        worker: makes the worker that runs the driver after `start`.

    Raises:
        DeviceError: gpiozero cannot open the pin.
    """

    def __init__(
        self,
        pin: int,
        *,
        clock: Clock,
        report: Report,
        kind: SounderKind = "passive",
        pin_factory: object = None,
        worker: MakeWorker = Worker,
    ) -> None:
        self._clock, self._health = clock, Health(PART, report)
        self._tunes = TUNES if kind == "passive" else BEEPS
        try:
            # Two octaves above and below A5: 220 to 3520 Hz.
            self._buzzer: Any = (
                TonalBuzzer(pin, mid_tone=Tone("A5"), octaves=2, pin_factory=pin_factory)
                if kind == "passive"
                else Buzzer(pin, pin_factory=pin_factory)
            )
        except Exception as error:  # each pin factory raises different exceptions
            raise pin_error(f"GPIO {pin}", error, PART) from error
        self._lock = threading.Lock()
        self._notes: deque[Note] = deque()
        self._until = -math.inf
        self._worker = worker(self.step, PART)

    def start(self) -> None:
        """Start the sounder's thread."""
        self._worker.start()

    def play(self, sound: Sound) -> None:
        """Start playing `sound` and return at once."""
        with self._lock:
            self._notes = deque(self._tunes[sound])
            self._until = -math.inf
        self._worker.wake()

    def step(self) -> float | None:
        """Start the note that is due; return the seconds until the next one, or None if the sound
        is over.
        """
        with self._lock:
            now = self._clock.monotonic()
            if now < self._until:
                return self._until - now
            note = self._notes.popleft() if self._notes else None
            self._until = -math.inf if note is None else now + note.seconds
        try:
            self._sound(note.hertz if note else 0.0)
        except Exception as error:  # noqa: BLE001 - lgpio.error derives from Exception alone
            with self._lock:
                self._notes.clear()
                self._until = -math.inf
            self._health.lose(error)
            return None
        if note is None:
            return None
        self._health.recover()
        return note.seconds

    def close(self) -> None:
        """Stop the sound and release the pin."""
        if self._worker.close():
            self._buzzer.close()

    def _sound(self, hertz: float) -> None:
        if isinstance(self._buzzer, TonalBuzzer):
            self._buzzer.play(Tone.from_frequency(hertz) if hertz else None)
        else:
            self._buzzer.value = bool(hertz)
