"""The image in an emulated Pi 3B, played by scanner and by keys.

Each test continues from the state that the previous one left.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from companion.config import load_config, pins_of
from companion.config.board import Pins, SpiPins
from companion.core.commands import New
from companion.languages import language_codes
from hardware.kits import load_kits
from tests.deploy.conftest import told  # noqa: F401  # reports each test and its duration
from tests.deploy.machine import PACE, AwayOnMachine
from tests.deploy.roots import HOUSE
from tests.deploy.steps import step
from tests.deploy.waiting import until
from tests.drivers.expected import label
from tests.journals import close_journals
from tests.pi.both import Both
from tests.pi.pi import KEPT, Pi
from tests.pi.wire import I2cWire, SpiWire, Wire

CONFIG = """
[reader]
read_once = 0
[text]
language = "en"
"""

SPI = """
[display]
bus = "spi"
[buttons]
encoder = true
[pins]
factory = "rpigpio"
"""

SLOW = "/etc/systemd/system/companion.service.d/slow.conf"
PATIENT = """
[Service]
WatchdogSec=120s
"""

FUNCTIONS = {
    "keys": 0,
    "keys_beside_spi": 0,
    "encoder": 0,
    "lights": 1,
    "sounder": 1,
    "i2c": 4,
    "reader": 4,
}
"""The required mode of each part's pins: input, output, or the first of their other uses."""

SPI_FUNCTIONS = {"mosi": 4, "clock": 4, "select": 1, "command": 1, "reset": 1}


LIBRARY = re.compile(r"^(?:# )?([a-z.]+)==(\S+)$", re.MULTILINE)
"""A line of deploy/image/versions.txt."""

DEBIAN = {"pyserial": "serial", "setuptools": "pkg-resources"}
"""Their package names in Debian."""


class Build(NamedTuple):
    """A way to build the box."""

    config: str
    moved_by: str


BUILDS = {"i2c-lgpio": Build(CONFIG, "lgpio"), "spi-rpigpio": Build(CONFIG + SPI, "rpigpio")}


class Box:
    """The Pi as one build, and the game on it."""

    both: Both
    wire: Wire

    def __init__(self, pi: Pi, build: Build, folder: Path) -> None:
        self.pi, self.build, self.folder = pi, build, folder
        self.away = AwayOnMachine(pi)
        file = folder / "companion.toml"
        file.write_text(build.config, "utf-8")
        self.pins: Pins = pins_of(load_config(file, language_codes()))

    @property
    def spi(self) -> SpiPins | None:
        return self.pins.spi if "spi" in self.pins.fitted else None

    def plug_in(self, name: str) -> None:
        self.pi.start(name)
        self.away.until_read()

    def watch(self) -> Wire:
        """Restart the box with a display that has just been switched on."""
        lights = self.pins.lights
        pins = [lights.accepted, lights.refused, self.pins.sounder.pin]
        if self.spi is None:
            wire: Wire = I2cWire(self.pi.i2c)
        else:
            wire = SpiWire(self.pi.traced, self.spi, self.pi.base)
            pins += [self.spi.command, self.spi.reset]
        self.pi.trace_pins(pins)
        until("the box is ready", lambda: self.pi.shown("ActiveState") == "active", PACE)
        self.away.until_read()
        return wire

    def agree(self) -> None:
        """Assert that picture, lights and journal of the Pi match the box in memory."""
        self.both.must_agree()
        assert self.away.kept() == self.both.entries()


def newest(folder: str, package: str) -> Path:
    """Return the package that was built last."""
    return max(
        (HOUSE / "build" / folder).glob(f"{package}_*.deb"), key=lambda file: file.stat().st_mtime
    )


@pytest.fixture(autouse=True)
def closed_journals() -> None:
    """Leave the journal in memory open from one test to the next."""


@pytest.fixture(scope="module")
def pi() -> Iterator[Pi]:
    pi = Pi(KEPT / "card")
    packages = [newest("deb", "companion"), newest("image", "python3-lgpio")]
    try:
        pi.prepare(packages)
        yield pi
    finally:
        pi.stop()
        for what, seconds in pi.times.items():
            print(f"{seconds:7.1f} s  {what}")  # noqa: T201  # the run is the report


@pytest.fixture(scope="module", params=BUILDS)
def box(
    request: pytest.FixtureRequest, pi: Pi, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Box]:
    box = Box(pi, BUILDS[request.param], tmp_path_factory.mktemp("box"))
    pi.restore()
    if box.spi is not None:
        config = pi.read("config.txt").replace(
            "\ndtoverlay=companion-i2c", "\n#dtoverlay=companion-i2c"
        )
        pi.write(
            "config.txt",
            config.replace("#dtoverlay=companion-no-i2c", "dtoverlay=companion-no-i2c"),
        )
        unseen = "SPI wire not seen: its bytes are taken where the kernel takes them"
        print(unseen)  # noqa: T201  # as above
    pi.start(request.param)
    wired = load_kits().image_config("wired") + box.build.config
    pi.ssh("sudo companion writable tee /etc/companion/companion.toml", wired)
    # The emulated processor is slower than that of any board, and its display is traced.
    pi.ssh(f"sudo companion writable install -D -m 644 /dev/stdin {SLOW}", PATIENT)
    pi.ssh("sudo systemctl daemon-reload")
    if box.build.moved_by == "rpigpio":
        # Debian's gpiozero depends on RPi.GPIO, which rpi-lgpio replaces.
        pi.ssh("sudo companion writable dpkg --remove --force-depends python3-rpi.gpio")
        into = "/usr/lib/python3/dist-packages"
        pi.ssh(f"sudo companion writable python3 -m zipfile -e /boot/firmware/rpi_lgpio.whl {into}")
    yield box
    pi.stop()
    close_journals()


def test_libraries_are_those_used_in_the_device_tests(box: Box) -> None:
    listed: dict[str, str] = {}
    for name, version in LIBRARY.findall(
        (HOUSE / "deploy" / "image" / "versions.txt").read_text("utf-8")
    ):
        listed.setdefault(f"python3-{DEBIAN.get(name, name)}", version)
    query = f"dpkg-query --show --showformat='${{Package}} ${{Version}}\n' {' '.join(listed)}"
    installed = dict(line.split() for line in box.pi.ssh(query).splitlines())
    print(installed)  # noqa: T201  # as above
    assert {name: version.partition("-")[0] for name, version in installed.items()} == listed


def test_every_part_is_detected(box: Box) -> None:
    wire = box.watch()
    log = box.pi.ssh("sudo journalctl --unit=companion --invocation=0 --output=cat --no-pager")
    print(log)  # noqa: T201  # as above
    assert "lost:" not in log
    box.wire = wire
    until("the display is lit", wire.lit, PACE)


def test_pin_modes_match_the_wiring_table(box: Box) -> None:
    functions = box.pi.functions()
    for name, pin in box.pins.named():
        part, _, wire = name.partition(".")
        expected = SPI_FUNCTIONS[wire] if part == "spi" else FUNCTIONS[part]
        print(f"GPIO {pin:2}  {name}: {functions[pin]}")  # noqa: T201  # as above
        assert functions[pin] == expected, name


def test_round_played_by_scanner_is_visible_on_the_pins(box: Box) -> None:
    box.away.begin()
    ((new, _),) = box.away.kept()
    named = re.sub(r'"seat(\d+)\.1"', r'"Seat \1"', new)  # the journal has the ids of unnamed seats
    box.both = Both(box.folder, msgspec.json.decode(named, type=New), box.pi, box.pins, box.wire)
    box.agree()
    for card in ("4C", "9C", "2C"):
        box.both.scan(label(card))
        box.pi.lit(box.pins.lights.accepted)
        box.agree()


def test_card_on_the_pile_is_refused_with_red_light_and_sound(box: Box) -> None:
    box.both.scan(label("2C"))
    box.pi.lit(box.pins.lights.refused, box.pins.sounder.pin)
    box.both.must_show()
    box.agree()


def test_round_is_played_by_keys(box: Box) -> None:
    with step("gpio-sim takes the header over"):
        box.pi.take_over()
        box.both.wire = box.watch()
    for rank in ("9", "3", "5"):
        box.both.play(rank)
        box.agree()
    box.both.press("LEFT", "UNDO")  # leaves the ranks
    box.both.press("UNDO", "MORE", "UNDO", "BUST", "UNDO", "OK")  # undoes the last play
    box.agree()
    heard, accepted = (
        box.pi.noted(pin) for pin in (box.pins.sounder.pin, box.pins.lights.accepted)
    )
    print(f"the sounder was switched {len(heard)} times, the green light {len(accepted)} times")  # noqa: T201  # as above
    assert heard.count(1) > 10
    assert accepted.count(1) == 4


def test_doctor_reports_no_false_faults(box: Box) -> None:
    for order in ("start", "stop"):
        box.pi.ssh(f"sudo systemctl {order} companion")
        print(box.pi.said("sudo companion doctor"))  # noqa: T201  # as above
        findings = json.loads(box.pi.said("sudo companion doctor --json"))
        assert [finding for finding in findings if finding["verdict"] == "wrong"] == []
    assert f"moved by {box.build.moved_by}" in str(findings)


def test_game_continues_after_the_plug_was_pulled(box: Box) -> None:
    box.pi.ssh("sudo systemctl start companion")
    box.away.until_read()
    box.both.scan(label("6C"))
    until("the card is on disk", lambda: box.away.kept() == box.both.entries(), PACE)
    box.pi.pull_plug()
    box.plug_in("after the plug was pulled")
    until("the game goes on", lambda: "goes on" in box.pi.log())
    box.both.wire = box.watch()
    box.agree()
    box.both.scan(label("3C"))
    box.agree()
