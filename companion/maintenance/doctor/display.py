"""Checks the displays: whether the bus is enabled, the user may use it, and a display answers."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Final

from companion.config import DisplaySettings
from companion.config.board import FAST, HEADER, I2cPins
from companion.devices.oled import over_i2c
from companion.devices.oled.buses import DisplayBus
from companion.devices.oled.display import NOP
from companion.inputs import PartName
from companion.maintenance.doctor.context import ExaminationContext
from companion.maintenance.doctor.findings import Finding, doubtful, in_use, right, wrong
from companion.maintenance.doctor.machine import EDIT_BUSES
from companion.maintenance.doctor.permissions import check_permission

ADDRESSES: Final = (0x3C, 0x3D)
"""The two possible addresses of an SSD1306, SSD1309 or SH1106 (SSD1306 datasheet, 8.1.5)."""

SH1106_ZEROS: Final = 0x07
"""Bits of the status byte that are 0 on an SH1106 (its datasheet, "Read Status").

They are reserved on the others; modules with an SSD1306 report 3, 4 or 6 there (ss_oled).
"""

_SWITCH_ON: Final = "sudo raspi-config nonint do_i2c 0"


def displays(context: ExaminationContext) -> Iterator[Finding]:
    """Check every configured display."""
    for part, settings in context.fitted.displays():
        yield from (_on_i2c if settings.bus == "i2c" else _on_spi)(context, part, settings)


def _on_i2c(
    context: ExaminationContext, part: PartName, settings: DisplaySettings
) -> Iterator[Finding]:
    here, port = context.machine, settings.i2c_port
    if context.bench is None:
        node = here.at(f"/dev/i2c-{port}")
        if not node.exists():
            yield _no_bus(context, part, port)
            return
        refused = check_permission(here, part, node, "i2c")
        if refused is not None:
            yield refused
            return
        if context.played:
            yield in_use(part, f"0x{settings.address:02X} on /dev/i2c-{port}")
            return
    trouble = _asked(context, part, port, settings.address)
    if not trouble:
        bus = f"/dev/i2c-{port}" if context.bench is None else "a simulated bus"
        yield right(part, f"answers at 0x{settings.address:02X} on {bus}")
        yield from _identity(context, part, settings)
    else:
        yield _silent(context, part, settings, trouble)
    if context.bench is None:
        yield from _speed(context, part, port)


def _no_bus(context: ExaminationContext, part: PartName, port: int) -> Finding:
    here = context.machine
    if here.at(f"/sys/bus/i2c/devices/i2c-{port}").exists():
        says = f"I2C is on, but there is no /dev/i2c-{port}"
        load = "see what sudo modprobe i2c-dev says"
        switch_on = f"{_SWITCH_ON}, which loads i2c-dev with every start"
        return wrong(part, says, load if here.is_image else switch_on)
    others = [here.said(node) for node in sorted(here.at("/dev").glob("i2c-*"))]
    if port != 1 and "/dev/i2c-1" in others:
        says = f"there is no /dev/i2c-{port}, but /dev/i2c-1"
        return wrong(part, says, context.write(part, "i2c_port", 1))
    without = context.write(part, "controller", "none")
    where = "" if here.is_pi else "on a Pi, "
    choose = _choose("I2C") if here.is_image else f"{where}{_SWITCH_ON} and restart"
    advice = f"{choose}; without a display, {without}"
    return wrong(part, f"there is no /dev/i2c-{port}: I2C is off", advice)


def _choose(bus: str) -> str:
    return f"{EDIT_BUSES}, choose {bus} as it says there, and restart"


def _asked(context: ExaminationContext, part: PartName, port: int, address: int) -> str:
    """Send the no-operation command; return "" if it is acknowledged, else the error."""
    try:
        with _connected(context, part, port, address) as bus:
            bus.command(NOP)
    except Exception as error:  # noqa: BLE001 - luma and smbus2 raise their own types
        return str(error) or type(error).__name__
    return ""


@contextmanager
def _connected(
    context: ExaminationContext, part: PartName, port: int, address: int
) -> Iterator[DisplayBus]:
    bench = context.bench
    line = context.machine.bus(port) if bench is None else bench.displays[part].line
    bus = over_i2c(port, address, line).connect()
    try:
        yield bus
    finally:
        with suppress(Exception):
            bus.cleanup()


def _identity(
    context: ExaminationContext, part: PartName, settings: DisplaySettings
) -> Iterator[Finding]:
    """Yield a hint from the status byte that contradicts the configuration;
    some modules have none.
    """
    try:
        with _connected(context, part, settings.i2c_port, settings.address) as bus:
            status = bus.status()
    except OSError:
        return
    is_sh1106 = status is not None and status & SH1106_ZEROS == 0
    if status is not None and is_sh1106 != (settings.controller == "sh1106"):
        meant = "sh1106" if is_sh1106 else "ssd1306"
        says = f"its status byte 0x{status:02X} is more like an {meant.upper()}'s than an "
        says += f"{settings.controller.upper()}'s, which is only a hint"
        advice = (
            f"where its picture is torn or moved aside, {context.write(part, 'controller', meant)}"
        )
        yield doubtful(part, says, advice)


def _silent(
    context: ExaminationContext, part: PartName, settings: DisplaySettings, trouble: str
) -> Finding:
    says = f"nothing answers at 0x{settings.address:02X} on /dev/i2c-{settings.i2c_port}"
    configured = {display.address for _, display in context.config.displays()}
    for address in ADDRESSES:
        if address not in configured and not _asked(context, part, settings.i2c_port, address):
            found = f"{says}, but something does at 0x{address:02X}"
            return wrong(part, found, context.write(part, "address", address, base=16))
    if "not found" not in trouble:
        says += f" ({trouble})"
    return wrong(part, says, f"check its wires: {_wires(context)}")


def _wires(context: ExaminationContext) -> str:
    pins = context.pins.display
    if not isinstance(pins, I2cPins):
        raise TypeError("this wiring has no pins for a display on I2C")
    return (
        f"SDA to header {HEADER[pins.data]} (GPIO {pins.data}), SCL to header {HEADER[pins.clock]} "
        f"(GPIO {pins.clock}), 3.3 V and ground"
    )


def _speed(context: ExaminationContext, part: PartName, port: int) -> Iterator[Finding]:
    """Check the bus speed in the device tree, if it is there: four bytes, big-endian."""
    file = context.machine.at(f"/sys/bus/i2c/devices/i2c-{port}/of_node/clock-frequency")
    with suppress(OSError):
        hertz = int.from_bytes(file.read_bytes(), "big")
        if 0 < hertz < FAST:
            says = f"the bus runs at {hertz} bits a second, so that pictures come slowly"
            here = context.machine
            line = f"dtparam=i2c_arm_baudrate={FAST} into {here.boot_file('config.txt')}"
            yield doubtful(
                part, says, _choose("I2C") if here.is_image else f"write {line} and restart"
            )


def _on_spi(
    context: ExaminationContext, part: PartName, settings: DisplaySettings
) -> Iterator[Finding]:
    name = f"/dev/spidev{settings.spi_port}.{settings.spi_device}"
    if context.bench is not None:
        yield right(part, "simulated on SPI, where no display answers")
        return
    here = context.machine
    node = here.at(name)
    if not node.exists():
        lines = f"dtparam=spi=on and dtoverlay=spi0-1cs,no_miso into {here.boot_file('config.txt')}"
        without = context.write(part, "controller", "none")
        choose = _choose("SPI") if here.is_image else f"write {lines} and restart"
        advice = f"{choose}; without a display, {without}"
        yield wrong(part, f"there is no {name}: SPI is off", advice)
        return
    refused = check_permission(here, part, node, "spi")
    if refused is not None:
        yield refused
    elif find_spec("spidev") is None:
        yield wrong(part, "the Python module spidev is missing", "sudo apt install python3-spidev")
    elif context.played:
        yield in_use(part, name)
    else:
        yield doubtful(
            part,
            f"{name} is there, but a display on SPI never answers",
            "see whether it shows the picture of companion doctor --self-test",
        )
