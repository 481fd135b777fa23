"""The advice on permissions: the right group, and the exact command."""

import pytest

from tests.maintenance.doctor.fake_pi import FakePi


@pytest.mark.parametrize(
    ("part", "node", "group", "text"),
    [
        ("Display", "/dev/i2c-1", "i2c", ""),
        ("Display", "/dev/spidev0.0", "spi", '[display]\nbus = "spi"'),
        ("Reader", "/dev/serial0", "dialout", ""),
        (
            "Reader",
            "/dev/input/by-id/gun-event-kbd",
            "input",
            '[reader]\nkind = "keyboard"\nport = "gun-event-kbd"',
        ),
    ],
)
def test_each_kind_of_device_has_its_own_group(
    pi: FakePi, part: str, node: str, group: str, text: str
) -> None:
    if not (pi.root / node[1:]).exists():
        pi.write(node)
    pi.locked.add(node)
    said = pi.one(part, text)
    assert (said.verdict, f"usermod -aG {group} pi," in said.advice) == ("wrong", True)
