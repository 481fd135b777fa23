"""Serves the pages of a box on one port: the phone's, and in simulation the panel's."""

import logging
import os
import socket
import sys
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Event

from starlette.types import ASGIApp

from companion.app.application import App
from companion.app.runtime import Runtime
from companion.box.requests import Accepted, TableRequest, TableResponse, VariantsChanged
from companion.box.state import Snapshot
from companion.host.browser import has_browser
from companion.phone.editor.routes import LONGEST, games_routes
from companion.phone.editor.store import VariantStore
from companion.phone.language import PhoneLanguages, multilingual
from companion.phone.pairing.access import AccessControl
from companion.phone.pairing.address import own_address
from companion.phone.pairing.gateway import PairingGateway
from companion.phone.repairs.routes import repair_routes
from companion.phone.server import PhonePage
from companion.phone.statistics.renaming import Renaming, renaming_routes
from companion.phone.statistics.routes import evening_routes, people_routes
from companion.simulation.panel import PanelSite
from companion.table.files import JOURNAL
from companion.table.recorded import Rename
from companion.web.server import WebServer, nobody

log = logging.getLogger("companion")

THIS_MACHINE, ALL_NETWORKS = "127.0.0.1", "0.0.0.0"  # noqa: S104  # the limiter rejects clients that are not local


class WebSite:
    """Serves the pages of `app` from `start` until `close`.

    If the configuration disables phones, it serves the panel alone, and to this machine alone.

    Args:
        app: the started box.
        runtime: what `app` was built from.
    """

    def __init__(self, app: App, runtime: Runtime) -> None:
        self._app, self._runtime = app, runtime
        config = runtime.config
        self._closing = ExitStack()
        self._languages = PhoneLanguages(lambda: app.language)
        self._panel = (
            PanelSite(runtime.bench, self._languages.box_language, self._rename)
            if runtime.bench is not None
            else None
        )
        self._phone = self._phone_page() if config.phone.enabled else None
        self._server = WebServer(
            multilingual(
                self._panel.application() if self._panel is not None else None,
                self._phone_application(self._phone) if self._phone is not None else None,
                self._languages,
                self._names,
            ),
            THIS_MACHINE if self._phone is None else ALL_NETWORKS,
            config.phone.port if runtime.port is None else runtime.port,
            phone_of=nobody if self._phone is None else self._phone.phone_of,
        )

    @property
    def port(self) -> int:
        """The port on which the server listens."""
        return self._server.port

    def start(self) -> None:
        """Open the port and let phones connect.

        Raises:
            DeviceError: another program has the port, or the server cannot open it.
        """
        self._server.start()
        self._closing.callback(self._server.close)
        if self._panel is not None:
            self._closing.callback(self._panel.close)
            log.info("%s", self._where_the_panel_is())
        if self._phone is not None:
            self._phone.start()
            self._closing.callback(self._phone.close)
            gateway = PairingGateway(self._phone.access, self.port, self._own_address)
            self._app.admit_phones(gateway, self._phone.publish)
            address = own_address() or (THIS_MACHINE if _has_browser() else "")
            if address:
                log.info("phones find the box at http://%s:%s/", address, self.port)
            else:
                log.info("no phone finds the box yet: this machine is in no network")

    def close(self) -> None:
        """Send the last state to every page, and close the port."""
        self._closing.close()

    def _rename(self, player: str, name: str, seen: int) -> None:
        """Give a player another name, as somebody at the panel asks; the player's phones follow."""

        def answered(answer: TableResponse) -> None:
            if isinstance(answer, Accepted) and self._phone is not None:
                self._phone.access.rename(player, name)

        self._app.submit(TableRequest(Rename(player, name), None, seen, answered))

    def _phone_page(self) -> PhonePage:
        access = AccessControl(self._runtime.data, self._runtime.clock, self._app.report)
        evening = self._runtime.config.phone.evening
        return PhonePage(access, self._app.box.shown, self._app.submit, self._languages, evening=evening)

    def _phone_application(self, page: PhonePage) -> ASGIApp:
        runtime = self._runtime
        store = VariantStore(runtime.variants, lambda variants: self._app.submit(VariantsChanged(variants)))

        def now() -> Snapshot:
            return page.snapshot

        evening, closing = self._worker("evening"), Event()
        self._closing.callback(closing.set)
        routes = [
            *games_routes(store, now, page.ruler, self._worker("games")),
            *repair_routes(now, page.ruler, self._worker("repairs")),
            *evening_routes(now, page.admit_to_evening, runtime.data / JOURNAL, evening),
            *people_routes(page.ruler, runtime.data / JOURNAL, runtime.clock, evening),
            *renaming_routes(
                page.ruler,
                page.at_table,
                lambda: Renaming(runtime.data / JOURNAL, page.access, self._app.submit, closing),
                runtime.clock,
                self._worker("names"),
            ),
        ]
        return page.application(self._names, routes, LONGEST)

    def _worker(self, name: str) -> ThreadPoolExecutor:
        """Return an executor with one thread that `close` ends, even if tasks still wait."""
        worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._closing.callback(worker.shutdown, wait=False, cancel_futures=True)
        return worker

    def _where_the_panel_is(self) -> str:
        """Return where to open the panel, which is served to this machine alone."""
        if _has_browser():
            return f"the panel is at http://localhost:{self.port}/panel"
        tunnel = f"ssh -L {self.port}:localhost:{self.port} {own_address() or socket.gethostname()}"
        return f"the panel is for a browser on this machine, which has none; from another one: {tunnel}"

    def _names(self) -> frozenset[str]:
        return names_of_the_box(self._runtime.config.phone.names)

    def _own_address(self) -> str:
        """Return the address at which phones find the box; in simulation loopback, if there is no network."""
        return own_address() or (THIS_MACHINE if self._panel is not None else "")


def _has_browser() -> bool:
    return has_browser(os.environ, sys.platform)


def names_of_the_box(further: Collection[str]) -> frozenset[str]:
    """Return the host names of the box in the local network, in lower case."""
    own = socket.gethostname().partition(".")[0]
    return frozenset(name.lower() for name in (own, f"{own}.local", *further))
