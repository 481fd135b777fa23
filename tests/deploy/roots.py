"""Fresh systems to install on. What is downloaded once is kept in build/deploy."""

import shutil
import subprocess
from pathlib import Path

HOUSE = Path(__file__).parents[2]
KEPT = HOUSE / "build" / "deploy"

BOOTS = ("systemd", "systemd-sysv", "dbus", "udev", "ca-certificates")
"""What a minimal system lacks to start like a Pi's."""


def fresh(
    name: str, package: Path, *, architecture: str, including: tuple[str, ...], offering: tuple[str, ...] = ()
) -> Path:
    """A trixie that nobody has used.

    What `package` depends on is downloaded and not installed, and so is what is on offer beside it, without
    what that recommends.
    """
    base = KEPT / f"{name}.base"
    if not base.exists():
        _bootstrap(base, architecture, including)
    root = KEPT / name
    if root.exists():
        shutil.rmtree(root)
    shutil.copy(package, base / "root" / "companion.deb")
    Path(base / "etc" / "resolv.conf").write_text(Path("/etc/resolv.conf").read_text("utf-8"), "utf-8")
    inside(base, "apt-get", "update", "-qq")
    inside(base, "apt-get", "install", "-qq", "-y", "--download-only", "/root/companion.deb")
    if offering:
        inside(
            base, "apt-get", "install", "-qq", "-y", "--download-only", "--no-install-recommends", *offering
        )
    subprocess.run(["/usr/bin/cp", "-a", "--reflink=auto", base, root], check=True)
    return root


def inside(root: Path, *command: str) -> str:
    """What a command says in the system at `root`, which is not booted."""
    line = ["systemd-nspawn", "-q", "--pipe", "--register=no", "--keep-unit", "--resolv-conf=off"]
    line += ["--setenv=DEBIAN_FRONTEND=noninteractive", "-D", str(root), *command]
    done = subprocess.run(line, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stdout}{done.stderr}"
    return done.stdout


def _bootstrap(base: Path, architecture: str, including: tuple[str, ...]) -> None:
    begun = base.with_suffix(".begun")
    if begun.exists():
        shutil.rmtree(begun)
    begun.parent.mkdir(parents=True, exist_ok=True)
    line = ["nice", "-n", "10", "debootstrap", f"--arch={architecture}", "--variant=minbase"]
    line += [f"--include={','.join(including)}", "trixie", str(begun)]
    subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
    begun.rename(base)
