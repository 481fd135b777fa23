"""A phone: a browser in which the page is open, with a finger,
a keyboard and somebody who looks at it.
"""

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
"""Pixels from which on a window has two columns, as at a desk (js/layout.js)."""

DOUBLE = 0.4
"""Seconds: a second tap at the same place within 350 ms counts for nothing (js/rule/twice.js)."""

LATER = """(ms) => {
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
  const later = { get() { return get.call(this) + ms; }, configurable: true };
  Object.defineProperty(Event.prototype, "timeStamp", later);
}"""
"""All further events of the page happen `ms` milliseconds later than they do."""

NEAR = 32.0  # px

UNHEARD = 5
"""Seconds without a word after which a page says that the box is lost (js/link.js)."""

TRIED_AGAIN = 8
"""Seconds after which a page has tried at the latest whether the box is back (js/link.js)."""

SIGHT = Path(__file__).with_name("sight.js").read_text("utf-8")

Sight = Mapping[str, Any]


class Phone:
    """One browser on the page at `address`, in the language in use.

    Attributes:
        page: its tab.
        size: of its window, in CSS pixels.
        wide: whether it is a desk and no phone.
        failures: every answer from 400 on, as "POST /pair 403".
        complaints: what its console has said, but for what belongs to such answers.
        foreign: whatever it has asked of anybody but the box.
        told: the parts of the table that the box has told it.
        line: what the box tells it on.
        unseated: whether it is still to be asked whose it is.
        has_clock: whether `passes` lets time pass for it.
        box_is_off: while the box is off, nobody answers and the console says so.
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
        if clock:  # the test says how much time passes besides its own
            self.page.clock.install()
        self.page.goto(address)
        self.page.wait_for_selector("main")

    # Looking

    def sight(self) -> Sight:
        """All that is to be read now."""
        seen: Sight = self.page.evaluate(SIGHT)
        return seen

    def sees(self, **what: object) -> None:
        """Waits until each of `what` is to be read on the page (see SIGHT for their names)."""
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
        """Waits until a screen reader is told something with `words`."""
        self.page.wait_for_function(
            "words => document.getElementById('polite').textContent.includes(words)"
            " || document.getElementById('urgent').textContent.includes(words)",
            arg=words,
        )

    @property
    def sequence(self) -> int:
        """The journal's number of the table that it was told last."""
        number: int = self.told["now"]["sequence"]
        return number

    def is_told(self, sequence: int) -> None:
        """Waits until the box has told it the table with that number."""
        while self.sequence < sequence:
            with self.line.expect_event("framereceived"):
                pass

    # Touching

    def find(self, selector: str, words: str = "") -> Locator:
        """What is to be touched: `selector`, with `words` in it."""
        found = self.page.locator(selector)
        return found.filter(has_text=words) if words else found

    def touch(self, selector: str, words: str = "") -> None:
        """A finger, or a mouse at a desk, on what `selector` finds; and never a double tap."""
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
        """Keys of its keyboard, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def goes_to(self, tab: str) -> None:
        """Another tab of the page."""
        tabs = self.page.locator(f'nav a[href="#{tab}"]')
        if tab != "game" and not tabs.is_visible():  # Start stands in the place of the tabs
            self.touch("header .back")
        self.touch(f'nav a[href="#{tab}"]')
        self.page.wait_for_selector(f'body[data-tab="{tab}"]')

    # Ruling

    def enters(self, code: str) -> None:
        """The six digits, with the page's own keys; it may rule from then on."""
        self.goes_to("rule")
        self.unseated = True
        for digit in code:
            self.touch(f'.pair .figures [data-key="{digit}"]')

    def takes_no_seat(self) -> None:
        """A phone that was paired before there were seats is asked
        for its own when the game begins.
        """
        self.unseated = False
        self.touch("#sheet .button", gettext("No seat: I only help"))
        self.page.wait_for_selector("#sheet:not([open])", state="attached")

    def has_its_answer(self) -> None:
        """Waits until nothing is under way to the box: no hand is quicker than that."""
        answered(self.page)

    @contextmanager
    def away(self) -> Iterator[None]:
        """It is out of the network meanwhile."""
        self.context.set_offline(True)
        with self.while_off():
            self.passes(UNHEARD)
            self.page.wait_for_selector('body[data-link="lost"]')
            yield
            self.context.set_offline(False)
            self.page.wait_for_selector('body[data-link="live"]')

    @contextmanager
    def while_off(self) -> Iterator[None]:
        """The box is off meanwhile."""
        self.box_is_off = True
        yield
        self.box_is_off = False

    def passes(self, seconds: int) -> None:
        """So much time passes for it at once, if it has a clock; else the real seconds do."""
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
