"""A separate clone with the parts of the repository that a release needs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.deploy.roots import HOUSE

URL = "https://example.org/companion"
WHEN = "2026-11-22T09:30:12+0000"


class ReleaseTree:
    """The clone at `path`. Its one commit has the tag v0.1.0, and its build output is in build/."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.laid_out = path / "build" / "release"
        (path / "deploy").mkdir(parents=True)
        (path / "hardware").mkdir()
        for name in ("pyproject.toml", ".gitignore", "deploy/version.sh", "hardware/kits.toml"):
            shutil.copy(HOUSE / name, path / name)
        shutil.copytree(HOUSE / "deploy" / "release", path / "deploy" / "release")
        self.git("init", "--quiet")
        self.commit()
        self.git("tag", "v0.1.0")
        (path / "build" / "wheel").mkdir(parents=True)
        (path / "build" / "wheel" / "table_companion-0.1.0-py3-none-any.whl").write_bytes(
            b"a wheel"
        )
        (path / "build" / "labels").mkdir()
        for name in ("labels-a4-189.pdf", "labels-letter-154.pdf"):
            (path / "build" / "labels" / name).write_bytes(b"labels")
        (path / "build" / "firmware" / "node").mkdir(parents=True)
        for name in ("node/link.mpy", "main.py", "manifest.json"):
            (path / "build" / "firmware" / name).write_bytes(name.encode())
        (path / "build" / "node").mkdir()
        for name in ("companion-node-pico.uf2", "companion-node-pico.txt"):
            (path / "build" / "node" / name).write_bytes(name.encode())

    def git(self, *arguments: str) -> None:
        who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
        environ = {**os.environ, "GIT_COMMITTER_DATE": WHEN}
        subprocess.run(["/usr/bin/git", *who, *arguments], cwd=self.path, env=environ, check=True)

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "Change it")

    def version(self) -> str:
        """Return the version of the commit's package."""
        line = [self.path / "deploy" / "version.sh"]
        return subprocess.run(line, capture_output=True, text=True, check=True).stdout.strip()

    def bring(self, package: Path) -> None:
        """Put the commit's package where `make deb` leaves it."""
        (self.path / "build" / "deb").mkdir(exist_ok=True)
        shutil.copy(package, self.path / "build" / "deb" / f"companion_{self.version()}_all.deb")

    def release(self, environ: dict[str, str], *given: str) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, str(self.path / "deploy" / "release" / "release.py"), *given]
        return subprocess.run(line, env=environ, capture_output=True, text=True, check=False)
