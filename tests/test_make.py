"""Each Python has an environment of its own, made by that Python."""

import shutil
import subprocess
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
STAND_IN = """#!/bin/sh
[ "$1" = -c ] && exec echo {version}
for folder; do :; done
rm -rf "$folder"
mkdir -p "$folder/bin" "$folder/lib/python{version}/site-packages/pip"
printf "#!/bin/sh\\n" > "$folder/bin/pip"
chmod +x "$folder/bin/pip"
touch "$folder/bin/python"
"""
"""A Python that says its version and makes environments, without any packages."""


class Folder:
    """A fresh clone and Pythons in the path; python3 is the first of them."""

    def __init__(self, path: Path, *versions: str) -> None:
        self.path = path
        self.programs = path / "programs"
        self.programs.mkdir()
        for name in ("Makefile", "pyproject.toml"):
            shutil.copy(HOUSE / name, path)
        for version in versions:
            self.bring(f"python{version}", version)
        self.bring("python3", versions[0])

    def bring(self, name: str, version: str) -> None:
        """From now on the Python of that name is this one."""
        program = self.programs / name
        program.write_text(STAND_IN.format(version=version))
        program.chmod(0o755)

    def make(self, target: str, *given: str) -> str:
        """What it says; `target` is made."""
        environ = {"PATH": f"{self.programs}:/usr/bin:/bin"}
        line = ["/usr/bin/make", target, *given]
        return subprocess.run(
            line, cwd=self.path, env=environ, text=True, capture_output=True, check=True
        ).stdout

    @property
    def environments(self) -> dict[str, list[str]]:
        """Their names, and the Pythons that each holds packages of."""
        return {
            each.parent.name: sorted(python.name for python in each.iterdir())
            for each in sorted(self.path.glob(".venv*/lib"))
        }


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path, "3.11", "3.13")


def test_python3_has_the_environment_that_the_readme_names(folder: Folder) -> None:
    folder.make(".venv/.dev", "PYTHON=python3.11")
    assert folder.environments == {".venv": ["python3.11"]}
    assert folder.make(".venv/.dev") == "make: '.venv/.dev' is up to date.\n"


def test_another_python_has_one_beside_it(folder: Folder) -> None:
    folder.make(".venv/.dev")
    folder.make(".venv-3.13/.dev", "PYTHON=python3.13")
    assert folder.environments == {".venv": ["python3.11"], ".venv-3.13": ["python3.13"]}
    assert folder.make("lint", "PYTHON=python3.13", "--dry-run").startswith(".venv-3.13/bin/ruff")


def test_a_python_that_is_not_there_is_named(folder: Folder) -> None:
    with pytest.raises(subprocess.CalledProcessError) as ended:
        folder.make("test", "PYTHON=python3.12")
    assert "python3.12 cannot be run: install it" in ended.value.stderr
    assert folder.environments == {}


def test_an_environment_of_the_python_before_an_upgrade_is_made_anew(folder: Folder) -> None:
    folder.make(".venv/.dev")
    folder.bring("python3", "3.13")
    assert ".venv/bin/pip install" in folder.make(".venv/.dev")
    assert folder.environments == {".venv": ["python3.13"]}


def test_an_environment_that_was_left_half_made_is_made_anew(folder: Folder) -> None:
    folder.make(".venv/.dev")
    (folder.path / ".venv/lib/python3.11/site-packages/pip").rmdir()
    assert ".venv/bin/pip install" in folder.make(".venv/.run")
