import pytest

from tests.devices.gm65 import Gm65
from tests.devices.gm65_on_a_line import Gm65OnALine

ACKNOWLEDGED = bytes.fromhex("02 00 00 01 00 33 31")


@pytest.mark.parametrize(
    "packet",
    [
        "7E 00 08 01 00 02 01 AB CD",  # without a checksum
        "7E 00 08 02 00 2A 39 01 A7 EA",  # two bytes at once, with the manual's checksum
        "7E 00 09 01 00 00 00 DE C8",  # save to flash
    ],
)
def test_write_and_save_commands_are_acknowledged(packet: str) -> None:
    assert Gm65().command(bytes.fromhex(packet)) == ACKNOWLEDGED


def test_written_settings_are_read_back() -> None:
    module = Gm65()
    module.command(bytes.fromhex("7E 00 08 02 00 2A 39 01 A7 EA"))
    assert module.command(bytes.fromhex("7E 00 07 01 00 2A 02 D8 0F"))[:6] == bytes.fromhex(
        "02 00 00 02 39 01"
    )


@pytest.mark.parametrize(
    "packet",
    [
        "",
        "7E 00 08 01 00 02",
        "7E 00 08 01 00 02 01 AB CE",  # a damaged checksum
        "7E 00 08 02 00 02 01 AB CD",  # fewer data bytes than announced
        "7F 00 08 01 00 02 01 AB CD",
        "7E 00 0B 01 00 02 01 AB CD",
    ],
)
def test_damaged_or_unknown_command_gets_no_answer(packet: str) -> None:
    assert Gm65().command(bytes.fromhex(packet)) == b""


def setting(register: int, value: int) -> bytes:
    """Return the command that writes one register."""
    return bytes((0x7E, 0x00, 0x08, 0x01, register >> 8, register & 0xFF, value, 0xAB, 0xCD))


@pytest.mark.parametrize(
    ("register", "value"),
    [
        (0x00, 0xD4),  # scans only on its trigger
        (0x00, 0xD5),  # scans only on command
        (0x0D, 0xA1),  # is a USB keyboard
        (0x0D, 0xA3),  # is a USB serial port
        (0x2C, 0x01),  # reads no symbology
        (0x54, 0x00),  # reads no Data Matrix
    ],
)
def test_module_with_unsuitable_settings_sends_nothing(register: int, value: int) -> None:
    module = Gm65()
    module.command(setting(register, value))
    assert module.pass_code("1QSF") == b""


@pytest.mark.parametrize(
    ("value", "sent"), [(0x00, b"1QSF"), (0x21, b"1QSF\r\n"), (0x41, b"1QSF\t")]
)
def test_line_end_of_a_code_is_configurable(value: int, sent: bytes) -> None:
    module = Gm65()
    module.command(setting(0x60, value))
    assert module.pass_code("1QSF") == sent


def test_code_left_in_view_is_sent_again_after_each_pause() -> None:
    module = Gm65OnALine()
    assert [bool(module.see("1QSF", tenth / 10)) for tenth in range(0, 25, 5)] == [
        True,
        False,
        True,
        False,
        True,
    ]


def test_same_code_is_delayed_but_another_is_sent_at_once() -> None:
    module = Gm65OnALine()
    module.command(setting(0x05, 2))
    module.command(setting(0x13, 0x8A))
    assert module.see("1QSF", 0.0) == b"1QSF\r"
    assert module.see("1QSF", 0.9) == b""
    assert module.see("1QSF", 1.0) == b"1QSF\r"
    assert module.see("18H0", 1.25) == b"18H0\r"
    module.command(setting(0x13, 0x80))
    assert module.see("18H0", 99.0) == b""


def test_commands_are_recognized_in_pieces_and_after_noise() -> None:
    module = Gm65OnALine()
    line = b"\x00\x7e" + setting(0x13, 0x8A) + setting(0x05, 2)
    replies = b"".join(module.receive(line[at : at + 1]) for at in range(len(line)))
    assert replies == 2 * ACKNOWLEDGED
    assert (module.settings[0x13], module.settings[0x05]) == (0x8A, 2)


def test_unsaved_settings_are_lost_with_the_supply() -> None:
    module = Gm65()
    module.command(setting(0x13, 0x8A))
    module.command(bytes.fromhex("7E 00 09 01 00 00 00 DE C8"))
    module.command(setting(0x05, 2))
    module.switch_on()
    assert (module.settings[0x13], module.settings[0x05]) == (0x8A, 0x0A)
    assert module.saved == module.settings
