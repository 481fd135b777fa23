"""Other machines find the box: through Avahi where it runs, else through zeroconf."""

import json
import queue
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from zeroconf import IPVersion, ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

from companion.host import announcement
from companion.host.announcement import SERVICE, Announcement
from tests.apart import run_apart

KIND = f"{SERVICE}.local."
LOOPBACK = "127.0.0.1"
UNIT = Path(__file__).parents[2] / "deploy/systemd/companion.service"


def test_avahi_has_each_box_also_after_its_own_restart_until_the_box_ends() -> None:
    first, second = ["8098", '"box=3fa9c2d1"'], ["8099", '"box=0b11c0de"']
    assert json.loads(run_apart("tests.host.avahi")) == [[first, second], [second]]


class Neighbor:
    """Another program on the loopback network, which hears of each box as it comes and goes."""

    def __init__(self, line: Zeroconf) -> None:
        self._line = line
        self._news: queue.SimpleQueue[tuple[str, ServiceStateChange]] = queue.SimpleQueue()
        self._entries: dict[str, ServiceInfo] = {}
        ServiceBrowser(line, KIND, handlers=[self._hear])

    def _hear(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        del zeroconf, service_type
        self._news.put((name, state_change))

    def until(
        self, holds: Callable[[Mapping[str, ServiceInfo]], bool]
    ) -> Mapping[str, ServiceInfo]:
        """Return the entries by box once something holds for them; there may be others' boxes."""
        while not holds(found := {_box_of(entry): entry for entry in self._entries.values()}):
            name, change = self._news.get(timeout=30)
            if change is ServiceStateChange.Removed:
                self._entries.pop(name, None)
            elif (entry := self._line.get_service_info(KIND, name, 10_000)) is not None:
                self._entries[name] = entry
        return found


def _box_of(entry: ServiceInfo) -> str:
    return (entry.properties[b"box"] or b"").decode("ascii")


@pytest.fixture
def neighbor() -> Iterator[Neighbor]:
    with Zeroconf([LOOPBACK], ip_version=IPVersion.V4Only) as line:
        yield Neighbor(line)


def test_zeroconf_has_each_box_of_a_machine_until_it_ends(
    neighbor: Neighbor, tmp_path: Path
) -> None:
    no_bus = f"unix:path={tmp_path}/bus"
    ports = {"3fa9c2d1": 8098, "0b11c0de": 8099}
    boxes = {box: Announcement(port, box, LOOPBACK, no_bus) for box, port in ports.items()}
    for box in boxes.values():
        box.start()
    entries = neighbor.until(lambda found: found.keys() >= ports.keys())
    assert {box: entries[box].port for box in ports} == ports
    assert entries["3fa9c2d1"].parsed_addresses() == [LOOPBACK]
    boxes["3fa9c2d1"].close()
    assert "0b11c0de" in neighbor.until(lambda found: "3fa9c2d1" not in found)
    boxes["0b11c0de"].close()
    neighbor.until(lambda found: "0b11c0de" not in found)


def test_box_without_both_says_so_in_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    logged: queue.SimpleQueue[str] = queue.SimpleQueue()
    monkeypatch.setattr(announcement.log, "info", logged.put)
    box = Announcement(8098, "3fa9c2d1", LOOPBACK, f"unix:path={tmp_path}/bus")
    box.start()
    says = "other machines do not find the box: neither Avahi nor zeroconf is there"
    assert logged.get(timeout=30) == says
    box.close()


def test_unit_lets_multicast_dns_through() -> None:
    """RFC 6762, 3; the unit has no sockets of IPv6."""
    lines = UNIT.read_text("utf-8").splitlines()
    allowed = next(line for line in lines if line.startswith("IPAddressAllow="))
    assert "224.0.0.251" in allowed.partition("=")[2].split()
    assert "RestrictAddressFamilies=AF_UNIX AF_INET AF_NETLINK" in lines
