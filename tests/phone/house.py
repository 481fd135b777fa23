"""A real box that serves its page on a real port. A test operates the box and the phones."""

import queue
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Self

import httpx
import msgspec

from companion.box.requests import (
    DirectorRequest,
    HistoryRequest,
    PhoneRequest,
    SelfTestRequest,
    TableRequest,
    VariantsChanged,
)
from companion.box.state import Snapshot
from companion.config.sections import Audience
from companion.core.commands import New, Step
from companion.core.disagreement import Explanation, Observed
from companion.dialogs.context import Scene
from companion.games import FAMILIES
from companion.host.clock import BoxClock
from companion.inputs import PhoneNews, Scan
from companion.phone.box_routes import box_routes
from companion.phone.editor.catalogue import MAX_BODY_BYTES, game_routes
from companion.phone.editor.store import VariantStore
from companion.phone.floor import journal_routes
from companion.phone.language import PhoneLanguages
from companion.phone.pairing.access import AccessControl
from companion.phone.repairs import repair_routes
from companion.phone.server import COOKIE, PhonePage
from companion.phone.site import multilingual
from companion.phone.statistics.history import HISTORY, AllGames
from companion.phone.statistics.people import people_routes
from companion.phone.statistics.routes import evening_routes, paying_routes
from companion.web.limits import Limits
from companion.web.server import WebServer
from tests.drivers.box import BoxDriver
from tests.simulation.tab import Tab

Given = (
    Scan
    | TableRequest
    | HistoryRequest
    | SelfTestRequest
    | DirectorRequest
    | VariantsChanged
    | PhoneNews
    | Callable[[], object]
    | None
)

FOUR = New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di"))


class House:
    """A context in which the box plays in its own thread and serves its page at `address`.

    `explain` returns the explanations that the box offers. If `answering` is false, the box ignores
    requests from its page, which stay in `unanswered`.
    """

    def __init__(
        self,
        folder: Path,
        game: New | None = FOUR,
        *,
        answering: bool = True,
        room: Limits | None = None,
        languages: PhoneLanguages | None = None,
        explain: Callable[[Scene, Observed], tuple[Explanation, ...]] | None = None,
        evening: Audience = "paired",
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._explain = explain
        folder.mkdir(exist_ok=True)
        languages = languages or PhoneLanguages()
        self.snapshot = Snapshot(Scene({}, families=FAMILIES))
        self._page: PhonePage | None = None
        begun = (folder / "journal").exists()
        self.folder = folder
        self.driver = BoxDriver(folder, None if begun else game, publish=self._publish)
        self.box, self.clock, self.table = self.driver.box, self.driver.clock, self.driver.table
        self.queue: queue.SimpleQueue[Given] = queue.SimpleQueue()
        self.told: list[PhoneNews] = []
        self.access = AccessControl(
            folder,
            BoxClock(self.clock, lambda: self.is_synchronized),
            self._report,
            lambda: f"192.168.1.7:{self.port}",
        )
        self.is_synchronized = True
        self.unanswered: list[TableRequest] = []
        self._phones: list[Phone] = []
        rule, within = (self.queue.put, 10.0) if answering else (self.unanswered.append, 0.05)
        self.page = self._page = PhonePage(
            self.access, self.snapshot, rule, languages, within, evening
        )
        store = VariantStore(folder / "games", lambda games: self.queue.put(VariantsChanged(games)))
        history = AllGames(folder / HISTORY, folder / "journal")
        more = [
            *game_routes(
                store,
                lambda: self.page.publisher.snapshot,
                self.page.paired_name,
                self.page.onlooker,
                ThreadPoolExecutor(1),
            ),
            *journal_routes(
                folder / "journal",
                self.page.paired_name,
                self.access.floor_seen,
                ThreadPoolExecutor(1),
            ),
            *box_routes(
                self.page.paired_name, lambda: self.page.publisher.snapshot, self.queue.put
            ),
            *repair_routes(
                lambda: self.page.publisher.snapshot, self.page.paired_name, ThreadPoolExecutor(1)
            ),
            *evening_routes(
                lambda: self.page.publisher.snapshot,
                self.page.admit_to_evening,
                history,
                ThreadPoolExecutor(1),
                lambda: self.access.clock.is_set,
            ),
            *paying_routes(self.page.paired_name, history, self.queue.put, ThreadPoolExecutor(1)),
            *people_routes(
                self.page.paired_name,
                history,
                self.access.sessions,
                self.queue.put,
                self.clock,
                ThreadPoolExecutor(1),
            ),
        ]
        self.site = multilingual(
            None, self.page.application(tuple, more, MAX_BODY_BYTES), languages
        )
        self._server = WebServer(
            self.site,
            port=0,
            room=room,
            phone_of=lambda cookies: self.page.phone_of(cookies, self.port),
            monotonic=monotonic,
        )
        self.box.admit_phones(self.access)
        self._thread = threading.Thread(target=self._play)

    def __enter__(self) -> Self:
        self.play()
        self._server.start()
        return self

    def play(self, *, daemon: bool = False) -> None:
        """Run the box without a port; `__exit__` ends this too."""
        self._thread.daemon = daemon
        self._thread.start()
        self.page.publisher.start()

    def __exit__(self, *_: object) -> None:
        for phone in self._phones:
            phone.client.close()
        self.page.publisher.close()
        self.close_server()
        self.queue.put(None)
        self._thread.join()
        if not self.box.shutdown.is_done:  # switching off has closed it already
            self.table.close()

    @property
    def port(self) -> int:
        return self._server.port

    @property
    def cookie(self) -> str:
        """Return the name of a phone's cookie."""
        return COOKIE.format(port=self.port)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def close_server(self) -> None:
        self._server.close()

    # At the box

    def at_the_box(self, *acts: Callable[[], object]) -> None:
        """Run `acts` on the box's thread, and return when they are done."""
        done = threading.Event()
        for act in (*acts, done.set):
            self.queue.put(act)
        assert done.wait(10)

    def scan(self, card: str) -> None:
        """Scan `card`."""
        self.at_the_box(lambda: self.driver.show_card(card))

    def obey(self, command: New | Step, origin: str | None = None) -> None:
        """Let the table accept a command from another source."""
        self.at_the_box(lambda: self.table.obey(command, origin), self.box.tick)

    def switch_off(self) -> None:
        """Choose the last row of the menu and confirm. Must run on the box's thread."""
        self.driver.hold("MORE").press("LEFT", "OK", "OK")
        assert self.box.shutdown.is_done

    # At a phone

    def phone(self, name: str = "", *, rules: bool = False, at: str = "127.0.0.1") -> "Phone":
        """Return a phone with the address `at`, one of this machine's addresses."""
        phone = Phone(self, at)
        self._phones.append(phone)
        if rules:
            code = self.access.issue()
            assert phone.post("/pair", {"code": code, "name": name}).status_code == 200
        return phone

    def _report(self, news: PhoneNews) -> None:
        self.told.append(news)
        self.queue.put(news)

    def _publish(self, snapshot: Snapshot) -> None:
        if self._explain is not None:
            explain = partial(self._explain, snapshot.scene)
            scene = msgspec.structs.replace(snapshot.scene, explain=explain)
            snapshot = msgspec.structs.replace(snapshot, scene=scene)
        self.snapshot = snapshot
        if self._page is not None:
            self._page.publisher.publish(snapshot)

    def _play(self) -> None:
        while (given := self.queue.get()) is not None:
            if isinstance(given, PhoneRequest):
                self.box.answer(given)
            elif isinstance(given, VariantsChanged):
                self.box.update_variants(given)
            elif isinstance(given, Scan | PhoneNews):
                self.box.handle(given)
            else:
                given()


class Reply(NamedTuple):
    """The box's answer to an order."""

    status_code: int
    told: dict[str, Any]

    def json(self) -> dict[str, Any]:
        return self.told


def ordered(line: Tab, body: Mapping[str, object], number: int = 7) -> Reply:
    """Return the answer to an order on a line, with the news that arrived before it."""
    line.tell(id=number, **body)
    while "id" not in (message := line.hear()):
        pass
    assert message["id"] == number
    return Reply(message["status"], message["answer"])


class Phone:
    """A browser, as far as requests go: it keeps its cookie and identifies its page."""

    def __init__(self, house: House, at: str) -> None:
        self._house, self._at = house, at
        transport = httpx.HTTPTransport(local_address=at)
        headers = {"origin": house.address}
        self.client = httpx.Client(
            base_url=house.address, headers=headers, timeout=20, transport=transport
        )

    def get(self, path: str, **kwargs: Any) -> httpx.Response:
        return self.client.get(path, **kwargs)

    def post(self, path: str, body: object, **kwargs: Any) -> httpx.Response:
        return self.client.post(path, json=body, **kwargs)

    def rule(self, seen: int | None = None, /, **order: object) -> dict[str, Any]:
        """Return the answer to an order for the current table, or for the one at
        sequence `seen`.
        """
        now = self._house.table.journal.sequence if seen is None else seen
        answer = self.order({"order": order, "seen": now})
        assert answer.status_code == 200, answer.told
        return answer.told

    def order(self, body: Mapping[str, object], cookie: str | None = None) -> Reply:
        """Return the answer to an order on a separate line."""
        sent = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.client.cookies.jar)
        sent = sent if cookie is None else cookie
        with Tab(self._house.port, target="/line", cookie=sent, at=self._at) as line:
            return ordered(line, body)

    @property
    def cookie(self) -> str:
        """Return the cookie of a paired phone as it is sent."""
        return f"{self._house.cookie}={self.client.cookies[self._house.cookie]}"

    @property
    def may_rule(self) -> bool:
        return bool(self.get("/me").json()["rules"])
