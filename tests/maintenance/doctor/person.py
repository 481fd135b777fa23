"""A person at a simulated box who follows the self-test's requests, or deviates from them."""

import queue
from collections.abc import Mapping

from companion.dialogs.self_test import TEST_PICTURE
from companion.inputs import KEYS, Input, KeyName
from companion.maintenance.doctor.prompts import Typed
from companion.outputs import Lights
from companion.simulation.box import SimulatedBox
from tests.devices.parts import SetClock
from tests.drivers.scanner import PATIENCE
from tests.drivers.watching import Witness, shows


class Person:
    """A conversation with immediate answers; time passes only while nothing happens.

    Args:
        bench: the box.
        clock: advances while the person is waited for.
        answers: whether the person has a keyboard.
        replies: the text typed in reply to a question with a certain word; otherwise Enter. None:
          nothing.
        presses: the key pressed instead of another; None for no key.
        card: the line that the scanner sends; None for no card.
        sees_trouble: whether to wait for the report of a display that is known to fail.

    Attributes:
        told: all texts shown, in order.
        lights: the lights at each "Light: ...".
        left_lit: the lights after all of them have been named.
        sounds: the newest sound at each "Sound: ...".
    """

    def __init__(
        self,
        bench: SimulatedBox,
        clock: SetClock,
        *,
        answers: bool = True,
        replies: Mapping[str, str | None] | None = None,
        presses: Mapping[KeyName, KeyName | None] | None = None,
        card: str | None = "1QSF",
        sees_trouble: bool = False,
    ) -> None:
        self.answers = answers
        self.told: list[str] = []
        self.lights: list[Lights] = []
        self.left_lit: Lights | None = None
        self.sounds: list[str | None] = []
        self._bench, self._clock = bench, clock
        self._replies, self._presses, self._card = replies or {}, presses or {}, card
        self._sees_trouble = sees_trouble
        self._heard: queue.SimpleQueue[Input] = queue.SimpleQueue()
        self._typed: list[str] = []

    def report(self, heard: Input) -> None:
        self._heard.put(heard)

    def say(self, text: str) -> None:
        self.told.append(text)
        if text.startswith("Light: "):
            self.lights.append(self._bench.lights())
        elif "each light" in text:
            self.left_lit = self._bench.lights()
        elif text.startswith("Sound: "):
            self.sounds.append(self._bench._sound)  # it is only published with a picture
        elif text.startswith("Picture: "):
            self._look_at_the_display()
        elif "pass a card" in text and self._card is not None:
            self._bench.scan_line(self._card)
        for key in KEYS:
            if text.startswith((f"Press {key}.", f"Turn the encoder to the {key.lower()}.")):
                self._press(self._presses.get(key, key))
        for word, reply in self._replies.items():
            if word in text and reply is not None:
                self._typed.append(reply)
        if "Enter: yes" in text and not any(word in text for word in self._replies):
            self._typed.append("")

    def next(self, seconds: float) -> Input | Typed | None:
        try:
            return self._heard.get_nowait()
        except queue.Empty:
            pass
        if seconds and self._typed:
            return Typed(self._typed.pop(0))
        self._clock.now += seconds
        return None

    def _look_at_the_display(self) -> None:
        if self._sees_trouble:
            self._heard.put(self._heard.get(timeout=PATIENCE))
        else:
            Witness(self._bench).until(shows(TEST_PICTURE))

    def _press(self, key: KeyName | None) -> None:
        if key is not None:
            self._bench.press(key, down=True)
            self._bench.press(key, down=False)
