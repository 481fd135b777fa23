"""Checks the pins: what moves them, access to each, and buttons that are pressed."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from gpiozero import InputDevice, OutputDevice

from companion.config.board import Pins
from companion.devices.pin_factory import choose_pin_factory, pin_error
from companion.errors import DeviceError
from companion.inputs import KEYS, PartName
from companion.maintenance.doctor.context import ExaminationContext, check_permission
from companion.maintenance.doctor.display import header_pin
from companion.maintenance.doctor.findings import Finding, doubtful, right, wrong
from companion.message import phrase, plural

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
    parts, bench = _wires(context.pins), context.bench
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


def _wires(pins: Pins) -> dict[PartName, dict[str, int]]:
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
            failure = pin_error(header_pin(pin), error)
            yield wrong(part, failure.why, failure.advice)
            return
        if is_pressed:
            is_well = False
            advice = phrase(
                "let {key} go; if nobody holds it, look for a short between {pin} and ground",
                key=name,
                pin=header_pin(pin),
            )
            yield wrong(part, phrase("{key} is pressed", key=name), advice)
    if is_well:
        yield right(part, plural("{n} pin, free", "{n} pins, free", len(wires)))
