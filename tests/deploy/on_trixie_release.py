"""A release on Debian trixie: the tree builds there, and apt installs what the right key signed."""

import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest

from tests.deploy.keys import NAME, signing
from tests.deploy.packages import built, copied
from tests.deploy.release_tree import ReleaseTree
from tests.deploy.roots import BOOTS, fresh, inside
from tests.deploy.steps import step

NEXT = "The next key <next@example.org>"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Print nothing, because the test run is the report."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """Yield the folder of a web server, and its address.

    A system that is not booted uses the network of the test machine.
    """
    folder = tmp_path_factory.mktemp("served")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield folder, f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


class Archive(NamedTuple):
    """A repository for apt at one or several addresses, and the source tree of its packages."""

    tree: ReleaseTree
    house: Path
    folder: Path
    address: str

    def publish(self, name: str, environ: dict[str, str], key: str, *given: str) -> str:
        """Publish a new release, signed with `key`, at the address `name`; return its version."""
        self.tree.commit()
        version = self.tree.version()
        asked = ("--key", key, "--url", f"{self.address}/{name}", "--snapshot", *given)
        self._release(environ, *asked, "--begin")
        taken = self.house / "build" / "archive"
        shutil.copytree(self.tree.path / "build" / "archive", taken, dirs_exist_ok=True)
        self.tree.bring(built(self.house, version))
        self._release(environ, *asked)
        shutil.rmtree(self.folder / name, ignore_errors=True)
        self.tree.laid_out.rename(self.folder / name)
        return version

    def package(self, name: str) -> Path:
        """Return the package published at the address `name`."""
        (package,) = (self.folder / name).glob("companion_*_all.deb")
        return package

    def _release(self, environ: dict[str, str], *asked: str) -> None:
        done = self.tree.release(environ, *asked)
        assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def archive(served: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> Archive:
    folder = tmp_path_factory.mktemp("clone")
    copied(folder / "house")
    return Archive(ReleaseTree(folder / "tree"), folder / "house", *served)


@pytest.fixture(scope="module")
def keys() -> Iterator[dict[str, str]]:
    """The makers' keys: the signing one, and its successor."""
    with signing(NAME, NEXT) as environ:
        yield environ


@pytest.fixture(scope="module")
def root(archive: Archive, keys: dict[str, str]) -> Path:
    """A system without the box but with the package of its first release."""
    with signing() as stranger:
        archive.publish("wrong", stranger, NAME)
    archive.publish("right", keys, NAME)
    return fresh("trixie", archive.package("right"), architecture="amd64", including=BOOTS)


def installed(root: Path) -> str:
    return inside(root, "dpkg-query", "-W", "-f", "${Version} ${Status}", "companion")


def test_package_of_a_release_adds_its_repository(root: Path, archive: Archive) -> None:
    inside(root, "apt-get", "install", "-y", "/root/companion.deb")
    assert "Ninety-nine" in inside(root, "companion", "variants")
    inside(root, "apt-get", "update")
    assert f"{archive.address}/right trixie/main amd64" in inside(
        root, "apt-cache", "policy", "companion"
    )


@pytest.mark.attack("update", "offer an update with another signature", "apt rejects it")
def test_apt_rejects_packages_signed_by_another_key(root: Path) -> None:
    sources = root / "etc/apt/sources.list.d/companion.sources"
    told = sources.read_text("ascii")
    sources.write_text(told.replace("/right\n", "/wrong\n"), "ascii")
    with pytest.raises(AssertionError, match=r"wrong trixie InRelease' is not signed"):
        inside(root, "apt-get", "update")
    sources.write_text(told, "ascii")


def test_update_installs_the_key_of_later_ones(
    root: Path, archive: Archive, keys: dict[str, str]
) -> None:
    for key, given in ((NAME, ("--next", NEXT)), (NEXT, ())):
        version = archive.publish("right", keys, key, *given)
        inside(root, "apt-get", "update")
        inside(root, "apt-get", "install", "-y", "companion")
        assert installed(root) == f"{version} install ok installed"


def test_tree_builds_without_a_network() -> None:
    root = fresh("trixie", None, architecture="amd64", including=BOOTS)
    copied(root / "companion")
    shutil.rmtree(root / "companion/companion/web/built", ignore_errors=True)
    with step("what the package is built with is installed"):
        inside(root, "apt-get", "build-dep", "-qq", "-y", "--no-install-recommends", "/companion")
    build = "cd /companion && unshare --net dpkg-buildpackage --build=binary --unsigned-changes"
    inside(root, "sh", "-c", build)
    (package,) = root.glob("companion_*_all.deb")
    content = inside(root, "dpkg-deb", "--contents", f"/{package.name}")
    for file in (
        "man1/companion.1.gz",
        "web/built/phone.html",
        "system/companion.service",
        "60-companion.rules",
        "90-companion-stick.rules",
    ):
        assert file in content
