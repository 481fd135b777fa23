"""The advice on permissions: the right group, and the exact command."""

import pytest

from tests.maintenance.doctor.fake_pi import MINE, FakePi


@pytest.mark.parametrize("mode", [0o600, 0o640])
def test_device_without_group_access_is_assigned_to_the_usual_group(pi: FakePi, mode: int) -> None:
    pi.locked.add("/dev/i2c-1")
    (pi.root / "dev/i2c-1").chmod(mode)
    assert {"chgrp", "g+rw"} <= set(pi.one("Display").advice.split())


def test_device_of_group_root_is_assigned_to_the_usual_group(pi: FakePi) -> None:
    pi.locked.add("/dev/i2c-1")
    pi.write("/etc/group", f"root:x:{MINE}:\n")
    assert {"chgrp", "g+rw"} <= set(pi.one("Display").advice.split())


def test_group_without_a_name_is_called_by_its_number(pi: FakePi) -> None:
    pi.locked.add("/dev/i2c-1")
    pi.write("/etc/group", "nobody:x:65534:\n")
    assert f" {MINE}," in pi.one("Display").says


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
    pi.write("/etc/group", f"{group}:x:{MINE}:\n")
    said = pi.one(part, text)
    assert (said.verdict, f"usermod -aG {group} pi," in said.advice) == ("wrong", True)
    (pi.root / node[1:]).chmod(0o600)
    assert f" {group} {node} " in pi.one(part, text).advice
