"""How fast the pages load: `python -m tests.bench pages`.

For each page, the bench reports the requests and bytes of a browser with an empty cache, and the
time of the first paint; then the same for a reload. In turn with it, the same page is loaded as one
static file of as many bytes: everything in its HTML, compressed, from a server that only sends it.
Only the comparison counts, because both wait for the same machine. COMPANION_PAGES=sources shows
the pages unbuilt, which have no such file.
"""

import base64
import contextlib
import gzip
import http.server
import re
import statistics
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page

from companion.web.built_files import built_pages
from tests.bench.phones import NEW, busy, commands
from tests.browser import chromium
from tests.phones.loading import Loading

LOADS = 25
PAGES = {"/": (412, 915), "/panel": (1280, 800)}
DRAWN = """() => new Promise((told) => new PerformanceObserver((list) => {
  for (const { name,
    startTime } of list.getEntries()) if (name === "first-contentful-paint") told(startTime);
}).observe({ type: "paint", buffered: true }))"""
QUIET = 500.0  # ms without a request, after which the page is loaded

LINK = re.compile(
    r'<link [^>]*rel="(?:stylesheet|modulepreload|preload|manifest|icon|apple-touch-icon)"[^>]*>\n'
)
SCRIPT = re.compile(r'<script([^>]*) src="([^"]+)"></script>')
FONT = re.compile(r'url\("?(/[^")]+)"?\)')
IMPORT = re.compile(r'\bfrom"(/[^"]+)"')
LATER = re.compile(r'\bimport\("/[^"]+"\)')


class OneFile:
    """A server that sends one compressed file for every request; its `address` is
    on the loopback.
    """

    def __init__(self, content: bytes) -> None:
        packed = gzip.compress(content, 9)

        class Sends(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200 if self.path == "/" else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Encoding", "gzip")
                # The box sends this header to this machine, which makes Chromium start a process
                # for the page.
                self.send_header("Cross-Origin-Opener-Policy", "same-origin")
                self.send_header("Content-Length", str(len(packed)))
                self.end_headers()
                with contextlib.suppress(OSError):  # the page was closed once it was painted
                    self.wfile.write(packed)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the library's name
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Sends)
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        self.size = len(packed)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def in_one(box: str, path: str) -> bytes:
    """Return a built page whose HTML contains its letters, its words and its scripts, as well as
    its style.
    """

    def read(of: str) -> bytes:
        with urllib.request.urlopen(box + of) as answer:  # noqa: S310  # this bench's server
            content: bytes = answer.read()
        return content

    def letters(found: re.Match[str]) -> str:
        # Parts that the page does not need would not be loaded from the box either.
        content = b"" if "latin-ext" in found[1] else read(found[1])
        return f"url(data:font/woff2;base64,{base64.b64encode(content).decode()})"

    def script(found: re.Match[str]) -> str:
        kind = ' type="module"' if "module" in found[1] else ""
        return f"<script{kind}>{whole(found[2])}</script>"

    def whole(of: str) -> str:
        """Return a script and its imports, each as an address that contains its source."""
        text = LATER.sub("Promise.reject()", read(of).decode())
        return IMPORT.sub(lambda other: f'from"{held(other[1])}"', text)

    def held(of: str) -> str:
        return f"data:text/javascript;base64,{base64.b64encode(whole(of).encode()).decode()}"

    page = FONT.sub(letters, read(path).decode())
    return SCRIPT.sub(script, LINK.sub("", page)).encode()


@contextmanager
def opened(browser: Browser, size: tuple[int, int]) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="de")
    yield context.new_page()
    context.close()


def drawn(page: Page) -> float:
    moment: float = page.evaluate(DRAWN)
    return moment


def bench(browser: Browser, box: str, path: str, loads: int) -> None:
    """Measure one page, and the same page as one file."""
    with opened(browser, PAGES[path]) as page:
        sys.stdout.write(f"{path}: {asked(page, lambda: page.goto(box + path))}; ")
        sys.stdout.write(f"again {asked(page, page.reload)}\n")
    one = OneFile(in_one(box, path)) if built_pages().files else None
    first, again, alone = list[float](), list[float](), list[float]()
    for _ in range(loads):
        if one is not None:
            with opened(browser, PAGES[path]) as page:
                page.goto(one.address)
                alone.append(drawn(page))
        with opened(browser, PAGES[path]) as page:
            page.goto(box + path)
            first.append(drawn(page))
            page.wait_for_timeout(QUIET)
            page.reload()
            again.append(drawn(page))
    tell("first drawn, never been there", first)
    tell("first drawn, loaded again", again)
    if one is not None:
        tell(f"first drawn, one static file of {one.size / 1000:.1f} kB", alone)
        sys.stdout.write(
            f"  {statistics.median(first) / statistics.median(alone):.2f} times that file's\n"
        )
        one.close()


def asked(page: Page, load: Callable[[], object]) -> str:
    """Return the number of requests and bytes of a load. Counting takes time, so this load is not
    timed.
    """
    loading = Loading(page)
    load()
    page.wait_for_timeout(QUIET)
    loading.close()
    return f"{len(loading.paths)} requests, {loading.size / 1000:.1f} kB"


def tell(what: str, times: list[float]) -> None:
    middle, least, most = statistics.median(times), min(times), max(times)
    sys.stdout.write(f"  {what:48} {middle:7.0f} ms median {least:7.0f} to {most:.0f} ms\n")


def main(folder: Path, browser: Browser, *, quick: bool) -> None:
    """Measure a box with a game of Ninety-nine."""
    with busy(folder, pages=True) as box:
        assert box.pages is not None
        box.orders(NEW)
        for _, order in zip(range(6), commands(), strict=False):
            box.orders(order)
        for path in list(PAGES)[:1] if quick else PAGES:
            bench(browser, f"http://127.0.0.1:{box.pages.port}", path, 1 if quick else LOADS)


if __name__ == "__main__":
    with TemporaryDirectory() as temporary, chromium() as started:
        main(Path(temporary), started, quick=False)
