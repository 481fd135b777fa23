"""What is to be changed on a Pi in a folder."""

import pytest

from companion.errors import SetupError
from tests.maintenance.setup.fresh_pi import CMDLINE_TXT, CONFIG_TXT, MODULES, FreshPi

HEADER = '[reader]\nport = "/dev/serial0"\n'
PI_5_HEADER = '[reader]\nport = "/dev/ttyAMA0"\n'
NO_READER = '[reader]\nport = "none"\n'
TYPING = '[reader]\nkind = "keyboard"\nport = "usb-gun-event-kbd"\n'
ON_SPI = '[display]\nbus = "spi"\n'
NO_DISPLAY = '[display]\ncontroller = "none"\n'

PI_5 = "Raspberry Pi 5 Model B Rev 1.0"
GETTY = "/etc/systemd/system/serial-getty@{}.service"


def paths(pi: FreshPi, text: str) -> list[str]:
    return [change.path for change in pi.plan(text).changes]


def settings(pi: FreshPi, text: str) -> list[str]:
    """The lines that config.txt gets."""
    return [setting.line for setting in pi.plan(text).needs.settings]


def test_the_default_box_on_a_fresh_pi_4(pi: FreshPi) -> None:
    assert paths(pi, HEADER) == [
        CONFIG_TXT,
        CMDLINE_TXT,
        *(GETTY.format(port) for port in ("serial0", "ttyAMA0", "ttyS0")),
        MODULES,
    ]
    lines = settings(pi, HEADER)
    assert lines == [
        "dtparam=i2c_arm=on",
        "dtparam=i2c_arm_baudrate=400000",
        "enable_uart=1",
        "dtoverlay=disable-bt",
    ]
    config, cmdline, *masked, modules = pi.plan(HEADER).changes
    assert [what.split(", ")[0] for what in config.what] == lines
    assert [what.split()[0] for what in (*cmdline.what, *modules.what)] == [
        "console=serial0,115200",
        "i2c-dev,",
    ]
    assert [change.text for change in masked] == [None] * 3


def test_a_reader_with_a_plug_leaves_console_and_bluetooth_alone(pi: FreshPi) -> None:
    for text in (NO_READER, TYPING, '[reader]\nport = "usb-GM65"\n', '[reader]\nport = "/dev/ttyACM0"\n'):
        assert paths(pi, text) == [CONFIG_TXT, MODULES]
    pi.write("/dev/ttyACM0")
    assert paths(pi, "") == [CONFIG_TXT, MODULES]


def test_without_a_plug_anywhere_the_header_is_made_ready_and_that_is_told(pi: FreshPi) -> None:
    plan = pi.plan()
    assert plan.needs.header_reader
    assert len(plan.remarks) == 1
    assert pi.plan(HEADER).remarks == ()


def test_several_plugs_are_a_reader_with_a_plug(pi: FreshPi) -> None:
    for name in ("a", "b"):
        pi.write(f"/dev/serial/by-id/usb-{name}")
    assert not pi.plan().needs.header_reader


def test_the_second_reader_may_be_the_one_on_the_header(pi: FreshPi) -> None:
    second = '[second_reader]\nport = "/dev/ttyAMA0"\n'
    assert pi.plan('[reader]\nport = "usb-GM65"\n' + second).needs.header_reader


def test_a_box_without_display_and_reader_needs_nothing(pi: FreshPi) -> None:
    pi.remove(CONFIG_TXT, CMDLINE_TXT)
    assert pi.plan(NO_DISPLAY + NO_READER).changes == ()


def test_a_second_display_alone_needs_the_bus_too(pi: FreshPi) -> None:
    text = f'{NO_DISPLAY}{NO_READER}[second_display]\ncontroller = "ssd1309"\n'
    assert paths(pi, text) == [CONFIG_TXT, MODULES]


def test_a_display_on_spi(pi: FreshPi) -> None:
    assert settings(pi, ON_SPI + NO_READER) == ["dtparam=spi=on", "dtoverlay=spi0-1cs,no_miso"]
    other = pi.plan('[display]\nbus = "spi"\nspi_device = 1\n' + NO_READER)
    assert other.needs.settings[1].name == "spi0-2cs,no_miso"
    assert other.needs.spi == "/dev/spidev0.1"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[display]\ni2c_port = 3\n", "/dev/i2c-3"),
        ('[display]\nbus = "spi"\nspi_port = 1\n', "/dev/spidev1.0"),
    ],
)
def test_a_bus_that_is_not_the_headers_is_the_owners(pi: FreshPi, text: str, name: str) -> None:
    plan = pi.plan(text + NO_READER)
    assert plan.changes == ()
    (remark,) = plan.remarks
    assert remark.startswith(name)


@pytest.mark.parametrize("file", ["/etc/modules", "/etc/modules-load.d/other.conf"])
def test_a_module_that_is_loaded_already_is_not_written_again(pi: FreshPi, file: str) -> None:
    pi.write(file, "# mine\ni2c-dev\n")
    assert MODULES not in paths(pi, NO_READER)


def test_on_a_pi_5_the_console_of_the_debug_connector_stays(pi: FreshPi) -> None:
    pi.is_a(PI_5)
    pi.link("/dev/serial0", "ttyAMA10")
    pi.write("/dev/ttyAMA10")
    assert paths(pi, PI_5_HEADER) == [CONFIG_TXT, GETTY.format("ttyAMA0"), MODULES]
    assert "dtparam=uart0=on" in (pi.plan(PI_5_HEADER).changes[0].text or "")


def test_a_pi_5_whose_serial0_was_put_on_the_header(pi: FreshPi) -> None:
    pi.is_a(PI_5)
    pi.link("/dev/serial0", "ttyAMA0")
    pi.write("/dev/ttyAMA0")
    assert CMDLINE_TXT in paths(pi, PI_5_HEADER)


@pytest.mark.parametrize(("text", "told"), [("", False), (HEADER, True), (PI_5_HEADER, False)])
def test_on_a_pi_5_another_port_is_no_header(pi: FreshPi, text: str, *, told: bool) -> None:
    pi.is_a(PI_5)
    assert any('port = "/dev/ttyAMA0"' in remark for remark in pi.plan(text).remarks) == told


def test_an_old_system_has_a_service_that_would_take_the_uart(pi: FreshPi) -> None:
    pi.write("/lib/systemd/system/hciuart.service")
    assert "/etc/systemd/system/hciuart.service" in paths(pi, HEADER)
    pi.is_a("Raspberry Pi Zero Rev 1.3")
    assert "/etc/systemd/system/hciuart.service" not in paths(pi, HEADER)


def test_before_debian_12_the_files_lie_elsewhere(pi: FreshPi) -> None:
    (pi.root / "boot/firmware").rename(pi.root / "boot/old")
    pi.write("/boot/config.txt")
    pi.write("/boot/cmdline.txt", "console=ttyAMA0,115200 rootwait\n")
    assert paths(pi, HEADER)[:2] == ["/boot/config.txt", "/boot/cmdline.txt"]


def test_a_name(pi: FreshPi) -> None:
    plan = pi.plan(NO_DISPLAY + NO_READER, name="friday-table")
    assert [(change.path, change.text) for change in plan.changes] == [
        ("/etc/hostname", "friday-table\n"),
        ("/etc/hosts", "127.0.0.1\tlocalhost\n127.0.1.1\tfriday-table\n"),
    ]
    assert pi.plan(NO_DISPLAY + NO_READER, name="raspberrypi").changes == ()


def test_a_pi_that_nobody_knows_is_told(pi: FreshPi) -> None:
    pi.is_a("Raspberry Pi 9")
    (remark,) = pi.plan(HEADER).remarks
    assert "Pi 9 " in remark


def test_without_avahi_phones_know_only_the_address(pi: FreshPi) -> None:
    pi.remove("/usr/sbin/avahi-daemon")
    (remark,) = pi.plan(HEADER).remarks
    assert "avahi-daemon" in remark
    assert pi.plan(HEADER + "[phone]\nenabled = false\n").remarks == ()


def test_a_pc_is_left_alone(pi: FreshPi) -> None:
    pi.remove("/proc/device-tree/model")
    with pytest.raises(SetupError):
        pi.plan()


def test_a_boot_partition_that_is_not_there_is_not_made_up(pi: FreshPi) -> None:
    pi.remove(CONFIG_TXT)
    with pytest.raises(SetupError, match="/boot/firmware"):
        pi.plan()


def test_a_system_that_forgets_is_not_written_to(pi: FreshPi) -> None:
    pi.write("/proc/mounts", "overlayroot / overlay rw 0 0\n")
    with pytest.raises(SetupError, match="do_overlayfs"):
        pi.plan()
