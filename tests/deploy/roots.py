"""Fresh systems to install on. Downloads are kept in build/deploy."""

import shutil
import subprocess
from pathlib import Path

from tests.deploy.steps import step

HERE = Path(__file__).parent
HOUSE = HERE.parents[1]
KEPT = HOUSE / "build" / "deploy"

BOOTS = ("systemd", "systemd-sysv", "dbus", "udev", "ca-certificates")
"""The packages that a minimal system lacks to boot like a Pi."""


def fresh(
    name: str,
    package: Path | None,
    *,
    architecture: str,
    including: tuple[str, ...],
    offering: tuple[str, ...] = (),
) -> Path:
    """Return the root of an unused Debian system.

    The dependencies of `package` and the packages in `offering` are downloaded but not installed.
    Packages that `offering` only recommends are left out.
    """
    base = KEPT / f"{name}.base"
    if not base.exists():
        _bootstrap(base, architecture, including)
    root = KEPT / name
    if root.exists():
        shutil.rmtree(root)
    Path(base / "etc" / "resolv.conf").write_text(
        Path("/etc/resolv.conf").read_text("utf-8"), "utf-8"
    )
    with step("the packages of trixie are downloaded"):
        _offer(base, package, offering)
    subprocess.run(["/usr/bin/cp", "-a", "--reflink=auto", base, root], check=True)
    return root


def _offer(base: Path, package: Path | None, offering: tuple[str, ...]) -> None:
    inside(base, "apt-get", "update", "-qq")
    if package is not None:
        shutil.copy(package, base / "root" / "companion.deb")
        inside(base, "apt-get", "install", "-qq", "-y", "--download-only", "/root/companion.deb")
    if offering:
        inside(
            base,
            "apt-get",
            "install",
            "-qq",
            "-y",
            "--download-only",
            "--no-install-recommends",
            *offering,
        )


def bring(root: Path, name: str, folder: str = "root") -> None:
    """Copy a program of these tests into a `folder` of the system at `root`.

    Only root can read /root.
    """
    shutil.copy(HERE / name, root / folder)


def inside(root: Path, *command: str) -> str:
    """Run a command in the system at `root`, which is not booted, and return its output."""
    line = ["systemd-nspawn", "-q", "--pipe", "--register=no", "--keep-unit", "--resolv-conf=off"]
    line += ["--setenv=DEBIAN_FRONTEND=noninteractive", "-D", str(root), *command]
    done = subprocess.run(
        line, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    assert done.returncode == 0, f"{' '.join(command)}: {done.stdout}{done.stderr}"
    return done.stdout


def _bootstrap(base: Path, architecture: str, including: tuple[str, ...]) -> None:
    begun = base.with_suffix(".begun")
    _removed(begun)  # left over from a run that was killed
    begun.parent.mkdir(parents=True, exist_ok=True)
    line = ["nice", "-n", "10", "debootstrap", f"--arch={architecture}", "--variant=minbase"]
    line += [f"--include={','.join(including)}", "trixie", str(begun)]
    with step(f"trixie for {architecture} is downloaded and unpacked, once; this takes minutes"):
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        if done.returncode:
            _removed(begun)
    assert done.returncode == 0, f"trixie: {done.stdout[-2000:]}{done.stderr}"
    begun.rename(base)


def _removed(begun: Path) -> None:
    """Remove an unfinished system; a debootstrap that was killed leaves /proc and /sys mounted."""
    for mounted in ("proc", "sys"):
        while (begun / mounted).is_mount():
            subprocess.run(["/usr/bin/umount", str(begun / mounted)], check=True)
    if begun.exists():
        shutil.rmtree(begun)
