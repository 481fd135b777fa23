"""What a browser requests while it loads a page, and how many bytes are transferred."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page


class Loading:
    """The requests that a page sent to the box since this was created, without those answered by
    the browser's cache.

    Attributes:
        paths: the requested paths, in order.
        size: bytes of the answers with their headers, and of the messages of the line.
    """

    def __init__(self, page: Page) -> None:
        self.size = 0
        self._asked: dict[str, str] = {}
        self._devtools = page.context.new_cdp_session(page)
        self._devtools.send("Network.enable")
        events: dict[str, Callable[[dict[str, Any]], None]] = {
            "Network.requestWillBeSent": self._is_sent,
            "Network.requestServedFromCache": self._is_kept,
            "Network.responseReceived": self._answers,
            "Network.loadingFinished": self._ends,
            "Network.webSocketCreated": self._opens_line,
            "Network.webSocketFrameReceived": self._hears,
        }
        for event, happens in events.items():
            self._devtools.on(event, happens)

    @property
    def paths(self) -> list[str]:
        return list(self._asked.values())

    def close(self) -> None:
        self._devtools.detach()

    def _is_sent(self, event: dict[str, Any]) -> None:
        if event["request"]["url"].startswith("http"):
            self._asked[event["requestId"]] = urlsplit(event["request"]["url"]).path

    def _is_kept(self, event: dict[str, Any]) -> None:
        self._asked.pop(event["requestId"], None)

    def _answers(self, event: dict[str, Any]) -> None:
        if event["response"].get("fromDiskCache"):
            self._is_kept(event)

    def _ends(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._asked:
            self.size += int(event["encodedDataLength"])

    def _opens_line(self, event: dict[str, Any]) -> None:
        self._asked[event["requestId"]] = urlsplit(event["url"]).path

    def _hears(self, event: dict[str, Any]) -> None:
        self.size += len(event["response"]["payloadData"].encode())
