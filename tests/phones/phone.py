"""A phone: a browser with the page, and a person who reads, taps and types."""

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, Response, WebSocket
from playwright.sync_api import TimeoutError as TooLate

from companion.message import language_in_use
from tests.browser import PATIENCE, answered, slowed
from tests.worded import gettext

PHONE, DESK, TELEVISION = (360, 780), (1440, 900), (1280, 720)

WIDE = 900
"""Width in pixels from which a window has two columns, as on a desktop (js/layout.js)."""

DOUBLE = 0.4
"""Seconds to wait between taps: a second tap at the same place within 350 ms is ignored
(js/rule/twice.js).
"""

LATER = """(ms) => {
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
  const later = { get() { return get.call(this) + ms; }, configurable: true };
  Object.defineProperty(Event.prototype, "timeStamp", later);
}"""
"""Shifts the time of all further events of the page by `ms` milliseconds."""

NEAR = 32.0  # px

UNHEARD = 5
"""Seconds without a message after which a page reports that the box is lost (js/link.js)."""

TRIED_AGAIN = 8
"""Seconds within which a page has tried to reconnect to the box (js/link.js)."""

SIGHT = Path(__file__).with_name("sight.js").read_text("utf-8")

Sight = Mapping[str, Any]


class Phone:
    """One browser on the page at `address`, in the language in use.

    Attributes:
        page: its tab.
        size: of its window, in CSS pixels.
        wide: true for a desktop.
        failures: all answers with a status from 400, as "POST /pair 403".
        complaints: console messages, except those about such answers.
        foreign: requests to other hosts than the box.
        told: the parts of the table that the box has sent.
        line: the line on which the box sends them.
        unseated: true if the owner has still to be chosen.
        has_clock: true if `passes` advances its time.
        box_is_off: true while the box is off, when errors on the console are expected.
    """

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: tuple[int, int] = PHONE,
        *,
        light: bool = False,
        density: float = 1,
        clock: bool = False,
    ) -> None:
        self.size, self.wide = size, size[0] >= WIDE
        self.failures: list[str] = []
        self.complaints: list[str] = []
        self.foreign: list[str] = []
        self.told: dict[str, Any] = {}
        self.unseated = False
        self.has_clock = clock
        self.box_is_off = False
        self._host = urlsplit(address).netloc
        self._last_tap = (0.0, 0.0, 0.0)
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=not self.wide,
            device_scale_factor=density,
            reduced_motion="reduce",
            color_scheme="light" if light else "dark",
            locale=language_in_use().code,
        )
        self.context.set_default_timeout(PATIENCE)
        self.page = slowed(self.context.new_page())
        self._listen(self.page)
        if clock:  # the test controls additional time
            self.page.clock.install()
        self.page.goto(address)
        self.page.wait_for_selector("main")

    # Looking

    def sight(self) -> Sight:
        """Return everything that can be read now."""
        seen: Sight = self.page.evaluate(SIGHT)
        return seen

    def sees(self, **what: object) -> None:
        """Wait until the page shows all of `what` (see SIGHT for the names)."""
        wanted = json.loads(json.dumps(what))
        try:
            self.page.wait_for_function(
                f"""(want) => {{
                  const seen = ({SIGHT})();
                  return Object.entries(want).every(([part, value]) =>
                    JSON.stringify(seen[part]) === JSON.stringify(value));
                }}""",
                arg=wanted,
            )
        except TooLate:
            sight = self.sight()
            missing = {part: value for part, value in wanted.items() if sight[part] != value}
            there = {part: sight[part] for part in missing}
            raise AssertionError(f"never seen: {missing}. There is: {there}") from None

    def hears(self, words: str) -> None:
        """Wait until a screen reader announces `words`."""
        self.page.wait_for_function(
            "words => document.getElementById('polite').textContent.includes(words)"
            " || document.getElementById('urgent').textContent.includes(words)",
            arg=words,
        )

    @property
    def sequence(self) -> int:
        """Return the journal's number of the latest table received."""
        number: int = self.told["now"]["sequence"]
        return number

    def is_told(self, sequence: int) -> None:
        """Wait until the box has sent the table with this number."""
        while self.sequence < sequence:
            with self.line.expect_event("framereceived"):
                pass

    # Touching

    def find(self, selector: str, words: str = "") -> Locator:
        """Return the element that `selector` finds and that contains `words`."""
        found = self.page.locator(selector)
        return found.filter(has_text=words) if words else found

    def touch(self, selector: str, words: str = "") -> None:
        """Tap or click the element that `selector` finds, but never as a double tap."""
        target = self.find(selector, words)
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        left = self._last_tap[2] + DOUBLE - time.monotonic()
        if left > 0 and abs(x - self._last_tap[0]) < NEAR and abs(y - self._last_tap[1]) < NEAR:
            self.page.evaluate(LATER, left * 1000)
        if self.wide:
            target.click()
        else:
            target.tap()
        self._last_tap = (x, y, time.monotonic())

    def key(self, *keys: str) -> None:
        """Press keys of its keyboard, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def goes_to(self, tab: str) -> None:
        """Open another tab of the page."""
        tabs = self.page.locator(f'nav a[href="#{tab}"]')
        if tab != "game" and not tabs.is_visible():  # the Start button replaces the tabs
            self.touch("header .back")
        self.touch(f'nav a[href="#{tab}"]')
        self.page.wait_for_selector(f'body[data-tab="{tab}"]')

    # Playing

    def enters(self, code: str) -> None:
        """Enter the six digits with the page's keys, which pairs the phone."""
        self.goes_to("rule")
        self.unseated = True
        for digit in code:
            self.touch(f'.pair .figures [data-key="{digit}"]')

    def takes_no_seat(self) -> None:
        """Choose no seat when the game begins, which a phone paired before the game is
        asked then.
        """
        self.unseated = False
        self.touch("#sheet .button", gettext("No seat: I only help"))
        self.page.wait_for_selector("#sheet:not([open])", state="attached")

    def has_its_answer(self) -> None:
        """Wait until no request is pending; no person is faster than that."""
        answered(self.page)

    @contextmanager
    def away(self) -> Iterator[None]:
        """Take the phone out of the network during the block."""
        self.context.set_offline(True)
        with self.while_off():
            self.passes(UNHEARD)
            self.page.wait_for_selector('body[data-link="lost"]')
            yield
            self.context.set_offline(False)
            self.page.wait_for_selector('body[data-link="live"]')

    @contextmanager
    def while_off(self) -> Iterator[None]:
        """Expect the box to be off during the block."""
        self.box_is_off = True
        yield
        self.box_is_off = False

    def passes(self, seconds: int) -> None:
        """Let `seconds` pass at once if the phone has a clock, or wait for them."""
        if self.has_clock:
            self.page.clock.fast_forward(seconds * 1000)

    def close(self) -> None:
        self.context.close()

    def _listen(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._console)
        page.on("request", self._requested)
        page.on("response", self._answered)
        page.on("websocket", self._opens_line)

    def _opens_line(self, line: WebSocket) -> None:
        self._is_ours(line.url)
        self.line = line
        line.on("framereceived", self._hears)

    def _hears(self, message: str | bytes) -> None:
        self.told |= json.loads(message).get("parts", {})

    def _console(self, message: ConsoleMessage) -> None:
        text = message.text
        is_answer = text.startswith(
            "Failed to load resource: the server responded with a status of 4"
        )
        is_silence = self.box_is_off and ("ERR_" in text or "WebSocket connection to" in text)
        if not is_answer and not is_silence:
            self.complaints.append(f"{text} ({message.location.get('url', '')})")

    def _requested(self, request: Request) -> None:
        self._is_ours(request.url)

    def _is_ours(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"data", "blob"} and parts.netloc != self._host:
            self.foreign.append(url)

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            path = urlsplit(response.url).path
            self.failures.append(f"{response.request.method} {path} {response.status}")
