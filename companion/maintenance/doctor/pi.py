"""Examines the Pi, and what is wired to its header: displays, the chip of the lights, and all pins;
and the clips of its voice.
"""

import errno
import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any

from gpiozero import InputDevice, OutputDevice

from companion.config import DisplaySettings
from companion.config.board import HEADER, Pins
from companion.devices.lights import MODE1, Bus
from companion.devices.oled.display import NOP
from companion.devices.pin_factory import choose_pin_factory, pin_error
from companion.devices.voice import SOUND_CARDS, ClipError, read_clip, sound_outputs
from companion.errors import DeviceError
from companion.inputs import KEYS, PartName
from companion.languages import language_codes, load_language
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
from companion.message import Words, phrase, plural, using
from companion.words.calling import voice_clips
from companion.words.numbers import together

ADDRESSES = (0x3C, 0x3D)
"""The two possible addresses of an SSD1306, SSD1309 or SH1106 (SSD1306 datasheet, 8.1.5)."""

SH1106_ZEROS = 0x07
"""Bits of the status byte that are 0 on an SH1106 (datasheet, "Read Status").

They are reserved on the others; modules with an SSD1306 report 3, 4 or 6 there (ss_oled).
"""


_NOT_THERE = {errno.ENXIO, errno.EREMOTEIO}
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
    configured = {display.address for _, display in context.config.displays()}
    for address in {*ADDRESSES} - configured:
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
    here = context.machine
    node = here.at(name)
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


_PARTS: Mapping[str, PartName] = {
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


_TOO_LOW, _WAS_TOO_LOW = 1 << 0, 1 << 16
"""Bits of the firmware's answer (Raspberry Pi documentation, "vcgencmd", get_throttled)."""

_BROADCOM = "0x02d0"
_SUPPLY = phrase("use a supply made for this Pi and a short, thick cable")


def machine(context: ExaminationContext) -> Iterator[Finding]:
    """Report the model of the Pi, if it is one."""
    part, here = "Machine", context.machine
    if context.bench is not None:
        yield right(part, phrase("simulated, no Pi is needed"))
    elif here.is_pi:
        yield right(part, here.model)
    else:
        yield wrong(
            part,
            phrase("this is no Raspberry Pi, so the parts of a box cannot be here"),
            phrase(
                "companion run shows a simulated box here, and companion doctor --simulate looks "
                "at that"
            ),
        )


def voltage(context: ExaminationContext) -> Iterator[Finding]:
    """Check that the supply is not and was not too weak; only a Pi reports this."""
    part, here = "Supply", context.machine
    if context.bench is not None:
        return
    throttled = here.text("/sys/devices/platform/soc/soc:firmware/get_throttled")
    sensors = (here.said(sensor) for sensor in here.at("/sys/class/hwmon").glob("*"))
    # of the kernel's driver (Linux, Documentation/hwmon/raspberrypi-hwmon.rst)
    alarms = [
        here.text(f"{sensor}/in0_lcrit_alarm")
        for sensor in sensors
        if here.text(f"{sensor}/name") == "rpi_volt"
    ]
    if not (throttled or alarms):
        return
    bits = int(throttled or "0", 16)
    if bits & _TOO_LOW or "1" in alarms:
        yield wrong(part, phrase("its voltage is too low at this moment"), _SUPPLY)
    elif bits & _WAS_TOO_LOW:
        says = phrase("its voltage was too low at some moment since the start")
        yield doubtful(part, says, _SUPPLY)
    else:
        yield right(part, phrase("its voltage is high enough"))


def clock(context: ExaminationContext) -> Iterator[Finding]:
    """Check that a network has set the clock, which dates the journal."""
    here = context.machine
    date = f"{datetime.fromtimestamp(here.clock.time(), UTC):%Y-%m-%d %H:%M} UTC"
    if here.is_pi and context.bench is None and not here.synchronized():
        # A Pi without a network continues at the time of its last shutdown.
        says = phrase(
            "it says {date}, and no network has confirmed that since the start", date=date
        )
        advice = phrase("connect it to a network and see what timedatectl says")
        yield doubtful("Clock", says, advice)
    else:
        yield right("Clock", date)


def wifi(context: ExaminationContext) -> Iterator[Finding]:
    """Check that the Wi-Fi chip works, if there is one: without its firmware it does not."""
    part, here = "Wi-Fi", context.machine
    if context.bench is not None:
        return
    for chip in here.at("/sys/bus/sdio/devices").glob("*:1"):  # its function 1 has the interface
        if here.text(f"{here.said(chip)}/vendor") != _BROADCOM:
            continue
        interfaces = sorted(interface.name for interface in chip.glob("net/*"))
        if interfaces:
            yield right(part, interfaces[0])
        else:
            advice = phrase(
                "if {command} names firmware that is missing, get it from Raspberry Pi OS with "
                "{copy}, and restart",
                command="sudo dmesg | grep brcmfmac",
                copy=f"{here.sudo} cp FILE /usr/lib/firmware/brcm",
            )
            yield wrong(part, phrase("its chip does not work"), advice)


_OWN = "Own voice"


def speaker(context: ExaminationContext) -> Iterator[Finding]:
    """Check the sound output, if there is one, and the programs that play and speak."""
    here, device = context.machine, context.config.voice.device
    outputs = sound_outputs(here.at(str(SOUND_CARDS))) if device == "auto" else [device]
    if device == "none" or context.bench is not None or not outputs:
        return
    for node in sorted(here.at("/dev/snd").glob("pcmC*p")):
        if (finding := check_permission(here, "Speaker", node, "audio")) is not None:
            yield finding
            return
    if shutil.which("aplay") is None:
        yield wrong(
            "Speaker",
            phrase("aplay, which plays the voice, is missing"),
            "sudo apt install alsa-utils",
        )
        return
    if shutil.which("espeak-ng") is None:
        says = phrase("names are called as seats, as espeak-ng is missing")
        yield doubtful("Speaker", says, "sudo apt install espeak-ng")
    yield right("Speaker", outputs[0])


def own_voice(context: ExaminationContext) -> Iterator[Finding]:
    """Check every clip of the table's own voice."""
    if context.voice is None:
        return
    for code in language_codes():
        with using(load_language(code)):
            clips = set(voice_clips())
        files = sorted((context.voice / code).glob("*"))
        usable = 0
        for file in files:
            name = f"{code}/{file.name}"
            if file.suffix != ".wav" or file.stem not in clips:
                says = phrase("{file} is the name of no phrase", file=name)
                yield doubtful(_OWN, says, phrase("see the list in docs/howto/voice.md"))
                continue
            try:
                read_clip(file)
            except ClipError as error:
                says = phrase("{file} is {why}", file=name, why=error.why)
                yield wrong(_OWN, says, error.advice)
            except OSError as error:
                says = phrase("{file} is {why}", file=name, why=error.strerror)
                yield wrong(_OWN, says, phrase("look at the file"))
            else:
                usable += 1
        if usable:
            says = phrase("{n} of {all} clips in {code}", n=usable, all=len(clips), code=code)
            yield right(_OWN, says)
