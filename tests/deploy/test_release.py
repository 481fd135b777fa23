"""A release: its signatures, its files, and the reasons to refuse one."""

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.deploy.keys import NAME, signing, verified
from tests.deploy.packages import packed
from tests.deploy.release_tree import URL, ReleaseTree
from tests.docs.downloads import download_table

KEYRING = "companion-archive-keyring.gpg"
ASKED = ("--key", NAME, "--url", URL)
ALWAYS = {
    *(
        "SHA256SUMS",
        "SHA256SUMS.asc",
        "companion.asc",
        "companion-node-pico.txt",
        "companion-node-pico.uf2",
        "companion-node.zip",
        "dists",
        "index.html",
        "labels-a4-189.pdf",
        "labels-letter-154.pdf",
    ),
    "table_companion-0.1.0-py3-none-any.whl",
}


@pytest.fixture(scope="module")
def environ() -> Iterator[dict[str, str]]:
    with signing() as environ:
        yield environ


@pytest.fixture
def tree(tmp_path: Path) -> ReleaseTree:
    tree = ReleaseTree(tmp_path / "tree")
    tree.bring(packed(tmp_path, "companion", "0.1.0", "all"))
    return tree


IMAGES = ("companion-arm64.img.xz", "companion-arm64-lights.img.xz")


def image(tree: ReleaseTree, made: float | None = None) -> None:
    """Write what `make image` writes, with the modification time `made` or the current one."""
    folder = tree.path / "build" / "image"
    folder.mkdir()
    (folder / "companion.png").write_bytes(b"a picture")
    listed = []
    for name in IMAGES:
        (folder / name).write_bytes(b"an image")
        here = {"url": f"file:///x/{name}", "icon": "file:///x/companion.png"}
        listed.append({"name": "Companion", **here, "extract_size": 8})
    (folder / "os_list.json").write_text(json.dumps({"os_list": listed}), "utf-8")
    packed(folder, "python3-lgpio", "0.2.2", "arm64")
    if made is not None:
        for name in IMAGES:
            os.utime(folder / name, (made, made))


def begun(tree: ReleaseTree, environ: dict[str, str], *asked: str) -> Path:
    """What the package takes along of a release."""
    done = tree.release(environ, *ASKED, *asked, "--begin")
    assert (done.returncode, done.stderr) == (0, "")
    return tree.path / "build" / "archive"


def summed(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def named(tree: ReleaseTree, architecture: str) -> str:
    """Return apt's index of the packages for `architecture`."""
    text = (tree.laid_out / f"dists/trixie/main/binary-{architecture}/Packages").read_text("utf-8")
    with gzip.open(
        tree.laid_out / f"dists/trixie/main/binary-{architecture}/Packages.gz", "rt"
    ) as packed:
        assert packed.read() == text
    return text


def test_release_has_all_files_signed(tree: ReleaseTree, environ: dict[str, str]) -> None:
    done = tree.release(environ, *ASKED)
    assert done.returncode == 0, done.stderr
    assert "It has no companion-arm64.img.xz, no companion-arm64-phones.img.xz, " in done.stdout
    files = {file.name for file in tree.laid_out.iterdir()}
    assert files == ALWAYS | {"companion_0.1.0_all.deb"}
    key = begun(tree, environ) / KEYRING
    verified(tree.laid_out / "SHA256SUMS.asc", key, tree.laid_out / "SHA256SUMS")
    listed = dict(
        line.split("  ")[::-1] for line in (tree.laid_out / "SHA256SUMS").read_text().splitlines()
    )
    assert listed.keys() == files - {"SHA256SUMS", "SHA256SUMS.asc", "dists"}
    assert all(summed(tree.laid_out / name) == told for name, told in listed.items())
    assert f"{URL}/companion_0.1.0_all.deb" in (tree.laid_out / "index.html").read_text("utf-8")


def test_apt_finds_each_package_in_the_signed_index(
    tree: ReleaseTree, environ: dict[str, str]
) -> None:
    image(tree)
    assert tree.release(environ, *ASKED).returncode == 0
    there = tree.laid_out / "dists/trixie"
    told = verified(there / "InRelease", begun(tree, environ) / KEYRING).decode()
    assert "Suite: trixie\n" in told
    assert "Date: Sun, 22 Nov 2026 09:30:12 GMT\n" in told
    assert "Architectures: amd64 arm64 armhf\n" in told
    for architecture in ("amd64", "arm64", "armhf"):
        for file in (there / "main" / f"binary-{architecture}").iterdir():
            assert f" {summed(file)} {file.stat().st_size} {file.relative_to(there)}\n" in told
    first, second = named(tree, "arm64").split("\n\n")
    assert first.startswith("Package: companion\n")
    package = tree.laid_out / "companion_0.1.0_all.deb"
    assert first.endswith(f"\nSize: {package.stat().st_size}\nSHA256: {summed(package)}")
    assert f"\nFilename: {package.name}\n" in first
    assert "\nFilename: python3-lgpio_0.2.2_arm64.deb\n" in second
    assert named(tree, "amd64") == f"{first}\n"


def test_package_contains_the_source_of_its_updates(
    tree: ReleaseTree, environ: dict[str, str]
) -> None:
    told = (begun(tree, environ) / "companion.sources").read_text("ascii")
    head, key = told.split("Signed-By: ")
    assert head == f"Types: deb\nURIs: {URL}\nSuites: trixie\nComponents: main\n"
    assert key == f"/usr/share/keyrings/{KEYRING}\n"
    assert not tree.laid_out.exists()


@pytest.mark.parametrize("subkey", [False, True])
def test_key_that_expires_within_five_years_is_refused(tree: ReleaseTree, *, subkey: bool) -> None:
    with signing(until="never" if subkey else "4y") as environ:
        if subkey:
            add = ["gpg", "--batch", "--passphrase", "", "--quick-add-key", fingerprint(environ)]
            subprocess.run([*add, "ed25519", "sign", "4y"], env=environ, check=True)
        done = tree.release(environ, *ASKED)
        extends = f"gpg --quick-set-expire {fingerprint(environ)} 10y{' *' if subkey else ''}"
        assert extends in done.stderr.replace("'", "")
        assert not tree.laid_out.exists()
        subprocess.run(["/usr/bin/gpg", "--batch", *extends.split()[1:]], env=environ, check=True)
        assert tree.release(environ, *ASKED).returncode == 0


def fingerprint(environ: dict[str, str]) -> str:
    line = ["gpg", "--with-colons", "--list-secret-keys"]
    told = subprocess.run(line, env=environ, capture_output=True, text=True, check=True).stdout
    return told.split("fpr:::::::::")[1].split(":")[0]


def test_next_key_signs_only_what_comes_later(tree: ReleaseTree, tmp_path: Path) -> None:
    signed = tree.laid_out / "SHA256SUMS.asc", tree.laid_out / "SHA256SUMS"
    with signing(NAME, "Next <next@example.org>") as environ:
        before = tmp_path / KEYRING
        shutil.copy(begun(tree, environ) / KEYRING, before)
        both = begun(tree, environ, "--next", "next@example.org") / KEYRING
        tree.release(environ, *ASKED, "--next", "next@example.org")
        verified(signed[0], before, signed[1])
        tree.release(environ, "--key", "next@example.org", "--url", URL)
        verified(signed[0], both, signed[1])
        with pytest.raises(subprocess.CalledProcessError):
            verified(signed[0], before, signed[1])


def test_image_is_released_with_its_download_address(
    tree: ReleaseTree, environ: dict[str, str]
) -> None:
    image(tree)
    done = tree.release(environ, *ASKED)
    lacks = "no companion-arm64-phones.img.xz, no companion-arm64-wired.img.xz"
    assert f"It has {lacks}: make image PRESETS=all first.\n" in done.stdout
    beside = {
        *IMAGES,
        "companion.png",
        "os_list.json",
        "python3-lgpio_0.2.2_arm64.deb",
    }
    assert {file.name for file in tree.laid_out.iterdir()} == ALWAYS | beside | {
        "companion_0.1.0_all.deb"
    }
    entries = json.loads((tree.laid_out / "os_list.json").read_text("utf-8"))["os_list"]
    icon = f"{URL}/companion.png"
    assert entries == [
        {"name": "Companion", "url": f"{URL}/{name}", "icon": icon, "extract_size": 8}
        for name in IMAGES
    ]
    assert f"{URL}/os_list.json" in (tree.laid_out / "index.html").read_text("utf-8")


def test_same_commit_releases_the_same_bytes(tree: ReleaseTree, environ: dict[str, str]) -> None:
    def files() -> dict[str, bytes]:
        signed = {"SHA256SUMS.asc", "InRelease"}
        there = (
            file for file in tree.laid_out.rglob("*") if file.is_file() and file.name not in signed
        )
        return {str(file): file.read_bytes() for file in there}

    image(tree)
    tree.release(environ, *ASKED)
    once = files()
    (tree.laid_out / "of-the-release-before").touch()
    tree.release(environ, *ASKED)
    assert files() == once


def test_commit_without_a_tag_is_released_as_a_snapshot(
    tree: ReleaseTree, environ: dict[str, str], tmp_path: Path
) -> None:
    tree.commit()
    version = tree.version()
    assert version.startswith("0.1.0+git")
    tree.bring(packed(tmp_path / "snapshot", "companion", version, "all"))
    assert tree.release(environ, *ASKED, "--snapshot").returncode == 0
    assert f"\nVersion: {version}\n" in named(tree, "arm64")


def test_release_includes_labels_and_firmware(tree: ReleaseTree, environ: dict[str, str]) -> None:
    tree.release(environ, *ASKED)
    page = (tree.laid_out / "index.html").read_text("utf-8")
    links = ("labels-a4-189.pdf", "companion-node-pico.uf2", "companion-node.zip")
    assert {f'href="{name}"' for name in links} <= set(page.replace(">", " ").split())
    with ZipFile(tree.laid_out / "companion-node.zip") as packed:
        files = {
            entry.filename: (packed.read(entry), entry.date_time) for entry in packed.infolist()
        }
    names = ("main.py", "manifest.json", "node/link.mpy")
    assert files == {
        f"companion-node/{name}": (name.encode(), (2026, 11, 22, 9, 30, 12)) for name in names
    }


def publish(tree: ReleaseTree, url: str) -> None:
    """Set the address of releases in a commit with the tag."""
    (tree.path / "deploy/release/release.toml").write_text(f'base_url = "{url}"\n', "utf-8")
    tree.commit()
    tree.git("tag", "--force", "v0.1.0")


def test_release_is_made_for_the_address_of_the_setting(
    tree: ReleaseTree, environ: dict[str, str]
) -> None:
    publish(tree, f"{URL}/")
    image(tree)
    assert tree.release(environ, "--key", NAME, "--begin").returncode == 0
    assert tree.release(environ, "--key", NAME).returncode == 0
    sources = (tree.path / "build/archive/companion.sources").read_text("ascii")
    assert f"URIs: {URL}\n" in sources
    assert f'"{URL}/companion-arm64.img.xz"' in (tree.laid_out / "os_list.json").read_text("utf-8")
    assert f"{URL}/os_list.json" in (tree.laid_out / "index.html").read_text("utf-8")
    downloads = re.findall(rf"\]\({URL}/([^)]+)\)", download_table(URL, "0.1.0"))
    assert set(downloads) <= {file.name for file in tree.laid_out.iterdir()}
    assert len(downloads) == 7


def retagged(tree: ReleaseTree) -> None:
    tree.git("tag", "--delete", "v0.1.0")
    tree.git("tag", "v0.0.9")


def ready(_: ReleaseTree) -> None:
    """Leave the tree as it is: it can be released."""


REFUSED: dict[str, tuple[Callable[[ReleaseTree], None], tuple[str, ...], str]] = {
    "nobody signs": (ready, ("--url", URL), "gpg --quick-generate-key"),
    "a key that gpg does not have": (
        ready,
        ("--key", "b@example.org", "--url", URL),
        "no secret key 'b@example.org'",
    ),
    "nothing is published": (
        lambda tree: publish(tree, ""),
        ("--key", NAME),
        "base_url in deploy/release/release.toml",
    ),
    "changes": (lambda tree: (tree.path / "new").touch(), ASKED, "not committed"),
    "no tag": (ReleaseTree.commit, ASKED, "no tag v0.1.0: git tag v0.1.0, or SNAPSHOT=1"),
    "the tag of another version": (
        retagged,
        ASKED,
        "no tag v0.1.0",
    ),
    "an image of another commit": (
        lambda tree: image(tree, 0),
        ASKED,
        "older than the commit: make image",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
@pytest.mark.parametrize("check", [(), ("--begin",)])
def test_refused_release_reports_the_reason_in_one_sentence(
    tree: ReleaseTree, environ: dict[str, str], case: str, check: tuple[str, ...]
) -> None:
    change, asked, reason = REFUSED[case]
    change(tree)
    done = tree.release(environ, *asked, *check)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("No release: ")
    assert reason in done.stderr
    assert done.stderr.endswith(" Nothing was written.\n")
    assert not tree.laid_out.exists()


@pytest.mark.parametrize(
    ("folder", "target"), [("labels", "labels"), ("firmware", "firmware"), ("node", "node-uf2")]
)
def test_release_is_refused_if_a_part_is_missing(
    tree: ReleaseTree, environ: dict[str, str], folder: str, target: str
) -> None:
    shutil.rmtree(tree.path / "build" / folder)
    done = tree.release(environ, *ASKED)
    assert f"make {target}." in done.stderr
    assert not tree.laid_out.exists()


def test_package_of_another_commit_is_not_released(
    tree: ReleaseTree, environ: dict[str, str]
) -> None:
    tree.commit()
    done = tree.release(environ, *ASKED, "--snapshot")
    assert (
        done.stderr
        == "No release: build has no deb of this commit: make deb. Nothing was written.\n"
    )
    assert tree.release(environ, *ASKED, "--snapshot", "--begin").returncode == 0
    assert not tree.laid_out.exists()
