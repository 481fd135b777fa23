"""A flat repository that a box updates from, in a container or served to a card."""

import hashlib
import shutil
import subprocess
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self

from tests.deploy.container import Container

PLACE = "/srv/repository"

SERVICE = f"""
[Unit]
Before=companion.service
[Service]
ExecStart=/usr/bin/python3 -m http.server --bind 127.0.0.1 --directory {PLACE} 8000
"""

SOURCE = "Types: deb\nURIs: {url}\nSuites: ./\nTrusted: yes\n"
"""Unsigned, because the tests of the release cover signatures."""

SOURCE_FILE = "etc/apt/sources.list.d/companion.sources"


class FlatRepository:
    """The published packages, in the new folder `folder`, under the names of `release`."""

    def __init__(self, folder: Path, release: str = "Suite: stable\n") -> None:
        self._folder, self._release = folder, release
        folder.mkdir(parents=True)

    def publish(self, package: Path) -> None:
        """Publish this package as the newest version; older ones remain available."""
        shutil.copy(package, self._folder)
        self._list()

    def withdraw(self, package: Path) -> None:
        """Withdraw this package."""
        (self._folder / package.name).unlink()
        self._list()

    def _list(self) -> None:
        line = ["/usr/bin/dpkg-scanpackages", "--multiversion", "."]
        listed = subprocess.run(line, cwd=self._folder, capture_output=True, check=True).stdout
        (self._folder / "Packages").write_bytes(listed)
        sum_of_it = hashlib.sha256(listed).hexdigest()
        says = f"{self._release}SHA256:\n {sum_of_it} {len(listed)} Packages\n"
        (self._folder / "Release").write_text(says, "ascii")


class _Quiet(SimpleHTTPRequestHandler):
    """A file server that prints nothing to the terminal."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the library's name
        pass


class ServedRepository(FlatRepository):
    """A repository that this machine serves as `SOURCE` on a free `port`, until the block ends."""

    def __enter__(self) -> Self:
        handler = partial(_Quiet, directory=str(self._folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


class Repository(FlatRepository):
    """A repository inside the container `system`."""

    def __init__(self, root: Path) -> None:
        super().__init__(root / PLACE.lstrip("/"))
        (root / SOURCE_FILE).write_text(SOURCE.format(url="http://127.0.0.1:8000"), "utf-8")
        (root / "etc/systemd/system/repository.service").write_text(SERVICE, "utf-8")

    def answers(self, system: Container, *, on: bool) -> None:
        """Switch the repository, and with it the network, `on` or off."""
        system.run("systemctl", "start" if on else "stop", "repository.service")
        if on:
            ask = "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/Release')"
            system.run("sh", "-c", f'until python3 -c "{ask}" 2>/dev/null; do sleep 0.1; done')
