"""Lay out a release in build/release: files that any web server can serve, signed with one key.

    python3 deploy/release/release.py --key KEY [--next KEY] [--url URL] [--snapshot] [--begin]

They are the package, the wheel, the image and the other files of `make image`, the labels as PDF,
the firmware of the reader node as an image for a Pico and as a zip, their checksums, and a
repository of the packages for apt.
A release needs a clean tree whose commit has the tag v<version>; a snapshot can be made of any
commit. With --begin the program checks if a release is possible, and writes what the package tells
apt to build/archive: the keys, and the repository's address. Run `make deb`, `make wheel`,
`make labels` and `make node-uf2` next. The files will be served at `base_url` of release.toml,
unless --url names another place, for a trial. The same commit gives the same bytes, except for the
signatures.
"""

import argparse
import gzip
import hashlib
import html
import json
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile, ZipInfo

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
RELEASE = BUILD / "release"

SETTING = Path(__file__).with_name("release.toml")

ARCHIVE = BUILD / "archive"
KEYRING = Path("/usr/share/keyrings/companion-archive-keyring.gpg")
"""The keys in the package; debian/rules puts them there."""

MIN_LIFE = timedelta(days=5 * 365)
"""A box takes no update once its key has expired, so keys have to live as long as boxes."""

KITS = ROOT / "hardware" / "kits.toml"
IMAGES = BUILD / "image"
IMAGE = "companion-arm64{}.img.xz"
"""The file name of an image; that of the default kit has nothing in place of a preset's name."""

ICON = IMAGES / "companion.png"
OS_LIST = IMAGES / "os_list.json"

FIRMWARE = BUILD / "firmware"
NODE = "companion-node"
"""The name of the zip with the firmware and of the folder in it."""

PICO = tuple(BUILD / "node" / f"companion-node-pico.{kind}" for kind in ("uf2", "txt"))
"""The image of the node, and the licenses of what is in it."""

SUITE = "trixie"
ARCHITECTURES = ("amd64", "arm64", "armhf")
"""arm64 and armhf for Raspberry Pi OS, amd64 for laptops."""

NAMED = re.compile(r'^version = "(.+)"$', re.MULTILINE)

KEY_WANTED = (
    "KEY=<fingerprint or e-mail address> has to name the secret key that signs; gpg "
    "--quick-generate-key"
    " 'Your name <you@example.org>' ed25519 sign never makes one."
)
URL_WANTED = (
    "base_url in deploy/release/release.toml has to say where the files will be served, as in "
    '"https://example.org/companion".'
)


class NoReleaseError(Exception):
    """A release is not possible; the message is a sentence with the reason."""


@dataclass(frozen=True)
class Release:
    """A release: the package's version, the time of the commit, the signing key, the keys that
    boxes accept from then on, and the URL that serves it.
    """

    version: str
    date: datetime
    key: str
    accepted: tuple[str, ...]
    url: str


def main() -> int:
    """Check the arguments and lay out the release."""
    parser = argparse.ArgumentParser(description="Lay out a release in build/release.")
    parser.add_argument(
        "--key", default="", help="fingerprint or e-mail address of the secret key that signs"
    )
    parser.add_argument("--next", default="", help="the secret key that will sign later releases")
    parser.add_argument("--url", help="where the files will be served, for a trial")
    parser.add_argument(
        "--snapshot", action="store_true", help="of this commit, whether it has a tag or not"
    )
    parser.add_argument(
        "--begin", action="store_true", help="write what the package takes along, and no more"
    )
    given = parser.parse_args()
    try:
        release = checked(given.key, given.next, given.url or base_url(), snapshot=given.snapshot)
        if given.begin:
            begin(release)
        else:
            lay_out(release)
    except NoReleaseError as reason:
        sys.stderr.write(f"No release: {reason} Nothing was written.\n")
        return 1
    return 0


def base_url() -> str:
    """Return where releases are published; "" while none is."""
    setting = tomllib.loads(SETTING.read_text("utf-8"))
    return str(setting["base_url"]).rstrip("/")


def checked(key: str, successor: str, url: str, *, snapshot: bool) -> Release:
    """Return the release after checking that it is possible.

    Raises:
        NoReleaseError: it is not possible.
    """
    if not key:
        raise NoReleaseError(KEY_WANTED)
    if not url.startswith(("http://", "https://")):
        raise NoReleaseError(URL_WANTED)
    accepted = tuple(_fingerprint(name) for name in (key, successor) if name)
    if not (ROOT / ".git").exists():
        raise NoReleaseError("The tree is no clone, so nothing says which commit it is.")
    if _said("git", "status", "--porcelain"):
        raise NoReleaseError("The tree has changes that are not committed (git status).")
    found = NAMED.search((ROOT / "pyproject.toml").read_text("utf-8"))
    tag = f"v{found[1]}" if found else ""
    if not snapshot and tag not in _said("git", "tag", "--points-at", "HEAD").splitlines():
        raise NoReleaseError(
            f"The commit has no tag {tag}: git tag {tag}, or SNAPSHOT=1 for the package of this "
            f"very commit."
        )
    date = datetime.fromtimestamp(int(_said("git", "log", "--max-count=1", "--format=%ct")), UTC)
    for image in _images():
        if datetime.fromtimestamp(image.stat().st_mtime, UTC) < date:
            raise NoReleaseError(
                f"{image.relative_to(ROOT)} is older than the commit: make image, or delete it."
            )
    version = _said(str(ROOT / "deploy" / "version.sh"))
    return Release(version, date, accepted[0], accepted, url.rstrip("/"))


def begin(release: Release) -> None:
    """Leave in build/archive what `make deb` puts into the package."""
    shutil.rmtree(ARCHIVE, ignore_errors=True)
    ARCHIVE.mkdir(parents=True)
    _gpg("--output", str(ARCHIVE / KEYRING.name), "--export", *release.accepted)
    (ARCHIVE / "companion.sources").write_text(
        f"Types: deb\nURIs: {release.url}\nSuites: {SUITE}\nComponents: main\n"
        f"Signed-By: {KEYRING}\n",
        "ascii",
    )


def lay_out(release: Release) -> None:
    """Make the release, replacing the previous one, and print its contents.

    Raises:
        NoReleaseError: a part is missing.
    """
    package = BUILD / "deb" / f"companion_{release.version}_all.deb"
    wheels = sorted((BUILD / "wheel").glob("table_companion-*.whl"))
    labels = sorted((BUILD / "labels").glob("labels-*.pdf"))
    for what, there in (
        ("deb", package.exists()),
        ("wheel", len(wheels) == 1),
        ("labels", bool(labels)),
        ("firmware", (FIRMWARE / "manifest.json").exists()),
        ("node-uf2", all(file.exists() for file in PICO)),
    ):
        if not there:
            raise NoReleaseError(f"build has no {what} of this commit: make {what}.")
    packages = [package, *sorted(IMAGES.glob("*.deb"))]
    with TemporaryDirectory(dir=BUILD) as folder:
        begun = Path(folder, "release")
        begun.mkdir()
        _write(release, begun, packages, [wheels[0], *labels])
        shutil.rmtree(RELEASE, ignore_errors=True)
        begun.rename(RELEASE)
    names = "".join(f"  {file.name}\n" for file in sorted(RELEASE.iterdir()))
    sys.stdout.write(
        f"Version {release.version}, signed by {release.key}, is in build/release:\n{names}"
    )
    if lacks := _missing_images():
        sys.stdout.write(f"It has no {', no '.join(lacks)}: make image PRESETS=all first.\n")


def _write(release: Release, folder: Path, packages: list[Path], others: list[Path]) -> None:
    for file in (*packages, *others, *PICO):
        shutil.copy(file, folder)
    _zip_firmware(folder / f"{NODE}.zip", release.date)
    if images := _images():
        for image in images:
            shutil.copy(image, folder)
        if ICON.exists():
            shutil.copy(ICON, folder)
        if OS_LIST.exists():
            (folder / OS_LIST.name).write_text(_os_list(release.url), "utf-8")
    (folder / "companion.asc").write_text(_gpg("--armor", "--export", release.key), "ascii")
    page = _index(release, packages[0].name, [file.name for file in others])
    (folder / "index.html").write_text(page, "utf-8")
    sums = "".join(f"{_sum(file)}  {file.name}\n" for file in sorted(folder.iterdir()))
    (folder / "SHA256SUMS").write_text(sums, "utf-8")
    _gpg("--local-user", release.key, "--armor", "--detach-sign", str(folder / "SHA256SUMS"))
    _repository([folder / file.name for file in packages], folder / "dists" / SUITE, release)


def _zip_firmware(target: Path, date: datetime) -> None:
    """Write the firmware uncompressed, because other versions of zlib give different bytes."""
    with ZipFile(target, "w") as packed:
        for file in sorted(path for path in FIRMWARE.rglob("*") if path.is_file()):
            entry = ZipInfo(f"{NODE}/{file.relative_to(FIRMWARE).as_posix()}", date.timetuple()[:6])
            entry.external_attr = 0o100644 << 16  # a plain file, world-readable
            packed.writestr(entry, file.read_bytes())


def _repository(packages: list[Path], folder: Path, release: Release) -> None:
    """Write the files for apt: the list of packages for each architecture, and the signed list of
    these.
    """
    sums = ""
    for architecture in ARCHITECTURES:
        there = folder / "main" / f"binary-{architecture}"
        there.mkdir(parents=True)
        fits = {architecture, "all"}
        told = "\n".join(_stanza(file) for file in packages if _field(file, "Architecture") in fits)
        (there / "Packages").write_text(told, "utf-8")
        (there / "Packages.gz").write_bytes(gzip.compress(told.encode(), 9, mtime=0))
        for file in (there / "Packages", there / "Packages.gz"):
            sums += f" {_sum(file)} {file.stat().st_size} {file.relative_to(folder)}\n"
    text = (
        f"Origin: Companion\nLabel: Companion\nSuite: {SUITE}\nCodename: {SUITE}\n"
        f"Date: {format_datetime(release.date, usegmt=True)}\n"
        f"Architectures: {' '.join(ARCHITECTURES)}\nComponents: main\nSHA256:\n{sums}"
    )
    arguments = ("--local-user", release.key, "--digest-algo", "SHA512", "--clearsign")
    (folder / "InRelease").write_text(_gpg(*arguments, given=text), "utf-8")


def _stanza(package: Path) -> str:
    """Return the stanza of a package, which is next to `dists`, for apt."""
    size = package.stat().st_size
    return f"{_field(package)}\nFilename: {package.name}\nSize: {size}\nSHA256: {_sum(package)}\n"


def _field(package: Path, *names: str) -> str:
    """Return a field of a package's control file, or the complete file without a name."""
    return _said("dpkg-deb", "--field", str(package), *names)


def _images() -> list[Path]:
    return sorted(IMAGES.glob(IMAGE.format("*")))


def _missing_images() -> list[str]:
    """Return the names of the images that `make image` has not made, in the order of the kits."""
    kits = tomllib.loads(KITS.read_text("utf-8"))
    named = ("" if preset == kits["default"] else f"-{preset}" for preset in kits["presets"])
    return [name for name in map(IMAGE.format, named) if not (IMAGES / name).exists()]


def _os_list(url: str) -> str:
    """Return the image's list for Raspberry Pi Imager, with the address that serves the image."""

    def placed(entry: dict[str, Any]) -> dict[str, Any]:
        for key in ("url", "icon"):
            file = str(entry.get(key, "")).rpartition("/")[2]
            if file in {ICON.name, *(image.name for image in _images())}:
                entry[key] = f"{url}/{file}"
        return entry

    listed = json.loads(OS_LIST.read_text("utf-8"), object_hook=placed)
    return json.dumps(listed, indent=2, ensure_ascii=False) + "\n"


def _index(release: Release, package: str, others: list[str]) -> str:
    wheel, *sheets = others
    labels = ", ".join(f'<a href="{sheet}">{sheet}</a>' for sheet in sheets)
    image = "This release has none."
    if _images():
        image = (
            "In Raspberry Pi Imager 2: App Options, Content Repository, Edit, Use custom URL:"
            f" <code>{html.escape(release.url)}/{OS_LIST.name}</code>. Choose the Pi, Table "
            f"companion, and"
            " the card; it asks for Wi-Fi, name and user. Put the card in, and switch the Pi on."
        )
    page = Template(Path(__file__).with_name("index.html").read_text("utf-8"))
    values = {
        "version": release.version,
        "url": release.url,
        "key": release.key,
        "package": package,
    }
    return page.substitute(
        {name: html.escape(value) for name, value in values.items()},
        image=image,
        wheel=wheel,
        labels=labels,
        node=NODE,
    )


def _fingerprint(key: str) -> str:
    """Return the fingerprint of the one secret key that `key` names.

    Raises:
        NoReleaseError: there is none, or it expires too soon.
    """
    listed = _done("gpg", "--batch", "--with-colons", "--list-secret-keys", key).stdout.splitlines()
    prints = [after for line, after in pairwise(listed) if line.startswith("sec:")]
    if len(prints) != 1:
        there = "more than one secret key" if prints else "no secret key"
        raise NoReleaseError(f"gpg has {there} {key!r}: gpg --list-secret-keys names what it has.")
    fingerprint = prints[0].split(":")[9]
    for part in (line.split(":") for line in listed if line.startswith(("sec:", "ssb:"))):
        validity, expires, capabilities = part[1], part[6], part[11]
        # gpg signs with the newest subkey that may sign, and the key itself has to be valid too.
        if not expires or (
            part[0] == "ssb" and ("s" not in capabilities or validity in {"e", "r"})
        ):
            continue
        end = datetime.fromtimestamp(int(expires), UTC)
        if end < datetime.now(UTC) + MIN_LIFE:
            which = "" if part[0] == "sec" else " '*'"
            raise NoReleaseError(
                f"The key {fingerprint} expires on {end:%Y-%m-%d}, within five years: gpg "
                f"--quick-set-expire {fingerprint} 10y{which} extends it."
            )
    return fingerprint


def _gpg(*arguments: str, given: str = "") -> str:
    """Return gpg's output; if the key has a passphrase, gpg's agent asks for it."""
    done = _done("gpg", "--batch", "--quiet", *arguments, given=given)
    if done.returncode:
        raise NoReleaseError(f"gpg says {done.stderr.strip()!r}.")
    return done.stdout


def _said(*line: str) -> str:
    done = _done(*line)
    done.check_returncode()
    return done.stdout.strip()


def _done(*line: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(line, cwd=ROOT, input=given, capture_output=True, text=True, check=False)  # noqa: S603


def _sum(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


if __name__ == "__main__":
    sys.exit(main())
