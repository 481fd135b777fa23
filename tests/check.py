"""`make check`: the tests of the packages that have changed since a commit,
or that import a module that has.

    python -m tests.check [BASE]

BASE is HEAD unless it is given: then the changes are those that are not committed. Before a change
lands, `make test` runs everything, because a change may also show farther up.
"""

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

import grimp
import pytest

from tests.proofs import ROOT, imports

ELSEWHERE = {
    "companion/core": ("tests/games",),
    "companion/phone/static": ("tests/phone_page", "tests/phones", "tests/web"),
    "companion/simulation/static": ("tests/simulation", "tests/web"),
    "companion/web/static": (
        "tests/phone_page",
        "tests/phones",
        "tests/simulation",
        "tests/words",
        "tests/web",
    ),
}
"""Tests that are in a folder with another name."""


def changed(base: str) -> list[str]:
    """Return the paths that differ from the commit, new ones included."""
    differ = ["git", "diff", "--name-only", base]
    new = ["git", "ls-files", "--others", "--exclude-standard"]
    return [line for command in (differ, new) for line in _lines(command)]


def _lines(command: list[str]) -> list[str]:
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def affected(paths: Iterable[str], graph: grimp.ImportGraph) -> set[str]:
    """Return the files and folders of tests for these changes."""
    return {test for path in paths for test in _affected_by(path, graph)}


def _affected_by(path: str, graph: grimp.ImportGraph) -> Iterator[str]:
    if path.startswith("companion/games/") and path.endswith(".js"):
        path = "companion/phone/static"  # it is a part of that page
    for folder, tests in ELSEWHERE.items():
        if path.startswith(folder):
            yield from tests
            return
    module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    if module not in graph.modules:
        yield from _folder_of(path)
    elif module.startswith("tests."):
        for each in {module, *graph.find_downstream_modules(module)}:
            yield from _tests_in(each)
    else:
        for each in {module, *graph.find_modules_that_directly_import(module)}:
            yield from (
                _tests_in(each) if each.startswith("tests.") else _folder_of(each.replace(".", "/"))
            )


def _tests_in(module: str) -> Iterator[str]:
    folder, _, name = module.replace(".", "/").rpartition("/")
    if name.startswith("test_"):
        yield f"{folder}/{name}.py"
    elif name == "conftest" and folder != "tests":
        yield folder


def _folder_of(path: str) -> Iterator[str]:
    """Yield the test folder for the path's folder, or for the nearest one above that has tests."""
    package = PurePosixPath("tests", path.removeprefix("companion/").removeprefix("tests/")).parent
    for folder in (package, *package.parents):
        if len(folder.parts) > 1 and any((ROOT / folder).rglob("test_*.py")):
            yield str(folder)
            return


def main() -> int:
    """Run ruff, mypy (fast after the first run), and the tests of what has changed."""
    tests = sorted(affected(changed(*(sys.argv[1:] or ["HEAD"])), imports()))
    run = [sys.executable, "-m"]
    commands = [[*run, "ruff", "check", "."], [*run, "mypy"]]
    if tests:
        commands.append([*run, "pytest", "--numprocesses", "auto", "--dist", "worksteal", *tests])
    sys.stdout.write(f"To check: {' '.join(tests) or 'no tests'}\n")
    sys.stdout.flush()
    codes = (subprocess.call(command, cwd=ROOT) for command in commands)
    return next((code for code in codes if code not in {0, pytest.ExitCode.NO_TESTS_COLLECTED}), 0)


if __name__ == "__main__":
    sys.exit(main())
