"""Driver for WebKitGTK over WebDriver (https://www.w3.org/TR/webdriver2/), on a virtual screen."""

import base64
import json
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

DRIVER = "WebKitWebDriver"
SCREEN = "Xvfb"

PATIENCE = 20.0
"""Seconds until a test gives up; only a failing test takes this long."""


def is_installed() -> bool:
    """Return whether WebKit and a virtual screen for it are installed."""
    return bool(shutil.which(DRIVER) and shutil.which(SCREEN))


class WebKit:
    """The only window of the browser."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._session = ""
        browser = {
            "browserName": "MiniBrowser",
            "webkitgtk:browserOptions": {"binary": _mini_browser(), "args": ["--automation"]},
        }
        self._session = self._call("POST", "", capabilities={"alwaysMatch": browser})["sessionId"]
        self._call("POST", "/timeouts", script=int(PATIENCE * 1000))

    def opens(self, address: str, size: tuple[int, int]) -> None:
        """Open a page in a window of that size."""
        width, height = size
        self._call("POST", "/window/rect", x=0, y=0, width=width, height=height)
        self._call("POST", "/url", url="about:blank")
        self._call("POST", "/url", url=address)

    def runs(self, script: str) -> Any:
        """Return the value of the expression or promise `script`."""
        return self._call("POST", "/execute/sync", script=f"return ({script})", args=[])

    def picture(self) -> bytes:
        """Return a screenshot as PNG."""
        return base64.b64decode(self._call("GET", "/screenshot"))

    def close(self) -> None:
        self._call("DELETE", "")

    def _call(self, method: str, path: str, **given: object) -> Any:
        line = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        session = f"/{self._session}" if self._session else ""
        line.request(
            method, f"/session{session}{path}", json.dumps(given) if method == "POST" else None
        )
        value = json.loads(line.getresponse().read())["value"]
        line.close()
        assert not (isinstance(value, dict) and "error" in value), value
        return value


def _mini_browser() -> str:
    """Return the path of MiniBrowser, which Debian installs next to WebKit's own processes."""
    return str(next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")))


@contextmanager
def webkit() -> Iterator[WebKit]:
    """Yield the browser until the end of the block."""
    with ExitStack() as closing:
        pipe, told = os.pipe()
        screen = subprocess.Popen(
            [SCREEN, "-displayfd", str(told), "-screen", "0", "1920x1200x24", "-nolisten", "tcp"],
            pass_fds=[told],
            stderr=subprocess.DEVNULL,
        )
        closing.callback(screen.wait)
        closing.callback(screen.terminate)
        os.close(told)
        with os.fdopen(pipe) as displays:
            display = displays.readline().strip()
        with socket.create_server(("127.0.0.1", 0)) as free:
            port: int = free.getsockname()[1]
        environ = {
            **os.environ,
            "DISPLAY": f":{display}",
            "GDK_BACKEND": "x11",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "NO_AT_BRIDGE": "1",
            "LANGUAGE": "en",
        }
        driver = subprocess.Popen(
            [DRIVER, f"--port={port}"],
            env=environ,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        closing.callback(driver.wait)
        closing.callback(driver.terminate)
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                assert driver.poll() is None
        browser = WebKit(port)
        closing.callback(browser.close)
        yield browser
