"""Examines displays, lights and sounds."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from importlib.util import find_spec
from typing import Final, cast, get_args

from companion.config import DisplaySettings
from companion.config.board import FAST, HEADER
from companion.devices.light_driver import MODE1, Bus, open_bus
from companion.devices.oled import over_i2c
from companion.devices.oled.buses import DisplayBus
from companion.devices.oled.display import NOP
from companion.devices.ports import Display, LightRing, Sounder
from companion.dialogs.self_test import TEST_PICTURE
from companion.inputs import PartName
from companion.maintenance.doctor.context import ExaminationContext
from companion.maintenance.doctor.findings import Finding, doubtful, in_use, right, wrong
from companion.maintenance.doctor.machine import EDIT_BUSES, check_permission
from companion.maintenance.doctor.prompts import Prompts, Seen
from companion.message import render
from companion.outputs import Lights, Sound
from companion.screens.lights import LIGHT_COUNT, light_alone
from companion.screens.model import Frame
from companion.words.self_test import light_word

_DISTORTED: Final = (
    (
        "snow, with scraps of the picture",
        'it is an SH1106: write controller = "sh1106" below the display',
    ),
    (
        "the picture, up to the right edge of the glass and with a wider dark stripe at the left",
        'it is no SH1106: write controller = "ssd1306" below the display',
    ),
    ("the picture upside down", "write rotate = 180 or 0 below the display"),
    (
        "nothing, or something else",
        "compare its wires with docs/reference/wiring.md, and the name on the module",
    ),
)
"""Wrong pictures that a person may see, and the advice for each.

An SH1106 has no windowed addressing, so it shows one page of an SSD1306's picture. Its own picture
begins at column 2 of its memory, which is column 2 of the panel on the others (datasheets).
"""

_WIRES: Final = "compare its wires with docs/reference/wiring.md"


def displays_shown(
    asking: Prompts, displays: Sequence[Display], parts: Sequence[PartName]
) -> list[Finding]:
    """Show a picture on every display, and ask about those of the configured `parts` that could be
    opened.
    """
    if not parts:
        return []
    for display in displays:
        display.show(Frame(TEST_PICTURE))
    asking.look(f"Picture: {' and '.join(parts)}")
    lit = [part for part in parts if not asking.why_not(part)]
    seen: Seen = "nobody says"
    if lit:
        seen = asking.seen(
            f"{' and '.join(lit)}: a lit bar at the top, a word in each lower corner, all of it "
            f"upright?"
        )
    return [_displayjudged(asking, part, seen) for part in parts]


def _displayjudged(asking: Prompts, part: PartName, seen: Seen) -> Finding:
    """Ask if a display shows the picture and, if not, which one it shows."""
    no = _DISTORTED[-1][1]
    if seen == "no" and not asking.why_not(part):
        choices = "; ".join(f"{number}: {what}" for number, (what, _) in enumerate(_DISTORTED, 1))
        typed = asking.typed(
            f"{part}: which is seen? Enter: the picture as it should be; {choices}."
        )
        seen = "yes" if typed == "" else "no"
        no = dict(zip("1234", (advice for _, advice in _DISTORTED), strict=True)).get(
            typed or "", no
        )
    return judged(asking, part, "the picture is as it should be", seen, no)


def each_light() -> Iterator[tuple[str, Lights]]:
    """Yield the name of every light, with the setting in which only this one is lit."""
    for place in range(LIGHT_COUNT):
        yield render(light_word(place)), light_alone(place)


def lights_shown(asking: Prompts, ring: LightRing | None) -> Finding:
    """Light and name each light in turn; `ring` is None if the lights could not be opened."""
    seen: Seen = "nobody says"
    if ring is not None:
        for name, lights in each_light():
            ring.show(lights)
            asking.look(f"Light: {name}")
        ring.show(Lights())
        seen = asking.seen("Was each light lit alone, as it was named?")
    return judged(
        asking, "Lights", "each is lit as it is named", seen, f"{_WIRES}; an LED has a way round"
    )


def sounds_played(asking: Prompts, sounder: Sounder | None) -> Finding:
    """Play and name each sound in turn; `sounder` is None if it could not be opened."""
    sounds: tuple[Sound, ...] = get_args(Sound)
    seen: Seen = "nobody says"
    if sounder is not None:
        for sound in sounds:
            sounder.play(sound)
            asking.look(f"Sound: {sound}")
        seen = asking.seen(f"Were there {len(sounds)} sounds?")
    no = f'{_WIRES}; if it only clicks, try kind = "active" below [sounder] in the configuration'
    return judged(asking, "Sounder", "every sound is heard", seen, no)


def judged(asking: Prompts, part: PartName, well: str, seen: Seen, no: str) -> Finding:
    """Return the finding for what a person has `seen` of a part: `well`, or the advice `no`."""
    reason = asking.why_not(part)
    if reason:
        return wrong(part, reason, "see what companion doctor says of it")
    if seen == "nobody says":
        says = "did what it was told, and nobody said whether that was to be seen or heard"
        return doubtful(part, says, "start companion doctor --self-test from a terminal and answer")
    return (
        right(part, well)
        if seen == "yes"
        else wrong(part, "not as it should be, says who was there", no)
    )


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
        yield from (_on_i2c if settings.bus == "i2c" else _on_spi)(context, part, settings)


def _on_i2c(
    context: ExaminationContext, part: PartName, settings: DisplaySettings
) -> Iterator[Finding]:
    port = settings.i2c_port
    without = f"without a display, {context.write(part, 'controller', 'none')}"
    closed = _closed(context, part, port, settings.address, without)
    if closed is not None:
        yield closed
        return
    trouble = _asked(context, part, port, settings.address)
    if not trouble:
        yield right(part, f"answers at 0x{settings.address:02X} on {_bus_name(context, port)}")
        yield from _identity(context, part, settings)
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
    without = f"without lights, {context.write(part, 'enabled', value=False)}"
    closed = _closed(context, part, port, address, without)
    if closed is not None:
        yield closed
        return
    line = context.machine.bus(port) if context.bench is None else context.bench.buses[port]
    at = f"at 0x{address:02X} on {_bus_name(context, port)}"
    try:
        with closing(open_bus(port)() if line is None else cast("Bus", line)) as bus:
            bus.read_byte_data(address, MODE1)
    except OSError:
        yield wrong(part, f"no chip answers {at}", f"check its plugs: {_wires(context)}")
    else:
        yield right(part, f"the chip answers {at}; --self-test tries what hangs on it")


def _bus_name(context: ExaminationContext, port: int) -> str:
    return f"/dev/i2c-{port}" if context.bench is None else "a simulated bus"


def _closed(
    context: ExaminationContext, part: PartName, port: int, address: int, without: str
) -> Finding | None:
    """Return the finding that keeps the doctor from the bus, or None; `without` is advice for a
    box that has no such part.
    """
    if context.bench is not None:
        return None
    node = context.machine.at(f"/dev/i2c-{port}")
    if not node.exists():
        return _no_bus(context, part, port, without)
    refused = check_permission(context.machine, part, node, "i2c")
    if refused is None and context.played:
        return in_use(part, f"0x{address:02X} on /dev/i2c-{port}")
    return refused


def _no_bus(context: ExaminationContext, part: PartName, port: int, without: str) -> Finding:
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
    where = "" if here.is_pi else "on a Pi, "
    choose = _choose("I2C") if here.is_image else f"{where}{_SWITCH_ON} and restart"
    return wrong(part, f"there is no /dev/i2c-{port}: I2C is off", f"{choose}; {without}")


def _choose(bus: str) -> str:
    return f"{EDIT_BUSES}, choose {bus} as it says there, and restart"


def _asked(context: ExaminationContext, part: PartName, port: int, address: int) -> str:
    """Send the no-operation command; return "" if the display acknowledges it, else the error."""
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
    """Yield a finding if the status byte contradicts the configuration; some modules do not have
    one.
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
    pins = context.pins.i2c
    return (
        f"SDA to header {HEADER[pins.data]} (GPIO {pins.data}), SCL to header {HEADER[pins.clock]} "
        f"(GPIO {pins.clock}), 3.3 V and ground"
    )


def _speed(context: ExaminationContext, part: PartName, port: int) -> Iterator[Finding]:
    """Check the bus speed in the device tree, if present: four bytes, big-endian."""
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
