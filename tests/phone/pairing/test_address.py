"""The address that the display shows: one at which phones of the local network find the box."""

import socket
from collections.abc import Sequence
from pathlib import Path

import ifaddr
import pytest
import zxingcpp

from companion.drawing import draw
from companion.phone.pairing.address import modules_of, own_address, own_name
from companion.screens.model import PairingScreen, Picture, WelcomeScreen


def adapters(*found: tuple[str, str]) -> Sequence[ifaddr.Adapter]:
    """Network cards, each with its name and its one address."""
    return [ifaddr.Adapter(name, name, [ifaddr.IP(address, 24, name)]) for name, address in found]


def test_the_local_network_comes_before_an_address_that_the_machine_gave_itself() -> None:
    cards = adapters(("lo", "127.0.0.1"), ("eth0", "169.254.7.7"), ("wlan0", "192.168.178.23"))
    assert own_address(cards) == "192.168.178.23"


def test_a_network_that_ends_in_the_machine_itself_is_not_the_tables() -> None:
    assert own_address(adapters(("docker0", "172.17.0.1"), ("wlan0", "10.0.0.7"))) == "10.0.0.7"


@pytest.mark.parametrize("address", ["127.0.0.1", "192.0.2.2", "198.18.0.1", "203.0.113.7", "93.184.216.34"])
def test_no_phone_is_sent_to_where_the_pages_let_nobody_in(address: str) -> None:
    assert own_address(adapters(("eth0", address))) == ""


def test_a_system_that_does_not_say_its_addresses_is_in_no_network_and_stops_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails() -> Sequence[ifaddr.Adapter]:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(ifaddr, "get_adapters", fails)
    assert own_address() == ""


def test_no_camera_is_sent_to_the_machine_it_belongs_to() -> None:
    """A simulated box without a network is found on its own machine only."""
    assert modules_of("127.0.0.1:8098") == ()


@pytest.mark.parametrize("address", ["10.0.0.7:8098", "192.168.178.23:8098", "192.168.178.123:65535"])
def test_a_camera_reads_where_the_page_is_from_either_display(address: str) -> None:
    pictures: tuple[Picture, ...] = (
        PairingScreen(address, modules_of(address), "482913"),
        WelcomeScreen(address, modules_of(address), "card-table.local:8098"),
    )
    for picture in pictures:
        for width in (128, 256):
            (found,) = zxingcpp.read_barcodes(draw(picture, width).convert("L").resize((width * 4, 256)))
            assert found.text == f"HTTP://{address}/"


def test_the_name_is_told_only_where_somebody_answers_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "card-table")
    assert own_name(tmp_path / "socket") == ""
    (tmp_path / "socket").touch()
    assert own_name(tmp_path / "socket") == "card-table.local"
