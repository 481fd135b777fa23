"""Each Python version has its own environment, created by that Python."""

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
"""A fake Python that reports its version and creates environments without packages."""


class Folder:
    """A fresh clone with fake Pythons on the path; python3 is the first of them."""

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
        """Install a Python with this version under this name."""
        program = self.programs / name
        program.write_text(STAND_IN.format(version=version))
        program.chmod(0o755)

    def make(self, target: str, *given: str) -> str:
        """Make `target` and return the output."""
        environ = {"PATH": f"{self.programs}:/usr/bin:/bin"}
        line = ["/usr/bin/make", target, *given]
        return subprocess.run(
            line, cwd=self.path, env=environ, text=True, capture_output=True, check=True
        ).stdout

    @property
    def environments(self) -> dict[str, list[str]]:
        """Return the names of the environments, and the Python versions whose packages each
        contains.
        """
        return {
            each.parent.name: sorted(python.name for python in each.iterdir())
            for each in sorted(self.path.glob(".venv*/lib"))
        }


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path, "3.11", "3.13")


def test_python3_uses_the_environment_named_in_the_readme(folder: Folder) -> None:
    folder.make(".venv/.dev", "PYTHON=python3.11")
    assert folder.environments == {".venv": ["python3.11"]}
    assert folder.make(".venv/.dev") == "make: '.venv/.dev' is up to date.\n"


def test_another_python_gets_its_own_environment(folder: Folder) -> None:
    folder.make(".venv/.dev")
    folder.make(".venv-3.13/.dev", "PYTHON=python3.13")
    assert folder.environments == {".venv": ["python3.11"], ".venv-3.13": ["python3.13"]}
    assert folder.make("lint", "PYTHON=python3.13", "--dry-run").startswith(".venv-3.13/bin/ruff")


def test_missing_python_is_named(folder: Folder) -> None:
    with pytest.raises(subprocess.CalledProcessError) as ended:
        folder.make("test", "PYTHON=python3.12")
    assert "python3.12 cannot be run: install it" in ended.value.stderr
    assert folder.environments == {}


def test_environment_is_recreated_after_an_upgrade_of_python(folder: Folder) -> None:
    folder.make(".venv/.dev")
    folder.bring("python3", "3.13")
    assert ".venv/bin/pip install" in folder.make(".venv/.dev")
    assert folder.environments == {".venv": ["python3.13"]}


def test_incomplete_environment_is_recreated(folder: Folder) -> None:
    folder.make(".venv/.dev")
    (folder.path / ".venv/lib/python3.11/site-packages/pip").rmdir()
    assert ".venv/bin/pip install" in folder.make(".venv/.run")


def test_every_apt_get_waits_until_no_other_program_uses_dpkg() -> None:
    lines = (HOUSE / "Makefile").read_text("utf-8").splitlines()
    calls = [line for line in lines if "apt-get" in line and not line.startswith("#")]
    assert calls
    assert [call for call in calls if "DPkg::Lock::Timeout=" not in call] == []
