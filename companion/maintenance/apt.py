"""Queries and runs apt for the box's package, and for Debian's security updates."""

import re
from collections.abc import Container
from pathlib import Path
from typing import NamedTuple

from companion.errors import UpdateError
from companion.maintenance.system import COMMAND_NOT_FOUND, CommandResult, Run

PACKAGE = "companion"

ARCHIVES = Path("/var/cache/apt/archives")

_GET = ("apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=120")
"""Non-interactive; waits up to two minutes for another installation (apt.conf(5))."""

_INSTALL = (
    *_GET,
    "install",
    "-o",
    "APT::Keep-Downloaded-Packages=true",
    "-o",
    "Dpkg::Options::=--force-confdef",
    "-o",
    "Dpkg::Options::=--force-confold",
)
"""dpkg keeps configuration files that the owner has changed (dpkg(1))."""

_SECURE = ("unattended-upgrade", "--verbose")

_SECURITY_UPDATES = re.compile(r"^Packages that will be upgraded: (.+)$", re.MULTILINE)

_REASONS = (
    ("full", r"No space left|enough free space"),
    ("unsigned", r"not signed|NO_PUBKEY|signature|sqv"),
    (
        "offline",
        (
            r"Could not (resolve|connect)|failure resolving|initiate the conn|Connection "
            r"(failed|timed)"
        ),
    ),
)
"""Patterns in apt's output by reason; any other failure is "refused"."""

_ERROR = re.compile(r"E: |W: Failed|dpkg: error")

_VERSION = re.compile(r"[0-9][A-Za-z0-9.+~:-]{0,99}")
"""A version of a Debian package (deb-version(7))."""


def is_version(text: str) -> bool:
    """Return whether `text` can be the version of a package."""
    return _VERSION.fullmatch(text) is not None


class Apt(NamedTuple):
    """The package manager and its files.

    Attributes:
        run: runs commands that change something and prints their output.
        ask: runs commands that only query.
        source: the companion's package source; without this file all sources are refreshed.
        archives: the folder of downloaded packages.
        failed: the file of versions that must not be installed, because they did not start
            (apt_preferences(5)).
        security: which of Debian's updates are installed as well; without this file none are.
    """

    run: Run
    ask: Run
    source: Path = Path("/etc/apt/sources.list.d/companion.sources")
    archives: Path = ARCHIVES
    failed: Path = Path("/etc/apt/preferences.d/companion-failed")
    security: Path = Path("/etc/apt/apt.conf.d/52companion-image")

    def installed(self) -> str:
        """Return the installed version.

        Raises:
            UpdateError: none is installed.
        """
        return self._done(self.ask(("dpkg-query", "-W", "-f", "${Version}", PACKAGE))).strip()

    def refresh(self, *, everything: bool = False) -> None:
        """Refresh the package list of the companion's source, or of `everything`.

        Raises:
            UpdateError: a source cannot be reached or is not signed correctly.
        """
        only: tuple[str, ...] = ()
        if self.source.exists() and not everything:
            # The lists of other sources must stay.
            only = (
                "-o",
                f"Dir::Etc::sourcelist={self.source}",
                "-o",
                "Dir::Etc::sourceparts=-",
                "-o",
                "APT::Get::List-Cleanup=0",
            )
        # Without the mode, a source that does not answer only causes a warning.
        self._done(self.run((*_GET, "update", "-o", "APT::Update::Error-Mode=any", *only)))

    def candidate(self) -> str:
        """Return the version that apt would install now, or the installed one if none is newer."""
        policy = self._done(self.ask(("apt-cache", "policy", PACKAGE)))
        found = re.search(r"^  Candidate: (\S+)$", policy, re.MULTILINE)
        return found[1] if found and found[1] != "(none)" else self.installed()

    def download(self, version: str, *, again: bool = False) -> None:
        """Download a version with its dependencies; with `again`, even the installed version.

        Raises:
            UpdateError: it is not available.
        """
        how = "--reinstall" if again else "--only-upgrade"
        self._done(self.run((*_INSTALL, "--download-only", how, f"{PACKAGE}={version}")))

    def install(self, version: str) -> None:
        """Install a newer version that was downloaded.

        Raises:
            UpdateError: it cannot be installed, so the previous one stays.
        """
        self._settle()
        self._done(self.run((*_INSTALL, "--no-download", "--only-upgrade", f"{PACKAGE}={version}")))

    def security_updates(self) -> str:
        """Download Debian's security updates; return the names of their packages, "" for none.

        Raises:
            UpdateError: they cannot be had.
        """
        self.refresh(everything=True)
        done = self.run((*_SECURE, "--dry-run"))
        if done.status == COMMAND_NOT_FOUND:
            return ""
        found = _SECURITY_UPDATES.search(self._done(done))
        return found[1] if found else ""

    def secure(self) -> None:
        """Install Debian's security updates.

        Raises:
            UpdateError: one of them cannot be installed.
        """
        self._settle()
        self._done(self.run(_SECURE))

    def put_back(self, package: Path) -> None:
        """Install an older version from its `package`, without a network.

        Raises:
            UpdateError: it cannot be installed.
        """
        self._settle()
        self._done(self.run((*_INSTALL, "--allow-downgrades", "--no-download", str(package))))

    def cached(self, version: str) -> Path | None:
        """Return the package of a version in apt's cache, or None."""
        path = self.archives / f"{PACKAGE}_{version.replace(':', '%3a')}_all.deb"
        return path if is_version(version) and path.is_file() else None

    def forget(self, but: Container[str]) -> None:
        """Remove the companion's packages from apt's cache, except those of the versions `but`."""
        for path in self.archives.glob(f"{PACKAGE}_*_all.deb"):
            if path.name.split("_")[1].replace("%3a", ":") not in but:
                path.unlink(missing_ok=True)

    def refuse(self, version: str) -> None:
        """Never install `version` again, because it did not start. To install it anyway, remove the
        file `failed`.
        """
        pin = (
            f"Explanation: it did not start\nPackage: {PACKAGE}\nPin: version "
            f"{version}\nPin-Priority: -1\n"
        )
        before = self.failed.read_text("utf-8") if self.failed.exists() else ""
        if pin not in before:
            self.failed.write_text(f"{before}\n{pin}".lstrip(), "utf-8")

    def _settle(self) -> None:
        """Complete an installation that was interrupted by a power failure."""
        self.run(("dpkg", "--configure", "--pending"))

    def _done(self, done: CommandResult) -> str:
        """Return the output of a command; if it failed, raise its first error, which caused the
        others.
        """
        output = done.output
        if not done.status:
            return output
        lines = [line.strip() for line in output.splitlines() if line.strip()]
        first = next((line for line in lines if _ERROR.match(line)), lines[-1] if lines else "")
        found = (why for why, words in _REASONS if re.search(words, output, re.IGNORECASE))
        says = first.removeprefix("E: ").removeprefix("W: ") or f"status {done.status}"
        raise UpdateError(says, next(found, "refused"))
