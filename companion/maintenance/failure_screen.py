"""Shows a picture on the displays of a box that does not start, without using the rest of the
box.
"""

import logging
from collections.abc import Mapping

from companion.app.parts import display_of
from companion.config import Config, pins_of
from companion.devices.pin_factory import choose_pin_factory
from companion.errors import DeviceError
from companion.inputs import Input, PartLost, PartName
from companion.maintenance.commands import FailureReport
from companion.screens.model import Frame, NoticeScreen

_log = logging.getLogger(__name__)


def picture_of(what: FailureReport) -> NoticeScreen:
    """Return the picture of a report; it may shorten the version in the headline, but never the
    command.
    """
    return NoticeScreen(what.headline, what.words, mark="cross", small=what.command)


def show(
    picture: NoticeScreen, config: Config, lines: Mapping[PartName, object] | None = None
) -> None:
    """Show `picture` permanently on every display, over the open `lines` if any; log failures."""
    pins = pins_of(config)
    for part, settings in config.displays():
        try:
            on_spi = settings.bus == "spi"
            factory = choose_pin_factory(config.pins.factory, pin=pins.ok) if on_spi else None
            line = lines[part] if lines else None
            display = display_of(part, settings, pins, factory, _log_loss, line=line)
        except DeviceError as error:
            _log.warning("%s: %s", part, error)
            continue
        display.show(Frame(picture))
        display.close(keep=True)


def _log_loss(given: Input) -> None:
    if isinstance(given, PartLost):
        _log.warning("%s: %s", given.part, given.reason)
