"""Opens the pages of a box once it can be played: a web server takes a Pi Zero seconds to load."""

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

    In simulation the panel is the only way to play, so `open` returns when it can be seen. On a Pi the
    game does not wait: pages that cannot be opened are a part that is missing.

    Args:
        runtime: what the box is built from: whether phones may come and where, what the panel shows.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._pages: WebSite | None = None
        self._thread: threading.Thread | None = None

    def open(self, app: App) -> None:
        """Opens the pages of `app`, which can be played already.

        Raises:
            DeviceError: in simulation, when they cannot be opened.
        """
        if self._runtime.bench is not None:
            self._open(app)
        elif self._runtime.config.phone.enabled:
            self._thread = threading.Thread(target=self._open_or_tell, args=(app,), name="opening")
            self._thread.start()

    def close(self) -> None:
        """Closes what was opened."""
        if self._thread is not None:
            self._thread.join()
        if self._pages is not None:
            self._pages.close()

    def _open_or_tell(self, app: App) -> None:
        try:
            self._open(app)
        except DeviceError as error:
            app.report(PartLost(PART, str(error)))
        except Exception as error:  # whatever else it is: nobody looks at this thread's end
            log.exception("the pages cannot be opened")
            app.report(PartLost(PART, repr(error)))

    def _open(self, app: App) -> None:
        try:
            from companion.app.web_site import WebSite
        except ImportError as error:
            raise DeviceError(
                f"Pages: {error.name} is not there; install the extra 'phone', table-companion[phone]"
            ) from None
        pages = WebSite(app, self._runtime)
        pages.start()
        self._pages = pages
