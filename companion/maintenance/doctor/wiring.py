"""Examines what is wired to the header: displays, the chip of the lights, and all pins."""

import errno
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from functools import partial
from typing import Any, Final

from gpiozero import InputDevice, OutputDevice

from companion.config import DisplaySettings
from companion.config.board import HEADER, Pins
from companion.devices.lights import MODE1, Bus
from companion.devices.oled.display import NOP
from companion.devices.pin_factory import choose_pin_factory, pin_error
from companion.errors import DeviceError
from companion.inputs import KEYS, PartName
from companion.maintenance.doctor.context import (
    ExaminationContext,
    Finding,
    bus_on,
    check_permission,
    doubtful,
    right,
    write_boot,
    wrong,
)
from companion.message import Words, phrase, plural
from companion.words.numbers import together

ADDRESSES: Final = (0x3C, 0x3D)
"""The two possible addresses of an SSD1306, SSD1309 or SH1106 (SSD1306 datasheet, 8.1.5)."""

SH1106_ZEROS: Final = 0x07
"""Bits of the status byte that are 0 on an SH1106 (datasheet, "Read Status").

They are reserved on the others; modules with an SSD1306 report 3, 4 or 6 there (ss_oled).
"""


_NOT_THERE: Final = {errno.ENXIO, errno.EREMOTEIO}
"""The errors with which the drivers of Pis report that no device acknowledges an address."""


def displays(context: ExaminationContext) -> Iterator[Finding]:
    """Check every configured display."""
    for part, settings in context.config.displays():
        on_i2c = settings.bus == "i2c"
        yield from _on_i2c(context, part, settings) if on_i2c else _on_spi(context, part)


def _on_i2c(
    context: ExaminationContext, part: PartName, settings: DisplaySettings
) -> Iterator[Finding]:
    bus = _bus(context, part, settings.i2c_port)
    if isinstance(bus, Finding):
        yield bus
        return
    where = _where(settings.i2c_port, settings.address)
    with closing(bus):
        if (trouble := _trouble(bus, settings.address)) is not None:
            yield _silent(context, part, bus, where, trouble)
            return
        yield right(part, phrase("answers at {address} on {bus}", **where))
        with suppress(OSError):  # some modules have no status byte
            yield from _identity(
                context, part, settings.controller, bus.read_byte_data(settings.address, 0)
            )


def light_driver(context: ExaminationContext) -> Iterator[Finding]:
    """Check the chip that drives the lights, if they have one."""
    part, settings = "Lights", context.config.lights
    if not settings.on_chip:
        return
    bus = _bus(context, part, settings.i2c_port)
    if isinstance(bus, Finding):
        yield bus
        return
    where = _where(settings.i2c_port, settings.address)
    try:
        with closing(bus):
            bus.read_byte_data(settings.address, MODE1)
    except OSError:
        says = phrase("no chip answers at {address} on {bus}", **where)
        yield wrong(part, says, phrase("check its plugs: {wires}", wires=_wires(context)))
    else:
        yield right(part, phrase("the chip answers at {address} on {bus}", **where))


def _bus(context: ExaminationContext, part: PartName, port: int) -> Bus | Finding:
    """Return the open bus, or the finding that keeps the doctor from it."""
    if context.bench is not None:
        return context.bench.buses[port]
    node = context.machine.at(f"/dev/i2c-{port}")
    if not node.exists():
        command = phrase("{command} and restart", command="sudo raspi-config nonint do_i2c 0")
        return _off(context, part, f"/dev/i2c-{port}", "I2C", command)
    return check_permission(context.machine, part, node, "i2c") or context.machine.bus(port)


def _where(port: int, address: int) -> dict[str, Words]:
    return {"address": _hex(address), "bus": f"/dev/i2c-{port}"}


def _hex(byte: int) -> str:
    return f"0x{byte:02X}"


def _off(
    context: ExaminationContext, part: PartName, name: str, bus: str, switch_on: Words
) -> Finding:
    """Return the finding on a bus that is off; a box without the part needs none."""
    says = phrase("there is no {name}: {bus} is off", name=name, bus=bus)
    on = bus_on(context.machine, bus, switch_on)
    return wrong(part, says, phrase("{why}; {advice}", why=on, advice=context.without(part)))


def _trouble(bus: Bus, address: int) -> OSError | None:
    """Send the no-operation command; return the error unless a display acknowledges it."""
    try:
        bus.write_i2c_block_data(address, 0x00, [NOP])
    except OSError as error:
        return error
    return None


def _identity(
    context: ExaminationContext, part: PartName, controller: str, status: int
) -> Iterator[Finding]:
    """Yield a finding if the status byte contradicts the configured `controller`."""
    is_sh1106 = status & SH1106_ZEROS == 0
    if is_sh1106 != (controller == "sh1106"):
        meant = "sh1106" if is_sh1106 else "ssd1306"
        says = phrase(
            "its status byte {byte} is more like an {meant}'s than an {other}'s, which is only a "
            "hint",
            byte=_hex(status),
            meant=meant.upper(),
            other=controller.upper(),
        )
        advice = phrase(
            "where its picture is torn or moved aside, {do}",
            do=context.write(part, "controller", meant),
        )
        yield doubtful(part, says, advice)


def _silent(
    context: ExaminationContext,
    part: PartName,
    bus: Bus,
    where: dict[str, Words],
    trouble: OSError,
) -> Finding:
    says = phrase("nothing answers at {address} on {bus}", **where)
    for address in {*ADDRESSES} - {display.address for _, display in context.config.displays()}:
        if _trouble(bus, address) is None:
            found = phrase(
                "{text}, but something does at {address}", text=says, address=_hex(address)
            )
            return wrong(part, found, context.write(part, "address", address, base=16))
    if trouble.errno not in _NOT_THERE:
        says = phrase("{text} ({error})", text=says, error=trouble)
    return wrong(part, says, phrase("check its wires: {wires}", wires=_wires(context)))


def _wires(context: ExaminationContext) -> Words:
    pins = context.pins.i2c
    return phrase(
        "SDA to {data}, SCL to {clock}, 3.3 V and ground",
        data=_header_pin(pins.data),
        clock=_header_pin(pins.clock),
    )


def _header_pin(pin: int) -> Words:
    """Return the place of a GPIO on the header."""
    return phrase("header {number} (GPIO {pin})", number=HEADER[pin], pin=pin)


def _on_spi(context: ExaminationContext, part: PartName) -> Iterator[Finding]:
    name = "/dev/spidev0.0"
    if context.bench is not None:
        yield right(part, phrase("simulated on SPI, where no display answers"))
        return
    node = context.machine.at(name)
    if not node.exists():
        lines = together(["dtparam=spi=on", "dtoverlay=spi0-1cs,no_miso"])
        yield _off(context, part, name, "SPI", write_boot(lines))
    elif (finding := check_permission(context.machine, part, node, "spi")) is not None:
        yield finding
    else:
        yield doubtful(
            part,
            phrase("{name} is there, but a display on SPI never answers", name=name),
            phrase("start the box, and see whether it shows a picture"),
        )


_PARTS: Final[Mapping[str, PartName]] = {
    "lights": "Lights",
    "sounder": "Sounder",
    "keys": "Buttons",
    "keys_beside_spi": "Buttons",
    "encoder": "Buttons",
}
"""The part of each section of board.toml that the doctor tries; buses have their own checks."""


def pins(context: ExaminationContext) -> Iterator[Finding]:
    """Check the pins and the parts on them: buttons, lights, sounder."""
    parts, bench = _contacts(context.pins), context.bench
    if not parts and "spi" not in context.pins.fitted:
        return
    if bench is not None:
        factory: Any = bench.pins.factory
        yield right("Pins", phrase("simulated"))
    else:
        failed: list[str] = []
        try:
            factory = choose_pin_factory(
                context.config.pins.factory, pin=context.pins.ok, report=failed.append
            )
        except DeviceError as error:
            yield _no_factory(context, error)
            for part in parts:
                advice = phrase("see Pins; {advice}", advice=context.without(part))
                yield wrong(part, phrase("cannot be used without a way to move pins"), advice)
            return
        yield _moved(type(factory).__module__.rpartition(".")[2], failed)
    for part, wires in parts.items():
        yield from _tried(part, wires, factory)
    if bench is None:
        factory.close()


def _contacts(pins: Pins) -> dict[PartName, dict[str, int]]:
    """Return the pins of each part by their names; the push button of an encoder is OK."""
    parts: dict[PartName, dict[str, int]] = {}
    for name, pin in pins.named():
        section, _, wire = name.partition(".")
        if section in _PARTS:
            parts.setdefault(_PARTS[section], {})["OK" if wire == "push" else wire] = pin
    return parts


def _no_factory(context: ExaminationContext, error: DeviceError) -> Finding:
    for chip in context.machine.at("/dev").glob("gpiochip*"):
        if refused := check_permission(context.machine, "Pins", chip, "gpio"):
            return refused
    return wrong("Pins", error.why, error.advice)


def _moved(by: str, failed: list[str]) -> Finding:
    says = phrase("moved by {name}", name=by)
    if not failed:
        return right("Pins", says)
    why = phrase("{why}; {advice}", why=says, advice=failed[0].removeprefix("Pins: "))
    return doubtful("Pins", why, "sudo apt install python3-lgpio")


def _tried(part: PartName, wires: Mapping[str, int], factory: Any) -> Iterator[Finding]:
    """Check that each pin of a part can be used, and that no button is pressed."""
    opened = partial(InputDevice, pull_up=True) if part == "Buttons" else OutputDevice
    is_well = True
    for name, pin in wires.items():
        try:
            with opened(pin, pin_factory=factory) as device:
                is_pressed = name in KEYS and device.is_active
        except Exception as error:  # noqa: BLE001 - each pin factory raises different exceptions
            failure = pin_error(_header_pin(pin), error)
            yield wrong(part, failure.why, failure.advice)
            return
        if is_pressed:
            is_well = False
            advice = phrase(
                "let {key} go; if nobody holds it, look for a short between {pin} and ground",
                key=name,
                pin=_header_pin(pin),
            )
            yield wrong(part, phrase("{key} is pressed", key=name), advice)
    if is_well:
        yield right(part, plural("{n} pin, free", "{n} pins, free", len(wires)))
