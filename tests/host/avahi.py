"""Announces boxes through the real Avahi in a network of its own: `python -m tests.host.avahi`.

It prints as JSON what another program finds: after two boxes of one machine have started, and, when
both are there again after a restart of Avahi, after the first box has ended.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion.host.announcement import SERVICE, Announcement
from companion.host.dbus import SystemBus
from tests.host.mocked import private_bus, wait_for_name

RUN = Path("/run")
AVAHI = "org.freedesktop.Avahi"


def run(*command: str) -> None:
    subprocess.run(command, check=True)


def make_room() -> None:
    """Give Avahi its folder and its user, which is root here, and a network."""
    run("mount", "-t", "tmpfs", "tmpfs", str(RUN))
    for name, line in (("passwd", "{}:x:0:0::/:/bin/sh\n"), ("group", "{}:x:0:\n")):
        (RUN / name).write_text(line.format("root") + line.format("avahi"), "ascii")
        run("mount", "--bind", f"{RUN}/{name}", f"/etc/{name}")
    run("ip", "link", "set", "lo", "up")


@contextmanager
def avahi(bus: str) -> Iterator[None]:
    """Run Avahi on the bus until the end of the block."""
    settings = RUN / "avahi.conf"
    settings.write_text("[server]\nhost-name=table\nuse-ipv6=no\n", "ascii")
    line = ["avahi-daemon", "--no-drop-root", "--no-chroot", "--no-rlimits", f"--file={settings}"]
    with (
        SystemBus(bus) as connection,
        subprocess.Popen(line, env=environment(bus), stderr=subprocess.DEVNULL) as daemon,
    ):
        try:
            wait_for_name(connection, AVAHI)
            yield
        finally:
            daemon.terminate()


def environment(bus: str) -> dict[str, str]:
    return {"DBUS_SYSTEM_BUS_ADDRESS": bus, "PATH": "/usr/sbin:/usr/bin:/bin"}


class Browser:
    """Another program on the bus, which hears of each service as it comes and goes."""

    def __init__(self, bus: str) -> None:
        line = ["stdbuf", "-oL", "avahi-browse", "--resolve", "--parsable", SERVICE]
        self._program = subprocess.Popen(
            line, env=environment(bus), stdout=subprocess.PIPE, text=True
        )
        self._found: dict[str, tuple[str, str]] = {}

    def until(self, *ports: str) -> list[tuple[str, str]]:
        """Return the port and the text of each service, once these ports are found."""
        while {port for port, _ in self._found.values()} != {*ports}:
            assert self._program.stdout is not None
            sign, _, _, name, *more = self._program.stdout.readline().rstrip().split(";")
            if sign == "=":
                self._found[name] = more[-2], more[-1]
            elif sign == "-":  # Also for one that went before it was resolved.
                self._found.pop(name, None)
        return sorted(self._found.values())

    def close(self) -> None:
        self._program.kill()
        self._program.communicate()


def main() -> None:
    """Announce two boxes, and print what is found."""
    make_room()
    rounds = []
    with private_bus(RUN) as bus:
        first, second = (
            Announcement(port, box, "", bus)
            for port, box in ((8098, "3fa9c2d1"), (8099, "0b11c0de"))
        )
        with avahi(bus), closing(Browser(bus)) as browser:
            first.start()
            browser.until("8098")
            second.start()
            rounds.append(browser.until("8098", "8099"))
        with avahi(bus), closing(Browser(bus)) as browser:
            browser.until("8098", "8099")
            first.close()
            rounds.append(browser.until("8099"))
            second.close()
    sys.stdout.write(json.dumps(rounds))


if __name__ == "__main__":
    main()
