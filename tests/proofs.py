"""Slow proofs that rarely change: run again only when something that they depend on has changed.

    python -m tests.proofs [--all]

The tests of a proof have the mark `proof`. For each proof `proved.txt` holds a hash of its tests,
of the modules that they import, of its other files, and of the pinned versions of its tools. `make
test` runs the proofs whose hash has changed, `make test-full` runs all. A successful proof writes
its hash, to be committed with the change; nothing else writes it.
"""

import argparse
import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import grimp

from tests import cost

ROOT = Path(__file__).parents[1]
PROVED = Path(__file__).with_name("proved.txt")


class Proof(NamedTuple):
    """The dependencies of a proof: paths and patterns from the project's folder.

    Attributes:
        tests: files or folders; only their tests with the mark `proof` are run.
        files: other dependencies than the modules that the tests import.
        tools: distributions that pyproject.toml pins to one version.
        needs: targets of make that install other tools. A test or a file of the proof names their
            version, but for the browser and esbuild, which systems update.
        follows_imports: false if the tests start the whole program, but look at its pages only.
    """

    tests: tuple[str, ...]
    files: tuple[str, ...]
    tools: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    follows_imports: bool = True


PROOFS = {
    "case": Proof(
        tests=("tests/hardware/test_case.py",),
        files=("hardware/case/**/*",),
        tools=("manifold3d", "trimesh"),
        needs=("openscad",),
    ),
    "link": Proof(
        tests=("tests/firmware/test_link.py",),
        files=("firmware/**/*.py", "tests/firmware/**/*"),  # package.json pins MicroPython
        needs=("build/micropython/.installed",),
    ),
    "pages": Proof(
        tests=(
            "tests/phone_page/test_game_set_up.py",
            "tests/phone_page/test_rule_layout.py",
            "tests/phones/test_axe.py",
            "tests/simulation/test_page_layout.py",
            "tests/simulation/test_page_layout_tricks.py",
        ),
        files=(
            "companion/*/static/**/*",
            "companion/languages/*.po",
            "deploy/pages/*",
            "tests/browser.py",
            "tests/fits.py",
            "tests/readable.js",
            "tests/phone_page/[!t]*.py",  # helpers of the tests
            "tests/phone_page/table*.py",
            "tests/phones/[!t]*",
            "tests/phones/tour.py",
            "tests/simulation/[!t]*.py",
            "tests/simulation/trick_table.py",
        ),
        needs=("pages", "browser", "build/axe/.installed"),
        follows_imports=False,
    ),
}


def fingerprint(proof: Proof) -> str:
    """Return the hash of everything that the proof depends on."""
    told = hashlib.sha256()
    for file in sorted({*_matching(*proof.tests, *proof.files), *_imported(proof)}):
        told.update(f"{file.relative_to(ROOT).as_posix()} {file.stat().st_size}\n".encode())
        told.update(file.read_bytes())
    for tool in proof.tools:
        told.update(_pinned(tool).encode())
    return told.hexdigest()


def _matching(*patterns: str) -> Iterator[Path]:
    for pattern in patterns:
        folder = "/**/*.py" if (ROOT / pattern).is_dir() else ""
        found = [file for file in ROOT.glob(pattern + folder) if file.is_file()]
        if not found:
            raise FileNotFoundError(f"{pattern!r} names no file: correct it in {__name__}")
        yield from (file for file in found if file.suffix != ".pyc")


def _imported(proof: Proof) -> Iterator[Path]:
    """Yield the modules of `companion` and `tests` that the tests import, even indirectly."""
    if proof.follows_imports:
        for test in proof.tests:
            module = test.removesuffix(".py").replace("/", ".")
            for imported in imports().find_upstream_modules(module):
                path = ROOT / imported.replace(".", "/")
                yield path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def imports() -> grimp.ImportGraph:
    """Return the graph of imports in the program and its tests."""
    return grimp.build_graph("companion", "tests", cache_dir=None)


def _pinned(tool: str) -> str:
    """Return the version to which pyproject.toml pins a tool.

    Raises:
        ValueError: it is not pinned to one version.
    """
    found = re.search(rf'"{tool}==([^"]+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    if found is None:
        raise ValueError(f"pyproject.toml pins {tool!r} to no version: write {tool}==...")
    return found[0]


def main() -> int:
    """Run the proofs that are due; return the exit code of the first that fails."""
    parser = argparse.ArgumentParser(description="Run the proofs whose files have changed.")
    parser.add_argument("--all", action="store_true", help="run every proof")
    given = parser.parse_args()
    environ = {name: value for name, value in os.environ.items() if name != cost.TESTS}
    proved = dict(line.split() for line in PROVED.read_text("ascii").splitlines())
    for name, proof in PROOFS.items():
        now = fingerprint(proof)
        if proved.get(name) == now and not given.all:
            continue
        sys.stdout.write(f"Proving the {name}, which has changed or has to be proved\n")
        sys.stdout.flush()
        for command in (
            ["make", "--no-print-directory", *proof.needs],
            [sys.executable, "-m", "pytest", "--proofs", "--numprocesses", "auto", *proof.tests],
        ):
            if code := subprocess.call(command, cwd=ROOT, env=environ):
                return code
        proved[name] = now
        PROVED.write_text("".join(f"{each} {proved[each]}\n" for each in sorted(proved)), "ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main())
