"""The notifications of a box to systemd: ready, alive, stopping."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.app.application import App
from companion.app.runtime import Runtime
from companion.config.sections import TextSettings
from companion.core.commands import New
from companion.errors import JournalError
from companion.host.clock import BoxClock
from companion.host.systemd import USED, ServiceNotifier, log_reason
from companion.inputs import Input, Key, NetworkNews
from tests.app.test_web_startup import NOTHING_WIRED
from tests.drivers.box import HandClock


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """A service manager that listens at the path notify in `tmp_path`."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(20)
        yield listening


def heard(manager: socket.socket) -> list[str]:
    """Return the notifications that have arrived since the last call."""
    manager.setblocking(False)
    words = []
    while True:
        try:
            words.append(manager.recv(100).decode())
        except BlockingIOError:
            return words


def test_each_notification_is_sent(manager: socket.socket, tmp_path: Path) -> None:
    service = ServiceNotifier(
        {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "15000000"}
    )
    assert service.beat == 5.0
    service.ready()
    service.alive()
    service.stopping()
    assert heard(manager) == ["READY=1", "WATCHDOG=1", "STOPPING=1"]


def test_writing_extends_the_watchdog_while_the_box_is_played(
    manager: socket.socket, tmp_path: Path
) -> None:
    service = ServiceNotifier(
        {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "10000000"}
    )
    with service.writing():
        assert heard(manager) == []
    service.ready()
    with pytest.raises(OSError, match="disk"), service.writing():
        raise OSError("the disk fails")
    assert heard(manager) == ["READY=1", "WATCHDOG_USEC=120000000", "WATCHDOG_USEC=10000000"]
    service.stopping()
    with service.writing():
        assert heard(manager) == ["STOPPING=1"]


def test_long_task_extends_the_start_and_then_feeds_the_watchdog(
    manager: socket.socket, tmp_path: Path
) -> None:
    service = ServiceNotifier(
        {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "10000000"}
    )
    service.at_work()
    service.ready()
    service.at_work()
    assert heard(manager) == ["EXTEND_TIMEOUT_USEC=120000000", "READY=1", "WATCHDOG=1"]


def test_box_extends_the_watchdog_for_its_journal_alone(
    manager: socket.socket, tmp_path: Path
) -> None:
    service = ServiceNotifier(
        {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "10000000"}
    )
    with App(
        Runtime(NOTHING_WIRED, tmp_path / "data", clock=BoxClock(HandClock()), service=service)
    ) as app:
        service.ready()
        app.box.handle(Key("RIGHT"))
        assert heard(manager) == ["READY=1"]
        app.box.table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
        assert heard(manager) == ["WATCHDOG_USEC=120000000", "WATCHDOG_USEC=10000000"]
    assert heard(manager) == ["WATCHDOG_USEC=120000000", "WATCHDOG_USEC=10000000"]


def test_reason_for_giving_up_is_stored_until_ready(tmp_path: Path) -> None:
    environ = {"RUNTIME_DIRECTORY": str(tmp_path)}
    assert log_reason(environ) == ""
    ServiceNotifier(environ).given_up("The journal cannot be opened: disk full")
    assert log_reason(environ) == "The journal cannot be opened: disk full"
    ServiceNotifier(environ).ready()
    assert log_reason(environ) == ""
    ServiceNotifier({}).given_up("Nobody has given it a folder")
    assert log_reason({}) == ""


@pytest.mark.parametrize(("given", "is_used"), [(Key("RIGHT"), True), (NetworkNews(), False)])
def test_use_of_the_box_is_recorded_with_its_time(
    tmp_path: Path, given: Input, is_used: bool
) -> None:
    service = ServiceNotifier({"RUNTIME_DIRECTORY": str(tmp_path)})
    clock = HandClock()
    with App(
        Runtime(NOTHING_WIRED, tmp_path / "data", clock=BoxClock(clock), service=service)
    ) as app:
        app.report(given)
        app.stop()
        app.run()
    moments = [file.stat().st_mtime for file in tmp_path.glob(USED)]
    assert moments == ([clock.monotonic()] if is_used else [])


def test_update_is_checked_at_each_watchdog_notification(
    manager: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = ServiceNotifier(
        {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "10000000"}
    )
    with App(
        Runtime(NOTHING_WIRED, tmp_path / "data", clock=BoxClock(HandClock()), service=service)
    ) as app:
        looked: list[str] = []
        monkeypatch.setattr(app.box, "look_around", lambda: looked.append("update"))
        app.report(Key("RIGHT"))
        app.stop()
        app.run()
    assert len(looked) == heard(manager).count("WATCHDOG=1") == 1


def test_missing_journal_stores_the_reason_in_english(tmp_path: Path) -> None:
    environ = {"RUNTIME_DIRECTORY": str(tmp_path)}
    (tmp_path / "data").mkdir(parents=True)
    (tmp_path / "data" / "journal").touch()
    german = replace(NOTHING_WIRED, text=TextSettings(language="de"))
    app = App(Runtime(german, tmp_path / "data", service=ServiceNotifier(environ)))
    with pytest.raises(JournalError) as error, app:
        raise AssertionError("it must not begin")
    assert log_reason(environ) == str(error.value)


def test_abstract_socket_receives_notifications() -> None:
    name = f"companion-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{name}")
        ServiceNotifier({"NOTIFY_SOCKET": f"@{name}"}).ready()
        assert heard(listening) == ["READY=1"]


def test_no_notification_without_a_manager() -> None:
    service = ServiceNotifier({"WATCHDOG_USEC": "10000000"})
    assert service.beat is None
    service.ready()


def test_missing_socket_is_ignored(tmp_path: Path) -> None:
    ServiceNotifier({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).alive()


def test_no_watchdog_interval_without_a_watchdog(tmp_path: Path) -> None:
    assert ServiceNotifier({"NOTIFY_SOCKET": str(tmp_path / "notify")}).beat is None


def test_running_box_sends_watchdog_notifications(manager: socket.socket, tmp_path: Path) -> None:
    clock = HandClock()
    service = ServiceNotifier(
        {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "21000000"}
    )
    with App(
        Runtime(NOTHING_WIRED, tmp_path / "data", clock=BoxClock(clock), service=service)
    ) as app:
        assert heard(manager) == []
        for seconds, words in ((0.0, 1), (6.5, 0), (0.5, 1), (30.0, 1)):
            clock.now += seconds
            for _ in range(4):
                app.report(Key("RIGHT"))
            app.stop()
            app.run()
            assert heard(manager) == ["READY=1", *["WATCHDOG=1"] * words, "STOPPING=1"]


@pytest.mark.slow("starts the whole program, which beats three times")
def test_program_notifies_its_manager(manager: socket.socket, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "run", "--simulate", "--port", "0"]
    environ = {
        "HOME": str(tmp_path),
        "PATH": "/usr/bin:/bin",
        "NOTIFY_SOCKET": str(tmp_path / "notify"),
        "WATCHDOG_USEC": "600000",
    }
    process = subprocess.Popen(command, env=environ, stderr=subprocess.DEVNULL)
    try:
        words = [manager.recv(100) for _ in range(4)]
        assert words == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1", b"WATCHDOG=1"]
        process.terminate()
        assert process.wait(20) == 0
        assert heard(manager)[-1] == "STOPPING=1"
    finally:
        process.kill()
        process.wait()


def test_empty_time_is_no_watchdog() -> None:
    assert ServiceNotifier({"NOTIFY_SOCKET": "@none", "WATCHDOG_USEC": ""}).beat is None
