"""The person in front of the box: what they are told, and what they type while the parts report."""

import os
import queue
import selectors
from collections.abc import Callable
from typing import Protocol

import msgspec

from companion.inputs import Input


class Typed(msgspec.Struct, frozen=True):
    """A line from the keyboard of the terminal, without its end; "" is Enter alone."""

    text: str


class Conversation(Protocol):
    """What the self-test needs: somebody to talk to, and the parts' reports.

    `answers` says whether there is a keyboard that somebody may type on.
    """

    @property
    def answers(self) -> bool: ...
    def say(self, text: str) -> None: ...
    def report(self, heard: Input) -> None: ...
    def next(self, seconds: float) -> Input | Typed | None: ...


class Terminal:
    """A conversation through a terminal, or through nothing: without a keyboard it goes on by itself.

    Args:
        say: prints a line.
        keyboard: the descriptor of a terminal to read lines from, None where nobody types.
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
        """Where parts report; any thread may call it."""
        self._heard.put(heard)
        os.write(self._waker, b"!")  # one byte for each thing on the queue

    def next(self, seconds: float) -> Input | Typed | None:
        """What a part has reported or somebody has typed; None after so many `seconds` without either.

        The end of the keyboard's input (Ctrl-D) gives None too, and nobody answers any more.
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
        """Nothing may be reported any more."""
        os.close(self._wake)
        os.close(self._waker)
