"""Driver for Chromium 77, which televisions of 2021 have: that of PyQtWebEngine 5.14, over its
DevTools protocol.

Playwright does not support a Chromium of that age.
"""

import base64
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from wsproto import ConnectionType, WSConnection
from wsproto.connection import ConnectionState
from wsproto.events import Ping, Request, TextMessage

_PYTHON = "{}.{}".format(*sys.version_info)
HOME = Path(__file__).parents[1] / "build" / f"old-chromium-{_PYTHON}"
"""The folder in which `make old-browsers` installs it."""

PATIENCE = 20.0
"""Seconds until a test gives up; only a failing test takes this long."""

_PROGRAM = """
import sys
from PyQt5.QtWidgets import QApplication
from PyQt5.QtWebEngineWidgets import QWebEngineView
app = QApplication(sys.argv)
view = QWebEngineView()
view.setHtml("")
view.show()
app.exec_()
"""

_LISTENING = "Remote debugging server started successfully"


class OldChromium:
    """The only page of the browser. `complaints` are its console messages and exceptions."""

    def __init__(self, port: int) -> None:
        self.complaints: list[str] = []
        self._id = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self._loads = 0
        self._text = ""
        path = self._page(port)
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._line = WSConnection(ConnectionType.CLIENT)
        self._socket.sendall(self._line.send(Request(host=f"127.0.0.1:{port}", target=path)))
        while self._line.state is ConnectionState.CONNECTING:
            self._receive()
        for domain in ("Page", "Runtime", "Log"):
            self._call(f"{domain}.enable")

    def opens(self, address: str, size: tuple[int, int]) -> None:
        """Open a page in a window of that size, in CSS pixels."""
        width, height = size
        shape = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._call("Emulation.setDeviceMetricsOverride", **shape)
        for url in (
            "about:blank",
            address,
        ):  # via another page, so that an address with a fragment also loads
            before = self._loads
            self._call("Page.navigate", url=url)
            while self._loads == before:
                self._receive()

    def runs(self, script: str) -> Any:
        """Return the value of the expression or promise `script`."""
        options = {"returnByValue": True, "awaitPromise": True, "userGesture": True}
        answer = self._call("Runtime.evaluate", expression=script, **options)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def picture(self) -> bytes:
        """Return a screenshot as PNG."""
        return base64.b64decode(self._call("Page.captureScreenshot", format="png")["data"])

    def close(self) -> None:
        self._socket.close()

    def _page(self, port: int) -> str:
        asking = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        asking.request("GET", "/json")
        (page,) = json.loads(asking.getresponse().read())
        asking.close()
        return "/" + str(page["webSocketDebuggerUrl"]).split("/", 3)[3]

    def _call(self, method: str, **given: object) -> dict[str, Any]:
        self._id += 1
        message = json.dumps({"id": self._id, "method": method, "params": given})
        self._socket.sendall(self._line.send(TextMessage(message)))
        while self._id not in self._answers:
            self._receive()
        answer = self._answers.pop(self._id)
        assert "error" not in answer, (method, answer["error"])
        result: dict[str, Any] = answer["result"]
        return result

    def _receive(self) -> None:
        self._line.receive_data(self._socket.recv(65536) or None)
        for event in self._line.events():
            match event:
                case Ping():
                    self._socket.sendall(self._line.send(event.response()))
                case TextMessage(data=part, message_finished=is_finished):
                    self._text += part
                    if is_finished:
                        self._hear(json.loads(self._text))
                        self._text = ""

    def _hear(self, message: dict[str, Any]) -> None:
        match message:
            case {"id": number}:
                self._answers[number] = message
            case {"method": "Page.loadEventFired"}:
                self._loads += 1
            case {"method": "Runtime.exceptionThrown", "params": {"exceptionDetails": details}}:
                self.complaints.append(
                    details.get("exception", details).get("description", str(details))
                )
            case {
                "method": "Runtime.consoleAPICalled",
                "params": {"type": "error" | "warning", "args": args},
            }:
                self.complaints.append(" ".join(str(arg.get("value")) for arg in args))
            case {
                "method": "Log.entryAdded",
                "params": {"entry": {"level": "error", "text": text, **entry}},
            }:
                self.complaints.append(f"{text} {entry.get('url', '')}")


def is_installed() -> bool:
    """Return whether the browser is installed. It exists for x86-64 only."""
    return (HOME / "PyQt5").is_dir()


@contextmanager
def old_chromium() -> Iterator[OldChromium]:
    """Yield the browser until the end of the block, in English; it draws on no screen."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    flags = "--no-sandbox --disable-gpu --disable-background-networking --lang=en"
    environ = {
        **os.environ,
        "PYTHONPATH": str(HOME),
        "QT_QPA_PLATFORM": "offscreen",
        "QT_QUICK_BACKEND": "software",
        "QTWEBENGINE_REMOTE_DEBUGGING": str(port),
        "QTWEBENGINE_CHROMIUM_FLAGS": flags,
    }
    command = [sys.executable, "-c", _PROGRAM]
    with subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            told = []
            while line := process.stderr.readline():
                told.append(line)
                if _LISTENING in line:
                    break
            else:
                raise AssertionError("".join(told))
            browser = OldChromium(port)
            yield browser
            browser.close()
        finally:
            process.terminate()
