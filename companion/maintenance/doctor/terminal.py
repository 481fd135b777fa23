"""The terminal: prints to the person, and waits for typed lines and for the parts' reports."""

import os
import queue
import selectors
from collections.abc import Callable
from typing import Protocol

import msgspec

from companion.inputs import Input


class Typed(msgspec.Struct, frozen=True):
    """A line typed at the terminal, without its end; "" is Enter alone."""

    text: str


class Conversation(Protocol):
    """Carries questions to the person, who `answers` at a keyboard,
    and brings the reports of the parts.
    """

    @property
    def answers(self) -> bool: ...
    def say(self, text: str) -> None: ...
    def report(self, heard: Input) -> None: ...
    def next(self, seconds: float) -> Input | Typed | None: ...


class Terminal:
    """A conversation through a terminal; without the descriptor
    of a keyboard it gets no answers.
    """

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
        """Return the next report or typed line; None if neither comes in so many `seconds`.

        The end of input (Ctrl-D) returns None too, and later calls read no more lines.
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
