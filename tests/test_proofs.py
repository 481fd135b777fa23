"""A proof is run again whenever something that it depends on changes."""

import re
from pathlib import Path

import pytest

from tests import proofs
from tests.proofs import PROOFS, Proof, fingerprint

TESTS = Path(__file__).parent
BOX = Proof(tests=("tests/test_box.py",), files=("case/*",), tools=("saw",), follows_imports=False)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one proof, `BOX`."""
    monkeypatch.setattr(proofs, "ROOT", tmp_path)
    for folder in ("tests", "case"):
        (tmp_path / folder).mkdir()
    (tmp_path / "tests" / "test_box.py").write_text("def test_box(): ...\n")
    (tmp_path / "case" / "box.scad").write_text("cube(5);\n")
    (tmp_path / "pyproject.toml").write_text('dev = ["saw==1.0", "file>=2"]\n')
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ("tests/test_box.py", "def test_box(): assert True\n"),
        ("case/box.scad", "cube(6);\n"),
        ("case/lid.scad", "cube(5);\n"),
        ("pyproject.toml", 'dev = ["saw==1.1"]\n'),
    ],
)
def test_proof_is_due_when_its_tests_files_or_tools_change(
    project: Path, changed: str, text: str
) -> None:
    before = fingerprint(BOX)
    (project / "pyproject.toml").write_text('dev = ["saw==1.0", "file>=3"]\n')
    assert fingerprint(BOX) == before
    (project / changed).write_text(text)
    assert fingerprint(BOX) != before


def test_tool_without_a_pinned_version_is_an_error(project: Path) -> None:
    with pytest.raises(ValueError, match="pins 'file' to no version"):
        fingerprint(BOX._replace(tools=("file",)))
    with pytest.raises(FileNotFoundError, match=r"'case/\*\.stl' names no file"):
        fingerprint(BOX._replace(files=("case/*.stl",)))
    assert project.exists()


def test_imports_of_the_tests_belong_to_the_proof() -> None:
    link = PROOFS["link"]
    assert fingerprint(link._replace(follows_imports=False)) != fingerprint(link)


def test_every_test_with_the_mark_belongs_to_a_proof() -> None:
    """A marked test without a proof would never run."""
    marked = {
        f"tests/{file.relative_to(TESTS)}"
        for file in TESTS.rglob("test_*.py")
        if re.search(r"^(?!from).*(mark\.proof|in_proof\()", file.read_text("utf-8"), re.MULTILINE)
    }
    assert marked - {"tests/test_proofs.py"} == {
        test for proof in PROOFS.values() for test in proof.tests
    }
