"""Somebody who looks at the box: pixels that its display's model has decoded,
lights as their pins are.
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
    """Something that is to be seen, heard or read, in words and as a question."""

    what: str
    holds: Callable[[PanelView], bool]


def shows(picture: Picture) -> Condition:
    """Every pixel is that of `picture`."""
    pixels = draw(picture).tobytes()
    return Condition(str(picture), lambda showing: showing.on and showing.pixels == pixels)


def lit(lights: Lights) -> Condition:
    """All twelve lights are as said."""
    return Condition(str(lights), lambda showing: showing.lights == lights)


def sounded(sound: Sound, count: int) -> Condition:
    """`sound` was the newest, and the `count`th."""
    return Condition(
        f"sound {count}, {sound}", lambda showing: (showing.sound, showing.sounds) == (sound, count)
    )


def says(words: str) -> Condition:
    """The picture in words holds `words`."""
    return Condition(repr(words), lambda showing: words in showing.text)


def other_than(before: PanelView) -> tuple[Condition, Condition]:
    """Another picture, in pixels and in words; the words come apart from the pixels."""
    return (
        Condition("other pixels", lambda showing: showing.pixels != before.pixels),
        Condition("other words", lambda showing: showing.text != before.text),
    )


class Watching(ABC):
    """Looks until what must come has come."""

    @property
    @abstractmethod
    def showing(self) -> PanelView:
        """What is to be seen now, as far as it was looked at."""

    @abstractmethod
    def look(self) -> None:
        """Waits for the next change; TimeoutError when none comes."""

    def until(self, *conditions: Condition) -> None:
        """Looks until each of `conditions` has held once; fails when they do not come."""
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
    """Looks at the panel, over its websocket."""

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
        """How many commands stand in the game that is on, its beginning included; 0 without one."""
        return 0 if self.state is None else 1 + int(self._parts["now"]["steps"])

    @property
    def state(self) -> dict[str, Any] | None:
        """The game that is on, in the protocol's form."""
        state: dict[str, Any] | None = self._parts["state"]
        return state

    @property
    def hands(self) -> list[list[str]]:
        """The labels of the cards that everybody holds at the panel, seat by seat."""
        return [
            [card for card in hand if card is not None] for hand in self._parts["hands"]["seats"]
        ]

    def look(self) -> None:
        self._parts |= self.tab.hear()["parts"]

    def until_closed(self) -> int:
        """Looks until the panel says goodbye; gives the code with which it does."""
        try:
            while True:
                self.look()
        except ClosedError as closed:
            return closed.code


class Witness(Watching):
    """Looks at a bench in this process, change by change.

    Each change is kept until it is looked at: on a busy machine a light may be dark again before
    this thread comes to look.
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
