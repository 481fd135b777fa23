"""The package of this tree, and its predecessor."""

import os
import shutil
import subprocess
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from tests.deploy.roots import HOUSE, KEPT
from tests.deploy.steps import step

PROGRAM = (
    "companion",
    "firmware",
    "hardware",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
)

DEPLOYED = ("debian", "deploy", "docs", "CONTRIBUTING.md", "SECURITY.md")

OLDER = "0.0.1"
"""Below all released versions."""


CONTROL = """Package: {name}
Version: {version}
Architecture: {architecture}
Maintainer: Ann
Description: a box
 of cards
"""


class Edit(NamedTuple):
    """A replacement of `old` by `new` in `file`; `old` occurs there exactly once."""

    file: str
    old: str
    new: str


def built(tree: Path = HOUSE, version: str = "") -> Path:
    """Build the package of `tree`, with its own `version` if one is given."""
    line = [str(tree / "deploy" / "build-deb.sh"), *([version] if version else [])]
    # Outputs of `make deb`; an older commit has its own pages.
    brought = (
        HOUSE / "build" / "manpage" / "bin",
        HOUSE / "build" / "esbuild" / "node_modules" / ".bin",
    )
    environ = {**os.environ, "PATH": ":".join([*map(str, brought), os.environ["PATH"]])}
    with step("a package is built"):
        done = subprocess.run(line, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return Path(done.stdout.strip())


def previous() -> Path:
    """Build the previous package: of the commit in PREVIOUS, else of this tree with a lower
    version.

    The packaging also comes from that commit, because it names modules of the program.
    """
    tree = _new_tree("previous")
    commit = os.environ.get("PREVIOUS", "")
    if commit:
        _taken((), f"git archive {quote(commit)}", tree)
    else:
        _taken((*PROGRAM, *DEPLOYED), "tar -c", tree)
    return built(tree, OLDER)


def changed(version: str, *edits: Edit) -> Path:
    """Build the package of this tree with `edits` applied, as `version`."""
    tree = _new_tree(f"version-{version}")
    _taken((*PROGRAM, *DEPLOYED), "tar -c", tree)
    for edit in edits:
        file = tree / edit.file
        text = file.read_text("utf-8")
        assert text.count(edit.old) == 1, f"{edit.file} has no place for {edit.new!r}"
        file.write_text(text.replace(edit.old, edit.new), "utf-8")
    return built(tree, version)


def _new_tree(name: str) -> Path:
    tree = KEPT / name
    if tree.exists():
        shutil.rmtree(tree)
    tree.mkdir(parents=True)
    return tree


def copied(tree: Path) -> None:
    """Copy the files that are installed from this tree, as in a fresh clone."""
    tree.mkdir(parents=True)
    _taken((*PROGRAM, *DEPLOYED), "tar -c", tree)


def _taken(parts: tuple[str, ...], packing: str, tree: Path) -> None:
    line = f"{packing} {' '.join(parts)} | tar -x -C {quote(str(tree))}"
    subprocess.run(["/bin/bash", "-o", "pipefail", "-c", line], cwd=HOUSE, check=True)


def packed(folder: Path, name: str, version: str, architecture: str, depends: str = "") -> Path:
    """A package with nothing in it."""
    control = folder / name / "DEBIAN" / "control"
    control.parent.mkdir(parents=True)
    text = CONTROL.format(name=name, version=version, architecture=architecture)
    control.write_text(f"{text}Depends: {depends}\n" if depends else text, "utf-8")
    made = folder / f"{name}_{version}_{architecture}.deb"
    subprocess.run(
        ["/usr/bin/dpkg-deb", "--build", str(folder / name), str(made)],
        capture_output=True,
        check=True,
    )
    return made
