import doctest

import pytest

import companion.simulation.gm65
from companion.simulation.gm65 import Gm65

ACKNOWLEDGED = bytes.fromhex("02 00 00 01 00 33 31")


def test_the_example_in_the_documentation() -> None:
    assert doctest.testmod(companion.simulation.gm65).failed == 0


@pytest.mark.parametrize("line_end", [b"\r", b"\n", b"\r\n"])
def test_a_code_is_sent_with_the_line_end_that_was_set(line_end: bytes) -> None:
    assert Gm65(line_end).pass_code("1QSF") == b"1QSF" + line_end


@pytest.mark.parametrize(
    "packet",
    [
        "7E 00 08 01 00 02 01 AB CD",  # without a checksum
        "7E 00 08 02 00 2A 39 01 A7 EA",  # two bytes at once, with the manual's checksum
        "7E 00 09 01 00 00 00 DE C8",  # save to flash
    ],
)
def test_writing_and_saving_are_acknowledged(packet: str) -> None:
    assert Gm65().command(bytes.fromhex(packet)) == ACKNOWLEDGED


def test_what_was_written_is_read_back() -> None:
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
def test_a_damaged_or_unknown_command_stays_without_an_answer(packet: str) -> None:
    assert Gm65().command(bytes.fromhex(packet)) == b""
