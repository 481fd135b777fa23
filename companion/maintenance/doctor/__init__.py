"""Examines each configured part and reports its state and what to do.

It changes nothing. Checks that need a person's eyes, ears or fingers are in `self_test`.
"""

from collections.abc import Iterator

from companion.app.application import input_parts
from companion.maintenance.doctor import display, pi, pins, readers, storage, voice
from companion.maintenance.doctor.context import ExaminationContext
from companion.maintenance.doctor.findings import Finding, doubtful, right, wrong

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
        pins.pins,
        readers.readers,
        voice.speaker,
        voice.own_voice,
    )
    return [finding for look in rooms for finding in look(context)]


def _configuration(context: ExaminationContext) -> Iterator[Finding]:
    part, config = "Configuration", context.config
    if not input_parts(config):
        says = "this box has neither buttons nor a reader, so that nobody can play"
        yield wrong(part, says, context.write("Buttons", "enabled", value=True))
    if not config.display.fitted and not config.second_display.fitted:
        says = "this box has no display"
        yield doubtful(part, says, context.write("Display", "controller", "ssd1309"))
    yield right(
        part, "the defaults, as there is no file" if context.file is None else str(context.file)
    )
