"""The rules of udev for scanners and the node."""

import re

from tests.deploy.roots import HOUSE

RULES = HOUSE / "deploy" / "udev" / "60-companion.rules"


def test_modem_manager_leaves_every_serial_port_of_a_box_alone() -> None:
    rules = RULES.read_text("utf-8").replace("\\\n", "").splitlines()
    ports = {
        name: rule
        for rule in rules
        if 'SUBSYSTEM=="tty"' in rule
        for name in re.findall(r'SYMLINK\+="([^"]+)"', rule)
    }
    assert set(ports) == {"companion-node", "companion-reader"}
    assert all('ENV{ID_MM_DEVICE_IGNORE}="1"' in rule for rule in ports.values())
