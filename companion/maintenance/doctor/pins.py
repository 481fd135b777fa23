"""Checks the pins: the driver, access to each pin, and obviously wrong signals."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any, Final

import msgspec
from gpiozero import InputDevice

from companion.app.parts import Parts
from companion.config import Config
from companion.config.board import Pins
from companion.devices.buttons import KeyEncoder
from companion.devices.pin_factory import choose_pin_factory, pin_error
from companion.errors import DeviceError
from companion.inputs import Input, PartLost, PartName
from companion.maintenance.doctor.context import (
    ExaminationContext,
    check_permission,
)
from companion.maintenance.doctor.display import header_pin
from companion.maintenance.doctor.findings import Finding, doubtful, in_use, right, wrong
from companion.message import phrase, plural

replace = msgspec.structs.replace


def pins(context: ExaminationContext) -> Iterator[Finding]:
    """Check the pins and the parts on them: lights, sounder, buttons."""
    fitted = _fitted(context.config)
    if not fitted and "spi" not in context.pins.fitted:
        return
    if context.played and context.bench is None:
        yield from (in_use(part, phrase("its pins")) for part in fitted)
        return
    failed: list[str] = []
    try:
        factory = (
            choose_pin_factory(
                context.config.pins.factory, pin=context.pins.ok, report=failed.append
            )
            if context.bench is None
            else context.bench.pins.factory
        )
    except DeviceError as error:
        yield _no_factory(context, error)
        for part in fitted:
            advice = phrase("see Pins; {advice}", advice=context.without(part))
            yield wrong(part, phrase("cannot be used without a way to move pins"), advice)
        return
    yield _factory(context, factory, failed)
    buttons = list(_buttons(context, factory)) if "Buttons" in fitted else []
    if context.bench is None:
        # the outputs have their own factory, to which the kernel must give the pins
        factory.close()
    yield from _outputs(context, fitted)
    yield from buttons


def _fitted(config: Config) -> list[PartName]:
    parts = {
        "Lights": config.lights.on_pins,
        "Sounder": config.sounder.enabled,
        "Buttons": config.buttons.enabled,
    }
    return [part for part, fitted in parts.items() if fitted]


_INSTALL: Final = "sudo apt install python3-lgpio"


def _no_factory(context: ExaminationContext, error: DeviceError) -> Finding:
    here = context.machine
    chips = sorted(here.at("/dev").glob("gpiochip*"))
    for chip in chips[:1]:
        refused = check_permission(here, "Pins", chip, "gpio")
        if refused is not None:
            return refused
    return wrong("Pins", error.why, error.advice)


def _factory(context: ExaminationContext, factory: Any, failed: list[str]) -> Finding:
    if context.bench is not None:
        return right("Pins", phrase("simulated"))
    by = phrase("moved by {name}", name=type(factory).__module__.rpartition(".")[2])
    if failed:
        says = phrase("{why}; {advice}", why=by, advice=failed[0].removeprefix("Pins: "))
        return doubtful("Pins", says, _INSTALL)
    return right("Pins", by)


def _outputs(context: ExaminationContext, fitted: list[PartName]) -> Iterator[Finding]:
    """Check lights and sounder as the box builds them: acquire and release each pin."""
    lost: list[Input] = []
    config = context.config
    lights = replace(config.lights, enabled=config.lights.on_pins)  # a chip has its own check
    runtime = replace(context.runtime(), config=replace(config, lights=lights))
    with ExitStack() as closing:
        Parts(runtime, lost.append, closing).outputs(())
    reasons = {loss.part: loss.reason for loss in lost if isinstance(loss, PartLost)}
    for part in ("Lights", "Sounder"):
        if part in reasons:
            yield wrong(part, reasons[part], "")
        elif part in fitted:
            count = len([name for name, _ in context.pins.named() if name.startswith(part.lower())])
            yield right(part, plural("{n} pin, free", "{n} pins, free", count))


def _buttons(context: ExaminationContext, factory: Any) -> Iterator[Finding]:
    wired, part = context.pins, "Buttons"
    contacts = wires(wired)
    well = True
    try:
        if wired.encoder is not None:
            dial = wired.encoder
            KeyEncoder(
                dial.a, dial.b, dial.push, clock=context.machine.clock, pin_factory=factory
            ).close()
        for key, pin in contacts.items():
            if _is_down(key, pin, factory):
                well = False
                advice = phrase(
                    "let {key} go; if nobody holds it, look for a short between {pin} and ground",
                    key=key,
                    pin=header_pin(pin),
                )
                yield wrong(part, phrase("{key} is pressed", key=key), advice)
    except DeviceError as error:
        well = False
        yield wrong(part, error.why, error.advice)
    if well:
        keys = ", ".join(contacts)
        yield right(part, phrase("{keys}: free, and none is pressed", keys=keys))


def _is_down(key: str, pin: int, factory: Any) -> bool:
    """Return whether a contact is closed; raise DeviceError if its pin cannot be acquired."""
    try:
        contact = InputDevice(pin, pull_up=True, pin_factory=factory)
    except Exception as error:  # each pin factory raises different exceptions
        raise pin_error(phrase("{key} at GPIO {pin}", key=key, pin=pin), error) from error
    with contact:
        return bool(contact.is_active)


def wires(pins: Pins) -> Mapping[str, int]:
    """Return the GPIO of each key, including the encoder's."""
    return {**{str(key): pin for key, pin in pins.keys.items()}, "OK": pins.ok}
