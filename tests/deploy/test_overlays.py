"""The image's overlays on the device trees of Debian's kernel: devices take the wiring's pins only.

fdtoverlay merges them as the firmware of a Pi does; the firmware itself runs only on a Pi.
"""

import re
import runpy
import subprocess
import tarfile
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.config.board import HEADER
from companion.config.sections import BusName, DisplaySettings
from hardware.wiring.table import pins_for
from tests.deploy.device_tree import Claim, DeviceTree
from tests.deploy.roots import HOUSE
from tests.deploy.store_trees import TREES

IMAGE = HOUSE / "deploy" / "image"
OFFERED = {board.model: board for board in runpy.run_path(str(IMAGE / "os_list.py"))["BOARDS"]}
BUSES: tuple[BusName, ...] = ("i2c", "spi")

OUTPUT, ALT0 = 1, 4
"""Functions of a pin as numbered by `brcm,function`.

Source: brcm,bcm2835-gpio.txt in the kernel's bindings.
"""

SIGNALS = {
    "i2c.data": ("i2c1", ALT0, "SDA1"),
    "i2c.clock": ("i2c1", ALT0, "SCL1"),
    "spi.mosi": ("spi", ALT0, "SPI_MOSI"),
    "spi.clock": ("spi", ALT0, "SPI_SCLK"),
    "spi.select": ("spi", OUTPUT, "SPI_CE0_N"),
    "reader.transmit": ("uart0", ALT0, "TXD"),
    "reader.receive": ("uart0", ALT0, "RXD"),
}
"""Each wire that a device drives: the device's label, the function, the start of the pin's name."""

SPIDEV = {
    "cisco,spi-petra", "dh,dhcom-board", "elgin,jg10309-01", "lineartechnology,ltc2488", "lwn,bk4",
    "menlo,m53cpld", "micron,spi-authenta", "rohm,bh2228fv", "rohm,dh2228fv", "semtech,sx1301",
    "silabs,em3581", "silabs,si3210",
}  # fmt: skip
"""The names that the driver spidev handles.

Source: `spidev_dt_ids` in drivers/spi/spidev.c of Linux 6.12.
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stored trees, and the overlays as customize.sh compiles them."""
    folder = tmp_path_factory.mktemp("trees")
    (stored,) = TREES.glob("*.tar.xz")
    with tarfile.open(stored) as files:
        for member in files:
            content = files.extractfile(member)
            assert content is not None
            (folder / member.name).write_bytes(content.read())
    for overlay in (IMAGE / "overlays").glob("*.dts"):
        compiled = folder / f"{overlay.stem}.dtbo"
        line = [
            "/usr/bin/dtc",
            "-@",
            "-q",
            "-I",
            "dts",
            "-O",
            "dtb",
            "-o",
            str(compiled),
            str(overlay),
        ]
        subprocess.run(line, check=True)
    return folder


@cache
def boards(folder: Path) -> dict[str, Path]:
    """Return the stored tree of each model; the kernel names a module together with its board."""
    models = {
        file: DeviceTree(file.read_bytes()).text("", "model") for file in folder.glob("*.dtb")
    }
    return {
        re.sub(r" IO board.*", "", model, flags=re.IGNORECASE).removeprefix("Raspberry Pi "): file
        for file, model in models.items()
    }


@cache
def merged(folder: Path, board: str, bus: BusName) -> DeviceTree:
    """Return the tree of a board with the overlays in config.txt for a display on `bus`."""
    into = folder / f"{board}-{bus}.merged"
    overlays = [str(folder / f"{overlay}.dtbo") for overlay in named_overlays(bus)]
    line = ["/usr/bin/fdtoverlay", "-i", str(boards(folder)[board]), "-o", str(into), *overlays]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return DeviceTree(into.read_bytes())


def named_overlays(bus: BusName) -> list[str]:
    """Return the overlays named by raspi-firmware-custom, after the change that it describes for
    buttons at the pins of I2C.
    """
    text = (IMAGE / "root/etc/default/raspi-firmware-custom").read_text("utf-8")
    if bus == "spi":
        text = text.replace("dtoverlay=companion-i2c", "#dtoverlay=companion-i2c")
        text = text.replace("#dtoverlay=companion-no-i2c", "dtoverlay=companion-no-i2c")
    return re.findall(r"^dtoverlay=(.+)$", text, re.MULTILINE)


@pytest.fixture(params=OFFERED)
def board(request: pytest.FixtureRequest) -> str:
    """A model that the image may be offered for."""
    model: str = request.param
    return model


@pytest.fixture(params=BUSES)
def bus(request: pytest.FixtureRequest) -> BusName:
    """The bus of the display."""
    named: BusName = request.param
    return named


def test_every_stored_tree_is_that_of_an_offered_board(folder: Path) -> None:
    stored = {
        model: (file.stem, DeviceTree(file.read_bytes()).text("", "compatible"))
        for model, file in boards(folder).items()
    }
    assert stored == {
        model: (board.tree, f"raspberrypi,{board.machine}") for model, board in OFFERED.items()
    }


def test_devices_take_only_the_pins_of_the_wiring(folder: Path, board: str, bus: BusName) -> None:
    tree = merged(folder, board, bus)
    taken = defaultdict(set)
    for pin, claim in tree.claims():
        if pin in HEADER:
            taken[pin].add(claim)
    wired = defaultdict(set)
    # SPI is on for every display: no part at pins uses those that it takes.
    fitted = replace(pins_for(bus), fitted=frozenset({bus, "spi", "reader"}))
    for name, pin in fitted.named():
        if name in SIGNALS:
            label, function, _ = SIGNALS[name]
            wired[pin].add(Claim(tree.symbol(label), function))
            if name == "spi.select":
                wired[pin].add(Claim(tree.symbol(label), None))
    assert taken == wired


def test_each_wire_is_at_the_pin_of_its_signal(folder: Path, board: str, bus: BusName) -> None:
    tree = merged(folder, board, bus)
    names = tree.texts(tree.symbol("gpio"), "gpio-line-names")
    pins = pins_for(bus).named()
    signals = {pin: SIGNALS[name][2] for name, pin in pins if name in SIGNALS}
    wrong = {
        pin: names[pin]
        for pin, signal in signals.items()
        if not names[pin].startswith((signal, f"GPIO{pin}"))
    }
    assert wrong == {}


def test_scanner_has_serial0_to_itself(folder: Path, board: str, bus: BusName) -> None:
    tree = merged(folder, board, bus)
    uart = tree.symbol("uart0")
    # The PL011 with the alias serial0 is ttyAMA0, which a rule of the image names /dev/serial0.
    assert "arm,pl011" in tree.texts(uart, "compatible")
    assert tree.text("/aliases", "serial0") == uart
    rules = (IMAGE / "root/usr/lib/udev/rules.d/61-companion-image.rules").read_text("utf-8")
    assert 'KERNEL=="ttyAMA0", SYMLINK+="serial0"' in rules
    assert [path for path in tree.devices() if path.startswith(f"{uart}/")] == []
    # With a console on its command line, the kernel does not look for one in the tree.
    assert "CONSOLES=tty0\n" in (IMAGE / "root/etc/default/raspi-firmware").read_text("utf-8")


def test_i2c_bus_on_the_header_has_a_unique_number(folder: Path, board: str, bus: BusName) -> None:
    tree = merged(folder, board, bus)
    assert tree.text("/aliases", f"i2c{DisplaySettings().i2c_port}") == tree.symbol("i2c1")


def test_display_on_i2c_runs_at_the_fast_clock(folder: Path, board: str) -> None:
    tree = merged(folder, board, "i2c")
    controller = tree.symbol("i2c1")
    assert tree.is_enabled(controller)
    assert tree.numbers(controller, "clock-frequency") == (400_000,)


def test_display_on_spi_is_the_only_spidev_device(folder: Path, board: str) -> None:
    tree = merged(folder, board, "spi")
    controller = tree.symbol("spi")
    (device,) = (path for path in tree.devices() if path.startswith(f"{controller}/"))
    assert tree.text(device, "compatible") in SPIDEV
    assert tree.numbers(device, "reg") == (0,)
    # Without an alias the only controller is number 0.
    others = [
        path for path in tree.devices() if re.search(r"/spi@[^/]+$", path) and path != controller
    ]
    assert others == []
