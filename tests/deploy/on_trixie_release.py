"""A release on Debian trixie: the tree builds there, and apt installs what the right key signed."""

import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.deploy.keys import NAME, signing
from tests.deploy.packages import built, copied
from tests.deploy.release_tree import ReleaseTree
from tests.deploy.roots import BOOTS, fresh, inside
from tests.deploy.steps import step


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


@pytest.fixture(scope="module")
def version(served: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The version of a release that is served twice, with two signatures.

    One is by the key named in the file for apt, the other by a key that uses the same name.
    """
    folder, address = served
    tree = ReleaseTree(tmp_path_factory.mktemp("clone") / "tree")
    tree.commit()
    tree.bring(built(version=tree.version()))
    for name in ("right", "wrong"):
        with signing() as environ:
            done = tree.release(environ, "--key", NAME, "--url", f"{address}/{name}", "--snapshot")
        assert done.returncode == 0, done.stderr
        tree.laid_out.rename(folder / name)
    return tree.version()


@pytest.fixture(scope="module")
def root(served: tuple[Path, str], version: str) -> Path:
    """A system that has the release as a source but has not installed it yet."""
    folder, _ = served
    root = fresh(
        "trixie",
        folder / "right" / f"companion_{version}_all.deb",
        architecture="amd64",
        including=BOOTS,
    )
    shutil.copy(folder / "right" / "companion.sources", root / "etc/apt/sources.list.d")
    return root


@pytest.mark.attack("update", "offer an update with another signature", "apt rejects it")
def test_apt_rejects_packages_signed_by_another_key(root: Path) -> None:
    sources = root / "etc/apt/sources.list.d/companion.sources"
    told = sources.read_text("ascii")
    sources.write_text(told.replace("/right\n", "/wrong\n"), "ascii")
    with pytest.raises(AssertionError, match=r"wrong trixie InRelease' is not signed"):
        inside(root, "apt-get", "update")
    with pytest.raises(AssertionError, match="Unable to locate package companion"):
        inside(root, "apt-get", "install", "-y", "companion")
    sources.write_text(told, "ascii")


def test_apt_installs_packages_signed_by_the_right_key(
    root: Path, served: tuple[Path, str], version: str
) -> None:
    inside(root, "apt-get", "update")
    said = inside(root, "apt-get", "install", "-y", "companion")
    assert f"{served[1]}/right trixie/main amd64 companion all {version}" in said
    assert (
        inside(root, "dpkg-query", "-W", "-f", "${Version} ${Status}", "companion")
        == f"{version} install ok installed"
    )
    assert "Ninety-nine" in inside(root, "companion", "variants")


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
