"""Starts what the box can be played without: its web pages, and the connection to an MQTT broker.

They are loaded after the box is playable, because a Pi Zero takes seconds to load a web server. A
box without a broker loads nothing of it.
"""

import logging
import socket
import threading
from collections.abc import Callable
from contextlib import ExitStack
from importlib.metadata import version
from typing import TYPE_CHECKING

from companion.app.application import App
from companion.app.runtime import Runtime
from companion.config.sections import MqttSettings
from companion.errors import ConfigError, DeviceError
from companion.host.announcement import Announcement
from companion.inputs import PartLost

if TYPE_CHECKING:
    from companion.app.web_site import WebSite

log = logging.getLogger(__name__)

PART = "Phone page"

MakeAnnouncement = Callable[[int, str, str], Announcement]


class WebStartup:
    """The start and the end of the web pages.

    In simulation the panel is the only way to play, so `open` waits until the server answers. On a
    Pi the game does not wait: `open` starts a thread, which reports a failure as a lost part.

    `announce` makes the announcement of open pages: of their port, the box's id and its address.
    """

    def __init__(self, runtime: Runtime, announce: MakeAnnouncement | None = None) -> None:
        self._runtime, self._announce = runtime, announce
        self._pages: WebSite | None = None
        self._announcement: Announcement | None = None
        self._thread: threading.Thread | None = None

    def open(self, app: App) -> None:
        """Open the pages of the started `app`.

        Raises:
            DeviceError: in simulation, the server cannot open them.
        """
        if self._runtime.bench is not None:
            self._open(app)
        elif self._runtime.config.phone.enabled:
            self._thread = threading.Thread(
                target=self._open_or_tell, args=(app,), name="web-startup"
            )
            self._thread.start()

    def wait(self) -> None:
        """Wait until the pages are open or have failed to open."""
        if self._thread is not None:
            self._thread.join()

    def close(self) -> None:
        """Close the pages."""
        self.wait()
        if self._announcement is not None:
            self._announcement.close()
        if self._pages is not None:
            self._pages.close()

    def _open_or_tell(self, app: App) -> None:
        try:
            self._open(app)
        except DeviceError as error:
            app.report(PartLost(PART, str(error)))
        except Exception as error:  # an exception in this thread would be lost otherwise
            log.exception("the pages cannot be opened")
            app.report(PartLost(PART, repr(error)))

    def _open(self, app: App) -> None:
        from companion.app.web_site import WebSite
        from companion.phone.pairing.address import own_address
        from companion.web.server import THIS_MACHINE

        pages = WebSite(app, self._runtime)
        pages.start()
        self._pages = pages
        if self._announce is not None and self._runtime.config.phone.enabled:
            box = app.box.table.journal.box.name
            self._announcement = self._announce(pages.port, box, own_address() or THIS_MACHINE)
            self._announcement.start()


def publish_by_mqtt(settings: MqttSettings, app: App, closing: ExitStack) -> None:
    """Send the state of the table to the configured broker, until `closing`.

    If that is not possible, the log gets the reason, and the box plays without it.
    """
    if not settings.host:
        return
    try:
        from companion.mqtt.publisher import Publisher

        box, name = app.box.table.journal.box.name, socket.gethostname().partition(".")[0]
        publisher = Publisher(settings, box, name, version("table-companion"))
    except ImportError as error:
        log.warning("the broker gets nothing: %s is not there (the extra 'mqtt')", error.name)
    except ConfigError as error:
        log.warning("the broker gets nothing: %s", error)
    else:
        closing.callback(publisher.close)
        publisher.start()
        app.listen(publisher.publish)
