"""Package versions rise with each commit, because apt installs only newer versions."""

import os
import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

from tests.deploy.roots import HOUSE

COMMITTED = (
    "2026-11-22T09:30:12",
    "2026-11-22T09:30:12",  # a rebase creates several commits in one second
    "2026-11-22T09:30:12",
    "2026-11-22T09:30:13",
    "2026-11-22T21:00:00",
    "2026-11-23T08:00:00",
    "2027-01-01T00:00:00",
)
"""The times of successive commits, UTC."""


def copied(tree: Path) -> Path:
    """Copy the files that determine the version, and return the script that prints it."""
    (tree / "deploy").mkdir(parents=True)
    shutil.copy(HOUSE / "pyproject.toml", tree)
    return Path(shutil.copy(HOUSE / "deploy" / "version.sh", tree / "deploy"))


def said(script: Path) -> str:
    return subprocess.run([script], capture_output=True, text=True, check=True).stdout.strip()


def commit(tree: Path, when: str) -> None:
    environ = {**os.environ, "GIT_COMMITTER_DATE": f"{when}+0000"}
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    line = [
        "/usr/bin/git",
        *who,
        "-C",
        str(tree),
        "commit",
        "--quiet",
        "--allow-empty",
        "--message",
        when,
    ]
    subprocess.run(line, env=environ, check=True)


def precedes(one: str, other: str) -> bool:
    compared = subprocess.run(
        ["/usr/bin/dpkg", "--compare-versions", one, "lt", other], check=False
    )
    return compared.returncode == 0


def test_version_rises_with_every_commit(tmp_path: Path) -> None:
    script = copied(tmp_path / "tree")
    subprocess.run(["/usr/bin/git", "init", "--quiet", str(tmp_path / "tree")], check=True)
    versions = []
    for when in COMMITTED:
        commit(tmp_path / "tree", when)
        versions.append(said(script))
    assert all(re.fullmatch(r"0\.1\.0\+git\d+\.[0-9a-f]{7,}", version) for version in versions), (
        versions
    )
    assert all(precedes(one, other) for one, other in pairwise(["0.1.0", *versions, "0.1.1"])), (
        versions
    )


def test_release_commit_has_the_version_of_its_tag(tmp_path: Path) -> None:
    script = copied(tmp_path / "tree")
    subprocess.run(["/usr/bin/git", "init", "--quiet", str(tmp_path / "tree")], check=True)
    commit(tmp_path / "tree", COMMITTED[0])
    subprocess.run(["/usr/bin/git", "-C", str(tmp_path / "tree"), "tag", "v0.1.0"], check=True)
    assert said(script) == "0.1.0"
    commit(tmp_path / "tree", COMMITTED[-1])
    assert said(script).startswith("0.1.0+git")


def test_tree_without_git_has_the_program_version(tmp_path: Path) -> None:
    assert said(copied(tmp_path / "tree")) == "0.1.0"


def test_debian_changelog_has_the_program_version() -> None:
    line = (HOUSE / "debian" / "changelog").read_text("utf-8").splitlines()[0]
    version = re.search(
        r'^version = "(.+)"$', (HOUSE / "pyproject.toml").read_text("utf-8"), re.MULTILINE
    )
    assert version is not None
    assert line.startswith(f"companion ({version[1]}) ")
