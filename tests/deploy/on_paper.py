"""Tests of the package file before it is installed."""

import gzip
import io
import re
import subprocess
import tarfile
from pathlib import Path

import pytest

from companion.cli.commands import main
from tests.deploy.packages import built

PAGE = "./usr/share/man/man1/companion.1.gz"


@pytest.fixture(scope="module")
def package() -> Path:
    return built()


@pytest.fixture(scope="module")
def page(package: Path) -> str:
    files = subprocess.run(
        ["/usr/bin/dpkg", "--fsys-tarfile", str(package)], capture_output=True, check=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(files)) as packed:
        member = packed.extractfile(PAGE)
        assert member is not None
        return gzip.decompress(member.read()).decode("utf-8")


def test_package_passes_lintian(package: Path) -> None:
    done = subprocess.run(
        ["/usr/bin/lintian", "--allow-root", str(package)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_manual_page_documents_every_command(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    commands = set(re.findall(r"^    (\S+) +\S", capsys.readouterr().out, re.MULTILINE))
    told = re.findall(r"^\.SS \\fBcompanion (\S+)\\fR$", page.replace(r"\-", "-"), re.MULTILINE)
    assert commands <= set(told)  # the page also documents commands that only services use
