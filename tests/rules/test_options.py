"""A new rule key is one line of rules/options.py: all that lists the keys has it, older journals replay."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import companion
from companion.rules.adding.variant import CardEntry
from tests.table.test_golden import OF_THIS_VERSION, made

SCRIPT = Path(__file__).with_name("new_key.py")
PACKAGE = Path(companion.__file__).parent
ROOT = PACKAGE.parent

ADDED = "    double_trouble: bool = False\n"
BEFORE = "    exact: Annotated[\n"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the program with one line more."""
    shutil.copytree(PACKAGE, tmp_path / "companion", ignore=shutil.ignore_patterns("__pycache__", "static"))
    file = tmp_path / "companion" / "rules" / "options.py"
    text = file.read_text("utf-8")
    assert text.count(BEFORE) == 1
    file.write_text(text.replace(BEFORE, ADDED + BEFORE), "utf-8")
    return tmp_path


def run(house: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=house,
        env=os.environ | {"PYTHONPATH": str(house)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_new_key_is_read_listed_and_shown_everywhere_and_older_journals_replay(house: Path) -> None:
    journals = []
    for sql in OF_THIS_VERSION:
        (house / sql.stem).mkdir()
        journals.append(str(made(sql, house / sql.stem)))
    told = run(house, str(SCRIPT), str(house), *journals)
    assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.parametrize("page", ["variants", "protocol"])
def test_a_new_key_that_a_document_lacks_fails_its_check(house: Path, page: str) -> None:
    for part in ("tests", "docs", "pyproject.toml"):
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, house / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, house / part)
    told = run(house, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/docs/test_{page}_page.py")
    assert told.returncode == 1
    assert "double_trouble" in told.stdout


@pytest.mark.parametrize("add", [-9999, 9999])
def test_the_number_of_a_card_has_four_digits_at_most(add: int) -> None:
    assert msgspec.convert({"add": add}, CardEntry).add == add
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"add": add + (1 if add > 0 else -1)}, CardEntry)
