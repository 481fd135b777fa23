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

from companion.config import pins_of, read_config
from companion.config.board import Pins, SpiPins, WiredPart
from companion.core.commands import New
from companion.devices.oled.buses import I2C_ADDRESS
from companion.simulation.displays import MODELS
from hardware.kits import load_kits
from tests.deploy.conftest import told  # noqa: F401  # reports each test and its duration
from tests.deploy.machine import PACE, AwayOnMachine
from tests.deploy.roots import HOUSE
from tests.deploy.steps import step
from tests.deploy.waiting import until
from tests.drivers.expected import label
from tests.journals import close_journals
from tests.pi.both import Both, Seen
from tests.pi.lights import ChipLights, PiLights, PinLights, Verdict
from tests.pi.pi import DISPLAY, KEPT, LIGHTS, SCANNER, Pi
from tests.pi.wire import I2cWire, PiDisplay, SpiWire, Wire

TEXT = """
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

READER = "[reader]\n"

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
    """A way to build the box: a preset, and how it differs."""

    preset: str
    changes: str = ""

    def config(self) -> str:
        """Return its configuration in English, in which a card counts again at once."""
        config = load_kits().image_config(self.preset) + self.changes + TEXT
        if READER not in config:
            config += READER
        return config.replace(READER, f"{READER}read_once = 0\n")


BUILDS = {
    "i2c-lgpio": Build("wired"),
    "spi-rpigpio": Build("wired", SPI),
    "kit-a": Build("oled-hat"),
    "kit-a-phones": Build("phones"),
    "kit-b": Build("lights"),
}


def wired(part: WiredPart) -> pytest.MarkDecorator:
    """Return the mark of a test that is for the builds with this part on the header alone."""
    builds = [
        name
        for name, build in BUILDS.items()
        if part in pins_of(read_config(build.config())).fitted
    ]
    return pytest.mark.parametrize("box", builds, indirect=True)


class Box:
    """The Pi as one build, and the game on it."""

    both: Both
    seen: Seen

    def __init__(self, pi: Pi, build: Build, folder: Path) -> None:
        self.pi, self.folder = pi, folder
        self.away = AwayOnMachine(pi)
        self.text = build.config()
        self.config = read_config(self.text)
        self.pins: Pins = pins_of(self.config)

    @property
    def spi(self) -> SpiPins | None:
        return self.pins.spi if "spi" in self.pins.fitted else None

    @property
    def attached(self) -> Iterator[str]:
        """The devices at its plugs."""
        if self.config.display.fitted and self.spi is None:
            yield DISPLAY
        if self.config.lights.on_chip:
            yield LIGHTS
        if self.config.reader.kind == "keyboard":
            yield SCANNER

    def plug_in(self, name: str) -> None:
        self.pi.start(name)
        self.away.until_read()

    def watch(self) -> Seen:
        """Restart the box with a display that has just been switched on."""
        lights: PiLights | None = None
        pins = []
        if self.config.lights.on_pins:
            lights = PinLights(self.pi, self.pins)
            pins += [self.pins.lights.accepted, self.pins.lights.refused]
        elif self.config.lights.on_chip:
            lights = ChipLights(self.pi.i2c)
        if self.config.sounder.enabled:
            pins.append(self.pins.sounder.pin)
        if self.spi is not None:
            pins += [self.spi.command, self.spi.reset]
        self.pi.trace_pins(pins)
        until("the box is ready", lambda: self.pi.shown("ActiveState") == "active", PACE)
        self.away.until_read()
        return Seen(self._display(), lights)

    def _display(self) -> PiDisplay | None:
        if not self.config.display.fitted:
            return None
        panel = MODELS[self.config.display.controller]()
        if self.spi is None:
            wire: Wire = I2cWire(self.pi.i2c, I2C_ADDRESS, panel)
        else:
            wire = SpiWire(self.pi.traced, self.spi, self.pi.base, panel)
        return PiDisplay(wire, panel, lights=self.config.lights.enabled)

    def must_flash(self, verdict: Verdict) -> None:
        """Wait until the light of a verdict has been on."""
        if self.both.seen.lights is not None:
            self.both.seen.lights.must_flash(verdict)

    def agree(self) -> None:
        """Assert that picture, lights and journal of the Pi match the box in memory."""
        self.both.must_agree()
        until("the journal is written", lambda: len(self.away.kept()) >= len(self.both.entries()))
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
    pi.attach(list(box.attached))
    if box.pins.i2c.data in box.pins.keys.values():
        config = pi.read("config.txt").replace(
            "\ndtoverlay=companion-i2c", "\n#dtoverlay=companion-i2c"
        )
        pi.write(
            "config.txt",
            config.replace("#dtoverlay=companion-no-i2c", "dtoverlay=companion-no-i2c"),
        )
    if box.spi is not None:
        unseen = "SPI wire not seen: its bytes are taken where the kernel takes them"
        print(unseen)  # noqa: T201  # as above
    pi.start(request.param)
    pi.ssh("sudo companion writable tee /etc/companion/companion.toml", box.text)
    # The emulated processor is slower than that of any board, and its display is traced.
    pi.ssh(f"sudo companion writable install -D -m 644 /dev/stdin {SLOW}", PATIENT)
    pi.ssh("sudo systemctl daemon-reload")
    if box.config.pins.factory == "rpigpio":
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
    box.seen = box.watch()
    log = box.pi.ssh("sudo journalctl --unit=companion --invocation=0 --output=cat --no-pager")
    print(log)  # noqa: T201  # as above
    assert "lost:" not in log
    if box.seen.display is not None:
        until("the display is lit", box.seen.display.lit, PACE)


@wired("buttons")
def test_pin_modes_match_the_wiring_table(box: Box) -> None:
    functions = box.pi.functions()
    for name, pin in box.pins.named():
        part, _, wire = name.partition(".")
        expected = SPI_FUNCTIONS[wire] if part == "spi" else FUNCTIONS[part]
        print(f"GPIO {pin:2}  {name}: {functions[pin]}")  # noqa: T201  # as above
        assert functions[pin] == expected, name


def test_round_played_by_scanner_is_shown(box: Box) -> None:
    box.away.begin()
    ((new, _),) = box.away.kept()
    named = re.sub(r'"seat(\d+)\.1"', r'"Seat \1"', new)  # the journal has the ids of unnamed seats
    box.both = Both(box.folder, msgspec.json.decode(named, type=New), box.pi, box.pins, box.seen)
    box.agree()
    for card in ("4C", "9C", "2C"):
        box.both.scan(label(card))
        box.must_flash("accepted")
        box.agree()


@wired("buttons")  # and with a display
def test_card_on_the_pile_is_refused(box: Box) -> None:
    box.both.scan(label("2C"))
    box.must_flash("refused")
    box.both.must_show()
    box.agree()


@wired("buttons")
def test_round_is_played_by_keys(box: Box) -> None:
    with step("gpio-sim takes the header over"):
        box.pi.take_over()
        box.both.seen = box.watch()
    for rank in ("9", "3", "5"):
        box.both.play(rank)
        box.agree()
    box.both.press("LEFT", "UNDO")  # leaves the ranks
    box.both.press("UNDO", "MORE", "UNDO", "BUST", "UNDO", "OK")  # undoes the last play
    box.agree()
    if box.both.seen.lights is not None:
        assert box.both.seen.lights.flashes("accepted") == 4


@wired("sounder")
def test_keys_were_heard(box: Box) -> None:
    heard = box.pi.noted(box.pins.sounder.pin)
    print(f"the sounder was switched {len(heard)} times")  # noqa: T201  # as above
    assert heard.count(1) > 10


def test_doctor_reports_no_false_faults(box: Box) -> None:
    for order in ("start", "stop"):
        box.pi.ssh(f"sudo systemctl {order} companion")
        print(box.pi.said("sudo companion doctor"))  # noqa: T201  # as above
        findings = json.loads(box.pi.said("sudo companion doctor --json"))
        assert [finding for finding in findings if finding["verdict"] == "wrong"] == []
    mover = "rpigpio" if box.config.pins.factory == "rpigpio" else "lgpio"
    assert (f"moved by {mover}" in str(findings)) == box.config.buttons.enabled


def test_game_continues_after_the_plug_was_pulled(box: Box) -> None:
    box.pi.ssh("sudo systemctl start companion")
    box.away.until_read()
    box.both.scan(label("6C"))
    until("the card is on disk", lambda: box.away.kept() == box.both.entries(), PACE)
    box.pi.pull_plug()
    box.plug_in("after the plug was pulled")
    until("the game goes on", lambda: "goes on" in box.pi.log())
    box.both.seen = box.watch()
    box.agree()
    box.both.scan(label("3C"))
    box.agree()
