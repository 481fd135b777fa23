"""The README below /usr/share/doc/companion: the targets of its links are installed too."""

import re
from pathlib import Path, PurePosixPath

import pytest

from tests.docs.pages import ROOT

DEBIAN = ROOT / "debian"
DOC = PurePosixPath("usr/share/doc/companion")
MODULES = PurePosixPath("usr/lib/python3/dist-packages/companion")


def listed(name: str) -> list[tuple[str, PurePosixPath]]:
    """Return the pairs in one of debhelper's lists: the file, and where it is installed."""
    pairs = (line.split() for line in (DEBIAN / name).read_text("utf-8").splitlines())
    return [(what, PurePosixPath(where)) for what, where in pairs]


@pytest.fixture(scope="module")
def installed() -> dict[PurePosixPath, Path]:
    """Return the files of the source tree by their place in the package."""
    files = {
        folder / file.name: file
        for pattern, folder in listed("companion.install")
        if folder.is_relative_to(DOC)
        for file in ROOT.glob(pattern)
    }
    for target, name in listed("companion.links"):
        if PurePosixPath(target) == MODULES:
            tree = ROOT / "companion"
            files |= {name / path.relative_to(tree).as_posix(): path for path in tree.rglob("*")}
        elif name.is_relative_to(DOC):
            files[name] = DEBIAN / PurePosixPath(target).name
    return files


def links(page: Path) -> set[str]:
    """Return the targets of a page's links, except those on the web and within the page."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {link for link in re.findall(r"\]\(([^)#\s]+)", text) if ":" not in link}


def resolved(place: PurePosixPath, link: str) -> PurePosixPath:
    """Return the target of a `link` on the page at a `place`."""
    parts: list[str] = []
    for part in (place.parent / link).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return PurePosixPath(*parts)


def test_every_link_of_the_readme_has_an_installed_target(
    installed: dict[PurePosixPath, Path],
) -> None:
    place = DOC / "README.md"
    found = links(installed[place])
    assert len(found) > 10
    assert {link for link in found if resolved(place, link) not in installed} == set()
    assert all(file.exists() for file in installed.values())


def test_installed_pages_link_to_each_other(installed: dict[PurePosixPath, Path]) -> None:
    pages = {place: file for place, file in installed.items() if file.suffix == ".md"}
    missing = {
        (str(place), link)
        for place, file in pages.items()
        for link in links(file)
        if link.endswith(".md") and resolved(place, link) not in installed
    }
    assert missing == set()
