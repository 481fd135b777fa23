"""Tests of the address on the display: one at which phones of the local network find the box."""

import socket
from collections.abc import Sequence
from pathlib import Path

import ifaddr
import pytest
import zxingcpp

from companion.drawing import draw
from companion.phone.pairing.address import given_domains, modules_of, own_address, own_name
from companion.screens.model import PairingScreen, Picture, WelcomeScreen


def adapters(*found: tuple[str, str]) -> Sequence[ifaddr.Adapter]:
    """Return network adapters, each with a name and one address."""
    return [ifaddr.Adapter(name, name, [ifaddr.IP(address, 24, name)]) for name, address in found]


def test_local_network_precedes_link_local_address() -> None:
    cards = adapters(("lo", "127.0.0.1"), ("eth0", "169.254.7.7"), ("wlan0", "192.168.178.23"))
    assert own_address(cards) == "192.168.178.23"


def test_container_networks_are_ignored() -> None:
    assert own_address(adapters(("docker0", "172.17.0.1"), ("wlan0", "10.0.0.7"))) == "10.0.0.7"


def test_virtual_networks_of_windows_are_recognized_by_description() -> None:
    at = [ifaddr.IP("172.28.0.1", 20, "vEthernet (WSL)")]
    virtual = ifaddr.Adapter("{6F3C}", "Hyper-V Virtual Ethernet Adapter", at)
    assert own_address([virtual, *adapters(("{9A41}", "10.0.0.7"))]) == "10.0.0.7"


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "192.0.2.2", "198.18.0.1", "203.0.113.7", "93.184.216.34"]
)
def test_addresses_rejected_by_the_limiter_are_ignored(address: str) -> None:
    assert own_address(adapters(("eth0", address))) == ""


def test_failing_adapter_lookup_gives_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> Sequence[ifaddr.Adapter]:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(ifaddr, "get_adapters", fails)
    assert own_address() == ""


def test_loopback_address_has_no_qr_code() -> None:
    """A simulated box without a network can only be reached from its own machine."""
    assert modules_of("127.0.0.1:8098") == modules_of("127.0.0.1:8098", "482913") == ()


ADDRESSES = (
    "10.0.0.7:8098",
    "192.168.178.23:8098",
    "192.168.178.123:8098",
    "192.168.178.123:65535",
)


def read_off(picture: Picture, width: int) -> str:
    """Return the text that a camera reads from a QR code on the display."""
    (found,) = zxingcpp.read_barcodes(draw(picture, width).convert("L").resize((width * 4, 256)))
    return found.text


@pytest.mark.parametrize("width", [128, 256])
@pytest.mark.parametrize("address", ADDRESSES)
def test_qr_code_of_the_page_is_readable_from_both_displays(address: str, width: int) -> None:
    welcome = WelcomeScreen(address, modules_of(address), "card-table.local:8098")
    assert read_off(welcome, width) == f"HTTP://{address}/"


@pytest.mark.parametrize("width", [128, 256])
@pytest.mark.parametrize("code", ["482913", "000007"])
@pytest.mark.parametrize("address", ADDRESSES)
def test_qr_code_of_an_invitation_is_readable_from_both_displays(
    address: str, code: str, width: int
) -> None:
    invitation = modules_of(address, code)
    assert len(invitation) == 25
    invited = PairingScreen(address, invitation, code, "code to type")
    assert read_off(invited, width) == f"HTTP://{address}/#{code}"


def test_invitation_has_two_pixels_a_module_and_two_modules_of_quiet() -> None:
    """60 of the 64 rows may be lit."""
    invitation = modules_of("192.168.178.123:65535", "482913")
    picture = draw(
        PairingScreen("192.168.178.123:65535", invitation, "482913", "code to type"), 128
    )
    rows = [[bool(picture.getpixel((2 + x, 3 + y))) for x in range(58)] for y in range(58)]
    expected = [[True] * 58 for _ in range(58)]
    for y, row in enumerate(invitation):
        for x, module in enumerate(row):
            for at in range(4):
                expected[4 + 2 * y + at // 2][4 + 2 * x + at % 2] = module == "0"
    assert rows == expected


def test_host_name_needs_a_responder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "card-table")
    assert own_name(tmp_path / "socket") == ""
    (tmp_path / "socket").touch()
    assert own_name(tmp_path / "socket") == "card-table.local"


@pytest.mark.parametrize(
    ("written", "domains"),
    [
        ("# by NetworkManager\nsearch fritz.box\nnameserver 192.168.178.1\n", ("fritz.box",)),
        ("domain lan\nsearch home.arpa. lan\n", ("lan", "home.arpa", "lan")),
        ("nameserver 192.168.1.1\n\noptions edns0\n", ()),
    ],
)
def test_domain_of_the_network_comes_from_the_router(
    tmp_path: Path, written: str, domains: tuple[str, ...]
) -> None:
    resolver = tmp_path / "resolv.conf"
    resolver.write_text(written)
    assert given_domains(resolver) == domains
    assert given_domains(tmp_path / "none") == ()


@pytest.mark.parametrize("written", ["com", "box", ".", "a_b.example", "*", "evil/fritz.box"])
def test_domain_open_to_foreign_registrations_is_ignored(tmp_path: Path, written: str) -> None:
    resolver = tmp_path / "resolv.conf"
    resolver.write_text(f"search {written}\n")
    assert given_domains(resolver) == ()
