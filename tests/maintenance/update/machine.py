"""A machine with apt: it answers as real ones do and records the actions on it."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from companion.host.update_result import UpdateResult
from companion.maintenance.apt import Apt
from companion.maintenance.system import COMMAND_NOT_FOUND, SYSTEM, CommandResult
from companion.maintenance.update import Updater

POLICY = """companion:
  Installed: {installed}
  Candidate: {newest}
  Version table:
     {newest} 500
        500 http://127.0.0.1:8000 ./ Packages
 *** {installed} 100
        100 /var/lib/dpkg/status
"""

OFFLINE = """Err:1 http://box.example ./ InRelease
  Could not resolve 'box.example'
W: Failed to fetch http://box.example/./InRelease  Could not resolve 'box.example'
E: Some index files failed to download. They have been ignored, or old ones used instead.
"""
UNSIGNED = """Err:1 http://box.example ./ InRelease
  Sub-process /usr/bin/sqv returned an error code (1), error message is: Missing key
E: The repository 'http://box.example ./ InRelease' is not signed.
"""
STARTING = "Starting unattended upgrades script\n"
FOUND = """Option --dry-run given, *not* performing real actions
Packages that will be upgraded: {}
Writing dpkg log to /var/log/unattended-upgrades/unattended-upgrades-dpkg.log
All upgrades installed
"""
FULL = "E: You don't have enough free space in /var/cache/apt/archives/.\n"
BOOT = "b0070009"
"""The boot ID of the machine."""

UNMET = """The following packages have unmet dependencies:
 companion : Depends: python3-new but it is not installable
E: Unable to correct problems, you have held broken packages.
"""


class Machine:
    """A machine with the version `installed`, and `newest` in its lists.

    Attributes:
        did: the actions, in a few words each.
        fails: the error output of a command with these words, for its first failure.
        is_used: whether the box is in use.
        security_updates: the packages with security updates in Debian.
        has_unattended_upgrade: whether that program is installed.
        restart: the file that exists while the machine has to restart.
    """

    def __init__(self, folder: Path, installed: str = "0.1.0", newest: str = "0.2.0") -> None:
        self.folder, self.installed, self.newest = folder, installed, newest
        self.did: list[str] = []
        self.said: list[str] = []
        self.fails: dict[str, str] = {}
        self.results: list[UpdateResult] = []
        self.data = folder / "companion"
        self.data.mkdir()
        archives = folder / "archives"
        archives.mkdir()
        self.apt = Apt(
            *(self.run, self.run),
            *(folder / "companion.sources", archives, folder / "failed", folder / "security"),
        )
        self.now, self.steady = 1_000_000.0, 50_000.0
        self.is_used = False
        self.security_updates = ""
        self.has_unattended_upgrade = True
        self.restart = folder / "reboot-required"
        self._looked: Callable[[], int] | None = None
        self._seen: dict[str, int] = {}

    @property
    def updater(self) -> Updater:
        return Updater(
            self.apt,
            self.data,
            lambda: self.now,
            self.said.append,
            self.writable,
            self.results.append,
            lambda _within: self.is_used,
            lambda: self.steady,
            BOOT,
            self.restart,
        )

    @contextlib.contextmanager
    def writable(self, places: Sequence[str]) -> Iterator[None]:
        self.did.append("writable" if places == SYSTEM else "all writable")
        try:
            yield
        finally:
            self.did.append("sealed")

    def run(self, command: Sequence[str]) -> CommandResult:
        words = list(command)
        match words[0]:
            case "dpkg-query":
                return CommandResult(0, self.installed)
            case "apt-cache":
                return CommandResult(0, POLICY.format(installed=self.installed, newest=self.newest))
            case "dpkg":
                return CommandResult(0, "")
            case "unattended-upgrade" if not self.has_unattended_upgrade:
                return CommandResult(COMMAND_NOT_FOUND, "unattended-upgrade: No such file\n")
        did = _in_brief(words)
        self.did.append(did)
        if said := self.fails.pop(did, ""):
            return CommandResult(100, said)
        if self._looked is not None:
            self._seen[did] = self._looked()
        if did == "look for security updates" and self.security_updates:
            return CommandResult(0, f"{STARTING}{FOUND.format(self.security_updates)}")
        if did == "secure":
            self.security_updates = ""
        if did.startswith("install "):
            self.installed = words[-1].partition("=")[2]
        if did.startswith("download "):
            self.keep(words[-1].partition("=")[2])
        return CommandResult(0, "")

    def watch(self, look: Callable[[], int]) -> dict[str, int]:
        """Return a mapping that records the result of `look` at each command from now on."""
        self._looked = look
        return self._seen

    def keep(self, version: str) -> Path:
        """Store a package that apt has downloaded once."""
        package = self.apt.archives / f"companion_{version.replace(':', '%3a')}_all.deb"
        package.write_bytes(b"a package")
        return package


def _in_brief(words: list[str]) -> str:
    if words[0] == "unattended-upgrade":
        return "look for security updates" if "--dry-run" in words else "secure"
    if words[0] == "systemctl":
        return " ".join(words)
    if "update" in words:
        return "ask for all" if "Dir::Etc::sourceparts=-" not in words else "ask"
    if "--download-only" in words:
        return f"download {words[-1].partition('=')[2]}"
    if "--allow-downgrades" in words:
        return f"put back {Path(words[-1]).name}"
    return f"install {words[-1].partition('=')[2]}"
