"""Opens the pages after the box is playable,
because a Pi Zero takes seconds to load a web server.
"""

import logging
import threading
from typing import TYPE_CHECKING

from companion.app.application import App
from companion.app.runtime import Runtime
from companion.errors import DeviceError
from companion.inputs import PartLost

if TYPE_CHECKING:
    from companion.app.web_site import WebSite

log = logging.getLogger(__name__)

PART = "Phone page"


class WebStartup:
    """Opens the pages at `open`, and closes them.

    In simulation the panel is the only way to play, so `open` returns when the server answers. On a
    Pi the game does not wait: `open` uses a thread, which reports pages that it cannot open as a
    lost part.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._pages: WebSite | None = None
        self._thread: threading.Thread | None = None

    def open(self, app: App) -> None:
        """Open the pages of `app`, which has been started.

        Raises:
            DeviceError: in simulation, when the server cannot open them.
        """
        if self._runtime.bench is not None:
            self._open(app)
        elif self._runtime.config.phone.enabled:
            self._thread = threading.Thread(
                target=self._open_or_tell, args=(app,), name="web-startup"
            )
            self._thread.start()

    def wait(self) -> None:
        """Return when the pages are open, or cannot be opened."""
        if self._thread is not None:
            self._thread.join()

    def close(self) -> None:
        """Close the pages that are open."""
        self.wait()
        if self._pages is not None:
            self._pages.close()

    def _open_or_tell(self, app: App) -> None:
        try:
            self._open(app)
        except DeviceError as error:
            app.report(PartLost(PART, str(error)))
        except Exception as error:  # nobody else sees what this thread raises
            log.exception("the pages cannot be opened")
            app.report(PartLost(PART, repr(error)))

    def _open(self, app: App) -> None:
        from companion.app.web_site import WebSite

        pages = WebSite(app, self._runtime)
        pages.start()
        self._pages = pages
