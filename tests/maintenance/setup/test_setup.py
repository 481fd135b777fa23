"""`companion setup` from the list of changes to the next start."""

import io
import pwd
from pathlib import Path

import pytest

from companion.cli.commands import main
from companion.config import read_config
from companion.errors import SetupError
from companion.maintenance.setup import of_whoever_asks, set_up
from companion.maintenance.setup.boot_config import BEGIN
from tests.maintenance.doctor.fake_pi import PI_4
from tests.maintenance.setup.fresh_pi import (
    CMDLINE_TXT,
    CONFIG_TXT,
    FRESH_CMDLINE,
    FRESH_CONFIG,
    MODULES,
    FreshPi,
)

HEADER = '[reader]\nport = "/dev/serial0"\n'
NOTHING = '[display]\ncontroller = "none"\n[reader]\nport = "none"\n'


def test_accepted_changes_are_written(pi: FreshPi) -> None:
    assert pi.set_up(HEADER, name="friday-table") == 0
    config = pi.has(CONFIG_TXT)
    assert config.startswith(FRESH_CONFIG + BEGIN)
    assert "\nenable_uart=1\n" in config
    assert pi.has(CMDLINE_TXT) == FRESH_CMDLINE.removeprefix("console=serial0,115200 ")
    assert pi.has(MODULES) == "i2c-dev\n"
    assert pi.has("/etc/hostname") == "friday-table\n"
    assert pi.leads("/etc/systemd/system/serial-getty@ttyAMA0.service") == "/dev/null"


def test_second_run_has_nothing_to_do(pi: FreshPi) -> None:
    pi.set_up(HEADER, name="friday-table")
    once = pi.everything()
    assert pi.plan(HEADER, "friday-table").changes == ()
    assert pi.set_up(HEADER, answer=None, name="friday-table") == 0
    assert pi.everything() == once


def test_nothing_is_pending_after_a_reboot(pi: FreshPi) -> None:
    for _ in range(2):
        pi.set_up(HEADER, name="friday-table")
        assert "reboot (" in pi.heard[-2]
        assert "/dev/i2c-1" in pi.heard[-2]
    pi.start_anew()
    pi.set_up(HEADER, name="friday-table")
    assert "reboot" not in pi.heard[-2]
    assert "http://friday-table.local:8098/" in pi.heard[-1]


def test_a_line_below_that_keeps_a_bus_off_comes_out_before_the_next_start(pi: FreshPi) -> None:
    pi.set_up()
    pi.write(CONFIG_TXT, pi.has(CONFIG_TXT) + "dtparam=i2c_arm=off\n")
    number = len(pi.has(CONFIG_TXT).splitlines())
    for _ in range(2):
        pi.set_up()
        assert f" {number} " in pi.heard[-2].partition(CONFIG_TXT)[0]
        assert "reboot" in pi.heard[-2].partition(CONFIG_TXT)[2]
    pi.write(CONFIG_TXT, pi.has(CONFIG_TXT) + "dtparam=i2c=off\n")
    pi.set_up()
    assert f" {number} and {number + 1} " in pi.heard[-2]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/proc/cmdline", "console=ttyAMA0,115200"),
        ("/proc/sys/kernel/hostname", "other"),
        ("/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", "\0\1\x06\xa0"),
    ],
)
def test_settings_not_yet_active_are_reported(pi: FreshPi, path: str, text: str) -> None:
    pi.later(HEADER)
    assert pi.pending(HEADER) == []
    (pi.root / path.lstrip("/")).write_bytes(text.encode("latin-1"))
    (reason,) = pi.pending(HEADER)
    pi.set_up(HEADER)
    assert f"reboot ({reason})," in pi.heard[-2]


def test_bluetooth_gives_the_uart_back_with_the_next_start_only(pi: FreshPi) -> None:
    pi.later(HEADER)
    assert pi.pending(HEADER) == []
    pi.write("/dev/ttyS0")
    pi.link("/dev/serial0", "ttyS0")
    assert len(pi.pending(HEADER)) == 1


def test_a_display_on_spi_is_awaited(pi: FreshPi) -> None:
    text = '[display]\nbus = "spi"\n[reader]\nport = "none"\n'
    pi.set_up(text)
    assert "/dev/spidev0.0" in pi.heard[-2]
    pi.write("/dev/spidev0.0")
    pi.set_up(text)
    assert "reboot" not in pi.heard[-2]


@pytest.mark.parametrize("answer", ["n", "", "nope", "yess"])
def test_refusal_changes_nothing(pi: FreshPi, answer: str) -> None:
    before = pi.everything()
    assert pi.set_up(HEADER, answer=answer) == 1
    assert pi.everything() == before


def test_changes_are_listed_before_the_question(pi: FreshPi) -> None:
    changes = [line for change in pi.plan(HEADER).changes for line in change.described]
    pi.set_up(HEADER, answer="n")
    assert PI_4 in pi.heard[0]
    assert pi.heard[1 : len(changes) + 1] == changes


def test_dry_run_asks_and_writes_nothing(pi: FreshPi) -> None:
    pi.name = "pi"
    before = pi.everything()
    assert pi.set_up(HEADER, answer=None, only_say=True) == 0
    assert f"{CMDLINE_TXT}: console=serial0,115200 " in "\n".join(pi.heard)
    assert pi.everything() == before


def test_yes_needs_no_answer(pi: FreshPi) -> None:
    assert pi.set_up(HEADER, answer=None, agreed=True) == 0
    assert BEGIN in pi.has(CONFIG_TXT)


@pytest.mark.parametrize(
    ("user", "answer", "agreed", "way"), [("pi", "y", True, "sudo"), ("root", None, False, "--yes")]
)
def test_without_root_or_anybody_nothing_is_written(
    pi: FreshPi, user: str, answer: str | None, agreed: bool, way: str
) -> None:
    pi.name = user
    before = pi.everything()
    with pytest.raises(SetupError, match=way):
        pi.set_up(HEADER, answer=answer, agreed=agreed)
    assert pi.everything() == before


def test_no_changes_need_no_root(pi: FreshPi) -> None:
    pi.name = "pi"
    assert pi.set_up(NOTHING, answer=None) == 0


def test_first_backup_is_kept(pi: FreshPi) -> None:
    pi.set_up(HEADER)
    pi.set_up(NOTHING)
    assert BEGIN not in pi.has(CONFIG_TXT)
    assert pi.has(f"{CONFIG_TXT}.before-companion") == FRESH_CONFIG
    assert pi.has(f"{CMDLINE_TXT}.before-companion") == FRESH_CMDLINE


def test_permissions_are_kept_and_no_temporary_file_is_left(pi: FreshPi) -> None:
    hosts, boot = pi.root / "etc/hosts", pi.root / CONFIG_TXT[1:]
    hosts.chmod(0o640)
    node = boot.stat().st_ino
    pi.set_up(HEADER, name="friday-table")
    for file in (hosts, hosts.with_name("hosts.before-companion")):
        assert file.stat().st_mode & 0o777 == 0o640
    assert (pi.root / MODULES[1:]).stat().st_mode & 0o777 == 0o644
    assert boot.stat().st_ino == node  # in place: FAT
    assert not list(pi.root.rglob(".*.new"))


def test_non_utf8_lines_are_kept(pi: FreshPi) -> None:
    (pi.root / CONFIG_TXT[1:]).write_bytes(b"# K\xe4se\r\n")
    pi.set_up(NOTHING.replace('port = "none"', 'port = "/dev/serial0"'))
    assert (pi.root / CONFIG_TXT[1:]).read_bytes().startswith(b"# K\xe4se\r\n# companion setup begins.")


def test_symbolic_link_is_followed(pi: FreshPi) -> None:
    pi.write("/etc/elsewhere", "raspberrypi\n")
    pi.link("/etc/hostname", "elsewhere")
    pi.set_up(NOTHING, name="friday-table")
    assert (pi.root / "etc/hostname").is_symlink()
    assert pi.has("/etc/elsewhere") == "friday-table\n"


def test_a_unit_of_the_owners_own_is_kept_beside_its_mask(pi: FreshPi) -> None:
    unit = "/etc/systemd/system/serial-getty@serial0.service"
    pi.write(unit, "[Unit]\n")
    pi.set_up(HEADER)
    assert pi.leads(unit) == "/dev/null"
    assert pi.has(f"{unit}.before-companion") == "[Unit]\n"


def test_full_disk_keeps_the_old_file(pi: FreshPi, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a full card does to the move at the end of writing."""

    def full(self: Path, _target: Path) -> Path:
        raise OSError(28, "No space left on device", str(self))

    monkeypatch.setattr(Path, "replace", full)
    before = pi.everything()
    with pytest.raises(OSError, match="No space left"):
        pi.set_up(HEADER)
    assert pi.everything() == before


CLOUD_INIT = "/usr/bin/cloud-init"
USER_DATA = "/boot/firmware/user-data"
WRITTEN_BY_IMAGER = "#cloud-config\nhostname: raspberrypi\nmanage_etc_hosts: true\nssh_pwauth: true\n"


def undone(pi: FreshPi, name: str | None = "friday-table") -> list[str]:
    """What is said of a name that does not stay."""
    pi.set_up(name=name)
    return [line for line in pi.heard if "cloud-init" in line]


def test_a_name_that_cloud_init_takes_back_is_told_with_what_keeps_it(pi: FreshPi) -> None:
    pi.write(CLOUD_INIT)
    pi.write(USER_DATA, WRITTEN_BY_IMAGER)
    (said,) = undone(pi)
    for fact in ("raspberrypi", USER_DATA, "/etc/cloud/cloud-init.disabled", "friday-table"):
        assert fact in said
    assert undone(pi, None) == []
    pi.write("/etc/cloud/cloud-init.disabled")
    assert undone(pi) == []


@pytest.mark.parametrize("user_data", ["", "#hostname: raspberrypi\n", 'hostname: "friday-table"  # ours\n'])
def test_a_name_that_cloud_init_does_not_know_or_knows_as_well_stays(pi: FreshPi, user_data: str) -> None:
    pi.write(CLOUD_INIT)
    pi.write(USER_DATA, user_data)
    assert undone(pi) == []


def test_a_system_without_cloud_init_reads_nothing_of_it(pi: FreshPi) -> None:
    pi.write(USER_DATA, WRITTEN_BY_IMAGER)
    assert undone(pi) == []


def test_sudo_uses_the_callers_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    known = pwd.struct_passwd(("ann", "x", 1000, 1000, "", "/home/ann", "/bin/sh"))
    monkeypatch.setattr(pwd, "getpwnam", {"ann": known}.__getitem__)
    assert of_whoever_asks({"HOME": "/root", "SUDO_USER": "ann"})["HOME"] == "/home/ann"
    assert of_whoever_asks({"HOME": "/root", "SUDO_USER": "bo"})["HOME"] == "/root"
    assert of_whoever_asks({"HOME": "/root"}) == {"HOME": "/root"}


def test_end_of_input_counts_as_no(pi: FreshPi) -> None:
    def gone(_question: str) -> str:
        raise EOFError

    before = pi.everything()
    assert set_up(pi.machine, read_config(HEADER), None, pi.heard.append, gone) == 1
    assert pi.everything() == before


@pytest.fixture
def command(pi: FreshPi, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The command on that Pi, with a box that has its reader on the header."""
    config = tmp_path / "companion.toml"
    config.write_text(HEADER)
    monkeypatch.setattr("companion.maintenance.doctor.machine.Machine", lambda: pi.machine)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return ["setup", "--config", str(config)]


def test_the_command_takes_a_name_and_a_yes(
    pi: FreshPi, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--name", "friday-table", "--yes"]) == 0
    assert "http://friday-table.local:8098/" in capsys.readouterr().out
    assert "enable_uart=1" in pi.has(CONFIG_TXT)
    assert pi.has("/etc/hostname") == "friday-table\n"


def test_the_command_without_a_terminal_only_tells(
    pi: FreshPi, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = pi.everything()
    assert main(command) == 1
    refusal = capsys.readouterr().err
    assert ("--yes" in refusal, "--dry-run" in refusal) == (True, True)
    assert main([*command, "--dry-run"]) == 0
    assert main([*command, "--yes", "--name", "my_box"]) == 1
    assert pi.everything() == before


def test_the_command_on_a_pc(pi: FreshPi, command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    pi.remove("/proc/device-tree/model")
    assert main([*command, "--yes"]) == 1
    out, err = capsys.readouterr()
    assert (out, err.startswith("companion: "), err.count("\n")) == ("", True, 1)
