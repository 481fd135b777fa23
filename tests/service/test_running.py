"""Tests of `companion run` from its first picture to its last: starting, stopping, and missing
parts.
"""

import logging
import queue
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.app import application as app_module
from companion.app.application import App
from companion.app.runtime import Runtime
from companion.config import Config, read_config
from companion.core.commands import New
from companion.drawing import draw
from companion.inputs import Scan
from companion.screens.model import BootScreen, SafeToUnplugScreen
from companion.simulation.box import SimulatedBox
from companion.table.journal import Journal
from companion.web.event_stream import SWITCHED_OFF
from tests.drivers.bench import running
from tests.drivers.expected import Expected, label, played, written
from tests.drivers.process import SEATS, evening, seated
from tests.drivers.program import ADDRESS, PHONES, STOPPED, Program
from tests.drivers.scanner import PATIENCE
from tests.drivers.watching import Condition, Onlooker, Witness, says, shows
from tests.simulation.tab import Tab


def without_reader(folder: Path) -> None:
    (folder / "companion.toml").write_text('[reader]\nport = "none"\n', "utf-8")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_program_stops_cleanly_on_a_signal(tmp_path: Path, number: int) -> None:
    without_reader(tmp_path)
    with Program(tmp_path) as program, Tab(program.until_served()) as tab:
        onlooker = Onlooker(tab)
        onlooker.until(says("A phone opens"))
        assert program.stop(number) == 0
        assert onlooker.until_closed() != SWITCHED_OFF
        assert not onlooker.showing.on
        assert [program.said[0].startswith(ADDRESS), *program.said[1:]] == [True, STOPPED]
        assert not list((tmp_path / "data").glob("*-wal"))


class Served(NamedTuple):
    """A program that runs in `folder` and serves its pages on `port`."""

    program: Program
    folder: Path
    port: int


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    without_reader(folder)
    with Program(folder) as program:
        port = program.until_served()
        program.until_said(PHONES)
        yield Served(program, folder, port)


def test_phones_reach_a_served_page(served: Served) -> None:
    assert served.program.phones.startswith("http://")
    assert served.program.phones.endswith(f":{served.port}/")
    assert listening(served.program.process.pid) == {f"0.0.0.0:{served.port}"}


def test_phones_are_not_served_if_disabled(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text("[phone]\nenabled = false\n", "utf-8")
    with Program(tmp_path) as program:
        port = program.until_served()
        assert listening(program.process.pid) == {f"127.0.0.1:{port}"}
        assert program.stop() == 0
        assert program.phones == ""


def listening(process: int) -> set[str]:
    """Return the addresses at which a process listens for TCP connections, as the kernel lists them
    (proc(5)).
    """
    sockets = {
        link
        for descriptor in Path(f"/proc/{process}/fd").iterdir()
        if (link := _link(descriptor)).startswith("socket:")
    }
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{process}/net/{table}").read_text("ascii").splitlines()[1:]:
            _, local, _, state, *_, inode = line.split()[:10]
            if state == "0A" and f"socket:[{inode}]" in sockets:
                address, port = local.split(":")
                host = ".".join(str(byte) for byte in reversed(bytes.fromhex(address)))
                found.add(f"{host}:{int(port, 16)}")
    return found


def _link(descriptor: Path) -> str:
    try:
        return str(descriptor.readlink())
    except FileNotFoundError:  # closed since it was listed
        return ""


def test_second_program_with_the_same_journal_is_refused(served: Served) -> None:
    with Program(served.folder) as second:
        assert second.ended() == 1
        (said,) = second.said
        assert str(served.folder / "data") in said


def test_second_program_with_the_same_port_is_refused(tmp_path: Path, served: Served) -> None:
    without_reader(tmp_path)
    with Program(tmp_path, "--port", str(served.port)) as second:
        assert second.ended() == 1
        (said,) = second.said
        assert str(served.port) in said


def test_switching_off_by_menu_leaves_its_last_picture(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        table.begin(New(variant="ninety-nine", players=SEATS), "99 Ninety-nine")
        table.plays("8C", 8, "Bo")
        table.hold_more()
        table.turn_to("LEFT", "Switch off")
        table.press("OK")
        table.tap("OK")
        table.onlooker.until(shows(SafeToUnplugScreen("Safe to unplug")))
        assert table.program.ended() == 0
        assert table.program.said[1:] == [
            "INFO companion.box.power: switched off: everything is on disk",
            STOPPED,
        ]
        assert table.onlooker.until_closed() == SWITCHED_OFF
        assert table.onlooker.showing.pixels == draw(SafeToUnplugScreen("Safe to unplug")).tobytes()
        assert written(table.journal) == table.expected.kept


def test_box_without_lights_buzzer_buttons_and_scanner_is_playable(tmp_path: Path) -> None:
    off = "".join(f"[{part}]\nenabled = false\n" for part in ("lights", "sounder", "buttons"))
    (tmp_path / "companion.toml").write_text(off + '[reader]\nport = "none"\n', "utf-8")
    with Program(tmp_path) as program, Tab(program.until_served()) as tab:
        onlooker = Onlooker(tab)
        tab.tell(type="key", name="LEFT", down=True)
        tab.tell(type="card", label=label("8C"))
        onlooker.until(says("Answer first: Which game?"))
        assert program.stop() == 0
        assert program.said[1:] == [STOPPED]


def test_encoder_is_turned_by_the_panels_left_and_right(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text("[buttons]\nencoder = true\n", "utf-8")
    with Program(tmp_path) as program, seated(tmp_path, program, program.until_served()) as table:
        table.welcomed()
        table.onlooker.until(says("Which game?"))
        before = table.onlooker.showing.text
        table.tap("RIGHT")
        table.onlooker.until(Condition("another game", lambda showing: showing.text != before))
        table.tap("LEFT")
        table.onlooker.until(says(before))
        table.press("OK")
        table.onlooker.until(says("How many play?"))


def test_first_picture_appears_before_the_journal_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = SimulatedBox(Config(), time, "a seed")
    witness = Witness(bench)

    def opened(path: Path, **options: Any) -> Journal:
        witness.until(shows(BootScreen()))
        return Journal(path, **options)

    monkeypatch.setattr(app_module, "Journal", opened)
    with App(Runtime(Config(), tmp_path, bench=bench)):
        witness.until(says("English"))


class Spoken(logging.Handler):
    """The log of the program."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.put(record.getMessage())

    def until(self, beginning: str) -> None:
        while not self._lines.get(timeout=PATIENCE).startswith(beginning):
            pass


def test_missing_real_parts_are_named_and_cards_still_count(tmp_path: Path) -> None:
    config = read_config(
        '[text]\nlanguage = "en"\n'
        '[pins]\nfactory = "mock"\n[display]\ni2c_port = 31\n[reader]\nport = "/dev/no-such-port"\n'
    )
    new = New(variant="ninety-nine", players=SEATS)
    expected = Expected(new)
    spoken = Spoken()
    logging.getLogger("companion").addHandler(spoken)
    try:
        with App(Runtime(config, tmp_path)) as app:
            app.box.table.obey(new)
            with running(app):
                spoken.until("Display lost: ")
                spoken.until("Reader lost: ")
                app.report(Scan(label("8C"), at=0.0))
            expected.obey(played("8C"))
            assert written(tmp_path / "journal") == expected.kept
    finally:
        logging.getLogger("companion").removeHandler(spoken)
