"""The web server of a box: the phone pages, and in simulation the panel, on one port."""

import logging
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

from starlette.types import ASGIApp

from companion.app.after_hands import AfterHands
from companion.app.application import App
from companion.app.runtime import Runtime
from companion.box.requests import Accepted, TableRequest, TableResponse, VariantsChanged
from companion.box.state import Snapshot
from companion.core.commands import Step
from companion.devices.ports import MakeWorker, Worker
from companion.errors import JournalError
from companion.host import OWN_ADDRESS
from companion.phone.box_routes import box_routes
from companion.phone.editor.catalogue import MAX_BODY_BYTES, game_routes
from companion.phone.editor.store import VariantStore
from companion.phone.floor import journal_routes
from companion.phone.language import PhoneLanguages
from companion.phone.pairing.access import AccessControl
from companion.phone.pairing.address import given_domains, names_of_the_box, own_address
from companion.phone.pairing.code import six_digits
from companion.phone.repairs import repair_routes
from companion.phone.server import PhonePage
from companion.phone.site import multilingual
from companion.phone.statistics.history import HISTORY, AllGames
from companion.phone.statistics.people import people_routes
from companion.phone.statistics.routes import evening_routes, paying_routes
from companion.simulation.panel import PanelSite
from companion.table.files import JOURNAL
from companion.table.reader import Verified
from companion.table.recorded import Rename
from companion.web.server import ALL_NETWORKS, THIS_MACHINE, WebServer

log = logging.getLogger("companion")

TURN = 0.0005
"""Seconds after which a busy thread yields to others. Python's 5 ms are noticeable: a request
passes through several threads, and would wait that long at each while a page is being computed.
"""


def _one_thread(name: str) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)


class WebSite:
    """The pages of `app`, served from `start` until `close`.

    If the configuration disables phones, it serves only the panel, and only to this machine.

    Attributes:
        site: all pages, as ASGI.

    Args:
        app: the started box.
        runtime: the runtime that `app` was built from.
        look_up: returns the box's address in the local network, or "".
        executor: makes the executor that runs the requests of one kind in order; the kind is its
            name.
    """

    def __init__(
        self,
        app: App,
        runtime: Runtime,
        look_up: Callable[[], str] = own_address,
        executor: Callable[[str], ThreadPoolExecutor] = _one_thread,
    ) -> None:
        self._app, self._runtime = app, runtime
        self._look_up, self._executor = look_up, executor
        config = runtime.config
        self._closing = ExitStack()
        self._languages = PhoneLanguages(lambda: app.language)
        self._history = AllGames(runtime.data / HISTORY, runtime.data / JOURNAL)
        self._closing.callback(self._history.close)
        self._history_keeper = HistoryKeeper(self._history, lambda: app.verified, runtime.worker)
        self._panel = (
            PanelSite(runtime.bench, self._languages.box_language, self._rename, self._play)
            if runtime.bench is not None
            else None
        )
        self._phone = self._phone_page() if config.phone.enabled else None
        self.site = multilingual(
            self._panel.application() if self._panel is not None else None,
            self._phone_application(self._phone) if self._phone is not None else None,
            self._languages,
            self._names,
        )
        self._server = WebServer(
            self.site,
            THIS_MACHINE if self._phone is None else ALL_NETWORKS,
            config.phone.port if runtime.port is None else runtime.port,
            phone_of=self._phone_of,
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
        sys.setswitchinterval(TURN)
        self._server.start(OWN_ADDRESS if self._phone is not None and self._panel is None else "")
        self._closing.callback(self._server.close)
        if self._panel is not None:
            self._closing.callback(self._panel.close)
            log.info("the panel is at http://localhost:%s/panel", self.port)
        if self._phone is not None:
            self.admit_phones()
            if address := self._page_address():
                log.info("phones find the box at http://%s/", address)
            else:
                log.info("no phone finds the box yet: this machine is in no network")

    def admit_phones(self) -> None:
        """Let phones send commands to the box, if phones are configured; `start` does this once the
        port is open.
        """
        page = self._phone
        if page is not None:
            page.publisher.start()
            self._closing.callback(page.publisher.close)
            keeper = self._history_keeper
            keeper.start()
            self._closing.callback(keeper.close)

            def publish(snapshot: Snapshot) -> None:
                page.publisher.publish(snapshot)
                keeper.look(snapshot)

            self._app.listen(publish, page.access)

    def close(self) -> None:
        """Send the last state to every page, and close the port."""
        self._closing.close()

    def _phone_of(self, cookies: str) -> str:
        return "" if self._phone is None else self._phone.phone_of(cookies, self.port)

    def _rename(self, player: str, name: str) -> None:
        """Rename a player as requested at the panel, and update the player's phones."""

        def answered(answer: TableResponse) -> None:
            if isinstance(answer, Accepted) and self._phone is not None:
                self._phone.access.sessions.rename(player, name)

        self._app.submit(TableRequest(Rename(player, name), None, None, answered))

    def _play(self, step: Step, seen: int) -> None:
        """Execute a bot's command, unless the table has changed since."""
        self._app.submit(TableRequest(step, None, seen, lambda _answer: None))

    def _phone_page(self) -> PhonePage:
        runtime, app = self._runtime, self._app
        access = AccessControl(
            runtime.data,
            runtime.clock,
            app.report,
            self._page_address,
            partial(six_digits, runtime.chance),
            shows_codes=any(runtime.config.displays()),
        )
        return PhonePage(
            access,
            app.box.shown,
            app.submit,
            self._languages,
            evening=runtime.config.phone.evening,
            worker=runtime.worker,
        )

    def _phone_application(self, page: PhonePage) -> ASGIApp:
        runtime = self._runtime
        store = VariantStore(
            runtime.variants, lambda variants: self._app.submit(VariantsChanged(variants))
        )

        def now() -> Snapshot:
            return page.publisher.snapshot

        evening, history = self._worker("evening"), self._history
        routes = [
            *game_routes(store, now, page.paired_name, page.onlooker, self._worker("games")),
            *journal_routes(
                runtime.data / JOURNAL,
                page.paired_name,
                page.access.floor_seen,
                self._worker("journal"),
            ),
            *box_routes(page.paired_name, now, self._app.submit),
            *repair_routes(now, page.paired_name, self._worker("repairs")),
            *evening_routes(
                now,
                page.admit_to_evening,
                history,
                evening,
                lambda: runtime.clock.is_set,
                lambda: self._app.verified,
            ),
            *paying_routes(page.paired_name, history, self._app.submit, evening),
            *people_routes(
                page.paired_name,
                history,
                page.access.sessions,
                self._app.submit,
                runtime.clock,
                evening,
            ),
        ]
        return page.application(self._names, routes, MAX_BODY_BYTES)

    def _worker(self, name: str) -> ThreadPoolExecutor:
        """Return an executor with one thread, which `close` ends even if tasks are still
        waiting.
        """
        worker = self._executor(name)
        self._closing.callback(worker.shutdown, wait=False, cancel_futures=True)
        return worker

    def _names(self) -> frozenset[str]:
        return names_of_the_box(self._runtime.config.phone.names, given_domains())

    def _page_address(self) -> str:
        """Return the address and port at which phones reach the page, "" without a network.

        In simulation without a network it is loopback.
        """
        own = self._look_up() or (THIS_MACHINE if self._panel is not None else "")
        return f"{own}:{self.port}" if own else ""


class HistoryKeeper(AfterHands):
    """The task that reads all games after `start`, and changed ones after each hand.

    Args:
        history: the statistics of all games.
        verified: returns the last result of verifying all games; damaged ones may have been
            restored since.
        worker: makes the worker that runs the keeper after `start`.
    """

    name = "history"

    def __init__(
        self,
        history: AllGames,
        verified: Callable[[], Verified | None],
        worker: MakeWorker = Worker,
    ) -> None:
        super().__init__(worker)
        self._history, self._verified = history, verified
        self._known = verified()
        self._is_due = True

    def _work(self) -> None:
        if (found := self._verified()) is not self._known:
            self._known = found
            self._history.look_at_all()
        try:
            self._history.catch_up()
        except JournalError as error:
            log.warning("the evenings are not kept up: %s", error)
