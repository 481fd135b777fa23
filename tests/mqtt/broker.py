"""Mosquitto, started by a test with its own configuration, and its clients for the command line."""

import json
import logging
import os
import queue
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.drivers.program import StartedProgram
from tests.drivers.scanner import PATIENCE

SYSTEM = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin"


class Message(NamedTuple):
    """A message as a subscriber gets it; `retained` if it was stored before the subscription."""

    topic: str
    retained: bool
    text: str

    @property
    def content(self) -> Any:
        return json.loads(self.text)


class Subscriber:
    """`mosquitto_sub` for all topics.

    Attributes:
        heard: the messages so far.
    """

    def __init__(self, command: list[str]) -> None:
        self.heard: list[Message] = []
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        shown = [*command, "-t", "#", "-F", "%t\t%r\t%p"]
        self._process = subprocess.Popen(shown, stdout=subprocess.PIPE, text=True)
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def until(self, topic: str, wanted: Callable[[Message], bool]) -> Message:
        """Return the next message at a topic that ends with `topic`, and is wanted."""
        while True:
            try:
                name, retained, text = self._lines.get(timeout=PATIENCE).split("\t", 2)
            except queue.Empty:
                raise AssertionError(f"not among {self.heard}") from None
            message = Message(name, retained == "1", text)
            self.heard.append(message)
            if name.endswith(topic) and wanted(message):
                return message

    def state(self, **values: object) -> Message:
        """Return the next state of the table with these values."""
        return self.until("/state", lambda message: values.items() <= message.content.items())

    def availability(self, word: str) -> Message:
        """Return the next message that the box is online or offline."""
        return self.until("/availability", lambda message: message.text == word)

    def close(self) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)
        self._reading.join(PATIENCE)

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in map(str.rstrip, lines):
                self._lines.put(line)


class Broker:
    """A broker at one port, from `start` until `kill`, again and again.

    Attributes:
        port: its port on the loopback address.
        program: Mosquitto while it runs.
    """

    program: StartedProgram

    def __init__(self, folder: Path, more: Mapping[str, object] | None = None) -> None:
        self.port = _free_port()
        lines = {"allow_anonymous": "true", "persistence": "false", "log_dest": "stderr"}
        # As root, Mosquitto becomes another user otherwise, who cannot read the folder of the test.
        lines |= {"user": "root"} | {key: str(value) for key, value in (more or {}).items()}
        self._configuration = folder / "mosquitto.conf"
        text = "".join(f"{key} {value}\n" for key, value in lines.items())
        self._configuration.write_text(f"listener {self.port} 127.0.0.1\n{text}", "utf-8")

    def start(self) -> None:
        """Start Mosquitto, and return when it accepts connections."""
        program = _found("mosquitto")
        self.program = StartedProgram([program, "-v", "-c", str(self._configuration)], {})
        self.program.until_said(" running")

    def kill(self) -> None:
        """Kill Mosquitto, which forgets everything."""
        self.program.kill()

    def client(self, program: str, *options: str) -> list[str]:
        """Return the command of a client of this broker."""
        return [_found(program), "-h", "127.0.0.1", "-p", str(self.port), *options]

    @contextmanager
    def subscriber(self, *options: str) -> Iterator[Subscriber]:
        """Yield a subscriber to all topics."""
        subscriber = Subscriber(self.client("mosquitto_sub", *options))
        try:
            yield subscriber
        finally:
            subscriber.close()


@contextmanager
def running_broker(folder: Path, more: Mapping[str, object] | None = None) -> Iterator[Broker]:
    """Yield a running broker with `more` lines in its configuration."""
    broker = Broker(folder, more)
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()


class Logged(logging.Handler):
    """The log of the program.

    Attributes:
        messages: the messages that the test has waited for.
    """

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []
        self._arrived: queue.SimpleQueue[str] = queue.SimpleQueue()

    def emit(self, record: logging.LogRecord) -> None:
        self._arrived.put(record.getMessage())

    def until(self, words: str) -> None:
        """Wait until a message contains `words`."""
        while not self.messages or words not in self.messages[-1]:
            self.messages.append(self._arrived.get(timeout=PATIENCE))

    def is_complete(self) -> bool:
        """Return whether the test has waited for every message."""
        return self._arrived.empty()


@pytest.fixture
def logged() -> Iterator[Logged]:
    """The log of the connection, with everything that it says."""
    handler, log = Logged(), logging.getLogger("companion.mqtt")
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    yield handler
    log.setLevel(logging.NOTSET)
    log.removeHandler(handler)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """A broker that accepts everyone."""
    with running_broker(tmp_path) as broker:
        yield broker


def _found(program: str) -> str:
    path = shutil.which(program, path=SYSTEM)
    assert path is not None, f"{program} is missing: apt install mosquitto mosquitto-clients"
    return path


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
