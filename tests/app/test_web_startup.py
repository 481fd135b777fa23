"""Tests of the pages' start: only once the box can be played, and never if phones are disabled."""

import socket
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from companion.app.application import App
from companion.app.runtime import Runtime
from companion.app.startup import WebStartup
from companion.box.requests import Accepted, TableRequest
from companion.config import Config
from companion.config.sections import (
    ButtonSettings,
    DisplaySettings,
    LightSettings,
    PhoneSettings,
    ReaderSettings,
    SounderSettings,
    TextSettings,
)
from companion.core.commands import New, Play
from companion.host.announcement import Announcement
from companion.table.files import JOURNAL, box_folders
from tests.drivers.bench import running

NOTHING_WIRED = Config(
    display=DisplaySettings(controller="none"),
    lights=LightSettings(enabled=False),
    sounder=SounderSettings(enabled=False),
    buttons=ButtonSettings(enabled=False),
    reader=ReaderSettings(port="none"),
)
"""A box that can only be played by phone, and can be built on any machine."""


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def opened(folder: Path, phone: PhoneSettings) -> tuple[App, WebStartup]:
    runtime = Runtime(msgspec.structs.replace(NOTHING_WIRED, phone=phone), folder)
    return App(runtime), WebStartup(runtime)


def asked(port: int, path: str = "/me") -> bytes:
    with socket.create_connection(("127.0.0.1", port), 10) as line:
        line.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode()
        )
        answer = b""
        while more := line.recv(4096):
            answer += more
    return answer


def test_real_box_serves_phones_when_it_can_be_played(tmp_path: Path, free_port: int) -> None:
    app, opening = opened(tmp_path, PhoneSettings(port=free_port))
    with app, running(app):
        opening.open(app)
        opening.wait()
        answer = asked(free_port)
        assert answer.startswith(b"HTTP/1.1 200 OK")
        assert answer.endswith(b'{"rules":false,"name":"","player":""}')
    opening.close()
    with pytest.raises(ConnectionRefusedError):
        asked(free_port)


class RecordedAnnouncement(Announcement):
    """An announcement to no network."""

    def __init__(self, port: int, box: str, address: str) -> None:
        super().__init__(port, box, address)
        self.entry, self.is_open = (port, box, address), False

    def start(self) -> None:
        self.is_open = True

    def close(self) -> None:
        self.is_open = False


def test_pages_are_announced_while_they_are_served(tmp_path: Path, free_port: int) -> None:
    made: list[RecordedAnnouncement] = []

    def announce(port: int, box: str, address: str) -> Announcement:
        made.append(RecordedAnnouncement(port, box, address))
        return made[-1]

    config = msgspec.structs.replace(NOTHING_WIRED, phone=PhoneSettings(port=free_port))
    runtime = Runtime(config, tmp_path)
    app, opening = App(runtime), WebStartup(runtime, announce)
    with app, running(app):
        opening.open(app)
        opening.wait()
        (announcement,) = made
        assert announcement.is_open
        opening.close()
    (box,) = box_folders(tmp_path / JOURNAL)
    assert announcement.entry[:2] == (free_port, box.name)
    assert not announcement.is_open


def test_phones_receive_the_boxs_language(tmp_path: Path, free_port: int) -> None:
    config = msgspec.structs.replace(
        NOTHING_WIRED, phone=PhoneSettings(port=free_port), text=TextSettings("de")
    )
    runtime = Runtime(config, tmp_path)
    app, opening = App(runtime), WebStartup(runtime)
    with app, running(app):
        opening.open(app)
        opening.wait()
        module = asked(free_port, "/shared/messages.js")
        opening.close()
    assert b'"language":"de"' in module


def test_disabled_phones_load_and_open_nothing(tmp_path: Path) -> None:
    program = f"""
import sys
from pathlib import Path
from tests.app.test_web_startup import opened, PhoneSettings
app, opening = opened(Path({str(tmp_path)!r}), PhoneSettings(enabled=False))
with app:
    opening.open(app)
    opening.close()
print([name for name in ("uvicorn", "starlette", "companion.app.web_site") if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_port_in_use_is_a_missing_part_and_play_continues(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("", 0))
        other.listen()
        app, opening = opened(tmp_path, PhoneSettings(port=other.getsockname()[1]))
        answers: list[object] = []
        with app:
            opening.open(app)
            opening.close()
            app.submit(
                TableRequest(
                    New(variant="ninety-nine", players=("Ann", "Bo")), "a phone", 0, answers.append
                )
            )
            app.submit(TableRequest(Play(card="8"), "a phone", 1, answers.append))
            with running(app):
                pass
            assert answers == [Accepted(1), Accepted(2)]
            assert app.box.shown.scene.missing == ("Phone page",)
