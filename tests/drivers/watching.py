"""A person who watches the box: pixels decoded by the display's model, and lights from the state of
their pins.
"""

import base64
import queue
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from companion.drawing import draw
from companion.outputs import Lights, Sound
from companion.screens.model import Picture
from companion.simulation.box import PanelView, SimulatedBox
from tests.drivers.scanner import PATIENCE
from tests.simulation.tab import ClosedError, Tab


class Condition(NamedTuple):
    """A state that can be seen, heard or read, as words and as a predicate."""

    what: str
    holds: Callable[[PanelView], bool]


def shows(picture: Picture) -> Condition:
    """Return the condition that every pixel is that of `picture`."""
    pixels = draw(picture).tobytes()
    return Condition(str(picture), lambda showing: showing.on and showing.pixels == pixels)


def lit(lights: Lights) -> Condition:
    """Return the condition that all twelve lights are as in `lights`."""
    return Condition(str(lights), lambda showing: showing.lights == lights)


def sounded(sound: Sound, count: int) -> Condition:
    """Return the condition that the latest sound is `sound` and the `count`th."""
    return Condition(
        f"sound {count}, {sound}", lambda showing: (showing.sound, showing.sounds) == (sound, count)
    )


def says(words: str) -> Condition:
    """Return the condition that the picture in words contains `words`."""
    return Condition(repr(words), lambda showing: words in showing.text)


def other_than(before: PanelView) -> tuple[Condition, Condition]:
    """Return the conditions for another picture, in pixels and in words, which
    arrive separately.
    """
    return (
        Condition("other pixels", lambda showing: showing.pixels != before.pixels),
        Condition("other words", lambda showing: showing.text != before.text),
    )


class Watching(ABC):
    """Watches until the expected state is reached."""

    @property
    @abstractmethod
    def showing(self) -> PanelView:
        """The state as of the last look."""

    @abstractmethod
    def look(self) -> None:
        """Wait for the next change.

        Raises:
            TimeoutError: nothing changes.
        """

    def until(self, *conditions: Condition) -> None:
        """Watch until each of `conditions` has held once, and fail if that does not happen."""
        missing = list(conditions)
        deadline = time.monotonic() + PATIENCE
        while missing := [condition for condition in missing if not condition.holds(self.showing)]:
            try:
                self.look()
                late = time.monotonic() > deadline
            except TimeoutError:
                late = True
            if late:
                never = "; ".join(condition.what for condition in missing)
                now = msgspec.structs.replace(self.showing, pixels=b"")
                raise AssertionError(f"never came: {never}. There is: {now}")


class Onlooker(Watching):
    """Watches the panel over its websocket."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self._parts: dict[str, Any] = {}
        self.look()

    @property
    def showing(self) -> PanelView:
        display, sound = self._parts["display"], self._parts["sound"]
        return PanelView(
            pixels=base64.b64decode(display["pixels"]),
            contrast=display["contrast"],
            on=display["on"],
            text=display["text"],
            lights=msgspec.convert(self._parts["lights"], Lights),
            asking=display["asking"],
            sound=sound["name"],
            sounds=sound["count"],
        )

    @property
    def commands(self) -> int:
        """The number of commands in the current game, including the one that started it; 0 without
        a game.
        """
        return 0 if self.state is None else 1 + int(self._parts["now"]["steps"])

    @property
    def state(self) -> dict[str, Any] | None:
        """The current game in the protocol's form."""
        state: dict[str, Any] | None = self._parts["state"]
        return state

    @property
    def hands(self) -> list[list[str]]:
        """The labels of the cards in hand at the panel, seat by seat."""
        return [
            [card for card in hand if card is not None] for hand in self._parts["hands"]["seats"]
        ]

    def look(self) -> None:
        self._parts |= self.tab.hear()["parts"]

    def until_closed(self) -> int:
        """Watch until the panel closes the line, and return the close code."""
        try:
            while True:
                self.look()
        except ClosedError as closed:
            return closed.code


class Witness(Watching):
    """Watches a bench in this process, change by change.

    Each change is stored until it is read, because on a busy machine a light may be off again
    before this thread runs.
    """

    def __init__(self, bench: SimulatedBox) -> None:
        self._changes: queue.SimpleQueue[PanelView] = queue.SimpleQueue()
        bench.subscribe(lambda: self._changes.put(bench.showing()))
        self._showing = bench.showing()

    @property
    def showing(self) -> PanelView:
        return self._showing

    def look(self) -> None:
        try:
            self._showing = self._changes.get(timeout=PATIENCE)
        except queue.Empty:
            raise TimeoutError from None
