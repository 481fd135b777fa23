"""What pip would fetch for a box on bookworm, fetched by this machine's pip as it is set up here."""

import subprocess
import sys
import tomllib
from pathlib import Path

from tests.deploy.roots import HOUSE
from tests.deploy.steps import step

EXTRAS = ("phone", "network")
"""What the script installs beside the program; for the others the system's own packages stand in."""

PYTHON = "3.11"
"""That of bookworm."""

PLATFORMS = ("manylinux2014_x86_64", "manylinux_2_28_x86_64", "manylinux_2_36_x86_64")
"""What runs on bookworm's C library, 2.36 (PEP 600)."""


def fetch(folder: Path) -> dict[str, str]:
    """Puts it all into `folder`, and says what a pip must be told in its environment to look nowhere else."""
    said = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))
    project = said["project"]
    wanted = [*said["build-system"]["requires"], *project["dependencies"]]
    wanted += [each for extra in EXTRAS for each in project["optional-dependencies"][extra]]
    line = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    line += ["--only-binary=:all:", "--python-version", PYTHON]
    line += [word for platform in PLATFORMS for word in ("--platform", platform)]
    with step("what pip needs on bookworm is downloaded"):
        done = subprocess.run(
            [*line, "--dest", str(folder), *wanted], capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(Path("/root") / folder.name)}
