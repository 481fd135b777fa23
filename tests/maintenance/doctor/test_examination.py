"""Complete examinations: no parts, all parts simulated, a game in progress."""

import fcntl
import json
import os
import pwd
import re
from pathlib import Path

import msgspec
import pytest

from companion.cli.commands import main
from companion.config import Config, pins_of
from companion.maintenance.doctor import examine, for_invoking_user, run
from companion.maintenance.doctor.context import (
    ExaminationContext,
    Finding,
    Machine,
    is_played,
    listed,
)
from companion.simulation.box import SimulatedBox
from companion.table.files import held
from tests.devices.faults import Faults
from tests.maintenance.doctor.fake_pi import FakePi, install_nothing, only

PARTS = ["Display", "Pins", "Buttons", "Lights", "Sounder", "Reader"]

EVERYTHING = """
[second_display]
controller = "sh1106"
[second_reader]
port = "/dev/ttyACM1"
"""

WIDE = """
[display]
bus = "spi"
controller = "ssd1322"
[buttons]
encoder = true
"""


@pytest.fixture
def pc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of a machine without parts; `companion doctor` examines this machine."""
    install_nothing(monkeypatch)
    root = tmp_path / "pc"
    (root / "home").mkdir(parents=True)
    machine = Machine(root=root)
    monkeypatch.setattr("companion.maintenance.doctor.context.Machine", lambda: machine)
    monkeypatch.setattr("companion.config.places.FOR_ALL", root / "no.toml")
    monkeypatch.setenv("HOME", str(root / "home"))
    for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "STATE_DIRECTORY", "SUDO_USER"):
        monkeypatch.delenv(variable, raising=False)
    return root / "home"


@pytest.fixture
def installed(pi: FakePi) -> Path:
    """The folder in which the service of an installed box keeps its journal."""
    pi.write("/etc/companion/companion.toml")
    folder = pi.root / "var/lib/companion"
    folder.mkdir(parents=True)
    return folder


def doctor(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[Finding]]:
    """Run `companion doctor --json`; return its exit status and its findings."""
    status = main(["doctor", "--json", *arguments])
    out, err = capsys.readouterr()
    assert err == ""
    return status, [Finding(**found) for found in json.loads(out)]


def everything_below(folder: Path) -> dict[Path, tuple[float, bytes]]:
    return {
        path: (path.lstat().st_mtime, path.read_bytes() if path.is_file() else b"")
        for path in folder.rglob("*")
    }


@pytest.mark.usefixtures("pc")
def test_missing_parts_are_reported_with_advice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, found = doctor(capsys)
    wrong = [finding for finding in found if finding.verdict == "wrong"]
    assert status == 1
    assert [finding.part for finding in wrong] == ["Machine", *PARTS]
    assert all(finding.advice for finding in wrong)


@pytest.mark.usefixtures("pc")
def test_all_simulated_parts_are_right(capsys: pytest.CaptureFixture[str]) -> None:
    status, found = doctor(capsys, "--simulate")
    assert status == 0
    assert {finding.verdict for finding in found} == {"right"}
    assert {finding.part for finding in found} >= {"Machine", *PARTS}


@pytest.mark.parametrize(
    "text",
    [
        EVERYTHING,
        '[display]\nbus = "spi"\ncontroller = "ssd1322"\n[buttons]\nencoder = true\n',
        only(),
    ],
)
def test_every_configured_part_can_be_simulated(
    pc: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    file = pc / "companion.toml"
    file.write_text(text.replace("[reader]\nport", "[reader]\nread_once = 3\nport"))
    status, found = doctor(capsys, "--simulate", "--config", str(file))
    assert status == 0
    assert {finding.verdict for finding in found} == {"right"}


@pytest.mark.usefixtures("pc")
def test_piped_output_is_a_list_without_colors(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)  # a test runner may set it
    assert main(["doctor"]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    _, found = doctor(capsys)
    assert without_room(out) == without_room(listed(found))
    assert "\x1b" not in out


def without_room(says: str) -> str:
    """Return the text without the free disk space, which other programs change at the same time."""
    return re.sub(r"\d+ MB free", "room", says).rstrip()


def test_each_configuration_mistake_is_a_finding(
    pc: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = pc / "companion.toml"
    file.write_text("[lights]\ndim = 2\n[reader]\nbaud = 7\n")
    status, found = doctor(capsys, "--config", str(file))
    assert status == 1
    assert [(finding.part, finding.verdict) for finding in found] == [
        ("Configuration", "wrong")
    ] * 2
    assert "line 2: lights.dim" in found[0].says


def test_advice_names_the_configuration_file_that_was_read(
    pc: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = pc / "companion.toml"
    file.write_text("")
    found = {finding.part: finding for finding in doctor(capsys, "--config", str(file))[1]}
    assert found["Configuration"].says == str(file)
    assert found["Lights"].advice.endswith(f"below [lights] in {file}")


def test_pi_in_good_order_has_only_right_findings(pi: FakePi) -> None:
    found = examine(pi.context())
    assert {finding.verdict for finding in found} == {"right"}
    assert [finding.part for finding in found] == [
        *("Configuration", "Machine", "Supply", "Clock", "Data", "Disk", "Journal"),
        *PARTS,
    ]


def test_doctor_changes_no_file(pi: FakePi) -> None:
    before = everything_below(pi.root)
    examine(pi.context(EVERYTHING))
    assert everything_below(pi.root) == before


def test_doctor_creates_no_folder_for_the_journal(pi: FakePi) -> None:
    pi.data.rmdir()
    assert not is_played(pi.data)
    examine(pi.context())
    assert not pi.data.exists()


def test_doctor_does_not_touch_the_parts_of_a_running_companion(pi: FakePi) -> None:
    descriptor = held(pi.data)
    environ = {"HOME": str(pi.root)}
    try:
        found = run(None, pi.data, environ, pi.machine)
        simulated = run(None, pi.data, environ, pi.machine, simulate=True)
    finally:
        os.close(descriptor)
    assert [finding.part for finding in found if finding.verdict == "in use"] == ["Machine"]
    assert {finding.verdict for finding in found} == {"right", "in use"}
    assert {finding.verdict for finding in simulated} == {"right"}
    assert pi.asked == []


def test_doctor_examines_the_journal_of_the_service_on_an_installed_box(
    pi: FakePi, installed: Path
) -> None:
    game = installed / "journal" / "3fa9c2d1" / "000" / "1-6c7de5ee.jsonl"
    game.parent.mkdir(parents=True)
    game.write_bytes(b"no journal")
    found = run(None, None, {"HOME": str(pi.root / "root")}, pi.machine)
    assert [(finding.part, finding.verdict) for finding in found if finding.verdict != "right"] == [
        ("Journal", "wrong")
    ]
    assert data_of(found) == "/var/lib/companion"


def data_of(found: list[Finding]) -> str:
    """Return the folder of the examined journal, as named in the finding."""
    (data,) = (finding for finding in found if finding.part == "Data")
    return data.says.split()[0]


def test_unreadable_data_folder_suggests_sudo_and_touches_no_part(
    pi: FakePi, installed: Path
) -> None:
    pi.locked.add(pi.said(installed))
    (finding,) = run(None, None, {"HOME": str(pi.root / "home/pi")}, pi.machine)
    assert (finding.part, finding.verdict, "/var/lib/companion" in finding.says) == (
        "Data",
        "wrong",
        True,
    )
    assert finding.advice.split()[0] == "sudo"
    assert pi.asked == []


def test_root_examines_a_read_only_disk(pi: FakePi, installed: Path) -> None:
    pi.locked.add(pi.said(installed))
    pi.write("/proc/mounts", "/dev/mmcblk0p2 / ext4 ro 0 0\n")
    root = msgspec.structs.replace(pi.machine, user="root")
    found = run(None, None, {"HOME": str(pi.root / "root")}, root)
    (data,) = (finding for finding in found if finding.part == "Data")
    assert (data.verdict, "remount,rw" in data.advice) == ("wrong", True)


@pytest.mark.usefixtures("installed")
def test_own_configuration_uses_own_journal(pi: FakePi) -> None:
    pi.write("/home/pi/.config/companion/companion.toml")
    found = run(None, None, {"HOME": str(pi.root / "home/pi")}, pi.machine)
    assert data_of(found) == "/home/pi/.local/state/companion"


@pytest.mark.usefixtures("installed")
def test_simulated_box_is_independent_of_the_installed_one(pi: FakePi) -> None:
    found = run(None, None, {"HOME": str(pi.root / "home/pi")}, pi.machine, simulate=True)
    assert data_of(found) == "/home/pi/.local/state/companion"


def test_examination_does_not_block_a_companion(pi: FakePi) -> None:
    assert not is_played(pi.data)
    descriptor = held(pi.data)
    assert is_played(pi.data)
    os.close(descriptor)
    assert not is_played(pi.data)


def test_two_doctors_do_not_block_each_other(pi: FakePi) -> None:
    other = os.open(pi.data, os.O_RDONLY)
    fcntl.flock(other, fcntl.LOCK_SH)
    assert not is_played(pi.data)
    os.close(other)


def test_broken_simulated_display_is_not_right(pi: FakePi) -> None:
    config = Config()
    bench = SimulatedBox(config, pi.clock, "")
    Faults(bench.displays["Display"].line).fail()
    found = examine(ExaminationContext(config, pins_of(config), pi.data, pi.machine, bench=bench))
    assert [finding.part for finding in found if finding.verdict == "wrong"] == ["Display"]


def test_sudo_examines_the_callers_box(
    pc: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = pc.parent / "home" / "ann"
    (ann / ".config/companion").mkdir(parents=True)
    (ann / ".config/companion/companion.toml").touch()
    known = pwd.struct_passwd(("ann", "x", 1000, 1000, "", str(ann), "/bin/sh"))
    monkeypatch.setattr(pwd, "getpwnam", {"ann": known}.__getitem__)
    monkeypatch.setenv("SUDO_USER", "ann")
    found = {finding.part: finding.says for finding in doctor(capsys)[1]}
    assert found["Configuration"] == str(ann / ".config/companion/companion.toml")
    assert found["Data"] == "/home/ann/.local/state/companion"


def test_sudo_uses_the_callers_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    known = pwd.struct_passwd(("ann", "x", 1000, 1000, "", "/home/ann", "/bin/sh"))
    monkeypatch.setattr(pwd, "getpwnam", {"ann": known}.__getitem__)
    assert for_invoking_user({"HOME": "/root", "SUDO_USER": "ann"})["HOME"] == "/home/ann"
    assert for_invoking_user({"HOME": "/root", "SUDO_USER": "bo"})["HOME"] == "/root"
    assert for_invoking_user({"HOME": "/root"}) == {"HOME": "/root"}
