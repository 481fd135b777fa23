"""NetworkManager and logind on a private bus, without a radio and without power-offs."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.host.mocked import Mocked, private_bus, service


@pytest.fixture
def bus_address() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="bus") as folder, private_bus(Path(folder)) as address:
        yield address


@pytest.fixture
def mocked(bus_address: str) -> Iterator[Mocked]:
    """A machine with both services."""
    with (
        service(bus_address, "networkmanager", "org.freedesktop.NetworkManager"),
        service(bus_address, "logind", "org.freedesktop.login1"),
    ):
        machine = Mocked(bus_address)
        with machine.bus:
            yield machine
