"""A system booted in a container, as a Pi boots it."""

import os
import subprocess
from pathlib import Path

from tests.deploy.waiting import until

BOOT = (
    # Otherwise the container outlives a killed test run.
    "/usr/bin/setpriv",
    "--pdeathsig=KILL",
    "systemd-nspawn",
    "-q",
    "-b",
    "--register=no",
    "--keep-unit",
    "--private-network",
    "--console=read-only",
)
"""No network: a box must work without one."""

RULES = ("--capability=all", "--system-call-filter=bpf")
"""Without these, systemd in a container cannot limit a unit to its list of devices."""

REBOOTED = 133
"""Exit status of systemd-nspawn when the system inside asks for a restart (EXIT_FORCE_RESTART)."""


class Container:
    """The system at `root`, booted from `start` to `stop`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._boot: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Boot the system and return when everything is started."""
        environ = {**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}
        with (self.root.parent / "console.log").open("ab") as console:
            self._boot = subprocess.Popen(
                [*BOOT, *RULES, "-D", str(self.root)],
                env=environ,
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
            )
        until(
            "it boots",
            lambda: self.said("systemctl", "is-system-running") in {"running", "degraded"},
        )

    def stop(self) -> None:
        """Switch the system off."""
        if self._boot is not None and self._boot.poll() is None:
            self.said("systemctl", "poweroff")
            try:
                self._boot.wait(60)
            except subprocess.TimeoutExpired:
                self._boot.kill()
                self._boot.wait()
        self._boot = None

    def reboot(self) -> None:
        """Restart the system, as `systemctl reboot` does."""
        self.said("systemctl", "reboot")
        assert self.ended() == REBOOTED
        self.start()

    def ended(self) -> int:
        """Wait for a shutdown ordered inside; return `REBOOTED`, or 0 if it was switched off."""
        assert self._boot is not None
        return self._boot.wait(90)

    def run(self, *command: str) -> str:
        """Run a command as root and return its output; it must succeed."""
        done = self._enter(*command)
        assert done.returncode == 0, f"{' '.join(command)}: {done.stdout}{done.stderr}"
        return done.stdout.strip()

    def said(self, *command: str) -> str:
        """Run a command as root and return its output, even if it fails."""
        return self._enter(*command).stdout.strip()

    def property(self, name: str) -> str:
        """Return a property of the box's unit, as systemd reports it."""
        return self.run("systemctl", "show", "--value", "--property", name, "companion.service")

    def log(self) -> str:
        """Return the log of the box since the last boot."""
        return self.run(
            "journalctl", "--boot", "--unit=companion.service", "--output=cat", "--no-pager"
        )

    def log_of_this_start(self) -> str:
        """Return the log of the box since systemd last started it; "" if that is not known yet."""
        _, starting, since = self.log().rpartition("Starting companion.service")
        return since if starting else ""

    def _enter(self, *command: str) -> subprocess.CompletedProcess[str]:
        init = self._init()
        if init is None:
            return subprocess.CompletedProcess(command, 1, "", "it is not booted")
        line = [
            "nsenter",
            "--target",
            init,
            "--all",
            "env",
            "-i",
            "PATH=/usr/sbin:/usr/bin",
            "LC_ALL=C.UTF-8",
        ]
        line += ["DEBIAN_FRONTEND=noninteractive", *command]
        return subprocess.run(
            line, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
        )

    def _init(self) -> str | None:
        """Return the process ID of the system's init once it is systemd."""
        assert self._boot is not None
        assert self._boot.poll() is None, "it has ended, see build/deploy/console.log"
        listed = (
            Path(f"/proc/{self._boot.pid}/task/{self._boot.pid}/children")
            .read_text("ascii")
            .split()
        )
        found = (
            child
            for child in listed
            if Path(f"/proc/{child}/comm").read_text("ascii") == "systemd\n"
        )
        return next(found, None)
