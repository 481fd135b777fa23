"""Examines the displays, and the chip of the lights, which is on the same bus."""

from collections.abc import Iterator
from contextlib import closing, suppress
from importlib.util import find_spec
from typing import Final, cast

from companion.config import DisplaySettings
from companion.config.board import FAST, HEADER
from companion.devices.lights import MODE1, Bus, open_bus
from companion.devices.oled import over_i2c
from companion.devices.oled.display import NOP
from companion.inputs import PartName
from companion.maintenance.doctor.context import (
    EDIT_BUSES,
    ExaminationContext,
    closed,
    on_a_pi,
    write_boot,
)
from companion.maintenance.doctor.findings import Finding, doubtful, right, said_by, wrong
from companion.message import Words, phrase
from companion.words.numbers import together

ADDRESSES: Final = (0x3C, 0x3D)
"""The two possible addresses of an SSD1306, SSD1309 or SH1106 (SSD1306 datasheet, 8.1.5)."""

SH1106_ZEROS: Final = 0x07
"""Bits of the status byte that are 0 on an SH1106 (datasheet, "Read Status").

They are reserved on the others; modules with an SSD1306 report 3, 4 or 6 there (ss_oled).
"""

_SWITCH_ON: Final = "sudo raspi-config nonint do_i2c 0"


def displays(context: ExaminationContext) -> Iterator[Finding]:
    """Check every configured display."""
    for part, settings in context.fitted.displays():
        on_i2c = settings.bus == "i2c"
        yield from _on_i2c(context, part, settings) if on_i2c else _on_spi(context, part)


def _on_i2c(
    context: ExaminationContext, part: PartName, settings: DisplaySettings
) -> Iterator[Finding]:
    port = settings.i2c_port
    if (finding := _closed(context, part, port, settings.address)) is not None:
        yield finding
        return
    trouble, status = _asked(context, part, port, settings.address)
    if not trouble:
        where = _where(context, port, settings.address)
        yield right(part, phrase("answers at {address} on {bus}", **where))
        yield from _identity(context, part, settings, status)
    else:
        yield _silent(context, part, settings, trouble)
    if context.bench is None:
        yield from _speed(context, part, port)


def light_driver(context: ExaminationContext) -> Iterator[Finding]:
    """Check the chip that drives the lights, if they have one."""
    part, settings = "Lights", context.config.lights
    if not settings.on_chip:
        return
    port, address = settings.i2c_port, settings.address
    if (finding := _closed(context, part, port, address)) is not None:
        yield finding
        return
    line = context.machine.bus(port) if context.bench is None else context.bench.buses[port]
    where = _where(context, port, address)
    try:
        with closing(open_bus(port) if line is None else cast("Bus", line)) as bus:
            bus.read_byte_data(address, MODE1)
    except OSError:
        says = phrase("no chip answers at {address} on {bus}", **where)
        yield wrong(part, says, phrase("check its plugs: {wires}", wires=_wires(context)))
    else:
        says = phrase("the chip answers at {address} on {bus}", **where)
        yield right(part, says)


def _where(context: ExaminationContext, port: int, address: int) -> dict[str, Words]:
    bus = f"/dev/i2c-{port}" if context.bench is None else phrase("a simulated bus")
    return {"address": _hex(address), "bus": bus}


def _hex(byte: int) -> str:
    return f"0x{byte:02X}"


def _closed(context: ExaminationContext, part: PartName, port: int, address: int) -> Finding | None:
    """Return the finding that keeps the doctor from the bus, or None."""
    if context.bench is not None:
        return None
    node = context.machine.at(f"/dev/i2c-{port}")
    if not node.exists():
        return _no_bus(context, part, port)
    where = phrase("{address} on {bus}", **_where(context, port, address))
    return closed(context, part, node, "i2c", where)


def _no_bus(context: ExaminationContext, part: PartName, port: int) -> Finding:
    here, name = context.machine, f"/dev/i2c-{port}"
    if here.at(f"/sys/bus/i2c/devices/i2c-{port}").exists():
        says = phrase("{bus} is on, but there is no {name}", bus="I2C", name=name)
        load = said_by("sudo modprobe i2c-dev")
        switch_on = phrase("{command}, which loads i2c-dev with every start", command=_SWITCH_ON)
        return wrong(part, says, load if here.is_image else switch_on)
    if port != 1 and here.at("/dev/i2c-1").exists():
        says = phrase("there is no {name}, but {other}", name=name, other="/dev/i2c-1")
        return wrong(part, says, context.write(part, "i2c_port", 1))
    restart = phrase("{command} and restart", command=_SWITCH_ON)
    choose = _choose("I2C") if here.is_image else restart if here.is_pi else on_a_pi(restart)
    return _off(context, part, name, "I2C", choose)


def _off(
    context: ExaminationContext, part: PartName, name: str, bus: str, switch_on: Words
) -> Finding:
    """Return the finding on a bus that is off; a box without the part needs none."""
    if part == "Lights":
        off = context.write(part, "enabled", value=False)
        without = phrase("without lights, {do}", do=off)
    else:
        off = context.write(part, "controller", "none")
        without = phrase("without a display, {do}", do=off)
    says = phrase("there is no {name}: {bus} is off", name=name, bus=bus)
    return wrong(part, says, phrase("{why}; {advice}", why=switch_on, advice=without))


def _choose(bus: str) -> Words:
    return phrase(
        "{command}, choose {bus} as it says there, and restart", command=EDIT_BUSES, bus=bus
    )


def _asked(
    context: ExaminationContext, part: PartName, port: int, address: int
) -> tuple[str, int | None]:
    """Send the no-operation command; return "" if the display acknowledges it, else the error, and
    the status byte, which some modules do not have.
    """
    bench, status = context.bench, None
    line = context.machine.bus(port) if bench is None else bench.displays[part].line
    try:
        bus = over_i2c(port, address, line).connect()
        try:
            bus.command(NOP)
            with suppress(OSError):
                status = bus.status()
        finally:
            with suppress(Exception):
                bus.cleanup()
    except Exception as error:  # noqa: BLE001 - luma and smbus2 raise their own types
        return str(error) or type(error).__name__, None
    return "", status


def _identity(
    context: ExaminationContext, part: PartName, settings: DisplaySettings, status: int | None
) -> Iterator[Finding]:
    """Yield a finding if the status byte contradicts the configuration."""
    is_sh1106 = status is not None and status & SH1106_ZEROS == 0
    if status is not None and is_sh1106 != (settings.controller == "sh1106"):
        meant = "sh1106" if is_sh1106 else "ssd1306"
        says = phrase(
            "its status byte {byte} is more like an {meant}'s than an {other}'s, which is only a "
            "hint",
            byte=_hex(status),
            meant=meant.upper(),
            other=settings.controller.upper(),
        )
        advice = phrase(
            "where its picture is torn or moved aside, {do}",
            do=context.write(part, "controller", meant),
        )
        yield doubtful(part, says, advice)


def _silent(
    context: ExaminationContext, part: PartName, settings: DisplaySettings, trouble: str
) -> Finding:
    name = f"/dev/i2c-{settings.i2c_port}"
    says = phrase("nothing answers at {address} on {bus}", address=_hex(settings.address), bus=name)
    configured = {display.address for _, display in context.config.displays()}
    for address in ADDRESSES:
        if address in configured:
            continue
        error, _ = _asked(context, part, settings.i2c_port, address)
        if not error:
            found = phrase(
                "{text}, but something does at {address}", text=says, address=_hex(address)
            )
            return wrong(part, found, context.write(part, "address", address, base=16))
    if "not found" not in trouble:
        says = phrase("{text} ({error})", text=says, error=trouble)
    return wrong(part, says, phrase("check its wires: {wires}", wires=_wires(context)))


def _wires(context: ExaminationContext) -> Words:
    pins = context.pins.i2c
    return phrase(
        "SDA to {data}, SCL to {clock}, 3.3 V and ground",
        data=header_pin(pins.data),
        clock=header_pin(pins.clock),
    )


def header_pin(pin: int) -> Words:
    """Return the place of a GPIO on the header."""
    return phrase("header {number} (GPIO {pin})", number=HEADER[pin], pin=pin)


def _speed(context: ExaminationContext, part: PartName, port: int) -> Iterator[Finding]:
    """Check the bus speed in the device tree, if present: four bytes, big-endian."""
    here = context.machine
    file = here.at(f"/sys/bus/i2c/devices/i2c-{port}/of_node/clock-frequency")
    with suppress(OSError):
        hertz = int.from_bytes(file.read_bytes(), "big")
        if 0 < hertz < FAST:
            says = phrase(
                "the bus runs at {n} bits a second, so that pictures come slowly", n=hertz
            )
            line = f"dtparam=i2c_arm_baudrate={FAST}"
            yield doubtful(part, says, _choose("I2C") if here.is_image else write_boot(here, line))


def _on_spi(context: ExaminationContext, part: PartName) -> Iterator[Finding]:
    name = "/dev/spidev0.0"
    if context.bench is not None:
        yield right(part, phrase("simulated on SPI, where no display answers"))
        return
    here = context.machine
    node = here.at(name)
    if not node.exists():
        lines = together(["dtparam=spi=on", "dtoverlay=spi0-1cs,no_miso"])
        choose = _choose("SPI") if here.is_image else write_boot(here, lines)
        yield _off(context, part, name, "SPI", choose)
    elif (finding := closed(context, part, node, "spi")) is not None:
        yield finding
    elif find_spec("spidev") is None:
        missing = phrase("the Python module spidev is missing")
        yield wrong(part, missing, "sudo apt install python3-spidev")
    else:
        yield doubtful(
            part,
            phrase("{name} is there, but a display on SPI never answers", name=name),
            phrase("start the box, and see whether it shows a picture"),
        )
