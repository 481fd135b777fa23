"""Asks the person at the terminal, and waits for answers and reports of parts."""

import os
import queue
import selectors
from collections.abc import Callable, Collection
from typing import Final, Literal, Protocol, TypeVar

import msgspec

from companion.config import Config
from companion.devices.ports import Clock
from companion.inputs import Edge, Input, PartBack, PartLost, PartName, Receipt, Scan
from companion.message import Words, phrase, render


class Typed(msgspec.Struct, frozen=True):
    """A line typed at the terminal, without its end; "" is only Enter."""

    text: str


class Conversation(Protocol):
    """The channel for questions to a person, who `answers` at a keyboard, and for reports of
    parts.
    """

    @property
    def answers(self) -> bool: ...
    def say(self, text: str) -> None: ...
    def report(self, heard: Input) -> None: ...
    def next(self, seconds: float) -> Input | Typed | None: ...


class Terminal:
    """A conversation through a terminal; without a keyboard's descriptor it gets no answers."""

    def __init__(self, say: Callable[[str], None], keyboard: int | None) -> None:
        self.say = say
        self._keyboard = keyboard
        self._heard: queue.SimpleQueue[Input] = queue.SimpleQueue()
        self._wake, self._waker = os.pipe()

    @property
    def answers(self) -> bool:
        return self._keyboard is not None

    def report(self, heard: Input) -> None:
        """Receive a report from a part; any thread may call it."""
        self._heard.put(heard)
        os.write(self._waker, b"!")  # one byte for each queued input, which wakes `select`

    def next(self, seconds: float) -> Input | Typed | None:
        """Return the next report or typed line, or None if neither arrives within `seconds`.

        The end of input (Ctrl-D) also returns None, and later calls do not read lines.
        """
        with selectors.DefaultSelector() as selector:
            selector.register(self._wake, selectors.EVENT_READ)
            if self._keyboard is not None:
                selector.register(self._keyboard, selectors.EVENT_READ)
            ready = {key.fd for key, _ in selector.select(max(0.0, seconds))}
        if self._wake in ready:
            os.read(self._wake, 1)
            return self._heard.get_nowait()
        if self._keyboard is None or self._keyboard not in ready:
            return None
        line = os.read(self._keyboard, 1024)
        if not line:
            self._keyboard = None
            return None
        return Typed(line.decode("utf-8", "replace").strip())

    def close(self) -> None:
        """Close the waker; no part may report afterwards."""
        os.close(self._wake)
        os.close(self._waker)


ANSWER_TIMEOUT: Final = 30.0
"""Seconds to wait for a card, a button or an answer."""

LOOK: Final = 1.0
"""Seconds for one light or sound; the longest sound is 0.8 s (companion/devices/sounder.py)."""


def parts_on_pins(config: Config) -> list[PartName]:
    """Return the fitted parts that need a way to move pins."""
    parts: tuple[tuple[PartName, bool], ...] = (
        ("Lights", config.lights.on_pins),
        ("Sounder", config.sounder.enabled),
        ("Buttons", config.buttons.enabled),
    )
    return [part for part, fitted in parts if fitted]


Seen = Literal["yes", "no", "nobody says"]

Wanted = TypeVar("Wanted")


class Prompts:
    """The dialog with the person, which also handles the reports of parts.

    `on_pins` are the parts that are lost with the pins.

    Attributes:
        settle: called with the number of each scan of a reader node.
        lost: the failing parts, each with the reason.
        skipped: whether the person cut the last request short.
        others: other inputs during the last request.
    """

    def __init__(
        self, conversation: Conversation, clock: Clock, on_pins: Collection[PartName]
    ) -> None:
        self.settle: Callable[[Receipt], None] = lambda _: None
        self.lost: dict[PartName, str] = {}
        self.skipped = False
        self.others: list[Input] = []
        self._conversation, self._clock, self._on_pins = conversation, clock, on_pins

    def why_not(self, part: PartName) -> str:
        """Return why a part does not work, or "" if unknown; parts on pins depend on the pins."""
        while self._next(0) is not None:
            pass
        on_pins = self.lost.get("Pins", "") if part in self._on_pins else ""
        return self.lost.get(part) or on_pins

    def look(self, text: Words) -> None:
        """Tell the person what to look at, and wait briefly or until Enter."""
        self._await(text, LOOK, lambda _: None)

    def seen(self, question: Words) -> Seen:
        """Return the person's verdict on a picture, light or sound; an answer beginning with n is
        no.
        """
        if not self._conversation.answers:
            self.look(question)
            return "nobody says"
        typed = self.typed(phrase("{question} Enter: yes; n and Enter: no.", question=question))
        if typed is None:
            return "nobody says"
        return "no" if typed.lower().startswith("n") else "yes"

    def typed(self, question: Words) -> str | None:
        """Return the line that the person types as an answer, or None if there is no answer."""
        self._conversation.say(render(question))
        until = self._clock.monotonic() + ANSWER_TIMEOUT
        while self._conversation.answers and (left := until - self._clock.monotonic()) > 0:
            heard = self._next(left)
            if isinstance(heard, Typed):
                return heard.text
        return None

    def wait_for(self, request: Words, wanted: Callable[[Input], Wanted | None]) -> Wanted | None:
        """Make a request, and wait for a `wanted` input, for Enter, or until the time is over."""
        asks = (
            phrase("{request} ({n} s, or Enter to skip)")
            if self._conversation.answers
            else phrase("{request} ({n} s)")
        )
        asks = asks.filled(request=request, n=round(ANSWER_TIMEOUT))
        return self._await(asks, ANSWER_TIMEOUT, wanted)

    def _await(
        self, text: Words, seconds: float, wanted: Callable[[Input], Wanted | None]
    ) -> Wanted | None:
        self._conversation.say(render(text))
        self.skipped, self.others = False, []
        until = self._clock.monotonic() + seconds
        while (left := until - self._clock.monotonic()) > 0:
            heard = self._next(left)
            if isinstance(heard, Typed):
                self.skipped = True
                return None
            if heard is None:
                continue
            found = wanted(heard)
            if found is not None:
                return found
            self.others.append(heard)
        return None

    def _next(self, seconds: float) -> Input | Typed | None:
        heard = self._conversation.next(seconds)
        match heard:
            case PartLost(part, reason):
                self.lost[part] = reason
            case PartBack(part):
                self.lost.pop(part, None)
            case Scan(receipt=receipt) | Edge(receipt=receipt) if receipt is not None:
                self.settle(receipt)
        return heard
