"""Examines each configured part and reports its state and what to do.

It changes nothing and asks nobody. What needs eyes, ears or fingers is tried by the box's own
self-test (companion/dialogs/self_test.py).
"""

from collections.abc import Iterator

from companion.maintenance.doctor import display, pi, pins, readers, storage, voice
from companion.maintenance.doctor.context import ExaminationContext
from companion.maintenance.doctor.findings import Finding, doubtful, right, wrong
from companion.message import phrase

__all__ = ["examine"]


def examine(context: ExaminationContext) -> list[Finding]:
    """Return all findings about a box that need no person's help."""
    rooms = (
        _configuration,
        pi.machine,
        pi.voltage,
        pi.clock,
        pi.wifi,
        storage.folder,
        storage.space,
        storage.journal,
        storage.second_copy,
        display.displays,
        display.light_driver,
        pins.pins,
        readers.readers,
        voice.speaker,
        voice.own_voice,
    )
    return [finding for look in rooms for finding in look(context)]


def _configuration(context: ExaminationContext) -> Iterator[Finding]:
    part, config = "Configuration", context.config
    if not config.input_parts() and not config.phone.enabled:
        says = phrase(
            "this box has neither buttons nor a reader nor phones, so that nobody can play"
        )
        yield wrong(part, says, context.write("Buttons", "enabled", value=True))
    if not any(config.displays()) and not config.phone.enabled:
        says = phrase("this box has no display and no phones")
        yield doubtful(part, says, context.write("Display", "controller", "ssd1309"))
    defaults = phrase("the defaults, as there is no file")
    yield right(part, defaults if context.file is None else str(context.file))
