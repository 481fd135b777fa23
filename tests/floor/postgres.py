"""A PostgreSQL of one's own in a temporary folder, reached over its socket."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

USER = "postgres"


def programs() -> Path:
    """Return the folder of PostgreSQL's programs; Debian has one for each version."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else Path(shutil.which("initdb") or "initdb").parent


class Postgres:
    """A cluster in `folder` that trusts everybody who reaches its socket."""

    def __init__(self, folder: Path) -> None:
        self._data, self._sockets = folder / "data", folder / "run"
        # PostgreSQL refuses to run as root.
        self._as = ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []
        self._sockets.mkdir()
        if self._as:
            owner = pwd.getpwnam(USER)
            for each in (folder, self._sockets):
                os.chown(each, owner.pw_uid, owner.pw_gid)
        self._run("initdb", "--auth=trust", f"--username={USER}", "--no-sync", "--no-instructions")

    @property
    def url(self) -> str:
        """The address of its database, as a floor takes it."""
        return f"postgresql://{USER}@/postgres?host={self._sockets}"

    def seconds(self) -> float:
        """Return the processor's time that its processes have used, in seconds (proc(5))."""
        first = int((self._data / "postmaster.pid").read_text("ascii").split()[0])
        total = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):  # the process has ended
                fields = stat.read_text("utf-8").rpartition(")")[2].split()
                if first in {int(stat.parent.name), int(fields[1])}:
                    total += sum(map(int, fields[11:15]))  # with its children that have ended
        return total / os.sysconf("SC_CLK_TCK")

    def start(self) -> None:
        options = f"-k {self._sockets} -c listen_addresses= -c max_connections=40"
        self._control("start", "--wait", "--options", options, "--log", str(self._sockets / "log"))

    def stop(self, mode: str = "fast") -> None:
        """Stop it; "immediate" is a crash."""
        self._control("stop", "--mode", mode)

    def _control(self, *arguments: str) -> None:
        self._run("pg_ctl", *arguments)

    def _run(self, program: str, *arguments: str) -> None:
        at = [*self._as, str(programs() / program), f"--pgdata={self._data}"]
        subprocess.run([*at, *arguments], check=True, stdout=subprocess.DEVNULL)


@contextmanager
def running(folder: Path) -> Iterator[Postgres]:
    """Run a new cluster in a folder until the end of the block."""
    cluster = Postgres(folder)
    cluster.start()
    try:
        yield cluster
    finally:
        cluster.stop("immediate")
