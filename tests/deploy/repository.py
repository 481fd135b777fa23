"""Where a box in a container gets its versions from: a flat repository, which the system serves to itself."""

import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import Final

from tests.deploy.container import Container

PLACE: Final = "/srv/repository"

SERVICE: Final = f"""
[Unit]
Before=companion.service
[Service]
ExecStart=/usr/bin/python3 -m http.server --bind 127.0.0.1 --directory {PLACE} 8000
"""

SOURCE: Final = """\
Types: deb
URIs: http://127.0.0.1:8000
Suites: ./
Trusted: yes
"""
"""Signatures are the release's, and tested there."""

SOURCE_FILE: Final = "etc/apt/sources.list.d/companion.sources"


class Repository:
    """What is published for the box of a `system`."""

    def __init__(self, root: Path) -> None:
        self._folder = root / PLACE.lstrip("/")
        self._folder.mkdir()
        (root / SOURCE_FILE).write_text(SOURCE, "utf-8")
        (root / "etc/systemd/system/repository.service").write_text(SERVICE, "utf-8")

    def publish(self, package: Path) -> None:
        """This is the newest version; the others stay."""
        shutil.copy(package, self._folder)
        self._list()

    def withdraw(self, package: Path) -> None:
        """This version is not to be had any more."""
        (self._folder / package.name).unlink()
        self._list()

    def _list(self) -> None:
        line = ["/usr/bin/dpkg-scanpackages", "--multiversion", "."]
        listed = subprocess.run(line, cwd=self._folder, capture_output=True, check=True).stdout
        (self._folder / "Packages").write_bytes(listed)
        sum_of_it = hashlib.sha256(listed).hexdigest()
        says = f"Suite: stable\nSHA256:\n {sum_of_it} {len(listed)} Packages\n"
        (self._folder / "Release").write_text(says, "ascii")

    def answers(self, system: Container, *, on: bool) -> None:
        """There is a network, or none."""
        system.run("systemctl", "start" if on else "stop", "repository.service")
        if on:
            ask = "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/Release')"
            system.run("sh", "-c", f'until python3 -c "{ask}" 2>/dev/null; do sleep 0.1; done')
